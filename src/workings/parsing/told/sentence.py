"""A sentence whose numbers are given their roles one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from flint import fmpq

from workings.document import Member, Passage, Statement
from workings.expr import NOWHERE, Alt, Array, Call, Expr, Hole, Name, Number, number, walk
from workings.parsing.grammar import parse_maths
from workings.parsing.hedges import HEDGING, is_asserted
from workings.parsing.lexicon import SCALES, Lexicon
from workings.parsing.moods import is_called_false, sentence_before
from workings.parsing.numerals import loosened, scaled
from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST = 400  # characters of a sentence
MOST_READINGS = 8  # which are all that `checking/readings.py` tries
COUNT = r"\d{1,3}(?:(?:,|\{,\}|\\,|\\ | )\d{3})+(?![\d,])|\d+(?!\d|\.\d|,\d|\{,)"  # a whole number
DECIMAL = r"[-−]?\s?(?:\d+\.\d+|\.\d+|\d+)(?![\d.]*\d|\s?[\^*/×·])"
SHAPE = r"(?<![\d.×])(?P<h>\d{1,5})\s*×\s*(?P<w>\d{1,5})(?:\s*×\s*(?P<c>\d{1,5}))?(?!\s*×|\d|\.\d)"
ROUGHLY = r"(?:about|approximately|approx\.?|roughly|around|exactly|only|just|then|therefore|thus|now)\s+"
_VALUE = regex(
    rf"(?:{ROUGHLY})*(?P<value>[-−]?\s?(?:\d{{1,3}}(?:(?:,|\{{,\}}|\\,)\d{{3}})+(?!\d)"
    rf"|\d+)?(?:\.\d+)?(?<=\d))"
    r"(?P<scale>\s*(?:million|billion|thousand|[kKM](?![\w/])))?(?!\d|[.,]\d|\s*(?:%|\\%|per\s?cent"
    r"|[\^*/×·+=]|[-−]\s?\d))"
)
_ROUGHLY = regex(r"about|approx|roughly|around")
_STOP = regex(r"[.!?](?=[\s)\"”’]|\Z)|\n[ \t]*\n|;(?=\s)")
_ABBREVIATED = regex(r"\b(?:e\.g|i\.e|approx|resp|vs|ca|cf|Fig|Eq|no|z\.B)\Z", re.IGNORECASE)
_OPEN = regex(
    rf"\b(?:{HEDGING}|imagine|would|could|might|may|want\w*|wish\w*|never|neither|nor|cannot|incorrect\w*"
    r"|mistak\w*|claim\w*|believ\w*|think\w*|guess\w*|says?|said|forg[eo]\w*|true\s+or\s+false|at\s+(?:least|most)"
    r"|\w+er\s+than|(?:more|less|rather|other)\s+than|or|versus|vs|unlike|except|almost|nearly|find|compute"
    r"|calculate|show|check|verify|hypothetical\w*|wenn|falls|nicht|si)\b|n['’]t\b|≤|≥|<|>|\\leq?\b|\\geq?\b",
    re.IGNORECASE,
)
_COUNTED = regex(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twice|half|double\w*|both|several|second|third)\b",
    re.IGNORECASE,
)
_CLAUSE = regex(r"\s*(?:[,:()–—]|--|\b(?:so|which|while|since|because|and|but|compared|i\.e|e\.g)\b)")
_BETWEEN = r"(?<=\d)(?P<left>[\s{}]*)(?P<sign>[xX]|\\times(?![a-zA-Z])|by|⨯|✕|-by-|\*)(?=[\s{}]*\d)"
_SIGNS = (
    (regex(_BETWEEN), "×"),
    (regex(r"\\(?:to|rightarrow|longrightarrow|mapsto)(?![a-zA-Z])|-+>|=>"), "→"),
    (
        regex(
            r"\\(?:text|mathrm|mathit|textbf|mathbf|left|right|displaystyle)(?![a-zA-Z])|\\(?:quad|[;:! ])"
            r"|[`~]"
        ),
        " ",
    ),
)


@record(frozen=True, slots=True)
class Told:
    """What an operation comes to as a sentence has it: the two sides, and the places that say so."""

    name: str  # what is stated, for messages
    expr: Expr
    side: Span  # in the sentence, what is spoken of
    value: Expr
    place: Span  # in the sentence, where the value stands
    roughly: bool = False


@record(frozen=True, slots=True)
class Value:
    """A number that is stated."""

    expr: Expr
    span: Span  # in the sentence
    roughly: bool

    def told(self, name: str, expr: Expr, side: Span | None = None) -> Told:
        """That this is what an expression comes to; `side` is where that is spoken of, if elsewhere."""
        return Told(name, expr, side or self.span, self.expr, self.span, self.roughly)


class Words:
    """A sentence of which everything that has been understood is painted over."""

    def __init__(self, text: str) -> None:
        self.left = text

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first place that a pattern fits; it is no more looked at."""
        found = pattern.search(self.left)
        if found is not None:
            self.paint(*found.span())
        return found

    def paint(self, start: int, end: int) -> None:
        self.left = self.left[:start] + " " * (end - start) + self.left[end:]

    def count(self, pattern: re.Pattern[str]) -> int | None:
        """The whole number in the first group of a pattern that took part."""
        found = self.take(pattern)
        return None if found is None else next(whole(group) for group in found.groups() if group is not None)

    def is_spent(self, end: int) -> bool:
        """Whether no number is left over up to a place, nor behind it before another clause begins."""
        clause = _CLAUSE.search(self.left, end)
        return not _COUNTED.search(self.left, 0, len(self.left) if clause is None else clause.start())


