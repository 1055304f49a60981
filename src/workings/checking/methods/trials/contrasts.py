"""A wrong formula beside the right one: what it does otherwise with which of the names."""

from __future__ import annotations

from collections.abc import Iterable

from workings.checking.methods.trials.recipes import Variant
from workings.expr import Call, Expr, Name
from workings.record import record
from workings.regex import regex

_AGAIN = regex(r"( add)(?: add)+")
_EITHER_WAY = ("add", "mul", "times", "hadamard")


@record(frozen=True, slots=True)
class Contrast:
    """A wrong formula, the roles in it or in the right one, and which of them it treats otherwise."""

    variant: Variant
    roles: tuple[str, ...]
    changed: tuple[str, ...]  # whatever the signs
    turned: tuple[str, ...]


def contrast(roles: Iterable[str], right: Expr, variant: Variant) -> Contrast:
    before, after = uses(right), uses(variant.formula)
    keys = tuple(key for key in roles if key in before or key in after)
    changed = tuple(key for key in keys if _unsigned(before.get(key)) != _unsigned(after.get(key)))
    turned = tuple(key for key in keys if before.get(key) != after.get(key))
    return Contrast(variant, keys, changed, turned)


def uses(formula: Expr) -> dict[str, frozenset[str]]:
    """How each name of a formula is used: the operations around it, from without."""
    found: dict[str, set[str]] = {}
    stack = [(formula, "")]
    while stack:
        node, path = stack.pop()
        if isinstance(node, Name):
            found.setdefault(node.key, set()).add(path)
        elif isinstance(node, Call):
            for at, arg in enumerate(node.args):
                place = "" if node.op in _EITHER_WAY else str(at)
                stack.append(
                    (
                        arg,
                        path
                        if node.op in _EITHER_WAY and path.endswith(node.op)
                        else f"{path} {node.op}{place}",
                    )
                )
    return {key: frozenset(paths) for key, paths in found.items()}


def _unsigned(paths: frozenset[str] | None) -> frozenset[str]:
    """The same, whatever the signs: a difference is a sum, and its sum is another's."""
    plain = (
        path.replace(" sub0", " add").replace(" sub1", " add").replace(" neg0", "") for path in paths or ()
    )
    return frozenset(_AGAIN.sub(r"\1", path) for path in plain)
