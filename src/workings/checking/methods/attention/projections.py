"""Projections of attention heads: the last one takes all heads side by side, and has to be counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.comparison import SHAPE
from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.extents import sizes_of
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span, line_start, sentence_around

HEADS = r"\bheads\b(?! of (?:size|width|dim\w*)\Z)"  # how many there are, not how wide
LEFT_OUT, COUNTED_TWICE = "recipe/left-out", "recipe/other-size"
_HEADS = regex(r"\bheads\b|multi[- ]?head", re.I)
_OUT = regex(
    r"W\s?[_^]\s?\{?\s?(?:\\(?:text|mathrm)\{)?(?:[Oo]\b|out\b)"
    r"|\boutput[- ](?:projection|matrix|weight matrix)",
    re.I,
)
_NAMED_OUT = regex(r"W[_^](?:O|o|out)")
_ONE_HEAD = regex(r"\b(?:per|each|every|one|single|a) head\b|\bhead_?\{?i\b|\bown\b|\bslice", re.I)
_IGNORED = regex(
    r"\b(?:no|without|ignor\w*|omit\w*|except|excluding|not counting)\b[^.;\n]{0,30}"
    r"(?:output proj|(?-i:W)[_^]\{?O)",
    re.I,
)
_COUNTS = regex(r"param|weights|count", re.I)
_ALL = regex(
    r"\ball (?:of them|projections|matrices|four)|\battention\b|\bprojections\b|\btogether\b"
    r"|\bMHS?A\b|\btotal\b",
    re.I,
)
_SOME = regex(
    r"\bthree\b|\b3 proj|quer|\bkeys?\b|\bQ\b|\bQKV\b|W[_^]|\bin[- ]proj|\bfirst\b|\bper head\b|\bone head\b",
    re.I,
)
_SOME_IN = regex(r"W\s?[_^]\s?\{?(?:Q|K|V)\b|quer|\bkeys?\b|\bvalues?\b", re.I)
_SPLIT = regex(
    r"d_\{?(?:\\(?:text|mathrm)\{)?(?:k|v|h|head)\}*\s*=\s*\S{1,24}\s*/|\bsplit"
    r"|\bdivided (?:among|between|over|into)\b"
    r"|\b(?:width|size|dim\w*) (?:of|per) (?:one|each|a|every)? ?head",
    re.I,
)
_FULL = regex(r"\bfull[- ](?:width|size|dim)|\bheads?\b[^.\n]{0,30}\bfull\b|\bnot (?:split|divided)", re.I)
_STACKED = regex(
    r"layer|block|stack|batch|example|sentence|token|position|expert|(?-i:\bL\b|\bN\b|\bB\b)", re.I
)
_HEAD_SIZE = r"d_k|d_v|d_\{?head\}?|d_h"
_WIDTH_OF_HEADS = r"head (?:size|dim\w*|width)|heads of (?:size|width|dim\w*)\Z"
_WIDTH = r"model (?:size|width|dim\w*)|embedding (?:size|dim\w*)"
SAID: tuple[re.Pattern[str], ...] = (_HEADS,)


def claims_of_projections(sheet: Sheet) -> Iterator[Claim]:
    if not sheet.says(_HEADS) or not sheet.says(_OUT) or sheet.says(_IGNORED):
        return
    facts = facts_of(sheet)
    parts = {sheet.part_at(found.start()) for found in _OUT.finditer(sheet.text)}
    for part in sorted(parts, key=lambda part: part.start):
        heads = facts.only(r"h|H|n_h|n_\{?heads\}?|N_h|A", HEADS, part=part)
        size = facts.only(_HEAD_SIZE, _WIDTH_OF_HEADS, part=part)
        width = facts.only(r"d_model|d_\{model\}|d_m", _WIDTH, part=part)
        width = width or facts.only(r"d|D", _WIDTH, part=part)
        if heads is not None and width is not None and heads > 1:
            head = size or (width / heads if (width / heads).q == 1 else None)
            if head is not None and head * heads == width:
                yield from _too_small(sheet, part, heads, head, width)
                yield from _overcounted(sheet, part, heads, width, size)
        if sheet.says(_COUNTS) and width is not None:
            yield from _uncounted(sheet, part, width)


def _too_small(sheet: Sheet, part: Span, heads: fmpq, head: fmpq, width: fmpq) -> Iterator[Claim]:
    """`W^O` as large as for one head, where all heads go through it side by side."""
    small = (place for place in _small(sheet, head, width) if part.start <= place.start < part.end)
    for place in sorted(small, key=lambda place: place.start):
        begins, ends = _around(sheet, place)
        taken = any(_takes(line, heads, head * width) for line in workings_of(sheet) if line.start > begins)
        if taken or _ONE_HEAD.search(sheet.text, begins, ends):
            continue
        shown = f"{show(heads * head)}×{show(width)}"
        message = (
            f"the {show(heads)} heads of width {show(head)} are put side by side before it: it is {shown}"
        )
        yield sheet.claim(place, SHAPE, message, shown)
        return


def _around(sheet: Sheet, place: Span) -> tuple[int, int]:
    """The sentence of a place, or its item or row of a table."""
    text = sheet.judge.page.text
    opening = line_start(text, place.start)
    if text[opening : place.start].lstrip().startswith(("|", "- ", "* ", "•", "\\item")):
        end = text.find("\n", place.end)
        return opening, end if end >= 0 else len(text)
    return sentence_around(text, place.start, place.end)


def _small(sheet: Sheet, head: fmpq, width: fmpq) -> Iterator[Span]:
    """Where the last projection has the size of one head, in words or as a product."""
    for one in sizes_of(sheet):
        names = [expr for expr in one.exprs if isinstance(expr, Name) and _NAMED_OUT.fullmatch(expr.key)]
        is_out = bool(names) or (not one.exprs and _OUT.search(one.words) is not None)
        if len(one.exprs) <= 1 and is_out and one.size == (str(head), str(width)):
            yield one.span
    for line in workings_of(sheet):
        product = _factors(line.formula.expr) == [head, width]
        words = sheet.text[line.opening : line.start]
        if product and _OUT.search(words) and not _SOME_IN.search(words):
            yield line.formula.span


def _takes(line: Working, heads: fmpq, part: fmpq) -> bool:
    """Whether a line takes the weights of one head so many times as there are heads."""
    factors = _factors(line.formula.expr)
    product = fmpq(1)
    for factor in factors:
        product *= factor
    return heads in factors and product == heads * part and len(factors) > 1


def _overcounted(sheet: Sheet, part: Span, heads: fmpq, width: fmpq, size: fmpq | None) -> Iterator[Claim]:
    """`3 · 8 · 512 · 512` for queries, keys and values, though the heads share the width among them."""
    if (size is None and not sheet.says(_SPLIT)) or sheet.says(_FULL):
        return
    if any(
        fact.value == heads and _STACKED.search(f"{fact.words} {fact.after} {fact.base}")
        for fact in facts_of(sheet)
    ):
        return  # so many layers, or examples, may be counted as well
    for line in workings_of(sheet):
        if not part.start <= line.start < part.end:
            continue
        factors = sorted(_factors(line.formula.expr))
        rest = [factor for factor in factors if factor != width]
        counted = rest in (sorted([fmpq(3), heads]), sorted([fmpq(4), heads])) or (
            rest == [heads] and heads > 4
        )
        words = sheet.text[line.opening : line.start]
        if len(factors) != len(rest) + 2 or not counted or not (_SOME_IN.search(words) or _ALL.search(words)):
            continue
        right = line.number.value / heads
        message = (
            f"the {show(heads)} heads are {show(width / heads)} wide each and share {show(width)} among them"
        )
        yield sheet.claim(line.formula.span, COUNTED_TWICE, message, right)
        return


def _uncounted(sheet: Sheet, part: Span, width: fmpq) -> Iterator[Claim]:
    """`3 · 512²` for all projections of a page that names four."""
    square = width * width
    for line in workings_of(sheet):
        if not part.start <= line.start < part.end:
            continue
        factors = _factors(line.formula.expr)
        one = square if line.number.value == 3 * square else square + width
        if len(factors) < 2 or line.number.value != 3 * one or factors[0] != 3 or not _ALL.search(line.said):
            continue
        if (
            _SOME.search(line.own)
            or _OUT.search(sheet.text, line.start)
            or not _OUT.search(sheet.text[: line.start])
        ):
            continue
        if not _is_summed_alone(line, one, width, workings_of(sheet)):
            continue
        message = f"Q, K, V and the output have {show(one)} weights each: 4 · {show(one)}"
        yield sheet.claim(line.formula.span, LEFT_OUT, message, 4 * one)
        return


def _is_summed_alone(line: Working, part: fmpq, width: fmpq, lines: Sequence[Working]) -> bool:
    """Whether a later sum takes the three without the fourth, and no later line has the fourth."""
    whole = line.number.value
    later = [leaves(other.formula.expr) for other in lines if other.start > line.start]
    values = [[leaf.value for leaf in numbers] for numbers in later]
    if any(part in row or row.count(width) > 1 and len(row) == 2 for row in values):
        return False
    return any(whole in row for row in values)


def _factors(expr: Expr) -> list[fmpq]:
    """The numbers of a product, and what stands in brackets in it as one."""
    if isinstance(expr, Call) and expr.op in ("mul", "times"):
        return [factor for arg in expr.args for factor in _factors(arg)]
    number = stated_number(expr)
    return [number.value] if number is not None else [fmpq(0)]
