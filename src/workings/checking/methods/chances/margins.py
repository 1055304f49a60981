"""Sums of the rows and columns of a confusion matrix, class by class: `P = 27/(8 + 27 + 3)` for class B.

They are added up in the line, or taken from the margin of the table: `recall(B) = 20/40`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from unicodedata import combining, normalize

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.parts import summands
from workings.checking.methods.chances.lookups import Chart, charts_of
from workings.checking.methods.pages.knowing import Working, caption, workings_of
from workings.checking.methods.pages.series import TOTALS
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex

RULE = "copy/other-row"
LEAST_ALIKE = 2  # other classes whose sums are right
LEAST_CLASSES = 3
_LABEL = regex(r"[\s>*_|#-]*(?:class\s+)?([^\W_][\w-]{0,20})[\s*_]*[:|(]")
_WORD = regex(r"[^\W_][\w-]*?(?=_|\b)")

Sum = tuple[fmpq, ...]
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Margins:
    """The entries of the row and of the column of every class."""

    rows: dict[str, Sum]
    columns: dict[str, Sum]

    def beside(self) -> Margins:
        """The same without the diagonal."""
        rows, columns = (
            {label: (*all_[:at], *all_[at + 1 :]) for at, (label, all_) in enumerate(side.items())}
            for side in (self.rows, self.columns)
        )
        return Margins(rows, columns)


def claims_of_margins(sheet: Sheet) -> Iterator[Claim]:
    """The line of one class with another sum than its row or its column, as the other classes have theirs."""
    charts = charts_of(sheet)
    starts = sorted(chart.grid.span.start for chart in charts)
    for chart in charts:
        whole = _margins(chart)
        until = next((start for start in starts if start > chart.grid.span.start), len(sheet.text))
        below = range(chart.grid.span.end, until)
        lines = [line for line in workings_of(sheet) if line.start in below] if whole else []
        for margins in (whole, whole.beside()) if whole else ():
            yield from _of_sums(sheet, lines, margins, chart)
        if whole:
            yield from _of_shares(sheet, lines, whole, chart)


def _of_shares(sheet: Sheet, lines: Sequence[Working], margins: Margins, chart: Chart) -> Iterator[Claim]:
    """Shares of the diagonal in one class's row, where the other classes have theirs in their columns."""
    shares: dict[str, dict[str, tuple[Working, fmpq]]] = {}
    for line, before in zip(lines, (None, *lines), strict=False):
        measure, label = _measured(sheet, line, before, margins)
        match line.formula.expr:
            case Call(op="div", args=(Number(value=part), Number(value=whole))) if label:
                at = [*margins.rows].index(label)
                if part == margins.rows[label][at] and whole:
                    shares.setdefault(measure, {}).setdefault(label, (line, whole))
    rows, columns = (
        {label: sum(terms, fmpq(0)) for label, terms in side.items()}
        for side in (margins.rows, margins.columns)
    )
    for of_class in shares.values():
        for side, other, name, beside in (
            (rows, columns, "row", "column"),
            (columns, rows, "column", "row"),
        ):
            off = [label for label, (_, whole) in of_class.items() if whole != side[label]]
            telling = [one for one in of_class if one not in off and side[one] != other[one]]
            if len(off) == 1 and len(telling) >= LEAST_ALIKE and of_class[off[0]][1] == other[off[0]]:
                line, put_in = of_class[off[0]]
                made = margins.rows[off[0]][[*margins.rows].index(off[0])] / side[off[0]]
                says = (
                    f"the {name} of “{off[0]}” adds up to {show(side[off[0]])}, its {beside} to "
                    f"{show(put_in)}: the other classes are divided by their {name}s"
                )
                place = line.statement.members[-1].span
                claim = sheet.claim(place, RULE, says, made, chart.grid.header[0].span)
                yield replace(claim, fits=(RULE,))


