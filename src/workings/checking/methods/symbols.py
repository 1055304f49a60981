"""The words that a symbol usually stands for, where a page gives its value in prose: “learning rate 0.05”."""

from __future__ import annotations

import re
from functools import cache

from workings.regex import regex

_RATE = r"learning[- ]rate|step[- ]size"
_WORDS = {
    "η": _RATE, "lr": _RATE, "α": rf"{_RATE}|\balpha\b", "β": r"momentum|\bdecay|\bbeta\b",
    "ρ": r"\bdecay|momentum", "γ": r"discount|\bgamma\b|focus|\bdecay", "ε": r"epsilon|smoothing|clip",
    "λ": r"regulari|penalty|weight decay|\blambda\b", "τ": r"temperature|\btau\b",
    "T": r"temperature|number of steps|total steps", "p": r"drop\w*|keep|padding|probability",
    "k": r"kernel|filter|neighbou?rs", "K": r"kernel|filter|classes", "F": r"filter|kernel",
    "s": r"stride|\bscale", "S": r"stride", "P": r"padding", "d": r"dilation|dimension|width",
    "n": r"inputs?|examples|samples", "N": r"examples|samples|documents|tokens|words", "h": r"\bheads\b",
    "δ": r"threshold|\bdelta\b", "m": r"margin|momentum", "μ": r"momentum|\bmean\b", "B": r"batch",
    "σ": r"standard deviation", "C": r"channels|classes", "V": r"vocabulary",
    "r": r"\brank\b|reward", "L": r"\blayers\b",
    "W": r"width|input", "H": r"height|\bheads\b", "Z": r"zero[- ]point", "c": r"threshold|clip",
}  # fmt: skip
_OWN = {
    "layers": r"\blayers\b", "layer": r"\blayers\b", "heads": r"\bheads\b", "bytes": r"bytes",
    "head": r"head (?:dimension|size|width)", "kv": r"(?:key/value|KV|kv|key-value) heads",
    "model": r"model (?:dimension|size|width)", "in": r"\binputs?|in[- ]channels",
    "out": r"\boutputs?|out[- ]channels", "max": r"max\w*|peak", "min": r"min\w*", "batch": r"batch",
    "warmup": r"warm-?up", "seq": r"sequence|tokens|context", "vocab": r"vocabulary",
    "ff": r"feed-?forward (?:size|width|dim\w*)", "ffn": r"feed-?forward (?:size|width|dim\w*)",
}  # fmt: skip
_LETTERS = regex(r"[^\W\d_]{2,}")


@cache
def spoken(name: str, base: str) -> re.Pattern[str] | None:
    """The words that stand before the value of a symbol."""
    own = [_OWN[part] for part in _LETTERS.findall(name) if part in _OWN]
    if own:
        return regex("|".join(own), re.I)
    return regex(_WORDS[name], re.I) if name == base and name in _WORDS else None
