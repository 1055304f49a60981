"""Sums over vectors or matrices entry by entry, one number of which is miscopied: `S_12 = -1 + 21 + 1.5`.

The sums stand in the order of the entries, and all others have just the numbers of their entry. And vectors
that are stacked to a matrix, O of o_1 and o_2, in another order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.miscopying import misread
from workings.checking.methods.pages.lines import Slot, is_numeric, terms_of
from workings.checking.methods.pages.naming import called
from workings.checking.methods.pages.pictures import Picture, pictures_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import COPIED, claim_at
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, Name
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.value import key_of

ORDER = "copy/other-row"
MOST_SUMS = 120
FARTHEST = 200  # characters between two sums of one run
LEAST_TELLING = 3  # numbers other than nought and one that stand where they should
_REORDERED = regex(
    r"revers|swap|permut|shuffl|exchang|order|sort|flip|rotat|roll|backward|bottom|last|\bend\b", re.I
)
_TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))
WANTS = ("worked", "lists")


@record(frozen=True, slots=True)
class Sum:
    """The numbers that are added up."""

    slots: tuple[Slot, ...]

    @property
    def start(self) -> int:
        return self.slots[0].written.span.start


def claims_of_stacked(sheet: Sheet) -> Iterator[Claim]:
    """What `_of_sums` and `_of_rows` find."""
    yield from _of_sums(sheet)
    yield from _of_rows(sheet)


def _of_rows(sheet: Sheet) -> Iterator[Claim]:
    """The first matrix O whose rows are o_1, o_2, … in another order."""
    vectors: dict[str, dict[int, tuple[fmpq, ...]]] = {}
    for statement in sheet.statements if sheet.makeup.lists else ():
        head, last = statement.members[0].expr, statement.members[-1]
        if not isinstance(head, Name) or not isinstance(last.expr, Array) or statement.hypothesis:
            continue
        base, index = called(head)
        if index.isdigit() and (entries := _row(last.expr)):
            vectors.setdefault(base, {})[int(index)] = entries
        own = vectors.get(base.lower(), {}) if base.isupper() and not index else {}
        rows = [_row(item) for item in last.expr.items if isinstance(item, Array)]
        order = [own.get(at) for at in range(1, len(rows) + 1)]
        if not own or len(rows) != len(last.expr.items) or None in order or rows == order:
            continue
        opening = max(0, last.span.start - FARTHEST)
        reordered = _REORDERED.search(sheet.text, opening, last.span.start) is not None
        if not reordered and len(set(rows)) == len(rows) > 1 and set(rows) == set(order):
            names = [f"row {at} is {base.lower()}_{order.index(row) + 1}" for at, row in enumerate(rows, 1)]
            off = [name for name, row, due in zip(names, rows, order, strict=True) if row != due]
            yield sheet.claim(last.span, ORDER, f"{' and '.join(off[:2])}")
            return


def _row(expr: Expr) -> tuple[fmpq, ...]:
    """The entries of a list of numbers; none of anything else."""
    numbers = stated_numbers(expr.items) if isinstance(expr, Array) else ()
    return tuple(number.value for number in numbers)


def _of_sums(sheet: Sheet) -> Iterator[Claim]:
    """The first number of some sums that is not that of its entry, though the others are."""
    runs = [run for run in _runs([*_sums(sheet)][:MOST_SUMS]) if len(run) > 1]
    pictures = pictures_of(sheet.judge.page.text) if runs else []
    for run in runs:
        odd = next((one for part, stack in _stacks(pictures, run) if (one := _odd(part, stack))), None)
        if odd is not None and not _stands_above(sheet, odd[0]):
            slot, expected, place, slip = odd
            message = f"{show(expected)} is put in as {show(slot.value)}"
            at, because = slot.written.span, (place.places[0],)
            yield claim_at(sheet.judge, at, COPIED, (slip,), message, show(expected), because)
            return


def _sums(sheet: Sheet) -> Iterator[Sum]:
    """The sums of plain numbers, each by itself or as an entry of a list."""
    for statement in sheet.statements:
        for member in () if statement.hypothesis or statement.offered else statement.members:
            for part in _entries(member.expr):
                if is_numeric(part) and (slots := _slots(part)):
                    yield Sum(slots)


def _entries(expr: Expr) -> Iterator[Expr]:
    """The entries of a list or matrix, row by row; anything else as it is."""
    if isinstance(expr, Array):
        for item in expr.items:
            yield from _entries(item)
    else:
        yield expr


def _slots(expr: Expr) -> tuple[Slot, ...]:
    """What is added up, also where it is divided by how many there are; nothing of any other formula."""
    while isinstance(expr, Call) and expr.op in ("div", "brackets"):
        expr = expr.args[0]
    terms = terms_of(expr) if isinstance(expr, Call) and expr.op in ("add", "sub") else None
    if terms is None or any(term.skeleton != "#" for term in terms):
        return ()
    return tuple(term.slots[0] for term in terms)


def _runs(sums: Sequence[Sum]) -> Iterator[list[Sum]]:
    """Sums of equally many numbers, one soon after the other."""
    run = [*sums[:1]]
    for before, one in pairwise(sums):
        if len(one.slots) != len(before.slots) or one.start - before.start > FARTHEST:
            yield run
            run = []
        run.append(one)
    yield run


def _stacks(
    pictures: Sequence[Picture], run: Sequence[Sum]
) -> Iterator[tuple[Sequence[Sum], Sequence[Picture]]]:
    """As many pictures of one shape in a row as are added up, and as many sums as these have entries."""
    above = [one for one in pictures if one.end < run[0].start and len(one.places) <= len(run)]
    height = len(run[0].slots)
    for shape in dict.fromkeys(one.shape for one in above):
        alike = [one for one in above if one.shape == shape]
        size = len(alike[0].places)
        for at in range(len(alike) - height + 1):
            for first in range(len(run) - size + 1):
                yield run[first : first + size], alike[at : at + height]


def _odd(run: Sequence[Sum], stack: Sequence[Picture]) -> tuple[Slot, fmpq, Picture, str] | None:
    """The only number that is not its entry's, with that, where it stands, and the slip."""
    columns = [[number.value for number in one.numbers] for one in stack]
    off = [
        (slot, column[at], picture)
        for at, one in enumerate(run)
        for slot, column, picture in zip(one.slots, columns, stack, strict=True)
        if slot.value != column[at]
    ]
    if len(off) != 1:
        return None
    slot, expected, place = off[0]
    kept = {key_of(abs(other.value)) for one in run for other in one.slots if other is not slot}
    slip = misread(expected, slot.value, slot.written.unit)
    if slip is None or len(kept - {key_of(value) for value in _TRIVIAL}) < LEAST_TELLING:
        return None
    return slot, expected, place, slip


def _stands_above(sheet: Sheet, slot: Slot) -> bool:
    """Whether a number stands further up, so that it may have been copied from there."""
    written = re.compile(rf"(?<![\w.]){re.escape(slot.written.text)}(?![\w]|\.\d)")
    return written.search(sheet.text, 0, slot.written.span.start) is not None
