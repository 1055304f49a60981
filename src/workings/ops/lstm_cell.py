"""LSTM cell: what a cell with a memory puts out.

The gates are stacked in the order input, forget, candidate, output.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.lstm_state import lstm_state
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import part, product, tanh

lstm_cell = Op(
    "lstm_cell",
    "x h c W U b",
    names=["LSTMCell", "lstm_cell"],
    oracle=lambda torch, x, h, c, W, U, b: torch.lstm_cell(
        x[None], (h[None], c[None]), W, U, b, torch.zeros_like(b)
    )[0][0],
    samples=[
        ([1, -1], [0.5], [0.25], [[1, 0], [2, 1], [0, 1], [1, 1]], [[0.5], [1], [-1], [2]], [0, 0.5, 1, -1])
    ],
)


@lstm_cell.recipe
def textbook(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    z = let("z", product(part(W, 3, 4), x) + product(part(U, 3, 4), h) + part(b, 3, 4), "for the last gate")
    o = let("o", sigmoid(z), "how much is shown")
    m = let("m", lstm_state(x, h, c, W, U, b), "the new memory")
    return let("h", o * tanh(m), "what the cell puts out")
