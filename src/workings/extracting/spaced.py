r"""Formulas with a space around every sign, as converters write them: `\frac { 1 } { 0 . 5 } = 2 . 0`.

The digits of a number and the letters of a word are put together again, and the page keeps where each stood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.regex import regex

FEWEST = 3  # braces with spaces around them
_BRACED = regex(r"(?:\\[A-Za-z]+\*?|[_^]) \{ ")
_FORMULA = regex(r"\$\$[^$]{1,20000}\$\$|\$[^$\n]{1,4000}\$")
_CLOSE = regex(r"\d\d|\d\.\d|(?<!\\begin)(?<!\\end)[({\[]\S(?!\$)")  # signs that stand close together
_WORD = regex(r"\{ [A-Za-z](?: [A-Za-z~])+ \}")
_NEEDLESS = regex(
    r"(?<=\d) (?=\d)|(?<=\d) (?=\. \d)|(?<=\d \.) (?=\d)"
    r"|(?<=\d) (?=, \d \d \d(?! \d)(?! [,)\]]))|(?<=\d ,) (?=\d \d \d(?! \d)(?! [,)\]]))"
    r"|(?<=[({\[_^]) | (?=[)}\]_^])|(?<![}\\&]) (?=[({])|(?<=\\begin\{array\}) (?=\{)"
)


def closed_up(raw: str) -> tuple[str, tuple[int, ...]] | None:
    """The text of a file with its formulas closed up, and where its characters were; None if they are."""
    if sum(1 for _ in _BRACED.finditer(raw)) < FEWEST:
        return None
    dropped = {place for found in _FORMULA.finditer(raw) for place in _needless(raw, found)}
    if not dropped:
        return None
    kept = [place for place in range(len(raw)) if place not in dropped]
    return "".join(raw[place] for place in kept), tuple(kept)


def _needless(raw: str, found: re.Match[str]) -> Iterator[int]:
    """The places of the spaces in a formula that a person would not have put there."""
    start, end = found.span()
    if _CLOSE.search(raw, start, end):
        return
    yield from (space.start() for space in _NEEDLESS.finditer(raw, start, end))
    for word in _WORD.finditer(raw, start, end):
        yield from (place for place in range(*word.span()) if raw[place] == " ")
