"""A vector put in for a given one, with two of its entries exchanged or the digits of one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.miscopying import misread
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import COPIED
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, Name, Number, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span

LEAST = 4  # entries, of which two may be exchanged
LEAST_ALIKE = 3  # entries, of which one may be misread
LONGEST = 24
_MASK = regex(r"\bmask|\bdropout\b|\bkeep\b|\bkept\b|\bdropped\b", re.I)
_MOVED = regex(
    r"\bflip|\brevers|\bpermut|\bswap|\bexchang|\bsort|\bshift|\brotat|\bshuffl|\breorder|\bmirror", re.I
)
_SLIPS = ("slip/digits-swapped", "slip/decimal-point")


@record(frozen=True, slots=True)
class Given:
    """A vector under its name."""

    name: str
    values: tuple[fmpq, ...]
    span: Span


def claims_of_exchanged(sheet: Sheet) -> Iterator[Claim]:
    """The first vector in a product that is a given one, but for its order or for one digit."""
    known: list[Given] = []
    seen: set[tuple[fmpq, ...]] = set()
    for statement in sheet.statements:
        for member in statement.members:
            for inner, values in _vectors(member.expr):
                is_put_in = inner is not member.expr and isinstance(member.expr, Call)
                claim = _told(sheet, known, inner, values) if is_put_in and values not in seen else None
                if claim is not None and not statement.hypothesis:
                    yield claim
                    return
                seen.add(values)
        head, last = statement.members[0].expr, statement.members[-1].expr
        values = _values(last) if isinstance(head, Name) and len(statement.members) == 2 else ()
        if isinstance(head, Name) and len(values) >= LEAST_ALIKE:
            known.append(Given(head.key, values, statement.span))


def _told(sheet: Sheet, known: Sequence[Given], inner: Array, values: tuple[fmpq, ...]) -> Claim | None:
    found = [given for given in known if _is_miscopied(sheet, known, given, inner, values)]
    if len({given.values for given in found}) != 1 or sheet.says(_MOVED):
        return None
    given = found[0]
    right = ", ".join(show(value) for value in given.values)
    return sheet.claim(inner.span, COPIED, f"{given.name} is ({right})", f"({right})", given.span)


def _is_miscopied(
    sheet: Sheet, known: Sequence[Given], given: Given, inner: Array, values: tuple[fmpq, ...]
) -> bool:
    """Whether a vector is a given one with two neighbours exchanged, or the digits of one entry."""
    if len(given.values) != len(values) or len(values) > LONGEST:
        return False
    off = [at for at, (one, other) in enumerate(zip(given.values, values, strict=True)) if one != other]
    if len(off) == 2 and len(values) >= LEAST:
        (first, second), own = off, given.values
        turned = second == first + 1 and (own[first], own[second]) == (values[second], values[first])
        return turned and (not _is_binary(values) or _is_mask(sheet, known, given))
    item = inner.items[off[0]] if len(off) == 1 else None
    if not isinstance(item, Number) or _is_binary(given.values):
        return False
    return misread(given.values[off[0]], item.value, item) in _SLIPS


def _is_binary(values: Sequence[fmpq]) -> bool:
    return all(value in (0, 1) for value in values)


def _is_mask(sheet: Sheet, known: Sequence[Given], given: Given) -> bool:
    """Whether a page speaks of masks and has this one alone, which keeps more than one and drops some."""
    masks = {one.values for one in known if _is_binary(one.values)}
    kept = sum(given.values, fmpq(0))
    return sheet.says(_MASK) and len(masks) == 1 and 1 < kept < len(given.values)


def _vectors(expr: Expr) -> Iterator[tuple[Array, tuple[fmpq, ...]]]:
    """The vectors of plain numbers in a formula."""
    for node in walk(expr):
        if isinstance(node, Array) and len(values := _values(node)) >= LEAST_ALIKE:
            yield node, values


def _values(expr: Expr) -> tuple[fmpq, ...]:
    """The numbers of a vector; none if it has anything else."""
    items = expr.items if isinstance(expr, Array) else ()
    numbers = [stated_number(item) for item in items]
    known = tuple(number.value for number in numbers if number is not None)
    return known if len(known) == len(items) else ()
