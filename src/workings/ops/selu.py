"""SELU: an ELU whose two constants keep mean nought and variance one from layer to layer."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr
from workings.ops.elu import elu
from workings.ops.operation import Let, Op

SCALE = fmpq(10507009873554804934193349852946, 10**31)
ALPHA = fmpq(16732632423543772848170429916717, 10**31)

selu = Op(
    "selu",
    "x",
    names=["SELU", "selu"],
    oracle=lambda torch, x: torch.selu(x),
    samples=[0, [-2, -0.5, 0, 1, 3], [[2, 0], [1, -3]]],
)


@selu.recipe
def textbook(let: Let, x: Expr) -> Expr:
    e = let("e", elu(x, alpha=ALPHA), "the ELU with alpha = 1.6733")
    return let("y", SCALE * e, "times the scale 1.0507")


@selu.mistake(
    "no-scale",
    says="the scale 1.0507 was left out",
    why="The scale stands outside the bracket and both constants look alike.",
)
def no_scale(let: Let, x: Expr) -> Expr:
    return let("y", elu(x, alpha=ALPHA), "the ELU with alpha = 1.6733")


@selu.mistake(
    "no-alpha",
    says="alpha was taken as one instead of 1.6733",
    why="The plain ELU has alpha = 1.",
)
def no_alpha(let: Let, x: Expr) -> Expr:
    return let("y", SCALE * elu(x), "the plain ELU times the scale")


@selu.mistake(
    "plain-elu",
    says="the plain ELU was taken, without either constant",
    why="SELU is remembered as an ELU, and its constants are not.",
)
def plain_elu(let: Let, x: Expr) -> Expr:
    return let("y", elu(x), "the ELU with alpha = 1")


@selu.mistake(
    "constants-swapped",
    says="scale and alpha were swapped",
    why="The two constants have no names that tell them apart.",
)
def constants_swapped(let: Let, x: Expr) -> Expr:
    return let("y", ALPHA * elu(x, alpha=SCALE), "the ELU with alpha = 1.0507, times 1.6733")
