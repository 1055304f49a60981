"""Sequences of a tree where a sentence names them, with the probability that it gives them."""

from __future__ import annotations

import re

from flint import fmpq

from workings.decoding.model import Model, Prefix, is_end
from workings.parsing.trees.options import PROBABILITY, number
from workings.parsing.trees.sequences import Vocabulary, squeezed
from workings.record import record
from workings.regex import regex
from workings.source import Span

_NUMBER = rf"(?:{PROBABILITY}|[-−–]\d{{1,3}}\.\d{{1,6}})"
_FIGURE = regex(
    r"\s*+(?:[(,:;–—]\s*+|(?:with|at|has|having|of)\s+)*+(?:(?:a|an|the|its|whose)\s+)?"
    r"(?P<label>(?:(?:total|joint|overall|final|combined|sequence|normali[sz]ed|log|mean|average"
    r"|conditional|whose|is)-?\s*+)*"
    r"(?:prob(?:ability|\.)?|[Pp]|score|log-prob\w*)?)\s*+(?:of|is|=|≈|:)?\s*+"
    rf"(?:{PROBABILITY}(?:\s*+[×*]\s*+{PROBABILITY}){{1,11}}\s*+[=≈]\s*+)?(?P<number>{_NUMBER})(?!\s*+[×*\d])\s*+\)?",
    re.I,
)
_QUOTE = regex(r"\s*+[:(]?\s*+\"([^\"\n]{1,200})\"")
_AFTER = regex(r"\b(?:after|behind|following|given)\s+(?:the\s+(?:word|token|prefix)\s+)?", re.I)
_NEXT = regex(r"\s*(?:,\s*(?:and\s+)?|\band\b\s*|;\s*|\+\s*|/\s*)", re.I)


@record(frozen=True, slots=True)
class Figure:
    """A number beside a sequence: its probability, or the logarithm of it."""

    value: fmpq
    unit: fmpq
    text: str
    span: Span
    label: str


@record(frozen=True, slots=True)
class Found:
    """A sequence that a sentence names."""

    tokens: Prefix
    span: Span
    figure: Figure | None = None
    quoted: bool = False


