"""Softmax: turn scores into shares that add up to one.

Every score is made positive by raising e to it, then divided by the total.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import exp, total

softmax = Op(
    "softmax",
    "x mask?",
    axis=-1,
    temperature=1,
    gathers=True,
    names=["softmax", "Softmax", "SoftMax", "softargmax"],
    oracle=lambda torch, x, mask=None, axis=-1, temperature=1: torch.softmax(
        (x if mask is None else x + mask) / temperature, dim=axis
    ),
    samples=[
        [1, 2, 3],
        [[2, 0], [1, -3]],
        ([[2, 0], [1, -3]], {"axis": -2}),
        ([1, 2, 3], {"temperature": 2}),
        ([[2, 0], [1, 3]], [[0, -9], [0, 0]]),
    ],
)


@softmax.recipe
def textbook(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr:
    if mask is not None:
        x = let("m", x + mask, "lower the scores that must not count")
    if temperature != 1:
        x = let("t", x / temperature, "divide by the temperature")
    e = let("e", exp(x), "raise e to every score, so all are positive")
    s = let("s", total(e, axis), "add them up")
    return let("y", e / s, "divide each by the total")


@softmax.mistake("plain-shares", says="the scores were shared out without raising e to them")
def plain_shares(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr:
    s = let("s", total(x, axis), "add the scores up")
    return let("y", x / s, "divide each by the total")
