"""Variations in prose: “he adds a second, identical head and changes W_O to the identity”, and what they do.

A variation changes something that the document worked with and says what becomes of a result: “the loss
would be identical”, “R doubles”, “the loss becomes 10.21”. Questions are none, nor is what others believe.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum

from workings.document import Kind, Passage
from workings.expr import NOWHERE, Name, Number
from workings.parsing import variation_words as words
from workings.parsing.grammar import parse_maths
from workings.parsing.numerals import numeral
from workings.record import record
from workings.regex import regex
from workings.source import Span, sentences_in

LONGEST = 600  # characters of a sentence
REACH = 3  # passages behind a change in which its effect may be told


class Kindred(Enum):
    """What sort of change it is."""

    SET = "set"
    SCALED = "scaled"
    SWAPPED = "swapped"
    HEADS = "heads"
    UNMASKED = "unmasked"
    UNSCALED = "unscaled"
    UNBIASED = "unbiased"
    TEMPERATURE = "temperature"


class Way(Enum):
    """What is said to become of a result."""

    SAME = "same"
    OTHER = "other"
    TIMES = "times"
    MORE = "more"
    LESS = "less"
    VALUE = "value"


@record(frozen=True, slots=True)
class Change:
    """One change: of a name to an identity, a number or another name's value, or of how it is worked out."""

    kind: Kindred
    name: str = ""
    number: Number | None = None  # the new value, the factor, or how many heads
    identity: bool = False
    other: str = ""  # the name whose value it takes
    span: Span = NOWHERE


@record(frozen=True, slots=True)
class Effect:
    """What a sentence says of a result: `what` is a name of the document, or a noun such as loss."""

    way: Way
    what: str
    span: Span
    number: Number | None = None  # the new value, or the factor


@record(frozen=True, slots=True)
class Variation:
    """Changes that are made together, and what is said to follow."""

    changes: tuple[Change, ...]
    effects: tuple[Effect, ...]
    start: int  # of the first sentence: what stands before it is varied


_END = regex(r"(?<=[.;!?])\s+(?=[^a-z])|\n\s*\n")
_DOUBTFUL = regex(
    r"\b(?:whether|claims?|thinks?|believes?|argues?|says?|asks?|wrong|wrongly|mistake|might|may|could|perhaps|"
    r"maybe|true\s+or\s+false|unless|expect|expects|hope|hopes|almost|nearly|roughly|approximately|about\s+the\s+same)\b",
    re.I,
)
_IF = regex(
    r"\W*+(?:(?:now|but|and|then|also|instead)\W++)?(?:if|suppose|assume|when|what|with|without|by|\w{3,12}ing)\b",
    re.I,
)
_OTHER_CASE = regex(
    r"^\W*(?:\w\W+)?(?:(?:now|but|and|then|also|instead)\W+)?(?:suppose|assume|with|without|by|\w{3,12}ing)\b|"
    r"(?<!as )\b(?:if|when|whenever|unless|once|after|provided)\b",
    re.I,
)
_THEN = regex(r",|\bthen\b")
_PART = regex(r"\b(?:of|in|between|except|like|than|as)\s+(?:the\s+)?\Z", re.I)
_PLAIN = regex(r"\s(?:is|are|equals)\s+[-−]?\d")
_BESIDES = regex(r"\b(?:also|in addition|additionally|furthermore|moreover|on top)\b", re.I)
_AFRESH = regex(r"\s*(?:solution|answer|solved|sol|ans)\b", re.I)


def read_variations(passages: Iterable[Passage]) -> tuple[Variation, ...]:
    """The changes of a document that are followed by what they are said to do."""
    told = [passage for passage in passages if passage.kind not in (Kind.DISPLAY, Kind.CELL)]
    hopeful = {n for n, passage in enumerate(told) if words.EFFECT.search(passage.text)}
    found: list[Variation] = []
    changes: list[Change] = []
    start = left = 0
    settled = False  # whether the changes so far are complete, and something was said to follow
    for n, passage in enumerate(told):
        left -= 1
        if passage.kind is Kind.HEADING or left < 0 or (passage.section and not _AFRESH.match(passage.text)):
            changes = []
        if hopeful.isdisjoint(range(n, n + REACH + 1)) or passage.kind is Kind.HEADING:
            continue
        for sentence in sentences_in(passage.text, _END, LONGEST):
            at, text = passage.span.start + sentence.start, passage.text[sentence.start : sentence.end]
            made = list(_changes(text, at)) if words.CHANGE.search(text) else []
            if made and (not changes or _IF.match(text) or (settled and not _BESIDES.search(text))):
                start, changes, settled = at, [], False
            if not made and _OTHER_CASE.search(text):
                changes = []  # of something that is not understood
            changes = [*changes, *made]
            end = max((change.span.end - at for change in made), default=0)
            settled = settled or _IF.match(text) is not None or words.EFFECT.search(text, end) is not None
            left = REACH if made else left
            effects = tuple(_effects(text, at, made)) if changes and _is_told(text) else ()
            if effects:
                found.append(Variation(tuple(changes), effects, start))
    return tuple(found)


