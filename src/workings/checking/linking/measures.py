"""Measures without numbers, which are names: Entropy(S), Gini(left); and P(¬A), which is 1 − P(A)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from workings.document import Member, Statement
from workings.expr import Apply, Call, Expr, Hole, Name, call, mapped, number
from workings.ops import OPERATIONS
from workings.regex import regex
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import is_plain
from workings.value import Tensor

MEASURES = frozenset(
    "entropy gini variance std mean mse mae rmse kl_divergence cross_entropy log_loss nll precision recall "
    "f1 distance cosine_similarity det trace".split()
)
_MAY_NEGATE = regex(r"[Pp]r?\s?\(\s?(?:\\(?:neg|lnot|bar|overline|sim)\b|[¬~]|not |[-−+]\s?(?:\\mid|\|))")
_NEGATED = regex(r"(Pr?|p)\((?:neg|lnot|¬|~|not|mark:bar|mark:overline)([A-Za-z]\w*)(\|.*)?\)")
_SIGNED = regex(r"(Pr?|p)\(([-+])(\|.+)\)")  # a positive or a negative test
_OPPOSITES = {"+": "-", "-": "+"}
_JOINED = regex(r"wedge|vee|cap|cup|land|lor|and|or")


def with_measure_named(scope: Scope, statement: Statement) -> Statement:
    """A statement that gives a measure of labels a value, with a name for its head."""
    head, *rest = statement.members
    named = _named(scope, head.expr)
    if named is None or not any(is_plain(member.expr) for member in rest):
        return statement
    return replace(statement, members=(replace(head, expr=named), *rest))


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


def with_known_measures(scope: Scope, statement: Statement) -> Statement:
    """A statement in which the measures that got a value before are names."""

    def known(node: Expr) -> Expr | None:
        named = _named(scope, node)
        return None if named is None or named.key not in scope.bindings else named

    return replace(statement, members=tuple([_put_in(member, known) for member in statement.members]))


def may_negate(text: str) -> bool:
    """Whether a page may speak of the probability that something does not happen."""
    return _MAY_NEGATE.search(text) is not None


def with_complements(scope: Scope, statement: Statement) -> Statement:
    """A statement with one minus the probability that was stated for each that was not, but for its head."""

    def complement(node: Expr) -> Expr | None:
        stated = _stated(scope, node) if isinstance(node, Apply) else None
        return None if stated is None else call("sub", number(1, node.span), stated)

    head, *rest = statement.members
    if not isinstance(head.expr, Apply):
        head = _put_in(head, complement)
    return replace(statement, members=(head, *(_put_in(member, complement) for member in rest)))


def _put_in(member: Member, made: Callable[[Expr], Expr | None]) -> Member:
    """A member with what is made of its parts, where something is."""

    def change(node: Expr) -> Expr:
        other = made(node)
        return mapped(node, change) if other is None else other

    expr = change(member.expr)
    return member if expr is member.expr else replace(member, expr=expr)


def _stated(scope: Scope, node: Apply) -> Apply | None:
    """The probability that what is negated happens, if that is known and the other one is not."""
    if node.key in scope.bindings:
        return None
    signed, found = _SIGNED.fullmatch(node.key), _NEGATED.fullmatch(node.key)
    if signed is not None:
        key = f"{signed[1]}({_OPPOSITES[signed[2]]}{signed[3]})"
    elif found is not None and _JOINED.search(found[2]) is None:
        key = f"{found[1]}({found[2]}{found[3] or ''})"
    else:
        return None
    return replace(node, args=(), key=key) if key in scope.bindings else None
