"""Fractions that are drawn in plain text, with a bar between two lines:

     0.08 × 0.9
p = ──────────── = 0.48
        0.15
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from workings.parsing.tokens import GLUED, SPACE, WIDE, Token
from workings.record import record
from workings.regex import regex
from workings.source import Span

NEAR = 3  # columns by which a part of a fraction may stand out over its bar
MOST_BARS = 12  # on a line
_BAR = regex(r"[─━]{3,}|(?<![-|+:])-{3,}(?![-|+:>])")
_BARS = ("───", "━━━", "---")
_STATED = ("=", "≈")


def may_stack(text: str) -> bool:
    """Whether a bar stands on one line with a sign of equality."""
    if not any(map(text.__contains__, _BARS)):
        return False
    lines = [line for line in text.split("\n") if any(bar in line for bar in _BARS)]
    return any(sign in line for line in lines for sign in _STATED)


@record(frozen=True, slots=True)
class Bar:
    """A bar of a fraction: where it begins and ends on the page, and the tokens over it and under it."""

    start: int
    end: int
    over: tuple[Token, ...]
    under: tuple[Token, ...]


def unstacked(tokens: list[Token], page: str, span: Span) -> list[Token]:
    """The tokens with each fraction on the line of its bar, as a quotient in brackets."""
    first = page.rfind("\n", 0, span.start) + 1
    starts = [first, *(at + 1 for at in range(span.start, span.end) if page[at] == "\n")]
    lines: list[list[Token]] = [[] for _ in starts]
    for token in tokens:
        lines[bisect_right(starts, token.start) - 1].append(token)
    for at in range(1, len(lines) - 1):
        stop = starts[at + 1] - 1
        bars = [found.span() for found in _BAR.finditer(page, starts[at], stop)][: MOST_BARS + 1]
        rest = [t for t in lines[at] if not any(lo <= t.start < hi for lo, hi in bars)]
        if not bars or len(bars) > MOST_BARS or not any(t.kind == "rel" and t.text in _STATED for t in rest):
            continue
        over = _parted(lines[at - 1], bars, starts[at - 1], starts[at])
        under = _parted(lines[at + 1], bars, starts[at + 1], starts[at])
        if over is None or under is None:
            continue
        fractions = [Bar(*bar, o, u) for bar, o, u in zip(bars, over, under, strict=True)]
        lines[at] = [*_on_line(rest, fractions, lines[at - 1] or lines[at])]
        lines[at - 1], lines[at + 1] = [], []
    return [token for line in lines for token in line]


def _parted(
    line: Sequence[Token], bars: Sequence[tuple[int, int]], begins: int, bar_begins: int
) -> list[tuple[Token, ...]] | None:
    """The tokens of a line by the bar that they stand over or under; None where a bar or a token has none."""
    parts: list[list[Token]] = [[] for _ in bars]
    for number, token in enumerate(line):
        if token.text == "(" and token.gap == WIDE and _is_word(line[number + 1 : number + 2]):
            break  # a remark behind the fraction
        place = token.start - begins + bar_begins
        end = token.end - begins + bar_begins
        near = [at for at, (lo, hi) in enumerate(bars) if lo - NEAR <= end and place < hi + NEAR]
        if not near:
            return None
        inside = [at for at in near if bars[at][0] <= place < bars[at][1]]
        parts[(inside or near)[0]].append(token)
    return [tuple(part) for part in parts] if all(parts) else None


def _is_word(tokens: Sequence[Token]) -> bool:
    return any(token.kind == "word" and len(token.text) > 2 for token in tokens)


def _on_line(rest: Sequence[Token], bars: Sequence[Bar], upper: Sequence[Token]) -> Iterator[Token]:
    """The tokens of a line with a quotient in the place of every bar."""
    parts: list[Token | Bar] = sorted([*rest, *bars], key=lambda part: part.start)
    for number, part in enumerate(parts):
        gap = upper[0].gap if number == 0 else SPACE
        if isinstance(part, Token):
            yield replace(part, gap=gap) if number == 0 else part
        else:
            yield from _quotient(part, gap)


def _quotient(bar: Bar, gap: int) -> Iterator[Token]:
    """A fraction as tokens, all of them in the place of its bar."""
    at = bar.start
    opens, closes = Token("open", "(", at, at, gap, True), Token("close", ")", at, at, GLUED, True)
    yield opens
    yield from (replace(t, start=at, end=at, gap=min(t.gap, SPACE)) for t in bar.over)
    yield closes
    yield Token("op", "/", at, at, GLUED, True)
    yield replace(opens, gap=GLUED)
    yield from (replace(t, start=at, end=at, gap=min(t.gap, SPACE)) for t in bar.under)
    yield replace(closes, end=bar.end)
