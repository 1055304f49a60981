"""How an expression is run, and the functions a document defines."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import field, fields
from operator import attrgetter
from types import MappingProxyType

from workings.expr import Call, Expr, Name, Number
from workings.record import record
from workings.source import Span
from workings.value import Rational


@record(frozen=True, slots=True)
class How:
    """One way to run an expression: the conventions and the readings that are taken."""

    widen: bool = False  # decimals become balls of ± half a unit of their last digit
    digits: int = 1  # that a decimal needs to become one
    results: Set[Rational] = frozenset()  # numbers that surely stand for longer values
    log_base: str = "e"  # what `log` without a base means: "e", "2", "10"
    degrees: bool = False  # trigonometric arguments are in degrees
    sample: bool = False  # variances divide by n - 1
    summed: bool = False  # losses that may be a mean or a sum over the examples are the sum
    dot: bool | None = (
        False  # two vectors: True always a dot product, None an outer one where v wᵀ is written
    )
    each: bool = False  # a product of two vectors goes entry by entry
    listed: bool = False  # a list is stated, so bars around a vector go entry by entry as well
    choice: Mapping[Span, int] = field(default_factory=lambda: MappingProxyType({}))  # option of an Alt
    slips: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # operation: wrong recipe
    budget: int = 200_000  # scalar operations

    def widened(self, results: Set[Rational]) -> How:
        """The same with decimals as balls, also short ones among the numbers that stand for longer values."""
        return How(True, self.digits, results, *_conventions(self))

    def is_alike(self, other: How) -> bool:
        """Whether two ways differ at most in how they multiply vectors."""
        return _but_for_vectors(self) == _but_for_vectors(other)


class Met:
    """What runs have met since somebody last asked: a product that is done otherwise in another reading."""

    def __init__(self) -> None:
        self.vectors = False


MET = Met()
_OF_VECTORS = ("dot", "each", "listed")
_but_for_vectors = attrgetter(*[part.name for part in fields(How) if part.name not in _OF_VECTORS])
_conventions = attrgetter(*[part.name for part in fields(How)][3:])  # of a run: all but its decimals


@record(frozen=True, slots=True)
class Function:
    """A function that a document defines: f(x) = …"""

    params: tuple[str, ...]
    body: Expr


def is_argument(expr: Expr) -> bool:
    """What a function is taken at, and what is hardly a factor in brackets: 0.51, -2, x."""
    if isinstance(expr, Call) and expr.op == "neg":
        expr = expr.args[0]
    return isinstance(expr, Number | Name)


def function_key(key: str) -> str:
    """Where the function of a name is kept that has a value beside it: s(x) = …, then s = 0.6."""
    return f"{key}()"
