"""A small network: its forward pass with a loss, and its backward pass with an update."""

from __future__ import annotations

import math
import random

from worked.problem import Cells, Given, Known, Problem, Step, plus, times


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


ACTIVATIONS = {
    "ReLU": (lambda x: max(0.0, x), r"\max(0, z_1)"),
    "sigmoid": (sigmoid, r"\sigma(z_1)"),
    "tanh": (math.tanh, r"\tanh(z_1)"),
}


def forward(rng: random.Random) -> Problem:
    name = rng.choice([*ACTIVATIONS])
    return Problem(
        "Forward pass",
        f"A network with two inputs, two hidden units with {name} and one sigmoid output, "
        r"for a target of {y}. The loss is $L = \frac{1}{2}(\hat y - y)^2$.",
        *_network(rng, name),
    )


def backward(rng: random.Random) -> Problem:
    base = forward(rng)
    name = next(one for one in ACTIVATIONS if f"units with {one}" in base.task)
    slopes = {
        "ReLU": (lambda h: 1.0 if h > 0 else 0.0, r"\mathbb{1}[z_1 > 0]"),
        "sigmoid": (lambda h: h * (1 - h), r"h \odot (1 - h)"),
        "tanh": (lambda h: 1 - h * h, r"(1 - h^2)"),
    }
    slope, written = slopes[name]

    def output(k: Known) -> Cells:
        (a,), (y,) = k["yhat"], k["y"]
        return [(a - y) * a * (1 - a)]

    def hidden(k: Known) -> Cells:
        return [w * k["d2"][0] * slope(h) for w, h in zip(k["W2"], k["h"], strict=True)]

    steps = [
        Step("d2", r"\delta_2", "output delta", r"(\hat y - y)\,\hat y (1 - \hat y)", output, places=4),
        Step("dW2", r"\frac{\partial L}{\partial W_2}", "gradient of the output weights", r"\delta_2 h^\top",
             lambda k: [k["d2"][0] * h for h in k["h"]], (1, 2), 4),
        Step("d1", r"\delta_1", "hidden deltas", rf"(W_2^\top \delta_2) \odot {written}", hidden, (2,), 4),
        Step("dW1", r"\frac{\partial L}{\partial W_1}", "gradient of the hidden weights", r"\delta_1 x^\top",
             lambda k: [d * x for d in k["d1"] for x in k["x"]], (2, 2), 4),
        Step("W2new", r"W_2^{\text{new}}", "updated output weights",
             r"W_2 - \eta \frac{\partial L}{\partial W_2}",
             lambda k: [w - k["eta"][0] * g for w, g in zip(k["W2"], k["dW2"], strict=True)], (1, 2), 4),
    ]  # fmt: skip
    given = [*base.given, Given("eta", r"\eta", [rng.choice([0.1, 0.5, 1.0])])]
    return Problem(
        "Backward pass", f"{base.task} One step of gradient descent.", given, [*base.steps, *steps]
    )


def _network(rng: random.Random, name: str) -> tuple[list[Given], list[Step]]:
    def some(count: int) -> Cells:
        return [rng.choice([-1, 1]) * rng.randint(1, 9) / 10 for _ in range(count)]

    act, written = ACTIVATIONS[name]
    given = [
        Given("x", "x", [rng.choice([0.5, 1.0, 2.0, -1.0, 1.5]) for _ in range(2)], (2,)),
        Given("W1", "W_1", some(4), (2, 2)),
        Given("b1", "b_1", some(2), (2,)),
        Given("W2", "W_2", some(2), (1, 2)),
        Given("b2", "b_2", some(1)),
        Given("y", "y", [float(rng.randint(0, 1))]),
    ]
    steps = [
        Step("z1", "z_1", "hidden pre-activations", "W_1 x + b_1",
             lambda k: plus(times(k["W1"], k["x"]), k["b1"]), (2,)),
        Step("h", "h", "hidden activations", written, lambda k: [act(z) for z in k["z1"]], (2,)),
        Step("z2", "z_2", "output pre-activation", "W_2 h + b_2",
             lambda k: plus(times(k["W2"], k["h"]), k["b2"])),
        Step("yhat", r"\hat y", "prediction", r"\sigma(z_2)", lambda k: [sigmoid(k["z2"][0])]),
        Step("L", "L", "loss", r"\frac{1}{2}(\hat y - y)^2",
             lambda k: [0.5 * (k["yhat"][0] - k["y"][0]) ** 2], places=4),
    ]  # fmt: skip
    return given, steps


def softmax(rng: random.Random) -> Problem:
    count = rng.choice([3, 3, 4])
    truth = rng.randrange(count)
    given = [
        Given("z", "z", [rng.randint(-10, 30) / 10 for _ in range(count)], (count,)),
        Given("y", "y", [float(at == truth) for at in range(count)], (count,)),
    ]

    def loss(k: Known) -> Cells:
        return [-sum(t * math.log(p) for t, p in zip(k["y"], k["p"], strict=True))]

    steps = [
        Step("e", "e^z", "exponentials", "e^{z}", lambda k: [math.exp(z) for z in k["z"]], (count,)),
        Step("s", "S", "sum", r"\sum_i e^{z_i}", lambda k: [sum(k["e"])]),
        Step("p", "p", "probabilities", r"\frac{e^z}{S}",
             lambda k: [e / k["s"][0] for e in k["e"]], (count,)),
        Step("L", "L", "cross-entropy loss", r"-\sum_i y_i \ln p_i", loss),
        Step("g", r"\frac{\partial L}{\partial z}", "gradient with respect to the logits", "p - y",
             lambda k: [p - y for p, y in zip(k["p"], k["y"], strict=True)], (count,)),
    ]  # fmt: skip
    task = "Softmax with cross-entropy over the logits $z$, for the one-hot target $y$."
    return Problem("Softmax and cross-entropy", task, given, steps)


def rnn(rng: random.Random) -> Problem:
    def some() -> Cells:
        return [rng.choice([-1, 1]) * rng.randint(1, 9) / 10 for _ in range(4)]

    given = [Given(f"x{t}", f"x_{t}", [float(rng.randint(-1, 2)) for _ in range(2)], (2,)) for t in (1, 2, 3)]
    given += [
        Given("Wx", "W_x", some(), (2, 2)),
        Given("Wh", "W_h", some(), (2, 2)),
        Given("h0", "h_0", [0.0, 0.0], (2,)),
    ]

    def inner(t: int) -> Step:
        def made(k: Known) -> Cells:
            return plus(times(k["Wx"], k[f"x{t}"]), times(k["Wh"], k[f"h{t - 1}"]))

        return Step(
            f"a{t}", f"a_{t}", f"pre-activation at step {t}", f"W_x x_{t} + W_h h_{t - 1}", made, (2,)
        )

    def state(t: int) -> Step:
        def made(k: Known) -> Cells:
            return [math.tanh(a) for a in k[f"a{t}"]]

        return Step(f"h{t}", f"h_{t}", f"hidden state at step {t}", rf"\tanh(a_{t})", made, (2,))

    steps = [step for t in (1, 2, 3) for step in (inner(t), state(t))]
    return Problem("An RNN over three steps", "A simple RNN with tanh reads three inputs.", given, steps)
