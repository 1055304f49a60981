"""What can be held to a method: lines that end in a number, and lists of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from workings.checking.comparing.digits import Stated, stated_number
from workings.checking.methods.pages.knowing import COUNTED, Working, caption, label_at
from workings.checking.methods.pages.ledger import COLUMN, Listing
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.expr import Expr
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start
from workings.value import Scalar

MOST_SUBJECTS = 300
CLAUSE = 90  # characters before a number that say what it is
_STOPS = regex(r"(?:[;.](?=\s|$)|,(?=\s))")
_REMARK = regex(r"\s?\([^()\d=]*,[^()\d=]*\)")  # (input, forget, output)
_TITLE = regex(r"[^\W\d_][\w -]{1,30}:(?= )")
_COUNTED = regex(r"[^\W\d_]{4,}\s\d{1,2}")
_WORD = regex(r"\b(?!and\b|so\b|then\b|hence\b|thus\b|we\b|get\b|is\b|with\b|that\b|it\b)[^\W\d_]{2}", re.I)


@record(frozen=True)
class Subject:
    """Numbers that a page states, what they are called and said to be, and how they are worked out."""

    base: str
    index: str
    said: str  # its words and its left side, to find out what it is about
    own: str  # the same, without what a heading says of all lines below it
    row: str  # the word that opens its line, which may open a row of a table as well
    start: int
    opening: int  # where its line begins
    numbers: tuple[Stated, ...]
    expr: Expr | None  # how a number is worked out, if that is shown
    span: Span
    label: str = ""  # what opens its line, as it may open the line of what is given
    by_caption: bool = False  # nothing is said on its own line
    heading: str = ""  # what stands above items that are only counted: `example 2: …`
    working: Working | None = None
    places: tuple[Span, ...] = ()  # of the numbers of a list, where they stand apart

    @cached_property
    def worth(self) -> Scalar | None:
        """What it comes to: its formula, or the number alone where it has none."""
        return self.numbers[0].value if self.expr is None else scalar(self.expr, {})

    @property
    def is_bare(self) -> bool:
        return self.expr is None

    @property
    def is_telling(self) -> bool:
        """Whether its digits are enough to know by them how a number was made that stands alone."""
        least = 10 if self.base.isidentifier() else 100
        return any(abs(number.value) >= least * number.unit and number.unit < 1 for number in self.numbers)

    @property
    def is_list(self) -> bool:
        return len(self.numbers) > 1


def subjects_of(sheet: Sheet, lines: Sequence[Working]) -> list[Subject]:
    """Everything on a page that states numbers, in reading order."""
    found = [
        *(_labelled(subject(line), label_at(sheet.text, line.start), sheet.text) for line in lines),
        *(one for listing in sheet.listings for one in _of_list(sheet, listing)),
    ]
    return sorted(found, key=_end)[:MOST_SUBJECTS]


def _labelled(one: Subject, label: str, text: str) -> Subject:
    """A line with what opens it, which says what it is where no words of its own do: `T2: … and 6 + 4`."""
    words, _, name = one.said.rpartition(" | ")
    heading = caption(text, one.start, CLAUSE) if _COUNTED.fullmatch(label) else ""
    lacks = one.by_caption or _WORD.search(words) is None
    if not (label and lacks):
        return replace(one, label=label, heading=heading)
    return replace(one, label=label, said=f"{label} | {name}", by_caption=False, heading=heading)


def _end(one: Subject) -> int:
    """Where numbers stand; of those that stand apart, the last."""
    return one.places[-1].start if one.places else one.start


def clause(words: str) -> str:
    """The last part of a sentence that has a word of its own: what is said of the number behind it."""
    parts = _STOPS.split(_REMARK.sub("", words))
    at = next((at for at in range(len(parts) - 1, -1, -1) if _WORD.search(parts[at])), 0)
    return " ".join(parts[at:]).strip()[-CLAUSE:]


def _titled(line: str) -> str:
    """The last part of a line above, and what the line begins with: `Huber: …, else …`."""
    title = _TITLE.match(line)
    words = clause(line)
    return words if title is None or title[0] in words else f"{title[0]} {words}"


def subject(line: Working) -> Subject:
    counted = f"{clause(line.above)} {line.words}" if COUNTED.fullmatch(line.words) else ""
    expr = None if stated_number(line.formula.expr) is not None else line.formula.expr
    return Subject(
        line.base,
        line.index,
        f"{counted or clause(line.words or line.above)} | {line.name}",
        line.own,
        line.row,
        line.start,
        line.opening,
        (line.number,),
        expr,
        line.formula.span,
        by_caption=not line.words
        and stated_number(line.statement.members[0].expr) is None
        and is_numeric(line.statement.members[0].expr),
        working=line,
    )


def _of_list(sheet: Sheet, listing: Listing) -> Iterator[Subject]:
    if listing.label == COLUMN or len(listing.numbers) < 2:
        return
    start = listing.first.start
    opening = line_start(sheet.text, start)
    label = " ".join(listing.label.split())
    words = clause(label) if _WORD.search(label) else _titled(caption(sheet.text, start, CLAUSE)) or label
    name = listing.name.strip("$ ")
    said = f"{words} | {name}"
    row = words.lower().rstrip(":. =(").rpartition(" ")[2] or "?"
    places = listing.places
    yield Subject(
        name, "", said, said, row, start, opening, listing.numbers, None, listing.span, places=places
    )
