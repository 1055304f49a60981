"""Formulas in letters of derivatives and of steps of training."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import AT, OLD, Usual, Wrong, wrong

_LOSS = r"(?:L|ℓ|J|E|C|loss|Loss|l|CE|BCE|NLL|L_\w+|mathcal\(L\))"
_TARGET = r"y" + AT
_GUESS = r"p(?:_.*)?|hat\([yp]\).*|ŷ.*|y_?hat.*|σ(?:\(z\))?|a" + AT
_GRADIENT = r"cross[- ]?entropy|log[- ]?loss|logistic|sigmoid|softmax|squared error|\bMSE\b|\bBCE\b"
_LOG_LOSS = (
    r"[-−]\s*\(?\s*[yt]\s*(?:\\cdot|·|\*|\\,)?\s*\\?(?:ln|log)\b|binary cross[- ]entropy|log[- ]?loss|\bBCE\b"
)
_SQUARED = r"squared|\bMSE\b|\bSSE\b|quadratic|\)\s*(?:\^\s*\{?2|²)"
_UPHILL = (
    r"(?<!negative )(?<!negative-)log[- ]?likelihood|ascent|ascend|maximi[sz]|reward|advantage|\bobjective\b"
    r"|log(?:arithm)? of the likelihood|\\(?:log|ln)\s?(?:\\mathcal\s?\{)?L\}?\s?[(_]"
    r"|vraisemblance|verosimil|verossimil|wiarygodno|правдоподоб|似然|尤度|우도"
)
_BEHIND = "the derivative is prediction minus target: the loss falls where the prediction nears the target"
SLOPES = (
    Usual(
        r"\bsoftmax\b",
        r"∂(?P<p>[pysaq]|σ|π|hat\([yp]\))_\{?(?P<i>\w)\}?/∂[zsaoxu]_\{?(?!(?P=i)\b)(?P<j>\w)\}?",
        "-(p q)",
        {"p": r"{p}_{i}", "q": r"{p}_{j}"},
        (
            wrong("sign", "p q", "off the diagonal a score takes from the other shares: −p_i p_j"),
            wrong("exchanged", "p (1 - q)", "off the diagonal the derivative of a softmax is −p_i p_j"),
        ),
    ),
    Usual(
        _GRADIENT,
        rf"∂{_LOSS}/∂(?:z|a|s|o|b|net|u|logit)(?:_.*|\^.*)?|d[zbs](?:_.*)?|dL/d[zbs]",
        "p - y",
        {"p": _GUESS, "y": _TARGET},
        (wrong("sign", "y - p", _BEHIND), wrong("sign", "2 (y - p)", _BEHIND)),
        unless=_UPHILL,
    ),
    Usual(
        _LOG_LOSS,
        rf"∂{_LOSS}/∂(?:z|a|u|s|net|o)(?:_.*)?|dz(?:_.*)?|δ(?:_.*)?|delta(?:_.*)?",
        "p - y",
        {"p": _GUESS + "|o" + AT, "y": _TARGET + "|t" + AT},
        (
            wrong(
                "other-method",
                "(p - y) p (1 - p)",
                "behind the logarithm the slope of the sigmoid cancels; what is left is the error",
            ),
        ),
        unless=_SQUARED,
    ),
    Usual(
        _GRADIENT,
        rf"∂{_LOSS}/∂(?:w|θ|W|β)(?:_.*|\^.*)?|∇(?:_\w+)?{_LOSS}|d[wW](?:_.*)?|dL/dw",
        "(p - y) x",
        {"p": _GUESS, "y": _TARGET, "x": r"[xh]" + AT},
        (wrong("sign", "(y - p) x", _BEHIND), wrong("sign", "2 (y - p) x", _BEHIND)),
        unless=_UPHILL,
    ),
    Usual(
        _GRADIENT,
        rf"∂{_LOSS}/∂(?:z|a|s|b|net|y|u)(?:_.*|\^.*)?",
        "p - t",
        {"t": r"t" + AT, "p": _GUESS + "|o" + AT + "|" + _TARGET},
        (wrong("sign", "t - p", _BEHIND),),
        unless=_UPHILL,
    ),
    Usual(
        r"perceptron|delta rule|Widrow|logistic regression|Adaline|gradient descent",
        r"(?:w|θ|W)(?:_.*|'|\^.*)?|Δw.*",
        "w + r (y - p) x",
        {
            "w": r"(?:w|θ|W)(?:_.*|\^.*)?",
            "r": r"η|α|lr|eta|alpha|ε",
            "t": r"t" + AT,
            "y": _TARGET + "|d" + AT,
            "p": _GUESS,
            "x": r"x(?:_.*)?",
        },
        (
            wrong("sign", "w - r (y - p) x", "the step goes the wrong way: target minus output is added"),
            wrong(
                "sign", "w + r (p - y) x", "the step goes the wrong way: output minus target is taken away"
            ),
            wrong("sign", "w - r (t - y) x", "the step goes the wrong way: target minus output is added"),
            wrong("sign", "w - r (t - p) x", "the step goes the wrong way: target minus output is added"),
            wrong(
                "sign", "w + r (y - t) x", "the step goes the wrong way: output minus target is taken away"
            ),
        ),
        renews=True,
    ),
)

_BETA = (r"β_?\{?1\}?|beta_?1|b_?1", r"β_?\{?2\}?|beta_?2|b_?2")
_G = r"g" + AT + r"|∇.*|grad.*"
MOMENTS = (
    Usual(
        r"\bAdam\w*\b",
        r"m(?:_.*)?",
        "b m + (1 - b) g",
        {"b": _BETA[0], "c": _BETA[1], "m": r"m" + OLD, "g": _G},
        (
            wrong(
                "exchanged",
                "(1 - b) m + b g",
                "β₁ is the weight of the old moment, 1 − β₁ that of the gradient",
            ),
            wrong("squared", "b m + (1 - b) g^2", "the first moment takes the gradient, not its square"),
            wrong("exchanged", "c m + (1 - c) g", "the first moment goes with β₁"),
        ),
        renews=True,
    ),
    Usual(
        r"\bAdam\w*\b",
        r"[vs](?:_.*)?",
        "c v + (1 - c) g^2",
        {"b": _BETA[0], "c": _BETA[1], "v": r"[vs]" + OLD, "g": _G},
        (
            wrong(
                "exchanged",
                "(1 - c) v + c g^2",
                "β₂ is the weight of the old moment, 1 − β₂ that of the square",
            ),
            wrong("no-square", "c v + (1 - c) g", "the second moment takes the square of the gradient"),
            wrong("exchanged", "b v + (1 - b) g^2", "the second moment goes with β₂"),
        ),
        renews=True,
    ),
    Usual(
        r"\bAdam\w*\b|RMS-?prop|Ada-?grad",
        r"(?:θ|w|x|W)(?:_.*|'|\^.*)?",
        "w - r m/(sqrt(v) + e)",
        {
            "w": r"(?:θ|w|x|W)" + OLD,
            "r": r"η|α|lr|eta|alpha",
            "m": r"hat\(m\).*|m_?hat.*|" + _G,
            "v": r"hat\([vs]\).*|v_?hat.*|[vsGr](?:_.*)?|E\[g\^2\].*",
            "e": r"ε|ϵ|eps|epsilon",
        },
        (
            wrong("no-root", "w - r m/(v + e)", "it is divided by the square root of the second moment"),
            wrong("sign", "w + r m/(sqrt(v) + e)", "the step goes down, against the gradient"),
        ),
        also=("w - r m/sqrt(v + e)", "w - r m/sqrt(v)"),
        unless=r"[vsGr](?:_\{?t\}?)?\s*=\s*(?:\\?sqrt|√)",
        renews=True,
    ),
)

DROPOUT = (
    Usual(
        r"drop(?:out|ping)?[- ](?:prob(?:ability|\.)?|rate)(?: of)?[\s$(]*p\s*=",
        r"(?:tilde|hat|bar)\([haxz]\)(?:_.*)?|[haxz]'(?:_.*)?|[haxz]_\{?(?:drop|out|train)\}?|y(?:_.*)?",
        "m h/(1 - p)",
        {"p": r"p", "m": r"[mMrdb](?:_.*)?|mask", "h": r"[haxz](?:_.*)?"},
        (Wrong("dropout/by-drop", "m h/p", "p is the chance of dropping: what is kept is divided by 1 − p"),),
        also=("m h",),
        unless=r"keep(?:ing)?[- ](?:prob|rate)|probability of keeping|kept with probability|p_keep",
    ),
)
