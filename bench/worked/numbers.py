"""Layer norm, optimisers and convolution, step by step."""

from __future__ import annotations

import math
import random

from worked.problem import Cells, Given, Known, Problem, Step


def normalising(rng: random.Random) -> Problem:
    count = rng.choice([4, 4, 5])
    batch = rng.random() < 0.5
    given = [
        Given("x", "x", [float(rng.randint(-3, 9)) for _ in range(count - 1)] + [10.0], (count,)),
        Given("gamma", r"\gamma", [rng.choice([1.5, 2.0, 0.5])]),
        Given("beta", r"\beta", [rng.choice([0.1, -1.0, 0.5])]),
    ]

    def variance(k: Known) -> Cells:
        return [sum((x - k["mu"][0]) ** 2 for x in k["x"]) / count]

    steps = [
        Step("mu", r"\mu", "mean", r"\frac{1}{N}\sum_i x_i", lambda k: [sum(k["x"]) / count]),
        Step("var", r"\sigma^2", "variance", r"\frac{1}{N}\sum_i (x_i - \mu)^2", variance),
        Step("std", r"\sigma", "standard deviation", r"\sqrt{\sigma^2}", lambda k: [math.sqrt(k["var"][0])]),
        Step("xhat", r"\hat x", "normalised values", r"\frac{x - \mu}{\sigma}",
             lambda k: [(x - k["mu"][0]) / k["std"][0] for x in k["x"]], (count,)),
        Step("y", "y", "scaled and shifted output", r"\gamma \hat x + \beta",
             lambda k: [k["gamma"][0] * x + k["beta"][0] for x in k["xhat"]], (count,)),
    ]  # fmt: skip
    kind = "Batch" if batch else "Layer"
    what = "the batch of one feature" if batch else "the features of one token"
    return Problem(f"{kind} normalisation", f"{kind} norm over {what}, with $\\epsilon = 0$.", given, steps)


def adam(rng: random.Random) -> Problem:
    given = [
        Given("theta0", r"\theta_0", [rng.choice([1.0, 0.5, 2.0])]),
        Given("alpha", r"\alpha", [rng.choice([0.1, 0.01])]),
        Given("beta1", r"\beta_1", [0.9]),
        Given("beta2", r"\beta_2", [rng.choice([0.99, 0.999])]),
        Given("m0", "m_0", [0.0]),
        Given("v0", "v_0", [0.0]),
        *(Given(f"g{t}", f"g_{t}", [rng.choice([2.0, -1.0, 0.5, 3.0, 1.5])]) for t in (1, 2)),
    ]
    steps: list[Step] = []
    for t in (1, 2):
        steps += _moments(t)
    task = (
        r"Two steps of Adam with bias correction, $\epsilon = 0$, "
        "for a single parameter with the gradients $g_1$ and $g_2$."
    )
    return Problem("Adam by hand", task, given, steps)


def _moments(t: int) -> list[Step]:
    def first(k: Known) -> Cells:
        return [k["beta1"][0] * k[f"m{t - 1}"][0] + (1 - k["beta1"][0]) * k[f"g{t}"][0]]

    def second(k: Known) -> Cells:
        return [k["beta2"][0] * k[f"v{t - 1}"][0] + (1 - k["beta2"][0]) * k[f"g{t}"][0] ** 2]

    def moved(k: Known) -> Cells:
        return [k[f"theta{t - 1}"][0] - k["alpha"][0] * k[f"mhat{t}"][0] / math.sqrt(k[f"vhat{t}"][0])]

    return [
        Step(f"m{t}", f"m_{t}", f"first moment at step {t}", rf"\beta_1 m_{t - 1} + (1 - \beta_1) g_{t}",
             first, places=4),
        Step(f"v{t}", f"v_{t}", f"second moment at step {t}",
             rf"\beta_2 v_{t - 1} + (1 - \beta_2) g_{t}^2", second, places=6),
        Step(f"mhat{t}", rf"\hat m_{t}", f"corrected first moment at step {t}",
             rf"\frac{{m_{t}}}{{1 - \beta_1^{t}}}",
             lambda k: [k[f"m{t}"][0] / (1 - k["beta1"][0] ** t)], places=4),
        Step(f"vhat{t}", rf"\hat v_{t}", f"corrected second moment at step {t}",
             rf"\frac{{v_{t}}}{{1 - \beta_2^{t}}}",
             lambda k: [k[f"v{t}"][0] / (1 - k["beta2"][0] ** t)], places=4),
        Step(f"theta{t}", rf"\theta_{t}", f"parameter after step {t}",
             rf"\theta_{t - 1} - \alpha \frac{{\hat m_{t}}}{{\sqrt{{\hat v_{t}}}}}", moved, places=4),
    ]  # fmt: skip


