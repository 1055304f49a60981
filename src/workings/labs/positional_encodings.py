"""Positional encodings: do scores depend on the offset between positions only, and is order seen at all?

For random tokens and each encoding three things are measured. The shift map: what is left when the encodings
of all positions are mapped to those three places on by the best linear map. The offset: how much the score of
one query and one key differs between pairs of positions with the same offset, relative to all scores. Order:
how much the output for the last token changes when the tokens before it are permuted.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING

from workings.labs.lab import Bars, Lab, Outcome, sorted_out, table, without_rounding

if TYPE_CHECKING:
    from torch import Tensor

SIZE, LENGTH, SHIFT = 16, 64, 3


def run(seed: int) -> Outcome:
    """Shift map, spread of scores and change under permutation for each encoding."""
    import torch

    learned = torch.randn(LENGTH, SIZE)
    encodings: dict[str, Callable[[Tensor], Tensor]] = {
        "none": lambda x: x,
        "a learned table": lambda x: x + learned,
        "a sinusoidal table": lambda x: x + sinusoidal(LENGTH, SIZE),
        "rotation": rotated,
    }
    tables = {"a learned table": learned, "a sinusoidal table": sinusoidal(LENGTH, SIZE)}
    rows = [
        (
            name,
            _unmapped(tables[name]) if name in tables else "none to map",
            _spread(encode),
            _reordered(encode),
        )
        for name, encode in encodings.items()
    ]
    seeing = [row for row in rows if row[3] > 0]
    by_offset = [row[0] for row in seeing if row[2] == 0]
    by_place = [row[0] for row in seeing if row[2] > 0]
    return Outcome(
        table("encoding|left by the shift map|spread at one offset|change by order", rows),
        sorted_out(by_offset, by_place),
        f"at one offset the scores spread by {', '.join(f'{row[2]:.2g} ({row[0]})' for row in seeing)}; the "
        f"best linear map leaves {', '.join(f'{row[1]:.2g} ({row[0]})' for row in rows if row[0] in tables)} "
        f"of a shift by {SHIFT}; without an encoding the order of the tokens changes nothing",
        Bars("spread of scores at one offset", tuple((row[0], float(row[2])) for row in rows)),
        f"the encoding is {' or '.join(by_offset)}, not {' or '.join(by_place)} that is added",
    )


def angles(length: int, size: int) -> Tensor:
    """An angle for every position and every pair of entries, each pair slower than the one before."""
    import torch

    return torch.arange(length)[:, None] / 10_000 ** (torch.arange(0, size, 2) / size)


def sinusoidal(length: int, size: int) -> Tensor:
    import torch

    turns = angles(length, size)
    return torch.stack([turns.sin(), turns.cos()], -1).flatten(-2)


def rotated(x: Tensor) -> Tensor:
    """Every pair of entries turned by the angle of its position."""
    import torch

    turns, (a, b) = angles(x.shape[-2], x.shape[-1]), (x[..., ::2], x[..., 1::2])
    return torch.stack([a * turns.cos() - b * turns.sin(), a * turns.sin() + b * turns.cos()], -1).flatten(-2)


def _unmapped(encodings: Tensor) -> float:
    """What the best linear map leaves of the encodings after a shift, relative to them."""
    import torch

    before, after = encodings[:-SHIFT], encodings[SHIFT:]
    left = before @ torch.linalg.lstsq(before, after, driver="gels").solution - after
    return without_rounding(float(left.norm() / after.norm()))


def _spread(encode: Callable[[Tensor], Tensor]) -> float:
    """How much the score of one query and key varies along the diagonals, relative to the scores."""
    import torch

    query, key = (encode(torch.randn(1, SIZE).expand(LENGTH, SIZE)) for _ in range(2))
    scores = query @ key.T
    along = [scores.diagonal(offset).std() for offset in range(-LENGTH // 2, LENGTH // 2)]
    return without_rounding(float(torch.stack(along).mean() / scores.abs().mean()))


def _reordered(encode: Callable[[Tensor], Tensor]) -> float:
    """How much the last output of attention changes when the other tokens change places."""
    import torch

    x, order = torch.randn(LENGTH, SIZE), torch.cat([torch.randperm(LENGTH - 1), torch.tensor([LENGTH - 1])])

    def last(tokens: Tensor) -> Tensor:
        placed = encode(tokens)
        return (placed[-1] @ placed.T / sqrt(SIZE)).softmax(-1) @ tokens

    return without_rounding(float((last(x[order]) - last(x)).norm() / last(x).norm()))


LAB = Lab(
    "positional-encodings",
    "With a positional encoding, scores depend on the offset between positions only.",
    f"random tokens at {LENGTH} positions, {SIZE} dimensions",
    run,
)
