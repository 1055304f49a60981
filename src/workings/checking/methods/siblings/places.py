"""Where lines of a kind have their numbers from, and the one line that has a number from nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.lines import Line, Slot, terms_of
from workings.checking.methods.miscopying import misread
from workings.checking.methods.siblings.rows import Address, Mark, Rows
from workings.checking.methods.siblings.worked import LEFT_OUT, OTHER, Stray, put, stray
from workings.document import Statement
from workings.expr import Call, Expr, Number
from workings.record import record

LEAST_SUPPORT = 2  # lines that have different numbers from the same place
_TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))
Places = dict[Address, Mark]


@record(frozen=True, slots=True)
class Column:
    """One number of every line, and the addresses that all of them, or all but one, have it from."""

    slots: tuple[Slot, ...]
    whole: bool
    near: tuple[tuple[int, fmpq, int], ...]  # the odd line, what it should have, and where that stands

    @property
    def is_fixed(self) -> bool:
        return len({slot.value for slot in self.slots}) == 1


class Heads:
    """What every name was said to be: the first time, and the last time before a line."""

    def __init__(self, statements: Iterable[Statement], text: str) -> None:
        self._said: dict[str, list[Mark]] = {}
        for statement in statements:
            number = stated_number(statement.members[-1].expr)
            if number is None or len(statement.members) < 2 or statement.hypothesis:
                continue
            mark = Mark(number.value, statement.members[-1].span.start, 0)
            self._said.setdefault(_head(statement, text), []).append(mark)
        self.text = text

    def addresses(self, line: Line) -> Places:
        said = self._said.get(_head(line.statement, self.text), [])
        above = [mark for mark in said if mark.start < line.start]
        return {("=", 0): above[0], ("=", -1): above[-1]} if above else {}


def _head(statement: Statement, text: str) -> str:
    """The left side of a statement as it is written."""
    span = statement.members[0].span
    return "".join(text[span.start : span.end].split())


def stray_of(lines: Sequence[Line], rows: Rows, heads: Heads) -> Stray | None:
    """The line of a kind with a number put in otherwise than in the others, or left out."""
    shape, count = Counter(line.skeleton for line in lines).most_common(1)[0]
    alike = [line for line in lines if line.skeleton == shape]
    if count < 2:
        return None
    places = [heads.addresses(line) | rows.addresses(line.start) for line in alike]
    if count == len(lines):
        return _misput(alike, places, rows)
    short = [line for line in lines if line.skeleton != shape]
    return _left_out(alike, places, short[0], rows, heads) if len(short) == 1 else None


def _columns(lines: Sequence[Line], places: Sequence[Places]) -> list[Column]:
    return [_column(tuple(line.slots[at] for line in lines), places) for at in range(len(lines[0].slots))]


def _column(slots: tuple[Slot, ...], places: Sequence[Places]) -> Column:
    near: list[tuple[int, fmpq, int]] = []
    for address in places[0]:
        if any(address not in other for other in places[1:]):
            continue
        for sign in (1, -1):
            off = [at for at, slot in enumerate(slots) if sign * places[at][address].value != slot.value]
            if not off:
                return Column(slots, True, ())
            if len(off) == 1:
                mark = places[off[0]][address]
                near.append((off[0], sign * mark.value, mark.start))
    return Column(slots, False, tuple(near))


def _misput(lines: Sequence[Line], places: Sequence[Places], rows: Rows) -> Stray | None:
    columns = _columns(lines, places)
    open_ = [column for column in columns if not column.is_fixed and not column.whole]
    if len(open_) != 1:
        return None
    found = [*_strays(lines, open_[0], rows)]
    return found[0] if len({one.line.start for one in found}) == 1 else None


def _strays(lines: Sequence[Line], column: Column, rows: Rows) -> Iterator[Stray]:
    for odd, expected, source in column.near:
        slot, line = column.slots[odd], lines[odd]
        others = {other.value for at, other in enumerate(column.slots) if at != odd} - {*_TRIVIAL}
        if len(others) < min(LEAST_SUPPORT, len(lines) - 1):
            continue
        if len(lines) == 2 and (len(line.slots) < 2 or not _is_telling(slot)):
            continue
        slip = misread(expected, slot.value, slot.written)
        if slip is not None and not rows.states(slot.value, line.start):
            yield stray(line, slip, ((slot, expected),), source)
        elif odd and len(lines) > 2 and slot.value == column.slots[odd - 1].value and _is_telling(slot):
            yield stray(line, OTHER, ((slot, expected),), source)


def _is_telling(slot: Slot) -> bool:
    """Whether a number has two digits at least, so that it is not met by chance."""
    return len(str(abs(slot.value / slot.written.unit).p)) > 1


def _left_out(
    lines: Sequence[Line], places: Sequence[Places], short: Line, rows: Rows, heads: Heads
) -> Stray | None:
    """The line without a factor or a term that is the same number in all others."""
    if len(lines) < 2:
        return None
    here = heads.addresses(short) | rows.addresses(short.start)
    found: dict[int, Stray] = {}
    for gap, slot in enumerate(lines[0].slots):
        if slot.value in _TRIVIAL or any(line.slots[gap].value != slot.value for line in lines):
            continue
        rest = without(lines[0].formula.expr, slot.written)
        terms = terms_of(rest) if rest is not None else None
        if terms is None or tuple(term.skeleton for term in terms) != short.skeleton:
            continue
        kept = [at for at in range(len(lines[0].slots)) if at != gap]
        mended = _with(lines[0].formula.expr, lines[0].slots, kept, short)
        if mended is not None and _is_explained(lines, places, short, here, kept):
            found[gap] = Stray(short, LEFT_OUT, None, slot.value, slot.written.span.start, mended)
    return next(iter(found.values())) if len(found) == 1 else None


def _is_explained(
    lines: Sequence[Line], places: Sequence[Places], short: Line, here: Places, kept: Sequence[int]
) -> bool:
    """Whether the numbers that a line has are from where the others have theirs, some different."""
    support = 0
    for own, at in zip(short.slots, kept, strict=True):
        column = _column((*(line.slots[at] for line in lines), own), (*places, here))
        if not column.is_fixed and not column.whole:
            return False
        support += not column.is_fixed and own.value not in _TRIVIAL
    return support > 0


def without(expr: Expr, node: Number) -> Expr | None:
    """A formula without one of its factors or terms; None if it has no such."""
    if isinstance(expr, Call) and len(expr.args) == 2 and any(is_signed(arg, node) for arg in expr.args):
        first, second = expr.args
        if expr.op in ("mul", "times", "dot", "add") or (expr.op == "sub" and is_signed(second, node)):
            return second if is_signed(first, node) else first
        return None
    if not isinstance(expr, Call):
        return None
    for at, arg in enumerate(expr.args):
        rest = without(arg, node)
        if rest is not None:
            return Call(expr.span, expr.op, (*expr.args[:at], rest, *expr.args[at + 1 :]), expr.options)
    return None


def is_signed(expr: Expr, node: Number) -> bool:
    """Whether an expression is this number, or its negative."""
    return expr is node or (isinstance(expr, Call) and expr.op == "neg" and expr.args[0] is node)


def _with(expr: Expr, slots: Sequence[Slot], kept: Sequence[int], short: Line) -> Expr | None:
    """The formula of another line with the numbers of this one where this one has any."""
    for own, at in zip(short.slots, kept, strict=True):
        expr = put(expr, slots[at], own.value)
    return expr
