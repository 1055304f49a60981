"""Layers: neurons, normalisation, initialisation, sizes, pooling, recurrent cells."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import ANY, Method, Role, Wrong, wrong

_VARIANCE = Role(r"σ\^2|σ²|Var.*|var|v|s\^2|σ_.*\^2|v_B|σ\^2_B", r"\bvariance\b|mean of (?:the )?squares")
_INPUTS = Role(r"n_\{?(?:in|i)\}?|fan_?in|n|fan-in|n_in", r"fan[- ]?in|\binputs?\b")
_OUTPUTS = Role(r"n_\{?(?:out|o)\}?|fan_?out|m|fan-out", r"fan[- ]?out|\boutputs?\b|\bunits\b", needed=False)
_SPREAD = r"varian|\| (?:Var|σ_w\^2|σ\^2|σ²|σ_w²|σ_W\^2)"

LAYERING = (
    Method(
        r"\brelu\b|max\s*\(\s*0\s*,",
        r"\| (?:h|a|H|A|g)(?:_|$)|hidden|relu|activation",
        "relu(z)",
        {"z": Role("z|a|u|s|net|pre", same=True)},
        (Wrong("relu/left-out", "z", "ReLU makes {z} to 0, and it is passed on as it is"),),
        unless=r"leaky|\bELU\b|GELU|SELU|PReLU|softplus|swish|tanh|linear (?:hidden|layer|unit)",
        bare=True,
        not_of=r"pre-?activation|weighted|before|input|output|\| [zsu](?:_|$)",
    ),
    Method(
        r"neuron|\bunit\b|perceptron|\blayer\b",
        r"\| (?:z|a|net|s|u|y|o)(?:_|$)|bias",
        "s + b",
        {
            "s": Role("", r"weighted sum|\bsum\b|dot product|without (?:the )?bias"),
            "b": Role("b|bias|w_0|θ", r"\bbias\b"),
        },
        (Wrong("perceptron/bias-sign", "s - b", "the bias is {b}, and it is put in with the other sign"),),
        unless=r"threshold|[-−]\s*(?:θ|\\theta|b\b)|minus the bias|subtract\w* (?:the )?bias",
        not_of=r"without|\| b",
    ),
    Method(
        r"neuron|\bunit\b|perceptron|\blayer\b",
        r"\| (?:z|a|net|s|u|y|o)(?:_|$)|bias|pre-?activation",
        "sum(w ⊙ x) + b",
        {
            "w": Role("w|W|weights", r"weights?", vector=True),
            "x": Role("x|input|inputs|h|a", r"inputs?", vector=True),
            "b": Role("b|bias|w_0", r"\bbias\b"),
        },
        (
            Wrong(
                "perceptron/bias-sign",
                "sum(w ⊙ x) - b",
                "the bias is {b}, and it is put in with the other sign",
            ),
            Wrong("perceptron/no-bias", "sum(w ⊙ x)", "the bias {b} is left out"),
        ),
        unless=r"threshold|[-−]\s*(?:θ|\\theta|b\b)|minus the bias|subtract\w* (?:the )?bias",
        not_of=r"without|\| b|weighted sum|before|\bdot\b|\bw\b.*\bx\b|no bias",
    ),
    Method(
        r"layer ?norm|batch ?norm|normali[sz][^.]{0,80}varian|varian[^.]{0,80}normali",
        r"\| hat\(x\)|\| (?:x̂|x_hat|xhat|z|n)(?:_|$)|normali[sz]e",
        "d/√v",
        {"d": ANY, "v": _VARIANCE},
        (Wrong("layer_norm/no-root", "d/v", "it is divided by the variance {v} instead of its square root"),),
        not_of=r"varian|\bstd\b|deviation",
        unless=r"RMS ?norm",
    ),
    Method(
        r"layer ?norm|batch ?norm|normali[sz]",
        r"\| hat\(x\)|\| (?:x̂|x_hat|xhat|z|n)(?:_|$)|normali[sz]ed",
        "(x - m)/√(v + e)",
        {
            "x": ANY,
            "m": Role(r"μ|μ_.*|mean|m|bar\(x\)", r"\bmean\b"),
            "v": _VARIANCE,
            "e": Role("ε|eps", "epsilon"),
        },
        (
            Wrong(
                "layer_norm/no-root",
                "(x - m)/(v + e)",
                "it is divided by the variance {v} instead of its square root",
            ),
            Wrong(
                "layer_norm/epsilon-outside",
                "(x - m)/(√v + e)",
                "ε is added to the root; it belongs under it",
            ),
            Wrong("layer_norm/mean-kept", "x/√(v + e)", "the mean {m} is not taken away"),
            Wrong(
                "layer_norm/mean-added",
                "(x + m)/√(v + e)",
                "the mean {m} is added instead of taken away",
                "$\\hat x_1 = (5 + 3)/\\sqrt{4 + 0} = 4$",
                "A minus is taken for a plus.",
            ),
        ),
        given="Batch normalisation: mean $\\mu = 3$, variance $v = 4$, $\\epsilon = 0$.\n\n",
        line="$\\hat x_1 = (5 - 3)/\\sqrt{4 + 0} = 1$",
        not_of=r"varian|\bstd\b|deviation",
    ),
    Method(
        r"layer ?norm|batch ?norm|normali[sz]",
        r"\| y(?:_|$)|scale|shift|affine|\boutput",
        "g x + b",
        {
            "g": Role("γ|g|gamma", r"\bgain\b|\bscale\b"),
            "b": Role("β|b|beta", r"\bshift\b|\bbias\b"),
            "x": Role(r"hat\(x\)|x̂|x_hat|xhat|z|n", r"normali[sz]ed"),
        },
        (
            Wrong(
                "layer_norm/shifted-first",
                "g (x + b)",
                "the shift {b} is added before the scale {g} is applied",
            ),
            Wrong(
                "layer_norm/exchanged",
                "b x + g",
                "scale and shift stand in each other's place: {g} is the scale",
                "$y_1 = 0.5 \\cdot 1.2 + 2 = 2.6$",
                "Two Greek letters that are always named together.",
            ),
            Wrong(
                "layer_norm/shift-turned",
                "g x - b",
                "the shift {b} is put in with the other sign",
                "$y_1 = 2 \\cdot 1.2 - 0.5 = 1.9$",
                "A sign is lost on the way.",
            ),
            Wrong("layer_norm/shift-ignored", "g x", "the shift {b} is left out"),
            Wrong("layer_norm/scale-ignored", "x + b", "the scale {g} is left out"),
        ),
        given="Layer normalisation with $\\gamma = 2$ and $\\beta = 0.5$. Normalised: $\\hat x_1 = 1.2$\n\n",
        line="$y_1 = 2 \\cdot 1.2 + 0.5 = 2.9$",
    ),
    Method(
        r"RMS ?norm|root mean square",
        r"\bRMS\b|root mean",
        "√(mean(x^2))",
        {"x": Role(r"x|h|v|a|z|u|y", r"\btoken\b|\bvector\b|\binput\b|activations", vector=True)},
        (
            wrong("no-root", "mean(x^2)", "the root of the mean is not taken"),
            wrong("left-out", "√(sum(x^2))", "the squares are not divided by their number"),
            wrong("other-method", "√(sum(x^2))/len(x)", "the sum is divided before the root is taken"),
            wrong(
                "other-method", "abs(mean(x))", "this is the mean; it is that of the squares that is meant"
            ),
        ),
        not_of=r"mean (?:of (?:the )?)?squares?\b|mean square(?!d? root)|MS\b(?<!RMS)|\^2|RMS ?E",
    ),
    Method(
        r"RMS ?norm|root mean square",
        r"\| hat\(x\)|\| (?:x̂|y|z|n)(?:_|$)|normali[sz]ed",
        "x/√v",
        {"x": ANY, "v": Role(r"ms|m|s", r"mean (?:of (?:the )?)?squares?|mean square(?!d? root)")},
        (
            Wrong(
                "rms_norm/no-root",
                "x/v",
                "it is divided by the mean square {v} instead of its root",
                "normalised: $y_1 = 6 / 4 = 1.5$",
                "The root is left for later and forgotten.",
            ),
        ),
        given="RMSNorm: the mean of the squares is 4.\n\n",
        line="normalised: $y_1 = 6 / \\sqrt{4} = 3$",
    ),
    Method(
        r"\bHe\b[^.\n]{0,20}(?:init|\(|fan|varian|normal|uniform)|after He\b|He-init|Kaiming",
        _SPREAD,
        "2/n",
        {"n": _INPUTS, "m": _OUTPUTS},
        (
            Wrong(
                "initialisation/other-method",
                "1/n",
                "this is the variance of LeCun and Xavier; that of He is 2/{n}",
                "Variance: $1/200 = 0.005$",
                "The factor 2 stands for the half that a ReLU takes away.",
            ),
            Wrong(
                "initialisation/other-method",
                "2/(n + m)",
                "2/({n} + {m}) is the variance of Xavier; that of He is 2/{n}",
            ),
            Wrong(
                "initialisation/other-side",
                "2/m",
                "it is divided by the outputs {m}; He takes the inputs {n}",
                "Variance: $2/50 = 0.04$",
                "Both widths are given.",
            ),
        ),
        unless=r"Xavier|Glorot|LeCun|fan[- _]?out (?:mode|version)|leaky",
        not_of=r"pre-?activation|output|\(z\)|Var\(z|y\)",
        given="He initialisation of a layer with $n_{in} = 200$ and $n_{out} = 50$.\n\n",
        line="Variance: $2/200 = 0.01$",
    ),
    Method(
        r"Xavier|Glorot",
        _SPREAD,
        "2/(n + m)",
        {"n": _INPUTS, "m": Role(_OUTPUTS.name, _OUTPUTS.words)},
        (
            Wrong(
                "initialisation/other-method",
                "2/n",
                "2/{n} is the variance of He; that of Xavier is 2/({n} + {m})",
            ),
            Wrong(
                "initialisation/one-over",
                "1/(n + m)",
                "the 2 above the sum {n} + {m} is missing",
                "Variance: $1/250 = 0.004$",
                "One over the mean of the widths becomes one over their sum.",
            ),
            Wrong(
                "initialisation/other-method",
                "6/(n + m)",
                "6/({n} + {m}) is the square of the bound of the uniform one",
            ),
        ),
        unless=r"\bHe\b|Kaiming|LeCun|1/n|\\frac\{?1\}?\{n|fan[- ]?in (?:only|version|mode)",
        not_of=r"pre-?activation|output|\(z\)|Var\(z|y\)",
        also=("1/n",),
        given="Xavier initialisation of a layer with $n_{in} = 200$ and $n_{out} = 50$.\n\n",
        line="Variance: $2/250 = 0.008$",
    ),
    Method(
        r"(?:average|mean|avg)[- ]pool.{0,400}?\d[\s$]?(?:[x×]|\\times)[\s$]?\d"
        r"|\d[\s$]?(?:[x×]|\\times)[\s$]?\d.{0,400}?(?:average|mean|avg)[- ]pool",  # of windows
        r".",
        "s/(k k)",
        {"s": ANY, "k": Role("k|K|window", r"\d\s*[x×]\s*$|\\times\s*$|window|pool\w*|kernel")},
        (
            Wrong(
                "avg_pool/by-side",
                "s/k",
                "the sum of a {k}×{k} window is divided by {k}; it has {k}² numbers",
                "top left: $10/2 = 5$",
                "The size of a window is spoken of by its side.",
            ),
        ),
        unless=r"global|1\s*[x×]\s*\d|\\times\s*1\b",
        not_of=r"size|width|height|shape|output|/ ?stride",
        given="Average pooling, $2 \\times 2$ window, $k = 2$. The first window adds up to 10.\n\n",
        line="top left: $10/4 = 2.5$",
    ),
    Method(
        r"\bLSTM\b",
        r"\| h(?:_|$)|hidden state|\boutput\b",
        "o tanh(c)",
        {
            "o": Role("o|o_t|o_\\d", r"output gate"),
            "c": Role("c|c_t|C|C_t|c_\\d", r"cell state|new cell", last=True),
        },
        (
            Wrong("lstm_cell/no-tanh", "o c", "the cell state {c} goes through tanh before the output gate"),
            Wrong("lstm_cell/sigmoid", "o sigmoid(c)", "the cell state goes through tanh, not σ"),
            Wrong(
                "lstm_cell/gate-inside",
                "tanh(o c)",
                "the output gate stands inside of tanh; it multiplies tanh(c)",
            ),
            Wrong("lstm_cell/no-output-gate", "tanh(c)", "the output gate {o} is left out"),
        ),
        unless=r"peephole|variant|simplified|without (?:the )?tanh",
        not_of=r"gate|tanh",
    ),
    Method(
        r"\bconv|kernel|filter",
        r"\bsize|width|height|\boutput|\| (?:o|n_out|H|W|H_out|W_out|n|out)(?:_|$)",
        "(n + 2 p - k)/s + 1",
        {
            "n": Role("n|H|W|N|i|I|W_in|H_in|n_in", r"input|image|\bsize\b"),
            "k": Role("k|K|F|f", r"kernel|filter"),
            "p": Role("p|P", r"padding"),
            "s": Role("s|S", r"stride"),
        },
        (
            Wrong("conv_size/no-one", "(n + 2 p - k)/s", "the 1 behind the quotient is missing"),
            Wrong("conv_size/padding-once", "(n + p - k)/s + 1", "the padding {p} counts on both sides"),
            Wrong("conv_size/padding-ignored", "(n - k)/s + 1", "the padding {p} is left out"),
            Wrong("conv_size/stride-ignored", "n + 2 p - k + 1", "it is not divided by the stride {s}"),
            Wrong("conv_size/one-inside", "(n + 2 p - k + 1)/s", "the 1 belongs behind the quotient"),
        ),
        unless=r"transposed conv|deconv|dilat|same padding",
        also=("floor((n + 2 p - k)/s) + 1",),
        not_of=r"param|weights|pool",
    ),
    Method(
        r"\bconv",
        r"param|weights",
        "k k c d + d",
        {
            "k": Role("k|K|F", r"kernels?|filters?"),
            "c": Role(r"[cC]_\{?in\}?", r"channels?|inputs?"),
            "d": Role(r"[cC]_\{?out\}?", r"channels?|filters|outputs?"),
        },
        (
            Wrong("conv_params/no-inputs", "k k d + d", "every filter reaches over all {c} input channels"),
            Wrong("conv_params/no-outputs", "k k c + d", "there are {d} filters, each with its own weights"),
            Wrong("conv_params/one-bias", "k k c d + 1", "every one of the {d} filters has a bias"),
        ),
        unless=r"depthwise|separable|group|without (?:a )?bias|no bias|bias-free",
        also=("k k c d",),
    ),
    Method(
        r"receptive field",
        r"receptive|\| [rR](?:_|F|$)|layer|^\w+:?",
        "r + (k - 1) j",
        {
            "r": Role("r|R|RF", r"receptive field", loose=True),
            "k": Role("k|K", r"kernel|filter", loose=True),
            "j": Role("j|J|S", r"jump|product of (?:the )?strides", loose=True),
        },
        (
            Wrong(
                "receptive_field/whole-kernel",
                "r + k j",
                "a kernel adds {k} − 1 steps, not {k}",
                "Receptive field: $r_2 = 3 + 5 \\cdot 2 = 13$",
                "The first position of the kernel is seen already.",
            ),
            Wrong(
                "receptive_field/jump-ignored",
                "r + k - 1",
                "the steps of the kernel are not multiplied by the jump {j}",
                "Receptive field: $r_2 = 3 + 5 - 1 = 7$",
                "With strides of one it is the same.",
            ),
        ),
        unless=r"\bbackward|from the (?:top|output|last)|\(r(?:_\{?\w+\}?)?\s*[-−]\s*1\)",
        not_of=r"\| j|jump|transpos|n\s*=",
        given="Receptive field: $r_1 = 3$, the next kernel has $k = 5$, and the jump is $j = 2$.\n\n",
        line="Receptive field: $r_2 = 3 + (5 - 1) \\cdot 2 = 11$",
    ),
)
