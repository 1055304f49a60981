"""LSTM cell state: forget part of the old memory and write something new.

The gates are stacked in the order input, forget, candidate, output.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import part, product, tanh

lstm_state = Op(
    "lstm_state",
    "x h c W U b",
    names=["lstm_state"],
    oracle=lambda torch, x, h, c, W, U, b: torch.lstm_cell(
        x[None], (h[None], c[None]), W, U, b, torch.zeros_like(b)
    )[1][0],
    samples=[
        ([1, -1], [0.5], [0.25], [[1, 0], [2, 1], [0, 1], [1, 1]], [[0.5], [1], [-1], [2]], [0, 0.5, 1, -1])
    ],
)


@lstm_state.recipe
def textbook(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    z = let(
        "z",
        product(W, x) + product(U, h) + b,
        "the input and the output before, for the gates i, f, g, o in turn",
    )
    i = let("i", sigmoid(part(z, 0, 4)), "how much is written")
    f = let("f", sigmoid(part(z, 1, 4)), "how much is kept")
    g = let("g", tanh(part(z, 2, 4)), "what is written")
    return let("c", f * c + i * g, "the new memory")
