"""The gradient of `0.3 ‖w‖²` put in as `0.3 w`, without the factor 2 that the square brings down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import summands
from workings.checking.methods.pages.knowing import caption
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import literal
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import PRODUCTS, Call, Expr, Name, Number
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import line_start
from workings.value import Tensor

LEFT_OUT = "recipe/left-out"
_PENALTY = regex(r"\bpenalt|\bregulari[sz]|\bridge\b|\bdecay\b|\bL_?2\b", re.I)
_SLOPE = regex(r"\bgradient|\bderivative|\bslope|\\nabla|∇|\\partial|∂", re.I)
_OF_DATA = regex(r"\bdata\b|\bwithout\b|\bloss alone\b|\bhalf\b|\bdecoupled\b", re.I)
_TWICE = regex(r"\btwice\b|\bdoubl|\btimes (?:2|two)\b|\bfactor 2\b", re.I)
SAID: tuple[re.Pattern[str], ...] = (_PENALTY,)


@record(frozen=True, slots=True)
class Penalty:
    """A term `c ‖w‖²` of a loss, and the weights as they are stated."""

    strength: fmpq
    weights: tuple[fmpq, ...]
    statement: Statement


def claims_of_penalties(sheet: Sheet) -> Iterator[Claim]:
    """The first gradient of a penalty without the factor 2."""
    if not sheet.says(_PENALTY) or sheet.says(_TWICE):
        return
    for penalty in _penalties(sheet):
        put_in = [
            (statement, member.expr)
            for statement in sheet.statements
            if statement.span.start > penalty.statement.span.end and not statement.hypothesis
            for member in statement.members[:-1]
        ]
        if any(_is_multiple(expr, 2, penalty) for _, expr in put_in):
            continue
        for statement, expr in put_in:
            if _is_multiple(expr, 1, penalty) and _is_slope(sheet, statement):
                strength, listed = show(penalty.strength), ", ".join(map(show, penalty.weights))
                message = f"the derivative of {strength} w² is 2 · {strength} w; the factor 2 is left out"
                right = ", ".join(show(2 * penalty.strength * weight) for weight in penalty.weights)
                shown = f"({right})" if len(penalty.weights) > 1 else right
                yield sheet.claim(
                    expr.span, LEFT_OUT, f"{message}, with w = ({listed})", shown, penalty.statement.span
                )
                return


def _penalties(sheet: Sheet) -> Iterator[Penalty]:
    """The squared norms in the formulas of a page, where their factor is a number and no half."""
    for statement in sheet.statements:
        terms = [term for member in statement.members[1:] for term in summands(member.expr)]
        for term in terms if not statement.hypothesis else ():
            found = _squared_norm(term)
            value = _value(sheet, found[0]) if found is not None else None
            for weights in _given(sheet, found[1]) if found is not None and value is not None else ():
                if value is not None and value > 0:
                    yield Penalty(value, weights, statement)


def _squared_norm(term: Expr) -> tuple[Expr, str] | None:
    """The factor of a squared norm, and of which name it is."""
    match term:
        case Call(op=op, args=(factor, Call(op="pow", args=(Call(op="norm", args=(Name(key=key),)), by)))):
            is_square = op in PRODUCTS and isinstance(by, Number) and by.value == 2
            return (factor, key) if is_square else None
        case _:
            return None


def _value(sheet: Sheet, factor: Expr) -> fmpq | None:
    """A number, or that of a name."""
    stated = stated_number(factor)
    named = sheet.judge.scope.said.get(factor.key) if isinstance(factor, Name) else None
    return stated.value if stated is not None else named if isinstance(named, fmpq) else None


def _given(sheet: Sheet, key: str) -> Iterator[tuple[fmpq, ...]]:
    """The vector that a name is first given."""
    for statement in sheet.statements:
        head, last = statement.members[0].expr, statement.members[-1].expr
        if len(statement.members) == 2 and isinstance(head, Name) and head.key == key:
            value = literal(last)
            items = value.items if isinstance(value, Tensor) else ()
            exact = tuple(item for item in items if isinstance(item, fmpq))
            if len(exact) == len(items) > 1:
                yield exact
                return


def _is_multiple(expr: Expr, times: int, penalty: Penalty) -> bool:
    """Whether a member is so many times the strength of a penalty times its weights."""
    if not isinstance(expr, Call) or expr.op not in PRODUCTS:
        return False
    factors = [*_factors(expr)]
    vectors = [vector for one in factors if isinstance(vector := literal(one), Tensor)]
    numbers = [stated.value for one in factors if (stated := stated_number(one)) is not None]
    whole = fmpq(1)
    for value in numbers:
        whole *= value
    is_all = len(vectors) == 1 and len(numbers) == len(factors) - 1
    return is_all and tuple(vectors[0].items) == penalty.weights and whole == times * penalty.strength


def _factors(expr: Expr) -> Sequence[Expr]:
    if isinstance(expr, Call) and expr.op in PRODUCTS and len(expr.args) == 2:
        return [*_factors(expr.args[0]), *_factors(expr.args[1])]
    return [expr]


def _is_slope(sheet: Sheet, statement: Statement) -> bool:
    """Whether a line says that it is the gradient of the penalty."""
    start = statement.span.start
    own = sheet.judge.page.text[line_start(sheet.text, start) : start]
    above = caption(sheet.text, start)
    if _OF_DATA.search(own) or not _PENALTY.search(own):
        return False
    return _SLOPE.search(own) is not None or _SLOPE.search(above) is not None
