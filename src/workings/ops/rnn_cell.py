"""RNN cell: the new state is made of the input and the state before."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import product, tanh

rnn_cell = Op(
    "rnn_cell",
    "x h W U b?",
    names=["RNNCell", "rnn_cell"],
    oracle=lambda torch, x, h, W, U, b=None: torch.tanh(W @ x + U @ h + (0 if b is None else b)),
    samples=[
        ([1, -1], [0.5, 0.25], [[1, 0], [2, 1]], [[0.5, 0], [1, -1]], [0, 0.5]),
        ([1, -1], [0.5, 0.25], [[1, 0], [2, 1]], [[0.5, 0], [1, -1]]),
    ],
)


@rnn_cell.recipe
def textbook(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr | None) -> Expr:
    a = let("a", _sum(product(W, x) + product(U, h), b), "mix the input and the state before")
    return let("h", tanh(a), "squeeze between minus one and one")


def _sum(mixed: Expr, b: Expr | None) -> Expr:
    """With the bias, where there is one."""
    return mixed if b is None else mixed + b


@rnn_cell.mistake(
    "no-state",
    says="the state before was left out",
    why="At the first step the state is nought and falls away, and so it is forgotten at the next.",
)
def no_state(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr | None) -> Expr:
    return let("h", tanh(_sum(product(W, x), b)), "squeeze the input alone")


@rnn_cell.mistake(
    "no-input",
    says="the input was left out",
    why="The state is carried on, and what comes in at this step is passed over.",
)
def no_input(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr | None) -> Expr:
    return let("h", tanh(_sum(product(U, h), b)), "squeeze the state alone")


@rnn_cell.mistake(
    "no-bias",
    says="the bias was left out",
    why="The bias is nought in many examples.",
)
def no_bias(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr | None) -> Expr | None:
    if b is None:
        return None
    return let("h", tanh(product(W, x) + product(U, h)), "squeeze input and state without the bias")


@rnn_cell.mistake(
    "weights-swapped",
    says="the weights of the input and of the state were swapped",
    why="The letters W and U are used either way round in different texts.",
)
def weights_swapped(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr | None) -> Expr:
    a = let("a", _sum(product(U, x) + product(W, h), b), "mix the input and the state before")
    return let("h", tanh(a), "squeeze between minus one and one")


@rnn_cell.mistake(
    "state-added",
    says="the state before was added without its weights",
    why="The state is thought to be carried on as it is.",
)
def state_added(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr | None) -> Expr:
    a = let("a", _sum(product(W, x) + h, b), "mix the input and the state before")
    return let("h", tanh(a), "squeeze between minus one and one")


@rnn_cell.mistake(
    "state-outside",
    says="the state before was added outside the tanh",
    why="A skip connection has this form.",
)
def state_outside(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr | None) -> Expr:
    a = let("a", tanh(_sum(product(W, x), b)), "squeeze the input alone")
    return let("h", a + product(U, h), "and add the state before")


@rnn_cell.mistake(
    "no-tanh",
    says="the tanh was left out",
    why="The weighted sum looks like the new state already.",
)
def no_tanh(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr | None) -> Expr:
    return let("h", _sum(product(W, x) + product(U, h), b), "the mixed input and state themselves")


@rnn_cell.mistake(
    "sigmoid",
    says="the sigmoid was taken instead of tanh",
    why="The gates of an LSTM use the sigmoid in the same place.",
)
def as_sigmoid(let: Let, x: Expr, h: Expr, W: Expr, U: Expr, b: Expr | None) -> Expr:
    a = let("a", _sum(product(W, x) + product(U, h), b), "mix the input and the state before")
    return let("h", sigmoid(a), "squeeze between nought and one")
