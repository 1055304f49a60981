"""Counterexamples to a link with free names, as small as they are found."""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from workings.checking.comparing.agreeing import values_agree
from workings.checking.comparing.comparison import Comparison
from workings.checking.identities.running import POINTS, Link, index_choices
from workings.checking.identities.sorting import Sorted
from workings.evaluating import Function
from workings.evaluating.rendering import show
from workings.finding import Verdict
from workings.value import Tensor, Value

MOST_TRIED = 24  # small points among which a counterexample is looked for
MOST_WIDE = 60  # characters of the two sides of one
MOST_SHOWN = 12  # entries of a counterexample
FAILS = "identity/fails"


def refuted(link: Link, sorted_: Sorted) -> Comparison:
    """The smallest point found at which the sides differ, in words."""
    best: dict[str, Value | Function] | None = None
    if sorted_.small is not None and link.agree(link.sample(0, sorted_.small), sorted_.small) is False:
        sorted_ = sorted_.small
    if sum(rows * columns for rows, columns in sorted_.shapes.values()) > 2 * MOST_SHOWN:
        return Comparison(Verdict.WRONG, reason="for some matrices the sides differ", rule=FAILS)
    for point in range(MOST_TRIED):
        values = link.sample(point, sorted_, small=True)
        if link.agree(values, sorted_) is False and (best is None or _weight(values) < _weight(best)):
            best = values
    if best is None:
        tried = (values for point in range(POINTS) for values in link.samples(point, sorted_))
        best = next(values for values in tried if link.agree(values, sorted_) is False)
    elif not any(kind.family or kind.trait for kind in link.kinds.values()):
        best = _shrunk(link, sorted_, best)
    reason = f"for {_shown(best, link)} {_sides(best, link, sorted_)}"
    return Comparison(Verdict.WRONG, reason=reason, rule=FAILS)


def _sides(values: Mapping[str, Value | Function], link: Link, sorted_: Sorted) -> str:
    """What both sides come to, if that is short."""
    for letters in index_choices(sorted_):
        pair = link.values({**link.prepared(values, sorted_), **letters})
        if None not in pair and not values_agree(*pair):
            first, second = (show(_standing(value)) for value in pair if value is not None)
            if first != second and len(first) + len(second) <= MOST_WIDE:
                where = "".join(
                    f"{key} = {show(at)}, " for key, at in letters.items() if isinstance(at, fmpq)
                )
                return (
                    f"{where}the sides are {first} and {second}"
                    if not where
                    else (f"and {where.rstrip(', ')} the sides are {first} and {second}")
                )
    return "the sides differ"


def _shrunk(link: Link, sorted_: Sorted, values: dict[str, Value | Function]) -> dict[str, Value | Function]:
    """The point with as many entries nought as the difference allows."""
    for key, value in list(values.items()):
        for at in range(len(value.items) if isinstance(value, Tensor) else 0):
            whole = values[key]
            if not isinstance(whole, Tensor) or not whole.items[at]:
                continue
            items = (*whole.items[:at], fmpq(0), *whole.items[at + 1 :])
            lesser = {**values, key: Tensor(whole.shape, items)}
            if link.agree(lesser, sorted_) is False:
                values = lesser
    return values


def _weight(values: Mapping[str, Value | Function]) -> int:
    """How much there is to read in a point: entries that are not nought."""
    return sum(
        sum(bool(item) for item in value.items) if isinstance(value, Tensor) else 0
        for value in values.values()
    )


def _shown(values: Mapping[str, Value | Function], link: Link) -> str:
    """The names with their values, as far as they fill no more than a line."""
    parts, entries = [], 0
    for key, value in values.items():
        if isinstance(value, Function) or key not in link.uses.names and key not in link.uses.entries:
            continue
        if key in link.uses.bound:
            continue
        if key == "I" and isinstance(value, Tensor):
            continue  # an identity, whatever was drawn for it
        entries += len(value.items) if isinstance(value, Tensor) else 1
        parts.append(f"{key} = {show(_standing(value))}")
    return ", ".join(parts) if parts and entries <= 2 * MOST_SHOWN else "some matrices"


def _standing(value: Value) -> Value:
    """A vector without its extent of one, and nothing but noughts as one."""
    if isinstance(value, Tensor) and not any(value.items):
        return fmpq(0)
    if isinstance(value, Tensor) and len(value.shape) == 2 and 1 in value.shape:
        return Tensor((len(value.items),), value.items)
    return value
