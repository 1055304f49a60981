"""Examples in text: a line of JSON for each, or a row of a table."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Container, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workings.learning.groups import BadDataError, Group
from workings.regex import regex

if TYPE_CHECKING:
    import torch

_COLUMN = regex(r"(?P<name>.*?[^\d\s_\[(])[_\s]*[\[({]?(?P<index>\d+)[\])}]?")
_DECIMAL_COMMA = regex(r"\s*[-+]?\d+,\d+\s*")
LARGEST = 2**53  # whole numbers beyond it are not all floats


def of_jsonl(path: Path, names: Sequence[str], known: Container[str]) -> list[Group]:
    """One object on every line, with the same names in all of them; a list may be of any length."""
    groups: dict[str, dict[str, list[Any]]] = {}
    lines: dict[str, list[int]] = {}
    first: set[str] = set()
    for at, line in enumerate(_text(path).splitlines(), 1):
        if not line.strip():
            continue
        entry = _object(line, f"{path}:{at}")
        shapes = {key: _shape(value, f"{path}:{at}: {key}") for key, value in entry.items()}
        first = first or {*entry}
        if {*entry} != first:
            have, wanted = (", ".join(sorted(names)) for names in ({*entry}, first))
            raise BadDataError(f"{path}:{at}: this example has {have}, the first has {wanted}")
        described = json.dumps(shapes, sort_keys=True)
        lines.setdefault(described, []).append(at)
        for key, value in entry.items():
            groups.setdefault(described, {}).setdefault(key, []).append(value)
    kinds = {key: _kind([rows for group in groups.values() for rows in group[key]]) for key in sorted(first)}
    return [
        Group(
            str(path), {key: _tensor(rows, kinds[key]) for key, rows in group.items()}, (*lines[described],)
        )
        for described, group in groups.items()
    ]


def _object(line: str, place: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except json.JSONDecodeError as problem:
        raise BadDataError(f"{place}: no JSON on this line: {problem.msg} (column {problem.colno})") from None
    except RecursionError:
        raise BadDataError(f"{place}: lists too deep inside one another") from None
    if not isinstance(entry, dict) or not entry:
        raise BadDataError(f'{place}: an object such as {{"x": [0, 1], "y": 1}} is wanted')
    return entry


def _shape(value: Any, place: str) -> list[int]:
    if isinstance(value, bool | int | float):
        if not math.isfinite(value) or (isinstance(value, int) and abs(value) > LARGEST):
            raise BadDataError(f"{place} is {str(value)[:20]}, not a finite number of usual size")
        return []
    if not isinstance(value, list):
        raise BadDataError(f"{place} is {json.dumps(value)[:40]}, neither a number nor a list of numbers")
    if not value:
        raise BadDataError(f"{place} is an empty list")
    inner = [_shape(item, place) for item in value]
    odd = next((at for at, shape in enumerate(inner) if shape != inner[0]), None)
    if odd is not None:
        have, first = (" × ".join(map(str, shape)) or "no list" for shape in (inner[odd], inner[0]))
        raise BadDataError(
            f"{place} has rows of different lengths: row {odd + 1} has {have}, the first {first}"
        )
    return [len(value), *inner[0]]


def of_csv(path: Path, names: Sequence[str], known: Container[str]) -> list[Group]:
    """A header and a number in every cell; x1, x2, … are the entries of x."""
    text = _text(path)
    reader = csv.reader(StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as problem:
        raise BadDataError(f"{path}:{reader.line_num}: no table: {problem}") from None
    if not rows:
        raise BadDataError(f"{path}: it is empty")
    at, titles = rows[0]
    header = [cell.strip() for cell in titles]
    if all(_number(cell) is not None for cell in header) or header[0].startswith("#"):
        raise BadDataError(f"{path}:{at}: the first line has to name the columns, as in x1,x2,y")
    places = _columns(header, {*names}, known, f"{path}:{at}")
    table = [_numbers(row, header, f"{path}:{at}") for at, row in rows[1:]]
    columns = {key: [_picked(row, place) for row in table] for key, place in places.items()}
    examples = {key: _tensor(rows, _kind(rows)) for key, rows in columns.items()}
    return [Group(str(path), examples, tuple(at for at, _ in rows[1:]))]


def _delimiter(text: str) -> str:
    """What stands between cells: a comma, unless the header has none but semicolons or tabs."""
    header = text.partition("\n")[0]
    return next((sign for sign in (",", ";", "\t") if sign in header), ",")


def _numbers(row: Sequence[str], header: Sequence[str], place: str) -> list[float]:
    if len(row) != len(header):
        raise BadDataError(f"{place}: {len(row)} cells where the header has {len(header)}")
    found = []
    for title, cell in zip(header, row, strict=True):
        number = _number(cell)
        if number is None or not math.isfinite(number):
            said = f"{cell.strip()!r}, not a finite number" if cell.strip() else "empty"
            raise BadDataError(f"{place}: {title} is {said}")
        found.append(number)
    return found


def _picked(row: list[float], places: int | list[int]) -> float | list[float]:
    return row[places] if isinstance(places, int) else [row[place] for place in places]


def _columns(
    header: Sequence[str], names: set[str], known: Container[str], place: str
) -> dict[str, int | list[int]]:
    """Which columns belong to which name: a column of its own, or numbered ones as a vector."""
    found: dict[str, int | list[int]] = {}
    numbered: dict[str, dict[int, int]] = {}
    for at, title in enumerate(header):
        parts = _COLUMN.fullmatch(title)
        name = parts["name"].rstrip("_") if parts is not None else title
        own = f"{name}_{parts['index']}" if parts is not None else title
        if not title:
            raise BadDataError(f"{place}: column {at + 1} has no name")
        if parts is None or title in names or (name not in known and own in known):
            key = title if title in names or parts is None else own
            if key in found:
                raise BadDataError(f"{place}: two columns are called {key}")
            found[key] = at
        elif numbered.setdefault(name, {}).setdefault(int(parts["index"]), at) != at:
            raise BadDataError(f"{place}: two columns are entry {parts['index']} of {name}")
    for name, places in numbered.items():
        if name in found:
            raise BadDataError(f"{place}: {name} has a column of its own and numbered ones")
        found[name] = _without_gap(name, places, place)
    return dict(sorted(found.items(), key=lambda pair: pair[1] if isinstance(pair[1], int) else pair[1][0]))


def _without_gap(name: str, places: dict[int, int], place: str) -> list[int]:
    """The columns of a vector in their order; none may be left out."""
    first = 0 if 0 in places else 1
    missing = sorted({*range(first, max(places))} - {*places})
    if missing:
        have = ", ".join(f"{name}{index}" for index in sorted(places)[:4])
        raise BadDataError(f"{place}: {have} are entries of {name}, and there is no {name}{missing[0]}")
    return [at for _, at in sorted(places.items())]


def _number(cell: str) -> float | None:
    cell = re.sub(",", ".", cell) if _DECIMAL_COMMA.fullmatch(cell) else cell
    try:
        return float(cell) if "_" not in cell else None
    except ValueError:
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadDataError(f"{path}: not text in UTF-8 (byte {problem.start}): save it as such") from None


def _kind(rows: list[Any]) -> torch.dtype:
    """Whole numbers where all are written as such, floats otherwise."""
    import torch

    whole = all(torch.tensor(row).dtype == torch.long for row in rows)
    return torch.long if whole else torch.get_default_dtype()


def _tensor(rows: list[Any], kind: torch.dtype) -> torch.Tensor:
    import torch

    return torch.tensor(rows).to(kind)
