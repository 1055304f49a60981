"""Softmax: turn scores into shares that add up to one.

Every score is made positive by raising e to it, then divided by the total.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.hardmax import hardmax
from workings.ops.operation import Let, Op, Setting
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import at_least, exp, largest, power, select, total

FAR = -100_000  # a score below this stands for −∞

softmax = Op(
    "softmax",
    "x mask?",
    axis=-1,
    temperature=1,
    letters={"T": "temperature", "τ": "temperature", "temp": "temperature", "dim": "axis"},
    gathers=True,
    names=["softmax", "Softmax", "SoftMax", "softargmax"],
    said=["softmax"],
    oracle=lambda torch, x, mask=None, axis=-1, temperature=1: torch.softmax(
        (x if mask is None else x + mask) / temperature, dim=axis
    ),
    samples=[
        [1, 2, 3],
        [[2, 0], [1, -3]],
        ([[2, 0], [1, -3]], {"axis": -2}),
        ([1, 2, 3], {"temperature": 2}),
        ([[2, 0], [1, 3]], [[0, -9], [0, 0]]),
        ([[2, 1], [1, 3]], [[0, -1_000_000], [0, 0]]),
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


@softmax.mistake(
    "plain-shares",
    says="the scores were shared out without raising e to them",
    why="Dividing by the total is what makes shares, so the exponential is easily passed over.",
)
def plain_shares(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr:
    s = let("s", total(x, axis), "add the scores up")
    return let("y", x / s, "divide each by the total")


@softmax.mistake(
    "not-normalised",
    says="e was raised to the scores, but nothing was divided by the total",
    why="The exponentials are the long part of the work, and the division after them is forgotten.",
)
def not_normalised(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr:
    return let("y", exp(x / temperature), "raise e to every score")


@softmax.mistake(
    "wrong-axis",
    says="the totals ran down the columns instead of along the rows",
    why="A matrix does not show which way its shares have to add up to one.",
)
def wrong_axis(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    return softmax(x, axis=-2, temperature=temperature) if axis == -1 and mask is None else None


@softmax.mistake(
    "whole-matrix",
    says="the total ran over the whole matrix instead of each row",
    why="The total is taken of everything in sight, as for a single list.",
)
def whole_matrix(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    if mask is not None or temperature != 1:
        return None
    e = let("e", exp(x), "raise e to every score")
    return let("y", e / total(e), "divide by the total of all")


@softmax.mistake(
    "shift-kept",
    says="the largest score was taken away above the line only",
    why="The shift that keeps the exponentials small has to be done in the total as well.",
)
def shift_kept(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    if mask is not None or temperature != 1:
        return None
    m = let("m", largest(x, axis), "the largest score")
    return let("y", exp(x - m) / total(exp(x), axis), "shifted above, not below")


@softmax.mistake(
    "own-left-out",
    says="each exponential was divided by the total of the others, without itself",
    why="A share of the whole is confused with odds against the rest.",
)
def own_left_out(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    if mask is not None or temperature != 1:
        return None
    e = let("e", exp(x), "raise e to every score")
    return let("y", e / (total(e, axis) - e), "divide by the total of the others")


@softmax.mistake(
    "negated",
    says="e was raised to the negative scores",
    why="The e⁻ˣ of the sigmoid is carried over.",
)
def negated(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    return softmax(-x, axis=axis, temperature=temperature) if mask is None else None


@softmax.mistake(
    "base-2",
    says="2 was raised to the scores instead of e",
    why="Powers of two are easy to work out by hand.",
)
def base_2(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    return _shares_of_powers(let, x, axis, 2) if mask is None and temperature == 1 else None


@softmax.mistake(
    "base-10",
    says="10 was raised to the scores instead of e",
    why="The wrong key of the calculator was pressed: 10ˣ stands beside eˣ.",
)
def base_10(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    return _shares_of_powers(let, x, axis, 10) if mask is None and temperature == 1 else None


def _shares_of_powers(let: Let, x: Expr, axis: Setting, base: int) -> Expr:
    e = let("e", power(base, x), f"raise {base} to every score")
    return let("y", e / total(e, axis), "divide each by the total")


@softmax.mistake(
    "each-alone",
    says="every score went through the sigmoid on its own",
    why="Sigmoid and softmax both turn scores into numbers between nought and one.",
)
def each_alone(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    return let("y", sigmoid(x), "squash every score by itself") if mask is None and temperature == 1 else None


@softmax.mistake(
    "winner-takes-all",
    says="the largest score took everything",
    why="Softmax is confused with the maximum that it smooths.",
)
def winner_takes_all(
    let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting
) -> Expr | None:
    return let("y", hardmax(x, axis=axis), "everything to the largest") if mask is None else None


@softmax.mistake(
    "temperature-ignored",
    says="the temperature was left out",
    why="The usual softmax has none, and is worked out by habit.",
)
def temperature_ignored(
    let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting
) -> Expr | None:
    return softmax(x, axis=axis) if temperature != 1 and mask is None else None


@softmax.mistake(
    "temperature-inverted",
    says="the scores were multiplied by the temperature instead of divided by it",
    why="A high temperature is taken to sharpen the shares, while it evens them out.",
)
def temperature_inverted(
    let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting
) -> Expr | None:
    return softmax(x * temperature, axis=axis) if temperature != 1 and mask is None else None


@softmax.mistake(
    "temperature-outside",
    says="the shares were divided by the temperature instead of the scores",
    why="The division is easier to do at the end than before the exponentials.",
)
def temperature_outside(
    let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting
) -> Expr | None:
    return softmax(x, axis=axis) / temperature if temperature != 1 and mask is None else None


@softmax.mistake(
    "mask-ignored",
    says="the mask was left out",
    why="The scores are there before the mask, and the shares are taken of them.",
)
def mask_ignored(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    return softmax(x, axis=axis, temperature=temperature) if mask is not None else None


@softmax.mistake(
    "mask-inverted",
    says="the mask hid what should count and kept what should not",
    why="Some masks mark what is kept and others what is hidden.",
)
def mask_inverted(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    if mask is None:
        return None
    hidden = let("h", at_least(mask, 0) * 10 * FAR, "hide what the mask keeps")
    return softmax(x, hidden, axis=axis, temperature=temperature)


@softmax.mistake(
    "mask-of-nought",
    says="the hidden scores were set to 0 instead of −∞, and e⁰ is 1",
    why="Nought looks like nothing, but the exponential makes a share of it.",
)
def mask_of_nought(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr:
    if mask is not None:
        x = let("k", select(at_least(mask, 0), x, 0 * x), "nought in place of what is hidden")
        return softmax(x, axis=axis, temperature=temperature)
    z = let("z", select(at_least(x, FAR), x, 0 * x), "nought in place of −∞")
    return softmax(z, axis=axis, temperature=temperature)


@softmax.mistake(
    "mask-after",
    says="the mask was laid on the shares, which no longer add up to one",
    why="Hiding an entry of the finished shares is simpler than hiding its score.",
)
def mask_after(let: Let, x: Expr, mask: Expr | None, axis: Setting, temperature: Setting) -> Expr | None:
    if mask is None:
        return None
    return softmax(x, axis=axis, temperature=temperature) * at_least(mask, 0)
