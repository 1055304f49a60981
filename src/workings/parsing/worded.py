"""Inequalities in words: “$w_2$ must be positive”, “$b$ is at most 0”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workings.document import Kind, Member, Passage, Statement
from workings.expr import Hole, Number, walk
from workings.expr import number as numeral
from workings.parsing import hypotheses
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.regex import regex
from workings.source import Span

LONGEST = 80  # characters of the side in maths
_SIGNS = {
    "positive": ">", "positiv": ">", "negative": "<", "negativ": "<",
    "non-negative": "≥", "nonnegative": "≥", "non negative": "≥", "nicht negativ": "≥",
    "non-positive": "≤", "nonpositive": "≤", "non positive": "≤",
    "at least": "≥", "at most": "≤", "mindestens": "≥", "höchstens": "≤",
    "greater than": ">", "larger than": ">", "more than": ">", "größer als": ">", "bigger than": ">",
    "less than": "<", "smaller than": "<", "kleiner als": "<",
}  # fmt: skip
_WORDS = "|".join(sorted(map(re.escape, _SIGNS), key=len, reverse=True))
WORDED = regex(
    r"(?<=\S)[ \t\n]+(?:is|are|must\s+be|has\s+to\s+be|have\s+to\s+be|would\s+be|needs\s+to\s+be|ist|muss)"
    r"[ \t\n]+"
    rf"(?:strictly[ \t\n]+|also[ \t\n]+|therefore[ \t\n]+)?(?P<words>{_WORDS})\b[ \t\n]*\$?[ \t\n]*"
    r"(?P<bound>-?\d{1,6}(?:\.\d{1,6})?)?"
    r"(?P<after>[ \t\n$]*(?:[.,;:)!]|\Z|(?:and|so|since|because|but|which|while|sein|by)\b))",
    re.IGNORECASE,
)
_NAME = regex(r"(?<![\w\\$])[a-zA-Z](?:_\w|_\{\w{1,4}\}|\d)?\Z")


def worded_statements(passages: Iterable[Passage], lexicon: Lexicon) -> Iterator[Statement]:
    """A statement for every inequality that is stated in words about a formula."""
    for passage in passages:
        if passage.kind is not Kind.PROSE:
            continue
        for found in WORDED.finditer(passage.text):
            statement = _statement(passage, found, lexicon)
            if statement is not None:
                yield statement


def _statement(passage: Passage, found: re.Match[str], lexicon: Lexicon) -> Statement | None:
    words = " ".join(found["words"].lower().split())
    bounded = words not in _ALONE
    if bounded != (found["bound"] is not None):
        return None
    side = _side(passage, found.start())
    if side is None:
        return None
    start = passage.span.start
    expr = parse_maths(passage.text[side.start - start : side.end - start], lexicon, side.start)
    if any(isinstance(node, Hole) for node in walk(expr)):
        return None
    group = "bound" if bounded else "words"
    place = Span(start + found.start(group), start + found.end(group))
    value = parse_maths(found["bound"], lexicon, place.start) if bounded else numeral(0, place)
    if bounded and not isinstance(value, Number) and not found["bound"].startswith("-"):
        return None
    lead = passage.text[max(0, side.start - start - 60) : side.start - start].lower().split()
    members = (Member(None, expr, side), Member(_SIGNS[words], value, place))
    return Statement(members, side.cover(place), passage, hypothesis=hypotheses.is_hypothetical(lead))


_ALONE = frozenset(key for key in _SIGNS if key.endswith(("tive", "tiv")))


def _side(passage: Passage, end: int) -> Span | None:
    """The formula, or the bare letter, that stands right before some words."""
    place = passage.span.start + end
    for span in passage.maths:
        between = passage.text[span.end - passage.span.start : end] if span.end <= place else "x"
        if not between.strip() and span.end - span.start <= LONGEST:
            return span
    found = _NAME.search(passage.text, max(0, end - 12), end)
    if found is None or found[0] in ("a", "I"):
        return None
    return Span(passage.span.start + found.start(), passage.span.start + found.end())
