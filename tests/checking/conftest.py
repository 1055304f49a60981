"""Checks a text the way every test here needs it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workings.finding import Claim
from workings.labs.citing import with_labs
from workings.pipeline import check, read

Judged = Callable[[str], tuple[Claim, ...]]


@pytest.fixture
def judged() -> Judged:
    """The claims of a Markdown text."""

    def claims(text: str) -> tuple[Claim, ...]:
        document = read(text, "notes.md")
        return with_labs(document, check(document)).claims

    return claims
