"""Draws the pictures of the book, from the values that its chapters state.

`python book/pictures/draw.py` writes them anew; a test says whether they are up to date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from flint import fmpq

import workings
from workings.doors.drawing import Wish, draw
from workings.parsing.trees import Tree, read_trees
from workings.pipeline import read
from workings.reporting.decodings import Wish as DecodeWish
from workings.reporting.decodings import picture as decoded
from workings.reporting.pictures import Drawing, side_by_side, svg
from workings.reporting.pictures.heat_map import Naming, heat_map
from workings.reporting.pictures.run import Strip, run_picture
from workings.reporting.pictures.shapes import box, text
from workings.reporting.traces import strips_of
from workings.solving.traces import trace
from workings.value import Tensor

PICTURES = Path(__file__).parent
BOOK = PICTURES.parent
BOX = 36  # the side of a pixel under a filter
SHEET = re.compile(r"^```raw document\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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


def position_pictures() -> dict[str, str]:
    """Who looks at whom in the chapters on sequences, and what depends on what."""
    from workings.reporting.pictures.wiring import wiring
    from workings.resolving.dependence import dependence
    from workings.resolving.rerunning import lines_of

    tokens, words = "D A A START A D STOP".split(), ["the", "cat", "sat"]
    forced = side_by_side(
        weights("teacher-forcing.md", "A", "with the mask", words),
        weights("teacher-forcing.md", "N", "without it", words),
    )
    document = read((BOOK / "encoder-decoder.md").read_text(encoding="utf-8"), "encoder-decoder.md")
    lines = lines_of(document.statements)
    sees = {key: dependence(lines, ["X"], key) or () for key in ("U", "Z")}
    wired = side_by_side(
        wiring(sees["U"], "encoder", words),
        wiring(sees["Z"], "decoder, in training", words),
        wiring(sees["Z"], "recurrent", words, waits=True),
    )
    hard = weights("argmax-attention.md", "P", "who looks at whom", ["word 1", "word 2", "word 3", "word 4"])
    return {
        "sorting-transformer.svg": svg(
            weights("sorting-transformer.md", "P", "who looks at whom", tokens),
            "Causal argmax attention of D A A START A D STOP",
        ),
        "teacher-forcing.svg": svg(forced, "The same weights with a causal mask and without it"),
        "encoder-decoder.svg": svg(wired, "What each position of three models depends on"),
        "argmax-attention.svg": svg(hard, "Attention to the largest scores, shared evenly among equals"),
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


def signed(number: str) -> str:
    """A number with a minus sign instead of a hyphen."""
    return number.replace("-", "−")


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


def attention_pictures() -> dict[str, str]:
    """The heat maps, each from the matrices of its own chapter."""
    river, words = ["river", "bank", "floods"], ["word 1", "word 2", "word 3"]
    queries, keys = ["query 1", "query 2", "query 3"], ["key 1", "key 2", "key 3"]
    alone = weights("self-attention.md", "A", "who looks at whom", river)
    scaled = side_by_side(
        weights("scaled-or-unscaled.md", "U", "unscaled", queries, keys),
        weights("scaled-or-unscaled.md", "A", "scaled", queries, keys),
    )
    cross = weights(
        "cross-attention.md", "A", "who looks at whom", ["black", "cat"], ["chat", "noir", "dort"]
    )
    heads = side_by_side(
        weights("multi-head.md", "A_1", "head 1", words), weights("multi-head.md", "A_2", "head 2", words)
    )
    return {
        "self-attention.svg": svg(alone, "The attention weights of river, bank and floods"),
        "scaled-or-unscaled.svg": svg(scaled, "The same weights without and with scaling"),
        "cross-attention.svg": svg(cross, "black looks at noir, cat looks at chat"),
        "multi-head.svg": svg(heads, "The weights of two heads on the same three words"),
        **position_pictures(),
    }


def drawn_pictures() -> dict[str, str]:
    """What `workings draw` makes of the chapter on pictures."""
    chapter = (BOOK / "pictures.md").read_text(encoding="utf-8")
    sheet = SHEET.search(chapter)
    if sheet is None:
        raise ValueError("the chapter on pictures has no sheet with a slip")
    document = read(chapter, "pictures.md")
    return {
        "heat-map.svg": draw(document, Wish("A")),
        "graph.svg": draw(document, Wish("A", "graph")),
        "chain.svg": draw(read(sheet[1], "sheet.md"), Wish("O", "chain")),
    }


def run_pictures() -> dict[str, str]:
    """Recurrences over time, run from the equations of their chapters."""
    sums, lstm, linear = (
        read((BOOK / chapter).read_text(encoding="utf-8"), chapter)
        for chapter in ("alternating-sum.md", "parity-lstm.md", "linear-recurrence.md")
    )
    cases = {
        "vanishes": "[0.5, 0.3], [0, 0.8]",
        "explodes": "[1.1, 0], [1, 0.5]",
        "bounded": "[0, 1], [-1, 0]",
        "Jordan": "[1, 0], [1, 1]",
    }
    strips = []
    for name, matrix in cases.items():
        found = trace(linear, ["h"], 12, {"W": matrix, "h_0": "[1], [1]"})
        first, second = strips_of(found)[0]
        strips.append(Strip(name, (second if name == "vanishes" else first).values))
    long_run = run_picture(strips, range(13), "t", "one entry of the state over time")
    return {
        "alternating-sum.svg": draw(sums, Wish("x,h,y", "steps", given=("x=3,1,4,1,5,9", "h_0=2"))),
        "parity-lstm.svg": draw(lstm, Wish(None, "steps", given=("x=1,0,1",))),
        "linear-recurrence.svg": svg(long_run, "States that vanish, explode, stay bounded and grow steadily"),
    }


def decoding_pictures() -> dict[str, str]:
    """The trees of the chapters on decoding, each with what a beam of two keeps."""
    coffee, bird, wider = trees("decoding.md")
    stopped, smallest = trees("early-stopping.md")
    by_length = DecodeWish(width=2, alpha=fmpq(1))
    return {
        "coffee-beam.svg": decoded(coffee, DecodeWish()),
        "coffee-by-length.svg": decoded(coffee, by_length),
        "bird-beam.svg": decoded(bird, DecodeWish()),
        "wider-beam.svg": decoded(wider, DecodeWish()),
        "stopped.svg": decoded(stopped, by_length),
        "counterexample.svg": decoded(smallest, by_length),
    }


def trees(chapter: str) -> tuple[Tree, ...]:
    """The trees of probabilities that a chapter gives, in order."""
    reading = workings.read(BOOK / chapter).parsed.reading
    return read_trees(reading.page, reading.passages)


def pictures() -> dict[str, str]:
    """Every picture of the book by its file name."""
    row, slide = numbers("convolution-sizes.md", "x"), numbers("convolution-sizes.md", "f")
    sliding = svg(
        sliding_row(row, slide, 2), "A filter of width 3 in its three places on a row of 7, moved by 2"
    )
    places = svg(
        filter_places((5, 11), (3, 5), (1, 3)),
        "A filter of 3 by 5 with strides 1 and 3 on a picture of 5 by 11",
    )
    own = {"convolution-sizes.svg": sliding, "filter-places.svg": places}
    return attention_pictures() | drawn_pictures() | run_pictures() | decoding_pictures() | own


def main() -> None:
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
