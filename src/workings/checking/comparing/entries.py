"""Matrices and vectors against computed ones, entry by entry; scanners lose and double rows and cells."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from workings.checking.comparing.agreeing import same
from workings.checking.comparing.comparison import DAMAGED, SHAPE, SIMPLE, Comparison, undecided
from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.scalars import compare_scalar, pick, worse
from workings.evaluating.how import MET
from workings.evaluating.rendering import show, show_like
from workings.expr import Array, Expr, Hole, Number
from workings.finding import Entry, Verdict
from workings.record import record
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, squeezed

MOST_ENTRIES = 64  # that one claim lists
_SOUND = (Verdict.RIGHT, Verdict.ROUNDING)


@record(frozen=True, slots=True)
class Sides:
    """A stated member and the reference with the tensor that it comes to."""

    stated: Quantity
    reference: Quantity
    value: Tensor
    approximate: bool

    def at(self, at: int, item: Expr) -> Verdict:
        """One stated entry against the entry it should be."""
        return compare_scalar(item, self.stated, self.reference, at, self.approximate)


def compare_tensor(
    expr: Expr, stated: Quantity, reference: Quantity, value: Tensor, approximate: bool
) -> Comparison:
    """A stated member against a reference that is a vector or a matrix."""
    sides = Sides(stated, reference, value, approximate)
    if isinstance(expr, Array):
        if any(isinstance(row, Array) for row in expr.items):
            return _compare_rows(sides, expr)
        if len(expr.items) != len(value.items):
            return _compare_short(sides, expr.items)
        return _compare_items(sides, expr.items)
    if isinstance(stated.value, Tensor):
        return _compare_values(sides, stated.value)
    if len(value.items) == 1:
        return SIMPLE[sides.at(0, expr)]
    if stated.value == fmpq(0) and all(type(item) is fmpq and not item for item in value.items):
        return SIMPLE[Verdict.RIGHT]  # nought stands for a matrix of noughts
    return undecided("a single number is stated where a list is computed", misfit=True)


def _compare_items(sides: Sides, items: Sequence[Expr]) -> Comparison:
    """Entries that correspond one to one, in row-major order."""
    worst = Verdict.RIGHT
    entries: list[Entry] = []
    computed = sides.value.items
    for at, item in enumerate(items):
        if type(item) is Number and type(computed[at]) is fmpq and item.value == computed[at]:
            continue
        verdict = Verdict.UNDECIDED if isinstance(item, Hole) else sides.at(at, item)
        if verdict is Verdict.RIGHT:
            continue
        worst = worse(worst, verdict)
        if len(entries) < MOST_ENTRIES:
            entries.append(_entry(sides, at, item, verdict))
    return Comparison(worst, tuple(entries)) if entries else SIMPLE[Verdict.RIGHT]


def _entry(sides: Sides, at: int, item: Expr, verdict: Verdict) -> Entry:
    """An entry that is not right, with both values to about the digits that were stated."""
    computed = sides.value.items[at]
    literal = stated_number(item)
    if literal is None:
        value = as_value(Quantity(item, sides.stated.names, sides.stated.how).value)
        text = "?" if value is None else show(value)
    else:
        text = show_like(literal.value, literal.unit)
    shown = show_like(computed, literal.unit / 10) if literal and not _is_short(computed) else show(computed)
    shape = sides.value.shape
    index = divmod(at, shape[1]) if len(shape) == 2 and 1 not in shape else (at,)
    return Entry(index, text, shown, verdict)


def _is_short(value: Scalar) -> bool:
    """Whether a value is exact and short enough to be shown as it is."""
    return isinstance(value, fmpq) and value.q <= 1000


def _compare_rows(sides: Sides, expr: Array) -> Comparison:
    """A matrix literal against a computed matrix."""
    value = sides.value
    rows = [row.items if isinstance(row, Array) else (row,) for row in expr.items]
    columns = value.shape[-1] if len(value.shape) > 1 else len(value.items)
    expected = len(value.items) // max(columns, 1)
    flat = [item for row in rows for item in row]
    if len(rows) == expected and all(len(row) == columns for row in rows):
        return _compare_items(sides, flat)
    if len(flat) == len(value.items) and (len(rows) == 1 or columns == 1 or all(len(r) == 1 for r in rows)):
        return _compare_items(sides, flat)
    return _compare_damaged(sides, rows, columns, expected)


def _compare_damaged(sides: Sides, rows: list[tuple[Expr, ...]], columns: int, expected: int) -> Comparison:
    """Match the rows that are there, in order, to rows that should be there."""
    at, matched = 0, 0
    for row in rows:
        for candidate in range(at, expected):
            if len(row) == columns and _row_agrees(sides, row, candidate):
                at, matched = candidate + 1, matched + 1
                break
    whole = sum(len(row) == columns for row in rows)
    lengths = sorted({len(row) for row in rows})
    shape = f"{expected}×{columns} expected, {len(rows)} row(s) of {', '.join(map(str, lengths))} written"
    if matched >= max(1, whole - 1) and (len(lengths) > 1 or abs(len(rows) - expected) <= 2):
        return undecided(f"damaged: {shape}; {matched} rows agree", rule=DAMAGED)
    if len(lengths) == 1 and min(expected, columns, len(rows), lengths[0]) > 1:
        MET.vectors = True
        if sides.stated.how.dot is False:
            return Comparison(Verdict.WRONG, reason=shape, rule=SHAPE)
        return undecided(shape, misfit=True)
    return undecided(shape)


def _row_agrees(sides: Sides, row: tuple[Expr, ...], number: int) -> bool:
    """Whether a whole row as written is the row of that number."""
    return all(sides.at(at, item) in _SOUND for at, item in enumerate(row, number * len(row)))


def _compare_short(sides: Sides, items: tuple[Expr, ...]) -> Comparison:
    """A vector with more or fewer entries than computed: wrong if those that are there are wrong."""
    value = sides.value
    reason = f"{len(value.items)} entries expected, {len(items)} written"
    if len(value.shape) > 1 and 1 not in value.shape:
        return undecided(reason)
    if any(sides.at(at, item) is Verdict.WRONG for at, item in enumerate(items[: len(value.items)])):
        return Comparison(Verdict.WRONG, reason=reason)
    return undecided(reason, rule=DAMAGED)


def _compare_values(sides: Sides, mine: Tensor) -> Comparison:
    """Two computed tensors, neither written out entry by entry."""
    value = sides.value
    if squeezed(mine.shape) != squeezed(value.shape):
        return undecided(f"shapes {_show_shape(mine)} and {_show_shape(value)} differ")
    worst = Verdict.RIGHT
    entries: list[Entry] = []
    for at, (first, second) in enumerate(zip(mine.items, value.items, strict=True)):
        if same(first, second) is False:
            worst = worse(worst, _widened(sides, at))
            if len(entries) < MOST_ENTRIES:
                index = (at,) if len(value.shape) < 2 else divmod(at, value.shape[-1])
                entries.append(Entry(index, show(first), show(second), Verdict.WRONG))
    return Comparison(worst, tuple(entries)) if worst is Verdict.WRONG else SIMPLE[worst]


def _widened(sides: Sides, at: int) -> Verdict:
    """Whether two entries that differ meet when their decimals are widened."""
    mine, theirs = pick(sides.stated.wide, at), pick(sides.reference.wide, at)
    if mine is None or theirs is None or same(mine, theirs) is False:
        return Verdict.WRONG
    return Verdict.ROUNDING


def _show_shape(value: Tensor) -> str:
    return "×".join(map(str, value.shape))
