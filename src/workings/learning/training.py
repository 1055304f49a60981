"""Training: minibatches through the module until the mean of its result is small.

Everything that is random is drawn from generators seeded by the settings and the number of the epoch, so that
a run that was stopped goes on with the losses that it would have had.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workings.learning import checkpoints
from workings.learning.batches import batches
from workings.learning.choosing import (
    TrainingError,
    depends_on_epochs,
    device_of,
    optimiser_of,
    schedule_of,
    step,
)
from workings.learning.groups import Examples
from workings.record import record

if TYPE_CHECKING:
    import torch

SPACING = 1_000_003  # between the seeds of one run and of another
WRITTEN = {"held_out": "hold-out"}  # settings as the command line has them


@record(frozen=True, slots=True)
class Settings:
    """How to train."""

    epochs: int = 100
    batch: int = 32
    optimiser: str = "adam"
    rate: float = 0.01
    schedule: str | None = None
    seed: int = 0
    held_out: float = 0.0  # the share of the examples that validate
    patience: int | None = None  # epochs without a better validation loss before it stops
    device: str | None = None


@record(frozen=True, slots=True)
class Epoch:
    """One pass over the examples."""

    number: int
    loss: float
    validation: float | None
    rate: float


def train(
    module: torch.nn.Module,
    examples: Sequence[Examples],
    inputs: tuple[str, ...],
    settings: Settings,
    *,
    checkpoint: Path | None = None,
    resume: bool = False,
    made_of: Mapping[str, str] | None = None,
    watch: Callable[[Epoch], None] = lambda epoch: None,
    tick: Callable[[int, int, float], None] = lambda epoch, done, loss: None,
) -> list[Epoch]:
    """Make the mean of the module's result small over the examples; the epochs, with what came of them.

    Examples of different shapes are in groups of one shape each. `made_of` are fingerprints by which the
    checkpoint of another training is known. `watch` hears of every epoch, `tick` of each minibatch: the
    epoch, how many examples it has seen, and their mean loss.
    """
    import torch

    company = Company.of_this_process()
    device = device_of(settings.device)
    module.to(device)
    groups = [[group[name].to(device) for name in inputs] for group in examples]
    seen, kept = parted(sum(len(group[0]) for group in groups), settings)
    optimiser = optimiser_of(settings.optimiser, settings.rate, module)
    schedule = schedule_of(settings.schedule, settings.epochs, optimiser)
    history: list[Epoch] = []
    if resume and checkpoint is not None and checkpoint.exists():
        history = _gone_on(checkpoint, module, optimiser, schedule, settings, made_of or {})
    replica = company.shared(module)
    while len(history) < settings.epochs and not _is_over(history, settings):
        number = len(history) + 1
        rate = optimiser.param_groups[0]["lr"]
        with torch.random.fork_rng():
            torch.manual_seed(settings.seed * SPACING + number)
            order = _shuffled(seen, settings.seed, number)
            heard = partial(tick, number) if company.leads else _unheard
            loss = _pass(replica, optimiser, groups, order, settings.batch, company, heard)
        validation = _measured(module, groups, kept, settings.batch) if len(kept) else None
        _check_finite(loss, number, rate)
        if schedule is not None:
            step(schedule)
        history.append(Epoch(number, loss, validation, rate))
        if checkpoint is not None and company.leads:
            checkpoints.save(
                checkpoint, _state(module, optimiser, schedule, history, settings, made_of or {})
            )
        if company.leads:
            watch(history[-1])
    company.part()
    return history


def _check_finite(loss: float, number: int, rate: float) -> None:
    """A loss that is no number stays none, so the training ends with advice."""
    if not math.isfinite(loss):
        raise TrainingError(
            f"the loss is {loss} in epoch {number}: try a smaller rate than {rate:g}, smaller numbers in "
            "the data, or look for a division by nought or a root or logarithm of nought in the formulas"
        )


def _pass(
    module: torch.nn.Module,
    optimiser: torch.optim.Optimizer,
    groups: list[list[torch.Tensor]],
    order: torch.Tensor,
    batch: int,
    company: Company,
    heard: Callable[[int, float], None],
) -> float:
    """One pass over the examples in the given order; the mean loss."""
    total, count = 0.0, 0
    for group, chosen in batches(order, [len(group[0]) for group in groups], batch):
        own, weight = company.share(chosen)
        optimiser.zero_grad()
        loss = module(*(tensor[own] for tensor in groups[group])).mean()
        (loss * (weight * company.size / len(chosen))).backward()
        optimiser.step()
        total += company.sum(float(loss.detach()) * weight)
        count += len(chosen)
        heard(count, total / count)
    return total / count


def _unheard(done: int, loss: float) -> None:
    """Only the process that leads has somebody to tell."""


def _measured(
    module: torch.nn.Module, groups: list[list[torch.Tensor]], chosen: torch.Tensor, batch: int
) -> float:
    import torch

    total = 0.0
    module.eval()
    with torch.no_grad():
        for group, rows in batches(chosen, [len(group[0]) for group in groups], batch):
            total += float(module(*(tensor[rows] for tensor in groups[group])).mean()) * len(rows)
    module.train()
    return total / len(chosen)


def parted(count: int, settings: Settings) -> tuple[torch.Tensor, torch.Tensor]:
    """The examples to learn from, and those held out."""
    import torch

    order = torch.randperm(count, generator=torch.Generator().manual_seed(settings.seed))
    held = round(count * settings.held_out)
    if held >= count:
        raise TrainingError(f"a share of {settings.held_out:g} of {count} examples leaves none to learn from")
    if settings.held_out and not held:
        raise TrainingError(f"a share of {settings.held_out:g} of {count} examples holds out none")
    return order[held:].sort().values, order[:held].sort().values


def _shuffled(chosen: torch.Tensor, seed: int, epoch: int) -> torch.Tensor:
    import torch

    generator = torch.Generator().manual_seed(seed * SPACING + epoch)
    return chosen[torch.randperm(len(chosen), generator=generator)]


def _is_over(history: list[Epoch], settings: Settings) -> bool:
    """Whether the loss on what was held out has not fallen for as long as is waited."""
    if settings.patience is None or len(history) <= settings.patience:
        return False
    losses = [epoch.validation if epoch.validation is not None else epoch.loss for epoch in history]
    return min(losses[-settings.patience :]) >= min(losses[: -settings.patience])


# -- going on -------------------------------------------------------------------------------------


def _gone_on(
    checkpoint: Path,
    module: torch.nn.Module,
    optimiser: Any,
    schedule: Any,
    settings: Settings,
    made_of: Mapping[str, str],
) -> list[Epoch]:
    """The epochs before a checkpoint, with everything as it was when that was saved."""
    found = checkpoints.load(checkpoint)
    try:
        return _restored(found, module, optimiser, schedule, settings, made_of)
    except checkpoints.BadCheckpointError as problem:
        raise checkpoints.BadCheckpointError(f"{checkpoint}: {problem}") from None


def _state(
    module: torch.nn.Module,
    optimiser: Any,
    schedule: Any,
    history: list[Epoch],
    settings: Settings,
    made_of: Mapping[str, str],
) -> checkpoints.Checkpoint:
    progress = {
        "history": [asdict(epoch) for epoch in history],
        "settings": asdict(settings),
        "schedule": None if schedule is None else _plain(schedule.state_dict()),
        "made_of": dict(made_of),
    }
    return checkpoints.Checkpoint(dict(module.state_dict()), optimiser.state_dict(), progress)


def _plain(state: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if isinstance(value, int | float | list | str | bool)}


def _restored(
    found: checkpoints.Checkpoint,
    module: torch.nn.Module,
    optimiser: Any,
    schedule: Any,
    settings: Settings,
    made_of: Mapping[str, str],
) -> list[Epoch]:
    """Put a checkpoint's state into a training that is about to begin, if it is one of this training."""
    had = found.progress.get("made_of", {})  # older ones do not say
    try:
        module.load_state_dict(dict(found.weights))
    except (RuntimeError, ValueError):
        raise checkpoints.BadCheckpointError("the checkpoint belongs to other equations") from None
    for what, mark in made_of.items():
        if had.get(what, mark) != mark:
            raise checkpoints.BadCheckpointError(f"the checkpoint was made with other {what}")
    _same_settings(settings, found.progress["settings"], len(found.progress["history"]))
    try:
        optimiser.load_state_dict(dict(found.optimiser))
    except (RuntimeError, ValueError):
        raise checkpoints.BadCheckpointError("the checkpoint belongs to another optimiser") from None
    if schedule is not None and found.progress["schedule"] is not None:
        schedule.load_state_dict(found.progress["schedule"])
    return [Epoch(**epoch) for epoch in found.progress["history"]]


