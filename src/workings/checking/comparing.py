"""A stated member against the values it should have: entry by entry, digit by digit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from workings.checking.aligning import pairs
from workings.checking.digits import (
    Stated,
    distance,
    is_close,
    judge_digits,
    reaches,
    same,
    scaled_readings,
    stated_number,
)
from workings.evaluating.calling import INFINITE
from workings.evaluating.rendering import show, show_like
from workings.expr import Alt, Array, Call, Expr, Hole, Name, Number
from workings.finding import Entry, Verdict
from workings.resolving.quantity import Quantity
from workings.resolving.traits import has_decimals
from workings.value import Result, Scalar, Tensor, Value

_RANK = {Verdict.RIGHT: 0, Verdict.ROUNDING: 1, Verdict.UNDECIDED: 2, Verdict.WRONG: 3}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdict on one member against one reference, with the entries that are not right."""

    verdict: Verdict
    entries: tuple[Entry, ...] = ()
    reason: str = ""
    damaged: bool = False
    misfit: bool = False  # a list where a number is computed, or the other way round


RIGHT = Comparison(Verdict.RIGHT)


def compare(stated: Quantity, reference: Quantity, approximate: bool) -> Comparison:
    """How a stated member agrees with a reference value."""
    value = reference.value
    expr = resolve(stated.expr, stated)
    if isinstance(value, Tensor):
        return _compare_tensor(stated, expr, reference, value, approximate)
    if not isinstance(value, fmpq | arb):
        return Comparison(Verdict.UNDECIDED, reason="no value to compare with")
    if isinstance(stated.value, Tensor) and len(stated.value.items) != 1:
        return Comparison(
            Verdict.UNDECIDED, reason="a list is stated where a single number is computed", misfit=True
        )
    return Comparison(_compare_scalar(expr, stated, reference, None, approximate))


def resolve(expr: Expr, stated: Quantity) -> Expr:
    """The expression under the reading that is tried, seen through transposes of lists."""
    while isinstance(expr, Alt) or (isinstance(expr, Call) and expr.op == "transpose"):
        if isinstance(expr, Alt):
            if not any(isinstance(o, Array) for o in expr.options):
                return expr
            expr = expr.options[min(stated.how.choice.get(expr.span, 0), len(expr.options) - 1)]
        else:
            inner = resolve(expr.args[0], stated)
            if not isinstance(inner, Array) or any(isinstance(item, Array) for item in inner.items):
                return expr
            expr = inner
    return expr


def _pick(result: Result, index: int | None) -> Scalar | None:
    """One scalar of a result: the whole if it is a scalar, else the index-th item."""
    if isinstance(result, fmpq | arb):
        return result
    if isinstance(result, Tensor):
        if index is None:
            return result.items[0] if len(result.items) == 1 else None
        return result.items[index] if index < len(result.items) else None
    return None


def _compare_scalar(
    expr: Expr, stated: Quantity, reference: Quantity, index: int | None, approximate: bool
) -> Verdict:
    """One stated scalar against one item of the reference."""
    value = _pick(reference.value, index)
    if value is None:
        return Verdict.UNDECIDED
    readings = scaled_readings(expr)
    if readings:
        best = min(
            (_literal(r, value, reference, index, approximate) for r in readings), key=_RANK.__getitem__
        )
        if best is not Verdict.WRONG or not isinstance(expr, Alt) or isinstance(expr.options[0], Number):
            return best
        return _expression(expr.options[0], stated, value, reference, index)
    literal = stated_number(expr)
    if literal is not None:
        return _literal(literal, value, reference, index, approximate)
    return _expression(expr, stated, value, reference, index)


def _literal(
    literal: Stated, value: Scalar, reference: Quantity, index: int | None, approximate: bool
) -> Verdict:
    verdict = judge_digits(value, literal, approximate)
    if verdict is None:
        precise = _pick(reference.precise, index)
        verdict = (precise is not None and judge_digits(precise, literal, approximate)) or Verdict.RIGHT
    if verdict is not Verdict.WRONG or not _may_widen(reference):
        return verdict
    ball = _pick(reference.wide, index)
    if ball is not None and reaches(ball, literal) and is_close(value, literal):
        return Verdict.ROUNDING
    return Verdict.WRONG


