"""Blanks in sentences: `the norm of $(3, 4)$ is ?`, and `the slope at $x = 2$ is ___`, which stays open.

What a sentence asks for is found out by reading it with a number in the place of its blank: whatever can be
judged there can be worked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workings.document import Kind, Member, Passage, Statement
from workings.expr import BLANK, Hole, walk
from workings.extracting.editing import Edit, edited, raw_edits
from workings.pipeline import Document, read
from workings.regex import regex
from workings.source import Page, Span

NO_EQUATION = "no formula with an equals sign leads to it"
_BLANK = regex(r"(?<![\w\\])(?:_{3,}|(?:\\_){2,})(?!\w)|(?<=[\s:=])\?(?![\w?])")
_DIGIT = "7"


def with_blanks(document: Document) -> Document:
    """The document with a statement for each blank that a sentence asks to fill in."""
    blanks = list(_blanks(document))
    if not blanks:
        return document
    asked = _asked(document.reading.page, [place for _, place in blanks])
    found = []
    for passage, place in blanks:
        statement = asked.get(place) or _unknown(document, passage, place)
        if statement is not None:
            found.append(replace(statement, passage=passage))
    statements = sorted((*document.statements, *found), key=lambda statement: statement.span.start)
    return replace(document, statements=tuple(statements))


def _blanks(document: Document) -> Iterator[tuple[Passage, Span]]:
    """The blanks in prose that stand in no statement."""
    taken = [statement.span for statement in document.statements]
    for passage in document.reading.passages:
        if passage.kind is Kind.PROSE:
            for blank in _BLANK.finditer(document.reading.page.written, *passage.span):
                place = Span(*blank.span())
                if not any(span.start <= place.start <= span.end for span in taken):
                    yield passage, place


def _asked(page: Page, places: list[Span]) -> dict[Span, Statement]:
    """By its place, what each blank asks for, if the sentence could be judged with a number in it."""
    asked = {}
    edits = [Edit(place, _DIGIT * (place.end - place.start)) for place in places]
    filled = read(edited(page.raw, raw_edits(page, edits)), page.filename)
    for statement in filled.statements:
        *before, last = statement.members
        if before and last.span in places and not any(_overlaps(place, before) for place in places):
            blank = replace(last, expr=Hole(last.span, "", BLANK))
            asked[last.span] = replace(statement, members=(*before, blank))
    return asked


def _overlaps(place: Span, members: list[Member]) -> bool:
    """Whether the number that was put in a blank has become part of what is asked for."""
    nodes = (node for member in members for node in walk(member.expr))
    return any(place.start <= node.span.start < place.end for node in nodes)


def _unknown(document: Document, passage: Passage, place: Span) -> Statement | None:
    """A statement about a blank that nothing leads to, if maths stands before it."""
    text = document.reading.page.written
    start = max(passage.span.start, text.rfind("\n", 0, place.start) + 1)
    if text[place.start] == "?" or not _has_maths(text, passage, Span(start, place.start)):
        return None
    unknown = Member(None, Hole(Span(start, start), "", NO_EQUATION), Span(start, place.start))
    return Statement((unknown, Member("=", Hole(place, "", BLANK), place)), Span(start, place.end), passage)


def _has_maths(text: str, passage: Passage, before: Span) -> bool:
    """Whether maths stands before a blank on its line, so that it is none for a name or a date."""
    written = any(before.start <= maths.start < before.end for maths in passage.maths)
    return written or "=" in text[before.start : before.end]
