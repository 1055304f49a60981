"""Rounded too early: a part of the formula was rounded before it was used."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from workings.checking.slips.change import Change, Scene
from workings.expr import Array, Call, Expr, Number, mapped, number, swapped, walk

_PLACES = (3, 2, 1, 0)
_SHORT = ("2.72", "2.71", "2.7", "2.718")  # what e is taken for


def rounded_early(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A part of the formula rounded to a few places and then used."""
    for node in walk(expr):
        if node is expr or not isinstance(node, Call) or node.op == "neg" or _holds_rows(node):
            continue
        part = scene.written(node)
        for places in _PLACES:
            rounded = Call(node.span, "round", (node, number(places)))
            to = f"{places} places" if places > 1 else ("1 place" if places else "a whole number")
            words = f"holds with {part or 'a part of it'} rounded to {to} first"
            yield Change("slip/rounded-early", words, swapped(expr, node, rounded))


def short_e(expr: Expr, scene: Scene) -> Iterator[Change]:
    """e taken as a decimal of a few digits."""
    if any(isinstance(node, Call) and node.op == "exp" for node in walk(expr)):
        for text in _SHORT:
            yield Change("slip/short-e", f"holds with e taken as {text}", _with_base(expr, text))


def _with_base(expr: Expr, text: str) -> Expr:
    """Every e of a formula as a short decimal."""
    inner = mapped(expr, lambda part: _with_base(part, text))
    if not isinstance(inner, Call) or inner.op != "exp":
        return inner
    unit = fmpq(1, 10 ** (len(text) - 2))
    base = Number(inner.span, int(text.replace(".", "")) * unit, unit, text)
    return Call(inner.span, "pow", (base, *inner.args))


def _holds_rows(node: Call) -> bool:
    return node.op == "transpose" or any(isinstance(arg, Array) for arg in node.args)
