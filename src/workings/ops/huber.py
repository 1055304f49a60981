"""Huber loss: squared near nought, straight further out."""

from __future__ import annotations

from flint import fmpq

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting, setting
from workings.ops.writing import absolute, at_least, select, square

huber = Op(
    "huber",
    "e",
    delta=1,
    letters={"δ": "delta"},
    usual={"delta": [fmpq(1, 2), fmpq(1345, 1000), fmpq(27, 20), fmpq(3, 2), fmpq(2)]},
    names=["huber", "Huber"],
    oracle=lambda torch, e, delta: torch.nn.functional.huber_loss(
        e, torch.zeros_like(e), reduction="none", delta=float(delta)
    ),
    samples=[0.5, [0.5, -3, 1], ([0.5, -3, 1], {"delta": 2})],
)


@huber.recipe
def textbook(let: Let, e: Expr, delta: Setting) -> Expr:
    a = let("a", absolute(e), "the size of the error")
    d = setting(delta)
    far = d * (a - d / 2)
    return let("L", select(at_least(d, a), square(e) / 2, far), "half its square, or a line far out")


@huber.mistake(
    "no-half",
    says="the half before the square was left out",
    why="The squared error is mostly written without it.",
)
def no_half(let: Let, e: Expr, delta: Setting) -> Expr:
    a = let("a", absolute(e), "the size of the error")
    d = setting(delta)
    far = d * (a - d / 2)
    return let("L", select(at_least(d, a), square(e), far), "its square, or a line far out")


@huber.mistake(
    "square-everywhere",
    says="the square was taken far out as well",
    why="The condition beside the formula is passed over.",
)
def square_everywhere(let: Let, e: Expr, delta: Setting) -> Expr:
    return let("L", square(e) / 2, "half its square, everywhere")


@huber.mistake(
    "line-everywhere",
    says="the line was taken near nought as well",
    why="The condition beside the formula is passed over.",
)
def line_everywhere(let: Let, e: Expr, delta: Setting) -> Expr:
    a = let("a", absolute(e), "the size of the error")
    d = setting(delta)
    return let("L", d * (a - d / 2), "the line, everywhere")


@huber.mistake(
    "line-not-lowered",
    says="δ/2 was not taken off far out, δ|e|",
    why="The line is remembered, and that it has to meet the parabola is not.",
)
def line_not_lowered(let: Let, e: Expr, delta: Setting) -> Expr:
    a = let("a", absolute(e), "the size of the error")
    d = setting(delta)
    return let("L", select(at_least(d, a), square(e) / 2, d * a), "half its square, or a line far out")


@huber.mistake(
    "no-slope",
    says="the factor δ of the line was left out",
    why="With δ = 1 it makes no difference.",
)
def no_slope(let: Let, e: Expr, delta: Setting) -> Expr | None:
    if delta == 1:
        return None
    a = let("a", absolute(e), "the size of the error")
    d = setting(delta)
    return let("L", select(at_least(d, a), square(e) / 2, a - d / 2), "half its square, or a line far out")


@huber.mistake(
    "sign-kept",
    says="the error kept its sign far out",
    why="The bars around the error look like brackets.",
)
def sign_kept(let: Let, e: Expr, delta: Setting) -> Expr:
    a = let("a", absolute(e), "the size of the error")
    d = setting(delta)
    return let(
        "L", select(at_least(d, a), square(e) / 2, d * (e - d / 2)), "half its square, or a line far out"
    )
