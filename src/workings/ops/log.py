"""Wrong recipes of the logarithms, which are primitives: a base that is not the one written.

A plain `log` may have any base, as a convention; its slips show where the page says which one it has.
"""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr, Name, name
from workings.ops.operation import Let, Mistakable, Setting
from workings.ops.writing import ln as natural
from workings.ops.writing import log2 as binary
from workings.ops.writing import log10 as decimal

log = Mistakable(
    "log", "x", base=None, samples=[(8, {"base": 2}), (8, {"base": 10}), (8, {"base": name("e")})]
)
ln = Mistakable("ln", "x", samples=[8, [2, 0.5]])
log2 = Mistakable("log2", "x", samples=[8, [2, 0.5]])
log10 = Mistakable("log10", "x", samples=[8, [2, 0.5]])

NATURAL = "the natural logarithm was taken"
BINARY = "the logarithm to base 2 was taken"
DECIMAL = "the logarithm to base 10 was taken"
WHY_NATURAL = "Programs mean the natural logarithm when they say log."
WHY_BINARY = "Information is counted in bits, which needs the base 2."
WHY_DECIMAL = "The key called log on a calculator has the base 10."


def _is(base: Setting | None, wanted: int | str) -> bool:
    """Whether this base is written; a name stands for e only."""
    if isinstance(base, int | fmpq):
        return base == wanted
    return isinstance(base, Name) and base.key == wanted


@log.mistake("base-e", NATURAL, WHY_NATURAL)
def base_e(let: Let, x: Expr, base: Setting | None) -> Expr | None:
    return None if _is(base, "e") else let("y", natural(x), "the natural logarithm")


@log.mistake("base-2", BINARY, WHY_BINARY)
def base_2(let: Let, x: Expr, base: Setting | None) -> Expr | None:
    return None if _is(base, 2) else let("y", binary(x), "the logarithm to base 2")


@log.mistake("base-10", DECIMAL, WHY_DECIMAL)
def base_10(let: Let, x: Expr, base: Setting | None) -> Expr | None:
    return None if _is(base, 10) else let("y", decimal(x), "the logarithm to base 10")


@ln.mistake("base-2", BINARY, WHY_BINARY)
@log10.mistake("base-2", BINARY, WHY_BINARY)
def binary_instead(let: Let, x: Expr) -> Expr:
    return let("y", binary(x), "the logarithm to base 2")


@ln.mistake("base-10", DECIMAL, WHY_DECIMAL)
@log2.mistake("base-10", DECIMAL, WHY_DECIMAL)
def decimal_instead(let: Let, x: Expr) -> Expr:
    return let("y", decimal(x), "the logarithm to base 10")


@log2.mistake("base-e", NATURAL, WHY_NATURAL)
@log10.mistake("base-e", NATURAL, WHY_NATURAL)
def natural_instead(let: Let, x: Expr) -> Expr:
    return let("y", natural(x), "the natural logarithm")
