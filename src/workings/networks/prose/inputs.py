"""The size of what goes into a network, as the text says: “32×32 RGB images”, “input 3 × 32 × 32”."""

from __future__ import annotations

import re

from workings.record import record
from workings.regex import regex
from workings.source import Span

TIMES = (
    r"[ \t]{0,8}\$?[ \t]?(?:×|⨯|✕|\\times(?![a-zA-Z])|\bx\b|(?<=\d)[xX](?=[ \t]?\d)|\*|·|\\cdot|by\b|-by-)"
    r"[ \t]?\$?[ \t]{0,8}"
)
TRIPLE = rf"(?P<a>\d{{1,5}}){TIMES}(?P<b>\d{{1,5}})(?:{TIMES}(?P<c>\d{{1,5}}))?"
_LISTED = r"\(\s?(?P<d>\d{1,5}),\s?(?P<e>\d{1,5})(?:,\s?(?P<f>\d{1,5}))?\s?\)"
_SIZE = rf"\$?(?:{TRIPLE}|{_LISTED})\$?"
_COLOUR = r"(?P<colour>RGB|colou?r|grey-?scale|gray-?scale|grey|gray|black[- ]and[- ]white|monochrome|binary)"
_BEFORE = regex(
    rf"(?:\b(?:input|image|picture|photo|digit|frame)s?\b(?:[ \t](?:image|picture|tensor|volume)s?)?"
    rf"[ \t]{{0,4}}(?:size|shape|dimension|dim|resolution)?s?[ \t]{{0,4}}"
    rf"(?:is|are|of|has|have|with|in|:|=|the|size|shape|a|an|\(|\*|[ \t]){{0,12}}){_SIZE}"
    rf"(?![ \t]{{0,3}}(?:filter|kernel|conv|window|pool|matri|patch))(?:[ \t,]{{0,3}}{_COLOUR})?",
    re.I,
)
_AFTER = regex(
    rf"{_SIZE}[ \t-]{{0,3}}(?:pixels?[ \t]|px[ \t])?(?:{_COLOUR}[ \t-]{{0,3}}(?:scale[ \t])?)?"
    rf"(?:house[- ]number[ \t]|handwritten[ \t])?(?:input|image|picture|photo|digit)s?\b",
    re.I,
)
_CHANGED = regex(
    r"\b(?:resiz|rescal|crop|upsampl|downsampl|pad(?:ded|ding) (?:to|the (?:image|input))|Pad\()|F\.pad",
    re.I,
)
LONGEST_PADDING = 48  # characters
_PADDED = regex(
    r"\bpad\w*[^.;,\n]{0,24}\b(?:makes|gives|turns|becomes|enlarges)\b[^.;\n]{0,24}$"
    r"|\bpadded\b[^.;,\n]{0,16}$",
    re.I,
)  # “padding 1 makes the input 24 × 24”
_HEADING = regex(  # no comment of a program
    r"^(?:##{1,5} \S|# [^\n]{1,120}\n[ \t]*$|\\(?:sub){0,2}section\b)", re.M
)
_GREY = regex(r"gr[ea]y|black|mono|binary", re.I)


@record(frozen=True, slots=True)
class Input:
    """A size that the text gives: height and width, and the channels where it says them."""

    height: int
    width: int
    channels: int | None
    span: Span


def read_inputs(text: str) -> list[Input]:
    """Every size of an input that the text gives, in order."""
    found: dict[int, Input] = {}
    for pattern in (_BEFORE, _AFTER):
        for place in pattern.finditer(text):
            size = _input(place)
            padded = _PADDED.search(text, max(0, place.start() - LONGEST_PADDING), place.start())
            if size is not None and padded is None:
                found.setdefault(size.span.start, size)
    return [found[at] for at in sorted(found)]


def _input(place: re.Match[str]) -> Input | None:
    numbers = [(key, int(place[key])) for key in "abcdef" if place[key]]
    sizes = [number for _, number in numbers]
    colour = place["colour"]
    channels = None if colour is None else (1 if _GREY.search(colour) else 3)
    span = Span(place.start(numbers[0][0]), place.end(numbers[-1][0]))
    if 0 in sizes:
        return None
    if len(sizes) == 2:
        return Input(sizes[0], sizes[1], channels, span)
    first, middle, last = sizes
    if first == middle or (last <= 4 and middle != last):
        return Input(first, middle, last, span)
    if middle == last or first <= 4:
        return Input(middle, last, first, span)
    return None


def the_input(text: str, at: int, channels: int) -> Input | None:
    """The one size that a text gives for a network at a place, in its own section first.

    None where the text changes sizes on the way. A size with other channels than the first layer takes
    is that of another network; 0 may be any number of them.
    """
    found = [one for one in read_inputs(text) if not channels or one.channels in (None, channels)]
    if _CHANGED.search(text):
        return None
    start, end = _section(text, at)
    return _only([one for one in found if start <= one.span.start < end] or found)


def _section(text: str, at: int) -> tuple[int, int]:
    """Where the headings stand that a place lies between."""
    start, end = 0, len(text)
    for heading in _HEADING.finditer(text):
        if heading.start() > at:
            return start, heading.start()
        start = heading.start()
    return start, end


def _only(found: list[Input]) -> Input | None:
    """The size that all of them are; None if there are several."""
    sizes = {(one.height, one.width) for one in found}
    channels = {one.channels for one in found if one.channels is not None}
    if len(sizes) != 1 or len(channels) > 1:
        return None
    first = found[0]
    return Input(first.height, first.width, next(iter(channels), None), first.span)
