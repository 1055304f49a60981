"""The pictures of the chapters on symbols and limits: curves, and the matrices behind them."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, sin

from chapters import numbers, tensor, weights

from workings.reporting.pictures import Drawing, side_by_side, svg
from workings.reporting.pictures.curves import Axis, curves, traced
from workings.reporting.pictures.heat_map import heat_map


def pictures() -> dict[str, str]:
    """Every picture of these chapters by its file name."""
    return {
        "linear-layers.svg": svg(layers(), "The weights of two layers, and of the one that they collapse to"),
        "temperature.svg": svg(temperature(), "The shares of three scores while the temperature grows"),
        "linear-attention.svg": svg(cost(), "What both orders of a product cost as the text grows"),
        "copying.svg": svg(copying(), "The attention weights of three tokens for two norms"),
        "sup-norm.svg": svg(norms(), "The p-norm falls to the sup-norm as p grows"),
        "positions.svg": svg(scores(), "The score after turning query and key, over their offset"),
    }


def layers() -> Drawing:
    """Two linear layers, and the one that does the same."""
    return side_by_side(
        heat_map(tensor("linear-layers.md", "W_1"), "first layer"),
        heat_map(tensor("linear-layers.md", "W_2"), "second layer"),
        heat_map(tensor("linear-layers.md", "W'"), "both in one"),
    )


def copying() -> Drawing:
    """Attention that copies, with vectors of two lengths."""
    tokens = ["token 1", "token 2", "token 3"]
    return side_by_side(
        weights("copying.md", "A", "β = 1", tokens), weights("copying.md", "B", "β = 2", tokens)
    )


def temperature() -> Drawing:
    """The shares of scores over the temperature."""
    shares = numbers("temperature.md", "z")
    across = Axis("temperature", 0.1, 6, (1, 2, 3, 4, 5, 6))
    cooled = [
        traced(f"score {z:g}", lambda t, z=z: share(z / t, [other / t for other in shares]), across)
        for z in shares
    ]
    return curves(cooled, across, Axis("", 0, 1, (0, 0.25, 0.5, 0.75, 1)), "softmax(z / T)")


def share(score: float, scores: Sequence[float]) -> float:
    """The softmax of one score among others."""
    return 1 / sum(exp(min(other - score, 700)) for other in scores)


def cost() -> Drawing:
    """The multiplications of attention in both orders, over the length of the text."""
    across = Axis("tokens", 1, 1024, (64, 256, 512, 768, 1024))
    both = [
        traced("(QKᵀ)V", lambda t: 2 * t * t * 64 / 1e6, across),
        traced("Q(KᵀV)", lambda t: 2 * t * 64 * 64 / 1e6, across),
    ]
    return curves(both, across, Axis("", 0, 140, (0, 35, 70, 105, 140)), "million multiplications, d = 64")


def norms() -> Drawing:
    """The p-norm of a vector over p, and what it comes to."""
    across = Axis("p", 1, 8, (1, 2, 4, 6, 8))
    both = [
        traced("p-norm", lambda p: (1 + 3**p) ** (1 / p), across),
        traced("sup-norm", lambda p: 3.0, across),
    ]
    return curves(both, across, Axis("", 2.5, 4, (2.5, 3, 3.5, 4)), "the p-norm of (1, −3)")


def scores() -> Drawing:
    """The score of a query and a key that are turned by their positions."""
    query, key = numbers("positions.md", "q"), numbers("positions.md", "k")
    level = query[0] * key[0] + query[1] * key[1]
    turned = query[1] * key[0] - query[0] * key[1]
    across = Axis("offset n − m", 0, 8, (0, 1, 2, 4, 6, 8))
    curve = traced("score", lambda a: level * cos(a) + turned * sin(a), across)
    return curves([curve], across, Axis("", -8, 8, (-8, -4, 0, 4, 8)), "the score of one query and one key")
