"""Lines that work with the weights of a row of a table, and leave out its bias, as the other lines do not.

Under the columns w, u and b stand 0.6, -0.2 and 1 for the forget gate. `f = σ(0.6·1 - 0.2·0.5)` has both
weights and not the bias, where `i = σ(0.4·1 + 0.8·0.5 - 0.1)` has all of its row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.labelled import terms_in
from workings.evaluating.rendering import show
from workings.expr import Call
from workings.finding import Claim
from workings.parsing.grids import Grid
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "recipe/left-out"
LEAST_WEIGHTS = 2
FARTHEST = 1500  # characters between a table and a line
_BIAS = regex(r"[\s$*]*(?:b(?:_\w{1,3})?|bias(?:es)?)[\s$*]*", re.I)
_BENT = ("sigmoid", "tanh", "relu", "step", "brackets")
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Row:
    """The weights of a row, without their signs, and its bias."""

    label: str
    weights: tuple[fmpq, ...]
    bias: fmpq
    span: Span


@record(frozen=True, slots=True)
class Made:
    """A line with the weights of a row: what they are multiplied by, and what is added to that."""

    line: Working
    row: Row
    inputs: tuple[fmpq, ...]
    alone: tuple[fmpq, ...]


def claims_of_tabled(sheet: Sheet) -> Iterator[Claim]:
    """The one line of each table that leaves out the bias of its row."""
    for grid in sheet.grids if sheet.is_worked else ():
        rows = _rows(grid)
        if len(rows) < 2 or not any(row.bias for row in rows):
            continue
        below = [line for line in workings_of(sheet) if 0 <= line.start - grid.span.end < FARTHEST]
        every = [one for line in below for one in _made_of(line, rows)]
        inputs = Counter(one.inputs for one in every).most_common(1)
        made = [one for one in every if inputs and one.inputs == inputs[0][0]]
        lacking = [(one.line, one.row) for one in made if one.row.bias and not one.alone]
        having = [one.row for one in made if one.row.bias and abs(one.row.bias) in one.alone]
        if len(lacking) == 1 and having and lacking[0][1] not in having:
            line, row = lacking[0]
            message = f"the bias {show(row.bias)} of “{row.label}” is left out; the other lines have theirs"
            yield sheet.claim(line.formula.span, RULE, message, None, row.span)


def _rows(grid: Grid) -> list[Row]:
    at = [at for at, title in enumerate(grid.header) if _BIAS.fullmatch(title.text)]
    found: list[Row] = []
    for cells in grid.rows if len(at) == 1 else ():
        numbers = [number_in(cell.text.strip("$ ")) for cell in cells]
        weights = [value for n, value in enumerate(numbers) if value is not None and n not in (0, *at)]
        bias = numbers[at[0]]
        if bias is not None and len(weights) == len(cells) - 2 >= LEAST_WEIGHTS:
            found.append(Row(cells[0].text.strip("$* "), tuple(map(abs, weights)), bias, cells[0].span))
    return found


def _made_of(line: Working, rows: Sequence[Row]) -> Iterator[Made]:
    """The rows whose weights a line multiplies, each in a term of its own."""
    expr = line.formula.expr
    inner = expr.args[0] if isinstance(expr, Call) and expr.op in _BENT and len(expr.args) == 1 else expr
    terms = [] if line.is_bare else [own for _, own in terms_in(inner)]
    products = [own for own in terms if own.total() > 1]
    alone = tuple(value for own in terms if own.total() == 1 for value in own)
    for row in rows:
        inputs = _inputs(row.weights, products)
        if inputs:
            yield Made(line, row, inputs, alone)


def _inputs(weights: Sequence[fmpq], products: Sequence[Counter[fmpq]]) -> tuple[fmpq, ...]:
    """What the weights are multiplied by, where every product has the weight in its place; else nothing."""
    if len(weights) != len(products) or not all(weights):
        return ()
    found: list[fmpq] = []
    for weight, own in zip(weights, products, strict=True):
        sizes = [abs(value) for value in own.elements()]
        if weight not in sizes or len(sizes) != 2:
            return ()
        sizes.remove(weight)
        found += sizes
    return tuple(found)