def _same_settings(settings: Settings, before: Mapping[str, Any], done: int) -> None:
    """Refuse to go on with settings that would not have led to the checkpoint."""
    wanted, had = asdict(settings), dict(before)
    if settings.epochs < done:
        raise checkpoints.BadCheckpointError(
            f"the checkpoint has {done} epochs behind it, and {settings.epochs} are asked for"
        )
    free = {"epochs", "patience", "device"}  # these may be other when it goes on
    if settings.schedule is not None and depends_on_epochs(settings.schedule):
        free.remove("epochs")
    changed = [key for key in wanted if key not in free and wanted[key] != had.get(key)]
    other = "schedule" if "schedule" in changed else next(iter(changed), None)
    if other is not None:
        name = WRITTEN.get(other, other)
        raise checkpoints.BadCheckpointError(
            f"the checkpoint was made with {name} {had.get(other)}, not {wanted[other]}"
        )


# -- several processes ----------------------------------------------------------------------------


@record(frozen=True, slots=True)
class Company:
    """The processes that train together, as torchrun starts them; one alone is a company of one."""

    rank: int
    size: int

    @classmethod
    def of_this_process(cls) -> Company:
        import torch.distributed as dist

        size = int(os.environ.get("WORLD_SIZE", "1"))
        if size > 1 and not dist.is_initialized():
            dist.init_process_group("gloo")
        return cls(int(os.environ.get("RANK", "0")), size)

    @property
    def leads(self) -> bool:
        return self.rank == 0

    def shared(self, module: torch.nn.Module) -> torch.nn.Module:
        """The module with gradients that are the mean over all processes."""
        from torch.nn.parallel import DistributedDataParallel

        return module if self.size == 1 else DistributedDataParallel(module)

    def share(self, chosen: torch.Tensor) -> tuple[torch.Tensor, int]:
        """The examples of a minibatch that are this process's, and how many count.

        Where none are left for it, it runs one that counts for nothing, because the others wait for it.
        """
        own = chosen[self.rank :: self.size]
        return (own, len(own)) if len(own) else (chosen[:1], 0)

    def part(self) -> None:
        """Wait for the others and take leave, so that nobody finds a connection closed."""
        if self.size > 1:
            import torch.distributed as dist

            dist.barrier()
            dist.destroy_process_group()

    def sum(self, value: float) -> float:
        """The sum of a number over all processes."""
        if self.size == 1:
            return value
        import torch
        import torch.distributed as dist

        total = torch.tensor(value, dtype=torch.float64)
        dist.all_reduce(total)
        return float(total)
