"""Losses and what is made of logarithms of chances."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import Method, Role, Wrong

_SQUARES = r"mean squared|\bMSE\b|\\frac\s*\{?1\}?\s*\{?[Nnm]\}?\s*\\sum|1/[Nnm]\s*(?:Σ|∑|\\sum)"
_EXAMPLES = Role(r"n_?\w*|N_?\w*", r"examples?|samples?|points|instances|cases|rows|records")
_IMPURITY = Role(share=True)
_ERRORS = Role(r"e|r|ε|errors?|residuals?", r"\berrors?\b|residuals?", vector=True)
_EPS = r"(?:ε|\\(?:var)?epsilon|eps(?:ilon)?|α|\\alpha)"
_COUNT = r"[KCV](?![\w'])"

SURPRISING = (
    Method(
        _SQUARES,
        r"\| ∂[A-Zℓ]/∂(?:b|w_0|θ_0|β_0)|\| db|bias",
        "2 mean(e)",
        {"e": _ERRORS},
        (
            Wrong(
                "gradient/factor-two",
                "mean(e)",
                "the 2 of the squares is lost: the loss is their mean, without a half",
            ),
            Wrong("mean/not-divided", "2 sum(e)", "the sum of the errors is not divided by their number"),
        ),
        unless=r"frac\s*\{?1\}?\s*\{?2|1/2|½|1/\(?2[Nnm]|cross|log|hat\s*\{?p|sigmoid|classif|probab",
    ),
    Method(
        r"hinge",
        r".",
        "max(0, 1 - y s)",
        {
            "y": Role("y|t|label", r"label|target|\by\b"),
            "s": Role("s|f|score|.*f\\(.*", r"score|output|margin|prediction"),
        },
        (
            Wrong("hinge/not-cut", "1 - y s", "a hinge loss is not negative: what is below 0 is cut off"),
            Wrong(
                "hinge/sign",
                "max(0, 1 + y s)",
                "the label {y} times the score {s} is taken away from 1, not added",
            ),
            Wrong("hinge/no-label", "max(0, 1 - s)", "the score is not multiplied by the label {y}"),
        ),
        unless=r"squared hinge|1 - y (?:is|may)|margin (?:of|is|=)",
        not_of=r"margin|\| (?:m|y·|y_)|product|average|mean",
    ),
    Method(
        r"perplexity",
        r"perplex|\| PPL?",
        "q^(-1/n)",
        {
            "q": Role("P|p|L", r"product|joint|sentence|probability of the"),
            "n": Role("", r"probab\w*", length=True),
        },
        (
            Wrong(
                "perplexity/other-length",
                "q^(-1/(n - 1))",
                "the root has to be that of the number of tokens, {n}",
                "Perplexity: $0.02^{-1/2} = 7.0711$",
                "The first word, or the end of the sentence, is not counted.",
            ),
            Wrong(
                "perplexity/other-length",
                "q^(-1/(n + 1))",
                "the root has to be that of the number of tokens, {n}",
            ),
            Wrong(
                "perplexity/not-inverted",
                "q^(1/n)",
                "it is the mean chance itself; the perplexity is one over it",
                "Perplexity: $0.02^{1/3} = 0.2714$",
                "The minus of the exponent is lost.",
            ),
        ),
        unless=r"\b(?:add(?:ing|ed)?|append\w*|extra|another) (?:an? )?(?:end|token|word|symbol)",
        not_of=r"PPL?\s*\(|\(\s*\\text",  # of one sentence of several
        given="Words with probabilities 0.2, 0.5 and 0.2. Product: $0.2 \\cdot 0.5 \\cdot 0.2 = 0.02$\n\n",
        line="Perplexity: $0.02^{-1/3} = 3.6840$",
    ),
    Method(
        r"information gain|entropy|decision tree|impurity|\bgini\b",
        r"after (?:the )?split|weighted|remaining|children|expected|conditional",
        "(m h + n k)/(m + n)",
        {"h": _IMPURITY, "k": _IMPURITY, "m": _EXAMPLES, "n": _EXAMPLES},
        (
            Wrong(
                "split/not-weighted",
                "(h + k)/2",
                "the two sides have {m} and {n} examples, and are weighted by that",
                "After the split: $(0.8 + 0.6)/2 = 0.7$",
                "A mean of two things is half of their sum.",
            ),
            Wrong("split/not-weighted", "h + k", "the two sides are added up without their weights"),
        ),
        not_of=r"\bgain\b",
        given="The left side has 4 examples and entropy 0.8, the right side 12 examples and entropy 0.6.\n\n",
        line="After the split: $(4 \\cdot 0.8 + 12 \\cdot 0.6)/(4 + 12) = 0.65$",
    ),
    Method(
        r"binary cross|log[- ]?loss|\bBCE\b|logistic loss",
        r".",
        "-(y ln(p) + (1 - y) ln(1 - p))",
        {
            "p": Role(
                r"p|hat\([yp]\)|ŷ|\\hat\{?[yp]\}?",
                r"predict|\bp\b|probab",
            ),
            "y": Role("y|t|label|target", r"label|target|\by\b|truth"),
        },
        (
            Wrong(
                "log_loss/same-logarithm", "-ln(p)", "the label is {y}, so it is −ln(1 − {p}), not −ln {p}"
            ),
            Wrong(
                "log_loss/labels-swapped",
                "-ln(1 - p)",
                "the label is {y}, so it is −ln {p}, not −ln(1 − {p})",
            ),
        ),
    ),
    Method(
        r"label smoothing|smoothed (?:labels?|targets?)",
        r"true|correct|target|\| y",
        "1 - e + e/K",
        {"e": Role("ε|α|eps", r"smoothing"), "K": Role("K|C|V|k", r"classes")},
        (
            Wrong(
                "smoothing/own-share-lost",
                "1 - e",
                "the true class keeps 1 − {e} and gets its own share {e}/{K} as well",
                "true class: $1 - 0.2 = 0.8$",
                "What is given away is thought to go to the other classes alone.",
            ),
            Wrong(
                "smoothing/share-taken",
                "1 - e/K",
                "all of {e} is taken from the true class, and {e}/{K} is given back",
                "true class: $1 - 0.05 = 0.95$",
                "Only one share seems to be taken away.",
            ),
        ),
        unless=r"K\s*[-−–]\s*1|number of (?:other|remaining) classes|other classes (?:share|split)"
        r"|(?:every|each) (?:other|wrong) class",
        also=("e/K",),
        not_of=r"other|wrong class|not the|\| y_[2-9]",
        given="Label smoothing: $\\varepsilon = 0.2$, $K = 4$ classes, $\\varepsilon/K = 0.05$.\n\n",
        line="true class: $1 - 0.2 + 0.05 = 0.85$",
    ),
    Method(
        r"label smoothing|smoothed (?:labels?|targets?)",
        r"(?:other|wrong|remaining|incorrect|false) class",
        "e/(K - 1)",
        {"e": Role("ε|α|eps", r"smoothing"), "K": Role("K|C|V|k", r"classes")},
        (
            Wrong(
                "smoothing/not-shared",
                "e",
                "{e} is shared out among the other classes; each gets a part of it",
                "every other class: $\\varepsilon = 0.200$",
                "What the true class loses and what another class gets are both called smoothing.",
            ),
        ),
        also=("e/K",),
        unless=r"1\s*[-−]\s*(?:\(K\s*[-−]\s*1\)|\d+)\s*(?:\\cdot|·|\*|\\,)?\s*(?:\\varepsilon|\\epsilon|ε|0\.)",
        bare=True,
        not_of=r"together|sum|total|all other|in all|shared?|split",
        given="Label smoothing: $\\varepsilon = 0.2$, $K = 5$ classes.\n\n",
        line="every other class: $\\varepsilon/4 = 0.050$",
    ),
    Method(
        rf"1\s*[-−]\s*{_EPS}\)?[^.\n]{{0,40}}(?:{_EPS}\s*/\s*{_COUNT}|frac\{{{_EPS}\}}\{{{_COUNT}\}})",
        r"(?:other|wrong|remaining|incorrect|false|not the true) class",
        "e/K",
        {"e": Role("ε|α|eps", r"smoothing"), "K": Role("K|C|V|k", r"classes")},
        (
            Wrong(
                "smoothing/among-others",
                "e/(K - 1)",
                "by the formula of the page {e} is shared out among all {K} classes",
                "every other class: $0.2/4 = 0.050$",
                "Other books share it out among the other classes alone.",
            ),
        ),
        unless=r"[KCV]\s*[-−–]\s*1|other classes (?:share|split)",
        bare=True,
        not_of=r"together|sum|total|all other|in all|shared?|split|loss|gradient|[-−]\s*ln|log",
        given="Smoothed: $y' = (1 - \\varepsilon) y + \\varepsilon/K$, $\\varepsilon = 0.2$, $K = 5$.\n\n",
        line="every other class: $0.2/5 = 0.040$",
    ),
    Method(
        r"focal loss",
        r"focal|\| (?:FL|L)|\bFL\b|loss",
        "-(1 - p)^g ln(p)",
        {"p": Role("p|p_t", r"probab|\bp\b"), "g": Role("γ|gamma", "focus")},
        (
            Wrong(
                "focal/own-share",
                "-p^g ln(p)",
                "the weight is (1 − {p})^{g}, not {p}^{g}",
                "$FL = -0.9^2 \\ln 0.9 = 0.0853$",
                "The loss looks as if it weighed by the chance itself.",
            ),
            Wrong(
                "focal/weight-lost",
                "-ln(p)",
                "the weight (1 − {p})^{g} is left out",
                "$FL = -\\ln 0.9 = 0.1054$",
                "Without its weight it is the cross-entropy.",
            ),
            Wrong(
                "focal/not-raised",
                "-(1 - p) ln(p)",
                "the weight 1 − {p} is not raised to {g}",
                "$FL = -(1 - 0.9) \\ln 0.9 = 0.0105$",
                "With an exponent of one it is the same.",
            ),
        ),
        unless=r"(?<!no )(?<!without )(?<!no \$)(?<!without \$)(?:\\alpha|α)",
        not_of=r"cross|^(?:(?!focal|\bFL\b).)*\bCE\b|plain|ordinary",
        given="Focal loss with $\\gamma = 2$ at $p = 0.9$:\n\n",
        line="$FL = -(1 - 0.9)^2 \\ln 0.9 = 0.00105$",
    ),
)
