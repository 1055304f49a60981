"""A formula that was given a value, met again inside another one.

`Q K^T = …` goes wrong, and `Q K^T / \\sqrt{2} = …` is worked out from what stands there: that is carried.
Where the page has no values for Q and K, what it says of their product is all that is known of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.expr import PRODUCTS, Array, Call, Expr, Index, Name, Number, alike, mapped, number, walk
from workings.ops import OPERATIONS
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Binding, Scope
from workings.resolving.traits import is_plain, names_in
from workings.source import Page
from workings.value import Tensor

MOST_PRODUCTS = 8  # that are remembered
MOST_GATHERED = 16  # entries of a list that is put together again


def carried_from(scope: Scope, before: Link, link: Link) -> str | None:
    """The wrong claim from whose value a link follows."""
    approximate = link.member.is_approximate
    written = _written_out(before.source)
    both, last = written, None
    for formula, stated, cause in (*reversed(scope.errors.misstated), *_gathered(scope, before)):
        source = _with(before.source, formula, stated)
        if source is before.source:
            source = _with(written, formula, stated)
            if source is written:
                continue
        both, last = _with(both, formula, stated), last or cause
        for one in (source,) if both is source else (source, both):
            followed = Quantity(one, scope.said, before.printed.how, scope.wide)
            if compare(link.printed, followed, approximate).is_sound:
                return cause if one is source else last
    return None


def _written_out(expr: Expr) -> Expr:
    """An expression with its operations as what their recipes come to: a cosine has two norms in it."""
    if isinstance(expr, Call) and expr.op in OPERATIONS:
        from workings.resolving.opening import UnknownDerivativeError, opened  # only what went wrong waits

        try:
            return opened(expr)
        except UnknownDerivativeError:
            return expr
    return mapped(expr, _written_out)


def _gathered(scope: Scope, before: Link) -> Iterator[tuple[Expr, Expr, str]]:
    """A list with every entry that went wrong: `z[1] = 0.6`, `z[2] = -0.3`, and then tanh of both."""
    parts = [(one, stated, cause) for one, stated, cause in scope.errors.misstated if isinstance(one, Index)]
    if not parts or not isinstance(parts[-1][0], Index):
        return
    base = parts[-1][0].base
    value = Quantity(base, scope.said, before.printed.how).value
    if not isinstance(value, Tensor) or max(value.shape) != len(value.items):
        return
    if len(value.items) > MOST_GATHERED:
        return
    found = {
        int(place.value.p): (stated, cause)
        for one, stated, cause in parts
        if isinstance(one, Index) and alike(one.base, base) and isinstance(place := one.index[0], Number)
    }
    entries = (found[at][0] if at in found else _entry(base, at) for at in range(len(value.items)))
    yield base, Array(base.span, tuple(entries), "list"), parts[-1][2]


def _entry(base: Expr, at: int) -> Index:
    return Index(base.span, base, (number(at),))


def note_product(scope: Scope, links: Sequence[Link]) -> None:
    """Remember the matrix that a product of names is said to be, if they have no values of their own."""
    head, stated = links[0], links[1]
    value = stated.printed.value
    if head.is_known or not is_plain(stated.expr) or not isinstance(value, Tensor):
        return
    if isinstance(head.expr, Call) and _is_product(head.expr) and not names_in(head.expr) & scope.said.keys():
        key = " ".join(node.key for node in walk(head.expr) if isinstance(node, Name))
        scope.bind(key, Binding.of_literal(value, stated.member.span, scope.section))
        scope.products = [*scope.products, (head.expr, Name(head.expr.span, key, key))][-MOST_PRODUCTS:]


def with_products(scope: Scope, expr: Expr) -> Expr:
    """An expression with names for the products in it that the page has a value for; one alone may be new."""
    for product, called in scope.products:
        expr = expr if alike(expr, product) else _with(expr, product, called)
    return expr


def _is_product(expr: Expr) -> bool:
    """Q K^T, W x: names that are multiplied, as they are or transposed."""
    match expr:
        case Call(op=op, args=args) if op in PRODUCTS:
            return all(map(_is_factor, args))
        case _:
            return False


def _is_factor(expr: Expr) -> bool:
    match expr:
        case Name():
            return True
        case Call(op="transpose", args=(inner,)):
            return isinstance(inner, Name)
        case _:
            return _is_product(expr)


def _with(expr: Expr, formula: Expr, stated: Expr) -> Expr:
    """An expression with what was stated in the place of a formula; the same object if it has none."""
    if not any(_is_that(part, formula) for part in walk(expr)):  # as most have not
        return expr
    if _is_that(expr, formula):
        return stated
    return mapped(expr, lambda part: _with(part, formula, stated))


def _is_that(expr: Expr, formula: Expr) -> bool:
    return alike(expr, formula) or _are_one(expr, formula)


def _are_one(expr: Expr, formula: Expr) -> bool:
    """Whether both are one norm or product, however it is written: ‖a‖ and |a|, a · b and bᵀa."""
    match expr, formula:
        case Call(op="norm", args=(Name() as one,)), Call(op="bars", args=(Name() as other,)):
            return one.key == other.key
        case Call(op="dot", args=(Name(), Name())), Call(op=op) if op in PRODUCTS and _is_product(formula):
            return sorted(names_in(expr)) == sorted(names_in(formula)) and len(_factors(formula)) == 2
    return False


def _factors(product: Expr) -> list[Name]:
    return [node for node in walk(product) if isinstance(node, Name)]


def is_doubted_here(scope: Scope, page: Page, before: Link) -> bool:
    """Whether the one name of an expression was seen to be something else on this very line."""
    names, place = names_in(before.expr), before.member.span.start
    start = page.text.rfind("\n", 0, place)
    return len(names) == 1 and all(start < scope.errors.doubted.get(key, -1) < place for key in names)
