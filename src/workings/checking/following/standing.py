"""Procedures followed from what is given: each stated number held to the step that it is.

What a step comes to is worked out from the numbers stated before it, and from those that are given. A number
that is not what its step gives is a slip where the page itself tells so: the other entries of its list are
right, what follows starts from the right number, or it cannot be what it is called, or it differs from the
right one as a slip of the pen does. Whoever works by other formulas, or from other numbers, is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache

from flint import arb, fmpq

from workings.checking.following.numbers import is_vague, middle, slip_of_pen, tells, unwritten
from workings.checking.following.procedures import PROCEDURES
from workings.checking.following.quantities import Quantity, quantities_of
from workings.checking.following.stages import Procedure, Stage
from workings.checking.lists.balls import Written, widened
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.methods.trials.recipes import maths
from workings.checking.wording import claim_about
from workings.evaluating import evaluate
from workings.evaluating.rendering import show_like
from workings.expr import Call, Expr, Name, walk
from workings.finding import Claim, Verdict
from workings.parsing.hypotheses import is_set
from workings.parsing.moods import is_contrasted
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span
from workings.value import Tensor, Value

RULE = "procedure/odd-value"
_SETTLED = (Verdict.WRONG, Verdict.CARRIED, Verdict.ROUNDING, Verdict.RIGHT)
ENOUGH = 2  # other steps that fit
LONG = 100  # units of its last digit in a number of three digits
FAR = 3  # units of the last digit that a slip takes it from the right number, at least
PARTS = 50  # of the right number, of which that is one at least
MOST_LINKS = 8  # steps that nobody writes down
Values = dict[str, Value]


@record(slots=True)
class Odd:
    """A number that is not what its step gives."""

    stage: Stage
    quantity: Quantity
    at: int
    right: fmpq
    beside: int  # entries of its list that fit and tell something
    pen: str | None  # the slip of the pen that makes it
    unsure: bool  # whether it starts from something that may be a result, and be wrong itself
    confirmed: bool = False  # what follows starts from the right number


@record(frozen=True, slots=True)
class Run:
    """What a step comes to in one way: just so, with all that may be rounded, and from what is given."""

    kind: str  # "stated", "mended" or "exact": what it starts from
    formula: Expr
    ideal: list[arb]
    loose: list[arb]
    exact: list[arb]

    def fits(self, written: Written, at: int) -> bool:
        return written.fits(self.ideal[at], self.loose[at])


@record(slots=True)
class Following:
    """The numbers of one procedure so far."""

    procedure: Procedure
    text: str
    said: Values = field(default_factory=dict)  # as stated, with all that may be rounded to it
    exact: Values = field(default_factory=dict)  # as it follows from what is given
    between: set[str] = field(default_factory=set)  # what is given, but only after the first step
    strange: set[str] = field(default_factory=set)  # what is not as it should be, and nobody knows why
    fitting: set[str] = field(default_factory=set)  # steps that are right, and tell so
    unfit: int = 0
    odd: list[Odd] = field(default_factory=list)
    certain: list[Odd] = field(default_factory=list)
    fit: list[Quantity] = field(default_factory=list)
    right: list[Quantity] = field(default_factory=list)  # what is surely a step, and as it should be

    def take(self, quantity: Quantity) -> None:
        """Find the step that a quantity is, and hold it to that."""
        stage = stage_of(self.procedure, quantity)
        if stage is None:
            return
        numbers = quantity.numbers
        sharp = _tensor(quantity, [number.value for number in numbers])
        if not self.meant(stage):
            if stage.key in self.exact and self.exact[stage.key] != sharp:
                self._begin()
            self.said[stage.key] = self.exact[stage.key] = sharp
            if stage.ways or self.fitting or self.strange or self.odd:
                self.between.add(stage.key)
            return
        if stage.key in self.said:
            self._begin()
        tried = [*self._tried(stage, len(numbers))]
        self.said[stage.key] = _tensor(quantity, [*map(widened, numbers)])
        if not tried:
            self.exact.setdefault(stage.key, sharp)
            self.strange.add(stage.key)
            return
        written = [*map(Written, numbers)]
        for run in tried:
            if all(map(Written.fits, written, run.ideal, run.loose)):
                self.exact[stage.key] = _tensor(quantity, run.exact)
                if sum(map(tells, numbers)) and not is_vague(run.loose):
                    self.fitting.add(stage.key)
                    self.fit.append(quantity)
                    self._confirm(run)
                return
        odd = self._odd(stage, quantity, written, tried)
        self.exact[stage.key] = _tensor(quantity, tried[0].exact if odd is None else odd[1].exact)
        self.unfit += 1
        if odd is None:
            self.strange.add(stage.key)
        else:
            self.odd.append(odd[0])

    def _odd(
        self, stage: Stage, quantity: Quantity, written: Sequence[Written], tried: Sequence[Run]
    ) -> tuple[Odd, Run] | None:
        """The one number of a quantity that is not what its step gives, and the way it should be made."""
        off = [at for at, one in enumerate(written) if all(one.is_off(run.loose[at]) for run in tried)]
        near = [
            run for run in tried if off == [at for at, one in enumerate(written) if not run.fits(one, at)]
        ]
        if len(off) != 1 or not near:
            return None
        if any(self._fits(formula, written) for formula in _others(self.procedure, stage.key)):
            return None
        (at,), found = off, list[tuple[Odd, Run]]()
        stated = quantity.numbers[at]
        beside = sum(tells(number) for place, number in enumerate(quantity.numbers) if place != at)
        for run in {id(run.formula): run for run in reversed(near)}.values():
            sources = _sources(self, run.formula)
            if sources & self.strange:
                continue
            unsure = bool(sources & self.between)
            right, pen = middle(run.ideal[at]), None
            for one in (right, middle(run.exact[at])):
                pen = slip_of_pen(one, stated)
                if pen is not None:
                    right = one
                    break
            apart = abs(stated.value - right)
            whole = stated.integer and right.q == 1
            if not whole and (apart <= FAR * stated.unit or apart * PARTS <= abs(right)):
                return None  # what was rounded on the way may explain it
            found.append((Odd(stage, quantity, at, right, beside, pen, unsure), run))
        if len(found) > 1 and not beside:
            found = [one for one in found if one[0].pen is not None]
        return found[0] if len(found) == 1 else None

    def _confirm(self, run: Run) -> None:
        """What a step starts from is right where it only fits so."""
        if run.kind == "mended":
            sources = _sources(self, run.formula)
            for odd in self.odd:
                odd.confirmed = odd.confirmed or odd.stage.key in sources

    def settle(self) -> None:
        """Keep what the page itself tells to be a slip, unless most steps are done otherwise."""
        if len(self.fitting) >= self.unfit:
            self.certain += [odd for odd in self.odd if _is_certain(self, odd)]
            self.right += self.fit if len(self.fitting) >= ENOUGH else ()
        self.fit.clear()
        self.odd.clear()
        self.fitting.clear()
        self.unfit = 0

    def _begin(self) -> None:
        """Another example: what was worked out is forgotten."""
        self.settle()
        for stage in self.procedure.stages:
            if stage.ways:
                self.said.pop(stage.key, None)
                self.exact.pop(stage.key, None)
        self.strange.clear()

    def _tried(self, stage: Stage, count: int) -> Iterator[Run]:
        """What a step comes to: from what is stated, mended where that is odd, and from what is given."""
        odd = {one.stage.key for one in self.odd if one.stage.key in self.said}
        mended = {key: self.exact[key] if key in odd else value for key, value in self.said.items()}
        for formula in self.meant(stage):
            stated, exact = self._run(formula, self.said), self._run(formula, self.exact)
            if stated is not None and exact is not None and len(stated) == len(exact) == count:
                yield Run("stated", formula, [arb(x.mid()) for x in stated], stated, exact)
                if odd and (made := self._run(formula, mended)) is not None:
                    yield Run("mended", formula, [arb(x.mid()) for x in made], made, exact)
                yield Run("mended" if odd else "exact", formula, exact, exact, exact)

    def _fits(self, formula: Expr, written: Sequence[Written]) -> bool:
        """Whether numbers are made in another way than the page seems to mean."""
        runs = [self._run(formula, values) for values in (self.said, self.exact)]
        return any(
            run is not None and len(run) == len(written) and all(map(Written.fits, written, run, run))
            for run in runs
        )

    def _run(self, formula: Expr, values: Mapping[str, Value]) -> list[arb] | None:
        value = self._value(formula, values, MOST_LINKS)
        items = value.items if isinstance(value, Tensor) else () if value is None else (value,)
        return [arb(x) for x in items if isinstance(x, fmpq | arb)] or None

    def _value(self, formula: Expr, values: Mapping[str, Value], links: int) -> Value | None:
        """What a formula comes to; steps between that are not stated are worked out on the way."""
        names: Values = {}
        for key in self.names(formula):
            value = values.get(key)
            if value is None and links:
                before = self.meant(_stages(self.procedure)[key])
                value = self._value(before[0], values, links - 1) if len(before) == 1 else None
                value = unwritten(value) if value is not None and values is not self.exact else value
            if value is None:
                return None
            names[key] = value
        made = as_value(evaluate(formula, names))
        return made if isinstance(made, Tensor | fmpq | arb) else None

    def names(self, formula: Expr) -> list[str]:
        known = _stages(self.procedure)
        return [node.key for node in walk(formula) if isinstance(node, Name) and node.key in known]

    def meant(self, stage: Stage) -> list[Expr]:
        """The ways to a step that the page may mean; without the part that it gives no numbers for."""
        ways = _ways(self.procedure, stage.key)
        meant = [formula for formula, said in ways if said is None or regex(said).search(self.text)]
        lacking = [key for key in self.procedure.optional if key not in self.said]
        return [_without(formula, lacking) for formula in meant] if lacking else meant


def _sources(following: Following, formula: Expr) -> set[str]:
    """What is stated of what a formula starts from."""
    found: set[str] = set()
    waiting = following.names(formula)
    while waiting:
        key = waiting.pop()
        if key in following.said:
            found.add(key)
        else:
            for inner in following.meant(_stages(following.procedure)[key])[:1]:
                waiting += following.names(inner)
    return found


def _without(formula: Expr, lacking: Sequence[str]) -> Expr:
    """A formula without a last summand that a page may leave out."""
    if isinstance(formula, Call) and formula.op == "add" and isinstance(formula.args[1], Name):
        return formula.args[0] if formula.args[1].key in lacking else formula
    if isinstance(formula, Call) and len(formula.args) == 1:
        return replace(formula, args=(_without(formula.args[0], lacking),))
    return formula


@cache
def _stages(procedure: Procedure) -> dict[str, Stage]:
    return {stage.key: stage for stage in procedure.stages}


@cache
def _ways(procedure: Procedure, key: str) -> list[tuple[Expr, str | None]]:
    """The formulas of a step, each with what a page has to say that means it."""
    keys = frozenset(_stages(procedure))
    parts = [way.partition(" | ") for way in _stages(procedure)[key].ways]
    return [(maths(formula, keys), said or None) for formula, _, said in parts]


@cache
def _others(procedure: Procedure, key: str) -> list[Expr]:
    """The formulas by which some work a step out, so that nothing is odd."""
    stage = _stages(procedure)[key]
    usual = [formula for formula, said in _ways(procedure, key) if said is not None]
    return [*usual, *(maths(formula, frozenset(_stages(procedure))) for formula in stage.also)]


def stage_of(procedure: Procedure, quantity: Quantity) -> Stage | None:
    """The step that a quantity is called, by its name or else by its words."""
    if quantity.name:
        named = [stage for stage in procedure.stages if stage.names.fullmatch(quantity.name)]
        if named:
            return named[0] if len(named) == 1 else None
    if "=" in quantity.words:
        return None
    said = [stage for stage in procedure.stages if stage.words.search(quantity.words)]
    return said[0] if len(said) == 1 else None


def claims_of_procedures(sheet: Sheet) -> Iterator[Claim]:
    """The numbers that are not what their step gives."""
    meant = [one for one in PROCEDURES if sheet.says(one.topic) and not sheet.says(one.unless)]
    if not meant:
        return
    quantities = quantities_of(sheet)
    for procedure in meant:
        following = Following(procedure, sheet.text)
        for quantity in quantities:
            if not is_set(sheet.text, quantity.start):
                following.take(quantity)
        following.settle()
        yield from _upheld(sheet, following)
        for odd in following.certain:
            claim = _claim(sheet, following, odd)
            if claim is not None and not is_contrasted(sheet.text, claim.span.start):
                yield claim


def _upheld(sheet: Sheet, following: Following) -> Iterator[Claim]:
    """The numbers that are their step and that nothing was said of yet."""
    taken = [claim.span for claim in sheet.judge.told]
    for quantity in following.right:
        span = Span(quantity.start, quantity.places[-1].end)
        if not any(span.start < one.end and one.start < span.end for one in taken):
            yield claim_about(sheet.judge.page, span, Verdict.RIGHT)


def _is_certain(following: Following, odd: Odd) -> bool:
    """Whether the page itself tells that a number is a slip."""
    stated, others = odd.quantity.numbers[odd.at], len(following.fitting - {odd.stage.key})
    low, high = odd.stage.range
    if odd.unsure and not odd.confirmed:
        return False
    if odd.beside:
        return odd.beside > 1 or odd.confirmed or (odd.pen is not None and others > 0)
    if (low is not None and stated.value < low) or (high is not None and stated.value > high):
        return others > 0
    if odd.confirmed:
        return others >= ENOUGH
    long = abs(stated.value) >= LONG * stated.unit
    turned = odd.pen == "slip/sign" and odd.stage.key in following.procedure.either
    return others >= ENOUGH and long and odd.pen is not None and not turned


def _claim(sheet: Sheet, following: Following, odd: Odd) -> Claim | None:
    place, stated = odd.quantity.places[odd.at], odd.quantity.numbers[odd.at]
    if any(
        claim.verdict in _SETTLED and claim.span.start <= place.start < claim.span.end
        for claim in sheet.judge.claims
    ):
        return None
    shown = (
        str(odd.right.p)
        if odd.right.q == 1
        else show_like(odd.right, fmpq(1, 100) if stated.integer else stated.unit)
    )
    entry = f"entry {odd.at + 1}" if len(odd.quantity.numbers) > 1 else "this"
    message = (
        f"{entry} is {shown} in this step of {following.procedure.called}; other steps are as they should be"
    )
    return claim_at(sheet.judge, place, RULE, (odd.pen,) if odd.pen else (), message, shown, ())


def _tensor(quantity: Quantity, items: Sequence[fmpq | arb]) -> Value:
    if len(items) == 1:
        return items[0]
    if quantity.is_flat:
        return Tensor((len(items),), tuple(items), True)
    return Tensor((len(items) // quantity.width, quantity.width), tuple(items))
