"""Definite integrals of sums of powers, and what stands between two limits: `\\int_0^1 x^2 dx`, `F|_0^1`.

Both are read as the difference of a formula at its upper and at its lower limit, in which the variable is
gone. Everything else that is integrated stays unread.
"""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from workings.expr import Apply, Array, Call, Expr, Hole, Name, Number, call, mapped, number, walk
from workings.parsing.cursor import Cursor
from workings.parsing.tokens import Token
from workings.source import Span

MOST_TERMS = 12
LARGEST_POWER = 8
_VARIABLES = frozenset("xyzwtuvsrpqθ")
_FACTORS = frozenset("cCkKAαβλ")  # in front of brackets, where no function goes by these names
_REASON = "an integral is not computed yet"

Terms = Mapping[fmpq, Expr]  # what every power of the variable is multiplied by


def integral(cursor: Cursor, token: Token) -> Expr:
    """A definite integral over one variable, with its `dx` or up to the end of the formula."""
    start, listed = cursor.at, cursor.tokens.list
    cursor.at += 1
    limits = _limits(cursor)
    found = None if limits is None else _integrated(cursor)
    if limits is None or found is None:
        cursor.at = start
        return cursor.skip_rest(_REASON)
    terms, variable = found
    primitive = _primitive(terms, variable)
    ends = [_at(primitive, variable, limit, terms) for limit in limits]
    if ends[0] is None or ends[1] is None:
        cursor.at = start
        return cursor.skip_rest(_REASON)
    return Call(Span(token.start, listed[cursor.at - 1].end), "sub", (ends[1], ends[0]))


def _limits(cursor: Cursor) -> tuple[Expr, Expr] | None:
    found: dict[str, Expr] = {}
    while cursor.at < cursor.hi and (sign := cursor.peek().text) in ("_", "^") and sign not in found:
        cursor.at += 1
        lo, hi = cursor.script()
        found[sign] = cursor.parse(lo, hi)
        if any(isinstance(node, Hole) for node in walk(found[sign])):
            return None
    return (found["_"], found["^"]) if len(found) == 2 else None


def _integrated(cursor: Cursor) -> tuple[Terms, str] | None:
    """The terms of what is integrated, and over what."""
    listed, at, hi = cursor.tokens.list, cursor.at, cursor.hi
    while at + 1 < hi and not (listed[at].text == "d" and listed[at + 1].kind in ("name", "word")):
        close = cursor.tokens.match.get(at)
        at = close + 1 if close is not None and close > at else at + 1
    if at == cursor.at:
        return None
    if at + 1 < hi:
        body, variable = cursor.parse(cursor.at, at), listed[at + 1].text
        cursor.at = at + 2
    else:
        body, letter = cursor.parse(cursor.at, hi), variable_in(cursor.parse(cursor.at, hi))
        if letter is None:
            return None
        variable = letter
        cursor.at = hi
    terms = _terms(body, variable)
    return None if terms is None else (terms, variable)


def variable_in(expr: Expr) -> str | None:
    """The one letter of a formula that limits are put in for."""
    letters = {node.key for node in walk(expr) if isinstance(node, Name)} & _VARIABLES
    return next(iter(letters)) if len(letters) == 1 else None


def between(body: Expr, lower: Expr, upper: Expr, span: Span) -> Expr | None:
    """A formula at its upper limit, less itself at the lower one; None if it is not known in what."""
    if isinstance(body, Array):
        if len(body.items) != 1:
            return None
        body = body.items[0]
    variable = variable_in(body)
    infinite = any(isinstance(node, Name) and node.key == "∞" for end in (lower, upper) for node in walk(end))
    unread = any(isinstance(node, Hole) for part in (body, lower, upper) for node in walk(part))
    if variable is None or infinite or unread:
        return None
    return Call(span, "sub", (_put_in(body, variable, upper), _put_in(body, variable, lower)))


