"""A stated member against one reference value: the way in to scalars and entries."""

from __future__ import annotations

from flint import arb, fmpq

from workings.checking.comparing.comparison import SIMPLE, Comparison, undecided
from workings.checking.comparing.entries import compare_tensor
from workings.checking.comparing.scalars import compare_scalar
from workings.expr import Alt, Array, Call, Expr
from workings.finding import Verdict
from workings.resolving.quantity import Quantity
from workings.resolving.traits import has_decimals
from workings.value import Tensor

_ROUNDED = SIMPLE[Verdict.ROUNDING]


def compare(stated: Quantity, reference: Quantity, approximate: bool) -> Comparison:
    """How a stated member agrees with a reference value."""
    value = reference.value
    expr = resolved(stated.expr, stated)
    if isinstance(value, Tensor):
        found = compare_tensor(expr, stated, reference, value, approximate)
        return (
            found if found.verdict is not Verdict.WRONG or not _is_of_rounded(stated, reference) else _ROUNDED
        )
    if not isinstance(value, fmpq | arb):
        return undecided("no value to compare with")
    if isinstance(stated.value, Tensor) and len(stated.value.items) != 1:
        return undecided("a list is stated where a single number is computed", misfit=True)
    return SIMPLE[compare_scalar(expr, stated, reference, None, approximate)]


def _is_of_rounded(stated: Quantity, reference: Quantity) -> bool:
    """Whether the same function is taken of the list, rounded: σ([4.42, 0.03]) and σ([4.4, 0.0])."""
    match stated.expr, reference.expr:
        case Call(op=op, args=(rounded,)), Call(op=other, args=(whole,)) if op == other:
            own = Quantity(rounded, stated.names, stated.how)
            was = Quantity(whole, reference.names, reference.how)
            return has_decimals(rounded) and compare(own, was, True).is_sound
    return False


def resolved(expr: Expr, stated: Quantity) -> Expr:
    """The expression under the reading that is tried, seen through transposes of lists."""
    while isinstance(expr, Alt) or (isinstance(expr, Call) and expr.op == "transpose"):
        if isinstance(expr, Alt):
            if not any(isinstance(o, Array) for o in expr.options):
                return expr
            expr = expr.options[min(stated.how.choice.get(expr.span, 0), len(expr.options) - 1)]
        else:
            inner = resolved(expr.args[0], stated)
            if not isinstance(inner, Array) or any(isinstance(item, Array) for item in inner.items):
                return expr
            expr = inner
    return expr
