"""Members with derivatives in them, with the values that the formulas of the document give them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.document import Member
from workings.evaluating import How, evaluate
from workings.expr import Array, Expr, Name, Number, call, name
from workings.regex import regex
from workings.resolving.derivatives import Gradient, UnknownDerivativeError
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.resolving.slopes import Slopes, parts_of
from workings.resolving.traits import has_holes, is_plain, names_in
from workings.source import Page
from workings.value import Tensor, squeezed

LOSSES = frozenset("L J E C ℓ ℒ loss Loss cost Cost MSE BCE CE error Error".split())
_SPOKEN = regex(r"gradient|back-?prop|derivative|backward|∂|\\partial|\bSGD\b", re.IGNORECASE)
_ALIAS = regex(r"(?:d|grad_|g_|grad)(\(?[^\W\d].*)")
_COUNTING = ("t", "i", "j", "k", "l", "ℓ", "n")  # letters that count steps, units and layers
LAYOUT_MEMBERS = 3  # that may show which way round a gradient is written


def differentiated(scope: Scope, link: Link, how: How, rest: Sequence[Member], first: bool = True) -> Link:
    """A member with derivatives in it, with the value that the formulas of the document give it."""
    slopes = Slopes(scope, scope.said, how)
    expr = link.expr
    parts = parts_of(expr.key) if isinstance(expr, Name) else None
    try:
        if parts is not None and isinstance(expr, Name):
            binding = scope.bindings.get(expr.key)
            if (
                link.is_known
                and not slopes.is_outdated(expr.key)
                and (not first or binding is None or binding.cause)
            ):
                return link
            found = slopes.candidates(*parts)
            pattern, corner = _laid_out(scope, _direct(slopes, *parts, rest) or found, how, rest)
        elif link.is_known or has_holes(expr):
            return link
        else:
            pattern, corner = slopes.expand(expr), ", ".join(slopes.ties)
    except UnknownDerivativeError:
        return link
    certain = all(scope.formulas.is_settled(key, scope.section) for key in slopes.used)
    if certain and any(names_in(member.expr) for member in rest):  # a formula may be that of another loss
        certain = all(_is_of_this_exercise(scope, key) for key in slopes.used)
    return _valued(scope, link, pattern, corner, how, certain)


def _is_of_this_exercise(scope: Scope, key: str) -> bool:
    """Whether a name got its formula in this section, or in one that this is a stage of, “Backward pass”."""
    home = scope.formulas.homes.get(key, scope.section)
    return home == scope.section or scope.exercises.get(home) == scope.exercises.get(scope.section, -1)


def _direct(slopes: Slopes, over: str, under: str, rest: Sequence[Member]) -> tuple[Gradient, ...]:
    """`∂c_2/∂c_1 = f_2`: from one step to the next by its formula alone, where just that is stated next."""
    ways = ((one, Quantity(one.expr, slopes.names, slopes.how)) for one in slopes.direct(over, under))
    stated = Quantity(rest[0].expr, slopes.names, slopes.how) if rest else None
    return tuple(one for one, way in ways if stated is not None and compare(stated, way, False).is_sound)


def named_gradient(scope: Scope, link: Link, how: How, rest: Sequence[Member], page: Page) -> Link:
    """`dW` or `grad_w`: the derivative of the document's loss, where the text speaks of gradients."""
    if not isinstance(link.expr, Name) or link.is_known or not rest:
        return link
    defined = _defined_as(scope, link.expr)
    if defined is not None:
        return _stood_in(scope, link, defined, how, rest)
    if not is_plain(rest[0].expr):
        return link
    found = _ALIAS.fullmatch(link.expr.key)
    loss = loss_of(scope)
    if found is None or loss is None or found[1] not in scope.bindings or not _SPOKEN.search(page.text):
        return link
    key = f"∂{loss}/∂{found[1]}"
    if key in scope.said:
        return _valued(scope, link, name(key, link.expr.span), "", how)
    return _stood_in(scope, link, key, how, rest)


