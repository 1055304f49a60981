"""The circumstances of what is said: the width of the beam, the scores, the step, and hedges."""

from __future__ import annotations

import re
from dataclasses import replace

from workings.parsing.trees.naming import Finder
from workings.parsing.trees.options import number
from workings.parsing.trees.saying import Mode, Saying
from workings.regex import regex

_WIDTH = regex(
    r"\b(?:k|b|beam[- ]?(?:width|size)|width|size|beam)\s*=\s*(?P<digits>[1-9]\d?)\b(?!\.\d)"
    r"|\b(?:beam[- ]?(?:width|size)|width|size|beam)\s*(?:of\s+|is\s+|:\s*|-)?(?P<word>[1-9]\d?|one"
    r"|two|three|four|five)\b(?!\.\d)"
    r"|\b(?P<before>[1-9]\d?|two|three|four|five)[- ](?:beams?|best|hypotheses)\b"
    r"|\btop[- ](?P<top>[1-9]\d?|two|three)\b",
    re.I,
)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_NORMALISED = regex(
    r"length[- ]?(?:normali[sz]\w+|penalty)|normali[sz]\w+\s+(?:by|for|score|log)|average\s+log"
    r"|mean\s+log|geometric\s+mean|per[- ]token|normali[sz]ed|normali[sz]ation",
    re.I,
)
_UNNORMALISED = regex(
    r"\b(?:without|no|not|un)[- ]?(?:any\s+)?(?:length[- ]?)?normali[sz]\w+|unnormali[sz]ed"
    r"|total\s+probability|raw\s+(?:log|prob)|sum\s+of\s+log|by\s+probability",
    re.I,
)
ALPHA = regex(r"(?:α|alpha)\s*=\s*(\d(?:\.\d{1,3})?)")
_STEP = regex(
    r"\b(?:at|in|after|during)\s+(?:the\s+)?(?:(?:step|time\s*step|position)\s*#?(?P<digits>\d{1,2})|"
    r"(?P<ordinal>first|second|third|fourth|last)\s+(?:step|token|word|position))\b"
    r"|\bstep\s+(?P<lead>\d{1,2})\s*[:,)]",
    re.I,
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_HEDGE = regex(r"\b(?:may|can|could|might)\b", re.I)
_PARTS = regex(r";\s|,\s+(?:but|while|whereas|and\s+with(?:out)?)\b", re.I)


def circumstances(text: str, said: Saying, between: str, finder: Finder) -> Saying:
    """The width, the score, the step and the hedges of a sentence."""
    sentence = text[said.sentence.start : said.sentence.end]
    width = width_of(sentence)
    step = _STEP.search(sentence)
    count = None
    if step is not None:
        digits = step["digits"] or step["lead"]
        count = int(digits) if digits else _ORDINALS.get((step["ordinal"] or "").lower())
    alpha = ALPHA.search(sentence)
    return replace(
        said,
        width=width,
        mode=mode_of(_clause(text, said)),
        alpha=number(alpha[1]) if alpha else None,
        step=count,
        after=finder.after(text, said.sentence, said.span.start),
        hedged=bool(_HEDGE.search(between)),
    )


def _clause(text: str, said: Saying) -> str:
    """The part of a sentence in which something is said; another part may be about other scores."""
    start, end = said.sentence
    for found in _PARTS.finditer(text, start, end):
        if found.end() <= said.span.start:
            start = found.end()
        elif found.start() >= said.span.end:
            return text[start : found.start()]
    return text[start:end]


def mode_of(sentence: str) -> Mode:
    """Which scores a text says are compared."""
    if _UNNORMALISED.search(sentence):
        return Mode.PLAIN
    return Mode.NORMALISED if _NORMALISED.search(sentence) else Mode.OPEN


def width_of(sentence: str) -> int | None:
    found = _WIDTH.search(sentence)
    if found is None:
        return None
    words = (found["digits"] or found["word"] or found["before"] or found["top"]).lower()
    return _NUMBERS.get(words) or int(words)


def widths_in(text: str) -> list[tuple[int, int]]:
    """The places at which a document names a width of the beam, and the widths."""
    found = ((match.end(), width_of(match[0])) for match in _WIDTH.finditer(text))
    return [(at, width) for at, width in found if width is not None]
