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
        ([1, -1], [0.5], [0.25], [[1, 0], [2, 1], [0, 1], [1, 1]], [[0.5], [1], [-1], [2]], [0, 0.5, 1, -0.5])
    ],
)


@lstm_cell.recipe
def textbook(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    o = _output_gate(let, x, h, W, U, b)
    m = let("m", lstm_state(x, h, c, W, U, b), "the new memory")
    return let("h", o * tanh(m), "what the cell puts out")


def _output_gate(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    """How much of the memory is shown."""
    z = let("z", product(part(W, 3, 4), x) + product(part(U, 3, 4), h) + part(b, 3, 4), "for the last gate")
    return let("o", sigmoid(z), "how much is shown")


@lstm_cell.mistake(
    "no-tanh",
    says="the cell state was not put through tanh",
    why="The candidate has been through a tanh already.",
)
def no_tanh(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    o = _output_gate(let, x, h, W, U, b)
    m = let("m", lstm_state(x, h, c, W, U, b), "the new memory")
    return let("h", o * m, "the memory itself, as far as it is shown")


@lstm_cell.mistake(
    "gate-inside",
    says="the output gate was put inside the tanh",
    why="Brackets around o · tanh(c) are read the wrong way.",
)
def gate_inside(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    o = _output_gate(let, x, h, W, U, b)
    m = let("m", lstm_state(x, h, c, W, U, b), "the new memory")
    return let("h", tanh(o * m), "the tanh of what is shown")


@lstm_cell.mistake(
    "no-output-gate",
    says="the output gate was left out",
    why="The tanh of the cell state looks like an output already.",
)
def no_output_gate(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    m = let("m", lstm_state(x, h, c, W, U, b), "the new memory")
    return let("h", tanh(m), "all of the memory")


@lstm_cell.mistake(
    "old-state",
    says="the cell state before was used instead of the new one",
    why="Both are called c, and only the index tells them apart.",
)
def old_state(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    o = _output_gate(let, x, h, W, U, b)
    return let("h", o * tanh(c), "the old memory, as far as it is shown")


@lstm_cell.mistake(
    "cell-state",
    says="the cell state was taken for the output",
    why="A cell has two states, and both are handed on.",
)
def cell_state(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    m = let("m", lstm_state(x, h, c, W, U, b), "the new memory")
    return let("h", m, "the new memory itself")


@lstm_cell.mistake(
    "sigmoid",
    says="the cell state went through the sigmoid instead of tanh",
    why="The gates all use the sigmoid.",
)
def as_sigmoid(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    o = _output_gate(let, x, h, W, U, b)
    m = let("m", lstm_state(x, h, c, W, U, b), "the new memory")
    return let("h", o * sigmoid(m), "the sigmoid of the memory, as far as it is shown")
