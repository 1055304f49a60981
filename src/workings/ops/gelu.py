"""GELU: the number, weighted by how likely a normal draw stays below it."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr, name
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import erf, exp, maximum, sqrt, square

gelu = Op(
    "gelu",
    "x",
    names=["GELU", "gelu", "GeLU"],
    oracle=lambda torch, x: torch.nn.functional.gelu(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@gelu.recipe
def textbook(let: Let, x: Expr) -> Expr:
    p = let("p", (1 + erf(x / sqrt(2))) / 2, "the share of a normal distribution below the number")
    return let("y", x * p, "times the number")


@gelu.mistake(
    "share-alone",
    says="the share below the number was not multiplied by the number",
    why="The normal distribution is the hard part, and once it is found the result seems to be there.",
)
def share_alone(let: Let, x: Expr) -> Expr:
    return let("y", (1 + erf(x / sqrt(2))) / 2, "the share of a normal distribution below the number")


@gelu.mistake(
    "no-root",
    says="the number was not divided by √2 inside erf",
    why="The curve of erf looks like that of the normal distribution.",
)
def no_root(let: Let, x: Expr) -> Expr:
    return let("y", x * (1 + erf(x)) / 2, "the number times half of one plus its erf")


@gelu.mistake(
    "not-halved",
    says="the half was left out",
    why="The half stands far from the bracket it belongs to.",
)
def not_halved(let: Let, x: Expr) -> Expr:
    return let("y", x * (1 + erf(x / sqrt(2))), "the number times one plus erf")


@gelu.mistake(
    "density",
    says="the height of the bell curve was taken instead of the share below the number",
    why="The letters φ and Φ are easily mixed up.",
)
def density(let: Let, x: Expr) -> Expr:
    d = let("d", exp(-square(x) / 2) / sqrt(2 * name("pi")), "the height of the bell curve")
    return let("y", x * d, "times the number")


@gelu.mistake(
    "sigmoid",
    says="the plain sigmoid was taken for the share, as in SiLU",
    why="SiLU has the same shape and is easier to work out.",
)
def as_sigmoid(let: Let, x: Expr) -> Expr:
    return let("y", x * sigmoid(x), "the number times its sigmoid")


@gelu.mistake(
    "sigmoid-approximation",
    says="x · σ(1.702 x) was taken, which is near it only",
    why="Libraries offer this shortcut under the same name.",
)
def sigmoid_approximation(let: Let, x: Expr) -> Expr:
    return let("y", x * sigmoid(fmpq(1702, 1000) * x), "the number times a steeper sigmoid")


@gelu.mistake(
    "relu",
    says="negative numbers became nought, as in ReLU",
    why="GELU is remembered as a smooth ReLU.",
)
def as_relu(let: Let, x: Expr) -> Expr:
    return let("y", maximum(0, x), "the larger of nought and the number")
