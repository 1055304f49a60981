"""One step of an LSTM and of a GRU, with numbers for states."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from worked.networks import sigmoid
from worked.problem import Cells, Given, Known, Problem, Step


def _weights(rng: random.Random, gates: str) -> list[Given]:
    return [
        Given(f"{letter}{gate}", f"{letter}_{gate}", [rng.choice([-1, 1]) * rng.randint(1, 12) / 10])
        for gate in gates
        for letter in "WUb"
    ]


def _gate(gate: str, said: str, act: Callable[[float], float], written: str) -> Step:
    def made(k: Known) -> Cells:
        return [act(k[f"W{gate}"][0] * k["x"][0] + k[f"U{gate}"][0] * k["hprev"][0] + k[f"b{gate}"][0])]

    return Step(gate, gate, said, rf"{written}(W_{gate} x + U_{gate} h_{{prev}} + b_{gate})", made)


def _start(rng: random.Random) -> list[Given]:
    return [
        Given("x", "x", [rng.choice([1.0, 0.5, 2.0, -1.0])]),
        Given("hprev", "h_{prev}", [rng.choice([0.5, 0.2, -0.3, 0.8])]),
    ]


def lstm(rng: random.Random) -> Problem:
    given = [*_start(rng), Given("cprev", "c_{prev}", [rng.choice([0.4, 1.0, -0.5])]), *_weights(rng, "figo")]
    steps = [
        _gate("f", "forget gate", sigmoid, r"\sigma"),
        _gate("i", "input gate", sigmoid, r"\sigma"),
        _gate("g", "candidate", math.tanh, r"\tanh"),
        _gate("o", "output gate", sigmoid, r"\sigma"),
        Step("c", "c", "new cell state", r"f \cdot c_{prev} + i \cdot g",
             lambda k: [k["f"][0] * k["cprev"][0] + k["i"][0] * k["g"][0]]),
        Step("h", "h", "new hidden state", r"o \cdot \tanh(c)", lambda k: [k["o"][0] * math.tanh(k["c"][0])]),
    ]  # fmt: skip
    return Problem("One step of an LSTM", "An LSTM cell with one unit takes one step.", given, steps)


def gru(rng: random.Random) -> Problem:
    def candidate(k: Known) -> Cells:
        return [math.tanh(k["Wn"][0] * k["x"][0] + k["r"][0] * k["Un"][0] * k["hprev"][0] + k["bn"][0])]

    steps = [
        _gate("z", "update gate", sigmoid, r"\sigma"),
        _gate("r", "reset gate", sigmoid, r"\sigma"),
        Step("n", "n", "candidate", r"\tanh(W_n x + r \cdot U_n h_{prev} + b_n)", candidate),
        Step("h", "h", "new hidden state", r"(1 - z) \cdot n + z \cdot h_{prev}",
             lambda k: [(1 - k["z"][0]) * k["n"][0] + k["z"][0] * k["hprev"][0]]),
    ]  # fmt: skip
    task = r"A GRU with one unit takes one step; $h = (1 - z)\, n + z\, h_{prev}$."
    return Problem("One step of a GRU", task, [*_start(rng), *_weights(rng, "zrn")], steps)
