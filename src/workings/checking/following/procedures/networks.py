"""A network with one hidden layer, forward and backward; softmax with cross-entropy."""

from __future__ import annotations

from workings.checking.following.stages import (
    BOUNDED,
    POSITIVE,
    RELU,
    SHARE,
    SIGMOID,
    TANH,
    Procedure,
    given,
    made,
)
from workings.regex import regex

_HALVED = r"(?:frac\{?1\}?\{?2|½|1/2|0\.5)"
_ENTROPY = "(?i:cross.entropy|bce)"
_TURNED = r"x\S{0,3}\s*W|W\S{0,4}\^\{?(?:\\top|T)"
_LAYER = "(?:layer )?"
_OF_OUTPUT = "gradients? (?:of|for|with respect to) (?:the )?(?:output|second)[- ](?:layer )?weights"
_OF_HIDDEN = "gradients? (?:of|for|with respect to) (?:the )?(?:hidden|first)[- ](?:layer )?weights"
_DELTAS = (
    made(
        "d_2",
        "[δd]_2|delta_2|δ_o(?:ut)?|∂L/∂z_2|dz_2",
        f"output {_LAYER}(?:delta|error signal)|delta (?:of|at) the output",
        rf"(p - y) p (1 - p) | {_HALVED}",
        f"p - y | {_ENTROPY}",
        also=("p - y", "(p - y) p (1 - p)", "2 (p - y)", "2 (p - y) p (1 - p)", "(p - y) (1 - p^2)"),
    ),
    made("G_2", "∂L/∂W_2|dW_2", _OF_OUTPUT, "outer(d_2, h)"),
    made(
        "d_1",
        "[δd]_1|delta_1|δ_h(?:idden)?|∂L/∂z_1|dz_1",
        f"hidden {_LAYER}(?:delta|error signal)s?|deltas? (?:of|at) the hidden",
        f"W_2^T d_2 ⊙ step(h) | {RELU}",
        f"W_2^T d_2 ⊙ (h ⊙ (1 - h)) | {SIGMOID}",
        f"W_2^T d_2 ⊙ (1 - h^2) | {TANH}",
        also=("W_2^T d_2",),
    ),
    made("G_1", "∂L/∂W_1|dW_1", _OF_HIDDEN, "outer(d_1, x)"),
    made(
        "N_2",
        r"W_2\^?_?(?:new|\+|′)|W_2_?new",
        "(?:updated|new) (?:output|second)[- ](?:layer )?weights",
        "W_2 - η G_2",
    ),
)
FORWARD = Procedure(
    "the network",
    regex(r"(?i:\bnetwork|\bforward|\bhidden|\bMLP\b|\bperceptron)"),
    regex(
        r"(?i:\bdropout|\bbatch ?norm|\bskip|\bresidual|\bleaky|\bmomentum|\bregulari[sz]|\bL2\b|weight decay"
        r"|\bRNN\b|recurrent|LSTM|GRU|attention|epoch|softmax|\bmasks?\b|\bpruned?)"
    ),
    (
        given("x", "x|a_0", "^inputs?$"),
        given("W_1", "W_1|w_1|W_h(?:idden)?"),
        given("b_1", "b_1|b_h(?:idden)?"),
        given("W_2", "W_2|w_2|W_o(?:ut)?"),
        given("b_2", "b_2|b_o(?:ut)?"),
        given("y", "y|t|target", "^(?:target|label)$"),
        given("η", "η|lr|α", "learning rate"),
        made(
            "z_1",
            "z_1|net_1|z_h",
            f"hidden {_LAYER}(?:pre-?activation|net|logit)|pre-?activations? of the hidden",
            "W_1 x + b_1",
            f"W_1^T x + b_1 | {_TURNED}",
        ),
        made(
            "h",
            "h|h_1|a_1",
            f"hidden {_LAYER}(?:activation|output|unit|state|value)s?|activations? of the hidden",
            f"max(0, z_1) | {RELU}",
            f"σ(z_1) | {SIGMOID}",
            f"tanh(z_1) | {TANH}",
        ),
        made(
            "z_2",
            "z_2|net_2|z_o",
            f"output {_LAYER}(?:pre-?activation|net|logit)|pre-?activations? of the output",
            "W_2 h + b_2",
            also=("W_2^T h + b_2",),
        ),
        made(
            "p",
            r"hat\(y\)|y_?(?:hat|pred)|a_2|p|o",
            "prediction|predicted|^(?:network |final )?output$",
            rf"σ(z_2) | {SIGMOID}",
            "z_2 | (?i:linear output|identity)",
            also=("z_2", "tanh(z_2)", "max(0, z_2)"),
        ),
        made(
            "L",
            "L|loss|E|C|J",
            r"\b(?:loss|error|cost)\b",
            f"1/2 sum((p - y)^2) | {_HALVED}",
            f"-(y ln(p) + (1-y) ln(1-p)) | {_ENTROPY}",
            "sum((p - y)^2) | (?i:squared)",
            also=("p - y", "y - p", "sum((p - y)^2)"),
            within=POSITIVE,
        ),
        *_DELTAS,
    ),
    optional=("b_1", "b_2"),
    either=("d_1", "d_2", "G_1", "G_2", "L"),
)
SOFTMAX = Procedure(
    "softmax with cross-entropy",
    regex(r"(?i:softmax)"),
    regex(
        r"(?i:attention|temperature|\bmask|smooth|focal|\bbits?\b|log_?2|\bnetwork|\bhidden|distill"
        r"|class weights|weighted|top-k|hierarchical|negative samp)"
    ),
    (
        given("z", "z|x|o|logits", "^(?:the )?(?:logits|scores)$"),
        given("y", "y|t", "^(?:one-hot )?(?:target|label)$"),
        made("E", r"e\^z|exp\(z\)|e|exp", r"\bexponentials?\b|\bexp\b|e\^", "exp(z)", within=POSITIVE),
        made(
            "S",
            "S|Z|s|sum",
            r"^(?:the |their )?(?:sum|total|normali[sz]er|denominator)\b",
            "sum(E)",
            within=POSITIVE,
        ),
        made("p", r"p|hat\(y\)|a|softmax", "probabilit|softmax|shares|predictions?$", "E/S", within=SHARE),
        made("L", "L|loss|CE|H|J", r"\bloss\b|cross.entropy", "-ln(dot(y, p))", within=POSITIVE),
        made("g", "∂L/∂z|dz|∇_z|g|δ|grad", "gradient", "p - y", within=BOUNDED),
    ),
    either=("g", "L"),
)
