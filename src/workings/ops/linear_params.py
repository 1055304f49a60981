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


@linear_params.mistake(
    "no-bias",
    says="the biases were left out",
    why="The weights are multiplied up, and the biases are a term of their own.",
)
def no_bias(let: Let, inputs: Expr, outputs: Expr, bias: Setting) -> Expr | None:
    if bias == 0:
        return None
    return let("n", inputs * outputs, "the weights")


@linear_params.mistake(
    "one-bias",
    says="one bias was counted for the whole layer instead of one for each output",
    why="The bias is one letter in W x + b.",
)
def one_bias(let: Let, inputs: Expr, outputs: Expr, bias: Setting) -> Expr | None:
    if bias == 0:
        return None
    return let("n", inputs * outputs + 1, "the weights and one bias")


@linear_params.mistake(
    "bias-per-input",
    says="a bias was counted for every input instead of every output",
    why="It is easily mixed up on which side the bias is added.",
)
def bias_per_input(let: Let, inputs: Expr, outputs: Expr, bias: Setting) -> Expr | None:
    if bias == 0:
        return None
    return let("n", inputs * (outputs + 1), "the weights and a bias for every input")


@linear_params.mistake(
    "bias-counted",
    says="biases were counted in a layer without them",
    why="Most layers have biases.",
)
def bias_counted(let: Let, inputs: Expr, outputs: Expr, bias: Setting) -> Expr | None:
    return None if bias != 0 else linear_params(inputs, outputs)


@linear_params.mistake(
    "units-added",
    says="inputs and outputs were added instead of multiplied",
    why="The units are counted and not the lines between them.",
)
def units_added(let: Let, inputs: Expr, outputs: Expr, bias: Setting) -> Expr:
    return let("n", inputs + outputs, "the units of both sides")
