"""Slips in what is put into a formula: another number, a wrong digit, another name, an earlier value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from flint import fmpq

from workings.checking.slips.change import Change, Scene
from workings.evaluating import Function
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Fold, Name, Number, number, swapped, walk
from workings.value import Tensor, Value

_ARITHMETIC = frozenset({"add", "sub", "mul", "times", "hadamard", "matmul", "dot", "div", "pow"})
BEFORE = "the value before"  # a name that no document has
MOST_EARLIER = 3  # values of one name that are tried
MOST_EXCHANGED = 8  # operands of a formula in which pairs are exchanged
MOST_NAMES = 12  # names that one may be taken for


def leaves(expr: Expr) -> list[Number]:
    """The numbers of a formula, each once."""
    return [node for node in walk(expr) if isinstance(node, Number)]


def operands_here(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A number of the formula in the place of another one."""
    yield from _replaced(expr, leaves(expr), "slip/operand")


def operands_elsewhere(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A number from elsewhere on the page in the place of one of the formula."""
    here = {leaf.value for leaf in leaves(expr)}
    yield from _replaced(expr, [n for n in scene.numbers if n.value not in here], "slip/operand")


def _replaced(expr: Expr, numbers: list[Number], name: str) -> Iterator[Change]:
    others = list({other.value: other for other in numbers}.values())
    for leaf in leaves(expr):
        for other in others:
            if other.value != leaf.value:
                words = f"holds with {other.text} in place of {leaf.text}"
                put_in = Number(leaf.span, other.value, other.unit, other.text)
                yield Change(name, words, swapped(expr, leaf, put_in))


def digits(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A number of the formula with one digit wrong, two of them swapped, or its decimal point moved."""
    for leaf in leaves(expr):
        for value, unit in _misread(leaf):
            other = Number(leaf.span, value, unit, show(value))
            words = f"holds with {other.text} in place of {leaf.text}"
            yield Change("slip/copied-digit", words, swapped(expr, leaf, other))


def _misread(leaf: Number) -> Iterator[tuple[fmpq, fmpq]]:
    count = leaf.value / leaf.unit
    if count.q != 1 or not 0 < count < 10**6:
        return
    written = str(count.p)
    for at in range(len(written) - 1):
        if written[at] != written[at + 1]:
            mixed = written[:at] + written[at + 1] + written[at] + written[at + 2 :]
            yield int(mixed) * leaf.unit, leaf.unit
    if leaf.unit < 1:
        yield leaf.value * 10, leaf.unit * 10
        yield leaf.value / 10, leaf.unit / 10
    for at, digit in enumerate(written):
        for other in "0123456789":
            if other != digit and (at or other != "0" or len(written) == 1):
                yield int(written[:at] + other + written[at + 1 :]) * leaf.unit, leaf.unit


def off_by_one(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A count or a bound that is one too many or too few."""
    for leaf in leaves(expr):
        if leaf.unit == 1:
            for step in (1, -1):
                other = Number(leaf.span, leaf.value + step, leaf.unit, str(int(leaf.value.p) + step))
                words = f"holds with {other.text} in place of {leaf.text}"
                yield Change("slip/off-by-one", words, swapped(expr, leaf, other))
    for node in walk(expr):
        if isinstance(node, Fold) and node.upper is not None and node.lower is not None:
            shorter = Call(node.upper.span, "sub", (node.upper, number(1)))
            later = Call(node.lower.span, "add", (node.lower, number(1)))
            yield Change("slip/off-by-one", "holds without the last term", swapped(expr, node.upper, shorter))
            yield Change("slip/off-by-one", "holds without the first term", swapped(expr, node.lower, later))


def names(expr: Expr, scene: Scene) -> Iterator[Change]:
    """One name taken for another of the same shape."""
    shapes = {key: _shape(value) for key, value in scene.names.items()}
    for leaf in [node for node in walk(expr) if isinstance(node, Name)]:
        mine = shapes.get(leaf.key)
        same = [key for key, shape in shapes.items() if shape == mine and key != leaf.key]
        if mine is None:
            continue
        for key in same[-MOST_NAMES:]:
            other = Name(leaf.span, key, key)
            yield Change("slip/name", f"holds with {key} in place of {leaf.key}", swapped(expr, leaf, other))


def exchanged(expr: Expr, scene: Scene) -> Iterator[Change]:
    """Two names or two numbers of the formula, each in the place of the other, as gates that are swapped."""
    operands = list(_operands(expr))
    if len(operands) > MOST_EXCHANGED:
        return
    for one, other in combinations(operands, 2):
        first, second = scene.written(one), scene.written(other)
        if type(one) is type(other) and first != second:
            half = swapped(expr, one, replace(other, span=one.span))
            whole = swapped(half, other, replace(one, span=other.span))
            yield Change("slip/exchanged", f"holds with {first} and {second} exchanged", whole)


def _operands(expr: Expr) -> Iterator[Name | Number]:
    """What a formula calculates with, but neither entries of lists nor one of several arguments."""
    if isinstance(expr, Name | Number):
        yield expr
    elif isinstance(expr, Call) and (len(expr.args) == 1 or expr.op in _ARITHMETIC):
        for arg in expr.args:
            yield from _operands(arg)


def earlier(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A value that a name had before, as before an update."""
    for leaf in [node for node in walk(expr) if isinstance(node, Name)]:
        for value in scene.earlier.get(leaf.key, ())[-MOST_EARLIER:]:
            shown = show(value)
            words = f"holds with an earlier {leaf.key}" + (f" = {shown}" if len(shown) <= 24 else "")
            lent = Name(leaf.span, BEFORE, BEFORE)
            yield Change("slip/earlier-value", words, swapped(expr, leaf, lent), {BEFORE: value})


def _shape(value: Value | Function) -> tuple[int, ...] | None:
    if isinstance(value, Function):
        return None
    return value.shape if isinstance(value, Tensor) else ()
