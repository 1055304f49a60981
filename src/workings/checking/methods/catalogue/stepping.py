"""Steps of training that a page words in its own way: moments, velocities, rates, penalties."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.methods.catalogue.method import Method, Role, Wrong, wrong
from workings.checking.methods.catalogue.roles import RATE, SEEN, SQUARES

_NEW = r"\bnew\b|updat|after (?:the|one|this) (?:step|update)|\bw_?1\b|moves? to"
_TURNED = r"ascent|maximi[sz]|reward|policy"
_DECAY = Role(r"β|γ|ρ|β_1|β_2|beta|rho|μ|m", r"momentum|decay(?: rate| factor)?|smoothing")
_VELOCITY = Role(r"v|u|m|velocity", r"velocity|momentum (?:term|buffer)", nought=True)
_SLOPE = Role(r"g|(?:∂|d)[A-Zℓ](?:/|\W)*(?:∂|d).*|∇.*|grad.*|f'.*", r"\bgradient\b|\bslope\b|\bderivative\b")
_LAMBDA = Role(r"λ|wd|κ|lambda", r"(?:weight )?decay|regulari\w+|penalty|strength")
_STEPS = Role(
    r"T|T_max|N|total", r"(?:total|of) (?:steps|epochs|iterations)|\bT\b|long|steps in (?:all|total)"
)
_STEP = Role(r"t|n|k|step|epoch", r"\bstep\b|\bepoch\b|iteration")
_PEAK = Role(
    r"η_0|η_max|η_\{max\}|lr_0|α_0|η|lr_max|lr|α",
    r"(?:initial|base|peak|start\w*|max\w*) (?:learning[- ])?rate|learning rate",
)

STEPPING = (
    Method(
        r"\bRMS ?prop\b|\bada ?grad\b|\bada ?delta\b",
        r"\bstep\b|updat|\| (?:Δ|delta|d)|change",
        "r g/√v",
        {"r": RATE, "g": replace(_SLOPE, loose=True), "v": SQUARES},
        (
            wrong(
                "no-root",
                "r g/v",
                "it is divided by the mean of squares {v} itself instead of its square root",
            ),
            wrong("multiplied", "r g √v", "it is multiplied by the root of {v} instead of divided by it"),
            wrong("left-out", "r g", "the step is not divided by the root of {v}"),
        ),
        also=("-r g/√v", "r/√v"),
        not_of=r"average|accumul|\bsum\b|moment",
    ),
    Method(
        r"\bmomentum\b|heavy ball|velocity",
        r"velocity|\| (?:v|u|m)(?:_|$)",
        "b v + g",
        {"b": _DECAY, "v": _VELOCITY, "g": replace(_SLOPE, loose=True), "r": replace(RATE, needed=False)},
        (
            wrong("left-out", "v + g", "the old velocity {v} is not multiplied by the momentum {b}"),
            wrong("left-out", "v + r g", "the old velocity {v} is not multiplied by the momentum {b}"),
            wrong("left-out", "v - r g", "the old velocity {v} is not multiplied by the momentum {b}"),
            wrong(
                "exchanged", "v + b g", "the momentum {b} stands before the gradient, not before the velocity"
            ),
        ),
        also=("b v + (1-b) g", "b v + r g", "b v - r g", "b v - g"),
        unless=r"\badam|rmsprop|batch ?norm|running",
    ),
    Method(
        r"\bmomentum\b|heavy ball|velocity",
        rf"{_NEW}|\| [wθx](?:_|$)",
        "w - r v",
        {"w": Role("@", loose=True), "r": RATE, "v": replace(_VELOCITY, nought=False)},
        (wrong("sign", "w + r v", "the velocity {v} is added; descent takes {r} · {v} away"),),
        also=("w - v", "w + v"),
        unless=rf"\badam|rmsprop|batch ?norm|nesterov|{_TURNED}|[-−] ?(?:η|\\eta|α|\\alpha|lr)",
    ),
    Method(
        r"\bAdam\b",
        r"correct|\| hat\(|hat",
        "m/(1 - b^t)",
        {
            "m": Role(r"m|v|s", r"moment"),
            "b": Role(r"β_1|β_2|β1|β2|β_\{1\}|β_\{2\}", r"beta"),
            "t": Role("t|step", r"\bstep\b|iteration", index=True),
        },
        (
            wrong("left-out", "m/(1 - b)", "the correction of step {t} has β to the power {t}, not β"),
            wrong("multiplied", "m (1 - b^t)", "it is multiplied by the correction instead of divided"),
            wrong("upside-down", "m/b^t", "it is divided by β^t; the correction is 1 − β^t"),
        ),
        also=("m/(1-b^1)",),
        not_of=r"uncorrected",
    ),
    Method(
        r"AdamW|decoupled",
        rf"{_NEW}|\| [wθ](?:_|$)",
        "w - r (q + l w)",
        {"w": Role("@", loose=True), "r": RATE, "q": SEEN, "l": _LAMBDA},
        (
            wrong(
                "left-out", "w - r q - l w", "the decay {l} · {w} is taken away without the learning rate {r}"
            ),
            wrong("left-out", "w - r q", "the decay {l} · {w} is left out"),
        ),
        unless=r"\bL2\b",
    ),
    Method(
        r"exponential(?:ly)? (?:moving|weighted) average|\bEMA\b|Polyak|moving average",
        r".",
        "b a + (1-b) x",
        {"b": Role(r"β|α|τ|m|decay|ρ", r"decay|momentum|smoothing|keeps?"), "a": SEEN, "x": SEEN},
        (wrong("left-out", "b a + x", "the new value is not weighted with 1 − {b}"),),
        also=("(1-b) a + b x",),
        unless=r"\bvelocity\b|heavy ball",
        not_of=r"bias|correct|gradient|loss",
    ),
    Method(
        r"inverse[- ]time|1/\(1 ?\+|time[- ]based decay|hyperbolic decay",
        r"rate|\| (?:η|α|lr)|\bstep\b|epoch",
        "a/(1 + k t)",
        {"a": _PEAK, "k": Role("k|d|γ|decay|λ", r"\bdecay\b"), "t": _STEP},
        (
            wrong("left-out", "a/(1 + k)", "the decay {k} is not multiplied by the step {t}"),
            wrong("upside-down", "a (1 + k t)", "the rate is multiplied by 1 + {k} · {t} instead of divided"),
            wrong(
                "other-method", "a (1 - k t)", "this falls along a line; the rate is divided by 1 + {k} · {t}"
            ),
        ),
        bare=True,
    ),
    Method(
        r"exponential(?:ly)? (?:decay|schedule|annealing)|decays? exponentially|decay\w* by a factor",
        r"rate|\| (?:η|α|lr)|\bstep\b|epoch",
        "a g^t",
        {"a": _PEAK, "g": Role("γ|k|decay|d|q", r"\bdecay\b|factor"), "t": replace(_STEP, loose=True)},
        (
            wrong("other-method", "a g t", "the factor {g} is multiplied by {t}; it has to be raised to it"),
            wrong("left-out", "a g", "the factor {g} is taken once instead of {t} times"),
        ),
        not_of=r"gradient|weight",
    ),
    Method(
        r"linear(?:ly)? (?:decay|annealing|schedule|decreas)|(?:decays?|falls?) linearly",
        r"rate|\| (?:η|α|lr)|\bstep\b|epoch|ε",
        "a (1 - t/T)",
        {"a": Role(_PEAK.name + "|ε", _PEAK.words), "t": _STEP, "T": _STEPS},
        (
            wrong(
                "other-method", "a t/T", "this grows with the step; what is left at step {t} is 1 − {t}/{T}"
            ),
            wrong("sign", "a (1 + t/T)", "the rate grows; {t}/{T} has to be taken away from 1"),
        ),
        unless=r"warm-?up",
        bare=True,
    ),
    Method(
        r"Noam|inverse square[- ]root|warm-?up[^.\n]{0,80}d_|d_\{?model\}?\^",
        r"rate|\| (?:η|α|lr)|\bstep\b|factor",
        "d^(-1/2) min(t^(-1/2), t u^(-3/2))",
        {
            "d": Role(r"d_model|d_\{model\}|d", r"model (?:size|width|dim\w*)"),
            "t": _STEP,
            "u": Role(r"w|warmup.*|T_w|n_w", r"warm-?up"),
        },
        (
            wrong(
                "other-method",
                "d^(-1/2) max(t^(-1/2), t u^(-3/2))",
                "the larger of the two is taken; it is the smaller",
            ),
            wrong(
                "no-root",
                "min(t^(-1/2), t u^(-3/2))/d",
                "it is divided by the width {d} itself, not by its root",
            ),
        ),
        bare=True,
    ),
    Method(
        r"\blasso\b|\bL1\b|soft[- ]?threshold|proximal|\bISTA\b|shrinkage",
        r"thresh|shrink|prox|\| [wβθ]|new|after",
        "z max(abs(z) - t, 0)/abs(z)",
        {
            "z": SEEN,
            "t": Role(r"τ|t|λ|θ|κ|η·λ|threshold", r"thresh\w*|shrink\w* by|step (?:size )?times"),
        },
        (
            wrong(
                "sign",
                "z - t",
                "{z} is below nought, so the threshold {t} has to be added: it moves towards nought",
            ),
            wrong(
                "sign",
                "z + t",
                "the threshold {t} moves {z} away from nought; it has to be taken off its size",
            ),
        ),
    ),
    Method(
        r"‖w‖|\\lVert\s*w|\|w\||norm of (?:the )?w|weights (?:only|alone)|bias is not (?:penali|regul)",
        r"\bfor (?:the )?(?:bias|b)\b|bias|\| (?:∂[A-ZJ]/∂b|db|g_b)",
        "g",
        {
            "g": Role(r"g_b|db|∂.*/∂b", r"for the bias|bias(?: gradient)?"),
            "l": _LAMBDA,
            "b": Role("b|bias", r"\bbias\b(?! gradient)"),
        },
        (
            wrong(
                "twice",
                "g + l b",
                "the penalty is on the weights alone; the gradient of the bias has no {l} · {b}",
            ),
            wrong(
                "twice",
                "g + 2 l b",
                "the penalty is on the weights alone; the gradient of the bias has no term of it",
            ),
        ),
        unless=r"bias (?:is|too|as well)[^.\n]{0,20}(?:regulari|penali)|θ‖|\\theta\s*\\rVert",
    ),
    Method(
        r"linear scaling rule|scal\w+ (?:the )?(?:learning )?rate with the batch",
        r"rate|\| (?:η|α|lr)",
        "a n/m",
        {
            "a": Role(r"η|lr|α|η_0", r"(?:base |reference )?(?:learning )?rate"),
            "n": Role(r"B|B_new|k", r"(?:new|large\w*) batch|batch"),
            "m": Role(r"B_0|B_ref|b", r"(?:old|base|reference) batch|batch|for"),
        },
        (
            wrong(
                "rooted",
                "a √(n/m)",
                "the rate is scaled by the root of {n}/{m}; the linear rule has the quotient itself",
            ),
            wrong("upside-down", "a m/n", "the quotient is upside down: a larger batch gets a larger rate"),
        ),
        unless=r"square[- ]root scaling",
    ),
    Method(
        r"\bNewton(?:'s)? (?:method|step)|second[- ]order",
        r"\| [wxθ](?:_|$)|new|step|next",
        "w - g/h",
        {
            "w": SEEN,
            "g": Role(r"g|f'.*|∇.*", r"\bgradient\b|(?:first )?derivative|slope"),
            "h": Role(r"h|H|f''.*", r"hessian|second derivative|curvature"),
        },
        (
            wrong(
                "multiplied",
                "w - g h",
                "the gradient is multiplied by the second derivative {h} instead of divided",
            ),
            wrong(
                "upside-down",
                "w - h/g",
                "the quotient is upside down: the gradient is divided by the curvature",
            ),
            wrong("sign", "w + g/h", "the step is added; it has to be taken away"),
        ),
    ),
    Method(
        r"cosine[\s\S]{0,400}warm-?up|warm-?up[\s\S]{0,400}cosine|cosine[\s\S]{0,200}rises linearly"
        r"|rises linearly[\s\S]{0,200}cosine",
        r"progress|fraction|\bshare\b|\| (?:τ|u|s|x|ρ|ξ|φ|tau|frac|progress|p)(?:_|$|\()",
        "(t - w)/(T - w)",
        {
            "t": Role(r"t|step|k", r"\bstep\b|\bt\b|epoch"),
            "w": Role(
                r"W|T_\{?w\w*\}?|t_\{?w\w*\}?|warmup",
                r"(?<!still )(?<!in )warm-?up|during the first",
                given=True,
            ),
            "T": Role(r"T|T_\{?max\}?|N", r"\btotal|reaches at step|runs for|in all"),
        },
        (
            Wrong(
                "schedule/warm-up-counted",
                "t/T",
                "the cosine begins behind the {w} steps of the warm-up, which have to be taken away",
                "progress: $300/1000 = 0.3$",
                "Without a warm-up it is the step divided by all steps.",
            ),
            Wrong(
                "schedule/warm-up-counted",
                "t/(T - w)",
                "the {w} steps of the warm-up have to be taken away from the step {t} as well",
            ),
        ),
        given="Warm-up of $W = 100$ steps, then cosine decay; $T = 1000$ steps in total. Step $t = 300$:\n\n",
        line="progress: $200/900 = 0.2222$",
    ),
)
