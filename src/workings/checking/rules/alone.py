"""A page that is one formula and nothing else, so that there is nothing on it to hold the formula to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.document import Statement
from workings.regex import regex
from workings.source import Page, has_words

_NUMERAL = regex(r"\d")
_FUNCTIONS = regex(
    r"(?<![^\W\d_])(?:softmax|relu|sigmoid|tanh|sin|cos|tan|max|min)(?=\}?(?:\\left)?[(\[])", re.I
)


def stands_alone(page: Page, statements: Sequence[Statement]) -> bool:
    """Whether a page has one formula at most, no word but applied functions, and no number before it."""
    if len(statements) > 1 or (page.has_words and has_words(_FUNCTIONS.sub(" ", page.text))):
        return False
    return not statements or _NUMERAL.search(page.text, 0, statements[0].span.start) is None
