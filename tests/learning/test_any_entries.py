"""Formulas of entries that nobody thought of: drawn at random, and worked out by loops."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import product

import pytest
import torch

import workings
from workings.learning.declaring import CannotRunError

SIZES = {"i": 2, "j": 3, "k": 4}
NAMES = {"a": "i", "b": "j", "c": "k", "M": "ij", "N": "jk", "P": "kj", "Q": "ji", "G": "ijk", "H": "kij"}
LEARNED = "NPGc"
TIMES = r" \times "

Env = Mapping[str, int]
Entry = Callable[[Env, Mapping[str, torch.Tensor]], torch.Tensor]


def drawn(rng: random.Random, free: str, depth: int) -> tuple[str, Entry]:
    """A formula with some letters free, and what it comes to for one value of each."""
    chance = rng.random()
    if depth == 0 or chance < 0.25:
        return leaf(rng, free)
    bound = [letter for letter in SIZES if letter not in free]
    if chance < 0.5 and bound:
        letter = rng.choice(bound)
        text, inner = leaf(rng, letter)
        more, outer = drawn(rng, free + letter, depth - 1)
        sign = rng.choice([rf"\sum_{letter}", rf"\sum_{{{letter}=1}}^{{{SIZES[letter]}}}"])
        return rf"{sign} {text} \cdot \left({more}\right)", lambda env, given: sum(
            (
                inner({**env, letter: at}, given) * outer({**env, letter: at}, given)
                for at in range(SIZES[letter])
            ),
            torch.zeros(()),
        )
    (left, first), (right, second) = drawn(rng, free, depth - 1), drawn(rng, free, depth - 1)
    if chance < 0.75:
        return rf"\left({left}\right) \left({right}\right)", lambda env, g: first(env, g) * second(env, g)
    if chance < 0.9:
        return rf"\left({left} - {right}\right)", lambda env, g: first(env, g) - second(env, g)
    return rf"\tanh\left({left}\right)", lambda env, g: torch.tanh(first(env, g))


def leaf(rng: random.Random, free: str) -> tuple[str, Entry]:
    """An entry whose letters are free, or a letter as a number."""
    fitting = [name for name, letters in NAMES.items() if {*letters} <= {*free}]
    if free and rng.random() < 0.1:
        letter = rng.choice(free)
        return letter, lambda env, given: torch.tensor(env[letter] + 1.0)
    if not fitting:
        return "r", lambda env, given: given["r"]
    name = rng.choice(fitting)
    letters = NAMES[name]
    index = rng.choice([",".join(letters), letters])
    return f"{name}_{{{index}}}", lambda env, given: given[name][tuple(env[letter] for letter in letters)]


@pytest.mark.parametrize("seed", range(60))
def test_a_formula_of_entries_comes_to_what_loops_come_to(seed):
    rng = random.Random(seed)
    head = "".join(rng.sample("ijk", rng.choice([0, 1, 1, 2])))
    body, entry = drawn(rng, head, 3)
    sizes = ", ".join(
        rf"${name} \in \mathbb{{R}}^{{{TIMES.join(str(SIZES[letter]) for letter in letters)}}}$"
        for name, letters in NAMES.items()
    )
    stated = f"z_{{{','.join(head)}}}" if head else "z"
    text = f"{sizes}, $r \\in \\mathbb{{R}}$.\n\n$${stated} = {body} + r$$"
    inputs = ["r", *(name for name in NAMES if name not in LEARNED)]
    try:
        module = workings.read(text).module("z", inputs).double()
    except CannotRunError as error:
        said = str(error)  # a letter on the left that is nowhere on the right, or nowhere an index
        assert "it is not said how far" in said or "declare its size" in said
        return
    given = {name: torch.randn([SIZES[at] for at in letters]).double() for name, letters in NAMES.items()}
    given["r"] = torch.randn(()).double()
    with torch.no_grad():
        for name, weights in module.named_parameters():
            weights.copy_(given[name])
    by_loops = torch.zeros([SIZES[letter] for letter in head]).double()
    for places in product(*(range(SIZES[letter]) for letter in head)):
        by_loops[places] = entry(dict(zip(head, places, strict=True)), given) + given["r"]
    alone = module(*(given[name] for name in inputs))
    batch = module(*(torch.stack([given[name] * 2, given[name]]) for name in inputs))
    assert torch.allclose(alone, by_loops)
    assert torch.allclose(batch[1], by_loops)
