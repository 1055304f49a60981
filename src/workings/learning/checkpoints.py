"""Checkpoints: weights and where the training stood, in one safetensors file that is whole or not there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workings.record import record

if TYPE_CHECKING:
    import torch

_FORMAT = "workings 1"


class BadCheckpointError(Exception):
    """The file is no checkpoint of this training; the message says why."""


@record(frozen=True, slots=True)
class Checkpoint:
    """The weights by name, the state of the optimiser, and what is needed to go on as if nothing had been."""

    weights: Mapping[str, torch.Tensor]
    optimiser: Mapping[str, Any]
    progress: Mapping[str, Any]  # plain data: the next epoch, losses so far, the settings


def fingerprint(parts: Iterable[bytes]) -> str:
    """A short mark that is the same for the same bytes, and for no others."""
    mark = sha256()
    for part in parts:
        mark.update(len(part).to_bytes(8, "big") + part)
    return mark.hexdigest()[:16]


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint under another name and rename it, so that a kill leaves the one before."""
    from safetensors.torch import save_file

    check_place(path)
    tensors = {f"weights/{key}": value.contiguous() for key, value in checkpoint.weights.items()}
    state = _without_tensors(checkpoint.optimiser, "optimiser", tensors)
    metadata = {
        "format": _FORMAT,
        "optimiser": json.dumps(state),
        "progress": json.dumps(checkpoint.progress),
    }
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        save_file(tensors, beside, metadata)
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def check_place(path: Path) -> None:
    """Whether a checkpoint can be written there, before anything is learned."""
    if path.is_dir():
        raise BadCheckpointError(f"{path}: it is a folder, and a checkpoint is a file")
    if not path.parent.is_dir():
        raise BadCheckpointError(f"{path.parent}: there is no such folder")
    if not os.access(path.parent, os.W_OK):
        raise BadCheckpointError(f"{path.parent}: nothing can be written into this folder")


def load(path: Path) -> Checkpoint:
    """Read a checkpoint; nothing in it is run as code."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, "pt") as file:
            metadata = file.metadata() or {}
            tensors = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118  # it is no dict
    except (SafetensorError, OSError) as problem:
        raise BadCheckpointError(f"{path}: no checkpoint that can be read: {problem}") from None
    if metadata.get("format") != _FORMAT:
        raise BadCheckpointError(f"{path}: not a checkpoint of workings train")
    weights = {
        key.removeprefix("weights/"): value for key, value in tensors.items() if key.startswith("weights/")
    }
    try:
        optimiser = _with_tensors(json.loads(metadata["optimiser"]), tensors)
        return Checkpoint(weights, optimiser, json.loads(metadata["progress"]))
    except (KeyError, ValueError, TypeError):
        raise BadCheckpointError(f"{path}: no checkpoint that can be read: parts of it are missing") from None


def _without_tensors(state: Any, place: str, tensors: dict[str, torch.Tensor]) -> Any:
    """A nested state as plain data; its tensors go into `tensors` and leave their names."""
    if hasattr(state, "detach"):
        tensors[place] = state.detach().clone().contiguous()
        return {"tensor": place}
    if isinstance(state, dict):
        return {
            "dict": [
                [key, _without_tensors(value, f"{place}/{key}", tensors)] for key, value in state.items()
            ]
        }
    if isinstance(state, list | tuple):
        return {"list": [_without_tensors(value, f"{place}/{at}", tensors) for at, value in enumerate(state)]}
    return {"plain": state}


def _with_tensors(state: Any, tensors: Mapping[str, torch.Tensor]) -> Any:
    match state:
        case {"tensor": place}:
            return tensors[place]
        case {"dict": pairs}:
            return {key: _with_tensors(value, tensors) for key, value in pairs}
        case {"list": items}:
            return [_with_tensors(item, tensors) for item in items]
        case _:
            return state["plain"]
