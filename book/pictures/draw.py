"""Draws the pictures of the book, from the values that its chapters state.

`python book/pictures/draw.py` writes them anew; a test says whether they are up to date.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import workings
from workings.value import Tensor

PICTURES = Path(__file__).parent
BOOK = PICTURES.parent
CELL = 64  # the side of a cell of a heat map
BOX = 36  # the side of a pixel under a filter
INK = "#1f2933"
FAINT = "#7b8794"
LINE = "#cbd2d9"
FILTER = "#b83280"
STYLE = (
    "text{font-family:ui-sans-serif,system-ui,'DejaVu Sans',sans-serif;font-size:15px;fill:#1f2933}"
    ".small{font-size:13px;fill:#52606d}.head{font-weight:600}.light{fill:#fff}"
)


@dataclass(frozen=True)
class Drawing:
    """Shapes in a frame of their own, which starts at the upper left corner."""

    width: float
    height: float
    shapes: tuple[str, ...]


def text(x: float, y: float, words: str, anchor: str = "middle", look: str = "") -> str:
    """Words whose middle line is at y."""
    kind = f' class="{look}"' if look else ""
    return f'<text x="{x:g}" y="{y + 5:g}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'


def box(
    x: float, y: float, width: float, height: float, fill: str, stroke: str = LINE, thick: float = 1
) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="{thick:g}"/>'
    )


def shade(weight: float) -> str:
    """White for nothing, deep blue for everything."""
    deep = (18, 66, 122)
    red, green, blue = (round(255 + (part - 255) * weight) for part in deep)
    return f"#{red:02x}{green:02x}{blue:02x}"


def matrix(chapter: str, name: str) -> list[list[float]]:
    """A matrix as a chapter of the book gives it."""
    value = workings.read(BOOK / chapter)[name]
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} is a single number in {chapter}")
    width = value.shape[-1]
    items = [float(item) for item in value.items]
    return [items[start : start + width] for start in range(0, len(items), width)]


def heat_map(
    weights: Sequence[Sequence[float]], rows: Sequence[str], columns: Sequence[str], caption: str
) -> Drawing:
    """Weights as shaded cells with their numbers; the largest of each row is framed."""
    left = 12 + max(9 * len(word) for word in rows)
    top = 68
    shapes = [text(left + CELL * len(columns) / 2, 20, caption, look="head")]
    shapes += [
        text(left + CELL * (at + 0.5), top - 18, word, look="small") for at, word in enumerate(columns)
    ]
    frames = []
    for at, (word, row) in enumerate(zip(rows, weights, strict=True)):
        y = top + CELL * at
        shapes.append(text(left - 10, y + CELL / 2, word, "end", "small"))
        for column, weight in enumerate(row):
            x = left + CELL * column
            shapes.append(box(x + 1, y + 1, CELL - 2, CELL - 2, shade(weight)))
            look = "light" if weight > 0.6 else ""
            shapes.append(text(x + CELL / 2, y + CELL / 2, f"{weight:.3f}", look=look))
            if abs(weight - max(row)) < 1e-9:
                frames.append(box(x + 2, y + 2, CELL - 4, CELL - 4, "none", FILTER, 2.5))
    return Drawing(left + CELL * len(columns) + 12, top + CELL * len(rows) + 12, (*shapes, *frames))


def side_by_side(*drawings: Drawing, gap: float = 28) -> Drawing:
    """Drawings from left to right."""
    shapes: list[str] = []
    x = 0.0
    for drawing in drawings:
        shapes += [f'<g transform="translate({x:g} 0)">', *drawing.shapes, "</g>"]
        x += drawing.width + gap
    return Drawing(x - gap, max(drawing.height for drawing in drawings), tuple(shapes))


def sliding_row(row: Sequence[float], weights: Sequence[float], stride: int) -> Drawing:
    """A filter in each of its places on one row, with the number it makes there."""
    left, gap = 90, 26
    shapes: list[str] = []
    for at, start in enumerate(range(0, len(row) - len(weights) + 1, stride)):
        y = 24 + at * (BOX + gap)
        shapes.append(text(left - 14, y + BOX / 2, f"place {at + 1}", "end", "small"))
        for place, entry in enumerate(row):
            covered = start <= place < start + len(weights)
            shapes.append(box(left + BOX * place, y, BOX, BOX, "#fbe4f0" if covered else "#fff"))
            shapes.append(text(left + BOX * (place + 0.5), y + BOX / 2, f"{entry:g}"))
        shapes += [
            text(
                left + BOX * (start + place + 0.5),
                y + BOX + 9,
                f"× {weight:g}".replace("-", "−"),
                look="small",
            )
            for place, weight in enumerate(weights)
        ]
        shapes.append(box(left + BOX * start, y, BOX * len(weights), BOX, "none", FILTER, 3))
        made = sum(row[start + place] * weight for place, weight in enumerate(weights))
        shapes.append(
            text(left + BOX * len(row) + 24, y + BOX / 2, f"= {made:g}".replace("-", "−"), "start", "head")
        )
    return Drawing(left + BOX * len(row) + 80, 24 + 3 * (BOX + gap), tuple(shapes))


def filter_places(size: tuple[int, int], window: tuple[int, int], strides: tuple[int, int]) -> Drawing:
    """The first place of a filter on a picture, one step to the right and one step down."""
    left, top, side = 20, 56, 30
    shapes = [
        box(left + side * column, top + side * row, side, side, "#fff")
        for row in range(size[0])
        for column in range(size[1])
    ]
    places = [
        (0, 0, FILTER, "none"),
        (0, strides[1], "#12427a", "7 4"),
        (strides[0], 0, "#b7791f", "2 4"),
    ]
    for inset, (down, right, colour, dashes) in enumerate(places):
        frame = box(
            left + side * right + 2 + 3 * inset,
            top + side * down + 2 + 3 * inset,
            side * window[1] - 4 - 6 * inset,
            side * window[0] - 4 - 6 * inset,
            "none",
            colour,
            3,
        )
        shapes.append(frame.replace("/>", f' stroke-dasharray="{dashes}"/>'))
    corners = [
        box(left + side * (across * strides[1]) + 11, top + side * (down * strides[0]) + 11, 8, 8, INK, INK)
        for down in range((size[0] - window[0]) // strides[0] + 1)
        for across in range((size[1] - window[1]) // strides[1] + 1)
    ]
    shapes.append(
        text(
            left,
            18,
            "solid: where it starts; dashed: one step right; dotted: one step down",
            "start",
            "small",
        )
    )
    shapes.append(text(left, 38, "a dot is the upper left corner of a place", "start", "small"))
    width = max(left * 2 + side * size[1], 500)
    return Drawing(width, top + side * size[0] + 16, (*shapes, *corners))


def svg(drawing: Drawing, title: str) -> str:
    """A picture that stands alone, on white, so that it can be read on a dark page too."""
    size = f'width="{drawing.width:g}" height="{drawing.height:g}"'
    view = f"0 0 {drawing.width:g} {drawing.height:g}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect {size} rx="8" fill="#fff"/>',
        *drawing.shapes,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def attention_pictures() -> dict[str, str]:
    """The heat maps, each from the matrices of its own chapter."""
    river = ["river", "bank", "floods"]
    queries, keys = ["query 1", "query 2", "query 3"], ["key 1", "key 2", "key 3"]
    words = ["word 1", "word 2", "word 3"]
    alone = heat_map(matrix("self-attention.md", "A"), river, river, "who looks at whom")
    scaled = side_by_side(
        heat_map(matrix("scaled-or-unscaled.md", "U"), queries, keys, "unscaled"),
        heat_map(matrix("scaled-or-unscaled.md", "A"), queries, keys, "scaled"),
    )
    cross = heat_map(
        matrix("cross-attention.md", "A"), ["black", "cat"], ["chat", "noir", "dort"], "who looks at whom"
    )
    heads = side_by_side(
        heat_map(matrix("multi-head.md", "A_1"), words, words, "head 1"),
        heat_map(matrix("multi-head.md", "A_2"), words, words, "head 2"),
    )
    return {
        "self-attention.svg": svg(alone, "The attention weights of river, bank and floods"),
        "scaled-or-unscaled.svg": svg(scaled, "The same weights without and with scaling"),
        "cross-attention.svg": svg(cross, "black looks at noir, cat looks at chat"),
        "multi-head.svg": svg(heads, "The weights of two heads on the same three words"),
    }


def pictures() -> dict[str, str]:
    """Every picture of the book by its file name."""
    (row,) = matrix("convolution-sizes.md", "x")
    (weights,) = matrix("convolution-sizes.md", "f")
    return attention_pictures() | {
        "convolution-sizes.svg": svg(
            sliding_row(row, weights, 2), "A filter of width 3 in its three places on a row of 7, moved by 2"
        ),
        "filter-places.svg": svg(
            filter_places((5, 11), (3, 5), (1, 3)),
            "A filter of 3 by 5 with strides 1 and 3 on a picture of 5 by 11",
        ),
    }


def main() -> None:
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
