"""Values as they are set: matrices as matrices, everything else as the text it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from workings.regex import regex
from workings.reporting.html.escaping import attribute, escaped
from workings.reporting.html.formulas import drawn

MATRIX = regex(r"\[\[[^\[\]]*\](?:, \[[^\[\]]*\])*\]")
ROW = regex(r"\[([^\[\]]*)\]")
ENTRY = regex(r"[-−]?[\d./]+(?:e[-+]?\d+)?")
MOST_COLUMNS, MOST_ROWS = 12, 40


def value_html(value: str, differing: Collection[tuple[int, ...]] = ()) -> str:
    """A computed value, with the entries emphasised that were stated otherwise."""
    rows = _rows(value)
    if rows is None:
        return f'<span class="number">{escaped(value)}</span>'
    lines = [
        " & ".join(_cell(cell, (at, column) in differing) for column, cell in enumerate(row))
        for at, row in enumerate(rows)
    ]
    inner = " \\\\ ".join(lines)
    tex = f"\\begin{{bmatrix}} {inner} \\end{{bmatrix}}"
    return f'<span class="tex"{attribute("data-tex", tex)}>{escaped(value)}</span>'


def _cell(cell: str, differs: bool) -> str:
    return f"\\htmlData{{mended=1}}{{{cell}}}" if differs else cell


def _rows(value: str) -> list[list[str]] | None:
    """The entries of a matrix of numbers that is small enough to be set as one."""
    if not MATRIX.fullmatch(value):
        return None
    rows = [[cell.strip() for cell in row.split(",")] for row in ROW.findall(value[1:-1])]
    fits = len(rows) <= MOST_ROWS and all(len(row) <= MOST_COLUMNS for row in rows)
    return rows if fits and all(ENTRY.fullmatch(cell) for row in rows for cell in row) else None


def sentence_html(words: str, formulas: Mapping[str, str]) -> str:
    """A sentence with the formulas drawn that are quoted in it, each by the words that stand for it."""
    quoted = [written for written in formulas if len(written) > 1 and written in words]
    if not quoted:
        return escaped(words)
    longest = sorted(quoted, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(written)}(?!\w)" for written in longest))
    parts: list[str] = []
    at = 0
    for found in pattern.finditer(words):
        parts += (escaped(words[at : found.start()]), drawn(formulas[found[0]]))
        at = found.end()
    return "".join((*parts, escaped(words[at:])))
