"""How often a trained model is right: its shares against the labels of the examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workings import pipeline
from workings.learning.data import Examples
from workings.learning.declaring import CannotRunError
from workings.learning.module import build, written
from workings.learning.program import Program, program_of

if TYPE_CHECKING:
    import torch


def score(
    document: pipeline.Document, program: Program, module: torch.nn.Module, examples: Examples, wish: str
) -> tuple[int, int]:
    """How many labels the shares favour, of how many; `wish` is written as `p=y`."""
    import torch

    shares, sign, label = (part.strip() for part in wish.partition("="))
    if not sign or label not in program.inputs:
        raise CannotRunError(f"a score is written as shares=label, where the label is an input: {wish}")
    inputs = [name for name in program.inputs if name != label]
    other = program_of(document, shares, inputs, program.learned)
    judge = build(written(other))
    judge.load_state_dict(
        {key: value.cpu() for key, value in module.state_dict().items() if key in judge.state_dict()}
    )
    with torch.no_grad():
        found = judge(*(examples[name] for name in inputs))
    truth = examples[label]
    said = found > 0.5 if found.dim() == 1 else found.argmax(-1)
    if truth.dim() == found.dim() and found.dim() > 1:  # one-hot labels
        truth = truth.argmax(-1)
    return int((said.to(truth.dtype) == truth).sum()), truth.numel()