def _is_told(text: str) -> bool:
    """Whether a sentence says something to follow, and does not ask or doubt it."""
    if text.rstrip().endswith("?") or words.EFFECT.search(text) is None:
        return False
    return _DOUBTFUL.search(text) is None


def _changes(text: str, at: int) -> Iterator[Change]:
    """The changes of one sentence."""
    for pattern in (words.SET, words.NOW):
        for found in words.compiled(pattern).finditer(text):
            number = _numeral(found["number"])
            other = key_of(found["other"]) if found["other"] else ""
            if other and (other == key_of(found["name"]) or not words.MOVES.match(found[0])):
                continue
            if pattern is words.NOW and number is not None and not words.MADE.search(found[0]):
                continue  # what follows from a change
            yield Change(
                Kindred.SET, key_of(found["name"]), number, bool(found["identity"]), other, _span(found, at)
            )
    for pattern in (words.SCALE, words.SCALED, words.TIMES):
        for found in words.compiled(pattern).finditer(text):
            if pattern is words.SCALED and _THEN.search(text, 0, found.start()):
                continue  # what follows from a change
            groups = found.groupdict()
            number = _numeral(groups.get("number")) or _factor(groups.get("factor"))
            yield Change(Kindred.SCALED, key_of(found["name"]), number, span=_span(found, at))
    for found in words.compiled(words.SWAP).finditer(text):
        yield Change(
            Kindred.SWAPPED, key_of(found["name"]), other=key_of(found["other"]), span=_span(found, at)
        )
    for found in words.compiled(words.HEADS).finditer(text):
        if found["alike"] or words.ALIKE.search(text):
            count = words.COUNTS[" ".join(found["count"].lower().split())]
            yield Change(Kindred.HEADS, number=_numeral(str(count)), span=_span(found, at))
            break
    for kind, pattern in (
        (Kindred.UNMASKED, words.UNMASK),
        (Kindred.UNSCALED, words.UNSCALE),
        (Kindred.UNBIASED, words.UNBIAS),
    ):
        single = words.compiled(pattern).search(text)
        if single is not None:
            yield Change(kind, span=_span(single, at))
    warm = words.compiled(words.WARM).search(text)
    if warm is not None:
        yield Change(Kindred.TEMPERATURE, number=_numeral(warm["number"]), span=_span(warm, at))


def _effects(text: str, at: int, changes: Sequence[Change]) -> Iterator[Effect]:
    """What one sentence says to follow; a change is no effect of itself."""
    taken = [change.span for change in changes if change.name]
    for way, (cue, patterns) in words.EFFECTS.items():
        told = patterns if cue.search(text) else ()
        for found in (
            match for pattern in told for match in words.compiled(f"(?i:{pattern})").finditer(text)
        ):
            span = _span(found, at)
            if any(span.start < other.end and other.start < span.end for other in taken):
                continue
            if _PART.search(text, 0, found.start()):
                continue  # “the first row of A” is not A
            taken.append(span)
            if not changes and _PLAIN.search(found[0]):
                continue  # “y is 7” in a sentence of its own may be about anything
            groups = found.groupdict()
            letter = groups.get("named") or groups.get("name")
            what = key_of(letter) if letter else " ".join((groups.get("noun") or "result").lower().split())
            number = _numeral(groups.get("number")) or _factor(groups.get("factor"))
            yield Effect(Way(way), what, span, number)


def _span(found: re.Match[str], at: int) -> Span:
    return Span(at + found.start(), at + found.end())


def _factor(word: str | None) -> Number | None:
    """Double is 2, half is 1/2, and a numeral is itself."""
    if word is None:
        return None
    over, under = words.FACTORS.get(" ".join(word.lower().split()), (None, 1))
    return _numeral(word) if over is None else _numeral(f"{over}/{under}")


def _numeral(text: str | None) -> Number | None:
    if not text:
        return None
    over, _, under = text.replace("−", "-").lstrip("-").partition("/")
    number = numeral(over, Span(0, len(text)))
    if not isinstance(number, Number):
        return None
    if under and int(under) > 0:
        number = replace(number, value=number.value / int(under))
    return replace(number, value=-number.value) if text[0] in "-−" else number


def key_of(written: str) -> str:
    """The key of a name as the parser makes it: `\\mathbf{W}_O` is W_O."""
    parsed = parse_maths(written)
    return parsed.key if isinstance(parsed, Name) else written
