"""Attention worked out query by query: each list of scores and weights and each output held to its step.

What a page gives decides what every step comes to. A list that is the step of a query but for one entry,
where other lists are those steps, has a slip in this entry; nobody has to write the formula beside it. A list
may follow from what is exact or from the rounded list above it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.comparing.miscopying import misread_near
from workings.checking.following import steps
from workings.checking.following.given import Given, givens
from workings.checking.following.items import Item, items_of
from workings.checking.following.steps import (
    OUTPUT,
    POWERS,
    SCALED,
    SCORES,
    STEPS,
    WEIGHTS,
    Step,
    Way,
)
from workings.checking.lists.balls import Written, widened
from workings.checking.lists.ways import Numbers
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.wording import claim_about
from workings.evaluating.rendering import show_like
from workings.finding import Claim, Verdict
from workings.parsing.moods import is_contrasted
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "attention/odd-entry"
_OTHERWISE = regex(
    r"\bmask|\bcausal|\btemperature\b|\blinear attention|\bALiBi\b|\bRoPE\b|\brotary\b"
    r"|\bcolumns? (?:are|is) (?:the )?(?:tokens?|quer)"
    r"|\brelative\b|\bdropout\b|\bargmax attention|\bhard attention|\bcosine\b|\bdown the columns"
    r"|softmax[^.\n]{0,60}\bcolumn|\bK\s*\^\s*+\{?\s*+(?:\\top|T)\}?\s*Q\b",
    re.I,
)  # the steps are others
PRECISE = 12  # units of its last digit that a number has at least which tells something
ENOUGH = 2  # entries of the same step elsewhere that fit
_DOUBTED = (Verdict.WRONG, Verdict.CARRIED, Verdict.ROUNDING)


@record(frozen=True, slots=True)
class Odd:
    """An item that is a step of a query but for one entry."""

    item: Item
    at: int
    step: Step
    query: int
    right: arb
    named: bool  # the step and the query are those that words tell
    is_telling: bool  # what fits of it is no coincidence
    exchanged: bool = False  # with another entry


@record(slots=True)
class Walk:
    """The lists of each query so far, as they are stated."""

    given: Given
    doubted: Sequence[int]  # where something is wrong, from which numbers may follow
    stated: dict[tuple[str, int], Numbers] = field(default_factory=dict)
    strange: set[tuple[str, int]] = field(default_factory=set)  # of these, what is not as it should be
    fitting: Counter[str] = field(default_factory=Counter)  # entries of each step that are right
    right: list[Item] = field(default_factory=list)
    odd: list[Odd] = field(default_factory=list)

    def take(self, item: Item) -> None:
        """Find the step that an item is, or is but for one entry."""
        queries = range(1, len(self.given.queries[0]) + 1)
        asked = 1 if len(queries) == 1 else item.query
        tried = [
            (step, query, ways)
            for query in (queries if asked is None else [asked])
            if query in queries
            for step, ways in self._steps(query, len(item.numbers))
            if ways and item.step in (None, step)
        ]
        written = [Written(number) for number in item.numbers]
        for step, query, ways in tried:
            if any(all(map(Written.fits, written, way.sharp, way.wide)) for way in ways):
                tells = sum(map(_tells, item.numbers))
                self.fitting[step.called] += tells
                if tells > 1 and self._is_sure(step, query, item.start):
                    self.right.append(item)
                self._keep(step, query, item)
                return
        if tuple(number.value for number in item.numbers) in self.given.rows:
            return  # put in, and nothing that comes out
        near = [odd for one in tried if (odd := _odd(item, len(queries) == 1, written, *one)) is not None]
        near = [odd for odd in near if odd.named] or [odd for odd in near if odd.is_telling]
        if near and len({(odd.step.called, odd.query) for odd in near}) == 1:
            (step, query), start = (near[0].step, near[0].query), item.start
            again = (step.called, query) in self.stated
            if self._is_sure(step, query, start) and (near[0].is_telling or not again):
                self.odd.append(near[0])
            self._keep(step, query, item)
            self.strange.add((step.called, query))
        elif not near and len(item.numbers) == self.given.length:
            said = {step.called for step in STEPS[:-1] if step.words.search(item.words)}
            self.strange.update(
                (step, query) for step in said for query in (queries if asked is None else [asked])
            )

    def _keep(self, step: Step, query: int, item: Item) -> None:
        self.stated[step.called, query] = [*map(widened, item.numbers)]
        self.strange.discard((step.called, query))

    def _is_sure(self, step: Step, query: int, place: int) -> bool:
        """Whether what a step starts from is stated and as it should be, so that the slip is in this step."""
        if (step.called, query) in self.strange:
            return False
        before = [(one.called, query) for one in reversed(STEPS[: STEPS.index(step)])]
        nearest = next((one for one in before if one in self.stated or one in self.strange), None)
        if nearest is not None:
            return nearest not in self.strange
        return not self.strange and not any(self.given.start <= at < place for at in self.doubted)

    def _steps(self, query: int, count: int) -> Iterator[tuple[Step, list[Way]]]:
        """Every step of a query that gives so many numbers, and the ways to it."""
        given, after = self.given, self._after
        exact = [steps.scores(rows[query - 1], keys) for rows in given.queries for keys in given.keys]
        scaled = [steps.scaled(way, given.width) for way in after(SCORES, query, exact)]
        bases = after(SCALED, query, [*map(steps.unwritten, scaled)])
        if (SCALED.called, query) not in self.stated:
            bases = [*bases, *after(SCORES, query, exact)]
        powers = [steps.powers(each) for way in bases for each in (way, steps.shifted(way))]
        weights = [*map(steps.shares, after(POWERS, query, powers))]
        if count == given.length:
            yield from ((SCORES, exact), (SCALED, scaled), (POWERS, powers), (WEIGHTS, weights))
        if given.values and count == len(given.values[0][0]):
            used = after(WEIGHTS, query, weights)
            yield OUTPUT, [steps.mixed(way, rows) for way in used for rows in given.values]

    def _after(self, step: Step, query: int, ways: list[Way]) -> list[Way]:
        """What the next step may start from: the list as it is stated first, then what is exact."""
        stated = self.stated.get((step.called, query))
        if stated is None:
            return ways
        return [Way([arb(x.mid()) for x in stated], stated), *(Way(way.sharp, way.sharp) for way in ways)]


def claims_of_walks(sheet: Sheet) -> Iterator[Claim]:
    """The odd entries of attention that is worked out list by list."""
    if sheet.says(_OTHERWISE):
        return
    known, places = givens(sheet.statements)
    if not known:
        return
    starts = [given.start for given in known]
    doubted = [
        one.span.start for one in sheet.judge.claims if one.verdict in (Verdict.WRONG, Verdict.CARRIED)
    ]
    walk: Walk | None = None
    done: list[Walk] = []
    for item in items_of(sheet, starts[0]):
        if any(span.start <= item.start < span.end for span in places):
            continue
        given = known[bisect_right(starts, item.start) - 1]
        if walk is None or walk.given.epoch != given.epoch:
            walk = Walk(given, doubted)
            done.append(walk)
        walk.given = given
        if not item.supposed:
            walk.take(item)
    for walk in done:
        yield from _upheld(sheet, walk)
        for odd in walk.odd if walk.fitting.total() else ():
            beside = odd.named and walk.fitting[odd.step.called] >= ENOUGH
            claim = _claim(sheet, odd) if odd.is_telling or beside else None
            if claim is not None and not is_contrasted(sheet.text, claim.span.start):
                yield claim


def _odd(
    item: Item, lone: bool, written: Sequence[Written], step: Step, query: int, ways: Sequence[Way]
) -> Odd | None:
    """What comes of an item that is one step but for one entry, where the others are no coincidence."""
    whose = item.query == query or lone
    named = step is item.step or (whose and step.words.search(item.words) is not None)
    for way in ways:
        off = [at for at, one in enumerate(written) if one.is_off(way.wide[at])]
        rough = [at for at, one in enumerate(written) if not one.fits(way.sharp[at], way.wide[at])]
        if off != rough or not off or any(not written[off[0]].is_off(other.wide[off[0]]) for other in ways):
            continue
        if len(off) == 1:
            value = item.numbers[off[0]].value
            telling = (step is WEIGHTS and named and not 0 <= value <= 1) or _is_telling(
                item, off[0], named, way
            )
            return Odd(item, off[0], step, query, way.sharp[off[0]], named, telling)
        if len(off) == 2 and named and not item.is_row:
            one, other = off
            turned = ((one, other), (other, one))
            if all(written[at].fits(way.sharp[source], way.wide[source]) for at, source in turned):
                return Odd(item, one, step, query, way.sharp[one], named, is_telling=True, exchanged=True)
    return None


def _is_telling(item: Item, odd: int, named: bool, way: Way) -> bool:
    """Whether the entries that fit are no coincidence; noughts and ones are."""
    fitting = [number for at, number in enumerate(item.numbers) if at != odd]
    telling = {abs(number.value): number for number in fitting if _tells(number)}
    digits = sum(len(str(abs(one.value / one.unit).p)) for one in telling.values())
    if named and telling:
        return len(fitting) > 1 or digits > 2 or _slip(item.numbers[odd], way.sharp[odd]) is not None
    return len(telling) > 1 and digits >= 5


def _tells(number: Stated) -> bool:
    """Whether a number that fits is no coincidence: not nought or one, and precise enough."""
    return number.value not in (0, 1) and (number.integer or PRECISE * number.unit <= abs(number.value))


def _slip(stated: Stated, right: arb) -> str | None:
    return misread_near(_exact(right), stated.unit, stated.value, stated.unit)


def _upheld(sheet: Sheet, walk: Walk) -> Iterator[Claim]:
    """The lists that are a step of their query and that nothing was said of yet."""
    taken = [claim.span for claim in sheet.judge.told]
    for item in walk.right:
        span = Span(item.places[0].start, item.places[-1].end)
        apart = item.step is not None or "=" in sheet.text[span.start : span.end]
        if not apart and not any(span.start < one.end and one.start < span.end for one in taken):
            taken.append(span)
            yield claim_about(sheet.judge.page, span, Verdict.RIGHT)


def _claim(sheet: Sheet, odd: Odd) -> Claim | None:
    place, stated = odd.item.places[odd.at], odd.item.numbers[odd.at]
    known = [claim for claim in sheet.judge.claims if claim.span.start <= place.start < claim.span.end]
    settled = [claim.verdict for claim in known]
    if any(one in settled for one in _DOUBTED) or (odd.step in STEPS[1:4] and Verdict.RIGHT in settled):
        return None  # it is told already, or worked out here from other numbers
    right = _exact(odd.right)
    shown = (
        show_like(right, fmpq(1, 100) if stated.integer else stated.unit) if right.q != 1 else str(right.p)
    )
    slip = "slip/exchanged" if odd.exchanged else _slip(stated, odd.right)
    what = f"output {odd.query}" if odd.step is OUTPUT else f"the {odd.step.called} of query {odd.query}"
    message = f"entry {odd.at + 1} of {what} is {shown}; the other entries agree"
    return claim_at(sheet.judge, place, RULE, (slip,) if slip else (), message, shown, ())


def _exact(value: arb) -> fmpq:
    mid = value.mid().fmpq()
    return fmpq(mid.p, mid.q)