def _may_widen(reference: Quantity) -> bool:
    return reference.wide_names is not None or has_decimals(reference.expr)


def _expression(
    expr: Expr, stated: Quantity, value: Scalar, reference: Quantity, index: int | None
) -> Verdict:
    """A stated member that is itself something to work out, such as 0.6 + 1.11."""
    if (sign := _infinite(expr)) is not None:
        return Verdict.RIGHT if value * sign > INFINITE / 10 else Verdict.WRONG
    own = Quantity(expr, stated.names, stated.how, stated.wide_names, stated.results)
    mine = _pick(own.value, None)
    if mine is None:
        return Verdict.UNDECIDED
    equal = same(mine, value)
    if equal is None:
        first, second = _pick(own.precise, None), _pick(reference.precise, index)
        equal = first is None or second is None or same(first, second) is not False
    if equal:
        return Verdict.RIGHT
    if not has_decimals(expr) and not _may_widen(reference):
        return Verdict.WRONG
    aligned = _aligned(expr, stated, reference)
    if aligned is not None:
        return aligned if aligned is not Verdict.WRONG or not _nearly(mine, value) else Verdict.ROUNDING
    return _overlap(own, reference, index)


def _infinite(expr: Expr) -> int | None:
    """The sign of ±∞, None for anything else."""
    sign = 1
    while isinstance(expr, Call) and expr.op == "neg":
        sign, expr = -sign, expr.args[0]
    return sign if isinstance(expr, Name) and expr.key in ("∞", "inf") else None


def _nearly(first: Scalar, second: Scalar) -> bool:
    """Within a thousandth of each other."""
    return bool(distance(first, second) * 1000 <= distance(second, fmpq(0)))


def _overlap(own: Quantity, reference: Quantity, index: int | None) -> Verdict:
    """Whether the two sides meet when their decimals are widened."""
    exact = _pick(reference.value, index)
    mine, theirs = _pick(own.wide, None), _pick(reference.wide, index)
    if mine is None or theirs is None or exact is None:
        return Verdict.WRONG
    if same(mine, exact) is not False and not _is_vague(mine):
        return Verdict.RIGHT if _has_no_slack(mine) else Verdict.ROUNDING
    if _is_vague(mine) or _is_vague(theirs):
        return Verdict.WRONG
    return Verdict.WRONG if same(mine, theirs) is False else Verdict.ROUNDING


def _is_vague(value: Scalar) -> bool:
    """An enclosure so wide that overlapping it says nothing."""
    return isinstance(value, arb) and (
        not value.is_finite() or bool(value.rad() > abs(value.mid()) / 4 + fmpq(1, 100))
    )


def _has_no_slack(value: Scalar) -> bool:
    """An enclosure of a few units of the fourth digit: its decimals are rounded terms of the same sum."""
    return isinstance(value, arb) and bool(value.rad() <= abs(value.mid()) / 2000)


def _aligned(expr: Expr, stated: Quantity, reference: Quantity) -> Verdict | None:
    """Term by term: each decimal may be the rounded value of the term it stands for."""
    worst = Verdict.RIGHT
    compared = 0
    for left, right in pairs(reference.expr, expr):
        if left is reference.expr:
            return None
        was = Quantity(left, reference.names, reference.how)
        verdict = _compare_scalar_or_none(right, stated, was)
        if verdict is None:
            return None
        compared += 1
        worst = max(worst, verdict, key=_RANK.__getitem__)
    return worst if compared else None


def _compare_scalar_or_none(expr: Expr, stated: Quantity, was: Quantity) -> Verdict | None:
    literal = stated_number(expr)
    if literal is not None:
        value = _pick(was.value, None)
        return None if value is None else (judge_digits(value, literal, True) or Verdict.RIGHT)
    mine = _pick(Quantity(expr, stated.names, stated.how).value, None)
    theirs = _pick(was.value, None)
    if mine is None or theirs is None:
        return None
    return Verdict.WRONG if same(mine, theirs) is False else Verdict.RIGHT


