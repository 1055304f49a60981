"""Probabilities of what does not happen: P(¬A) is 1 − P(A) where only that was stated."""

from __future__ import annotations

from dataclasses import replace

from workings.document import Member, Statement
from workings.expr import Apply, Expr, call, mapped, number
from workings.regex import regex
from workings.resolving.scope import Scope

_MAY_NEGATE = regex(r"[Pp]r?\s?\(\s?(?:\\(?:neg|lnot|bar|overline|sim)\b|[¬~]|not |[-−+]\s?(?:\\mid|\|))")
_NEGATED = regex(r"(Pr?|p)\((?:neg|lnot|¬|~|not|mark:bar|mark:overline)([A-Za-z](?:_?\w)*)(\|.*)?\)")
_SIGNED = regex(r"(Pr?|p)\(([-+])(\|.+)\)")  # a positive or a negative test
_OPPOSITES = {"+": "-", "-": "+"}
_JOINED = regex(r"wedge|vee|cap|cup|land|lor|and|or")


def may_negate(text: str) -> bool:
    """Whether a page may speak of the probability that something does not happen."""
    return _MAY_NEGATE.search(text) is not None


def with_complements(scope: Scope, statement: Statement) -> Statement:
    """A statement with one minus the probability that was stated for each that was not, but for its head."""
    head, *rest = statement.members
    if not isinstance(head.expr, Apply):
        head = _put_in(scope, head)
    return replace(statement, members=(head, *(_put_in(scope, member) for member in rest)))


def _put_in(scope: Scope, member: Member) -> Member:
    def change(node: Expr) -> Expr:
        stated = _stated(scope, node) if isinstance(node, Apply) else None
        return mapped(node, change) if stated is None else call("sub", number(1, node.span), stated)

    expr = change(member.expr)
    return member if expr is member.expr else replace(member, expr=expr)


def _stated(scope: Scope, node: Apply) -> Apply | None:
    """The probability that what is negated happens, if that is known and the other one is not."""
    if node.key in scope.bindings:
        return None
    signed = _SIGNED.fullmatch(node.key)
    if signed is not None:
        key = f"{signed[1]}({_OPPOSITES[signed[2]]}{signed[3]})"
        return replace(node, args=(), key=key) if key in scope.bindings else None
    found = _NEGATED.fullmatch(node.key)
    if found is None or _JOINED.search(found[2]) is not None:
        return None
    key = f"{found[1]}({found[2]}{found[3] or ''})"
    return replace(node, args=(), key=key) if key in scope.bindings else None
