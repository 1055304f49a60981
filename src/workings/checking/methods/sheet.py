"""A page as the recipes of a topic look at it: its lists, its statements and its words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from workings.checking.comparing.digits import Stated, stated_number
from workings.checking.judging import Judge
from workings.checking.methods.pages.ledger import Listing, listings_of, painted
from workings.checking.methods.pages.lines import Line, is_numeric, lines_of
from workings.checking.methods.pages.stores import Store, stores_of
from workings.checking.methods.telling import claim_at
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Array, Expr, Name, Number
from workings.finding import Claim, Verdict
from workings.likely import Look
from workings.parsing.grids import Grid
from workings.record import record
from workings.regex import regex
from workings.resolving.questions import parts_of
from workings.resolving.traits import traits
from workings.resolving.updates import update_of
from workings.source import Span
from workings.value import Value

if TYPE_CHECKING:
    from workings.checking.methods.chances.lookups import Chart
    from workings.checking.methods.pages.facts import Facts
    from workings.checking.methods.pages.knowing import Working

GAP = regex(r"[ \t]+\n?[ \t]*|(?<!\n)\n(?!\n)[ \t]*")  # within a phrase, as emphasis leaves it
OPENING = 400  # characters at the start of a page that speak of all of it
NEAR = 700  # characters before a line that speak of it
_OPENS = regex(
    r"^[ \t>*_#]*(?:#{1,3} |\\(?:sub)*section\*?\{"
    r"|(?:Q|question|problem|exercise|ex\.|task|part|teil|aufgabe|übung|exercice|ejercicio)[ .]{0,2}\d)",
    re.I | re.M,
)
_HEADED = regex(
    r"^[ \t>]*(?:#{1,6} |\*\*(?:[A-Z]|\d{1,2})\b[.):]|\\(?:sub)*section|\\paragraph|\[[A-Z]\] |-{3,} ?\w)",
    re.M,
)
_PARAGRAPH_ENDS = regex(r"\n[ \t>]*\n")
_BASE_OF_LOGARITHMS = frozenset({"e"})
_NAME = regex(r"[\s$&]*\\?[^\W\d_]+(?:_?\{?\w*\}?)?[\s&]*")
_WORKED = regex(r"[-+*·×/−]|\\(?:cdot|times|d?frac)")


class Sheet:
    """What a topic may look at; lists, lines and results are gathered when a topic first asks for them.

    They are kept by hand: mypyc takes a `cached_property` for a plain one, which gathers them each time.
    """

    def __init__(self, judge: Judge, statements: tuple[Statement, ...]) -> None:
        self.judge = judge
        self.statements = statements
        self.text = painted(judge.page, judge.passages)  # without markup, and with points in decimals
        self._listings: tuple[Listing, ...] | None = None
        self._results: tuple[Result, ...] | None = None
        self._stores: list[Store] | None = None
        self._lines: list[Line] | None = None
        self._words: str | None = None
        self._look: Look | None = None
        self._upheld: frozenset[int] | None = None
        self._openings: list[int] | None = None
        self._parts: list[int] | None = None
        self._makeup: Makeup | None = None
        self.facts: Facts | None = None  # what `knowing` found
        self.workings: list[Working] | None = None
        self.charts: list[Chart] | None = None  # what `lookups` found

    @property
    def listings(self) -> tuple[Listing, ...]:
        if self._listings is None:
            self._listings = tuple(listings_of(self.statements, self.text, self.grids))
        return self._listings

    @property
    def grids(self) -> tuple[Grid, ...]:
        return self.judge.grids

    @property
    def stores(self) -> list[Store]:
        """What the numbers of the page may have been copied from."""
        if self._stores is None:
            page, passages = self.judge.page, self.judge.passages
            self._stores = stores_of(page.text, passages, self.grids, self.statements)
        return self._stores

    @property
    def words(self) -> str:
        """The text with a blank for every gap within a phrase."""
        if self._words is None:
            self._words = GAP.sub(" ", self.text)
        return self._words

    @property
    def look(self) -> Look:
        """What tells which topics the page may speak of."""
        if self._look is None:
            self._look = Look(self.words)
        return self._look

    @property
    def lines(self) -> list[Line]:
        if self._lines is None:
            self._lines = lines_of(self.judge, self.statements)
        return self._lines

    @property
    def upheld(self) -> frozenset[int]:
        """Where the members begin that are what the name before them has to be, by a formula above."""
        if self._upheld is None:
            text = self.judge.page.text
            self._upheld = frozenset(
                claim.span.start
                for claim in self.judge.claims
                if claim.verdict is Verdict.RIGHT
                and _WORKED.search(text, claim.span.start + 1, claim.span.end)
                and _NAME.fullmatch(claim.text.partition("=")[0])
            )
        return self._upheld

    def says(self, pattern: re.Pattern[str]) -> bool:
        return pattern.search(self.text) is not None

    def speaks_of(self, pattern: re.Pattern[str], place: int) -> bool:
        """Whether something is said where it concerns a place: at the page's start, or above it in its part.

        Behind it only its own paragraph counts; what comes after that may be about the next method.
        """
        text = self.judge.page.text
        openings = [found.start() for found in _OPENS.finditer(text)]
        first = min((start for start in openings if start > 0), default=OPENING)
        if pattern.search(GAP.sub(" ", self.text[: min(first, OPENING)])) is not None:
            return True
        own = max((start for start in openings if start <= place), default=0)
        end = _PARAGRAPH_ENDS.search(text, place)
        near = self.text[min(own, max(0, place - NEAR)) : end.start() if end is not None else None]
        return pattern.search(GAP.sub(" ", near)) is not None

    def question_at(self, place: int) -> str | None:
        """The question that a place of the page belongs to, where it has a number."""
        if self._openings is None:
            self._openings = sorted(self.judge.places)
        starts = self._openings
        return self.judge.places[starts[at - 1]][1] if (at := bisect_right(starts, place)) else None

    def part_at(self, place: int) -> Span:
        """The numbered question that a place stands in, with its parts; the page where there are none."""
        if self._parts is None:
            self._parts = parts_of(self.judge.opened)
        at = bisect_right(self._parts, place)
        end = self._parts[at] if at < len(self._parts) else len(self.text)
        return Span(self._parts[at - 1] if at else 0, end)

    def section_at(self, place: int) -> Span:
        """What stands between the two headings around a place, however they are written."""
        text = self.judge.page.text
        openings = [found.start() for found in _HEADED.finditer(text)]
        at = bisect_right(openings, place)
        return Span(openings[at - 1] if at else 0, openings[at] if at < len(openings) else len(text))

    def is_before_parts(self, place: int) -> bool:
        """Whether a place stands above the first numbered question, so that it is about all of them."""
        return place < min(self.judge.opened, default=len(self.text))

    def claim(
        self, place: Span, rule: str, message: str, computed: str | Value | None = None, *because: Span
    ) -> Claim:
        shown = computed if computed is None or isinstance(computed, str) else show(computed)
        return claim_at(self.judge, place, rule, (rule,), message, shown, because)

    @property
    def makeup(self) -> Makeup:
        """What the statements are made of, by which most topics see that there is nothing for them."""
        if self._makeup is None:
            self._makeup = makeup_of(self.statements)
        return self._makeup

    @property
    def is_worked(self) -> bool:
        return self.makeup.worked

    @property
    def results(self) -> tuple[Result, ...]:
        """The statements that end in a number, with what they are called."""
        if self._results is None:
            self._results = tuple(self._read_results())
        return self._results

    def _read_results(self) -> Iterator[Result]:
        for statement in self.statements:
            members = statement.members
            number = stated_number(members[-1].expr)
            if number is None or len(members) < 2 or statement.hypothesis or statement.offered:
                continue
            opening = max(self.text.rfind("\n", 0, statement.span.start), 0)
            lead = self.text[opening : members[0].span.end]
            formulas = [member.expr for member in members[:-1] if not isinstance(member.expr, Name)]
            numeric = (expr for expr in formulas if is_numeric(expr))
            formula = next(numeric, formulas[0] if formulas else None)
            yield Result(statement, lead, members[-1], number, formula)


@record(frozen=True, slots=True)
class Result:
    """A number that a statement ends in, and the words and name before its formula."""

    statement: Statement
    lead: str
    member: Member
    number: Stated
    formula: Expr | None  # what the number is worked out from: numbers, or else anything but a name

    @property
    def head(self) -> Expr:
        return self.statement.members[0].expr

    @property
    def start(self) -> int:
        return self.statement.span.start


@record(slots=True)
class Makeup:
    """What stands in the members of statements."""

    worked: bool = False  # a line shows how it is worked out in numbers, and does not only state one
    lists: bool = False  # a statement ends in a list
    puts_in: bool = False  # a list stands in a formula, and is not all of it
    lettered: bool = False  # a right side has a name
    paired: bool = False  # a right side has two
    formulas: bool = False  # it has the two names that a formula has at least, the base of logarithms apart
    crowded: bool = False  # a member has three names
    folds: bool = False  # a sum over an index
    angles: bool = False  # a sine, or one of its kin
    chained: bool = False  # a statement has more than two members
    derives: bool = False  # what is stated is a derivative
    renews: bool = False  # a name is given a value by its old one


def makeup_of(statements: Iterable[Statement]) -> Makeup:
    found = Makeup()
    for statement in statements:
        members = statement.members
        first, last = members[0], members[-1]
        found.lists = found.lists or isinstance(last.expr, Array)
        found.chained = found.chained or len(members) > 2
        if isinstance(first.expr, Name) and last is not first:
            found.derives = found.derives or first.expr.key.startswith("∂")
            found.renews = found.renews or renews(statement)
        for member in members:
            if type(member.expr) is Number and member is last:
                continue  # it is none of all this
            facts = traits(member.expr)
            if facts.lists and not found.puts_in:
                found.puts_in = not isinstance(member.expr, Array)
            found.folds = found.folds or facts.folds
            found.angles = found.angles or facts.angles
            if facts.names:
                _note_names(found, facts.names, member is first)
            if not found.worked and is_numeric(member.expr):
                found.worked = member is not last or not is_value(member.expr)
    return found


def _note_names(found: Makeup, names: frozenset[str], is_first: bool) -> None:
    found.crowded = found.crowded or len(names) > 2
    if not is_first:
        found.lettered = True
        found.paired = found.paired or len(names) > 1
        found.formulas = found.formulas or len(names - _BASE_OF_LOGARITHMS) > 1


def renews(statement: Statement) -> bool:
    """Whether a statement may say how a name is changed."""
    head, *rest = statement.members
    return bool(rest) and update_of(head.expr, rest[0].expr, rest[0].sign) is not None


def is_value(expr: Expr) -> bool:
    """A number, or a list of numbers, as it is written."""
    if type(expr) is Number:
        return True
    if isinstance(expr, Array):
        return all(map(is_value, expr.items))
    return stated_number(expr) is not None


def sheet_of(judge: Judge, statements: tuple[Statement, ...]) -> Sheet:
    """The sheet of a page, made once for all rules that look at it."""
    if judge.sheet is None or judge.sheet.statements != statements:
        judge.sheet = Sheet(judge, statements)
    return judge.sheet
