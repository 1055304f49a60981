"""Several options on one line: `A 0.5, B: 0.4 and C (0.1)`, with semicolons between steps."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.parsing.trees.options import Written, option
from workings.regex import regex


def steps_of(text: str, at: int) -> list[list[Written]]:
    """`A 0.5, B: 0.4 and C (0.1)`: options on one line and nothing else; semicolons part steps.

    Where each part holds one option and together they are shares of one whole, they are one step.
    """
    steps: list[list[Written]] = []
    for segment, place in _pieces(_SEMICOLON, text, at):
        step: list[Written] = []
        for part, where in _pieces(_COMMA, segment, place):
            written = option(part, where)
            if written is None:
                return []
            step.append(written)
        if not step:
            return []
        steps.append(step)
    flat = [written for step in steps for written in step]
    if len(flat) == len(steps) > 1 and sum((written.weight for written in flat), fmpq(0)) <= 1:
        return [flat]
    return steps


_NUMBERED = regex(r"^\d{1,2}[.)]\s+(?=\D)")
_SEMICOLON = regex(r"\s*;\s*")
_COMMA = regex(r"\s*(?:,\s|\band\b(?=\s*\S{1,40}\s*+[:=(]?\s*+[0-9.])|\||\s{3,})\s*")


def _pieces(pattern: re.Pattern[str], text: str, at: int) -> Iterator[tuple[str, int]]:
    """What stands between separators, with its place."""
    start = 0
    for found in (*pattern.finditer(text), None):
        end = len(text) if found is None else found.start()
        part = text[start:end]
        if part.strip(" ;,"):
            stripped = _NUMBERED.sub("", part.lstrip(" \t•*▪●"), count=1)
            yield stripped.rstrip(), at + start + len(part) - len(stripped)
        start = len(text) if found is None else found.end()
