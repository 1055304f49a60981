"""The pictures of the chapters on gradients: curves with their slopes, a chain of states, bars, heat maps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from chapters import BOOK, numbers, signed, tensor

import workings
from workings.reporting.pictures import Drawing, side_by_side, svg
from workings.reporting.pictures.heat_map import Naming, heat_map
from workings.reporting.pictures.shapes import box, path, text

WIDE, HIGH, EDGE = 200, 150, 26  # of one small diagram, and the room around it
Curve = Callable[[float], float]


def sigmoid(z: float) -> float:
    return 1 / (1 + math.exp(-z))


def diagram(title: str, curves: Sequence[tuple[str, Curve]], low: float, high: float) -> Drawing:
    """Curves over −4 to 4 in one frame, the first solid, the second dashed."""

    def across(z: float) -> float:
        return EDGE + (z + 4) / 8 * WIDE

    def down(y: float) -> float:
        return 34 + (high - y) / (high - low) * HIGH

    shapes = [text(EDGE + WIDE / 2, 16, title, look="head")]
    shapes.append(path(f"M{across(-4):.4g} {down(0):.4g}H{across(4):.4g}", "ruled"))
    shapes.append(path(f"M{across(0):.4g} {down(low):.4g}V{down(high):.4g}", "ruled"))
    for look, (_, curve) in zip(("most", "second"), curves, strict=False):
        places = [z / 25 for z in range(-100, 101)]
        inside = [(z, y) for z in places if low <= (y := curve(z)) <= high]
        points = "L".join(f"{across(z):.4g} {down(y):.4g}" for z, y in inside)
        shapes.append(path(f"M{points}", look, 2))
    names = "; ".join(f"{kind}: {name}" for kind, (name, _) in zip(("solid", "dashed"), curves, strict=False))
    shapes.append(text(EDGE, 34 + HIGH + 16, names, "start", "faint", 12))
    return Drawing(WIDE + 2 * EDGE, 34 + HIGH + 32, tuple(shapes))


def activations() -> Drawing:
    """σ, tanh, ReLU and the step, each with its slope."""
    return side_by_side(
        diagram("σ", [("σ", sigmoid), ("σ′", lambda z: sigmoid(z) * (1 - sigmoid(z)))], -1.2, 1.2),
        diagram("tanh", [("tanh", math.tanh), ("tanh′", lambda z: 1 - math.tanh(z) ** 2)], -1.2, 1.2),
        diagram(
            "ReLU", [("ReLU", lambda z: max(0.0, z)), ("ReLU′", lambda z: 1.0 if z > 0 else 0.0)], -0.4, 2
        ),
        diagram(
            "step", [("step", lambda z: 1.0 if z >= 0 else 0.0), ("its slope", lambda _: 0.0)], -1.2, 1.2
        ),
        gap=4,
    )


def unrolled() -> Drawing:
    """The states of the chapter from left to right, and what comes back from right to left."""
    chapter = workings.read(BOOK / "backpropagation-through-time.md")
    shapes: list[str] = []
    for at in range(4):
        x = 20 + 150 * at
        value = float(chapter[f"s_{at}"])
        shapes.append(box(x, 60, 90, 44, "node"))
        shapes.append(text(x + 45, 74, f"s{'₀₁₂₃'[at]}", look="head"))
        shapes.append(text(x + 45, 92, signed(f"{value:.4g}"), size=13))
        if at:
            back = float(chapter[f"∂E/∂s_{at}"])
            shapes.append(path(f"M{x - 60} 74H{x - 6}m-8 -5l8 5l-8 5", "most", 2))
            shapes.append(path(f"M{x - 4} 94H{x - 58}m8 -5l-8 5l8 5", "second", 2))
            shapes.append(text(x + 45, 122, signed(f"∂E/∂s = {back:.4g}"), look="faint", size=13))
            shapes.append(text(x + 45, 34, signed(f"q = {float(chapter[f'q_{at}']):g}"), size=13))
            shapes.append(path(f"M{x + 45} 42V56m-5 -8l5 8l5 -8", "most", 2))
    return Drawing(590, 144, tuple(shapes))


def penalty() -> Drawing:
    """Weights as bars, and the gradient beside them."""
    weights, slopes = (numbers("sup-norm-gradient.md", key) for key in ("w", "∂R/∂w"))
    return side_by_side(bars("w", weights), bars("gradient of the penalty", slopes))


def bars(title: str, entries: Sequence[float]) -> Drawing:
    """Entries as bars up and down from a line."""
    scale = 60 / max(abs(entry) for entry in entries)
    shapes = [
        text(20 + 40 * len(entries), 16, title, look="head"),
        path(f"M20 100H{20 + 80 * len(entries)}", "ruled"),
    ]
    for at, entry in enumerate(entries):
        tall = abs(entry) * scale
        x = 40 + 80 * at
        shapes.append(
            box(x, 100 - tall if entry > 0 else 100, 40, tall, "plus" if entry > 0 else "minus", 0.75)
        )
        shapes.append(text(x + 20, 100 + (tall + 14) * (-1 if entry > 0 else 1), signed(f"{entry:g}")))
    return Drawing(40 + 80 * len(entries), 190, tuple(shapes))


def separable() -> Drawing:
    """The loss and its slope over the score, for a point of either class."""
    return side_by_side(
        diagram(
            "true class 1",
            [("loss", lambda z: -math.log(sigmoid(z))), ("p − 1", lambda z: sigmoid(z) - 1)],
            -1.2,
            4.2,
        ),
        diagram("true class 0", [("loss", lambda z: -math.log(1 - sigmoid(z))), ("p", sigmoid)], -1.2, 4.2),
    )


def attention() -> Drawing:
    """Hard and soft weights, and what comes back to the matrix of the queries."""
    ends = Naming(["1", "2"], ["1", "2"])
    maps = [
        ("A", "hard weights"),
        ("∂L/∂W_Q", "∂L/∂W_Q, hard"),
        ("B", "soft weights"),
        ("∂M/∂W_Q", "∂M/∂W_Q, soft"),
    ]
    drawn = [heat_map(tensor("argmax-gradient.md", key), caption, ends) for key, caption in maps]
    return side_by_side(*drawn, gap=8)


def pictures() -> dict[str, str]:
    """Every picture of these chapters by its file name."""
    return {
        "activations.svg": svg(activations(), "Sigmoid, tanh, ReLU and step with their slopes"),
        "backpropagation-through-time.svg": svg(unrolled(), "States forward, derivatives back"),
        "logistic-gradient.svg": svg(separable(), "The logistic loss and its slope over the score"),
        "sup-norm-gradient.svg": svg(penalty(), "Only the largest weight has a gradient"),
        "argmax-gradient.svg": svg(attention(), "Hard attention sends nothing back to the queries"),
    }
