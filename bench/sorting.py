"""A trained transformer that sorts, on every question: `python bench/sorting.py SHEET CHECKPOINT [LONGEST]`.

A model that decodes greedily is right on a question if, given the right answer so far, the next token has the
largest share at every step. So each question is run once with its whole answer, and the smallest share that a
right token ever had is printed too.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import torch

import workings
from workings.learning.checkpoints import load

LETTERS = 8
START, STOP = LETTERS, LETTERS + 1
CHUNK = LETTERS**4


def questions(length: int) -> Iterator[torch.Tensor]:
    """All questions of a length, in parts."""
    powers = LETTERS ** torch.arange(length)
    for numbers in torch.arange(LETTERS**length).split(CHUNK):
        yield numbers[:, None] // powers % LETTERS


def by_answers(asked: torch.Tensor) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Questions whose answers are equally long, as tokens, with the tokens of the answer and STOP."""
    there = torch.zeros(len(asked), LETTERS, dtype=torch.bool).scatter_(1, asked, True)
    in_order = (~there).to(torch.int8).argsort(dim=1, stable=True)
    counts = there.sum(1)
    for count in counts.unique().tolist():
        chosen = counts == count
        start, stop = (torch.full((int(chosen.sum()), 1), sign) for sign in (START, STOP))
        answer = in_order[chosen, :count]
        yield torch.cat([asked[chosen], start, answer], 1), torch.cat([answer, stop], 1)


def measured(module: torch.nn.Module, longest: int) -> tuple[int, int, float]:
    """How many questions are answered rightly, of how many; the smallest share of a right token."""
    right = count = 0
    smallest = 1.0
    with torch.inference_mode():
        for length in range(1, longest + 1):
            for asked in questions(length):
                for tokens, answer in by_answers(asked):
                    shares = module(tokens)[:, length:]
                    own = shares.gather(2, answer[..., None])[..., 0]
                    right += int((shares.argmax(2) == answer).all(1).sum())
                    count += len(tokens)
                    smallest = min(smallest, float(own.min()))
    return right, count, smallest


if __name__ == "__main__":
    started = time.perf_counter()
    module = workings.read(Path(sys.argv[1])).module("P", ["s"])
    module.load_state_dict(load(Path(sys.argv[2])).weights)
    right, count, smallest = measured(module, int(sys.argv[3]) if len(sys.argv) > 3 else 8)
    print(f"{right:,} of {count:,} questions right, a right token never had less than {smallest:.4f}")
    print(f"{time.perf_counter() - started:.0f} s")
