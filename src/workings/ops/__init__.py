"""The operations: recipes of primitives, one file each. Being in the list is the registration.

An operation is loaded when a page calls it. How all of them are written is remembered on disk (`memory.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

from workings.memory import MEMORY, last_change
from workings.ops.operation import Mistakable, Mistake, Op, Recipe, Step
from workings.ops.primitives import PRIMITIVES
from workings.ops.shelf import Shelf
from workings.ops.spelling import SAID, SPELLINGS

__all__ = [
    "FUNCTIONS",
    "MISTAKABLE",
    "OPERATIONS",
    "QUANTITIES",
    "SPOKEN",
    "Mistakable",
    "Mistake",
    "Op",
    "Recipe",
    "Step",
]

REGISTRY = (
    "softmax",
    "hardmax",
    "attention_weights",
    "attention",
    "self_attention",
    "cross_attention",
    "multi_head",
    "linear_attention",
    "sigmoid",
    "relu",
    "leaky_relu",
    "gelu",
    "normal_cdf",
    "silu",
    "softplus",
    "logit",
    "elu",
    "selu",
    "mish",
    "hard_sigmoid",
    "clip",
    "step",
    "perceptron",
    "sigmoid_prime",
    "tanh_prime",
    "relu_prime",
    "leaky_relu_prime",
    "softplus_prime",
    "logsumexp",
    "layer_norm",
    "rnn_cell",
    "lstm_state",
    "lstm_cell",
    "cross_entropy",
    "softmax_cross_entropy",
    "sequence_loss",
    "log_loss",
    "nll",
    "mse",
    "mae",
    "rmse",
    "hinge",
    "huber",
    "entropy",
    "kl_divergence",
    "gini",
    "conv_size",
    "pool_size",
    "conv_params",
    "linear_params",
    "convolution",
    "max_pool",
    "avg_pool",
    "cosine_similarity",
    "distance",
    "variance",
    "std",
    "precision",
    "recall",
    "f1",
)  # each in the file of its name

MISTAKEN_PRIMITIVES = {
    "norm": "norm",
    "log": "log",
    "ln": "log",
    "log2": "log",
    "log10": "log",
    "tanh": "tanh",
    "floor": "floor",
    "ceil": "floor",
    "bars": "norm",
    "mean": "mean",
    "det": "det",
    "inverse": "inverse",
    "cross": "cross",
    "trace": "trace",
    "binomial": "binomial",
}  # and the file of each

OPERATIONS: Mapping[str, Op] = Shelf({name: name for name in REGISTRY})
MISTAKABLE: Mapping[str, Mistakable] = Shelf({name: name for name in REGISTRY} | MISTAKEN_PRIMITIVES)


def _written() -> tuple[dict[str, str], dict[str, str], dict[str, tuple[str, int]]]:
    """The names of operations in calls, those of their values without a call, and those in sentences."""
    called = {written: op.name for op in OPERATIONS.values() for written in op.names}
    stated = {name: op.name for op in OPERATIONS.values() for name in op.quantities}
    return called, stated, {phrase: (op.name, op.least) for op in OPERATIONS.values() for phrase in op.said}


_CALLED, _STATED, _SAID = MEMORY.recall(("operations", last_change(__file__)), _written)


def _functions() -> dict[str, str]:
    """Every written function name, with and without a backslash, and the operation it stands for."""
    found = {written: key for key, names in SPELLINGS.items() for written in names if key in PRIMITIVES}
    found |= _CALLED
    return {f"\\{written}": key for written, key in found.items() if written.rstrip("'").isalpha()} | found


FUNCTIONS: Mapping[str, str] = _functions()
QUANTITIES: Mapping[str, str] = _STATED
SPOKEN: Mapping[str, tuple[str, int]] = {**SAID, **_SAID}
