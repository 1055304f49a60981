"""Entries of a product of a matrix and a vector, one of which takes its column in another order.

Lines that share a list of factors, and whose other factors are the columns (or rows) of a matrix in turn, are
such entries. A line whose factors are those of its own column in another order, or all but one of them, was
copied wrongly. So are lists under “token 1”, “token 2”, “token 3” that are the rows of a matrix, but for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.checking.prose.sums import Numbers, Place, exact_tensors, place_of
from workings.evaluating import evaluate
from workings.evaluating.ranking import rows_of
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.value import Tensor

RULE = "copy/other-row"
MOST_PLACES = 60
MOST_MATRICES = 12
LEAST_SUPPORT = 3  # numbers other than nought and one that stand where they should
FARTHEST = 400  # characters between two lines that belong together
_ARROW = regex(
    r"(?<!\w)(\w{1,12})\s*(?:->|→|\\to\b|\\rightarrow\b)\s*(\w{1,12})\s*[:=]?\s*(\d?\.\d{1,4}|[01])(?!\w|\.\d)"
)
_WINDOWS = regex(r"\bkernel|\bconvol|\bfilters?\b|cross-correl", re.I)  # a window may look like a row
_INTO = regex(r"\binto\b")
LEAST_ALIKE = 2  # lists that are the row of their number
_NUMBERED = regex(r"[\s>*_•-]*(?:\\item\s+)?([^\W\d_]{1,12})[\s_~]?\$?(\d{1,2})\b(?!\.\d)")
_IDS = ("id", "idx", "index")  # which may be counted from nought, in any order
_TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))


def claims_of_mixing(sheet: Sheet) -> Iterator[Claim]:
    yield from _of_sums(sheet)
    yield from _of_lists(sheet)


def _of_lists(sheet: Sheet) -> Iterator[Claim]:
    """The list of a numbered line that is not the row of its number, where those beside it have theirs."""
    runs = [*_numbered(sheet)]
    matrices = [*_stated(sheet), *(one[0] for one in _matrices(sheet))] if runs else []
    for word, run in runs:
        fitting = [
            (rows, first)
            for first in ((0, 1) if word in _IDS else (1,))
            for rows in matrices
            if len(rows) > max(run) - first >= min(run) - first >= 0 and _is_as_wide(rows, run)
        ]
        off = [[at for at, one in run.items() if one.values != rows[at - first]] for rows, first in fitting]
        if not fitting or min(map(len, off)) != 1:
            continue
        (rows, first), (at,) = next(pair for pair in zip(fitting, off, strict=True) if len(pair[1]) == 1)
        own, other = rows[at - first], _other(rows, at, run[at].values, first)
        kept = [value for number, one in run.items() if number != at for value in one.values]
        if other and sum(value not in _TRIVIAL for value in kept) >= LEAST_SUPPORT:
            listed = ", ".join(map(show, own))
            message = f"row {at} of the matrix is {listed}; this is its {other}"
            yield sheet.claim(run[at].first, RULE, message, listed)
            return


def _numbered(sheet: Sheet) -> Iterator[tuple[str, dict[int, Listing]]]:
    """The lists of lines numbered from 1 on, or by ids: of each line the first, the second and so on."""
    runs: dict[tuple[str, int], dict[int, Listing]] = {}
    line, nth = -1, 0
    for listing in sheet.listings:
        opening = sheet.text.rfind("\n", 0, listing.first.start) + 1
        nth, line = (nth + 1 if opening == line else 0), opening
        found = _NUMBERED.match(sheet.text, opening, listing.first.start)
        run = runs.setdefault((found[1].lower(), nth), {}) if found is not None else {}
        if found is not None and (int(found[2]) == len(run) + 1 or found[1].lower() in _IDS):
            run.setdefault(int(found[2]), listing)
    yield from ((word, run) for (word, _), run in runs.items() if len(run) > LEAST_ALIKE)


def _stated(sheet: Sheet) -> Iterator[list[Numbers]]:
    """The rows of matrices that lines end in, also of those without a name."""
    for statement in sheet.statements:
        value = as_value(evaluate(statement.members[-1].expr, {})) if len(statement.members) > 1 else None
        rows = rows_of(value) if isinstance(value, Tensor) and len(value.shape) == 2 else None
        exact = [tuple(item for item in row if isinstance(item, fmpq)) for row in rows or ()]
        if len(exact) > 1 and all(len(row) == len(exact[0]) > 1 for row in exact):
            yield exact


def _is_as_wide(rows: Sequence[Numbers], run: Mapping[int, Listing]) -> bool:
    return all(len(one.numbers) == len(rows[0]) for one in run.values())


def _other(rows: Sequence[Numbers], at: int, values: Numbers, first: int) -> str:
    """Which other line of a matrix numbers are."""
    if len(rows) == len(rows[0]) and values == tuple(row[at - first] for row in rows):
        return f"column {at}"
    return next((f"row {number}" for number, row in enumerate(rows, first) if row == values), "")


def _of_sums(sheet: Sheet) -> Iterator[Claim]:
    """The first line that is made with the entries of its column in the wrong places."""
    found = [place for place in map(place_of, sheet.statements) if place is not None and not place.rest]
    places = found[:MOST_PLACES]
    if len(places) < 2 or sheet.says(_WINDOWS):
        return
    matrices = [*_matrices(sheet)]
    for shared in (0, 1):
        for group in _groups(places, shared):
            odd = _odd(group, 1 - shared, matrices)
            if odd is not None:
                place, own = odd
                right = sum((a * b for a, b in zip(place.factors(shared), own, strict=True)), fmpq(0))
                listed = ", ".join(show(item) for item in own)
                message = f"in the order of the other lines it is made with {listed}"
                yield sheet.claim(place.statement.members[-2].span, RULE, message, show(right))
                return


def _matrices(sheet: Sheet) -> Iterator[Sequence[list[Numbers]]]:
    """The rows and columns of matrices and tables, and what leads into each of some states."""
    named = [one for one in exact_tensors(sheet.judge.scope.given) if len(one[1]) == 2 and min(one[1]) > 1]
    for _, shape, items in named[:MOST_MATRICES]:
        yield _rows(shape[1], items), _columns(shape[1], items)
    for grid in sheet.grids[:MOST_MATRICES]:
        rows = [[number_in(cell.text.strip("$* ")) for cell in row[1:]] for row in grid.rows]
        known = tuple(value for row in rows for value in row if value is not None)
        if len(rows) > 1 and len(rows[0]) > 1 and len(known) == len(rows) * len(rows[0]):
            yield _rows(len(rows[0]), known), _columns(len(rows[0]), known)
    arrows = {(found[1], found[2]): number_in(found[3]) for found in _ARROW.finditer(sheet.text)}
    states = list(dict.fromkeys(start for start, _ in arrows))
    values = tuple(value for a in states for b in states if (value := arrows.get((a, b))) is not None)
    if len(states) > 1 and len(values) == len(states) ** 2 == len(arrows) and sheet.says(_INTO):
        yield (_columns(len(states), values),)


def _rows(width: int, items: Numbers) -> list[Numbers]:
    return [items[at : at + width] for at in range(0, len(items), width)]


def _columns(width: int, items: Numbers) -> list[Numbers]:
    return [items[at::width] for at in range(width)]


def _groups(places: Sequence[Place], shared: int) -> Iterator[list[Place]]:
    """Sums behind each other that have one list of factors in common."""
    group: list[Place] = []
    for place in places:
        near = bool(group) and place.statement.span.start - group[-1].statement.span.end < FARTHEST
        if not near or place.factors(shared) != group[-1].factors(shared):
            yield group
            group = []
        group.append(place)
    yield group


def _odd(
    group: Sequence[Place], side: int, matrices: Sequence[Sequence[list[Numbers]]]
) -> tuple[Place, Numbers] | None:
    """The one sum of a group that does not have its own line of a matrix, where all others do."""
    if len(group) < 2 or len(set(group[0].factors(1 - side))) < 2:
        return None
    made = [place.factors(side) for place in group]
    found: dict[tuple[int, Numbers], int] = {}
    for number, matrix in enumerate(matrices):
        for lines in matrix:
            if len(lines[0]) != len(made[0]):
                continue
            for first in range(len(lines) - len(group) + 1):
                wanted = lines[first : first + len(group)]
                off = [at for at, (have, want) in enumerate(zip(made, wanted, strict=True)) if have != want]
                if not off:
                    return None
                if len(off) == 1 and _is_mixed(made, wanted, off[0], lines):
                    found[off[0], wanted[off[0]]] = number
    if len(found) != 1:
        return None
    ((at, own), number) = found.popitem()
    others = (lines for other, matrix in enumerate(matrices) if other != number for lines in matrix)
    return None if any(made[at] in lines for lines in others) else (group[at], own)


def _is_mixed(made: Sequence[Numbers], wanted: Sequence[Numbers], at: int, lines: Sequence[Numbers]) -> bool:
    """Whether a sum has its own line in another order, or all but one of it, and the others tell enough."""
    have, want = made[at], wanted[at]
    permuted = sorted(have) == sorted(want)
    off = [a for a, b in zip(have, want, strict=True) if a != b]
    if not permuted and (len(off) != 1 or not any(off[0] in line for line in lines)):
        return False
    kept = [value for other, line in enumerate(wanted) if other != at for value in line]
    kept += have if permuted else (a for a, b in zip(have, want, strict=True) if a == b)
    return sum(value not in _TRIVIAL for value in kept) >= LEAST_SUPPORT
