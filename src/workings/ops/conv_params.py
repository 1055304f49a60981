"""Parameters of a convolution: one filter per output channel, each with its bias."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting

conv_params = Op(
    "conv_params",
    "height width inputs outputs",
    bias=1,
    names=["conv_params"],
    oracle=lambda torch, height, width, inputs, outputs, bias: sum(
        p.numel()
        for p in torch.nn.Conv2d(
            int(inputs), int(outputs), (int(height), int(width)), bias=bool(bias)
        ).parameters()
    ),
    samples=[(5, 5, 1, 8), (3, 3, 8, 16, {"bias": 0})],
)


@conv_params.recipe
def textbook(let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting) -> Expr:
    w = let("w", height * width * inputs, "the weights of one filter")
    return let("n", (w + bias) * outputs, "with its bias, for every output channel")
