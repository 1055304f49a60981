"""table/restated: a cell is not what was stated above for the entry that it stands for.

A column under `p` with rows numbered 1, 2, 3 restates p_1, p_2, p_3. Where all cells but one are what stands
above, that one was miscopied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from workings.checking.comparing.digits import Stated, stated_in, stated_number
from workings.checking.comparing.miscopying import misread
from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.checking.wording import because_of, claim_about
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Array, Name, Number
from workings.finding import Claim, Verdict
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.grids import Cell, Grid
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "table/restated"
_GIVEN = "$q_1 = 0.62$, $q_2 = 0.29$ and $q_3 = 1 - 0.91 = 0.09$.\n\n| class | q |\n|---|---|\n| 1 | 0.62 |\n"
DESCRIPTION = Description(
    "a cell of a table is not what was stated above for that entry",
    wrong=_GIVEN + "| 2 | 0.92 |\n| 3 | 0.09 |\n",
    right=_GIVEN + "| 2 | 0.29 |\n| 3 | 0.09 |\n",
    why="Two digits change places when the numbers are copied into the table.",
)
LEAST_AGREEING = 2  # cells, unless the odd one is a usual slip of the pen
LEAST_DIGITS = 2  # of a number, so that others of its kind are not like it by chance
MOST_ROWS = 24
LONGEST_SYMBOL = 24  # characters of a header
_LABEL = regex(r"[^\d\n=.]{0,12}?[\s$_{]?(\d{1,2})[\s$}]*")
_HEADING = regex(r"^(?:#{1,6} |\\(?:sub)*section)", re.M)


@record(frozen=True, slots=True)
class Entry:
    """What a page states for one entry of a name, and where."""

    number: Stated
    span: Span


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """The one cell of a column that is another number than was stated above."""
    stated = [one for one in statements if _states_entries(one)]
    if not stated or not judge.grids:
        return []
    return [
        claim
        for grid in judge.grids
        if len(grid.rows) <= MOST_ROWS and (labels := _labels(grid)) is not None
        for claim in _claims(judge, grid, labels, stated)
    ]


def _states_entries(statement: Statement) -> bool:
    """Whether a statement may give a name, or entries of it, their numbers."""
    if statement.hypothesis or statement.offered or len(statement.members) < 2:
        return False
    return isinstance(statement.members[0].expr, Name)


def _labels(grid: Grid) -> list[int] | None:
    """The numbers of the rows by their first column: 1, 2, 3 or 0, 1, 2."""
    found = [_LABEL.fullmatch(cell.text) for cell in grid.column(0)]
    numbers = [int(one[1]) for one in found if one is not None]
    counted = len(numbers) == len(grid.rows) > 1 and numbers[0] in (0, 1)
    return numbers if counted and numbers == [*range(numbers[0], numbers[0] + len(numbers))] else None


def _claims(
    judge: Judge, grid: Grid, labels: Sequence[int], statements: Sequence[Statement]
) -> Iterator[Claim]:
    for at, header in enumerate(grid.header):
        base = _symbol(header) if at else None
        known = _stated_above(judge, base, grid, labels, statements) if base is not None else {}
        cells = [(label, cell) for label, cell in zip(labels, grid.column(at), strict=True) if label in known]
        odd = _odd_one(cells, known)
        if odd is not None:
            label, cell = odd
            yield _claim(judge, f"{base}_{label}", cell, known[label])


def _symbol(header: Cell) -> str | None:
    """The letter that heads a column: p, p_i, ŷ."""
    text = header.text.strip("$ `*")
    if not text or len(text) > LONGEST_SYMBOL:
        return None
    expr = parse_maths(text, Lexicon(FUNCTIONS))
    if not isinstance(expr, Name) or any(isinstance(part, Number) for part in expr.index):
        return None
    return expr.base


def _stated_above(
    judge: Judge, base: str, grid: Grid, labels: Sequence[int], statements: Sequence[Statement]
) -> Mapping[int, Entry]:
    """The latest numbers that the part of the page above a table states for the entries of a name."""
    known: dict[int, Entry] = {}
    for statement in statements:
        head, last = statement.members[0].expr, statement.members[-1]
        if last.span.end > grid.span.start or not isinstance(head, Name) or head.base != base:
            continue
        if _HEADING.search(judge.page.text, last.span.end, grid.span.start) is None:
            known.update(_entries(head, statement, labels))
    return known


def _entries(head: Name, statement: Statement, labels: Sequence[int]) -> Iterator[tuple[int, Entry]]:
    last = statement.members[-1]
    number = stated_number(last.expr)
    match head.index:
        case (Number(value=index),) if number is not None and index.q == 1:
            yield int(index.p), Entry(number, statement.span)
        case () if isinstance(last.expr, Array) and len(last.expr.items) == len(labels):
            for label, item in zip(labels, last.expr.items, strict=True):
                entry = stated_number(item)
                if entry is not None:
                    yield label, Entry(entry, statement.span)


def _odd_one(cells: Sequence[tuple[int, Cell]], known: Mapping[int, Entry]) -> tuple[int, Cell] | None:
    """The only cell that differs from what was stated, where the others show that it is the same column."""
    numbers = [(label, cell, stated_in(cell.text.strip("$ "))) for label, cell in cells]
    read = [(label, cell, number) for label, cell, number in numbers if number is not None]
    odd = [(label, cell, number) for label, cell, number in read if not _agree(number, known[label].number)]
    agreeing = {number.value for _, _, number in read} - {number.value for _, _, number in odd}
    if len(odd) != 1 or len(read) < len(cells):
        return None
    label, cell, number = odd[0]
    expected = known[label].number
    unit = min(number.unit, expected.unit)
    if abs(expected.value / unit) < 10 ** (LEAST_DIGITS - 1):
        return None
    slipped = bool(agreeing) and misread(expected.value, number.value, unit) is not None
    return (label, cell) if slipped or len(agreeing) >= LEAST_AGREEING else None


def _agree(one: Stated, other: Stated) -> bool:
    return abs(one.value - other.value) <= max(one.unit, other.unit)


def _claim(judge: Judge, key: str, cell: Cell, entry: Entry) -> Claim:
    right = show(entry.number.value)
    message = f"{key} is {right} above, and {cell.text.strip('$ ')} here"
    because = (because_of(judge.page, entry.span),)
    return claim_about(
        judge.page, cell.span, Verdict.WRONG, RULE, message, right, because=because, kind="copy"
    )
