"""Steps of Adam and of gradient descent with momentum."""

from __future__ import annotations

from workings.checking.following.stages import POSITIVE, TIMES, Procedure, Stage, given, made
from workings.regex import regex


def _adam(t: int) -> tuple[Stage, ...]:
    return (
        made(
            f"m_{t}",
            f"m_{t}",
            rf"^(?:the )?first moment.* {t}\b",
            f"β_1 m_{t - 1} + (1 - β_1) g_{t}",
        ),
        made(
            f"v_{t}",
            f"v_{t}",
            rf"^(?:the )?second moment.* {t}\b",
            f"β_2 v_{t - 1} + (1 - β_2) g_{t}^2",
            within=POSITIVE,
        ),
        made(
            f"n_{t}",
            rf"hat\(m\)_{t}|hat\(m_{t}\)",
            rf"corrected first moment.* {t}\b",
            f"m_{t}/(1 - β_1^{t})",
        ),
        made(
            f"u_{t}",
            rf"hat\(v\)_{t}|hat\(v_{t}\)",
            rf"corrected second moment.* {t}\b",
            f"v_{t}/(1 - β_2^{t})",
            within=POSITIVE,
        ),
        made(
            f"θ_{t}",
            f"[θwx]_{t}",
            rf"(?:parameter|weight) (?:after|at) step {t}\b",
            f"θ_{t - 1} - α n_{t}/sqrt(u_{t})",
            also=(f"θ_{t - 1} - α m_{t}/sqrt(v_{t})",),
        ),
    )


ADAM = Procedure(
    "Adam",
    regex(r"\bAdam\b"),
    regex(
        r"(?i:AdamW|decay|AMSGrad|Nadam|AdaMax|without bias|no bias correction"
        r"|(?:ε|epsilon)\s*=(?!\s*(?:0(?!\.?\d)|10|1e-|0\.000)))"
    ),
    (
        given("α", "α|η|lr", "learning rate|step size"),
        given("β_1"),
        given("β_2"),
        given("m_0"),
        given("v_0"),
        given("θ_0", "[θwx]_0"),
        *(given(f"g_{t}") for t in TIMES),
        *(stage for t in TIMES for stage in _adam(t)),
    ),
)
_SQUARED = r"\b[fLJ]\(([wθx])\)\s*=\s*\1\^2"
_HALF_SQUARED = r"\b[fLJ]\(([wθx])\)\s*=\s*(?:½|1/2|0\.5|\\frac\{?1\}?\{?2\}?)\s*\1\^2"


def _momentum(t: int) -> tuple[Stage, ...]:
    return (
        made(
            f"g_{t}",
            f"g_{t}",
            rf"^(?:the )?gradient (?:at|in|of) step {t}\b",
            rf"2 w_{t - 1} | {_SQUARED}",
            rf"w_{t - 1} | {_HALF_SQUARED}",
        ),
        made(
            f"v_{t}",
            f"[vm]_{t}",
            rf"^(?:the )?velocity (?:at|after|in) step {t}\b",
            f"μ v_{t - 1} + g_{t}",
            f"μ v_{t - 1} + (1 - μ) g_{t}",
            f"μ v_{t - 1} - η g_{t}",
            f"μ v_{t - 1} + η g_{t}",
        ),
        made(
            f"w_{t}",
            f"[wθx]_{t}",
            rf"(?:parameter|weight) (?:after|at|in) step {t}\b",
            f"w_{t - 1} - η v_{t}",
            f"w_{t - 1} + v_{t}",
            f"w_{t - 1} - v_{t}",
        ),
    )


MOMENTUM = Procedure(
    "gradient descent with momentum",
    regex(r"(?i:\bmomentum\b)"),
    regex(r"(?i:nesterov|look.?ahead|\bAdam|RMSprop|adagrad|dampening|decay|\bepoch)"),
    (
        given("μ", "[μβγ]|α", "momentum (?:coefficient|factor|parameter)"),
        given("η", "η|lr|ε", "learning rate|step size"),
        given("v_0", "[vm]_0"),
        given("w_0", "[wθx]_0"),
        *(stage for t in TIMES for stage in _momentum(t)),
    ),
)
