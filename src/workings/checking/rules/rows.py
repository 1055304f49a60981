"""matrix/row: a row that is worked out by itself is not that of the product which the other rows are of.

`k_1`, `k_2`, `k_3` stand under each other, each with its numbers, and all but one are the rows of a product
of two matrices of the page, or of one that is written there. Nobody has to say so: two rows that agree entry
by entry are no coincidence. Where the page has `K` as a product, one row is enough.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.checking.wording import claim_about
from workings.document import Member, Statement
from workings.evaluating import How
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Name, Number, call, name
from workings.finding import Claim, Verdict
from workings.record import record
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor

RULE = "matrix/row"
_GIVEN = (
    "$X = [[1, 0, 2], [0, 1, -1], [1, 1, 0]]$ and $W = [[0, 1], [1, 1], [1, 0]]$\n\n"
    "$k_1 = [0 + 0 + 2 \\quad 1 + 0 + 0] = [2 \\ 1]$\n\n"
)
_LAST = "\n\n$k_3 = [0 + 1 + 0 \\quad 1 + 1 + 0] = [1 \\ 2]$"
DESCRIPTION = Description(
    "a row is not that of the product which the other rows are of",
    wrong=_GIVEN + "$k_2 = [0 + 1 - 1 \\quad 0 - 1 + 0] = [0 \\ -1]$" + _LAST,
    right=_GIVEN + "$k_2 = [0 + 1 - 1 \\quad 0 + 1 + 0] = [0 \\ 1]$" + _LAST,
    why="The entries are added up in the head, and a sign or a number of another column gets in.",
)
LEAST_AGREEING = 2  # rows
MOST_MATRICES = 10
MOST_ENTRIES = 400


@record(frozen=True, slots=True)
class Row:
    """A row that is given by itself: which one it is, its numbers, and where it is worked out."""

    at: int
    items: tuple[Scalar, ...]
    member: Member
    worked: bool  # by a formula, so that it is no row of a matrix that is given


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """The rows that are not those of the product which the other rows are of."""
    matrices = {key: value for key, value in judge.scope.said.items() if _is_matrix(value)}
    if not 0 < len(matrices) <= MOST_MATRICES:
        return []
    families = {key: rows for key, rows in _families(statements).items() if len(rows) > 1}
    if not families:
        return []
    doubted = {claim.span.start for claim in judge.claims if claim.verdict is Verdict.WRONG}
    known = [*_candidates(matrices)]
    found: list[Claim] = []
    for (letter, _), rows in families.items():
        worked = any(row.worked for row in rows)
        meant = [each for each in known if not (worked and each[0] in matrices)]
        own = {key for key in matrices if key.lower() == letter and _is_product(judge, key)}
        odds = (_odd(rows, *each, 1 if each[0] in own else LEAST_AGREEING) for each in meant)
        odd = next((one for one in odds if one is not None), None)
        whole = any(_agreeing(rows, value) == len(rows) for _, value in known)
        if odd is not None and not whole and odd[0].member.span.start not in doubted:
            found.append(_claim(judge, *odd))
    return found


def _is_matrix(value: object) -> bool:
    return isinstance(value, Tensor) and len(value.shape) == 2 and len(value.items) <= MOST_ENTRIES


def _families(statements: Sequence[Statement]) -> dict[tuple[str, int], list[Row]]:
    """The rows that have a letter in common and are equally long."""
    found: dict[tuple[str, int], dict[int, Row]] = defaultdict(dict)
    for statement in statements:
        head, *rest = statement.members
        if statement.hypothesis or not isinstance(head.expr, Name) or len(head.expr.index) != 1:
            continue
        index, lists = head.expr.index[0], [member for member in rest if isinstance(member.expr, Array)]
        if not isinstance(index, Number) or index.unit != 1 or not lists:
            continue
        value = as_value(Quantity(lists[-1].expr, {}, How()).value)
        if isinstance(value, Tensor) and len(value.shape) == 1 and len(value.items) > 1:
            at = int(index.value.p)
            worked = not isinstance(rest[0].expr, Array)
            found[head.expr.base, len(value.items)].setdefault(at, Row(at, value.items, lists[0], worked))
    return {key: [*rows.values()] for key, rows in found.items()}


def _candidates(matrices: Mapping[str, object]) -> Iterator[tuple[str, Tensor]]:
    """The matrices that rows may be of: those of the page, and the products of two of them."""
    known = [(key, value) for key, value in matrices.items() if isinstance(value, Tensor)]
    yield from known
    for (first, one), (second, other) in permutations(known, 2):
        if one.shape[1] == other.shape[0]:
            product = as_value(
                Quantity(call("matmul", name(first), name(second)), {first: one, second: other}, How()).value
            )
            if isinstance(product, Tensor) and len(product.shape) == 2:
                yield f"{first} {second}", product


def _is_product(judge: Judge, key: str) -> bool:
    """Whether a matrix is known by the product that the page says it is, so that `q_1` may be a row of Q."""
    formula = judge.scope.formulas.symbolic.get(key)
    return isinstance(formula, Call) and formula.op in ("mul", "matmul", "times")


def _odd(
    rows: Sequence[Row], called: str, matrix: Tensor, least: int
) -> tuple[Row, str, tuple[Scalar, ...]] | None:
    """The one row that is another than that of a matrix, with what it should be."""
    fits = _agreeing(rows, matrix)
    if fits < least or fits != len(rows) - 1:
        return None
    odd = next(row for row in rows if not _is_row(row, matrix))
    right = _row(matrix, odd.at)
    distinct = {row.items for row in rows if row is not odd}
    return (odd, called, right) if right is not None and len(distinct) >= least else None


def _agreeing(rows: Sequence[Row], matrix: Tensor) -> int:
    return sum(_is_row(row, matrix) for row in rows)


def _is_row(row: Row, matrix: Tensor) -> bool:
    return _row(matrix, row.at) == row.items


def _row(matrix: Tensor, at: int) -> tuple[Scalar, ...] | None:
    height, width = matrix.shape
    return matrix.items[(at - 1) * width : at * width] if 0 < at <= height else None


def _claim(judge: Judge, row: Row, called: str, right: tuple[Scalar, ...]) -> Claim:
    shown = f"[{', '.join(map(show, right))}]"
    message = f"row {row.at} of {called} is {shown}; the other rows are those of {called}"
    return claim_about(judge.page, row.member.span, Verdict.WRONG, RULE, message, shown)
