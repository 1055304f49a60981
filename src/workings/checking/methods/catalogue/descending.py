"""Steps of training: gradient descent, its relatives, clipping, and the plans of a learning rate."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import ANY, Method, Role, Wrong
from workings.checking.methods.catalogue.roles import RATE

OLD = Role("@")
SLOPE = Role(r"g|(?:∂|d)[A-Zℓ](?:/|\W)*(?:∂|d)@|∇.*|grad.*|d@|Δ", r"\bgradient\b|\bslope\b|\bderivative\b")
_TURNS = r"ascent|maximi[sz]|reward|policy|Δ|delta"
_OTHER = (
    r"momentum|\badam|rmsprop|adagrad|nesterov|perceptron|hebb|weight decay|\bL2\b|regulari|ridge|proximal"
    r"|lasso"
)
_UNCORRECTED = (
    r"(?:no|without|skip\w*|omit\w*|ignor\w*) (?:the )?(?:bias )?correct|uncorrected|\bhat ?v|v̂"
    r"|\\hat\s*+\{?\s*+v"
)
_COSINE = "Cosine annealing with $\\eta_{max} = 0.9$, $\\eta_{min} = 0.1$ and $T = 200$ steps.\n\n"
_STEPPED = r"\| [a-zθβωΘW]{1,2}(?:_|$)|\bnew\b|updat|\bstep\b"
_CELLS = r"\| [ch](?:_|$)"  # of an LSTM, which are no weights
_SLOPES = r"\| .*[∂∇δΔ]|^grad|\| [gz](?:_|$)|\| d[A-Z]"

DESCENDING = (
    Method(
        r"gradient descent|\bSGD\b|minimi[sz]|descen[dt]|gradient step|\bgradient\b",
        _STEPPED,
        "w - r g",
        {"w": OLD, "r": RATE, "g": SLOPE},
        (
            Wrong(
                "update/ascent",
                "w + r g",
                "the step goes up the gradient; descent takes {r} · {g} away from {w}",
                "$w_1 = 0.6 + 0.1 \\cdot 1.5 = 0.75$",
            ),
            Wrong(
                "update/no-rate",
                "w - g",
                "the gradient {g} is taken away without the learning rate {r}",
                "$w_1 = 0.6 - 1.5 = -0.9$",
            ),
            Wrong(
                "update/divided",
                "w - g/r",
                "the gradient is divided by the learning rate {r} instead of multiplied",
                "$w_1 = 0.6 - 1.5 / 0.1 = -14.4$",
                "Rates are small, and a division by one looks like a product with its inverse.",
            ),
        ),
        unless=f"{_TURNS}|{_OTHER}",
        not_of=rf"{_SLOPES}|{_CELLS}",
        given="Gradient descent with $w_0 = 0.6$, learning rate 0.1 and gradient $g = 1.5$.\n\n",
        line="$w_1 = 0.6 - 0.1 \\cdot 1.5 = 0.45$",
    ),
    Method(
        r"weight decay|L2[- ](?:regulari|penalty)|ridge",
        _STEPPED,
        "w - r (g + l w)",
        {
            "w": OLD,
            "r": RATE,
            "g": SLOPE,
            "l": Role("λ|wd|κ|lambda|β|α", r"(?:weight )?decay(?! term)|regulari|penalty|strength"),
        },
        (
            Wrong(
                "update/decay-without-rate",
                "w - r g - l w",
                "the decay {l} · {w} is taken away without the learning rate {r}",
                "$w_1 = 2 - 0.1 \\cdot 0.6 - 0.05 \\cdot 2 = 1.84$",
                "The penalty is remembered as a shrinking of the weights, apart from the gradient.",
            ),
            Wrong(
                "update/decay-turned",
                "w - r (g - l w)",
                "the decay {l} · {w} has the wrong sign: it makes the weight larger",
                "$w_1 = 2 - 0.1 \\cdot (0.6 - 0.05 \\cdot 2) = 1.95$",
                "Decay takes away, so a minus is written, although the gradient is taken away already.",
            ),
            Wrong(
                "update/decay-left-out",
                "w - r g",
                "the decay {l} · {w} is left out of the step",
                "$w_1 = 2 - 0.1 \\cdot 0.6 = 1.94$",
                "The step is the one that is always made.",
            ),
        ),
        unless=f"{_TURNS}|momentum|decoupled|adamw|without (?:the )?(?:weight )?decay|no (?:weight )?decay",
        also=("w - r (g + 2 l w)", "w - r g - 2 l w"),
        not_of=_SLOPES,
        given="Weight decay $\\lambda = 0.05$, learning rate $\\eta = 0.1$, $w_0 = 2$, $g = 0.6$.\n\n",
        line="$w_1 = 2 - 0.1 \\cdot (0.6 + 0.05 \\cdot 2) = 1.93$",
    ),
    Method(
        r"\bAdam\b",
        r"\| m(?:_|$)|first moment",
        "b m + (1-b) g",
        {
            "m": Role("m", nought=True),
            "b": Role(r"β_1|β_\{1\}|β1|beta_?1|β"),
            "g": Role("g|∇.*", r"gradient"),
        },
        (
            Wrong(
                "update/weights-exchanged",
                "(1-b) m + b g",
                "the old moment gets 1 − {b} and the gradient {b}; it is the other way",
                "$m_2 = 0.1 \\cdot 0.2 + 0.9 \\cdot 0.5 = 0.47$",
            ),
        ),
        unless=r"adamax",
        given="Adam with $\\beta_1 = 0.9$. We have $m_1 = 0.2$ and the gradient $g_2 = 0.5$.\n\n",
        line="$m_2 = 0.9 \\cdot 0.2 + 0.1 \\cdot 0.5 = 0.23$",
    ),
    Method(
        r"\bAdam\b|\bRMS ?prop\b",
        r"^(?!.*(?:momentum|velocit)).*(?:\| [vs](?:_|$)|second moment|average of (?:the )?squares)",
        "b v + (1-b) g^2",
        {
            "v": Role("v|s", nought=True),
            "b": Role(r"β_2|β_\{2\}|β2|beta_?2|ρ|γ|β|rho", r"decay(?: rate)?"),
            "g": Role("g|∇.*", r"gradient"),
        },
        (
            Wrong(
                "update/not-squared",
                "b v + (1-b) g",
                "the gradient {g} is not squared; the second moment averages squares",
                "$v_2 = 0.9 \\cdot 0.04 + 0.1 \\cdot 0.5 = 0.086$",
                "The line above it, of the first moment, has the gradient itself.",
            ),
            Wrong(
                "update/weights-exchanged",
                "(1-b) v + b g^2",
                "the old moment gets 1 − {b} and the new square {b}; it is the other way",
                "$v_2 = 0.1 \\cdot 0.04 + 0.9 \\cdot 0.25 = 0.229$",
            ),
            Wrong(
                "update/old-lost",
                "(1-b) g^2",
                "the old value {v} is left out of the average",
                "$v_2 = 0.1 \\cdot 0.25 = 0.025$",
                "At the first step the old value is nought.",
            ),
        ),
        given="RMSprop with $\\rho = 0.9$. We have $v_1 = 0.04$ and the gradient $g_2 = 0.5$.\n\n",
        line="$v_2 = 0.9 \\cdot 0.04 + 0.1 \\cdot 0.25 = 0.061$",
    ),
    Method(
        r"\bAdam\b",
        r"\| sqrt\((?:hat\()?v",
        "√(v/(1-b^t))",
        {"v": Role("v|s"), "b": Role(r"β_2|β_\{2\}|β2|beta_?2"), "t": Role(index=True)},
        (
            Wrong(
                "adam/not-corrected",
                "√v",
                "the root of v is taken without its correction: v has to be divided by 1 − {b}^t first",
            ),
        ),
        unless=_UNCORRECTED,
    ),
    Method(
        r"\bAdam\b",
        _STEPPED,
        "w - r m/(√v + e)",
        {
            "w": OLD,
            "r": RATE,
            "m": Role(r"hat\(m\)", step=True),
            "v": Role(r"hat\(v\)|hat\(s\)", step=True),
            "e": Role("ε|eps", "epsilon", among=(0,)),
            "p": Role("m", needed=False),
            "q": Role("v|s", needed=False),
        },
        (
            Wrong("adam/not-corrected", "w - r m/(√q + e)", "v = {q} is put in without its correction"),
            Wrong("adam/not-corrected", "w - r p/(√v + e)", "m = {p} is put in without its correction"),
            Wrong(
                "adam/no-root",
                "w - r m/(v + e)",
                "it is divided by {v} itself instead of its square root",
                "$\\theta_1 = 1 - 0.1 \\cdot 0.5 / 0.25 = 0.8$",
                "The moment is written down as a value, and its root is left for later.",
            ),
            Wrong(
                "update/ascent", "w + r m/(√v + e)", "the step goes up the gradient; it has to be taken away"
            ),
            Wrong("update/no-rate", "w - m/(√v + e)", "the step is made without the learning rate {r}"),
        ),
        unless=r"maximi[sz]|ascent",
        also=("w - r m/√(v + e)",),
        not_of=_SLOPES,
        given="Adam: $\\theta_0 = 1$, rate 0.1, $\\epsilon = 0$, $\\hat m_1 = 0.5$, $\\hat v_1 = 0.25$.\n\n",
        line="$\\theta_1 = 1 - 0.1 \\cdot 0.5 / \\sqrt{0.25} = 0.9$",
    ),
    Method(
        r"\bRMS ?prop\b|\bada ?grad\b",
        _STEPPED,
        "w - r g/√v",
        {"w": OLD, "r": RATE, "g": SLOPE, "v": Role("v|s|G|r|E.*", r"accumulat|average|cache")},
        (
            Wrong(
                "adam/no-root",
                "w - r g/v",
                "it is divided by {v} itself instead of its square root",
            ),
            Wrong("update/ascent", "w + r g/√v", "the step goes up the gradient; it has to be taken away"),
            Wrong(
                "update/scale-left-out",
                "w - r g",
                "the gradient is not divided by the root of {v}",
                "$w_1 = 1 - 0.1 \\cdot 0.5 = 0.95$",
                "It is the step that is always made.",
            ),
        ),
        unless=r"maximi[sz]|ascent|momentum|\badam\b",
        not_of=_SLOPES,
        given="RMSprop with learning rate 0.1, $w_0 = 1$, gradient $g = 0.5$ and $v = 0.04$.\n\n",
        line="$w_1 = 1 - 0.1 \\cdot 0.5 / \\sqrt{0.04} = 0.75$",
    ),
    Method(
        r"\bada ?grad\b",
        r"\| [vsGr](?:_|$)|accumulat",
        "v + g^2",
        {"v": Role("@", nought=True), "g": Role("g|∇.*", "gradient")},
        (
            Wrong("update/not-squared", "v + g", "the gradient {g} is not squared; squares are accumulated"),
            Wrong("update/old-lost", "g^2", "the old value {v} is left out; squares are accumulated"),
        ),
        not_of=r"hat",
    ),
    Method(
        r"clip[^.]{0,60}norm|norm[- ]clip|clip by (?:the )?(?:global |L2 )?norm",
        r"clip|rescal",
        "g c/n",
        {
            "g": Role("g|∇.*|@", "gradient"),
            "c": Role("c|C|τ|θ|tau|max_norm", r"clip|threshold|max\w*(?: L2| gradient)* norm"),
            "n": Role(r"norm\(.*|bars\(.*|‖.*|\|.*", r"\bnorm\b(?!.*(?:max|clip|threshold))"),
        },
        (
            Wrong(
                "clipping/by-component",
                "min(g, c)",
                "the component {g} is cut at {c}; clipping by norm scales all of them by {c}/{n}",
                "clipped: $\\min(3, 2) = 2$",
                "Both are called clipping; cutting the components turns the direction.",
            ),
            Wrong(
                "clipping/by-component",
                "max(g, -c)",
                "the component {g} is cut at −{c}; clipping by norm scales all of them by {c}/{n}",
            ),
            Wrong(
                "clipping/not-divided",
                "g c",
                "{g} is multiplied by {c} and not divided by the norm {n}",
                "clipped: $3 \\cdot 2 = 6$",
                "The factor is the quotient of two norms, of which one is left out.",
            ),
            Wrong(
                "clipping/to-one",
                "g/n",
                "it is scaled to length 1 instead of the threshold {c}",
                "clipped: $3 / 5 = 0.6$",
                "A vector divided by its length is a familiar thing.",
            ),
            Wrong(
                "clipping/turned",
                "g n/c",
                "the factor is upside down: it is {c}/{n}",
                "clipped: $3 \\cdot 5 / 2 = 7.5$",
                "The quotient of the two norms is remembered, but not which is above.",
            ),
        ),
        unless=r"(?:clip\w* by|by) value|component-?wise|element-?wise|per component",
        not_of=r"\bfactor|\bscale\b|\bnorm\b",
        given="Clip the gradient to the maximal norm $c = 2$. Here $g = (3, 4)$ and $\\|g\\| = 5$.\n\n",
        line="clipped: $3 \\cdot 2 / 5 = 1.2$",
    ),
    Method(
        r"clip[^.]{0,60}norm|norm[- ]clip|clip by (?:the )?(?:global |L2 )?norm",
        r"\bfactor|\bscale\b|\bscaling",
        "c/n",
        {
            "c": Role("c|C|τ|θ|tau|max_norm", r"clip|threshold|max\w*(?: L2| gradient)* norm"),
            "n": Role(r"norm\(.*|bars\(.*|‖.*|\|.*", r"\bnorm\b(?!.*(?:max|clip|threshold))"),
        },
        (Wrong("clipping/turned", "n/c", "the factor is upside down: it is {c}/{n}"),),
    ),
    Method(
        r"cosine (?:annealing|schedule|decay|learning)|cosine[^.\n]{0,30}\bschedul",
        r"\| (?:η|α|lr|γ|ηt|eta)(?:_|\(|$)|learning rate|\blr\b|step \d",
        "a + 1/2 (b - a) (1 + cos(π t/T))",
        {
            "a": Role(
                r"[ηα]_\{?min\}?|lr_\{?min\}?|ηmin|[ηα]_\{?(?:end|final|f)\}?", r"\bmin|final|floor|lowest"
            ),
            "b": Role(
                r"[ηα]_\{?max\}?|lr_\{?max\}?|ηmax|[ηα]_\{?(?:0|start|base)\}?",
                r"\bmax|peak|initial|start|base",
            ),
            "t": Role(index=True),
            "T": Role("T|T_\\{?max\\}?|N|S", r"total|steps|epochs|over"),
        },
        (
            Wrong(
                "schedule/not-halved",
                "a + (b - a) (1 + cos(π t/T))",
                "the half before 1 + cos is missing, so that it starts at twice the range",
                "$\\eta_{50} = 0.1 + (0.9 - 0.1) \\cdot (1 + \\cos(\\pi \\cdot 50/200)) = 1.4657$",
                "One plus a cosine runs from 2 to 0.",
            ),
            Wrong(
                "schedule/other-way",
                "a + 1/2 (b - a) (1 - cos(π t/T))",
                "the cosine is taken away, so that the rate grows; it is 1 + cos",
                "$\\eta_{50} = 0.1 + 0.5 (0.9 - 0.1) \\cdot (1 - \\cos(\\pi \\cdot 50/200)) = 0.2172$",
                "The formula of a warm-up has the other sign.",
            ),
            Wrong(
                "schedule/floor-left-out",
                "1/2 (b - a) (1 + cos(π t/T))",
                "the lowest rate {a} is not added",
                "$\\eta_{50} = 0.5 (0.9 - 0.1) \\cdot (1 + \\cos(\\pi \\cdot 50/200)) = 0.6828$",
                "Mostly the lowest rate is nought.",
            ),
            Wrong(
                "schedule/range",
                "a + 1/2 b (1 + cos(π t/T))",
                "the half belongs to {b} − {a}, not to {b} alone",
                "$\\eta_{50} = 0.1 + 0.5 \\cdot 0.9 \\cdot (1 + \\cos(\\pi \\cdot 50/200)) = 0.8682$",
                "Mostly the lowest rate is nought.",
            ),
        ),
        unless=r"warm restart|with restart|SGDR|warm-?up|cycl",
        given=_COSINE,
        line="$\\eta_{50} = 0.1 + 0.5 (0.9 - 0.1) \\cdot (1 + \\cos(\\pi \\cdot 50/200)) = 0.7828$",
    ),
    Method(
        r"step decay|every \d+ (?:epochs|steps)|decay(?:ed|s)? (?:by|with) (?:a )?(?:factor )?",
        r"epoch|step|\| (?:η|α|lr)|learning rate",
        "a g^n",
        {
            "a": Role(r"[ηα]_?0?|lr_?0?", r"start|initial|learning rate"),
            "g": Role("γ|d|k|ρ|gamma", r"multiplied by|factor|decay"),
            "n": ANY,
        },
        (
            Wrong(
                "schedule/times-for-power",
                "a n g",
                "the factor {g} is multiplied by the number of drops; it has to be raised to it",
                "epoch 30: $0.1 \\cdot 3 \\cdot 0.5 = 0.15$",
                "A product that is repeated looks like a sum that is repeated.",
            ),
        ),
        unless=r"warm-?up|cosine|weight decay|momentum|\badam\b",
        given="Step decay: the learning rate starts at 0.1 and is multiplied by 0.5 every 10 epochs.\n\n",
        line="epoch 30: $0.1 \\cdot 0.5^3 = 0.0125$",
    ),
    Method(
        r"linear warm-?up",
        r"\| (?:η|α|lr)|learning rate|\blr\b|step \d|warm",
        "p t/T",
        {
            "p": Role(r"[ηα]_\{?(?:max|peak|base|0)\}?|lr_?max|η|lr", r"peak|base|target|max|learning rate"),
            "t": Role(index=True),
            "T": Role("T_\\{?w.*|W|N_w.*|T|w", r"warm-?up"),
        },
        (
            Wrong("schedule/upside-down", "p T/t", "the share of the warm-up is upside down: it is t/{T}"),
            Wrong("schedule/remaining", "p (1 - t/T)", "the rate falls; in the warm-up it grows as t/{T}"),
        ),
    ),
)
