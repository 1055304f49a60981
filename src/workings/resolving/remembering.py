"""What a scope remembers of names besides the values that they have."""

from __future__ import annotations

from dataclasses import field

from workings.expr import Expr
from workings.kinds import Kind
from workings.record import record
from workings.source import Span
from workings.value import Value

MOST_EARLIER = 4  # values that are remembered of a name


@record(slots=True)
class Past:
    """What names stood for before."""

    earlier: dict[str, tuple[Value, ...]] = field(default_factory=dict)  # before they were bound anew
    besides: dict[str, Value] = field(default_factory=dict)  # before an aside gave them another value
    renewals: dict[str, tuple[int, int]] = field(default_factory=dict)  # where the last value was, and is now

    def keep(self, key: str, value: Value) -> None:
        """Remember a value that a name is about to lose."""
        self.earlier[key] = (*self.earlier.get(key, ()), value)[-MOST_EARLIER:]


@record(slots=True)
class Declared:
    """What the document says that names are."""

    names: set[str] = field(default_factory=set)  # that are said to be real, whole, …
    sizes: dict[str, tuple[tuple[int, ...], Span]] = field(default_factory=dict)  # and where they were said
    kinds: dict[str, Kind] = field(default_factory=dict)
    told: list[tuple[str, Kind]] = field(default_factory=list)  # the kinds in reading order


@record(slots=True)
class Errors:
    """What was found to be wrong, or is in doubt."""

    mistaken: dict[str, str] = field(default_factory=dict)  # decimals of wrong claims, with the claim
    misstated: list[tuple[Expr, Expr, str]] = field(default_factory=list)  # formula, wrong result, claim
    doubted: dict[str, int] = field(default_factory=dict)  # where a name was seen to be something else
