"""Weights of attention put on the keys, where the page has values: `0.8·k₁ + 0.2·k₂` for the output."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import OF_NUMBERS, operands, summands
from workings.checking.methods.sheet import Sheet
from workings.document import Member
from workings.evaluating.rendering import show
from workings.expr import Array, Expr, Name, Number
from workings.finding import Claim
from workings.regex import regex
from workings.source import line_start
from workings.value import Tensor

RULE = "attention/keys-for-values"
LEAST = 2  # keys
_NEARLY = fmpq(1, 50)  # that weights may be off one, as they are rounded
_NAMED = regex(r"([KkVv])_?\{?(\d)\}?")
_ATTENTION = regex(r"attention|attend", re.I)
_ALIKE = regex(
    r"keys? (?:are|is|serve|double|act|work) (?:also |as )*(?:the )?values?\b"
    r"|keys? and (?:the )?values? (?:are|is) (?:the same|equal|identical|alike)"
    r"|values? (?:are|is|equal) (?:also )?(?:the )?keys?|\b[Kk]\s*=\s*[Vv]\b|\b[Vv]\s*=\s*[Kk]\b"
    r"|no (?:separate )?values",
    re.I,
)  # the keys are the values
_OF_KEYS = regex(r"\bkeys?\b", re.I)
SAID: tuple[re.Pattern[str], ...] = (_ATTENTION,)

Vector = tuple[fmpq, ...]
Weighted = list[tuple[fmpq, Vector]]


def claims_of_values(sheet: Sheet) -> Iterator[Claim]:
    """The first sum of weighted keys, on a page with as many values that are others."""
    keys, values = (_vectors(sheet, letter) for letter in "kv")
    if len(keys) < LEAST or keys.keys() != values.keys() or keys == values or sheet.says(_ALIKE):
        return
    for statement in sheet.statements:
        lead = sheet.text[line_start(sheet.text, statement.span.start) : statement.span.start]
        if statement.hypothesis or statement.offered or _OF_KEYS.search(lead):
            continue
        for member in statement.members:
            weighted = _weighted(sheet, member, keys | {f"v{at}": vector for at, vector in values.items()})
            made = [vector for _, vector in weighted]
            if len(made) == len(keys) and made == [*keys.values()] and _are_weights(weighted):
                weights = [weight for weight, _ in weighted]
                right = Tensor((len(made[0]),), _sum(weights, [*values.values()]))
                message = "the weights are put on the keys; the output is made of the values"
                yield sheet.claim(member.span, RULE, message, show(right))
                return


def _vectors(sheet: Sheet, letter: str) -> dict[str, Vector]:
    """The vectors k_1, k_2, … of a page by their numbers, in order; none if one is given twice."""
    found: dict[str, Vector] = {}
    for statement in sheet.statements:
        head, last = statement.members[0].expr, statement.members[-1].expr
        named = _NAMED.fullmatch(head.key) if isinstance(head, Name) else None
        vector = _vector(last)
        if named is None or named[1].lower() != letter or not vector:
            continue
        if found.setdefault(named[2], vector) != vector:
            return {}
    even = len({len(vector) for vector in found.values()}) == 1
    return dict(sorted(found.items())) if even else {}


def _vector(expr: Expr) -> Vector:
    """The numbers of a list; a number alone counts as one."""
    items = expr.items if isinstance(expr, Array) else (expr,)
    numbers = [stated_number(item) for item in items]
    return tuple(one.value for one in numbers if one is not None) if None not in numbers else ()


def _weighted(sheet: Sheet, member: Member, named: dict[str, Vector]) -> Weighted:
    """The terms of a sum, each a weight before a vector, which may be called by its name."""
    found: Weighted = []
    for term in summands(member.expr):
        factors = operands(term, OF_NUMBERS)
        weight = _weight(sheet, factors[0])
        vector = _called(factors[1], named) if len(factors) == 2 else ()
        if not vector or weight is None:
            return []
        found.append((weight, vector))
    return found


def _weight(sheet: Sheet, expr: Expr) -> fmpq | None:
    """A weight as a number, or by its name."""
    value = sheet.judge.scope.said.get(expr.key) if isinstance(expr, Name) else None
    return expr.value if isinstance(expr, Number) else value if isinstance(value, fmpq) else None


def _called(expr: Expr, named: dict[str, Vector]) -> Vector:
    if not isinstance(expr, Name):
        return _vector(expr) if isinstance(expr, Array) else ()
    found = _NAMED.fullmatch(expr.key)
    if found is None:
        return ()
    return named.get(found[2] if found[1] in "kK" else f"v{found[2]}", ())


def _are_weights(weighted: Weighted) -> bool:
    """Whether the factors are shares: none below nought, one altogether."""
    total = sum((weight for weight, _ in weighted), fmpq(0))
    return abs(total - 1) <= _NEARLY and all(weight >= 0 for weight, _ in weighted)


def _sum(weights: list[fmpq], vectors: list[Vector]) -> Vector:
    return tuple(
        sum((weight * vector[at] for weight, vector in zip(weights, vectors, strict=True)), fmpq(0))
        for at in range(len(vectors[0]))
    )
