"""Formulas in letters of cells, latent variables, entropies and divergences."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import AT, OLD, Usual, wrong

_OTHER_LSTM = r"peephole|coupled|\bvariant|simplified|modified"

CELLS = (
    Usual(
        r"\bLSTM\b|long short[- ]term",
        r"[cC](?:_.*|'|\^.*)?",
        "f c + i g",
        {
            "f": r"f" + AT + "|Γ_f",
            "i": r"i" + AT + "|Γ_[iu]",
            "g": r"g" + AT + r"|tilde\([cC]\).*|hat\([cC]\).*|[cC]~.*|[cC]_tilde",
            "c": r"[cC]" + OLD,
        },
        (
            wrong(
                "exchanged",
                "i c + f g",
                "the gates have changed places: the forget gate goes with the old cell state, "
                "the input gate with the candidate",
            ),
            wrong("left-out", "f c i g", "the two parts are added up, not multiplied"),
        ),
        unless=_OTHER_LSTM,
    ),
    Usual(
        r"\bLSTM\b|long short[- ]term",
        r"h(?:_.*|'|\^.*)?",
        "o tanh(c)",
        {
            "o": r"o" + AT + "|Γ_o",
            "c": r"[cC](?:_.*|\^.*)?",
            "f": r"f" + AT + "|Γ_f",
            "i": r"i" + AT + "|Γ_[iu]",
        },
        (
            wrong("exchanged", "f tanh(c)", "the forget gate stands in the place of the output gate"),
            wrong("exchanged", "i tanh(c)", "the input gate stands in the place of the output gate"),
            wrong("other-method", "o sigmoid(c)", "the cell state goes through tanh, not through σ"),
            wrong("exchanged", "tanh(o c)", "the output gate multiplies tanh(c) and does not stand inside"),
        ),
        unless=_OTHER_LSTM,
    ),
    Usual(
        r"\bGRU\b|gated recurrent",
        r"h(?:_.*|'|\^.*)?",
        "(1 - z) h + z n",
        {
            "z": r"z" + AT + "|u" + AT + "|Γ_u",
            "n": r"n" + AT + r"|tilde\(h\).*|hat\(h\).*|h~.*|g" + AT,
            "h": r"h" + OLD,
        },
        (
            wrong(
                "left-out", "z h + z n", "old state and candidate have the same weight; one of them has 1 − z"
            ),
            wrong("left-out", "(1 - z) h + (1 - z) n", "old state and candidate have the same weight"),
            wrong("left-out", "h + z n", "the old state is not weighted with 1 − z"),
            wrong("left-out", "(1 - z) h + n", "the candidate is not weighted with z"),
        ),
        also=("z h + (1 - z) n",),
        unless=r"minimal|simplified|\bvariant",
    ),
    Usual(
        r"\breset gate|\bGRU\b",
        r"(?:n_\{?t\}?|tilde\(h\).*|hat\(h\).*|h~.*)",
        "tanh(w x + u r h + b)",
        {
            "w": r"W(?:_.*)?|w(?:_.*)?",
            "u": r"U(?:_.*)?|u(?:_.*)?",
            "x": r"x" + AT,
            "r": r"r" + AT,
            "h": r"h" + OLD,
            "b": r"b(?:_.*)?",
        },
        (
            wrong("left-out", "tanh(w x + u h)", "the reset gate is left out: it multiplies the old state"),
            wrong(
                "left-out", "tanh(w x + u h + b)", "the reset gate is left out: it multiplies the old state"
            ),
            wrong(
                "left-out", "tanh(r w x + u h + b)", "the reset gate multiplies the old state, not the input"
            ),
            wrong("left-out", "tanh(r w x + u h)", "the reset gate multiplies the old state, not the input"),
        ),
        also=("tanh(w x + u r h)", "tanh(w x + r (u h + b))"),
        unless=r"minimal|simplified|\bvariant|without (?:a |the )?reset",
    ),
)

_SIGMA = r"(?:σ|s|sigma)" + AT
_MU = r"(?:μ|m|mu)" + AT
_LOGVAR = r"logvar.*|log_var.*|ℓ.*|lv.*|logσ2"
LATENT = (
    Usual(
        r"\bVAE|variational|\bKL\b|D_\{?(?:\\\w+\{)?KL|Gaussian|latent",
        r"(?!-).*KL.*|kl.*|D(?:_.*)?|[A-Z]_\w",
        "1/2 (s^2 + m^2 - 1 - ln(s^2))",
        {"s": _SIGMA, "m": _MU},
        (
            wrong(
                "no-square",
                "1/2 (s^2 + m^2 - 1 - ln(s))",
                "the logarithm is that of the variance σ², not of σ",
            ),
            wrong("no-square", "1/2 (s + m^2 - 1 - ln(s^2))", "it is the variance σ² that is added, not σ"),
            wrong("no-square", "1/2 (s^2 + m - 1 - ln(s^2))", "the mean is squared"),
            wrong("sign", "1/2 (s^2 + m^2 - 1 + ln(s^2))", "the logarithm of the variance is taken away"),
            wrong("sign", "1/2 (s^2 + m^2 + 1 - ln(s^2))", "the 1 is taken away"),
            wrong("sign", "1/2 (s^2 - m^2 - 1 - ln(s^2))", "the square of the mean is added"),
        ),
        unless=r"σ (?:is|denotes|stands for) the variance",
    ),
    Usual(
        r"\bVAE|variational|\bKL\b|latent",
        r"(?!-).*KL.*|kl.*|D(?:_.*)?",
        "1/2 (exp(l) + m^2 - 1 - l)",
        {"l": _LOGVAR, "m": _MU},
        (
            wrong("rooted", "1/2 (exp(l/2) + m^2 - 1 - l)", "the variance is exp(logvar), not its root"),
            wrong("no-square", "1/2 (exp(l) + m - 1 - l)", "the mean is squared"),
            wrong("sign", "1/2 (exp(l) + m^2 - 1 + l)", "the log-variance is taken away"),
        ),
    ),
    Usual(
        r"\bVAE|variational|\bKL\b|latent",
        r"D(?:_\{?KL\}?)?|KL(?:\(.*\))?|kl_divergence\(.*\)",
        "1/2 (s^2 + m^2 - 1 - ln(s^2))",
        {"s": _SIGMA, "m": _MU, "l": _LOGVAR},
        (
            wrong("sign", "1/2 (1 + ln(s^2) - m^2 - s^2)", "this is −KL; the divergence has the other sign"),
            wrong("sign", "1/2 (1 + l - m^2 - exp(l))", "this is −KL; the divergence has the other sign"),
        ),
        also=("1/2 (exp(l) + m^2 - 1 - l)",),
    ),
    Usual(
        r"\bVAE|variational|reparam|latent",
        r"z(?:_.*)?",
        "m + s e",
        {"m": _MU, "s": _SIGMA, "e": r"(?:ε|ϵ|eps|epsilon|ξ|n)" + AT},
        (
            wrong("squared", "m + s^2 e", "the noise is multiplied by the standard deviation σ, not by σ²"),
            wrong("rooted", "m + sqrt(s) e", "the noise is multiplied by the standard deviation σ itself"),
        ),
    ),
    Usual(
        r"\bVAE|variational|reparam|latent|logvar|log-variance",
        r"z(?:_.*)?",
        "m + exp(l/2) e",
        {"m": _MU, "l": _LOGVAR, "e": r"(?:ε|ϵ|eps|epsilon|ξ)" + AT},
        (wrong("no-root", "m + exp(l) e", "exp(logvar) is the variance; the noise takes its root"),),
    ),
    Usual(
        r"diffusion|\bDDPM|noise schedule|forward process",
        r"x(?:_\{?t\}?)",
        "sqrt(a) x + sqrt(1 - a) e",
        {"a": r"bar\(α\).*|(?:α|a)_?bar.*|ᾱ.*", "x": r"x_\{?0\}?", "e": r"(?:ε|ϵ|eps|epsilon)" + AT},
        (
            wrong("no-root", "a x + (1 - a) e", "both weights are square roots: √ᾱ and √(1 − ᾱ)"),
            wrong("no-root", "sqrt(a) x + (1 - a) e", "the weight of the noise is √(1 − ᾱ)"),
            wrong("no-root", "a x + sqrt(1 - a) e", "the weight of x_0 is √ᾱ"),
            wrong(
                "exchanged", "sqrt(1 - a) x + sqrt(a) e", "the weights of x_0 and of the noise are exchanged"
            ),
        ),
    ),
)

SURPRISE = (
    Usual(
        r"\bKL\b|D_\{?(?:\\\w+\{)?KL|Kullback|relative entropy|divergence",
        r"kl_divergence\((?P<p>\w+),(?P<q>\w+)\)",
        "p ln(p/q)",
        {"p": r"{p}(?:_.*|\(\w+\))?", "q": r"{q}(?:_.*|\(\w+\))?"},
        (
            wrong("exchanged", "q ln(q/p)", "this is the divergence the other way round"),
            wrong("exchanged", "q ln(p/q)", "the logarithm is weighted with the first distribution"),
            wrong("sign", "p ln(q/p)", "the ratio in the logarithm is upside down"),
        ),
    ),
    Usual(
        r"cross[- ]?entropy",
        r"(?:H|cross_entropy)\((?P<p>\w+),(?P<q>\w+)\)",
        "-p ln(q)",
        {"p": r"{p}(?:_.*|\(\w+\))?", "q": r"{q}(?:_.*|\(\w+\))?"},
        (
            wrong("exchanged", "-q ln(p)", "the logarithm is taken of the second distribution"),
            wrong("sign", "p ln(q)", "the minus is lost"),
        ),
    ),
    Usual(
        r"entropy",
        r"H|H\(\w+\)|[eE]ntropy(?:\(\w+\))?",
        "-p ln(p)",
        {"p": r"[pP](?:_.*|\(\w+\))?"},
        (wrong("sign", "p ln(p)", "the minus before the sum is lost"),),
        also=("p ln(1/p)",),
    ),
)
