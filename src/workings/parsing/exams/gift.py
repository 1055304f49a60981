"""Questions in Moodle's GIFT format: `What is 2 + 2? {=4 ~3 ~5}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.parsing.exams.choice import Choice, Option, Sought
from workings.parsing.exams.stems import asks_for_value, sought_by, stem_before
from workings.regex import regex
from workings.source import Span

LONGEST = 2000  # characters of the answers
_BRACES = regex(rf"(?<![\\\w}}^_])\{{(?P<inside>[ \t\n]*[=~][^{{}}]{{1,{LONGEST}}})\}}")
_ANSWER = regex(
    r"(?<!\\)(?P<mark>[=~])(?:%-?\d{1,3}(?:\.\d{1,5})?%)?(?P<words>(?:[^=~#\\]|\\.)+)(?:#[^=~]*)?"
)


def gift_choices(text: str) -> Iterator[Choice]:
    """The questions whose answers stand in braces, `=` before the right one and `~` before the others."""
    floor = 0
    for found in _BRACES.finditer(text):
        answers = list(_ANSWER.finditer(text, found.start("inside"), found.end("inside")))
        marks = [answer["mark"] for answer in answers]
        if "=" not in marks or "~" not in marks:
            continue
        stem = stem_before(text, floor, found.start())
        words = text[stem.start : stem.end]
        floor = found.end()
        sought = sought_by(words)
        if sought is Sought.UNKNOWN and asks_for_value(words):
            sought = Sought.TRUE
        options = tuple(
            Option(_words(text, answer), None, answer.start(), answer["mark"] == "=") for answer in answers
        )
        yield Choice(stem, options, sought, marks.count("=") == 1, answered=True)


def _words(text: str, answer: re.Match[str]) -> Span:
    start, end = answer.span("words")
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
