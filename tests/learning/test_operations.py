"""Every operation, written as a module and run on PyTorch, gives what PyTorch's own operation gives."""

from __future__ import annotations

import pytest
import torch

from workings.expr import name
from workings.learning.module import build, written
from workings.learning.program import Program
from workings.ops import OPERATIONS
from workings.ops.operation import with_options

COUNTS = {"conv_size", "pool_size", "conv_params", "linear_params", "precision", "recall", "f1"}


def shape_of(value) -> tuple[int, ...]:
    return (len(value), *shape_of(value[0])) if isinstance(value, list) else ()


def cases():
    for op in OPERATIONS.values():
        if op.name in COUNTS:
            continue
        for at, sample in enumerate(op.samples):
            args = list(sample) if isinstance(sample, tuple) else [sample]
            options = args.pop() if isinstance(args[-1], dict) else {}
            yield pytest.param(op, args, options, id=f"{op.name}-{at}")


def _is_side(op, arg) -> bool:
    """Whether an argument is the side of a window, which is no input of a module."""
    return op.name.endswith("_pool") and isinstance(arg, int)


def module_of(op, args, options):
    keys = [f"a{at}" for at in range(len(args))]
    given = [arg if _is_side(op, arg) else name(key) for key, arg in zip(keys, args, strict=True)]
    formula = with_options(op.name, *given, **options)
    shapes = {key: shape_of(arg) for key, arg in zip(keys, args, strict=True)}
    return build(written(Program("r", tuple(keys), (), {"r": formula}, {}, {}, shapes, {})))


@pytest.mark.parametrize(("op", "args", "options"), list(cases()))
def test_a_generated_module_gives_what_torch_gives(op, args, options):
    tensors = [torch.tensor(arg, dtype=torch.float64) for arg in args]
    expected = torch.as_tensor(op.oracle(torch, *tensors, **{**op.options, **options}), dtype=torch.float64)
    found = torch.as_tensor(module_of(op, args, options)(*tensors), dtype=torch.float64)
    assert torch.allclose(found.reshape(expected.shape), expected, equal_nan=True)


@pytest.mark.parametrize(("op", "args", "options"), list(cases()))
def test_a_batch_gives_what_its_examples_give(op, args, options):
    module = module_of(op, args, options)
    first = [torch.tensor(arg, dtype=torch.float64) for arg in args]
    second = [tensor if _counts(op, at) else _moved(tensor) for at, tensor in enumerate(first)]
    alone = torch.stack([torch.as_tensor(module(*example)).reshape(-1) for example in (first, second)])
    batch = module(*(torch.stack(pair) for pair in zip(first, second, strict=True)))
    assert torch.allclose(batch.reshape(2, -1), alone, equal_nan=True)


def _counts(op, at: int) -> bool:
    """Whether an argument holds numbers of tokens, which have to stay whole."""
    return op.name == "sequence_loss" and at == 1


def _moved(tensor):
    return (tensor * 0.75 + (0.125 if tensor.dim() else 0)).abs()
