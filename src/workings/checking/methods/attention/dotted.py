"""Products of rows by their letters, `q_2·k_3 = -1 + 1`, held to the rows of the matrices Q and K above them.

Nobody says that q_2 is row 2 of Q; where all products but one are what the rows give, that is what is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from flint import fmpq

from workings.checking.comparing.digits import Stated, stated_number
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.checking.rows import rows_in
from workings.document import Member
from workings.evaluating.rendering import show
from workings.expr import PRODUCTS, Array, Call, Expr, Name
from workings.finding import Claim
from workings.record import record

RULE = "product/entry"
LEAST = 3  # products that are what the rows give
WANTS = ("worked", "lists")
Rows: TypeAlias = list[tuple[fmpq, ...]]


@record(frozen=True, slots=True)
class Dotted:
    """A product of two rows: their names, what they give, and what is stated where."""

    names: tuple[str, str]
    matrices: tuple[int, int]  # where they were given
    right: fmpq
    stated: Stated
    member: Member

    @property
    def is_right(self) -> bool:
        room = fmpq(0) if self.stated.integer else self.stated.unit
        return bool(abs(self.right - self.stated.value) <= room)


def claims_of_dotted(sheet: Sheet) -> Iterator[Claim]:
    """The only product of each pair of matrices that is not what their rows give."""
    families: dict[tuple[int, int], list[Dotted]] = {}
    for one in _dotted(sheet):
        families.setdefault(one.matrices, []).append(one)
    for family in families.values():
        off = [one for one in family if not one.is_right]
        if len(off) == 1 and len(family) > LEAST:
            first, second = off[0].names
            message = f"{first}·{second} is {show(off[0].right)} by the rows of the matrices above"
            yield sheet.claim(off[0].member.span, RULE, message, off[0].right)


def _dotted(sheet: Sheet) -> Iterator[Dotted]:
    """The products in order, with the matrices that were given last before them."""
    given: dict[str, tuple[int, Rows]] = {}
    own: set[str] = set()  # vectors that are given themselves
    for statement in sheet.statements:
        head, last = statement.members[0].expr, statement.members[-1]
        if statement.hypothesis or statement.offered:
            continue
        if isinstance(head, Name) and isinstance(last.expr, Array):
            base = called(head)[0]
            rows = [tuple(one.value for one in row) for row in rows_in(last.expr)]
            if len(base) == 1 and base.isupper() and len({len(row) for row in rows}) == 1:
                given[base.lower()] = last.span.start, rows
            own.add(head.key)
        number = stated_number(last.expr)
        for at, member in enumerate(statement.members[:-1]):
            pair = _pair(member.expr)
            if number is None or pair is None or not own.isdisjoint(one.key for one in pair):
                continue
            taken = [_row(one, given) for one in pair]
            first, second = taken
            if first is not None and second is not None and len(first[1]) == len(second[1]):
                right = sum((x * y for x, y in zip(first[1], second[1], strict=True)), fmpq(0))
                names = pair[0].key, pair[1].key
                yield Dotted(names, (first[0], second[0]), right, number, statement.members[at + 1])


def _pair(expr: Expr) -> tuple[Name, Name] | None:
    """The two names of a product and nothing else."""
    match expr:
        case Call(op=op, args=(Name() as first, Name() as second)) if op in PRODUCTS:
            return first, second
        case _:
            return None


def _row(name: Name, given: dict[str, tuple[int, Rows]]) -> tuple[int, tuple[fmpq, ...]] | None:
    """The row that a letter with a number stands for, and where its matrix was given."""
    base, index = called(name)
    place, rows = given.get(base, (0, []))
    return (place, rows[int(index) - 1]) if index.isdigit() and 0 < int(index) <= len(rows) else None
