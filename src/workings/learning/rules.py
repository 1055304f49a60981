"""The operations as PyTorch has them; what is not here is opened into its recipe."""

from __future__ import annotations

from collections.abc import Mapping

from workings.expr import Call, Name

ENTRY_BY_ENTRY: Mapping[str, str] = {
    "neg": "-x",
    "exp": "torch.exp(x)",
    "ln": "torch.log(x)",
    "log": "torch.log(x)",
    "log2": "torch.log2(x)",
    "log10": "torch.log10(x)",
    "sqrt": "torch.sqrt(x)",
    "tanh": "torch.tanh(x)",
    "sin": "torch.sin(x)",
    "cos": "torch.cos(x)",
    "erf": "torch.erf(x)",
    "abs": "torch.abs(x)",
    "sign": "torch.sign(x)",
    "floor": "torch.floor(x)",
    "ceil": "torch.ceil(x)",
    "sigmoid": "torch.sigmoid(x)",
    "relu": "torch.relu(x)",
    "gelu": "F.gelu(x)",
    "silu": "F.silu(x)",
    "softplus": "F.softplus(x)",
    "elu": "F.elu(x)",
    "selu": "F.selu(x)",
    "mish": "F.mish(x)",
    "leaky_relu": "F.leaky_relu(x)",
}
OF_TWO: Mapping[str, str] = {
    "add": "x + y",
    "sub": "x - y",
    "hadamard": "x * y",
    "div": "x / y",
    "pow": "x ** y",
    "at_least": "(x >= y) * 1.0",
    "xlog": "torch.xlogy(x, y)",
}
REDUCTIONS: Mapping[str, str] = {"total": "sum", "mean": "mean", "largest": "amax", "product": "prod"}
COMPARISONS: Mapping[str, str] = {
    "<": "x < y",
    ">": "x > y",
    "≤": "x <= y",
    "≥": "x >= y",
    "=": "x == y",
    "≠": "x != y",
}


def natural(node: Call) -> Call:
    """A logarithm to a base by the natural one."""
    base = dict(node.options)["base"]
    whole = Call(node.span, "ln", node.args)
    if isinstance(base, Name) and base.key == "e":
        return whole
    return Call(node.span, "div", (whole, Call(node.span, "ln", (base,))))
