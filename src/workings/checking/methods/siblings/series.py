"""The numbers of a formula that are used alike: the first factors of its products, the second, its terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from workings.checking.methods.lines import Slot, terms_of
from workings.expr import Array, Call, Expr

Row: TypeAlias = tuple[Slot, ...]
Series: TypeAlias = tuple[Row, ...]  # one row for every place in a term

_GATHERING = frozenset({"max", "min", "mean", "sum", "list"})


def readings_of(expr: Expr) -> tuple[Series, ...]:
    """The rows of the first sum, list or choice in a formula whose parts are made alike.

    The sign of a product may belong to either factor, so that there are two readings.
    """
    series = next(_series(expr), ())
    if len(series) != 2 or isinstance(expr, Array) or all(slot.sign > 0 for slot in series[0]):
        return (series,) if series else ()
    turned = [
        (Slot(1, first.written), Slot(-second.sign, second.written)) if first.sign < 0 else (first, second)
        for first, second in zip(*series, strict=True)
    ]
    return series, (tuple(first for first, _ in turned), tuple(second for _, second in turned))


def _series(expr: Expr) -> Iterator[Series]:
    if isinstance(expr, Array) and len(expr.items) > 1:
        yield from _of_items(expr.items)
        return
    if not isinstance(expr, Call):
        return
    if expr.op in ("add", "sub"):
        terms = terms_of(expr)
        if terms is not None:
            shape, count = Counter(term.skeleton for term in terms).most_common(1)[0]
            if count > 1:
                rows = [term.slots for term in terms if term.skeleton == shape]
                yield tuple(zip(*rows, strict=True))
                return
    elif len(expr.args) > 2 or expr.op in _GATHERING:
        found = [*_of_items(expr.args)]
        if found:
            yield from found
            return
    for arg in expr.args:
        yield from _series(arg)


def _of_items(items: tuple[Expr, ...]) -> Iterator[Series]:
    parts = [terms_of(item) for item in items]
    shapes = {tuple(term.skeleton for term in part) for part in parts if part is not None}
    if None in parts or len(shapes) != 1 or len(parts) < 2:
        return
    rows = [tuple(slot for term in part for slot in term.slots) for part in parts if part is not None]
    if rows[0]:
        yield tuple(zip(*rows, strict=True))
