"""A member of a chain with its values: as printed, precisely, and with its decimals widened."""

from __future__ import annotations

from collections.abc import Mapping, Set

from flint import arb, fmpq

from workings.evaluating import Function, How, evaluate
from workings.expr import Expr, Number
from workings.ops.primitives.arithmetic import magnitude
from workings.resolving.traits import traits
from workings.value import Rational, Result, Scalar, Tensor, Undefined, Value, precision

FIRST_BITS = 64
MOST_BITS = 512

VALUES = (fmpq, arb, Tensor)
Names = Mapping[str, Value | Function]


class Quantity:
    """An expression in its surroundings; every value is computed once, when it is asked for.

    Whoever asks has set the precision to `FIRST_BITS`, once for a whole document.
    """

    __slots__ = ("_precise", "_value", "_wide", "expr", "how", "names", "results", "wide_names")

    def __init__(
        self,
        expr: Expr,
        names: Names,
        how: How,
        wide_names: Names | None = None,
        results: Set[Rational] = frozenset(),
    ) -> None:
        self.expr = expr
        self.names = names
        self.how = how
        self.wide_names = wide_names
        self.results = results
        self._value: Result | None = None
        if type(expr) is Number and not how.widen:  # as most right sides are
            self._value = expr.value
        self._precise: Result | None = None
        self._wide: Result | None = None

    @property
    def value(self) -> Result:
        """The value with enclosures narrow enough for nearly every comparison."""
        if self._value is None:
            self._value = evaluate(self.expr, self.names, self.how)
        return self._value

    @property
    def precise(self) -> Result:
        """The value with the narrowest enclosures we use."""
        if self._precise is None:
            if is_exact(self.value):
                self._precise = self.value
            else:
                with precision(MOST_BITS):
                    self._precise = evaluate(self.expr, self.names, self.how)
        return self._precise

    @property
    def wide(self) -> Result:
        """The value when every decimal may be off by half a unit of its last digit."""
        if self._wide is None:
            facts = traits(self.expr)
            if self.wide_names is None and facts.is_plain and not facts.decimals:
                self._wide = self.value
            else:
                how = self.how.widened(self.results)
                self._wide = evaluate(self.expr, self.wide_names or self.names, how)
        return self._wide

    @property
    def is_known(self) -> bool:
        value = self._value
        return type(self.value if value is None else value) in VALUES

    @property
    def missing(self) -> tuple[str, ...]:
        return self.value.missing if isinstance(self.value, Undefined) else ()


def is_exact(result: Result) -> bool:
    if isinstance(result, Tensor):
        return not any(isinstance(item, arb) for item in result.items)
    return not isinstance(result, arb)


def are_near(one: Result, other: Result, per: int = 100) -> bool:
    """Whether two values are the same but for digits, or one part in so many, entry by entry."""
    if one is other:
        return True
    first = one.items if isinstance(one, Tensor) else (one,)
    second = other.items if isinstance(other, Tensor) else (other,)
    return len(first) == len(second) and all(
        isinstance(a, fmpq | arb) and isinstance(b, fmpq | arb) and is_near(a, b, per)
        for a, b in zip(first, second, strict=True)
    )


def is_near(value: Scalar, said: Scalar, per: int = 100) -> bool:
    """Whether two numbers are the same but for digits: one part in so many."""
    apart = (value - said) * per
    room = magnitude(said) + fmpq(1, per)
    return bool(apart <= room) and bool(-apart <= room)
