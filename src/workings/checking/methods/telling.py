"""The claims made of lines that are right as arithmetic and wrong as what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing import compare
from workings.checking.judging import Judge
from workings.checking.methods.pages.lines import Line, families
from workings.checking.methods.pages.stores import Store
from workings.checking.methods.trials.families import (
    DROPPED_FACTOR,
    DROPPED_TERM,
    Oddity,
    odd_one,
    without_factor,
    without_term,
)
from workings.checking.rules.catalogue import Description
from workings.checking.wording import because_of, claim_about
from workings.evaluating import How
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number, number, swapped
from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.resolving.quantity import FIRST_BITS, Quantity
from workings.resolving.scope import as_value
from workings.source import Span, line_start
from workings.value import precision

REACH = 160  # characters before lines in which they may be said to have something in common
_SHARED = regex(
    r"\bshar(?:e|es|ed|ing)\b|\btied\b|\bsame (?:weight|row|value|number)|\breus|\bborrow|\bin place of\b"
    r"|\bat the \w+ of\b|\binstead\b",
    re.I,
)
COPIED = "copy/differs"
OTHER_ROW = "copy/other-row"
LEFT_OUT = "copy/left-out"
_DROPPED = {DROPPED_TERM: "add", DROPPED_FACTOR: "mul"}  # by what it is brought back
_UNITS = (
    "$x = (3, 2)$, $w_1 = (5, 4)$, $b_1 = 7$, $w_2 = (6, 9)$, $b_2 = 8$\n\n"
    "$z_1 = 5 \\cdot 3 + 4 \\cdot 2 + 7 = 30$\n\n"
)
RULES: dict[str, Description] = {
    "copy/left-out": Description(
        "a line leaves out a term that the lines beside it have",
        wrong=_UNITS + "$z_2 = 6 \\cdot 3 + 9 \\cdot 2 = 36$",
        right=_UNITS + "$z_2 = 6 \\cdot 3 + 9 \\cdot 2 + 8 = 44$",
        why="The last term, often a bias, stands apart from the products and is left for later.",
    ),
}


def claims_of_families(judge: Judge, lines: Sequence[Line], stores: Sequence[Store]) -> Iterator[Claim]:
    """The lines that are made otherwise than their kind."""
    doubted = {claim.span for claim in judge.claims if claim.verdict is Verdict.WRONG}
    with precision(FIRST_BITS):
        for family in families(lines):
            odd = _odd(family, stores) if len(family) > 1 else None
            if odd is None or _SHARED.search(
                judge.page.text, max(0, family[0].start - REACH), odd.line.start
            ):
                continue
            if not any(_is_within(odd.line, span) for span in doubted):
                yield from _told(judge, odd)


def _odd(family: Sequence[Line], stores: Sequence[Store]) -> Oddity | None:
    return odd_one(family, stores) or without_term(family, stores) or without_factor(family, stores)


def _is_within(line: Line, span: Span) -> bool:
    return line.statement.span.start <= span.start <= line.statement.span.end


def _told(judge: Judge, odd: Oddity) -> Iterator[Claim]:
    right = _mended(odd)
    result = odd.line.result
    expected = Quantity(right, {}, How())
    stated = Quantity(result.expr, {}, How())
    value = as_value(expected.value)
    if value is None or compare(stated, expected, result.sign == "≈").verdict is not Verdict.WRONG:
        return
    yield claim_at(
        judge, odd.line.formula.span, _rule(odd), _fits(odd), _words(odd), show(value), _places(odd)
    )


def _mended(odd: Oddity) -> Expr:
    """The formula as it should have been."""

    expr = odd.line.formula.expr
    for part in odd.misput:
        if odd.slip in _DROPPED:
            return Call(expr.span, _DROPPED[odd.slip], (expr, number(part.expected)))
        put_in = part.slot.sign * part.expected
        expr = swapped(expr, part.slot.written, Number(part.slot.written.span, put_in, fmpq(1), str(put_in)))
    return expr


def _rule(odd: Oddity) -> str:
    if odd.slip in _DROPPED:
        return LEFT_OUT
    return OTHER_ROW if odd.slip == OTHER_ROW else COPIED


def _fits(odd: Oddity) -> tuple[str, ...]:
    return (odd.slip,)


def _words(odd: Oddity) -> str:
    part, index = odd.misput[0], odd.line.index
    spelt, value = part.source.spelt(index), show(part.expected)
    if odd.slip in _DROPPED:
        return f"{spelt} = {value} is left out, which the lines beside it have"
    put_in = show(part.slot.value)
    if odd.slip == OTHER_ROW:
        return f"{spelt} is {value}, put in as {put_in}, which is {odd.taken_from}"
    return f"{spelt} is {value}, put in as {put_in}"


def _places(odd: Oddity) -> tuple[Span, ...]:
    part = odd.misput[0]
    stores: list[Store] = [part.source.store]
    starts = sorted(entry.start for store in stores for entry in store.entries.values())
    return (Span(starts[0], starts[0]),)


def claim_at(
    judge: Judge,
    place: Span,
    rule: str,
    fits: tuple[str, ...],
    message: str,
    computed: str | None,
    places: Sequence[Span],
) -> Claim:
    """A wrong claim about a place of the page, with the lines that speak against it."""
    because = tuple(because_of(judge.page, _line_of(judge.page.text, other)) for other in places)
    return claim_about(judge.page, place, Verdict.WRONG, rule, message, computed, fits=fits, because=because)


def _line_of(text: str, place: Span) -> Span:
    """The line that a place stands on."""
    start = line_start(text, place.start)
    end = text.find("\n", place.end)
    return Span(start, len(text) if end < 0 else end)
