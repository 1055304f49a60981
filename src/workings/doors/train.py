"""A run of `workings train`: a sheet and examples in, learned values out."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workings.doors.ending import trouble
from workings.doors.files import write_whole
from workings.doors.progress import progress
from workings.doors.run import listed
from workings.doors.running import read_document
from workings.doors.torching import on_torch
from workings.doors.wishes import check_learned, check_training, inputs_of
from workings.record import record
from workings.reporting.paint import harmless

if TYPE_CHECKING:
    import torch

    from workings.learning.groups import Examples, Group
    from workings.learning.module import Written
    from workings.learning.program import Program
    from workings.learning.training import Epoch, Settings
    from workings.pipeline import Document

FINE = 0
MOST_SHOWN = 24  # numbers that were learned and are printed
KEPT = "--checkpoint FILE keeps them"


@record(frozen=True)
class Request:
    """What the user asked for."""

    sheet: str
    minimise: str
    data: str
    inputs: str | None = None
    learn: str | None = None
    optimiser: str = "adam"
    rate: float = 0.01
    schedule: str | None = None
    epochs: int = 100
    batch: int = 32
    held_out: float = 0.0
    patience: int | None = None
    score: str | None = None
    seed: int = 0
    device: str | None = None
    checkpoint: str | None = None
    resume: bool = False
    curve: str | None = None
    quiet: bool = False


def train(request: Request) -> int:
    """Train and say how it went."""
    return on_torch(lambda: _trained(request), request.sheet)


def _trained(request: Request) -> int:
    """Train what a document describes as it is wished, and say how it went."""
    from workings.learning.module import build
    from workings.learning.training import Settings, train
    from workings.learning.trying import tried

    check_training(
        request.rate, request.held_out, request.checkpoint, request.resume, request.curve, request.device
    )
    document = read_document(request.sheet)
    made, examples, groups = _prepared(request, document)
    program = made.program
    module = build(made, request.seed)
    tried(made, module, examples, groups)
    settings = Settings(
        request.epochs, request.batch, request.optimiser, request.rate, request.schedule, request.seed,
        request.held_out, request.patience, request.device,
    )  # fmt: skip
    heard = _Listener(request, sum(len(group[program.inputs[0]]) for group in examples))
    try:
        history = train(
            module, examples, program.inputs, settings,
            checkpoint=Path(request.checkpoint) if request.checkpoint else None,
            resume=request.resume, made_of=_marks(made, examples), watch=heard.epoch, tick=heard.minibatch,
        )  # fmt: skip
    except KeyboardInterrupt:
        heard.bar.clear()
        return _interrupted(request, heard.done)
    if os.environ.get("RANK", "0") == "0":  # it leads, where several train together
        _report(request, document, program, module, examples, settings, history)
    return FINE


class _Listener:
    """Says how a training goes: a bar within an epoch, a line behind each."""

    def __init__(self, request: Request, count: int) -> None:
        self.request = request
        self.bar = progress(sys.stderr, count, least=1, quiet=request.quiet)
        self.done: list[int] = []

    def epoch(self, epoch: Epoch) -> None:
        """An epoch is over."""
        self.bar.clear()
        self.done.append(epoch.number)
        if not self.request.quiet and epoch.number < self.request.epochs:  # the last one is the result
            click.echo(_line(epoch, self.request.epochs), err=True)

    def minibatch(self, epoch: int, done: int, loss: float) -> None:
        """So many examples of an epoch are done."""
        self.bar.show(done, f"epoch {epoch}/{self.request.epochs}  loss {loss:.6g}")


def _prepared(request: Request, document: Document) -> tuple[Written, list[Examples], list[Group]]:
    """The module of the sheet and the examples for it, held to one another."""
    from workings.learning.data import load
    from workings.learning.fitting import fitted, sizes_of
    from workings.learning.module import written
    from workings.learning.program import names_of, program_of
    from workings.learning.scoring import judge_of
    from workings.learning.trying import loss_of
    from workings.pipeline import judged

    names = names_of(document, judged(document).scope)
    wanted = listed(request.inputs or "")
    groups = load(Path(request.data), wanted, names)
    inputs = wanted or inputs_of(document, names, groups, request.data)
    learn = None if request.learn is None else listed(request.learn)
    program = program_of(document, request.minimise, inputs, learn, sizes_of(document, groups, inputs))
    if learn is None:
        check_learned(program.learned, groups, request.data)
    examples = fitted(program, groups)
    made = written(program)
    loss_of(made)
    if request.score is not None:
        judge_of(document, program, request.score)
    return made, examples, groups


def _interrupted(request: Request, done: Sequence[int]) -> int:
    """What is left of a training that somebody stopped."""
    kept = request.checkpoint if done else None
    left = "" if kept is None else f"; {kept} has {done[-1]} epochs, and --resume goes on from them"
    return trouble(f"interrupted{left}")


def _marks(made: Written, examples: Sequence[Examples]) -> dict[str, str]:
    """Fingerprints of the equations and of the examples."""
    from workings.learning.checkpoints import fingerprint

    constants = (f"{key} {value}".encode() for key, value in sorted(made.constants.items()))
    tensors = (tensor for group in examples for tensor in group.values())
    return {
        "equations": fingerprint([made.source.encode(), *constants]),
        "examples": fingerprint(tensor.numpy().tobytes() for tensor in tensors),
    }


def _line(epoch: Epoch, epochs: int) -> str:
    held_out = "" if epoch.validation is None else f"  held out {epoch.validation:.6g}"
    return f"epoch {epoch.number}/{epochs}  loss {epoch.loss:.6g}{held_out}"


def _report(
    request: Request,
    document: Document,
    program: Program,
    module: torch.nn.Module,
    examples: Sequence[Examples],
    settings: Settings,
    history: Sequence[Epoch],
) -> None:
    last = history[-1]
    early = "" if last.number == request.epochs else f"  (no better for {request.patience} epochs)"
    click.echo(_line(last, request.epochs) + early)
    if request.score is not None:
        click.echo(_scored(request.score, document, program, module, examples, settings))
    click.echo(_learned(program, module, f"{request.checkpoint} has them" if request.checkpoint else KEPT))
    if request.curve is not None:
        write_whole(request.curve, [_picture(history)])


def _learned(program: Program, module: torch.nn.Module, kept: str) -> str:
    """What was learned: few numbers as they are, of many only how many there are and where."""
    from workings.learning.naming import identifier

    values = {name: getattr(module, identifier(name)).detach().cpu() for name in program.learned}
    count = sum(value.numel() for value in values.values())
    if count > MOST_SHOWN:
        return harmless(f"learned: {count} numbers; {kept}")
    return harmless(
        "learned: " + ", ".join(f"{name} = {_numbers(value.tolist())}" for name, value in values.items())
    )


def _numbers(value: Any) -> str:
    """A number, list or matrix of floats to a few digits."""
    return f"[{', '.join(map(_numbers, value))}]" if isinstance(value, list) else f"{value:.4g}"


def _picture(history: Sequence[Epoch]) -> str:
    from workings.reporting.pictures import svg
    from workings.reporting.pictures.curves import Curve, axis_over, curves, said_of

    lines = [Curve("loss", [(epoch.number, epoch.loss) for epoch in history])]
    if history[-1].validation is not None:
        lines.append(Curve("held out", [(epoch.number, epoch.validation or 0.0) for epoch in history]))
    losses = [value for line in lines for _, value in line.points]
    epochs = [float(epoch.number) for epoch in history]
    drawing = curves(lines, axis_over("epoch", epochs, logarithmic=False), axis_over("", losses), "loss")
    return svg(drawing, "The loss by epoch", said_of(lines))


def _scored(
    wish: str,
    document: Document,
    program: Program,
    module: torch.nn.Module,
    examples: Sequence[Examples],
    settings: Settings,
) -> str:
    """How often the model is right, on what was held out if anything was."""
    from workings.learning.scoring import score
    from workings.learning.training import parted

    count = sum(len(group[program.inputs[0]]) for group in examples)
    held_out = parted(count, settings)[1] if settings.held_out else None
    found = score(document, program, module, examples, wish, held_out)
    kind = "" if held_out is None else " held out"
    said = f"{wish}: {found.right} of {found.count}{kind} right ({100 * found.right / found.count:.1f} %)"
    if found.count == found.examples:
        return said
    return f"{said}, all of them in {found.whole} of {found.examples} examples"
