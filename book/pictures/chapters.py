"""The chapters of the book, and the values that they state, for the programs that draw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import workings
from workings.pipeline import Document, read
from workings.reporting.pictures import Drawing
from workings.reporting.pictures.heat_map import Naming, heat_map
from workings.value import Tensor

BOOK = Path(__file__).parents[1]


def source(chapter: str) -> str:
    """The text of a chapter."""
    return (BOOK / chapter).read_text(encoding="utf-8")


def document(chapter: str) -> Document:
    """A chapter with its statements."""
    return read(source(chapter), chapter)


def tensor(chapter: str, name: str) -> Tensor:
    """A vector or matrix as a chapter of the book gives it."""
    value = workings.read(BOOK / chapter)[name]
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} is a single number in {chapter}")
    return value


def numbers(chapter: str, name: str) -> list[float]:
    """The entries of a vector that a chapter of the book gives."""
    return [float(item) for item in tensor(chapter, name).items]


def weights(
    chapter: str, name: str, caption: str, rows: Sequence[str], columns: Sequence[str] | None = None
) -> Drawing:
    """The heat map of attention weights that a chapter of the book states."""
    return heat_map(tensor(chapter, name), caption, Naming(rows, rows if columns is None else columns))


def signed(number: str) -> str:
    """A number with a minus sign instead of a hyphen."""
    return number.replace("-", "−")
