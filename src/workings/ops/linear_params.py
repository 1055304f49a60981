"""Parameters of a linear layer: a weight for every pair, a bias for every output."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting

linear_params = Op(
    "linear_params",
    "inputs outputs",
    bias=1,
    names=["linear_params"],
    oracle=lambda torch, inputs, outputs, bias: sum(
        p.numel() for p in torch.nn.Linear(int(inputs), int(outputs), bias=bool(bias)).parameters()
    ),
    samples=[(144, 10), (784, 128, {"bias": 0})],
)


@linear_params.recipe
def textbook(let: Let, inputs: Expr, outputs: Expr, bias: Setting) -> Expr:
    return let("n", (inputs + bias) * outputs, "every output has a weight for each input, and its bias")
