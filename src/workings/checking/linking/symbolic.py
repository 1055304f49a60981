"""Links with free names, settled by evaluating both sides at exact points.

The points are seeded from the expressions themselves, so the same text always gives the same verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from zlib import crc32

from flint import fmpq

from workings.checking.chain import Chain
from workings.checking.comparing.agreeing import values_agree
from workings.checking.comparing.comparison import Comparison
from workings.evaluating import Function, How, evaluate
from workings.expr import Apply, Call, Expr, Fold, Name, walk
from workings.finding import Verdict
from workings.resolving.quantity import Names
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import has_decimals, names_in, traits
from workings.value import Tensor, Value, precision

POINTS = 6
BITS = 192
MOST_NAMES = 24
_ORDERED = frozenset(
    "transpose softmax norm inverse det trace argmax max min total mean hadamard".split()
)  # operations whose argument may be a vector or a matrix
_DEEPEST_FORMULA = 8


def settle(left: Expr, right: Expr, chain: Chain, scope: Scope, how: How) -> Comparison | None:
    """RIGHT if both sides agree wherever both have a value, WRONG only where that is beyond doubt."""
    free = sorted(_free(left, right, scope))
    if not free or len(free) > MOST_NAMES:
        return None
    formulas = _formulas(left, right, scope)
    agreed, refuted = 0, None
    for scheme in _schemes(left, right):
        points, counterexample = _at_points(left, right, free, scope.said, formulas, how, scheme)
        agreed += points
        refuted = refuted or counterexample
    if refuted is None and agreed >= POINTS - 1:
        return Comparison(Verdict.RIGHT, reason=f"both sides agree at {agreed} points")
    if refuted is not None and agreed == 0 and _is_certain(left, right, chain, scope):
        if has_decimals(right) and _meets_widened(left, right, free, scope.said, formulas, how):
            return Comparison(Verdict.ROUNDING, reason="the sides differ by rounding only")
        return Comparison(Verdict.WRONG, reason=f"for {refuted} the sides differ", rule="identity/fails")
    return None


def _free(left: Expr, right: Expr, scope: Scope) -> set[str]:
    """Names without a value, through the formulas that define them."""
    found: set[str] = set()
    todo = [left, right]
    seen: set[str] = set()
    while todo:
        for node in walk(todo.pop()):
            if (
                isinstance(node, Apply)
                and node.key not in scope.said
                and not isinstance(scope.said.get(node.function.key), Function)
            ):
                found.add(node.function.key)
            if (
                not isinstance(node, Name)
                or node.key in scope.said
                or node.key in seen
                or node.key in ("π", "e", "∞")
            ):
                continue
            seen.add(node.key)
            binding = scope.bindings.get(node.key)
            if (
                binding is not None
                and binding.formula is not None
                and len(seen) < 200
                and node.key not in names_in(binding.formula)
            ):
                todo.append(binding.formula)
            else:
                found.add(node.key)
    return found


def _formulas(left: Expr, right: Expr, scope: Scope) -> list[tuple[str, Expr]]:
    """The definitions behind names, innermost first."""
    ordered: list[tuple[str, Expr]] = []
    done: set[str] = set()

    def visit(expr: Expr, depth: int) -> None:
        for node in walk(expr):
            if isinstance(node, Name) and node.key not in done and node.key not in scope.said:
                binding = scope.bindings.get(node.key)
                if binding is not None and binding.formula is not None and depth < _DEEPEST_FORMULA:
                    done.add(node.key)
                    visit(binding.formula, depth + 1)
                    ordered.append((node.key, binding.formula))

    visit(left, 0)
    visit(right, 0)
    return ordered


def _schemes(left: Expr, right: Expr) -> Iterator[str]:
    """What the free names may stand for: numbers, or matrices and vectors."""
    yield "numbers"
    if any(
        isinstance(node, Name) and node.key[:1].isupper() for side in (left, right) for node in walk(side)
    ):
        yield "matrices"


def _at_points(
    left: Expr,
    right: Expr,
    free: list[str],
    names: Names,
    formulas: list[tuple[str, Expr]],
    how: How,
    scheme: str,
) -> tuple[int, str | None]:
    """How many points agreed, and the first that did not; no point counts if the sides' kinds differ."""
    agreed = 0
    seed = _seed(left, right)
    for point in range(POINTS):
        values = {key: _sample(key, seed, point, scheme) for key in free}
        here: dict[str, Value | Function] = {**names, **values}
        with precision(BITS):
            for key, formula in formulas:
                result = as_value(evaluate(formula, here, how))
                if result is not None:
                    here[key] = result
            first, second = as_value(evaluate(left, here, how)), as_value(evaluate(right, here, how))
        if first is None or second is None:
            continue
        if isinstance(first, Tensor) != isinstance(second, Tensor):
            return 0, None
        if not values_agree(first, second):
            shown = ", ".join(f"{k} = {v}" for k, v in values.items() if isinstance(v, fmpq))
            return agreed, shown or "some matrices"
        agreed += 1
    return agreed, None


def _meets_widened(
    left: Expr, right: Expr, free: list[str], names: Names, formulas: list[tuple[str, Expr]], how: How
) -> bool:
    """Whether both sides meet at every point when each decimal may be off by half a unit."""
    decimals = frozenset(node.value for side in (left, right) for node in traits(side).decimals)
    wide = replace(how, widen=True, results=decimals)
    return _at_points(left, right, free, names, formulas, wide, "numbers") == (POINTS, None)


def _seed(left: Expr, right: Expr) -> int:
    return crc32("|".join(sorted(names_in(left) | names_in(right))).encode("utf-8", "replace"))


def _sample(key: str, seed: int, point: int, scheme: str) -> Value:
    """A small rational, or a 2×2 matrix or vector for a capital or bold letter."""
    word = crc32(f"{key}|{point}".encode("utf-8", "replace"), seed)
    under = word % 5 + 2
    numbers = []
    for _ in range(4):
        word = (word * 1103515245 + 12345) % 2**31
        numbers.append(fmpq(word // 65536 % 19 + 1, under) * (1 if word // 4096 % 3 else -1))
    if scheme == "numbers":
        return abs(numbers[0])
    if key[:1].isupper():
        return Tensor((2, 2), tuple(numbers[:4]))
    if scheme == "matrices" and key[:1] in "bcdhuvxyz":
        return Tensor((2, 1), tuple(numbers[:2]))
    return numbers[0]


def _used(chain: Chain) -> set[str]:
    """Every name in the members so far."""
    return {key for link in chain.links for key in names_in(link.expr)}


def _is_certain(left: Expr, right: Expr, chain: Chain, scope: Scope) -> bool:
    """Plain scalar algebra whose right side brings in no name that the chain has not used before."""
    declared = names_in(left) | names_in(right) <= scope.declared
    chained = not chain.at_start and names_in(left) <= names_in(right) <= _used(chain)
    if not declared and not chained:
        return False
    for side in (left, right):
        for node in walk(side):
            if isinstance(node, Apply | Fold) or (isinstance(node, Call) and node.op in _ORDERED):
                return False
            if isinstance(node, Name) and (node.key[:1] == "∂" or node.key[:1].isupper()):
                return False
    return True
