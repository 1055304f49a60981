"""The nucleus of top-p sampling: as many of the likeliest tokens as it takes to reach p, and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.pages.series import value_of
from workings.checking.methods.sheet import GAP, Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span

RULE = "pick/not-best"
_NUMBER = r"(?:0?\.\d{1,6}|1(?:\.0+)?)"
_LIMIT = regex(rf"(?<![\w\\.^_])p\s*(?:=|is|of)\s*({_NUMBER})(?![\d.]*\d)")
_NUCLEUS = regex(r"\bnucleus\b|\btop[- ]?p\b", re.I)
_HOLDS = regex(
    r"\b(?:the )?(?:nucleus|kept set) (?:then |now |thus |therefore )?"
    r"(?:consists of|is|contains|has|holds|comprises|is made of|are)\b"
    r"(?P<what>[^.;\n]{3,120}(?:\.\d[^.;\n]*){0,4})",
    re.I,
)
_COUNTED = regex(
    r"\b(?:first|top|likeliest|largest)\s+(?P<count>one|two|three|four|five|six|[1-9])\b"
    r"|\b(?P<other>one|two|three|four|five|six|[1-9]) (?:most (?:likely|probable)|likeliest|largest|top)\b",
    re.I,
)
_MASS = regex(
    rf"\b(?:mass|total|sum|together|probability|cover\w*|reach\w*)(?: mass| probability)?\s*"
    rf"(?:of|is|=|:|to)?\s*(?P<mass>{_NUMBER})(?![\d.]*\d|\s*[-+<>])",
    re.I,
)
_UNSAID = regex(
    r"\b(?:if|would|not|only|too|without|below|under|less|suppose|smallest|at least|exceeds?|wrong)\b"
    r"|[<>≥≤?]",
    re.I,
)
_OTHERWISE = regex(
    r"\blargest set|\bstays? (?:at or )?(?:below|under)|\bnot exceed|\bat most\b|\bwithin p\b|\bmin-p\b", re.I
)
_CUMULATIVE = regex(r"\bcum|running (?:sum|total)", re.I)
_WORDS = {word: at for at, word in enumerate("one two three four five six".split(), 1)}
SAID: tuple[re.Pattern[str], ...] = (_NUCLEUS,)


def claims_of_nucleus(sheet: Sheet) -> Iterator[Claim]:
    """A sentence that closes the nucleus before it reaches p, or after it did, on a page with one p."""
    limits = {value for found in _LIMIT.finditer(sheet.text) if (value := number_in(found[1])) is not None}
    if len(limits) != 1 or not sheet.says(_NUCLEUS) or sheet.says(_OTHERWISE):
        return
    (limit,) = limits
    needed = _needed(sheet, limit)
    text = GAP.sub(lambda gap: " " * len(gap[0]), sheet.text)  # a sentence may run over several lines
    for found in _HOLDS.finditer(text):
        what = found["what"]
        if _UNSAID.search(what):
            continue
        counted, weighed = _COUNTED.search(what), _MASS.search(what)
        count = _count(counted) if counted is not None else None
        mass = number_in(weighed["mass"]) if weighed is not None else None
        place = Span(found.start(), found.start("what") + len(what.rstrip()))
        if count is not None and needed is not None and count != needed:
            message = f"the {show(fmpq(needed))} likeliest are the fewest that reach p = {show(limit)}"
            yield sheet.claim(place, RULE, message, show(fmpq(needed)))
        elif mass is not None and mass < limit:
            message = f"the nucleus goes on until it reaches p = {show(limit)}; {show(mass)} does not"
            yield sheet.claim(place, RULE, message)


def _count(found: re.Match[str]) -> int:
    word = (found["count"] or found["other"]).lower()
    return _WORDS.get(word) or int(word)


def _needed(sheet: Sheet, limit: fmpq) -> int | None:
    """How many tokens it takes, by the only column of cumulative chances on the page."""
    columns = [
        [value_of(cell.text) for cell in grid.column(at)]
        for grid in sheet.grids
        for at, title in enumerate(grid.header)
        if _CUMULATIVE.search(title.text)
    ]
    if len(columns) != 1:
        return None
    reached = [value for value in columns[0] if value is not None]
    if len(reached) < len(columns[0]) or sorted(reached) != reached or reached[-1] > 1:
        return None
    return next((at for at, value in enumerate(reached, 1) if value >= limit), None)
