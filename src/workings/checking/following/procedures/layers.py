"""Layer and batch norm; a convolution with what comes after it."""

from __future__ import annotations

from workings.checking.following.stages import POSITIVE, Procedure, given, made
from workings.regex import regex

NORM = Procedure(
    "the normalisation",
    regex(r"(?i:\b(?:layer|batch)[- ]?norm)"),
    regex(r"(?i:RMS|group norm|instance norm|running|unbiased|N ?- ?1|inference|exponential)"),
    (
        given("x", "x", "^(?:inputs?|values)$"),
        given("γ"),
        given("β"),
        given("ε"),
        made("μ", "μ|μ_B|mean|m", r"^(?:the )?mean\b", "mean(x)"),
        made(
            "v",
            r"σ\^2|σ_B\^2|v|var|variance",
            r"variance",
            "mean((x - μ)^2)",
            also=("sum((x - μ)^2)/(sum((x + 1000)^0) - 1)", "sum((x - μ)^2)"),
            within=POSITIVE,
        ),
        made(
            "s",
            "σ|s|std|sd",
            r"standard deviation|\bstd\b",
            "sqrt(v + ε)",
            also=("std(x)", "sqrt(v)"),
            within=POSITIVE,
        ),
        made("n", r"hat\(x\)|x_hat|xhat", "normali[sz]ed", "(x - μ)/s", also=("(x - μ)/v",)),
        made("y", "y|out", r"^(?:the )?(?:scaled and shifted|final|output)", "γ n + β"),
    ),
)
_PADDED = r"\b(?:zero|same|full)[- ]padd|padding (?:of |= ?)?[1-9]|\bdilat"
_TURNED = r"\bflip|\brotat|transposed|true convolution"
_POOLED = r"(?i:(?:2\s*(?:×|x|\\times)\s*2|2-by-2)[^.\n]{0,20}max[- ]?pool)"
CONVOLUTION = Procedure(
    "the convolution",
    regex(r"(?i:\bconvol|\bkernel|\bcross-correlation|\bfilter)"),
    regex(
        rf"(?i:{_PADDED}|{_TURNED}|\bbias(?:es)? (?:of|=|b)|conv\w* [^.\n]{{0,40}}stride (?:of |= ?)?[2-9]"
        r"|pool[^.\n]{0,40}stride (?:of |= ?)?(?:1|[3-9])|average pool)"
    ),
    (
        given("X", "X|I|x|input", "^(?:the )?(?:input|image)$"),
        given("K", "K|k|W|w|F|kernel|filter", "^(?:the )?(?:kernel|filter)$"),
        made(
            "F",
            "F|Y|S|Z|C|out|fmap|conv",
            "feature map|convolution output|after (?:the )?convolution",
            "xcorr(X, K)",
        ),
        made("R", "R|A|relu", r"\bReLU\b", "max(0, F)", within=POSITIVE),
        made("P", "P|pooled|pool", r"\bmax[- ]?pool(?:ing|ed)?\b|^pooled", f"maxpool(R) | {_POOLED}"),
    ),
)
