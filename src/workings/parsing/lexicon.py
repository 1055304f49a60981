"""What the parser is told about words: which are functions, and which the document defines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from workings.record import record


@record(frozen=True)
class Lexicon:
    """`functions` maps a written word to its operation; `defined` are names this document gives a meaning."""

    functions: Mapping[str, str] = field(default_factory=dict)
    defined: frozenset[str] = frozenset()
    superscripted: frozenset[str] = frozenset()  # `W^Q` where the superscript belongs to the name
    letters: frozenset[str] = frozenset()  # single letters that are given a value, so no units behind numbers
    stepped: frozenset[str] = frozenset()  # letters whose square brackets hold an index: h[t]
    decimal_comma: bool = False  # 0,5 is a half
    convolves: bool = False  # the document speaks of convolutions, so a star between matrices may be one
    counting: frozenset[int] = frozenset()  # where letters count thousands, millions … of bytes and the like
    joining: frozenset[str] = frozenset()  # single letters that say “and” in the language of the page
    in_bytes: bool = False  # a B behind a number and a blank is a byte
    calls_sigmoid: bool = False  # σ before brackets is the sigmoid, also where σ is a name
    spoken: Mapping[str, tuple[str, int]] = field(default_factory=dict)  # “dot product”: its operation, of 2

    def function(self, word: str) -> str | None:
        """The operation a word names; a single letter that the document defines is a name instead."""
        if len(word) == 1 and word in self.defined:
            return None
        return self.functions.get(word)


class Pairs:
    """The functions whose names are two words, found once for those that documents share."""

    def __init__(self) -> None:
        self.functions: Mapping[str, str] = {}
        self.words: tuple[str, ...] = ()

    def of(self, functions: Mapping[str, str]) -> tuple[str, ...]:
        if functions is not self.functions:
            self.functions, self.words = functions, tuple(word for word in functions if " " in word)
        return self.words


PAIRS = Pairs()

# Functions that may take an argument without brackets: `log 2`, `\\sin x`.
GREEDY = frozenset(
    "exp log ln log2 log10 sqrt sin cos tan cot sec csc asin acos atan sinh cosh tanh abs det trace "
    "argmax argmin sigmoid relu".split()
)

OF_OTHERS = frozenset(
    "log ln lg exp sqrt".split()
)  # taken of a call in words too: “log σ(2)”, no “tanh f(2)”
EXTREMES = ("max", "min", "argmax", "argmin")  # which also take what stands in braces

# Words after a number that scale it, with the factors it may stand for, the likeliest first.
_DECIMAL = {"KB": 1, "kB": 1, "MB": 2, "GB": 3, "TB": 4, "Ko": 1, "Mo": 2, "Go": 3}  # also octets
_BINARY = {"KiB": 1, "MiB": 2, "GiB": 3, "TiB": 4}  # never of 1000
BYTES = {word: 1000**power for word, power in _DECIMAL.items()}
BYTES |= {word: 1024**power for word, power in _BINARY.items()}

SCALES: Mapping[str, tuple[int, ...]] = {
    "thousand": (10**3, 1),
    "million": (10**6, 1),
    "millions": (10**6, 1),
    "billion": (10**9, 1),
    "billions": (10**9, 1),
    "trillion": (10**12, 1),
    "k": (10**3, 1),
    "K": (10**3, 1, 2**10),
    "M": (10**6, 1, 2**20),
    "B": (10**9, 1),
    "G": (10**9, 1),
    "T": (10**12, 1),
    **{
        prefix + word: (10**power, 1)
        for word in ("FLOP", "FLOPs", "FLOPS", "MAC", "MACs")
        for prefix, power in (("k", 3), ("K", 3), ("M", 6), ("G", 9), ("T", 12))
    },
    **{
        word: tuple(base**p for p in range(power, -1, -1) for base in ((2**10, 10**3) if p else (1,)))
        for word, power in _DECIMAL.items()
    },
    **{word: tuple(1024**p for p in range(power, -1, -1)) for word, power in _BINARY.items()},
}
