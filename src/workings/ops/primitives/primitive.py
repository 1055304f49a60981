"""What a primitive is: a rule that computes, with what it accepts and what it costs."""

from __future__ import annotations

from collections.abc import Callable

from workings.ops.primitives.pullback import Pullback
from workings.record import record
from workings.value import Scalar, Value

EXACT_BITS = 20_000  # a rational longer than this goes on as a ball


class NoValue(Exception):  # noqa: N818  # a gap in the document, not an error of ours
    """Raised inside evaluation where a document asks for something that has no value."""

    def __init__(self, reason: str, missing: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.missing = missing


@record(frozen=True, slots=True)
class Primitive:
    """One operation that computes; everything else is a recipe of these.

    `scalar` is the same rule for one or two plain numbers, taken first because most formulas are scalar.
    `setting` names the setting of a run (log_base, degrees, dot) that the rule depends on.
    `cost` estimates scalar operations when tensors come in; None means one per entry.
    `pullback` is the rule for its derivative; None means that it has none here.
    """

    name: str
    compute: Callable[..., Value]
    least: int = 1
    most: int | None = 1
    options: tuple[str, ...] = ()
    scalar: Callable[..., Scalar] | None = None
    setting: str | None = None
    cost: Callable[..., int] | None = None
    pullback: Pullback | None = None
