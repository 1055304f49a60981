"""Sizes of the maps that layers make."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.methods.catalogue.method import Method, Role, wrong
from workings.checking.methods.catalogue.roles import (
    DILATION,
    KERNEL,
    PADDING,
    SIDE,
    STRIDE,
)

_TRANSPOSED = r"transposed conv|deconv|fractionally strided|ConvTranspose|up-?convolution|transpose conv"

SIZING = (
    Method(
        r"\bconv",
        r"conv|\bc\d\b|layer|\bsize|width|height|output|\| (?:o|n_out|H|W|n|out)(?:_|$)",
        "(n + 2 p - k)/s + 1",
        {
            "n": replace(SIDE, loose=True),
            "p": replace(PADDING, among=(0,)),
            "k": KERNEL,
            "s": replace(STRIDE, among=(1,)),
        },
        (
            wrong("once", "(n + p - k)/s + 1", "the padding {p} is on both sides: 2 · {p}"),
            wrong("left-out", "(n + 2 p - k)/s", "the 1 behind the quotient is left out"),
            wrong("sign", "(n - 2 p - k)/s + 1", "the padding makes the input larger; it is added"),
            wrong("left-out", "n + 2 p - k + 1", "it is not divided by the stride {s}"),
            wrong("sign", "(n + 2 p + k)/s + 1", "the kernel {k} has to be taken away"),
        ),
        also=("floor((n + 2 p - k)/s) + 1", "n", "n/s", "ceil(n/s)", "(n + 2 p - k + 1)/s"),
        unless=rf"{_TRANSPOSED}|dilat|atrous|same padding|padding (?:is )?same|['\"“]same",
        not_of=r"param|weights|pool|flops|MACs|operations|memory|bytes|receptive|\| [rj](?:_|$)|\br\b",
    ),
    Method(
        r"\bpool",
        r"pool|\bp\d\b",
        "(n - k)/s + 1",
        {"n": replace(SIDE, loose=True), "k": KERNEL, "s": STRIDE},
        (
            wrong("left-out", "(n - k)/s", "the 1 behind the quotient is left out"),
            wrong("left-out", "n - k + 1", "it is not divided by the stride {s}"),
            wrong("sign", "(n + k)/s + 1", "the window {k} has to be taken away"),
        ),
        also=("floor((n - k)/s) + 1", "n/s", "n/k", "ceil(n/s)", "floor(n/s)"),
        not_of=r"param|weights|average|avg|mean|value|conv|receptive|\br\b",
    ),
    Method(
        _TRANSPOSED,
        r"\bout|size|side|height|width|layer|deconv|transposed|upsampl|\b[a-zA-Z]{1,5}\d\b|\| [HWnoL]\b",
        "(n - 1) s - 2 p + k + o",
        {
            "n": replace(SIDE, loose=True),
            "s": STRIDE,
            "p": replace(PADDING, among=(0,)),
            "k": replace(KERNEL, given=True),
            "o": Role(r"op|o|p_out|output_padding", r"output padding", among=(0,)),
        },
        (
            wrong(
                "sign",
                "(n - 1) s + 2 p + k + o",
                "the padding {p} of a transposed convolution makes it smaller",
            ),
            wrong("once", "(n - 1) s - p + k + o", "the padding {p} is on both sides: 2 · {p}"),
            wrong("left-out", "n s - 2 p + k + o", "the input has {n} − 1 gaps of the stride {s}, not {n}"),
            wrong("other-method", "(n + 2 p - k)/s + 1", "this is the size of a plain convolution"),
            wrong("left-out", "(n - 1) s - 2 p + k", "the output padding {o} is left out"),
            wrong("left-out", "(n - 1) s - 2 p", "the kernel {k} is left out"),
        ),
        not_of=r"param|weights|pixels|flops|pool|maps:|numbers|dense|\| [a-z]_?\d?$|\| [rj] \|",
    ),
    Method(
        r"dilat|atrous",
        r"effective|span|reach|covers|\| k|dilated kernel|extent",
        "d (k - 1) + 1",
        {"d": DILATION, "k": KERNEL},
        (
            wrong("left-out", "d k", "a kernel has {k} − 1 gaps, each {d} long: {d} · ({k} − 1) + 1"),
            wrong("left-out", "d (k - 1)", "the 1 of the first place is left out"),
            wrong("other-method", "k + d", "the dilation {d} stretches every gap: {d} · ({k} − 1) + 1"),
            wrong("other-method", "k + d - 1", "the dilation {d} stretches every gap: {d} · ({k} − 1) + 1"),
        ),
        not_of=r"receptive|output|param",
    ),
    Method(
        r"dilat|atrous",
        r"output|\bsize|width|length|\| (?:o|n|L|W)",
        "(n + 2 p - d (k - 1) - 1)/s + 1",
        {
            "n": replace(SIDE, loose=True),
            "p": replace(PADDING, among=(0,)),
            "d": DILATION,
            "k": KERNEL,
            "s": replace(STRIDE, among=(1,)),
        },
        (
            wrong(
                "left-out", "(n + 2 p - k)/s + 1", "the dilation {d} is left out: the kernel reaches further"
            ),
            wrong(
                "left-out",
                "(n + 2 p - d k)/s + 1",
                "a kernel reaches over {d} · ({k} − 1) + 1, not {d} · {k}",
            ),
            wrong("left-out", "(n + 2 p - d (k - 1))/s + 1", "a 1 has to be taken away for the first place"),
        ),
        also=("n", "floor((n + 2 p - d (k - 1) - 1)/s) + 1"),
        not_of=r"receptive|param|effective",
    ),
)
