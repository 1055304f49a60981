"""A page that is one formula and nothing else, so that there is nothing on it to hold the formula to."""

from __future__ import annotations

from collections.abc import Sequence

from workings.document import Statement
from workings.regex import regex
from workings.source import Page

_NUMERAL = regex(r"\d")


def stands_alone(page: Page, statements: Sequence[Statement]) -> bool:
    """Whether a page has one formula at most, no word, and no number before the formula."""
    if page.has_words or len(statements) > 1:
        return False
    return not statements or _NUMERAL.search(page.text, 0, statements[0].span.start) is None
