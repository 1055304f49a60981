"""Adapters of low rank: `r (m + n)` weights beside a matrix, with both sides of that matrix."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number, stated_numbers
from workings.checking.comparing.parts import other_factor, summands, unsigned
from workings.checking.methods.pages.extents import names_in, sizes_by_name, sizes_of
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/other-size"
_LORA = regex(r"\bLoRA\b|\blow[- ]rank (?:adapt|update)", re.I)
_ADDED = regex(r"\bLoRA\b|trainable|adapter|added|\bnew\b|r\s?\(", re.I)
_COMMAS = regex(r"(?<=\d)(?:,|\{,\}|\\,)(?=\d{3})")
SAID: tuple[re.Pattern[str], ...] = (_LORA,)

Size = tuple[int, ...]


def claims_of_adapters(sheet: Sheet) -> Iterator[Claim]:
    """The first count beside a matrix that takes another side than it has."""
    if not sheet.says(_LORA):
        return
    sized = sizes_of(sheet)
    sizes = sizes_by_name(sized).items()
    known = {
        name: tuple(map(int, size)) for name, size in sizes if len(size) == 2 and "".join(size).isdigit()
    }
    rank = facts_of(sheet).only(r"r|rank", r"\brank\b")
    if not known or rank is None:
        return
    yield from (claim for line in workings_of(sheet) for claim in _of_line(sheet, line, rank, known))
    yield from _of_tables(sheet, rank, known)


def _of_line(sheet: Sheet, line: Working, rank: fmpq, known: Mapping[str, Size]) -> Iterator[Claim]:
    """`W_up: 8 · (3072 + 3072)`, where W_up is 3072 × 768."""
    named = {known[name] for name in names_in(line.words) if name in known}
    sides = _sides(line.formula.expr, rank)
    if len(named) != 1 or sides is None:
        return
    size = named.pop()
    right = [fmpq(side) for side in size]
    if sorted(sides) != sorted(right) and any(side in right for side in sides):
        yield _told(sheet, line, rank, size)


def _told(sheet: Sheet, line: Working, rank: fmpq, size: Size) -> Claim:
    return sheet.claim(line.formula.span, RULE, _says(size, rank), rank * sum(size))


def _says(size: Size, rank: fmpq) -> str:
    m, n = size
    return f"the matrix is {m}×{n}, so its factors have {show(rank)} · ({m} + {n}) weights"


def _sides(expr: Expr, rank: fmpq) -> tuple[fmpq, fmpq] | None:
    """The two sides in `r (m + n)` or `r m + n r`."""
    match expr:
        case Call(op="mul" | "times", args=(first, second)):
            for factor, rest in ((first, second), (second, first)):
                number, terms = stated_number(factor), stated_numbers(summands(unsigned(rest)))
                if number is not None and number.value == rank and len(terms) == 2:
                    return terms[0].value, terms[1].value
        case Call(op="add", args=(first, second)):
            sides = [other_factor(part, rank) for part in (first, second)]
            if sides[0] is not None and sides[1] is not None:
                return sides[0], sides[1]
    return None


def _of_tables(sheet: Sheet, rank: fmpq, known: Mapping[str, Size]) -> Iterator[Claim]:
    """`| W_up | 3072 × 768 | 49152 |` under a title that speaks of the adapter."""
    for grid in sheet.grids:
        for row in grid.rows:
            named = {known[name] for name in names_in(row[0].text.replace("$", " ")) if name in known}
            if len(named) != 1:
                continue
            m, n = size = named.pop()
            others = {rank * side for side in (2 * m, 2 * n, m * n, m, n)} - {rank * (m + n)}
            for title, cell in zip(grid.header, row, strict=False):
                value = number_in(_COMMAS.sub("", cell.text.strip("$ ")))
                if value in others and _ADDED.search(title.text):
                    yield sheet.claim(cell.span, RULE, _says(size, rank), rank * (m + n))
                    return
