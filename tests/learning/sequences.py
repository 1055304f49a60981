"""Sheets of recurrences, and their modules held to the same written by hand."""

from __future__ import annotations

import torch

import workings
from workings.learning.module import written
from workings.learning.program import program_of

SEQUENCE = r"""
Inputs $x \in \mathbb{R}^{T \times 3}$, the answer $y \in \mathbb{R}$, $W, W' \in \mathbb{R}^{4 \times 3}$,
$U, U', A \in \mathbb{R}^{4 \times 4}$, $b, u, v \in \mathbb{R}^4$.

EQUATIONS

$$L = (v^\top STATE - y)^2$$
"""
STEP = r"\tanh(W x_t + U h_{t-1} + b)"


def noisy(module: torch.nn.Module) -> torch.nn.Module:
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.7)
    return module


def source(text: str, inputs: list[str], result: str = "L") -> str:
    return written(program_of(workings.read(text).parsed, result, inputs)).source


def agree(text: str, inputs: dict[str, torch.Tensor], reference) -> torch.nn.Module:
    """The module of a sheet and a function of its parameters have the same values and the same gradients."""
    module = noisy(workings.read(text).module("L", [*inputs]))
    ours, theirs = module(*inputs.values()), reference(module, *inputs.values())
    assert ours.shape == theirs.shape
    assert torch.allclose(ours, theirs, atol=1e-5), (ours, theirs)
    parameters = [*module.parameters()]
    grads = [
        torch.autograd.grad((out * torch.linspace(1, 2, len(out))).sum(), parameters, allow_unused=True)
        for out in (ours, theirs)
    ]
    for (name, parameter), mine, yours in zip(module.named_parameters(), *grads, strict=True):
        nought = torch.zeros_like(parameter)
        assert torch.allclose(
            nought if mine is None else mine, nought if yours is None else yours, atol=1e-4
        ), name
    return module


def rnn(x: torch.Tensor, w, u, b=0.0, start=None) -> torch.Tensor:
    """All states, written as a loop."""
    h = torch.zeros(x.shape[0], u.shape[0]) if start is None else start.expand(x.shape[0], -1)
    states = []
    for step in x.unbind(1):
        h = torch.tanh(step @ w.T + h @ u.T + b)
        states.append(h)
    return torch.stack(states, 1)


def numbers() -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    return {"x": torch.randn(5, 5, 3, generator=generator), "y": torch.randn(5, generator=generator)}


def squared(state: torch.Tensor, module, y: torch.Tensor) -> torch.Tensor:
    return (state @ module.v - y) ** 2
