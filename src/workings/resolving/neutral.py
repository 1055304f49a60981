"""The identity matrix, and the names I and I_3 that stand for it where nobody gave them a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flint import fmpq

from workings.evaluating import Function
from workings.expr import Array, Expr, walk
from workings.value import Tensor, Value

LARGEST_IDENTITY = 64


def identity(size: int) -> Tensor:
    return Tensor((size, size), tuple(fmpq(int(i == j)) for i in range(size) for j in range(size)))


def with_identities(
    expr: Expr, names: Iterable[str], said: Mapping[str, Value | Function]
) -> dict[str, Value | Function]:
    """The values of names, and the identity of the size of the matrices around it for an unbound I."""
    sizes = [
        value.shape[0]
        for key in sorted(names)
        if isinstance(value := said.get(key), Tensor)
        and len(value.shape) == 2
        and value.shape[0] == value.shape[1]
    ]
    sizes += [len(node.items) for node in walk(expr) if isinstance(node, Array) and node.form == "matrix"]
    fitting = sizes[0] if sizes else 0
    known = dict(said)
    for key in names:
        size = fitting if key == "I" else int(key[2:]) if key[:2] == "I_" and key[2:].isdecimal() else 0
        if 0 < size <= LARGEST_IDENTITY and key not in known:
            known[key] = identity(size)
    return known
