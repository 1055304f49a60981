"""Lines with the same label in block after block, one of which lacks a factor that all others have.

In every sweep stands `S2: a: 8 + 0.9·0.2·V`, with another V. Then `S2: a: 8 + 0.2·7.2` has lost the 0.9,
which the page gives a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.parts import factors, signed_terms
from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.knowing import Working, facts_of, label_at, workings_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.record import record

RULE = "recipe/left-out"
LEAST_OTHERS = 2
MOST_LINES = 24  # with one label
WANTS = ("worked",)

Terms: TypeAlias = tuple[tuple[int, Counter[fmpq]], ...]


@record(frozen=True, slots=True)
class Labelled:
    """A sum of products of numbers: of each term its sign and its factors."""

    line: Working
    terms: Terms

    @property
    def signs(self) -> tuple[int, ...]:
        return tuple(sign for sign, _ in self.terms)


def claims_of_labelled(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each label that lacks a factor which the others have."""
    families: dict[tuple[str, str], list[Labelled]] = {}
    for line in workings_of(sheet) if sheet.is_worked else ():
        label = (label_at(sheet.text, line.start), (line.statement.label or "").lower())
        terms = terms_in(line.formula.expr) if label[1] and not line.is_bare else ()
        if terms:
            families.setdefault(label, []).append(Labelled(line, terms))
    for family in families.values():
        if LEAST_OTHERS < len(family) <= MOST_LINES:
            yield from _odd_one(sheet, family)


def terms_in(expr: Expr) -> Terms:
    """The terms of a sum of products of plain numbers; none if it is anything else."""
    found: list[tuple[int, Counter[fmpq]]] = []
    for term in signed_terms(expr):
        inner = term.args[0] if isinstance(term, Call) and term.op == "neg" else term
        parts = factors(inner)
        numbers = stated_numbers(parts)
        if len(numbers) != len(parts):
            return ()
        found.append((1 if inner is term else -1, Counter(number.value for number in numbers)))
    return tuple(found)


def _odd_one(sheet: Sheet, family: Sequence[Labelled]) -> Iterator[Claim]:
    for odd in family:
        others = [one for one in family if one is not odd]
        if any(_shape(one) != _shape(others[0]) for one in others) or odd.signs != others[0].signs:
            continue
        shared = [_shared([one.terms[at][1] for one in others]) for at in range(len(odd.terms))]
        lost = [kept - own for kept, (_, own) in zip(shared, odd.terms, strict=True)]
        at = next((at for at, one in enumerate(lost) if one), None)
        if at is None or sum(map(Counter.total, lost)) != 1:
            continue
        factor = next(iter(lost[at]))
        own, rest = odd.terms[at][1], odd.terms[at][1] - shared[at]
        facts = facts_of(sheet)
        lacks = own.total() + 1 == others[0].terms[at][1].total() and _same_elsewhere(odd, others[0], at)
        if not lacks or factor == 1 or not _is_named(factor, facts, odd.line.start):
            continue
        if all(_is_known(value, facts, odd.line.start) for value in rest) and not is_contrasted(
            sheet.text, odd.line.start
        ):
            message = f"the factor {show(factor)} is left out, which the lines with the same label have"
            right = sum((_worth(sign, own) for sign, own in odd.terms), fmpq(0))
            right += _worth(*odd.terms[at]) * (factor - 1)
            claim = sheet.claim(odd.line.formula.span, RULE, message, right, others[0].line.formula.span)
            yield replace(claim, fits=("slip/dropped-factor",))
            return


def _shape(one: Labelled) -> tuple[tuple[int, int], ...]:
    return tuple((sign, own.total()) for sign, own in one.terms)


def _same_elsewhere(odd: Labelled, other: Labelled, at: int) -> bool:
    """Whether all terms but one have as many factors."""
    own, others = _shape(odd), _shape(other)
    return own[:at] + own[at + 1 :] == others[:at] + others[at + 1 :]


def _shared(terms: Sequence[Counter[fmpq]]) -> Counter[fmpq]:
    """The factors that a term has in all lines."""
    shared = terms[0]
    for own in terms[1:]:
        shared = shared & own
    return shared


def _worth(sign: int, own: Counter[fmpq]) -> fmpq:
    made = fmpq(sign)
    for value in own.elements():
        made *= value
    return made


def _is_named(value: fmpq, facts: Facts, place: int) -> bool:
    """Whether a number is given under a name above a line."""
    above = facts[: facts.count_above(place)]
    return any(fact.value == value and fact.base and not fact.is_result for fact in above)


def _is_known(value: fmpq, facts: Facts, place: int) -> bool:
    """Whether a number stands above a line, so that nothing was multiplied into it."""
    return any(fact.value == value for fact in facts[: facts.count_above(place)])
