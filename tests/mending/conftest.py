"""Mends a text the way every test here needs it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workings.mending import Mended, Mender
from workings.reporting.selection import select

Mend = Callable[..., Mended]


@pytest.fixture
def mend() -> Mend:
    """What becomes of a text, or of bytes, in a file of some name."""

    def run(source: str | bytes, unsafe: bool = False, name: str = "notes.md") -> Mended:
        data = source.encode() if isinstance(source, str) else source
        mender = Mender(name, None, lambda document, report: select(report, document.reading.ignores))
        return mender.mend(mender.read(data), unsafe)

    return run
