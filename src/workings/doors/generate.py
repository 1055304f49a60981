"""A run of `workings generate`: a sheet, what it has learned and prompts in, sequences out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workings.doors.running import read_document
from workings.doors.torching import on_torch
from workings.doors.wishes import words_of
from workings.record import record
from workings.reporting.paint import harmless

if TYPE_CHECKING:
    from workings.learning.generating import Said

FINE = 0


@record(frozen=True)
class Request:
    """What the user asked for."""

    sheet: str
    scores: str
    tokens: str
    checkpoint: str
    prompts: Sequence[str]
    words: str | None = None
    end: str | None = None
    most: int = 50
    beams: int = 1
    norm: float = 0.0
    temperature: float | None = None
    seed: int = 0
    every: bool = False


def generate(request: Request) -> int:
    """Go on with the prompts and print what came."""
    return on_torch(lambda: _generated(request), request.sheet)


def _generated(request: Request) -> int:
    """Let what was trained go on from the prompts, and print that."""
    from workings.learning import checkpoints
    from workings.learning.declaring import CannotRunError
    from workings.learning.generating import Manner, generate
    from workings.learning.speaking import speaker_of

    document = read_document(request.sheet)
    words = () if request.words is None else words_of(request.words)
    if request.temperature is not None and not math.isfinite(request.temperature):
        raise CannotRunError(f"--temperature {request.temperature} is no number")
    if request.beams > 1 and request.temperature is not None:
        raise CannotRunError("--beams looks for the likeliest and --temperature draws: take one of them")
    weights = checkpoints.load(Path(request.checkpoint)).weights
    speaker = speaker_of(document, request.scores, request.tokens, weights)
    if words and len(words) != speaker.words:
        raise CannotRunError(
            f"{request.words} has {len(words)} words, and {request.scores} scores {speaker.words}"
        )
    vocabulary = _Vocabulary(words, speaker.first)
    prompts = [vocabulary.numbers(prompt) for prompt in request.prompts]
    ends = vocabulary.numbers(request.end) if request.end is not None else [None]
    if len(ends) != 1:
        raise CannotRunError(f"--end takes one token, not {request.end}")
    manner = Manner(
        request.most, ends[0], request.beams, request.norm, request.temperature, request.seed
    )  # fmt: skip
    for prompt, found in zip(request.prompts, generate(speaker, prompts, manner), strict=True):
        for said in found if request.every else found[:1]:
            click.echo(_line(prompt, said, vocabulary))
    return FINE


def _line(prompt: str, said: Said, vocabulary: _Vocabulary) -> str:
    left = "" if said.finished else " …"
    return f"{harmless(prompt)} → {vocabulary.text(said.tokens)}{left}  (log p {said.log_probability:.4f})"


@record(frozen=True, slots=True)
class _Vocabulary:
    """The words that tokens are written with; without any, their numbers."""

    words: tuple[str, ...]
    first: int  # the number of the first token

    def numbers(self, text: str) -> list[int]:
        return [self._number(word) for word in text.replace(",", " ").split()]

    def _number(self, word: str) -> int:
        from workings.learning.declaring import CannotRunError
        from workings.learning.naming import near

        if self.words:
            if word not in self.words:
                raise CannotRunError(
                    f"{word} is not among the {len(self.words)} words{near(word, self.words)}"
                )
            return self.words.index(word) + self.first
        if not word.isdecimal():
            raise CannotRunError(f"{word} is no number of a token; --words FILE names their words")
        return int(word)

    def text(self, tokens: Sequence[int]) -> str:
        return " ".join(self.words[token - self.first] if self.words else str(token) for token in tokens)
