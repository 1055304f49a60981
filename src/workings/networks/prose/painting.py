"""The prose of a page on one sheet of the same length: signs in one spelling, everything else blank.

An offset on the sheet is an offset on the page, so that one pattern serves Markdown, TeX and plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from workings.document import Kind, Passage
from workings.extracting.canvas import blanked
from workings.regex import regex

_READ = frozenset({Kind.PROSE, Kind.DISPLAY, Kind.CODE, Kind.HEADING, Kind.CELL})
_TIMES = r"\\times(?![a-zA-Z])|⨯|✕|(?<=\d)[ \t]?\b[xX]\b[ \t]?(?=\d)|(?<=\d)[xX](?=\d)|-by-"
_ARROW = r"\\(?:long)?(?:right|Right)arrow(?![a-zA-Z])|\\(?:to|implies|mapsto)(?![a-zA-Z])|-{1,2}>|=>|⇒|⟶|➜|➔"
_NOTHING = r"\\(?:quad|qquad|[,;:! ])|[{}$`]|\\(?:text|mathrm|mathit|mathbf|left|right)(?![a-zA-Z])"
_SIGNS = (
    (regex(_TIMES), "×"),
    (regex(r"\\c?dot(?![a-zA-Z])|⋅|∙|\*"), "·"),
    (regex(_ARROW), "→"),
    (regex(r"(?<=\d)\\(?=,\d{3}(?!\d))"), ","),  # 15\,690 is not 690
    (regex(_NOTHING), " "),
)


def painted(page: str, passages: Iterable[Passage]) -> str:
    """All passages in their places on a sheet that is blank but for its line ends."""
    sheet = list(blanked(page))
    for passage in passages:
        if passage.kind in _READ:
            start, end = passage.span
            sheet[start:end] = _plain(passage.text)
    return "".join(sheet)


def _plain(text: str) -> str:
    """The text with its signs in one spelling, padded to their old length."""
    for pattern, sign in _SIGNS:
        text = pattern.sub(partial(_padded, sign), text)
    return text


def _padded(sign: str, found: re.Match[str]) -> str:
    """A sign in the place of its longer spelling."""
    left = len(found[0]) - len(found[0].lstrip(" \t"))
    return " " * left + sign + " " * (len(found[0]) - left - 1)
