"""How long the sequences of a document are."""

from __future__ import annotations

import re

from workings.regex import regex

_LENGTH = regex(
    r"\b(?:length|max(?:imum)?\s+length|T|L)\s*(?:of|=|is|:)?\s*(?P<digits>\d{1,2})\b"
    r"|\b(?P<count>\d|two|three|four|five)[- ](?:steps?|tokens?|words?|letters?|symbols?)\b",
    re.I,
)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}


def length_in(text: str) -> int | None:
    """How long sequences are, if the document names just one length."""
    named = {
        int(found["digits"])
        if found["digits"]
        else _COUNTS.get(found["count"].lower()) or int(found["count"])
        for found in _LENGTH.finditer(text)
    }
    return named.pop() if len(named) == 1 else None
