"""Who a sentence is about: “output 3”, “the second word”, `x_1`, “itself”, a word of the sequence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from flint import fmpq

from workings.expr import Number
from workings.parsing.numerals import numeral, scaled
from workings.record import record
from workings.regex import regex
from workings.source import Span

_NOUN = (
    r"(?:outputs?|o/ps?|quer(?:y|ies)|tokens?|words?|positions?|rows?|inputs?|i/ps?|keys?|columns?|values?|"
    r"class|classes)"
)
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_ORDINAL = rf"(?:{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))"
_SMALL = frozenset(
    "a an the this that these those it its he she they we you i and or but not no of to in on at by for from "
    "with as is are was were be been has have had do does did will would can could may so if then than most "
    "more least all each both one two first second input output token word query key row class".split()
)
_DIGITS = r"\d{1,2}(?![\d%]|\.\d|\s*%)"
_NUMBERED = rf"(?:the\s+)?(?:{_NOUN}\s+){{1,2}}#?{_DIGITS}"
_ORDERED = rf"the\s+{_ORDINAL}(?:\s+{_NOUN})?\b"
_SYMBOL = (
    rf"(?:the\s+)?(?:{_NOUN}\s+)?[xqk](?:_\{{?\d{{1,2}}\}}?|\d?)\s?\(\d{{1,2}}\)|"
    r"[xqk]_\{?\d{1,2}\}?"
)
_ASIDE = r"(?:\s*\((?:\s*(?:o/p|i/p)\s*\d{1,2}\s*|[^()\d=≈]{1,30})\))?"
_AND = r"\s*(?:,\s*and\b|,|\band\b|&(?:amp;)?)\s*(?:to\s+|by\s+|on\s+)?(?:both\s+)?"
_WEIGHT = r"(?:(?:attention\s+)?(?:weight|share|probability)s?|attention)"
_TOP = r"(?:highest|largest|greatest|strongest|biggest|most)"
_LOW = r"(?:lowest|smallest|least)"
_GETS = r"(?:has|have|gets?|receives?)\s+(?:the\s+)?"
_VERBS = {
    "second": r"attends?\s+second[- ]most(?:\s+strongly)?\s+to",
    "most": r"(?:attends?|looks?|listens?|focus(?:es)?)\s+(?:the\s+)?"
    r"(?:most(?:\s+(?:strongly|heavily|closely|attention))?|mostly|mainly|primarily)\s+(?:to|at|on)"
    r"|(?:pays?|gives?|puts?|places?|has|have)\s+(?:the\s+|its\s+)?"
    rf"{_TOP}\s+(?:of\s+its\s+)?{_WEIGHT}\s+(?:to|on|at)"
    r"|(?:is|are)\s+(?:the\s+)?(?:most(?:\s+(?:strongly|heavily))?|mostly|mainly|primarily)\s+influenced\s+by",
    "strong": r"attends?\s+(?:strongly|heavily)\s+to"
    r"|(?:is|are)\s+(?:strongly|highly|heavily)\s+influenced\s+by",
    "slight": r"attends?\s+(?:only\s+)?(?:slightly|weakly)\s+to"
    r"|(?:is\s+|are\s+)?(?:only\s+)?(?:slightly|weakly)\s+influenced\s+by",
    "least": r"attends?\s+(?:the\s+)?least\s+to|pays?\s+(?:the\s+)?least\s+attention\s+to",
    "plain": r"attends?\s+to",
    "equal": r"attends?\s+equally\s+to",
    "more": r"attends?\s+more(?:\s+(?:strongly|heavily))?\s+to",
    "runner": rf"{_GETS}second[- ]{_TOP}\s+{_WEIGHT}",
    "holds": rf"{_GETS}{_TOP}\s+{_WEIGHT}(?!\s+(?:to|on|at)\b)",
    "lowest": rf"{_GETS}{_LOW}\s+{_WEIGHT}(?!\s+(?:to|on|at)\b)",
}
_FIGURE = r"(?P<number>\d?\.\d{1,12}|\d{1,3}(?:\.\d{1,6})?\s*\\?%)(?![\d.]*\d)"  # (1) may be a footnote
_OF_WEIGHT = r"(?:attention\s+)?(?:weight|share|probability|attention)\s*(?:of\s+|[:=≈]\s*)?"


def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern in which no run of spaces is tried twice, so that none can be made to take long."""
    return regex(pattern.replace(r"\s*", r"\s*+").replace(r"\s+", r"\s++"), re.I)


