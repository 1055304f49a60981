"""Verdicts and what is reported of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING

from workings.record import record
from workings.source import Page, Span

if TYPE_CHECKING:
    from workings.step import Explanation


class Verdict(Enum):
    """What can be said of a claim; DESIGN of the verdicts is in ARCHITECTURE.md."""

    RIGHT = "right"
    ROUNDING = "rounding"
    CARRIED = "carried"
    WRONG = "wrong"
    UNDECIDED = "undecided"
    UNREAD = "unread"

    __hash__ = object.__hash__  # each is only equal to itself, and that of `Enum` is written in Python


LAB = "lab"  # the kind of a claim that a lab was run for
MAY_BE = "may be a slip: "  # before the words for one that chance could have brought about
_COUNTED = {verdict: verdict.value for verdict in Verdict}  # `value` takes a call each time
_NONE = dict.fromkeys(_COUNTED.values(), 0)


@record(frozen=True, slots=True)
class Entry:
    """One entry of a matrix claim that is not simply right."""

    index: tuple[int, ...]
    stated: str
    computed: str
    verdict: Verdict


def spot(index: Iterable[int]) -> str:
    """An entry's place as people count: `row 1, column 3`."""
    numbers = [i + 1 for i in index]
    match numbers:
        case []:
            return "the value"
        case [position]:
            return f"entry {position}"
        case [row, column]:
            return f"row {row}, column {column}"
        case _:
            return f"entry ({', '.join(map(str, numbers))})"


@record(frozen=True, slots=True)
class Because:
    """A place in the document that an expectation came from."""

    line: int
    text: str


@record(frozen=True, slots=True)
class Claim:
    """One stated value and the verdict on it."""

    id: str
    kind: str  # value, symbolic, copy, shape, sentence, lab
    span: Span  # its own right-hand side on the page
    text: str  # the author's text of the link
    verdict: Verdict
    rule: str | None = None
    stated: str | None = None
    computed: str | None = None
    fits: tuple[str, ...] = ()  # the slips that give just what is stated, by name: those in words first
    cause: str | None = None  # id of the first error, for what is carried
    convention: str | None = None
    entries: tuple[Entry, ...] = ()
    because: tuple[Because, ...] = ()
    question: str | None = None
    message: str = ""
    slips: tuple[str, ...] = ()  # what fits, in words

    @property
    def told(self) -> tuple[str, ...]:
        """The slips by name, each once and without other names for the same."""
        return tuple(dict.fromkeys(self.fits[: len(self.slips)] or self.fits))


@record(frozen=True)
class Report:
    """Everything that is said about one file."""

    page: Page
    claims: tuple[Claim, ...]
    statements: int
    notes: tuple[str, ...] = ()
    explanations: Mapping[Span, Explanation] = field(
        default_factory=dict, repr=False
    )  # by the claims' places
    counts: dict[str, int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        counts = {"claims": len(self.claims), **_NONE}
        for claim in self.claims:
            counts[_COUNTED[claim.verdict]] += 1
        object.__setattr__(self, "counts", counts)

    def __repr__(self) -> str:
        said = ", ".join(f"{self.counts[name]} {name}" for name in _NONE if self.counts[name])
        return f"<Report {self.page.filename}: {said or 'no claims'}>"
