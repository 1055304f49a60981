"""network/size-differs: a size that is stated for a layer in words, and is not what the layer gives."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

LAYERS = (
    "Input 32×32×3\n\nConv1: 6 filters 5×5, stride 1, no padding, output 28×28×6, 456 parameters\n\n"
    "Pool1: max pooling 2×2, stride 2, output 14×14×6\n\n"
    "Conv2: 16 filters 5×5, stride 1, no padding, output {}\n\nPool2: max pooling 2×2, stride 2, output {}"
)
RULE = "network/size-differs"
DESCRIPTION = Description(
    "the size stated for the output of a layer is not what the layer gives",
    wrong=LAYERS.format("10×10×16", "6×6×16"),
    right=LAYERS.format("10×10×16", "5×5×16"),
    why="The steps of a window are counted by feel, or with the padding and stride of another layer.",
)
_LAYER = regex(
    r"\bconv(?:olution\w*|olv|[\W_]|\d)|\bfilters?\b|\bpool(?:ing|\d|\W)|\bfully[ -]connected|\bdense\b"
    r"|\bFC\b|\blinear layer|\bhidden\b|\b[CF]\d:",
    re.I,
)
_SIZED = regex(r"\d[ \t]?\$?(?:×|[xX]|\\times)[ \t]?\$?\d|\bfilters?\b|\bparam", re.I)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """A claim for every size and count that is stated of a layer; most documents describe none."""
    text = judge.page.text
    if not judge.page.has_words and ":" not in text:  # which the name of a layer has behind it
        return []
    if not _LAYER.search(text) or not _SIZED.search(text):
        return []
    from workings.checking.prose.layers import claims_of_layers

    return claims_of_layers(judge, statements)
