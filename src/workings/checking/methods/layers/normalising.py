"""Statistics of a normalisation: divided by n − 1, or taken over the wrong numbers of a batch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.parts import quotient, summands
from workings.checking.methods.layers.statistics import claims_of_statistics
from workings.checking.methods.pages.ledger import COLUMN, Listing
from workings.checking.methods.pages.pictures import pictures_of
from workings.checking.methods.sheet import Result, Sheet
from workings.checking.methods.trials.worth import holds, vector, worked_out
from workings.checking.rules.catalogue import Description
from workings.expr import Call, Expr
from workings.finding import Claim
from workings.ops.writing import length, mean, square, total
from workings.regex import regex
from workings.source import Span
from workings.value import Value

MOST_GIVEN = 40  # lists whose variance is tried
_NORM = regex(r"layer[- ]?norm|batch[- ]?norm", re.I)
_BATCH = regex(r"batch[- ]?norm", re.I)
_LAYER = regex(r"layer[- ]?norm", re.I)
_UNBIASED = regex(r"unbiased|sample variance|[nNmHD]\s*[-−–]\s*1|Bessel", re.I)
_VARIANCE = regex(r"(?:\\sigma|σ)[\w{}]*\s*(?:\^\{?2|²)|\bvar(?:iance)?\b", re.I)
_MEAN = regex(r"\\mu\b|μ|\bmean\b|\bmu\b|\bm\b", re.I)
_OVER = (
    "the means are taken over the examples instead of over the features of each",
    "the means are taken over the features of each example instead of over the batch",
)  # layer norm, batch norm
_SAID_OF = regex(r"\b(?:row|column|example|sample|instance|token|layer|feature)", re.I)
_LISTED = regex(r"\bmeans?\b[\s:=\[(]*$|(?:\\mu|μ)(?:_\w)?\s*=[\s\[(]*$", re.I)
_COUNTER = regex(r"(?:sample|example|row|item|image|token|no|nr|index)s?\.?|#|i|n|idx", re.I)
_TURNED = regex(
    r"columns? (?:is|are|=|per|for|holds?) (?:an? |the |one |each )?(?:examples?|samples?|tokens?)"
    r"|rows? (?:is|are|=|per|for|holds?) (?:an? |the |one |each )?features?",
    re.I,
)
SAID: tuple[re.Pattern[str], ...] = (_NORM,)
_GIVEN_BATCH = (
    "Batch normalisation of three examples with two features:\n\n$X = [[2, 30], [4, 50], [9, 70]]$\n\n"
)
RULES: dict[str, Description] = {
    "batch_norm/wrong-axis": Description(
        "the statistics of a batch normalisation are taken over the features of one example",
        wrong=_GIVEN_BATCH + "mean $\\mu = (2 + 30)/2 = 16$",
        right=_GIVEN_BATCH + "mean $\\mu = (2 + 4 + 9)/3 = 5$",
        why="Layer normalisation looks the same and runs over the features.",
    ),
}


def claims_of_normalising(sheet: Sheet) -> Iterator[Claim]:
    if not sheet.says(_NORM):
        return
    if not sheet.says(_UNBIASED):
        yield from _of_variance(sheet)
    yield from claims_of_statistics(sheet)
    if not sheet.says(_TURNED) and sheet.says(_BATCH) != sheet.says(_LAYER):
        yield from [*_of_axis(sheet)] or _of_listed_means(sheet)


def _of_variance(sheet: Sheet) -> Iterator[Claim]:
    """The first variance that was divided by n − 1."""
    for result in sheet.results:
        if _VARIANCE.search(result.lead[-60:]) is None:
            continue
        if isinstance(result.formula, Call) and result.formula.op == "add":
            continue  # a running variance, 0.9 · 1 + 0.1 · 4
        given = [one for one in sheet.listings if one.first.start < result.start and len(one.numbers) > 1]
        given = [*given[-MOST_GIVEN:], *_vectors(sheet, result)]
        right = [worked_out(mean(square(vector(one.values) - mean(vector(one.values))))) for one in given]
        if any(holds((result.number,), value) for value in right):
            continue
        for one, value in zip(given, right, strict=True):
            x = vector(one.values)
            less = worked_out(total(square(x - mean(x))) / (length(x) - 1))
            divided = quotient(result.formula) if result.formula is not None else None
            if divided is not None and divided[1] != len(one.numbers) - 1:
                continue  # by something else
            if value is not None and holds((result.number,), less):
                count = len(one.numbers)
                message = f"the squares are divided by {count - 1} instead of {count}"
                yield sheet.claim(result.member.span, "layer_norm/one-less", message, value, one.first)
                return


def _vectors(sheet: Sheet, result: Result) -> Iterator[Listing]:
    """The numbers whose mean was worked out before: `(1 + 3 + 8)/3`."""
    for other in sheet.results:
        if other.start >= result.start:
            return
        entries = _averaged(other.formula)
        if entries is not None and len(entries) > 1:
            numbers = stated_numbers(entries)
            if numbers:
                yield Listing("", "", numbers, other.statement.span)


def _averaged(formula: Expr | None) -> list[Expr] | None:
    """The numbers that a plain mean is taken of."""
    parts = quotient(formula) if formula is not None else None
    if parts is None:
        return None
    entries = summands(parts[0])
    return entries if len(entries) == parts[1] else None


def _of_axis(sheet: Sheet) -> Iterator[Claim]:
    """The mean of an example where that of a feature is meant, or the other way round."""
    batch = sheet.says(_BATCH)
    columns = {one.values for one in sheet.listings if _is_column(one)}
    rows = set(zip(*_matrix(sheet), strict=True)) | {
        one.values for one in sheet.listings if not _is_column(one) and one.says(re.compile(r"\bX\b|begin"))
    }
    for result in sheet.results:
        entries = _averaged(result.formula)
        values = tuple(number.value for number in stated_numbers(entries or ()))
        if len(values) < 2 or _MEAN.search(result.lead[-40:]) is None:
            continue
        if batch and values in rows and values not in columns and columns:
            message = "the mean is taken over the features of one example instead of over the batch"
            yield sheet.claim(result.member.span, "batch_norm/wrong-axis", message)
            return
        stacked = {one.values for one in sheet.listings if one.label == COLUMN}
        if not batch and values in stacked and values not in rows and rows:
            message = "the mean is taken over the examples instead of over the features of each"
            yield sheet.claim(result.member.span, "layer_norm/wrong-axis", message)
            return


def _of_listed_means(sheet: Sheet) -> Iterator[Claim]:
    """The same of means that are only listed: `means: (2, 6)` below the rows 1 3 and 5 7."""
    text, table = sheet.judge.page.text, None
    for picture in pictures_of(text):
        lead = picture.lead(text)
        if picture.shape[0] > 1 and picture.shape[1] > 1:
            table = picture
        elif table is not None and _LISTED.search(lead) and not _SAID_OF.search(lead):
            of_rows, of_columns = map(_means, (table.values, zip(*table.values, strict=True)))
            batch = sheet.says(_BATCH)
            right, other = (of_columns, of_rows) if batch else (of_rows, of_columns)
            if holds(picture.numbers, other) and not holds(picture.numbers, right):
                place, message = Span(picture.start, picture.end), _OVER[batch]
                yield sheet.claim(place, f"{'batch' if batch else 'layer'}_norm/wrong-axis", message, right)
                return


def _means(rows: Iterable[Sequence[fmpq]]) -> Value | None:
    return worked_out(vector(sum(row, fmpq(0)) / len(row) for row in rows))


def _is_column(one: Listing) -> bool:
    return one.label == COLUMN or bool(one.places and one.label == one.name and one.name)


def _matrix(sheet: Sheet) -> list[tuple[fmpq, ...]]:
    """The columns of the table on the page, of equal length."""
    columns = [
        one.values
        for one in sheet.listings
        if _is_column(one) and one.label != COLUMN and _COUNTER.fullmatch(one.label.strip("$ ")) is None
    ]
    return columns if len({len(column) for column in columns}) == 1 and len(columns) > 1 else []
