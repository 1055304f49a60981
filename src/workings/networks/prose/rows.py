"""Tables of layers: a row under its headings, as it would be said in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from workings.document import Kind, Passage
from workings.record import record
from workings.regex import regex
from workings.source import Span

_WORDS = (
    (regex(r"param", re.I), "parameters"),
    (regex(r"weights", re.I), "weights"),
    (
        regex(
            r"output (?:size|shape|dim|volume|map)|^outputs?$|activation|^shape|^size$|^dim"
            r"|^ausgabe|^sortie|^salida",
            re.I,
        ),
        "shape",
    ),
    (regex(r"kernel|window|filter size|^k$|^f$", re.I), "kernel size"),
    (regex(r"stride|^s$", re.I), "stride"),
    (regex(r"pad|^p$", re.I), "padding"),
    (regex(r"^in$|input channel|in channel|^c_?\{?in|^inputs?$|in_features|n_in", re.I), "in ="),
    (
        regex(r"^out$|output channel|out channel|^#? ?filters|^c_?\{?out|^units|n_out|maps|^channels", re.I),
        "out =",
    ),
)
_DIGIT = regex(r"\d")
_DENSE = regex(r"[\s*`]*(?:fc|fully[- ]connected|dense|linear)[\s\d_*`-]{0,4}(?:layer)?[\s*`]*\Z", re.I)
_CONV = regex(r"[\s*`]*conv(?:olution(?:al)?)?(?:2d)?[\s\d_*`.-]{0,4}(?:layer)?[\s*`]*\Z", re.I)
_WHOLE = regex(r"\d{1,6}")
_VOLUME = regex(  # channels first would have two equal sides behind them
    r"\(?(?P<h>\d{1,5})\s*[×x,]\s*(?P<w>\d{1,5})\s*[×x,]\s*(?!(?P=w)\b)(?P<c>\d{1,5})\)?"
)


@record(frozen=True, slots=True)
class Cell:
    """A cell with what its heading makes of it."""

    meaning: str
    text: str
    span: Span


@record(frozen=True, slots=True)
class Row:
    """A row of a table of layers."""

    cells: tuple[Cell, ...]
    end: int

    @property
    def said(self) -> str:
        """Its options in words."""
        said = [
            f"{cell.meaning} {cell.text}"
            for cell in self.cells[1:]
            if cell.meaning not in ("parameters", "weights", "shape")
        ]
        return "; ".join([self.cells[0].text, *said])

    def cell(self, meaning: str) -> Cell | None:
        return next((cell for cell in self.cells[1:] if cell.meaning == meaning), None)


def rows_of(passages: Iterable[Passage], sheet: str) -> Mapping[int, Row]:
    """The rows of every table by where they start, under the headings of their table."""
    groups: dict[int, list[Passage]] = {}
    for passage in passages:
        if passage.kind is Kind.CELL and passage.row is not None:
            groups.setdefault(passage.row, []).append(passage)
    rows: dict[int, Row] = {}
    headings: dict[int, str] = {}
    last = -2
    for number, cells in groups.items():
        texts = [sheet[cell.span.start : cell.span.end].strip() for cell in cells]
        if number != last + 1 or not any(_DIGIT.search(text) for text in texts):
            headings = {cell.column: _meaning(text) for cell, text in zip(cells, texts, strict=True)}
        else:
            if len(cells) > 1 and texts[0].rstrip(".").isdigit():  # the rows are counted
                cells, texts = cells[1:], texts[1:]
            parts = zip(cells, texts, strict=True)
            made = tuple(Cell(headings.get(cell.column, ""), text, cell.span) for cell, text in parts)
            if made and _DENSE.match(made[0].text):
                made = tuple(_of_dense(cell) for cell in made)
            elif made and _CONV.match(made[0].text):
                made = (*made, *_filters(made))
            rows[cells[0].span.start] = Row(made, cells[-1].span.end)
        last = number
    return rows


def _meaning(heading: str) -> str:
    return next((word for pattern, word in _WORDS if pattern.search(heading.strip())), "")


def _of_dense(cell: Cell) -> Cell:
    """A cell of a dense layer, whose size is the number of its units."""
    sized = cell.meaning == "shape" and _WHOLE.fullmatch(cell.text) is not None
    return replace(cell, meaning="out =") if sized else cell


def _filters(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The number of filters of a convolution that has no column for it, by the depth of what comes out."""
    if any(cell.meaning == "out =" for cell in cells):
        return ()
    found = [(cell, _VOLUME.fullmatch(cell.text)) for cell in cells if cell.meaning == "shape"]
    return tuple(Cell("out =", volume["c"], cell.span) for cell, volume in found if volume is not None)
