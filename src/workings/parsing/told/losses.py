"""Entropies and losses in words: “the entropy of a fair coin is 1 bit”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.expr import Array, Expr, Number, call, number
from workings.parsing.numerals import scaled
from workings.parsing.told.sentence import (
    COUNT,
    DECIMAL,
    Sentence,
    Told,
    Value,
    Words,
    applied,
    either,
    numeral,
    whole,
)
from workings.regex import regex
from workings.source import Span

MOST_SIDES = 1000
_UNIT = regex(r"\s*+(?:\\?,?\s*+)(?P<unit>bits?|nats?|shannons?|dits?|hartleys?)\b", re.I)
_ENDS = regex(r"\s*(?:[.,;:)]|\Z|\n|per\b|\((?!\d)|[a-z]{2,})")
_PROBABILITY = rf"(?P<p>{DECIMAL})(?P<percent>\s?\\?%)?"
_BLOCKED = regex(
    r"\bsmooth|\bmean\b|\baverage|\bbatch|\bsum\b|\btotal|\bweight(?:ed|s)\b|\bfocal|\bcondition|\bjoint"
    r"|\brelative|\bmutual|\bmax\w*"
    r"|\bmeasur|\bvalidation|\btest\b|\bachiev|\breport|\btrained\b|\bepoch|\bdataset|\btoss\w*|\bflips\b"
    r"|\bthrows|\bdice\b|\bgain|\beach\b"
    r"|\btimes\b|\bincreas|\bdecreas|\bdrops?\b|\bfrom\b.{1,30}\bto\b|\bper[\s-](?:char|byte)",
    re.I,
)

# -- entropies ------------------------------------------------------------------------------------

_ENTROPY = regex(r"(?<!cross)(?<!cross[\s-])(?<!relative\s)\bentropy\b", re.I)
_SIDED = r"(?:(?P<sides>\d{1,3}|four|six|eight|ten|twelve|twenty)[\s-]sided\s+)?"
_FAIR = regex(
    rf"\b(?:fair|unbiased|balanced|uniform)\s+(?:(?P<coin>coin(?:\s+(?:flip|toss))?)"
    rf"|{_SIDED}(?P<die>die)(?:\s+roll)?)\b"
    rf"|\b(?:uniform\s+(?:probability\s+)?distribution|uniform\s+variable)\s+(?:over|on|with"
    rf"|across)\s+(?P<many>{COUNT})\s+"
    r"(?:\w+\s+)?(?:classes|outcomes|values|symbols|states|words|tokens|categories|events|elements"
    r"|possibilities|labels|items)\b",
    re.I,
)
_COIN = regex(
    rf"\b(?:(?:biased|unfair|bent|loaded)\s+)?coin\s+(?:with|that\s+has|of|whose)\s+(?:an?\s+|the\s+)?"
    rf"(?:(?:heads\s+)?probability\s*(?:of\s+heads\s*)?(?:of\s+|is\s+)?|bias\s+(?:of\s+)?)?(?:[pP](?:\((?:H"
    rf"|heads)\))?\s*=\s*)?{_PROBABILITY}"
    r"(?:\s+(?:of|for)\s+(?:heads|tails))?|\bBernoulli\s*(?:\(\s*|\s+(?:variable"
    r"|distribution)\s+with\s+(?:[pP]\s*=\s*)?)"
    r"(?P<q>0?\.\d+)\s*\)?",
    re.I,
)
_HAS_ENTROPY = regex(r"\bentropy\s+(?:of\s+|is\s+|=\s*)?", re.I)
_ENTROPY_IS = regex(r"(?:\bis|\bequals|[=:]|\bamounts\s+to|\bcomes\s+to)\s+", re.I)
_WORDS = {"four": 4, "six": 6, "eight": 8, "ten": 10, "twelve": 12, "twenty": 20}


def entropies(sentence: Sentence) -> Iterator[Told]:
    """“The entropy of a fair die is 2.585 bits”, “a biased coin with p = 0.25 has entropy 0.81 bits”."""
    if not sentence.says(_ENTROPY) or sentence.says(_BLOCKED):
        return
    words = Words(sentence.text)
    source = words.take(_FAIR)
    shares = None if source is None else _fair(source)
    if source is None:
        source = words.take(_COIN)
        shares = None if source is None else _biased(source)
    if source is None or shares is None:
        return
    openings = [*_HAS_ENTROPY.finditer(words.left), *_ENTROPY_IS.finditer(words.left, source.end())]
    for value, unit in _stated(sentence, words, openings):
        yield value.told("the entropy", _entropy(shares, unit))


def _stated(
    sentence: Sentence, words: Words, openings: Sequence[re.Match[str]]
) -> Iterator[tuple[Value, str]]:
    """The first value in bits or nats behind one of some openings, if no number is left over then."""
    for opening in openings:
        value = sentence.value(opening.end())
        unit = None if value is None else _unit(sentence, value)
        if value is not None and unit is not None:
            words.paint(*value.span)
            if words.is_spent(value.span.end):
                yield value, unit
            return


def _fair(found: re.Match[str]) -> list[Expr] | None:
    """As many equal shares as a coin or die has sides, or a distribution outcomes."""
    sides = found["sides"]
    many = 2 if found["coin"] else 6
    if sides:
        many = _WORDS.get(sides.lower()) or int(sides)
    if found["many"]:
        many = whole(found["many"])
    return [number(fmpq(1, many))] * many if 2 <= many <= MOST_SIDES else None


def _biased(found: re.Match[str]) -> list[Expr] | None:
    share = _share(found, "p") if found["p"] else numeral(found["q"])
    if not isinstance(share, Number) or not 0 < share.value < 1:
        return None
    return [share, call("sub", 1, share)]


def _entropy(shares: list[Expr], unit: str) -> Expr:
    """The entropy to the base that the unit asks for, or to any."""
    if not unit:
        return applied("entropy", Array(Span(0, 0), tuple(shares), "list"))
    log = "log2" if unit[0] in "bs" else "ln"
    if all(share is shares[0] for share in shares):
        return applied(log, len(shares))
    terms = [call("mul", share, applied(log, share)) for share in shares]
    return call("neg", call("add", *terms))


def _unit(sentence: Sentence, value: Value) -> str | None:
    """The unit behind a value; empty without one, and None where something else stands there."""
    found = _UNIT.match(sentence.text, value.span.end)
    if found is not None:
        word = found["unit"].lower()
        return word if word[0] in "bns" else None
    return "" if _ENDS.match(sentence.text, value.span.end) else None


def _share(found: re.Match[str], group: str) -> Expr:
    """A probability, which may be stated in per cent."""
    share = numeral(found[group])
    if isinstance(share, Number) and found["percent"]:
        return scaled(share, fmpq(1, 100), f"{share.text}%", share.span)
    return share


# -- the surprise at the true class ---------------------------------------------------------------

_TRUE = (
    r"(?:true|correct|right|target|actual|gold)\s+(?:class|label|word|token|answer|next\s+word"
    r"|next\s+token|category|digit|outcome)"
)
_GIVEN = (
    regex(
        rf"\b{_TRUE}\s+(?:has|gets|receives|is\s+(?:given|assigned|predicted\s+with)|with)\s+(?:an?\s+"
        rf"|the\s+)?(?:\w+\s+)?"
        rf"probability\s*(?:of\s+|is\s+|=\s*)?(?:[pq]\s*=\s*)?{_PROBABILITY}",
        re.I,
    ),
    regex(
        rf"\b(?:assigns?|gives?|assigned|predicts?|puts?)\s+(?:an?\s+"
        rf"|the\s+)?(?:\w+\s+)?(?:probability\s+)?(?:of\s+)?(?:[pq]\s*=\s*)?{_PROBABILITY}"
        rf"\s+(?:probability\s+)?(?:to|on|for)\s+the\s+{_TRUE}",
        re.I,
    ),
    regex(
        rf"\bprobability\s+(?:of|for)\s+the\s+{_TRUE}\s+(?:is|=|equals)\s*(?:[pq]\s*=\s*)?{_PROBABILITY}",
        re.I,
    ),
)
_SURPRISE = (
    r"(?:(?:categorical\s+)?cross[\s-]?entropy(?:\s+loss)?|negative\s+log[\s-]?likelihood|NLL"
    r"|log[\s-]?loss|surprisal)"
)
_LOSS_IS = regex(
    rf"\b{_SURPRISE}(?:\s+(?:for|of|on)\s+(?:this|the|that)\s+\w+)?\s*(?:is|of|equals|=|comes\s+to"
    rf"|amounts\s+to)\s+(?:L\s*=\s*)?",
    re.I,
)
_LOSS_ALONE = regex(r"\bloss\s*(?:is|of|equals|=)\s+(?:L\s*=\s*)?", re.I)
_LOGARITHMIC = regex(
    r"cross[\s-]?entrop|log[\s-]?likelihood|\bNLL\b|log[\s-]?loss|\\ln\b|\\log\b|-\s?(?:ln|log)\b", re.I
)
_IS_LATER = regex(r"\bis\s+", re.I)
_SPOKEN_LOSS = regex(rf"\b{_SURPRISE}\b", re.I)


def surprises(sentence: Sentence) -> Iterator[Told]:
    """“The true class has probability 0.25, so the cross-entropy is 1.39.”"""
    words = Words(sentence.text)
    given = next((found for pattern in _GIVEN if (found := words.take(pattern)) is not None), None)
    if given is None or sentence.says(_BLOCKED):
        return
    share = _share(given, "p")
    if not isinstance(share, Number) or not 0 < share.value <= 1:
        return
    openings = [*_LOSS_IS.finditer(words.left)]
    if _LOGARITHMIC.search(sentence.page):
        openings += _LOSS_ALONE.finditer(words.left)
    if sentence.says(_SPOKEN_LOSS):
        openings += _IS_LATER.finditer(words.left, given.end())
    for value, unit in _stated(sentence, words, openings):
        yield value.told("the loss", _surprise(share, unit))


def _surprise(share: Expr, unit: str) -> Expr:
    if not unit:
        return applied("nll", share)
    return call("neg", applied("log2" if unit[0] in "bs" else "ln", share))


# -- perplexities ---------------------------------------------------------------------------------

_PERPLEXITY = regex(r"\bperplexity\b", re.I)
_COSTS = regex(
    rf"\b(?:cross[\s-]?entropy|entropy|loss|NLL|negative\s+log[\s-]?likelihood)(?:\s+loss)?\s*(?:of|is|="
    rf"|equals)?\s*(?:H\s*=\s*)?"
    rf"(?P<h>{DECIMAL})\s*(?P<unit>bits?|nats?)?(?:\s+per\s+(?:word|token|symbol))?",
    re.I,
)
_PERPLEXES = regex(r"\bperplexity\s*(?:of|is|=|equals)?\s+", re.I)
_RELATED = regex(
    r"\bperplexity\s+of\s+(?:an?|the)\b|\bcorrespond|\bmean(?:s|ing)\b|\bimpl|\bso\b|\bhence|\btherefore"
    r"|\bthus\b|\bgiv(?:es|ing)\b|\byield"
    r"|\bhas\s+(?:an?\s+)?perplexity|\bi\.e\b|\bthat\s+is\b|\bequivalent|\btranslates",
    re.I,
)


def perplexities(sentence: Sentence) -> Iterator[Told]:
    """“A cross-entropy of 2 bits corresponds to a perplexity of 4.”"""
    if not sentence.says(_PERPLEXITY) or sentence.says(_BLOCKED) or not sentence.says(_RELATED):
        return
    words = Words(sentence.text)
    costs = words.take(_COSTS)
    if costs is None:
        return
    for opening in (*_PERPLEXES.finditer(words.left), *_ENTROPY_IS.finditer(words.left, costs.end())):
        value = sentence.value(opening.end())
        if value is None or _ENDS.match(sentence.text, value.span.end) is None:
            continue
        words.paint(*value.span)
        loss, unit = numeral(costs["h"]), (costs["unit"] or "").lower()
        powers = {"b": [call("pow", 2, loss)], "n": [applied("exp", loss)]}
        options = powers.get(unit[:1], [*powers["n"], *powers["b"]])
        expr = either(*options)
        if expr is not None and words.is_spent(value.span.end):
            yield value.told("the perplexity", expr)
        return
