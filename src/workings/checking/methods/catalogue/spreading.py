"""Means and spreads: first weights, standardising, samples, lines through points, chances."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.methods.catalogue.method import ANY, Method, Role, wrong
from workings.checking.methods.catalogue.roles import INPUTS, MEAN, OUTPUTS, PRIOR, SEEN, SPREAD, VARIANCE

_IN = replace(INPUTS, name=r"n|n_in|n_\{in\}|fan_in|fan_\{in\}|d_in|m|n_i")
_OUT = replace(OUTPUTS, name=r"m|n_out|n_\{out\}|fan_out|fan_\{out\}|d_out|n_o")
_GLOROT = r"Xavier|Glorot"
_HE = r"\bHe\b[^.\n]{0,20}(?:init|\(|fan|varian|normal|uniform|limit|bound)|He-init|Kaiming|\bHe('s)? "
_LIMIT = r"limit|bound|range|interval|\| (?:a|r|l|b)(?:_|$)|uniform"
_COUNT = Role(r"n|N|m", r"\bsamples\b|observations|measurements|runs|\bn\b|examples|points|size|people|items")
_LIST = Role(
    r"x|y|data|values|z|a",
    r"values|data|sample|numbers|measure\w+|results|scores|features|accurac\w+",
    vector=True,
)
_HIT = Role(r"P\([^()]*[|∣][^()]*\)", r"sensitiv\w*|true positive|hit rate|likelihood|detect\w*|power")
_FALSE = Role(r"P\([^()]*[|∣][^()]*\)", r"false (?:positive|alarm)s?(?: rate)?|wrongly")

SPREADING = (
    Method(
        _GLOROT,
        _LIMIT,
        "√(6/(n + m))",
        {"n": _IN, "m": _OUT},
        (
            wrong(
                "other-method",
                "√(2/(n + m))",
                "this is the standard deviation of the normal form; the limit has a 6",
            ),
            wrong("no-root", "6/(n + m)", "the root is not taken"),
            wrong("left-out", "√(6/n)", "the outputs {m} belong to the sum as well"),
            wrong("other-method", "√(3/(n + m))", "the limit has a 6 above"),
            wrong("other-method", "√(6/(n m))", "inputs and outputs are added, not multiplied"),
            wrong("other-method", "√(1/(n + m))", "the limit has a 6 above"),
        ),
        unless=r"\bHe\b|Kaiming|LeCun",
        bare=True,
        not_of=r"varian|normal|standard dev|\bHe\b|Kaiming",
    ),
    Method(
        _GLOROT,
        r"standard dev|\bstd\b|\bsd\b|\| σ$|\| (?:σ|s)(?:_|$)",
        "√(2/(n + m))",
        {"n": _IN, "m": _OUT},
        (
            wrong("no-root", "2/(n + m)", "this is the variance; the standard deviation is its root"),
            wrong("other-method", "√(6/(n + m))", "this is the limit of the uniform form"),
            wrong("left-out", "√(2/n)", "the outputs {m} belong to the sum as well"),
            wrong("left-out", "√(1/(n + m))", "there is a 2 above"),
        ),
        unless=r"\buniform|\bHe\b|Kaiming|LeCun",
        bare=True,
        not_of=r"varian|limit|\bHe\b|Kaiming",
    ),
    Method(
        _HE,
        r"standard dev|\bstd\b|\bsd\b|\| (?:σ|s)(?:_|$)",
        "√(2/n)",
        {"n": _IN, "m": replace(_OUT, needed=False)},
        (
            wrong("no-root", "2/n", "this is the variance; the standard deviation is its root"),
            wrong("other-method", "√(1/n)", "with ReLU there is a 2 above"),
            wrong("other-size", "√(2/m)", "it is the number of inputs {n} that counts"),
            wrong("other-method", "√(2/(n + m))", "this is Glorot's rule; He's has the inputs alone"),
            wrong("other-method", "√2/n", "the root goes over the number of inputs {n} as well"),
        ),
        bare=True,
        not_of=r"varian|limit|Xavier|Glorot|LeCun|tanh|uniform|activation|output|signal",
        unless=r"fan[- _]out|Xavier|Glorot|LeCun",
    ),
    Method(
        _HE,
        _LIMIT,
        "√(6/n)",
        {"n": _IN, "m": replace(_OUT, needed=False)},
        (
            wrong(
                "other-method",
                "√(2/n)",
                "this is the standard deviation; the limit of the uniform form has a 6",
            ),
            wrong("other-method", "√(6/(n + m))", "this is Glorot's rule; He's has the inputs alone"),
            wrong("no-root", "6/n", "the root is not taken"),
        ),
        bare=True,
        not_of=r"varian|normal|standard dev|Xavier|Glorot",
        unless=r"fan[- _]out|Xavier|Glorot|LeCun",
    ),
    Method(
        r"uniform[^.]{0,80}(?:\[\s*[-−]|±|\\pm)|Glorot|Xavier|Kaiming",
        r"varian",
        "a^2/3",
        {"a": Role(r"a|r|b|limit|l|c", r"\blimit\b|bound|\[-")},
        (
            wrong(
                "other-size",
                "a^2/12",
                "the interval from −{a} to {a} is 2 · {a} wide: its variance is {a}²/3",
            ),
            wrong("other-method", "a/3", "{a} is not squared"),
            wrong("other-method", "a^2/6", "the variance of an interval from −{a} to {a} is {a}²/3"),
            wrong("other-method", "a^2/2", "the variance of an interval from −{a} to {a} is {a}²/3"),
            wrong("rooted", "a/√3", "this is the standard deviation"),
        ),
        not_of=r"signal|input|pre-?activation|output|\| (?:Var|variance)\((?:z|y|h)",
    ),
    Method(
        r"\buniform|\bU\s?\(\s*[-−]",
        r"\blimit|\bbound|\brange\b|\binterval|\| (?:a|r|l|b|c|limit|bound)$",
        "√(3 v)",
        {"v": replace(VARIANCE, name=r"σ\^2|σ²|Var.*|var.*|variance.*|σ_.\^2")},
        (
            wrong(
                "left-out", "√v", "this is the standard deviation; a uniform variable reaches √3 times as far"
            ),
            wrong("other-size", "√(12 v)", "this is the width of the interval; its bound is half of it"),
        ),
        unless=r"\[\s*0\s*,",
        not_of=r"width|whole|two sides|between|varian\w* (?:is|of)",
        also=("√(6 v)",),
    ),
    Method(
        r"Xavier|Glorot|\bHe\b|Kaiming|initiali[sz]|fan[- _]in",
        r"varian[^|]*(?:pre-?activation|signal|output|sum|\bz\b)|\| (?:Var|variance)\((?:z|y|a|h|s)",
        "n v q",
        {
            "n": _IN,
            "v": Role(
                r"Var\(w.*|variance\(w.*|σ_w\^2|σ\^2",
                r"varian\w* of (?:a |each |the )?(?:single )?weights?|weight varian\w*",
                loose=True,
            ),
            "q": Role(r"Var\(x.*|variance\(x.*|σ_x\^2", r"varian\w*|inputs? (?:have|varian)", loose=True),
        },
        (
            wrong(
                "rooted", "√n v q", "the variances of {n} terms are added up: the factor is {n}, not its root"
            ),
            wrong("squared", "n v v q", "the variance of the weights is taken once"),
        ),
        also=("n v", "v n q/2", "n v/2"),
    ),
    Method(
        r"standardi[sz]|z-?scores?|\bz-score",
        r"standardi|z-?score|\| z",
        "(x - m)/s",
        {"x": SEEN, "m": MEAN, "s": SPREAD, "v": replace(VARIANCE, needed=False)},
        (
            wrong(
                "no-root",
                "(x - m)/v",
                "it is divided by the variance {v}; it has to be the standard deviation {s}",
            ),
            wrong(
                "multiplied", "(x - m) s", "it is multiplied by the standard deviation {s} instead of divided"
            ),
            wrong("sign", "(m - x)/s", "the mean is taken away from the value, not the other way"),
        ),
    ),
    Method(
        r"min-?max|scaled? to \[?\(?0",
        r"scal|normali|min-?max|\| x",
        "(x - a)/(b - a)",
        {
            "x": SEEN,
            "a": Role(r"x_min|min.*|a|x_\{min\}", r"\bmin\w*|smallest|lowest"),
            "b": Role(r"x_max|max.*|b|x_\{max\}", r"\bmax\w*|largest|highest"),
        },
        (
            wrong("left-out", "(x - a)/b", "below stands the range {b} − {a}, not the largest alone"),
            wrong("left-out", "x/b", "the smallest {a} has to be taken away above and below"),
            wrong("sign", "(b - x)/(b - a)", "above stands the distance from the smallest"),
        ),
    ),
    Method(
        r"sample (?:variance|standard)|unbiased|Bessel",
        r"varian|\| s\^2|s²",
        "sum((x - mean(x))^2)/(len(x) - 1)",
        {"x": _LIST},
        (
            wrong(
                "other-size",
                "sum((x - mean(x))^2)/len(x)",
                "the sample variance is divided by one less than the number of values",
            ),
            wrong("other-method", "√(sum((x - mean(x))^2)/(len(x) - 1))", "this is the standard deviation"),
        ),
        unless=r"population|batch ?norm|layer ?norm|biased",
        bare=True,
    ),
    Method(
        r"standard error|confidence interval|\bSEM\b",
        r"standard error|\| (?:SE|SEM|se)",
        "s/√n",
        {"s": SPREAD, "n": _COUNT},
        (
            wrong("no-root", "s/n", "it is divided by {n} itself instead of its root"),
            wrong("left-out", "s", "the standard deviation is not divided by the root of {n}"),
            wrong("squared", "s^2/n", "this is the square of the standard error"),
            wrong("multiplied", "s √n", "it is multiplied by the root of {n} instead of divided"),
            wrong(
                "other-size", "s/√(n - 1)", "it is the root of {n}; the 1 is taken away within {s} already"
            ),
        ),
        bare=True,
    ),
    Method(
        r"confidence interval|95 ?\\?%",
        r"interval|half-?width|margin|±|upper|lower",
        "1.96 s/√n",
        {"s": SPREAD, "n": _COUNT},
        (
            wrong("no-root", "1.96 s/n", "it is divided by {n} itself instead of its root"),
            wrong("left-out", "1.96 s", "the standard deviation is not divided by the root of {n}"),
        ),
    ),
    Method(
        r"correlation|Pearson",
        r"correlation|\| (?:r|ρ)",
        "c/(s t)",
        {"c": Role(r"cov.*|Cov.*|S_xy|s_xy|c", r"covariance"), "s": SPREAD, "t": SPREAD},
        (
            wrong(
                "squared",
                "c/(s^2 t^2)",
                "it is divided by the variances; below stand the standard deviations",
            ),
            wrong("rooted", "c/√(s t)", "no root is taken of {s} · {t}"),
            wrong("other-method", "c/(s + t)", "the standard deviations are multiplied, not added"),
            wrong("left-out", "c/s", "it is divided by both standard deviations"),
        ),
    ),
    Method(
        r"least squares|regression|line of best fit",
        r"intercept|\| (?:b|a|b_0|β_0|w_0|c)(?:_|$)|bias",
        "y - w x",
        {
            "y": Role(r"bar\(y\)|ȳ|y_mean|mean_y|ymean", r"mean (?:of )?(?:the )?(?:y|target)"),
            "x": Role(r"bar\(x\)|x̄|x_mean|mean_x|xmean", r"mean (?:of )?(?:the )?(?:x|input)"),
            "w": Role(r"w|b|a|m|b_1|β_1|w_1|slope|β", r"slope"),
        },
        (
            wrong("sign", "y + w x", "the slope times the mean of x is taken away"),
            wrong("exchanged", "x - w y", "the means have changed places"),
            wrong("left-out", "y - x", "the mean of x is not multiplied by the slope {w}"),
            wrong("left-out", "y - w", "the slope {w} is not multiplied by the mean of x"),
        ),
    ),
    Method(
        r"least squares|regression|line of best fit",
        r"slope|\| (?:w|b|a|m|b_1|β_1|w_1)(?:_|$)",
        "c/v",
        {
            "c": Role(r"S_xy|s_xy|Sxy|cov.*|S_\{xy\}", r"covariance|sum of (?:the )?products"),
            "v": Role(r"S_xx|s_xx|Sxx|Var\(x\)|S_\{xx\}", r"variance of x|sum of (?:the )?squares"),
            "u": Role(r"S_yy|s_yy|Syy|S_\{yy\}", r"variance of y", needed=False),
        },
        (
            wrong("upside-down", "v/c", "the quotient is upside down"),
            wrong("other-size", "c/u", "it is divided by the spread of x, not that of y"),
            wrong("rooted", "c/√v", "no root is taken of {v}"),
        ),
    ),
    Method(
        r"\bBayes|posterior|\bprior\b",
        r"posterior|\| [Pp]\(.*[|∣]|given|Bayes",
        "h q/(h q + f (1 - q))",
        {"h": _HIT, "f": _FALSE, "q": PRIOR},
        (
            wrong(
                "left-out",
                "h q/(h + f)",
                "the likelihoods below have to be weighted with the priors {q} and 1 − {q}",
            ),
            wrong("left-out", "h q/(h q + f)", "the second likelihood {f} is not weighted with 1 − {q}"),
            wrong("left-out", "h/(h + f)", "the priors {q} and 1 − {q} are left out"),
            wrong("other-size", "h q/(h q + f q)", "the second prior is 1 − {q}"),
        ),
        not_of=r"joint|numerator|evidence|prior:|likelihood",
    ),
    Method(
        r"Gaussian|normal (?:distribution|density)|\bpdf\b",
        r"density|pdf|likelihood|\| (?:p|f|N|φ)",
        "exp(-(x - m)^2/(2 s^2))/(√(2 π) s)",
        {"x": SEEN, "m": MEAN, "s": SPREAD},
        (
            wrong("left-out", "exp(-(x - m)^2/s^2)/(√(2 π) s)", "the 2 below the exponent is left out"),
            wrong(
                "no-square",
                "exp(-(x - m)^2/(2 s))/(√(2 π) s)",
                "the standard deviation {s} in the exponent is not squared",
            ),
            wrong(
                "squared",
                "exp(-(x - m)^2/(2 s^2))/(√(2 π) s^2)",
                "before the exponential stands {s}, not its square",
            ),
            wrong("no-root", "exp(-(x - m)^2/(2 s^2))/(2 π s)", "the root of 2π is not taken"),
            wrong(
                "no-square", "exp(-(x - m)/(2 s^2))/(√(2 π) s)", "the distance from the mean is not squared"
            ),
        ),
        unless=r"multivariate|log[- ]density",
    ),
    Method(
        r"bias[- –]variance|bias and variance",
        r"\bMSE\b|expected|error|total",
        "b^2 + v + n",
        {
            "b": Role(r"bias|b|B", r"\bbias\b"),
            "v": Role(r"var.*|Var.*|v|V", r"variance"),
            "n": Role(r"σ\^2|noise|n|ε", r"noise|irreducible", among=(0,)),
        },
        (
            wrong("no-square", "b + v + n", "the bias {b} is squared"),
            wrong("sign", "b^2 - v + n", "the variance is added"),
        ),
    ),
    Method(
        r"layer ?norm|batch ?norm|group ?norm|instance ?norm",
        r"normali[sz]|\| (?:hat\(x\)|x̂|xhat|z|y|n)(?:_|$)|standard",
        "(x - m)/√v",
        {"x": SEEN, "m": MEAN, "v": VARIANCE},
        (
            wrong("no-root", "(x - m)/v", "it is divided by the variance {v} instead of its root"),
            wrong("multiplied", "(x - m) √v", "it is multiplied by the root of {v} instead of divided"),
        ),
        not_of=r"varian|mean|shift|affine|gamma|scaled",
    ),
    Method(
        r"log-?likelihood|\bNLL\b|Gaussian|normal (?:density|distribution)|heteroscedastic",
        r"\| \([xyt](?:_\w+)?-(?:μ|hat\(y\)|m|f)(?:_\w+)?\)\^2/\(2·σ(?:_\w+)?\)$",
        "(y - m)^2/(2 s^2)",
        {
            "y": Role(r"y|x|t", r"\btarget\b|observed|\btrue\b"),
            "m": replace(MEAN, name=rf"{MEAN.name}|hat\(y\)|f"),
            "s": replace(SPREAD, words=r"standard deviation"),
        },
        (wrong("no-square", "(y - m)^2/(2 s)", "the standard deviation {s} is squared in the exponent"),),
        unless=r"Laplace|variances?\W{0,3}(?:(?:is|given by)\W{0,3})?(?:\\sigma|σ)(?!\s*(?:\^|²))",
    ),
    Method(
        r"\bPCA\b|principal component|\bSVD\b|singular value",
        r"explain|share of (?:the )?varian|varian\w* (?:ratio|share)"
        r"|^(?:the )?(?:first|second|third|PC ?\d)(?: component)? \|",
        "s^2/sum(t^2)",
        {"s": Role(r"s|σ|S|Σ", loose=True), "t": Role(r"s|σ|S|Σ", r"singular values?", vector=True)},
        (
            wrong(
                "no-square",
                "s/sum(t)",
                "variances are the squares of the singular values; their shares are made of squares",
            ),
        ),
        unless=r"eigenvalue",
        not_of=r"nuclear|\bnorm\b|singular value",
    ),
    Method(
        r"L2[- ]normali|unit (?:length|vector|norm)|normali[sz]e\w* (?:the |each )?(?:vector|embedding)",
        r"normali|unit|\| (?:hat|u|w|x)",
        "x/n",
        {"x": ANY, "n": Role(r"(?:norm|bars)\(.*\)|n|norm", r"\bnorm\b|\blength\b")},
        (
            wrong("squared", "x/n^2", "it is divided by the square of the length {n}"),
            wrong("multiplied", "x n", "it is multiplied by the length {n} instead of divided"),
        ),
        not_of=r"softmax|batch|layer|standardi",
    ),
)
