"""Wrong recipes of the inverse matrix, which is a primitive."""

from __future__ import annotations

from workings.expr import Expr, call
from workings.ops.operation import Let, Mistakable
from workings.ops.writing import hadamard, length, transpose

inverse = Mistakable("inverse", "A", samples=[[[1, 2], [3, 4]], [[2, 0, 1], [1, 3, 2], [1, 1, 4]]])


@inverse.mistake(
    "not-divided",
    says="nothing was divided by the determinant",
    why="The matrix of cofactors is the long part of the work.",
)
def not_divided(let: Let, A: Expr) -> Expr:
    let("n", length(A), "a number has no length")
    return let("B", inverse(A) * call("det", A), "the cofactors alone")


@inverse.mistake(
    "multiplied",
    says="the cofactors were multiplied by the determinant instead of divided by it",
    why="The determinant is remembered, but not which way it works.",
)
def multiplied(let: Let, A: Expr) -> Expr:
    let("n", length(A), "a number has no length")
    return let("B", inverse(A) * call("det", A) * call("det", A), "times the determinant")


@inverse.mistake(
    "transposed-instead",
    says="the transpose was taken instead",
    why="For a rotation the two are the same.",
)
def transposed_instead(let: Let, A: Expr) -> Expr:
    let("n", length(A), "a number has no length")
    return let("B", transpose(A), "the transpose")


@inverse.mistake(
    "signs-kept",
    says="b and c kept their signs",
    why="In a two-by-two inverse a and d change places, and b and c change signs.",
)
def signs_kept(let: Let, A: Expr) -> Expr:
    let("n", length(A), "a number has no length")
    return let("C", hadamard(inverse(A), 2 * call("eye", 2) - 1), "the signs of b and c turned back")


@inverse.mistake(
    "diagonal-kept",
    says="a and d did not change places",
    why="In a two-by-two inverse a and d change places, and b and c change signs.",
)
def diagonal_kept(let: Let, A: Expr) -> Expr:
    let("n", length(A), "a number has no length")
    kept = let("C", hadamard(A, 2 * call("eye", 2) - 1), "the signs of b and c turned")
    return let("B", kept / call("det", A), "divided by the determinant")
