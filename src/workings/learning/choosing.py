"""Optimisers, schedules and devices by the names that people give them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from workings.learning.naming import in_words
from workings.regex import regex

if TYPE_CHECKING:
    import torch

OPTIMISERS = {"sgd": "SGD", "adam": "Adam", "adamw": "AdamW"}
SCHEDULES = {
    "cosine": "CosineAnnealingLR:T_max={epochs}",
    "linear": "LinearLR:start_factor=1.0,end_factor=0.0,total_iters={epochs}",
    "exponential": "ExponentialLR:gamma=0.95",
    "step": "StepLR:step_size=10,gamma=0.5",
}
# What asks for more than a loss and its gradient at every step, or for functions as options.
_UNFIT = frozenset(
    "Optimizer LBFGS SparseAdam LRScheduler ReduceLROnPlateau LambdaLR MultiplicativeLR SequentialLR"
    " ChainedScheduler".split()
)
_LENGTHS = frozenset({"step_size", "T_max", "T_0", "total_iters", "step_size_up", "total_steps"})
_APART = regex(r",(?![^\[(]*[\])])")  # a comma between options, not inside of a list


class TrainingError(Exception):
    """The training cannot be done as it was asked for."""


def device_of(wish: str | None) -> torch.device:
    """The device that was asked for, or a GPU if there is one."""
    import torch

    if wish is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(wish)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError, NotImplementedError):
        have = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]
        have += ["mps"] if torch.backends.mps.is_available() else []
        raise TrainingError(
            f"there is no device {wish} here that torch can use, only {', '.join(have)}"
        ) from None
    if device.type == "meta":
        raise TrainingError("on the device meta nothing is worked out")
    return device


def optimiser_of(wish: str, rate: float, module: torch.nn.Module) -> torch.optim.Optimizer:
    """An optimiser of torch for the parameters of a module."""
    import torch

    parameters = list(module.parameters())
    if not parameters:
        raise TrainingError("there is nothing to learn: no name is declared without a value, see --learn")
    kind, options = _named(torch.optim, wish, OPTIMISERS, torch.optim.Optimizer, "optimiser")
    made: torch.optim.Optimizer = _called(kind, parameters, {"lr": rate, **options})
    return made


def schedule_of(wish: str | None, epochs: int, optimiser: torch.optim.Optimizer) -> Any:
    """A schedule of torch, or None."""
    import torch

    if wish is None:
        return None
    schedules = torch.optim.lr_scheduler
    short = SCHEDULES.get(wish.lower())
    text = wish if short is None else short.format(epochs=epochs)
    kind, options = _named(schedules, text, {}, schedules.LRScheduler, "schedule", SCHEDULES)
    for key in _LENGTHS & options.keys():
        if not isinstance(options[key], int) or options[key] < 1:
            raise TrainingError(
                f"{kind.__name__}: {key} is a number of epochs, 1 or more, not {options[key]}"
            )
    return _called(kind, optimiser, options)


def step(schedule: Any) -> None:
    """The next rate of a schedule."""
    try:
        schedule.step()
    except (ValueError, ZeroDivisionError) as problem:
        raise TrainingError(f"{type(schedule).__name__}: {problem}") from None


def depends_on_epochs(wish: str) -> bool:
    """Whether a schedule is another one if there are more epochs."""
    return "{epochs}" in SCHEDULES.get(wish.lower(), "")


def _named(
    place: Any, text: str, short: Mapping[str, str], kind: type, what: str, words: Collection[str] = ()
) -> tuple[Any, dict[str, Any]]:
    """A class of torch by its name, with options behind a colon: `SGD:momentum=0.9`."""
    name, _, written = text.partition(":")
    wanted = short.get(name.strip().lower(), name.strip())
    known = {key for key, value in vars(place).items() if inspect.isclass(value) and issubclass(value, kind)}
    found = next((key for key in sorted(known) if key.lower() == wanted.lower()), None)
    if found is None:
        raise TrainingError(f"torch has no {what} {name}{_near(name, {*known, *words} - _UNFIT)}")
    if found in _UNFIT:
        raise TrainingError(f"{found} asks for more than a loss and its gradient: take another {what}")
    options: dict[str, Any] = {}
    for part in filter(None, _APART.split(written)):
        key, _, value = part.partition("=")
        try:
            options[key.strip()] = ast.literal_eval(value.strip())
        except (ValueError, SyntaxError):
            raise TrainingError(f"{part} in {text} is not of the form name=number") from None
    return getattr(place, found), options


def _near(name: str, known: Collection[str]) -> str:
    """Names that look like it, whatever their case."""
    by_case = {key.lower(): key for key in sorted(known)}
    return in_words([by_case[key] for key in get_close_matches(name.lower(), by_case, n=3)])


def _called(kind: Any, first: Any, options: Mapping[str, Any]) -> Any:
    """Something of torch made with its options; what is wrong with them is said by their names."""
    _, *takes = inspect.signature(kind).parameters.values()
    names = [parameter.name for parameter in takes]
    strange = next((key for key in options if key not in names), None)
    if strange is not None:
        raise TrainingError(f"{kind.__name__} has no option {strange}{_near(strange, names)}")
    lacking = [it.name for it in takes if it.default is it.empty and it.name not in options]
    if lacking:
        raise TrainingError(
            f"{kind.__name__} needs {', '.join(lacking)}, as in {kind.__name__}:{lacking[0]}=5"
        )
    try:
        return kind(first, **options)
    except (ValueError, ZeroDivisionError) as problem:
        raise TrainingError(f"{kind.__name__}: {problem}") from None
    except TypeError:
        told = ", ".join(f"{key}={value}" for key, value in options.items())
        raise TrainingError(f"{kind.__name__} cannot be made with {told}") from None
