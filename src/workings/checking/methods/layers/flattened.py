"""The inputs of a dense layer in code, where the comments above it work out another size of the maps.

`# 15 - 3 + 1 = 13, pooled: floor(13/2) = 6` stands above `nn.Linear(32*7*7, 10)`: 13 was rounded up, and
pooling rounds down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.methods.sheet import Sheet
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span, line_start

RULE = "recipe/other-size"
MOST_LINES = 4  # of code between a comment and the dense layer
NEAREST = 1  # by how much rounding the other way may be off
_DENSE = regex(r"\bLinear\(\s*(?P<channels>\d{1,4})\s*\*\s*(?P<side>\d{1,3})\s*\*\s*(?P=side)\s*,")
_COMMENT = regex(r"(?:#|//)[^\n]*$", re.M)
_RESULT = regex(r"=\s*(\d{1,3})\b(?!\s*[-+*/.×·])")
_CHANNELS = regex(r"Conv2d\(\s*\d{1,4}\s*,\s*(\d{1,4})")
_POOLED = regex(r"\bpool|//\s*2|/\s*2|\bhalv|\bfloor", re.I)


def claims_of_flattened(sheet: Sheet) -> Iterator[Claim]:
    """The first dense layer whose maps are larger by one than the last comment has them behind a pool."""
    text = sheet.judge.page.text  # also of programs, of which nothing is read
    if "Linear(" not in text:
        return
    for dense in _DENSE.finditer(text):
        opening = line_start(text, dense.start())
        above = text[:opening].splitlines()[-MOST_LINES:]
        block = "\n".join(above)
        comments = [found[0] for found in _COMMENT.finditer(block) if _RESULT.search(found[0])]
        convolutions = _CHANNELS.findall(block)
        if not comments or not convolutions or convolutions[-1] != dense["channels"]:
            continue
        side, last = int(dense["side"]), int(_RESULT.findall(comments[-1])[-1])
        if _POOLED.search(comments[-1]) and comments[-1] in above[-1] and side == last + NEAREST:
            message = f"by the comment above the maps are {last}×{last} here"
            yield sheet.claim(Span(*dense.span("side")), RULE, message, str(last))
            return
