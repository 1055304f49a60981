"""A convolution worked out place by place, against the windows that the kernel has on its matrix.

Sums of products with the entries of a known kernel are its places, named `Y_{21}` or in order. Where the
others are made with the right entries of the matrix, one that is not was copied from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.judging import Judge
from workings.checking.wording import because_of
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number
from workings.finding import Claim, Verdict
from workings.record import record
from workings.value import Tensor

RULE = "convolution/window"
MOST_PLACES = 400
LEAST = 2  # places that are made as they should be, before another is called wrong
Numbers = tuple[fmpq, ...]


@record(frozen=True, slots=True)
class Place:
    """A sum of products, its numbers in pairs, and where its result stands."""

    pairs: tuple[tuple[fmpq, fmpq], ...]
    index: tuple[int, int] | None  # of its name, counted from one
    result: Member
    stated: fmpq


@record(frozen=True, slots=True)
class Sliding:
    """A matrix and a kernel that slides over it by steps of one."""

    matrix: Tensor
    kernel: Tensor
    names: tuple[str, str]

    @property
    def columns(self) -> int:
        return self.matrix.shape[1] - self.kernel.shape[1] + 1

    @property
    def rows(self) -> int:
        return self.matrix.shape[0] - self.kernel.shape[0] + 1

    def under(self, row: int, column: int) -> Numbers:
        """The entries of the matrix under the kernel in one of its places."""
        high, wide = self.kernel.shape
        width = self.matrix.shape[1]
        items = [
            self.matrix.items[i * width + j]
            for i in range(row, row + high)
            for j in range(column, column + wide)
        ]
        return tuple(item for item in items if isinstance(item, fmpq))

    def used(self, place: Place) -> Numbers | None:
        """The entries that a sum multiplies the kernel with; None if it is not made with this kernel."""
        kernel = tuple(self.kernel.items)
        for turned in (False, True):
            first = tuple(pair[turned] for pair in place.pairs)
            if first == kernel:
                return tuple(pair[not turned] for pair in place.pairs)
        return None


def claims_of_windows(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The places of a kernel that are made with other entries than those under it."""
    places = [place for place in map(_place, statements) if place is not None][:MOST_PLACES]
    if len(places) <= LEAST:
        return []
    for sliding in _slidings(judge):
        found = [(place, used) for place in places if (used := sliding.used(place)) is not None]
        if LEAST < len(found) <= sliding.rows * sliding.columns:
            return list(_judged(judge, sliding, found))
    return []


def _judged(judge: Judge, sliding: Sliding, found: list[tuple[Place, Numbers]]) -> Iterator[Claim]:
    spots = [_spot(place, at, sliding) for at, (place, _) in enumerate(found)]
    expected = [sliding.under(*spot) if spot else () for spot in spots]
    right = [used == under for (_, used), under in zip(found, expected, strict=True)]
    if sum(right) < LEAST or right.count(False) > 1:
        return
    at = right.index(False) if False in right else None
    if at is None or not expected[at]:
        return
    place, (row, column) = found[at][0], spots[at] or (0, 0)
    value = sum((x * k for x, k in zip(expected[at], sliding.kernel.items, strict=True)), fmpq(0))
    if value == place.stated:
        return
    text = judge.page.text[place.result.span.start : place.result.span.end]
    listed = ", ".join(show(item) for item in expected[at])
    spot = f"row {row + 1}, column {column + 1}"
    message = f"under the kernel in {spot} lie {listed}, so this is {show(value)}, not {text}"
    reasons = tuple(because_of(judge.page, judge.scope.bindings[key].span) for key in sliding.names)
    yield Claim(
        "",
        "copy",
        place.result.span,
        text,
        Verdict.WRONG,
        RULE,
        text,
        show(value),
        because=reasons,
        message=message,
    )


def _spot(place: Place, at: int, sliding: Sliding) -> tuple[int, int] | None:
    """Which place a sum is: by the index of its name, or by its turn."""
    row, column = (
        divmod(at, sliding.columns) if place.index is None else (place.index[0] - 1, place.index[1] - 1)
    )
    return (row, column) if 0 <= row < sliding.rows and 0 <= column < sliding.columns else None


def _slidings(judge: Judge) -> Iterator[Sliding]:
    """Every known matrix with every smaller one."""
    known = {key: value for key, value in judge.scope.given.items() if isinstance(value, Tensor)}
    exact = {
        key: value
        for key, value in known.items()
        if len(value.shape) == 2 and all(isinstance(item, fmpq) for item in value.items)
    }
    for name, matrix in list(exact.items())[:20]:
        for other, kernel in list(exact.items())[:20]:
            fits = all(1 < small < large for small, large in zip(kernel.shape, matrix.shape, strict=True))
            if fits and name in judge.scope.bindings and other in judge.scope.bindings:
                yield Sliding(matrix, kernel, (name, other))


def _place(statement: Statement) -> Place | None:
    if statement.hypothesis or len(statement.members) < 2:
        return None
    last = statement.members[-1]
    number = stated_number(last.expr)
    pairs = list(_pairs(statement.members[-2].expr, 1))
    if number is None or len(pairs) < 4 or None in pairs:
        return None
    whole = tuple(pair for pair in pairs if pair is not None)
    return Place(whole, _index(statement.members[0].expr), last, number.value)


def _index(expr: Expr) -> tuple[int, int] | None:
    """`Y_{21}` and `Y_{2,1}` are row 2, column 1."""
    if not isinstance(expr, Name) or not all(isinstance(part, Number) for part in expr.index):
        return None
    digits = "".join(part.text for part in expr.index if isinstance(part, Number))
    return (int(digits[0]), int(digits[1])) if len(digits) == 2 and digits.isdigit() else None


def _pairs(expr: Expr, sign: int) -> Iterator[tuple[fmpq, fmpq] | None]:
    """The factors of a sum of products, the sign with the first; None for anything else."""
    match expr:
        case Call(op="add", args=(left, right)):
            yield from _pairs(left, sign)
            yield from _pairs(right, sign)
        case Call(op="sub", args=(left, right)):
            yield from _pairs(left, sign)
            yield from _pairs(right, -sign)
        case Call(op="mul" | "times", args=(left, right)):
            first, second = _number(left), _number(right)
            yield None if first is None or second is None else (sign * first, second)
        case _:
            yield None


def _number(expr: Expr) -> fmpq | None:
    if isinstance(expr, Number):
        return expr.value
    if isinstance(expr, Call) and expr.op == "neg" and isinstance(expr.args[0], Number):
        return -expr.args[0].value
    return None
