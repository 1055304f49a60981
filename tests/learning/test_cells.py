"""Simple, gated and long short-term cells in random letters and orders, against loops written by hand."""

from __future__ import annotations

import random

import pytest
import torch
from tests.learning.test_spellings import agree, source

HEAD = r"Inputs $x \in \mathbb{R}^{T \times 3}$, the answer $y \in \mathbb{R}$ and $v \in \mathbb{R}^4$."
END = r"$$L = (v^\top STATE_T - y)^2$$"


class Author:
    """Somebody who writes the equations of a cell in letters and an order of their own."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.sign = self.chance.choice([r"\odot", r"\circ", r"\cdot"])
        self.form = self.chance.choice(["apart", "comma", "semicolon", "column", "rows"])
        self.biased = self.chance.random() < 0.8
        self.learned: list[str] = []
        self.marks = self.chance.choice([("W", "U"), ("W", "R"), ("A", "B")])

    def letters(self, *choices: list[str]) -> list[str]:
        """One of each, all different."""
        while True:
            found = [self.chance.choice(choice) for choice in choices]
            if len({*found}) == len(found):
                return found

    def linear(self, gate: str, state: str) -> str:
        """W x_t + U (state) + b in this author's way."""
        w, u = (f"{mark}_{gate}" for mark in self.marks)
        bare = state.startswith(("h", "s", "a")) and " " not in state
        if self.form == "apart":
            self.learned += [
                rf"${w} \in \mathbb{{R}}^{{4 \times 3}}$",
                rf"${u} \in \mathbb{{R}}^{{4 \times 4}}$",
            ]
            parts = [f"{w} x_t", f"{u} {state}" if bare else f"{u} ({state})"]
        elif self.form == "rows":
            self.learned += [
                rf"${w} \in \mathbb{{R}}^{{3 \times 4}}$",
                rf"${u} \in \mathbb{{R}}^{{4 \times 4}}$",
            ]
            parts = [f"x_t {w}", f"{state} {u}" if bare else f"({state}) {u}"]
        else:
            self.learned.append(rf"${w} \in \mathbb{{R}}^{{4 \times 7}}$")
            joined = {
                "comma": rf"[{state}, x_t]",
                "semicolon": rf"[{state}; x_t]",
                "column": rf"\begin{{bmatrix}} {state} \\ x_t \end{{bmatrix}}",
            }[self.form]
            parts = [f"{w} {self.chance.choice(['', chr(92) + 'cdot '])}{joined}"]
        if self.biased:
            self.learned.append(rf"$b_{gate} \in \mathbb{{R}}^4$")
            parts.append(f"b_{gate}")
        self.chance.shuffle(parts)
        return " + ".join(parts)

    def product(self, first: str, second: str) -> str:
        pair = [first, second]
        self.chance.shuffle(pair)
        return rf"{pair[0]} {self.sign} {pair[1]}"

    def total(self, *parts: str) -> str:
        listed = list(parts)
        self.chance.shuffle(listed)
        return " + ".join(listed)

    def sheet(self, equations: list[str], state: str) -> str:
        self.chance.shuffle(equations)
        shown = "\n\n".join(f"$${equation}$$" for equation in equations)
        return f"{HEAD} We learn {', '.join(self.learned)}.\n\n{shown}\n\n{END.replace('STATE', state)}\n"

    def of(self, module, gate: str, state: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        """The same sum on PyTorch."""
        w, u = (getattr(module, f"{mark}_{gate}", None) for mark in self.marks)
        b = getattr(module, f"b_{gate}") if self.biased else 0.0
        if self.form == "apart":
            return x @ w.T + state @ u.T + b
        if self.form == "rows":
            return x @ w + state @ u + b
        return torch.cat([state, x], -1) @ w.T + b


def given() -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(3)
    return {"x": torch.randn(3, 6, 3, generator=generator), "y": torch.randn(3, generator=generator)}


def zeros(x: torch.Tensor) -> torch.Tensor:
    return torch.zeros(x.shape[0], 4)


@pytest.mark.parametrize("seed", range(12))
def test_a_simple_cell_in_any_letters(seed):
    author = Author(seed)
    (state,) = author.letters(["h", "s", "a"])
    text = author.sheet([rf"{state}_t = \tanh({author.linear(state, f'{state}_{{t-1}}')})"], state)

    def reference(m, x, y):
        h = zeros(x)
        for step in x.unbind(1):
            h = torch.tanh(author.of(m, state, h, step))
        return (h @ m.v - y) ** 2

    agree(text, given(), reference)
    assert "rnn(" in source(text, ["x", "y"])


@pytest.mark.parametrize("seed", range(16))
def test_a_gated_cell_in_any_letters(seed):
    author = Author(seed)
    state, z, r = author.letters(["h", "s"], ["z", "u", "i"], ["r", "g", "q"])
    new = author.chance.choice([rf"\tilde{{{state}}}_t", r"n_t", rf"\tilde {state}_t", rf"\hat{{{state}}}_t"])
    before = f"{state}_{{t-1}}"
    keeps = author.chance.random() < 0.5
    one, other = (f"{z}_t", f"(1 - {z}_t)") if keeps else (f"(1 - {z}_t)", f"{z}_t")
    inside = author.product(f"{r}_t", before)
    equations = [
        rf"{z}_t = \sigma({author.linear(z, before)})",
        rf"{r}_t = \sigma({author.linear(r, before)})",
        rf"{new} = \tanh({author.linear('n', inside)})",
        rf"{state}_t = {author.total(author.product(one, before), author.product(other, new))}",
    ]
    text = author.sheet(equations, state)

    def reference(m, x, y):
        h = zeros(x)
        for step in x.unbind(1):
            gate = torch.sigmoid(author.of(m, z, h, step))
            reset = torch.sigmoid(author.of(m, r, h, step))
            made = torch.tanh(author.of(m, "n", reset * h, step))
            h = gate * h + (1 - gate) * made if keeps else (1 - gate) * h + gate * made
        return (h @ m.v - y) ** 2

    agree(text, given(), reference)


@pytest.mark.parametrize("seed", range(12))
def test_a_gated_cell_as_torch_has_it_is_torchs_kernel(seed):
    author = Author(seed)
    author.form = author.chance.choice(["apart", "rows"])
    state, z, r = author.letters(["h", "s"], ["z", "u", "i"], ["r", "g", "q"])
    before = f"{state}_{{t-1}}"
    keeps = author.chance.random() < 0.5
    one, other = (f"{z}_t", f"(1 - {z}_t)") if keeps else (f"(1 - {z}_t)", f"{z}_t")
    author.learned += [
        r"$P \in \mathbb{R}^{4 \times 3}$",
        r"$Q \in \mathbb{R}^{4 \times 4}$",
        r"$c, d \in \mathbb{R}^4$",
    ]
    inner = author.total("P x_t", "c", author.product(f"{r}_t", f"({author.total(f'Q {before}', 'd')})"))
    equations = [
        rf"{z}_t = \sigma({author.linear(z, before)})",
        rf"{r}_t = \sigma({author.linear(r, before)})",
        rf"n_t = \tanh({inner})",
        rf"{state}_t = {author.total(author.product(one, before), author.product(other, 'n_t'))}",
    ]
    text = author.sheet(equations, state)

    def reference(m, x, y):
        h = zeros(x)
        for step in x.unbind(1):
            gate = torch.sigmoid(author.of(m, z, h, step))
            reset = torch.sigmoid(author.of(m, r, h, step))
            made = torch.tanh(step @ m.P.T + m.c + reset * (h @ m.Q.T + m.d))
            h = gate * h + (1 - gate) * made if keeps else (1 - gate) * h + gate * made
        return (h @ m.v - y) ** 2

    agree(text, given(), reference)
    assert "gru(" in source(text, ["x", "y"])


@pytest.mark.parametrize("seed", range(16))
def test_a_long_short_term_cell_in_any_letters(seed):
    author = Author(seed)
    state, cell = author.letters(["h", "s", "a"], ["c", "m", "C"])
    f, i, o = author.letters(["f", "r"], ["i", "u"], ["o", "q"])
    new = author.chance.choice([r"g_t", rf"\tilde{{{cell}}}_t"])
    before = f"{state}_{{t-1}}"
    written = author.product(f"{i}_t", new)
    equations = [
        rf"{f}_t = \sigma({author.linear(f, before)})",
        rf"{i}_t = \sigma({author.linear(i, before)})",
        rf"{o}_t = \sigma({author.linear(o, before)})",
        rf"{new} = \tanh({author.linear('g', before)})",
        rf"{cell}_t = {author.total(author.product(f'{f}_t', f'{cell}_{{t-1}}'), written)}",
        rf"{state}_t = {author.product(f'{o}_t', rf'{chr(92)}tanh({cell}_t)')}",
    ]
    text = author.sheet(equations, state)

    def reference(m, x, y):
        h = c = zeros(x)
        for step in x.unbind(1):
            forget, let_in, out = (torch.sigmoid(author.of(m, gate, h, step)) for gate in (f, i, o))
            c = forget * c + let_in * torch.tanh(author.of(m, "g", h, step))
            h = out * torch.tanh(c)
        return (h @ m.v - y) ** 2

    agree(text, given(), reference)
    assert "lstm(" in source(text, ["x", "y"])


def test_a_cell_that_looks_at_its_memory_is_run_by_a_loop():
    author = Author(0)
    author.form, author.biased = "apart", False
    gates = {gate: author.linear(gate, "h_{t-1}") for gate in "fiog"}
    author.learned.append(r"$P \in \mathbb{R}^{4 \times 4}$")
    equations = [
        rf"f_t = \sigma({gates['f']} + P c_{{t-1}})",
        rf"i_t = \sigma({gates['i']})",
        rf"o_t = \sigma({gates['o']})",
        rf"c_t = f_t \odot c_{{t-1}} + i_t \odot \tanh({gates['g']})",
        r"h_t = o_t \odot \tanh(c_t)",
    ]
    text = author.sheet(equations, "h")

    def reference(m, x, y):
        h = c = zeros(x)
        for step in x.unbind(1):
            forget = torch.sigmoid(author.of(m, "f", h, step) + c @ m.P.T)
            let_in, out = (torch.sigmoid(author.of(m, gate, h, step)) for gate in "io")
            c = forget * c + let_in * torch.tanh(author.of(m, "g", h, step))
            h = out * torch.tanh(c)
        return (h @ m.v - y) ** 2

    agree(text, given(), reference)
    assert "lstm(" not in source(text, ["x", "y"])
