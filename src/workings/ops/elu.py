"""ELU: what is positive stays, the rest bends towards minus alpha."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import at_least, exp, maximum

elu = Op(
    "elu",
    "x",
    alpha=1,
    letters={"α": "alpha"},
    follow=["alpha"],
    usual={"alpha": [fmpq(1, 10), fmpq(1, 5), fmpq(1, 2), fmpq(2), fmpq(167326, 100000)]},
    names=["ELU", "elu"],
    oracle=lambda torch, x, alpha: torch.nn.functional.elu(x, float(alpha)),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]], ([-2, 1], {"alpha": 2})],
)


@elu.recipe
def textbook(let: Let, x: Expr, alpha: Setting) -> Expr:
    e = let("e", exp(-maximum(0, -x)) - 1, "e to the number less one, where it is negative")
    return let("y", maximum(0, x) + alpha * e, "that counts by alpha, what is positive stays")


@elu.mistake(
    "relu",
    says="negative numbers became nought, as in ReLU",
    why="The plain ReLU is known better.",
)
def as_relu(let: Let, x: Expr, alpha: Setting) -> Expr:
    return let("y", maximum(0, x), "the larger of nought and the number")


@elu.mistake(
    "no-minus-one",
    says="the one was not taken off e^x",
    why="Only the exponential of the negative side is remembered.",
)
def no_minus_one(let: Let, x: Expr, alpha: Setting) -> Expr:
    e = let("e", exp(x) * (1 - at_least(x, 0)), "e to the number, where it is negative")
    return let("y", maximum(0, x) + alpha * e, "that counts by alpha, what is positive stays")


@elu.mistake(
    "exponent-sign",
    says="the exponent lost its minus, e^(-x) − 1 for a negative x",
    why="The minus of the number and the minus of a formula e^(-x) are taken for each other.",
)
def exponent_sign(let: Let, x: Expr, alpha: Setting) -> Expr:
    e = let("e", exp(maximum(0, -x)) - 1, "e to the size of the number less one, where it is negative")
    return let("y", maximum(0, x) + alpha * e, "that counts by alpha, what is positive stays")


@elu.mistake(
    "no-alpha",
    says="the factor alpha was left out",
    why="Alpha is one so often that it is not written.",
)
def no_alpha(let: Let, x: Expr, alpha: Setting) -> Expr | None:
    return None if alpha == 1 else elu(x)


@elu.mistake(
    "everywhere",
    says="positive numbers went through e^x − 1 as well",
    why="The condition beside the formula is passed over.",
)
def everywhere(let: Let, x: Expr, alpha: Setting) -> Expr:
    return let("y", alpha * (exp(x) - 1), "e to the number less one, by alpha")
