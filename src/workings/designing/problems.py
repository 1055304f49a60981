"""What is to be computed: points that should fire and those that should not, however they are given."""

from __future__ import annotations

import re

from workings.checking.designs.booleans import (
    ARITY,
    MOST_INPUTS,
    NAMED,
    RULES,
    Function,
    every,
    kind_of,
    named,
)
from workings.checking.designs.cells import results_of
from workings.checking.designs.reading import truth_tables
from workings.checking.designs.separable import Point
from workings.checking.designs.truth import TruthTable
from workings.ops import FUNCTIONS
from workings.parsing import Lexicon
from workings.parsing.grids import grids
from workings.pipeline import Document
from workings.record import record
from workings.regex import regex

MOST_POINTS = 1024
_ENTRY = regex(r"\(?\s*+([-+]?[01](?:\s*+,?\s*+[-+]?[01])*+)\s*+\)?\s*+(?::|=|->|→)\s*+([-+]?[01])")
_NAME = regex(r"(?:(\d{1,2})[- ]?(?:bit|input)?[- ]?)?([A-Za-z]+(?:-[A-Za-z]+)?)[- ]?(\d{1,2})?")


class NoProblemError(ValueError):
    """There is nothing to design for, and why, in words."""


@record(frozen=True)
class Problem:
    """Points with the bit that each should come to."""

    title: str
    inputs: tuple[str, ...]
    points: tuple[tuple[Point, int], ...]

    @property
    def fired(self) -> list[Point]:
        return [point for point, bit in self.points if bit]

    @property
    def silent(self) -> list[Point]:
        return [point for point, bit in self.points if not bit]

    @property
    def is_complete(self) -> bool:
        """Whether every input of bits has its result, once."""
        distinct = {point for point, _ in self.points}
        return len(distinct) == len(self.points) == 1 << len(self.inputs)


def from_name(text: str, inputs: int | None = None) -> Problem | None:
    """`AND`, `OR3`, `parity-4`, `3-bit majority`; None if it is no function that we know."""
    found = _NAME.fullmatch(text.strip())
    if found is None:
        return None
    word = found[2]
    kind = kind_of(word) if kind_of(word) in RULES else kind_of(word.upper())
    if kind not in RULES:
        return None
    count = inputs or int(found[1] or found[3] or ARITY.get(kind, 2))
    function = named(kind, count)
    if function is None:
        raise NoProblemError(f"there is no {kind} of {count} inputs here; at most {MOST_INPUTS} are taken")
    return of_function(function)


def known_functions() -> str:
    """The names of the functions, for those who asked for another one."""
    return ", ".join(RULES)


def of_function(function: Function, names: tuple[str, ...] = ()) -> Problem:
    points = tuple((bits, function(bits)) for bits in every(function.arity))
    return Problem(function.name, names or _names(function.arity), points)


def from_line(text: str) -> Problem:
    """`00:0 01:1 10:1 11:0`, with or without commas and brackets; -1 may stand for nought."""
    points: list[tuple[Point, int]] = []
    for found in _ENTRY.finditer(text):
        entries = tuple(int(entry) for entry in re.findall(r"[-+]?[01]", found[1]))
        points.append((entries, int(found[2] in ("1", "+1"))))
    rest = _ENTRY.sub("", text).strip(" ,;\n")
    if rest or not points:
        raise NoProblemError(
            f"cannot read {rest or text!r}: write each input with its result, such as 00:0 01:1"
        )
    if len({len(point) for point, _ in points}) != 1:
        raise NoProblemError("the inputs are not equally long")
    if len(points) > MOST_POINTS or len(points[0][0]) > MOST_INPUTS:
        raise NoProblemError(f"at most {MOST_POINTS} rows of {MOST_INPUTS} inputs are taken")
    return Problem("this table", _names(len(points[0][0])), tuple(points))


def from_document(document: Document) -> Problem:
    """The first truth table of a document that says what is wanted, or the only function it names."""
    lexicon = Lexicon(FUNCTIONS)
    tables = truth_tables(list(grids(document.reading.passages)), lexicon)
    for table in tables:
        problem = _of_table(table, lexicon, document.reading.page.text)
        if problem is not None:
            return problem
    kinds = {kind_of(found[0]) for found in NAMED.finditer(document.reading.page.text)}
    function = named(kinds.pop()) if len(kinds) == 1 else None
    if function is None:
        raise NoProblemError(
            f"{document.reading.page.filename} has no truth table with one column of results"
        )
    return of_function(function)


def _of_table(table: TruthTable, lexicon: Lexicon, text: str) -> Problem | None:
    results = results_of(table, lexicon)
    if results is None:
        return None
    rows = sorted(table.rows)
    points = tuple((table.written(bits), bit) for bits, bit in zip(rows, results, strict=True))
    title = next(
        (
            kind
            for kind in RULES
            if (function := named(kind, len(table.inputs))) is not None
            and function.table == results
            and re.search(rf"\b{kind}\b", text)
        ),
        "this table",
    )
    return Problem(title, table.inputs, points)


def _names(count: int) -> tuple[str, ...]:
    return tuple(f"x{at + 1}" for at in range(count))
