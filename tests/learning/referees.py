"""A module against the same written by hand: values and gradients, for a batch and for one example."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch

import workings
from workings.learning.module import written
from workings.learning.program import program_of


def source(text: str, result: str, inputs: list[str]) -> str:
    return written(program_of(workings.read(text).parsed, result, inputs)).source


def agrees(
    text: str,
    result: str,
    given: Mapping[str, torch.Tensor],
    by_hand: Callable[..., torch.Tensor],
    at_most: float = 1e-4,
) -> torch.nn.Module:
    """Whether a sheet gives what a function of the module's weights and of one example gives."""
    module = workings.read(text).module(result, list(given))
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for weights in module.parameters():
            weights.copy_(torch.randn(weights.shape, generator=generator))
    examples = list(zip(*given.values(), strict=True))
    batch = module(*given.values())
    wanted = torch.stack([by_hand(module, *example) for example in examples])
    alone = torch.stack([module(*example) for example in examples])
    for made in (batch, alone):
        assert made.shape == wanted.shape
        assert torch.allclose(made, wanted, atol=at_most, rtol=1e-4)
    weights = list(module.parameters())
    slopes = torch.randn(wanted.shape, generator=generator)
    found = torch.autograd.grad((batch * slopes).sum(), weights)
    by_loops = torch.autograd.grad((wanted * slopes).sum(), weights)
    for one, other in zip(found, by_loops, strict=True):
        assert torch.allclose(one, other, atol=at_most * 10, rtol=1e-3)
    return module
