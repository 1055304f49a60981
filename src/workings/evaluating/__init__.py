"""From an expression to its value: exact while it can be, a certified enclosure after that."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from workings.evaluating import calling, folding, naming, nodes
from workings.evaluating.how import Function, How, function_key, is_argument
from workings.evaluating.missing import missing_names
from workings.evaluating.run import Evaluator, Run
from workings.expr import Alt, Apply, Array, Call, Cases, Expr, Fold, Hole, Index, Name, Number, Relation
from workings.ops.primitives import NoValue
from workings.value import Result, Undefined, Value

__all__ = ["Function", "How", "evaluate", "fold_bounds", "function_key", "is_argument", "option_value"]

_PLAIN = How()

_TABLE = cast(
    Mapping[type, Evaluator],
    MappingProxyType(
        {
            Number: nodes.number,
            Name: naming.name,
            Call: calling.call,
            Apply: nodes.apply,
            Index: nodes.index,
            Array: nodes.array,
            Fold: folding.fold,
            Cases: nodes.cases,
            Relation: nodes.relation,
            Alt: nodes.alt,
            Hole: nodes.hole,
        }
    ),
)


def evaluate(expr: Expr, names: Mapping[str, Value | Function], how: How = _PLAIN) -> Result:
    """The value of an expression, or the reason why it has none; never raises for a document's faults."""
    if type(expr) is Number and not how.widen:  # most right sides
        return expr.value
    run = Run(names, how, _TABLE)
    try:
        return _TABLE[type(expr)](run, expr)
    except NoValue as gone:
        missing = missing_names(expr, names, gone.missing) if gone.missing else ()
        return Undefined(gone.reason, missing)
    except RecursionError:
        return Undefined("nested too deeply")


def fold_bounds(
    node: Fold, names: Mapping[str, Value | Function], how: How = _PLAIN
) -> tuple[int, int] | None:
    """From where to where the index of a sum runs; None where that is not known."""
    if node.variable is None:
        return None
    try:
        return folding.bounds(Run(names, how, _TABLE), node, node.variable)
    except NoValue:
        return None


def option_value(
    key: str, expr: Expr, names: Mapping[str, Value | Function], how: How = _PLAIN
) -> Value | str:
    """The value of an option of a call; raises `NoValue` where it has none."""
    return calling.option(Run(names, how, _TABLE), key, expr)
