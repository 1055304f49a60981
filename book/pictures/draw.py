"""Draws the pictures of the book, from the values that its chapters state.

`python book/pictures/draw.py` writes them anew; a test says whether they are up to date. Most chapters have a
file of their own beside this one; here are those whose pictures a command of workings draws.
"""

from __future__ import annotations

import re
from pathlib import Path

import attention
import designs
import exams
import gradients
import symbols
from chapters import BOOK, document, source
from flint import fmpq

import networks
import workings
from workings.doors.drawing import Wish, draw
from workings.labs.catalogue import LABS
from workings.labs.running import run_lab
from workings.parsing.trees import Tree, read_trees
from workings.pipeline import read
from workings.reporting.decodings import Wish as DecodeWish
from workings.reporting.decodings import picture as decoded
from workings.reporting.labs import picture as lab_picture
from workings.reporting.pictures import svg
from workings.reporting.pictures.run import Strip, run_picture
from workings.reporting.traces import strips_of
from workings.solving.traces import trace

PICTURES = Path(__file__).parent
SHEET = re.compile(r"^```raw document\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pictures() -> dict[str, str]:
    """Every picture of the book by its file name."""
    return {
        **attention.pictures(),
        **symbols.pictures(),
        **drawn_pictures(),
        **run_pictures(),
        **networks.pictures(),
        **exams.pictures(),
        **designs.pictures(),
        **decoding_pictures(),
        **gradients.pictures(),
        **lab_pictures(),
    }


def drawn_pictures() -> dict[str, str]:
    """What `workings draw` makes of the chapter on pictures."""
    chapter = source("pictures.md")
    sheet = SHEET.search(chapter)
    if sheet is None:
        raise ValueError("the chapter on pictures has no sheet with a slip")
    values = read(chapter, "pictures.md")
    return {
        "heat-map.svg": draw(values, Wish("A")),
        "graph.svg": draw(values, Wish("A", "graph")),
        "chain.svg": draw(read(sheet[1], "sheet.md"), Wish("O", "chain")),
    }


def run_pictures() -> dict[str, str]:
    """Recurrences over time, run from the equations of their chapters."""
    sums, lstm, linear = (
        document(chapter) for chapter in ("alternating-sum.md", "parity-lstm.md", "linear-recurrence.md")
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


def lab_pictures() -> dict[str, str]:
    """The pictures of two labs."""
    found = {name: LABS[name] for name in ("vanishing-gradients", "eigenvalues")}
    return {f"lab-{name}.svg": lab_picture(lab, run_lab(lab)) for name, lab in found.items()}


def main() -> None:
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