_BRACKETED = _compiled(
    rf"\s*\(\s*(?:(?:the\s+)?{_OF_WEIGHT}|[^()\s=≈]{{1,24}}\s*[=≈]\s*)?[~≈]?\s*{_FIGURE}(?:\s+each)?\s*\)"
)
_WITH = _compiled(rf"\s*,?\s*(?:with|at)\s+(?:a\s+|an\s+)?(?:{_OF_WEIGHT})?[~≈]?{_FIGURE}")
_BARE = _compiled(rf"\s*[~≈]?\s*{_FIGURE}")
_SIGN = r"(?:→|-{1,2}>|⟶|=>)"
_LINE = r"(?P<line>solid|dashed)"
_PHRASES = {  # without a party in them
    "goes_on": r"\s+(?:now\s+|also\s+|only\s+)?(?:attends?|pays?|looks?|focus(?:es)?|listens?|gives?|puts?|"
    r"places?|has|have|gets?|receives?|is|are|does|do|will|contributes?|carries|takes?|least|less|more|second|"
    r"follows?|last|next)\b",
    "joined": r"\b(?:and|both)\b|&",
    "then": r"\s*,?\s*(?:and\s+|but\s+)?(?:(?P<next>then|followed\s+by|secondly|second|next)(?:\s+most)?|"
    r"(?P<least>least)|(?P<weak>(?:only\s+)?(?:slightly|weakly)))(?:\s+(?:to|on|by))?\b",
    "drawn": r"\s*,?\s*(?:(?:which|that)\s+)?(?:is\s+|are\s+)?"
    r"(?:indicated|shown|marked|drawn|represented)?\s*(?:by|with|as|in)?\s*(?:the|a)?\s*"
    rf"{_LINE}\s+(?:line|arrow)s?",
    "predicted": r"\b(?:predicted\s+(?:class|label|token)\s*(?:is|:|=)|(?:network|classifier)\s+predicts)\s*"
    rf"(?P<list>(?:class\s+|token\s+)?{_DIGITS})",
    "largest": r"\bthe\s+(?:largest|highest|biggest|maximum|strongest)\s+"
    r"(?:attention\s+weight|weight|probability|share)\s+is\b",
    "verb": "|".join(rf"(?P<{name}>\b(?:{pattern})\b)" for name, pattern in _VERBS.items()),
}
_WORDS_OF = {  # one of them is in every text that has the pattern
    "verb": ("attend", "look", "listen", "focus", "pay", "give", "put", "place", "has", "have", "influenced",
             "get", "receive"),
    "drawn_line": ("solid", "dashed"),
    "lined": ("solid", "dashed"),
    "arrow": ("solid", "dashed"),
    "portion": ("attend", "pay", "give", "put", "place", "direct", "devote"),
    "predicted": ("predict",),
    "largest": ("largest", "highest", "biggest", "maximum", "strongest"),
    "compared": ("contributes",),
}  # fmt: skip


@record(frozen=True, slots=True)
class Party:
    """One of those a sentence is about: a number as its author counts, a word, or the subject itself."""

    span: Span
    number: int | None = None
    word: str | None = None
    noun: str = ""  # what it was called, one of them
    symbol: str = ""  # the letter of `x2(3)`

    @property
    def key(self) -> tuple[int | None, str | None]:
        return self.number, self.word

    @property
    def is_subject(self) -> bool:
        """“itself”."""
        return self.number is None and self.word is None


class Grammar:
    """The patterns of sentences, for the words that a document's rows and columns stand for.

    Compiling all of them takes longer than checking a page, so each waits for a text that may need it.
    """

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = sources

    def __getattr__(self, name: str) -> re.Pattern[str]:
        """A pattern by its name, which is asked for only once: it is an attribute from then on."""
        pattern = _compiled(self._sources[name])
        setattr(self, name, pattern)
        return pattern

    def found(self, name: str, text: str) -> Iterator[re.Match[str]]:
        """Where a text has a pattern, which is not looked for without one of its words."""
        lowered = text.lower()
        if any(word in lowered for word in _WORDS_OF[name]):
            yield from getattr(self, name).finditer(text)

    def parties(self, text: str, start: int, end: int) -> tuple[Party, ...]:
        """Those that a stretch of text names, asides left out."""
        found: list[Party] = []
        for match in self.party.finditer(text, start, end):
            party = _party(match)
            is_bare = match.lastgroup == "bare" and found
            found.append(replace(party, noun=found[-1].noun) if is_bare else party)
        return tuple(found)


def _party(match: re.Match[str]) -> Party:
    kind = match.lastgroup or "bare"
    span, text = Span(*match.span(kind)), match[kind]
    noun = re.search(_NOUN, text, re.I)
    called = _singular(noun[0].lower()) if noun else ""
    match kind:
        case "symbol":
            numbers = re.findall(r"\d+", text)
            letter = text[: text.rindex(numbers[-1])].split()[-1].rstrip("(_{ ")
            return Party(span, int(numbers[-1]), noun=called, symbol=letter)
        case "ordered":
            ordinal = text.split()[1].lower()
            number = _ORDINALS.index(ordinal) + 1 if ordinal in _ORDINALS else int(re.sub(r"\D", "", ordinal))
            return Party(span, number, noun=called)
        case "word":
            return Party(span, word=text.split()[-1].strip("\"“”'‘’").lower())
        case "self":
            return Party(span)
        case _:
            return Party(span, int(re.findall(r"\d+", text)[-1]), noun=called)


