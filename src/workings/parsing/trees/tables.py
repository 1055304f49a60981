"""Probabilities in tables: rows of prefix, token and probability, or a table of transitions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from flint import fmpq

from workings.decoding.model import Prefix, is_end
from workings.document import Kind, Passage
from workings.parsing.trees.items import Item, Where
from workings.parsing.trees.options import PROBABILITY, bare, number
from workings.record import record
from workings.regex import regex
from workings.source import Span

MOST_CELLS = 4000
_SLACK = fmpq(1, 50)  # by which a row of rounded shares may miss one
_PROBABILITY = regex(rf"\s*(?:{PROBABILITY})\s*")
_PIPE = regex(r"(?<!\\)\|")
_NUMBERED = regex(r"\b(?:step|t|time|position|pos|y)\s*+[=_]?\s*+\{?\d", re.I)
_TITLE = regex(r"^(?:next|to|token)\s+(?=\S)", re.I)
_OF = regex(r"(?:P|p|Pr)\(\s*+((?:[^|()\s]|\s++)+?)\s*+\)")
_NONE = regex(r"[\s–—-]*|n/?a|×")
_PREFIX = regex(
    r"\b(?:prefix|context|history|previous|prev|given|after|from|current|so far|condition|state|y_?\{?<)",
    re.I,
)
_TOKEN = regex(r"\b(?:next|token|word|to|candidate|continuation|choice|symbol|letter)\b", re.I)
_SHARE = regex(r"\b(?:prob\w*|p|P|Pr)\b|p\(|P\(", re.I)
_STEP = regex(r"\b(?:step|t|time|position|pos)\b", re.I)
_JOINT = regex(r"joint|total|cumulative|score|log|sequence|product|normali|running", re.I)
_START = regex(
    r"\(?\s*(?:start|<s>|<bos>|<start>|<sos>|bos|\[bos\]|empty|none|beginning|root|ε|∅|initial|first"
    r"|[–—-])?\s*\)?",
    re.I,
)


@record(frozen=True, slots=True)
class Cell:
    """A cell of a table as it is painted."""

    text: str
    span: Span
    column: int


def read_tables(page_text: str, text: str, passages: Iterable[Passage]) -> Iterator[Item]:
    """The conditional probabilities of all tables; `text` is the page as it is painted."""
    for table in _tables(page_text, text, passages):
        yield from _transitions(table) or _stepwise(table) or _paired(table) or _listed(table)


def _tables(page_text: str, text: str, passages: Iterable[Passage]) -> Iterator[list[list[Cell]]]:
    """The cells of each table, row by row, the header first."""
    rows: list[list[Cell]] = []
    last: tuple[int, int] | None = None
    for passage in passages:
        if passage.kind is not Kind.CELL or passage.row is None:
            continue
        if rows and last is not None and "\n\n" in page_text[last[1] : passage.span.start].replace(" ", ""):
            yield rows
            rows = []
        start = text.rfind("\n", 0, passage.span.start) + 1
        end = text.find("\n", passage.span.end)
        if last is None or passage.row != last[0] or not rows:
            piped = _piped(page_text, text, start, len(text) if end < 0 else end)
            rows.append(piped)
        if "|" not in page_text[start : passage.span.start + 1]:
            words = text[passage.span.start : passage.span.end].strip()
            rows[-1].append(Cell(words, passage.span, passage.column))
        last = (passage.row, passage.span.end)
    if rows:
        yield rows


def _piped(page_text: str, text: str, start: int, end: int) -> list[Cell]:
    """The cells of a row between pipes, also those that look like markup, such as `</s>`."""
    bars = [found.start() for found in _PIPE.finditer(page_text, start, end)]
    if not bars:
        return []
    if not page_text[start : bars[0]].strip():
        edges = bars
    else:
        edges = [start - 1, *bars]
    if page_text[edges[-1] + 1 : end].strip():
        edges = [*edges, end]
    cells = []
    for column, (left, right) in enumerate(pairwise(edges)):
        words = text[left + 1 : right]
        first = left + 1 + len(words) - len(words.lstrip())
        cells.append(Cell(words.strip(), Span(first, first + len(words.strip())), column))
    return cells


def _transitions(table: list[list[Cell]]) -> list[Item]:
    """Rows are what stands before and columns what comes next, or the other way round."""
    if len(table) < 2 or sum(map(len, table)) > MOST_CELLS:
        return []
    header = {cell.column: bare(_title(cell.text)) for cell in table[0] if cell.column > 0}
    corner = next((cell.text for cell in table[0] if cell.column == 0), "")
    if (
        len(header) < 2
        or any(name is None for name in header.values())
        or _STEP.search(" ".join(h or "" for h in header.values()))
    ):
        return []
    grid: list[tuple[str, dict[int, Cell]]] = []
    for row in table[1:]:
        label = next((cell.text for cell in row if cell.column == 0), "")
        if "," in label:
            continue  # several prefixes at once
        cells = {cell.column: cell for cell in row if cell.column > 0 and not _NONE.fullmatch(cell.text)}
        if any(
            not _PROBABILITY.fullmatch(cell.text) or column not in header for column, cell in cells.items()
        ):
            return []
        grid.append((label, cells))
    if not any(cells for _, cells in grid):
        return []
    if all(_is_whole([number(cell.text) for cell in cells.values()]) for _, cells in grid if cells):
        return [
            _item(header[column] or "", label, cell, corner)
            for label, cells in grid
            for column, cell in sorted(cells.items())
        ]
    columns = {at: [cells[at] for _, cells in grid if at in cells] for at in header}
    if all(_is_whole([number(cell.text) for cell in cells]) for cells in columns.values() if cells):
        return [
            _item(bare(label) or "", header[at] or "", cells[at], corner)
            for at in header
            for label, cells in grid
            if at in cells and bare(label)
        ]
    return []


def _title(text: str) -> str:
    """The token that a column is about: `next a`, `P(a)`."""
    share = _OF.fullmatch(text.strip())
    return _TITLE.sub("", text) if share is None else share[1]


def _stepwise(table: list[list[Cell]]) -> list[Item]:
    """Rows are tokens and columns steps: each is the choice after the best of the columns before it."""
    columns = [cell.column for cell in table[0] if _NUMBERED.search(cell.text)]
    if len(columns) < 2 or len(columns) + 1 < len(table[0]) or len(table) < 3:
        return []
    parent: Item | None = None
    found: list[Item] = []
    for column in columns:
        step: list[Item] = []
        for row in table[1:]:
            cells = {cell.column: cell for cell in row}
            name, share = bare(cells[0].text) if 0 in cells else None, cells.get(column)
            if name is None or share is None or not _PROBABILITY.fullmatch(share.text):
                return []
            where = Where.START if parent is None else Where.UNDER
            step.append(Item(name, number(share.text), share.span, where, parent))
        if not _is_whole([item.weight for item in step]):
            return []
        found += step
        best = max(step, key=lambda item: item.weight)
        if is_end(best.token) or sum(item.weight == best.weight for item in step) > 1:
            break
        parent = best
    return found


def _paired(table: list[list[Cell]]) -> list[Item]:
    """Rows are ways, with a probability behind each token: `the | 0.6 | cat | 0.5`."""
    known: dict[Prefix, Item] = {}
    for row in table[1:]:
        if len(row) < 4 or len(row) % 2:
            return []
        way: Prefix = ()
        for cell, share in zip(row[::2], row[1::2], strict=True):
            name = bare(cell.text)
            if name is None or not _PROBABILITY.fullmatch(share.text):
                return []
            parent = known.get(way)
            way = (*way, name)
            where = Where.START if parent is None else Where.UNDER
            span = Span(cell.span.start, max(cell.span.end, share.span.end))
            known.setdefault(way, Item(name, number(share.text), span, where, parent))
    return list(known.values())


def _item(token: str, label: str, cell: Cell, corner: str) -> Item:
    if _START.fullmatch(label.strip('" ')):
        return Item(token, number(cell.text), cell.span, Where.START)
    whole = re.search(r"prefix|history|so far|context", corner, re.I)
    return Item(token, number(cell.text), cell.span, Where.AFTER if whole else Where.LAST, words=label)


def _is_whole(weights: list[fmpq]) -> bool:
    return abs(sum(weights, fmpq(0)) - 1) <= _SLACK


def _listed(table: list[list[Cell]]) -> list[Item]:
    """A row for each token, with columns for what stands before it and its probability."""
    if len(table) < 2:
        return []
    roles = _roles(table[0])
    if "token" not in roles or "share" not in roles:
        return []
    found: list[Item] = []
    prefix = ""
    for row in table[1:]:
        cells = {cell.column: cell for cell in row}
        token, share = cells.get(roles["token"]), cells.get(roles["share"])
        name = bare(token.text) if token is not None else None
        if "prefix" in roles and (said := cells.get(roles["prefix"])) is not None:
            prefix = said.text if said.text.strip('" ') not in ("″", "''") else prefix
        if token is None or share is None or name is None or not _PROBABILITY.fullmatch(share.text):
            continue
        step = _step(cells.get(roles.get("step", -1)))
        span = Span(token.span.start, max(token.span.end, share.span.end))
        weight = number(share.text)
        if "prefix" in roles and not _START.fullmatch(prefix.strip('" ')):
            found.append(Item(name, weight, span, Where.AFTER, words=prefix))
        elif "prefix" in roles or step in (None, 0, 1):
            found.append(Item(name, weight, span, Where.START))
        else:
            found.append(Item(name, weight, span, Where.NEXT, step=step))
    return found


def _roles(header: list[Cell]) -> dict[str, int]:
    """What the columns are, by their titles."""
    roles: dict[str, int] = {}
    for cell in header:
        title = cell.text
        if _SHARE.search(title) and not _JOINT.search(title) and "share" not in roles:
            roles["share"] = cell.column
        elif _PREFIX.search(title) and "prefix" not in roles:
            roles["prefix"] = cell.column
        elif _TOKEN.search(title) and "token" not in roles:
            roles["token"] = cell.column
        elif _STEP.search(title) and "step" not in roles:
            roles["step"] = cell.column
    return roles


def _step(cell: Cell | None) -> int | None:
    found = re.search(r"\d{1,2}", cell.text) if cell is not None else None
    return int(found[0]) if found else None
