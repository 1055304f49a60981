"""Training: minibatches through the module until the mean of its result is small.

Everything that is random is drawn from generators seeded by the settings and the number of the epoch, so that
a run that was stopped goes on with the losses that it would have had.
"""

from __future__ import annotations

import ast
import inspect
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workings.learning import checkpoints
from workings.learning.batches import batches
from workings.learning.data import Examples
from workings.record import record

if TYPE_CHECKING:
    import torch

OPTIMISERS = {"sgd": "SGD", "adam": "Adam", "adamw": "AdamW"}
SPACING = 1_000_003  # between the seeds of one run and of another
SCHEDULES = {
    "cosine": "CosineAnnealingLR:T_max={epochs}",
    "linear": "LinearLR:start_factor=1.0,end_factor=0.0,total_iters={epochs}",
    "exponential": "ExponentialLR:gamma=0.95",
    "step": "StepLR:step_size=10,gamma=0.5",
}


class TrainingError(Exception):
    """The training cannot be done as it was asked for."""


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
    watch: Callable[[Epoch], None] = lambda epoch: None,
    tick: Callable[[int, int, float], None] = lambda epoch, done, loss: None,
) -> list[Epoch]:
    """Make the mean of the module's result small over the examples; the epochs, with what came of them.

    Examples of different shapes are in groups of one shape each. `watch` hears of every epoch, `tick` of each
    minibatch: the epoch, how many examples it has seen, and their mean loss.
    """
    import torch

    company = Company.of_this_process()
    device = torch.device(settings.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    module.to(device)
    groups = [[group[name].to(device) for name in inputs] for group in examples]
    seen, kept = parted(sum(len(group[0]) for group in groups), settings)
    optimiser = _optimiser(settings, module)
    schedule = _schedule(settings, optimiser)
    history: list[Epoch] = []
    if resume and checkpoint is not None and checkpoint.exists():
        history = _restored(checkpoints.load(checkpoint), module, optimiser, schedule, settings)
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
        if not math.isfinite(loss):
            raise TrainingError(f"the loss is {loss} in epoch {number}: try a smaller rate than {rate:g}")
        if schedule is not None:
            schedule.step()
        history.append(Epoch(number, loss, validation, rate))
        if checkpoint is not None and company.leads:
            checkpoints.save(checkpoint, _state(module, optimiser, schedule, history, settings))
        if company.leads:
            watch(history[-1])
    company.part()
    return history


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
        raise TrainingError("no examples are left to learn from")
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


# -- optimisers and schedules ---------------------------------------------------------------------


def _optimiser(settings: Settings, module: torch.nn.Module) -> torch.optim.Optimizer:
    import torch

    parameters = list(module.parameters())
    if not parameters:
        raise TrainingError("there is nothing to learn: no name is declared without a value, see --learn")
    kind, options = _named(torch.optim, settings.optimiser, OPTIMISERS, torch.optim.Optimizer, "optimiser")
    made: torch.optim.Optimizer = _called(kind, parameters, {"lr": settings.rate, **options})
    return made


def _schedule(settings: Settings, optimiser: torch.optim.Optimizer) -> Any:
    import torch

    if settings.schedule is None:
        return None
    schedules = torch.optim.lr_scheduler
    text = SCHEDULES.get(settings.schedule.lower(), settings.schedule).format(epochs=settings.epochs)
    kind, options = _named(schedules, text, {}, schedules.LRScheduler, "schedule")
    return _called(kind, optimiser, options)


def _named(
    place: Any, text: str, short: Mapping[str, str], kind: type, what: str
) -> tuple[Any, dict[str, Any]]:
    """A class of torch by its name, with options behind a colon: `SGD:momentum=0.9`."""
    name, _, written = text.partition(":")
    wanted = short.get(name.lower(), name)
    known = {key for key, value in vars(place).items() if inspect.isclass(value) and issubclass(value, kind)}
    found = next((key for key in sorted(known) if key.lower() == wanted.lower()), None)
    if found is None:
        raise TrainingError(f"torch has no {what} {name}")
    options: dict[str, Any] = {}
    for part in filter(None, written.split(",")):
        key, _, value = part.partition("=")
        try:
            options[key.strip()] = ast.literal_eval(value.strip())
        except (ValueError, SyntaxError):
            raise TrainingError(f"{part} in {text} is not of the form name=number") from None
    return getattr(place, found), options


def _called(kind: Any, first: Any, options: Mapping[str, Any]) -> Any:
    try:
        return kind(first, **options)
    except (TypeError, ValueError) as problem:
        raise TrainingError(f"{kind.__name__}: {problem}") from None


# -- going on -------------------------------------------------------------------------------------


def _state(
    module: torch.nn.Module, optimiser: Any, schedule: Any, history: list[Epoch], settings: Settings
) -> checkpoints.Checkpoint:
    progress = {
        "history": [asdict(epoch) for epoch in history],
        "settings": asdict(settings),
        "schedule": None if schedule is None else _plain(schedule.state_dict()),
    }
    return checkpoints.Checkpoint(dict(module.state_dict()), optimiser.state_dict(), progress)


def _plain(state: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if isinstance(value, int | float | list | str | bool)}


def _restored(
    found: checkpoints.Checkpoint, module: torch.nn.Module, optimiser: Any, schedule: Any, settings: Settings
) -> list[Epoch]:
    """Put a checkpoint's state into a training that is about to begin."""
    wanted, had = asdict(settings), dict(found.progress["settings"])
    for key in ("epochs", "patience", "device"):  # these may be other when it goes on
        wanted.pop(key), had.pop(key, None)
    if wanted != had:
        other = next(key for key in wanted if wanted[key] != had.get(key))
        raise checkpoints.BadCheckpointError(
            f"the checkpoint was made with {other} {had.get(other)}, not {wanted[other]}"
        )
    try:
        module.load_state_dict(dict(found.weights))
        optimiser.load_state_dict(dict(found.optimiser))
    except (RuntimeError, ValueError):
        raise checkpoints.BadCheckpointError("the checkpoint belongs to other equations") from None
    if schedule is not None and found.progress["schedule"] is not None:
        schedule.load_state_dict(found.progress["schedule"])
    return [Epoch(**epoch) for epoch in found.progress["history"]]


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
