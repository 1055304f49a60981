"""Procedures that are worked out step by step, declared by their steps: what each is called and how it is made."""

from __future__ import annotations

import re

from workings.record import record
from workings.regex import regex

Range = tuple[int | None, int | None]
ANY: Range = (None, None)
SHARE: Range = (0, 1)
POSITIVE: Range = (0, None)
BOUNDED: Range = (-1, 1)


@record(frozen=True, slots=True, eq=False)
class Stage:
    """Something a procedure starts from or comes to, by its letter in the formulas.

    A way is a formula, and behind a bar what the page has to say so that it is meant; the first that is
    meant counts, and the others are left alone.
    """

    key: str
    names: re.Pattern[str]  # of the whole name, in one spelling
    words: re.Pattern[str]
    ways: tuple[str, ...] = ()  # none where it is given
    range: Range = ANY  # that it cannot leave


@record(frozen=True, slots=True, eq=False)
class Procedure:
    """A page that speaks of `topic`, and not of what is done otherwise, follows these steps in order."""

    called: str
    topic: re.Pattern[str]
    unless: re.Pattern[str]
    stages: tuple[Stage, ...]
    optional: tuple[str, ...] = ()  # summands that a page may do without
    either: tuple[str, ...] = ()  # steps that some write with the other sign


def _given(key: str, names: str = "", words: str = "(?!)") -> Stage:
    return Stage(key, regex(names or key), regex(words, re.I))


def _made(key: str, names: str, words: str, *ways: str, within: Range = ANY) -> Stage:
    return Stage(key, regex(names), regex(words, re.I), ways, within)


