"""Lines that give the entries of a convolution one after the other, all but one as the matrices have it.

However a line is written, its number is that of one window. Where all lines but one come to what the windows
give in their order, the odd one took a number from elsewhere. Products that are written out one and all are
left to `prose/windows.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.lines import Line
from workings.checking.methods.siblings.vectors import Grid
from workings.checking.methods.siblings.worked import telling
from workings.checking.methods.stores import number_in
from workings.record import record
from workings.regex import regex

RULE = "convolution/window"
SLID = regex(r"\bconvol|\bconv\b|cross-?correlat|\bkernel\b|\bfilter\b", re.I)
LEAST_ENTRIES = 4
MOST_ENTRIES = 36
LEAST_TELLING = 2  # different entries that fit
_PADDED = regex(r"\bpad|\bring of\b|\bzeros? around\b|\bsame\b", re.I)
_BIAS = regex(r"\bb(?:ias)?\b\D{0,12}?([-−–]?\s?\d{1,4}(?:\.\d{1,4})?)", re.I)

Rows = tuple[tuple[fmpq, ...], ...]


@record(frozen=True, slots=True)
class Odd:
    """A line that is not what its window gives, and what that is."""

    line: Line
    right: fmpq
    source: int


def odd_windows(text: str, lines: Sequence[Line], matrices: Sequence[Grid]) -> Iterator[Odd]:
    """The lines whose windows give something else, where those around them are right."""
    results = [
        (line, stated.value)
        for line in lines
        if (stated := stated_number(line.result.expr)) and not any("div(" in part for part in line.skeleton)
    ]
    found: dict[int, set[fmpq]] = {}
    odd: dict[int, Odd] = {}
    fitting: set[int] = set()
    for entries, size, source in _outputs(text, matrices):
        for first in range(len(results) - len(entries) + 1):
            run = results[first : first + len(entries)]
            if run[0][0].start < source:
                continue
            off = [at for at, (_, value) in enumerate(run) if value != entries[at]]
            kept = [entry for at, entry in enumerate(entries) if at not in off]
            if len(off) > 1 or telling(kept) < LEAST_TELLING or len(set(kept)) < LEAST_ENTRIES - 1:
                continue
            if not off:
                fitting.update(line.start for line, _ in run)
            else:
                line = run[off[0]][0]
                found.setdefault(line.start, set()).add(entries[off[0]])
                odd[line.start] = Odd(line, entries[off[0]], source)
            if off and _is_written_out(run[off[0]][0], size):
                fitting.add(run[off[0]][0].start)
    for start, rights in found.items():
        if len(rights) == 1 and start not in fitting:
            yield odd[start]


def _is_written_out(line: Line, size: int) -> bool:
    """Whether every product of a window is shown."""
    return len(line.terms) == size and all(len(term.slots) == 2 for term in line.terms)


def _outputs(text: str, matrices: Sequence[Grid]) -> Iterator[tuple[tuple[fmpq, ...], int, int]]:
    """What every small matrix makes of every larger one, with no bias and with each that is spoken of."""
    said = (number_in(found[1].replace(" ", "")) for found in _BIAS.finditer(text))
    biases = [fmpq(0), *dict.fromkeys(value for value in said if value)][:4]
    known = {grid.rows: grid for grid in reversed(matrices) if len(grid.rows[0]) > 1}
    rings = (0, 1) if _PADDED.search(text) is not None else (0,)
    for image in known.values():
        for kernel in known.values():
            for turned, stride, ring in product((False, True), (1, 2), rings):
                rows = _turned(kernel.rows) if turned else kernel.rows
                entries = _slid(_ringed(image.rows, ring), rows, stride)
                if LEAST_ENTRIES <= len(entries) <= MOST_ENTRIES:
                    start, size = max(image.start, kernel.start), len(rows) * len(rows[0])
                    for bias in biases:
                        yield tuple(entry + bias for entry in entries), size, start


def _ringed(rows: Rows, ring: int) -> Rows:
    """A matrix with noughts around it."""
    if not ring:
        return rows
    edge = tuple(fmpq(0) for _ in range(len(rows[0]) + 2))
    return edge, *((fmpq(0), *row, fmpq(0)) for row in rows), edge


def _turned(rows: Rows) -> Rows:
    return tuple(tuple(reversed(row)) for row in reversed(rows))


def _slid(image: Rows, kernel: Rows, stride: int) -> list[fmpq]:
    """The entries of a convolution without padding, row by row."""
    tall, wide = len(kernel), len(kernel[0])
    if tall > len(image) or wide > len(image[0]) or (tall, wide) == (len(image), len(image[0])):
        return []
    return [
        sum((image[top + r][left + c] * kernel[r][c] for r in range(tall) for c in range(wide)), fmpq(0))
        for top in range(0, len(image) - tall + 1, stride)
        for left in range(0, len(image[0]) - wide + 1, stride)
    ]
