"""Caches of keys and values: both are kept, in every layer, for the heads that have keys of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod

from flint import fmpq

from workings.checking.comparing.parts import whole_factors
from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span, last_gap

OTHER_SIZE, LEFT_OUT = "recipe/other-size", "recipe/left-out"
_CACHE = regex(
    r"\b(?:KV|key[-/ ]?value|K/V|K-V)[- ]?cach|\bcach\w*\b[^.\n]{0,60}\bkeys and values|\bkey/value heads",
    re.I,
)
_ALL_HEADS = regex(
    r"\bMHA\b|multi-?head|\bfull\b|without (?:GQA|group|shar)|no group|\bif all\b|\bquer(?:y|ies)\b"
    r"|compar|\bversus\b|\bvs\b|instead|saving|would",
    re.I,
)
_ONE_SIDE = regex(
    r"\bkeys? (?:alone|only)\b|\bonly (?:the )?keys\b|\b(?:for|of) (?:the )?(?:keys|K)\b|\bK[- ]cache\b"
    r"|\bkeys?\s*:|\bvalues?\s*:|\bsame (?:\w+ ){0,2}for (?:the )?(?:values|V)\b"
    r"|\b(?:many|much) (?:again )?for"
    r"|\btwice\b|\bdoubl|\bvalues? (?:need|take|cost)|\beach of\b|\b(?:MLA|latent)\b|\bone of (?:them|K)",
    re.I,
)
_KEPT = regex(
    r"\b(?:cached|stored|kept)\b[^\n:=]{0,40}[:=]\s*\$?(\d{1,3}(?:(?:,|\{,\})\d{3})+|\d+)(?![\d.])", re.I
)
_STORED = regex(
    r"\b(?:stor|cach|keep|kept)|\b(?:per|each|every|one) (?:\w+ and )?(?:token|position|layer)\b", re.I
)  # what a line counts that is a part of the cache
_LENGTH = regex(r"\b(\d{3,9})\$?\s{0,2}(?:tokens|positions|steps)\b")
_BYTES = regex(r"\bbytes?\b|\b[KMG]i?B\b", re.I)
_MEASURED = regex(r"\d ?B\b")
_LAYERS = (r"L|n_layers|n_l|N_l|l|n_\{layers?\}", r"\blayers\b(?!,? (?:for|over|with|at)\b)")
_KV_HEADS = (
    r"n_\{?kv\}?|h_\{?kv\}?|H_\{?kv\}?|n_\{?KV\}?|g|G",
    r"\b(?:key[-/]value|key and value|KV|K/V|shared) (?:heads|groups)\b(?! instead| in place"
    r"| of (?:size|width|dim\w*)\Z)|\bgroups\b",
)
_HEADS = (r"n_q|n_h|h|H|h_q|n_\{?heads\}?", r"\bheads\b(?! of (?:size|width|dim\w*)\Z)")
_QUERY_HEADS = (
    r"n_q|h_q|H_q|n_\{?heads\}?|n_h|h|H",
    r"(?<!KV )(?<!value )\bheads\b(?! of (?:size|width|dim\w*)\Z)",
)
_WIDTH = (r"d_\{?head\}?|d_h|d_k|d", r"\bhead (?:size|dim\w*|width)\b|\bheads? of (?:size|width|dim\w*)\Z")
_STATES = (r"d_\{?model\}?|d|D", r"\bvectors? of size\b|\bmodel (?:size|width|dimension)\b")
NEAR = 400  # characters around a line that speak of it
_SINGLE = regex(r"\b(?:single|one|1|only one) (?:shared )?(?:KV|key/value|key-value|K/V) head\b", re.I)
_PRECISION = (
    (regex(r"\b(?:fp16|bf16|float16|bfloat16|half precision|16[- ]bit|two bytes)\b", re.I), fmpq(2)),
    (regex(r"\b(?:fp32|float32|single precision|32[- ]bit|four bytes)\b", re.I), fmpq(4)),
    (regex(r"\b(?:int8|fp8|8[- ]bit|one byte)\b", re.I), fmpq(1)),
)
_OTHERS = (
    (r"T|n|N|s|S|seq", r"\bcontext\b|\btokens\b|\bsequence length|\bpositions\b"),
    (r"B|b|batch", r"\bbatch\b|\bsequences\b"),
)
SAID: tuple[re.Pattern[str], ...] = (_CACHE,)


@record(frozen=True, slots=True)
class Model:
    """Layers, heads with keys of their own, their width, and the bytes of a number, if they are known."""

    layers: fmpq
    heads: fmpq
    width: fmpq
    bytes: fmpq | None


def claims_of_caches(sheet: Sheet) -> Iterator[Claim]:
    if not sheet.says(_CACHE):
        return
    facts = facts_of(sheet)
    yield from _of_query_heads(sheet, facts)
    yield from _of_one_side(sheet, facts)


def _model(sheet: Sheet, facts: Facts, heads: tuple[str, str], before: int) -> Model | None:
    part = sheet.part_at(before)
    layers, own, width = (facts.only(*said, before, part) for said in (_LAYERS, heads, _WIDTH))
    if own is None and heads is _KV_HEADS and _SINGLE.search(sheet.text[:before]):
        own = fmpq(1)
    if layers is None or own is None or width is None:
        return None
    return Model(layers, own, width, _bytes(sheet.text[:before], facts, before))


def _bytes(text: str, facts: Facts, before: int) -> fmpq | None:
    found = {size for said, size in _PRECISION if said.search(text)}
    return found.pop() if len(found) == 1 else facts.only("(?!)", r"\bbytes\b", before)


def _of_query_heads(sheet: Sheet, facts: Facts) -> Iterator[Claim]:
    """`2 · 32 · 32 · 128 · 2` with the 32 query heads, where there are 8 heads of keys and values."""
    for line in workings_of(sheet):
        model = _model(sheet, facts, _KV_HEADS, line.start)
        every = facts.only(*_QUERY_HEADS, line.start, sheet.part_at(line.start))
        factors = whole_factors(line.formula.expr)
        if model is None or every in (None, model.heads) or every is None or not factors:
            continue
        if model.width not in factors or _ALL_HEADS.search(line.said) or _is_compared(sheet, line):
            continue
        known = [
            fmpq(2),
            model.layers,
            model.bytes,
            *(facts.only(*one, line.start, sheet.part_at(line.start)) for one in _OTHERS),
        ]
        others = [one for one in known if one is not None]
        own, wrong = ([model.width, heads] if heads > 1 else [model.width] for heads in (model.heads, every))
        if not _is_made(factors, own, others) and _is_made(factors, wrong, others):
            message = f"keys and values are kept for {show(model.heads)} heads, not for all {show(every)}"
            right = line.number.value / every * model.heads
            yield sheet.claim(line.formula.span, OTHER_SIZE, message, right)
            return


def _is_compared(sheet: Sheet, line: Working) -> bool:
    """Whether the words before a line say that it is of all heads."""
    text = sheet.judge.page.text
    end = line.start if line.words else len(text[: line.opening].rstrip())
    begins = max(last_gap(text, end), text.rfind(". ", 0, line.start), 0)
    return _ALL_HEADS.search(text, begins, line.start) is not None


def _is_made(factors: Sequence[fmpq], needed: Sequence[fmpq], others: Sequence[fmpq]) -> bool:
    """Whether a product has just these factors, and others of the page, at least two and each once."""
    rest = list(factors)
    for one in needed:
        if one not in rest:
            return False
        rest.remove(one)
    return any(sorted(rest) == sorted(some) for some in combinations(others, len(rest))) and len(rest) > 1


def _of_one_side(sheet: Sheet, facts: Facts) -> Iterator[Claim]:
    """What is kept without the factor 2, where no number of the page has it either."""
    lengths = {fmpq(int(found[1])) for found in _LENGTH.finditer(sheet.text)}
    for line in workings_of(sheet):
        heads = _model(sheet, facts, _KV_HEADS, line.start) or _model(sheet, facts, _HEADS, line.start)
        for model, around in ((heads, None), (_wide_model(sheet, facts, line), line.start)):
            if model is None or model.bytes is None or _is_of_one(sheet, line, around):
                continue
            single = model.heads * model.width
            parts = [single, single * model.bytes, single * model.layers]
            whole = single * model.bytes * model.layers
            own = _lengths(sheet, facts, lengths, line)
            every = [whole, *(whole * length for length in own)]
            made = [*parts, *every]
            numbers = _numbers(sheet, line, around) - lengths - own
            said = f"{line.said} {sheet.text[line.formula.span.end : line.statement.span.end + 20]}"
            measured = f"{said} {sheet.judge.page.text[line.formula.span.start : line.formula.span.end]}"
            if (
                {line.number.value, prod(whole_factors(line.formula.expr))}.isdisjoint(every)
                or not _BYTES.search(said)
                and not _MEASURED.search(measured)
                or any(2 * one in numbers - {*made} for one in made)
            ):
                continue
            place = _first(sheet, parts[:1], parts[1:], line) if around is None else line.formula.span
            message = "keys and values are both kept: the factor 2 is left out"
            yield sheet.claim(place, LEFT_OUT, message, None)
            return


def _is_of_one(sheet: Sheet, line: Working, around: int | None) -> bool:
    """Whether keys and values are told apart: on the page, or near a line that speaks of the cache itself."""
    if around is None:
        part = sheet.part_at(line.start)
        return _ONE_SIDE.search(sheet.text, part.start, part.end) is not None
    text = sheet.judge.page.text
    behind = line.statement.span.end + NEAR // 2
    return _ONE_SIDE.search(text, last_gap(text, line.opening), behind) is not None


def _lengths(sheet: Sheet, facts: Facts, lengths: set[fmpq], line: Working) -> set[fmpq]:
    """How many tokens a line may be about: those of the page that are one of its factors."""
    known = facts.only(*_OTHERS[0], line.start, sheet.part_at(line.start))
    return ({known} if known is not None else set(lengths)) & {*whole_factors(line.formula.expr)}


def _first(sheet: Sheet, bare: Sequence[fmpq], parts: Sequence[fmpq], line: Working) -> Span:
    """Where what is kept is stated first, without the factor."""
    for found in _KEPT.finditer(sheet.text, 0, line.start):
        if fmpq(int(re.sub(r"\D", "", found[1]))) in (*bare, *parts):
            return Span(found.start(1), found.end(1))
    earlier = [
        one
        for one in workings_of(sheet)
        if one.start < line.start
        and one.number.value in (*parts, *(bare if _STORED.search(one.words) else ()))
    ]
    return (earlier[0] if earlier else line).formula.span


def _numbers(sheet: Sheet, line: Working, around: int | None) -> set[fmpq]:
    """Every number of the lines of the part that a line stands in, or of those around a place."""
    part = sheet.part_at(line.start)
    lines = [
        one
        for one in workings_of(sheet)
        if (part.start <= one.start < part.end if around is None else abs(one.start - around) < NEAR)
    ]
    found = {line.number.value for line in lines}
    return found | {leaf.value for line in lines for leaf in leaves(line.formula.expr)}


def _wide_model(sheet: Sheet, facts: Facts, line: Working) -> Model | None:
    """A model whose keys are as wide as its states, for a line below the word “cache”."""
    layers, width = (facts.only(*said, line.start, sheet.part_at(line.start)) for said in (_LAYERS, _STATES))
    near = sheet.text[max(0, line.start - NEAR) : line.start].rpartition("\n\n\n")[2]
    if layers is None or width is None or _CACHE.search(near) is None or _ALL_HEADS.search(line.said):
        return None
    return Model(layers, fmpq(1), width, _bytes(near, facts, line.start))