_RELU, _SIGMOID, _TANH = r"(?i:\brelu|max\(0)", r"(?i:sigmoid|logistic|σ|\\sigma)", r"(?i:tanh)"
_PLAINLY = r"(?i:\bdropout|\bbatch ?norm|\bskip|\bresidual|\bleaky|\bmomentum|\bregulari[sz]|\bL2\b|weight decay)"
_NETWORK = (
    _given("x", "x|a_0", "^inputs?$"),
    _given("W_1", "W_1|w_1|W_h(?:idden)?"),
    _given("b_1", "b_1|b_h(?:idden)?"),
    _given("W_2", "W_2|w_2|W_o(?:ut)?"),
    _given("b_2", "b_2|b_o(?:ut)?"),
    _given("y", "y|t|target", "^(?:target|label)$"),
    _given("η", "η|lr|α", "learning rate"),
    _made("z_1", "z_1|net_1|z_h", "hidden (?:layer )?(?:pre-?activation|net|logit)|pre-?activations? of the hidden",
          "W_1 x + b_1"),
    _made("h", "h|h_1|a_1", "hidden (?:layer )?(?:activation|output|unit|state|value)s?|activations? of the hidden",
          f"max(0, z_1) | {_RELU}", f"σ(z_1) | {_SIGMOID}", f"tanh(z_1) | {_TANH}"),
    _made("z_2", "z_2|net_2|z_o", "output (?:layer )?(?:pre-?activation|net|logit)|pre-?activations? of the output",
          "W_2 h + b_2"),
    _made("p", r"hat\(y\)|y_?(?:hat|pred)|a_2|p|o", "prediction|predicted|^(?:network |final )?output$",
          rf"σ(z_2) | {_SIGMOID}", "z_2 | (?i:linear output|identity)"),
    _made("L", "L|loss|E|C|J", r"\b(?:loss|error|cost)\b",
          r"1/2 sum((p - y)^2) | (?:frac\{?1\}?\{?2|½|1/2|0\.5)", "-(y ln(p) + (1-y) ln(1-p)) | (?i:cross.entropy|bce)",
          "sum((p - y)^2) | (?i:squared)", within=POSITIVE),
)  # fmt: skip
_HALVED = r"(?:frac\{?1\}?\{?2|½|1/2|0\.5)"
FORWARD = Procedure(
    "the forward pass",
    regex(r"(?i:\bnetwork|\bforward|\bhidden|\bMLP\b|\bperceptron)"),
    regex(rf"{_PLAINLY}|(?i:\bRNN\b|recurrent|LSTM|GRU|attention|epoch|softmax)"),
    (
        *_NETWORK,
        _made("d_2", "[δd]_2|delta_2|δ_o(?:ut)?|∂L/∂z_2|dz_2", "output (?:layer )?(?:delta|error signal)|delta (?:of|at) the output",
              rf"(p - y) p (1 - p) | {_HALVED}", "p - y | (?i:cross.entropy|bce)"),
        _made("G_2", "∂L/∂W_2|dW_2", "gradients? (?:of|for|with respect to) (?:the )?(?:output|second)[- ](?:layer )?weights",
              "outer(d_2, h)"),
        _made("d_1", "[δd]_1|delta_1|δ_h(?:idden)?|∂L/∂z_1|dz_1", "hidden (?:layer )?(?:delta|error signal)s?|deltas? (?:of|at) the hidden",
              f"W_2^T d_2 ⊙ step(h) | {_RELU}", f"W_2^T d_2 ⊙ (h ⊙ (1 - h)) | {_SIGMOID}",
              f"W_2^T d_2 ⊙ (1 - h^2) | {_TANH}"),
        _made("G_1", "∂L/∂W_1|dW_1", "gradients? (?:of|for|with respect to) (?:the )?(?:hidden|first)[- ](?:layer )?weights",
              "outer(d_1, x)"),
        _made("N_2", r"W_2\^?_?(?:new|\+|′)|W_2_?new", "(?:updated|new) (?:output|second)[- ](?:layer )?weights",
              "W_2 - η G_2"),
    ),
    optional=("b_1", "b_2"),
    either=("d_1", "d_2", "G_1", "G_2", "L"),
)  # fmt: skip
SOFTMAX = Procedure(
    "softmax with cross-entropy",
    regex(r"(?i:softmax)"),
    regex(r"(?i:attention|temperature|\bmask|smooth|focal|\bbits?\b|log_?2|\bnetwork|\bhidden|distill)"),
    (
        _given("z", "z|x|o|logits", "^(?:the )?(?:logits|scores)$"),
        _given("y", "y|t", "^(?:one-hot )?(?:target|label)$"),
        _made("E", r"e\^z|exp\(z\)|e|exp", r"\bexponentials?\b|\bexp\b|e\^", "exp(z)", within=POSITIVE),
        _made("S", "S|Z|s|sum", r"^(?:their )?(?:sum|total|normali[sz]er|denominator)\b", "sum(E)", within=POSITIVE),
        _made("p", r"p|hat\(y\)|a|softmax", "probabilit|softmax|shares|predictions?$", "E/S", within=SHARE),
        _made("L", "L|loss|CE|H|J", r"\bloss\b|cross.entropy", "-ln(dot(y, p))", within=POSITIVE),
        _made("g", "∂L/∂z|dz|∇_z|g|δ|grad", "gradient", "p - y", within=BOUNDED),
    ),
    either=("g", "L"),
)  # fmt: skip
_STEPS = (1, 2, 3, 4, 5)
RNN = Procedure(
    "the recurrent network",
    regex(r"(?i:\bRNN\b|\brecurrent)"),
    regex(r"(?i:LSTM|GRU|attention|\bbackprop|BPTT|\bleaky|\brelu|linear RNN)"),
    (
        _given("W", "W_x|W_xh|W_hx|U"),
        _given("V", "W_h|W_hh|W_rec"),
        _given("b", "b|b_h"),
        _given("h_0", "h_0"),
        *(_given(f"x_{t}") for t in _STEPS),
        *(
            stage
            for t in _STEPS
            for stage in (
                _made(f"a_{t}", f"[az]_{t}", rf"pre-?activations?\b.*\bstep {t}\b", f"W x_{t} + V h_{t - 1} + b"),
                _made(f"h_{t}", f"h_{t}", rf"(?:hidden )?states?\b.*\bstep {t}\b", f"tanh(a_{t}) | {_TANH}",
                      within=BOUNDED),
            )
        ),
    ),
    optional=("b",),
)  # fmt: skip


