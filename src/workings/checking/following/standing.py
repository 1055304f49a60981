"""Procedures followed from what is given: each stated number held to the step that it is.

What a step comes to is worked out from the numbers stated before it, and from those that are given. A number
that is not what its step gives is a slip where the page itself tells so: the other entries of its list are
right, what follows starts from the right number, or it cannot be what it is called, or it differs from the
right one as a slip of the pen does. Whoever works by other formulas, or from other numbers, is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.comparing.miscopying import misread_near
from workings.checking.following.procedures import PROCEDURES, Procedure, Stage
from workings.checking.following.quantities import Quantity, quantities_of
from workings.checking.lists.making import Written, widened
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.methods.trials.recipes import maths
from workings.evaluating import evaluate
from workings.evaluating.rendering import show_like
from workings.expr import Expr, Name, walk
from workings.finding import Claim, Verdict
from workings.parsing.hypotheses import is_set
from workings.parsing.moods import is_contrasted
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

RULE = "procedure/odd-value"
_SETTLED = (Verdict.WRONG, Verdict.CARRIED, Verdict.ROUNDING, Verdict.RIGHT)
PRECISE = 12  # units of its last digit that a number has at least which tells something
ENOUGH = 2  # other steps that fit
LONG = 100  # units of its last digit in a number of three digits
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
    confirmed: bool = False  # what follows starts from the right number


@record(slots=True)
class Following:
    """The numbers of one procedure so far."""

    procedure: Procedure
    text: str
    said: Values = field(default_factory=dict)  # as stated, with all that may be rounded to it
    exact: Values = field(default_factory=dict)  # as it follows from what is given
    strange: set[str] = field(default_factory=set)  # what is not as it should be, and nobody knows why
    fitting: set[str] = field(default_factory=set)  # steps that are right, and tell so
    unfit: int = 0
    odd: list[Odd] = field(default_factory=list)

    def take(self, quantity: Quantity) -> None:
        """Find the step that a quantity is, and hold it to that."""
        stage = stage_of(self.procedure, quantity)
        if stage is None:
            return
        numbers = quantity.numbers
        sharp = _tensor(quantity, [number.value for number in numbers])
        if not stage.ways:
            if stage.key in self.exact and self.exact[stage.key] != sharp:
                self._begin()
            self.said[stage.key] = self.exact[stage.key] = sharp
            return
        if stage.key in self.said:
            self._begin()
        wide = _tensor(quantity, [*map(widened, numbers)])
        tried = [*self._tried(stage, len(numbers))]
        self.said[stage.key] = wide
        if not tried:
            self.exact[stage.key] = sharp if stage.key not in self.exact else self.exact[stage.key]
            self.strange.add(stage.key)
            return
        written = [*map(Written, numbers)]
        for kind, ideal, loose in tried:
            if all(map(Written.fits, written, ideal, loose)):
                self.exact[stage.key] = _tensor(quantity, self._best(tried))
                if sum(map(_tells, numbers)) and not self._is_vague(loose, numbers):
                    self.fitting.add(stage.key)
                    self._confirm(stage, kind)
                return
        self._doubt(stage, quantity, written, tried)

    def _doubt(
        self,
        stage: Stage,
        quantity: Quantity,
        written: Sequence[Written],
        tried: Sequence[tuple[str, list[arb], list[arb]]],
    ) -> None:
        """Note what is odd about a quantity that is not its step."""
        self.unfit += 1
        best = self._best(tried)
        self.exact[stage.key] = _tensor(quantity, best)
        sure = not self._sources(stage) & self.strange
        off = [at for at, one in enumerate(written) if all(one.is_off(loose[at]) for _, _, loose in tried)]
        rough = [
            [at for at, one in enumerate(written) if not one.fits(ideal[at], loose[at])] for _, ideal, loose in tried
        ]
        if not sure or len(off) != 1 or off not in rough:
            self.strange.add(stage.key)
            return
        ideal = tried[rough.index(off)][1]
        at, stated = off[0], quantity.numbers[off[0]]
        beside = sum(_tells(number) for place, number in enumerate(quantity.numbers) if place != at)
        right = ideal[at].mid().fmpq()
        right = fmpq(right.p, right.q)
        pen = misread_near(right, stated.unit, stated.value, stated.unit) or _pen(right, stated)
        self.odd.append(Odd(stage, quantity, at, right, beside, pen))

    def _confirm(self, stage: Stage, kind: str) -> None:
        """What a step starts from is right where it only fits so."""
        if kind == "mended":
            for odd in self.odd:
                if odd.stage.key in self._sources(stage):
                    odd.confirmed = True

    def _begin(self) -> None:
        """Another example: what was worked out is forgotten."""
        for stage in self.procedure.stages:
            if stage.ways:
                self.said.pop(stage.key, None)
                self.exact.pop(stage.key, None)
        self.strange.clear()

    def _sources(self, stage: Stage) -> set[str]:
        """What is stated of what a step starts from."""
        found: set[str] = set()
        formula = self._formula(stage)
        waiting = [*(_names(formula) if formula is not None else ())]
        while waiting:
            key = waiting.pop()
            if key in self.said:
                found.add(key)
            elif (before := _stages(self.procedure).get(key)) is not None and before.ways:
                inner = self._formula(before)
                waiting += _names(inner) if inner is not None else ()
        return found

    def _tried(self, stage: Stage, count: int) -> Iterator[tuple[str, list[arb], list[arb]]]:
        """What a step comes to: from what is stated, mended where that is odd, and from what is given."""
        odd = {one.stage.key for one in self.odd if self.said.get(one.stage.key) is not None}
        mended = {key: self.exact[key] if key in odd else value for key, value in self.said.items()}
        stated = self._run(stage, self.said, loose=True)
        for kind, values in (("stated", self.said), ("mended", mended), ("mended" if odd else "exact", self.exact)):
            made = stated if kind == "stated" else self._run(stage, values, loose=kind == "mended")
            if made is not None and len(made) == count:
                yield kind, [arb(x.mid()) for x in made] if kind == "stated" else made, made

    def _best(self, tried: Sequence[tuple[str, list[arb], list[arb]]]) -> list[arb]:
        """What follows from what is given, where that is known."""
        return tried[-1][1]

    def _is_vague(self, loose: Sequence[arb], numbers: Sequence[Stated]) -> bool:
        """Whether almost anything would fit."""
        return any(x.rad() > 4 * arb(number.unit) for x, number in zip(loose, numbers, strict=True))

    def _run(self, stage: Stage, values: Mapping[str, Value], loose: bool, links: int = MOST_LINKS) -> list[arb] | None:
        value = self._value(stage, values, links)
        if value is None:
            return None
        items = value.items if isinstance(value, Tensor) else (value,)
        return [arb(x) for x in items if isinstance(x, fmpq | arb)]

    def _value(self, stage: Stage, values: Mapping[str, Value], links: int) -> Value | None:
        """What a step comes to; steps between that are not known are worked out on the way."""
        formula = self._formula(stage)
        if formula is None or not links:
            return None
        names: Values = {}
        for key in _names(formula):
            value = values.get(key)
            if value is None:
                before = _stages(self.procedure)[key]
                value = self._value(before, values, links - 1) if before.ways else None
            if value is None:
                return None
            names[key] = value
        made = as_value(evaluate(formula, names))
        return made if isinstance(made, Tensor | fmpq | arb) else None

    def _formula(self, stage: Stage) -> Expr | None:
        """The way to a step that the page means; None where it may be one of several."""
        meant = [formula for formula, said in _ways(self.procedure, stage.key) if said is None or regex(said).search(self.text)]
        if stage.key.startswith("a_") and "b" not in self.said and self.procedure.called == "the recurrent network":
            return _ways(self.procedure, stage.key)[-1][0]
        return meant[0] if len(meant) == 1 else None


@cache
def _stages(procedure: Procedure) -> dict[str, Stage]:
    return {stage.key: stage for stage in procedure.stages}


@cache
def _ways(procedure: Procedure, key: str) -> list[tuple[Expr, str | None]]:
    """The formulas of a step, each with what a page has to say that means it."""
    keys = frozenset(_stages(procedure))
    parts = [way.partition(" | ") for way in _stages(procedure)[key].ways]
    return [(maths(formula, keys), said or None) for formula, _, said in parts]


def _names(formula: Expr) -> list[str]:
    return [node.key for node in walk(formula) if isinstance(node, Name) and node.key not in ("e",)]


def stage_of(procedure: Procedure, quantity: Quantity) -> Stage | None:
    """The step that a quantity is called, by its name or else by its words."""
    if quantity.name:
        named = [stage for stage in procedure.stages if stage.names.fullmatch(quantity.name)]
        if named:
            return named[0] if len(named) == 1 else None
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
        if len(following.fitting) < following.unfit:
            continue
        for odd in following.odd:
            claim = _claim(sheet, following, odd) if _is_certain(following, odd) else None
            if claim is not None and not is_contrasted(sheet.text, claim.span.start):
                yield claim


def _is_certain(following: Following, odd: Odd) -> bool:
    """Whether the page itself tells that a number is a slip."""
    stated, others = odd.quantity.numbers[odd.at], len(following.fitting - {odd.stage.key})
    low, high = odd.stage.range
    if odd.beside:
        return odd.beside > 1 or odd.confirmed or (odd.pen is not None and others > 0)
    if (low is not None and stated.value < low) or (high is not None and stated.value > high):
        return others > 0
    if odd.confirmed:
        return others >= ENOUGH
    long = abs(stated.value) >= LONG * stated.unit
    return others >= ENOUGH and long and odd.pen not in (None, "slip/sign")


def _claim(sheet: Sheet, following: Following, odd: Odd) -> Claim | None:
    place, stated = odd.quantity.places[odd.at], odd.quantity.numbers[odd.at]
    if any(
        claim.verdict in _SETTLED and claim.span.start <= place.start < claim.span.end for claim in sheet.judge.claims
    ):
        return None
    shown = str(odd.right.p) if odd.right.q == 1 else show_like(odd.right, fmpq(1, 100) if stated.integer else stated.unit)
    entry = f"entry {odd.at + 1}" if len(odd.quantity.numbers) > 1 else "this"
    message = f"{entry} is {shown} in this step of {following.procedure.called}; other steps are as they should be"
    return claim_at(sheet.judge, place, RULE, (odd.pen,) if odd.pen else (), message, shown, ())


def _tells(number: Stated) -> bool:
    """Whether a number that fits is no coincidence: not nought or one, and precise enough."""
    return number.value not in (0, 1, -1) and (number.integer or PRECISE * number.unit <= abs(number.value))


def _pen(right: fmpq, stated: Stated) -> str | None:
    """Another first digit, or one before or behind a nought: 5.359 for 0.359."""
    if stated.integer or (right < 0) != (stated.value < 0):
        return None
    first, second = (str(abs(round(float(number / stated.unit)))).zfill(4) for number in (right, stated.value))
    differing = sum(one != other for one, other in zip(first, second, strict=False))
    return "slip/copied-digit" if len(first) == len(second) and differing == 1 else None


def _tensor(quantity: Quantity, items: Sequence[fmpq | arb]) -> Value:
    if len(items) == 1:
        return items[0]
    if quantity.is_flat:
        return Tensor((len(items),), tuple(items), True)
    return Tensor((len(items) // quantity.width, quantity.width), tuple(items))
