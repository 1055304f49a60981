"""Derivatives of activations, and the errors that are passed back through them."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.methods.catalogue.method import ANY, Method, Role, Wrong, wrong

_OUT = Role(r"a|y|o|p|h|σ|hat\(y\)|out|ŷ|s|@?σ\(.*", r"\boutput\b|activation|prediction")
_TARGET = Role("t|y|d|target|y\\*", r"\btarget\b|\blabel\b")
_DELTA = r"\| (?:δ|delta|Δ)|\| .*(?:∂|d)[A-Zℓ]\W*(?:∂|d)(?:z|net|u|s)(?:_|$)|\bdelta\b|error signal"
_SQUARED = r"(?:frac|/)\s*\{?\s*1?\}?\s*+\{?\s*+2|½|squared|\bMSE\b|\)\^\{?2|\)²"
_ENTROPY = (
    r"\\ln\b|\\log\b|\bln\b|\blog\b|cross[- ]?entropy|log[- ]?loss|logistic loss|\bBCE\b|\bNLL\b"
    r"|logistic regression|softmax"
)

_LINEAR = (
    r"linear\W{0,3}\s(?:RNN|recurren\w+|network|model|layer)"
    r"|linear (?:output|unit|neuron)|outputs? (?:layer )?(?:is |are )?linear"
    r"|(?:\\hat\s?\{?\s?y\s?\}?|ŷ|\by_?hat|\b[yo](?:_\w)?)\s*&?=\s*&?[wWvVuU][^=\n($]{0,24}\+\s*[bc]"
)

_BY_STATE = r"(?:\\delta|δ)[_{}\w]{0,6}\s*=\s*(?:\\d?frac\{)?\\partial\s?[A-Z]\}?[/{]*\\partial\s?[hyoa]"

_NO_SIGMOID = (  # nothing says that the output is one of σ
    r"\A(?![\s\S]*?(?:hat\s?\{?\s?y\s?\}?|ŷ|\by_?hat|\b[yoa](?:_\{?\w{1,4}\}?)?)\s*&?=\s*+&?\s*+"
    r"(?:\\sigma|σ|\\?(?:operatorname|mathrm|text)?\{?sigmoid|sig\(|\\d?frac\{?1\}?\s?\{1\s*\+|1\s*/\s*\(\s*1\s*\+))"
)

_NOT_ALL_SIGMOID = (  # another function is spoken of, and nothing says that all units have σ
    r"\A(?![\s\S]*?(?:(?:sigmoid|logistic)\w* (?:function |activations? |units )?"
    r"(?:everywhere|throughout|in (?:all|both|every) )"
    r"|\b(?:all|both) (?:units|neurons|layers|activations)[^.\n]{0,20}(?:sigmoid|logistic)))"
    r"[\s\S]*?(?:tanh|relu)"
)

_ABOVE = Role(r"δ.*|delta.*|∂[A-Zℓ]/∂[a-z]\w*", r"\berror|delta|from above|upstream|gradient")
_WEIGHT = Role(r"[vwu](?:_.*)?", r"\bweight")
_HIDDEN = Role(r"[ha](?:_.*)?", r"hidden|activation", beside=True)
_BACK = r"\| (?:δ|delta)|\| ∂[A-Zℓ]/∂(?:z|net|u|s)|hidden (?:unit|neuron|error|delta)|error (?:of|signal)"

_SIGMOID_SLOPE = Method(
    r"sigmoid|logistic|σ|\\sigma",
    r"\| (?:σ'|sigmoid_prime|sigmoid'|σ′)|(?:derivative|slope) of (?:the )?(?:sigmoid|σ|logistic)",
    "a (1 - a)",
    {"a": ANY},
    (
        Wrong("sigmoid_prime/plus", "a (1 + a)", "the derivative of σ is a(1 − a), not a(1 + a)"),
        Wrong(
            "sigmoid_prime/tanh-derivative",
            "1 - a^2",
            "1 − a² is the derivative of tanh; that of σ is a(1 − a)",
        ),
        Wrong(
            "sigmoid_prime/one-factor",
            "1 - a",
            "the derivative of σ is a(1 − a); the factor a is missing",
        ),
    ),
    not_of=r"tanh",
)
_TANH_SLOPE = Method(
    r"\btanh",
    r"\| (?:tanh'|tanh_prime|tanh′|Apply tanh)|(?:derivative|slope) of (?:the )?\\?tanh",
    "1 - h^2",
    {"h": ANY},
    (
        Wrong("tanh_prime/not-squared", "1 - h", "the derivative of tanh is 1 − tanh²; {h} is not squared"),
        Wrong(
            "tanh_prime/sigmoid-form",
            "h (1 - h)",
            "h(1 − h) is the derivative of σ; that of tanh is 1 − h²",
        ),
        Wrong("tanh_prime/plus", "1 + h^2", "the derivative of tanh is 1 − tanh², not 1 + tanh²"),
    ),
    not_of=r"sigmoid",
)
_IS_TANH = r"\b[fgφϕ]\s?['′]\s?\(\w\)\s*=\s*1\s*[-−]\s*\\?tanh"
_IS_SIGMOID = r"\b[fgφϕ]\s?['′]\s?\(\w\)\s*=\s*(?:\\sigma|σ|sigmoid)\s?\(\w\)\s*+(?:\\cdot|·)?\s*+\(\s*1"
_CALLED_SLOPE = r"\| [fgφϕ]['′]"

DERIVING = (
    Method(
        r"softmax",
        r"\| ∂L/∂[za](?:_|$)|\| dL/d[za]",
        "p (g - sum(P ⊙ G))",
        {
            "p": Role(r"p|q|a|s|hat\(y\)", same=True),
            "g": Role(r"(?:∂L/∂|dL/d)(?:p|q|a|s|hat\(y\))", same=True),
            "P": Role(r"p|q|a|s|hat\(y\)", vector=True),
            "G": Role(r"(?:∂L/∂|dL/d)(?:p|q|a|s|hat\(y\))", vector=True),
        },
        (
            wrong(
                "left-out",
                "p (1 - p) g",
                "every share depends on all scores: the Jacobian has entries beside its diagonal",
            ),
        ),
    ),
    Method(
        r"\brelu\b|max\s*\(\s*0\s*,",
        r"\| (?:δ|delta)|\| ∂[A-Zℓ]/∂(?:z|net|u|s|a)|backward",
        "g \\mathrm{ReLU}'(z)",
        {"g": _ABOVE, "z": Role("z|net|u|s|a", r"pre-?activation", same=True)},
        (
            Wrong("relu_prime/left-out", "g·1", "the unit is at {z}, where ReLU has the slope 0, not 1"),
            Wrong(
                "relu_prime/left-out",
                "g",
                "the unit is at {z}, where ReLU has the slope 0: nothing is passed back",
            ),
        ),
        unless=r"leaky|\bELU\b|GELU|SELU|PReLU|softplus|sigmoid|tanh|softmax",
        bare=True,
        not_of=r"\| .*∂(?:h|w|v|b|y)",
    ),
    Method(
        r"\btanh",
        _BACK,
        "d v (1 - h^2)",
        {"d": _ABOVE, "v": _WEIGHT, "h": _HIDDEN},
        (
            Wrong(
                "tanh_prime/sigmoid-form",
                "d v h (1 - h)",
                "h(1 − h) is the derivative of σ; that of tanh is 1 − h²",
            ),
            Wrong(
                "tanh_prime/not-squared",
                "d v (1 - h)",
                "the derivative of tanh is 1 − h²; {h} is not squared",
            ),
            Wrong("tanh_prime/left-out", "d v", "the derivative of tanh, 1 − {h}², is left out"),
        ),
        unless=r"sigmoid|σ|\\sigma|relu",
        not_of=r"\| .*∂(?:h|w|v|b|y)|output (?:unit|error|delta)|from above",
    ),
    Method(
        r"sigmoid|logistic|\\sigma|σ",
        _BACK,
        "d v h (1 - h)",
        {"d": _ABOVE, "v": _WEIGHT, "h": _HIDDEN},
        (
            Wrong(
                "sigmoid_prime/tanh-derivative",
                "d v (1 - h^2)",
                "1 − h² is the derivative of tanh; that of σ is h(1 − h)",
            ),
            Wrong(
                "sigmoid_prime/one-factor",
                "d v (1 - h)",
                "of the derivative {h}(1 − {h}) only 1 − {h} is there",
            ),
            Wrong("sigmoid_prime/one-factor", "d v h", "of the derivative {h}(1 − {h}) only {h} is there"),
            Wrong("sigmoid_prime/left-out", "d v", "the derivative of σ, {h}(1 − {h}), is left out"),
        ),
        unless=_NOT_ALL_SIGMOID,
        not_of=r"\| .*∂(?:h|w|v|b|y)|output (?:unit|error|delta)|from above",
    ),
    _SIGMOID_SLOPE,
    _TANH_SLOPE,
    replace(_SIGMOID_SLOPE, topic=_IS_SIGMOID, of=_CALLED_SLOPE, unless=_IS_TANH),
    replace(_TANH_SLOPE, topic=_IS_TANH, of=_CALLED_SLOPE, unless=_IS_SIGMOID),
    Method(
        _SQUARED,
        _DELTA,
        "(a - t) a (1 - a)",
        {"a": replace(_OUT, bent=True), "t": _TARGET},
        (
            Wrong(
                "sigmoid_prime/left-out",
                "a - t",
                "δ is {a} − {t} times the derivative of σ, {a}(1 − {a}), which is left out",
            ),
            Wrong(
                "sigmoid_prime/one-factor", "(a - t) a", "of the derivative {a}(1 − {a}) only {a} is there"
            ),
            Wrong(
                "sigmoid_prime/one-factor",
                "(a - t) (1 - a)",
                "of the derivative {a}(1 − {a}) only 1 − {a} is there",
            ),
            Wrong(
                "sigmoid_prime/tanh-derivative",
                "(a - t) (1 - a^2)",
                "1 − a² is the derivative of tanh; that of σ is a(1 − a)",
            ),
        ),
        unless=rf"{_ENTROPY}|\btanh\b|\brelu\b|identity|{_LINEAR}|{_BY_STATE}|{_NO_SIGMOID}",
        also=("2 (a - t) a (1 - a)", "(t - a) a (1 - a)", "2 (t - a) a (1 - a)"),
        bare=True,
    ),
    Method(
        r"\btanh",
        r"\| (?:δ|delta)|\| ∂[A-Zℓ]/∂(?:z|net|u|s|a)(?:_|$)",
        "d (1 - h^2)",
        {"d": _ABOVE, "h": _HIDDEN},
        (
            Wrong(
                "tanh_prime/sigmoid-form",
                "d h (1 - h)",
                "h(1 − h) is the derivative of σ; that of tanh is 1 − h²",
            ),
            Wrong(
                "tanh_prime/not-squared", "d (1 - h)", "the derivative of tanh is 1 − h²; {h} is not squared"
            ),
        ),
        unless=r"sigmoid|σ|\\sigma|relu",
        not_of=r"\| .*∂(?:h|w|v|b|y)",
    ),
    Method(
        r"(?:two-?sided|cent(?:ral|red|ered)|symmetric) (?:finite )?(?:difference|quotient)",
        r"numeric|central|two-?sided|approx|slope|\| (?:num\w*|g_num|g|d)(?:_|$)|gradient|derivative"
        r"|quotient",
        "d/(2 h)",
        {
            "d": Role(r"difference|diff|Δ.*", r"difference|numerator|minus", loose=True),
            "h": Role(r"ε|eps|epsilon|h|δ", r"epsilon|step(?: size)?"),
        },
        (
            wrong("left-out", "d/h", "the two points are 2 · {h} apart: it is divided by 2 · {h}"),
            wrong("multiplied", "d/2 h", "it is divided by 2 · {h}"),
        ),
        unless=r"forward difference|one-?sided",
        not_of=r"relative|error|analytic|exact|true",
    ),
    Method(
        r"logistic|sigmoid|\\sigma|σ|cross[- ]?entropy|log[- ]?loss",
        r"\berrors?\b|residual|\| (?:e|δ|r|err)(?:_|$)",
        "p - y",
        {"p": Role(r"p|hat\(y\)|ŷ|a|o", same=True), "y": Role("y|t|label|target", same=True)},
        (wrong("exchanged", "p - (1 - y)", "the label of this example is {y}"),),
        also=("y - p",),
        unless=r"tanh|\bMSE\b|squared|perceptron",
    ),
)
