"""Rows that are worked out with a matrix which shares their letter: k_3 = [1, 3] held to x_3 and W_K.

Nobody writes `k_3 = x_3 W_K`; where the other queries, keys and values are just that, it is what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.checking.rows import rows_in
from workings.document import Member
from workings.evaluating.rendering import show
from workings.expr import Array, Name
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import line_start

RULE = "product/entry"
LEAST = 2  # rows that are what their matrix gives
WANTS = ("worked", "lists")
Numbers = tuple[fmpq, ...]
_OTHERWISE = regex(r"\b(?:bias|plus|add|shift|scal|mask|rotat|instead|chang|new|without|with a)\w*", re.I)


@record(frozen=True, slots=True)
class Projected:
    """A row with its letter, what its token and the matrix of its letter give, and what is stated."""

    base: str
    matrix: str
    index: int
    right: Numbers
    stated: tuple[Stated, ...]
    member: Member  # how it is worked out, or the row itself

    @property
    def off(self) -> int:
        """How many entries are not what they should be to their digits."""
        pairs = zip(self.right, self.stated, strict=True)
        return sum(abs(value - one.value) > (0 if one.integer else one.unit) for value, one in pairs)


def claims_of_projected(sheet: Sheet) -> Iterator[Claim]:
    """The only row of each letter that has one entry other than the matrix of its letter gives."""
    found = [*_projected(sheet)]
    if sum(not one.off for one in found) < LEAST:
        return
    for base in dict.fromkeys(one.base for one in found):
        own = [one for one in found if one.base == base]
        off = [one for one in own if one.off]
        if len(off) == 1 and len(own) > 1 and off[0].off == 1 and not _is_otherwise(sheet, off[0].member):
            right = f"[{', '.join(map(show, off[0].right))}]"
            message = f"token {off[0].index} times {off[0].matrix} is {right}"
            yield sheet.claim(off[0].member.span, RULE, message, right)


def _is_otherwise(sheet: Sheet, member: Member) -> bool:
    """Whether the line of a row says that something else is done to it."""
    start = member.span.start
    return _OTHERWISE.search(sheet.text, line_start(sheet.text, start), start) is not None


def _projected(sheet: Sheet) -> Iterator[Projected]:
    """The rows q_1, k_1, … below tokens x_1, … and matrices W_Q, W_K, …, each the first of its name.

    Rows behind numbers, “token 2: …”, go by the matrix that gives most of them.
    """
    numbered: dict[int, tuple[tuple[Stated, ...], Member]] = {}
    tokens: dict[int, Numbers] = {}
    matrices: dict[str, tuple[str, Sequence[Numbers]]] = {}
    seen: set[str] = set()
    for statement in sheet.statements:
        head, last = statement.members[0].expr, statement.members[-1]
        if isinstance(head, Array) and (statement.label or "").isdigit() and len(statement.members) > 1:
            (row, *more) = rows_in(last.expr) or [()]
            numbered |= {int(statement.label or ""): (row, statement.members[0])} if row and not more else {}
        if not isinstance(head, Name) or not isinstance(last.expr, Array) or statement.hypothesis:
            continue
        base, index = called(head)
        stated = rows_in(last.expr)
        rows = [tuple(one.value for one in row) for row in stated]
        if not rows or head.key in seen or len({len(row) for row in rows}) != 1:
            continue
        seen.add(head.key)
        if base in ("x", "e") and index.isdigit() and len(rows) == 1:
            tokens[int(index)] = rows[0]
        elif base == "X" and not index:
            tokens = dict(enumerate(rows, 1))
        elif base == "W" and len(index) == 1 and index.isalpha() and len(rows) > 1:
            matrices[index.lower()] = (head.key, rows)
        elif index.isdigit() and base in matrices and len(rows) == 1:
            right = _product(tokens.get(int(index), ()), matrices[base][1])
            if len(right) == len(stated[0]):
                member = statement.members[1]
                yield Projected(base, matrices[base][0], int(index), right, stated[0], member)
    if len(numbered) > 1:
        yield from _of_numbers(numbered, tokens, matrices)


def _of_numbers(
    numbered: Mapping[int, tuple[tuple[Stated, ...], Member]],
    tokens: Mapping[int, Numbers],
    matrices: Mapping[str, tuple[str, Sequence[Numbers]]],
) -> Iterator[Projected]:
    """The rows behind numbers, by the matrix of which all are rows but one at most."""
    for letter, (name, rows) in matrices.items():
        made = {at: _product(tokens.get(at, ()), rows) for at in numbered}
        found = [
            Projected(f"{letter} by number", name, at, made[at], row, member)
            for at, (row, member) in numbered.items()
            if len(made[at]) == len(row)
        ]
        if len(found) == len(numbered) and sum(bool(one.off) for one in found) <= 1:
            yield from found
            return


def _product(token: Numbers, rows: Sequence[Numbers]) -> Numbers:
    """A row times a matrix; nothing where they do not fit."""
    if not token or len(token) != len(rows):
        return ()
    columns = zip(*rows, strict=True)
    return tuple(sum((x * w for x, w in zip(token, column, strict=True)), fmpq(0)) for column in columns)
