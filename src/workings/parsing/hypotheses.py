"""Which statements their author does not make himself: options, hypotheses, quoted mistakes, conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.document import Passage
from workings.parsing.lexicon import Lexicon
from workings.parsing.moods import Mood, is_called_mistake, is_said_besides, mood, sentence_before
from workings.parsing.tokens import Piece
from workings.regex import regex
from workings.source import Page

_NEARBY = 240  # characters around an answer in which others stand
_OF_OTHERS = (Mood.DENIED, Mood.REPORTED, Mood.ASKED)  # what an author does not claim
_HYPOTHETICAL = frozenset(
    "if assume suppose try when say guess imagine whenever unless want falls wenn si".split()
)
_SUPPOSING = _HYPOTHETICAL - frozenset("try when guess whenever want falls".split())
_RENEWING = frozenset(
    "use using take taking let now instead correct corrected should fixed set choose new again change "
    "update updates updated updating after step steps descent becomes sgd SGD iteration "
    "donne soit soient gegeben sei seien".split()
)
_CASES = frozenset("at for bei für".split())  # “at t = 1000” looks at one case after another
_SETTING = regex(
    r"(?:^|[\s(*_])(?:with|using|take|taking|set|setting|let|if|suppose|mit|avec|con)[\s$(\\]{1,5}$",
    re.IGNORECASE,
)
_CASE = regex(r"(?:^|[\s(*_])(?:at|for|when|bei|für|pour|para)[\s$(\\]{1,5}$", re.IGNORECASE)
_LEADS_TO = regex(
    r"(?:[\s$]*,[\s$]*[^\s=,;]{1,12}\s?=\s?[-−\d.]{1,12})*[\s$]*(?:->|→|⇒|=>|\\(?:x?[rR]ight|Longright)arrow|\\to\b|\\implies)"
)
_CONCLUDES = regex(r"[:,][\s$(*_\\]{0,6}$")
_SOMEBODY = regex(
    r"\b(?:you|one|we|they|he|she|somebody|someone|anybody|people|students?|learners?|man|wir|sie|on|vous|se)\b",
    re.IGNORECASE,
)
_LABELS = regex(r"(?:[\s$]*,[\s$]*[^\s=,;]{1,12}\s?=\s?[-+−\d.]{1,12})*[\s$]*:[\s*$]+\S")
_OPENS = regex(r"(?:^|\n|[.;:!?]\s)[\s>*+\-|$\\(]{0,8}$")
_FOR_EXAMPLE = regex(r"(?:e\.g\.|for (?:example|instance)|z\.\s?B\.),?[\s$({\\]{0,4}$", re.IGNORECASE)
_IF = regex(r"\b(?:if|when|whenever|while|unless|wenn|falls|si|sinon|sonst)\b", re.IGNORECASE)
LONGEST_UPDATE = 80  # characters
_UPDATING = regex(
    r"\b(?:updat\w*|steps?\b(?!\s*\d)|descent|iterations?|SGD|learning rate|"
    r"new (?:weights?|values?|parameters?))|\\eta\b|η",
    re.IGNORECASE,
)
_CONDITIONS = frozenset("if when whenever for otherwise else falls wenn si sinon sonst".split())
_INSTEAD_OF = regex(r"[^\w\n]{0,6}instead of\b", re.IGNORECASE)
_NAMED = regex(r"(?:^|[^\\a-zA-Z])(?:[a-zA-Zα-ω]|\\(?:partial|theta|mu|sigma|hat|bar|mathbf)\b)(?![a-zA-Z])")
_OPTION = regex(r"\s*+(□|☐|◻|■|☑|☒|\\(square|Box|blacksquare)\b|[-*]?\s*+\[[ xX]\]\s)")
_LETTERED = regex(r"^[ \t]*(?:[-*+][ \t]+)?\(?([A-F])[).][ \t]", re.MULTILINE)
_ASKS = regex(
    r"\?|\b(?:which|choose|select|tick|circle|correct|true|false|answers?|options?|welche|richtig|quelle)\b",
    re.IGNORECASE,
)
_BOX = regex(r"\[[ xX✓]\]|[□☐◻■☑☒]")
_OFFERED = regex(  # answers to choose from, or to be marked
    r"[☑☒☐✓✔✅✗■□◻▢●○]|\[[ xX✓]\]|\\(?:choice|CorrectChoice|CheckedBox|checkmark|Box|square|item)|\{\s*[=~]"
    r"|^[\s>|*+-]*+\(?(?:[A-Ha-h]|[ivx]{1,4}|\d)\s?[.):\]]|\([a-e]\)|\b[A-E]\)"
    r"|\|\s*(?:[Tt]rue|[Ff]alse|[TF]|wahr|falsch)\s*\||T\s?/\s?F|[Tt]rue or [Ff]alse|[Ww]ahr oder [Ff]alsch",
    re.MULTILINE,
)
_MARK = regex(  # each begins with a sign of its own, so that it is quickly looked for
    r"☑|☒|☐|✓|✔|✅|✗|■|□|◻|▢|●|○|\[[ xX✓]\]|\{\s*[=~]|T\s?/\s?F\b"
    r"|\\(?:[cC]hoice|[cC]orrect[cC]hoice|[cC]hecked[bB]ox|[cC]heckmark|[bB]ox|[sS]quare)"
)
_ASKING = regex(
    r"\b(?:which|what|welche|was ist|select|choose|answer|correct|true|wahr|falsch)\b", re.IGNORECASE
)


def is_option(passage: Passage, page: Page) -> bool:
    """Whether a passage is an answer to tick, with a box in it or before it on its line."""
    if _OPTION.match(passage.text) is not None or is_lettered(passage, page):
        return True
    end = passage.span.start
    before = page.text[page.text.rfind("\n", 0, end) + 1 : end]
    return bool(before.strip("$ \t")) and _BOX.search(before) is not None


def is_lettered(passage: Passage, page: Page) -> bool:
    """Whether a passage is one of several answers A), B), C) … that stand under each other.

    Parts of a solution that are lettered go on for more than a line, or nothing is asked before them.
    """
    found = _LETTERED.match(page.text, page.text.rfind("\n", 0, passage.span.start) + 1)
    if found is None:
        return False
    lines = passage.text.strip().split("\n")
    if len(lines) > 2 and not all(_LETTERED.match(line) for line in lines[1:]):
        return False
    if _ASKS.search(page.text, max(0, found.start() - _NEARBY), found.start()) is None:
        return False
    letter = ord(found.group(1))
    after = _LETTERED.search(page.text, found.end(), found.end() + _NEARBY)
    before = [
        m.group(1) for m in _LETTERED.finditer(page.text, max(0, found.start() - _NEARBY), found.start())
    ]
    return (after is not None and ord(after.group(1)) == letter + 1) or chr(letter - 1) in before[-1:]


def is_hypothetical(lead: Sequence[str], unknown: bool = True) -> bool:
    """Whether the words before a statement only suppose it: “if”, “suppose”, “try”.

    Numbers alone are not tried out: “a blind guess costs 4 ln 4 = 5.545” is worked out.
    """
    return not (_HYPOTHETICAL if unknown else _SUPPOSING).isdisjoint(lead[-4:])


def is_concluded(text: str, start: int) -> bool:
    """Whether numbers stand behind a condition and not in it: “if it is negative: 0.75 · 2 = 1.5”.

    What somebody does may be a slip: “if you swap them, 2 + 3 · 4 = 20”.
    """
    if _CONCLUDES.search(text, max(0, start - 8), start) is None:
        return False
    return _SOMEBODY.search(sentence_before(text, start)) is None


def holds_unknown(piece: Piece, lexicon: Lexicon) -> bool:
    """Whether the left side of a piece has a letter in it that is no function's name."""
    left = piece.tokens[: piece.signs[0]]
    return any(t.kind in ("name", "word") and lexicon.function(t.text) is None for t in left)


