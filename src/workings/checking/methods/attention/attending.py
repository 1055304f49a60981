"""Sentences about a labelled map of weights: “*it* attends most to *dog* (0.55)”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.chances.lookups import Chart, charts_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "sentence/differs"
LEAST_AGREEING = 2  # other sentences that the map bears out
_MARKS = r"[\s*_\"“”'‘’`$]{0,3}"
_SENTENCE = regex(
    rf"(?<![\w-])(?P<who>[^\W\d_][\w'-]{{0,20}}){_MARKS}\s+(?:attends|looks|points|listens|pays attention)\s+"
    r"(?:the\s+)?(?:most(?:ly)?|mainly|strongest|most strongly|above all)\s+(?:to|at)\s+"
    rf"(?:the\s+(?:token|word|key)\s+)?{_MARKS}(?P<whom>[^\W\d_][\w'-]{{0,20}})"
    rf"{_MARKS}(?:\((?P<weight>[01]?\.\d+)\))?",
    re.I,
)
_COLUMNS = regex(
    r"columns?\s*(?:=|are|is|:)\s*(?:the\s+)?quer|each column is (?:a|the) query"
    r"|quer\w* (?:in|as|are) (?:the )?columns",
    re.I,
)
SAID: tuple[re.Pattern[str], ...] = (_SENTENCE,)


@record(frozen=True, slots=True)
class Saying:
    """Who attends to whom, with which weight, and where that is said."""

    row: int
    column: int
    weight: fmpq | None
    place: Span


def claims_of_attending(sheet: Sheet) -> Iterator[Claim]:
    """Every sentence that the map above it does not bear out, where it does others."""
    if sheet.says(_COLUMNS):
        return
    for chart in charts_of(sheet):
        labels, sayings = _labels(chart), [*_sayings(sheet, chart)]
        odd = [one for one in sayings if not _holds(chart, one)]
        if len(sayings) - len(odd) < LEAST_AGREEING or len(odd) != 1:
            continue
        said = odd[0]
        row = [chart.entries.get((said.row, at)) for at in range(len(labels))]
        best = max(value for value in row if value is not None)
        message = f"{chart.rows[said.row]} gives most, {show(best)}, to {chart.columns[row.index(best)]}"
        yield sheet.claim(
            said.place, RULE, message, chart.columns[row.index(best)], chart.grid.header[0].span
        )


def _labels(chart: Chart) -> list[str]:
    return [_plain(label) for label in chart.columns]


def _plain(label: str) -> str:
    return label.strip(" *_\"“”'‘’`$").lower()


def _sayings(sheet: Sheet, chart: Chart) -> Iterator[Saying]:
    """The sentences behind a map that name one of its rows and one of its columns."""
    rows, columns = [_plain(label) for label in chart.rows], _labels(chart)
    if sorted(set(rows)) != sorted(rows) or sorted(set(columns)) != sorted(columns):
        return
    for found in _SENTENCE.finditer(sheet.text, chart.grid.span.end):
        who, whom = _plain(found["who"]), _plain(found["whom"])
        whom = who if whom == "itself" else whom
        if who in rows and whom in columns:
            weight = number_in(found["weight"]) if found["weight"] else None
            yield Saying(rows.index(who), columns.index(whom), weight, Span(found.start(), found.end()))


def _holds(chart: Chart, said: Saying) -> bool:
    """Whether nobody gets more than the one who is named."""
    row: Sequence[fmpq] = [v for (at, _), v in chart.entries.items() if at == said.row]
    value = chart.entries.get((said.row, said.column))
    return value is None or not row or value == max(row)
