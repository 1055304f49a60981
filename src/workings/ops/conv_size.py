"""Convolution size: how many places a filter has along one side."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting, setting
from workings.ops.writing import floor

conv_size = Op(
    "conv_size",
    "n k",
    stride=1,
    padding=0,
    dilation=1,
    names=["conv_size"],
    oracle=lambda torch, n, k, stride, padding, dilation: torch.nn.functional.conv1d(
        torch.zeros(1, 1, int(n)), torch.zeros(1, 1, int(k)), None, stride, padding, dilation
    ).shape[-1],
    samples=[(32, 5), (128, 5, {"stride": 3}), (7, 3, {"stride": 2, "padding": 1}), (20, 3, {"dilation": 2})],
)


@conv_size.recipe
def textbook(let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting) -> Expr:
    s = let("s", setting(dilation) * (k - 1) + 1, "what the filter spans")
    f = let("f", n + 2 * setting(padding) - s, "how far it can move")
    return let("m", floor(f / stride) + 1, "the steps that fit, and the place where it starts")
