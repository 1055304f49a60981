"""Examples to learn from: jsonl, csv, npz, folders of images, and SVHN's own .mat files.

Every reader gives a tensor for each name with one row for each example. Examples of different sizes, such as
sentences, are in groups of one size each. What is wrong with a file is said in one line with its place.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from workings.record import record
from workings.regex import regex

if TYPE_CHECKING:
    import torch

Examples: TypeAlias = "dict[str, torch.Tensor]"

_COLUMN = regex(r"(?P<name>.*?[^\d\s_\[(])[_\s]*[\[({]?(?P<index>\d+)[\])}]?")
PICTURES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".pgm", ".ppm", ".gif", ".webp"})


@record(frozen=True, slots=True)
class Group:
    """Examples of one shape, and where the first of them stands."""

    place: str
    examples: Examples

    def __len__(self) -> int:
        return len(next(iter(self.examples.values())))


class BadDataError(Exception):
    """The data cannot be used; the message says where and why."""


def load(path: Path, names: Sequence[str] = ()) -> list[Group]:
    """The examples of a file or folder by the names that they have there, or by `names` where it has none."""
    if not path.exists():
        raise BadDataError(f"{path}: no such file or folder")
    reader = _of_pictures if path.is_dir() else READERS.get(path.suffix.lower())
    if reader is None:
        raise BadDataError(f"{path}: examples are read from {', '.join(READERS)} and folders of images")
    groups = reader(path, names)
    if not groups:
        raise BadDataError(f"{path}: there are no examples in it")
    for group in groups:
        _checked(path, group.examples)
    return groups


def _checked(path: Path, examples: Examples) -> None:
    """Every example has all names, and only finite numbers."""
    counts = {key: len(rows) for key, rows in examples.items()}
    if not counts or not min(counts.values()):
        raise BadDataError(f"{path}: there are no examples in it")
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{count} of {key}" for key, count in counts.items())
        raise BadDataError(f"{path}: not every example has all names: {listed}")
    for key, rows in examples.items():
        finite = rows.isfinite().reshape(len(rows), -1).all(1)
        if not bool(finite.all()):
            raise BadDataError(
                f"{path}: {key} of example {int((~finite).nonzero()[0]) + 1} is not a finite number"
            )


# -- text -----------------------------------------------------------------------------------------


def _of_jsonl(path: Path, names: Sequence[str]) -> list[Group]:
    """One object on every line, with the same names in all of them; a list may be of any length."""
    groups: dict[str, dict[str, list[Any]]] = {}
    places: dict[str, str] = {}
    first: set[str] = set()
    for at, line in enumerate(_text(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except json.JSONDecodeError as problem:
            raise BadDataError(f"{path}:{at}: no JSON: {problem.msg} (column {problem.colno})") from None
        if not isinstance(entry, dict) or not entry:
            raise BadDataError(f'{path}:{at}: an object such as {{"x": [0, 1], "y": 1}} is wanted')
        shapes = {key: _shape(value, f"{path}:{at}: {key}") for key, value in entry.items()}
        first = first or {*entry}
        if {*entry} != first:
            have, wanted = (", ".join(sorted(names)) for names in ({*entry}, first))
            raise BadDataError(f"{path}:{at}: this example has {have}, the first has {wanted}")
        described = json.dumps(shapes, sort_keys=True)
        places.setdefault(described, f"{path}:{at}")
        for key, value in entry.items():
            groups.setdefault(described, {}).setdefault(key, []).append(value)
    kinds = {key: _kind([rows for group in groups.values() for rows in group[key]]) for key in sorted(first)}
    return [
        Group(places[described], {key: _tensor(rows, kinds[key]) for key, rows in group.items()})
        for described, group in groups.items()
    ]


def _shape(value: Any, place: str) -> list[int]:
    if isinstance(value, bool | int | float):
        return []
    if not isinstance(value, list):
        raise BadDataError(f"{place} is neither a number nor a list of numbers")
    inner = [_shape(item, place) for item in value]
    if any(shape != inner[0] for shape in inner):
        raise BadDataError(f"{place} has rows of different lengths")
    return [len(value), *(inner[0] if inner else [])]


def _of_csv(path: Path, names: Sequence[str]) -> list[Group]:
    """A header and a number in every cell; x1, x2, … are the entries of x."""
    rows = list(csv.reader(_text(path).splitlines()))
    if not rows:
        raise BadDataError(f"{path}: it is empty")
    header = [cell.strip() for cell in rows[0]]
    if all(_number(cell) is not None for cell in header):
        raise BadDataError(f"{path}:1: the first line has to name the columns, as in x1,x2,y")
    table: list[list[float]] = []
    for at, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(header):
            raise BadDataError(f"{path}:{at}: {len(row)} cells where the header has {len(header)}")
        numbers = [_number(cell) for cell in row]
        for column, (cell, number) in enumerate(zip(row, numbers, strict=True)):
            if number is None or not math.isfinite(number):
                raise BadDataError(f"{path}:{at}: {header[column]} is {cell.strip()!r}, not a finite number")
        table.append([number for number in numbers if number is not None])
    columns = {
        key: [_picked(row, places) for row in table] for key, places in _columns(header, names).items()
    }
    return [Group(str(path), {key: _tensor(rows, _kind(rows)) for key, rows in columns.items()})]


def _picked(row: list[float], places: int | list[int]) -> float | list[float]:
    return row[places] if isinstance(places, int) else [row[place] for place in places]


def _columns(header: Sequence[str], names: Sequence[str]) -> dict[str, int | list[int]]:
    """Which columns belong to which name: a column of its own, or numbered ones as a vector."""
    found: dict[str, int | list[int]] = {}
    numbered: dict[str, list[tuple[int, int]]] = {}
    for place, title in enumerate(header):
        parts = _COLUMN.fullmatch(title)
        if title in names or parts is None:
            found[title] = place
        else:
            numbered.setdefault(parts["name"].rstrip("_"), []).append((int(parts["index"]), place))
    for name, places in numbered.items():
        found[name] = [place for _, place in sorted(places)]
    return found


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadDataError(f"{path}: not text in UTF-8 (byte {problem.start})") from None


def _kind(rows: list[Any]) -> torch.dtype:
    """Whole numbers where all are written as such, floats otherwise."""
    import torch

    whole = all(torch.tensor(row).dtype == torch.long for row in rows)
    return torch.long if whole else torch.get_default_dtype()


def _tensor(rows: list[Any], kind: torch.dtype) -> torch.Tensor:
    import torch

    return torch.tensor(rows).to(kind)


# -- arrays ---------------------------------------------------------------------------------------


def _of_npz(path: Path, names: Sequence[str]) -> list[Group]:
    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as arrays:
            found = {key: _from_numpy(arrays[key], f"{path}: {key}") for key in arrays.files}
    except (ValueError, OSError) as problem:
        raise BadDataError(f"{path}: no NumPy archive that can be read: {problem}") from None
    return [Group(str(path), found)] if found else []


def _from_numpy(array: Any, place: str) -> torch.Tensor:
    import torch

    if array.dtype.kind not in "biuf" or not array.ndim:
        raise BadDataError(f"{place} is not an array of numbers")
    kind = torch.long if array.dtype.kind in "iu" else torch.get_default_dtype()
    return torch.tensor(array).to(kind)


def _of_mat(path: Path, names: Sequence[str]) -> list[Group]:
    """SVHN's form: X is height × width × colours × examples, y the digit, with 10 for nought."""
    import torch
    from scipy.io import loadmat
    from scipy.io.matlab import MatReadError

    try:
        found = loadmat(path)
    except (ValueError, TypeError, NotImplementedError, MatReadError) as problem:
        raise BadDataError(f"{path}: no .mat file that can be read: {problem}") from None
    images, labels = found.get("X"), found.get("y")
    if images is None or labels is None or images.ndim != 4 or images.shape[3] != labels.size:
        raise BadDataError(
            f"{path}: X of height × width × colours × examples and y of as many digits are wanted"
        )
    first, second = _two(names)
    pixels = torch.tensor(images).permute(3, 2, 0, 1).to(torch.get_default_dtype()) / 255
    digits = torch.tensor(labels.reshape(-1).astype("int64")) % 10
    return [Group(str(path), {first: pixels.contiguous(), second: digits})]


