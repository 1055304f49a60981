"""Which statements their author does not make himself: options, hypotheses, quoted mistakes, conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.document import Passage
from workings.parsing.partings import Piece
from workings.regex import may_be_in, regex
from workings.source import Page

_NEARBY = 240  # characters around a statement in which its author may disown it
_HYPOTHETICAL = frozenset(
    "if assume suppose try when say guess imagine whenever unless want falls wenn si".split()
)
_SUPPOSING = _HYPOTHETICAL - frozenset("try when guess whenever want falls".split())
_RENEWING = frozenset(
    "use using take taking let now instead correct corrected should fixed set choose new again change "
    "update updates updated updating after step steps descent becomes sgd SGD iteration".split()
)
_CASES = frozenset("at for bei für".split())  # “at t = 1000” looks at one case after another
_SENTENCE_END = regex(r"(?:(?<!e\.g)[.!?]|;(?!\s*e\.g\.))(?=[\s*_)])|\n\s*\n|(?<!\\)\|")
_WOULD = regex(
    r"\b(?:would(?! like)|würde|wäre|hätte|ergäbe|bekäme|käme)|\w['’]d\b(?! like)"
    r"|\w(?:ría[ns]?|ríamos|rait|raient)\b",  # sería, serait
    re.IGNORECASE,
)
_SETTING = regex(
    r"(?:^|[\s(*_])(?:with|using|take|taking|set|setting|let|if|suppose|mit|avec|con)[\s$(\\]{1,5}$",
    re.IGNORECASE,
)
_CASE = regex(r"(?:^|[\s(*_])(?:at|for|when|bei|für|pour|para)[\s$(\\]{1,5}$", re.IGNORECASE)
_POSED = regex(r"\b(?:with|if|wenn|mit)\b[^,;:]{0,24}$", re.IGNORECASE)
_ASIDE = regex(
    r"\b(?:instead|without|would|if|had we|suppose|what if|ohne|stattdessen)\b|\w['’]d\b", re.IGNORECASE
)
_ANEW = regex(r"\bnew\W{0,4}(?:\\\w+)?\W{0,2}$", re.IGNORECASE)
_LEADS_TO = regex(
    r"(?:[\s$]*,[\s$]*[^\s=,;]{1,12}\s?=\s?[-−\d.]{1,12})*[\s$]*(?:->|→|⇒|=>|\\(?:x?[rR]ight|Longright)arrow|\\to\b|\\implies)"
)
_FOR_EXAMPLE = regex(r"(?:e\.g\.|for (?:example|instance)|z\.\s?B\.),?[\s$({\\]{0,4}$", re.IGNORECASE)
_IF = regex(r"\b(?:if|when|whenever|while|unless|wenn|falls)\b", re.IGNORECASE)
LONGEST_UPDATE = 80  # characters
LONGEST_CORRECTION = 80
_UPDATING = regex(
    r"\b(?:updat\w*|steps?\b(?!\s*\d)|descent|iterations?|SGD|learning rate|"
    r"new (?:weights?|values?|parameters?))|\\eta\b|η",
    re.IGNORECASE,
)
_CONDITIONS = frozenset("if when whenever for otherwise else falls wenn".split())
_DISOWNED_BEFORE = regex(
    r"(?:(?<!one )(?<!two )(?<!three )(?<!\d )\b(?:wrong|incorrect|mistaken|erroneous)(?:ly)?\b"
    r"(?!\s+(?:points?|predictions?|labels?|class))"
    r"|\b(?:common|typical|frequent) (?:mistake|error|slip)s?\b|\bmistake is\b|[❌✗✘]"
    r"|\b(?:made|making) (?:a|an|the|this) (?:\w+ )?(?:mistake|error|slip)\b)[^.;|]{0,110}$",
    re.IGNORECASE,
)
_ASCRIBED = regex(
    r"\b(?:you|students?|they|he|she|somebody|someone)(?: (?:have|has|had|all|often|then|probably))? "
    r"(?:computed|calculated|wr[io]t\w{1,3}|say|says|said|claim\w{0,3}|got|stated?|took|gave)[^.;|=]{0,60}$",
    re.IGNORECASE,
)  # somebody else's line …
_CORRECTED = regex(
    r"\b(?:careful|wrong|incorrect|mistaken?|not right|false|should|however|actually|in fact)\b"
    r"|\bcorrect(?:ly| is| would|:)",
    re.IGNORECASE,
)  # … that the author puts right behind it
_OUTDATED = regex(
    r"\bthe (?:old|previous|printed) (?:\w{3,9} )?(?:had|said|was|has|reads?)[^.;|=]{0,40}$", re.IGNORECASE
)
_NOT = regex(r"\b(?:not|never)\s{0,3}$", re.IGNORECASE)
_DISOWNED_AFTER = regex(
    r"^\W{0,6}(?:(?:which|that|this) )?"
    r"(?:\(?(?:is|are|would be)?\s*(?:of course |clearly |obviously |simply |plainly )?"
    r"(?:wrong|incorrect|a mistake|not right|false)\b|[❌✗✘]"
    r"|deduct\b|(?:gets?|earns?|loses?|receives?) (?:only |at most )?(?:no|half|\d) "
    r"(?:points?|pts|marks?|credit))",
    re.IGNORECASE,
)
_INSTEAD_OF = regex(r"\W{0,6}instead of\b", re.IGNORECASE)
_NAMED = regex(r"(?:^|[^\\a-zA-Z])(?:[a-zA-Zα-ω]|\\(?:partial|theta|mu|sigma|hat|bar|mathbf)\b)(?![a-zA-Z])")
_OPTION = regex(r"\s*(□|☐|◻|■|☑|☒|\\(square|Box|blacksquare)\b|[-*]?\s*\[[ xX]\]\s)")
_LETTERED = regex(r"^[ \t]*(?:[-*+][ \t]+)?\(?([A-F])[).][ \t]", re.MULTILINE)
_ASKS = regex(
    r"\?|\b(?:which|choose|select|tick|circle|correct|true|false|answers?|options?|welche|richtig|quelle)\b",
    re.IGNORECASE,
)
_BOX = regex(r"\[[ xX✓]\]|[□☐◻■☑☒]")
_OFFERED = regex(  # answers to choose from, or to be marked
    r"[☑☒☐✓✔✅✗■□◻▢●○]|\[[ xX✓]\]|\\(?:choice|CorrectChoice|CheckedBox|checkmark|Box|square|item)|\{\s*[=~]"
    r"|^[\s>|*+-]*\(?(?:[A-Ha-h]|[ivx]{1,4}|\d)\s?[.):\]]|\([a-e]\)|\b[A-E]\)"
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


def is_counterfactual(text: str, start: int) -> bool:
    """Whether a sentence says up to here what would be: “with the last term only we would get …”."""
    if not may_be_in(_WOULD, text):
        return False
    before = _sentence_before(text, start)
    if _WOULD.search(before) is not None:
        return True
    if _POSED.search(before) is None:
        return False
    stop = _SENTENCE_END.search(text, start)
    end = min(start + _NEARBY, len(text) if stop is None else stop.start())
    return _WOULD.search(text, start, end) is not None  # with n = 2 it would be


def says_would(text: str, start: int) -> bool:
    """Whether the sentence around a place says what would be: “with h_t = …, we would get …”."""
    if not may_be_in(_WOULD, text):
        return False
    stop = _SENTENCE_END.search(text, start)
    end = min(start + _NEARBY, len(text) if stop is None else stop.start())
    return _WOULD.search(_sentence_before(text, start) + text[start:end]) is not None


def is_aside(text: str, start: int, end: int) -> bool:
    """Whether names keep their values besides: “without it, x = 0.2”, “new x = 3”, “z = 0 → h = 1”."""
    if may_be_in(_ASIDE, text) or may_be_in(_ANEW, text):
        before = _sentence_before(text, start)
        after = text[end : end + _NEARBY]
        stop = _SENTENCE_END.search(after)
        after = after[: stop.start()] if stop is not None else after
        if any(_ASIDE.search(side) for side in (before, after)) or _ANEW.search(before) is not None:
            return True
    return _LEADS_TO.match(text, end) is not None


def _sentence_before(text: str, start: int) -> str:
    """What stands before a place in its sentence."""
    before = text[max(0, start - _NEARBY) : start]
    ends = [found.end() for found in _SENTENCE_END.finditer(before)]
    return before[ends[-1] :] if ends else before


def is_under_condition(text: str, start: int) -> bool:
    """Whether a sentence says before a step when it is to be taken: “if ‖g‖ > c then g ← …”."""
    return _IF.search(_sentence_before(text, start)) is not None


def is_condition(lead: Sequence[str]) -> bool:
    """Whether the words behind a statement limit it: “f(z) = 1 if …”."""
    return not _CONDITIONS.isdisjoint(lead[:1])


def is_disowned(passage: Passage, piece: Piece) -> bool:
    """Whether the text around a piece says that it is not the author's own claim."""
    start = piece.tokens[0].start - passage.span.start
    end = piece.tokens[-1].end - passage.span.start
    before, after = passage.text[max(0, start - _NEARBY) : start], passage.text[end : end + _NEARBY]
    before, after = before[before.rfind("\n") + 1 :], after.partition("\n")[0]
    if not before.strip() and not after.strip():
        return False
    if before.rstrip()[-1:] in ('"', "“") and after.lstrip()[:1] in ('"', "”"):
        return True
    if _NOT.search(before) or _OUTDATED.search(before):
        return True
    if _ASCRIBED.search(before) and _CORRECTED.search(after[:LONGEST_CORRECTION]):
        return True
    if _INSTEAD_OF.match(after) and _NAMED.search(passage.text[start:end]):
        return True  # which gives dL/dw = 24 instead of 36
    return bool(_DISOWNED_BEFORE.search(before) or _DISOWNED_AFTER.search(after))


def may_offer(page: Page) -> bool:
    """Whether a document may have answers to choose from: marks, or a question and lettered lines."""
    mark = _MARK.search(page.text)
    asked = _ASKING.search(page.text) if page.has_words else None
    if asked is None or (mark is not None and mark.start() < asked.start()):
        return mark is not None
    return _OFFERED.search(page.text) is not None
