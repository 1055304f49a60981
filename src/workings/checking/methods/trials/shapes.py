"""Whether a line of numbers has the shape of a formula, some of whose parts may have been worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeGuard

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.parts import OF_NUMBERS
from workings.evaluating import evaluate
from workings.expr import Call, Expr, Name, Number, call, mapped, number
from workings.resolving.scope import as_value
from workings.value import Scalar, Value

MOST_PARTS = 7  # terms or factors that are told apart
_LIMITS = ("max", "min", "abs", "bars", "floor", "round", "ceil", "relu")
_ROUGH = 500  # one part in so many is rounding on the way

Choice = Mapping[str, Value]


def has_shape(formula: Expr, line: Expr, choice: Choice) -> bool:
    """Whether a line is a formula with numbers, in any order, as far as it was not worked out before."""
    line = _with_exp(line)
    return _fits(_plain(formula, choice), line, choice) and not _turns(formula, line, choice)


def _with_exp(expr: Expr) -> Expr:
    """A line with exp(x) for `e^x`, where the page has another e besides."""
    match expr:
        case Call(op="pow", args=(Name(key="e"), power)):
            return call("exp", _with_exp(power))
        case _:
            return mapped(expr, _with_exp)


def _plain(formula: Expr, choice: Choice) -> Expr:
    """A formula without the factors that are one and the terms that are nought."""
    if not isinstance(formula, Call):
        return formula
    args = tuple(_plain(arg, choice) for arg in formula.args)
    if len(args) == 2 and (formula.op in ("add", "sub", "div") or formula.op in OF_NUMBERS):
        idle = 0 if formula.op in ("add", "sub") else 1
        if isinstance(args[1], Name) and _value(args[1], choice) == idle:
            return args[0]
        if isinstance(args[0], Name) and _value(args[0], choice) == idle and formula.op not in ("sub", "div"):
            return args[1]
    return replace(formula, args=args)


def _fits(formula: Expr, line: Expr, choice: Choice) -> bool:
    """The same, whatever the sign of the whole."""
    formula, line = _bare(formula), _bare(line)
    sizes = (_size(_value(formula, choice), fmpq(1)), _size(_value(line, {}), fmpq(1)))
    if not _is_same(*sizes, line):
        return False
    if isinstance(line, Number) or not isinstance(formula, Call):
        return True
    if _is_inverse(formula) and _is_inverse(line):
        return _fits(formula.args[1], line.args[1], choice)
    if _is_sum(formula) or _is_sum(line):
        own = _terms(line, minus=_turns(formula, line, choice))
        return _fit_together(_terms(formula), own, choice, fmpq(0))
    if _is_product(formula) or _is_product(line):
        return _fit_together(_factors(formula), _factors(line), choice, fmpq(1))
    if isinstance(line, Call) and line.op == formula.op and len(line.args) == len(formula.args):
        return all(_fits(f, e, choice) for f, e in zip(formula.args, line.args, strict=True))
    if formula.op in _LIMITS:
        return any(_fits(arg, line, choice) for arg in formula.args)
    return isinstance(line, Call) and line.op in _LIMITS and any(_fits(formula, a, choice) for a in line.args)


def _turns(formula: Expr, line: Expr, choice: Choice) -> bool:
    """Whether a line is a formula with the other sign."""
    value, other = _value(formula, choice), _value(line, {})
    return value is not None and other is not None and bool(value * other < 0)


def _fit_together(parts: list[Expr], own: list[Expr], choice: Choice, neutral: fmpq) -> bool:
    """Whether each part of a line is a part of the formula, or several that were put together."""
    values = [_value(part, choice) for part in parts]
    needed = [at for at, value in enumerate(values) if _size(value, neutral) != neutral]
    if max(len(own), len(parts)) > MOST_PARTS or (len(parts) == 1 and len(own) == 1):
        return False
    worked = [at for at in needed if _is_name(parts[at]) and not _is_shown(values[at], own, neutral)]
    return _assigned(parts, values, needed, own, choice, neutral, worked)


def _is_shown(value: Scalar | None, own: list[Expr], neutral: fmpq) -> bool:
    """Whether a number of a line is the value of a name, which then is worked out nowhere else on it."""
    numbers = (one for one in own if isinstance(_bare(one), Number))
    return any(_is_same(_size(value, neutral), _size(_value(one, {}), neutral), one) for one in numbers)


def _assigned(
    parts: list[Expr],
    values: list[Scalar | None],
    left: Sequence[int],
    own: list[Expr],
    choice: Choice,
    neutral: fmpq,
    worked: Sequence[int],
) -> bool:
    """Whether parts of the formula that are left can be told which parts of the line they became.

    Names that the line may have worked out may be several parts of it.
    """
    if not own:
        return not left
    first, rest = own[0], own[1:]
    target = _value(first, {})
    if _size(target, neutral) == neutral:
        return _assigned(parts, values, left, rest, choice, neutral, worked)
    for taken in _some(left):
        if not _is_same(_together([values[at] for at in taken], neutral), _size(target, neutral), first):
            continue
        alone = len(taken) == 1 and (taken[0] in worked or not _is_name(parts[taken[0]]))
        whole = _is_number(first) or (alone and _fits(parts[taken[0]], first, choice))
        if whole and _assigned(parts, values, _but(left, taken), rest, choice, neutral, worked):
            return True
    for at in left:
        for more in _some(range(len(rest))) if at in worked else ():
            made = _together([target, *(_value(rest[one], {}) for one in more)], neutral)
            others = [rest[one] for one in _but(range(len(rest)), more)]
            same = _is_same(_size(values[at], neutral), made, first)
            if same and _assigned(parts, values, _but(left, [at]), others, choice, neutral, worked):
                return True
    return False


def _some(places: Sequence[int]) -> Iterator[list[int]]:
    """Every choice of one or more."""
    for mask in range(1, 1 << len(places)):
        yield [at for bit, at in enumerate(places) if mask >> bit & 1]


def _but(places: Sequence[int], taken: Sequence[int]) -> list[int]:
    return [at for at in places if at not in taken]


def _size(value: Scalar | None, neutral: fmpq) -> Scalar | None:
    """A factor without its sign, a term with it."""
    return value if value is None or neutral == 0 else distance(value, fmpq(0))


def _together(values: Sequence[Scalar | None], neutral: fmpq) -> Scalar | None:
    made: Scalar = neutral
    for value in values:
        if value is None:
            return None
        made = made + value if neutral == 0 else made * distance(value, fmpq(0))
    return made


def _is_same(value: Scalar | None, other: Scalar | None, line: Expr) -> bool:
    """Whether two values agree, as far as the digits of a line go."""
    if value is None or other is None:
        return False
    bare = _bare(line)
    off = distance(value, other)
    if isinstance(bare, Number) and bare.is_decimal and bool(off <= bare.unit):
        return True
    return bool(off * _ROUGH <= distance(other, fmpq(0)))


def _value(expr: Expr, choice: Choice) -> Scalar | None:
    value = as_value(evaluate(expr, dict(choice)))
    return value if isinstance(value, fmpq | arb) else None


def _is_inverse(expr: Expr) -> TypeGuard[Call]:
    """Whether it is 1 divided by something."""
    return (
        isinstance(expr, Call)
        and expr.op == "div"
        and isinstance(expr.args[0], Number)
        and expr.args[0].value == 1
    )


def _is_name(expr: Expr) -> bool:
    inner = _bare(expr.args[1] if _is_inverse(expr) else expr)
    return isinstance(inner, Name)


def _is_number(expr: Expr) -> bool:
    """Whether it is a number, with a sign or below a line."""
    return isinstance(_bare(expr.args[1] if _is_inverse(expr) else expr), Number)


def _bare(expr: Expr) -> Expr:
    return _bare(expr.args[0]) if isinstance(expr, Call) and expr.op == "neg" else expr


def _is_sum(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.op in ("add", "sub")


def _is_product(expr: Expr) -> bool:
    return isinstance(expr, Call) and (expr.op in (*OF_NUMBERS, "div", "neg"))


def _terms(expr: Expr, minus: bool = False) -> list[Expr]:
    """The terms of a sum, each with its sign."""
    match expr:
        case Call(op="add", args=(first, second)):
            return [*_terms(first, minus), *_terms(second, minus)]
        case Call(op="sub", args=(first, second)):
            return [*_terms(first, minus), *_terms(second, not minus)]
        case Call(op="neg", args=(inner,)):
            return _terms(inner, not minus)
        case _:
            return [call("neg", expr) if minus else expr]


def _factors(expr: Expr, below: bool = False) -> list[Expr]:
    """The factors of a product without their signs; what it is divided by stands as its inverse."""
    match expr:
        case Call(op=op, args=(first, second)) if op in OF_NUMBERS:
            return [*_factors(first, below), *_factors(second, below)]
        case Call(op="div", args=(first, second)):
            return [*_factors(first, below), *_factors(second, not below)]
        case Call(op="neg", args=(inner,)):
            return _factors(inner, below)
        case _:
            return [call("div", number(1), expr) if below else expr]
