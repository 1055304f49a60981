"""Sequences from a trained model: greedy, by beams, or drawn; many prompts at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.learning.declaring import CannotRunError
from workings.learning.speaking import Speaker
from workings.record import record

if TYPE_CHECKING:
    import torch

NEVER = float("-inf")


@record(frozen=True, slots=True)
class Manner:
    """How to go on: greedily, with beams, or by drawing at a temperature."""

    most: int = 50  # tokens behind the prompt
    end: int | None = None  # the token that ends a sequence
    beams: int = 1
    norm: float = 0.0  # a beam's log-probability is divided by its length to this power
    temperature: float | None = None
    seed: int = 0


@record(frozen=True, slots=True)
class Said:
    """A sequence behind its prompt, its end token among it, with what it scored."""

    tokens: tuple[int, ...]
    log_probability: float
    score: float
    finished: bool


def generate(
    speaker: Speaker,
    prompts: Sequence[Sequence[int]],
    manner: Manner,
    given: Sequence[torch.Tensor] = (),
) -> list[list[Said]]:
    """What follows each prompt, the best first; prompts of one length run together."""
    if any(not prompt for prompt in prompts):
        raise CannotRunError("an empty prompt: begin with the token that starts a sequence")
    first, last = speaker.first, speaker.first + speaker.words - 1
    strange = next((token for prompt in prompts for token in prompt if not first <= token <= last), None)
    if strange is not None:
        raise CannotRunError(f"there is no token {strange}: they go from {first} to {last}")
    if manner.end is not None and not first <= manner.end <= last:
        raise CannotRunError(f"there is no token {manner.end} to end with: they go from {first} to {last}")
    if first:
        end = None if manner.end is None else manner.end - first
        told = _generated(speaker, [[t - first for t in p] for p in prompts], replace(manner, end=end), given)
        return [[replace(one, tokens=tuple(t + first for t in one.tokens)) for one in best] for best in told]
    return _generated(speaker, prompts, manner, given)


def _generated(
    speaker: Speaker, prompts: Sequence[Sequence[int]], manner: Manner, given: Sequence[torch.Tensor]
) -> list[list[Said]]:
    """The same with tokens that are counted from nought."""
    import torch

    found: dict[int, list[Said]] = {}
    for length in sorted({len(prompt) for prompt in prompts}):
        chosen = [at for at, prompt in enumerate(prompts) if len(prompt) == length]
        rows = torch.tensor([list(prompts[at]) for at in chosen])
        room = manner.most if speaker.longest is None else min(manner.most, speaker.longest - length)
        if room < 1:
            raise CannotRunError(
                f"a prompt of {length} tokens, and there are positions for {speaker.longest}"
            )
        extras = [extra[chosen] for extra in given]
        search = _beams if manner.beams > 1 and manner.temperature is None else _one_by_one
        found.update(zip(chosen, search(speaker, rows, manner, extras, room), strict=True))
    return [found[at] for at in range(len(prompts))]


def _one_by_one(
    speaker: Speaker, prompts: torch.Tensor, manner: Manner, given: Sequence[torch.Tensor], room: int
) -> list[list[Said]]:
    """The likeliest token each time, or one that is drawn."""
    import torch

    count = len(prompts)
    generator = torch.Generator().manual_seed(manner.seed)
    logs = speaker.begin(prompts, given, room)
    total = torch.zeros(count)
    over = torch.zeros(count, dtype=torch.bool)
    said: list[torch.Tensor] = []
    lengths = torch.zeros(count, dtype=torch.long)
    for step in range(room):
        if manner.temperature is None:
            tokens = logs.argmax(-1)
        else:
            shares = torch.softmax(logs / manner.temperature, -1)
            tokens = torch.multinomial(shares, 1, generator=generator)[:, 0]
        total += torch.where(over, 0.0, logs.gather(1, tokens[:, None])[:, 0])
        lengths += ~over
        said.append(tokens)
        if manner.end is not None:
            over |= tokens == manner.end
        if bool(over.all()) or step == room - 1:
            break
        logs = speaker.go_on(tokens)
    table = torch.stack(said, 1).tolist()
    sums = total.tolist()
    return [
        [Said(tuple(row[:length]), sums[at], _normed(sums[at], length, manner.norm), bool(over[at]))]
        for at, (row, length) in enumerate(zip(table, lengths.tolist(), strict=True))
    ]


def _beams(
    speaker: Speaker, prompts: torch.Tensor, manner: Manner, given: Sequence[torch.Tensor], room: int
) -> list[list[Said]]:
    """The best few at every step; what ends is set aside, and the others go on.

    It stops as soon as nothing that goes on can score more than the best that ended: a log-probability only
    falls, and is divided by no more than the greatest length.
    """
    import torch

    count, width = len(prompts), manner.beams
    logs = speaker.begin(prompts, given, room)
    words = logs.shape[-1]
    most = float(room) ** manner.norm
    ended = _Ended(count, width)
    tokens = torch.zeros(count, 1, 0, dtype=torch.long)
    live = torch.zeros(count, 1)
    for step in range(1, room + 1):
        scores = live[..., None] + logs.reshape(count, live.shape[1], words)
        best, at = scores.flatten(1).topk(min(2 * width, scores[0].numel()))
        parents, last = at // words, at % words
        grown = torch.cat([tokens.gather(1, parents[..., None].expand(-1, -1, step - 1)), last[..., None]], 2)
        if manner.end is not None:
            ends = last == manner.end
            before = (~ends).cumsum(1) < width  # among as many as are kept
            ended.take(grown, torch.where(ends & before, best, NEVER), float(step) ** manner.norm)
            best = torch.where(ends, NEVER, best)
        live, kept = best.topk(min(width, best.shape[1]))
        parents = parents.gather(1, kept)
        tokens = grown.gather(1, kept[..., None].expand(-1, -1, step))
        if step == room or bool((ended.best >= live[:, 0] / most).all()):
            break
        base = torch.arange(count)[:, None] * (len(logs) // count)
        logs = speaker.go_on(tokens[..., -1].flatten(), (base + parents).flatten())
    return _told(ended, tokens, live, manner)


class _Ended:
    """The best sequences that ended, for every prompt."""

    def __init__(self, count: int, width: int) -> None:
        import torch

        self.width = width
        self.scores = torch.full((count, width), NEVER)
        self.logs = torch.full((count, width), NEVER)
        self.tokens: list[list[tuple[int, ...]]] = [[()] * width for _ in range(count)]

    @property
    def best(self) -> torch.Tensor:
        return self.scores[:, 0]

    def take(self, tokens: torch.Tensor, logs: torch.Tensor, divisor: float) -> None:
        """Keep those that score among the best; `logs` are minus infinity of what did not end."""
        import torch

        if not bool((logs > NEVER).any()):
            return
        scores = torch.cat([self.scores, logs / divisor], 1)
        self.scores, at = scores.topk(self.width)
        self.logs = torch.cat([self.logs, logs], 1).gather(1, at)
        rows = tokens.tolist()
        self.tokens = [
            [old[place] if place < self.width else tuple(new[place - self.width]) for place in places]
            for old, new, places in zip(self.tokens, rows, at.tolist(), strict=True)
        ]


def _told(ended: _Ended, tokens: torch.Tensor, live: torch.Tensor, manner: Manner) -> list[list[Said]]:
    """What ended, the best first, and behind it what was cut off."""
    told: list[list[Said]] = []
    length = tokens.shape[-1]
    for at, (scores, logs) in enumerate(zip(ended.scores.tolist(), ended.logs.tolist(), strict=True)):
        found = [
            Said(said, log, score, True)
            for said, log, score in zip(ended.tokens[at], logs, scores, strict=True)
            if score > NEVER
        ]
        cut = [
            Said(tuple(row), log, _normed(log, length, manner.norm), manner.end is None)
            for row, log in zip(tokens[at].tolist(), live[at].tolist(), strict=True)
            if log > NEVER
        ]
        told.append([*found, *_ranked(cut)][: manner.beams])
    return told


def _ranked(said: Iterable[Said]) -> list[Said]:
    return sorted(said, key=lambda one: -one.score)


def _normed(log: float, length: int, norm: float) -> float:
    return log / math.pow(max(length, 1), norm)
