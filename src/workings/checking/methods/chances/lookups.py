"""Lines that put in an entry of a table by the labels of its row and its column: `B x` for row B, column x.

Where all lines beside each other do so but one, that one was copied from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.miscopying import misread
from workings.checking.comparing.parts import shape_of
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.pages.series import MOST_ROWS, TOTALS, value_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.rowwise import count_of
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Number, swapped
from workings.finding import Claim
from workings.parsing.grids import Grid
from workings.record import record
from workings.regex import regex

RULE = "copy/differs"
OTHER_ROW = "copy/other-row"
LEAST_ALIKE = 2  # lines that put in their entry
SURE = 4  # of them, where a number is put in that no common slip explains
_TOKEN = regex(r"[^\s,;:|()\[\]→=·×*$\"“”'`]+")
_CHANCE = regex(r"\\?(?:[pP]|Pr|prob)\s*+\(\s*+((?:[^()|\s]|\s++)+?)\s*+(?:(?:\||\\mid)[^()]*+)?\)")
_TARGETS = regex(
    r"^[\s>*_-]*+(?:targets?|labels?|outputs?|next tokens?|true tokens?)[\s*_]*+:[\s*_]*"
    r"`?([^\r\n`]{3,80})`?[ \t\r]*$",
    re.I | re.M,
)
_TARGET = regex(r"(?:targets?|labels?|next (?:token|word)|true (?:class|token|label))", re.I)
_INPUT = regex(r"(?:inputs?|reads|token|word)", re.I)  # before each of which the next is asked for
_INDEX = regex(r"(?:_\s*\{?\s*(?:\\text\w*\{)?|\bclass\s+|\()([^\W_]+)\W*$", re.I)
_ENDS = frozenset({"eos", "end", "/s", "stop", "eot"})
_FONT = regex(r"\\(?:text\w*|math\w+|operatorname)\s?\{([^{}]*)\}")
_SPOKEN = regex(r"[^\W\d_]{3}")
_MARKS = "*_`$\"'“” "

Place = tuple[int, int]
Finder = Callable[[Working], Place | None]
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Chart:
    """A table of numbers with labels for its rows and its columns."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    entries: dict[Place, fmpq]
    targets: tuple[str, ...]  # what each row is asked for, if the table says so
    grid: Grid


def claims_of_lookups(sheet: Sheet) -> Iterator[Claim]:
    """One line of each run that puts in another number than the entry of its labels."""
    charts = charts_of(sheet)
    lines = [line for line in workings_of(sheet) if not line.is_bare] if charts else []
    stated = [tuple(_words(found[1])) for found in _TARGETS.finditer(sheet.text)] if lines else []
    for chart in charts:
        below = [line for line in lines if line.start > chart.grid.span.end]
        ways = [*_ways(sheet, chart, stated)] if below else []
        for run in _runs(sheet.text, below):
            found = [one for find in ways for one in _odd_ones(sheet, run, find, chart)]
            yield from found[:1]


def charts_of(sheet: Sheet) -> list[Chart]:
    """The tables of a page that have labels and numbers."""
    if sheet.charts is None:
        small = [grid for grid in sheet.grids if len(grid.rows) <= MOST_ROWS]
        sheet.charts = [chart for grid in small if (chart := _chart(grid)) is not None]
    return sheet.charts


def _chart(grid: Grid) -> Chart | None:
    """A table all of whose columns but the first ones are numbers."""
    rows = [row for row in grid.rows if TOTALS.search(row[0].text) is None]
    titles = [bare(title.text) for title in grid.header]
    asked = [at for at, title in enumerate(titles) if _TARGET.fullmatch(title)]
    held = [
        at
        for at in range(1, len(titles))
        if at not in asked and all(value_of(row[at].text) is not None for row in rows)
    ]
    if len(held) < 2 or len(rows) < 2:
        return None
    columns = tuple(_inner(titles[at]) for at in held)
    labels = tuple(bare(row[0].text) for row in rows)
    entries = {
        (r, c): value
        for r, row in enumerate(rows)
        for c, at in enumerate(held)
        if (value := value_of(row[at].text)) is not None
    }
    targets = tuple(bare(row[asked[0]].text) for row in rows) if len(asked) == 1 else ()
    read = [at for at, title in enumerate(titles) if _INPUT.fullmatch(title)]
    if not targets and len(read) == 1 and (ends := [c for c in columns if c.lower() in _ENDS]):
        targets = (*(bare(row[read[0]].text) for row in rows[1:]), ends[0])
    if targets and not all(target in columns for target in targets):
        columns = _lowered([titles[at] for at in held], targets) or columns
    distinct = len(set(columns)) == len(columns) and len(set(labels)) == len(labels)
    return Chart(labels, columns, entries, targets, grid) if distinct else None


def bare(text: str) -> str:
    """What stands in a cell, without the marks, fonts and angle brackets around tokens."""
    return _FONT.sub(r"\1", text).strip(_MARKS).strip("<>")


def _inner(title: str) -> str:
    """The token of a title such as `p(x)` or `P(x | ·)`."""
    found = _CHANCE.fullmatch(title)
    return bare(found[1]) if found is not None else title


def _lowered(titles: Sequence[str], targets: Sequence[str]) -> tuple[str, ...]:
    """The indices of titles such as `p_0` or `class 2`, if all targets are among them."""
    found = [_INDEX.search(title) for title in titles]
    indices = tuple(one[1].lower() for one in found if one is not None)
    return indices if len(indices) == len(titles) and {*targets} <= {*indices} else ()


