"""Checks a text the way every test here needs it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workings.finding import Claim
from workings.pipeline import check, read

Judged = Callable[[str], tuple[Claim, ...]]


@pytest.fixture
def judged() -> Judged:
    """The claims of a Markdown text."""
    return lambda text: check(read(text, "notes.md")).claims
