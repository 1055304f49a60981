"""Sums over the entries of vectors, as sums of whole vectors; and those in which one entry is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workings.expr import (
    PRODUCTS,
    Alt,
    Call,
    Cases,
    Expr,
    Fold,
    Name,
    Number,
    Relation,
    children,
    mapped,
    name,
    walk,
)
from workings.learning.declaring import CannotRunError
from workings.learning.entries import picks
from workings.learning.letters import Range, bounds_of, is_all, letters_in
from workings.learning.products import chained, factors
from workings.learning.rules import REDUCTIONS
from workings.learning.timing import ENTRY, PICK

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_OF_ALL = frozenset({"bars", "norm", "softmax", *REDUCTIONS})


def chosen(body: Expr, variable: str) -> Expr | None:
    """Of Σ_k 1[y = k] f(k) the one that is not nought, f(y); None where no factor picks it."""
    parts = factors(body)
    for at, part in enumerate(parts):
        wanted = _marked(part, variable)
        if wanted is None:
            continue
        rest = parts[:at] + parts[at + 1 :]
        if not rest or any(isinstance(n, Name) and n.key == variable for other in rest for n in walk(other)):
            raise CannotRunError(
                f"a sum that uses {variable} as a number beside 1[{wanted.key} = {variable}]"
            )
        return chained([_at(other, variable, wanted) for other in rest])
    return None


def with_chosen(expr: Expr) -> Expr:
    """A formula in which every such sum is the one entry that it picks."""
    while isinstance(expr, Alt):
        expr = expr.options[0]
    inner = mapped(expr, with_chosen)
    found = None
    if isinstance(inner, Fold) and inner.kind == "sum" and inner.variable:
        found = chosen(inner.body, inner.variable)
    return inner if found is None else found


def _marked(expr: Expr, variable: str) -> Name | None:
    """The y of 1[y = k]."""
    match expr:
        case Cases(
            branches=((Number(value=yes), Relation(members=members, signs=("=",))), (Number(value=no), None))
        ):
            names = [part for part in members if isinstance(part, Name)]
            others = [part for part in names if part.key != variable]
            return others[0] if yes == 1 and no == 0 and len(names) == 2 and len(others) == 1 else None
        case _:
            return None


def _at(expr: Expr, variable: str, place: Name) -> Expr:
    """A formula of one entry at another place."""
    match expr:
        case Name(index=index) if _has(index, variable):
            found = tuple(
                place if isinstance(part, Name) and part.key == variable else part for part in index
            )
            if any(_has((part,), variable) for part in found):
                raise CannotRunError(f"{expr.key} beside 1[{place.key} = {variable}]")
            return Name(expr.span, f"{expr.base}_{place.key}", expr.base, found)
    return mapped(expr, lambda part: _at(part, variable, place))


def _has(index: tuple[Expr, ...], variable: str) -> bool:
    return any(bool(letters_in(part, frozenset({variable}))) for part in index)


def is_of_vectors(writer: Writer, node: Fold) -> bool:
    """Whether a sum runs over all entries of vectors, or over all rows with one entry of each."""
    parts = factors(node.body)
    if len(parts) > 1 and all(isinstance(part, Name | Number) for part in parts):
        return False  # a product of entries is a product of vectors
    fits = _fits(writer, node.body, node.variable or "", bounds_of(writer, node))
    return fits and node.kind in ("sum", "prod")


def _fits(writer: Writer, expr: Expr, variable: str, bound: Range | None) -> bool:
    """Whether a letter picks one entry of vectors, and nothing else, and all of them."""
    match expr:
        case Call(op=op, args=(whole, *places)) if op == ENTRY and _is_index(tuple(places), variable):
            return not letters_in(whole, frozenset({variable}))
        case Call(op=op, args=(Name(base=base, index=row), Name(base=asked, index=at))) if op == PICK:
            if _is_index(row, variable) and _is_index(at, variable):
                return _has_all(writer, base, 2, bound) and _has_all(writer, asked, 1, bound)
        case Fold():
            return False
        case Call(op=op) if op in _OF_ALL and letters_in(expr, frozenset({variable})):
            return False  # |w_j| of one entry is not |w| of all
        case Name(key=key) if key == variable:
            return False
        case Name(index=index) if _has(index, variable):
            pick = picks(expr, variable)
            if pick is not None:
                return all(_has_all(writer, key, rank, bound) for key, rank in zip(pick, (2, 1), strict=True))
            return _is_index(index, variable) and _has_all(writer, expr.base, 1, bound)
    return all(_fits(writer, part, variable, bound) for part in children(expr))


def _has_all(writer: Writer, base: str, rank: int, bound: Range | None) -> bool:
    """Whether a name has so many axes, and a sum goes over all of the first."""
    whole = writer.whole_of(name(base))
    return whole is not None and whole.rank == rank and is_all(bound, whole.shape[0])


def _is_index(index: tuple[Expr, ...], variable: str) -> bool:
    return len(index) == 1 and isinstance(index[0], Name) and index[0].key == variable


def without_index(body: Expr, variable: str) -> Expr:
    """The formula of one entry as that of all: y_i log p_i becomes y log p, taken entry by entry."""

    def change(node: Expr) -> Expr:
        pick = picks(node, variable)
        if pick is not None:
            return Call(node.span, "picked", (name(pick[0]), name(pick[1])))
        if isinstance(node, Name) and _is_index(node.index, variable):
            return name(node.base, node.span)
        if isinstance(node, Call) and node.op == ENTRY and _is_index(node.args[1:], variable):
            return change(node.args[0])
        if isinstance(node, Name) and node.key == variable:
            raise CannotRunError(f"a sum that uses {variable} as a number")
        if isinstance(node, Call) and node.op in PRODUCTS:
            return Call(node.span, "hadamard", tuple(change(arg) for arg in node.args), node.options)
        return mapped(node, change)

    return change(body)
