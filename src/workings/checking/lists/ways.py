"""The ways in which a list is made of others, with the words by which authors say so."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from flint import arb

from workings.likely import Patterns
from workings.record import record
from workings.regex import regex

Numbers: TypeAlias = Sequence[arb]

ROOTS = (2, 3, 4, 5, 8, 16, 32, 64)  # sizes of keys by whose root scores are divided


@record(frozen=True, slots=True)
class Way:
    """What is done with one list, or with two entry by entry."""

    words: re.Pattern[str]  # that say so, in what stands before the list that comes out
    either: re.Pattern[str]  # those words, or the signs
    make: Callable[..., Numbers]
    told: str  # how an entry is made, for a message
    lists: int
    mixes: bool  # an entry hangs on all of the list
    shares: bool  # and all of it adds up to one
    spreads: bool  # or to nought, in units of its spread
    signs: re.Pattern[str]  # that may say so, but also something else


def _each(function: Callable[[arb], arb]) -> Callable[[Numbers], Numbers]:
    return lambda numbers: [function(x) for x in numbers]


def _pairs(function: Callable[[arb, arb], arb]) -> Callable[[Numbers, Numbers], Numbers]:
    return lambda first, second: [function(x, y) for x, y in zip(first, second, strict=True)]


def _total(numbers: Numbers) -> arb:
    total = arb(0)
    for x in numbers:
        total += x
    return total


def _shares(numbers: Numbers) -> Numbers:
    total = _total(numbers)
    return [x / total for x in numbers]


def _softmax(numbers: Numbers) -> Numbers:
    return _shares([x.exp() for x in numbers])


def _centred(numbers: Numbers) -> Numbers:
    mean = _total(numbers) / len(numbers)
    return [x - mean for x in numbers]


def _standardised(numbers: Numbers) -> Numbers:
    centred = _centred(numbers)
    spread = (_total([x * x for x in centred]) / len(numbers)).sqrt()
    return [x / spread for x in centred]


def _shifted(numbers: Numbers) -> Numbers:
    largest = max(numbers, key=lambda x: float(x.mid()))
    return [x - largest for x in numbers]


def _sigmoid(x: arb) -> arb:
    return 1 / (1 + (-x).exp())


def _relu(x: arb) -> arb:
    return x.max(arb(0))


def _rounded(x: arb) -> arb:
    """The nearest whole number; anything around a half."""
    return (x + arb(0.5)).floor()


_MIXING = (_shares, _softmax, _centred, _standardised, _shifted)


def _way(words: str, make: Callable[..., Numbers], told: str, lists: int = 1, signs: str = "") -> Way:
    either = regex(f"{words}|{signs}" if signs else words, re.I)
    mixes, shares = make in _MIXING, make in (_shares, _softmax)
    signs_of = regex(signs or r"(?!)", re.I)
    return Way(regex(words, re.I), either, make, told, lists, mixes, shares, make is _standardised, signs_of)


_EXP = r"\bexp\b|exponential|exponentiat|\be\s?\^(?!\s*\{?[^\s}]*[/\d])|\\exp\b"
_LOG = r"\bln\b|\\ln\b|\blog\b|\\log\b|logarithm|\blogs\b"
_SHARE = r"softmax|normali[sz]|divid\w+ by (?:the |their |its )?(?:sum|total)"
_WEIGHTS = r"probabilit|\bweights\b|\bshares?\b|attention|\\alpha(?![a-z])|α"
WAYS: tuple[Way, ...] = (
    _way(_EXP, _each(arb.exp), "e to the power of {0}"),
    _way(_LOG, _each(arb.log), "the logarithm of {0}"),
    _way(
        r"[-−–]\s?\\?(?:ln|log)\b|negative log|surpris|\bnll\b",
        _each(lambda x: -x.log()),
        "minus the logarithm of {0}",
        signs=r"\blosse?s?\b",
    ),
    _way(r"\blog_?2\b|\\log_\{?2|\bbits?\b", _each(lambda x: x.log() / arb(2).log()), "log2 of {0}"),
    _way(r"squar|\^\{?2|²", _each(lambda x: x * x), "the square of {0}"),
    _way(r"\broots\b", _each(arb.sqrt), "the root of {0}", signs=r"sqrt|√|\broot\b"),
    _way(r"sigmoid|\bσ\b|\\sigma\b|logistic", _each(_sigmoid), "the sigmoid of {0}"),
    _way(r"\btanh\b|\\tanh\b|hyperbolic", _each(arb.tanh), "tanh of {0}"),
    _way(r"\brelu\b", _each(_relu), "ReLU of {0}"),
    _way(r"\bhinge\b", _each(lambda x: _relu(1 - x)), "what {0} lacks to 1"),
    _way(r"\b1\s*[-−–]|complement", _each(lambda x: 1 - x), "1 − {0}"),
    _way(r"\bround(?:ed)?\b(?!\s*(?:to\b|\d))", _each(_rounded), "{0}, rounded"),
    _way(r"absolute|magnitude", _each(abs), "the absolute value of {0}"),
    _way(_SHARE, _shares, "{0} divided by the sum", signs=_WEIGHTS),
    _way(r"softmax", _softmax, "the softmax at {0}", signs=_WEIGHTS),
    _way(
        r"deviation|cent(?:re|er)ed|minus the mean|subtract\w* (?:the )?mean", _centred, "{0} minus the mean"
    ),
    _way(r"normali[sz]ed|standardi[sz]ed|z-scores?", _standardised, "{0}, standardised"),
    _way(r"shifted|minus the max|subtract\w* (?:the )?(?:max|largest)", _shifted, "{0} minus the largest"),
    _way(
        r"\bdifferences?\b|\bresiduals?\b|\berrors?\b",
        _pairs(lambda x, y: x - y),
        "{0} − {1}",
        2,
        signs=r"\bminus\b|[\w)\]}]\s?[-−–]\s?[\w(\[{\\]",
    ),
    _way(r"\bsums\b", _pairs(lambda x, y: x + y), "{0} + {1}", 2, signs=r"\bplus\b|\badd|\+"),
    _way(
        r"(?<!outer )(?<!inner )(?<!dot )\bproducts?\b|entry by entry|element-?wise",
        _pairs(lambda x, y: x * y),
        "{0} · {1}",
        2,
        signs=r"weighted|contribution|\btimes\b|multipl|[·⊙×]|\\odot|\\cdot",
    ),
    _way(
        r"\bratios\b|quotients", _pairs(lambda x, y: x / y), "{0} / {1}", 2, signs=r"divid|/|\bover\b|ratio"
    ),
    _way(
        r"squared (?:error|differ|deviation|residual)|(?:error|differ|residual)\w*[ ,a-z]{0,12}squared",
        _pairs(lambda x, y: (x - y) * (x - y)),
        "the square of {0} − {1}",
        2,
        signs=r"\^2|²|squar",
    ),
    _way(r"absolute", _pairs(lambda x, y: abs(x - y)), "the absolute value of {0} − {1}", 2),
)
SCALED = _way(
    r"\bover\b|\bdivid(?:ed|ing)\b|\bscaled\b|\bscaling\b",
    lambda numbers: numbers,
    "{0}",
    signs=r"\btimes\b|multipl|temperature|\brate\b|/|\bhalf\b|½",
)
SPOKEN = Patterns(way.either for way in (*WAYS, SCALED))
