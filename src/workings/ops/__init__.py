"""The operations: recipes of primitives, one file each. Being in the list is the registration."""

from __future__ import annotations

from collections.abc import Mapping

from workings.ops.attention import attention
from workings.ops.attention_weights import attention_weights
from workings.ops.avg_pool import avg_pool
from workings.ops.binomial import binomial
from workings.ops.clip import clip
from workings.ops.conv_params import conv_params
from workings.ops.conv_size import conv_size
from workings.ops.convolution import convolution
from workings.ops.cosine_similarity import cosine_similarity
from workings.ops.cross import cross
from workings.ops.cross_attention import cross_attention
from workings.ops.cross_entropy import cross_entropy
from workings.ops.det import det
from workings.ops.distance import distance
from workings.ops.elu import elu
from workings.ops.entropy import entropy
from workings.ops.f1 import f1
from workings.ops.floor import ceil, floor
from workings.ops.gelu import gelu
from workings.ops.gini import gini
from workings.ops.hard_sigmoid import hard_sigmoid
from workings.ops.hardmax import hardmax
from workings.ops.hinge import hinge
from workings.ops.huber import huber
from workings.ops.inverse import inverse
from workings.ops.kl_divergence import kl_divergence
from workings.ops.layer_norm import layer_norm
from workings.ops.leaky_relu import leaky_relu
from workings.ops.leaky_relu_prime import leaky_relu_prime
from workings.ops.linear_attention import linear_attention
from workings.ops.linear_params import linear_params
from workings.ops.log import ln, log, log2, log10
from workings.ops.log_loss import log_loss
from workings.ops.logit import logit
from workings.ops.logsumexp import logsumexp
from workings.ops.lstm_cell import lstm_cell
from workings.ops.lstm_state import lstm_state
from workings.ops.mae import mae
from workings.ops.max_pool import max_pool
from workings.ops.mean import mean
from workings.ops.mish import mish
from workings.ops.mse import mse
from workings.ops.multi_head import multi_head
from workings.ops.nll import nll
from workings.ops.norm import bars, norm
from workings.ops.operation import Mistakable, Mistake, Op, Recipe, Step
from workings.ops.perceptron import perceptron
from workings.ops.pool_size import pool_size
from workings.ops.precision import precision
from workings.ops.primitives import PRIMITIVES
from workings.ops.recall import recall
from workings.ops.relu import relu
from workings.ops.relu_prime import relu_prime
from workings.ops.rmse import rmse
from workings.ops.rnn_cell import rnn_cell
from workings.ops.self_attention import self_attention
from workings.ops.selu import selu
from workings.ops.sequence_loss import sequence_loss
from workings.ops.sigmoid import sigmoid
from workings.ops.sigmoid_prime import sigmoid_prime
from workings.ops.silu import silu
from workings.ops.softmax import softmax
from workings.ops.softmax_cross_entropy import softmax_cross_entropy
from workings.ops.softplus import softplus
from workings.ops.softplus_prime import softplus_prime
from workings.ops.spelling import SPELLINGS
from workings.ops.std import std
from workings.ops.step import step
from workings.ops.tanh import tanh
from workings.ops.tanh_prime import tanh_prime
from workings.ops.trace import trace
from workings.ops.variance import variance

__all__ = [
    "FUNCTIONS",
    "MISTAKABLE",
    "OPERATIONS",
    "QUANTITIES",
    "REGISTRY",
    "Mistakable",
    "Mistake",
    "Op",
    "Recipe",
    "Step",
]

REGISTRY: tuple[Op, ...] = (
    softmax,
    hardmax,
    attention_weights,
    attention,
    self_attention,
    cross_attention,
    multi_head,
    linear_attention,
    sigmoid,
    relu,
    leaky_relu,
    gelu,
    silu,
    softplus,
    logit,
    elu,
    selu,
    mish,
    hard_sigmoid,
    clip,
    step,
    perceptron,
    sigmoid_prime,
    tanh_prime,
    relu_prime,
    leaky_relu_prime,
    softplus_prime,
    logsumexp,
    layer_norm,
    rnn_cell,
    lstm_state,
    lstm_cell,
    cross_entropy,
    softmax_cross_entropy,
    sequence_loss,
    log_loss,
    nll,
    mse,
    mae,
    rmse,
    hinge,
    huber,
    entropy,
    kl_divergence,
    gini,
    conv_size,
    pool_size,
    conv_params,
    linear_params,
    convolution,
    max_pool,
    avg_pool,
    cosine_similarity,
    distance,
    variance,
    std,
    precision,
    recall,
    f1,
)

OPERATIONS: Mapping[str, Op] = {op.name: op for op in REGISTRY}

MISTAKEN_PRIMITIVES: tuple[Mistakable, ...] = (
    norm,
    log,
    ln,
    log2,
    log10,
    tanh,
    floor,
    ceil,
    bars,
    mean,
    det,
    inverse,
    cross,
    trace,
    binomial,
)

MISTAKABLE: Mapping[str, Mistakable] = {it.name: it for it in (*REGISTRY, *MISTAKEN_PRIMITIVES)}


def _written() -> dict[str, str]:
    """Every written function name, with and without a backslash, and the operation it stands for."""
    found = {written: key for key, names in SPELLINGS.items() for written in names if key in PRIMITIVES}
    found |= {written: op.name for op in REGISTRY for written in op.names}
    return {f"\\{written}": key for written, key in found.items() if written.rstrip("'").isalpha()} | found


FUNCTIONS: Mapping[str, str] = _written()
QUANTITIES: Mapping[str, Op] = {name: op for op in REGISTRY for name in op.quantities}
