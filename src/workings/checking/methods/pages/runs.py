"""Results that stand under each other or beside each other, as many as a window has places, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from workings.checking.comparing.digits import Stated
from workings.checking.methods.sheet import Result, Sheet
from workings.checking.prose.sums import index_of
from workings.expr import Name
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start

MOST_RESULTS = 160
PERIODS = (1, 2, 3, 4)  # results of one place
LONGEST_GAP = 240  # characters between two results of a run
SHORTEST_GAP = 60  # of results that stand on one line
MOST_WORDS = 3  # that are counted
_HEADING = regex(r"^(?:#|\\(?:sub)*section|={3}|-{3})", re.M)
_OPENING = regex(r"[ \t]*(?:[-*•|&]|\d+[.)])?")
_WORD = regex(r"(?<![\\\w])[^\W\d_]{3,}")


@record(frozen=True, slots=True)
class Series:
    """Numbers that follow each other, and where they stand."""

    numbers: tuple[Stated, ...]
    places: tuple[Span, ...]
    starts: tuple[int, ...] = ()  # of the lines that work them out; none of a list
    indices: tuple[tuple[int, int] | None, ...] = ()  # of the names of these lines
    beside: tuple[int, ...] = ()  # where the lines before and behind them start

    def is_in_order(self, columns: int) -> bool:
        """Whether the indices of names, where they have one, are those of the places of a window."""
        named = [(*divmod(at, columns), index) for at, index in enumerate(self.indices) if index is not None]
        return any(all((row + base, column + base) == at for row, column, at in named) for base in (0, 1))


def results_of(sheet: Sheet) -> Series:
    """What lines come to, and what names with an index are; a number given to another name is a setting."""
    results = [result for result in sheet.results if not _is_setting(result)][:MOST_RESULTS]
    return Series(
        tuple(result.number for result in results),
        tuple(result.member.span for result in results),
        tuple(result.start for result in results),
        tuple(index_of(result.head) for result in results),
    )


def _is_setting(result: Result) -> bool:
    head = result.head
    return len(result.statement.members) == 2 and isinstance(head, Name) and not head.index


def runs_of(
    results: Series, count: int, after: int, is_like: Callable[[Sequence[Stated]], bool]
) -> Iterator[Series]:
    """So many results behind a place whose numbers are as asked for, also with others between them."""
    earliest = next((at for at, start in enumerate(results.starts) if start >= after), len(results.starts))
    for period in PERIODS:
        length = period * (count - 1) + 1
        for first in range(earliest, len(results.numbers) - length + 1):
            taken = slice(first, first + length, period)
            if is_like(results.numbers[taken]):
                others = (first - period, first + length - 1 + period)
                beside = tuple(results.starts[at] for at in others if 0 <= at < len(results.starts))
                yield Series(
                    results.numbers[taken],
                    results.places[taken],
                    results.starts[taken],
                    results.indices[taken],
                    beside,
                )


def is_whole(text: str, series: Series) -> bool:
    """Whether a list, or results on lines of one kind that do not go on before or behind it."""
    if not series.starts:
        return True
    starts = series.starts
    if not _is_even(text, starts):
        return False
    widest = max(after - before for before, after in pairwise(starts))
    for other in series.beside:
        longer = sorted((*starts, other))
        near = min(abs(other - starts[0]), abs(other - starts[-1])) <= widest + SHORTEST_GAP
        if near and _words(text, other) == _words(text, starts[0]) and _is_even(text, longer):
            return False
    return True


def _is_even(text: str, starts: Sequence[int]) -> bool:
    """Whether lines are opened alike, or stand close to each other in one paragraph, under one heading."""
    gaps = [*pairwise(starts)]
    if any(end - start > LONGEST_GAP or _HEADING.search(text, start, end) for start, end in gaps):
        return False
    lines = [line_start(text, start) for start in starts]
    openings = [_OPENING.match(text, line) for line in lines]
    if len({found[0] for found in openings if found}) == 1 and len(set(lines)) == len(lines):
        return len({_words(text, start) > 0 for start in starts}) == 1
    return all(end - start <= SHORTEST_GAP and "\n\n" not in text[start:end] for start, end in gaps)


def _words(text: str, start: int) -> int:
    """How many words stand on a line before a formula, up to a few."""
    opening = line_start(text, start)
    return min(len(_WORD.findall(text, opening, start)), MOST_WORDS)
