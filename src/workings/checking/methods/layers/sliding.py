"""What windows sliding over a matrix come to: with a kernel, or as the largest or mean of their entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, product

from flint import fmpq

from workings.checking.methods.pages.pictures import Picture
from workings.record import record
from workings.regex import regex

Rows = tuple[tuple[fmpq, ...], ...]
MOST_MAPS = 80
LARGEST = 5  # side of a kernel or window
LEAST_PLACES = 3
_CONVOLVES = regex(r"convol|correlat|\bconv|\bkernel|\bfilter", re.I)
_CALLED = regex(
    r"(?i:kernel|filter|\bmask|weight|sobel|detector)|(?<![\w\\])[KkWwFfHhGg](?:_\S{1,6}|'|\d)?\s*=\D*$"
)
_POOLS = regex(r"pool", re.I)
SPOKEN = {"kernel": _CONVOLVES, "window": _POOLS}
_LARGEST = regex(r"\bmax", re.I)
_MEAN = regex(r"\b(?:mean|average|avg)", re.I)
_STRIDE = regex(r"\bstrides?\b[^\d\n.;]{0,14}?(\d)\b", re.I)
_PADDING = regex(r"\bpad\w*[^\d\n.;]{0,14}?(\d)\b|\b(\d)\W{0,3}pad", re.I)
_SAME = regex(
    r"\bzero[- ]?padd|\bpadd(?:ed|ing) with (?:zero|0)|\"same\"|'same'|\bsame (?:padding|convol)", re.I
)
_CAUSAL = regex(r"\bcausal", re.I)
_SIDE = regex(
    r"(?<![\w.])(\d)\s*\$?\s*(?:x|×|\\times|-?by-?)\s*\$?\s*\1(?![\w.])"
    r"|\b(?:size|window)\W{0,3}(?:of )?(\d)\b"
)


@record(frozen=True, slots=True)
class Origin:
    """What a map is made of: a matrix, and a kernel that slides over it, if there is one."""

    what: str  # kernel or window
    pictures: tuple[Picture, ...]
    part: bool = False  # with one row or column of the kernel alone
    largest: bool = False  # under a window, and not what all of its entries come to


@record(frozen=True, slots=True)
class Map:
    """The values of a window in all its places, row by row, and the entries under it there."""

    values: tuple[fmpq, ...]
    under: tuple[tuple[fmpq, ...], ...]
    columns: int
    origin: Origin
    elsewhere: tuple[fmpq, ...]  # what it comes to in places that it does not take

    @property
    def start(self) -> int:
        """Where the last of the matrices stands that it is made of."""
        return max(picture.end for picture in self.origin.pictures)

    @property
    def source(self) -> tuple[int, ...]:
        return tuple(picture.start for picture in self.origin.pictures)

    def spot(self, at: int) -> str:
        row, column = divmod(at, self.columns)
        in_one_row = self.columns == len(self.values)
        return f"place {column + 1}" if in_one_row else f"row {row + 1}, column {column + 1}"


def maps_of(text: str, pictures: Sequence[Picture]) -> list[Map]:
    """What the kernels and windows that a page speaks of come to on its matrices."""
    made = (_convolved(text, pictures), _pooled(text, pictures), _convolved(text, pictures, part=True))
    maps = (one for maps in made for one in maps if len(one.values) >= LEAST_PLACES)
    return [*islice(maps, MOST_MAPS)]


def _convolved(text: str, pictures: Sequence[Picture], part: bool = False) -> Iterator[Map]:
    if not _CONVOLVES.search(text):
        return
    strides = {1, *_numbers(_STRIDE, text)}
    pads = {(0, 0), *((pad, pad) for pad in _numbers(_PADDING, text) if pad < LARGEST)}
    kernels = [picture for picture in pictures if _CALLED.search(picture.lead(text))]
    for image, kernel in product(pictures, kernels):
        if not _fits(kernel.shape, image.shape):
            continue
        high, wide = kernel.shape
        own = {*pads, (wide // 2, wide // 2)} if _SAME.search(text) else pads
        own = {*own, (wide - 1, 0)} if high == 1 and _CAUSAL.search(text) else own
        for weights in _parts(kernel.values) if part else _turned(kernel.values):
            way = partial(_dot, weights)
            for stride, pad in product(sorted(strides), sorted(own)):
                padded = _padded(image.values, pad)
                yield _mapped(padded, kernel.shape, stride, way, Origin("kernel", (image, kernel), part))


def _turned(kernel: Rows) -> Iterator[tuple[fmpq, ...]]:
    """A kernel as it stands and turned round."""
    flat = tuple(weight for row in kernel for weight in row)
    yield flat
    yield flat[::-1]


def _parts(kernel: Rows) -> Iterator[tuple[fmpq, ...]]:
    """Each row and column of a kernel alone, also without its sign."""
    high, wide = len(kernel), len(kernel[0])
    if high < 3:
        return
    for line, axis in (*((at, 0) for at in range(high)), *((at, 1) for at in range(wide))):
        alone = tuple(
            weight if (row, column)[axis] == line else fmpq(0)
            for row, weights in enumerate(kernel)
            for column, weight in enumerate(weights)
        )
        if any(alone):
            yield alone
            yield tuple(-weight for weight in alone)


def _pooled(text: str, pictures: Sequence[Picture]) -> Iterator[Map]:
    if not _POOLS.search(text):
        return
    sides = [side for side in _numbers(_SIDE, text) if 1 < side <= LARGEST] or [2]
    ways: list[Callable[[Sequence[fmpq]], fmpq]] = []
    if _LARGEST.search(text):
        ways.append(max)
    if _MEAN.search(text):
        ways += (_mean, _sum)
    for image, side in product(pictures, sides):
        shape = (side if image.shape[0] > 1 else 1, side)
        if not _fits(shape, image.shape):
            continue
        for stride, way in product(sorted({side, *_numbers(_STRIDE, text)}), ways):
            origin = Origin("window", (image,), largest=way is max)
            yield _mapped(image.values, shape, stride, way, origin)


def _fits(small: tuple[int, int], large: tuple[int, int]) -> bool:
    flat = small[0] == 1 == large[0]
    inside = small[0] <= large[0] and small[1] <= large[1] and small != large
    return inside and max(small) <= LARGEST and small[1] > 1 and (flat or min(small) > 1)


def _mapped(
    rows: Rows,
    shape: tuple[int, int],
    stride: int,
    way: Callable[[Sequence[fmpq]], fmpq],
    origin: Origin,
) -> Map:
    (high, wide), taken, values, elsewhere = shape, [], [], []
    tops, lefts = len(rows) - high + 1, len(rows[0]) - wide + 1
    down = stride if high > 1 else 1
    for top, left in product(range(tops), range(lefts)):
        under = tuple(chain.from_iterable(row[left : left + wide] for row in rows[top : top + high]))
        value = way(under)
        if top % down == 0 and left % stride == 0:
            taken.append(under)
            values.append(value)
        else:
            elsewhere.append(value)
    columns = (lefts - 1) // stride + 1
    return Map(tuple(values), tuple(taken), columns, origin, tuple(elsewhere))


def _padded(rows: Rows, pad: tuple[int, int]) -> Rows:
    before, after = pad
    if not before and not after:
        return rows
    wide = tuple((fmpq(0),) * before + row + (fmpq(0),) * after for row in rows)
    if len(rows) == 1:
        return wide
    blank = ((fmpq(0),) * len(wide[0]),)
    return blank * before + wide + blank * after


def _dot(weights: Sequence[fmpq], under: Sequence[fmpq]) -> fmpq:
    return sum((x * w for x, w in zip(under, weights, strict=True)), fmpq(0))


def _sum(under: Sequence[fmpq]) -> fmpq:
    return sum(under, fmpq(0))


def _mean(under: Sequence[fmpq]) -> fmpq:
    return _sum(under) / len(under)


def _numbers(pattern: re.Pattern[str], text: str) -> list[int]:
    """The whole numbers that a pattern finds, each once."""
    found = (next(group for group in one.groups() if group) for one in pattern.finditer(text))
    return [number for number in dict.fromkeys(map(int, found)) if number]
