"""Slips with whole matrices: transposed, multiplied in the other order, entry by entry, a neighbour's row."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.slips.change import Change, Scene
from workings.checking.slips.structure import PRODUCTS
from workings.checking.slips.target import Target, is_written
from workings.expr import Call, Expr, Number, swapped, walk


def rearranged(expr: Expr, scene: Scene) -> Iterator[Change]:
    """The formula with a transpose too many or too few, a product turned round or taken entry by entry."""
    if not isinstance(expr, Call) or expr.op != "transpose":
        yield Change("slip/transposed", "holds transposed", Call(expr.span, "transpose", (expr,)))
    for node in walk(expr):
        if not isinstance(node, Call):
            continue
        if node.op == "transpose":
            part = scene.written(node.args[0]) or "a factor"
            yield Change(
                "slip/transposed", f"holds with {part} not transposed", swapped(expr, node, node.args[0])
            )
        elif node.op in PRODUCTS and len(node.args) == 2:
            yield from _products(expr, node, scene)
        elif node.op == "pow":
            yield from _powers(expr, node)


def _powers(expr: Expr, node: Call) -> Iterator[Change]:
    """A power taken entry by entry, an inverse that was not divided by the determinant."""
    base, exponent = node.args
    if isinstance(exponent, Number) and exponent.value in (2, 3):
        new = Call(node.span, "hadamard", (base, base))
        new = new if exponent.value == 2 else Call(node.span, "hadamard", (new, base))
        yield Change("slip/function", "holds with the power taken entry by entry", swapped(expr, node, new))
    match exponent:
        case Call(op="neg", args=(Number(value=power),)) if power == 1:
            new = Call(node.span, "mul", (Call(node.span, "det", (base,)), node))
            words = "holds without the division by the determinant"
            yield Change("slip/function", words, swapped(expr, node, new))


def _products(expr: Expr, node: Call, scene: Scene) -> Iterator[Change]:
    left, right = node.args
    turned = Call(node.span, node.op, (right, left))
    yield Change(
        "slip/product-order", "holds with the factors the other way round", swapped(expr, node, turned)
    )
    for at, arg in enumerate(node.args):
        if isinstance(arg, Call) and arg.op == "transpose":
            continue
        part = scene.written(arg) or "a factor"
        flipped = Call(arg.span, "transpose", (arg,))
        args = (flipped, right) if at == 0 else (left, flipped)
        new = Call(node.span, node.op, args)
        yield Change("slip/transposed", f"holds with {part} transposed", swapped(expr, node, new))
    if node.op != "hadamard":
        new = Call(node.span, "hadamard", node.args)
        words = "holds with the product taken entry by entry"
        yield Change("slip/function", words, swapped(expr, node, new))


def neighbours(target: Target) -> Iterator[tuple[str, str, int]]:
    """The one wrong entry is the right value of an entry beside it: name, words, how many there are."""
    if len(target.wrong) != 1 or len(target.right) < 2:
        return
    (at,) = target.wrong
    stated = target.stated[at]
    columns = target.shape[-1] if target.shape else 1
    row, column = divmod(at, columns)
    beside = []
    for other in range(len(target.right)):
        r, c = divmod(other, columns)
        if other != at and (r == row or c == column) and abs(r - row) + abs(c - column) == 1:
            beside.append((other, r, c))
    for other, r, c in beside:
        if is_written(target.right[other], stated):
            where = f"column {c + 1}" if r == row else f"row {r + 1}"
            yield "slip/neighbour", f"is the entry of {where} beside it", len(beside)
