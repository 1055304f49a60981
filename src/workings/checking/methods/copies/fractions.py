"""Products of fractions that were worked out one by one above, one of them with another number in it.

`6/8 = 0.75` and `4/7 = 0.5714` are put together as `√(6/8 · 4/8)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from workings.checking.methods.sheet import Result, Sheet
from workings.checking.methods.telling import COPIED, claim_at
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span

WANTS = ("worked",)
LEAST = 2  # fractions in a product
MOST = 8
FURTHEST = 900  # characters between the first fraction and their product
_OTHERWISE = regex(r"\b(?:replac\w*|instead|if|would|without|now|other)\b", re.I)
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
        start = result.start
        otherwise = _OTHERWISE.search(sheet.text, max(sheet.text.rfind("\n\n", 0, start), 0), start)
        put_in = _put_together(formula) if formula is not None and otherwise is None else []
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
    odd, right = put_in[off[0]], left[0]
    others = [fraction for fraction in put_in if fraction != odd]
    for at in (0, 1):
        if odd[1 - at] == right[1 - at] and odd[at] in {fraction[at] for fraction in others}:
            return off[0], right  # the other number is that of a fraction beside it
    return None


def _fraction(expr: Expr) -> Fraction | None:
    """The two whole numbers of a fraction."""
    match expr:
        case Call(op="div", args=(Number(unit=one) as above, Number(unit=other) as below)) if (
            one == other == 1
        ):
            return int(above.value.p), int(below.value.p)
        case _:
            return None


def _put_together(formula: Expr) -> list[tuple[Span, Fraction]]:
    """The fractions of a product, of which a root may be taken, and where they stand."""
    match formula:
        case Call(op="sqrt" | "brackets", args=(inner,)) | Call(op="root" | "pow", args=(inner, _)):
            return _put_together(inner)
        case _:
            parts = _parts(formula)
            return [(span, (above, below)) for span, above, below in parts or () if below is not None]


def _parts(expr: Expr) -> list[tuple[Span, int, int | None]] | None:
    """What is multiplied, each with what it is divided by: `9/12 · 5/12`, read from left to right."""
    match expr:
        case Number(unit=unit) if unit == 1:
            return [(expr.span, int(expr.value.p), None)]
        case Call(op="mul" | "times", args=(first, second)):
            left, right = _parts(first), _parts(second)
            return None if left is None or right is None else [*left, *right]
        case Call(op="div", args=(first, Number(unit=unit) as by)) if unit == 1:
            parts = _parts(first)
            if not parts or parts[-1][2] is not None:
                return None
            *others, (span, above, _) = parts
            own = Span(span.start, expr.span.end) if others else expr.span
            return [*others, (own, above, int(by.value.p))]
        case _:
            return None
