"""Lists, sets and points that are put together, percent of what stands before, halves rounded to even."""

from __future__ import annotations

import re
from itertools import pairwise

from flint import fmpq

from workings.checking.linking.doubting.case import Case
from workings.expr import Array, Call, Expr, Number, call, number
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.source import line_start

_SET_SIGN = regex(r"(?:[∪∩∖△⊔⊕]|\\(?:cup|cap|setminus|triangle|sqcup|backslash|oplus)(?![a-zA-Z]))[\s$]*$")
_SIZE = regex(r"(\d{1,6}) ?(?:[x×]|\\times) ?(\d{1,6})")
_SIZES = regex(rf"{_SIZE.pattern}(?:\s*(?:[·⋅∙*@]|\\cdot)\s*{_SIZE.pattern})+")
_SCORE = regex(r"\b(?:scores?|points?|pts|marks?|grade|total|Punkte?n?|puntos?|pontos?|note)\b", re.I)
NEAR = 24  # characters before a set in which the sign that joins it to another stands


def is_joined_list(case: Case) -> bool:
    """`[1, 2] + [3] = [1, 2, 3]`, `[0, 1] * 2 = [0, 1, 0, 1]`, `{1, 2, 3} - {2} = {1, 3}`."""
    stated = _entries(case, case.link.expr)
    match case.before.expr:
        case Call(op="add", args=(first, second)):
            joined = _joined(_entries(case, first), _entries(case, second))
        case Call(op="mul" | "times", args=(first, Number(value=times))) if times in (2, 3, 4, 5):
            joined = _entries(case, first) * int(times)
        case Call(op="sub", args=(first, second)) if case.text.startswith(("{", "\\{"), case.start):
            without = _entries(case, second)
            joined = tuple(one for one in _entries(case, first) if one not in without) if without else ()
        case _:
            return False
    return bool(stated) and joined == stated


def _joined(first: tuple[fmpq, ...], second: tuple[fmpq, ...]) -> tuple[fmpq, ...]:
    return first + second if first and second else ()


def _entries(case: Case, expr: Expr) -> tuple[fmpq, ...]:
    """The numbers of a list that is written out; none for anything else."""
    items = expr.items if isinstance(expr, Array) else (expr,)
    if items == (expr,) and case.text[expr.span.start - 1 : expr.span.start] not in ("{", "["):
        return ()
    how, names = case.before.printed.how, case.before.printed.names
    values = [Quantity(item, names, how).value for item in items]
    exact = tuple(value for value in values if isinstance(value, fmpq))
    return exact if len(exact) == len(values) else ()


def is_of_points(case: Case) -> bool:
    """`Score: 4/5 + 3/5 = 7/10`: points out of points."""
    shares = [_points(expr) for expr in (*_addends(case.before.expr), case.link.expr)]
    given = [share for share in shares if share is not None]
    if len(given) < len(shares) or len(shares) < 3 or _SCORE.search(_line_before(case)) is None:
        return False
    *parts, (got, possible) = given
    return sum(part[0] for part in parts) == got and sum(part[1] for part in parts) == possible


def _addends(expr: Expr) -> list[Expr]:
    match expr:
        case Call(op="add", args=args):
            return [addend for arg in args for addend in _addends(arg)]
    return [expr]


def _points(expr: Expr) -> tuple[fmpq, fmpq] | None:
    """What was got and what could be: `4/5`."""
    match expr:
        case Call(op="div", args=(Number(value=got), Number(value=possible))):
            return got, possible
    return None


def _line_before(case: Case) -> str:
    """What stands on its line before a formula."""
    return case.text[line_start(case.text, case.start) : case.start]


def is_rounded_to_even(case: Case) -> bool:
    """`round(2.5) = 2`, as Python and NumPy round."""
    match case.before.expr, case.link.printed.value:
        case Call(op="round", args=(Number(value=value),)), fmpq() as stated:
            return (value * 2).q == 1 and value.q == 2 and stated.p % 2 == 0 and abs(stated - value) * 2 == 1
    return False


def is_of_plain_sizes(case: Case) -> bool:
    """`2×3 · 3×4 = 2×4`: sizes of matrices, told apart from their product by the sign."""
    before, link = case.before.expr.span, case.link.expr.span
    stated = _SIZE.fullmatch(case.text, link.start, link.end)
    if stated is None or _SIZES.fullmatch(case.text, before.start, before.end) is None:
        return False
    sizes = [(found[1], found[2]) for found in _SIZE.finditer(case.text, before.start, before.end)]
    fits = all(one[1] == other[0] for one, other in pairwise(sizes))
    return fits and (sizes[0][0], sizes[-1][1]) == (stated[1], stated[2])


def is_behind_set_sign(case: Case) -> bool:
    """`{1, 2} ∪ {2, 3} = {1, 2, 3}`: only the second set was read."""
    return _SET_SIGN.search(case.text, max(0, case.start - NEAR), case.start) is not None


def is_changed_by_percent(case: Case) -> bool:
    """`80 - 25% = 60`: percent of the number before it."""
    match case.before.expr:
        case Call(op="add" | "sub" as op, args=(whole, Number(text=text) as share)) if text.endswith("%"):
            return case.fits(call("mul", whole, call(op, number(1), share)))
    return False
