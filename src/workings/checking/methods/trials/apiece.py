"""What one layer, head or device has, and the lines that take it so many times, or too many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.parts import other_factor, whole_factors
from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.subjects import Subject
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/other-size"
BEHIND = 32  # characters behind a result that say of what it is
_THINGS = (
    r"layers?|blocks?|heads?|GPUs?|devices?|nodes?|experts?|epochs?|filters?|channels?|sequences?|tokens?"
)
_PER = (
    rf"\b(?:per|in (?:each|every|one)|for (?:each|every|one|a single)|of (?:each|every|one))\s+({_THINGS})\b"
)
_BEHIND = regex(rf"\s*[$)]?\s*(?:\w+\s)?{_PER}", re.I)
_BEFORE = regex(
    rf"(?:{_PER}|\b(?:each|every|one|a single)\s+({_THINGS})(?: has| needs| costs| takes)?)[^\w]*\Z", re.I
)
_SAID = regex(rf"\b(?:per|each|every|one|single)\s+(?:{_THINGS})\b", re.I)
_ONE = regex(r"(?:layer|block)s?", re.I)
_NAMES = {
    "layer": r"L|n_\{?layers?\}?|N|n_l|N_l",
    "head": r"h|H|n_\{?heads?\}?|n_h",
}
SAID: tuple[re.Pattern[str], ...] = (_SAID,)
FURTHER = 600  # characters from a part to the line that takes it so many times
_PART = regex(
    r"\b(?:one|each|every|a single|per|single|this)[\s-]+(?:(?:such|LSTM|GRU)\s+)?"
    r"(?:block|gate|head|set|part|copy|matrix|of (?:the|these|them))",
    re.I,
)
_SOME = regex(r"\bgates\b|\bcandidates?\b|\b(?:two|three|four|other|remaining) (?:blocks|of)\b", re.I)


def claims_of_multiples(sheet: Sheet) -> Iterator[Claim]:
    """`8 · 3,145,728` with the number of heads, where each of six layers has so much."""
    facts: Facts | None = None
    lines = workings_of(sheet) if sheet.says(_SAID) else []
    for at, line in enumerate(lines):
        thing = _thing(sheet.text, line)
        if not thing or line.is_bare:
            continue
        facts = facts or facts_of(sheet)
        count = _count(facts, thing, line.start)
        made = ((one, other_factor(one.formula.expr, line.number.value)) for one in lines[at + 1 :])
        later = [(one, n) for one, n in made if n is not None and n.q == 1 and n > 1]
        if count is None or any(n == count for _, n in later):
            continue
        for one, n in later:
            other = [word for word in _others(thing) if _count(facts, word, one.start) == n]
            own = sheet.text[one.opening : one.start]
            if len(other) == 1 and not re.search(rf"\b{other[0]}", f"{own} {one.own}", re.I):
                message = f"there are {show(count)} {thing}s; {show(n)} is the number of {other[0]}s"
                yield sheet.claim(one.formula.span, RULE, message, count * line.number.value)
                return


def _thing(text: str, line: Working) -> str:
    """What a line counts one of: “layer” for a result “per layer”."""
    end = line.statement.span.end
    found = _BEHIND.match(text, end, end + BEHIND) or _BEFORE.search(text, line.opening, line.start)
    word = next((group for group in found.groups() if group), "") if found is not None else ""
    return _alone(word)


def _alone(word: str) -> str:
    """The same word for one thing; blocks are layers."""
    return "layer" if _ONE.fullmatch(word) else word.removesuffix("s")


def _others(thing: str) -> list[str]:
    words = dict.fromkeys(_alone(word.replace("?", "")) for word in _THINGS.split("|"))
    return [word for word in words if word.lower() != thing.lower()]


def _count(facts: Facts, thing: str, before: int) -> fmpq | None:
    words = r"\b(?:layers|blocks)\b" if thing == "layer" else rf"\b{thing}s\b"
    return facts.only(_NAMES.get(thing, "(?!)"), rf"{words}(?! of (?:size|width|dim\w*)\Z)", before)


def is_part(line: Subject) -> bool:
    """Whether a line says itself that it counts one part alone: “one block has …”."""
    return _PART.search(line.own) is not None


def multiple_of(line: Subject, lines: Sequence[Working]) -> Working | None:
    """The next line that multiplies the result of another by a whole number: `3 · 7360`."""
    result = line.numbers[-1].value
    for later in lines:
        if not line.span.end < later.start <= line.span.end + FURTHER:
            continue
        factors = whole_factors(later.formula.expr)
        if len(factors) == 2 and result in factors:
            return later
    return None


def is_whole(line: Working) -> bool:
    """Whether a line speaks of all parts together, not of “the three gates”."""
    return _SOME.search(line.own) is None
