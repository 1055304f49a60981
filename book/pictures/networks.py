"""Filters in their places, a pooling window, and the network that reads digits."""

from __future__ import annotations

from collections.abc import Sequence

from chapters import numbers, signed, source, tensor

from workings.networks.survey import survey
from workings.reporting.pictures import Drawing, svg
from workings.reporting.pictures.network import network_picture
from workings.reporting.pictures.shapes import box, text
from workings.source import Page
from workings.value import Tensor

BOX = 36  # the side of a pixel under a filter


def pictures() -> dict[str, str]:
    """Every picture of these chapters by its file name."""
    row, slide = numbers("convolution-sizes.md", "x"), numbers("convolution-sizes.md", "f")
    chapter = source("cnn-digits.md")
    (network,) = survey(Page("cnn-digits.md", chapter, chapter)).networks
    return {
        "convolution-sizes.svg": svg(
            sliding_row(row, slide, 2), "A filter of width 3 in its three places on a row of 7, moved by 2"
        ),
        "filter-places.svg": svg(
            filter_places((5, 11), (3, 5), (1, 3)),
            "A filter of 3 by 5 with strides 1 and 3 on a picture of 5 by 11",
        ),
        "cnn-digits.svg": svg(network_picture(network), "The sizes from the picture to the ten classes"),
        "pooling.svg": svg(
            pooled(tensor("pooling.md", "X"), tensor("pooling.md", "M"), 2),
            "The four places of a 2 by 2 window on a 4 by 4 picture",
        ),
    }


def sliding_row(row: Sequence[float], weights: Sequence[float], stride: int) -> Drawing:
    """A filter in each of its places on one row, with the number it makes there."""
    left, gap = 90, 26
    shapes: list[str] = []
    for at, start in enumerate(range(0, len(row) - len(weights) + 1, stride)):
        y = 24 + at * (BOX + gap)
        shapes.append(text(left - 14, y + BOX / 2, f"place {at + 1}", "end", "faint", 13))
        for place, entry in enumerate(row):
            covered = start <= place < start + len(weights)
            shapes.append(box(left + BOX * place, y, BOX, BOX, "plus", 0.18 if covered else 0))
            shapes.append(text(left + BOX * (place + 0.5), y + BOX / 2, f"{entry:g}"))
        for place, weight in enumerate(weights):
            x = left + BOX * (start + place + 0.5)
            shapes.append(text(x, y + BOX + 9, signed(f"× {weight:g}"), look="faint", size=13))
        shapes.append(box(left + BOX * start, y, BOX * len(weights), BOX, "frame"))
        made = sum(row[start + place] * weight for place, weight in enumerate(weights))
        shapes.append(text(left + BOX * len(row) + 24, y + BOX / 2, signed(f"= {made:g}"), "start", "head"))
    return Drawing(left + BOX * len(row) + 80, 24 + 3 * (BOX + gap), tuple(shapes))


def filter_places(size: tuple[int, int], window: tuple[int, int], strides: tuple[int, int]) -> Drawing:
    """The first place of a filter on a picture, one step to the right and one step down."""
    left, top, side = 20, 56, 30
    shapes = [
        box(left + side * column, top + side * row, side, side, "plus", 0)
        for row in range(size[0])
        for column in range(size[1])
    ]
    places = [(0, 0, "frame", "none"), (0, strides[1], "most", "7 4"), (strides[0], 0, "spreads", "2 4")]
    for inset, (down, right, look, dashes) in enumerate(places):
        frame = box(
            left + side * right + 2 + 3 * inset,
            top + side * down + 2 + 3 * inset,
            side * window[1] - 4 - 6 * inset,
            side * window[0] - 4 - 6 * inset,
            look,
        )
        shapes.append(frame.replace("/>", f' stroke-width="3" stroke-dasharray="{dashes}"/>'))
    corners = [
        box(left + side * across * strides[1] + 11, top + side * down * strides[0] + 11, 8, 8, "plus")
        for down in range((size[0] - window[0]) // strides[0] + 1)
        for across in range((size[1] - window[1]) // strides[1] + 1)
    ]
    legend = (
        "solid: where it starts; dashed: one step right; dotted: one step down",
        "a dot is the upper left corner of a place",
    )
    shapes += [text(left, 18 + 20 * at, words, "start", "faint", 13) for at, words in enumerate(legend)]
    width = max(left * 2 + side * size[1], 500)
    return Drawing(width, top + side * size[0] + 16, (*shapes, *corners))


def pooled(picture: Tensor, kept: Tensor, window: int) -> Drawing:
    """A picture cut into windows, the entry that each keeps marked, and the smaller picture beside it."""
    left, top, gap = 24, 40, 60
    rows, columns = picture.shape
    shapes = [text(left, 20, "each window keeps its largest number", "start", "faint", 13)]
    for at, entry in enumerate(picture.items):
        row, column = divmod(at, columns)
        place = row // window * kept.shape[1] + column // window
        x, y = left + BOX * column, top + BOX * row
        shapes.append(box(x, y, BOX, BOX, "plus", 0.3 if entry == kept.items[place] else 0.05))
        shapes.append(text(x + BOX / 2, y + BOX / 2, f"{float(entry):g}"))
    right = left + BOX * columns + gap
    down = top + BOX * (rows - kept.shape[0]) / 2
    for at, entry in enumerate(kept.items):
        row, column = divmod(at, kept.shape[1])
        shapes.append(
            box(left + BOX * window * column, top + BOX * window * row, BOX * window, BOX * window, "frame")
        )
        shapes.append(box(right + BOX * column, down + BOX * row, BOX, BOX, "plus", 0.3))
        shapes.append(text(right + BOX * (column + 0.5), down + BOX * (row + 0.5), f"{float(entry):g}"))
    shapes.append(text(right - gap / 2, top + BOX * rows / 2, "→"))
    return Drawing(right + BOX * kept.shape[1] + left, top + BOX * rows + 20, tuple(shapes))
