"""Sides with derivatives and free names, settled at made-up points at which the formulas are run anew."""

from __future__ import annotations

import re
from collections.abc import Sequence
from zlib import crc32

from flint import fmpq

from workings.checking.chain import Chain
from workings.checking.comparing.agreeing import values_agree
from workings.checking.comparing.comparison import Comparison, undecided
from workings.checking.linking.gradients import LOSSES
from workings.evaluating import Function, How, evaluate
from workings.expr import Apply, Call, Cases, Expr, Fold, Name, Number, call, name, number, walk
from workings.finding import Verdict
from workings.ops import FUNCTIONS
from workings.regex import regex
from workings.resolving.derivatives import UnknownDerivativeError
from workings.resolving.scope import Scope, as_value
from workings.resolving.slopes import Slopes, parts_of
from workings.resolving.traits import is_plain, names_in
from workings.source import Page
from workings.value import Tensor, Value, precision

POINTS = 6
BITS = 192
LONG = 3  # digits that a number in a derivative has by rounding alone
MOST_NAMES = 24  # that have no value
_CONSTANTS = frozenset({"π", "e", "∞"})
_FACTORS = frozenset({"η", "α", "λ", "ε", "γ", "μ", "lr"})  # letters that are no functions before a bracket
_LOOSELY = regex(
    r"drop|ignor|absorb|constant|proportional|omit|factor|up to|convenien|truncat|approximat", re.IGNORECASE
)


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
    if of is not None and _has_another_argument(scope, of):
        return None
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
    certain = _is_explicit(left, right) or (
        _is_certain(scope, of, right, extra) and not _is_at_a_point(scope, right)
    )
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


def _has_another_argument(scope: Scope, of: str) -> bool:
    """Whether an argument of the function was a formula before: the y of f(x, y) below y = ax + b."""
    parts = parts_of(of)
    made = None if parts is None else scope.said.get(parts[0])
    if not isinstance(made, Function) or len(made.params) < 2:
        return False
    return any(scope.formulas.formula_of(key) is not None for key in made.params)


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


def _is_at_a_point(scope: Scope, right: Expr) -> bool:
    """`0.1966 x_0`, `2 h_2 + 1 h_1`: the numbers in it are what derivatives came to, at the numbers given."""
    numbers = [node for node in walk(right) if isinstance(node, Number)]
    if any(len(node.text.lstrip("0.")) >= LONG for node in numbers):
        return True
    slopes = {
        value for key, value in scope.said.items() if parts_of(key) is not None and isinstance(value, fmpq)
    }
    return len(numbers) > 1 and all(node.value in slopes for node in numbers)


def _spelled(names: dict[str, bool]) -> set[str]:
    """The names, functions also with a prime."""
    return names.keys() | {f"{key}'" for key, function in names.items() if function}
