"""The largest of some numbers: of a row of a table, of a list, of scores that were worked out one by one.

`max_a Q(s_2, a) = 5` may be taken from another row; “{6, 0, 8, 1}: maximum 6” and “query 2: maximum −2.0”
name a number that is among those meant, and not the largest; “argmax = position 3” names a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.methods.chances.lookups import Chart, charts_of
from workings.checking.methods.pages.lines import index_parts
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Apply, Expr, Fold, Name
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL
from workings.regex import regex
from workings.source import Span

RULE = "copy/other-row"
NOT_BEST = "pick/not-best"
FARTHEST_SCORES = 240  # characters between the last score and the place of the largest
_WORD = r"(?P<word>max(?:imum|imal)?|largest|highest|greatest|biggest|min(?:imum)?|smallest|lowest)"
_ALONE = r"(?![\w.]*\d|[ \t]*[-+*/·,(])"  # and no part of a formula
_LISTED = regex(
    rf"[({{\[]\s*(?P<list>{NUMERAL}(?:\s*[,;]\s*{NUMERAL}){{1,24}})\s*\\?[)}}\]][$\s]{{0,3}}[:,;]?\s*"
    rf"(?:the |its )?\b{_WORD}(?: (?:value|entry|element|is|of them))*[\s:=$]{{1,4}}"
    rf"(?P<number>{NUMERAL}){_ALONE}",
    re.I,
)
_OF_ROW = regex(
    rf"^[\s>*_•-]*+(?P<row>[^\W_][\w ]{{0,24}}?)[*_]{{0,2}}[.:][*_]{{0,2}}\s+(?:the )?"
    rf"{_WORD}(?: (?:score|value|entry|weight))?(?: is)?[\s:=$]{{1,4}}(?P<number>{NUMERAL})"
    r"(?![\w]|\.\d|[ \t]*[-+*/·(])",
    re.I | re.M,
)
_PLACE = regex(
    r"(?<![\w\\])(?P<word>argmax|arg max|\\arg\s?\\max|argmin|arg min)\b[^\n=.]{0,16}(?:=|is|:|at)[\s$]{0,3}"
    r"(?:(?:position|index|key|token|class|entry|number|pos\.?|no\.?)[\s~]{1,2})?(?P<place>\d{1,2})\b"
    r"(?!\.?\d|[ \t]?[-+*/·,])",
    re.I,
)
_BY_SIZE = regex(r"\babs|\bmagnitude|\bmodul|\bsize\b|\bbetrag|\|[^|\s]{1,6}\||\bnorm\b", re.I)
_FROM_NOUGHT = regex(r"(?:from|at|with) (?:0|zero)\b|0-(?:based|index)|zero-(?:based|index)", re.I)
_DIGIT = regex(r"\d")
_COMMA = regex(r"\s*[,;]\s*")
LEAST_SCORES = 3
REACH = 60  # characters around a number that may say that sizes are meant
_KINDS = {"max": max, "min": min}
_SIGNS = regex(r"[\s_{}$\\*]|text|mathrm")
SAID: tuple[re.Pattern[str], ...] = (_LISTED, _OF_ROW, _PLACE)
WANTS = ("folds",)


def claims_of_extremes(sheet: Sheet) -> Iterator[Claim]:
    yield from _of_tables(sheet)
    yield from _of_lists(sheet)
    yield from _of_rows(sheet)
    yield from _of_places(sheet)


def _of_lists(sheet: Sheet) -> Iterator[Claim]:
    """“{6, 0, 8, 1}: maximum 6”: a number of the list that is not the largest."""
    for found in _LISTED.finditer(sheet.text):
        values = [number_in(one) for one in _COMMA.split(found["list"])]
        known = [value for value in values if value is not None]
        if len(known) == len(values):
            yield from _not_best(sheet, found, known)


def _of_rows(sheet: Sheet) -> Iterator[Claim]:
    """“Query 2: maximum −2.0”, where the row of query 2 has −0.5 as well."""
    said = [*_OF_ROW.finditer(sheet.text)]
    for chart in charts_of(sheet) if said else ():
        labels = [plain(label) for label in chart.rows]
        for found in said:
            row = plain(found["row"]).replace(" ", "")
            if found.start() > chart.grid.span.end and labels.count(row) == 1:
                at = labels.index(row)
                yield from _not_best(sheet, found, [v for (r, _), v in chart.entries.items() if r == at])


def _not_best(sheet: Sheet, found: re.Match[str], values: Sequence[fmpq]) -> Iterator[Claim]:
    stated = number_in(found["number"])
    best = (min if found["word"].lower()[:2] in ("mi", "sm", "lo") else max)(values)
    if stated is None or stated == best or stated not in values:
        return
    if not _BY_SIZE.search(sheet.text, max(0, found.start() - REACH), found.end() + REACH):
        place = Span(found.start("number"), found.end("number"))
        word = "smallest" if best < stated else "largest"
        yield sheet.claim(place, NOT_BEST, f"the {word} of them is {show(best)}", best)


def _of_places(sheet: Sheet) -> Iterator[Claim]:
    """“argmax = position 3”, where s_4 is the largest of the scores right above."""
    for found in _PLACE.finditer(sheet.text):
        scores = _scores_above(sheet, found.start())
        place = int(found["place"])
        if len(scores) < LEAST_SCORES or place not in scores or sheet.says(_FROM_NOUGHT):
            continue
        best = (min if "min" in found["word"].lower() else max)(scores.values())
        if scores[place] != best and not _BY_SIZE.search(sheet.text, found.start() - REACH, found.end()):
            where = next(at for at, value in scores.items() if value == best)
            message = f"number {where} has {show(best)}, number {place} {show(scores[place])}"
            yield sheet.claim(Span(found.start("place"), found.end("place")), NOT_BEST, message, str(where))


def _scores_above(sheet: Sheet, place: int) -> dict[int, fmpq]:
    """The numbers of `s_1 = …`, `s_2 = …`, the last of which stands right before a place."""
    scores: dict[int, fmpq] = {}
    base, above = "", place
    for result in reversed([one for one in sheet.results if one.start < place]):
        parts = index_parts(result.head) if isinstance(result.head, Name) else None
        if not isinstance(result.head, Name) or parts is None or len(parts) != 1 or not parts[0].isdigit():
            break
        if (base and result.head.base != base) or int(parts[0]) in scores:
            break
        between = sheet.text[result.statement.span.end : above]
        if len(between) > FARTHEST_SCORES or (not scores and _DIGIT.search(between)):
            break  # they may have been changed since
        base, above = result.head.base, result.start
        scores[int(parts[0])] = result.number.value
    return scores if sorted(scores) == list(range(1, len(scores) + 1)) else {}


def _of_tables(sheet: Sheet) -> Iterator[Claim]:
    """The first of these, as long as nothing of its row has been changed since the table."""
    found = [one for statement in sheet.statements for one in _asked(statement)]
    charts = charts_of(sheet) if found else []
    for statement, fold, row, member, stated in found:
        for chart in (chart for chart in charts if chart.grid.span.end < statement.span.start):
            labels = [plain(label) for label in chart.rows]
            if labels.count(row) != 1 or _is_changed(sheet.statements, fold, row, statement, chart):
                continue
            best = {label: _best(fold.kind, chart, at) for at, label in enumerate(labels)}
            others = [label for label in labels if best[label] == stated]
            if best[row] != stated and others:
                says = f"{show(stated)} is that of {others[0]}; of {row} it is {show(best[row])}"
                claim = sheet.claim(member.span, RULE, says, best[row], chart.grid.header[0].span)
                yield replace(claim, fits=(RULE,))
                return


def _asked(statement: Statement) -> Iterator[tuple[Statement, Fold, str, Member, fmpq]]:
    """`max_a Q(s, a) = 5`: what is asked for, the row, and the number that is stated for it."""
    head = statement.members[0].expr
    if statement.hypothesis or statement.offered or not isinstance(head, Fold) or head.kind not in _KINDS:
        return
    row = _row(head.body)
    for member in statement.members[1:2]:
        number = stated_number(member.expr)
        if row is not None and number is not None:
            yield statement, head, row, member, number.value


def _row(expr: Expr) -> str | None:
    """The first argument of a function of two."""
    return plain(spelt(expr.args[0])) if isinstance(expr, Apply) and len(expr.args) == 2 else None


def plain(label: str) -> str:
    """A label without markup: `s2` for `$s_2$`."""
    return _SIGNS.sub("", label).lower()


def _best(kind: str, chart: Chart, row: int) -> fmpq:
    return _KINDS[kind](value for (at, _), value in chart.entries.items() if at == row)


def _is_changed(
    statements: Sequence[Statement], fold: Fold, row: str, until: Statement, chart: Chart
) -> bool:
    """Whether a statement in between gives an entry of the row another value."""
    assert isinstance(fold.body, Apply)
    between = (one for one in statements if chart.grid.span.end < one.span.start < until.span.start)
    return any(
        isinstance(head := one.members[0].expr, Apply)
        and head.function.key == fold.body.function.key
        and _row(head) == row
        for one in between
    )
