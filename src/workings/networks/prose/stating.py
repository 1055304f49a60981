"""What prose states of a layer: the size of its output, its parameters, a total."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from workings.networks.prose import wordings
from workings.record import record
from workings.source import Span

ROUNDED_TO = 20  # a rounded count is off by a twentieth at most


@record(frozen=True, slots=True)
class Said:
    """A size or a number of parameters, and where it stands."""

    span: Span
    height: int
    width: int | None = None
    channels: int | None = None


def stated_shapes(sheet: str, start: int, end: int, page: str) -> Iterator[Said]:
    """The sizes that are said to come out, also in a column of their own."""
    line = sheet.find("\n", start)
    columns = wordings.COLUMN.finditer(sheet, start, line if 0 <= line < end else end)
    apart = (found for found in columns if page[found.start() : found.start("h")].isspace())
    for found in itertools.chain(apart, wordings.OUTPUT.finditer(sheet, start, end)):
        last = "c" if found["c"] else "w"
        channels = int(found["c"]) if found["c"] else None
        yield Said(Span(found.start("h"), found.end(last)), int(found["h"]), int(found["w"]), channels)


def stated_flat(sheet: str, start: int, end: int) -> Iterator[Said]:
    """The length that something is flattened to."""
    for found in wordings.FLAT.finditer(sheet, start, end):
        yield Said(Span(*found.span("n")), whole(found["n"]))


def stated_parameters(sheet: str, start: int, end: int) -> Iterator[Said]:
    """The numbers of parameters that are stated in words, unless they are doubted."""
    for found in wordings.PARAMETERS.finditer(sheet, start, end):
        key = "n" if found["n"] else "m"
        sentence = sheet.rfind("\n", start, found.start()) + 1 or start
        before = sheet[max(sentence, found.start() - 60) : found.start()]
        if not wordings.DOUBTFUL.search(before) and not wordings.OF_ONE.search(_clause(before)):
            yield Said(Span(*found.span(key)), whole(found[key]))


def _clause(before: str) -> str:
    """The words since the last comma or full stop."""
    return re.split(r"[,.;:](?!\d)", before)[-1]


def stated_totals(sheet: str, start: int, end: int) -> Iterator[Said]:
    """The parameters of a whole network."""
    for found in wordings.TOTAL.finditer(sheet, start, end):
        key = "n" if found["n"] else "m"
        line = sheet[sheet.rfind("\n", 0, found.start()) + 1 : found.start()]
        if not wordings.DOUBTFUL.search(line) and wordings.OF_PARAMETERS.search(
            sheet[max(0, found.start() - 200) : found.end() + 40]
        ):
            yield Said(Span(*found.span(key)), whole(found[key]))


def whole(numeral: str) -> int:
    """The number that digits with thousands apart stand for."""
    return int(re.sub(r"[, ]", "", numeral))


def is_rounded(stated: int, known: int) -> bool:
    """Whether a number that ends in noughts is a rounded count: 107,000 for 106,954."""
    unit = 1000
    while stated and stated % (unit * 10) == 0:
        unit *= 10
    off = abs(stated - known)
    return stated > 0 and stated % unit == 0 and 2 * off <= unit and ROUNDED_TO * off <= known


def stated_perceptrons(sheet: str) -> Iterator[tuple[tuple[int, ...], Said]]:
    """“784 inputs, hidden layers of 128 and 64 units and 10 outputs has 109386 parameters”."""
    for found in wordings.PERCEPTRON.finditer(sheet):
        hidden = _hidden(found[0][: found.start("outputs") - found.start()], found["hidden"])
        if hidden and not wordings.DOUBTFUL.search(found[0]):
            widths = (int(found["inputs"]), *hidden, int(found["outputs"]))
            yield widths, Said(Span(*found.span("n")), whole(found["n"]))


def _hidden(words: str, listed: str) -> list[int]:
    """The widths between inputs and outputs; none where the words leave open how many layers there are."""
    widths = [int(width) for width in re.findall(r"\d+", listed)]
    layers = wordings.HIDDEN_LAYERS.search(words)
    if layers is None:
        return widths if len(widths) == 1 and "hidden" in words.lower() else []
    number = wordings.COUNTS.get((layers["many"] or "").strip().lower())
    if layers["s"] is None:
        return widths if len(widths) == 1 else []
    if number is not None and len(widths) == 1:
        return widths * number
    return widths if len(widths) > 1 and number in (None, len(widths)) else []
