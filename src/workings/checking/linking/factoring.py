"""Names before brackets that are factors, not functions: A(B + C), Q(KᵀV)."""

from __future__ import annotations

from workings.checking.chain import Link
from workings.expr import Apply, Call, Expr, Name, walk
from workings.resolving.traits import names_in


def is_factor(left: Expr, right: Expr) -> bool:
    """`A(B + C)` before `AB + AC`: a matrix before a sum in brackets, not a function of it."""
    if not isinstance(left, Apply) or len(left.args) != 1 or not left.function.key[:1].isupper():
        return False
    inner = left.args[0]
    if not isinstance(inner, Apply) and not (isinstance(inner, Call) and inner.op in ("add", "sub", "mul")):
        return False
    return left.function.key in names_in(right) and plain_names(inner) <= names_in(right)


def plain_names(expr: Expr) -> set[str]:
    """The names in an expression, without the texts of names before brackets."""
    return {node.key for node in walk(expr) if isinstance(node, Name)}


def is_product(before: Link, link: Link) -> bool:
    """`Q(KᵀV)` behind `(QKᵀ)V`: a name before brackets that is a factor, as it is in the member before."""
    if isinstance(link.expr, Name) and link.expr.index:  # entries: the A_ji of (Aᵀ)_ij
        base = link.expr.base
        return not before.is_named and (base in ("e", "δ") or base in names_in(before.expr))
    if not isinstance(link.expr, Apply) or before.is_named or not link.expr.args:
        return False
    return link.expr.function.key in names_in(before.expr) and not isinstance(link.expr.args[0], Name)