def momentum(rng: random.Random) -> Problem:
    given = [
        Given("w0", "w_0", [rng.choice([1.0, 2.0, -1.5])]),
        Given("eta", r"\eta", [rng.choice([0.1, 0.05])]),
        Given("mu", r"\mu", [rng.choice([0.9, 0.5])]),
        Given("v0", "v_0", [0.0]),
    ]
    steps: list[Step] = []
    for t in (1, 2, 3):
        steps += _momentum(t)
    task = (
        "Three steps of gradient descent with momentum on $f(w) = w^2$: "
        r"$v_t = \mu v_{t-1} + g_t$, $w_t = w_{t-1} - \eta v_t$."
    )
    return Problem("Momentum by hand", task, given, steps)


def _momentum(t: int) -> list[Step]:
    def velocity(k: Known) -> Cells:
        return [k["mu"][0] * k[f"v{t - 1}"][0] + k[f"g{t}"][0]]

    def moved(k: Known) -> Cells:
        return [k[f"w{t - 1}"][0] - k["eta"][0] * k[f"v{t}"][0]]

    return [
        Step(f"g{t}", f"g_{t}", f"gradient at step {t}", f"2 w_{t - 1}", lambda k: [2 * k[f"w{t - 1}"][0]]),
        Step(f"v{t}", f"v_{t}", f"velocity at step {t}", rf"\mu v_{t - 1} + g_{t}", velocity),
        Step(f"w{t}", f"w_{t}", f"weight after step {t}", rf"w_{t - 1} - \eta v_{t}", moved),
    ]


def convolving(rng: random.Random) -> Problem:
    size, width = 5, 2
    given = [
        Given("X", "X", [float(rng.randint(0, 4)) for _ in range(size * size)], (size, size)),
        Given("K", "K", [float(rng.choice([-2, -1, 1, 2])) for _ in range(width * width)], (width, width)),
    ]
    out = size - width + 1

    def slid(k: Known) -> Cells:
        return [
            sum(
                k["K"][a * width + b] * k["X"][(row + a) * size + column + b]
                for a in range(width)
                for b in range(width)
            )
            for row in range(out)
            for column in range(out)
        ]

    def pooled(k: Known) -> Cells:
        return [
            max(k["R"][(row + a) * out + column + b] for a in (0, 1) for b in (0, 1))
            for row in range(0, out, 2)
            for column in range(0, out, 2)
        ]

    steps = [
        Step("F", "F", "feature map", "X * K", slid, (out, out), 0),
        Step("R", "R", "after ReLU", r"\max(0, F)", lambda k: [max(0.0, x) for x in k["F"]], (out, out), 0),
        Step("P", "P", r"after max pooling", r"\text{maxpool}(R)", pooled, (2, 2), 0),
    ]
    task = (
        "A 2×2 kernel slides over the input with stride 1 and no padding (cross-correlation, no bias), "
        "then ReLU, then 2×2 max pooling with stride 2."
    )
    return Problem("Convolution and pooling", task, given, steps)
