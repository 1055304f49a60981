"""How often a trained model is right: its shares against the labels of the examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workings import pipeline
from workings.learning.batches import batches
from workings.learning.declaring import CannotRunError, Shape
from workings.learning.groups import Examples
from workings.learning.module import Written, build, written
from workings.learning.naming import one_of
from workings.learning.program import Program, program_of
from workings.learning.shaping import shown
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

    made, label, counted = judge_of(document, program, wish)
    inputs = made.program.inputs
    is_one = not made.result.rank or isinstance(made.result.shape[-1], str)  # a share for every step
    judge = build(made)
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
            truth = examples[label] - 1 if label in program.counted else examples[label]
            hits = _hits(judge(*(examples[name] for name in inputs)), truth, is_one)
            asked = torch.ones_like(hits) if counted is None else examples[counted] > 0
            right += int((hits & asked).sum())
            count += int(asked.sum())
            whole += int((hits | ~asked).reshape(len(rows), -1).all(1).sum())
    return Score(right, count, whole, len(chosen))


def judge_of(document: pipeline.Document, program: Program, wish: str) -> tuple[Written, str, str | None]:
    """The module of the shares, the label, and what marks the labels that count; nothing is run yet."""
    which, where, marks = (part.strip() for part in wish.partition(" where "))
    shares, sign, label = (part.strip() for part in which.partition("="))
    if not sign or not shares:
        raise CannotRunError(
            f"a score is written as shares=label or shares=label where marks, of inputs: {wish}"
        )
    told = _input(label, program)
    counted = _input(marks, program) if where else None
    inputs = [name for name in program.inputs if name not in (told, counted)]
    made = _shares(document, program, shares, inputs, told)
    wanted = program.shapes[told]
    if made.result.rank - len(wanted) not in (0, 1):
        raise CannotRunError(
            f"{shares} is {shown(made.result.shape)} and {told} {shown(wanted)}: a score needs a share for"
            " every class, or one for every example"
        )
    domain, last = program.domains.get(told), made.result.shape[-1:]
    classes = domain.count if domain is not None else None
    if made.result.rank > len(wanted) and classes is not None and last != (classes,):
        raise CannotRunError(f"{shares} has {last[0]} entries, and {told} is one of {classes}")
    return made, told, counted


def _sizes(program: Program) -> dict[str, Shape]:
    """The sizes of the inputs, which the data may have told."""
    return {name: program.shapes[name] for name in program.inputs}


def _shares(
    document: pipeline.Document, program: Program, shares: str, inputs: Sequence[str], label: str
) -> Written:
    """The module of the shares, which may not be told the label."""
    try:
        return written(program_of(document, shares, inputs, program.learned, _sizes(program)))
    except CannotRunError:
        written(program_of(document, shares, program.inputs, program.learned, _sizes(program)))
        raise CannotRunError(f"{shares} depends on {label}, so it cannot be scored against it") from None


def _input(asked: str, program: Program) -> str:
    found = one_of(asked, program.inputs)
    if found is None:
        listed = ", ".join(program.inputs)
        raise CannotRunError(f"{asked} in --score is none of the inputs, which are {listed}")
    return found


def _hits(found: torch.Tensor, truth: torch.Tensor, is_one: bool) -> torch.Tensor:
    """Where the shares favour the label; `is_one` says that each is the share of one of two."""
    said = found > 0.5 if is_one else found.argmax(-1)
    if truth.dim() == found.dim() and not is_one:  # one-hot labels
        truth = truth.argmax(-1)
    return said.to(truth.dtype) == truth
