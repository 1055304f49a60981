"""The usual formulas of methods in letters, and wrong ones that are often written for them."""

from __future__ import annotations

from workings.checking.methods.catalogue.method import Usual, wrong
from workings.checking.methods.catalogue.modelling import CELLS, LATENT, SURPRISE
from workings.checking.methods.catalogue.training import DROPOUT, MOMENTS, SLOPES

_COUNTS = {"a": r"[TVR]P", "b": r"FP", "c": r"FN", "d": r"[TVR]N"}  # V and R in other languages
_MEASURES = (
    Usual(
        r"precision|pr(?:é|e)cisi[oó]n|präzision|precisão",
        r"[Pp]recision|Prec|P|prec|PPV|[Pp](?:récision|recisión|räzision|recisão)",
        "a/(a + b)",
        _COUNTS,
        (
            wrong("exchanged", "a/(a + c)", "this is the recall: the precision divides by TP + FP"),
            wrong("exchanged", "a/(a + d)", "the precision divides by TP + FP"),
        ),
    ),
    Usual(
        r"recall|sensitivity|sensitivität|exhaustividad|sensibili|rappel|trefferquote",
        r"[Rr]ecall|Rec|R|rec|TPR|[Ss]ensitivity|Sensitivität|Trefferquote|[Ee]xhaustividad"
        r"|[Ss]ensibili(?:dad|té)|[Rr]appel",
        "a/(a + c)",
        _COUNTS,
        (
            wrong("exchanged", "a/(a + b)", "this is the precision: the recall divides by TP + FN"),
            wrong("exchanged", "a/(a + d)", "the recall divides by TP + FN"),
        ),
    ),
    Usual(
        r"specificity|especificidad|spécificité|spezifität",
        r"[Ss]pecificity|TNR|Spec|spec|[Ee]specificidad|[Ss]pécificité|Spezifität",
        "d/(d + b)",
        _COUNTS,
        (wrong("exchanged", "d/(d + c)", "the specificity divides by TN + FP"),),
    ),
    Usual(
        r"\bF_?\{?1|F-score|F-measure",
        r"F_?\{?1\}?|F|F1",
        "2 p r/(p + r)",
        {"p": r"[Pp]recision|P|p|Prec|prec", "r": r"[Rr]ecall|R|r|Rec|rec"},
        (
            wrong("other-mean", "(p + r)/2", "F1 is the harmonic mean, not the plain one"),
            wrong("left-out", "p r/(p + r)", "the 2 before the product is left out"),
            wrong("upside-down", "(p + r)/(2 p r)", "the quotient is upside down"),
        ),
    ),
    Usual(
        r"\bBayes",
        r"P\((?P<a>[^|∣(),]+)[|∣](?P<b>[^|∣(),]+)\)",
        "l p/q",
        {"l": r"P\({b}[|∣]{a}\)", "p": r"P\({a}\)", "q": r"P\({b}\)"},
        (
            wrong("exchanged", "l q/p", "prior and evidence have changed places"),
            wrong("left-out", "l/q", "the prior is left out"),
        ),
    ),
    Usual(
        r"\bTD\b|temporal[- ]difference|actor|critic|\bGAE\b",
        r"δ(?:_.*)?|delta(?:_.*)?|A(?:_.*)?",
        "r + g n - v",
        {
            "r": r"[rR](?:_.*)?",
            "g": r"γ|gamma",
            "n": r"V\((?:s'|s_\{?t\+1\}?|s_next|S'|S_\{?t\+1\}?)\)|V_\{?t\+1\}?",
            "v": r"V\((?:s|s_\{?t\}?|S|S_\{?t\}?)\)|V_\{?t\}?",
        },
        (
            wrong(
                "exchanged",
                "r + g v - n",
                "the value of the next state is discounted, and that of this one taken away",
            ),
            wrong("sign", "r + g n + v", "the value of this state is taken away"),
            wrong(
                "sign", "r - g n + v", "the value of the next state is added, and that of this one taken away"
            ),
        ),
    ),
    Usual(
        r"\bbias\b",
        r"(?:(?:the)?(?:expected|mean|total|test|squared|prediction)*(?:error|risk|loss)|MSE|EPE|Err)(?:\(.*\))?",
        "b^2 + v",
        {"b": r"[Bb]ias(?:\(.*\))?", "v": r"[Vv]ar(?:iance)?(?:\(.*\))?"},
        (wrong("no-square", "b + v", "the bias enters with its square"),),
    ),
    Usual(
        r"R\^?2|R²|coefficient of determination",
        r"R\^2",
        "1 - s/t",
        {"s": r"SS_.*res.*|RSS|SSE|SS_\{?R\}?", "t": r"SS_.*tot.*|TSS|SST|SS_\{?T\}?"},
        (
            wrong("left-out", "s/t", "it is 1 minus this share"),
            wrong("upside-down", "1 - t/s", "the quotient is upside down"),
        ),
    ),
)