def _runs(text: str, lines: Sequence[Working]) -> Iterator[list[Working]]:
    """Lines one after the other in which the same is done, with no sentence between them."""
    run: list[Working] = []
    last = ""
    for line in lines:
        before, last = last, shape_of(line.formula.expr)
        if run and (last != before or _SPOKEN.search(text, text.find("\n", run[-1].start), line.opening)):
            yield run
            run = []
        run.append(line)
    yield run


def _ways(sheet: Sheet, chart: Chart, stated: Sequence[tuple[str, ...]]) -> Iterator[Finder]:
    """How a line may say which entry it puts in; `stated` are the lists of targets on the page."""
    yield lambda line: _by_labels(_tokens(sheet, line), chart.rows, chart.columns)
    yield lambda line: _by_labels(_tokens(sheet, line), chart.columns, chart.rows, turned=True)
    yield lambda line: _by_path(_tokens(sheet, line), chart)
    for targets in {targets for targets in (*stated, chart.targets) if len(targets) == len(chart.rows)}:
        if all(target in chart.columns for target in targets):
            yield partial(_by_count, sheet, targets, chart)
            yield partial(_by_row, sheet, targets, chart)


def _tokens(sheet: Sheet, line: Working) -> list[str]:
    lead = sheet.text[line.opening : line.formula.span.start]
    return _words(lead)


def _words(text: str) -> list[str]:
    return [found[0].strip(_MARKS) for found in _TOKEN.finditer(text)]


def _by_labels(
    tokens: Sequence[str], first: Sequence[str], second: Sequence[str], turned: bool = False
) -> Place | None:
    """The entry whose labels open a line, one behind the other."""
    pairs = [
        (first.index(one), second.index(other))
        for one, other in pairwise(tokens)
        if one in first and other in second
    ]
    if len(pairs) != 1:
        return None
    return (pairs[0][1], pairs[0][0]) if turned else pairs[0]


def _by_path(tokens: Sequence[str], chart: Chart) -> Place | None:
    """The entry from the last but one to the last label of a path that is written in one: `ABA`."""
    found = {
        (r, c)
        for token in tokens
        for r, row in enumerate(chart.rows)
        for c, column in enumerate(chart.columns)
        if row and column and token.endswith(row + column) and token not in (*chart.rows, *chart.columns)
    }
    return found.pop() if len(found) == 1 else None


def _by_count(sheet: Sheet, targets: Sequence[str], chart: Chart, line: Working) -> Place | None:
    """The entry of what the row with the number of a line is asked for."""
    count = count_of(sheet, line)
    if count is None or not 0 < count <= len(chart.rows):
        return None
    return count - 1, chart.columns.index(targets[count - 1])


def _by_row(sheet: Sheet, targets: Sequence[str], chart: Chart, line: Working) -> Place | None:
    """The same of the row whose label a line has as its index, or among the words that open it."""
    named = [line.index] if line.index in chart.rows else _tokens(sheet, line)
    found = {chart.rows.index(word) for word in named if word in chart.rows}
    if len(found) != 1:
        return None
    (row,) = found
    return row, chart.columns.index(targets[row])


def _odd_ones(sheet: Sheet, run: Sequence[Working], find: Finder, chart: Chart) -> Iterator[Claim]:
    """The one line of a run whose number is not its entry, at the place where all others have theirs."""
    if len(run) <= LEAST_ALIKE:
        return
    places = [find(line) for line in run]
    if None in places or len(set(places)) < len(places):
        return
    for put_in in zip(*[leaves(line.formula.expr) for line in run], strict=False):  # one may lack a number
        expected = [chart.entries[place] for place in places if place is not None]
        off = [
            at for at, leaf in enumerate(put_in) if leaf.value != abs(expected[at])
        ]  # its sign stands apart
        alike = {value for at, value in enumerate(expected) if at not in off}
        if len(off) != 1 or len(alike) < LEAST_ALIKE:
            continue
        at, place = off[0], places[off[0]]
        assert place is not None
        slip = _slip(put_in[at], place, chart) or ("slip/operand" if len(run) > SURE else None)
        if slip is not None:
            yield _told(sheet, run[at], put_in[at], place, chart, slip)


def _slip(leaf: Number, place: Place, chart: Chart) -> str | None:
    """How the number may have come to stand there: from the same row or column, or by a slip of the pen."""
    beside = [
        value for other, value in chart.entries.items() if (other[0] == place[0]) != (other[1] == place[1])
    ]
    right = abs(chart.entries[place])
    return "copy/other-row" if leaf.value in map(abs, beside) else misread(right, leaf.value, leaf.unit)


def _told(sheet: Sheet, line: Working, leaf: Number, place: Place, chart: Chart, slip: str) -> Claim:
    right = chart.entries[place]
    made = scalar(swapped(line.formula.expr, leaf, replace(leaf, value=abs(right))), {})
    where = f"“{chart.columns[place[1]]}” of “{chart.rows[place[0]]}”"
    says = f"{where} is {show(right)} in the table, put in as {leaf.text}"
    rule = OTHER_ROW if slip == OTHER_ROW else RULE
    claim = sheet.claim(line.formula.span, rule, says, made, chart.grid.header[0].span)
    return replace(claim, fits=(slip,))
