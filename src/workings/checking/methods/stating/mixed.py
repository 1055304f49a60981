"""Lines with the newest value of one name and an older one of another, where both were renewed together.

A second model has the slope 1.571 and the intercept 1.643; `0.7 + 1.571·4` adds the intercept of the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import factors, signed_terms
from workings.checking.methods.pages.facts import Fact
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.record import record
from workings.regex import regex
from workings.source import line_start

RULE = "copy/other-row"
TOGETHER = 300  # characters between two values of one set
FARTHEST = 600  # characters from the newest values to a line
LEAST_DIGITS = 3  # of the newest value, by which it is known again
MOST_NAMES = 24
_OTHERWISE = regex(
    r"\b(?:old|older|first|previous\w*|former|earlier|before|initial\w*|original\w*|instead|without|compar\w*"
    r"|keep\w*|kept|fix(?:ed|es)|frozen|same|unchanged|alt\w*|vorher|OLS|would|hätte|wäre)\b",
    re.I,
)
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Renewed:
    """A name with its newest value and the one before."""

    name: str
    old: Fact
    new: Fact


def claims_of_mixed(sheet: Sheet) -> Iterator[Claim]:
    """The first line with values of two sets."""
    lines = [line for line in workings_of(sheet) if _has_product(line.formula.expr)]
    facts = facts_of(sheet) if lines else ()
    for line in lines:
        above = [fact for fact in facts if fact.start < line.start and isinstance(fact.value, fmpq)]
        for first, other in permutations(_renewed(above, line), 2):
            sets = ((first.new, other.new), (first.old, other.old))
            apart = max(abs(one.start - two.start) for one, two in sets)
            if apart > TOGETHER or first.old.start > other.new.start or not _is_mixed(line, first, other):
                continue
            holders = {fact.name for fact in above if fact.base and fact.value == other.old.value}
            around = sheet.text[line_start(sheet.text, line.start) : line.start] + line.above
            if (
                holders == {other.name}
                and not _OTHERWISE.search(around)
                and not is_contrasted(sheet.text, line.start)
            ):
                new, old = show(other.new.value), show(other.old.value)
                message = f"{other.name} is {new} here, and was {old} before"
                yield sheet.claim(line.formula.span, RULE, message, _put_right(line, other))
                return


def _has_product(expr: Expr) -> bool:
    """Whether a line adds a number to a product."""
    terms = signed_terms(expr)
    alone = [term for term in terms if stated_number(term) is not None]
    return len(terms) == 2 and len(alone) == 1 and len(factors(_other(terms, alone[0]))) == 2


def _other(terms: Sequence[Expr], alone: Expr) -> Expr:
    term = terms[1] if terms[0] is alone else terms[0]
    return term.args[0] if isinstance(term, Call) and term.op == "neg" else term


def _renewed(above: Sequence[Fact], line: Working) -> list[Renewed]:
    """The names that have two values above a line, the newest of them not far away."""
    by_name: dict[str, list[Fact]] = {}
    for fact in above:
        if fact.base and fact.base[0].isalpha() and fact.name != line.name:
            by_name.setdefault(fact.name, []).append(fact)
    found: list[Renewed] = []
    for name, every in by_name.items():
        older = [fact for fact in every if fact.value != every[-1].value]
        if older and line.start - every[-1].start < FARTHEST:
            found += [Renewed(name, one, every[-1]) for one in older]
    return found[:MOST_NAMES]


def _is_mixed(line: Working, first: Renewed, other: Renewed) -> bool:
    """Whether a line multiplies the newest value of one name, and adds an older one of the other."""
    terms = signed_terms(line.formula.expr)
    alone = next(term for term in terms if stated_number(term) is not None)
    product = factors(_other(terms, alone))
    numbers = [one for one in product if isinstance(one, Number)]
    added = stated_number(alone)
    known = [one for one in numbers if one.value == abs(_value(first.new))]
    telling = any(sum(sign.isdigit() for sign in one.text) > LEAST_DIGITS for one in known)
    return (
        telling
        and added is not None
        and added.value == other.old.value
        and added.value not in (0, 1, other.new.value)
        and first.name != other.name
    )


def _value(fact: Fact) -> fmpq:
    return fact.value if isinstance(fact.value, fmpq) else fmpq(0)


def _put_right(line: Working, other: Renewed) -> fmpq | None:
    made = scalar(line.formula.expr, {})
    return made - _value(other.old) + _value(other.new) if isinstance(made, fmpq) else None