class Finder:
    """Finds sequences of one tree in a text."""

    def __init__(self, model: Model, text: str) -> None:
        self.model = model
        self.vocabulary = Vocabulary(model.tokens)
        self.squeezed = squeezed(text)

    def one(self, text: str, start: int, end: int) -> tuple[tuple[Found, ...], int]:
        """The sequence at a place, and where it ends with its figure."""
        found = self._sequence(text, start, end, commas=True)
        if found is None:
            return (), start
        stop = _closed(text, found.span.end, end)
        figure = figure_at(text, stop, end)
        stop = _closed(text, figure.span.end, end) if figure else stop
        return (Found(found.tokens, found.span, figure, found.quoted),), stop

    def several(self, text: str, start: int, end: int) -> tuple[tuple[Found, ...], int]:
        """A list of sequences: `A and B`, `{A C, B D}`, `A C (0.2), B D (0.36)`."""
        opening = re.compile(r"\s*(?:[{\[]|\\\{)\s*").match(text, start, end)
        at = opening.end() if opening else start
        found: list[Found] = []
        while len(found) < 32:
            one = self._sequence(text, at, end, commas=False)
            if one is None:
                break
            at = _closed(text, one.span.end, end)
            figure = figure_at(text, at, end)
            found.append(Found(one.tokens, one.span, figure, one.quoted))
            at = _closed(text, figure.span.end, end) if figure else at
            more = _NEXT.match(text, at, end)
            if more is None or self._sequence(text, more.end(), end, commas=False) is None:
                break
            at = more.end()
        closing = re.compile(r"\s*\\?[}\]]").match(text, at, end) if opening else None
        return tuple(found), closing.end() if closing else at

    def after(self, text: str, sentence: Span, before: int) -> Prefix | None:
        """The prefix that a sentence names before what it says: “after the, greedy picks cat”."""
        for cue in _AFTER.finditer(text, sentence.start, sentence.end):
            found = self._sequence(text, cue.end(), sentence.end, commas=True)
            if found is not None and not (found.span.start <= before < found.span.end):
                return found.tokens
        return None

    def _sequence(self, text: str, start: int, end: int, commas: bool) -> Found | None:
        quoted = _QUOTE.match(text, start, end)
        if quoted is not None:
            tokens = self.resolve(quoted[1])
            if tokens is not None and not self._goes_on(text, quoted.end(), end):
                return Found(tokens, Span(quoted.start(1), quoted.end(1)), None, True)
            if tokens is None:
                return None
        bracket = re.compile(r"\s*(?:[A-Za-z]\w{0,3}\s*=\s*)?[(\[]\s*([^()\[\]\n]{1,80})[)\]]").match(
            text, start, end
        )
        if bracket is not None:
            tokens = self.vocabulary.segment(bracket[1])
            return Found(tokens, Span(bracket.start(1) - 1, bracket.end())) if tokens else None
        stop = end if commas else min(end, *(_comma(text, start, end), end))
        tokens, last = self.vocabulary.run(text, start, stop)
        if not tokens:
            return self._prompted(text, start, stop)
        first = start + len(text[start:last]) - len(text[start:last].lstrip(" \t:\"'→"))
        return Found(tokens, Span(first, last), None, text[first - 1 : first] == '"')

    def _goes_on(self, text: str, at: int, end: int) -> bool:
        """Whether the next token follows a quoted one: `"A" → "C"`."""
        return re.compile(r"\s*(?:→|,?\s*then\s)\s*").match(text, at, end) is not None

    def _prompted(self, text: str, start: int, end: int) -> Found | None:
        """Tokens behind the words that every sequence begins with, unquoted."""
        if not self.model.prompt:
            return None
        words = re.compile(r"\W*" + r"\W+".join(map(re.escape, self.model.prompt)) + r"\b", re.I).match(
            text, start, end
        )
        if words is None:
            return None
        tokens, last = self.vocabulary.run(text, words.end(), end)
        first = start + len(text[start:last]) - len(text[start:last].lstrip(" \t:\"'"))
        return Found(tokens, Span(first, last)) if tokens else None

    def resolve(self, words: str) -> Prefix | None:
        """A quoted sequence as tokens; words before them have to stand elsewhere in the document too."""
        tokens = self.vocabulary.segment(words)
        if tokens:
            return tokens
        for found in re.finditer(r"(?<=\s)\S", words):
            head, tail = words[: found.start()], words[found.start() :]
            tokens = self.vocabulary.segment(tail)
            if tokens and self.model.weight(tokens) is not None and self._is_prompt(head):
                return tokens
        tail = words.rstrip()[-1:]
        if (
            tail
            and is_end(tail)
            and self.model.weight((tail,)) is not None
            and self._is_prompt(words.rstrip()[:-1])
        ):
            return (tail,)
        return None

    def _is_prompt(self, head: str) -> bool:
        """Whether words are what every sequence begins with: known as such, or written elsewhere too."""
        if self.model.prompt and squeezed(head) == squeezed(" ".join(self.model.prompt)):
            return True
        known = {token.casefold() for token in self.model.tokens}
        if any(word.strip(".,!?\"'").casefold() in known for word in head.split()):
            return False
        wanted = squeezed(head)
        return bool(wanted) and self.squeezed.find(wanted, self.squeezed.find(wanted) + 1) >= 0


def figure_at(text: str, start: int, end: int) -> Figure | None:
    """The number that stands beside a sequence, with what it is called."""
    found = _FIGURE.match(text, start, end)
    if found is None:
        return None
    between = text[start : found.start("number")]
    if not re.search(r"[(=:,≈–—]|prob|score|\bp\b|\bwith\b|\bat\b", between, re.I):
        return None
    value = number(found["number"])
    plain = found["number"].replace(" ", "")
    places = len(plain.rstrip("%").partition(".")[2])
    unit = fmpq(1, 10**places) / (100 if plain.endswith("%") else 1)
    span = Span(found.start("number"), found.end("number"))
    return Figure(value, unit, found["number"], span, found["label"].strip().lower())


def _closed(text: str, at: int, end: int) -> int:
    """Behind a closing bracket or quote."""
    found = re.compile(r"[\s]*[)\"\]]").match(text, at, end)
    return found.end() if found else at


def _comma(text: str, start: int, end: int) -> int:
    """Where the next comma or “and” outside brackets stands."""
    found = re.compile(r"\s*[A-Za-z<?.!/|>\"→\s-]*?(,|;|\band\b|[}\]])").match(text, start, end)
    return found.start(1) if found else end
