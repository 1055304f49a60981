"""Run a lab: seeded, in doubles, on one thread, and with everything as before afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec

from workings.labs.lab import Lab, Outcome


class NoTorchError(ModuleNotFoundError):
    """A lab needs PyTorch, which is not here."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(
            f"the lab {lab.name} needs PyTorch, which is not installed: pip install 'workings[torch]'"
        )


@lru_cache(maxsize=64)
def run_lab(lab: Lab, seed: int = 0) -> Outcome:
    """What a lab measures; a run asks for the same one only once."""
    if not lab.needs_torch:
        return lab.run(seed)
    if find_spec("torch") is None:
        raise NoTorchError(lab)
    with _seeded(seed):
        return lab.run(seed)


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    import torch

    threads, dtype = torch.get_num_threads(), torch.get_default_dtype()
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)
    try:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            yield
    finally:
        torch.set_num_threads(threads)
        torch.set_default_dtype(dtype)
