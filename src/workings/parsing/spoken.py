"""Equalities in words: “the norm of (3, 4) is 5”, “A has determinant -2”, “σ(0) is one half”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache

from workings.document import Kind, Member, Passage, Statement
from workings.expr import AT, Array, Call, Expr, Hole, Name, Number, Relation, call, children, walk
from workings.parsing.grammar import parse_maths
from workings.parsing.hedges import ambiguous_on, clause_before, is_meant_otherwise, is_open, may_have_changed
from workings.parsing.lexicon import Lexicon
from workings.parsing.operands import LONGEST, Operand, Operands
from workings.regex import regex
from workings.source import Span

LONGEST_POINT = 24  # characters of `x = 2`
LONGEST_HAS = 24  # characters of “ has a ”
FURTHEST_OWNER = 300  # characters between a matrix and what is said of “its” trace
_VERB = regex(
    r"\s*(?:\b(?:is(?:\s+equal\s+to)?|are|equals|comes\s+(?:out\s+)?to|amounts\s+to|evaluates\s+to)\b"
    r"|=|≈|:(?=[ \t]))\s+"
    r"(?:\b(?:about|approximately|approx\.?|roughly|exactly|then|therefore|thus|simply|around)\s+)?"
)
_ROUGHLY = regex(r"about|approx|roughly|around|≈")
_STILL_ITS = regex(  # what may stand between a matrix and “its”, so that it is still the one that is meant
    r"[\s$.,;:)]*(?:(?:and\s+)?its\s+(?:determinant|trace|rank|norm|mean|sum)\b(?:[^.;]"
    r"|\.(?=\d)){0,80}[.;,]?\s*)*(?:and\s+)?\Z",
    re.IGNORECASE,
)
_AT = regex(r"\s+(?:at|for|when|with)\s+")
_OF = regex(r"\s+(?:of|between|for|from)\b")
_HAS = regex(r"\s+(?:has|have)\s+(?:an?\s+|the\s+)?\Z")
_HAS_IT = regex(r"\s+(?:of\s+|equal\s+to\s+)?")
_CALLED = regex(
    r"(?<![\w\\.])(?:[A-Za-z]{2,14}|σ)\([^()\n]{1,60}\)(?=\s+(?:is|equals|are|comes|evaluates)\b)"
)
_OPENS = regex(  # a sentence, or what it is about: no “divided by $\\sqrt{3}$ are …”
    r"(?:\A|[.:;,!?]|\n[^\S\n]*+\n|\b(?:so|then|and|but|hence|thus|therefore|here|now|while|because|since"
    r"|that))[\s$]*+\Z",
    re.IGNORECASE,
)
_SUBJECT = regex(  # what a sentence begins with: no “half the sum of”, no “geometric mean of”
    r"(?:\A|[.:;,!?()]|\n[^\S\n]*+\n|(?P<and>\b(?:and|but|while))|\b(?:so|then|hence|thus|therefore|here|now"
    r"|because|since|get"
    r"|have|that|also|finally|next|first))[\s$]*+(?:\b(?:the|a|an|this|our|their|resulting"
    r"|corresponding)\s+){0,2}\Z",
    re.IGNORECASE,
)
_GIVEN = regex(r"(?:\A|[.:;!?]\s|\n[^\S\n]*+\n|\bso\b)\s*+(?:for|with|given)\s+", re.IGNORECASE)
_COMES = regex(r"\s*,?\s*(?:\b(?:we\s+get|we\s+have|then)\s+)?(?:\b(?:the|an?)\s+)?\Z", re.IGNORECASE)
_IS = regex(r"\b(?:is|are|equals|has|have)\b|=")
_ITS = regex(r"\b[Ii]ts\s+\Z")
_BELOW = frozenset({"det", "trace", "norm", "norm 1", "norm 2"})
_WORKS = regex(r"\s*(?:is|=|:)?\s*")
_ONLY_SUCH = regex(  # what may stand between a matrix and a working of it: other workings of it
    r"(?:[^\w\\]|\d|\\(?:cdot|times|d?frac|sqrt|left|right|approx|end\{[bpv]?matrix\}|[\])\\,;])"
    r"|\b(?:the|its|and|has|with|trace|determinant|det|rank|norm|length|is)\b)*",
    re.IGNORECASE,
)
_PARTS = regex(r"[\s-]+")
_CONSTANTS = frozenset({"1", "2", "inf", "e", "π"})
_OF_NUMBERS = frozenset("sqrt exp ln abs factorial sigmoid relu inverse distance".split())
_NORMS = {"norm 1": "1", "norm 2": "2", "norm inf": "inf"}


def spoken_statements(
    passages: Iterable[Passage], statements: Sequence[Statement], lexicon: Lexicon, page: str
) -> Iterator[Statement]:
    """A statement for every result of an operation that is stated in words."""
    ambiguous = ambiguous_on(page)
    phrases = _pattern(tuple(phrase for phrase in lexicon.spoken if phrase not in ambiguous))
    chains = [statement for statement in statements if len(statement.members) > 1]
    starts = {statement.span.start: statement for statement in chains}
    heads = [statement.members[0].expr for statement in chains]
    given = _CONSTANTS | lexicon.defined | {head.key for head in heads if isinstance(head, Name)}
    lists = {
        chain.members[0].expr.key
        for chain in chains
        if isinstance(chain.members[0].expr, Name) and isinstance(chain.members[-1].expr, Array)
    }
    for passage in passages:
        if passage.kind is not Kind.PROSE:
            continue
        reader = _Sentences(passage, Operands(passage, lexicon, starts), given, lists)
        for found in phrases.finditer(passage.text):
            statement = (
                reader.said_of(found)
                or reader.said_to_have(found)
                or reader.said_of_its(found, statements)
                or reader.said_for(found)
                or reader.said_below(found, chains, page)
            )
            if statement is not None:
                yield statement
        called = [Span(*found.span()) for found in _CALLED.finditer(passage.text)]
        for place in (*called, *(Span(start, end) for start, end in reader.operands.maths.items())):
            statement = reader.said_of_call(place)
            if statement is not None:
                yield statement


@lru_cache(maxsize=4)
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(sorted((re.escape(p).replace(r"\ ", r"[\s-]") for p in phrases), key=len, reverse=True))
    return regex(rf"(?<![\w-])(?P<what>{words})(?![\w-])", re.IGNORECASE)


class _Sentences:
    """What the sentences of one passage say of results."""

    def __init__(self, passage: Passage, operands: Operands, given: Set[str], lists: Set[str]) -> None:
        self.passage = passage
        self.operands = operands
        self.given = given  # letters with a value
        self.lists = lists  # letters that are given one
        self.text = passage.text
        self.offset = passage.span.start

    def said_of(self, found: re.Match[str]) -> Statement | None:
        """“The dot product of a and b is 7.”"""
        behind = _OF.match(self.text, found.end())
        if behind is None or not self.is_subject(found.start()):
            return None
        operands, at = self.operands.joined_at(behind.end())
        return self.statement(found, operands, found.start(), at)

    def said_for(self, found: re.Match[str]) -> Statement | None:
        """“For predictions [1, 2] and targets [2, 4] the mean squared error is 2.5.”"""
        given = [*_GIVEN.finditer(self.text, max(0, found.start() - LONGEST), found.start())]
        operands, at = self.operands.joined_at(given[-1].end()) if given else ([], 0)
        if not operands or at > found.start() or not _COMES.fullmatch(self.text[at : found.start()]):
            return None
        return self.statement(found, operands, found.start(), found.end())

    def is_subject(self, start: int) -> bool:
        """Whether a sentence begins here with what it is about."""
        opens = _SUBJECT.search(self.text, 0, start)
        if opens is None:
            return False
        before = clause_before(self.text, opens.start())
        return opens["and"] is None or _IS.search(before) is not None

    def said_to_have(self, found: re.Match[str]) -> Statement | None:
        """“A has determinant -2.”"""
        has = _HAS.search(self.text, max(0, found.start() - LONGEST_HAS), found.start())
        of = _HAS_IT.match(self.text, found.end())
        operand = None if has is None else self.operands.before(has.start())
        if operand is None or of is None:
            return None
        side = Span(operand.span.start, found.end())
        return self.built(found, [operand], side, self.operands.value(of.end()), False)

    def said_of_its(self, found: re.Match[str], statements: Sequence[Statement]) -> Statement | None:
        """“Let A = …. Its trace is 5.”"""
        if _ITS.search(self.text, max(0, found.start() - LONGEST_HAS), found.start()) is None:
            return None
        place = self.offset + found.start()
        for before in reversed([s for s in statements if s.span.end <= place]):
            head, *rest = (member.expr for member in before.members)
            if isinstance(head, Name) and rest and isinstance(rest[-1], Array):
                between = self.text[max(0, before.span.end - self.offset) : found.start()]
                between = _ITS.sub("", between)
                near = place - before.span.end <= FURTHEST_OWNER and _STILL_ITS.match(between) is not None
                owner = Operand(head, Span(found.start(), found.end()))
                return self.statement(found, [owner], found.start(), found.end()) if near else None
            if rest:
                return None
        return None

    def said_below(self, found: re.Match[str], chains: Sequence[Statement], page: str) -> Statement | None:
        """“A = …, trace 2 + 3 = 5, determinant 2 · 3 - 1 = 5”: a working of what stands right above it."""
        start, begins = self.offset + found.start(), _WORKS.match(self.text, found.end())
        if begins is None or self.operands.lexicon.spoken[_phrase(found)][0] not in _BELOW:
            return None
        value = None
        if self.offset + begins.end() in self.operands.starts:
            value = self.operands.value(begins.end())
        above = max((s for s in chains if s.span.end <= start and _is_matrix(s)), key=_end, default=None)
        if above is None or value is None or start - above.span.end > FURTHEST_OWNER:
            return None
        if not isinstance(value.expr, Call) or _ONLY_SUCH.fullmatch(page, above.span.end, start) is None:
            return None
        side = Span(found.start(), found.end())
        return self.built(found, [Operand(above.members[0].expr, side)], side, value, False)

    def said_of_call(self, place: Span) -> Statement | None:
        """“sigmoid(0) is 0.5”, “x³ at x = 2 is 8”."""
        point = self.point_at(place.end)
        side = place if point is None else Span(place.start, point.span.end)
        verb = _VERB.match(self.text, side.end)
        if verb is None or not verb[0].lstrip()[0].isalpha() or not _OPENS.search(self.text, 0, place.start):
            return None
        value = self.operands.value(verb.end())
        if value is None or is_open(self.text, place.start, value.span.end):
            return None
        called = self.operands.parsed(place.start, place.end)
        if called is None or not isinstance(called.expr, Call):
            return None
        expr = called.expr if point is None else self.taken(called.expr, side, point.expr)
        if not self.is_known(expr):
            return None
        if called.expr.op == "norm" and len(called.expr.args) != 1:
            return None  # norm(3, 4) is of one vector
        return self.equated(expr, side, value, _ROUGHLY.search(verb[0]) is not None)

    def point_at(self, end: int) -> Operand | None:
        """The equation behind “at” or “for” that follows a formula: `x = 2`."""
        at = _AT.match(self.text, end)
        close = None if at is None else self.operands.maths.get(at.end())
        if at is None or close is None or close - at.end() > LONGEST_POINT:
            return None
        expr = parse_maths(self.text[at.end() : close], self.operands.lexicon, self.offset + at.end())
        return Operand(expr, Span(at.end(), close)) if _is_point(expr) else None

    def taken(self, expr: Expr, side: Span, point: Expr) -> Expr:
        """A formula at a point."""
        return Call(Span(self.offset + side.start, self.offset + side.end), AT, (expr, *children(point)))

    def statement(
        self, found: re.Match[str], operands: list[Operand], start: int, end: int
    ) -> Statement | None:
        """The statement that goes on with “is 7” at a place, its left side beginning at another."""
        verb = _VERB.match(self.text, end)
        if verb is None or not operands:
            return None
        roughly = _ROUGHLY.search(verb[0]) is not None
        word = verb.end() - len(verb[0].lstrip())  # before which the dollar of the last operand may stand
        side = Span(start, max(end, word - 1))
        return self.built(found, operands, side, self.operands.value(verb.end()), roughly)

    def built(
        self, found: re.Match[str], operands: list[Operand], side: Span, value: Operand | None, roughly: bool
    ) -> Statement | None:
        """The statement that an operation on the operands comes to a value, if it is meant so."""
        if value is None or is_open(self.text, side.start, value.span.end):
            return None
        phrase = _phrase(found)
        if is_meant_otherwise(self.text, phrase, found.start()):
            return None
        named = any(isinstance(node, Name) for operand in operands for node in walk(operand.expr))
        if named and may_have_changed(self.text, side.start):
            return None
        expr = self.applied(phrase, operands, side)
        return self.equated(expr, side, value, roughly) if expr is not None and self.is_known(expr) else None

    def equated(self, expr: Expr, side: Span, value: Operand, roughly: bool) -> Statement:
        """The statement that a side comes to a value."""
        places = [Span(span.start + self.offset, span.end + self.offset) for span in (side, value.span)]
        members = (Member(None, expr, places[0]), Member("≈" if roughly else "=", value.expr, places[1]))
        return Statement(members, places[0].cover(places[1]), self.passage)

    def is_known(self, expr: Expr) -> bool:
        """Whether every letter in it is given a value somewhere."""
        names = [node for node in walk(expr) if isinstance(node, Name)]
        return all({node.key, node.base} & self.given for node in names)

    def applied(self, phrase: str, operands: list[Operand], side: Span) -> Expr | None:
        """An operation on what stands behind its name, if so many operands fit it."""
        op, count = self.operands.lexicon.spoken[phrase]
        span = Span(self.offset + side.start, self.offset + side.end)
        exprs = [operand.expr for operand in operands]
        if len(exprs) != count or op not in _OF_NUMBERS and not all(map(self.is_list, exprs)):
            return None
        return _call(span, op, exprs)

    def is_list(self, expr: Expr) -> bool:
        """Whether an operand is a list or matrix; the y that runs through one is another matter."""
        return not isinstance(expr, Number) and (not isinstance(expr, Name) or expr.key in self.lists)


def _phrase(found: re.Match[str]) -> str:
    return " ".join(_PARTS.split(found["what"].lower()))


def _is_matrix(statement: Statement) -> bool:
    """Whether a statement gives a name a list or a matrix."""
    head, *rest = (member.expr for member in statement.members)
    return isinstance(head, Name) and isinstance(rest[-1], Array)


def _is_point(expr: Expr) -> bool:
    """`x = 2`."""
    if not isinstance(expr, Relation) or expr.signs != ("=",):
        return False
    letter, value = expr.members
    return isinstance(letter, Name) and not any(isinstance(node, Name | Hole) for node in walk(value))


def _end(statement: Statement) -> int:
    return statement.span.end


def _call(span: Span, op: str, args: Sequence[Expr]) -> Call:
    """The call of an operation by its spoken name, which may say its order: “norm 1”, “norm squared”."""
    name, _, kind = op.partition(" ")
    if kind == "squared":
        return call("pow", Call(span, name, tuple(args)), 2)
    if name == "distance" and kind:
        return Call(span, "norm", (call("sub", *args),), (("p", Name(span, kind, kind)),))
    if op in _NORMS:
        return Call(span, "norm", tuple(args), (("p", Name(span, _NORMS[op], _NORMS[op])),))
    return Call(span, op, tuple(args))
