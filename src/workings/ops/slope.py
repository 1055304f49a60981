"""The referee of derivatives: PyTorch's own, by going backwards through the oracle of the function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workings.ops.operation import Op


def slope_of(op: Op) -> Callable[..., Any]:
    """The oracle of the derivative of an operation that works entry by entry."""
    return lambda torch, x, **options: slope(torch, lambda at: op.oracle(torch, at, **options), x)


def slope(torch: Any, function: Callable[[Any], Any], x: Any) -> Any:
    """How fast a function of torch rises at each entry."""
    at = x.clone().requires_grad_(True)
    (gradient,) = torch.autograd.grad(function(at).sum(), at)
    return gradient
