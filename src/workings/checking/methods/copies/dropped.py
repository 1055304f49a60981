"""A result of the step before, put in with one digit lost or two exchanged: 1.8 for 1.08."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import leaves, spelt
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import COPIED
from workings.document import Statement
from workings.expr import Array, Expr, Number, swapped, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span

FARTHEST = 500  # characters from a result to where it is put in
BESIDE = 160  # characters around a number in which the other entries of its vector are put in
LEAST_DIGITS = 3  # of the number that is copied
MOST = 200
_NUMERAL = regex(r"(?<![\d.])\d+\.\d+(?![\d])")
WANTS = ("lists",)


@record(frozen=True, slots=True)
class Result:
    """A number that a statement ends in, and the others of its vector."""

    text: str
    others: tuple[str, ...]
    span: Span


def claims_of_dropped(sheet: Sheet) -> Iterator[Claim]:
    """The first number that stands nowhere above, and is a result above with a slip."""
    above: set[str] = set()  # the decimals of the page so far
    end, known = 0, list[Result]()
    lines: list[tuple[Expr, list[Number]]] = []  # that work something out, with their numbers
    copied = sheet.makeup.lists and _NUMERAL.search(sheet.text)  # from a list, whose entries go together
    for statement in sheet.statements[:MOST] if copied else ():
        start = statement.span.start
        if start > end:
            above |= {found[0] for found in _NUMERAL.finditer(sheet.text, end, start)}
            end = start
        for member in statement.members:
            numbers = leaves(member.expr) if is_numeric(member.expr) else []
            if len(numbers) < 2 or _is_list(member.expr):
                continue
            for leaf in numbers:
                source = _source(leaf, known, above)
                if source is not None and _is_put_in(sheet, statement, member.expr, leaf, source, lines):
                    message = f"{source.text} is put in as {leaf.text}"
                    yield sheet.claim(leaf.span, COPIED, message, source.text, source.span)
                    return
            lines.append((member.expr, numbers))
        known += _results(statement)


def _is_list(expr: Expr) -> bool:
    """Whether there is nothing to work out in a vector."""
    return isinstance(expr, Array) and all(stated_number(item) is not None for item in expr.items)


def _source(leaf: Number, known: Sequence[Result], above: set[str]) -> Result | None:
    """The only result near a number that becomes it by a slip behind the point."""
    if leaf.text in above or "." not in leaf.text:
        return None
    near = [one for one in known if 0 < leaf.span.start - one.span.start < FARTHEST]
    found = {one.text: one for one in near if leaf.text in _miswritten(one.text)}
    return next(iter(found.values())) if len(found) == 1 else None


def _miswritten(text: str) -> set[str]:
    """A number without one of its digits, but the last, or with two of them exchanged."""
    whole, _, digits = text.partition(".")
    if len(text) <= LEAST_DIGITS or len(digits) < 2:
        return set()
    lost = {f"{whole}.{digits[:at]}{digits[at + 1 :]}" for at in range(len(digits) - 1)}
    pairs = ((at, digits[at], digits[at + 1]) for at in range(len(digits) - 1))
    turned = {f"{whole}.{digits[:at]}{second}{first}{digits[at + 2 :]}" for at, first, second in pairs}
    return (lost | turned) - {f"{whole}.{digits[:-1]}", text}


def _is_put_in(
    sheet: Sheet,
    statement: Statement,
    expr: Expr,
    leaf: Number,
    source: Result,
    lines: Sequence[tuple[Expr, Sequence[Number]]],
) -> bool:
    """Whether the other entries of the vector are put in beside it, or a line above has its form."""
    first = max(source.span.end, leaf.span.start - BESIDE)
    around = sheet.text[first : leaf.span.start] + sheet.text[leaf.span.end : leaf.span.end + BESIDE]
    kept = [other for other in source.others if re.search(rf"(?<![\d.]){re.escape(other)}(?!\d)", around)]
    again = re.search(rf"(?<![\d.]){re.escape(source.text)}(?!\d)", around) is not None
    telling = bool(source.others) and len(kept) == len(source.others)
    if statement.hypothesis or again or not telling:
        return False
    form = _form(expr, leaf)
    return any(_form(line, other) == form for line, numbers in lines for other in numbers)


def _form(expr: Expr, leaf: Number) -> str:
    """A formula with a gap in the place of one number."""
    return spelt(swapped(expr, leaf, Number(leaf.span, leaf.value * 0, leaf.unit, "#")))


def _results(statement: Statement) -> Iterator[Result]:
    """The numbers that a statement ends in."""
    last = statement.members[-1].expr
    numbers = [node for node in walk(last) if isinstance(node, Number)]
    if len(statement.members) < 2 or not (_is_list(last) or stated_number(last) is not None):
        return
    for number in numbers:
        others = tuple(other.text for other in numbers if other is not number)
        yield Result(number.text, others, number.span)
