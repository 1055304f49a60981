"""Attention: what scores are divided by, and where tokens stand."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import ANY, Method, Role, Wrong, wrong

_WIDTH = Role(
    r"d_k|d_\{k\}|d_K|dk|d_head|d_h|d_\{head\}|d",
    r"head (?:size|width|dimension)|key (?:size|dimension)",
    long=r"q|k|Q|q_.|k_.",
)

_UNSCALED = (
    r"\b(?:no|without|omit\w*|skip\w*|ignor\w*) (?:the )?scal|not scaled|unscaled (?:attention|dot|version)"
    r"|/\s*d_k\b|\}\{\s*d_k\s*\}"
)

ATTENDING = (
    Method(
        r"\btemperature\b",
        r"temperature|\bT\b|scal|divid|logits?",
        "z/T",
        {"z": ANY, "T": Role("T|τ", r"temperature")},
        (
            Wrong(
                "softmax/temperature-inverted",
                "z T",
                "the logit is multiplied by the temperature {T} instead of divided by it",
            ),
        ),
        unless=r"inverse temperature|\\beta|β",
        not_of=r"T\^2|T²|distill",
    ),
    Method(
        r"softmax",
        r"\bsum|total|normali|denominator|\| [SZ](?:_|$)",
        "sum(exp(z))",
        {"z": Role(r"z|x|s|l|.*[-−].*|tilde\(z\)|z'", r"logits?|scores?|shift|subtract", vector=True)},
        (
            Wrong(
                "softmax/largest-left-out",
                "sum(exp(z)) - 1",
                "the largest score became 0, and its exponential 1 is left out of the sum",
                "The sum is $S = 0.0821 + 0.2725 = 0.3546$",
                "What is nought seems to add nothing.",
            ),
        ),
        unless=r"mask|causal",
        given="Softmax of the shifted logits $z = (-2.5, 0, -1.3)$.\n\n",
        line="The sum is $S = 0.0821 + 1 + 0.2725 = 1.3546$",
    ),
    Method(
        r"√\s*\(?d|sqrt\s*+[({]?\s*+d|\\sqrt\{?\s*d|scaled dot",
        r"scal|divid|\| s(?:_|$)|\| tilde|score",
        "s/√d",
        {
            "s": ANY,
            "d": _WIDTH,
            "m": Role(
                r"d_model|d_\{model\}|d_m|D|d_emb",
                r"model (?:size|width|dimension)|embedding (?:size|dimension)",
                needed=False,
            ),
            "n": Role(counts=r".*·k|k|.*·k.*|v", needed=False),
            "h": Role("h|H|n_h|heads", r"\bheads\b", needed=False),
        },
        (
            Wrong(
                "attention_weights/no-root",
                "s/d",
                "the score is divided by {d} itself instead of its square root",
            ),
            Wrong(
                "self_attention/model-width",
                "s/√m",
                "the score is divided by √{m}, of the whole width; the width of a key is {d}",
            ),
            Wrong(
                "attention_weights/number-of-keys",
                "s/√n",
                "the score is divided by the root of the number of keys, {n}; the formula has d_k = {d}",
            ),
            Wrong(
                "attention_weights/multiplied-scale",
                "s √d",
                "the score is multiplied by √{d} instead of divided by it",
            ),
            Wrong(
                "attention_weights/heads-for-width",
                "s/√h",
                "the score is divided by the root of the number of heads, {h}; it is that of d_k = {d}",
                "Scaled score: $6/\\sqrt{2} = 4.2426$",
                "Several small whole numbers are on the page.",
            ),
        ),
        unless=_UNSCALED,
        not_of=r"softmax|weight|value|output|context|mean|varian|gradient|\| .*[∂∇]",
        given="Attention divides scores by $\\sqrt{d_k}$. There are $h = 2$ heads with $d_k = 4$.\n\n",
        line="Scaled score: $6/\\sqrt{4} = 3$",
    ),
    Method(
        r"positional? encoding|sinusoid",
        r"angle|frequency|argument|\| (?:ω|θ|PE|w)(?:_|\(|\^|$)",
        "p/10000^(2 i/d)",
        {
            "p": Role("pos|p|t|position", r"\bposition\b"),
            "i": Role("i|k|j", r"\bindex\b|\bpair\b|\bi\b", among=(0, 1, 2, 3, 4, 5)),
            "d": Role(r"d_model|d_\{model\}|d_m|D|d", r"dimension|width|model size", told=True),
        },
        (
            Wrong(
                "position/not-doubled",
                "p/10000^(i/d)",
                "the exponent is 2i/{d}; the 2 is missing",
                "angle: $3/10000^{1/4} = 0.3$",
                "The index counts pairs in some books and entries in others.",
            ),
            Wrong(
                "position/multiplied",
                "p·10000^(2 i/d)",
                "the position is divided by the power of 10000",
                "angle: $3 \\cdot 10000^{2/4} = 300$",
                "A negative exponent becomes a positive one.",
            ),
            wrong("other-method", "p/10000^(2 i)", "the exponent is divided by the width {d}"),
        ),
        unless=r"10000\^\{?\s*i\s*/\s*d|i even|even i",
        given="Sinusoidal positional encoding: position $pos = 3$, pair $i = 1$, $d = 4$.\n\n",
        line="angle: $3/10000^{2/4} = 0.03$",
    ),
)
