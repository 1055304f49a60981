"""How often a trained model is right: its shares against the labels of the examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workings import pipeline
from workings.learning.batches import batches
from workings.learning.data import Examples
from workings.learning.declaring import CannotRunError
from workings.learning.module import build, written
from workings.learning.program import Program, program_of
from workings.record import record

if TYPE_CHECKING:
    import torch

BATCH = 512


@record(frozen=True, slots=True)
class Score:
    """How many labels are right, of how many; and how many examples with all of their labels."""

    right: int
    count: int
    whole: int
    examples: int


def score(
    document: pipeline.Document,
    program: Program,
    module: torch.nn.Module,
    groups: Sequence[Examples],
    wish: str,
    chosen: torch.Tensor | None = None,
) -> Score:
    """How many labels the shares favour; `wish` is written as `p=y`, or `p=y where m` to count only some.

    Of several groups the examples are numbered through; without `chosen` all of them are counted.
    """
    import torch

    shares, label, counted = _read(wish, program)
    inputs = [name for name in program.inputs if name not in (label, counted)]
    other = program_of(document, shares, inputs, program.learned)
    judge = build(written(other))
    judge.load_state_dict(
        {key: value.cpu() for key, value in module.state_dict().items() if key in judge.state_dict()}
    )
    judge.eval()
    counts = [len(group[label]) for group in groups]
    chosen = torch.arange(sum(counts)) if chosen is None else chosen
    right = count = whole = 0
    with torch.no_grad():
        for group, rows in batches(chosen, counts, BATCH):
            examples = {name: tensor[rows] for name, tensor in groups[group].items()}
            hits = _hits(judge(*(examples[name] for name in inputs)), examples[label])
            asked = torch.ones_like(hits) if counted is None else examples[counted] > 0
            right += int((hits & asked).sum())
            count += int(asked.sum())
            whole += int((hits | ~asked).reshape(len(rows), -1).all(1).sum())
    return Score(right, count, whole, len(chosen))


def _read(wish: str, program: Program) -> tuple[str, str, str | None]:
    """The shares, the label, and what marks the labels that count."""
    which, where, marks = (part.strip() for part in wish.partition(" where "))
    shares, sign, label = (part.strip() for part in which.partition("="))
    if not sign or label not in program.inputs or (where and marks not in program.inputs):
        raise CannotRunError(
            f"a score is written as shares=label or shares=label where marks, of inputs: {wish}"
        )
    return shares, label, marks or None


def _hits(found: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Where the shares favour the label."""
    said = found > 0.5 if found.dim() == 1 else found.argmax(-1)
    if truth.dim() == found.dim() and found.dim() > 1:  # one-hot labels
        truth = truth.argmax(-1)
    return said.to(truth.dtype) == truth
