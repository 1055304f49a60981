"""Lines that list things and say how many they are: `0.7 beats 0.6, 0.5, 0.3 -> 3`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.methods.sheet import Sheet
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span

RULE = "recipe/miscounted"
LEAST_ALIKE = 2  # lines that count what they list
_ITEM = r"[-−]?\w+(?:[.'-]\w+)*"
_COUNTED = regex(
    rf"^[ \t>*•|-]*(?:[^\n,:]{{0,40}}?[^\W\d_]{{2,}}:?|[^\n,:]{{0,40}}:)[ \t]+"
    rf"({_ITEM}(?:[ \t]*,[ \t]*(?:and )?{_ITEM})*)[ \t]*"
    r"(?:->|→|=>|⇒|\\to|\\Rightarrow)[ \t$]*(\d{1,2})[ \t.,;$]*$",
    re.M,
)
SAID: tuple[re.Pattern[str], ...] = (_COUNTED,)


def claims_of_tallies(sheet: Sheet) -> Iterator[Claim]:
    """The one line of a run whose number is not that of the things it lists, as all others have it."""
    run: list[re.Match[str]] = []
    for found in (*_COUNTED.finditer(sheet.text), None):
        apart = found is None or bool(run) and sheet.text[run[-1].end() : found.start()].strip("\n ")
        if apart:
            yield from _odd_one(sheet, run)
            run = []
        if found is not None:
            run.append(found)


def _odd_one(sheet: Sheet, run: Sequence[re.Match[str]]) -> Iterator[Claim]:
    counted = [(found, found[1].count(",") + 1) for found in run]
    off = [(found, count) for found, count in counted if int(found[2]) != count]
    alike = {count for found, count in counted if int(found[2]) == count}
    if len(off) == 1 and len(alike) >= LEAST_ALIKE and off[0][1] > 1:
        found, count = off[0]
        yield sheet.claim(Span(*found.span(2)), RULE, f"{count} are listed, not {found[2]}", str(count))