def _defined_as(scope: Scope, step: Name) -> str | None:
    """The derivative ∂L/∂a_2 that δ_2 is, where the document says that δ_t is ∂L/∂a_t."""
    if len(step.index) != 1 or not isinstance(step.index[0], Number):
        return None
    for letter in _COUNTING:
        whole = scope.defined.get(f"{step.base}_{letter}")
        if isinstance(whole, Name) and parts_of(whole.key) is not None and whole.key.endswith(f"_{letter}"):
            return f"{whole.key[:-1]}{step.index[0].text}"
    return None


def _stood_in(scope: Scope, link: Link, key: str, how: How, rest: Sequence[Member]) -> Link:
    """A name with the value of the derivative that it is another name for."""
    stand_in = Link(link.member, name(key, link.expr.span), *scope.quantities(name(key), how))
    known = differentiated(scope, stand_in, how, rest)
    return replace(known, expr=link.expr) if known.pattern is not None else link


def loss_of(scope: Scope) -> str | None:
    """The one loss that a document has a formula for, and nothing else is worked out from."""
    formulas = scope.formulas.symbolic
    used = {key for formula in formulas.values() for key in names_in(formula)}
    found = [key for key in formulas if key.partition("_")[0] in LOSSES and key not in used]
    return found[0] if len(found) == 1 else None


def _valued(scope: Scope, link: Link, pattern: Expr, corner: str, how: How, certain: bool = True) -> Link:
    quantities = scope.quantities(pattern, how)
    known = Link(
        link.member, link.expr, *quantities, pattern=pattern, certain=certain, derived=True, corner=corner
    )
    return known if known.is_known else link


def _laid_out(
    scope: Scope, found: tuple[Gradient, ...], how: How, rest: Sequence[Member]
) -> tuple[Expr, str]:
    """The gradient in the layout that the next members are written in: transposed, or its diagonal."""
    first = found[0]
    stated = [
        Quantity(member.expr, scope.said, how)
        for member in rest[:LAYOUT_MEMBERS]
        if not has_holes(member.expr)
    ]
    for one in found:
        for pattern in _layouts(one.expr, scope, how):
            if any(_fits(pattern, quantity, scope, how) for quantity in stated):
                return pattern, ", ".join(one.ties)
    return first.expr, ", ".join(first.ties)


def zeros_like(link: Link, before: Link) -> Link:
    """`= 0` behind a gradient with several entries says that all of them are nought."""
    value, stated = before.printed.value, link.expr
    if (
        before.pattern is None
        or not isinstance(value, Tensor)
        or not isinstance(stated, Number)
        or stated.value
    ):
        return link
    expr: Expr = Array(stated.span, (stated,) * value.shape[-1], "list")
    if len(value.shape) == 2:
        expr = Array(stated.span, (expr,) * value.shape[0], "matrix")
    quantity = Quantity(expr, {}, link.printed.how)
    return Link(link.member, expr, quantity, quantity)


def _layouts(expr: Expr, scope: Scope, how: How) -> Iterator[Expr]:
    yield expr
    value = evaluate(expr, scope.said, how)
    if isinstance(value, Tensor) and len(value.shape) == 2 and 1 not in value.shape:
        yield call("transpose", expr)
    if isinstance(value, Tensor) and len(value.items) == 1:
        yield call("total", expr)


def _fits(pattern: Expr, stated: Quantity, scope: Scope, how: How) -> bool:
    """Whether a stated member has the shape of a layout, and its values if that is square."""
    value, own = stated.value, evaluate(pattern, scope.said, how)
    if isinstance(value, Tensor) != isinstance(own, Tensor):
        return False
    if isinstance(value, Tensor) and isinstance(own, Tensor) and squeezed(value.shape) != squeezed(own.shape):
        return False
    if isinstance(own, Tensor) and len(set(own.shape)) == 1 and len(own.shape) == 2:
        return compare(stated, Quantity(pattern, scope.said, how), approximate=False).is_sound
    return as_value(value) is not None
