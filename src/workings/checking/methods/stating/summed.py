"""Sums whose terms are the products or squares of two columns, all but one as the columns have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.knowing import workings_of
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span

SIGN, VALUE = "recipe/sign", "value/differs"
MOST_LISTS = 10  # of one length
LEAST_TERMS = 4
LEAST_TELLING = 3  # terms that agree, other than nought and one
LONGEST = 24
_ABSOLUTE = regex(r"\babsolut|\bL_?\{?1\b|ℓ_?1|\\ell_\{?1|\bmanhattan|\bMAE\b|\\[lr]?vert\b|\w\|\s*=", re.I)
CHANGED = regex(r"\b(?:chang|replac|modif|flip)\w*|\bset\b|\binstead\b", re.I)
REACH = 200  # characters before a sum that may say that something was changed
_TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))

Numbers = tuple[fmpq, ...]
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Term:
    """A number that is added up, with its sign, the unit of its last digit, and where it stands."""

    value: fmpq
    unit: fmpq
    place: Span


@record(frozen=True, slots=True)
class Way:
    """What the terms would be, and the numbers that each is made of."""

    terms: Numbers
    spelt: tuple[str, ...]


def claims_of_sums(sheet: Sheet) -> Iterator[Claim]:
    """The first term of each sum that is not what its row gives, where all others are."""
    lists = [one for one in sheet.listings if LEAST_TERMS <= len(one.numbers) <= LONGEST]
    if not lists:
        return
    ways: dict[tuple[int, int], list[Way]] = {}
    for line in workings_of(sheet):
        terms = _terms(line.formula.expr)
        if not LEAST_TERMS <= len(terms) <= LONGEST:
            continue
        above = [one for one in lists if one.first.start < line.start and len(one.values) == len(terms)]
        key = (len(terms), len(above))
        if key not in ways:
            ways[key] = [*_ways(above)]
        odd = _odd(terms, ways[key])
        changed = odd and CHANGED.search(sheet.text, max(0, line.start - REACH), line.start)
        if odd is not None and not changed and not _ABSOLUTE.search(sheet.text):
            way, at = odd
            right = way.terms[at]
            rule = SIGN if right == -terms[at].value else VALUE
            says = f"term {at + 1} is {way.spelt[at]} = {show(right)}; the others are made like this"
            yield sheet.claim(terms[at].place, rule, says, right)


def _terms(expr: Expr) -> list[Term]:
    """The terms of a sum of plain numbers, also where it is divided or a root is taken of it."""
    while isinstance(expr, Call) and expr.op in ("div", "sqrt", "brackets", "mul", "times"):
        inner = [
            part for part in expr.args if isinstance(part, Call) and part.op in ("add", "sub", "brackets")
        ]
        if len(inner) != 1:
            return []
        expr = inner[0]
    found: list[Term] = []
    waiting: list[tuple[Expr, int]] = [(expr, 1)]
    while waiting:
        part, sign = waiting.pop()
        if isinstance(part, Call) and part.op in ("add", "sub") and len(part.args) == 2:
            waiting += [(part.args[1], sign if part.op == "add" else -sign), (part.args[0], sign)]
            continue
        number = stated_number(part)
        if number is None or len(found) > LONGEST:
            return []
        found.append(Term(sign * number.value, fmpq(0) if number.integer else number.unit, part.span))
    return found


def _ways(lists: Sequence[Listing]) -> Iterator[Way]:
    """The products of two lists row by row, their squares, and those of their deviations."""
    columns = list({one.values: one for one in lists}.values())[:MOST_LISTS]
    for at, one in enumerate(columns):
        first = one.values
        for other in columns[at:]:
            if one.table == other.table:
                yield _products(first, other.values)
        middle = sum(first, fmpq(0)) / len(first)
        off = tuple(value - middle for value in first)
        yield _products(off, off)


def _products(first: Numbers, second: Numbers) -> Way:
    pairs = [*zip(first, second, strict=True)]
    return Way(tuple(x * y for x, y in pairs), tuple(f"{show(x)} · {_spelt(y)}" for x, y in pairs))


def _spelt(value: fmpq) -> str:
    return f"({show(value)})" if value < 0 else show(value)


def _odd(terms: Sequence[Term], ways: Sequence[Way]) -> tuple[Way, int] | None:
    """The one term that is made otherwise, if just one way gives all others and no way gives all."""
    found: list[tuple[Way, int]] = []
    for way in ways:
        off = [
            at
            for at, (term, right) in enumerate(zip(terms, way.terms, strict=True))
            if not _fits(term, right)
        ]
        if not off:
            return None
        if len(off) == 1 and _is_telling(terms, way, off[0]):
            found.append((way, off[0]))
    return found[0] if len({(at, way.terms[at]) for way, at in found}) == 1 else None


def _fits(term: Term, right: fmpq) -> bool:
    """Whether a term is a product, exactly or rounded to three digits at least."""
    rounded = term.unit * 100 <= abs(term.value)
    return term.value == right or (rounded and abs(term.value - right) <= term.unit / 2)


def _is_telling(terms: Sequence[Term], way: Way, at: int) -> bool:
    """Whether the terms that agree say enough, and the odd one was not left out, masked or cut off."""
    agreeing = {right for place, right in enumerate(way.terms) if place != at and right not in _TRIVIAL}
    odd, right = terms[at].value, way.terms[at]
    lost = right == -odd
    least = LEAST_TELLING - 1 if lost else LEAST_TELLING
    apart = abs(odd - right)
    clear = abs(right) / 50 < apart < abs(right) / 2 and apart >= 5 * terms[at].unit
    return bool(odd) and bool(right) and len(agreeing) >= least and (lost or clear)
