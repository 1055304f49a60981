"""Pieces of Python: an expression, the shape it has in the document, and whether a batch runs through it."""

from __future__ import annotations

import ast
from copy import deepcopy
from functools import lru_cache

from flint import arb

from workings.learning.declaring import Shape
from workings.record import record
from workings.value import Scalar

STEPS = "the new steps"  # the size of what has a row for each, in a module that goes on where it stopped


@record(frozen=True, slots=True)
class Term:
    """A Python expression; what the document calls a vector has rank one, whatever the batch makes of it."""

    node: ast.expr
    shape: Shape
    batched: bool = False
    row: bool = False  # a vector that was transposed: vᵀw is a number, v wᵀ a matrix
    learned: str | None = None  # the learned name that this is, as it stands

    @property
    def rank(self) -> int:
        return len(self.shape)


class _Filler(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.parts.get(node.id, node)


@lru_cache(maxsize=512)
def _parsed(template: str) -> ast.expr:
    return ast.parse(template, mode="eval").body


def py(template: str, **parts: ast.expr) -> ast.expr:
    """A Python expression with parts put in for its names: py("torch.exp(x)", x=…)."""
    filled: ast.expr = _Filler(parts).visit(deepcopy(_parsed(template)))
    return filled


def literal(value: float) -> ast.expr:
    """A number as Python writes it; a negative one in a form that may stand anywhere."""
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


def plain(value: Scalar) -> float:
    """The nearest float, an integer where it is one."""
    if isinstance(value, arb):
        return float(value.mid())
    return int(value.p) if value.q == 1 else int(value.p) / int(value.q)


def floated(term: Term) -> Term:
    """A number as a float, also where it is whole."""
    match term.node:
        case ast.Constant(value=int(value)):
            return Term(literal(float(value)), ())
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return Term(literal(-float(value)), ())
        case _:
            return term


def with_dims(node: ast.expr, rank: int, count: int) -> ast.expr:
    """An expression with so many axes of extent one put before its last `rank` axes."""
    for _ in range(count):
        node = py("x[..., None]", x=node) if rank == 0 else py(f"x.unsqueeze({-rank - 1})", x=node)
    return node
