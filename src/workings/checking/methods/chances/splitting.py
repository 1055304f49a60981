"""Splits of decision trees: entropies or impurities of parts that are averaged as if all were of one size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import number_in
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar, vector, worked_out
from workings.expr import Call, Expr, Number, call, number
from workings.finding import Claim
from workings.ops.writing import log, total
from workings.record import record
from workings.regex import regex
from workings.value import Scalar

RULE = "split/not-weighted"
MOST_PARTS = 5
MOST_GROUPS = 24
_TINY = fmpq(1, 10**6)
_SPLIT = regex(
    r"information gain|decision tree|\bID3\b|\bCART\b|\bsplit|conditional entropy|\bgini\b|impurit", re.I
)
_PAIR = regex(
    r"(?<![\w.])[A-Za-z]\w*\s*(?:\\left)?[(\[]\s*(\d{1,4}(?:\s*[,;:|/+]\s*\d{1,4}){1,4})\s*(?:\\right)?[)\]]"
)
_SHARES = regex(r"\\[td]?frac\s*\{?(\d{1,4})\}?\s*\{?(\d{1,4})\}?|(?<![\w./])(\d{1,4})/(\d{1,4})(?![\w/])")
_OF_SHARES = regex(r"(?<![\w.])[A-Za-z]\w*\s?\(\s?\d{1,4}/\d{1,4}(?:\s?,\s?\d{1,4}/\d{1,4}){1,4}\s?\)")
_EVEN = regex(r"unweighted|equal(?:ly)? weight|same (?:size|number)|equally (?:many|large|likely)", re.I)
SAID = (_SPLIT,)


@record(frozen=True, slots=True)
class Part:
    """How many examples of each class a part of a split has."""

    counts: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.counts)


def claims_of_splitting(sheet: Sheet) -> Iterator[Claim]:
    """The first mean of parts of different sizes that weighs them alike."""
    if not sheet.says(_SPLIT) or sheet.says(_EVEN):
        return
    groups = [*_groups(sheet)][:MOST_GROUPS]
    for statement in sheet.statements if groups else ():
        if statement.hypothesis or statement.offered:
            continue
        for member in statement.members:
            if not is_numeric(member.expr) or not isinstance(member.expr, Call):
                continue
            even = [parts for parts in groups if len({part.size for part in parts}) == 1]
            if any(_is_of(member.expr, parts) for parts in even):
                continue
            for parts in groups:
                right = _misweighted(member.expr, parts)
                if right is not None:
                    sizes = " and ".join(str(part.size) for part in parts)
                    message = f"the parts have {sizes} examples, and are weighted by that"
                    yield sheet.claim(member.span, RULE, message, right)
                    return


def _groups(sheet: Sheet) -> Iterator[tuple[Part, ...]]:
    """The parts of every split of the page: the rows of tables, and counts in brackets or shares on lines."""
    for grid in sheet.grids:
        titles = [cell.text for cell in grid.header]
        rows = [[number_in(cell.text.strip("$ ")) for cell in row] for row in grid.rows]
        yield from _of_table(titles, [row for row in rows if any(value is not None for value in row)])
        attributes = [row[0].text.strip("*_ ").lower() for row in grid.rows]
        for one in dict.fromkeys(attributes) if len(set(attributes)) < len(attributes) else ():
            own = [row for row, attribute in zip(rows, attributes, strict=True) if attribute == one]
            yield from _of_table(titles, own)  # of one attribute, whose values stand below each other
    listed = [found[1] for found in _PAIR.finditer(sheet.text)]
    pairs = [tuple(int(part) for part in re.split(r"\D+", one)) for one in listed]
    yield from _adding_up([*dict.fromkeys(Part(pair) for pair in pairs)])
    called = [_of_shares(found[0]) for found in _OF_SHARES.finditer(sheet.text)]
    lines = [*called, *(_of_shares(line) for line in sheet.text.splitlines() if "log" in line or "^" in line)]
    yield from _adding_up([*dict.fromkeys(part for part in lines if part is not None)])


def _of_table(titles: Sequence[str], rows: Sequence[Sequence[fmpq | None]]) -> Iterator[tuple[Part, ...]]:
    """The rows of a table of counts, without the column and the row that add them up."""
    columns = [at for at in range(len(titles)) if all(row[at] is not None for row in rows)]
    whole = [
        [int(value.p) for at in columns if (value := row[at]) is not None and value.q == 1] for row in rows
    ]
    if len(rows) < 2 or any(len(row) != len(columns) or min(row, default=-1) < 0 for row in whole):
        return
    if len(columns) > 2 and all(row[-1] == sum(row[:-1]) for row in whole):
        whole = [row[:-1] for row in whole]
    elif len(columns) > 2 and all(row[0] == sum(row[1:]) for row in whole):
        whole = [row[1:] for row in whole]
    if len(whole) > 2 and whole[-1] == [sum(column) for column in zip(*whole[:-1], strict=True)]:
        whole = whole[:-1]
    if whole and len(whole[0]) > 1 and len(whole) <= MOST_PARTS:
        yield tuple(Part(tuple(row)) for row in whole)


def _adding_up(parts: Sequence[Part]) -> Iterator[tuple[Part, ...]]:
    """Parts that add up to another one of the page; one that has a single class may be left out."""
    for whole in parts[:8]:
        alike = [part for part in parts[:8] if part != whole and len(part.counts) == len(whole.counts)]
        for count in range(2, MOST_PARTS):
            for some in combinations(alike, count):
                summed = map(sum, zip(*(part.counts for part in some), strict=True))
                left = Part(tuple(a - b for a, b in zip(whole.counts, summed, strict=True)))
                if not any(left.counts):
                    yield some
                elif min(left.counts) == 0 and max(left.counts) == left.size:
                    yield (*some, left)


def _of_shares(line: str) -> Part | None:
    """The counts in `-6/8 log 6/8 - 2/8 log 2/8`, which are shares of one number."""
    found = [(int(one[1] or one[3]), int(one[2] or one[4])) for one in _SHARES.finditer(line)]
    counts = [*dict.fromkeys(found)]
    wholes = {whole for _, whole in counts}
    if len(wholes) != 1 or not counts:
        return None
    whole = wholes.pop()
    if len(counts) == 1 and counts[0][0] * 2 == whole:
        return Part((counts[0][0], counts[0][0]))
    return Part(tuple(count for count, _ in counts)) if sum(count for count, _ in counts) == whole else None


def _misweighted(expr: Expr, parts: Sequence[Part]) -> Scalar | None:
    """What the mean of the parts is, where an expression takes them as if they were equally large."""
    if len({part.size for part in parts}) == 1:
        return None
    stated, own = scalar(expr, {}), leaves(expr)
    for measure in (_entropy, _natural, _gini):
        values = [measure(part) for part in parts]
        known = [value for value in values if value is not None]
        if len(known) != len(parts) or stated is None or not _has_all(own, known):
            continue
        right = _mean(known, [part.size for part in parts])
        plain = _mean(known, [1] * len(parts))
        room = max((leaf.unit for leaf in own if leaf.is_decimal), default=fmpq(0))
        if bool(distance(plain, right) < 2 * room) or room == 0:
            continue
        if bool(distance(stated, plain) <= room) and len(own) <= 3 * len(parts) + 1:
            return right
        gains = [leaf.value for leaf in own if bool(distance(leaf.value - plain, stated) <= room)]
        if gains and len(own) <= 3 * len(parts) + 2:
            return gains[0] - right
    return None


def _is_of(expr: Expr, parts: Sequence[Part]) -> bool:
    """Whether the entropies or impurities of some parts stand in a line."""
    for measure in (_entropy, _natural, _gini):
        values = [value for part in parts if (value := measure(part)) is not None]
        if len(values) == len(parts) and _has_all(leaves(expr), values):
            return True
    return False


def _has_all(own: Sequence[Number], values: Sequence[Scalar]) -> bool:
    """Whether every value stands in a line, each as a number of its own."""
    left = [*own]
    for value in values:
        found = next((leaf for leaf in left if bool(distance(value, leaf.value) <= _room(leaf))), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _room(leaf: Number) -> fmpq:
    """How far a number may be from what it was rounded from, a little more than half a unit."""
    return leaf.unit * 6 / 10 if leaf.is_decimal else _TINY


def _mean(values: Sequence[Scalar], weights: Sequence[int]) -> Scalar:
    summed: Scalar = fmpq(0)
    for value, weight in zip(values, weights, strict=True):
        summed = summed + value * fmpq(weight)
    return summed / fmpq(sum(weights))


def _entropy(part: Part) -> Scalar | None:
    nats = _natural(part)
    two = worked_out(log(number(2)))
    return nats / two if isinstance(nats, fmpq | arb) and isinstance(two, fmpq | arb) else None


def _natural(part: Part) -> Scalar | None:
    shares = [fmpq(count, part.size) for count in part.counts if count] if part.size else []
    if len(shares) < 2:
        return fmpq(0) if shares else None
    value = worked_out(call("neg", total(vector(shares) * log(vector(shares)))))
    return value if isinstance(value, fmpq | arb) else None


def _gini(part: Part) -> Scalar | None:
    return 1 - sum((fmpq(count, part.size) ** 2 for count in part.counts), fmpq(0)) if part.size else None
