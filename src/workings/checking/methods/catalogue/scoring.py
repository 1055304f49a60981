"""Scores of predictions, of texts, of rankings and of groupings."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import Method, Role, wrong
from workings.checking.methods.catalogue.roles import (
    ERRORS,
    FALSE_NEGATIVES,
    FALSE_POSITIVES,
    SEEN,
    TRUE_NEGATIVES,
    TRUE_POSITIVES,
)

_PRECISION = Role(r"P|p|prec.*|Prec.*", r"precision")
_RECALL = Role(r"R|r|rec.*|Rec.*", r"recall|sensitivity")
_CHANCES = Role(r"p|P|q|probs?", r"probabilit\w+|chances?", vector=True)
_PRECISIONS = Role(r"p|P", r"precisions", vector=True)
_REF = Role(r"r|r_len|L_r|ref.*", r"reference(?: length| has| is)?")
_CAND = Role(r"c|c_len|L_c|cand.*|h", r"(?:candidate|hypothesis|translation)(?: length| has| is)?")
_WORDS = Role(r"N|n|T|L", r"words|tokens|reference")

SCORING = (
    Method(
        r"\bF1\b|F-?score|F_1|F_\{1\}|F-measure",
        r"\bF_?1?\b|F-?score|F-measure",
        "2 p r/(p + r)",
        {"p": _PRECISION, "r": _RECALL},
        (
            wrong("other-mean", "(p + r)/2", "this is the arithmetic mean; F1 is the harmonic one"),
            wrong("left-out", "p r/(p + r)", "the factor 2 is left out"),
            wrong("other-mean", "√(p r)", "this is the geometric mean; F1 is the harmonic one"),
            wrong("left-out", "2 p r", "it is not divided by the sum of {p} and {r}"),
        ),
        not_of=r"macro|F_?2|F_?β|F_?0"
        r"|(?<!harmonic )(?<!is their )(?<!as their )(?<!is the )(?<!as the )mean(?! of (?:the )?precision)",
        bare=True,
    ),
    Method(
        r"F_?\{?(?:β|\\beta|beta)|F2\b|F_2|F_\{2\}|F0\.5",
        r"\bF",
        "(1 + b^2) p r/(b^2 p + r)",
        {"p": _PRECISION, "r": _RECALL, "b": Role(r"β|beta", r"beta", among=(2,))},
        (
            wrong(
                "exchanged",
                "(1 + b^2) p r/(b^2 r + p)",
                "β² stands before the precision, not before the recall",
            ),
            wrong("no-square", "(1 + b) p r/(b p + r)", "β is not squared"),
        ),
        not_of=r"F_?1\b",
    ),
    Method(
        r"precision",
        r"^[^|]*precision|\| [Pp]rec",
        "a/(a + b)",
        {"a": TRUE_POSITIVES, "b": FALSE_POSITIVES, "c": FALSE_NEGATIVES},
        (
            wrong(
                "other-size",
                "a/(a + c)",
                "this is the recall; precision divides by all that was called positive",
            ),
            wrong("upside-down", "b/(a + b)", "this is the share of false alarms"),
        ),
        not_of=r"recall|average|mean|macro|F1",
        bare=True,
    ),
    Method(
        r"recall|sensitivity",
        r"^[^|]*(?:recall|sensitivity)|\| [Rr]ec",
        "a/(a + c)",
        {"a": TRUE_POSITIVES, "b": FALSE_POSITIVES, "c": FALSE_NEGATIVES},
        (
            wrong("other-size", "a/(a + b)", "this is the precision; recall divides by all that is positive"),
            wrong("upside-down", "c/(a + c)", "this is the share of those that were missed"),
        ),
        not_of=r"precision|average|mean|macro|F1|specific",
        bare=True,
    ),
    Method(
        r"balanced accuracy",
        r"balanced",
        "(s + t)/2",
        {"s": _RECALL, "t": Role(r"spec.*|TNR", r"specificity|true negative rate")},
        (
            wrong("left-out", "s + t", "the sum of the two rates is not halved"),
            wrong(
                "other-mean", "√(s t)", "this is the geometric mean; the balanced accuracy is the plain one"
            ),
        ),
        bare=True,
    ),
    Method(
        r"\bMCC\b|Matthews",
        r"MCC|Matthews|correlation",
        "(a d - b c)/√((a + b) (a + c) (d + b) (d + c))",
        {"a": TRUE_POSITIVES, "b": FALSE_POSITIVES, "c": FALSE_NEGATIVES, "d": TRUE_NEGATIVES},
        (
            wrong("no-root", "(a d - b c)/((a + b) (a + c) (d + b) (d + c))", "the root below is not taken"),
            wrong(
                "sign", "(a d + b c)/√((a + b) (a + c) (d + b) (d + c))", "the products above are subtracted"
            ),
        ),
        bare=True,
    ),
    Method(
        r"\bkappa\b|Cohen|κ",
        r"kappa|\| κ",
        "(o - e)/(1 - e)",
        {
            "o": Role(r"p_o|P_o|o|p_0", r"observed|agree\w*|accuracy"),
            "e": Role(r"p_e|P_e|e", r"expected|chance"),
        },
        (
            wrong("left-out", "o - e", "it is not divided by 1 − {e}"),
            wrong("other-size", "(o - e)/e", "it is divided by {e}; below stands 1 − {e}"),
            wrong("other-size", "(o - e)/(1 - o)", "below stands 1 − {e}, not 1 − {o}"),
        ),
        bare=True,
    ),
    Method(
        r"R\^2|R²|R-squared|coefficient of determination|R\^\{2\}",
        r"R\^2|R²|R-squared|determination",
        "1 - s/t",
        {
            "s": Role(r"SS_?\{?res\}?|RSS|SSE|SS_E|SS_r", r"residual|\berrors?\b|RSS|SSE"),
            "t": Role(r"SS_?\{?tot\}?|TSS|SST|SS_T|SS_t", r"total|TSS|SST|around the mean"),
        },
        (
            wrong("left-out", "s/t", "this is the share that is not explained; it has to be taken from 1"),
            wrong("upside-down", "1 - t/s", "the quotient is upside down"),
        ),
        bare=True,
    ),
    Method(
        r"\bDice\b|Sørensen",
        r"Dice",
        "2 i/(a + b)",
        {"i": Role("I|inter.*|i", r"intersection|overlap|common"), "a": SEEN, "b": SEEN},
        (
            wrong("left-out", "i/(a + b)", "the overlap {i} counts twice"),
            wrong(
                "other-method",
                "i/(a + b - i)",
                "this is the Jaccard index; Dice divides twice the overlap by both sizes",
            ),
        ),
        unless=r"Jaccard|\bIoU\b",
    ),
    Method(
        r"\bRMSE\b|root mean squared?",
        r"RMSE|root mean",
        "√(mean(e^2))",
        {"e": ERRORS},
        (
            wrong("no-root", "mean(e^2)", "the root of the mean is not taken"),
            wrong("left-out", "√(sum(e^2))", "the squares are not divided by their number"),
            wrong("other-method", "mean(abs(e))", "this is the mean absolute error"),
            wrong("other-method", "√(sum(e^2))/len(e)", "the sum is divided before the root is taken"),
        ),
        not_of=r"MSE(?!R)(?<!RMSE)|RMS ?(?:norm|prop)",
        bare=True,
    ),
    Method(
        r"\bRMSE\b|root mean squared? error",
        r"RMSE|root mean",
        "√m",
        {"m": Role(r"MSE", r"\bMSE\b|mean squared error")},
        (
            wrong("no-root", "m", "this is the MSE; the RMSE is its root"),
            wrong("other-method", "m/2", "the root of {m} is meant, not its half"),
        ),
        bare=True,
    ),
    Method(
        r"\bMAE\b|mean absolute|absolute error",
        r"\bMAE\b|mean absolute",
        "mean(abs(e))",
        {"e": ERRORS},
        (
            wrong("left-out", "mean(e)", "the errors cancel; their absolute values are meant"),
            wrong("other-method", "mean(e^2)", "this is the mean of the squares"),
            wrong("left-out", "sum(abs(e))", "the sum is not divided by the number of errors"),
        ),
        not_of=r"MSE|squared",
        bare=True,
    ),
    Method(
        r"perplexity|\bPPL\b",
        r"perplex|\| PPL?",
        "2^b",
        {"b": Role(r"bpt|bpc|bpw", r"bits(?: per (?:token|word|character))?|in bits|log2")},
        (wrong("other-base", "exp(b)", "{b} is in bits, so 2 has to be raised to it, not e"),),
        unless=r"\bnats\b|natural log|\\ln|\bln\b",
        bare=True,
    ),
    Method(
        r"perplexity|\bPPL\b|bits per|\bnats\b",
        r"\bbits|\bbpc|\bbpt",
        "n/ln(2)",
        {"n": Role(r"H|L|NLL|loss|CE", r"\bnats\b|cross[- ]?entropy|\bloss\b|NLL")},
        (
            wrong("multiplied", "n ln(2)", "nats are divided by ln 2 to get bits, not multiplied"),
            wrong("other-base", "n/ln(10)", "nats are divided by ln 2 to get bits, not by ln 10"),
        ),
        bare=True,
        not_of=r"nats|compress",
    ),
    Method(
        r"\bbits\b|base (?:2|two)|log_?\{?2|Shannon",
        r"entropy|\| H|bits",
        "-sum(p ⊙ ln(p))/ln(2)",
        {"p": _CHANCES},
        (
            wrong("other-base", "-sum(p ⊙ ln(p))", "this is in nats; the page asks for bits"),
            wrong("sign", "sum(p ⊙ ln(p))/ln(2)", "the minus before the sum is left out"),
            wrong("left-out", "-sum(ln(p))/ln(2)", "each logarithm has to be weighted with its chance"),
        ),
        unless=r"\bnats\b|natural log|\\ln|\bln\b",
        not_of=r"cross|KL|conditional|joint|relative|gain",
        bare=True,
    ),
    Method(
        r"\bBLEU\b",
        r"mean|average|geometric|precision|\| (?:GM|P|p)$",
        "exp(mean(ln(p)))",
        {"p": _PRECISIONS},
        (
            wrong("other-mean", "mean(p)", "the precisions are averaged; BLEU takes their geometric mean"),
            wrong("no-root", "prod(p)", "the root of the product is not taken"),
        ),
        not_of=r"unigram|bigram|trigram|brevity",
        bare=True,
    ),
    Method(
        r"\bBLEU\b",
        r"\bBLEU",
        "b exp(mean(ln(p)))",
        {"b": Role(r"BP|bp", r"brevity"), "p": _PRECISIONS},
        (
            wrong("other-mean", "b mean(p)", "the precisions are averaged; BLEU takes their geometric mean"),
            wrong("left-out", "exp(mean(ln(p)))", "the brevity penalty {b} is left out"),
            wrong("no-root", "b prod(p)", "the root of the product is not taken"),
        ),
        not_of=r"brevity",
    ),
    Method(
        r"brevity",
        r"brevity|\| BP",
        "exp(1 - r/c)",
        {"r": _REF, "c": _CAND},
        (
            wrong("upside-down", "exp(1 - c/r)", "the quotient is upside down: it is {r}/{c}"),
            wrong("other-method", "c/r", "the exponential of 1 − {r}/{c} is meant"),
        ),
        bare=True,
    ),
    Method(
        r"word error rate|\bWER\b|character error rate|\bCER\b",
        r"WER|CER|error rate",
        "(s + d + i)/n",
        {
            "s": Role(r"S|s", r"substitut\w+"),
            "d": Role(r"D|d", r"delet\w+"),
            "i": Role(r"I|i", r"insert\w+"),
            "n": _WORDS,
        },
        (
            wrong("left-out", "(s + d)/n", "the insertions {i} count as well"),
            wrong("left-out", "(s + i)/n", "the deletions {d} count as well"),
            wrong("other-size", "(s + d + i)/(n + i)", "it is divided by the length of the reference, {n}"),
            wrong(
                "other-size", "(s + d + i)/(n - d + i)", "it is divided by the length of the reference, {n}"
            ),
        ),
    ),
    Method(
        r"length (?:normali|penalt)|beam",
        r"normali|score|length|penalt",
        "l/n^a",
        {
            "l": Role(r"log.*|s|score|logp", r"log[- ]?prob\w*|\bscore\b"),
            "n": Role(r"n|T|L|\|y\|", r"\blength\b|words|tokens|long"),
            "a": Role(r"α|a", r"\balpha\b|\bexponent\b"),
        },
        (
            wrong("left-out", "l/n", "the length {n} has to be raised to {a}"),
            wrong("multiplied", "l n^a", "it is divided by the length to the power {a}"),
            wrong("other-method", "l/(a n)", "the length {n} is raised to {a}, not multiplied by it"),
        ),
        unless=r"5 ?\+",
    ),
    Method(
        r"mean reciprocal rank|\bMRR\b",
        r"MRR|reciprocal",
        "mean(1/k)",
        {"k": Role(r"r|rank|ranks", r"ranks?", vector=True)},
        (
            wrong("other-mean", "1/mean(k)", "the inverses of the ranks are averaged, not the ranks"),
            wrong("left-out", "sum(1/k)", "the sum is not divided by the number of queries"),
        ),
        bare=True,
    ),
    Method(
        r"\bDCG\b|\bNDCG\b|cumulative gain",
        r"NDCG|normali[sz]ed",
        "a/b",
        {"a": Role(r"DCG.*", r"\bDCG\b"), "b": Role(r"IDCG.*|iDCG.*", r"ideal|IDCG")},
        (
            wrong("upside-down", "b/a", "the quotient is upside down: the ideal {b} stands below"),
            wrong("other-method", "a - b", "the two are divided, not subtracted"),
        ),
        bare=True,
    ),
    Method(
        r"\bPMI\b|pointwise mutual",
        r"PMI|mutual",
        "ln(j/(a b))/ln(2)",
        {"j": Role(r"[pP]\(.*,.*\)|p_\{?xy\}?|p_12", r"joint|together|both"), "a": SEEN, "b": SEEN},
        (
            wrong("upside-down", "ln(a b/j)/ln(2)", "the quotient is upside down"),
            wrong("left-out", "ln(j/a)/ln(2)", "below stands the product of both chances"),
            wrong("left-out", "j/(a b)", "the logarithm is not taken"),
        ),
        also=("ln(j/(a b))", "ln(j/(a b))/ln(10)"),
    ),
    Method(
        r"\bgini\b",
        r"gini|impurity|\| G",
        "1 - sum(p^2)",
        {"p": Role(r"p|P", r"shares?|probabilit\w+|proportions?|fractions", vector=True)},
        (
            wrong("left-out", "sum(p^2)", "the sum of the squares has to be taken from 1"),
            wrong("no-square", "1 - sum(p)", "the shares are not squared"),
            wrong("other-method", "1 - prod(p)", "the squares of the shares are added up"),
        ),
        not_of=r"weighted|after|split|gain",
        bare=True,
    ),
    Method(
        r"information gain|impurity (?:decrease|reduction)|gini gain",
        r"gain|decrease|reduction",
        "a - (m h + n k)/(m + n)",
        {
            "a": Role(r"H|H_0|G|H\(.*\)", r"parent|before|root|whole"),
            "h": SEEN,
            "k": SEEN,
            "m": Role(r"n_1|n_L|m", r"left|first|examples"),
            "n": Role(r"n_2|n_R|n", r"right|second|examples"),
        },
        (
            wrong(
                "left-out", "a - (h + k)/2", "the parts have {m} and {n} examples and are weighted with these"
            ),
            wrong("left-out", "a - (h + k)", "the parts have to be weighted with their shares"),
        ),
    ),
    Method(
        r"AdaBoost|boosting",
        r"\| (?:α|alpha)|vote|weight of (?:the )?(?:stump|learner|classifier|model)|alpha",
        "1/2 ln((1 - q)/q)",
        {"q": Role(r"ε|err|e|ε_.*", r"(?:weighted )?error(?: rate)?")},
        (
            wrong("left-out", "ln((1 - q)/q)", "the half before the logarithm is left out"),
            wrong("upside-down", "1/2 ln(q/(1 - q))", "the quotient is upside down"),
            wrong("left-out", "1/2 ln(1/q)", "above stands 1 − {q}"),
        ),
        unless=r"SAMME|log\s*\\?\(?\\frac\{1|α ?= ?(?:\\?ln|\\?log)",
        bare=True,
    ),
    Method(
        r"\bSVM\b|support vector|margin",
        r"margin|width",
        "2/n",
        {"n": Role(r"(?:norm|bars)\(w\)|n", r"\bnorm\b|length of w")},
        (
            wrong("left-out", "1/n", "this is the distance to one side; the margin is twice that"),
            wrong("squared", "2/n^2", "it is divided by the square of the norm {n}"),
            wrong("multiplied", "2 n", "it is divided by the norm {n}, not multiplied"),
        ),
        also=("1/n",),
        not_of=r"functional|half",
    ),
    Method(
        r"\bRBF\b|Gaussian kernel|radial",
        r"kernel|\| [kK]|similar|RBF",
        "exp(-g d)",
        {
            "g": Role(r"γ|gamma", r"gamma"),
            "d": Role(r".*\^2|d2|d\^2|D", r"squared? distance|distance squared"),
        },
        (
            wrong("sign", "exp(g d)", "the minus in the exponent is left out"),
            wrong("rooted", "exp(-g √d)", "the distance is not squared"),
            wrong("upside-down", "exp(-d/g)", "the squared distance is multiplied by {g}, not divided"),
        ),
    ),
)
