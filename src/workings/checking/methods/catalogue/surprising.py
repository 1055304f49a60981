"""Losses and what is made of logarithms of chances."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import Method, Role, Wrong

SURPRISING = (
    Method(
        r"binary cross|log[- ]?loss|\bBCE\b|logistic loss",
        r".",
        "-(y ln(p) + (1 - y) ln(1 - p))",
        {
            "p": Role(
                r"p|hat\(y\)|ŷ|\\hat\{?y\}?",
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
        unless=r"K\s*[-−–]\s*1|number of (?:other|remaining) classes|other classes (?:share|split)",
        also=("e/K",),
        not_of=r"other|wrong class|not the|\| y_[2-9]",
        given="Label smoothing: $\\varepsilon = 0.2$, $K = 4$ classes, $\\varepsilon/K = 0.05$.\n\n",
        line="true class: $1 - 0.2 + 0.05 = 0.85$",
    ),
    Method(
        r"focal loss",
        r"focal|\| (?:FL|L)|loss",
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
        unless=r"\\alpha|α",
        not_of=r"cross|\bCE\b|plain|ordinary",
        given="Focal loss with $\\gamma = 2$ at $p = 0.9$:\n\n",
        line="$FL = -(1 - 0.9)^2 \\ln 0.9 = 0.00105$",
    ),
)
