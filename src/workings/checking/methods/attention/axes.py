"""Softmax down the columns of a table whose rows are the queries: `e^{s₁₁} / (e^{s₁₁} + e^{s₂₁})`.

The weights may be worked out one by one, or stand as a matrix below that of the exponentials or scores, with
the denominators between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated, stated_in, stated_number
from workings.checking.comparing.parts import summands
from workings.checking.methods.chances.lookups import Chart, charts_of
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.pages.ledger import COLUMN
from workings.checking.methods.pages.pictures import Picture, matrices_in
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL
from workings.regex import regex
from workings.source import Span

RULE = "softmax/wrong-axis"
LEAST = 2  # weights that are made so
_ADDS_UP = r"[^.\n]{0,40}\b(?:add|sum)s?(?: up)? to (?:one|1)\b"
_WHOLE = regex(
    rf"\b(?:each|every|all|the) rows?\b{_ADDS_UP}|\beach query\b[^.\n]{{0,30}}\btotal weight of (?:one|1)\b",
    re.I,
)
_ROWS = regex(
    r"\brows? (?:are|is|=|hold|stand for)?\s*(?:the )?quer|\beach query['’]?s? weights"
    r"|\brows?\W{1,4}\w\W{1,4}(?:belongs to|is|=|stands for)\s*(?:the )?(?:\w+ )?quer"
    r"|\bsoftmax (?:is taken |runs )?(?:over|along) (?:the |all )?keys"
    r"|\b(?:row[- ]?wise|row by row|along (?:each|the|every) rows?|(?:of|over) (?:each|every) row)\b"
    r"|(?-i:\bQ)\s*+(?-i:K)\s*+\^?\s*+\{?\s*+(?-i:T\b|ᵀ|⊤|\\top\b|\\intercal|\\mathsf|\\mathrm)",
    re.I,
)
_COLUMNS = regex(
    r"\brows? (?:are|is|=|hold)?\s*(?:the )?keys?\b|column[- ]?wise|column by column"
    r"|(?:down|along) (?:the|each|every) columns?|\bof (?:each|every) column\b"
    r"|over (?:the |all )?(?:queries|slots|rows)\b|\bslot attention|column[- ]stochastic|doubly"
    r"|\bboth (?:directions|ways|axes)|\bcontrastive|\bCLIP\b|InfoNCE|co-?attention|sinkhorn"
    r"|(?-i:K)\s*\^?\s*\{?(?-i:T|ᵀ|⊤|\\top)\}?\s*(?-i:Q)",
    re.I,
)
_SUMMED = regex(r"\b(?:each|every|the) columns?\b[^.\n]{0,40}\b(?:add|sum)s?\b", re.I)
_POWERS = regex(r"\bexp\b|exponent|e\s?\^|\\exp", re.I)
_DENOMINATORS = regex(
    r"denominator|normali[sz]|softmax|divid|\bZ|\brow sums?|\bsums? (?:of|over|along) (?:each|the) rows?",
    re.I,
)
_WEIGHTS = regex(r"weights|attention|softmax|probabilit|\bA\b|α|\\alpha", re.I)
_NUMBERS = rf"{NUMERAL}(?:\s*,\s*{NUMERAL}){{1,7}}"
_COLUMN = regex(
    rf"\bcol(?:umn|\.)?\s*\$?\d\$?\s*[:=]?\s*[(\[]\s*(?P<scores>{_NUMBERS})\s*[)\]]\s*(?:→|->|=>|:|=)\s*"
    rf"[(\[]\s*(?P<weights>{_NUMBERS})\s*[)\]]",
    re.I,
)
MOST_ROWS = 16
REACH = 120  # characters before a matrix that say what it is
_OFF = fmpq(1, 20)  # from one, of rows that surely are no shares
_QUERY = regex(r"\W*(?:q|query)\W?\s?\w{1,8}\W*", re.I)
SAID: tuple[re.Pattern[str], ...] = (regex(r"softmax|attention", re.I),)


def claims_of_axes(sheet: Sheet) -> Iterator[Claim]:
    """Weights that are shares of their columns on a page whose rows are the queries."""
    for claim in (*_of_quotients(sheet), *_of_matrices(sheet), *_of_labels(sheet)):
        summed = _SUMMED.search(sheet.text, 0, claim.span.start)  # behind it, it is no excuse for the claim
        if summed is None and not sheet.says(_COLUMNS):
            yield claim


def _of_labels(sheet: Sheet) -> Iterator[Claim]:
    """`col 1: (1, 3) → (0.119, 0.881)`, where the scores of each row belong to one query."""
    found = [*_COLUMN.finditer(sheet.text)] if sheet.says(_ROWS) else []
    made = [one for one in found if _is_softmax(one["scores"], one["weights"])]
    if len(made) < LEAST or len(made) < len(found):
        return
    says = "each row is a query: its weights are the softmax of the row, not of the column"
    yield sheet.claim(Span(*made[0].span("weights")), RULE, says, None, Span(*made[0].span("scores")))


def _is_softmax(scores: str, weights: str) -> bool:
    """Whether weights are the softmax of scores, to their digits."""
    stated = [stated_in(one) for one in (*scores.split(","), *weights.split(","))]
    numbers = [one for one in stated if one is not None]
    count = len(numbers) // 2
    if len(numbers) < len(stated) or len(numbers) != 2 * count:
        return False
    powers = [_ball(one).exp() for one in numbers[:count]]
    return any(not one.integer for one in numbers[count:]) and _are_near(numbers[count:], _shares(powers))


def _of_quotients(sheet: Sheet) -> Iterator[Claim]:
    """The first of some weights that are all shares of their columns, where none is a share of its row."""
    charts = charts_of(sheet)
    if len(charts) != 1:
        return
    (chart,) = charts
    if not sheet.says(_ROWS) and not all(map(_QUERY.fullmatch, chart.rows)):
        return
    powers = _powers(sheet)
    found = [
        (line, is_row)
        for line in workings_of(sheet)
        if line.start > chart.grid.span.end and (is_row := _is_of_row(line, chart, powers)) is not None
    ]
    if len(found) >= LEAST and not any(is_row for _, is_row in found):
        message = "each row is a query: its weights are shares of the row, not of the column"
        yield sheet.claim(found[0][0].formula.span, RULE, message, None, chart.grid.header[0].span)


def _powers(sheet: Sheet) -> dict[fmpq, fmpq]:
    """The scores by what their exponentials are stated to be, if that is so of one alone."""
    found: dict[fmpq, set[fmpq]] = {}
    for result in sheet.results:
        score = _score(result.formula, {}) if result.formula is not None else None
        if score is not None:
            found.setdefault(result.number.value, set()).add(score)
    return {made: scores.pop() for made, scores in found.items() if len(scores) == 1}


def _score(expr: Expr, powers: Mapping[fmpq, fmpq]) -> fmpq | None:
    """What an exponential is taken of, which is written or a number that stands for it."""
    match expr:
        case Call(op="exp", args=(inner,)):
            stated = stated_number(inner)
            return None if stated is None else stated.value
        case Number(value=value):
            return powers.get(value)
        case _:
            return None


def _is_of_row(line: Working, chart: Chart, powers: Mapping[fmpq, fmpq]) -> bool | None:
    """Whether a weight is a share of its row; False if of its column; None if of neither, or of both."""
    match line.formula.expr:
        case Call(op="div", args=(above, below)):
            inner = below.args[0] if isinstance(below, Call) and below.op == "brackets" else below
            own, total = _score(above, powers), [_score(term, powers) for term in summands(inner)]
        case _:
            return None
    places = [place for place, value in chart.entries.items() if value == own]
    scores = sorted(score for score in total if score is not None)
    if own is None or len(places) != 1 or len(scores) < max(2, len(total)):
        return None
    ((row, column),) = places
    in_row = sorted(value for (at, _), value in chart.entries.items() if at == row)
    in_column = sorted(value for (_, at), value in chart.entries.items() if at == column)
    if (scores == in_row) == (scores == in_column):
        return None
    return scores == in_row


def _of_matrices(sheet: Sheet) -> Iterator[Claim]:
    """The first denominators, or else the first weights, that are those of the columns of a matrix above."""
    whole = sheet.says(_WHOLE)
    if not whole and not sheet.says(_ROWS):
        return
    matrices = matrices_in(sheet.judge.page.text, sheet.text)
    for at, below in enumerate(matrices):
        above = [one for one in matrices[:at] if one.shape == below.shape]
        if max(below.shape) > MOST_ROWS:
            continue
        for one in above:
            if (claim := _of_weights(sheet, one, below)) is not None:
                yield claim
                return
        said = _POWERS.search(sheet.text, max(0, below.start - REACH), below.start) is not None
        powers = said or any(_are_powers(one, below) for one in above)
        if powers and (claim := _of_denominators(sheet, below)) is not None:
            yield claim
            return
        if whole and _are_turned_shares(below) and _WEIGHTS.search(below.lead(sheet.text)):
            says = "the columns add up to 1, and the page says that the rows do"
            yield sheet.claim(below.places[0], RULE, says)
            return


def _of_denominators(sheet: Sheet, powers: Picture) -> Claim | None:
    """A list below exponentials that has the sums of their columns instead of those of their rows."""
    rows, columns = ([_total(line) for line in lines] for lines in _both(powers))
    if all(total.overlaps(arb(1)) for total in rows):
        return None  # they are weights already
    for listing in sheet.listings:
        start = listing.first.start
        if start < powers.end or listing.label == COLUMN:
            continue
        said = _DENOMINATORS.search(sheet.text, max(powers.end, start - REACH), start)
        of_columns = _are_near(listing.numbers, columns) and not _are_near(listing.numbers, rows)
        if said is None or not of_columns:
            continue
        right = ", ".join(show(total.mid()) for total in rows)
        says = "each row is a query: its denominator is the sum of the row, not of the column"
        return sheet.claim(listing.first, RULE, says, right, powers.places[0])
    return None


def _of_weights(sheet: Sheet, above: Picture, weights: Picture) -> Claim | None:
    """Weights that are the shares, or the softmax, of the columns of a matrix."""
    numbers = weights.numbers
    if not _are_turned_shares(weights) or _are_turned_shares(above):
        return None
    balls = [[_ball(number) for number in row] for row in above.rows]
    for lines in (balls, [[ball.exp() for ball in row] for row in balls]):
        if not all(ball > 0 for row in lines for ball in row):
            continue
        by_row = [share for row in lines for share in _shares(row)]
        turned = [*zip(*map(_shares, zip(*lines, strict=True)), strict=True)]
        if _are_near(numbers, [share for row in turned for share in row]) and not _are_near(numbers, by_row):
            says = "each row is a query: its weights are shares of the row, not of the column"
            return sheet.claim(weights.places[0], RULE, says, None, above.places[0])
    return None


def _are_turned_shares(matrix: Picture) -> bool:
    """Whether columns add up to one, and not all rows do."""
    if not all(0 <= number.value <= 1 and number.unit < 1 for number in matrix.numbers):
        return False
    off = [[abs(sum((n.value for n in line), fmpq(0)) - 1) for line in lines] for lines in _both(matrix)]
    units = sum((number.unit for number in matrix.rows[0]), fmpq(0))
    return max(off[1]) <= max(units, fmpq(1, 500)) and max(off[0]) > _OFF + units


def _both(matrix: Picture) -> tuple[Sequence[Sequence[Stated]], Sequence[Sequence[Stated]]]:
    """The rows of a matrix, and its columns."""
    return matrix.rows, [*zip(*matrix.rows, strict=True)]


def _are_powers(scores: Picture, powers: Picture) -> bool:
    """Whether the entries of one matrix are the exponentials of those of another."""
    return _are_near(powers.numbers, [_ball(number).exp() for number in scores.numbers])


def _are_near(numbers: Sequence[Stated], values: Sequence[arb]) -> bool:
    """Whether all numbers are values, give or take a unit of their last digit."""
    if len(numbers) != len(values):
        return False
    return all(
        arb(number.value, fmpq(0) if number.integer else number.unit).overlaps(value)
        for number, value in zip(numbers, values, strict=True)
    )


def _ball(number: Stated) -> arb:
    return arb(number.value) if number.integer else arb(number.value, number.unit / 2)


def _total(line: Sequence[Stated]) -> arb:
    return sum(map(_ball, line), arb(0))


def _shares(line: Sequence[arb]) -> list[arb]:
    total = sum(line, arb(0))
    return [value / total for value in line]
