"""Measures of something without numbers: Entropy(S), Var(X), Gini(left) are names of what was worked out."""

from __future__ import annotations

from dataclasses import replace

from workings.document import Member, Statement
from workings.expr import Apply, Call, Expr, Hole, Name, mapped
from workings.ops import OPERATIONS
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import is_plain
from workings.value import Tensor

MEASURES = frozenset(
    "entropy gini variance std mean mse mae rmse kl_divergence cross_entropy log_loss nll precision recall "
    "f1 distance cosine_similarity det trace".split()
)


def with_measure_named(scope: Scope, statement: Statement) -> Statement:
    """A statement that gives a measure of labels a value, with a name for its head."""
    head, *rest = statement.members
    named = _named(scope, head.expr)
    if named is None or not any(is_plain(member.expr) for member in rest):
        return statement
    return replace(statement, members=(replace(head, expr=named), *rest))


def with_known_measures(scope: Scope, statement: Statement) -> Statement:
    """A statement in which the measures that got a value before are names."""
    members = tuple([_put_in(scope, member) for member in statement.members])
    return replace(statement, members=members)


def _put_in(scope: Scope, member: Member) -> Member:
    """A member with the measures that have a value as their names."""

    def change(node: Expr) -> Expr:
        named = _named(scope, node)
        return mapped(node, change) if named is None or named.key not in scope.bindings else named

    expr = change(member.expr)
    return member if expr is member.expr else replace(member, expr=expr)


def _named(scope: Scope, expr: Expr) -> Apply | None:
    """A measure of labels as a name; None for anything else, and where the numbers to measure are known."""
    if not isinstance(expr, Call) or expr.op not in MEASURES or expr.options or not expr.args:
        return None
    labels = [label for arg in expr.args if (label := _label(scope, expr.op, arg)) is not None]
    if len(labels) < len(expr.args):
        return None
    return Apply(expr.span, Name(expr.span, expr.op, expr.op), (), f"{expr.op}({','.join(labels)})")


def _label(scope: Scope, op: str, arg: Expr) -> str | None:
    """What is measured, if it is a word or letter that no numbers belong to."""
    if isinstance(arg, Hole):
        return arg.text if "|" in arg.text else None  # Entropy(S | A)
    if not isinstance(arg, Name):
        return None
    value = as_value(scope.said.get(arg.key))
    gathers = op in OPERATIONS and OPERATIONS[op].gathers  # |S| = 14 says nothing of what is in S
    return arg.key if value is None or (gathers and not isinstance(value, Tensor)) else None
