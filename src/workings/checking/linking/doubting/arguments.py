"""Names before brackets: what a function was taken of when it got its value, and what else it may be."""

from __future__ import annotations

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.evaluating import function_key
from workings.expr import Apply, Number, walk
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in, traits
from workings.value import Tensor


def is_of_other_arguments(scope: Scope, before: Link) -> bool:
    """Whether `H(p)` got its value for another p than the one that was given last."""
    for node in walk(before.source):
        if isinstance(node, Apply) and node.key in scope.bindings:
            given = scope.bindings[node.key].span.start
            arguments = {key for arg in node.args for key in names_in(arg)}
            if any(scope.bindings[key].span.start > given for key in arguments if key in scope.bindings):
                return True
    return False


def is_taken_of_something(scope: Scope, before: Link) -> bool:
    """Whether `D` may be short for `D(fake)`, which was given its value after a plain D was."""
    taken = {node.function.key for node in walk(before.source) if isinstance(node, Apply)}
    for key in names_in(before.source) - taken:
        binding = scope.bindings.get(key)
        if binding is None or not isinstance(binding.said, fmpq | arb):
            continue
        others = (found for other, found in scope.bindings.items() if other.startswith(f"{key}("))
        if any(found.span.start > binding.span.start for found in others):
            return True
    return False


def takes_a_function(scope: Scope, link: Link) -> bool:
    """Whether a name that has a value is applied to a number: `(y(2.001) - y(1.999))/0.002`, `v(8) = 3`."""
    if isinstance(link.expr, Apply) and all(isinstance(arg, Number) for arg in link.expr.args):
        taken = link.expr.function
        value = scope.said.get(taken.key, scope.said.get(taken.base))
        return isinstance(value, fmpq | arb | Tensor) and function_key(taken.key) not in scope.said
    return traits(link.expr).takes and any(
        isinstance(node, Apply)
        and isinstance(scope.said.get(node.function.key), fmpq | arb)
        and any(isinstance(arg, Number) and arg.is_decimal for arg in node.args)
        for node in walk(link.expr)
    )
