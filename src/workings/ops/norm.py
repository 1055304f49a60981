"""Wrong recipes of the norm and of bars around a vector, which are primitives."""

from __future__ import annotations

from collections.abc import Callable

from workings.expr import Expr, call, name
from workings.ops.operation import Attempt, Let, Mistakable, Setting
from workings.ops.writing import absolute, length, mean, sqrt, square, total

norm = Mistakable(
    "norm", "x order?", p=2, samples=[[3, -4], [3, 4, 12], [[1, 2], [2, 4]], ([3, -4], {"p": 1})]
)
bars = Mistakable("bars", "x order?", p=2, samples=[[3, -4], [3, 4, 12], [[1, 2], [3, 4]]])


def _is_length(order: Expr | None, p: Setting) -> bool:
    """Whether the root of the sum of all squares is asked for: ‖x‖, ‖x‖₂, ‖W‖_F."""
    return order is None and p in (2, name("fro"))


def _mistake(slug: str, says: str, why: str) -> Callable[[Attempt], Attempt]:
    """A slip that is made with ‖x‖ and with |x| alike."""

    def record(build: Attempt) -> Attempt:
        return norm.mistake(slug, says, why)(bars.mistake(slug, says, why)(build))

    return record


@_mistake(
    "squared",
    says="the root was left out",
    why="The squares are added up, and the sum looks like a result already.",
)
def squared(let: Let, x: Expr, order: Expr | None, p: Setting) -> Expr | None:
    if not _is_length(order, p):
        return None
    let("n", length(x), "a number has no length")
    return let("s", total(square(x)), "the sum of the squares")


@_mistake(
    "sum-of-sizes",
    says="the sizes of the entries were added up instead of their squares",
    why="The L1 norm is taken for the L2 norm, or lengths are added where Pythagoras is needed.",
)
def sum_of_sizes(let: Let, x: Expr, order: Expr | None, p: Setting) -> Expr | None:
    if not _is_length(order, p):
        return None
    let("n", length(x), "a number has no length")
    return let("s", total(absolute(x)), "the sum of the sizes")


@_mistake(
    "root-mean-square",
    says="the squares were averaged instead of added up",
    why="The root mean square averages, a length does not.",
)
def root_mean_square(let: Let, x: Expr, order: Expr | None, p: Setting) -> Expr | None:
    if not _is_length(order, p):
        return None
    let("n", length(x), "a number has no length")
    return let("s", sqrt(mean(square(x))), "the root of the mean square")


@_mistake(
    "largest-entry",
    says="only the largest entry was taken",
    why="The maximum norm is taken for the length.",
)
def largest_entry(let: Let, x: Expr, order: Expr | None, p: Setting) -> Expr | None:
    if not _is_length(order, p):
        return None
    let("n", length(x), "a number has no length")
    return let("s", call("max", absolute(x)), "the largest size")


@_mistake(
    "root-of-sum",
    says="the root was taken of the sum of the entries, without squaring them",
    why="The squares inside the root are passed over.",
)
def root_of_sum(let: Let, x: Expr, order: Expr | None, p: Setting) -> Expr | None:
    if not _is_length(order, p):
        return None
    let("n", length(x), "a number has no length")
    return let("s", sqrt(total(x)), "the root of the sum")


@norm.mistake(
    "sum-of-norms",
    says="the lengths of the rows were added up instead of their squares",
    why="Lengths are added where Pythagoras is needed: the square of the whole is the sum of the squares.",
)
def sum_of_norms(let: Let, x: Expr, order: Expr | None, p: Setting) -> Expr | None:
    if not _is_length(order, p):
        return None
    rows = let("r", sqrt(total(square(x), -1)), "the length of every row")
    return let("s", total(rows), "the sum of the lengths")


@norm.mistake(
    "length-for-sizes",
    says="the squares were added up under a root instead of the sizes",
    why="The usual length is taken where the L1 norm is asked for.",
)
def length_for_sizes(let: Let, x: Expr, order: Expr | None, p: Setting) -> Expr | None:
    return norm(x) if p == 1 else None