@record(frozen=True, slots=True)
class Sentence:
    """One sentence of a passage, with its signs in one spelling and every character in its place."""

    text: str
    start: int  # on the page
    passage: Passage
    lexicon: Lexicon
    chains: Mapping[int, Statement]
    page: str

    def statement(self, told: Told) -> Statement:
        side, place = (
            Span(span.start + self.start, span.end + self.start) for span in (told.side, told.place)
        )
        members = (
            Member(None, told.expr, side, said=told.name),
            Member("≈" if told.roughly else "=", told.value, place),
        )
        span = Span(min(side.start, place.start), max(side.end, place.end))
        return Statement(members, span, self.passage)

    def value(self, at: int) -> Value | None:
        """The number at a place; where a chain begins there, its first member."""
        while self.text[at : at + 1].isspace():
            at += 1
        first = self.member(at)
        if first is not None:
            known = not any(isinstance(node, Name | Hole) for node in walk(first.expr))
            span = Span(first.span.start - self.start, first.span.end - self.start)
            return Value(first.expr, span, False) if known else None
        found = _VALUE.match(self.text, at)
        if found is None:
            return None
        end = found.end("value" if found["scale"] is None else "scale")
        expr = self.parsed(*found.span("value"))
        if expr is None or (found["scale"] and not isinstance(expr, Number)):
            return None
        if found["scale"] and isinstance(expr, Number):
            word = found["scale"].strip()
            place = Span(expr.span.start, self.start + end)
            expr = scaled(loosened(expr), fmpq(SCALES[word][0]), f"{expr.text} {word}", place)
        return Value(expr, Span(found.start("value"), end), _ROUGHLY.search(found[0]) is not None)

    def behind(self, value: Value) -> int:
        """The place behind a value, or behind the chain that goes on from it."""
        chain = self.chains.get(self.start + value.span.start)
        return value.span.end if chain is None else chain.members[-1].span.end - self.start

    def member(self, at: int) -> Member | None:
        """The side of a chain that begins at a place, if another stands beside it."""
        chain = self.chains.get(self.start + at)
        return None if chain is None else next(m for m in chain.members if m.span.start == self.start + at)

    def parsed(self, start: int, end: int) -> Expr | None:
        """The maths between two places."""
        shift = self.start - self.passage.span.start
        original = self.passage.text[shift + start : shift + end]
        expr = parse_maths(original, self.lexicon, self.start + start)
        return None if any(isinstance(node, Hole) for node in walk(expr)) else expr

    def says(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(self.text) is not None

    def says_elsewhere(self, pattern: re.Pattern[str]) -> bool:
        """Whether something is spoken of on the page outside of this sentence."""
        end = self.start + len(self.text)
        return bool(pattern.search(self.page, 0, self.start) or pattern.search(self.page, end))


def sentences(
    passage: Passage, lexicon: Lexicon, chains: Mapping[int, Statement], page: str
) -> Iterator[Sentence]:
    """The sentences of a passage that state something."""
    text, start = passage.text, 0
    ends = [found.end() for found in _STOP.finditer(text) if not _ABBREVIATED.search(text, 0, found.start())]
    for end in (*ends, len(text)):
        said, begin = _plain(text[start:end]), start
        start = end
        if len(said) > LONGEST or "?" in said or not _COUNTED.search(said) or _OPEN.search(said):
            continue
        opening = begin + len(said) - len(said.lstrip())
        before = sentence_before(text, opening)
        if _OPEN.search(before) or is_called_false(page, passage.span.start + end):
            continue
        if is_asserted(text, before, opening, end):
            yield Sentence(said, passage.span.start + begin, passage, lexicon, chains, page)


def _plain(text: str) -> str:
    """The text with its signs in one spelling, padded to their old length."""
    for pattern, sign in _SIGNS:
        text = pattern.sub(partial(_padded, sign), text)
    return text


def _padded(sign: str, found: re.Match[str]) -> str:
    return sign.center(len(found[0]))


def whole(numeral: str) -> int:
    """The number that digits with thousands apart stand for."""
    return int(re.sub(r"\D", "", numeral))


def applied(op: str, *args: int | Expr, **options: int) -> Call:
    """An operation on numbers of a sentence."""
    exprs = tuple(number(arg) if isinstance(arg, int) else arg for arg in args)
    return Call(_span(exprs), op, exprs, tuple((name, number(value)) for name, value in options.items()))


def _span(exprs: tuple[Expr, ...]) -> Span:
    return exprs[0].span if exprs else Span(0, 0)


def either(*options: Expr) -> Expr | None:
    """What may be meant, the likeliest first; None where it is more than can be tried."""
    distinct = list(dict.fromkeys(options))
    if len(distinct) > MOST_READINGS:
        return None
    return distinct[0] if len(distinct) == 1 else Alt(NOWHERE, tuple(distinct))


def listed(*sizes: int) -> Array:
    return Array(Span(0, 0), tuple(number(size) for size in sizes), "list")


def numeral(text: str) -> Expr:
    """A decimal as it is written."""
    return parse_maths(text.replace("−", "-").replace(" ", ""))
