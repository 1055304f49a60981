"""Sentences about results against the weights that the document worked out.

A sentence is judged only where its numbers, ordinals or words pick a row and columns of weights that are
known above it. It is wrong only if no table of the document, and no way to count, makes it true. Words
without a threshold of their own (strongly, slightly) are judged by order alone.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import field

from flint import fmpq

from workings.checking.comparing.digits import judge_digits, stated_number
from workings.checking.prose.weighing import RECENT, Row, Table
from workings.evaluating.ranking import Ranking
from workings.finding import Verdict
from workings.parsing.parties import Party
from workings.parsing.sentences import Fact, Relation
from workings.parsing.sequences import Words, words_in
from workings.record import record
from workings.regex import regex
from workings.value import Scalar

BESIDE = 400  # characters between a vector and a sentence that does not say whose weights it is about
MOST_SIZES = 8  # of tables whose rows are looked up as words
ALIKE = fmpq(1, 20)  # by which weights may differ that are called equal
_FROM_NOUGHT = regex(
    r"\b(?:token|word|position|input|output|query|key|row|class|index)\s+0\b|[xqk]_\{?0\b|\[0\]|"
    r"\b(?:0|zero)-(?:based|indexed)",
    re.I,
)
_MOVED_ON = regex(
    r"^[^\w\n]*(?:head|layer|example|exercise|problem|question|task|sample|case)\s+#?\d", re.I | re.M
)
_NO_QUERY = frozenset({"class", "key", "column", "value"})
_NO_KEY = frozenset({"row", "query", "output", "o/p"})


@record(frozen=True, slots=True)
class Picked:
    """The row and the places in it that a fact is about, under one way to count."""

    table: Table
    row: Row
    places: tuple[int, ...]
    base: int  # the number of the first


@record(frozen=True, slots=True)
class Judged:
    """A fact with its verdict, and the weights that it was judged by."""

    fact: Fact
    verdict: Verdict
    picked: Picked
    figure_only: bool = False  # the relation holds, the number does not
    rival: tuple[int, ...] = ()  # the places that “slightly” was compared with


@record()
class Bench:
    """All that sentences of one document are judged by."""

    tables: Sequence[Table]  # in reading order
    text: str
    _words: dict[tuple[int, int], tuple[Words, Words]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ends = [table.span.end for table in self.tables]
        self.turns = [found.start() for found in _MOVED_ON.finditer(self.text)]
        self.counts_from_nought = _FROM_NOUGHT.search(self.text) is not None

    def words(self, table: Table) -> tuple[Words, Words]:
        """What rows and columns of a table are called, where it has all its rows."""
        size = (len(table.rows), table.width)
        if size[0] < 2 or table.rows.keys() != set(range(1, size[0] + 1)):
            return (), ()
        if size not in self._words:
            if len(self._words) >= MOST_SIZES:
                return (), ()
            rows, columns = words_in(self.text, *size)
            names = [tuple(word.lower() for word in words) for words in (rows, columns)]
            kept = [words if len(set(words)) == len(words) else () for words in names]
            self._words[size] = (kept[0], kept[1])
        return self._words[size]

    def judge(self, fact: Fact, beside: Sequence[Fact]) -> Judged | None:
        """The verdict on a fact; None where it picks no weights, or may be about others than we know."""
        near = self.nearest(fact)
        if near is None:
            return None
        first, *others = self.found(fact, near, beside)
        sound = next((found for found in (first, *others) if _is_sound(found)), None)
        if first is None or sound is not None:
            return sound
        if bisect(self.turns, near.span.end) < bisect(self.turns, fact.span.start):
            return None
        at = bisect(self.ends, fact.span.start)
        others_near = self.tables[max(0, at - RECENT) : at + RECENT]
        return (
            None if any(self.holds_in(table, fact, beside, first.picked) for table in others_near) else first
        )

    def holds_in(self, table: Table, fact: Fact, beside: Sequence[Fact], unlike: Picked) -> bool:
        """Whether a fact holds in a table with other weights than those that it was judged by."""
        return any(
            _is_sound(judged(fact, picked, self.rivals(picked, beside)))
            for picked in self.picks(fact, table)
            if not _are_alike(picked.row.given, unlike.row.given)
        )

    def nearest(self, fact: Fact) -> Table | None:
        """The latest weights above a sentence that it can be about, close by where it names no subject."""
        at = bisect(self.ends, fact.span.start)
        above = self.tables[max(0, at - RECENT) : at]
        if fact.subject is not None:
            return next((table for table in reversed(above) if any(self.picks(fact, table))), None)
        vectors = [table for table in above if any(self.picks(fact, table))]
        if not vectors or any(table.span.end > vectors[-1].span.end for table in above):
            return None
        return vectors[-1] if fact.span.start - vectors[-1].span.end <= BESIDE else None

    def found(self, fact: Fact, table: Table, beside: Sequence[Fact]) -> list[Judged | None]:
        """What a table says to a fact, under each way to count."""
        return [judged(fact, picked, self.rivals(picked, beside)) for picked in self.picks(fact, table)]

    def rivals(self, picked: Picked, beside: Sequence[Fact]) -> tuple[int, ...]:
        """The places that the same sentence calls strong, for a “slightly” to be compared with."""
        return tuple(
            place
            for fact in beside
            if fact.relation in (Relation.STRONG, Relation.MOST)
            for other in self.picks(fact, picked.table)
            if other.row is picked.row and other.base == picked.base
            for place in other.places
        )

    def picks(self, fact: Fact, table: Table) -> Iterator[Picked]:
        """The row and places of a table that a fact names, counted from one or from nought."""
        if table.is_vector != (fact.subject is None) or not _is_apt(fact):
            return
        rows, columns = self.words(table)
        for base in (1, 0) if self.counts_from_nought or fact.subject is None else (1,):
            at = 0 if fact.subject is None else _place(fact.subject, rows, base)
            row = None if at is None else table.rows.get(at + 1)
            places = [at if party.is_subject else _place(party, columns, base) for party in fact.objects]
            known = [place for place in places if place is not None and 0 <= place < table.width]
            if row is not None and len(known) == len(places) == len(set(known)):
                yield Picked(table, row, tuple(known), base)


def _is_sound(found: Judged | None) -> bool:
    return found is not None and found.verdict is not Verdict.WRONG


def _are_alike(first: Sequence[Scalar], second: Sequence[Scalar]) -> bool:
    """Whether two rows are the same weights, as far as their enclosures tell."""
    pairs = zip(first, second, strict=False)
    return len(first) == len(second) and not any(one < other or one > other for one, other in pairs)


def _is_apt(fact: Fact) -> bool:
    """Whether what is spoken of can be a row, and columns of it."""
    if len({party.symbol for party in fact.objects if party.symbol}) > 1:
        return False
    if fact.subject is None:
        return all(party.noun not in _NO_KEY and not party.is_subject for party in fact.objects)
    return fact.subject.noun not in _NO_QUERY and all(p.noun not in _NO_KEY for p in fact.objects)


def _place(party: Party, words: Words, base: int) -> int | None:
    if party.number is not None:
        return party.number - base
    return words.index(party.word) if party.word in words else None


def judged(fact: Fact, picked: Picked, rivals: tuple[int, ...]) -> Judged | None:
    """A fact against one row: right by the givens, carried from what is stated, or neither."""
    row = picked.row
    versions = zip((row.given, row.said), row.ranks, strict=True)
    relation = [_holds(fact, values, groups, picked, rivals) for values, groups in versions]
    figure = [_figure(fact, values, picked.places) for values in (row.given, row.said)]
    if relation[0] is None and figure[0] is None:
        return None
    related = relation[0] is not False or relation[1] is True
    counted = figure[0] is not Verdict.WRONG or figure[1] is not Verdict.WRONG
    if not (related and counted):
        return Judged(fact, Verdict.WRONG, picked, related, rivals)
    if relation[0] is not False and figure[0] is not Verdict.WRONG:
        return Judged(fact, figure[0] or Verdict.RIGHT, picked)
    return Judged(fact, Verdict.CARRIED if row.cause else Verdict.RIGHT, picked)


def _figure(fact: Fact, values: Sequence[Scalar], places: Sequence[int]) -> Verdict | None:
    """Whether the number beside a fact is the weight it names; None where there is no number."""
    stated = stated_number(fact.figure) if fact.figure is not None else None
    if stated is None:
        return None
    weights = [max(values, key=float)] if fact.relation is Relation.LARGEST else [values[at] for at in places]
    found = {judge_digits(weight, stated, False) or Verdict.RIGHT for weight in weights}
    return next((v for v in (Verdict.RIGHT, Verdict.ROUNDING) if v in found), Verdict.WRONG)


def _holds(
    fact: Fact, values: Sequence[Scalar], groups: Ranking, picked: Picked, rivals: tuple[int, ...]
) -> bool | None:
    """Whether a relation holds in a row; None where the words alone claim nothing."""
    places = picked.places
    is_void = fact.figure is None and any(picked.row.said[at] == 0 for at in places)
    match fact.relation:
        case Relation.MOST:
            return _reach(groups, places, 0)
        case Relation.NEXT:
            if is_void:
                return False  # no weight is left for it
            is_second = fact.named <= 1 < len(groups) and set(places) <= set(groups[1])
            return is_second or _reach(groups, places, max(1, fact.named))
        case Relation.LEAST:
            return _reach(groups[::-1], places, 0)
        case Relation.EQUAL:
            weights = [values[at] for at in places]
            return bool(max(weights, key=float) - min(weights, key=float) <= ALIKE)
        case Relation.MORE:
            return all(not values[places[0]] <= values[at] for at in places[1:])
        case Relation.SLIGHT:
            if is_void:
                return False
            return (
                all(not values[at] >= values[other] for at in places for other in rivals) if rivals else None
            )
        case _:
            return None


def _reach(groups: Sequence[Sequence[int]], places: Sequence[int], start: int) -> bool:
    """Whether these can be the next ones from a rank on, with ties broken in their favour."""
    end = start + len(places)
    for place in places:
        first = 0
        for group in groups:
            if place in group:
                break
            first += len(group)
        if not (first < end and first + len(group) > start):
            return False
    return True
