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
        ([1, -1], [0.5], [0.25], [[1, 0], [2, 1], [0, 1], [1, 1]], [[0.5], [1], [-1], [2]], [0, 0.5, 1, -0.5])
    ],
)


@lstm_state.recipe
def textbook(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    i, f, g = _gates(let, product(W, x) + product(U, h) + b)
    return let("c", f * c + i * g, "the new memory")


def _gates(let: Let, mixed: Expr) -> tuple[Expr, Expr, Expr]:
    """Input gate, forget gate and candidate, from what goes into all gates."""
    z = let("z", mixed, "the input and the output before, for the gates i, f, g, o in turn")
    i = let("i", sigmoid(part(z, 0, 4)), "how much is written")
    f = let("f", sigmoid(part(z, 1, 4)), "how much is kept")
    g = let("g", tanh(part(z, 2, 4)), "what is written")
    return i, f, g


@lstm_state.mistake(
    "gates-swapped",
    says="the forget gate and the input gate were swapped",
    why="Both multiply something, and their order in the stack differs from text to text.",
)
def gates_swapped(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    i, f, g = _gates(let, product(W, x) + product(U, h) + b)
    return let("c", i * c + f * g, "the new memory")


@lstm_state.mistake(
    "no-old-state",
    says="the old cell state was left out",
    why="At the first step it is nought and falls away, and so it is forgotten at the next.",
)
def no_old_state(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    i, _, g = _gates(let, product(W, x) + product(U, h) + b)
    return let("c", i * g, "only what is written")


@lstm_state.mistake(
    "nothing-written",
    says="the candidate was left out",
    why="The old state is carried on, and what is written at this step is passed over.",
)
def nothing_written(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    _, f, _ = _gates(let, product(W, x) + product(U, h) + b)
    return let("c", f * c, "only what is kept")


@lstm_state.mistake(
    "no-forget-gate",
    says="the forget gate was left out and all of the old state kept",
    why="A cell state is thought to add up what comes in.",
)
def no_forget_gate(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    i, _, g = _gates(let, product(W, x) + product(U, h) + b)
    return let("c", c + i * g, "the old memory and what is written")


@lstm_state.mistake(
    "no-input-gate",
    says="the input gate was left out and all of the candidate written",
    why="The candidate looks like what is written already.",
)
def no_input_gate(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    _, f, g = _gates(let, product(W, x) + product(U, h) + b)
    return let("c", f * c + g, "what is kept and the whole candidate")


@lstm_state.mistake(
    "forget-on-candidate",
    says="the forget gate was put on the candidate instead of the input gate",
    why="The forget gate is worked out first and then used for both terms.",
)
def forget_on_candidate(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    _, f, g = _gates(let, product(W, x) + product(U, h) + b)
    return let("c", f * c + f * g, "the new memory")


@lstm_state.mistake(
    "input-on-both",
    says="the input gate was put on the old state as well",
    why="One gate is used for both terms.",
)
def input_on_both(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    i, _, g = _gates(let, product(W, x) + product(U, h) + b)
    return let("c", i * c + i * g, "the new memory")


@lstm_state.mistake(
    "coupled",
    says="1 − f was taken for the input gate",
    why="In a GRU one gate does both, so that what is forgotten is written anew.",
)
def coupled(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    _, f, g = _gates(let, product(W, x) + product(U, h) + b)
    return let("c", f * c + (1 - f) * g, "the new memory")


@lstm_state.mistake(
    "output-for-candidate",
    says="the rows of the candidate and of the output gate were swapped",
    why="The order in which the gates are stacked differs from text to text.",
)
def output_for_candidate(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    i, f, _ = _gates(let, product(W, x) + product(U, h) + b)
    g = let("g", tanh(part(product(W, x) + product(U, h) + b, 3, 4)), "what is written, from the wrong rows")
    return let("c", f * c + i * g, "the new memory")


@lstm_state.mistake(
    "sigmoid-candidate",
    says="the sigmoid was taken instead of tanh",
    why="The three gates around it all use the sigmoid.",
)
def sigmoid_candidate(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    i, f, _ = _gates(let, product(W, x) + product(U, h) + b)
    g = let(
        "g", sigmoid(part(product(W, x) + product(U, h) + b, 2, 4)), "what is written, from nought to one"
    )
    return let("c", f * c + i * g, "the new memory")


@lstm_state.mistake(
    "no-output-before",
    says="the output before was left out of the gates",
    why="At the first step it is nought and falls away, and so it is forgotten at the next.",
)
def no_output_before(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    i, f, g = _gates(let, product(W, x) + b)
    return let("c", f * c + i * g, "the new memory")


@lstm_state.mistake(
    "no-bias",
    says="the biases were left out",
    why="The biases are nought in many examples.",
)
def no_bias(let: Let, x: Expr, h: Expr, c: Expr, W: Expr, U: Expr, b: Expr) -> Expr:
    i, f, g = _gates(let, product(W, x) + product(U, h))
    return let("c", f * c + i * g, "the new memory")
