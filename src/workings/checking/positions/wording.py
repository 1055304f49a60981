"""A result before and after a change, in words."""

from __future__ import annotations

from collections.abc import Iterable

from flint import arb, fmpq

from workings.evaluating.rendering import show, show_like
from workings.resolving.rerunning import differ
from workings.value import Scalar, Tensor, Value

LARGEST_UNDER = 100  # of a fraction that is written as one
MOST_SHOWN = 12  # entries of a value that is written out whole


def words_of(key: str, before: Value, after: Value) -> str:
    """`with the change L is 10.2114, not 4.2114`; of a matrix, the first row that differs."""
    differs = differ(before, after)
    if differs is False:
        return f"{key} stays {shown(before)}" if _is_small(before) else f"{key} stays as it is"
    if differs is None and isinstance(before, Tensor) and isinstance(after, Tensor):
        return f"with the change {key} is {_size(after)}, not {_size(before)}"
    if _is_small(before) and _is_small(after):
        return f"with the change {key} is {shown(after)}, without it {shown(before)}"
    if isinstance(before, Tensor) and isinstance(after, Tensor):
        for at in range(before.shape[0]):
            if differ(before[at], after[at]):
                row = f"row {at + 1} of {key}"
                return f"with the change {row} is {shown(after[at])}, without it {shown(before[at])}"
    return f"with the change {key} is another"


def exactly(items: Iterable[Scalar]) -> str:
    """A row of a matrix, with fractions as fractions where they are short."""
    return f"[{', '.join(map(fraction, items))}]"


def fraction(item: Scalar) -> str:
    if isinstance(item, fmpq) and 1 < item.q <= LARGEST_UNDER and abs(item.p) < LARGEST_UNDER:
        return f"{item.p}/{item.q}"
    return show(item)


def shown(value: Value) -> str:
    """A value in print, with four places where it is not exact, as losses are written."""
    if isinstance(value, arb) and fmpq(1, 100) < abs(value) < 10**6:
        return show_like(value, fmpq(1, 10_000))
    return show(value)


def _is_small(value: Value) -> bool:
    return not isinstance(value, Tensor) or len(value.items) <= MOST_SHOWN


def _size(value: Tensor) -> str:
    return "×".join(map(str, value.shape))
