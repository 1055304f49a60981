"""Masked attention: scores that were set to nought, weights that were cut off, positions that still count."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated, stated_in, stated_numbers
from workings.checking.comparing.parts import summands
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import holds, room_of, vector, worked_out
from workings.evaluating import evaluate
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, Name, Number, walk
from workings.finding import Claim
from workings.ops.writing import exp, total
from workings.parsing.moods import is_contrasted
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span
from workings.value import Scalar, Tensor, Value

MOST_SCORES = 12  # lists of scores that are tried
_MASK = regex(
    r"\bmask(?:ed|ing|s)?\b|\bcausal|\b(?:only|not) (?:look|see|attend|know)"
    r"|\b(?:looks?|sees?|attends?) only\b",
    re.I,
)
_WEIGHTS = regex(r"softmax|\battent|\battend|\bcausal|\bscores?\b|\blogits?\b", re.I)  # what is masked
_SCORES = regex(r"score|\bS\b|\bs_?\d|logit", re.I)
_SUM = regex(
    r"\b(?:sum|total|denominator|normali[sz](?:er|ation|ing constant)|together|Z(?:_\d)?)\b[^\d\n]{0,12}?"
    r"(?:=|≈|is|:)?[\s$]*(\d+\.\d+)(?!\d|[\s$]*[+·*/^])",
    re.I,
)
_ROW = regex(
    r"(?:^|[\n*(;.:])\W*+\b(?:row|token|position|query|step|time|t|i|q)[ _=]*\$?(\d)\b"
    r"(?=[$}]?\s*(?:[:.,*)(}\"“—–-]|\n|$))",
    re.I,
)
_PLACE = r"(?:positions?|pos|keys?|tokens?|entry|entries|slots?|columns?|scores?)"
_HIDDEN = regex(
    rf"\b{_PLACE}\s*\$?(\d)\$?(?:(?:\s*,|\s+and)\s*\$?(\d)\$?)?[^.\n]{{0,24}}?"
    r"\b(?:masked|padding|padded|blocked|hidden|PAD)\b"
    rf"|\bmask\w*\b[^.\n]{{0,16}}?\b(?:blocks|hides|covers|removes|excludes|on|out|at)\b[^.\n]{{0,8}}?"
    rf"{_PLACE}\s*\$?(\d)\$?(?:(?:\s*,|\s+and)\s*\$?(\d)\$?)?",
    re.I,
)  # “position 4 is masked”, “the mask blocks keys 2 and 3”
_NOT = regex(r"\b(?:not?|never|instead|without|before|if|un(?:masked|hidden))\b", re.I)
_CAUSAL = regex(r"\bcausal|\bautoregress|\bdecoder|\bmasked? (?:self-?)?attention|later positions", re.I)
BEFORE = 120  # characters before a matrix that say that it is masked
NEAR = 60  # characters behind an exponential that say what it is
FARTHEST_LABEL = 500  # characters between the label of a row and its total
_HUNDREDTH = fmpq(1, 100)
_NOUGHT = fmpq(0)
SAID: tuple[re.Pattern[str], ...] = (_MASK,)


def claims_of_masking(sheet: Sheet) -> Iterator[Claim]:
    said = _MASK.search(sheet.text)
    if said is None or _WEIGHTS.search(sheet.text) is None:
        return
    ways = (_of_wholes, _of_sums, _of_noughts, _of_hidden, _of_triangles)
    if (claim := next((found for way in ways if (found := next(way(sheet), None))), None)) is not None:
        yield claim
        return
    rows = [*_rows(sheet)]
    listed = (one for one in sheet.listings if one.says(_SCORES))
    scores = [one for one in (*rows, *_of_matrices(sheet), *listed) if len(set(one.values)) > 1]
    if (claim := next(_of_put_in(sheet, scores), None)) is not None:
        yield claim
        return
    for listing in (*sheet.listings, *rows):
        start, count = listing.first.start, len(listing.numbers)
        if start < said.end():
            continue
        above = [one for one in scores if len(one.numbers) == count and one.first.start < start]
        if any(_may_be_weights(one, listing) for one in above[-MOST_SCORES:]):
            continue
        claim = next((found for one in above[-MOST_SCORES:] if (found := _judged(sheet, one, listing))), None)
        if claim is not None:
            yield claim
            return


def _rows(sheet: Sheet) -> Iterator[Listing]:
    """The rows of a table of scores."""
    for grid in sheet.grids:
        for row in grid.rows:
            cells = row[1:]
            numbers = [stated_in(cell.text.strip("$ ")) for cell in cells]
            known = tuple(number for number in numbers if number is not None)
            label = stated_in(row[0].text.strip("$ "))
            if label is not None and not label.integer:
                continue  # the row of a matrix, which has no label
            if len(known) == len(cells) > 1:
                yield Listing(row[0].text, "", known, cells[0].span)


def _of_matrices(sheet: Sheet) -> Iterator[Listing]:
    """The rows of matrices of scores."""
    for statement in sheet.statements:
        head, last = statement.members[0].expr, statement.members[-1].expr
        if not isinstance(head, Name) or _SCORES.search(head.key) is None or not isinstance(last, Array):
            continue
        for row in last.items:
            numbers = stated_numbers(row.items) if isinstance(row, Array) else ()
            if len(numbers) > 1:
                yield Listing("scores", head.key, numbers, row.span)


def _softmax(values: Sequence[fmpq]) -> Value | None:
    scores = vector(values)
    return worked_out(Call(scores.span, "softmax", (scores,)))


def _padded(value: Value | None, count: int) -> Value | None:
    """Weights with noughts behind them."""
    if not isinstance(value, Tensor):
        return None
    return Tensor((count,), (*value.items, *([_NOUGHT] * (count - len(value.items)))), value.loose)


def _may_be_weights(scores: Listing, listing: Listing) -> bool:
    """Whether numbers are the weights of these scores, however many of them are seen."""
    if not _may_be_shares(listing):
        return False
    count = len(scores.numbers)
    ways = (_padded(_softmax(scores.values[:seen]), count) for seen in range(1, count + 1))
    return any(holds(listing.numbers, way, 2) for way in ways)


def _may_be_shares(listing: Listing) -> bool:
    """Whether numbers add up to one, as far as rounding lets them."""
    off = abs(sum(listing.values, fmpq(0)) - 1)
    return bool(off <= sum((room_of(number, 2) for number in listing.numbers), fmpq(0)))


def _is_fine(listing: Listing) -> bool:
    """Whether numbers have digits enough to tell what they were made of."""
    return all(number.unit <= _HUNDREDTH for number in listing.numbers)


def _judged(sheet: Sheet, scores: Listing, listing: Listing) -> Claim | None:
    """Weights that were made of scores with a wrong mask; any number of positions may be seen."""
    values, stated, count = scores.values, listing.values, len(scores.numbers)
    if all(value.q == 1 for value in values) or len(set(stated)) == 1:
        return None
    filled = _may_be_shares(listing) and _is_fine(listing)
    ends = holds(listing.numbers[-1:], _NOUGHT) and any(
        number.unit <= _HUNDREDTH for number in listing.numbers
    )
    for seen in range(1, count):
        hidden = (*values[:seen], *([_NOUGHT] * (count - seen)))
        if filled and hidden != values and holds(listing.numbers, _softmax(hidden)):
            message = "masked scores were set to 0 instead of −∞, so the hidden positions still get weight"
            return _told(sheet, scores, listing, "softmax/mask-of-nought", message, seen)
        if stated == hidden and hidden != values and _is_put_in(sheet, hidden, listing.span):
            message = "masked scores are set to 0, and e^0 = 1 still counts; they have to be −∞"
            return sheet.claim(listing.first, "softmax/mask-of-nought", message, None, scores.first)
        if ends and holds(listing.numbers, _cut(_softmax(values), seen)):
            message = "the weights were cut off behind the softmax and do not add up to 1"
            if (place := _total_above(sheet, scores, listing)) is not None:
                message = "the hidden positions are part of the sum, so the weights do not add up to 1"
                right = worked_out(total(exp(vector(values[:seen]))))
                return sheet.claim(place, "softmax/mask-after", message, right, scores.first)
            return _told(sheet, scores, listing, "softmax/mask-after", message, seen)
    return None


def _total_above(sheet: Sheet, scores: Listing, listing: Listing) -> Span | None:
    """Where the exponentials of all scores were added up on the way to weights."""
    wanted = worked_out(total(exp(vector(scores.values))))
    for result in sheet.results:
        if not scores.span.end <= result.start < listing.first.start or result.formula is None:
            continue
        if _MASK.search(sheet.text, result.start, listing.first.start):
            continue  # only what comes behind it is masked
        if len(summands(result.formula)) == len(scores.numbers) and holds((result.number,), wanted, 2):
            return result.formula.span
    return None


def _cut(weights: Value | None, seen: int) -> Value | None:
    """Weights of which only the first are kept."""
    if not isinstance(weights, Tensor):
        return None
    kept = Tensor(weights.shape, weights.items[:seen], weights.loose)
    return _padded(kept, len(weights.items))


def _told(sheet: Sheet, scores: Listing, listing: Listing, rule: str, message: str, seen: int) -> Claim:
    right = _padded(_softmax(scores.values[:seen]), len(scores.numbers))
    return sheet.claim(listing.first, rule, message, right, scores.first)


def _is_put_in(sheet: Sheet, scores: Sequence[fmpq], place: Span) -> bool:
    """Whether the exponentials of all these scores are added up further down, or their softmax is taken."""
    wanted, weights = worked_out(total(exp(vector(scores)))), _softmax(scores)
    return any(
        result.start > place.start and holds((result.number,), wanted, 2) for result in sheet.results
    ) or any(
        one.first.start > place.start and holds(one.numbers, weights)
        for one in (*sheet.listings, *_rows(sheet))
    )


def _of_wholes(sheet: Sheet) -> Iterator[Claim]:
    """The matrix of scores with noughts above its diagonal, whose softmax is taken further down."""
    rows = _square(sheet)
    for statement in sheet.statements if rows else ():
        member = statement.members[-1]
        value = as_value(evaluate(member.expr, {})) if isinstance(member.expr, Array) else None
        masked = tuple(
            item if j <= i else _NOUGHT for i, row in enumerate(rows) for j, item in enumerate(row)
        )
        if not isinstance(value, Tensor) or value.items != masked or masked == sum(rows, ()):
            continue
        hidden = masked[: len(rows)]
        if hidden != rows[0] and len(set(hidden)) > 1 and _is_put_in(sheet, hidden, member.span):
            message = "masked scores are set to 0, and e^0 = 1 still counts; they have to be −∞"
            yield sheet.claim(member.span, "softmax/mask-of-nought", message)
            return


def _of_triangles(sheet: Sheet) -> Iterator[Claim]:
    """Weights behind a causal mask, one row of which sees what comes later, as the others do not."""
    for statement in sheet.statements if sheet.says(_CAUSAL) else ():
        member = statement.members[-1]
        value = as_value(evaluate(member.expr, {})) if isinstance(member.expr, Array) else None
        size = value.shape[0] if isinstance(value, Tensor) and len(value.shape) == 2 else 0
        if not isinstance(value, Tensor) or size < 3 or value.shape[1] != size:
            continue
        lead = sheet.text[max(0, statement.span.start - BEFORE) : statement.span.start]
        if _MASK.search(lead) is None or _NOT.search(lead.rpartition(". ")[2]) is not None:
            continue
        rows = [value.items[at * size : (at + 1) * size] for at in range(size)]
        exact = all(isinstance(item, fmpq) and 0 <= item <= 1 for row in rows for item in row)
        odd = [at for at, row in enumerate(rows) if any(row[at + 1 :])]
        if exact and len(odd) == 1 and all(abs(_total(row) - 1) <= _HUNDREDTH for row in rows):
            place = member.expr.items[odd[0]].span if isinstance(member.expr, Array) else member.span
            message = f"row {odd[0] + 1} sees positions that come later, which the mask hides"
            yield sheet.claim(place, "softmax/mask-ignored", message)
            return


def _total(row: Sequence[Scalar]) -> fmpq:
    return sum((item for item in row if isinstance(item, fmpq)), _NOUGHT)


def _of_sums(sheet: Sheet) -> Iterator[Claim]:
    """A row whose total counts the positions behind it as well."""
    rows = _square(sheet)
    labels = [*_ROW.finditer(sheet.text)] if rows else []
    starts = [label.start() for label in labels]
    said = _MASK.search(sheet.text)
    totals = sorted(_totals(sheet), key=lambda one: one[0].start) if labels and said else []
    for place, stated in totals:
        at = bisect_left(starts, place.start) - 1
        if at < 0 or place.start - starts[at] > FARTHEST_LABEL or not 0 < int(labels[at][1]) < len(rows):
            continue
        seen = int(labels[at][1])
        every, visible = (worked_out(_summed(rows[seen - 1][:end])) for end in (len(rows), seen))
        filled = worked_out(_summed((*rows[seen - 1][:seen], *([_NOUGHT] * (len(rows) - seen)))))
        if (said and said.start() > place.start) or is_contrasted(sheet.text, place.start):
            continue
        if any(holds((other,), visible, 2) for _, other in totals):
            continue
        if holds((stated,), every, 2):
            message = f"the total of row {seen} counts positions that are masked"
            yield sheet.claim(place, "softmax/mask-ignored", message, visible)
            return
        if holds((stated,), filled, 2):
            message = f"the total of row {seen} counts e^0 = 1 for what is masked, which is e^(−∞) = 0"
            yield sheet.claim(place, "softmax/mask-of-nought", message, visible)
            return


def _of_noughts(sheet: Sheet) -> Iterator[Claim]:
    """`masked: e^0 = 1`, which still counts."""
    for statement in sheet.statements:
        match statement.members[0].expr:
            case Call(op="exp", args=(Number(value=power),), span=place) if power == 0:
                start, line = sheet.judge.page.line_text(place.start)
                if _MASK.search(line) and not _NOT.search(line) and _is_of_masked(sheet, place, start):
                    message = "a masked position gets e^0 = 1 and still counts; its score has to be −∞"
                    yield sheet.claim(place, "softmax/mask-of-nought", message, "0")


def _is_of_masked(sheet: Sheet, place: Span, opening: int) -> bool:
    """Whether a mask is spoken of right beside an exponential, and not with the whole row before it."""
    near = (
        sheet.text[opening : place.start].rpartition("=")[2],
        sheet.text[place.end : place.end + NEAR].partition("\n")[0],
    )
    return any(_MASK.search(words) for words in near)


def _of_put_in(sheet: Sheet, scores: Sequence[Listing]) -> Iterator[Claim]:
    """`e^0.9 + e^0.2 + e^0` for a row of scores whose last one is masked."""
    said = _MASK.search(sheet.text)
    for statement in sheet.statements:
        for member in () if statement.hypothesis or said is None else statement.members:
            powers = _powers(member.expr)
            if said is None or _NOUGHT not in powers or member.span.start < said.end():
                continue
            for listing in scores:
                if len(listing.values) != len(powers) or listing.values == powers:
                    continue
                pairs = [*zip(powers, listing.values, strict=True)]
                kept = [score for power, score in pairs if power == score]
                filled = all(power in (score, _NOUGHT) for power, score in pairs)
                if filled and any(kept) and not is_contrasted(sheet.text, member.span.start):
                    message = "a masked position gets e^0 = 1 and still counts; its score has to be −∞"
                    visible = worked_out(_summed(kept))
                    yield sheet.claim(member.span, "softmax/mask-of-nought", message, visible, listing.first)
                    return


def _powers(expr: Expr) -> tuple[fmpq, ...]:
    """The exponents of a sum of exponentials; none if it is anything else."""
    terms = [term.args[0] for term in summands(expr) if isinstance(term, Call) and term.op == "exp"]
    numbers = stated_numbers(terms)
    return tuple(number.value for number in numbers) if len(numbers) == len(summands(expr)) else ()


def _of_hidden(sheet: Sheet) -> Iterator[Claim]:
    """A total of exponentials that counts a position of which the page says that it is masked."""
    said = [found for found in _HIDDEN.finditer(sheet.text) if not _NOT.search(found[0])]
    hidden = {int(place) for found in said for place in found.groups() if place is not None}
    lists = {one.values: one for one in sheet.listings if one.says(_SCORES) and len(set(one.values)) > 1}
    if not hidden or len(lists) != 1:
        return
    scores, listing = lists.popitem()
    if not 0 < min(hidden) <= max(hidden) <= len(scores) or len(hidden) == len(scores):
        return
    seen = [score for place, score in enumerate(scores, 1) if place not in hidden]
    visible = worked_out(_summed(seen))
    wrong = (
        (worked_out(_summed(scores)), "softmax/mask-ignored", "the total counts a position that is masked"),
        (
            worked_out(_summed([*seen, *[_NOUGHT] * len(hidden)])),
            "softmax/mask-of-nought",
            "the total counts e^0 = 1 for a position that is masked; its score has to be −∞",
        ),
    )
    totals = [one for one in _totals(sheet) if one[0].start > said[0].start()]
    if any(holds((stated,), visible, 2) for _, stated in totals):
        return
    for place, stated in totals:
        for value, rule, message in wrong:
            if holds((stated,), value, 2) and not is_contrasted(sheet.text, place.start):
                shown = None if visible is None else show(visible)
                yield sheet.claim(place, rule, message, shown, listing.first)
                return


def _totals(sheet: Sheet) -> Iterator[tuple[Span, Stated]]:
    """The numbers that may be totals: those that are called so, and sums anywhere in a formula."""
    for found in _SUM.finditer(sheet.text):
        if (number := stated_in(found[1])) is not None:
            yield Span(found.start(1), found.end(1)), number
    for result in sheet.results:
        if result.formula is not None and len(_powers(result.formula)) > 1:
            yield result.formula.span, result.number
    for statement in sheet.statements:
        for member in statement.members:
            whole = -1  # where the last sum ends, whose first terms are a sum as well
            for node in walk(member.expr):
                terms = stated_numbers(summands(node)) if node.span.end > whole else []
                if len(terms) > 1 and not all(term.integer for term in terms):
                    whole = node.span.end
                    value = sum((term.value for term in terms), fmpq(0))
                    unit = max(term.unit for term in terms if not term.integer)
                    yield node.span, Stated(value, unit * len(terms), False)


def _summed(values: Sequence[fmpq]) -> Expr:
    return total(exp(vector(values)))


def _square(sheet: Sheet) -> list[tuple[fmpq, ...]]:
    """The square matrix of scores on the page, row by row."""
    for key in ("S", "scores", "Scores"):
        value = sheet.judge.scope.said.get(key)
        if isinstance(value, Tensor) and len(value.shape) == 2 and value.shape[0] == value.shape[1]:
            items = [item for item in value.items if isinstance(item, fmpq)]
            size = value.shape[0]
            if len(items) == size * size:
                return [tuple(items[at * size : (at + 1) * size]) for at in range(size)]
    return []
