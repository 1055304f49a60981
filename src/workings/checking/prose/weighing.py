"""The attention weights and other shares that a document works out, with both values of each row.

A table of weights is one matrix, one vector, or rows that were worked out one after the other under
“token 1”, “token 2”, … Later sentences about who attends to whom are judged by them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import cache, cached_property

from workings.checking.chain import Link
from workings.checking.comparing.aligning import is_literal
from workings.checking.outcome import Outcome
from workings.document import Statement
from workings.evaluating.ranking import Ranking, are_finite, are_shares, ranking, rows_of
from workings.expr import Call, Expr, Name, Number
from workings.finding import Verdict
from workings.record import record
from workings.regex import regex
from workings.resolving.traits import traits
from workings.source import Page, Span
from workings.value import Scalar, Tensor

MOST_COLUMNS = 64
RECENT = 8  # tables above a place that it may be about
_REACH = 2500  # characters above a row in which a line may say whose row it is
_WEIGHING = frozenset({"softmax", "hardmax", "attention_weights"})
_CALLED = regex(r"attention|attn|softmax|probabilit|alpha|α", re.I)
_LETTER = regex(r"[AaPp](?:_.{1,12})?")
_ORDINALS = "first second third fourth fifth sixth seventh eighth".split()


@cache
def _whose() -> re.Pattern[str]:
    """How a line begins that says whose row is worked out below it."""
    noun = "token|word|row|query|position|output|input|i/p|o/p"
    return regex(
        r"^[^\w\n]*(?:softmax\s+)?(?:(?:for|of)\s+)?(?:the\s+)?"
        rf"(?:(?:(?:i/p|input|output|o/p|query)\s+)?(?:{noun})\s+#?(\d{{1,2}})"
        rf"|({'|'.join(_ORDINALS)})\s+(?:{noun}))\b"
        r"(?=[ \t*_\r]*(?:[:,.)–—-]|of\s|\([^()\n]{1,30}\)[ \t:*_\r]*$|$))",
        re.I | re.M,
    )


@record(frozen=True)
class Row:
    """The weights of one query: what they are by the givens, and what the document says they are."""

    given: tuple[Scalar, ...]
    said: tuple[Scalar, ...]
    cause: str | None  # the claim that first went wrong

    @cached_property
    def ranks(self) -> tuple[Ranking, Ranking]:
        """The places from the largest down, by the givens and as said."""
        return ranking(self.given), ranking(self.said)


@record(frozen=True, slots=True)
class Table:
    """Weights that are known from a place of the document on, row by row as people count."""

    rows: Mapping[int, Row]
    span: Span  # of the statement that completed it
    is_vector: bool

    @property
    def width(self) -> int:
        return len(next(iter(self.rows.values())).given)


@record(slots=True)
class Weighings:
    """Every table of weights of a document, in reading order."""

    tables: list[Table] = field(default_factory=list)
    growing: dict[int, Row] = field(default_factory=dict)  # rows that came one by one

    def note(self, page: Page, statement: Statement, outcome: Outcome) -> None:
        """Look whether a statement that was judged gives weights."""
        rows = _rows(page, statement, outcome)
        if rows is None:
            return
        if all(row.given == row.said for row in rows.values()):
            rows = self._known(rows)
        table = Table(rows, statement.span, len(rows) == 1)
        self.tables.append(table)
        if table.is_vector:
            self._grow(page, statement, rows[1])
        else:
            self.growing = {}

    def _known(self, rows: dict[int, Row]) -> dict[int, Row]:
        """Weights that are only stated, with what they are by the givens where they are stated again."""
        for table in self.tables[: -RECENT - 1 : -1]:
            if len(table.rows) == len(rows):
                pairs = zip(table.rows.values(), rows.values(), strict=True)
                if all(known.said == row.said for known, row in pairs):
                    return dict(zip(rows, table.rows.values(), strict=True))
        return rows

    def _grow(self, page: Page, statement: Statement, row: Row) -> None:
        """Put a row to those above it, if the document says whose row it is."""
        number = _number(page, statement)
        if number is None:
            return
        widths = {len(known.given) for known in self.growing.values()}
        fresh = number == 1 and self.growing.keys() != {1}
        if fresh or widths - {len(row.given)}:
            self.growing = {}
        self.growing[number] = row
        self.tables.append(Table(dict(self.growing), statement.span, is_vector=False))


def _rows(page: Page, statement: Statement, outcome: Outcome) -> dict[int, Row] | None:
    """The rows of weights that a chain comes to, numbered from one."""
    if statement.hypothesis:
        return None
    links = [link for link in outcome.chain.links if isinstance(link.printed.value, Tensor)]
    if not links or not _is_weighing(page, statement, links[-1]):
        return None
    computed = next(
        (link for link in reversed(links) if not (is_literal(link.expr) or link.is_named)), links[-1]
    )
    given, said = computed.unrounded.value, links[-1].printed.value
    if not isinstance(given, Tensor) or not isinstance(said, Tensor):
        return None
    true, stated = rows_of(given), rows_of(said)
    if (
        true is None
        or len(true[0]) > MOST_COLUMNS
        or not all(are_finite(row) and are_shares(row) for row in true)
    ):
        return None
    if stated is None or len(stated) != len(true) or len(stated[0]) != len(true[0]):
        stated = true
    cause = _cause(outcome, links[-1])
    return {at: Row(*pair, cause) for at, pair in enumerate(zip(true, stated, strict=True), 1)}


def _cause(outcome: Outcome, link: Link) -> str | None:
    """The error that the stated weights carry: their own, or one further up."""
    if link.verdict is Verdict.WRONG:
        return next((c.id for c in outcome.claims if c.span == link.member.span), link.cause)
    return link.cause


def _is_weighing(page: Page, statement: Statement, link: Link) -> bool:
    """Whether numbers that add up to one are meant as shares: by a softmax, or by what they are called."""
    members = [member.expr for member in statement.members]
    if page.has_words and not all(_WEIGHING.isdisjoint(traits(expr).ops) for expr in members):
        return not any(isinstance(expr, Call) and expr.op in ("mul", "matmul", "times") for expr in members)
    head = members[0]
    if not isinstance(head, Name):
        return False
    return bool(_CALLED.search(head.key)) or (
        _LETTER.fullmatch(head.key) is not None and _has_fractions(link)
    )


def _has_fractions(link: Link) -> bool:
    """Not only noughts and ones, which are inputs more often than weights."""
    value = link.printed.value
    return isinstance(value, Tensor) and any(item != 0 and item != 1 for item in value.items)


def _number(page: Page, statement: Statement) -> int | None:
    """Whose row it is: the index of its name, or what the nearest line above begins with."""
    index = _index(statement.members[0].expr)
    if index is not None:
        return index
    start = statement.members[0].span.start
    lines = list(_whose().finditer(page.text, max(0, start - _REACH), start))
    if not lines:
        return None
    above = lines[-1]
    return int(above[1]) if above[1] else _ORDINALS.index(above[2].lower()) + 1


def _index(expr: Expr) -> int | None:
    """The single number under a name: α_2 is the second row."""
    if isinstance(expr, Name) and len(expr.index) == 1 and isinstance(expr.index[0], Number):
        value = expr.index[0].value
        return int(value.p) if value.q == 1 and 1 <= value <= MOST_COLUMNS else None
    return None
