"""Measures of how good predictions are, and of how far things are apart."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import Method, Role, Wrong
from workings.checking.methods.catalogue.roles import (
    FALSE_NEGATIVES,
    FALSE_POSITIVES,
    TRUE_NEGATIVES,
    TRUE_POSITIVES,
)

_ALL = {"a": TRUE_POSITIVES, "b": FALSE_POSITIVES, "c": FALSE_NEGATIVES, "d": TRUE_NEGATIVES}
_TABLE = "A classifier has $TP = 40$, $FP = 10$, $FN = 24$ and $TN = 126$.\n\n"

_STREET = r"\bstreet\b|width (?:of|between)|margin width|(?:^|\W)width is|\bBreite\b|\bStreifen"
_ONE_SIDE = r"\bhalf\b|\bhalbe|\bAbstand|each side|one side|single side|functional|distance"
_LENGTH = Role(r"(?:norm|bars|abs)\(.*", r"(?<!squared )\b(?:norm|length)\b")

MEASURING = (
    Method(
        r"cosine similarity|cosine of the angle",
        r"\bcos|similarity|\| sim",
        "d/(n m)",
        {"d": Role(r".*·.*|d|dot", r"dot product|inner product"), "n": _LENGTH, "m": _LENGTH},
        (
            Wrong(
                "cosine_similarity/lengths-added",
                "d/(n + m)",
                "the lengths {n} and {m} are added instead of multiplied",
            ),
            Wrong(
                "cosine_similarity/first-length-alone",
                "d/n",
                "it is divided by one length alone; the other is {m}",
            ),
        ),
        unless=r"normali[sz]ed vectors|unit vectors|unit length",
    ),
    Method(
        r"\bPCA\b|principal component|eigenvalue",
        r"explain|share|ratio|proportion|fraction",
        "a/t",
        {"a": Role("λ"), "t": Role(total="λ"), "o": Role("λ")},
        (
            Wrong(
                "pca/of-the-rest",
                "a/(t - a)",
                "it is divided by the other eigenvalues; the share is that of all of them, {t}",
                "Explained: $6/4 = 1.5$",
                "The rest is what is left when one is taken away.",
            ),
            Wrong(
                "pca/of-another",
                "a/o",
                "it is divided by another eigenvalue; the share is that of all of them, {t}",
                "Explained: $6/3 = 2$",
                "Two eigenvalues are compared instead of one with all.",
            ),
        ),
        given="PCA: the eigenvalues are $\\lambda_1 = 6$, $\\lambda_2 = 3$ and $\\lambda_3 = 1$.\n\n",
        line="Explained: $6/10 = 0.6$",
    ),
    Method(
        r"specificity|true negative rate",
        r"specificity|true negative rate",
        "d/(d + b)",
        _ALL,
        (
            Wrong(
                "specificity/other-sum",
                "d/(d + c)",
                "it is divided by all that was called negative; specificity divides by all that is negative",
                "Specificity: $126/150 = 0.84$",
                "Both sums hold the true negatives.",
            ),
            Wrong(
                "specificity/complement",
                "b/(d + b)",
                "this is the false positive rate, 1 minus the specificity",
                "Specificity: $10/136 = 0.0735$",
                "The rate of false positives is drawn in the same figure.",
            ),
        ),
        not_of=r"1\s*[-−]|false positive rate",
        given=_TABLE,
        line="Specificity: $126/136 = 0.9265$",
    ),
    Method(
        r"false positive rate|\bFPR\b",
        r"false positive rate|\bFPR\b",
        "b/(b + d)",
        _ALL,
        (
            Wrong(
                "false_positive_rate/of-predictions",
                "b/(b + a)",
                "it is divided by all that was called positive; it has to be all that is negative",
                "False positive rate: $10/50 = 0.2$",
                "Among those called positive it is the false discovery rate.",
            ),
        ),
        given=_TABLE,
        line="False positive rate: $10/136 = 0.0735$",
    ),
    Method(
        r"accuracy",
        r"accuracy|\| [Aa]cc",
        "(a + d)/(a + b + c + d)",
        _ALL,
        (
            Wrong(
                "accuracy/positives-alone",
                "a/(a + b + c + d)",
                "only the true positives are counted; the true negatives {d} are right as well",
                "Accuracy: $40/200 = 0.2$",
                "Precision and recall count the true positives alone.",
            ),
            Wrong(
                "accuracy/errors",
                "(b + c)/(a + b + c + d)",
                "this is the rate of errors, 1 minus the accuracy",
                "Accuracy: $34/200 = 0.17$",
                "The sum of the other diagonal is as near.",
            ),
            Wrong(
                "accuracy/negatives-left-out",
                "a/(a + b + c)",
                "the true negatives {d} are left out",
                "Accuracy: $40/74 = 0.5405$",
                "This is the overlap of two sets.",
            ),
        ),
        not_of=r"balanced|error",
        given=_TABLE,
        line="Accuracy: $166/200 = 0.83$",
    ),
    Method(
        r"\bIoU\b|intersection over union|Jaccard",
        r"\bIoU\b|union|Jaccard|\| [JI](?:oU)?(?:_|$)",
        "i/(a + b - i)",
        {
            "i": Role("I|inter.*", r"intersection|overlap"),
            "a": Role("A|A_1|A_p|area_?1", r"(?:first|predicted) box|area"),
            "b": Role("B|A_2|A_t|area_?2|A_gt", r"(?:second|true) box|area|ground truth"),
        },
        (
            Wrong(
                "iou/overlap-twice",
                "i/(a + b)",
                "the overlap {i} is counted twice below; the union is {a} + {b} − {i}",
                "$IoU = 4/(12 + 16) = 0.1429$",
                "The union is taken for the sum of the areas.",
            ),
            Wrong(
                "iou/dice",
                "2 i/(a + b)",
                "this is the Dice coefficient; IoU divides the overlap by the union",
                "$IoU = 8/28 = 0.2857$",
                "Both measure an overlap.",
            ),
        ),
        given="IoU of two boxes: areas $A = 12$ and $B = 16$, intersection $I = 4$.\n\n",
        line="$IoU = 4/(12 + 16 - 4) = 0.1667$",
    ),
    Method(
        r"standard deviation|\bstd\b",
        r"standard deviation|\bstd\b|\| (?:σ|s)$",
        "√v",
        {"v": Role(r"σ\^2|σ²|Var.*|var|s\^2|v", r"\bvariance\b")},
        (Wrong("std/no-root", "v", "this is the variance; the standard deviation is its square root"),),
        bare=True,
        not_of=r"varian|mean|average|derivative|\|.*\bx\b",
    ),
    Method(
        r"\bIoU\b|intersection over union|Jaccard|\bNMS\b",
        r"\bunion\b|\| (?:U|union)(?:_|$)",
        "a + b - i",
        {
            "a": Role("A|A_1|A_p|area.*", r"\bareas?\b"),
            "b": Role("B|A_2|A_t|area.*|A_gt", r"\bareas?\b"),
            "i": Role(r"I|inter.*", r"intersection|overlap"),
        },
        (
            Wrong(
                "iou/overlap-twice",
                "a + b",
                "the overlap {i} is counted in both areas; the union has it once",
                "Union: $12 + 16 = 28$",
                "The union is taken for the sum of the areas.",
            ),
        ),
        not_of=r"IoU|over union|\bsum\b|both areas|minus|less",
        given="IoU of two boxes with areas 12 and 16. Intersection: $2 \\cdot 2 = 4$\n\n",
        line="Union: $12 + 16 - 4 = 24$",
    ),
    Method(
        r"\bSVM\b|support vector|hyperplane",
        _STREET,
        "2/n",
        {"n": Role(r"(?:norm|bars)\(w\)", r"\bnorm\b|length of w")},
        (
            Wrong(
                "margin/one-side",
                "1/n",
                "this is the distance from the boundary to one side; the whole width is twice that",
                "The width of the street is $1/4 = 0.25$.",
                "The distance of the nearest points is taken for the width.",
            ),
            Wrong("margin/not-rooted", "2/n^2", "it is divided by the square of the norm {n}"),
        ),
        not_of=_ONE_SIDE,
        given="A linear SVM has $w = (0, 4)$, so $\\|w\\| = \\sqrt{0 + 16} = 4$.\n\n",
        line="The width of the street is $2/4 = 0.5$.",
    ),
    Method(
        r"\bSVM\b|support vector|hyperplane",
        rf"{_STREET}|\bmargin\b",
        "2/√q",
        {"q": Role(r"(?:norm|bars)\(w\)\^2", r"squared norm|square of the norm")},
        (
            Wrong(
                "margin/not-rooted",
                "2/q",
                "{q} is the square of the norm of w; the width is 2 divided by the norm itself",
                "The width of the street is $2/16 = 0.125$.",
                "The square of the norm is what the objective has.",
            ),
            Wrong("margin/not-rooted", "1/q", "{q} is the square of the norm of w, not the norm itself"),
        ),
        also=("1/√q",),
        not_of=r"\bhalf\b|functional",
        given="A linear SVM has $w = (0, 4)$, so $\\|w\\|^2 = 0 + 16 = 16$.\n\n",
        line="The width of the street is $2/\\sqrt{16} = 0.5$.",
    ),
)
