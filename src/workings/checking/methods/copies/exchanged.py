"""A vector put in for a given one, with two entries exchanged, a digit misread, or that of another line.

`x_0`, `x_2`, `x_3` are made with the vectors P_0, P_2 and P_3; then `x_1` is made with P_1. In a sum over
kin, a_1 (1, 2) + a_2 (3, 1) with v_1 = (1, 2) and v_2 = (3, -1), the others say which is meant, and so do the
lists of “token 1”, “token 2”, “token 3” that are the rows of a matrix, but for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.miscopying import misread
from workings.checking.comparing.parts import summands
from workings.checking.methods.attention.mixing import LEAST_SUPPORT, MOVED, TRIVIAL, matrices_of
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.pages.lines import index_parts
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.summed import CHANGED, REACH
from workings.checking.methods.telling import COPIED, OTHER_ROW
from workings.checking.prose.sums import Numbers
from workings.evaluating import evaluate
from workings.evaluating.ranking import rows_of
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, Name, Number, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span, line_start
from workings.value import Tensor

LEAST = 4  # entries, of which two may be exchanged
LEAST_ALIKE = 3  # entries, of which one may be misread
LEAST_OWN = 2  # lines that are made with the vector of their number
LONGEST = 24
LEAST_ENTRIES = 9  # of a matrix, of which one may be misread
_MASK = regex(r"\bmask|\bdropout\b|\bkeep\b|\bkept\b|\bdropped\b", re.I)
_CHOSEN = regex(
    r"\bvocab|\bembed|\blook|\bids?\b|\bsequence|\bsentence|\bword|\bstates?\b|\baction|\bpath\b|\bneighbo|\bgraph"
    r"|\bedges?\b|\bcluster|\bnearest|\bassign|\bsampl|\bargmax",
    re.I,
)  # then a vector may be chosen by something else than the number of the line
_ANOTHER = regex(
    r"\b(?:an)?other\b|\bnew\b|\bdifferent|\bvariant|\bcase\b|\b(?:second|third) (?!row|token|output|query)"
    r"|\bhead\b|\bupdat|\bwith \w+ = ",
    re.I,
)  # then a matrix may well be another one
_POSITION = regex(r"p|pe|pos|P|PE")
_NUMBERED = regex(r"[\s>*_•-]*(?:\\item\s+)?([^\W\d_]{1,12})[\s_~]?\$?(\d{1,2})\b(?!\.\d)")
_IDS = ("id", "idx", "index")  # which may be counted from nought, in any order
_SLIPS = ("slip/digits-swapped", "slip/decimal-point")


@record(frozen=True, slots=True)
class Given:
    """A vector under its name."""

    name: str
    values: Numbers
    span: Span


def claims_of_exchanged(sheet: Sheet) -> Iterator[Claim]:
    if sheet.makeup.puts_in:
        yield from _of_entries(sheet)
        yield from _of_numbered(sheet)
        yield from _of_factors(sheet)
    if len(sheet.listings) > LEAST_OWN:
        yield from _of_lists(sheet)


def _of_numbered(sheet: Sheet) -> Iterator[Claim]:
    """The one line of a family made with the vector of another number, where the others have theirs."""
    given: dict[str, dict[int, Numbers]] = {}
    lines: dict[str, dict[int, list[Array]]] = {}
    for statement in sheet.statements:
        base, index = called(statement.members[0].expr)
        if not index.isdigit() or statement.hypothesis or len(statement.members) < 2:
            continue
        given.setdefault(base, {}).setdefault(int(index), _values(statement.members[-1].expr))
        parts = [node for node in walk(statement.members[1].expr) if isinstance(node, Array)]
        if not isinstance(statement.members[1].expr, Array) and parts:
            lines.setdefault(base, {}).setdefault(int(index), parts)
    chosen = sheet.says(_CHOSEN)
    places = {base: known for base, known in given.items() if not chosen or _POSITION.fullmatch(base)}
    for made in lines.values():
        for nth in range(min(map(len, made.values()))):
            for base, known in places.items():
                claim = _of_other_number(sheet, base, known, {at: parts[nth] for at, parts in made.items()})
                if claim is not None:
                    yield claim
                    return


def _of_other_number(
    sheet: Sheet, base: str, known: Mapping[int, Numbers], made: Mapping[int, Array]
) -> Claim | None:
    odd = _odd_of(known, {at: _values(part) for at, part in made.items()})
    if odd is None or odd not in known or all(value in TRIVIAL for value in known[odd]):
        return None
    own = {known[at] for at in made if at != odd}
    others = [at for at, values in known.items() if values == _values(made[odd])]
    if len(own) < LEAST_OWN or () in own or len(others) != 1:
        return None
    right = ", ".join(map(show, known[odd]))
    message = f"{base}_{odd} is ({right}); this is {base}_{others[0]}"
    return sheet.claim(made[odd].span, OTHER_ROW, message, f"({right})")


def _odd_of(rows: Mapping[int, Numbers], made: Mapping[int, Numbers]) -> int | None:
    """Which one of some numbered vectors is not the row of its number, where all others are."""
    off = [at for at, values in made.items() if values != rows.get(at)]
    return off[0] if len(off) == 1 else None


def _of_lists(sheet: Sheet) -> Iterator[Claim]:
    """The list of a numbered line that is not the row of its number, where those beside it have theirs."""
    runs = [*_numbered(sheet)]
    matrices = [*_stated(sheet), *(lines[0] for _, lines in matrices_of(sheet))] if runs else []
    for word, run in runs:
        made = {at: one.values for at, one in run.items()}
        firsts = (0, 1) if word in _IDS else (1,)
        counted = [dict(enumerate(rows, first)) for first in firsts for rows in matrices]
        wide = {len(values) for values in made.values()}
        fitting = [rows for rows in counted if rows.keys() >= made.keys() and {len(rows[1])} == wide]
        odd = [(rows, at) for rows in fitting if (at := _odd_of(rows, made)) is not None]
        if not odd or any(made.items() <= rows.items() for rows in fitting):
            continue
        rows, at = odd[0]
        other = _other(rows, at, made[at])
        kept = [value for number, values in made.items() if number != at for value in values]
        if other and sum(value not in TRIVIAL for value in kept) >= LEAST_SUPPORT:
            listed = ", ".join(map(show, rows[at]))
            message = f"row {at} of the matrix is {listed}; this is its {other}"
            yield sheet.claim(run[at].first, OTHER_ROW, message, listed)
            return


def _numbered(sheet: Sheet) -> Iterator[tuple[str, dict[int, Listing]]]:
    """The lists of lines numbered from 1 on, or by ids: of each line the first, the second and so on."""
    runs: dict[tuple[str, int], dict[int, Listing]] = {}
    line, nth = -1, 0
    for listing in sheet.listings:
        opening = line_start(sheet.text, listing.first.start)
        nth, line = (nth + 1 if opening == line else 0), opening
        found = _NUMBERED.match(sheet.text, opening, listing.first.start)
        run = runs.setdefault((found[1].lower(), nth), {}) if found is not None else {}
        if found is not None and (int(found[2]) == len(run) + 1 or found[1].lower() in _IDS):
            run.setdefault(int(found[2]), listing)
    yield from ((word, run) for (word, _), run in runs.items() if len(run) > LEAST_OWN)


def _stated(sheet: Sheet) -> Iterator[list[Numbers]]:
    """The rows of matrices that lines end in, also of those without a name."""
    for statement in sheet.statements:
        value = as_value(evaluate(statement.members[-1].expr, {})) if len(statement.members) > 1 else None
        rows = rows_of(value) if isinstance(value, Tensor) and len(value.shape) == 2 else None
        exact = [tuple(item for item in row if isinstance(item, fmpq)) for row in rows or ()]
        if len(exact) > 1 and all(len(row) == len(exact[0]) > 1 for row in exact):
            yield exact


def _other(rows: Mapping[int, Numbers], at: int, values: Numbers) -> str:
    """Which other line of a matrix numbers are."""
    if len(rows) == len(values) and values == tuple(row[at - min(rows)] for row in rows.values()):
        return f"column {at}"
    return next((f"row {number}" for number, row in rows.items() if row == values), "")


def _of_entries(sheet: Sheet) -> Iterator[Claim]:
    """The first vector in a product that is a given one, but for its order or for one digit."""
    known: list[Given] = []
    kin: dict[str, dict[int, Given]] = {}
    seen: set[Numbers] = set()
    for statement in sheet.statements:
        for member in statement.members:
            odd = None if statement.hypothesis else _odd_of_kin(member.expr, kin)
            if odd is not None and not sheet.says(MOVED):
                yield _claim(sheet, *odd)
                return
            for inner, values in _vectors(member.expr):
                is_put_in = inner is not member.expr and isinstance(member.expr, Call)
                claim = _told(sheet, known, inner, values) if is_put_in and values not in seen else None
                if claim is not None and not statement.hypothesis:
                    yield claim
                    return
                seen.add(values)
        head, last = statement.members[0].expr, statement.members[-1].expr
        values = _values(last) if isinstance(head, Name) and len(statement.members) == 2 else ()
        if isinstance(head, Name) and len(values) >= LEAST_ALIKE:
            known.append(Given(head.key, values, statement.span))
        if isinstance(head, Name) and values and (place := index_parts(head)) and place[0].isdecimal():
            kin.setdefault(head.base, {})[int(place[0])] = Given(head.key, values, statement.span)


def _told(sheet: Sheet, known: Sequence[Given], inner: Array, values: Numbers) -> Claim | None:
    found = [given for given in known if _is_miscopied(sheet, known, given, inner, values)]
    if len({given.values for given in found}) != 1 or sheet.says(MOVED):
        return None
    return _claim(sheet, inner, found[0])


def _claim(sheet: Sheet, inner: Array, given: Given) -> Claim:
    right = ", ".join(show(value) for value in given.values)
    return sheet.claim(inner.span, COPIED, f"{given.name} is ({right})", f"({right})", given.span)


def _of_factors(sheet: Sheet) -> Iterator[Claim]:
    """The matrix in a product that is one of the page but for one entry, and was put in rightly before."""
    seen: dict[tuple[Numbers, ...], int] = {}
    for statement in sheet.statements:
        for member in statement.members:
            for inner in (node for node in walk(member.expr) if isinstance(node, Array)):
                rows = _rows(inner) if _is_large(inner) else ()
                if not rows:
                    continue
                is_put_in = inner is not member.expr and not statement.hypothesis and rows not in seen
                known = [one for one, count in seen.items() if count > 1] if is_put_in else []
                odd = [(one, at) for one in known if (at := _misread_row(inner, rows, one)) is not None]
                before = sheet.text[max(0, member.span.start - REACH) : member.span.start]
                if odd and not any(said.search(before) for said in (CHANGED, MOVED, _ANOTHER)):
                    right, at = odd[0]
                    listed = ", ".join(map(show, right[at]))
                    message = f"row {at + 1} of the matrix is {listed}, as it was put in before"
                    yield sheet.claim(inner.items[at].span, COPIED, message, f"({listed})")
                    return
                seen[rows] = seen.get(rows, 0) + 1


def _is_large(expr: Array) -> bool:
    """Whether an array has rows, the first of which is as long as those of a large matrix are."""
    first = expr.items[0] if len(expr.items) > 1 else None
    return isinstance(first, Array) and len(expr.items) * len(first.items) >= LEAST_ENTRIES


def _rows(expr: Array) -> tuple[Numbers, ...]:
    """The rows of a matrix of plain numbers; none if it is anything else."""
    rows = tuple(_values(row) for row in expr.items)
    whole = all(rows) and all(
        isinstance(row, Array) and len(row.items) == len(values) == len(rows[0])
        for row, values in zip(expr.items, rows, strict=True)
    )
    return rows if whole else ()


def _misread_row(inner: Array, rows: Sequence[Numbers], right: Sequence[Numbers]) -> int | None:
    """The one row of a matrix in which one entry is misread."""
    if len(rows) != len(right):
        return None
    off = [at for at, (row, other) in enumerate(zip(rows, right, strict=True)) if row != other]
    row = inner.items[off[0]] if len(off) == 1 else None
    return off[0] if isinstance(row, Array) and _is_misread(row, rows[off[0]], right[off[0]]) else None


def _odd_of_kin(expr: Expr, kin: Mapping[str, Mapping[int, Given]]) -> tuple[Array, Given] | None:
    """The vector in a sum that is not that of its term, and that one, where the others are of theirs."""
    terms = summands(expr) if kin else []
    vectors = [[node for node in walk(term) if isinstance(node, Array)] for term in terms]
    if len(terms) < 2 or any(len(found) != 1 for found in vectors):
        return None
    made = {at: _values(found[0]) for at, found in enumerate(vectors, 1)}
    for family in kin.values():
        at = _odd_of({key: one.values for key, one in family.items()}, made)
        if at is None or sorted(family) != [*made]:
            continue
        (inner,) = vectors[at - 1]
        if _is_misread(inner, made[at], family[at].values):
            return inner, family[at]
    return None


def _is_misread(inner: Array, values: Numbers, right: Numbers) -> bool:
    """Whether just one entry of a vector is another, as one misreads it."""
    if len(values) != len(right):
        return False
    off = [at for at, (one, other) in enumerate(zip(values, right, strict=True)) if one != other]
    written = [node for at in off for node in walk(inner.items[at]) if isinstance(node, Number)]
    if len(off) != 1 or len(written) != 1:
        return False
    return misread(right[off[0]], values[off[0]], written[0].unit) is not None


def _is_miscopied(sheet: Sheet, known: Sequence[Given], given: Given, inner: Array, values: Numbers) -> bool:
    """Whether a vector is a given one with two neighbours exchanged, or the digits of one entry."""
    if len(given.values) != len(values) or len(values) > LONGEST:
        return False
    off = [at for at, (one, other) in enumerate(zip(given.values, values, strict=True)) if one != other]
    if len(off) == 2 and len(values) >= LEAST:
        (first, second), own = off, given.values
        turned = second == first + 1 and (own[first], own[second]) == (values[second], values[first])
        return turned and (not _is_binary(values) or _is_mask(sheet, known, given))
    item = inner.items[off[0]] if len(off) == 1 else None
    if not isinstance(item, Number) or _is_binary(given.values):
        return False
    return misread(given.values[off[0]], item.value, item.unit) in _SLIPS


def _is_binary(values: Sequence[fmpq]) -> bool:
    return all(value in (0, 1) for value in values)


def _is_mask(sheet: Sheet, known: Sequence[Given], given: Given) -> bool:
    """Whether a page speaks of masks and has this one alone, which keeps more than one and drops some."""
    masks = {one.values for one in known if _is_binary(one.values)}
    kept = sum(given.values, fmpq(0))
    return sheet.says(_MASK) and len(masks) == 1 and 1 < kept < len(given.values)


def _vectors(expr: Expr) -> Iterator[tuple[Array, Numbers]]:
    """The vectors of plain numbers in a formula."""
    for node in walk(expr):
        if isinstance(node, Array) and len(node.items) >= LEAST_ALIKE and (values := _values(node)):
            yield node, values


def _values(expr: Expr) -> Numbers:
    """The numbers of a vector; none if it has anything else."""
    numbers = stated_numbers(expr.items) if isinstance(expr, Array) else ()
    return tuple(number.value for number in numbers)
