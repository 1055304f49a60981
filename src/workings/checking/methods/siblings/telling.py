"""The claims made of lines with a number from elsewhere than the lines of their kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing import compare
from workings.checking.methods.lines import Line
from workings.checking.methods.sheet import Sheet, is_meant_otherwise
from workings.checking.methods.siblings.coefficients import against_formulas, of_named
from workings.checking.methods.siblings.dealing import dealt
from workings.checking.methods.siblings.entries import odd_entries
from workings.checking.methods.siblings.kinds import has_formula, kinds, lines_of
from workings.checking.methods.siblings.matching import mismatches
from workings.checking.methods.siblings.places import Heads, stray_of
from workings.checking.methods.siblings.rows import Rows
from workings.checking.methods.siblings.sliding import RULE as WINDOW
from workings.checking.methods.siblings.sliding import SLID, Odd, odd_windows
from workings.checking.methods.siblings.strays import strays
from workings.checking.methods.siblings.turns import through_lists
from workings.checking.methods.siblings.vectors import grids_of, vectors_of
from workings.checking.methods.siblings.worked import Stray
from workings.checking.methods.telling import COPIED, LEFT_OUT, OTHER_ROW, claim_at
from workings.evaluating import How
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.resolving.quantity import FIRST_BITS, Quantity
from workings.resolving.scope import as_value
from workings.source import Span
from workings.value import precision


def claims_of_siblings(sheet: Sheet, told: Sequence[Span]) -> Iterator[Claim]:
    """The lines that have a number from elsewhere than the lines of their kind, or than the vectors above."""
    if not any(has_formula(statement) for statement in sheet.statements):
        return
    rows = Rows(sheet.text)
    lines = lines_of(rows, sheet.statements)
    if not lines:
        return
    wrong = (claim.span for claim in sheet.judge.claims if claim.verdict is Verdict.WRONG)
    doubted = {span.start for span in (*told, *wrong)}
    with precision(FIRST_BITS):
        for stray in _found(sheet, rows, lines):
            span = stray.line.statement.span
            known = any(span.start <= start <= span.end for start in doubted)
            if stray.line.formula.span.start in sheet.upheld:
                continue
            if not known and not is_meant_otherwise(sheet.text, stray.line.start):
                doubted.add(stray.line.start)
                yield from _told(sheet, stray) if isinstance(stray, Stray) else _slid(sheet, stray)


def _found(sheet: Sheet, rows: Rows, lines: Sequence[Line]) -> Iterator[Stray | Odd]:
    heads = Heads(sheet.statements, sheet.text)
    for kind in kinds(lines):
        stray = stray_of(kind, rows, heads)
        if stray is not None:
            yield stray
    judge = sheet.judge
    matrices = grids_of(judge.page.text, judge.passages, sheet.statements, sheet.listings)
    vectors = vectors_of(matrices, sheet.listings)
    yield from strays(lines, rows, vectors)
    yield from against_formulas(lines, sheet.statements)
    yield from of_named(lines, sheet.statements)
    if vectors:
        yield from mismatches(lines, vectors, matrices, rows)
        yield from through_lists(lines, vectors, matrices)
        yield from odd_entries(lines, vectors)
        yield from dealt(lines, vectors)
    if matrices and sheet.says(SLID):
        yield from odd_windows(sheet.text, lines, matrices)


def _told(sheet: Sheet, stray: Stray) -> Iterator[Claim]:
    if stray.put_in is not None and _is_rounding(stray.put_in, stray.expected):
        return
    result = stray.line.result
    expected = Quantity(stray.mended, {}, How())
    value = as_value(expected.value)
    stated = Quantity(result.expr, {}, How())
    if value is None or compare(stated, expected, result.sign == "≈").verdict is not Verdict.WRONG:
        return
    rule = LEFT_OUT if stray.put_in is None else OTHER_ROW if stray.slip == OTHER_ROW else COPIED
    place = Span(stray.source, stray.source)
    yield claim_at(
        sheet.judge, stray.line.formula.span, rule, (stray.slip,), _words(stray), show(value), (place,)
    )


def _slid(sheet: Sheet, odd: Odd) -> Iterator[Claim]:
    message = f"the kernel gives {show(odd.right)} here; the windows around it are right"
    place, source = odd.line.formula.span, Span(odd.source, odd.source)
    yield claim_at(sheet.judge, place, WINDOW, (OTHER_ROW,), message, show(odd.right), (source,))


def _words(stray: Stray) -> str:
    if stray.put_in is None:
        return f"{show(stray.expected)} is left out"
    return f"{show(stray.expected)} is put in as {show(stray.put_in)}"


def _is_rounding(first: fmpq, second: fmpq) -> bool:
    """Whether one of two decimals is the other one to fewer digits."""
    coarse = max(_unit(first), _unit(second))
    return abs(first - second) * 2 <= coarse and _unit(first) != _unit(second)


def _unit(value: fmpq) -> fmpq:
    """One unit of the last digit of a decimal."""
    unit = fmpq(1)
    while (value / unit).q != 1 and unit.q < 10**12:
        unit /= 10
    return unit
