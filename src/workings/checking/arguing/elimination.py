"""Linear inequalities over the rationals: a point that satisfies them, or a sum of them that is absurd.

Names are eliminated one after the other (Fourier and Motzkin). Every row remembers how it was added up from
the inequalities, so that a contradiction comes with factors anybody can check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flint import fmpq

from workings.checking.arguing.polynomial import Polynomial, names_of
from workings.record import record

MOST_ROWS = 1200  # at one time
MOST_NAMES = 16
MOST_STEPS = 20_000  # rows that are added up for one answer
MOST_IN_ALL = 100_000  # for all answers of a document


@record(frozen=True, slots=True)
class Constraint:
    """`form ≥ 0`, or `form > 0` if it is strict, or `form = 0` if it is even."""

    form: Polynomial
    strict: bool
    even: bool = False


@record(frozen=True, slots=True)
class Absurd:
    """Factors for each constraint: their sum says 0 > 0, or that a negative number is not negative."""

    factors: tuple[fmpq, ...]


@record(frozen=True, slots=True)
class Point:
    """Numbers for the names that satisfy every constraint."""

    values: Mapping[str, fmpq]


class Effort:
    """What is left of the rows that may be added up in a document."""

    def __init__(self, left: int = MOST_IN_ALL) -> None:
        self.left = left


@record(frozen=True, slots=True)
class _Row:
    form: Polynomial
    strict: bool
    factors: tuple[fmpq, ...]


def solve(constraints: Sequence[Constraint], effort: Effort | None = None) -> Absurd | Point | None:
    """A point or a contradiction; None where the bounds are met first."""
    effort = effort or Effort()
    names = sorted({key for constraint in constraints for key in names_of(constraint.form)})
    if len(names) > MOST_NAMES or len(constraints) > MOST_ROWS // 4:
        return None
    rows = _rows(constraints)
    stages: list[tuple[str, list[_Row]]] = []
    spent = 0
    while names:
        key = min(names, key=lambda name: (_cost(rows, name), name))
        names.remove(key)
        stages.append((key, [row for row in rows if (key,) in row.form]))
        step = _cost(rows, key) + len(rows)
        spent += step
        effort.left -= step
        if spent > MOST_STEPS or effort.left < 0:
            return None
        rows = _without(rows, key)
        absurd = next((row for row in rows if _is_absurd(row)), None)
        if absurd is not None:
            return Absurd(absurd.factors)
        if len(rows) > MOST_ROWS:
            return None
    absurd = next((row for row in rows if _is_absurd(row)), None)
    return Absurd(absurd.factors) if absurd is not None else _point(stages)


def _rows(constraints: Sequence[Constraint]) -> list[_Row]:
    rows: list[_Row] = []
    for place, constraint in enumerate(constraints):
        unit = tuple(fmpq(int(at == place)) for at in range(len(constraints)))
        rows.append(_Row(constraint.form, constraint.strict, unit))
        if constraint.even:
            flipped = {term: -factor for term, factor in constraint.form.items()}
            rows.append(_Row(flipped, False, tuple(-one for one in unit)))
    return rows


def _cost(rows: Sequence[_Row], key: str) -> int:
    factors = [row.form[(key,)] for row in rows if (key,) in row.form]
    above = sum(1 for factor in factors if factor > 0)
    return above * (len(factors) - above)


def _without(rows: Sequence[_Row], key: str) -> list[_Row]:
    """What follows for the other names: every lower bound is at most every upper bound."""
    lower = [row for row in rows if row.form.get((key,), 0) > 0]
    upper = [row for row in rows if row.form.get((key,), 0) < 0]
    found = [row for row in rows if (key,) not in row.form]
    seen = {_shape(row) for row in found}
    for low in lower:
        for high in upper:
            row = _joined(low, high, key)
            shape = _shape(row)
            if shape not in seen:
                seen.add(shape)
                found.append(row)
    return found


def _shape(row: _Row) -> tuple[object, ...]:
    """What two rows share that say the same; the size of the factors does not matter."""
    first = max((abs(factor) for factor in row.form.values()), default=fmpq(1))
    return (row.strict, *sorted((term, str(factor / first)) for term, factor in row.form.items()))


def _joined(low: _Row, high: _Row, key: str) -> _Row:
    a, b = -high.form[(key,)], low.form[(key,)]  # both positive
    form: dict[tuple[str, ...], fmpq] = {}
    for row, by in ((low, a), (high, b)):
        for term, factor in row.form.items():
            form[term] = form.get(term, fmpq(0)) + factor * by
    factors = tuple(x * a + y * b for x, y in zip(low.factors, high.factors, strict=True))
    kept = {term: factor for term, factor in form.items() if factor != 0}
    return _Row(kept, low.strict or high.strict, factors)


def _is_absurd(row: _Row) -> bool:
    """A row without names that does not hold: -1 ≥ 0, or 0 > 0."""
    if any(row.form.keys() - {()}):
        return False
    constant = row.form.get((), fmpq(0))
    return constant < 0 or (row.strict and constant == 0)


def _point(stages: Sequence[tuple[str, list[_Row]]]) -> Point:
    """Numbers for the names, the last eliminated first, each between its bounds."""
    values: dict[str, fmpq] = {}
    for key, rows in reversed(stages):
        lows: list[tuple[fmpq, bool]] = []
        highs: list[tuple[fmpq, bool]] = []
        for row in rows:
            factor = row.form[(key,)]
            rest = sum((f * (values[t[0]] if t else 1) for t, f in row.form.items() if t != (key,)), fmpq(0))
            (lows if factor > 0 else highs).append((-rest / factor, row.strict))
        values[key] = _between(lows, highs)
    return Point(values)


def _between(lows: Sequence[tuple[fmpq, bool]], highs: Sequence[tuple[fmpq, bool]]) -> fmpq:
    """A simple number between bounds: nought if it fits, then a whole number, then the middle."""
    low, low_open = max(lows, default=(None, False))
    high, high_open = min(((h, not s) for h, s in highs), default=(None, True))
    high_open = not high_open

    def fits(number: fmpq) -> bool:
        above = low is None or number > low or (number == low and not low_open)
        below = high is None or number < high or (number == high and not high_open)
        return above and below

    candidates = [fmpq(0)]
    if low is not None:
        whole = fmpq(int(low.p // low.q))
        candidates += [whole, whole + 1, whole + 2]
    if high is not None:
        whole = fmpq(int(high.p // high.q))
        candidates += [whole, whole - 1]
    if low is not None and high is not None:
        candidates.append((low + high) / 2)
    return next((number for number in candidates if fits(number)), low if low is not None else fmpq(0))
