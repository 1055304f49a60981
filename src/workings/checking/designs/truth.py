"""Truth tables: which columns of a table are its inputs, and what stands in the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.comparing.digits import Stated, stated_number
from workings.checking.designs.booleans import MOST_INPUTS, Bits
from workings.expr import Apply, Array, Expr, Hole, Name, Relation, walk
from workings.parsing import Lexicon, parse_maths
from workings.parsing.grids import Cell, Grid
from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST_HEADER = 120
LONGEST_CELL = 80
_BIT = regex(
    r"[$\s(]*(?:(0|F|[Ff]alse|FALSE|[Ll]ow|[Oo]ff|[-−–]\s?1)|([+]?1|T|[Tt]rue|TRUE|[Hh]igh|[Oo]n))[$\s)]*"
)
_TUPLE = regex(r"\W*([-−–+]?[01])(?:\s*[,;]\s*|\s+)([-−–+]?[01](?:(?:\s*[,;]\s*|\s+)[-−–+]?[01]){0,8})\W*")
_STRING = regex(r"[01]{2,10}")
_COUNTER = regex(
    r"\s*(?:#|no\.?|nr\.?|row|case|pattern|example|index|i|n|k|step|id|sample|line|point)\s*", re.I
)
_INPUT = regex(r"(?:x|u|i|in|inp|input|a|p)_?\{?\d|[A-Za-z]|x|input.*|bit.*", re.I)
_VALUE = regex(
    r"(?:=|≈|→|⇒|->|=>|\\(?:approx|to|rightarrow|Rightarrow|implies)\b)(?!.*(?:=|≈|→|⇒|->|=>|\\(?:approx|to|rightarrow|Rightarrow|implies)\b))"
)
_NUMERAL = regex(r"[-−–+]?\s?(?:\d+(?:\.\d+)?|\.\d+)")
_WORDED = {"t": 1, "true": 1, "yes": 1, "fires": 1, "f": 0, "false": 0, "no": 0}


@record(frozen=True, slots=True)
class Column:
    """A column besides the inputs: its header as text, as an expression and as a name."""

    header: Cell
    expr: Expr | None
    name: str | None
    cells: tuple[Cell, ...]  # one for each row of the table


@record(frozen=True, slots=True)
class TruthTable:
    """Rows of inputs, as bits, with the columns beside them."""

    inputs: tuple[str, ...]
    rows: tuple[Bits, ...]
    low: int  # what a bit of nought is written as: 0 or -1
    columns: tuple[Column, ...]
    span: Span

    @property
    def is_complete(self) -> bool:
        return len(self.rows) == 1 << len(self.inputs)

    def written(self, bits: Bits) -> tuple[int, ...]:
        """An input as the table writes it."""
        return tuple(1 if bit else self.low for bit in bits)


def read_table(grid: Grid, lexicon: Lexicon) -> TruthTable | None:
    """A grid as a truth table; None if no columns of it are inputs."""
    headers = [_header(cell, lexicon) for cell in grid.header]
    first = 1 if _counts(grid) else 0
    found = _tuples(grid, headers, first) or _prefix(grid, headers, first)
    if found is None:
        return None
    names, rows, low, used = found
    columns = tuple(
        Column(grid.header[at], expr, _name(expr), tuple(grid.column(at)))
        for at, expr in enumerate(headers)
        if at not in used and at >= first
    )
    return TruthTable(names, rows, low, columns, grid.span) if columns else None


def _header(cell: Cell, lexicon: Lexicon) -> Expr | None:
    if not cell.text or len(cell.text) > LONGEST_HEADER:
        return None
    expr = parse_maths(cell.text, lexicon, cell.span.start)
    return None if any(isinstance(node, Hole) for node in walk(expr)) else expr


def _name(expr: Expr | None) -> str | None:
    """The name that a header gives its column: `z`, `f(x)`, the z of `z = x_1 + x_2`."""
    if isinstance(expr, Relation) and expr.signs[0] == "=":
        expr = expr.members[0]
    return expr.key if isinstance(expr, Name) else expr.function.key if isinstance(expr, Apply) else None


def _counts(grid: Grid) -> bool:
    """Whether the first column only numbers or names the rows."""
    cells = [cell.text for cell in grid.column(0)]
    numbered = any(cells == [str(at + start) for at in range(len(cells))] for start in (0, 1))
    return len(grid.header) > 2 and numbered and _COUNTER.fullmatch(grid.header[0].text or "#") is not None


_Found = tuple[tuple[str, ...], tuple[Bits, ...], int, frozenset[int]]


def _tuples(grid: Grid, headers: Sequence[Expr | None], first: int) -> _Found | None:
    """Inputs that stand in one column, as (0, 1) or 01."""
    for at in range(first, min(first + 1, len(headers))):
        entries = [_entries(cell.text) for cell in grid.column(at)]
        known = [entry for entry in entries if entry is not None]
        if len(known) < len(entries) or len({len(entry) for entry in known}) != 1 or len(known) < 2:
            return None
        bits = _bits(known)
        if bits is None or len(set(bits[0])) < len(bits[0]):
            return None
        header = headers[at]
        names = (
            [
                item.key
                for node in walk(header)
                if isinstance(node, Array)
                for item in node.items
                if isinstance(item, Name)
            ]
            if header
            else []
        )
        if len(names) != len(known[0]):
            base = header.base if isinstance(header, Name) and len(header.key) == 1 else "x"
            names = [f"{base}_{place + 1}" for place in range(len(known[0]))]
        return tuple(names), *bits, frozenset({at})
    return None


def _entries(text: str) -> tuple[int, ...] | None:
    text = text.strip("$ ")
    if _STRING.fullmatch(text):
        return tuple(map(int, text))
    found = _TUPLE.fullmatch(text) if len(text) <= LONGEST_CELL else None
    if found is None:
        return None
    numbers = re.findall(r"[-−–+]?[01]", f"{found[1]} {found[2]}")
    return tuple((-1 if number[0] in "-−–" else 1) * int(number[-1]) for number in numbers)


def _bits(rows: Sequence[tuple[int, ...]]) -> tuple[tuple[Bits, ...], int] | None:
    """Rows as bits, and what nought is written as."""
    entries = {entry for row in rows for entry in row}
    low = -1 if -1 in entries else 0
    if not entries <= {low, 1} or len(entries) < 2:
        return None
    return tuple(tuple(int(entry == 1) for entry in row) for row in rows), low


def _prefix(grid: Grid, headers: Sequence[Expr | None], first: int) -> _Found | None:
    """Inputs that have a column each, on the left."""
    columns: list[list[int]] = []
    for at in range(first, min(first + MOST_INPUTS + 1, len(grid.header))):
        marks = [_BIT.fullmatch(cell.text) for cell in grid.column(at)]
        if any(mark is None for mark in marks):
            break
        columns.append([_bit_value(mark) for mark in marks if mark is not None])
    skip = 0  # a column of ones that stands for the bias
    if columns and set(columns[0]) == {1} and len(columns) > 1:
        skip, columns = 1, columns[1:]
    for count in _counts_of_inputs(grid, columns, first + skip):
        rows = list(zip(*columns[:count], strict=True))
        bits = _bits(rows)
        if bits is not None and len(set(rows)) == len(rows):
            names = [_input_name(headers[first + skip + at], grid, first + skip + at) for at in range(count)]
            return tuple(names), *bits, frozenset(range(first, first + skip + count))
    return None


def _counts_of_inputs(grid: Grid, columns: Sequence[object], first: int) -> Iterator[int]:
    """How many columns may be inputs: as many as make the table complete, or as are named like inputs."""
    rows, most = len(grid.rows), len(columns)
    count = rows.bit_length() - 1
    if rows == 2**count and 1 <= count <= most:
        yield count
    like = 0
    while like < most and _INPUT.fullmatch(grid.header[first + like].text.strip("$ ")):
        like += 1
    if 2 <= like < len(grid.header) - first and rows >= 2:
        yield like


def _bit_value(mark: re.Match[str]) -> int:
    return 1 if mark[2] is not None else -1 if mark[1][0] in "-−–" else 0


def _input_name(expr: Expr | None, grid: Grid, at: int) -> str:
    return expr.key if isinstance(expr, Name) else grid.header[at].text


def stated_in(cell: Cell, lexicon: Lexicon) -> tuple[Stated, Span] | None:
    """The number that a cell states: alone, or behind its last sign of equality or arrow."""
    if len(cell.text) > LONGEST_CELL:
        return None
    sign = _VALUE.search(cell.text)
    start = sign.end() if sign is not None else 0
    text = cell.text[start:]
    if text.strip("$ ().").lower() in _WORDED:
        bit = _WORDED[text.strip("$ ().").lower()]
        return Stated(_stated(str(bit), lexicon).value, _stated("1", lexicon).unit, True), cell.span
    found = _NUMERAL.findall(text)
    if len(found) != 1 or re.search(r"[A-Za-z\\/*·×^]", text.replace(found[0], "")) is not None:
        return None
    begin = cell.span.start + start + text.index(found[0])
    return _stated(found[0], lexicon), Span(begin, begin + len(found[0]))


def _stated(text: str, lexicon: Lexicon) -> Stated:
    stated = stated_number(parse_maths(text.replace("–", "-").replace(" ", ""), lexicon))
    assert stated is not None
    return stated
