"""A convolution in a sentence: “A 28×28 image is convolved with 6 filters of size 5×5, no padding”."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from workings.networks.prose import wordings
from workings.networks.prose.describing import Described, conv_said
from workings.networks.prose.inputs import read_inputs
from workings.regex import regex
from workings.source import Span

MOST_PARAGRAPHS = 400
LONGEST = 500  # characters of such a paragraph
REACH = 700  # characters behind it that may be about it
_PARAGRAPH = regex(r"(?:[^\n]|\n(?![ \t]*(?:\n|$)))+")
_CONVOLUTION = regex(r"\bconvol(?:ve|ving|ution)|\bconv\b|\bfilters?\b|\bkernels?\b", re.I)
_SLIDES = wordings.wording(
    rf"\b(?:filters?|kernels?)\b[^.\n]{{0,40}}?\d{{1,2}}{wordings.TIMES}\d{{1,2}}"
    rf"|\d{{1,2}}{wordings.TIMES}\d{{1,2}}(?:{wordings.TIMES}\d{{1,4}})?~(?:convolution(?:al)? )?"
    r"(?:filters?|kernels?)"
)
_OTHER = regex(r"\bpool|\bfully|\bdense\b|\blayers\b|\bnetwork\b", re.I)


def spoken_layers(sheet: str, starts: Sequence[int], layers: Sequence[Described]) -> Iterator[Described]:
    """The convolutions that a sentence describes with what goes in, where no layer is named."""
    taken = [layer.opening.start for layer in layers if layer.kind != "input"]
    found: list[tuple[int, int]] = []
    paragraphs = [place.span() for place in _PARAGRAPH.finditer(sheet)][:MOST_PARAGRAPHS]
    for start, end in paragraphs:
        is_named = bisect_right(taken, end) > bisect_right(taken, start - 1)
        if not is_named and end - start <= LONGEST and _is_spoken(sheet[start:end]):
            found.append((start, end))
    borders = sorted([*taken, *starts, *(start for start, _ in found), len(sheet)])
    for start, end in found:
        following = borders[bisect_right(borders, start)]
        yield _layer(sheet, start, end, min(max(end, following), end + REACH))


def _is_spoken(paragraph: str) -> bool:
    """Whether a paragraph gives one input and one convolution on it."""
    if _CONVOLUTION.search(paragraph) is None or _SLIDES.search(paragraph) is None:
        return False
    if wordings.ODD.search(paragraph) or wordings.BREAKS.search(paragraph) or _OTHER.search(paragraph):
        return False
    return len({(one.height, one.width, one.channels) for one in read_inputs(paragraph)}) == 1


def _layer(sheet: str, start: int, end: int, limit: int) -> Described:
    paragraph = sheet[start:end]
    given = read_inputs(paragraph)[0]
    sides = [given.height, given.width, *([given.channels] if given.channels else [])]
    said = (
        paragraph[: given.span.start]
        + " " * (given.span.end - given.span.start)
        + paragraph[given.span.end :]
    )
    stop = wordings.SAID_OF_OUTPUT.search(said)
    return conv_said(
        said[: stop.start()] if stop is not None else said,
        Span(start, limit),
        Span(start, given.span.end + start),
        "×".join(map(str, sides)),
    )