def _put_in(expr: Expr, variable: str, value: Expr) -> Expr:
    if isinstance(expr, Name):
        return value if expr.key == variable else expr
    if isinstance(expr, Apply) and expr.function.key in _FACTORS and len(expr.args) == 1:
        return Call(expr.span, "mul", (expr.function, _put_in(expr.args[0], variable, value)))
    return mapped(expr, lambda part: _put_in(part, variable, value))


def _has(expr: Expr, variable: str) -> bool:
    return any(isinstance(node, Name) and node.key == variable for node in walk(expr))


def _terms(expr: Expr, variable: str) -> Terms | None:
    """A sum of powers of the variable; None where it is something else."""
    if any(isinstance(node, Hole) for node in walk(expr)):
        return None
    if not _has(expr, variable):
        functions = any(isinstance(node, Apply) for node in walk(expr))
        return None if functions else {fmpq(0): expr}
    match expr:
        case Name():
            return {fmpq(1): number(1)}
        case Array(items=(only,)):
            return _terms(only, variable)
        case Apply(function=factor, args=(only,)) if factor.key in _FACTORS:
            return _product({fmpq(0): factor}, _terms(only, variable))
        case Call(op="neg", args=(only,)):
            return _product({fmpq(0): number(-1)}, _terms(only, variable))
        case Call(op="add" | "sub" as op, args=(left, right)):
            return _sum(op, _terms(left, variable), _terms(right, variable))
        case Call(op="mul", args=(left, right)):
            return _product(_terms(left, variable), _terms(right, variable))
        case Call(op="div", args=(left, right)):
            return _product(_terms(left, variable), _power(_terms(right, variable), fmpq(-1)))
        case Call(op="sqrt", args=(only,)):
            return _power(_terms(only, variable), fmpq(1, 2))
        case Call(op="pow", args=(base, Number(value=power))):
            return _power(_terms(base, variable), power)
        case Call(op="pow", args=(base, Call(op="neg", args=(Number(value=power),)))):
            return _power(_terms(base, variable), -power)
    return None


def _sum(op: str, left: Terms | None, right: Terms | None) -> Terms | None:
    if left is None or right is None:
        return None
    found = dict(left)
    for power, factor in right.items():
        found[power] = call(op, found.get(power, number(0)), factor)
    return found if len(found) <= MOST_TERMS else None


def _product(left: Terms | None, right: Terms | None) -> Terms | None:
    if left is None or right is None or len(left) * len(right) > MOST_TERMS**2:
        return None
    found: dict[fmpq, Expr] = {}
    for one, first in left.items():
        for other, second in right.items():
            term = call("mul", first, second)
            before = found.get(one + other)
            found[one + other] = term if before is None else call("add", before, term)
    return found if len(found) <= MOST_TERMS else None


def _power(terms: Terms | None, power: fmpq) -> Terms | None:
    """A power of one term, or a small whole power of several."""
    if terms is None:
        return None
    if len(terms) == 1:
        ((own, factor),) = terms.items()
        return {own * power: call("pow", factor, number(power))}
    if power.q != 1 or not 1 <= power <= LARGEST_POWER:
        return None
    found: Terms | None = terms
    for _ in range(int(power) - 1):
        found = _product(found, terms)
    return found


def _primitive(terms: Terms, variable: str) -> Expr:
    """What has the terms as its derivative."""
    x = Name(Span(0, 0), variable, variable)
    total: Expr = number(0)
    for power, factor in terms.items():
        grown = (
            call("ln", x)
            if power == -1
            else call("div", call("pow", x, number(power + 1)), number(power + 1))
        )
        total = call("add", total, call("mul", factor, grown))
    return total


def _at(primitive: Expr, variable: str, limit: Expr, terms: Terms) -> Expr | None:
    """The primitive at a limit, which may be infinite where all powers die out."""
    if isinstance(limit, Name) and limit.key == "∞":
        return number(0) if all(power < -1 for power in terms) else None
    if any(isinstance(node, Name) and node.key == "∞" for node in walk(limit)):
        return None
    return _put_in(primitive, variable, limit)
