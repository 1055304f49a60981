"""RNN cell: the new state is made of the input and the state before."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import product, tanh

rnn_cell = Op(
    "rnn_cell",
    "x h W U b",
    names=["RNNCell", "rnn_cell"],
    oracle=lambda torch, x, h, W, U, b: torch.rnn_tanh_cell(x[None], h[None], W, U, b, torch.zeros_like(b))[
        0
    ],
    samples=[([1, -1], [0.5, 0.25], [[1, 0], [2, 1]], [[0.5, 0], [1, -1]], [0, 0.5])],
)


@rnn_cell.recipe
def textbook(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    a = let("a", product(W, x) + product(U, h) + b, "mix the input and the state before")
    return let("h", tanh(a), "squeeze between minus one and one")