# -- tensors ------------------------------------------------------------------------------------


def _squeezed(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(extent for extent in shape if extent != 1)


def _compare_tensor(
    stated: Quantity, expr: Expr, reference: Quantity, value: Tensor, approximate: bool
) -> Comparison:
    if isinstance(expr, Array):
        rows = expr.items
        if any(isinstance(row, Array) for row in rows):
            return _compare_rows(stated, expr, reference, value, approximate)
        if len(rows) != len(value.items):
            return _compare_short(stated, rows, reference, value, approximate)
        return _compare_items(stated, rows, reference, value, approximate)
    mine = stated.value
    if isinstance(mine, Tensor):
        return _compare_values(stated, mine, reference, value)
    if len(value.items) == 1:
        return Comparison(_compare_scalar(expr, stated, reference, 0, approximate))
    return Comparison(
        Verdict.UNDECIDED, reason="a single number is stated where a list is computed", misfit=True
    )


def _compare_items(
    stated: Quantity, items: Sequence[Expr], reference: Quantity, value: Tensor, approximate: bool
) -> Comparison:
    """Entries that correspond one to one, in row-major order."""
    worst = Verdict.RIGHT
    entries: list[Entry] = []
    for at, item in enumerate(items):
        if isinstance(item, Hole):
            verdict = Verdict.UNDECIDED
        else:
            verdict = _compare_scalar(item, stated, reference, at, approximate)
        if verdict is not Verdict.RIGHT and len(entries) < 64:
            entries.append(_entry(at, value, item, stated, verdict))
        worst = max(worst, verdict, key=_RANK.__getitem__)
    if not entries:
        return RIGHT
    return Comparison(worst, tuple(entries))


def _entry(at: int, value: Tensor, item: Expr, stated: Quantity, verdict: Verdict) -> Entry:
    index: tuple[int, ...] = (at,)
    if len(value.shape) == 2 and 1 not in value.shape:
        index = divmod(at, value.shape[1])
    literal = stated_number(item)
    computed = value.items[at]
    shown = show_like(computed, literal.unit / 10) if literal and not _ends(computed) else show(computed)
    text = (
        show_like(literal.value, literal.unit)
        if literal
        else show_result(Quantity(item, stated.names, stated.how).value)
    )
    return Entry(index, text, shown, verdict)


def _ends(value: Scalar) -> bool:
    """Whether a value is exact and short enough to be shown as it is."""
    return isinstance(value, fmpq) and value.q <= 1000


def show_result(result: Result) -> str:
    return show(result) if isinstance(result, fmpq | arb | Tensor) else "?"


def _compare_rows(
    stated: Quantity, expr: Array, reference: Quantity, value: Tensor, approximate: bool
) -> Comparison:
    """A matrix literal against a computed matrix; scanners lose and double rows and cells."""
    rows = [row.items if isinstance(row, Array) else (row,) for row in expr.items]
    columns = value.shape[-1] if len(value.shape) > 1 else len(value.items)
    expected_rows = len(value.items) // max(columns, 1)
    flat = [item for row in rows for item in row]
    if len(rows) == expected_rows and all(len(row) == columns for row in rows):
        return _compare_items(stated, flat, reference, value, approximate)
    if len(flat) == len(value.items) and (len(rows) == 1 or columns == 1 or all(len(r) == 1 for r in rows)):
        return _compare_items(stated, flat, reference, value, approximate)
    return _compare_damaged(stated, rows, reference, value, columns, expected_rows, approximate)


def _compare_damaged(
    stated: Quantity,
    rows: list[tuple[Expr, ...]],
    reference: Quantity,
    value: Tensor,
    columns: int,
    expected: int,
    approximate: bool,
) -> Comparison:
    """Match the rows that are there, in order, to rows that should be there."""
    at, matched = 0, 0
    for row in rows:
        for candidate in range(at, expected):
            if _row_agrees(stated, row, reference, value, columns, candidate, approximate):
                at, matched = candidate + 1, matched + 1
                break
    whole = [row for row in rows if len(row) == columns]
    lengths = sorted({len(row) for row in rows})
    shape = f"{expected}×{columns} expected, {len(rows)} row(s) of {', '.join(map(str, lengths))} written"
    ragged = len(lengths) > 1
    if matched >= max(1, len(whole) - 1) and (ragged or abs(len(rows) - expected) <= 2):
        return Comparison(Verdict.UNDECIDED, reason=f"damaged: {shape}; {matched} rows agree", damaged=True)
    return Comparison(Verdict.UNDECIDED, reason=shape)


def _row_agrees(
    stated: Quantity,
    row: tuple[Expr, ...],
    reference: Quantity,
    value: Tensor,
    columns: int,
    at: int,
    approximate: bool,
) -> bool:
    if len(row) != columns:
        return False
    return all(
        _compare_scalar(item, stated, reference, at * columns + c, approximate)
        in (Verdict.RIGHT, Verdict.ROUNDING)
        for c, item in enumerate(row)
    )


def _compare_short(
    stated: Quantity, items: tuple[Expr, ...], reference: Quantity, value: Tensor, approximate: bool
) -> Comparison:
    """A vector with more or fewer entries than computed: wrong if those that are there are wrong."""
    reason = f"{len(value.items)} entries expected, {len(items)} written"
    if len(value.shape) > 1 and 1 not in value.shape:
        return Comparison(Verdict.UNDECIDED, reason=reason)
    verdicts = [
        _compare_scalar(item, stated, reference, at, approximate)
        for at, item in enumerate(items[: len(value.items)])
    ]
    if Verdict.WRONG in verdicts:
        return Comparison(Verdict.WRONG, reason=reason)
    return Comparison(Verdict.UNDECIDED, reason=reason, damaged=True)


def _compare_values(stated: Quantity, mine: Tensor, reference: Quantity, value: Tensor) -> Comparison:
    """Two computed tensors, neither written out entry by entry."""
    if _squeezed(mine.shape) != _squeezed(value.shape):
        return Comparison(
            Verdict.UNDECIDED, reason=f"shapes {_show_shape(mine)} and {_show_shape(value)} differ"
        )
    worst = Verdict.RIGHT
    for at, (first, second) in enumerate(zip(mine.items, value.items, strict=True)):
        if same(first, second) is False:
            worst = max(worst, _wide_items(stated, reference, at), key=_RANK.__getitem__)
    if worst is Verdict.WRONG:
        entries = tuple(
            Entry(
                (at,) if len(value.shape) < 2 else divmod(at, value.shape[-1]),
                show(a),
                show(b),
                Verdict.WRONG,
            )
            for at, (a, b) in enumerate(zip(mine.items, value.items, strict=True))
            if same(a, b) is False
        )
        return Comparison(worst, entries[:64])
    return Comparison(worst)


def _wide_items(stated: Quantity, reference: Quantity, at: int) -> Verdict:
    mine, theirs = _pick(stated.wide, at), _pick(reference.wide, at)
    if mine is None or theirs is None or same(mine, theirs) is False:
        return Verdict.WRONG
    return Verdict.ROUNDING


def _show_shape(value: Tensor) -> str:
    return "×".join(map(str, value.shape))


def values_agree(first: Value | None, second: Value | None) -> bool:
    """Whether two values are the same as far as can be told."""
    if first is None or second is None:
        return False
    if isinstance(first, Tensor) and isinstance(second, Tensor):
        if _squeezed(first.shape) != _squeezed(second.shape):
            return False
        return all(same(a, b) is not False for a, b in zip(first.items, second.items, strict=True))
    if isinstance(first, Tensor) or isinstance(second, Tensor):
        return False
    return same(first, second) is not False