def _of_pictures(path: Path, names: Sequence[str]) -> list[Group]:
    """A folder with a folder of images for every class, in the order of their names."""
    import torch
    from PIL import Image, UnidentifiedImageError

    classes = sorted(folder for folder in path.iterdir() if folder.is_dir())
    images: list[torch.Tensor] = []
    labels: list[int] = []
    for at, folder in enumerate(classes):
        for file in sorted(folder.iterdir()):
            if file.suffix.lower() not in PICTURES:
                continue
            try:
                with Image.open(file) as image:
                    raw = image.convert("L" if image.mode in ("1", "L", "I;16") else "RGB")
            except (UnidentifiedImageError, OSError) as problem:
                raise BadDataError(f"{file}: no image that can be read: {problem}") from None
            pixels = torch.frombuffer(bytearray(raw.tobytes()), dtype=torch.uint8)
            images.append(pixels.reshape(raw.height, raw.width, -1).permute(2, 0, 1))
            if images[-1].shape != images[0].shape:
                raise BadDataError(
                    f"{file}: {_sizes(images[-1])} where the first image has {_sizes(images[0])}"
                )
            labels.append(at)
    if not images:
        raise BadDataError(f"{path}: no folder of images for every class is in it")
    first, second = _two(names)
    pixels = torch.stack(images).to(torch.get_default_dtype()) / 255
    return [Group(str(path), {first: pixels, second: torch.tensor(labels)})]


def _sizes(image: torch.Tensor) -> str:
    return "×".join(map(str, image.shape))


def _two(names: Sequence[str]) -> tuple[str, str]:
    """Names for an image and its class."""
    if len(names) != 2:
        raise BadDataError("images and their classes need two input names, as in --inputs X,y")
    return names[0], names[1]


READERS: Mapping[str, Callable[[Path, Sequence[str]], list[Group]]] = {
    ".jsonl": _of_jsonl,
    ".csv": _of_csv,
    ".npz": _of_npz,
    ".mat": _of_mat,
}
