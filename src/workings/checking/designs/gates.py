"""Tables of gates, one design to a row: | AND | 1 | 1 | −1.5 |."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.designs.booleans import NAMED, kind_of, named
from workings.checking.designs.machines import Machine, single_unit
from workings.checking.designs.outputs import Outputs, in_steps, margin_in_words, outputs, point
from workings.checking.designs.settings import Settings, numbers_in
from workings.checking.wording import claim_about
from workings.finding import Claim, Verdict
from workings.parsing.grids import Cell, Grid
from workings.regex import regex
from workings.source import Page

RULE = "design/fails"
_WEIGHT = regex(r"\$?(?:\\mathbf\s*)?[wWθ]_?\{?(\d)\}?\$?|weight\s*(\d)", re.I)
_WEIGHTS = regex(
    r"\$?(?:\\mathbf\{?|\\vec\{?)?w\}?\$?|weights?(?:\s+vector)?|\$?\(?w_?1\s*,\s*w_?2\)?\$?", re.I
)
_BIAS = regex(r"\$?(?:b|bias(?:\s*\$?b\$?)?|w_?\{?0\}?)\$?", re.I)
_THRESHOLD = regex(r"\$?(?:threshold.{0,8}|θ|\\theta|T|t)\$?")


def claims_of_gates(page: Page, settings: Settings, grid: Grid) -> Iterator[Claim]:
    """A claim for every row that names a function and gives the weights of a unit for it."""
    roles = _roles(grid)
    if roles is None or settings.inverted:
        return
    gate, weights, offset, sign = roles
    situation = settings.at(grid.span.start)
    for row in grid.rows:
        name = NAMED.search(row[gate].text)
        if name is None:
            continue
        numbers = [number for at in weights for number in numbers_in(row[at].text)]
        bias = numbers_in(row[offset].text)
        function = named(kind_of(name[0]), len(numbers)) if numbers else None
        if function is None or len(bias) != 1:
            continue
        machine = single_unit(tuple(numbers), sign * bias[0], situation)
        readings = list(outputs(machine, None if settings.is_bipolar else 0))
        right = next((found for found in readings if found.failing(function) is None), None)
        yield _claim(page, row[gate], function.name, right or readings[0], machine, right is not None)


def _roles(grid: Grid) -> tuple[int, list[int], int, int] | None:
    """The columns of the name, the weights, and the bias or threshold with its sign."""
    headers = [cell.text.strip() for cell in grid.header]
    offsets = [(at, 1) for at, text in enumerate(headers) if _BIAS.fullmatch(text)]
    offsets += [(at, -1) for at, text in enumerate(headers) if _THRESHOLD.fullmatch(text)]
    singles = [at for at, text in enumerate(headers) if _WEIGHT.fullmatch(text) and (at, 1) not in offsets]
    whole = [at for at, text in enumerate(headers) if _WEIGHTS.fullmatch(text)]
    names = [
        at
        for at in range(len(headers))
        if any(NAMED.search(cell.text) is not None for cell in grid.column(at))
    ]
    weights = singles or whole[:1]
    if not names or not weights or len(offsets) != 1:
        return None
    return names[0], weights, *offsets[0]


def _claim(page: Page, cell: Cell, name: str, found: Outputs, machine: Machine, holds: bool) -> Claim:
    if holds:
        words = f"right on all {len(found.traces)} inputs, {margin_in_words(found)}"
        return claim_about(
            page, cell.span, Verdict.RIGHT, None, words, kind="sentence", convention=found.convention
        )
    function = named(name, len(machine.inputs))
    assert function is not None
    trace = found.failing(function)
    assert trace is not None
    steps = in_steps(trace, found.machine)
    words = f"not {name}: {point(trace.bits, found.machine.low)} gives {steps}, not {function(trace.bits)}"
    return claim_about(page, cell.span, Verdict.WRONG, RULE, words, kind="sentence")