_N = r"(?:n|N|W|H|I|i|L|w|h|n_\w+|W_\w+|H_\w+|L_\w+|i_\w+|n_\{in\})"
_SIZES = (
    Usual(
        r"\bconv|\bpool|\bCNN|kernel|stride",
        r"(?:o|O|n|N|W|H|L|m|n_.*|W_.*|H_.*|L_.*|out|size|O_.*|o_.*|n'|W'|H')",
        "(n + 2 p - k)/s + 1",
        {"k": r"k(?:_.*)?|K|F|f", "p": r"p|P|pad|padding", "s": r"s|S|stride", "n": _N},
        (
            wrong("once", "(n + p - k)/s + 1", "the padding is there on both sides: 2p"),
            wrong("left-out", "(n + 2 p - k)/s", "the 1 is left out: the kernel also stands at the start"),
            wrong("sign", "(n - 2 p - k)/s + 1", "the padding makes the input larger"),
            wrong("sign", "(n + 2 p + k)/s + 1", "the kernel is taken away"),
        ),
        unless=r"total padding|transposed?|deconv|\bsame\b|both sides together",
    ),
    Usual(
        r"transposed conv|deconv|conv\w*transpose|up-?sampl",
        r"(?:o|O|n|N|W|H|L|m|n_.*|W_.*|H_.*|L_.*|out|size|O_.*|o_.*|n'|W'|H')",
        "s (n - 1) + k - 2 p",
        {"k": r"k|K|F|f", "p": r"p|P|pad|padding", "s": r"s|S|stride", "n": _N},
        (
            wrong("sign", "s (n - 1) + k + 2 p", "the padding cuts off on both sides: − 2p"),
            wrong("once", "s (n - 1) + k - p", "the padding cuts off on both sides: − 2p"),
            wrong("left-out", "s n + k - 2 p", "the stride is taken between n inputs, n − 1 times"),
        ),
        unless=r"output padding",
    ),
    Usual(
        r"\bHe(?:[- ](?:et al|init|normal|scheme|weight|variance)|'s)|Kaiming",
        r"σ(?:_\w)?|std|σ_\w+|s",
        "sqrt(2/n)",
        {"n": r"n(?:_.*)?|fan_?in|d(?:_.*)?|N|m"},
        (wrong("no-root", "2/n", "this is the variance; the standard deviation is its root"),),
        unless=r"Xavier|Glorot|LeCun",
    ),
    Usual(
        r"cosine",
        r"η(?:_.*)?|lr(?:_.*)?|η\(t\)|lr\(t\)|α(?:_.*)?",
        "m/2 (1 + cos(π t/n))",
        {
            "m": r"η_\{?(?:max|0|\\max|peak)\}?|lr_?(?:max|0|peak)|α_?\{?(?:0|max)\}?",
            "t": r"t|τ|step|k",
            "n": r"T|N|T_\w+|n|steps",
        },
        (
            wrong(
                "left-out",
                "m (1 + cos(π t/n))",
                "the half is left out: at the start this is twice the highest rate",
            ),
            wrong("left-out", "m/2 (1 + cos(t/n))", "the progress is multiplied by π"),
        ),
        also=("m/2 (1 + cos(π t))",),
    ),
)

FORMULARY: tuple[Usual, ...] = (
    *CELLS,
    *LATENT,
    *SURPRISE,
    *SLOPES,
    *MOMENTS,
    *DROPOUT,
    *_MEASURES,
    *_SIZES,
)
