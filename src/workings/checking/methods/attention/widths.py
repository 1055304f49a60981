"""Scores that are divided by the root of the whole width of a model, which several heads share out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import worked_out
from workings.document import Member
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, call, number
from workings.finding import Claim
from workings.regex import regex
from workings.source import line_start

MODEL_WIDTH = "self_attention/model-width"
HEADS = ("d_head", "d_h", "d_k", "dk", "d_K")
MODELS = ("d_model", "d_m", "D")
_COUNTS = ("h", "H", "n_heads", "num_heads", "n_head", "n_h")
_COUNTED = regex(r"(?<![\w.-])(\d{1,3}) (?:attention |parallel )?heads\b", re.I)
_PARTED = regex(
    r"\b(?:size|width|dimension)s? (?:of|per) (?:one|a|each|every|the) (?:single )?head"
    r"|\bper[- ]head\b|\bequal(?:ly)? (?:size|width|part)"
    r"|d_?\{?(?:\\\w+\{)?model\}*\s*/\s*(?:h|H|n_|\d)|\bsplit|\beach head (?:has|gets|works|sees|uses)"
    r"|\}\{\s*[hH]\s*\}",
    re.I,
)  # the width is shared out among the heads
_UNPARTED = regex(
    r"\bfull[- ](?:width|size|dimension)|\bevery head is as wide|\bnot split|\bsingle[- ]head"
    r"|\b(?:with|and|has|only) (?:one|1) head\b|\bwithout splitting",
    re.I,
)
_WHOLE = (
    r"\b(?:layer|model|embedding)s? (?:\w+ ){0,2}(?:width|size|dim\w*)"
    r"|\b(?:width|size) of the (?:layer|model)"
)
_OF_A_HEAD = regex(r"\b(?:of|per|in) (?:a|the) (?:single )?head\b|\b(?:one|each|every) head\b", re.I)
_DIVISOR = regex(r"\bdivi[ds]\w*|\bscal(?:e|ing)\b", re.I)


def of_whole_width(sheet: Sheet) -> Claim | None:
    """`√d_k = √16` where the whole model is 16 wide and has 4 heads, each of which has its part of that."""
    said = sheet.judge.scope.said
    facts = facts_of(sheet)
    model = next((value for key in MODELS if isinstance(value := said.get(key), fmpq)), None)
    model = facts.only("(?!)", _WHOLE) if model is None else model
    counts = {value for key in _COUNTS if isinstance(value := said.get(key), fmpq)}
    counts |= {fmpq(int(found[1])) for found in _COUNTED.finditer(sheet.text)}
    if model is None or len(counts) != 1 or sheet.says(_UNPARTED):
        return None
    width = model / counts.pop()
    told = any(facts[at].value == width for at in facts.spoken(_OF_A_HEAD))
    if not told and not sheet.says(_PARTED):
        return None
    roots = [
        (_under_root(one.members[1].expr), one.members[1])
        for one in sheet.statements
        if len(one.members) > 1 and not one.hypothesis and _is_root_of_width(one.members[0].expr)
    ] or [*_called_divisors(sheet)]
    wrong = [member for value, member in roots if value == model]
    if width.q != 1 or not 1 < width < model or not wrong or any(value == width for value, _ in roots):
        return None
    message = f"a head is {show(width)} wide; {show(model)} is the width of the whole model"
    return sheet.claim(wrong[0].span, MODEL_WIDTH, message, worked_out(call("sqrt", number(width))))


def _called_divisors(sheet: Sheet) -> Iterator[tuple[fmpq | None, Member]]:
    """Roots that words call what the scores are divided by: `The divisor is √64 = 8`."""
    for one in sheet.statements:
        first, start = one.members[0], one.span.start
        is_root = isinstance(first.expr, Call) and first.expr.op == "sqrt" and not one.hypothesis
        if is_root and _DIVISOR.search(sheet.text, line_start(sheet.text, start), start):
            yield _under_root(first.expr), first


def _is_root_of_width(expr: Expr) -> bool:
    match expr:
        case Call(op="sqrt", args=(Name(key=key),)):
            return key in HEADS
        case _:
            return False


def _under_root(expr: Expr) -> fmpq | None:
    """What a root is taken of, or what it was taken of: 16 of `√16` and of `4`."""
    match expr:
        case Call(op="sqrt", args=(Number(value=value),)):
            return value
        case Number(value=value):
            return value**2
        case _:
            return None
