"""Probabilities in running text, “after ‘the’ comes ‘cat’ with probability 0.6”, and in equations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from flint import fmpq

from workings.parsing.trees.items import Item, Where
from workings.parsing.trees.options import EQUATION, PROBABILITY, QUOTED, TOKEN, bare, number, of_equation
from workings.regex import regex
from workings.source import Span, sentences_in

LONGEST = 800  # characters of a sentence
_END = regex(r"(?<=[.;!?])\s+(?=[^a-z\"\s]|\"[A-Z])|\n\s*\n|\n(?=[ \t]*(?:[-*•+#|]|\d{1,2}[.)])\s)")
_WITH = r"(?:prob(?:ability|abilities|\.)?|[Pp])\s*(?:of|=|:|is)?\s*(?:about\s+|only\s+)?"
_STOP = (
    "(?-i:the|The|a|an)|it|this|that|assigns|gives|puts|predicts|says|there|which|one|word|token"
    "|sequence|path"
    "|sentence|hypothesis|probability|score|step|total|product|search|"
    "beam|greedy|continuation|option|both|each|model|is|has|and|but|with|comes|follows|next|to|of|for"
    "|a?lso|then|"
    "distribution|width|reward|accuracy|dropout|rate|only|still|already|overall|whole|words|tokens|be"
    "|are|was|"
    "branch|choice|alternative|joint|conditional|mass|value|weight|letter|symbol|prefix|output|ends"
    "|ending|finished|open|closed|ended|ahead|left|reached|done|correct|true|false"
)
_BARE = rf"(?<![\w<])(?!(?:{_STOP})\b){TOKEN}"
_OPTIONS = tuple(
    regex(pattern + r"(?!\s*+[=≈×*+/])", re.I)
    for pattern in (
        rf"(?P<token>{_BARE})\s*+\(\s*+(?:with\s+)?(?:{_WITH})?(?P<number>{PROBABILITY})\s*+\)",
        rf"(?P<token>{_BARE})\s*+,?\s*+(?:(?:which\s+)?(?:comes|follows|is\s+next|is\s+chosen|is\s+likely"
        rf"|has|gets|occurs|appears)\s+)?"
        rf"(?:with\s+)?(?:a\s+|the\s+)?(?:conditional\s+)?{_WITH}(?P<number>{PROBABILITY})",
        rf"(?P<token>{_BARE})\s+(?:with|has|gets|at)\s+(?P<number>{PROBABILITY})",
        rf"(?P<number>{PROBABILITY})\s+(?:for|to|on)\s+(?:the\s+(?:word|token)\s+)?(?P<token>{_BARE})",
        rf"(?P<number>{PROBABILITY})\s*+\(\s*+(?P<token>{_BARE})\s*+\)",
        rf"probability\s+(?:of|for|that\s+\w+\s+is)\s+(?P<token>{_BARE})\s+(?:(?:after|given"
        rf"|following)\s+(?P<context>{TOKEN}))?\s*+"
        rf"(?:is|=|:)\s*+(?P<number>{PROBABILITY})",
        rf"(?P<token>{_BARE})\s*+[:=]\s*+(?P<number>{PROBABILITY})",
        rf"(?:(?<=[,;:])|(?<=\band)|(?<=\bgives)|(?<=\bassigns)|(?<=\bpredicts)"
        rf"|(?<=\bsays))\s*+(?P<token>{_BARE})\s+(?P<number>{PROBABILITY})(?=\s*+(?:[,;.)]"
        rf"|and\b|or\b|$))",
    )
)
_CUE = regex(
    r"\b(?:after|following|given|behind|followed\s+from|conditioned\s+on|once\s+we\s+have|from|"
    r"if\s+we\s+(?:choose|pick|take)|if\s+(?:the\s+)?(?:(?:first|previous|last)\s+(?:word|token)"
    r"|it)\s+(?:was|is))\s+"
    r"(?:the\s+)?(?:(?:word|token|prefix|words|tokens|sequence|context|first\s+word|first\s+token)\s+)?"
    rf"(?P<words>{QUOTED}(?:\s*,?\s*{QUOTED}){{0,6}}|{TOKEN}(?:\s+{TOKEN}){{0,6}}?(?=\s*(?:,|:|;|\.|$"
    rf"|(?:comes?|we|is|are|"
    r"follows?|it|they|these|there|either|with|both|the\s+(?:next|model|prob|distribution|continuation|only|"
    r"second|third|word|token|candidates|options|choices))\b)))",
    re.I,
)
_IF = regex(r"\bif\b", re.I)
_FIRST = regex(
    r"\b(?:first\s+(?:word|token|step|choice|letter)|at\s+the\s+(?:start|beginning)|initially"
    r"|(?:sentence|sequence|model)\s+(?:starts|begins)\s+with|"
    r"starts?\s+with|begins?\s+with|step\s+1)\b",
    re.I,
)
_WORKED = regex(
    r"\bk\s*=|\bwe\s+get\b|\bafter\s+(?:the\s+|each\s+|every\s+)?(?:\w+\s+)?steps?\b|\b(?:greed\w*"
    r"|beams?|keep\w*|kept|prun\w*|exhaustive\w*|hypothes[ie]s|normali[sz]\w*|score\w*"
    r"|total|joint|"
    r"overall|most\s+(?:probable|likely)|picks?|chooses?|selects?|sequence|therefore|so\s+the|wins?"
    r"|better|best|"
    r"product|temperature|nucleus|top-[pk]|dropout|accuracy|threshold)\b",
    re.I,
)


def read_prose(text: str, spans: list[Span]) -> Iterator[Item]:
    """The conditional probabilities that sentences tell, each with what it comes after."""
    for span in spans:
        for start, end in sentences_in(text, _END, LONGEST, span):
            yield from _sentence(text, start, end)


def _sentence(text: str, start: int, end: int) -> Iterator[Item]:
    """The chances of next tokens that a sentence gives, each behind the words that it names."""
    sentence = text[start:end]
    if not re.search(PROBABILITY, sentence) or EQUATION.search(sentence):
        return
    if _WORKED.search(sentence) or (_IF.search(sentence) and not _CUE.search(sentence)):
        return
    options = _options(sentence)
    if not options:
        return
    cues = list(_CUE.finditer(sentence))
    cues = [
        cue
        for cue in cues
        if not any(span.start <= cue.start("words") < span.end for _, _, span, _ in options)
    ]
    first = _FIRST.search(sentence)
    for token, weight, span, context in options:
        place = Span(start + span.start, start + span.end)
        before = [cue for cue in cues if cue.end() <= span.start]
        behind = [cue for cue in cues if cue.start() >= span.end]
        if context is not None:
            yield Item(token, weight, place, Where.AFTER, words=context)
        elif before:
            yield Item(token, weight, place, Where.AFTER, words=before[-1]["words"])
        elif first is not None:
            yield Item(token, weight, place, Where.START)
        elif behind and not before:
            yield Item(token, weight, place, Where.AFTER, words=behind[0]["words"])
        elif len(options) > 1 or "next" in sentence.lower():
            yield Item(token, weight, place, Where.START, weak=True)


_Option: TypeAlias = tuple[str, fmpq, Span, str | None]


def _options(sentence: str) -> list[_Option]:
    """The options of a sentence, none overlapping another; the earliest way to read a place wins."""
    found: dict[int, _Option] = {}
    for pattern in _OPTIONS:
        for match in pattern.finditer(sentence):
            span = Span(min(match.start("token"), match.start("number")), match.end())
            if any(other.start < span.end and span.start < other.end for _, _, other, _ in found.values()):
                continue
            token = bare(match["token"])
            weight = number(match["number"])
            if token is not None and 0 <= weight <= 1:
                found[span.start] = (token, weight, span, match.groupdict().get("context"))
    return [found[at] for at in sorted(found)]


def read_equations(text: str) -> Iterator[Item]:
    """`P(b | a) = 0.4` wherever it stands; `P(a) = 0.6` is about the start."""
    for found in EQUATION.finditer(text):
        written = of_equation(found)
        if written is None:
            continue
        if written.context in (None, "", "∅", "ε"):
            yield Item(written.token, written.weight, written.span, Where.START)
        elif written.context != "…":
            yield Item(written.token, written.weight, written.span, Where.AFTER, words=written.context or "")
