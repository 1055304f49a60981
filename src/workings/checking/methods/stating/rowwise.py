"""Lines that each work out one row of a table by a formula of its columns: “i = 3: −ln 0.7 = 0.3567”.

Where all of them but one are what the formula gives for their row, and the odd one is what it gives with one
number exchanged or with one slip, that one is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.miscopying import misread
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import signed_leaves, spelt
from workings.checking.methods.pages.series import Board
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.folded import Term
from workings.checking.methods.trials.edits import edits
from workings.checking.methods.trials.recipes import is_near, operations
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import NOWHERE, Expr, Name, Number, call, number
from workings.finding import Claim
from workings.ops.writing import log
from workings.record import record
from workings.regex import regex
from workings.source import Span, last_gap
from workings.value import Scalar

RULE = "formula/differs"
COPIED = "copy/differs"
BINARY = "log_loss/same-logarithm"
LEAST_ALIKE = 2  # other rows that are what the formula gives
SURE = 3  # of them, where a number is put in that stands nowhere in its column
_FINE = 1000  # one part in so many is rounding
_COARSE = 200  # the same, of what may be right
_PLAIN = frozenset({"add", "sub", "mul", "div", "neg", "pow", "times", "hadamard", "brackets"})
LOG_LOSS = regex(r"binary cross[- ]?entropy|log[- ]?loss|\bBCE\b|logistic loss|cross[- ]entropy", re.I)
_HEADING = regex(r"^(?:#{1,6} |\\(?:sub)*section)", re.M)
_COUNTED = regex(
    r"[\s>*_|(-]*+(?:\d{1,2}[.)]\s++)?(?:[^\W\d_]{1,12}\.?\s*+)?[=#]?\s*+(\d{1,2})(?![\w.]*\d)\b"
)
_WORD = regex(r"[\s>*_|•\d.)-]*[\"“'`]?([^\W\d_][\w'/-]{0,20})[\"”'`]?\s*[:|=–—]?")


@record(frozen=True, slots=True)
class Odd:
    """The line of a run that is not what the formula gives for its row, and how it was made."""

    line: Working
    right: Scalar
    rule: str
    slip: str
    says: str


def claims_of_rows(sheet: Sheet, boards: Sequence[Board], terms: Sequence[Term]) -> Iterator[Claim]:
    """One line of each run of lines that belong to the rows of a table."""
    told: set[int] = set()
    lines = [line for line in workings_of(sheet) if not line.is_bare]
    for board in boards if len(lines) > LEAST_ALIKE else ():
        known = [(term, full) for term in terms if (full := _completed(sheet, term, board)) is not None]
        mine = [*known, *((term, board) for term in _of_binary(sheet, board))]
        if not mine:
            continue
        for run in (*_runs(sheet, lines, board), *_within(lines, board), *_below(sheet, lines, board)):
            found = [
                (odd, term)
                for term, full in mine
                for odd in _odd_ones(run, term, full)
                if odd.line.base == term.base or _is_under_one_heading(sheet, term, run)
            ]
            if not found or found[0][0].line.start in told:
                continue
            if any(_off(run, formula, full) == [] for term, full in mine for formula in _signed(term)):
                continue  # another formula gives all of them
            odd, term = found[0]
            told.add(odd.line.start)
            place = odd.line.formula.span
            claim = sheet.claim(place, odd.rule, odd.says, odd.right, term.span)
            yield replace(claim, fits=(odd.slip,))


def _is_under_one_heading(sheet: Sheet, term: Term, run: dict[int, Working]) -> bool:
    """Whether a formula stands in the section of lines that do not name what it gives."""
    places = (term.span.start, *(line.start for line in run.values()))
    return not term.base or _HEADING.search(sheet.judge.page.text, min(places), max(places)) is None


def _completed(sheet: Sheet, term: Term, board: Board) -> Board | None:
    """A table with what else a formula needs, where the page gives that one value; None if it does not."""
    others = term.names.difference(board.series)
    if len(others) == len(term.names):
        return None
    found = dict(board.series)
    for name in others:
        values = {
            fact.value for fact in facts_of(sheet) if fact.name == name and isinstance(fact.value, fmpq)
        }
        if len(values) != 1:
            return None
        found[name] = (*values,) * board.length
    return replace(board, series=found)


def _of_binary(sheet: Sheet, board: Board) -> Iterator[Term]:
    """The cross-entropy of labels that are 0 and 1, where the page speaks of it without its formula."""
    labels = [base for base, values in board.series.items() if _are_labels(values)]
    shares = [base for base, values in board.series.items() if all(0 < value < 1 for value in values)]
    if len(labels) == len(shares) == 1 and sheet.speaks_of(LOG_LOSS, board.start):
        y, p = (Name(NOWHERE, base, base) for base in (labels[0], shares[0]))
        rest = [call("sub", number(fmpq(1)), name) for name in (y, p)]
        expr = call("add", call("mul", y, log(p)), call("mul", rest[0], log(rest[1])))
        yield Term("", expr, frozenset({y.key, p.key}), Span(board.start, board.start))


def _are_labels(values: Sequence[fmpq]) -> bool:
    """Noughts and ones, both of them."""
    return 0 in values and 1 in values and all(value in (0, 1) for value in values)


def _within(lines: Sequence[Working], board: Board) -> Iterator[dict[int, Working]]:
    """The lines in the cells of a table, column by column."""
    width = len(board.rows[0]) if board.rows else 0
    for column in range(width):
        spans = [row[column] for row in board.rows]
        yield {
            at: line
            for at, span in enumerate(spans)
            for line in lines
            if span.start <= line.start < span.end and not line.formula.apart
        }


def _runs(sheet: Sheet, lines: Sequence[Working], board: Board) -> Iterator[dict[int, Working]]:
    """The lines below a table by their rows; a row that comes again opens another run."""
    run: dict[int, Working] = {}
    for line in lines:
        row = _row_of(sheet, line, board) if line.start > board.end else None
        if row is None:
            continue
        if run and row <= max(run):
            yield run
            run = {}
        run[row] = line
    yield run


def _below(sheet: Sheet, lines: Sequence[Working], board: Board) -> Iterator[dict[int, Working]]:
    """The lines of one name below the lines that say which row they are about, one for each row."""
    for base in dict.fromkeys(line.base for line in lines if line.base and line.start > board.end):
        mine = [(_row_above(sheet, line, board), line) for line in lines if line.base == base]
        run = {row: line for row, line in mine if row is not None}
        if len(run) == len(mine) > LEAST_ALIKE:
            yield run


def _row_above(sheet: Sheet, line: Working, board: Board) -> int | None:
    """The row that a line is about, by what opens it or else by what opens its paragraph."""
    row = _row_of(sheet, line, board)
    opening = last_gap(sheet.judge.page.text, line.start)
    if row is not None or opening >= line.opening or opening < board.end:
        return row
    start = opening + len(sheet.text[opening : line.start]) - len(sheet.text[opening : line.start].lstrip())
    return _row_of(sheet, replace(line, opening=start), board)


def _row_of(sheet: Sheet, line: Working, board: Board) -> int | None:
    """The row that a line is about, by what opens it."""
    count = count_of(sheet, line)
    if count is not None:
        return _numbered(count, board)
    word = _WORD.match(sheet.text[line.opening : line.start])
    if word is None or board.labels.count(word[1].lower()) != 1:
        return None
    return board.labels.index(word[1].lower())


def count_of(sheet: Sheet, line: Working) -> int | None:
    """The number that a line has, by its index or by what opens it."""
    if line.index.isdigit():
        return int(line.index)
    counted = _COUNTED.match(sheet.text[line.opening : line.start])
    return int(counted[1]) if counted is not None else None


def _numbered(count: int, board: Board) -> int | None:
    """The row with a number, or the so-manieth where the rows have words."""
    if any(label.isdigit() for label in board.labels):
        return board.labels.index(str(count)) if board.labels.count(str(count)) == 1 else None
    return count - 1 if 0 < count <= board.length else None


def _odd_ones(run: dict[int, Working], term: Term, board: Board) -> Iterator[Odd]:
    """The line that is odd while all others of a run are what a formula gives, or its negative."""
    if len(run) <= LEAST_ALIKE:
        return
    for formula in _signed(term):
        off = _off(run, formula, board)
        if off is None:
            return
        if len(off) == 1 and (term.base or _is_sure(off[0], run, board)):
            made = _made(replace(term, expr=formula), off[0], run, board)
            if made is not None:
                yield made
            return


def _signed(term: Term) -> tuple[Expr, ...]:
    """A formula, and its negative where that may be called by the same name, as a loss is."""
    return (
        (term.expr, call("neg", term.expr))
        if any(op.startswith("log") for op in operations(term.expr))
        else (term.expr,)
    )


def _off(run: dict[int, Working], formula: Expr, board: Board) -> list[int] | None:
    """The rows whose lines are not what a formula gives; None where one has no value."""
    off: list[int] = []
    for row, line in run.items():
        value, stated = scalar(formula, board.at(row)), scalar(line.formula.expr, {})
        if value is None or stated is None:
            return None
        if not is_near(value, stated, _COARSE, line.number.unit if line.number.unit < 1 else fmpq(0)):
            off.append(row)
    return off


def _is_sure(odd: int, run: dict[int, Working], board: Board) -> bool:
    """Whether rows with either label are as they should be, so that one share is meant in all of them."""
    labels = next(values for values in board.series.values() if _are_labels(values))
    return {labels[row] for row in run if row != odd} == {fmpq(0), fmpq(1)}


def _made(term: Term, row: int, run: dict[int, Working], board: Board) -> Odd | None:
    """How the odd line was made, by one number or by one slip."""
    line, values = run[row], board.at(row)
    stated, right = scalar(line.formula.expr, {}), scalar(term.expr, values)
    if stated is None or right is None or not operations(line.formula.expr) <= _PLAIN | operations(term.expr):
        return None
    own = [*signed_leaves(line.formula.expr)]
    return (
        _exchanged(term, row, run, board, own)
        or _edited(term, line, values, stated, right)
        or _exchanged(term, row, run, board)
    )


def _exchanged(
    term: Term, row: int, run: dict[int, Working], board: Board, own: Sequence[fmpq] = ()
) -> Odd | None:
    """One number in the place of another: one of the line, or else one of the same column."""
    line, values = run[row], board.at(row)
    stated, right = scalar(line.formula.expr, {}), scalar(term.expr, values)
    for name in sorted(term.names):
        column = board.series[name]
        for value in dict.fromkeys(own or column):
            made = scalar(term.expr, {**values, name: value})
            if value == values[name] or stated is None or right is None or not is_near(made, stated, _FINE):
                continue
            written = Number(NOWHERE, value, _unit(value), str(value))
            slip = "slip/operand" if value in column else misread(values[name], value, written.unit)
            if slip is not None or len(run) > SURE:
                known = f"by the table {name} is {show(values[name])} there"
                says = f"this is for {name} = {show(value)}, and {known}"
                return Odd(line, right, COPIED, slip or "slip/operand", says)
    return None


def _edited(
    term: Term, line: Working, values: Mapping[str, fmpq], stated: Scalar, right: Scalar
) -> Odd | None:
    """The formula with one slip."""
    for variant in edits(term.expr):
        if is_near(scalar(variant.formula, values), stated, _FINE):
            if not term.base:
                given = " and ".join(f"{name} is {show(values[name])}" for name in sorted(term.names))
                says = f"{given} there, so that the logarithm of the other share counts"
                return Odd(line, right, BINARY, BINARY, says)
            says = f"{variant.says}: by the page it is {spelt(term.expr)}"
            return Odd(line, right, RULE, variant.fits[0], says)
    return None


def _unit(value: fmpq) -> fmpq:
    """One in the last digit of a decimal."""
    unit = fmpq(1)
    while (value / unit).q != 1 and unit > fmpq(1, 10**9):
        unit /= 10
    return unit
