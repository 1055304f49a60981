"""Parameters of a layer in words: “a linear layer from 128 to 64 units with bias has 8256 parameters”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.expr import Expr, number
from workings.parsing.told.sentence import (
    COUNT,
    ROUGHLY,
    Sentence,
    Told,
    Value,
    Words,
    applied,
    either,
    whole,
)
from workings.record import record
from workings.regex import regex
from workings.source import Span

_PARAMETERS = regex(r"\b(?:param\w*|weights|entries)\b", re.I)
_HAS = regex(
    r"\b(?:has|have|having|needs?|contains?|requires?|uses?|adds?|comprises?|gives?|yields?|amounts?\s+to"
    r"|there\s+are|"
    rf"consists?\s+of|results?\s+in|is|are|of|equals"
    rf"|learns?)\s+(?:us\s+)?(?:a\s+total\s+of\s+)?(?:{ROUGHLY})*",
    re.I,
)
_UNIT = regex(
    r"\s*(?:(?:trainable|learnable|free|learned|total)\s+)?(?P<unit>param(?:eter)?s?|weights|entries"
    r"|weight\s+parameters)\b",
    re.I,
)
_NUMBER_OF = regex(r"\bnumber\s+of\s+(?:(?:trainable|learnable|free)\s+)?(?:param\w*|weights)\b", re.I)
_ENDS = regex(r"\s*(?:[.,;)]|\Z|\bin total\b)")
_BIASES = regex(rf"\s*(?:,|and|plus)\s+({COUNT})\s+bias(?:es|\s+\w+)?\b", re.I)
_WITH = regex(
    r"\b(?:with|includ\w+|and|plus|counting)\s+(?:an?\s+|the\s+|its\s+|all\s+|one\s+)?bias\w*"
    r"|\bbias\w*\s+included",
    re.I,
)
_WITHOUT = regex(
    r"\b(?:without|no|exclud\w+|ignor\w+|omit\w+|neglect\w+|disregard\w+)\s+(?:counting\s+)?(?:an?\s+"
    r"|any\s+|the\s+|its\s+)?bias\w*"
    r"|\bbias-?free\b|\bbias\s*=\s*(?:False|0)",
    re.I,
)
_SEVERAL = regex(
    r"\beach\b|\bevery\b|\bper\b|\bone\s+(?:filter|neuron|unit|kernel)|\bfollow|\bthen\b|\bnetwork"
    r"|\bmodel\b|\blayers\b|\bstack"
    r"|\bLSTM|\bGRU|\bRNN|recurrent|\battention|\bshared?\b|\btied\b|\blow-?rank|\bfactori|\bsav\w+"
    r"|\bsparse|\bprun|\bLoRA"
    r"|\badapter|depth-?wise|separable|\bgroup|\btranspos|\bdilat|\bbatch[\s-]?norm|\bpositions?\b"
    r"|\bposition(?:al)\b|\bmore\b"
    r"|\bfewer\b|\bless\b|\bonly\s+\d+\s+of|\bgradient|\boptimi|\bbytes?\b|\bMB\b|\bcompar|\btogether\b"
    r"|\badditional|\bextra\b"
    r"|\btogether|\bencoder|\bdecoder|\bblock|\bsecond\b|\bFLOP|\bMAC|\bmultipl",
    re.I,
)


@record(frozen=True, slots=True)
class Counted:
    """How many parameters are stated."""

    value: Value
    bare: bool  # weights, which may leave the biases out
    biases: re.Match[str] | None  # “and 64 biases”


def linear_parameters(sentence: Sentence) -> Iterator[Told]:
    """“A linear layer from 128 to 64 units has 8256 parameters.”"""
    called = _LINEAR.search(sentence.text)
    counted = None if called is None else _counted(sentence)
    if called is None or counted is None:
        return
    words, bias = _rest(sentence, counted)
    pair = words.take(_FROM_TO)
    inputs = words.count(_INPUTS) if pair is None else whole(pair["n"])
    outputs = words.count(_OUTPUTS) if pair is None else whole(pair["m"])
    if inputs is None or outputs is None or not words.is_spent(counted.value.span.end):
        return
    options = [applied("linear_params", inputs, outputs, bias=one) for one in _biases(counted, bias)]
    yield from _told(Span(*called.span()), options, outputs, counted)


def convolution_parameters(sentence: Sentence) -> Iterator[Told]:
    """“A 5×5 convolution with 3 input and 32 output channels has 2432 parameters.”"""
    called = _CONVOLUTION.search(sentence.text)
    counted = None if called is None else _counted(sentence)
    if called is None or counted is None:
        return
    words, bias = _rest(sentence, counted)
    pair = words.take(_CHANNELS_FROM_TO)
    inputs = words.count(_CHANNELS_IN) if pair is None else whole(pair["n"])
    outputs = words.count(_FILTERS) if pair is None else whole(pair["m"])
    kernel = words.take(_KERNEL)
    words.take(_STRIDE)
    words.take(_STRIDE)
    if kernel is None or inputs is None or outputs is None or not words.is_spent(counted.value.span.end):
        return
    height = int(kernel["k"] or kernel["k1"])
    width, depth = int(kernel["l"] or height), kernel["c"]
    if depth is not None and int(depth) != inputs:
        return
    options = [
        applied("conv_params", height, width, inputs, outputs, bias=one) for one in _biases(counted, bias)
    ]
    yield from _told(Span(*called.span()), options, outputs, counted)


def embedding_parameters(sentence: Sentence) -> Iterator[Told]:
    """“The embedding table for 10000 words with 300 dimensions has 3 million parameters.”"""
    called = _EMBEDDING.search(sentence.text)
    counted = None if called is None else _counted(sentence)
    if called is None or counted is None or counted.biases is not None:
        return
    words, _ = _rest(sentence, counted)
    vocabulary, width = words.count(_VOCABULARY), words.count(_DIMENSIONS)
    if vocabulary is None or width is None or not words.is_spent(counted.value.span.end):
        return
    parameters = applied("mul", vocabulary, width)
    yield counted.value.told("the number of parameters", parameters, Span(*called.span()))


def _counted(sentence: Sentence) -> Counted | None:
    """The one number of parameters in a sentence."""
    if not sentence.says(_PARAMETERS) or sentence.says(_SEVERAL):
        return None
    asked = sentence.says(_NUMBER_OF)
    found: list[Counted] = []
    for has in _HAS.finditer(sentence.text):
        value = sentence.value(has.end())
        unit = None if value is None else _UNIT.match(sentence.text, sentence.behind(value))
        if value is None or (unit is None and not (asked and _ENDS.match(sentence.text, value.span.end))):
            continue
        bare = unit is not None and not unit["unit"].lower().startswith("param")
        biases = None if unit is None else _BIASES.match(sentence.text, unit.end())
        found.append(Counted(value, bare, biases))
    return found[0] if len({one.value.span for one in found}) == 1 else None


def _rest(sentence: Sentence, counted: Counted) -> tuple[Words, bool | None]:
    """What else is said, and whether there are biases."""
    words = Words(sentence.text)
    words.paint(counted.value.span.start, sentence.behind(counted.value))
    if counted.biases is not None:
        words.paint(*counted.biases.span())
    without, with_ = words.take(_WITHOUT), words.take(_WITH)
    if without is None and with_ is None:
        return words, None
    return words, without is None


def _biases(counted: Counted, bias: bool | None) -> list[int]:
    """Whether biases are counted, the likeliest first; both where it is left open."""
    if counted.biases is not None:
        return [0]
    if counted.bare:
        return [0] if bias is False else [0, 1]
    return [1, 0] if bias is None else [int(bias)]


def _told(side: Span, options: Sequence[Expr], outputs: int, counted: Counted) -> Iterator[Told]:
    value, expr = counted.value, either(*options)
    name = "the number of weights" if counted.bare else "the number of parameters"
    if expr is not None:
        yield value.told(name, expr, side)
    if counted.biases is not None:
        place = Span(*counted.biases.span(1))
        stated = number(whole(counted.biases[1]), place)
        yield Told("the number of biases", number(outputs), side, stated, place)


# -- words ----------------------------------------------------------------------------------------

_UNITS = r"(?:units?|neurons?|features?|nodes?|dimensions?|values?)"
_LINEAR = regex(r"\b(?:linear|dense|fully[\s-]connected|affine|FC|output|hidden)\s+layer\b", re.I)
_FROM_TO = regex(
    rf"\b(?:from|maps?|mapping|with|of|takes|taking|layer)?\s*\(?(?P<n>{COUNT})(?:[\s-]+(?:inputs?"
    rf"|input\s+{_UNITS}|{_UNITS}|pixels))?"
    rf"\s*(?:\bto\b|→|,?\s*and\s+(?:returns|outputs)|\binto\b)\s*(?P<m>{COUNT})\)?"
    rf"(?:\s+(?:outputs?|output\s+{_UNITS}|hidden\s+{_UNITS}|{_UNITS}|classes|logits))?",
    re.I,
)
_INPUTS = regex(
    rf"({COUNT})\s+(?:inputs?(?:\s+{_UNITS})?|input\s+{_UNITS}|pixels)\b|\binput\s+(?:size"
    rf"|dimension)\s*(?:of|=|is)?\s*({COUNT})",
    re.I,
)
_OUTPUTS = regex(
    rf"({COUNT})\s+(?:outputs?(?:\s+{_UNITS})?|hidden\s+{_UNITS}|units|neurons|nodes|classes|logits)\b"
    rf"|\boutput\s+(?:size|dimension)\s*(?:of|=|is)?\s*({COUNT})",
    re.I,
)
_CONVOLUTION = regex(r"\bconv(?:olution(?:al)?)?(?:\s+layer)?\b", re.I)
_CHANNELS_FROM_TO = regex(
    rf"\b(?:from|maps?|mapping|with)?\s*(?P<n>{COUNT})(?:\s+(?:input\s+)?channels)?\s*(?:\bto\b"
    rf"|→)\s*(?P<m>{COUNT})\s+(?:output\s+)?"
    r"(?:channels|feature\s+maps|filters)",
    re.I,
)
_CHANNELS_IN = regex(
    rf"(?<![×\d])({COUNT})\s+(?:input\s+channels?|input|channels?\s+in)\b|\bon\s+({COUNT})\s+channels?\b",
    re.I,
)
_FILTERS = regex(
    rf"(?<![×\d])({COUNT})\s+(?:(?:output\s+)?(?:filters|channels|feature\s+maps|kernels)"
    rf"|output\s+channels?|channels?\s+out)\b"
    r"|(?<![×\d])(\d{1,5})\s+(?=\d{1,2}\s*×\s*\d{1,2}(?:\s*×\s*\d{1,5})?\s+(?:filters|kernels))",
    re.I,
)
_KERNEL = regex(
    r"(?:\b(?:kernel|filter)s?[\s-]+sizes?\s*+(?:of|is|=|:)?\s*+"
    r"|\bof\s+size\s+)?(?<![\d×])(?P<k>\d{1,2})\s*×\s*(?P<l>\d{1,2})"
    r"(?:\s*×\s*(?P<c>\d{1,5}))?(?!\s*×|\d)"
    r"|\b(?:kernel|filter)s?[\s-]+sizes?\s*(?:of|is|=|:)?\s*(?P<k1>\d{1,2})(?!\d|\s*×)",
    re.I,
)
_STRIDE = regex(r"\b(?:stride|padding)\s*+(?:of|=)?\s*+\d\b", re.I)
_EMBEDDING = regex(r"\bembedding\s+(?:table|matrix|layer)\b|\b[Ee]mbeddings?\b(?=\s+(?:of|for)\b)", re.I)
_VOCABULARY = regex(
    rf"\bvocabulary\s*(?:size\s*)?(?:of\s+)?(?:size\s+|\|V\|\s*)?=?\s*(?:of\s+)?({COUNT})(?:\s+(?:words"
    rf"|tokens|entries))?"
    rf"|({COUNT})\s+(?:words|tokens|(?:sub)?word\s+types|items|symbols|characters|types)\b"
    rf"|\b({COUNT})-word\s+vocabulary",
    re.I,
)
_DIMENSIONS = regex(
    rf"({COUNT})[\s-]*dim(?:ension(?:s|al)?)?\b|\bdim(?:ensions?|ensionality)?\s*(?:of\s+"
    rf"|d\s*)?=?\s*({COUNT})|\b(?:size|width)\s+(?:of\s+)?({COUNT})",
    re.I,
)
