"""Pictures of house numbers, drawn instead of photographed, in the form of SVHN.

`python -m workings.learning.digits digits.mat` writes X, 32 × 32 × 3 × examples, and y, the digit in the
middle, 10 for nought. Colours, size, slant, stroke, light, noise and neighbours are drawn by chance.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = np.ndarray[Any, Any]

SIDE = 32
COUNT = 8000
_AT_ONCE = 50  # pictures
_POINTS = 56  # along the strokes of a digit
_FULL = 2 * math.pi

# Strokes: a line from (x, y) to (x, y), or an arc: its centre, two radii, where it begins and how far
# it turns. The box is one high, and y points down.
_LINES: dict[int, list[tuple[float, float, float, float]]] = {
    0: [],
    1: [(0.30, 0.20, 0.52, 0.0), (0.52, 0.0, 0.52, 1.0)],
    2: [(0.78, 0.45, 0.20, 1.0), (0.20, 1.0, 0.82, 1.0)],
    3: [],
    4: [(0.62, 0.0, 0.15, 0.68), (0.15, 0.68, 0.88, 0.68), (0.62, 0.0, 0.62, 1.0)],
    5: [(0.78, 0.0, 0.28, 0.0), (0.28, 0.0, 0.24, 0.45)],
    6: [(0.62, 0.0, 0.24, 0.55)],
    7: [(0.18, 0.0, 0.82, 0.0), (0.82, 0.0, 0.40, 1.0)],
    8: [],
    9: [(0.76, 0.45, 0.42, 1.0)],
}
_ARCS: dict[int, list[tuple[float, float, float, float, float, float]]] = {
    0: [(0.5, 0.5, 0.30, 0.5, 0.0, _FULL)],
    1: [],
    2: [(0.5, 0.28, 0.29, 0.28, -math.pi, 1.2 * math.pi)],
    3: [
        (0.48, 0.25, 0.27, 0.25, -0.85 * math.pi, 1.35 * math.pi),
        (0.48, 0.74, 0.31, 0.26, -0.5 * math.pi, 1.35 * math.pi),
    ],
    4: [],
    5: [(0.47, 0.68, 0.31, 0.32, -0.75 * math.pi, 1.55 * math.pi)],
    6: [(0.5, 0.70, 0.28, 0.30, 0.0, _FULL)],
    7: [],
    8: [(0.5, 0.25, 0.25, 0.25, 0.0, _FULL), (0.5, 0.74, 0.30, 0.26, 0.0, _FULL)],
    9: [(0.5, 0.30, 0.28, 0.30, 0.0, _FULL)],
}


def digits(count: int, seed: int = 0) -> tuple[Array, Array]:
    """Pictures, 32 × 32 × 3 × count of bytes, and the digits in their middles, count × 1, 10 for nought."""
    import numpy as np

    dice = np.random.default_rng(seed)
    labels = dice.integers(0, 10, count)
    parts = [_pictures(labels[at : at + _AT_ONCE], dice) for at in range(0, count, _AT_ONCE)]
    pictures = np.concatenate(parts).transpose(1, 2, 3, 0)
    return np.ascontiguousarray(pictures), np.where(labels == 0, 10, labels).astype(np.uint8)[:, None]


def _pictures(labels: Array, dice: np.random.Generator) -> Array:
    """Examples × 32 × 32 × 3 of bytes."""
    import numpy as np

    count = len(labels)
    height = dice.uniform(17, 26, count)
    slant, turn = dice.normal(0, 0.12, count), dice.normal(0, 0.07, count)
    width = height * dice.uniform(0.75, 1.0, count)
    stroke, soft = dice.uniform(1.1, 2.1, count), dice.uniform(0.7, 1.5, count)
    middle = SIDE / 2 + dice.normal(0, 1.3, (count, 2))
    ink = np.zeros((count, SIDE, SIDE))
    for side in (-1, 0, 1):
        shown = labels if side == 0 else dice.integers(0, 10, count)
        there = np.ones(count) if side == 0 else dice.random(count) < 0.5
        shift = side * width * dice.uniform(0.95, 1.25, count)
        drawn = _drawn(
            shown, height, width, slant, turn, middle + np.stack([shift, 0 * shift], 1), stroke, soft
        )
        ink = np.maximum(ink, drawn * there[:, None, None])
    return _coloured(ink, dice)


def _drawn(
    labels: Array,
    height: Array,
    width: Array,
    slant: Array,
    turn: Array,
    middle: Array,
    stroke: Array,
    soft: Array,
) -> Array:
    """How much ink lies on every pixel, between nought and one."""
    import numpy as np

    points = _glyphs()[labels] - 0.5
    x = points[..., 0] * width[:, None] - points[..., 1] * (slant * height)[:, None]
    y = points[..., 1] * height[:, None]
    sine, cosine = np.sin(turn)[:, None], np.cos(turn)[:, None]
    at_x = cosine * x - sine * y + middle[:, :1]
    at_y = sine * x + cosine * y + middle[:, 1:]
    grid = np.arange(SIDE) + 0.5
    far = (grid[None, None, :, None] - at_x[:, None, None]) ** 2 + (
        grid[None, :, None, None] - at_y[:, None, None]
    ) ** 2
    near = np.sqrt(far.min(-1))
    ink: Array = np.clip((stroke[:, None, None] - near) / soft[:, None, None] + 0.5, 0, 1)
    return ink


def _glyphs() -> Array:
    """Points along the strokes of every digit, as many for each."""
    import numpy as np

    along = np.linspace(0, 1, _POINTS)
    found = []
    for digit in range(10):
        strokes = []
        for x0, y0, x1, y1 in _LINES[digit]:
            strokes.append(np.stack([x0 + along * (x1 - x0), y0 + along * (y1 - y0)], 1))
        for x, y, across, down, start, angle in _ARCS[digit]:
            turned = start + along * angle
            strokes.append(np.stack([x + across * np.cos(turned), y + down * np.sin(turned)], 1))
        joined = np.concatenate(strokes)
        gone = np.append(0, np.cumsum(np.linalg.norm(np.diff(joined, axis=0), axis=1)))
        found.append(joined[np.searchsorted(gone, np.linspace(0, gone[-1], _POINTS))])
    return np.stack(found)


def _coloured(ink: Array, dice: np.random.Generator) -> Array:
    """Two colours that are not too near in brightness, light that falls from one side, blur and noise."""
    import numpy as np

    count = len(ink)
    wall = dice.uniform(20, 235, count)
    apart = dice.uniform(60, 140, count) * np.where(wall > 127, -1, 1)
    tints = dice.normal(0, 14, (2, count, 3))
    wall_colour = wall[:, None] + tints[0] - tints[0].mean(1, keepdims=True)
    ink_colour = (wall + apart)[:, None] + tints[1] - tints[1].mean(1, keepdims=True)
    blurred = _blurred(ink, dice.uniform(0, 0.22, count))[..., None]
    painted = blurred * ink_colour[:, None, None] + (1 - blurred) * wall_colour[:, None, None]
    place = np.linspace(-1, 1, SIDE)
    slope = dice.normal(0, 14, (2, count))
    light = slope[0][:, None, None] * place[None, None] + slope[1][:, None, None] * place[None, :, None]
    noise = dice.normal(0, 1, painted.shape) * dice.uniform(2, 10, count)[:, None, None, None]
    pixels: Array = np.clip(painted + light[..., None] + noise, 0, 255).astype(np.uint8)
    return pixels


def _blurred(ink: Array, share: Array) -> Array:
    """Every pixel gives a share of its ink to each of its neighbours, across and down."""
    import numpy as np

    given = share[:, None, None]
    for axis in (1, 2):
        ink = (1 - 2 * given) * ink + given * (np.roll(ink, 1, axis) + np.roll(ink, -1, axis))
    return ink


def save(path: Path, count: int = COUNT, seed: int = 0) -> None:
    """Write pictures as SVHN has them."""
    from scipy.io import savemat

    pictures, labels = digits(count, seed)
    savemat(path, {"X": pictures, "y": labels}, do_compression=True)


if __name__ == "__main__":
    save(Path(sys.argv[1]), *map(int, sys.argv[2:4]))
