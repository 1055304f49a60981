"""Two formulas about the steps of a recurrence, run side by side for several T and free values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from flint import fmpq

from workings.checking.comparing.agreeing import values_agree
from workings.evaluating import Function, How, evaluate
from workings.evaluating.rendering import show
from workings.expr import Expr
from workings.record import record
from workings.resolving.recurrences import Recurrence
from workings.resolving.scope import Scope, as_value
from workings.resolving.steps import Step, step_key, steps_in
from workings.resolving.worlds import Making, applied_in, world
from workings.value import Value, precision

BITS = 192
LARGEST = 6  # value of the letter in an index
FURTHEST = 16  # step that is run to
LEAST = 3  # points that have to agree
MOST_SHOWN = 6  # values in a counterexample
Wanted: TypeAlias = tuple[tuple[int, ...], ...]  # remainders of T by two: those of one, or one or the other


@record(frozen=True, slots=True)
class Sides:
    """Two formulas that are set equal, with the recurrence behind them and the letter in their indices."""

    left: Expr
    right: Expr
    behind: Recurrence
    letter: str | None


@record(frozen=True, slots=True)
class Tally:
    """For which remainders of T the sides agreed, how often, and a counterexample for those that did not."""

    agreed: dict[int, int]
    refuted: dict[int, str]

    def holds(self, remainders: tuple[int, ...]) -> bool:
        counts = [self.agreed.get(r, 0) for r in remainders]
        return not any(r in self.refuted for r in remainders) and sum(counts) >= LEAST

    def fails_all(self, wanted: Wanted) -> bool:
        """Whether the sides differ for each of the remainders that may be meant and have a value."""
        tried = [rs for rs in wanted if any(r in self.refuted or r in self.agreed for r in rs)]
        return bool(tried) and all(any(r in self.refuted for r in rs) for rs in tried)


@record(frozen=True, slots=True)
class Point:
    """A value of the letter and of all names, what the left side is there, and the point in words."""

    at: int
    names: Mapping[str, Value | Function]
    left: Value
    where: str


def tallied(sides: Sides, scope: Scope, how: How, making: Making) -> Tally | None:
    """Both sides in several worlds; None where they have no value in any of them."""
    tally = Tally({}, {})
    capital = any(key[:1].isupper() for key in sides.behind.parameters)
    kinds = [making] if not capital else [making, replace(making, matrices=True)]
    for kind in kinds:
        _count(sides, scope, how, kind, tally)
        if kind.matrices and not tally.refuted and making is not kind:
            _count(sides, scope, how, replace(kind, vectors=True), tally)
    return tally if tally.agreed or tally.refuted else None


def _count(sides: Sides, scope: Scope, how: How, making: Making, tally: Tally) -> None:
    """Compare the sides until they differ for every remainder, which no other point makes good."""
    every = 1 if sides.letter is None else 2
    for point in points(sides, scope, how, making) if len(tally.refuted) < every else ():
        with precision(BITS):
            right = as_value(evaluate(sides.right, point.names, how))
        remainder = point.at % 2
        if right is None:
            continue
        if values_agree(point.left, right):
            tally.agreed[remainder] = tally.agreed.get(remainder, 0) + 1
        elif remainder not in tally.refuted:
            tally.refuted[remainder] = (
                f"{point.where}the left side is {show(point.left)} and the right side {show(right)}"
            )
            if len(tally.refuted) == every:
                return


def holds_at(right: Expr, tried: Sequence[Point], how: How, remainders: tuple[int, ...]) -> bool:
    """Whether another right side agrees at all points where it has a value; one that differs ends it."""
    agreed = 0
    for point in tried:
        if point.at % 2 not in remainders:
            continue
        with precision(BITS):
            value = as_value(evaluate(right, point.names, how))
        if value is not None and not values_agree(point.left, value):
            return False
        agreed += value is not None
    return agreed >= LEAST


def points(sides: Sides, scope: Scope, how: How, making: Making) -> Iterator[Point]:
    """The left side for several values of the letter, in several worlds each."""
    applied = applied_in((sides.left, sides.right), sides.behind)
    for value in range(1, LARGEST + 1) if sides.letter is not None else (0,):
        last = _last_step(sides, value)
        if last is None:
            continue
        for point, scale in enumerate((fmpq(1), fmpq(1, 2), fmpq(1, 1000))):
            made = replace(making, point=point, scale=scale)
            with precision(BITS):
                here = world(sides.behind, scope.said, applied, last, made, how)
                names = dict(here.names) if here is not None else {}
                if sides.letter is not None:
                    names[sides.letter] = fmpq(value)
                left = as_value(evaluate(sides.left, names, how)) if here is not None else None
            if here is not None and left is not None:
                yield Point(
                    value, names, left, _where(sides, value, here.chosen, applied[0] - scope.said.keys())
                )


def _where(sides: Sides, value: int, chosen: Mapping[str, Value], functions: set[str]) -> str:
    """The letter and the values that were chosen, in words."""
    at: dict[str, Value] = {sides.letter: fmpq(value)} if sides.letter is not None else {}
    used = {**at, **{key: given for key, given in chosen.items() if _matters(key, sides)}}
    shown = ", ".join(f"{key} = {show(given)}" for key, given in list(used.items())[:MOST_SHOWN])
    shown += f" and some {', '.join(sorted(functions))}" if functions else ""
    return f"for {shown} " if shown else ""


def _matters(key: str, sides: Sides) -> bool:
    """Whether a value belongs into a counterexample: not the letter, nor inputs before the first step."""
    return key != sides.letter and key not in {step_key(s, 0) for s in sides.behind.inputs}


def _last_step(sides: Sides, value: int) -> int | None:
    """The furthest step that the sides speak of when the letter has a value."""
    found = [1]
    for side in (sides.left, sides.right):
        for _, step in steps_in(side):
            at = _index(step, sides.letter, value)
            if at is not None:
                found.append(at)
    last = max(found)
    return last if last <= FURTHEST else None


def _index(step: Step, letter: str | None, value: int) -> int | None:
    index = evaluate(step.index, {letter: fmpq(value)} if letter is not None else {})
    return int(index.p) if isinstance(index, fmpq) and index.q == 1 else None
