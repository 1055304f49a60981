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
    samples=[(5, 5, 1, 8), (3, 5, 4, 6), (3, 3, 8, 16, {"bias": 0})],
)


@conv_params.recipe
def textbook(let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting) -> Expr:
    w = let("w", height * width * inputs, "the weights of one filter")
    return let("n", (w + bias) * outputs, "with its bias, for every output channel")


@conv_params.mistake(
    "no-bias",
    says="the biases were left out",
    why="The weights are multiplied up, and the biases are a term of their own.",
)
def no_bias(let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting) -> Expr | None:
    if bias == 0:
        return None
    return let("n", height * width * inputs * outputs, "the weights of all filters")


@conv_params.mistake(
    "one-bias",
    says="one bias was counted for the whole layer instead of one for each filter",
    why="The bias is one letter in the formula of the layer.",
)
def one_bias(let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting) -> Expr | None:
    if bias == 0:
        return None
    return let("n", height * width * inputs * outputs + 1, "the weights of all filters and one bias")


@conv_params.mistake(
    "bias-counted",
    says="biases were counted in a layer without them",
    why="Most layers have biases.",
)
def bias_counted(
    let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting
) -> Expr | None:
    return None if bias != 0 else conv_params(height, width, inputs, outputs)


@conv_params.mistake(
    "bias-per-channel-pair",
    says="a bias was counted for every pair of channels",
    why="Each filter is thought of as one kernel with a bias for every input channel.",
)
def bias_per_channel_pair(
    let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting
) -> Expr | None:
    if bias == 0:
        return None
    return let("n", (height * width + 1) * inputs * outputs, "a kernel with a bias for every pair")


@conv_params.mistake(
    "bias-per-input",
    says="a bias was counted for every input channel",
    why="Input and output channels are mixed up where the bias is added.",
)
def bias_per_input(
    let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting
) -> Expr | None:
    if bias == 0:
        return None
    return let("n", height * width * inputs * outputs + inputs, "the weights and a bias for every input")


@conv_params.mistake(
    "no-inputs",
    says="the input channels were left out",
    why="A filter is drawn flat, and that it runs through all channels is forgotten.",
)
def no_inputs(let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting) -> Expr:
    return let("n", (height * width + bias) * outputs, "a flat filter for every output channel")


@conv_params.mistake(
    "no-outputs",
    says="the output channels were left out",
    why="One filter is counted and not all of them.",
)
def no_outputs(let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting) -> Expr:
    return let("n", height * width * inputs + bias, "one filter with its bias")


@conv_params.mistake(
    "one-side",
    says="the side of the kernel was counted once",
    why="A kernel is given by one number, which has to be squared.",
)
def one_side(let: Let, height: Expr, width: Expr, inputs: Expr, outputs: Expr, bias: Setting) -> Expr:
    return let("n", (height * inputs + bias) * outputs, "one side of the kernel")
