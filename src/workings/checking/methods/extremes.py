"""The largest entry of a row of a table, `max_a Q(s_2, a) = 5`, taken from another row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.lookups import Chart, charts_of
from workings.checking.methods.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Apply, Expr, Fold
from workings.finding import Claim
from workings.regex import regex

RULE = "copy/other-row"
_KINDS = {"max": max, "min": min}
_SIGNS = regex(r"[\s_{}$\\]|text|mathrm")


def claims_of_extremes(sheet: Sheet) -> Iterator[Claim]:
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
                claim = sheet.claim(member.span, RULE, says, show(best[row]), chart.grid.header[0].span)
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
