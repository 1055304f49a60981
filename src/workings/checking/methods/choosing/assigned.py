"""What each row or line is assigned to, the nearest centroid or the likeliest class.

Where all of them but one have the smallest number, or all but one the largest, that one is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.methods.pages.knowing import workings_of
from workings.checking.methods.pages.scored import bare, plain
from workings.checking.methods.pages.series import TOTALS, value_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.parsing.grids import Cell, Grid
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start

NOT_BEST = "pick/not-best"
LEAST_ALIKE = 2  # others that have their best one
MOST_ROWS = 40
_SPOKEN = regex(
    r"k-?means|centroid|nearest|closest|cluster|prototype|\bargm(?:ax|in)|\bpredict|\bexperts?\b", re.I
)
_ASSIGNED = regex(
    r"\W*(?:(?:new |nearest |closest |assigned )?(?:cluster|centroid|prototype|mean)|nearest|closest"
    r"|assign(?:ed|ment)?(?: to)?|argm(?:ax|in)|predict(?:ed|ion)?(?: class| label)?|winner"
    r"|(?:chosen |best )?expert)\W*\d?\W*",
    re.I,
)
_COORDINATE = regex(
    r"\W*(?:x|y|z)(?:_?\{?\d\}?)?\W*|\W*(?:point|coordinates?|features?|sample|id|#|n|i)\W*", re.I
)
_TO = regex(
    r"(?:→|⇒|->|=>|\\(?:to|Rightarrow|rightarrow|Longrightarrow|implies)\b|\bassign(?:ed)?(?: it)? to"
    r"|\bbelongs to|\bgoes to|\bjoins|\bcloser to|\bnearest(?: is|:)?|\bso\b)[\s$*,]*+"
    r"(?:(?:the )?(?:cluster|centroid|class|group|prototype)|\\?mu|μ|c)?[\s_{$*]*+([A-Z]|\d|[a-z]+)\b"
    r"|(?<![ \t])[ \t]{3,}+([A-Z]|\d)[ \t\r]*+$",
    re.I | re.M,
)
_OTHERWISE = regex(
    r"capacity|balanc|constrain|must-link|threshold|\bprior|\bcosts?\b|sampl(?:ed|ing) from", re.I
)
_DIGITS = regex(r"\d+")
SAID: tuple[re.Pattern[str], ...] = (_SPOKEN,)


@record(frozen=True, slots=True)
class Choice:
    """A number for each of several, and which of them is chosen."""

    values: tuple[fmpq, ...]
    chosen: int
    place: Span


def claims_of_assigned(sheet: Sheet) -> Iterator[Claim]:
    """The one row or line that is assigned to another than the best, as all others have it."""
    if not sheet.says(_SPOKEN) or sheet.says(_OTHERWISE):
        return
    for grid in sheet.grids:
        if len(grid.rows) <= MOST_ROWS:
            yield from _of_grid(sheet, grid)
    yield from _of_lines(sheet)


def _of_grid(sheet: Sheet, grid: Grid) -> Iterator[Claim]:
    """A table whose last column says which of the columns of numbers before it is chosen."""
    titles = [bare(cell.text) for cell in grid.header]
    marked = [at for at, title in enumerate(titles) if _ASSIGNED.fullmatch(title.strip())]
    rows = [row for row in grid.rows if TOTALS.search(row[0].text) is None]
    held = [
        at
        for at in range(1, len(titles))
        if at not in marked
        and _COORDINATE.fullmatch(titles[at].strip()) is None
        and all(value_of(row[at].text) is not None for row in rows)
    ]
    if len(marked) != 1 or len(held) < 2 or marked[0] < held[-1] or len(rows) <= LEAST_ALIKE:
        return
    named = _distinct([titles[at] for at in held])
    choices = [_choice(row, held, marked[0], named) for row in rows]
    known = [choice for choice in choices if choice is not None]
    if len(known) == len(rows):
        yield from _odd_one(sheet, known, [title.strip() for title in named])


def _choice(row: Sequence[Cell], held: Sequence[int], marked: int, named: Sequence[str]) -> Choice | None:
    values = [value for at in held if (value := value_of(row[at].text)) is not None]
    chosen = _which(bare(row[marked].text), named)
    return None if chosen is None else Choice(tuple(values), chosen, row[marked].span)


def _distinct(titles: Sequence[str]) -> list[str]:
    """Titles without the words that all of them have."""
    words = [title.split() for title in titles]
    shared = set(words[0]).intersection(*words[1:])
    return [" ".join(word for word in each if word not in shared) for each in words]


def _which(label: str, named: Sequence[str]) -> int | None:
    """Which of several a label speaks of: the one of that name, or of that number."""
    own = plain(label).lower()
    same = [at for at, title in enumerate(named) if plain(title).lower() == own != ""]
    if len(same) == 1:
        return same[0]
    numbers = [_DIGITS.findall(title)[-1:] for title in named]
    wanted = _DIGITS.findall(label)
    alike = [at for at, number in enumerate(numbers) if number == wanted[-1:] != []]
    if len(alike) == 1 and len(wanted) == 1:
        return alike[0]
    ends = [at for at, title in enumerate(named) if own and plain(title).lower().endswith(own)]
    return ends[0] if len(ends) == 1 and len(own) < 12 else None


def _odd_one(sheet: Sheet, choices: Sequence[Choice], named: Sequence[str]) -> Iterator[Claim]:
    for pick in (min, max):
        off = [one for one in choices if one.values[one.chosen] != pick(one.values)]
        alike = {one.chosen for one in choices if one not in off}
        if len(off) == 1 and len(choices) - 1 >= LEAST_ALIKE and len(alike) > 1:
            right = off[0].values.index(pick(off[0].values))
            kind = "smallest" if pick is min else "largest"
            best, taken = show(pick(off[0].values)), show(off[0].values[off[0].chosen])
            says = f"{best} is the {kind} of this row, not {taken}"
            yield sheet.claim(off[0].place, NOT_BEST, says, named[right] or None)
            return
        if not off:
            return


def _of_lines(sheet: Sheet) -> Iterator[Claim]:
    """`C: 9 + 9 = 18, 4 + 1 = 5 → cluster 2`, line by line."""
    text = bare(sheet.judge.page.text)
    found: dict[int, list[tuple[tuple[fmpq, ...], str, Span]]] = {}
    lines = workings_of(sheet)
    for end in {line.statement.span.end: text.find("\n", line.statement.span.end) for line in lines}.values():
        stop = len(text) if end < 0 else end
        opening = line_start(text, stop)
        mine = [line for line in lines if opening <= line.start < stop]
        last = max((line.statement.span.end for line in mine), default=stop)
        said = _TO.search(text, last, stop)
        if len(mine) > 1 and said is not None:
            group = said.lastindex or 1
            place = Span(said.start(group), said.end(group))
            entry = (tuple(line.number.value for line in mine), said[group], place)
            if entry not in found.setdefault(len(mine), []):
                found[len(mine)].append(entry)
    for count, entries in found.items():
        labels = sorted({label for _, label, _ in entries})
        if len(labels) == count and len(entries) > LEAST_ALIKE:
            choices = [Choice(values, labels.index(label), place) for values, label, place in entries]
            yield from _odd_one(sheet, choices, labels)
