r"""Formulas with a space around every sign, as converters write them: `\frac { 1 } { 0 . 5 } = 2 . 0`.

The digits of a number and the letters of a word are put together again, and the page keeps where each stood.
Others put a space behind every point, `2. 667`, and nowhere else, or around scripts, `W _ { Q }`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.regex import regex

FEWEST = 3  # braces and points with spaces around them; `1 . 2` may be a product
_APART = (" _", "_ ", " ^", "^ ", "{ ", " . ")  # one of them is in every page that is spread out
_BRACED = regex(r"(?:\\[A-Za-z]+\*?|[_^]) \{ |\d \. \d \d|\d \d \. \d")
_FORMULA = regex(
    r"\$\$[^$]{1,20000}\$\$|\$[^$\n]{1,4000}\$|(?<!\\)\\\[[^$]{1,20000}?\\\]|(?<!\\)\\\([^$\n]{1,4000}?\\\)"
)
_SCRIPT = regex(r"(?<=[\w})\]'])( ?)[_^]( ?)(?:\{( ?)[^{}$\n]*?( ?)\}|(?=[\w\\]))")
_CLOSE = regex(
    r"\d\d|\d\.\d|(?<!\\begin)(?<!\\end)(?<!\\text)(?<!name)[({\[]\S(?!\$)"
)  # signs that stand close together
_WORD = regex(r"\{ [A-Za-z](?: [A-Za-z~])+ \}")
_POINT = regex(r"(?<=\d\.) (?=\d)")
_TIGHT = regex(r"\d\.\d")
_NEEDLESS = regex(
    r"(?<=\d) (?=\d)|(?<=\d) (?=\. \d)|(?<=\d \.) (?=\d)"
    r"|(?<=\d) (?=, \d \d \d(?! \d)(?! [,)\]]))|(?<=\d ,) (?=\d \d \d(?! \d)(?! [,)\]]))"
    r"|(?<=\d \{ , \}) (?=\d)|(?<=[({\[_^]) | (?=[)}\]_^'])|(?<![}\\&]) (?=[({])|(?<=\\begin\{array\}) (?=\{)"
)


def closed_up(raw: str) -> tuple[str, tuple[int, ...]] | None:
    """The text of a file with its formulas closed up, and where its characters were; None if they are."""
    dropped = set(_behind_points(raw))
    formulas = [*_FORMULA.finditer(raw)] if any(map(raw.__contains__, _APART)) else []
    dropped |= {place for found in formulas for place in _around_scripts(raw, found)}
    if sum(1 for found in formulas for _ in _BRACED.finditer(raw, *found.span())) >= FEWEST:
        dropped |= {place for found in formulas for place in _needless(raw, found)}
    if not dropped:
        return None
    kept = [place for place in range(len(raw)) if place not in dropped]
    return "".join(raw[place] for place in kept), tuple(kept)


def _around_scripts(raw: str, found: re.Match[str]) -> Iterator[int]:
    """The places of the spaces around the signs of scripts, and inside their braces."""
    for script in _SCRIPT.finditer(raw, *found.span()):
        yield from (script.start(space) for space in range(1, 5) if script[space])


def _needless(raw: str, found: re.Match[str]) -> Iterator[int]:
    """The places of the spaces in a formula that a person would not have put there."""
    start, end = found.span()
    if _CLOSE.search(raw, start + 2, end - 2):  # within \( and \)
        return
    yield from (space.start() for space in _NEEDLESS.finditer(raw, start, end))
    for word in _WORD.finditer(raw, start, end):
        yield from (place for place in range(*word.span()) if raw[place] == " ")


def _behind_points(raw: str) -> list[int]:
    """The spaces behind the points of decimals, where formulas have them there and in no other way."""
    if not _POINT.search(raw):
        return []
    spans = [found.span() for found in _FORMULA.finditer(raw)]
    spaced = sum(1 for span in spans for _ in _POINT.finditer(raw, *span))
    if spaced < FEWEST or any(_TIGHT.search(raw, *span) for span in spans):
        return []
    return [found.start() for found in _POINT.finditer(raw) if _is_in_tex(raw, found.start(), spans)]


def _is_in_tex(raw: str, place: int, spans: list[tuple[int, int]]) -> bool:
    """Whether a place lies in a formula, or on a line with a command that has lost its dollars."""
    line = raw[raw.rfind("\n", 0, place) + 1 : place]
    return "\\" in line or any(start < place < end for start, end in spans)
