"""Tables in which a perceptron is trained: each row has the weights after it, or before it.

How a table counts is told by its own rows: the rate, and whether weights stand before or after their step.
A row is wrong where nearly all others go by the rule that w grows by η (t − y) x, and it does not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.sheet import Sheet
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.parsing.grids import Cell, Grid
from workings.record import record
from workings.regex import regex

RULE = "table/training-step"
LEAST_STEPS = 3  # rows that show how the others are made
ODD_OF = 8  # at most one row in so many may be wrong, or one
_HEADS = {
    "x": regex(r"(?:x|in(?:put)?|i)\d|x|inputs?|\(?x1,x2(?:,x3)?\)?"),
    "t": regex(r"t|d|target|desired|label|soll|ziel"),
    "y": regex(r"y|o|out|output|ŷ|haty|yhat|y_?out|pred|prediction|ist"),
    "net": regex(r"net|z|s|v|u|sum|netinput|netz|a_?in|y_?in"),
    "e": regex(r"e|err|error|δ|t-y|d-y|t-o|d-o|t-ŷ|y-ŷ|t-haty|fehler"),
    "w": regex(r"w[1-9]|w|weights|\(?w1,w2(?:,w3)?\)?"),
    "b": regex(r"b|bias|w0"),
}
_MARKUP = regex(r"[\s${}\\*_`]|hat(?=\{?y)")
_NUMBER = regex(r"[-+−–]?\d+(?:\.\d+)?(?:/\d+)?")
_CELL = regex(r"[\[(]?\s*(?:[-+−–]?\d+(?:\.\d+)?(?:\s*[,;]\s*|\s*(?=[\])]|\Z)))+[\])]?")
SAID: tuple[re.Pattern[str], ...] = (regex(r"perceptron|perzeptron|delta rule|\bepoch|\bepoche", re.I),)
_TRAINED = (
    "A perceptron, learning rate 1.\n\n| x1 | x2 | t | y | t-y | w1 | w2 | b |\n"
    "|---|---|---|---|---|---|---|---|\n"
    "| 0 | 1 | 0 | 1 | -1 | 0 | -1 | -1 |\n| 1 | 1 | 1 | 0 | 1 | 1 | 0 | 0 |\n"
    "| 1 | 0 | 0 | 1 | -1 | 0 | 0 | -1 |\n| 1 | 1 | 1 | 0 | 1 | 1 | 1 | 0 |\n"
)
RULES: dict[str, Description] = {
    RULE: Description(
        "a row of a table in which a perceptron is trained does not follow from the row above",
        wrong=_TRAINED + "| 0 | 1 | 0 | 1 | -1 | 1 | 0 | 0 |\n",
        right=_TRAINED + "| 0 | 1 | 0 | 1 | -1 | 1 | 0 | -1 |\n",
        why="The weights are updated, and the bias is forgotten.",
    ),
}


@record(frozen=True, slots=True)
class Row:
    """A row: its inputs with a one for the bias, the error, the weights with the bias, and their cells."""

    x: tuple[fmpq, ...]
    error: fmpq
    weights: tuple[fmpq, ...]
    cells: tuple[Cell, ...]
    net: fmpq | None
    output: fmpq | None
    rest: Mapping[str, Cell]


def claims_of_training_tables(sheet: Sheet) -> Iterator[Claim]:
    """The cells of such tables that are not what the others say they have to be."""
    tables = [rows for grid in sheet.grids if (rows := _rows(grid)) is not None]
    widths = {len(row.x) for rows in tables for row in rows}
    if len(widths) != 1:
        return
    steps = [step for rows in tables for step in pairwise(rows)]
    ways = [(_agreeing(steps, after), after) for after in (True, False)]
    (rate, made), after = max(ways, key=lambda way: way[0][1])
    if rate is None or made < LEAST_STEPS:
        return
    yield from _wrong_steps(sheet, steps, rate, after)
    yield from _wrong_nets(sheet, steps, after)
    yield from _wrong_outputs(sheet, [row for rows in tables for row in rows])


def _rows(grid: Grid) -> list[Row] | None:
    """The rows of a table that has inputs, an error and weights; None for any other."""
    roles: dict[str, list[int]] = {}
    for at, header in enumerate(grid.header):
        text = _MARKUP.sub("", header.text).lower().replace("−", "-")
        role = next((role for role, head in _HEADS.items() if head.fullmatch(text)), None)
        roles.setdefault(role or "", []).append(at)
    if "t" not in roles and len(roles.get("y", ())) == 2:
        roles["t"], roles["y"] = roles["y"][:1], roles["y"][1:]  # y and ŷ
    single = all(len(roles.get(role, ())) < 2 for role in ("t", "y", "net", "e", "b"))
    known = "e" in roles or ("t" in roles and "y" in roles)
    if not single or not known or "x" not in roles or "w" not in roles:
        return None
    found = [_row(row, roles) for row in grid.rows]
    return [row for row in found if row is not None] if all(found) else None


def _row(row: Sequence[Cell], roles: dict[str, list[int]]) -> Row | None:
    """What a row says, if all of it are numbers."""
    read = {role: _numbers([row[at] for at in places]) for role, places in roles.items() if role}
    x, weights = read["x"], read["w"]
    value = {role: found[0] for role, found in read.items() if found and role not in ("x", "w")}
    error = value["t"] - value["y"] if "t" in value and "y" in value else value.get("e")
    if not all(read.values()) or error is None or len(x) != len(weights):
        return None
    cells = tuple(row[at] for at in roles["w"])
    cells = cells if len(cells) == len(x) else cells[:1] * len(x)
    if "b" in value:
        x, weights, cells = (*x, fmpq(1)), (*weights, value["b"]), (*cells, row[roles["b"][0]])
    rest: dict[str, Cell] = {role: row[roles[role][0]] for role in ("net", "y") if role in roles}
    return Row(x, error, weights, cells, value.get("net"), value.get("y"), rest)


def _numbers(cells: Sequence[Cell]) -> tuple[fmpq, ...]:
    """The numbers of cells, each of which may hold a list; none if they hold anything else."""
    if not all(_CELL.fullmatch(cell.text) for cell in cells):
        return ()
    found = [number_in(sign) for cell in cells for sign in _NUMBER.findall(cell.text)]
    return tuple(value for value in found if value is not None)


def _agreeing(steps: Sequence[tuple[Row, Row]], after: bool) -> tuple[fmpq | None, int]:
    """The rate by which most rows are updated, and how many of them are."""
    rates: Counter[fmpq] = Counter()
    for first, second in steps:
        used = second if after else first
        moved = [b - a for a, b in zip(first.weights, second.weights, strict=True)]
        made = {m / (used.error * x) for m, x in zip(moved, used.x, strict=True) if used.error * x != 0}
        if len(made) == 1 and (rate := made.pop()) > 0 and _is_step(first, second, rate, after):
            rates[rate] += 1
    return rates.most_common(1)[0] if rates else (None, 0)


def _is_step(first: Row, second: Row, rate: fmpq, after: bool) -> bool:
    return second.weights == _next(first, second, rate, after)


def _next(first: Row, second: Row, rate: fmpq, after: bool) -> tuple[fmpq, ...]:
    used = second if after else first
    return tuple(w + rate * used.error * x for w, x in zip(first.weights, used.x, strict=True))


def _wrong_steps(sheet: Sheet, steps: Sequence[tuple[Row, Row]], rate: fmpq, after: bool) -> Iterator[Claim]:
    odd = [step for step in steps if not _is_step(*step, rate, after)]
    if len(odd) > max(1, len(steps) // ODD_OF):
        return
    for first, second in odd:
        right = _next(first, second, rate, after)
        used = second if after else first
        parts = zip(second.cells, second.weights, right, first.weights, used.x, strict=True)
        cell, _, meant, old, x = next(part for part in parts if part[1] != part[2])
        says = f"by {show(rate)} · (t − y) · x it goes from {show(old)} to {show(meant)} here"
        says += f", with t − y = {show(used.error)} and x = {show(x)}"
        yield sheet.claim(cell.span, RULE, says, show(meant))


def _wrong_nets(sheet: Sheet, steps: Sequence[tuple[Row, Row]], after: bool) -> Iterator[Claim]:
    """Sums that are not those of the inputs with the weights of their step."""
    pairs = [(first if after else second, second) for first, second in steps if second.net is not None]
    sums = [
        (sum((w * x for w, x in zip(by.weights, row.x, strict=True)), fmpq(0)), by, row) for by, row in pairs
    ]
    odd = [(right, by, row) for right, by, row in sums if right != row.net]
    if sum(right == row.net != 0 for right, _, row in sums) < LEAST_STEPS:
        return
    for right, by, row in odd if len(odd) <= max(1, len(sums) // ODD_OF) else ():
        weights = ", ".join(map(show, by.weights))
        says = f"with the weights ({weights}) the inputs of this row come to {show(right)}"
        yield sheet.claim(row.rest["net"].span, RULE, says, show(right))


def _wrong_outputs(sheet: Sheet, rows: Sequence[Row]) -> Iterator[Claim]:
    """Outputs on the other side of the threshold than all others with such a sum."""
    known = [row for row in rows if row.net and row.output is not None]
    for positive in (True, False):
        alike = [row for row in known if row.net is not None and (row.net > 0) == positive]
        usual = Counter(row.output for row in alike).most_common(1)
        odd = [row for row in alike if row.output != usual[0][0]] if usual else []
        if len(odd) == 1 and len(alike) > LEAST_STEPS and usual[0][0] is not None:
            net = odd[0].net or fmpq(0)
            says = f"the sum is {show(net)}, for which the other rows put out {show(usual[0][0])}"
            yield sheet.claim(odd[0].rest["y"].span, RULE, says, show(usual[0][0]))
