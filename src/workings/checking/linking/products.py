"""Products that look otherwise: names before brackets that are factors, matrices printed twice, `u × v`."""

from __future__ import annotations

import re
from dataclasses import replace

from workings.checking.chain import Link
from workings.checking.comparing.parts import operands
from workings.expr import PRODUCTS, Apply, Array, Call, Expr, Index, Name, Number, call, mapped, number, walk
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import names_in, traits
from workings.source import Span
from workings.value import Tensor

_CONVOLVES = regex(r"convol|correlat|\bkernel|\bfilters?\b|\bconv\b", re.I)
_BRACKETED = regex(r"\(\s*[-−]?(\d+)\s*\)")
LEAST_BRACKETED = 3
_STAR = regex(r"[*∗]|\\ast\b")
_MEANS = frozenset({"mean", "std", "var"})  # that products may be taken of entry by entry


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


def undoubled(expr: Expr) -> Expr | None:
    """The product with a matrix that stands twice in a row taken once; None if none does."""
    factors = operands(expr, PRODUCTS)
    kept: list[Expr] = []
    for factor in factors:
        if (
            kept
            and isinstance(factor, Array)
            and isinstance(kept[-1], Array)
            and _key(factor) == _key(kept[-1])
        ):
            continue
        kept.append(factor)
    if len(kept) == len(factors):
        return None
    product = kept[0]
    for factor in kept[1:]:
        product = Call(Span(product.span.start, factor.span.end), "mul", (product, factor))
    return product


def _key(expr: Expr) -> object:
    """What an array literal holds, whatever its place."""
    if isinstance(expr, Array):
        return tuple(_key(item) for item in expr.items)
    if isinstance(expr, Number):
        return expr.value
    if isinstance(expr, Call):
        return (expr.op, *(_key(arg) for arg in expr.args))
    return expr


def is_entrywise(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether a star between matrices multiplies their entries, as in programs: `A * B`."""
    if not isinstance(link.printed.value, Tensor) or not _STAR.search(text, *before.member.span):
        return False

    def starred(expr: Expr) -> Expr:
        inner = mapped(expr, starred)
        if not isinstance(inner, Call) or inner.op != "mul" or len(inner.args) != 2:
            return inner
        first, second = inner.args
        between = _STAR.search(text, first.span.end, second.span.start)
        return Call(inner.span, "hadamard", inner.args) if between else inner

    quantity = Quantity(starred(before.expr), scope.said, before.printed.how, scope.wide)
    return link.fits(quantity)


def is_mean_of_products(scope: Scope, before: Link, link: Link) -> bool:
    """Whether a mean is one of products entry by entry, `mean(x·y)`: a single number needs none."""

    def parted(expr: Expr) -> Expr:
        match expr:
            case Call(op=op, args=(Call(op="mul" | "dot", args=(_, _)) as inner, *_)) if op in _MEANS:
                return replace(expr, args=(replace(inner, op="hadamard"), *expr.args[1:]))
        return mapped(expr, parted)

    if _MEANS.isdisjoint(traits(before.source).ops):
        return False
    expr = parted(before.source)
    return expr != before.source and link.fits(Quantity(expr, scope.said, before.printed.how, scope.wide))


def may_be_convolved(text: str, before: Link) -> bool:
    """Whether a star between matrices may slide one over the other, with noughts around or in steps."""
    match before.expr:
        case Call(op="mul", args=(Array() as first, Array() as second)):
            starred = _STAR.search(text, first.span.end, second.span.start)
            return starred is not None and _CONVOLVES.search(text) is not None
    return False


def is_cross_product(before: Link, link: Link) -> bool:
    """Whether `u × v` is stated as what the cross product of the two comes to."""
    if type(link.expr) is Number and link.expr.value != 0:
        return False  # a number is no list of three
    pair = _in_space(before)
    if pair is None:
        return False
    crossed = Quantity(_crossed(*pair), before.printed.names, before.printed.how)
    return link.fits(crossed)


def _in_space(before: Link) -> tuple[Expr, Expr] | None:
    """The two vectors with three entries each that a member multiplies by ×."""
    match before.source:
        case Call(op="times", args=(first, second)):
            pass
        case _:
            return None
    if isinstance(first, Number) or isinstance(second, Number):
        return None
    names, how = before.printed.names, before.printed.how
    values = [as_value(Quantity(part, names, how).value) for part in (first, second)]
    if all(isinstance(value, Tensor) and len(value.items) == 3 for value in values):
        return first, second
    return None


def _crossed(first: Expr, second: Expr) -> Expr:
    """The three entries of a cross product."""

    def entry(i: int, j: int) -> Expr:
        return call(
            "sub", call("mul", _at(first, i), _at(second, j)), call("mul", _at(first, j), _at(second, i))
        )

    return Array(first.span, (entry(1, 2), entry(2, 0), entry(0, 1)), "list")


def _at(vector: Expr, place: int) -> Expr:
    return Index(vector.span, vector, (number(place, vector.span),))


def lacks_stars(text: str, before: Link) -> bool:
    """`(02) + (-23) + (31)`, of which Markdown took the stars for emphasis: `(0*2) + (-2*3) + (3*1)`."""
    numbers = _BRACKETED.findall(text[before.member.span.start : before.member.span.end])
    noughts = [number for number in numbers if len(number) > 1 and number[0] == "0"]
    return len(numbers) >= LEAST_BRACKETED and bool(noughts)
