"""Steps of gradient descent that go up: a number that the page has as a gradient is added, not taken away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.methods.knowing import literal
from workings.checking.methods.lines import is_numeric
from workings.checking.methods.naming import renewed
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.worth import scalar
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, walk
from workings.finding import Claim
from workings.regex import regex
from workings.value import Tensor

RULE = "update/ascent"
FARTHEST = 900  # characters between a gradient and the step that takes it
_DESCENT = regex(
    r"gradient descent|\bSGD\b|gradient step|\bdescent\b|\bupdate|learning rate|step size|\\eta\b|η", re.I
)
_OTHERWISE = regex(
    r"\bascent\b|maximi[sz]|momentum|\bAdam|rmsprop|adagrad|nesterov|\breward|\bpolicy\b|newton|perceptron|hebb"
    r"|decay|negative gradient|[-−]\s*\\nabla|[-−]\s*∇",
    re.I,
)
_RATE = regex(
    r"(?:\\?eta|η|\\alpha|α|learning rate|step size|\blr\b)\b[\s$=:\\,{}of]{1,12}(\d*\.?\d+)(?![\d.]*\w)",
    re.I,
)
_SLOPE = regex(r"\\nabla|∇|\\partial|∂|\bd[A-Z]\s*/\s*d|\bgrad|\\frac\{?d|\bg(?:_|\b)|'\s*\(")
SAID: tuple[re.Pattern[str], ...] = (_DESCENT,)


def claims_of_ascending(sheet: Sheet) -> Iterator[Claim]:
    """The first step that goes up a gradient of the page."""
    if not sheet.says(_DESCENT) or sheet.says(_OTHERWISE):
        return
    rates = {rate for found in _RATE.finditer(sheet.text) if (rate := number_in(found[1])) is not None}
    if len(rates) != 1:
        return
    rate = rates.pop()
    slopes: list[tuple[int, fmpq]] = []
    for statement in sheet.statements:
        if statement.hypothesis or statement.offered:
            continue
        head = statement.members[0]
        if _SLOPE.search(sheet.judge.page.text, head.span.start, head.span.end):
            slopes += ((statement.span.start, value) for value in _values(statement) if value != 0)
            continue
        near = [value for start, value in slopes if statement.span.start - start < FARTHEST]
        claim = _judged(sheet, statement, near, rate) if near else None
        if claim is not None:
            yield claim
            return


def _judged(sheet: Sheet, statement: Statement, slopes: list[fmpq], rate: fmpq) -> Claim | None:
    base = renewed(statement.members[0].expr)[0]
    for member in statement.members[1:]:
        parts = _start_and_step(member.expr)
        if parts is None or not is_numeric(member.expr):
            continue
        start, step = parts
        down = any(step == -rate * slope for slope in slopes)
        up = next((slope for slope in slopes if step == rate * slope), None)
        if down or up is None or not _had(sheet, base, start, statement):
            return None
        message = f"the gradient is {show(up)}, so {show(rate * up)} has to be taken away"
        return sheet.claim(member.span, RULE, message, show(start - rate * up))
    return None


def _start_and_step(expr: Expr) -> tuple[fmpq, fmpq] | None:
    """The number that a sum begins with, and what is added to it."""
    if not isinstance(expr, Call) or expr.op not in ("add", "sub"):
        return None
    start, whole = stated_number(expr.args[0]), scalar(expr, {})
    if any(isinstance(node, Call) and node.op == "neg" for node in walk(expr.args[1])):
        return None  # the sign of the gradient is put in
    return (start.value, whole - start.value) if start is not None and isinstance(whole, fmpq) else None


def _had(sheet: Sheet, base: str, start: fmpq, statement: Statement) -> bool:
    """Whether a name had just the value that its step begins with."""
    for other in sheet.statements:
        if other.span.start >= statement.span.start:
            return False
        head = other.members[0].expr
        named = [renewed(item)[0] for item in (head.items if isinstance(head, Array) else (head,))]
        if base in named and start in _values(other):
            return True
    return False


def _values(statement: Statement) -> tuple[fmpq, ...]:
    """The number or the numbers that a statement ends in."""
    last = statement.members[-1].expr
    number = stated_number(last)
    if number is not None:
        return (number.value,)
    whole = literal(last)
    return tuple(item for item in whole.items if isinstance(item, fmpq)) if isinstance(whole, Tensor) else ()