def _singular(noun: str) -> str:
    return {"queries": "query", "classes": "class", "class": "class"}.get(noun) or noun.removesuffix("s")


def figure_at(text: str, at: int, *, bare: bool = False) -> tuple[Number | None, int]:
    """The weight that is stated at a place: `(0.59)`, `(50%)`, `with weight 0.59`; and where it ends."""
    for pattern in (_BRACKETED, _WITH, *((_BARE,) if bare else ())):
        found = pattern.match(text, at)
        if found:
            return _number(found), found.end()
    return None, at


def _number(found: re.Match[str]) -> Number | None:
    written = found["number"]
    span = Span(*found.span("number"))
    number = numeral(written.rstrip("%\\ "), span)
    if not isinstance(number, Number):
        return None
    return scaled(number, fmpq(1, 100), written, span) if written.endswith("%") else number


def _word(words: Collection[str]) -> str:
    """A word of the sequence: in quotation marks any, without them none that every sentence has."""
    quoted = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or "(?!)"
    plain = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True) if word not in _SMALL)
    lead = r"(?:the\s+(?:(?:word|token)\s+)?)?"
    return rf"{lead}(?:[\"“'‘](?:{quoted})[\"”'’]|\b(?:{plain or '(?!)'})\b)"


@lru_cache(maxsize=8)
def grammar(words: frozenset[str]) -> Grammar:
    """The patterns for a document; compiled once for the same words."""
    word = _word(words)
    one = rf"(?:{_NUMBERED}|{_ORDERED}|{_SYMBOL}|\bitself\b|{word})"
    more = rf"(?:{_AND}(?:{one}|{_DIGITS}){_ASIDE}){{0,7}}"
    group = rf"(?P<list>(?:both\s+)?{one}{_ASIDE}{more})"
    kinds = (
        rf"(?P<symbol>{_SYMBOL})|(?P<numbered>{_NUMBERED})|(?P<ordered>{_ORDERED})|(?P<self>\bitself\b)|"
        rf"(?P<word>{word})|(?P<bare>(?<![\w.(]){_DIGITS})"
    )
    part = rf"{_FIGURE}\s*(?:of\s+its\s+)?(?:attention\s+)?(?:weight\s+)?(?:to|on)\s+(?P<list>{one})"
    patterns = {
        "party": rf"(?:{kinds}){_ASIDE}",
        "list_before": rf"(?<![\w/]){group}\s*,?\s*(?:now\s+|also\s+|again\s+|thus\s+|therefore\s+)?\Z",
        "party_before": rf"(?<![\w/])(?P<list>{one}{_ASIDE})\s*(?:now\s+|also\s+|again\s+)?\Z",
        "list_after": rf"\s*{group}",
        "than": rf"(?:\s*\([^()]{{0,40}}\))?\s*,?\s*than\s+(?:to\s+|on\s+)?{group}",
        "owner": rf"\s*(?:for|in|of|from|by)\s+{group}",
        "drawn_line": rf"\b{_LINE}\s+(?:lines?|arrows?)\s+(?:\w+\s+){{0,2}}from\s+"
        rf"(?P<who>{one}{_ASIDE})(?=\s+(?:goes\s+|leads\s+|runs\s+)?to\b)",
        "lined": rf"(?P<who>{one}{_ASIDE})\s+(?:has|gets)"
        rf"(?=\s+(?:a|its|the)\s+{_LINE}\s+(?:line|arrow)\s+to\b)",
        "goal": r"\s*(?:,|;)?\s*(?:and\s+)?(?:(?:a|the|its|goes|leads|runs)\s+)?"
        rf"(?:{_LINE}\s+(?:line\s+|one\s+|arrow\s+)?(?:\w+\s+){{0,2}})?to\s+{group}",
        "arrow": rf"(?<![\w.→>\-])(?P<who>{one}|{_DIGITS})\s*{_SIGN}(?=[^\n]{{0,40}}\((?:solid|dashed))",
        "target": rf"\s*(?:{_SIGN}|,|;)?\s*(?:and\s+)?(?P<list>{one}|{_DIGITS})\s*"
        rf"\(\s*{_LINE}[^()\d]{{0,20}}\)",
        "portion": r"\b(?:attends?|pays?|gives?|puts?|places?|directs?|devotes?)\s+" + part,
        "next_portion": rf"\s*,?\s*(?:and\s+)?{part}",
        "compared": rf"(?P<first>{one})\s+contributes\s+more\s+than\s+(?P<second>{one})",
    }
    return Grammar(_PHRASES | patterns)
