"""Lists whose entries are worked out where they stand: `α = (1/4 = 0.25, 3/4 = 0.75)`."""

from __future__ import annotations

from dataclasses import replace

from workings.document import Member, Statement
from workings.expr import Array, Call, Expr, Name, Number, Relation

_SIGNS = ("=", "≈")


def with_entries(statement: Statement) -> list[Statement]:
    """A statement with each entry that is a chain as one of its own, before the list of what they come to."""
    chains: list[Relation] = []
    for member in statement.members:
        _gather(member.expr, chains)
    if not chains:
        return [statement]
    members = tuple(replace(member, expr=_results(member.expr)) for member in statement.members)
    return [*(_stated(statement, chain) for chain in chains), replace(statement, members=members)]


def _gather(expr: Expr, chains: list[Relation]) -> None:
    """Add the entries of a list that are chains, in order."""
    if isinstance(expr, Array):
        for item in expr.items:
            if not isinstance(item, Number):
                _gather(item, chains)
    elif isinstance(expr, Relation) and _is_worked_out(expr):
        chains.append(expr)
    elif isinstance(expr, Call) and expr.op == "transpose":
        _gather(expr.args[0], chains)


def _is_worked_out(expr: Relation) -> bool:
    """Whether it is a formula and its value, rather than a name that is given one: `(k = 3, s = 2)`."""
    return all(sign in _SIGNS for sign in expr.signs) and not isinstance(expr.members[0], Name)


def _results(expr: Expr) -> Expr:
    """A list with what its entries come to."""
    if isinstance(expr, Relation) and _is_worked_out(expr):
        return expr.members[-1]
    if isinstance(expr, Array):
        return replace(expr, items=tuple(map(_results, expr.items)))
    if isinstance(expr, Call) and expr.op == "transpose":
        return replace(expr, args=tuple(map(_results, expr.args)))
    return expr


def _stated(statement: Statement, chain: Relation) -> Statement:
    signs = (None, *chain.signs)
    members = tuple(Member(sign, part, part.span) for sign, part in zip(signs, chain.members, strict=True))
    return replace(statement, members=members, span=chain.span, label=None)
