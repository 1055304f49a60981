"""Products of fractions that were worked out one by one above, one of them with another number in it.

`6/8 = 0.75` and `4/7 = 0.5714` are put together as `√(6/8 · 4/8)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from workings.checking.methods.sheet import Result, Sheet
from workings.checking.methods.telling import COPIED, claim_at
from workings.expr import Call, Expr, Number, walk
from workings.finding import Claim
from workings.source import Span

WANTS = ("worked",)
LEAST = 2  # fractions in a product
MOST = 8
FURTHEST = 900  # characters between the first fraction and their product
_PUTS_TOGETHER = frozenset({"mul", "times", "div", "sqrt", "root", "pow", "brackets"})
Fraction: TypeAlias = tuple[int, int]


def claims_of_fractions(sheet: Sheet) -> Iterator[Claim]:
    """The first product of fractions of the page of which one is not as it stands there."""
    known: list[tuple[Fraction, Result]] = []
    for result in sheet.results:
        formula = result.formula
        alone = _fraction(formula) if formula is not None else None
        if alone is not None:
            known.append((alone, result))
            continue
        put_in = [*_put_together(formula)] if formula is not None else []
        near = [one for one in known if result.start - one[1].start < FURTHEST]
        odd = _odd([fraction for _, fraction in put_in], [fraction for fraction, _ in near])
        if odd is not None:
            at, right = odd
            message = f"{right[0]}/{right[1]} is put in as {put_in[at][1][0]}/{put_in[at][1][1]}"
            source = next(one.member.span for fraction, one in near if fraction == right)
            yield claim_at(sheet.judge, put_in[at][0], COPIED, (COPIED,), message, None, (source,))
            return


def _odd(put_in: Sequence[Fraction], known: Sequence[Fraction]) -> tuple[int, Fraction] | None:
    """The one fraction that is not the last of those known, each of which is put in once."""
    count = len(put_in)
    last = [*known[-count:]]
    if not LEAST <= count <= MOST or len(last) < count or len(set(last)) < count:
        return None
    off = [at for at, fraction in enumerate(put_in) if fraction not in last]
    left = [fraction for fraction in last if fraction not in put_in]
    if len(off) != 1 or len(left) != 1 or put_in[off[0]] in known:
        return None
    (above, below), (right_above, right_below) = put_in[off[0]], left[0]
    return (off[0], left[0]) if (above == right_above) != (below == right_below) else None


def _fraction(expr: Expr) -> Fraction | None:
    """The two whole numbers of a fraction."""
    match expr:
        case Call(op="div", args=(Number(unit=one) as above, Number(unit=other) as below)) if (
            one == other == 1
        ):
            return int(above.value.p), int(below.value.p)
        case _:
            return None


def _put_together(formula: Expr) -> Iterator[tuple[Span, Fraction]]:
    """The fractions of a formula of products and roots, and where they stand."""
    nodes = [*walk(formula)]
    if not all(
        isinstance(node, Number) or isinstance(node, Call) and node.op in _PUTS_TOGETHER for node in nodes
    ):
        return
    for node in nodes:
        fraction = _fraction(node)
        if fraction is not None:
            yield node.span, fraction
