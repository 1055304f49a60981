"""Sizes of tensors: whole numbers, letters such as the batch N, and what is not known."""

from __future__ import annotations

from enum import Enum
from functools import reduce
from typing import Final, TypeAlias

from workings.record import record

LARGEST = 10**15  # a size or count beyond it is taken as unknown
BATCH = "N"


class Unknown(Enum):
    """The one value that stands for what a document does not determine."""

    UNKNOWN = "?"

    def __repr__(self) -> str:
        return "?"


UNKNOWN: Final = Unknown.UNKNOWN


@record(frozen=True, slots=True)
class Product:
    """A number times letters: N, 2·N·T."""

    number: int
    letters: tuple[str, ...]


Size: TypeAlias = int | Product | Unknown
Shape: TypeAlias = tuple[Size, ...]


def letter(name: str) -> Product:
    return Product(1, (name,))


def times(first: Size, second: Size) -> Size:
    """The product; unknown if one of them is, unless the other is nought."""
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return UNKNOWN
    one, other = _parts(first), _parts(second)
    return _size(one[0] * other[0], (*one[1], *other[1]))


def over(first: Size, second: Size) -> Size:
    """The quotient where it is whole; unknown otherwise."""
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return UNKNOWN
    (number, letters), (divisor, gone) = _parts(first), _parts(second)
    left = list(letters)
    for name in gone:
        if name not in left:
            return UNKNOWN
        left.remove(name)
    return UNKNOWN if divisor == 0 or number % divisor else _size(number // divisor, tuple(left))


def count(shape: Shape) -> Size:
    """How many numbers a tensor of this shape holds."""
    one: Size = 1
    return reduce(times, shape, one)


def differ(first: Size, second: Size) -> bool:
    """Whether two sizes are surely not the same."""
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return False
    (number, letters), (other, names) = _parts(first), _parts(second)
    return letters == names and number != other


def known(size: object) -> int | None:
    """A plain whole number, or None."""
    return size if isinstance(size, int) and not isinstance(size, bool) else None


def as_size(value: object) -> Size:
    """A plain whole number as a size; anything else is unknown."""
    number = known(value)
    return UNKNOWN if number is None else number


def as_sizes(value: object) -> Shape:
    """A tuple or list of numbers as sizes; a single number as one."""
    items = value if isinstance(value, tuple | list) else (value,)
    return tuple(map(as_size, items))


def _parts(size: int | Product) -> tuple[int, tuple[str, ...]]:
    return (size.number, size.letters) if isinstance(size, Product) else (size, ())


def _size(number: int, letters: tuple[str, ...]) -> Size:
    if abs(number) > LARGEST or len(letters) > 8:
        return UNKNOWN
    return Product(number, tuple(sorted(letters))) if letters and number else number


def show_size(size: Size) -> str:
    match size:
        case Unknown():
            return "?"
        case Product(number, letters):
            return "·".join([*([str(number)] if number != 1 else []), *letters])
        case _:
            return str(size)


def show_shape(shape: Shape) -> str:
    """A size as it is spoken: 16 × 5 × 5, without the batch in front."""
    inner = shape[1:] if shape and shape[0] == letter(BATCH) else shape
    return " × ".join(map(show_size, inner)) if inner else "one number"
