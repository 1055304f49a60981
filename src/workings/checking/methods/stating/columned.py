"""Formulas that sum over the rows of a table, and lines that put its numbers in with a slip."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.methods.pages.facts import Fact, Known
from workings.checking.methods.pages.knowing import BYTES, Working, facts_of, may_be_worked, workings_of
from workings.checking.methods.pages.naming import leaves, spelt
from workings.checking.methods.pages.series import Board, boards_of
from workings.checking.methods.pages.subjects import subject
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.folded import Folding, foldings_of, terms_of
from workings.checking.methods.stating.rowwise import LOG_LOSS, claims_of_rows
from workings.checking.methods.trials.edits import edits
from workings.checking.methods.trials.folds import by_entry
from workings.checking.methods.trials.recipes import Misdone, Variant, is_near, misdone
from workings.evaluating import How, evaluate
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, call, number, swapped, walk
from workings.finding import Claim
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span
from workings.value import Scalar, Tensor, Value

RULE = "formula/differs"
MOST_ROWS = 24
LEAST_DIGITS = 3  # of a number that stands alone
_NEARLY = 200  # one part in so many may be rounding on the way
_COUNTS = ("N", "n", "m", "M", "T", "B", "K")
_OTHERWISE = regex(
    r"\bpad(?:s|ded|ding)?\b|\bmask|ignor|\bskip|\bsmooth|\bclip|\bunbiased|\bonly the\b", re.I
)
_EXPONENT = regex(r"\bexponent\b", re.I)
_SUMMED = regex(r"\b(?:sum|summed|total|altogether)\b", re.I)
_KEPT = "rows that are kept without "
SAID: tuple[re.Pattern[str], ...] = (BYTES,)
WANTS = ("worked", "folds")


def claims_of_columns(sheet: Sheet) -> Iterator[Claim]:
    """The lines of single rows first, then those of all rows."""
    if not (sheet.grids or sheet.listings) or not (sheet.makeup.folds or may_be_worked(sheet)):
        return
    terms = terms_of(sheet.statements)
    boards = boards_of(sheet.grids, sheet.listings) if terms or sheet.says(LOG_LOSS) else []
    if not boards:
        return
    told = [*claims_of_rows(sheet, boards, terms)]
    yield from told
    foldings = foldings_of(sheet.statements)
    if told or not foldings or sheet.says(_OTHERWISE):
        return
    for folding in foldings:
        twins = [one for one in foldings if set(one.bases) & set(folding.bases)]
        if len({spelt(one.expr) for one in twins}) == 1:
            yield from _of_folding(sheet, folding, boards)


def _of_folding(sheet: Sheet, folding: Folding, boards: Sequence[Board]) -> Iterator[Claim]:
    """The first line of a formula that is one slip away from it, where no other line is right."""
    facts = facts_of(sheet)
    found: tuple[Working, Misdone] | None = None
    for line in workings_of(sheet):
        board = _board_of(folding, line, boards)
        own = any(member.span == folding.span for member in line.statement.members)
        if line.base not in folding.bases or line.index or own or board is None:
            continue
        values = _values(folding, board, line, facts)
        if values is None:
            continue
        if _is_right(folding, values, line):
            return
        if found is None and not _is_vague(line):
            kept = {f"{_KEPT}{at + 1}": [_mask(at, board.length)] for at in range(board.length)}
            variants = [*edits(folding.expr), *_unscaled(folding.expr), *_shortened(folding, board)]
            if _SUMMED.search(line.words) is not None:
                variants = [one for one in variants if one.fits[0] != "slip/dropped-factor"]
            misled = misdone(subject(line), folding.expr, variants, {**values, **kept})
            found = (line, misled) if misled is not None else None
    if found is not None:
        line, misled = found
        says = f"{misled.variant.says}: the page has {_written(folding, sheet)}"
        place = _first_stated(sheet, folding, line) or line.formula.span
        claim = sheet.claim(place, RULE, says, misled.right, folding.span)
        yield replace(claim, fits=misled.variant.fits)


def _first_stated(sheet: Sheet, folding: Folding, line: Working) -> Span | None:
    """Where the sentence before a line says what stands in its exponent: “the exponent is 6.908”."""
    match folding.expr, line.formula.expr:
        case Call(op="exp"), Call(op="exp", args=(Number(value=value, text=text),)):
            for fact in facts_of(sheet):
                near = folding.span.end < fact.start < line.start
                if near and fact.value == value and _EXPONENT.search(fact.before):
                    return Span(fact.start, fact.start + len(text))
    return None


def _written(folding: Folding, sheet: Sheet) -> str:
    return " ".join(sheet.judge.page.written[folding.span.start : folding.span.end].split())


def _board_of(folding: Folding, line: Working, boards: Sequence[Board]) -> Board | None:
    """The one table above a line that has all the symbols of a formula."""
    above = [
        board
        for board in boards
        if board.start < line.start and folding.lists <= board.series.keys() and board.length <= MOST_ROWS
    ]
    kinds = {tuple(board.series[base] for base in sorted(folding.lists)) for board in above}
    return above[-1] if len(kinds) == 1 else None


def _values(
    folding: Folding, board: Board, line: Working, facts: Sequence[Fact]
) -> dict[str, list[Known]] | None:
    """What the names of a formula are at a line; None where one of them is not known."""
    found: dict[str, list[Known]] = {}
    for at, base in enumerate(sorted(folding.lists)):
        items = board.series[base]
        found[base] = [Known(Tensor((len(items),), items, True), -2 - at)]
    for at, name in enumerate((*folding.counts, *folding.names)):
        said = [fact for fact in facts if fact.base == name and not fact.index and fact.start < line.start]
        counts = name in folding.counts or name in _COUNTS
        if counts and any(fact.value != board.length for fact in said):
            return None
        known = [Known(fact.value, fact.start) for fact in said if isinstance(fact.value, fmpq)]
        found[name] = [Known(fmpq(board.length), -40 - at)] if counts else known
        if not found[name]:
            return None
    return found


def _mask(place: int, length: int) -> Known:
    """One for every row but one."""
    items = tuple(fmpq(at != place) for at in range(length))
    return Known(Tensor((length,), items, True), -100 - place)


def _is_right(folding: Folding, values: Mapping[str, Sequence[Known]], line: Working) -> bool:
    """Whether a line is what its formula gives, in whatever logarithms."""
    names = {key: known[-1].value for key, known in values.items()}
    stated = [value for member in line.statement.members for value in _worth(member.expr, {})]
    room = 2 * line.number.unit if line.number.unit < 1 else fmpq(0)
    for base in ("e", "2", "10"):
        whole, terms = (_worth(expr, names, base) for expr in (folding.expr, by_entry(folding.expr)))
        if not whole or any(
            is_near(value, one, _NEARLY, room) for value in (*whole, *terms) for one in stated
        ):
            return True  # or it cannot be told
    return False


def _worth(expr: Expr, names: Mapping[str, Value], base: str = "e") -> list[Scalar]:
    """The numbers that a formula comes to."""
    value = as_value(evaluate(expr, dict(names), How(log_base=base)))
    items = value.items if isinstance(value, Tensor) else (value,)
    return [item for item in items if isinstance(item, fmpq | arb)]


def _is_vague(line: Working) -> bool:
    """Whether a number stands alone with too few digits to tell how it was made."""
    return line.is_bare and abs(line.number.value) < line.number.unit * 10 ** (LEAST_DIGITS - 1)


def _unscaled(formula: Expr) -> Iterator[Variant]:
    """A fraction before a sum with one for its numerator: `1/n` for `2/n`."""
    for node in walk(formula):
        match node:
            case Call(op="div", args=(Number(value=value), under)) if value != 1 and leaves(node):
                made = call("div", number(fmpq(1)), under)
                says = f"the factor {show(value)} of the formula is left out"
                yield Variant(("slip/dropped-factor",), swapped(formula, node, made), says)


def _shortened(folding: Folding, board: Board) -> Iterator[Variant]:
    """A sum without one of its rows."""
    for node in walk(folding.expr):
        if isinstance(node, Call) and node.op == "total" and board.length > 2:
            for at, label in enumerate(board.labels):
                kept = Name(node.span, f"{_KEPT}{at + 1}", f"{_KEPT}{at + 1}")
                made = replace(node, args=(call("hadamard", kept, node.args[0]),))
                where = f"“{label}”" if label and not label.isdigit() else f"row {label or at + 1}"
                says = f"the term of {where} is left out of the sum"
                yield Variant(("slip/dropped-term",), swapped(folding.expr, node, made), says)
