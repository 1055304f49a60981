"""What stands in another order than it should: columns of a matrix, weights of a sum, heads side by side.

Lines that share a list of factors, and whose other factors are the columns (or rows) of a matrix in turn, are
entries of a product. A line whose factors are those of its own column in another order, or all but one of
them, was copied wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from operator import itemgetter

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.comparing.parts import summands
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import OTHER_ROW
from workings.checking.prose.sums import Numbers, Place, exact_tensors, place_of
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span, line_start

MOST_PLACES = 60
MOST_MATRICES = 12
LEAST_SUPPORT = 3  # numbers other than nought and one that stand where they should
FARTHEST = 400  # characters between two lines that belong together
_ARROW = regex(
    r"(?<!\w)(\w{1,12})\s*(?:->|→|\\to\b|\\rightarrow\b)\s*(\w{1,12})\s*[:=]?\s*(\d?\.\d{1,4}|[01])(?!\w|\.\d)"
)
_WINDOWS = regex(r"\bkernel|\bconvol|\bfilters?\b|cross-correl", re.I)  # a window may look like a row
_INTO = regex(r"\binto\b")
DIFFERS = "formula/differs"
LEAST_WEIGHTS = 3
MOST_HEADS = 4
BEFORE = 60  # characters before the line of a list that say what it is
_HEAD = regex(r"\bheads?\b[\s_{}()\\*^:]{0,8}(\d)(?!\d)", re.I)
_CONCAT = regex(r"\bconcat|\bside by side\b|\bnext to each other\b|\[\s*\\?\w*\{?head", re.I)
_TURNED = regex(r"\bheads?[\s_{}\\a-z]{0,8}2\W{1,24}heads?[\s_{}\\a-z]{0,8}1\b|\breverse", re.I)
MOVED = regex(
    r"\bflip|\brevers|\bpermut|\bswap|\bexchang|\bsort|\bshift|\brotat|\bshuffl|\breorder|\bmirror", re.I
)
TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))
SAID: tuple[re.Pattern[str], ...] = (_CONCAT,)
WANTS = ("worked", "crowded")


def claims_of_mixing(sheet: Sheet) -> Iterator[Claim]:
    if sheet.is_worked:
        yield from _of_sums(sheet)
    yield from _of_weights(sheet)
    if sheet.says(_CONCAT) and not sheet.says(_TURNED):
        yield from _of_heads(sheet)


def _of_sums(sheet: Sheet) -> Iterator[Claim]:
    """The first line that is made with the entries of its column in the wrong places."""
    found = [place for place in map(place_of, sheet.statements) if place is not None and not place.rest]
    places = found[:MOST_PLACES]
    if len(places) < 2 or sheet.says(_WINDOWS):
        return
    matrices = [*matrices_of(sheet)]
    for shared in (0, 1):
        for group in _groups(places, shared):
            above = [lines for start, lines in matrices if group and start < group[-1].statement.span.start]
            odd = _odd(group, 1 - shared, above)
            if odd is not None:
                place, own = odd
                right = sum((a * b for a, b in zip(place.factors(shared), own, strict=True)), fmpq(0))
                listed = ", ".join(show(item) for item in own)
                message = f"in the order of the other lines it is made with {listed}"
                yield sheet.claim(place.statement.members[-2].span, OTHER_ROW, message, right)
                return


def matrices_of(sheet: Sheet) -> Iterator[tuple[int, Sequence[list[Numbers]]]]:
    """Where matrices and tables begin, with rows and columns, or what leads into each of some states."""
    bound = [one for several in sheet.judge.scope.matrices.values() for one in several]
    for start, binding in sorted(bound, key=itemgetter(0))[:MOST_MATRICES]:
        for _, shape, items in exact_tensors({"": binding.given}):
            if len(shape) == 2 and min(shape) > 1:
                yield start, (_rows(shape[1], items), _columns(shape[1], items))
    for grid in sheet.grids[:MOST_MATRICES]:
        rows = [[number_in(cell.text.strip("$* ")) for cell in row[1:]] for row in grid.rows]
        known = tuple(value for row in rows for value in row if value is not None)
        if len(rows) > 1 and len(rows[0]) > 1 and len(known) == len(rows) * len(rows[0]):
            yield grid.span.start, (_rows(len(rows[0]), known), _columns(len(rows[0]), known))
    arrows = {(found[1], found[2]): number_in(found[3]) for found in _ARROW.finditer(sheet.text)}
    states = list(dict.fromkeys(start for start, _ in arrows))
    values = tuple(value for a in states for b in states if (value := arrows.get((a, b))) is not None)
    if len(states) > 1 and len(values) == len(states) ** 2 == len(arrows) and sheet.says(_INTO):
        yield 0, (_columns(len(states), values),)


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
    return sum(value not in TRIVIAL for value in kept) >= LEAST_SUPPORT


def _of_weights(sheet: Sheet) -> Iterator[Claim]:
    """`0.665 v_1 + 0.090 v_2 + 0.245 v_3` with the weights of the list above in another order."""
    for statement in sheet.statements:
        for member in () if statement.hypothesis else statement.members:
            weights = _weights(member.expr) if isinstance(member.expr, Call) else ()
            if len(weights) < LEAST_WEIGHTS or sheet.says(MOVED):
                continue
            shares = [one for one in sheet.listings if one.first.start < member.span.start and _is_share(one)]
            if not shares:
                continue
            own = shares[-1].values
            mixed = sorted(own) == sorted(weights) and own != weights and len(set(own)) == len(own)
            if mixed and not any(one.values == weights for one in sheet.listings):
                right = ", ".join(map(show, own))
                message = f"in the order of their list the weights are {right}"
                yield sheet.claim(member.span, OTHER_ROW, message, None, shares[-1].first)
                return


def _is_share(listing: Listing) -> bool:
    near = abs(sum(listing.values, fmpq(0)) - 1) < fmpq(1, 100)
    return near and all(0 <= value <= 1 for value in listing.values)


def _weights(expr: Expr) -> Numbers:
    """The factors of v_1, v_2, … in a sum over all of these in their order; none if it is anything else."""
    found: list[fmpq] = []
    bases: set[str] = set()
    for at, term in enumerate(summands(expr), 1):
        match term:
            case Call(op="mul" | "times" | "hadamard", args=(Number(value=weight), Name() as vector)):
                base, index = called(vector)
                bases.add(base)
                if index != str(at):
                    return ()
                found.append(weight)
            case _:
                return ()
    return tuple(found) if len(bases) == 1 else ()


def _of_heads(sheet: Sheet) -> Iterator[Claim]:
    """The first list that holds the heads whole, one behind the other, but not from the first to the last."""
    heads: dict[int, tuple[Numbers, Span]] = {}
    for listing in sheet.listings:
        if listing.table is not None or listing.places:
            continue
        line = line_start(sheet.text, listing.span.start)
        spoken = [*_HEAD.finditer(sheet.text, max(0, line - BEFORE), listing.span.start)]
        joined = _CONCAT.search(sheet.text, max(0, line - BEFORE), listing.span.start)
        if joined is not None and (not spoken or joined.start() > spoken[-1].start() - BEFORE):
            order = _order(listing.values, {at: values for at, (values, _) in heads.items()})
            if order is not None and order != sorted(order):
                right = ", ".join(show(x) for at in sorted(order) for x in heads[at][0])
                message = f"head {order[0]} stands before head {order[-1]}; in order it is {right}"
                yield sheet.claim(listing.span, DIFFERS, message, f"[{right}]", heads[order[0]][1])
                return
        if spoken and len(spoken[-1][1]) == 1 and len(listing.numbers) > 1:
            heads[int(spoken[-1][1])] = (listing.values, listing.first)


def _order(values: Numbers, heads: dict[int, Numbers]) -> list[int] | None:
    """In which order the heads make up a list; None where they do not, or in several."""
    if not 1 < len(heads) <= MOST_HEADS or len(set(heads.values())) < len(heads):
        return None
    found = [
        list(order) for order in permutations(heads) if values == tuple(x for at in order for x in heads[at])
    ]
    return found[0] if len(found) == 1 else None
