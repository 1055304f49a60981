"""From a judged document to the claims about its designs: tables, rows, gates and sentences.

What a document does not need is not imported: most that come here only have bits in a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from workings.checking.designs.booleans import NAMED
from workings.checking.designs.truth import TruthTable, read_table
from workings.checking.judging import Judge
from workings.document import Statement
from workings.finding import Claim
from workings.ops import FUNCTIONS
from workings.parsing import Lexicon
from workings.parsing.grids import Grid
from workings.regex import regex
from workings.resolving.quantity import FIRST_BITS
from workings.value import precision

if TYPE_CHECKING:
    from workings.checking.designs.settings import Settings
    from workings.checking.designs.words import WordMachine

MOST_TABLES = 60
_POINT = regex(r"[\[(]\s?[-−]?[01]\s?,\s?[-−]?[01]\s?[,\])]|\bx_?\{?1\}?\s?=\s?[01]\b")
_PARTS = regex(r"separab|perceptron|\blines?\b|neuron|\bunits?\b|hyperplane|classifier", re.I)


def claims_of_designs(judge: Judge, statements: tuple[Statement, ...]) -> list[Claim]:
    """All that a document says about its designs, judged."""
    lexicon = Lexicon(FUNCTIONS, frozenset(judge.scope.bindings))
    found = list(judge.grids[:MOST_TABLES])
    tables = truth_tables(found, lexicon)
    text = judge.page.text
    if not tables and NAMED.search(text) is None and _POINT.search(text) is None:
        return []
    with precision(FIRST_BITS):
        return list(_claims(judge, statements, found, tables, lexicon))


def _claims(
    judge: Judge,
    statements: tuple[Statement, ...],
    found: list[Grid],
    tables: list[TruthTable],
    lexicon: Lexicon,
) -> Iterator[Claim]:
    """What every reader of designs says of a page; each is loaded where the page speaks of its matter."""
    from workings.checking.designs.settings import Settings

    page, passages = judge.page, judge.passages
    settings = Settings(statements, passages, page.text)
    taken = frozenset(claim.span.start for claim in judge.claims)
    names = NAMED.search(page.text) is not None
    if tables:
        from workings.checking.designs.cells import Desk

        desk = Desk(page, lexicon, settings)
        for table in tables:
            yield from desk.claims(table, taken)
    if _POINT.search(page.text):
        from workings.checking.designs.rows import Ledger

        ledger = Ledger(page, settings)
        yield from ledger.claims(passages, taken)
        yield from ledger.demands()
    if names:
        from workings.checking.designs.gates import claims_of_gates
        from workings.checking.designs.hearing import Hearing

        for grid in found:
            yield from claims_of_gates(page, settings, grid)
        yield from Hearing(page, settings, tables, _words(judge, settings)).claims(passages)
    if _PARTS.search(page.text):
        from workings.checking.designs.partings import Bench

        yield from Bench(page, settings, tables, lexicon, passages).claims()


def _words(judge: Judge, settings: Settings) -> Callable[[int], WordMachine | None] | None:
    """How to find the recurrent machine of a place; None in a document without recurrences."""
    patterns = judge.scope.formulas.patterns
    if not patterns:
        return None
    from workings.checking.designs.words import word_machine

    def at(place: int) -> WordMachine | None:
        said = {
            key: event.value for key, event in settings.at(place).values.items() if event.value is not None
        }
        return word_machine(patterns, {**judge.scope.given, **said})

    return at


def truth_tables(found: list[Grid], lexicon: Lexicon) -> list[TruthTable]:
    """Those tables of a document that are truth tables, in reading order."""
    known = [table for grid in found if (table := read_table(grid, lexicon)) is not None]
    return sorted(known, key=lambda table: table.span)
