"""Generated modules against modules written by hand: time of a training step, and of attention by length.

Everything is in one run, on one thread, in CPU time, and the two take turns, so that load hits both alike.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

import torch
from torch import Tensor, nn
from torch.nn import functional

import workings

SHEETS = Path(__file__).with_name("equations")
STEP, CALL = 1.05, 1.02  # how many times as long it may take
LENGTHS = (1024, 2048, 4096, 8192, 16384, 32768, 65536)
LONGEST_SOFTMAX = 16384


class Transformer(nn.Module):
    """Four layers of four heads, as one writes it today."""

    def __init__(self, width: int = 256, layers: int = 4, heads: int = 4, words: int = 512) -> None:
        super().__init__()
        self.E, self.P = nn.Embedding(words, width), nn.Parameter(torch.zeros(128, width))
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.out = nn.Linear(width, words, bias=False)

    def forward(self, s: Tensor, y: Tensor) -> Tensor:
        x = self.E(s) + self.P
        for block in self.blocks:
            x = block(x)
        return functional.cross_entropy(self.out(x).flatten(0, 1), y.flatten())


class Block(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv, self.mix = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width, elementwise_affine=False) for _ in range(2))

    def forward(self, x: Tensor) -> Tensor:
        batch, length, width = x.shape
        sides = (
            side.view(batch, length, self.heads, -1).transpose(1, 2) for side in self.qkv(x).split(width, -1)
        )
        seen = functional.scaled_dot_product_attention(*sides, is_causal=True)
        z = self.norms[0](x + self.mix(seen.transpose(1, 2).reshape(batch, length, width)))
        out: Tensor = self.norms[1](z + self.down(functional.relu(self.up(z))))
        return out


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.lstm, self.out = nn.LSTM(64, 128, batch_first=True), nn.Linear(128, 10)

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return functional.cross_entropy(self.out(self.lstm(x)[0][:, -1]), y)


class Convolutional(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(3, 8, 5), nn.Conv2d(8, 16, 2)
        self.out = nn.Linear(144, 10)

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        x = functional.max_pool2d(functional.relu(self.first(x)), 4)
        x = functional.max_pool2d(functional.relu(self.second(x)), 2)
        return functional.cross_entropy(self.out(x.flatten(1)), y)


@dataclass(frozen=True)
class Row:
    """How long the generated one takes, as a multiple of the other."""

    name: str
    ratio: float
    at_most: float | None
    seconds: float


def steps() -> Iterator[Row]:
    """A training step of each model: forwards, backwards, and Adam."""
    tokens, targets = torch.randint(512, (32, 128)), torch.randint(512, (32, 128))
    series, images, classes = torch.randn(32, 100, 64), torch.randn(64, 3, 32, 32), torch.randint(10, (64,))
    models: list[tuple[str, str, nn.Module, Tensor, Tensor, int]] = [
        ("transformer", "s", Transformer(), tokens, targets, 6),
        ("lstm", "x", Recurrent(), series, classes[:32], 30),
        ("cnn", "x", Convolutional(), images, classes, 60),
        ("cnn-entries", "x", Convolutional(), images, classes, 60),
    ]
    for name, first, by_hand, given, wanted, turns in models:
        generated = workings.read(SHEETS / f"{name}.md").module("L", [first, "y"])
        sizes = [sum(p.numel() for p in module.parameters()) for module in (generated, by_hand)]
        if not 0.99 < sizes[0] / sizes[1] < 1.01:  # nn.LSTM has a second bias
            raise SystemExit(f"{name}: {sizes[0]} parameters against {sizes[1]}")
        steps = [stepper(module, given, wanted) for module in (generated, by_hand)]
        ratio, seconds = compared(*steps, turns)
        yield Row(f"a training step, {name}", ratio, STEP, seconds)


def stepper(module: nn.Module, given: Tensor, wanted: Tensor) -> Callable[[], None]:
    optimiser = torch.optim.Adam(module.parameters())

    def step() -> None:
        optimiser.zero_grad()
        module(given, wanted).mean().backward()
        optimiser.step()

    return step


def attention() -> Iterator[Row]:
    """The kernel called by a sheet against the kernel called directly."""
    module = workings.read(SHEETS / "attention.md").module("Y", ["Q", "K", "V"], [])
    sides = [torch.randn(1, 2048, 64) for _ in range(3)]

    def generated() -> None:
        module(*sides)

    def direct() -> None:
        functional.scaled_dot_product_attention(*sides)

    with torch.no_grad():
        ratio, seconds = compared(generated, direct, 60)
    yield Row("attention, T = 2048", ratio, CALL, seconds)


def lengths() -> Iterator[tuple[int, float, float | None]]:
    """Seconds of linear and of softmax attention by length."""
    document = workings.read(SHEETS / "attention.md")
    soft, linear = (document.module(name, ["Q", "K", "V"], []) for name in ("Y", "Z"))
    for length in LENGTHS:
        sides = [torch.randn(1, length, 64) for _ in range(3)]
        with torch.no_grad():
            of_linear = timed(lambda: linear(*sides), 5)  # noqa: B023
            of_soft = timed(lambda: soft(*sides), 2) if length <= LONGEST_SOFTMAX else None  # noqa: B023
        yield length, of_linear, of_soft


def compared(one: Callable[[], None], other: Callable[[], None], turns: int) -> tuple[float, float]:
    """The median of the ratios of neighbouring turns, and the seconds of the first."""
    one(), other()
    ratios, seconds = [], []
    for turn in range(turns):
        pair = (one, other) if turn % 2 else (other, one)
        spent = {run: timed(run, 1) for run in pair}
        ratios.append(spent[one] / spent[other])
        seconds.append(spent[one])
    return median(ratios), median(seconds)


def timed(run: Callable[[], object], turns: int) -> float:
    """The shortest CPU time of several turns."""
    found = []
    for _ in range(turns):
        start = process_time()
        run()
        found.append(process_time() - start)
    return min(found)


def main() -> int:
    torch.set_num_threads(1)
    torch.manual_seed(0)
    rows = [*steps(), *attention()]
    by_length = list(lengths())
    if "--json" in sys.argv:
        print(json.dumps({"rows": [row.__dict__ for row in rows], "lengths": by_length}))
        return 0
    for row in rows:
        print(
            f"{row.name:32} {row.ratio:6.3f} × by hand (at most {row.at_most}), {1000 * row.seconds:.1f} ms"
        )
    print(f"\n{'T':>8} {'linear':>10} {'softmax':>10}")
    for length, of_linear, of_soft in by_length:
        soft = f"{1000 * of_soft:8.1f} ms" if of_soft is not None else f"{'—':>11}"
        print(f"{length:8} {1000 * of_linear:7.1f} ms {soft}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
