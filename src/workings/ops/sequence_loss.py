"""Loss of a sequence under teacher forcing: every position is asked for the token after it.

`Z` has a row of scores for each position, `y` the tokens read there, counted from one in the order of the
columns. The last position has nothing left to predict.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.softmax_cross_entropy import softmax_cross_entropy
from workings.ops.writing import height, one_hot, trimmed, width

sequence_loss = Op(
    "sequence_loss",
    "Z y",
    names=["sequence_loss", "SequenceLoss", "teacher_forcing_loss"],
    oracle=lambda torch, Z, y: torch.nn.functional.cross_entropy(Z[:-1], y[1:].long() - 1, reduction="sum"),
    samples=[
        ([[1, 0, 2], [0, 3, 1], [2, 1, 0]], [1, 2, 3]),
        ([[1.5, 0, 2], [0, 3, 1], [2, 1, 0.5], [4, 1, 0]], [3, 1, 2, 2]),
    ],
)


@sequence_loss.recipe
def textbook(let: Let, Z: Expr, y: Expr) -> Expr:
    t = let("T", one_hot(y, width(Z)), "the tokens as rows of noughts and a one")
    return let("L", _loss(trimmed(t, 1, 0), trimmed(Z, 0, 1)), "each position against the token after it")


def _loss(t: Expr, z: Expr) -> Expr:
    return softmax_cross_entropy(t, z, summed=1)


@sequence_loss.mistake(
    "no-shift",
    says="each position was asked for its own token instead of the next one",
    why="Rows and tokens stand side by side, and the shift by one has to be added in thought.",
)
def no_shift(let: Let, Z: Expr, y: Expr) -> Expr:
    t = let("T", one_hot(y, width(Z)), "the tokens as rows of noughts and a one")
    return let(
        "L", _loss(trimmed(t, 1, 0), trimmed(Z, 1, 0)), "each position but the first against its own token"
    )


@sequence_loss.mistake(
    "no-shift-at-all",
    says="each position was asked for its own token, the first one too",
    why="Rows and tokens stand side by side, and the shift by one has to be added in thought.",
)
def no_shift_at_all(let: Let, Z: Expr, y: Expr) -> Expr:
    t = let("T", one_hot(y, width(Z)), "the tokens as rows of noughts and a one")
    return let("L", _loss(t, Z), "each position against its own token")


@sequence_loss.mistake(
    "shifted-back",
    says="each position was asked for the token before it",
    why="The shift by one is made in the wrong direction.",
)
def shifted_back(let: Let, Z: Expr, y: Expr) -> Expr:
    t = let("T", one_hot(y, width(Z)), "the tokens as rows of noughts and a one")
    return let("L", _loss(trimmed(t, 0, 1), trimmed(Z, 1, 0)), "each position against the token before it")


@sequence_loss.mistake(
    "mean",
    says="the mean over the positions was taken instead of the sum",
    why="Losses are averaged over examples, so the positions are averaged too.",
)
def averaged(let: Let, Z: Expr, y: Expr) -> Expr:
    return let("L", sequence_loss(Z, y) / (height(Z) - 1), "the mean over the positions")
