"""Quadratic forms: their gradients, `∇(xᵀAx) = 2Ax`, held to differences, and how large a step may be.

A matrix that the page gives is put in as it is; one that it leaves free is symmetric, so that only what is
wrong in any case is told. The steepest direction bounds the step: by 2 divided by λ_max.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import literal, scalar
from workings.document import Statement
from workings.evaluating import evaluate
from workings.expr import Apply, Array, Call, Expr, Name, Number, call, mapped, name, walk
from workings.finding import Claim, Verdict
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value

FAILS = "gradient/fails"
LARGEST = 4  # entries of a vector
MOST_NAMES = 6
MOST_GRADIENTS = 20
NEAR = 200  # characters around a gradient in which a matrix may be called symmetric
_TINY = fmpq(1, 10**8)
_CLEAR = fmpq(1, 100)
_TURNED = regex(r"\\top\b|\^\{?\s*(?:T\b|⊤|\\intercal|\\mathsf\{?T)|ᵀ|\\\||‖|\\[lr]?Vert")
_SYMMETRIC = regex(r"(?<!not )(?<!non-)(?<!nonsym)\bsymmetri|A\s*=\s*A\^", re.I)
_BY = regex(r"∇(?:_\{?(\w)\}?)?|grad(?:_(\w))?")
_OF = regex(r"(?:∇|grad )(\w)|∂(\w)/∂(\w)")
_VARIABLES = ("x", "w", "θ", "β", "z", "u", "v")
_POINTS = ((3, -2, 5, 7), (-1, 4, 2, -3), (2, 5, -4, 1))
_FREE = ((2, 1, -1, 3), (1, 5, 2, -2), (-1, 2, 4, 1), (3, -2, 1, 7))  # a symmetric matrix
_OFFSET = (5, -3, 2, 9)
OTHER_SIZE, LEFT_OUT = "recipe/other-size", "recipe/left-out"
BEFORE = 200  # characters before a bound that say what it bounds
_BOUND = regex(
    r"\bconverg|\bstab(?:le|ility)|\bdiverg|(?:largest|maximal|maximum|greatest) (?:step|learning)", re.I
)
_DIRECTION = regex(r"\bdirection|\bcomponent|\balong\b|\bflat|\bslowest|\bonly the\b", re.I)
_UTMOST = regex(
    r"\b(?:biggest|largest|greatest|maxim(?:al|um)|highest|critical)\b[^.\n]{0,60}\b(?:converg|stab)"
    r"|\bconverg\w*[^.\n]{0,30}(?:if and only if|\biff\b|exactly (?:if|when|for))"
    r"|\bdiverges?[^.\n]{0,20}\b(?:above|beyond)",
    re.I,
)
_SAFE = regex(
    r"monoton|overshoot|oscillat|zig|sufficient|guarante|safe|optimal|\bbest\b|fastest|stochastic", re.I
)
_LARGEST = regex(r"(?:λ|lambda)_\{?(?:max|1)\}?|L")
_SMALLEST = regex(r"(?:λ|lambda)_\{?min\}?")
_STEPS = ("η", "α", "lr", "γ", "eta", "alpha", "μ")
SAID = (_TURNED, _BOUND)


@record(frozen=True, slots=True)
class Gradient:
    """What a page says a gradient is: of which formula, by which name."""

    of: Expr
    by: str
    stated: Expr
    statement: Statement


def claims_of_quadratics(sheet: Sheet) -> Iterator[Claim]:
    """The first gradient in letters of each formula that is none of it."""
    if not sheet.says(_TURNED):
        return
    gradients = [*_gradients(sheet)][:MOST_GRADIENTS]
    given = _given(sheet.statements) if gradients else {}
    told: set[str] = set()
    for gradient in gradients:
        place = gradient.statement.members[1].span
        if any(claim.span == place and claim.verdict is Verdict.RIGHT for claim in sheet.judge.claims):
            continue
        if _SYMMETRIC.search(sheet.text, max(0, place.start - NEAR), place.end + NEAR):
            continue
        of = sheet.judge.page.written[gradient.of.span.start : gradient.of.span.end].strip()
        off = _is_off(gradient, given) if of not in told else ""
        if off:
            told.add(of)
            yield sheet.claim(place, FAILS, f"this is not the gradient of {of}{off}")


def _given(statements: Sequence[Statement]) -> dict[str, Value]:
    """Vectors and matrices that have one value on the page."""
    found: dict[str, list[Value]] = {}
    for statement in statements:
        head, last = statement.members[0].expr, statement.members[-1].expr
        whole = as_value(evaluate(last, {})) if isinstance(last, Array | Call) else None
        if isinstance(head, Name) and len(statement.members) == 2 and isinstance(whole, Tensor):
            value = literal(last) if isinstance(last, Array) else _flat(whole)
            found.setdefault(head.key, []).extend([value] if value is not None else [])
    return {key: values[0] for key, values in found.items() if len(values) == 1}


def _flat(value: Tensor) -> Tensor:
    return Tensor((len(value.items),), value.items, True) if 1 in value.shape else value


def _gradients(sheet: Sheet) -> Iterator[Gradient]:
    functions: dict[str, tuple[Expr, str]] = {}
    for statement in sheet.statements:
        if statement.hypothesis or statement.offered or len(statement.members) < 2:
            continue
        head, second = statement.members[0].expr, statement.members[1].expr
        match head:
            case Call(op="derivative", args=(of, Name(key=by))):
                yield from _read(of, by, second, statement)
            case Apply(function=Name(key=key), args=(of,)) if (found := _BY.fullmatch(key)) is not None:
                yield from _read(of, found[1] or found[2] or _variable(of), second, statement)
            case Call(op="mul", args=(Name(key=key), of)) if (found := _BY.fullmatch(key)) is not None:
                yield from _read(of, found[1] or found[2] or _variable(of), second, statement)
            case Apply(function=Name(key=key), args=(Name(key=by),)):
                functions[key] = (second, by)
            case Name(key=key) if (found := _OF.fullmatch(key)) is not None:
                of_what, by = functions.get(found[1] or found[2], (None, ""))
                if of_what is not None and (found[3] or by) == by:
                    yield from _read(of_what, by, second, statement)
            case _:
                pass


def _variable(of: Expr) -> str:
    names = {node.key for node in walk(of) if isinstance(node, Name)}
    return next((key for key in _VARIABLES if key in names), "")


def _read(of: Expr, by: str, stated: Expr, statement: Statement) -> Iterator[Gradient]:
    letters = {node.key for node in walk(of) if isinstance(node, Name) and len(node.key) == 1} | {by}
    whole, said = _parted(of, letters), _parted(stated, letters)
    squared = any(isinstance(node, Call) and node.op in ("transpose", "norm") for node in walk(whole))
    names = {node.key for node in walk(whole) if isinstance(node, Name)}
    named = {node.key for node in walk(said) if isinstance(node, Name)}
    if by and squared and by in names and by in named and named <= names and len(names) <= MOST_NAMES:
        yield Gradient(whole, by, said, statement)


def _parted(expr: Expr, letters: set[str]) -> Expr:
    """A formula with `Ax` as a product, where x is a name by itself, and A may be one."""
    if isinstance(expr, Name) and len(expr.key) == 2 and expr.key[1] in letters and expr.key[0].isupper():
        return call("mul", name(expr.key[0], expr.span), name(expr.key[1], expr.span))
    return mapped(expr, lambda part: _parted(part, letters))


def _is_off(gradient: Gradient, given: Mapping[str, Value]) -> str:
    """The words for a gradient that differs at some point; none where it holds or cannot be worked out."""
    names = {node.key for node in walk(gradient.of) if isinstance(node, Name)} - {gradient.by}
    known = {key: value for key, value in given.items() if key in names and key != gradient.by}
    size = _size(known)
    if size is None:
        return ""
    values = known | {key: _free(key, size) for key in names - known.keys()}
    pairs = [_pair(gradient, values, point[:size]) for point in _POINTS]
    if any(pair is None for pair in pairs):
        return ""
    differ = any(
        bool(distance(a, b) > _CLEAR)
        for pair in pairs
        if pair is not None
        for a, b in zip(*pair, strict=True)
    )
    if not differ:
        return ""
    turned = [key for key, value in known.items() if _is_skew(value)]
    return f", because {turned[0]} is not symmetric" if turned else ", wherever it is tried"


def _size(known: Mapping[str, Value]) -> int | None:
    """How many entries the variable has: as many as the columns of the matrices that are given."""
    tensors = [value for value in known.values() if isinstance(value, Tensor)]
    columns = {value.shape[-1] for value in tensors if len(value.shape) == 2}
    sizes = columns or {len(value.items) for value in tensors}
    if len(sizes) > 1 or any(not 1 < size <= LARGEST for size in sizes):
        return None
    return sizes.pop() if sizes else 2


def _free(key: str, size: int) -> Value:
    """A value for a name without one: capitals are matrices, letters vectors, Greek ones numbers."""
    if key.isupper() and key.isascii():
        items = tuple(fmpq(entry) for row in _FREE[:size] for entry in row[:size])
        return Tensor((size, size), items, False)
    if key.isascii() and key not in ("c", "n", "m", "N"):
        return _vector(_OFFSET[:size])
    return fmpq(3)


def _vector(items: Sequence[int | fmpq]) -> Tensor:
    return Tensor((len(items),), tuple(fmpq(item) for item in items), True)


def _is_skew(value: Value) -> bool:
    if not isinstance(value, Tensor) or len(value.shape) != 2 or value.shape[0] != value.shape[1]:
        return False
    size = value.shape[0]
    return any(value.items[a * size + b] != value.items[b * size + a] for a in range(size) for b in range(a))


def _pair(
    gradient: Gradient, values: Mapping[str, Value], point: Sequence[int]
) -> tuple[list[Scalar], list[Scalar]] | None:
    """The gradient at a point by differences, which are exact for squares, and what is stated for it."""
    near, far = (_differences(gradient, values, point, step) for step in (1, 2))
    said = as_value(evaluate(gradient.stated, {**values, gradient.by: _vector(point)}))
    if near is None or far is None or not isinstance(said, Tensor) or len(said.items) != len(point):
        return None
    if any(bool(distance(a, b) > _TINY) for a, b in zip(near, far, strict=True)):
        return None
    stated = [item for item in said.items if isinstance(item, fmpq | arb)]
    return (near, stated) if len(stated) == len(near) else None


def _differences(
    gradient: Gradient, values: Mapping[str, Value], point: Sequence[int], step: int
) -> list[Scalar] | None:
    found: list[Scalar] = []
    for at in range(len(point)):
        ends = [
            scalar(
                gradient.of,
                {**values, gradient.by: _vector([x + side * (n == at) for n, x in enumerate(point)])},
            )
            for side in (step, -step)
        ]
        if ends[0] is None or ends[1] is None:
            return None
        found.append((ends[0] - ends[1]) / (2 * step))
    return found


def claims_of_stability(sheet: Sheet) -> Iterator[Claim]:
    """A bound of the step size that has the smallest eigenvalue below, or half of what is allowed."""
    if not sheet.says(_BOUND):
        return
    yield from _of_halves(sheet)
    for statement in sheet.statements:
        head, rest = statement.members[0].expr, statement.members[1:]
        if not rest or not isinstance(head, Name) or spelt(head) not in _STEPS or statement.hypothesis:
            continue
        bound = rest[0]
        match bound.expr:
            case Call(op="div", args=(Number(value=two), Name() as below)) if two == 2:
                smallest = _SMALLEST.fullmatch(spelt(below)) is not None
            case _:
                smallest = False
        start = statement.span.start
        before = sheet.text[max(0, start - BEFORE) : start].rstrip(" $\n").rpartition("\n\n")[2]
        if not smallest or bound.sign not in ("<", "≤", "=") or not _BOUND.search(before):
            continue
        if _DIRECTION.search(before) is None and stated_number(rest[-1].expr) is not None:
            message = "the largest eigenvalue bounds the step: above 2/λ_max the steepest direction diverges"
            yield sheet.claim(bound.span, OTHER_SIZE, message)
            return


def _of_halves(sheet: Sheet) -> Iterator[Claim]:
    """`1/λ_max` for the largest step that still converges; as a step that is safe it may stand."""
    for statement in sheet.statements:
        start = statement.span.start
        before = sheet.text[max(0, start - BEFORE) : start].rpartition("\n")[2]
        for member in statement.members if _UTMOST.search(before) and not _SAFE.search(before) else ():
            match member.expr:
                case Call(op="div", args=(Number(value=one), Name() as below)) if one == 1:
                    if _LARGEST.fullmatch(spelt(below)) and not statement.hypothesis:
                        message = "the steps shrink as long as |1 − ηλ| < 1: the bound is 2/λ_max"
                        yield sheet.claim(member.span, LEFT_OUT, message)
                        return
