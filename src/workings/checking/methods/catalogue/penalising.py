"""Losses of one example, of pairs and of distributions, and activations that bend in two ways."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.methods.catalogue.method import Method, Role, wrong
from workings.checking.methods.catalogue.roles import TEMPERATURE

_FAULT = Role(r"e|r|d|a|x|errors?|.*[-−].*", r"\berrors?\b|residual|difference", loose=True)
_DELTA = Role(r"δ|delta|β", r"\bdelta\b|threshold")
_POSITIVE = Role(r"d_p|d_\+|d_\{ap\}|d_ap|d\(a, ?p\)|D_p|d_pos|s_p|.*a.*p.*", r"positive|anchor[- –]positive")
_NEGATIVE = Role(r"d_n|d_-|d_\{an\}|d_an|d\(a, ?n\)|D_n|d_neg|s_n|.*a.*n.*", r"negative|anchor[- –]negative")
_MARGIN = Role(r"m|α|margin|ε", r"margin")
_FIRST = Role(r"p|P|a", r"\bp\b|true|target|first", vector=True)
_SECOND = Role(r"q|Q|b", r"\bq\b|model|predict|second", vector=True)
_BELOW = Role(r"z|x|u|a", r"pre-?activation|input|\bat\b", loose=True)

_HUBER = Method(
    r"\bhuber\b|smooth L1",
    r"huber|\| [HL]|linear|quadratic|loss|inside|outside|beyond|^\W*\d",
    "1/2 e^2 - 1/2 relu(abs(e) - d)^2",
    {"e": _FAULT, "d": _DELTA},
    (
        wrong("left-out", "d abs(e)", "half of {d} has to be taken off the error first: {d} (|{e}| − {d}/2)"),
        wrong("left-out", "d (abs(e) - d)", "it is half of {d} that is taken off the error"),
        wrong(
            "other-method",
            "1/2 e^2",
            "the error {e} is larger than {d}, so the branch is the straight one",
        ),
        wrong("left-out", "abs(e) - 1/2 d", "the factor {d} is left out"),
        wrong("sign", "d (abs(e) + 1/2 d)", "half of {d} has to be taken off the error"),
        wrong("left-out", "e^2", "the half before the square is left out"),
    ),
    also=("abs(e) - 1/2", "1/2 e^2/d", "abs(e) - 1/2 d", "e^2/2", "abs(e)", "e", "d", "d^2/2", "e^2"),
    not_of=r"mean|average|gradient|squared error|sum|derivative|∂",
)
_HUBER_OF_ONE = replace(
    _HUBER,
    of=r"^(?:example|sample|point|case|residual|error|observation|item)\s?\(?\d",
    wrong=tuple(one for one in _HUBER.wrong if one.rule == "recipe/other-method"),
    also=(),
    not_of=rf"{_HUBER.not_of}|half|\bMSE\b|square|compar|instead",
)  # what is said of an example by its number alone is its loss

PENALISING = (
    _HUBER,
    _HUBER_OF_ONE,
    Method(
        r"focal",
        r"focal|\| (?:FL|L)(?:_|\(|\^|$)|loss",
        "-a (1 - p)^g ln(p)",
        {
            "a": Role(r"α|alpha|α_t", r"\balpha\b"),
            "p": Role(r"p|p_t|p_.*", r"probability|\bp\b"),
            "g": Role(r"γ|gamma", r"\bgamma\b|focus"),
        },
        (
            wrong("left-out", "-(1 - p)^g ln(p)", "the factor α = {a} is left out"),
            wrong("exchanged", "-a p^g ln(p)", "the weight is 1 − {p} to the power {g}"),
            wrong("left-out", "-a (1 - p) ln(p)", "1 − {p} is not raised to the power {g}"),
            wrong("left-out", "-a ln(p)", "the weight (1 − {p})^{g} is left out"),
        ),
        not_of=r"mean|sum|cross",
        unless=r"(?:no|without) (?:\\?alpha|α)|α\s*=\s*1\b",
    ),
    Method(
        r"triplet",
        r"triplet|loss|\| L",
        "max(0, p - n + m)",
        {"p": _POSITIVE, "n": _NEGATIVE, "m": _MARGIN},
        (
            wrong("sign", "p - n - m", "the margin {m} is added, not taken away"),
            wrong(
                "exchanged",
                "n - p + m",
                "the distances have changed places: that to the negative is taken away",
            ),
            wrong("left-out", "p - n", "the margin {m} is left out"),
            wrong("sign", "p + n + m", "the distance to the negative is taken away"),
        ),
        also=("p - n + m", "p^2 - n^2 + m", "max(0, p^2 - n^2 + m)", "max(0, n - p + m)", "n - p"),
    ),
    Method(
        r"triplet[^.]{0,120}distance|distance[^.]{0,120}triplet",
        r"triplet|loss|\| L",
        "max(0, p - n + m)",
        {
            "p": Role(r"d\(a, ?p[\w']*\)|d_\{?ap\}?|d_\{?pos\}?", r"distance to the positive"),
            "n": Role(r"d\(a, ?n[\w']*\)|d_\{?an\}?|d_\{?neg\}?", r"distance to the negative"),
            "m": _MARGIN,
        },
        (
            wrong(
                "exchanged",
                "max(0, n - p + m)",
                "the distances have changed places: that to the negative is taken away",
            ),
        ),
        unless=r"similarit|cosine",
        also=("p - n + m", "max(0, p^2 - n^2 + m)"),
    ),
    Method(
        r"\bL2\b|\bridge\b|weight decay|ℓ_?2",
        r"penalty|regulari[sz]|\| (?:Ω|R)(?:\(|_|$)",
        "l/2 sum(w^2)",
        {
            "l": Role("λ|lambda|α", r"\blambda\b|strength|coefficient"),
            "w": Role("w|W|θ|β", r"\bweights\b", vector=True),
        },
        (
            wrong("rooted", "l/2 √(sum(w^2))", "the root is taken; the penalty has the squares themselves"),
            wrong("rooted", "l √(sum(w^2))", "the root is taken; the penalty has the squares themselves"),
        ),
        also=("l sum(w^2)",),
        not_of=r"gradient|∂|\bnorm\b|\bL1\b",
    ),
    Method(
        r"contrastive loss|siamese",
        r"negative|dissimilar|different|\| L|loss",
        "max(0, m - d)^2",
        {"m": _MARGIN, "d": Role(r"d|D|d_.*", r"distance")},
        (
            wrong("no-square", "m - d", "the part of the margin that is missing is squared"),
            wrong("other-method", "m^2 - d^2", "the difference of {m} and {d} is squared, not each of them"),
        ),
        also=("1/2 max(0, m - d)^2", "d^2", "1/2 d^2"),
        unless=r"InfoNCE|NT-?Xent|SimCLR",
    ),
    Method(
        r"InfoNCE|NT-?Xent|SimCLR|contrastive|CLIP",
        r"denominator|\bsum\b|normali|\| [ZSD]",
        "sum(x)",
        {
            "x": Role(r".*exp.*|e", r"exponentials?|\bexp\b", vector=True),
            "p": Role(r".*_(?:positive|pos\.?|\+)", r"positive"),
        },
        (wrong("left-out", "sum(x) - p", "the positive pair {p} belongs to the sum as well"),),
        unless=r"(?:negatives? (?:only|alone)|without the positive|decoupled|excluding the positive|DCL)",
    ),
    Method(
        r"\bKL\b|Kullback|relative entropy",
        r"\bKL\b|diverg|relative entropy|\| D",
        "sum(p ⊙ ln(p/q))",
        {"p": replace(_FIRST, name="p|P", words=""), "q": replace(_SECOND, name="q|Q", words="")},
        (
            wrong("exchanged", "sum(q ⊙ ln(q/p))", "this is the divergence the other way round, of q from p"),
            wrong("sign", "sum(p ⊙ ln(q/p))", "the quotient is upside down"),
            wrong("left-out", "sum(ln(p/q))", "each logarithm has to be weighted with its p"),
            wrong(
                "other-method",
                "-sum(p ⊙ ln(q))",
                "this is the cross-entropy; the entropy of p is still in it",
            ),
        ),
        also=("sum(p ⊙ ln(p/q))/ln(2)",),
        unless=r"KL\(Q|KL\(q|KL\s*\\?\(?\s*[Qq]\s*\\?[|‖]|reverse|\\\|\s*[Pp]\b",
        not_of=r"reverse|Q\s*[|‖]|cross|term|\| H\b",
    ),
    Method(
        r"Jensen[- –]Shannon|\bJSD?\b",
        r"Jensen|\bJSD?\b",
        "(a + b)/2",
        {
            "a": Role(r"KL\(p.*|KL_1|D_1|KL\(P.*|D\(P.*", r"\bKL\b|diverg"),
            "b": Role(r"KL\(q.*|KL_2|D_2|KL\(Q.*|D\(Q.*", r"\bKL\b|diverg"),
        },
        (wrong("left-out", "a + b", "the two divergences {a} and {b} are averaged, not added up"),),
        bare=True,
    ),
    Method(
        r"distill",
        r"soft|distill|\| L|KL|loss",
        "t^2 l",
        {
            "t": TEMPERATURE,
            "l": Role(r"KL|D_KL|L_soft|L_KD|CE.*", r"\bKL\b|diverg|soft (?:loss|cross)|cross[- ]?entropy"),
        },
        (
            wrong("no-square", "t l", "the soft loss is multiplied by the square of the temperature {t}"),
            wrong("divided", "l/t^2", "the soft loss is multiplied by {t}², not divided by it"),
        ),
        unless=r"without (?:the )?(?:factor )?T",
    ),
    Method(
        r"leaky",
        r"leaky|\| (?:a|h|f)(?:_|\(|\^|$)",
        "max(a z, z)",
        {"a": Role(r"α|a|slope|0\.\d+", r"slope|\balpha\b|leak"), "z": _BELOW},
        (
            wrong("sign", "-a z", "the slope keeps the sign of {z}"),
            wrong("other-method", "z/a", "{z} is multiplied by the slope {a}, not divided by it"),
        ),
        not_of=r"gradient|derivative|∂|δ|'",
    ),
    Method(
        r"\bELU\b",
        r"\bELU\b|\| (?:a|h|f)(?:_|\(|\^|$)|activation",
        "a (exp(z) - 1)",
        {"a": Role(r"α|a", r"\balpha\b"), "z": _BELOW},
        (
            wrong("other-method", "a exp(z) - 1", "the 1 is taken away before {a} multiplies"),
            wrong("left-out", "a exp(z)", "the 1 is not taken away"),
            wrong("sign", "a (1 - exp(z))", "below nought ELU is negative: exp − 1"),
            wrong("sign", "a (exp(-z) - 1)", "the exponent is {z} itself"),
        ),
        unless=r"GELU|SELU",
        not_of=r"gradient|derivative|∂|δ|'",
    ),
    Method(
        r"softplus",
        r"softplus|\| (?:a|h|f)(?:_|\(|\^|$)",
        "ln(1 + exp(z))",
        {"z": _BELOW},
        (
            wrong("sign", "ln(1 + exp(-z))", "the exponent has the other sign"),
            wrong("other-method", "1 + ln(exp(z))", "the 1 is added before the logarithm is taken"),
            wrong("left-out", "1 + exp(z)", "the logarithm is not taken"),
        ),
        not_of=r"gradient|derivative|∂|'",
    ),
    Method(
        r"\bswish\b|\bSiLU\b",
        r"swish|SiLU|\| (?:a|h|f)(?:_|\(|\^|$)",
        "z/(1 + exp(-z))",
        {"z": _BELOW},
        (
            wrong("sign", "z/(1 + exp(z))", "the sigmoid is that of {z}, not of −{z}"),
            wrong("left-out", "1/(1 + exp(-z))", "the sigmoid has to be multiplied by {z}"),
            wrong("other-method", "z tanh(z)", "{z} is multiplied by its sigmoid, not by its tanh"),
        ),
        not_of=r"gradient|derivative|∂|σ|sigmoid|'",
    ),
    Method(
        r"\blog[- ]?odds\b|\blogit\b",
        r"log[- ]?odds|logit",
        "ln(p/(1 - p))",
        {"p": Role(r"p|P.*", r"probability|chance")},
        (
            wrong("left-out", "ln(p)", "the odds are {p}/(1 − {p})"),
            wrong("upside-down", "ln((1 - p)/p)", "the quotient is upside down"),
            wrong("left-out", "p/(1 - p)", "these are the odds; their logarithm is meant"),
        ),
        unless=r"softmax|cross",
        not_of=r"logits",
    ),
    Method(
        r"\bLSTM\b",
        r"\| c(?:_|'|$)|cell state|new cell",
        "f c + i g",
        {
            "f": Role(r"f|f_.*", r"forget(?: gate)?"),
            "c": Role(r"c|c_.*|C.*", r"(?:old|previous) cell|cell state", nought=True),
            "i": Role(r"i|i_.*", r"input gate"),
            "g": Role(r"g|g_.*|tilde\(c\).*|tilde\(C\).*|c~|hat\(c\).*", r"candidate"),
        },
        (
            wrong(
                "exchanged",
                "i c + f g",
                "the gates have changed places: the forget gate {f} goes with the old state",
            ),
            wrong("left-out", "c + i g", "the old state {c} is not multiplied by the forget gate {f}"),
            wrong("left-out", "f c + g", "the candidate {g} is not multiplied by the input gate {i}"),
            wrong("other-method", "(1 - f) c + i g", "the forget gate {f} says how much is kept"),
            wrong("left-out", "i g", "the part f · c of the old state is left out"),
        ),
        not_of=r"gate|candidate|tanh|\| (?:h|o)",
        unless=r"peephole|coupled",
    ),
    Method(
        r"\bGRU\b",
        r"\| h(?:_|'|$)|new (?:hidden )?state|hidden state",
        "(1 - z) h + z n",
        {
            "z": Role(r"z|z_.*|u|u_.*", r"update(?: gate)?"),
            "h": Role(r"h|h_.*", r"(?:old|previous) (?:hidden )?state|hidden state"),
            "n": Role(r"n|tilde\(h\).*|hat\(h\).*|h~|g|n_.*", r"candidate"),
        },
        (
            wrong("left-out", "h + z n", "the old state {h} is not weighted with 1 − {z}"),
            wrong(
                "left-out",
                "z h + z n",
                "old state and candidate have the same weight; one of them has 1 − {z}",
            ),
            wrong("left-out", "(1 - z) h + n", "the candidate {n} is not weighted with {z}"),
            wrong("left-out", "(1 - z) h + (1 - z) n", "old state and candidate have the same weight"),
        ),
        also=("z h + (1 - z) n",),
        not_of=r"gate|candidate|reset|tilde",
    ),
    Method(
        r"weight decay|\bL_?2\b|ridge|penalt|regulari[sz]",
        r"(?:gradient|derivative)s? (?:of|from) the (?:penalty|regulari\w+|weight decay)"
        r"|(?:penalty|regulari[sz]\w+|decay)(?:'s)? (?:gradient|derivative)",
        "l w",
        {
            "l": Role(r"λ|lambda|α|β", r"weight decay|regulari\w+ strength"),
            "w": Role(r"w|θ", loose=True),
        },
        (
            wrong("squared", "l/2 w^2", "this is the penalty itself; its derivative is {l} · {w}"),
            wrong("squared", "l w^2", "the derivative of the square of {w} has no square"),
        ),
        also=("2 l w",),
        unless=r"\bL_?1\b|lasso|elastic",
        not_of=r"before|after|loss",
    ),
)
