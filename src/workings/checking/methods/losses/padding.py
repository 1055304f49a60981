"""Means over sequences with padding: only the real tokens count, not those that fill up the length."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import Stated, number_in, stated_number, stated_numbers
from workings.checking.comparing.parts import quotient, terms
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import literal, scalar
from workings.expr import Array, Call, Expr, Number
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span
from workings.value import Tensor

RULE = "mean/other-count"
_PAD = regex(r"<\s?pad\s?>|\bPAD\b|\\langle\s?pad|\[PAD\]|\bpadd(?:ed|ing)\b", re.I)
_LEFT_OUT = regex(
    r"\breal (?:\w+ )?(?:tokens?|targets?|positions?|words?|frames?)|\bnon-?pad|\bunmasked"
    r"|\bignor|\bmask(?:ed)?\b|\bnot count|\bexclud|\bwithout (?:the )?pad|\bonly (?:the )?(?:real|valid)",
    re.I,
)
_LENGTH = regex(r"\bpadded (?:up )?to (?:a |the )?(?:length |len )?(?:of )?(\d{1,2})\b", re.I)
_TOKEN = regex(r"<\s?pad\s?>|\[PAD\]|(?<![\w<])PAD(?![\w>])", re.I)
_NUMBERED = regex(r"^[^\n=]{0,30}?([^\W\d_])_?\{?(\d{1,2})\}?\s*&?=[^\n]*", re.M)
_FIELDS = regex(r"\s{2,}|\s*[,&|]\s*|\t")
_VECTOR = regex(r"[(\[]\s*[-−]?\s?\d[^()\[\]\n]{2,60}[)\]]")
MOST_TOKENS = 24
SAID: tuple[re.Pattern[str], ...] = (_PAD,)


def claims_of_padding(sheet: Sheet) -> Iterator[Claim]:
    """The first mean that is divided by the padded length, though what was added up are the real tokens."""
    if not sheet.says(_PAD) or not sheet.says(_LEFT_OUT):
        return
    lengths = dict(_lengths(sheet.judge.page.text))
    for statement in sheet.statements if lengths else ():
        if statement.hypothesis or statement.offered:
            continue
        for member in statement.members:
            found = _divided(member.expr)
            if found is None or found[1] not in lengths:
                continue
            real = _adds_up(sheet, found[0], member.span)
            if real is None or real >= found[1] or lengths[found[1]] not in (0, real):
                continue
            message = f"{found[1] - real} of the {found[1]} positions are padding: the mean is over {real}"
            yield sheet.claim(member.span, RULE, message, None)
            return


def _divided(expr: Expr) -> tuple[Expr, int] | None:
    """What is divided by a count, and the count; of a list of quotients, those of its first entry."""
    if isinstance(expr, Array) and expr.items and not isinstance(expr.items[0], Array):
        counts = {found[1] for item in expr.items if (found := quotient(item)) is not None}
        return quotient(expr.items[0]) if len(counts) == 1 else None
    match expr:
        case Call(op="div", args=(Array() as whole, Number(value=count))) if count.q == 1:
            return whole, int(count.p)
    return quotient(expr)


def _lengths(text: str) -> Iterator[tuple[int, int]]:
    """Lengths of sequences with padding, and how many of their tokens are real."""
    for found in _LENGTH.finditer(text):
        yield int(found[1]), 0
    for line in text.splitlines():
        pads = len(_TOKEN.findall(line))
        if pads == 0 or len(line) > 200:
            continue
        fields = [
            field for field in _FIELDS.split(line.rpartition(":")[2].strip("\\ .()[]{}")) if field.strip()
        ]
        if (
            pads < len(fields) <= MOST_TOKENS
            and sum(_TOKEN.search(field) is not None for field in fields) == pads
        ):
            yield len(fields), len(fields) - pads
    numbered = [
        (found[1], int(found[2]), _TOKEN.search(found[0]) is not None) for found in _NUMBERED.finditer(text)
    ]
    for letter in {letter for letter, _, padded in numbered if padded}:
        own = {at: padded for other, at, padded in numbered if other == letter}
        if set(own) == set(range(1, len(own) + 1)):
            yield len(own), sum(not padded for padded in own.values())


def _adds_up(sheet: Sheet, whole: Expr, place: Span) -> int | None:
    """How many numbers or vectors above add up to what is divided, if that is seen."""
    if isinstance(whole, Array):
        wanted = literal(whole)
        if not isinstance(wanted, Tensor):
            return None
        above = [
            one
            for one in (_values(found[0]) for found in _VECTOR.finditer(sheet.text, 0, place.start))
            if one
        ]
        same = [one for one in above if len(one) == len(wanted.items)]
        same = same[:-1] if same and same[-1] == wanted.items else same
        for count in range(2, min(len(same), MOST_TOKENS) + 1):
            if tuple(map(sum, zip(*same[-count:], strict=True))) == wanted.items:
                return count
        return None
    number = stated_number(whole)
    return None if number is None else _added(sheet, number, place)


def _added(sheet: Sheet, number: Stated, place: Span) -> int | None:
    """The same of a number, which may also be the sum of the results right above it."""
    before = [one for one in sheet.statements if one.span.end <= place.start]
    for statement in reversed(before):
        for member in statement.members[:-1]:
            for item in member.expr.items if isinstance(member.expr, Array) else (member.expr,):
                parts = stated_numbers(term for _, term in terms(item))
                if len(parts) > 1 and scalar(item, {}) == number.value:
                    return len(parts)
    above = [one for one in sheet.results if one.statement.span.end <= place.start]
    numbers = [one.number for one in above if one.number.unit < 1]
    if numbers and numbers[-1].value == number.value:
        numbers.pop()
    for count in range(2, min(len(numbers), MOST_TOKENS) + 1):
        last = numbers[-count:]
        room = sum((one.unit for one in last), number.unit)
        if abs(sum((one.value for one in last), fmpq(0)) - number.value) <= room / 2:
            return count
    return None


def _values(text: str) -> tuple[fmpq, ...]:
    found = [number_in(part.strip(" \\$").replace("−", "-")) for part in text.strip("()[] ").split(",")]
    return tuple(value for value in found if value is not None) if None not in found else ()
