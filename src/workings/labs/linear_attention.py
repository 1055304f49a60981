"""Linear against softmax attention: time and memory over the length T.

(QKᵀ)V makes a T×T matrix of weights, Q(KᵀV) none. The processor's time is the least of several runs, forwards
and back; the memory is what PyTorch keeps for the way back. Powers of T are fitted over the longer half;
linear means below 1.4 and quadratic above 1.6. Both orders give the same numbers where no softmax stands
between.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from time import process_time
from typing import TYPE_CHECKING

from workings.labs.lab import Lab, Outcome, Ruling, plot, slope, table

if TYPE_CHECKING:
    from torch import Tensor

SIZE, RUNS = 32, 5
LENGTHS = (256, 512, 1024, 2048, 4096)
LINEAR, QUADRATIC = 1.4, 1.6


def run(seed: int) -> Outcome:
    """Milliseconds and megabytes by length, for both."""
    made = {length: _inputs(length) for length in LENGTHS}
    time = {kind: [_time(of, made[length]) for length in LENGTHS] for kind, of in KINDS.items()}
    memory = {kind: [_memory(of, made[length]) for length in LENGTHS] for kind, of in KINDS.items()}
    powers = {
        (kind, what): slope(LENGTHS[1:], by[kind][1:])
        for what, by in (("time", time), ("memory", memory))
        for kind in KINDS
    }
    softmax = min(powers["softmax", "time"], powers["softmax", "memory"])
    linear = max(powers["linear", "time"], powers["linear", "memory"])
    decided = (softmax > QUADRATIC, linear < LINEAR)
    said = ", ".join(f"{kind} {what} {power:.2f}" for (kind, what), power in powers.items())
    return Outcome(
        table("T|softmax, ms|linear, ms|softmax, MB|linear, MB",
              [(length, *(time[kind][at] for kind in KINDS), *(memory[kind][at] for kind in KINDS))
               for at, length in enumerate(LENGTHS)]),
        Ruling.HOLDS if all(decided) else Ruling.FAILS if not any(decided) else Ruling.OPEN,
        f"powers of T: {said}; linear means below {LINEAR:g}, quadratic above {QUADRATIC:g}; both orders of "
        f"the product differ by {_difference(made[LENGTHS[0]]):.0e}",
        plot("T", "milliseconds", LENGTHS, **time),
    )  # fmt: skip


def _softmax(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return (q @ k.T / sqrt(SIZE)).softmax(-1) @ v


def _linear(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    return q @ (k.T @ v)


KINDS: dict[str, Callable[[Tensor, Tensor, Tensor], Tensor]] = {"softmax": _softmax, "linear": _linear}


def _inputs(length: int) -> list[Tensor]:
    import torch

    return [torch.randn(length, SIZE, dtype=torch.float32, requires_grad=True) for _ in range(3)]


def _time(of: Callable[[Tensor, Tensor, Tensor], Tensor], inputs: list[Tensor]) -> float:
    """Milliseconds for the result and its gradient; one run before the clock is looked at."""
    import torch

    least = float("inf")
    for _ in range(RUNS + 1):
        begun = process_time()
        torch.autograd.backward(of(inputs[0], inputs[1], inputs[2]).sum())
        least = min(least, process_time() - begun)
    return 1000 * least


def _memory(of: Callable[[Tensor, Tensor, Tensor], Tensor], inputs: list[Tensor]) -> float:
    """Megabytes of the tensors that are kept for the gradient, each once."""
    import torch

    kept: dict[int, int] = {}

    def note(tensor: Tensor) -> Tensor:
        kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        result = of(inputs[0], inputs[1], inputs[2])
    del result
    return sum(kept.values()) / 1e6


def _difference(inputs: list[Tensor]) -> float:
    """How far (QKᵀ)V and Q(KᵀV) are apart in floats, relative to their size."""
    q, k, v = (tensor.detach().double() for tensor in inputs)
    return float(((q @ k.T) @ v - _linear(q, k, v)).norm() / _linear(q, k, v).norm())


LAB = Lab(
    "linear-attention",
    "Softmax attention costs time and memory quadratic in the length, linear attention linear.",
    f"forwards and back with {SIZE} dimensions on one thread, the least of {RUNS} runs",
    run,
)
