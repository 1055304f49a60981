"""Two linear layers as one: the second matrix comes first, and the first bias goes through it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from workings.checking.comparing.agreeing import values_agree
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.evaluating import evaluate
from workings.evaluating.rendering import show
from workings.expr import PRODUCTS, Call, Expr, Name
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span
from workings.value import Tensor

RULE = "formula/differs"
_TOGETHER = regex(
    r"\bcollaps|\bmerg|\bstacked\b|\b(?:one|single|1) (?:linear |affine )?(?:layer|map|matrix)\b|\bare one\b"
    r"|\binto one\b|\bcombin\w+ (?:layer|map|matri)|\bequivalent\b"
    r"|\b(?:no|without)\W{1,4}(?:an? )?(?:activation|non-?linear)",
    re.I,
)
_ROWS = regex(r"\brow vectors?\b|\bas rows\b", re.I)
_NESTED = regex(
    r"(?<!\w)([A-Z](?:_\{?\w\}?)?)[ \\,]*\([ ]*([A-Z](?:_\{?\w\}?)?)[ \\,]*([a-z](?:_\{?\w\}?)?)"
    r"[ ]*\+[ ]*([a-z]_\{?\w\}?)[ ]*\)[ ]*\+[ ]*([a-z]_\{?\w\}?)"
)
SAID: tuple[re.Pattern[str], ...] = (_TOGETHER,)


@record(frozen=True, slots=True)
class Layer:
    """`y = W x + b`: what comes out, the matrix, what goes in, and the bias if there is one."""

    out: str
    matrix: str
    inner: str
    bias: str | None
    span: Span


def claims_of_collapsing(sheet: Sheet) -> Iterator[Claim]:
    """A product of the matrices in the wrong order, or a sum of the biases as they are."""
    if not sheet.says(_TOGETHER) or sheet.says(_ROWS):
        return
    layers = [layer for one in sheet.statements for layer in _layers(one)] or [*_nested(sheet.text)]
    pairs = [
        (one, other) for one in layers for other in layers if other.inner == one.out and one is not other
    ]
    if len({(one.matrix, other.matrix) for one, other in pairs}) != 1:
        return
    first, second = pairs[0]
    for statement in sheet.statements:
        for member in statement.members[1:]:
            found = _misjoined(sheet, member, first, second) if member.span.start > second.span.end else None
            if found is not None and isinstance(statement.members[0].expr, Name):
                message, right, slip = found
                claim = sheet.claim(member.span, RULE, message, right, first.span, second.span)
                yield replace(claim, fits=(slip,))
                break


def _layers(statement: Statement) -> Iterator[Layer]:
    """The layers that a statement defines in letters."""
    if len(statement.members) != 2 or statement.hypothesis or not isinstance(statement.members[0].expr, Name):
        return
    out, made = statement.members[0].expr.key, statement.members[1].expr
    bias: str | None = None
    match made:
        case Call(op="add", args=(Call() as product, Name(key=key))):
            made, bias = product, key
        case _:
            pass
    match made:
        case Call(op=op, args=(Name(key=matrix), Name(key=inner))) if op in PRODUCTS:
            yield Layer(out, matrix, inner, bias, statement.span)
        case _:
            pass


def _nested(text: str) -> Iterator[Layer]:
    """The two layers of `W_2(W_1 u + b_1) + b_2`, of which the one inside has no name for what comes out."""
    for found in _NESTED.finditer(text):
        second, first, inner, bias, last = (key.replace("{", "").replace("}", "") for key in found.groups())
        yield Layer(found[0], first, inner, bias, Span(*found.span()))
        yield Layer("", second, found[0], last, Span(*found.span()))


def _misjoined(sheet: Sheet, member: Member, first: Layer, second: Layer) -> tuple[str, str, str] | None:
    """What is wrong with a product of the two matrices or a sum of the two biases, and what it should be."""
    match member.expr:
        case Call(op=op, args=(Name(key=one), Name(key=other))) if op in PRODUCTS:
            if (one, other) != (first.matrix, second.matrix):
                return None
            right = _product(sheet, [second.matrix, first.matrix])
            if right is None or values_agree(right, _product(sheet, [one, other])):
                return None
            message = f"{first.matrix} is applied first, so the product is {second.matrix} {first.matrix}"
            return message, show(right), "slip/product-order"
        case Call(op="add", args=(Name(key=one), Name(key=other))) if first.bias and second.bias:
            if {one, other} != {first.bias, second.bias}:
                return None
            passed = _product(sheet, [second.matrix, first.bias])
            names = sheet.judge.scope.said
            right = _sum(passed, names.get(second.bias))
            if right is None or values_agree(right, _sum(names.get(one), names.get(other))):
                return None
            whole = f"{second.matrix} {first.bias} + {second.bias}"
            message = f"{first.bias} goes through {second.matrix}, so the bias is {whole}"
            return message, show(right), "slip/dropped-factor"
        case _:
            return None


def _product(sheet: Sheet, keys: Sequence[str]) -> Tensor | None:
    expr: Expr = Call(Span(0, 0), "matmul", tuple(Name(Span(0, 0), key, key) for key in keys))
    value = as_value(evaluate(expr, sheet.judge.scope.said))
    return value if isinstance(value, Tensor) else None


def _sum(one: object, other: object) -> Tensor | None:
    if not isinstance(one, Tensor) or not isinstance(other, Tensor) or len(one.items) != len(other.items):
        return None
    a, b = (Name(Span(0, 0), key, key) for key in ("a", "b"))
    flat = Tensor((len(other.items),), other.items, loose=True)
    whole = Tensor((len(one.items),), one.items, loose=True)
    value = as_value(evaluate(Call(Span(0, 0), "add", (a, b)), {"a": whole, "b": flat}))
    return value if isinstance(value, Tensor) else None
