"""What a document is made of, from passages of text to the statements in them."""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from workings.expr import Expr
from workings.record import record
from workings.source import Page, Span
from workings.uniform import uniform


class Kind(Enum):
    """What sort of text a passage is, which decides how it is read."""

    HEADING = "heading"
    PROSE = "prose"  # a paragraph, list item or quote; may hold inline maths
    DISPLAY = "display"  # maths set apart: $$…$$, \[…\], an environment
    CELL = "cell"  # one cell of a table
    CODE = "code"  # a fence or verbatim without a programming language: plain maths, line by line
    COMMENT = "comment"  # a comment inside program code
    OUTPUT = "output"  # what a notebook cell printed


@record(frozen=True, slots=True)
class Passage:
    """A stretch of a page that is read as one.

    `written` is the page's text over `span` with markup (emphasis, list bullets, quote marks, maths
    delimiters, comments, box drawing) blanked by spaces, so it has the same length and offsets; `text` is
    the same in one spelling, as that of a page.
    `maths` are the parts of it, as page offsets, that stood inside maths delimiters.
    """

    kind: Kind
    span: Span
    written: str
    maths: tuple[Span, ...] = ()
    level: int = 0  # of a heading
    row: int | None = None  # of a table cell: its row, counted through the document
    column: int = 0  # of a table cell
    opens: bool = False  # starts a new list item or question, so no chain runs into it
    section: bool = False  # starts a question of its own, so names may mean something new
    text: str = field(default="", init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", uniform(self.written))


@record(frozen=True)
class Reading:
    """A page and its passages, in reading order: the result of extracting."""

    page: Page
    passages: tuple[Passage, ...]
    ignores: tuple[Ignore, ...] = ()
    macros: tuple[tuple[str, str], ...] = ()  # name without its backslash, and what it stands for


@record(frozen=True, slots=True)
class Ignore:
    """A comment that silences rules on a line, or in the whole file if `line` is None."""

    line: int | None  # 1-based, in the raw file
    rules: tuple[str, ...]  # empty: every rule


@record(frozen=True, slots=True)
class Member:
    """One side of a chain, with the relation sign that stands before it (None for the first)."""

    sign: str | None
    expr: Expr
    span: Span
    unit: str | None = None  # words behind its numbers that were left out: “minutes”
    trails: bool = False  # the unit stands at its end, where any word may stand
    apart: bool = False  # stands elsewhere on the page, above a column of values
    said: str | None = None  # what it is called where it is put into words: “the output size”

    @property
    def is_approximate(self) -> bool:
        """Whether it is only said to be about the same as what is before it."""
        return self.sign in ("≈", "~")


@record(frozen=True, slots=True)
class Statement:
    """A chain `a = b ≈ c` as written, with the label before it and the passage it stands in."""

    members: tuple[Member, ...]
    span: Span
    passage: Passage
    label: str | None = None
    hypothesis: bool = False  # after "assume", "try", "if", before ⇒, or an answer option
    renews: bool = False  # gives a name another value on purpose: “now use K = …”
    conditional: bool = False  # holds only under a condition in words: “f(z) = 1 if …”
    traced: bool = False  # a cell in a table of the steps of sequences
    column: Span | None = None  # the header of the table column whose formula gives this value
    offered: bool = False  # an answer to choose: it is nobody's claim and defines nothing

    @property
    def is_equation(self) -> bool:
        """Whether it begins with `a = b`."""
        return [member.sign for member in self.members[:2]] == [None, "="]
