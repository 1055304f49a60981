"""Equations that a page sets on names without values, `P² = 5P − 6I`, which its other lines may rest on."""

from __future__ import annotations

from collections.abc import Sequence

from workings.checking.chain import Link
from workings.expr import Call, Expr, alike, mapped, walk
from workings.finding import Verdict
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in

MOST_PREMISES = 16  # that are remembered


def note_premise(scope: Scope, links: Sequence[Link]) -> None:
    """Remember what a power or product of names is said to be, if these have no values."""
    head, stated = links[0], links[1]
    if stated.verdict in (Verdict.RIGHT, Verdict.WRONG) or not isinstance(head.expr, Call):
        return
    if stated.member.sign != "=" or head.is_known or stated.is_known:
        return
    if names_in(head.expr) and not names_in(head.expr) & scope.said.keys():
        scope.premises = [*scope.premises, (head.expr, stated.expr)][-MOST_PREMISES:]


def by_premises(scope: Scope, expr: Expr) -> Expr:
    """The expression with what the page says of the powers and products in it; the same if it has none."""
    for premise, stated in scope.premises:
        if any(alike(node, premise) for node in walk(expr)):
            expr = _put(expr, premise, stated)
    return expr


def _put(expr: Expr, premise: Expr, stated: Expr) -> Expr:
    return stated if alike(expr, premise) else mapped(expr, lambda part: _put(part, premise, stated))
