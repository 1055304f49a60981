"""What a question with answers to choose from is made of."""

from __future__ import annotations

from enum import Enum

from workings.record import record
from workings.source import Span


class Sought(Enum):
    """Which answers a question asks for."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"  # the question does not say so in words that we know


@record(frozen=True, slots=True)
class Option:
    """One answer to choose: its words without marks and label, and whether it was chosen."""

    span: Span
    label: str | None  # "b" of “(b)”, in lower case
    opening: int  # where its box or label begins
    ticked: bool | None  # None: nobody chose anything, or the marks are ambiguous


@record(frozen=True, slots=True)
class Choice:
    """A question with its answers."""

    stem: Span
    options: tuple[Option, ...]
    sought: Sought
    single: bool  # the question says that one answer is right
    answered: bool  # somebody chose
    apart: bool = False  # every statement is marked by itself, true or false

    @property
    def span(self) -> Span:
        return Span(self.stem.start, self.options[-1].span.end)
