"""The last rows of tables, held to the columns above them: totals and means.

A row that is the total, or the mean, of one column is that of the others too, unless these hold something
that is not added up: rates under a total, an F1 under means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_in
from workings.checking.comparing.miscopying import misread
from workings.checking.lists.ledgers import RULE, Entry, summed, total_judged
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import claim_at
from workings.checking.wording import claim_about
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.parsing.grids import Cell, Grid
from workings.parsing.moods import is_contrasted
from workings.record import record
from workings.regex import regex

LEAST_ABOVE = 2  # rows
LEAST_MEANS = 2  # columns whose mean is right, before one is called wrong that no slip explains
_MARKS_BEFORE = r"[\s$*_{}\\]*+(?:(?:text|math)(?:bf|rm)?\{)?"
_MARKS_BEHIND = r"[\s$*_{}:.\\]*+(?:\([^()]*\))?[\s$*_{}]*+"
_TOTALS = regex(
    rf"{_MARKS_BEFORE}(?:grand )?(?:total|sum|Σ|∑|sigma|insgesamt|gesamt|summe|somme){_MARKS_BEHIND}", re.I
)
_MEANS = regex(
    rf"{_MARKS_BEFORE}(?:mean|average|avg\.?|mittelwert|mittel|durchschnitt|moyenne|media){_MARKS_BEHIND}",
    re.I,
)
_FEET = regex(rf"{_MARKS_BEFORE}(?:std|sd|stdev|min|max|median|best|worst|range|var\w*){_MARKS_BEHIND}", re.I)
_MADE_OTHERWISE = regex(
    r"\bF[\d_β-]|F-?score|std|dev|rank|best|median|perplex|\bPPL|geom|harmon|rate|±", re.I
)
_WORKING = regex(r"^.*(?:=|≈|\\approx)")
_MARKS = regex(r"[$*\s]|\\(?:textbf|mathbf)|[{}]|\\,")
_GROUPED = regex(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_NONE = ("", "-", "–", "—", "--")


@record(frozen=True, slots=True)
class Foot:
    """A number under a column, and those of the column."""

    title: str
    above: tuple[Entry, ...]
    stated: Entry

    @property
    def is_telling(self) -> bool:
        return len({entry.value for entry in self.above}) > 1

    @property
    def is_mean(self) -> bool:
        return abs(self.mean - self.stated.value) <= self.slack

    @property
    def mean(self) -> fmpq:
        return summed(self.above)[0] / len(self.above)

    @property
    def slack(self) -> fmpq:
        """How far off a mean may be, as it is rounded and made of rounded numbers."""
        return summed(self.above)[1] / len(self.above) + self.stated.unit / 2


def claims_of_tables(sheet: Sheet) -> Iterator[Claim]:
    """Every total and mean of a column: right where the numbers above give it, or else wrong for a reason."""
    taken = [claim.span for claim in sheet.judge.claims]
    for grid in sheet.grids:
        for at, row in enumerate(grid.rows):
            judged = (
                _totals
                if _TOTALS.fullmatch(row[0].text)
                else _means
                if _MEANS.fullmatch(row[0].text)
                else None
            )
            if judged is not None and at >= LEAST_ABOVE:
                feet = [*_feet(grid, at)]
                known = [any(s.start <= foot.stated.place.start < s.end for s in taken) for foot in feet]
                yield from judged(
                    sheet, feet, [foot for foot, is_known in zip(feet, known, strict=True) if not is_known]
                )


def _feet(grid: Grid, at: int) -> Iterator[Foot]:
    """The numbers of a row under its columns of numbers."""
    rows = [line for line in grid.rows[:at] if not _is_foot(line[0])]
    for column in range(1, len(grid.rows[at])):
        stated, above = _in_cell(grid.rows[at][column]), _column([line[column] for line in rows])
        if stated is not None and above and len(above) >= LEAST_ABOVE:
            yield Foot(grid.header[column].text, tuple(above), stated)


def _is_foot(cell: Cell) -> bool:
    return any(pattern.fullmatch(cell.text) for pattern in (_TOTALS, _MEANS, _FEET))


def _totals(sheet: Sheet, feet: Sequence[Foot], unknown: Sequence[Foot]) -> Iterator[Claim]:
    """Wrong by a slip of the pen, or where whole numbers are not added up beside others that are."""
    summing = [foot for foot in feet if foot.is_telling and summed(foot.above)[0] == foot.stated.value]
    for foot in unknown:
        claim = total_judged(sheet, foot.above, foot.stated)
        if claim is not None:
            yield claim
        elif (
            summing
            and (_is_count(foot) or _is_negated(foot))
            and not is_contrasted(sheet.text, foot.stated.place.start)
        ):
            whole = show(summed(foot.above)[0])
            yield _claim(sheet, foot, f"the column adds up to {whole}, as others of this row do", whole)


def _is_count(foot: Foot) -> bool:
    """Whether a column holds counts, and what stands under it no rate or mean of them."""
    whole = all(entry.unit == 1 and entry.value >= 0 for entry in (*foot.above, foot.stated))
    above_all = foot.stated.value > max(entry.value for entry in foot.above)
    return whole and above_all and _MADE_OTHERWISE.search(foot.title) is None


def _is_negated(foot: Foot) -> bool:
    """Whether what stands under a column is what this adds up to, but for a minus that is in none of it."""
    whole, loose = summed(foot.above)
    sound = foot.is_telling and all(entry.value >= 0 for entry in foot.above)
    return sound and whole > 0 and abs(whole + foot.stated.value) <= loose


def _means(sheet: Sheet, feet: Sequence[Foot], unknown: Sequence[Foot]) -> Iterator[Claim]:
    """Wrong beside means that are right, by a slip of the pen or where these are several."""
    right = [foot for foot in feet if foot.is_telling and foot.is_mean]
    for foot in unknown:
        if foot.is_mean:
            yield claim_about(sheet.judge.page, foot.stated.place, Verdict.RIGHT)
            continue
        slip = misread(foot.mean, foot.stated.value, foot.stated.unit)
        sure = len(right) >= LEAST_MEANS or (right and slip is not None)
        plain = _MADE_OTHERWISE.search(foot.title) is None and not _is_other_mean(foot)
        if sure and plain and not is_contrasted(sheet.text, foot.stated.place.start):
            mean = show(foot.mean)
            yield _claim(sheet, foot, f"the mean of the column is {mean}, as it is of others", mean)


def _is_other_mean(foot: Foot) -> bool:
    """Whether the middle of a column, its largest or its sum is stated for it."""
    values = sorted(entry.value for entry in foot.above)
    others = (
        values[len(values) // 2],
        values[(len(values) - 1) // 2],
        values[-1],
        values[0],
        sum(values, fmpq(0)),
    )
    return any(abs(value - foot.stated.value) <= foot.slack for value in others)


def _claim(sheet: Sheet, foot: Foot, message: str, right: str) -> Claim:
    because = tuple(entry.place for entry in foot.above)[:3]
    return claim_at(sheet.judge, foot.stated.place, RULE, (), message, right, because)


def _column(cells: Sequence[Cell]) -> list[Entry] | None:
    """The numbers of a column; None where a cell holds something else."""
    filled = [cell for cell in cells if cell.text.strip() not in _NONE]
    found = [entry for cell in filled if (entry := _in_cell(cell)) is not None]
    return found if len(found) == len(filled) else None


def _in_cell(cell: Cell) -> Entry | None:
    """The number that a cell holds or ends in."""
    written = _MARKS.sub("", _WORKING.sub("", cell.text)).replace("−", "-")
    if _GROUPED.fullmatch(written):
        written = written.replace(",", "")
    number = stated_in(written)
    return None if number is None else Entry(number.value, number.unit, cell.span)
