"""Passages of a part of a page, moved to where that part lies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from workings.document import Passage
from workings.source import Span


def shifted(passages: Iterable[Passage], by: int) -> list[Passage]:
    """The same passages with all their offsets moved."""
    return [
        replace(
            passage,
            span=Span(passage.span.start + by, passage.span.end + by),
            maths=tuple(Span(start + by, end + by) for start, end in passage.maths),
        )
        for passage in passages
    ]