def _measured(sheet: Sheet, line: Working, before: Working | None, margins: Margins) -> tuple[str, str]:
    """What a line says is measured, and of which class; no class unless it names just one."""
    opening = max(line.opening, before.statement.span.end if before is not None else 0)
    words = [found[0].lower() for found in _WORD.finditer(sheet.text, opening, line.formula.span.start)]
    labels = [word for word in words if word in margins.rows]
    measure = " ".join(word for word in words if word not in margins.rows)
    if labels and not measure:
        measure = caption(sheet.text, line.start).lower()  # “Precision”, above a line for each class
    return measure, labels[0] if len(labels) == 1 else ""


def _of_sums(sheet: Sheet, lines: Sequence[Working], margins: Margins, chart: Chart) -> Iterator[Claim]:
    """Lines with sums over rows or columns, or over what is beside the diagonal: FP, FN."""
    count = len(next(iter(margins.rows.values())))
    for base in dict.fromkeys(line.base for line in lines):
        of_class = {
            label: (line, terms)
            for line in lines
            if line.base == base
            and (label := _label(sheet, line)) in margins.rows
            and (terms := _sum_in(line.formula.expr, count))
        }
        sides = (margins.rows, margins.columns)
        for side, other, name in ((*sides, "row"), (*sides[::-1], "column")):
            yield from _odd_one(sheet, of_class, side, other, name, chart)


def _odd_one(
    sheet: Sheet,
    of_class: dict[str, tuple[Working, Sum]],
    side: dict[str, Sum],
    other: dict[str, Sum],
    name: str,
    chart: Chart,
) -> Iterator[Claim]:
    off = [label for label, (_, terms) in of_class.items() if sorted(terms) != sorted(side[label])]
    if len(off) != 1 or len(of_class) <= LEAST_ALIKE:
        return
    line, terms = of_class[off[0]]
    lost = [value for value in side[off[0]] if side[off[0]].count(value) > terms.count(value)]
    put_in = [value for value in terms if terms.count(value) > side[off[0]].count(value)]
    is_turned = sorted(terms) == sorted(other[off[0]])
    if is_turned or len(lost) == len(put_in) == 1:
        says = f"the {name} of “{off[0]}” has {show(lost[0])}, put in as {show(put_in[0])}"
        claim = sheet.claim(line.formula.span, RULE, says, None, chart.grid.header[0].span)
        yield replace(claim, fits=(RULE,))


def _margins(chart: Chart) -> Margins | None:
    """Those of a table whose rows and columns are the same classes."""
    titles = [title for title in chart.columns if TOTALS.search(title) is None]
    rows, columns = _bare(chart.rows), _bare(titles)
    if titles != [*chart.columns[: len(titles)]] or rows != columns or len(rows) < LEAST_CLASSES:
        return None
    count = range(len(rows))
    return Margins(
        {label: tuple(chart.entries[at, other] for other in count) for at, label in enumerate(rows)},
        {label: tuple(chart.entries[other, at] for other in count) for at, label in enumerate(rows)},
    )


def _bare(labels: Sequence[str]) -> list[str]:
    """Labels without a word that all of them begin with: `A` for `true A`."""
    words = [_without_marks(label.lower()).split() for label in labels]
    shared = all(len(parts) > 1 and parts[0] == words[0][0] for parts in words)
    return [" ".join(parts[1:] if shared else parts) for parts in words]


def _without_marks(label: str) -> str:
    """`a` for â and a', which is what class a is predicted as."""
    return "".join(sign for sign in normalize("NFD", label) if not combining(sign)).rstrip("'′")


def _label(sheet: Sheet, line: Working) -> str:
    """The class that opens a line."""
    found = _LABEL.match(sheet.text, line.opening, line.start)
    return found[1].lower() if found is not None else ""


def _sum_in(expr: Expr, count: int) -> Sum:
    """The numbers of the one sum of a formula that has so many terms."""
    sums = [
        terms
        for node in walk(expr)
        if isinstance(node, Call) and node.op == "add" and len(terms := summands(node)) == count
    ]
    return tuple(one.value for one in stated_numbers(sums[0])) if len(sums) == 1 else ()
