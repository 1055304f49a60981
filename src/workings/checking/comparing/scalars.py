"""One stated scalar against one computed scalar: as a numeral, or as something to work out itself."""

from __future__ import annotations

from dataclasses import replace

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance, same
from workings.checking.comparing.aligning import pairs
from workings.checking.comparing.digits import (
    Stated,
    is_close,
    judge_digits,
    reaches,
    scaled_readings,
    stated_number,
)
from workings.checking.comparing.parts import terms
from workings.evaluating import evaluate
from workings.evaluating.calling import INFINITE
from workings.expr import Alt, Array, Call, Expr, Name, Number
from workings.finding import Verdict
from workings.resolving.quantity import Quantity
from workings.resolving.traits import has_decimals, names_in
from workings.value import Result, Scalar, Tensor

_CONSTANTS = frozenset({"e", "π"})
LATE_DIGITS = 3  # of a decimal that stands for the rounded value of a term
NO_SLACK, SLACK = 2000, 200  # how many times its radius an enclosure is that is as good as a number
NEARLY = {True: Verdict.RIGHT, False: Verdict.ROUNDING}  # whether a sign says “about”
ROUNDED_TWICE = 10**4  # how many times its distance a value is, where a rounded number was rounded on the way
_RANK = {Verdict.RIGHT: 0, Verdict.ROUNDING: 1, Verdict.UNDECIDED: 2, Verdict.WRONG: 3}


def worse(first: Verdict, second: Verdict) -> Verdict:
    """The worse of two verdicts, as a whole is only as good as its worst part."""
    return first if _RANK[first] >= _RANK[second] else second


def pick(result: Result, index: int | None) -> Scalar | None:
    """One scalar of a result: the whole if it is a scalar, else the index-th item."""
    if isinstance(result, fmpq | arb):
        return result
    if isinstance(result, Tensor):
        if index is None:
            return result.items[0] if len(result.items) == 1 else None
        return result.items[index] if index < len(result.items) else None
    return None


def compare_scalar(
    expr: Expr, stated: Quantity, reference: Quantity, index: int | None, approximate: bool
) -> Verdict:
    """One stated scalar against one item of the reference."""
    value = pick(reference.value, index)
    if value is None:
        return Verdict.UNDECIDED
    if type(expr) is Number and type(value) is fmpq and value == expr.value:
        return Verdict.RIGHT
    readings = scaled_readings(expr) if type(expr) is not Number else None
    if readings:
        best = min(
            (_literal(r, value, reference, index, approximate) for r in readings), key=_RANK.__getitem__
        )
        if best is not Verdict.WRONG or not isinstance(expr, Alt) or isinstance(expr.options[0], Number):
            return best
        return _expression(expr.options[0], stated, value, reference, index, approximate)
    literal = stated_number(expr)
    if literal is not None:
        return _literal(literal, value, reference, index, approximate)
    return _expression(expr, stated, value, reference, index, approximate)


def _literal(
    literal: Stated, value: Scalar, reference: Quantity, index: int | None, approximate: bool
) -> Verdict:
    verdict = judge_digits(value, literal, approximate)
    if verdict is None:
        precise = pick(reference.precise, index)
        verdict = (precise is not None and judge_digits(precise, literal, approximate)) or Verdict.RIGHT
    if verdict is not Verdict.WRONG or not _may_widen(reference):
        return verdict
    if not is_close(value, literal):
        return Verdict.WRONG
    ball = pick(reference.wide, index)
    return Verdict.ROUNDING if ball is not None and reaches(ball, literal) else Verdict.WRONG


def _may_widen(reference: Quantity) -> bool:
    return reference.wide_names is not None or has_decimals(reference.expr)


def _expression(
    expr: Expr, stated: Quantity, value: Scalar, reference: Quantity, index: int | None, approximate: bool
) -> Verdict:
    """A stated member that is itself something to work out, such as 0.6 + 1.11."""
    if (sign := _infinite(expr)) is not None:
        return Verdict.RIGHT if value * sign > INFINITE / 10 else Verdict.WRONG
    own = Quantity(expr, stated.names, stated.how, stated.wide_names, stated.results)
    mine = pick(own.value, None)
    if mine is None:
        return Verdict.UNDECIDED
    equal = same(mine, value)
    if equal is None:
        first, second = pick(own.precise, None), pick(reference.precise, index)
        equal = first is None or second is None or same(first, second) is not False
    if equal or (names_in(expr) <= _CONSTANTS and _rounds_to(mine, reference, approximate)):
        return Verdict.RIGHT
    if not has_decimals(expr) and not _may_widen(reference):
        whole = _aligned(expr, stated, reference) if approximate or _nearly(mine, value) else None
        return Verdict.WRONG if whole is None else worse(whole, NEARLY[approximate])
    if distance(mine, value) * 10**6 <= distance(value, fmpq(0)):
        return Verdict.RIGHT  # apart by an ε that nobody would write
    aligned = _aligned(expr, stated, _entry(reference, index)) if has_decimals(expr) else None
    slack = SLACK if approximate else NO_SLACK
    if aligned is Verdict.RIGHT or _is_rounded_late(own, value, slack):
        return Verdict.RIGHT
    if aligned is not None:
        return aligned if aligned is not Verdict.WRONG or not _nearly(mine, value) else Verdict.ROUNDING
    met = _overlap(own, reference, index, slack)
    if met is Verdict.WRONG and distance(mine, value) * ROUNDED_TWICE <= distance(value, fmpq(0)):
        return Verdict.ROUNDING
    return met


