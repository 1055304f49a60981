"""Lengths of vectors: the squares under the root, held to the entries that the page gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.comparing.miscopying import misread
from workings.checking.comparing.parts import summands
from workings.checking.methods.pages.facts import Fact
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.pages.lines import terms_of
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import PRODUCTS, Call, Expr, Name, Number
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL
from workings.regex import regex
from workings.source import line_start
from workings.value import Tensor

VALUE, LEFT_OUT, SIGN = "value/differs", "recipe/left-out", "recipe/sign"
NO_SQUARE = "recipe/no-square"
NEAR = 60  # characters before a sum that say that it is one of squares
LEAST = 3  # squares that are known again where nothing says of which vector they are
_ROOT = regex(r"\\sqrt|√|\bsqrt\b")
_NORM = regex(r"\bnorms?\b|\blength\b|\\lVert|\\\||‖|\|\w+\|", re.I)
_CHANGED = regex(
    r"\bupdated\b|\bnew\b|\bafter\b|\bwithout\b|\bfirst \w+ (?:entries|components)|\bweighted\b", re.I
)
_SQUARED = regex(r"\bsquar|\bnorms?\b|\blength\b|‖", re.I)
_DIFFERENCE = regex(
    r"\bdifferen|\bminus\b|\bsubtract|\bless\b|\bsigned\b|\bLorentz|\bsides?\b|\blegs?\b", re.I
)
LATEST = 2  # lists above a line whose squares it may add
_OF_LENGTH = regex(
    rf"\b(?:of|have|has|with)(?: the| a| an)?(?: same| equal| common)? (?:length|norm)s?"
    rf"[\s$]*(?:is|of)?[\s$]*(?:\\?\w+\s*=\s*)?({NUMERAL})(?![\d.]*\d)"
)
SAID: tuple[re.Pattern[str], ...] = (_ROOT, _SQUARED, _OF_LENGTH)


def claims_of_lengths(sheet: Sheet) -> Iterator[Claim]:
    """The squares that are not those of their entries, where the others are."""
    if not sheet.says(_ROOT) or not sheet.says(_NORM):
        return
    for statement in sheet.statements:
        if statement.hypothesis or statement.offered:
            continue
        for member in statement.members:
            terms = _squares(member.expr)
            if len(terms) < 2:
                continue
            line = line_start(sheet.text, statement.span.start)
            if not _CHANGED.search(sheet.text, line, statement.span.start):
                yield from _judged(sheet, statement, terms, *_entries(sheet, statement))
            break


def claims_of_squares(sheet: Sheet) -> Iterator[Claim]:
    """The square of a negative entry that is taken away: `1.44 − 0.36` for the vector (1.2, −0.6)."""
    for result in sheet.results if sheet.says(_SQUARED) else ():
        formula = result.formula
        inner = formula.args[0] if isinstance(formula, Call) and formula.op == "sqrt" else formula
        terms = terms_of(inner) if inner is not None else None
        if formula is None or not terms or len(terms) < 2:
            continue
        if any(term.skeleton not in ("#", "-#") for term in terms):
            continue
        start = result.start
        said = sheet.text[max(line_start(sheet.text, start), start - NEAR) : start]
        if not _SQUARED.search(said) or _DIFFERENCE.search(said):
            continue
        values = [-one.slots[0].value if one.skeleton == "-#" else one.slots[0].value for one in terms]
        above = [one for one in sheet.listings if one.first.start < start]
        for listing in above[-LATEST:]:
            turned = [entry * entry if entry >= 0 else -entry * entry for entry in listing.values]
            if values == turned and min(values) < 0:
                entry = min(listing.values)
                message = f"the square of {show(entry)} is {show(entry * entry)}, which is added"
                right = sum((entry * entry for entry in listing.values), fmpq(0))
                yield sheet.claim(formula.span, SIGN, message, right, listing.first)
                return


def claims_of_own_products(sheet: Sheet) -> Iterator[Claim]:
    """The product of a vector with itself stated as its length: `a · a = 1.3` for vectors of length 1.3."""
    for statement in sheet.statements if sheet.says(_OF_LENGTH) else ():
        for member, following in pairwise(statement.members):
            stated = stated_number(following.expr)
            match member.expr:
                case Call(op=op, args=(Name(key=one), Name(key=other))) if op in PRODUCTS and one == other:
                    length = _length_of(sheet, one, statement.span.start)
                    if stated is not None and stated.value == length and length not in (0, 1):
                        right = length * length
                        message = f"{show(length)} is the length of {one}; {one} · {one} is its square"
                        yield sheet.claim(following.span, NO_SQUARE, message, right)
                        return
                case _:
                    pass


def _length_of(sheet: Sheet, name: str, before: int) -> fmpq | None:
    """The length that a sentence gives a vector, or all vectors that it names."""
    found: set[fmpq] = set()
    for said in _OF_LENGTH.finditer(sheet.text, 0, before):
        opening = max(sheet.text.rfind(stop, 0, said.start()) for stop in (". ", ":\n", "\n\n", ";"))
        named = re.search(rf"(?<![\w\\]){re.escape(name)}(?!\w)", sheet.text[max(opening, 0) : said.start()])
        value = number_in(said[1])
        if named is not None and value is not None:
            found.add(value)
    return found.pop() if len(found) == 1 else None


def _judged(
    sheet: Sheet, statement: Statement, terms: Sequence[Expr], rows: Sequence[Sequence[fmpq]], is_named: bool
) -> Iterator[Claim]:
    """The one square in a sum of squares that is not that of its entry, or that is left out."""
    values = [scalar(term, {}) for term in terms]
    squares = [[entry * entry for entry in row] for row in rows]
    if any(sorted(map(str, row)) == sorted(map(str, values)) for row in squares):
        return
    found = [
        (row, off)
        for row in squares
        if len(row) == len(values)
        and len(off := [n for n in range(len(row)) if not _is(values[n], row[n], terms[n])]) == 1
    ]
    if len(found) == 1 and (is_named or len(terms) >= LEAST):
        square, (at,) = found[0]
        right, entry = square[at], rows[squares.index(square)][at]
        if _is_slip(terms[at], right, entry):
            message = f"the square of {show(entry)} is {show(right)}"
            message += "; the other terms are the squares of their entries"
            yield sheet.claim(terms[at].span, VALUE, message, right)
    elif is_named and len(squares) == 1 and len(squares[0]) == len(values) + 1 > 2:
        row = squares[0]
        lost = [n for n in range(len(row)) if row[n] and [*row[:n], *row[n + 1 :]] == values]
        if lost:
            message = f"the square of entry {lost[-1] + 1} is left out, which is {show(row[lost[-1]])}"
            place = statement.members[1].span
            yield sheet.claim(place, LEFT_OUT, message, None)


def _is(value: object, square: fmpq, term: Expr) -> bool:
    """Whether a term is a square, exactly or rounded."""
    if not isinstance(value, fmpq):
        return False
    unit = term.unit if isinstance(term, Number) and term.unit < 1 else fmpq(0)
    return abs(value - square) <= unit


def _is_slip(term: Expr, square: fmpq, entry: fmpq) -> bool:
    """Whether a term is a square with a slip in it, or the entry itself or twice it."""
    number = stated_number(term)
    if number is None or not isinstance(term, Number):
        return False
    misdone = number.value in (2 * entry, abs(entry), 2 * abs(entry)) and square not in (0, 1)
    return misdone or misread(square, number.value, number.unit) is not None


def _squares(expr: Expr) -> list[Expr]:
    """The terms under a root."""
    if isinstance(expr, Call) and expr.op == "sqrt":
        return [term for term in summands(expr.args[0]) if not isinstance(term, Name)]
    return []


def _entries(sheet: Sheet, statement: Statement) -> tuple[list[list[fmpq]], bool]:
    """The vectors that a length may be of, and whether its left side names one."""
    start = statement.span.start
    match statement.members[0].expr:
        case Call(op="norm" | "bars" | "abs", args=(Name() as inner,)):
            base, index = called(inner)
            above = _above(sheet, start)
            own = [fact for fact in above if (fact.base, fact.index) == (base, index)]
            rows = {tuple(row) for row in map(_row, own) if row}
            if rows:
                return [list(row) for row in rows], len(rows) == 1
            return _gathered([fact for fact in above if fact.base == base]), True
    if not _NORM.search(sheet.text, max(0, line_start(sheet.text, start) - 80), start):
        return [], False
    above = _above(sheet, start)
    bases = dict.fromkeys(fact.base for fact in above if fact.base)
    rows_of = [row for base in bases for row in _gathered([fact for fact in above if fact.base == base])]
    return rows_of, False


def _above(sheet: Sheet, start: int) -> list[Fact]:
    """What is known above a place and is no result."""
    return [fact for fact in facts_of(sheet) if fact.start < start and not fact.is_result]


def _row(fact: Fact) -> list[fmpq]:
    if not isinstance(fact.value, Tensor) or len(fact.value.shape) != 1:
        return []
    items = [item for item in fact.value.items if isinstance(item, fmpq)]
    return items if len(items) == len(fact.value.items) else []


def _gathered(facts: Sequence[Fact]) -> list[list[fmpq]]:
    """All entries that have one letter in common: g_W = (3, -4) and g_b = 12."""
    whole = [row for fact in facts if not fact.index and (row := _row(fact))]
    if whole or len({(fact.base, fact.index) for fact in facts}) != len(facts):
        return whole if len(whole) == 1 else []
    entries: list[fmpq] = []
    for fact in facts:
        entries += _row(fact) or ([fact.value] if isinstance(fact.value, fmpq) else [])
    return [entries] if len(entries) > 1 else []
