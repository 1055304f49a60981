"""Rows behind a causal mask that count what comes later: a softmax of three scores for token 2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated, stated_in, stated_number, stated_numbers
from workings.checking.comparing.parts import summands
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import holds, vector, worked_out
from workings.expr import Array, Call, Number, call, walk
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "softmax/mask-ignored"
FARTHEST = 500  # characters between the label of a row and its total
_CAUSAL = regex(
    r"\bcausal(?:ly)?\b|\bautoregressive|\bno look-?ahead"
    r"|\b(?:see|attend|look)s?\b(?: only)?(?: to| at)? itself and "
    r"(?:what came|the (?:past|earlier|previous)|all before)",
    re.I,
)
_OTHERWISE = regex(
    r"\b(?:without|no|before|un)[- ]?(?:the |a |any |applying the )?(?:causal )?mask|\bbidirectional"
    r"|\bcross\b|\bprefix\b|\bBOS\b|<s>|\b(?:token|position|row|query|pos|t)\s*+=?\s*+0\b"
    r"|\bfrom (?:0|zero|nought)\b|\bencoder\b",
    re.I,
)
_ROW = regex(
    r"(?:(?:^|[\n*(;.])\W*+|\bfor )(?:(?:row|token|position|pos|query)[ _=]*|t\s*=\s*|[tq]_)\$?(\d)\b"
    r"(?=[$}]?\s*(?:[:.,*)(}\"“—–-]|\n|$))",
    re.I,
)
_TOTAL = regex(
    r"\b(?:sum|total|denominator|normali[sz]er|together)\b[^\d\n]{0,12}?(\d+\.\d+)(?!\d|[\s$]*[+·*/^])", re.I
)
SAID: tuple[re.Pattern[str], ...] = (_CAUSAL,)


@record(frozen=True, slots=True)
class Raised:
    """An exponential that the page works out."""

    start: int
    power: fmpq
    stated: Stated


def claims_of_future(sheet: Sheet) -> Iterator[Claim]:
    """The first row that counts as many scores as there are tokens, though it comes before the last."""
    said = _CAUSAL.search(sheet.text)
    if said is None:
        return
    whole = Span(0, len(sheet.text))
    own = whole if _OTHERWISE.search(sheet.text) is None else sheet.section_at(said.start())
    labels = [*_ROW.finditer(sheet.text, own.start, own.end)]
    if not labels or _OTHERWISE.search(sheet.text, own.start, own.end):
        return
    for claim in (*_of_softmaxes(sheet, labels), *_of_totals(sheet, labels)):
        if said.end() < claim.span.start < own.end:
            yield claim
            return


def _seen(sheet: Sheet, labels: Sequence[re.Match[str]], place: int) -> int | None:
    """How many tokens the row sees that a place belongs to."""
    above = [one for one in labels if one.end() <= place < one.end() + FARTHEST]
    return None if not above or is_contrasted(sheet.text, place) else int(above[-1][1])


def _is_width(sheet: Sheet, count: int, place: Span) -> bool:
    """Whether there are so many tokens, by a list above or by a row of a table."""
    listed = any(
        len(one.numbers) == count and one.span.end <= place.start and one.table is None
        for one in sheet.listings
    )
    return listed or any(len(grid.header) == count + 1 == len(grid.rows) + 1 for grid in sheet.grids)


def _of_softmaxes(sheet: Sheet, labels: Sequence[re.Match[str]]) -> Iterator[Claim]:
    """`Token 2: softmax(0.5, 1.0, 0.2)`."""
    for statement in sheet.statements:
        for member in () if statement.hypothesis or statement.offered else statement.members:
            for node in walk(member.expr):
                if not isinstance(node, Call) or node.op != "softmax":
                    continue
                items = node.args[0].items if isinstance(node.args[0], Array) else node.args
                numbers = stated_numbers(items)
                seen = _seen(sheet, labels, node.span.start)
                whole = len(numbers) == len(items) and _is_width(sheet, len(items), node.span)
                if seen is not None and 0 < seen < len(items) and whole:
                    right = worked_out(call("softmax", vector([one.value for one in numbers[:seen]])))
                    yield sheet.claim(member.span, RULE, _says(seen, len(items)), right)


def _of_totals(sheet: Sheet, labels: Sequence[re.Match[str]]) -> Iterator[Claim]:
    """`Token 2: e^1.0 = 2.7183, e^0.5 = 1.6487, e^1.5 = 4.4817, sum 8.8487`."""
    raised = [*_raised(sheet)]
    totals = [*_totals(sheet, raised, labels)]
    for place, stated, terms in totals:
        seen = _seen(sheet, labels, place.start)
        if seen is None or not 0 < seen < len(terms) or not _is_width(sheet, len(terms), place):
            continue
        visible, every = (_summed(one) for one in (terms[:seen], terms))
        if holds((stated,), every, 2) and not any(holds((one,), visible, 2) for _, one, _ in totals):
            yield sheet.claim(place, RULE, _says(seen, len(terms)), visible)


def _raised(sheet: Sheet) -> Iterator[Raised]:
    for statement in sheet.statements:
        first, last = statement.members[0].expr, statement.members[-1].expr
        match first:
            case Call(op="exp", args=(power,)) if not statement.hypothesis:
                number, stated = stated_number(power), stated_number(last)
                if number is not None and stated is not None and len(statement.members) > 1:
                    yield Raised(statement.span.start, number.value, stated)
            case _:
                pass


def _totals(
    sheet: Sheet, raised: Sequence[Raised], labels: Sequence[re.Match[str]]
) -> Iterator[tuple[Span, Stated, Sequence[Raised]]]:
    """The totals of a page with the exponentials they are of: those of their row, or those they show."""
    for result in sheet.results:
        terms = summands(result.formula) if result.formula is not None else []
        shown = [term.value for term in terms if isinstance(term, Number)]
        above = {one.stated.value: one for one in raised if one.start < result.start}
        if len(shown) == len(terms) > 1 and all(value in above for value in shown):
            yield result.member.span, result.number, [above[value] for value in shown]
    for found in _TOTAL.finditer(sheet.text):
        starts = [one.end() for one in labels if one.end() <= found.start()]
        mine = [one for one in raised if starts and starts[-1] <= one.start < found.start()]
        number = stated_in(found[1])
        if len(mine) > 1 and number is not None:
            yield Span(found.start(1), found.end(1)), number, mine


def _summed(terms: Sequence[Raised]) -> fmpq:
    return sum((one.stated.value for one in terms), fmpq(0))


def _says(seen: int, count: int) -> str:
    return f"token {seen} must not see what comes later: {count} scores are counted, and {seen} are visible"