def _entry(reference: Quantity, index: int | None) -> Quantity:
    """The entry of a list that is written out, as what it is worked out from: of `0.79 ± 0.056` the sum."""
    listed = reference.expr
    if (
        index is None
        or not isinstance(listed, Array)
        or any(isinstance(item, Array) for item in listed.items)
    ):
        return reference
    return Quantity(listed.items[index], reference.names, reference.how, reference.wide_names)


def _rounds_to(mine: Scalar, reference: Quantity, approximate: bool) -> bool:
    """`0.667 = 2/3`: the decimal that stands first is the rounded one."""
    literal = stated_number(reference.expr) if type(reference.expr) is Number else None
    return literal is not None and judge_digits(mine, literal, approximate) is Verdict.RIGHT


def _is_rounded_late(own: Quantity, value: Scalar, slack: int) -> bool:
    """Whether decimals of many digits are the rounded values of their terms, and the short ones exact."""
    late = evaluate(own.expr, own.names, replace(own.how, widen=True, digits=LATE_DIGITS))
    return isinstance(late, arb) and same(late, value) is not False and _is_narrow(late, slack)


def _infinite(expr: Expr) -> int | None:
    """The sign of ±∞, None for anything else."""
    sign = 1
    while isinstance(expr, Call) and expr.op == "neg":
        sign, expr = -sign, expr.args[0]
    return sign if isinstance(expr, Name) and expr.key in ("∞", "inf") else None


def _nearly(first: Scalar, second: Scalar) -> bool:
    """Within a thousandth of each other."""
    return bool(distance(first, second) * 1000 <= distance(second, fmpq(0)))


def _overlap(own: Quantity, reference: Quantity, index: int | None, slack: int) -> Verdict:
    """Whether the two sides meet when their decimals are widened."""
    exact = pick(reference.value, index)
    mine, theirs = pick(own.wide, None), pick(reference.wide, index)
    if mine is None or theirs is None or exact is None:
        return Verdict.WRONG
    vague = _is_vague(mine)
    if same(mine, exact) is not False and not vague:
        return Verdict.RIGHT if _is_narrow(mine, slack) else Verdict.ROUNDING
    if (vague or _is_vague(theirs)) and (own.results or reference.results):
        return _overlap(_narrower(own), _narrower(reference), index, slack)
    if vague or _is_vague(theirs):
        return Verdict.WRONG
    return Verdict.WRONG if same(mine, theirs) is False else Verdict.ROUNDING


def _narrower(quantity: Quantity) -> Quantity:
    """The same with no short decimal taken for a longer one, which can make it say nothing."""
    return Quantity(quantity.expr, quantity.names, quantity.how, quantity.wide_names)


def _is_vague(value: Scalar) -> bool:
    """An enclosure so wide that overlapping it says nothing."""
    return isinstance(value, arb) and (
        not value.is_finite() or bool(value.rad() > abs(value.mid()) / 4 + fmpq(1, 100))
    )


def _is_narrow(value: Scalar, slack: int) -> bool:
    """An enclosure of a few units of a late digit: its decimals are rounded terms of the same sum."""
    return isinstance(value, arb) and bool(value.rad() * slack <= abs(value.mid()))


def _aligned(expr: Expr, stated: Quantity, reference: Quantity) -> Verdict | None:
    """Term by term: each decimal may be the rounded value of the term it stands for."""
    worst = Verdict.RIGHT
    compared, turned = 0, 0
    cancels = isinstance(expr, Call) and expr.op in (
        "div",
        "mul",
        "times",
    )  # two signs do, as in ln 0.1/ln 0.9
    for left, right in pairs(reference.expr, expr):
        if left is reference.expr:
            return None
        was = Quantity(left, reference.names, reference.how)
        verdict = _compare_term(right, stated, was)
        if verdict is Verdict.WRONG and cancels and isinstance(right, Number):
            other = _compare_term(Call(right.span, "neg", (right,)), stated, was)
            turned += other is Verdict.RIGHT
            verdict = other
        if verdict is None:
            return None
        compared += 1
        worst = worse(worst, verdict)
    worst = Verdict.WRONG if turned % 2 else worst
    if worst is Verdict.WRONG and (together := _put_together(reference.expr, expr)) is not None:
        several, one = together
        worst = _compare_term(one, stated, Quantity(several, reference.names, reference.how)) or worst
    return worst if compared else None


def _put_together(expr: Expr, shorter: Expr) -> tuple[Expr, Expr] | None:
    """Terms that became one where the others were kept: `0.94 − 0.35 − 0.34` and `0.94 − 0.69`."""
    several, few = terms(expr), terms(shorter)
    for end in (0, -1):
        while 1 < len(few) < len(several) and _is_kept(several[end], few[end]):
            del several[end], few[end]
    if len(few) != 1 or len(several) < 2:
        return None
    (sign, one), kept = few[0], [part if way > 0 else -part for way, part in several]
    return sum(kept[1:], kept[0]), one if sign > 0 else -one


def _is_kept(one: tuple[int, Expr], other: tuple[int, Expr]) -> bool:
    numbers = isinstance(one[1], Number) and isinstance(other[1], Number)
    return numbers and one[0] == other[0] and stated_number(one[1]) == stated_number(other[1])


def _compare_term(expr: Expr, stated: Quantity, was: Quantity) -> Verdict | None:
    literal = stated_number(expr)
    if literal is not None:
        value = pick(was.value, None)
        return None if value is None else (judge_digits(value, literal, True) or Verdict.RIGHT)
    mine = pick(Quantity(expr, stated.names, stated.how).value, None)
    theirs = pick(was.value, None)
    if mine is None or theirs is None:
        return None
    return Verdict.WRONG if same(mine, theirs) is False else Verdict.RIGHT
