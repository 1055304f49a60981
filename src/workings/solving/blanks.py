"""Blanks in sentences that no formula leads to: `the slope at $x = 2$ is ___` is open, and said to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workings.document import Kind, Member, Passage, Statement
from workings.expr import BLANK, Hole
from workings.pipeline import Document
from workings.regex import regex
from workings.source import Span

NO_EQUATION = "no formula with an equals sign leads to it"
_BLANK = regex(r"(?<![\w\\])(?:_{3,}|(?:\\_){2,})(?!\w)")


def with_blanks(document: Document) -> Document:
    """The document with a statement for each blank behind maths that stands in no statement."""
    found = list(_blanks(document))
    if not found:
        return document
    statements = sorted((*document.statements, *found), key=lambda statement: statement.span.start)
    return replace(document, statements=tuple(statements))


def _blanks(document: Document) -> Iterator[Statement]:
    text = document.reading.page.text
    taken = [statement.span for statement in document.statements]
    for passage in document.reading.passages:
        if passage.kind is not Kind.PROSE:
            continue
        for blank in _BLANK.finditer(text, *passage.span):
            place = Span(*blank.span())
            start = max(passage.span.start, text.rfind("\n", 0, place.start) + 1)
            is_answered = any(span.start <= place.start <= span.end for span in taken)
            if not is_answered and _has_maths(text, passage, Span(start, place.start)):
                unknown = Member(None, Hole(Span(start, start), "", NO_EQUATION), Span(start, place.start))
                yield Statement(
                    (unknown, Member("=", Hole(place, "", BLANK), place)), Span(start, place.end), passage
                )


def _has_maths(text: str, passage: Passage, before: Span) -> bool:
    """Whether maths stands before a blank on its line, so that it is none for a name or a date."""
    written = any(before.start <= maths.start < before.end for maths in passage.maths)
    return written or "=" in text[before.start : before.end]
