"""Notebooks: their cells one by one, code as code, outputs as they were printed."""

from __future__ import annotations

from workings.document import Kind
from workings.extracting.json_places import Json, parse_json
from workings.extracting.notebook import (
    Gathering,
    gather_cell,
    notebook_cells,
    printed_strings,
    strings_of,
    word,
)
from workings.reporting.html.blocks import Setting
from workings.reporting.html.escaping import escaped
from workings.reporting.html.markdown import markdown_html
from workings.reporting.html.plain import code_html
from workings.source import Page


def notebook_html(setting: Setting, page: Page) -> str:
    """Every cell, also those that hold nothing to read."""
    gathering = Gathering()
    out: list[str] = []
    for number, cell in enumerate(notebook_cells(parse_json(page.raw)) or (), start=1):
        first = len(gathering.parts)
        gather_cell(page.raw, cell, gathering)
        parts = [_part(setting, *part) for part in gathering.parts[first:]]
        inner = "".join(parts) or _source(page.raw, cell)
        inner += _unshown(page.raw, cell)
        out.append(f'<section class="cell" aria-label="cell {number}">\n{inner}</section>\n')
    return "".join(out)


def _part(setting: Setting, kind: Kind, start: int, end: int) -> str:
    if kind is Kind.PROSE:
        return markdown_html(setting, start, end)
    return code_html(setting, start, end, "output" if kind is Kind.OUTPUT else "code")


def _source(raw: str, cell: dict[str, Json]) -> str:
    """A cell that is not read, such as a raw one, as it stands."""
    text = "".join(word(raw, part) for part in strings_of(cell.get("source")))
    return f'<pre class="source">{escaped(text)}</pre>\n' if text.strip() else ""


def _unshown(raw: str, cell: dict[str, Json]) -> str:
    """A line for every output that is no text."""
    outputs = cell.get("outputs")
    sorts = [
        _sort(raw, output)
        for output in (outputs if isinstance(outputs, list) else [])
        if isinstance(output, dict) and not printed_strings(raw, output)
    ]
    return "".join(f'<p class="picture">output not shown: {escaped(sort)}</p>\n' for sort in sorts)


def _sort(raw: str, output: dict[str, Json]) -> str:
    data = output.get("data")
    if isinstance(data, dict) and data:
        return next(iter(data))
    return word(raw, output.get("name")) or word(raw, output.get("output_type")) or "unknown"