def renews(lead: Sequence[str]) -> bool:
    """Whether the words before a statement give a name another value on purpose: “now use K = …”."""
    return not _RENEWING.isdisjoint(lead[-5:]) or not _CASES.isdisjoint(lead[-1:])


def is_set(text: str, start: int) -> bool:
    """Whether the word right before a statement sets a value: “with η = 0.25 …”."""
    return _SETTING.search(text, max(0, start - 24), start) is not None


def is_one_case(text: str, start: int) -> bool:
    """Whether a value is looked at besides others: “at η = 0.6 the factor is …”, “with κ = 1000 …”."""
    return is_set(text, start) or _CASE.search(text, max(0, start - 24), start) is not None


def is_updated(text: str, start: int) -> bool:
    """Whether the text right before a statement speaks of a step that changes them: “after a step: W = …”."""
    return _UPDATING.search(text, max(0, start - LONGEST_UPDATE), start) is not None


def is_example(text: str, start: int) -> bool:
    """Whether a statement only gives an example: “if there is a tie, e.g. z = (2, 2, 0)”."""
    return _FOR_EXAMPLE.search(text, max(0, start - LONGEST_UPDATE), start) is not None


def is_aside(text: str, start: int, end: int) -> bool:
    """Whether names keep their values besides: “without it, x = 0.2”, “z = 0 → h = 1”, “z = 0: h is 1”."""
    if is_said_besides(text, start, end) or _LEADS_TO.match(text, end) is not None:
        return True
    return _LABELS.match(text, end) is not None and _OPENS.search(text, max(0, start - 12), start) is not None


def is_under_condition(text: str, start: int) -> bool:
    """Whether a sentence says before a step when it is to be taken: “if ‖g‖ > c then g ← …”."""
    return _IF.search(sentence_before(text, start)) is not None


def is_condition(lead: Sequence[str]) -> bool:
    """Whether the words behind a statement limit it: “f(z) = 1 if …”."""
    return not _CONDITIONS.isdisjoint(lead[:1])


def is_disowned(passage: Passage, piece: Piece, page: Page | None = None) -> bool:
    """Whether the text around a piece says that it is not the author's own claim."""
    start, end = piece.tokens[0].start, piece.tokens[-1].end
    if page is not None and page.has_words and mood(page.text, start, end) in _OF_OTHERS:
        return True
    start, end = start - passage.span.start, end - passage.span.start
    if _INSTEAD_OF.match(passage.text, end) and _NAMED.search(passage.text[start:end]):
        return True  # which gives dL/dw = 24 instead of 36
    if is_called_mistake(passage.text, start, end):
        return True
    should = piece.tokens[-1].text == "should"  # = 398 should read 408
    return should and is_called_mistake(passage.text, start, end - len("should"))


def may_offer(page: Page) -> bool:
    """Whether a document may have answers to choose from: marks, or a question and lettered lines."""
    mark = _MARK.search(page.text)
    asked = _ASKING.search(page.text) if page.has_words else None
    if asked is None or (mark is not None and mark.start() < asked.start()):
        return mark is not None
    return _OFFERED.search(page.text) is not None