def _gate(gate: str, words: str, act: str, within: Range) -> Stage:
    inner = f"W_{gate} x + U_{gate} q + b_{gate}"
    return _made(gate, rf"{gate}|{gate}_t|{gate}_1", words, f"{act}({inner})", within=within)


def _cell(gates: str) -> tuple[Stage, ...]:
    return (
        _given("x", "x|x_t|x_1"),
        _given("q", "h_prev|h_(?:t-1|0)|hprev", "previous hidden"),
        _given("k", "c_prev|c_(?:t-1|0)|cprev", "previous cell"),
        *(_given(f"{letter}_{gate}") for gate in gates for letter in "WUb"),
    )


_CELLS = r"(?i:peephole|bidirectional|coupled|backprop|minimal gated)"
LSTM = Procedure(
    "the LSTM",
    regex(r"\bLSTM"),
    regex(_CELLS),
    (
        *_cell("figo"),
        _gate("f", "forget gate", "σ", SHARE),
        _gate("i", "input gate", "σ", SHARE),
        _gate("g", "candidate", "tanh", BOUNDED),
        _gate("o", "output gate", "σ", SHARE),
        _made("c", "c|c_t|c_1", "(?:new )?cell state|new cell", "f k + i g"),
        _made("h", "h|h_t|h_1", "(?:new )?hidden state|new hidden", "o tanh(c)", within=BOUNDED),
    ),
)
GRU = Procedure(
    "the GRU",
    regex(r"\bGRU"),
    regex(_CELLS),
    (
        *_cell("zrn"),
        _gate("z", "update gate", "σ", SHARE),
        _gate("r", "reset gate", "σ", SHARE),
        _made("n", "n|n_t|n_1", "candidate", "tanh(W_n x + r (U_n q) + b_n)", within=BOUNDED),
        _made("h", "h|h_t|h_1", "(?:new )?hidden state|new hidden",
              r"(1 - z) n + z q | \(1 ?- ?z(?:_t)?\) ?(?:\S*[·*,]?\s*)?(?:n|tilde|h̃)"),
    ),
)  # fmt: skip
NORM = Procedure(
    "the normalisation",
    regex(r"(?i:\b(?:layer|batch)[- ]?norm)"),
    regex(r"(?i:RMS|group norm|instance norm|running|unbiased|N ?- ?1|n ?- ?1|inference|exponential)"),
    (
        _given("x", "x", "^(?:inputs?|values)$"),
        _given("γ"),
        _given("β"),
        _given("ε"),
        _made("μ", "μ|μ_B|mean|m", r"^mean\b", "mean(x)"),
        _made("v", r"σ\^2|σ_B\^2|v|var|variance", r"variance", "mean((x - μ)^2)", within=POSITIVE),
        _made("s", "σ|s|std|sd", r"standard deviation|\bstd\b", r"sqrt(v) | (?:ε|epsilon)\s*=\s*0(?!\.?\d)",
              within=POSITIVE),
        _made("n", r"hat\(x\)|x_hat|xhat", "normali[sz]ed", "(x - μ)/s"),
        _made("y", "y|out", r"^(?:scaled and shifted|final|output)", "γ n + β"),
    ),
)  # fmt: skip
ADAM = Procedure(
    "Adam",
    regex(r"\bAdam\b"),
    regex(r"(?i:AdamW|decay|AMSGrad|Nadam|AdaMax|without bias|no bias correction|ε\s*=\s*(?!0(?![.\d]|\^|\s*\^)|10))"),
    (
        _given("α", "α|η|lr", "learning rate|step size"),
        _given("β_1"),
        _given("β_2"),
        _given("m_0"),
        _given("v_0"),
        _given("θ_0", "[θwx]_0"),
        *(_given(f"g_{t}", f"g_{t}") for t in _STEPS),
        *(
            stage
            for t in _STEPS
            for stage in (
                _made(f"m_{t}", f"m_{t}", rf"^(?:the )?first moment.* {t}\b", f"β_1 m_{t - 1} + (1 - β_1) g_{t}"),
                _made(f"v_{t}", f"v_{t}", rf"^(?:the )?second moment.* {t}\b", f"β_2 v_{t - 1} + (1 - β_2) g_{t}^2",
                      within=POSITIVE),
                _made(f"n_{t}", rf"hat\(m\)_{t}|hat\(m_{t}\)", rf"corrected first moment.* {t}\b",
                      f"m_{t}/(1 - β_1^{t})"),
                _made(f"u_{t}", rf"hat\(v\)_{t}|hat\(v_{t}\)", rf"corrected second moment.* {t}\b",
                      f"v_{t}/(1 - β_2^{t})", within=POSITIVE),
                _made(f"θ_{t}", f"[θwx]_{t}", rf"(?:parameter|weight) (?:after|at) step {t}\b",
                      f"θ_{t - 1} - α n_{t}/sqrt(u_{t})"),
            )
        ),
    ),
)  # fmt: skip
_SQUARED = r"\b[fLJ]\(([wθx])\)\s*=\s*\1\^2"
_HALF_SQUARED = r"\b[fLJ]\(([wθx])\)\s*=\s*(?:½|1/2|0\.5|\\frac\{?1\}?\{?2\}?)\s*\1\^2"
MOMENTUM = Procedure(
    "gradient descent with momentum",
    regex(r"(?i:\bmomentum\b)"),
    regex(r"(?i:nesterov|look.?ahead|\bAdam|RMSprop|adagrad|dampening|decay|\bepoch)"),
    (
        _given("μ", "[μβγ]|α", "momentum (?:coefficient|factor|parameter)"),
        _given("η", "η|lr|ε", "learning rate|step size"),
        _given("v_0", "[vm]_0"),
        _given("w_0", "[wθx]_0"),
        *(
            stage
            for t in _STEPS
            for stage in (
                _made(f"g_{t}", f"g_{t}", rf"^(?:the )?gradient (?:at|in|of) step {t}\b",
                      rf"2 w_{t - 1} | {_SQUARED}", rf"w_{t - 1} | {_HALF_SQUARED}"),
                _made(f"v_{t}", f"[vm]_{t}", rf"^(?:the )?velocity (?:at|after|in) step {t}\b",
                      f"μ v_{t - 1} + g_{t}", f"μ v_{t - 1} + (1 - μ) g_{t}", f"μ v_{t - 1} - η g_{t}",
                      f"μ v_{t - 1} + η g_{t}"),
                _made(f"w_{t}", f"[wθx]_{t}", rf"(?:parameter|weight) (?:after|at|in) step {t}\b",
                      f"w_{t - 1} - η v_{t}", f"w_{t - 1} + v_{t}", f"w_{t - 1} - v_{t}"),
            )
        ),
    ),
)  # fmt: skip
CONVOLUTION = Procedure(
    "the convolution",
    regex(r"(?i:\bconvol|\bkernel|\bcross-correlation|\bfilter)"),
    regex(r"(?i:\b(?:zero|same|full)[- ]padd|padding (?:of |= ?)?[1-9]|\bdilat|\bflip|\brotat|transposed|\bbias(?:es)? (?:of|=|b)"
          r"|conv\w* [^.\n]{0,40}stride (?:of |= ?)?[2-9]|true convolution)"),
    (
        _given("X", "X|I|x|input", "^(?:the )?(?:input|image)$"),
        _given("K", "K|k|W|w|F|kernel|filter", "^(?:the )?(?:kernel|filter)$"),
        _made("F", "F|Y|S|Z|C|out|fmap|conv", r"feature map|convolution output|after (?:the )?convolution", "xcorr(X, K)"),
        _made("R", "R|A|relu", r"\bReLU\b", "max(0, F)", within=POSITIVE),
        _made("P", "P|pooled|pool", r"\bmax[- ]?pool(?:ing|ed)?\b|^pooled", r"maxpool(R) | (?i:(?:2\s*(?:×|x|\\times)\s*2|2-by-2)[^.\n]{0,20}max[- ]?pool)"),
    ),
)  # fmt: skip
PROCEDURES = (FORWARD, SOFTMAX, RNN, LSTM, GRU, NORM, ADAM, MOMENTUM, CONVOLUTION)
