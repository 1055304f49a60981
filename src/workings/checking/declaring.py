"""Declarations: `W ∈ ℝ^{4×2}` says what a name may be, and is a claim where its value is known."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from flint import fmpq

from workings.checking.comparing.comparison import SHAPE
from workings.checking.readings import is_size
from workings.document import Statement
from workings.evaluating import evaluate
from workings.expr import Array, Call, Expr, Name
from workings.finding import Because, Claim, Verdict
from workings.kinds import Kind
from workings.resolving.scope import Scope
from workings.source import Page, Span
from workings.value import Tensor

LARGEST = 10_000  # entries of a matrix that stands for its size
LARGEST_WRITTEN = 20  # rows of a matrix that is ever written out; beside a larger one stands a small example
_REALS = ("R", "ℝ", "Z", "ℤ", "N", "ℕ", "Q", "ℚ", "C", "ℂ")


def declare(scope: Scope, page: Page, statement: Statement, number: str) -> Claim | None:
    """Note the declared names and sizes; a claim if the value of the name is known already."""
    head, place = statement.members[0].expr, statement.members[1]
    names = [item for item in (head.items if isinstance(head, Array) else (head,)) if isinstance(item, Name)]
    scope.declared.names.update(name.key for name in names)
    extents = extents_of(place.expr)
    if extents is not None:
        kind = Kind(extents, len(extents), statement.span, scope.section)
        for name in names:
            scope.tell(name.key, kind)
    size = declared_size(place.expr)
    if size is None:
        return None
    for name in names:
        scope.declared.sizes[name.key] = (size, statement.span)
    value = scope.said.get(names[0].key) if len(names) == 1 else None
    if not isinstance(value, Tensor) or max(size) > LARGEST_WRITTEN:
        return None
    return _claim(page, number, place.span, statement.span, names[0].key, value, size)


def belongs(scope: Scope, page: Page, statement: Statement) -> Claim | None:
    """The claim that `QK^T ∈ ℝ^{3×3}` makes where the value or the sizes of its names are known."""
    head, place = statement.members[0].expr, statement.members[1]
    size = declared_size(place.expr)
    if size is None:
        return None
    sizes = {key: _ones(size) for key, (size, _) in scope.declared.sizes.items() if prod(size) <= LARGEST}
    value = evaluate(head, {**sizes, **scope.said})
    if not isinstance(value, Tensor):
        return None
    text = page.written[statement.members[0].span.start : statement.members[0].span.end]
    claim = _claim(page, "", place.span, statement.span, text, value, size)
    return replace(claim, message=f"{text} is {claim.computed}, not {claim.stated}" if claim.message else "")


def _ones(size: tuple[int, ...]) -> Tensor:
    """Some matrix of a size, for questions that only its size answers."""
    return Tensor(size, (fmpq(1),) * prod(size))


def misfit(scope: Scope, page: Page, key: str, span: Span, number: str) -> Claim | None:
    """The claim that a value makes which does not have the size that was declared for its name."""
    declared, value = scope.declared.sizes.get(key), scope.said.get(key)
    if declared is None or not isinstance(value, Tensor) or _fits(value, declared[0]):
        return None
    size, place = declared
    if max(size) > LARGEST_WRITTEN:
        return None
    because = Because(page.place(place.start).line, " ".join(page.written[place.start : place.end].split()))
    return replace(_claim(page, number, span, span, key, value, size), because=(because,))


def declared_size(expr: Expr) -> tuple[int, ...] | None:
    """The 4 and 2 of ℝ^{4×2}."""
    if not isinstance(expr, Call) or expr.op != "pow" or not isinstance(expr.args[0], Name):
        return None
    size = is_size(expr.args[1])
    return tuple(size) if expr.args[0].key in _REALS and size is not None else None


def extents_of(expr: Expr) -> tuple[Expr, ...] | None:
    """The n and d of ℝ^{n×d}, and nothing for ℝ itself."""
    if isinstance(expr, Name) and expr.key in _REALS:
        return ()
    if not isinstance(expr, Call) or expr.op != "pow" or not isinstance(expr.args[0], Name):
        return None
    if expr.args[0].key not in _REALS:
        return None
    factors: list[Expr] = []
    rest = expr.args[1]
    while isinstance(rest, Call) and rest.op == "times":
        factors.insert(0, rest.args[1])
        rest = rest.args[0]
    factors.insert(0, rest)
    return tuple(factors) if len(factors) <= 2 else None


def _fits(value: Tensor, size: tuple[int, ...]) -> bool:
    """A vector may be written lying or standing."""
    return tuple(e for e in value.shape if e != 1) == tuple(e for e in size if e != 1)


def _claim(
    page: Page, number: str, span: Span, whole: Span, key: str, value: Tensor, size: tuple[int, ...]
) -> Claim:
    fits = _fits(value, size)
    declared, real = "×".join(map(str, size)), "×".join(map(str, value.shape))
    return Claim(
        number,
        "shape",
        span,
        page.written[whole.start : whole.end],
        Verdict.RIGHT if fits else Verdict.WRONG,
        None if fits else SHAPE,
        declared,
        real,
        message="" if fits else f"{key} is {real}, declared as {declared}",
    )
