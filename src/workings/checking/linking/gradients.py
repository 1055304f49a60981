"""Members with derivatives in them: valued by the formulas of the document, or settled at made-up points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from zlib import crc32

from flint import fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import values_agree
from workings.checking.comparing.comparison import Comparison, undecided
from workings.document import Member
from workings.evaluating import Function, How, evaluate
from workings.expr import Apply, Array, Call, Cases, Expr, Fold, Name, Number, call, name, number, walk
from workings.finding import Verdict
from workings.ops import FUNCTIONS
from workings.regex import regex
from workings.resolving.derivatives import Gradient, UnknownDerivativeError
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.resolving.slopes import Slopes, parts_of
from workings.resolving.traits import has_holes, is_plain, names_in
from workings.source import Page
from workings.value import Tensor, Value, precision, squeezed

POINTS = 6
BITS = 192
MOST_NAMES = 24  # that have no value
LOSSES = frozenset("L J E C ℓ ℒ loss Loss cost Cost MSE BCE CE error Error".split())
_CONSTANTS = frozenset({"π", "e", "∞"})
_FACTORS = frozenset({"η", "α", "λ", "ε", "γ", "μ", "lr"})  # letters that are no functions before a bracket
_SPOKEN = regex(r"gradient|back-?prop|derivative|backward|∂|\\partial|\bSGD\b", re.IGNORECASE)
_LOOSELY = regex(
    r"drop|ignor|absorb|constant|proportional|omit|factor|up to|convenien|truncat|approximat", re.IGNORECASE
)
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
        certain = all(scope.formulas.is_at_home(key, scope.section) for key in slopes.used)
    return _valued(scope, link, pattern, corner, how, certain)


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


# -- free names ---------------------------------------------------------------------------------


def settle_derivatives(
    left: Expr,
    right: Expr,
    chain: Chain,
    scope: Scope,
    how: How,
    page: Page,
    of: str | None = None,
    extra: frozenset[str] = frozenset(),
    letter: str | None = None,
) -> Comparison | None:
    """Two sides with derivatives and free names, compared at points where the formulas are run anew.

    `of` is the derivative that the left side is about, `extra` are names beside those behind it, `letter`
    is a name that is free although it has a value.
    """
    if of is None:
        of = _derivative_of(left)
    names = _closure(scope, (left, right))
    unknown = {key for key in names if key not in scope.said and not _is_defined(scope, key)}
    free = sorted(unknown if letter is None else {*unknown, letter})
    if len(free) > MOST_NAMES or not free:
        return None
    agreed, differ, ratios = 0, "", set()
    for point in range(POINTS):
        sides = _at_point(scope, how, (left, right), names, free, point) or _at_point(
            scope, how, (left, right), names, free, point, chances=True
        )
        if sides is None:
            continue
        first, second, shown = sides
        if isinstance(first, Tensor) != isinstance(second, Tensor):
            return None
        if values_agree(first, second):
            agreed += 1
        elif not differ:
            differ = shown
        if isinstance(first, fmpq) and isinstance(second, fmpq) and first:
            ratios.add(second / first)
    if agreed >= POINTS - 1 and not differ:
        return Comparison(Verdict.RIGHT, reason=f"both sides agree at {agreed} points")
    certain = _is_explicit(left, right) or _is_certain(scope, of, right, extra)
    if differ and agreed == 0 and chain.at_start and certain:
        if _LOOSELY.search(page.text) and (len(ratios) == 1 or any(names.values())):
            return undecided("the sides differ, and the text speaks of a simplification")
        reason = f"for {differ} the sides differ"
        return Comparison(Verdict.WRONG, reason=reason, rule="gradient/fails")
    return None


def _derivative_of(left: Expr) -> str | None:
    """The derivative that a side is: `∂L/∂w`, or `f'(x)` as that of f by x."""
    if isinstance(left, Name):
        return left.key
    if isinstance(left, Apply) and left.function.key.endswith("'") and isinstance(left.args[0], Name):
        plain = left.function.key.rstrip("'")
        return f"∂{plain}/∂{left.args[0].key}"
    return None


def _is_defined(scope: Scope, key: str) -> bool:
    return scope.formulas.formula_of(key) is not None or parts_of(key) is not None


def _closure(scope: Scope, sides: Sequence[Expr]) -> dict[str, bool]:
    """All names that the sides go back to through formulas and derivatives; True for functions."""
    found: dict[str, bool] = {}
    todo = list(sides)
    while todo and len(found) < 4 * MOST_NAMES:
        for node in walk(todo.pop()):
            if isinstance(node, Apply):
                key = node.function.key.rstrip("'")
                made = scope.said.get(key)
                if isinstance(made, Function):
                    params = set(made.params)
                    for inner in walk(made.body):
                        if isinstance(inner, Name) and inner.key not in params:
                            todo.append(inner)
                elif key not in FUNCTIONS:
                    found[key] = key not in _FACTORS
            if not isinstance(node, Name) or node.key in found or node.key in _CONSTANTS:
                continue
            parts = parts_of(node.key)
            if parts is not None:
                todo += [name(part) for part in parts]
                made = scope.said.get(parts[0])
                todo += [made.body] if isinstance(made, Function) else []
                continue
            if isinstance(scope.said.get(node.key), Function):
                continue
            found[node.key] = False
            formula = scope.formulas.formula_of(node.key, node)
            if formula is not None:
                todo.append(formula)
    return found


def _at_point(
    scope: Scope,
    how: How,
    sides: tuple[Expr, Expr],
    names: dict[str, bool],
    free: list[str],
    point: int,
    chances: bool = False,
) -> tuple[Value, Value, str] | None:
    """Both sides where the free names have made-up values and everything else follows from these.

    With `chances` all of them lie between nought and one, as the p of ln(1 - p) has to.
    """
    here: dict[str, Value | Function] = dict(scope.said)
    shown = []
    for key in free:
        if names[key]:
            here[key] = _smooth(key, point)
        else:
            value = _sample(key, point)
            if chances:
                value = abs(value) / (abs(value) + 1)
            here[key] = value
            shown.append(f"{key} = {value}")
    with precision(BITS):
        for key in (key for key in _in_order(scope, names) if key not in free):
            formula = scope.formulas.formula_of(key)
            value_of = None if formula is None else as_value(evaluate(formula, here, how))
            if value_of is None:
                return None
            here[key] = value_of
        try:
            slopes = [Slopes(scope, here, how, free=True) for _ in sides]
            values = [as_value(evaluate(s.expand(e), here, how)) for s, e in zip(slopes, sides, strict=True)]
        except UnknownDerivativeError:
            return None
    first, second = values
    if first is None or second is None or any(one.ties for one in slopes):
        return None
    return first, second, ", ".join(shown)


def _in_order(scope: Scope, names: dict[str, bool]) -> list[str]:
    """The names that have formulas, each behind those it uses."""
    ordered: list[str] = []
    seen: set[str] = set()

    def visit(key: str, depth: int) -> None:
        formula = scope.formulas.formula_of(key)
        if key in seen or formula is None or depth > MOST_NAMES:
            return
        seen.add(key)
        for other in sorted(names_in(formula)):
            visit(other, depth + 1)
        ordered.append(key)

    for key in names:
        visit(key, 0)
    return ordered


def _sample(key: str, point: int) -> fmpq:
    """A small rational, the same for the same name."""
    word = crc32(f"{key}|{point}".encode("utf-8", "replace"))
    return fmpq(word % 19 + 1, word // 32 % 5 + 2) * (1 if word // 1024 % 3 else -1)


def _smooth(key: str, point: int) -> Function:
    """A smooth function for one that nobody defines: bent differently at every point."""
    x = name("x")
    bent: Expr = call("tanh", call("div", x, 3))
    if point % 3 == 1:
        bent = call("exp", call("div", x, 8))
    elif point % 3 == 2:
        bent = call("sin", x)
    square = call("div", call("mul", x, x), 5)
    return Function(
        ("x",), call("add", call("add", call("mul", number(_sample(key, point)), bent), square), x)
    )


def _is_explicit(left: Expr, right: Expr) -> bool:
    """`d/dx x³ = 3x`: the derivative of a formula in plain letters, with no other letters on the right."""
    match left:
        case Call(op="derivative", args=(body, Name(key=by))) if not is_plain(right):
            parts = [*walk(body), *walk(right)]
            letters = names_in(body)
            return (
                by in letters >= names_in(right)
                and not any(isinstance(part, Apply | Fold | Cases) for part in parts)
                and not any(key[:1].isupper() or parts_of(key) is not None for key in letters)
            )
    return False


def _is_certain(scope: Scope, of: str | None, right: Expr, extra: frozenset[str]) -> bool:
    """Scalars only, with every name on the right known from the formulas behind the derivative."""
    parts = None if of is None else parts_of(of)
    if of is None or parts is None:
        return False
    binding = scope.bindings.get(parts[0])
    if binding is None or binding.section != scope.section:
        return False
    behind = _closure(scope, (name(of),))
    used = {node.key for node in walk(right) if isinstance(node, Name) and parts_of(node.key) is None}
    used |= {node.function.key for node in walk(right) if isinstance(node, Apply)}
    if not used - _CONSTANTS - extra <= _spelled(behind):
        return False
    formulas = [scope.formulas.formula_of(key) for key in behind]
    for side in (right, *(formula for formula in formulas if formula is not None)):
        for node in walk(side):
            if isinstance(node, Fold) or (isinstance(node, Call) and node.op in ("transpose", "norm")):
                return False
            if isinstance(node, Name) and node.key[:1].isupper() and node.key.partition("_")[0] not in LOSSES:
                return False
    return not is_plain(right)


def _spelled(names: dict[str, bool]) -> set[str]:
    """The names, functions also with a prime."""
    return names.keys() | {f"{key}'" for key, function in names.items() if function}
