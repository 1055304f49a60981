"""RNN, Transformer and MLP compared: each comparison that can be measured, and what stays open.

Textbooks call one of them better. That splits into statements, and each is measured on small models that read
a sequence and give one output: an RNN cell, one layer of attention, and an MLP on all tokens side by side.
Powers of the length T are fitted, and every statement has a bound of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

from workings.labs.lab import Bars, Cell, Lab, Outcome, Ruling, slope, table, without_rounding
from workings.labs.parallel_depth import longest_chain

if TYPE_CHECKING:
    from torch import Tensor

    Model: TypeAlias = tuple[list[Tensor], Callable[[Tensor], Tensor]]  # its parameters, and what it does

SIZE, DRAWS = 8, 8
LENGTHS = (64, 128, 256)
STATEMENTS: tuple[tuple[str, str, Callable[[float], bool]], ...] = (
    ("takes positions in parallel", "power of T in the longest chain < 0.5", lambda power: power < 0.5),
    ("is cheap for long inputs", "power of T in multiplications < 1.5", lambda power: power < 1.5),
    ("has one size for all lengths", "power of T in parameters < 0.5", lambda power: power < 0.5),
    ("reaches the first token", "gradient there over the mean > 0.05", lambda share: share > 0.05),
    ("sees the order by itself", "change by a permutation > 0.05", lambda change: change > 0.05),
)
UNDECIDED = ("learns more from the same data", "the task decides, not measured")


def run(seed: int) -> Outcome:
    """Figures for every statement and architecture, and for which of them it holds."""
    found = {name: _measured(build) for name, build in ARCHITECTURES.items()}
    true = {
        name: [holds(figure) for figure, (_, _, holds) in zip(figures, STATEMENTS, strict=True)]
        for name, figures in found.items()
    }
    rows: list[tuple[Cell, ...]] = []
    for at, (statement, figure, _) in enumerate(STATEMENTS):
        holding = ", ".join(name for name in found if true[name][at])
        rows.append((statement, figure, *(figures[at] for figures in found.values()), holding))
    rows.append((*UNDECIDED, *["-"] * len(found), "undecided"))
    ours = true["Transformer"]
    ahead = [
        name for name in found if any(theirs > own for theirs, own in zip(true[name], ours, strict=True))
    ]
    return Outcome(
        table("it …|figure|" + "|".join(found) + "|holds for", rows),
        Ruling.OPEN if ahead else Ruling.HOLDS,
        f"of {len(STATEMENTS)} statements that can be measured "
        + ", ".join(f"{sum(held)} hold for the {name}" for name, held in true.items())
        + f"; {' and '.join(ahead) or 'nothing'} can do what the Transformer cannot, and the task decides "
        "what counts",
        Bars("statements that hold", tuple((name, float(sum(held))) for name, held in true.items())),
    )


def _rnn(length: int) -> Model:
    import torch

    cell = torch.nn.RNNCell(SIZE, SIZE)

    def forward(x: Tensor) -> Tensor:
        h = torch.zeros(1, SIZE)
        for row in x:
            h = cell(row[None], h)
        return h[0]

    return list(cell.parameters()), forward


def _transformer(length: int) -> Model:
    import torch

    w_q, w_k, w_v = (torch.randn(SIZE, SIZE) / sqrt(SIZE) for _ in range(3))

    def forward(x: Tensor) -> Tensor:
        return (((x @ w_q) @ (x @ w_k).T / sqrt(SIZE)).softmax(-1) @ (x @ w_v))[-1]

    return [w_q, w_k, w_v], forward


def _mlp(length: int) -> Model:
    import torch

    inner, outer = torch.nn.Linear(length * SIZE, 4 * SIZE), torch.nn.Linear(4 * SIZE, SIZE)

    def forward(x: Tensor) -> Tensor:
        made: Tensor = outer(torch.tanh(inner(x.flatten())))
        return made

    return [*inner.parameters(), *outer.parameters()], forward


ARCHITECTURES: dict[str, Callable[[int], Model]] = {"RNN": _rnn, "Transformer": _transformer, "MLP": _mlp}


def _measured(build: Callable[[int], Model]) -> list[float]:
    """The figure of every statement, in their order."""
    from torch.utils.flop_counter import FlopCounterMode

    chains, costs, sizes = [], [], []
    for length in LENGTHS:
        parameters, forward = build(length)
        with FlopCounterMode(display=False) as counter:
            result = forward(_inputs(length))
        chains.append(longest_chain(result))
        costs.append(counter.get_total_flops())
        sizes.append(sum(parameter.numel() for parameter in parameters))
    return [
        *(round(slope(LENGTHS, by_length), 3) for by_length in (chains, costs, sizes)),
        _reach(forward),
        _order(forward),
    ]


def _inputs(length: int) -> Tensor:
    import torch

    return torch.randn(length, SIZE, requires_grad=True)


def _reach(forward: Callable[[Tensor], Tensor]) -> float:
    """The gradient of the output by the first token, relative to the mean over all tokens."""
    import torch

    x = [_inputs(LENGTHS[-1]) for _ in range(DRAWS)]
    outputs = torch.stack([forward(one) for one in x])
    by_token = torch.stack(torch.autograd.grad(outputs.square().sum(), x)).norm(dim=2).mean(0)
    return without_rounding(float(by_token[0] / by_token.mean()))


def _order(forward: Callable[[Tensor], Tensor]) -> float:
    """How much the output changes when all tokens but the last change places."""
    import torch

    x, last = _inputs(LENGTHS[-1]).detach(), LENGTHS[-1] - 1
    shuffled = x[torch.cat([torch.randperm(last), torch.tensor([last])])]
    with torch.no_grad():
        return without_rounding(float((forward(shuffled) - forward(x)).norm() / forward(x).norm()))


LAB = Lab(
    "architectures",
    "A Transformer is better than an RNN and better than an MLP.",
    f"{len(STATEMENTS)} properties of small models on sequences of {LENGTHS[0]} to {LENGTHS[-1]} tokens",
    run,
)
