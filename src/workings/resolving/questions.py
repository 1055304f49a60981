"""Which question of a sheet a place belongs to, by the numbers and letters that open its lines.

Numbers are written in many forms, `Problem 3:`, `## 3. Softmax`, `**3.**`, `3)`, which also count steps.
So a form counts questions only where its numbers go on with those of the forms that do so more surely.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from string import ascii_lowercase

from workings.document import Kind, Passage
from workings.record import record
from workings.regex import regex
from workings.source import Page

WORDED, PARTED, TITLED, BOLD, PLAIN, LETTERED = range(6)  # the forms, those that surely are questions first
MOST_INDENT = 1  # of a number at the start of a line: what stands deeper is a list inside something

_WORDS = (
    r"(?:question|problem|exercise|task|aufgabe|übung|frage|exercice|ejercicio|esercizio|q"
    r"|(?:prob|aufg|ex|pb)\b\.?)"
)
_NUMBER = r"(?P<number>\d{1,2}(?:\.\d{1,2})*)(?:(?P<letter>[a-h])\b|\s?\((?P<part>[a-h])\)|(?![\w%]))"
_SET_OFF = r"\s*(?:[.:)\]}*_($–—-]|$)"  # so that “Problem 3 asks for” is a sentence
_NO_MATHS = r"(?!\s*[=+/·×^≈<>|&])"  # (a) = 3 is an equation
_LEAD = regex(r"(?:[\s>#*_{\[]|[-+] |\\[a-zA-Z]+\*?)*+")  # marks and commands before the first word
_IN_HEADING = regex(rf"\b(?:{_WORDS}|solution|answer|lösung)\s*{_NUMBER}", re.IGNORECASE)
_WORDED = regex(rf"{_WORDS}\s*{_NUMBER}{_SET_OFF}", re.IGNORECASE)
_PARTED = regex(rf"(?:part|teil)\s*{_NUMBER}{_SET_OFF}", re.IGNORECASE)
_TITLED = regex(rf"\(?{_NUMBER}(?:[.):\s]|$)")
_BOLD = regex(rf"\(?{_NUMBER}(?:[.):](?!\d)|[*_}}]+[.):])")
_PLAIN = regex(rf"{_NUMBER}\\?[.)]\s{_NO_MATHS}")
_LETTERED = regex(
    rf"(?:part|teil)\s+\(?([a-h])\b{_SET_OFF}|\(([a-h])\){_NO_MATHS}|([a-h])[.)](?=[\s*_}}\]]|$){_NO_MATHS}",
    re.IGNORECASE,
)
_BOLDLY = ("**", "__", "\\textbf", "\\bf")


@record(frozen=True, slots=True)
class Opening:
    """A line that opens a question `2`, `2.1` or `2a`, or a part `b` of one."""

    start: int
    number: tuple[int, ...]  # empty: only a part is named
    letter: str
    form: tuple[int, int]  # how it is written, and how deep the heading is

    @property
    def name(self) -> str:
        return ".".join(map(str, self.number)) + self.letter


def questions(page: Page, passages: Iterable[Passage]) -> Mapping[int, str]:
    """Where questions begin, each with its name, in the order of the page."""
    openings = list(_openings(page, passages))
    if not openings:
        return {}
    counted: list[Opening] = []
    numbered = sorted((one for one in openings if one.number), key=lambda one: (one.form, one.start))
    for (form, _), group in groupby(numbered, key=lambda one: one.form):
        joined = sorted((*counted, *group), key=lambda one: one.start)
        if form == WORDED or _goes_on(joined):
            counted = joined
    return _named(counted, [one for one in openings if not one.number])


def parts_of(opened: Mapping[int, str]) -> list[int]:
    """Where questions with another number begin, `2` and `3` but not `2a`: each has its own givens."""
    found: list[tuple[int, str]] = []
    for start, name in opened.items():
        number = name.partition(".")[0].rstrip(ascii_lowercase)
        if number and (not found or found[-1][1] != number):
            found.append((start, number))
    return [start for start, _ in found]


def questions_at(opened: Mapping[int, str], places: Iterable[int]) -> list[str | None]:
    """The questions that places belong to, where one is opened before them."""
    starts = list(opened)
    return [opened[starts[at - 1]] if (at := bisect_right(starts, place)) else None for place in places]


def whole_question(name: str | None) -> str | None:
    """The question that a part belongs to, `2` of `2a`; none for a part without a number."""
    return (name or "").rstrip(ascii_lowercase) or None


def _openings(page: Page, passages: Iterable[Passage]) -> Iterator[Opening]:
    """The lines of running text and headings that may open a question, in the order of the page."""
    text, seen = page.text, -1
    for passage in passages:
        if passage.kind not in (Kind.HEADING, Kind.PROSE):
            continue
        start = text.rfind("\n", 0, passage.span.start) + 1
        while start < passage.span.end:
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            if start > seen and (one := _opening(text[start:end], start, passage)) is not None:
                yield one
            seen, start = max(seen, start), end + 1


def _opening(line: str, start: int, passage: Passage) -> Opening | None:
    """What a line opens, by the surest of the forms that it has."""
    lead = line[: _LEAD.match(line).end()]  # type: ignore[union-attr]  # it also matches nothing
    rest = line[len(lead) :]
    if passage.kind is Kind.PROSE and not rest[:1].isalnum() and rest[:1] != "(":
        return None
    forms = [(_WORDED.match, WORDED), (_PARTED.match, PARTED)]
    if passage.kind is Kind.HEADING:
        forms = [(_IN_HEADING.search, WORDED), (_PARTED.match, PARTED), (_TITLED.match, TITLED)]
    elif lead and any(map(lead.__contains__, _BOLDLY)):
        forms.append((_BOLD.match, BOLD))
    elif rest[0].isdecimal():
        forms = [] if line[: MOST_INDENT + 1].isspace() else [(_PLAIN.match, PLAIN)]
    for find, form in forms:
        if (found := find(rest)) is not None:
            number = tuple(map(int, found["number"].split(".")))
            return Opening(
                start, number, (found["letter"] or found["part"] or "").lower(), (form, passage.level)
            )
    part = _LETTERED.match(rest)
    return Opening(start, (), part[part.lastindex or 0].lower(), (LETTERED, 0)) if part else None


def _goes_on(openings: list[Opening]) -> bool:
    """Whether the numbers count questions: none goes back, and none comes again."""
    names = [one.name for one in openings]
    return len(set(names)) == len(names) and all(one.number <= two.number for one, two in pairwise(openings))


def _named(counted: list[Opening], parts: list[Opening]) -> Mapping[int, str]:
    """The names of questions, and of their parts where the letters of one question only go on."""
    found = {one.start: one.name for one in counted}
    ends = [one.start for one in counted]
    for at, group in groupby(parts, key=lambda part: bisect_right(ends, part.start)):
        whole = counted[at - 1] if at else None
        letters = list(group)
        written = ([whole.letter] if whole and whole.letter else []) + [part.letter for part in letters]
        if all(one < two for one, two in pairwise(written)):
            number = ".".join(map(str, whole.number)) if whole else ""
            found |= {part.start: number + part.letter for part in letters}
    return dict(sorted(found.items()))
