"""A convolution worked out place by place, against the windows that the kernel has on its matrix.

Sums of products with the entries of a known kernel are its places, named `Y_{21}` or in order. Where the
others are made with the right entries of the matrix, one that is not was copied from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flint import fmpq

from workings.checking.judging import Judge
from workings.checking.prose.sums import Numbers, Place, place_of
from workings.checking.wording import because_of, claim_about
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.record import record
from workings.value import Tensor

RULE = "convolution/window"
MOST_PLACES = 400
STRIDES = (1, 2, 3)
LEAST_PAIRS = 4  # of a kernel
LEAST = 2  # places that are made as they should be, before another is called wrong


@record(frozen=True, slots=True)
class Sliding:
    """A matrix and a kernel that slides over it by some step."""

    matrix: Tensor
    kernel: Tensor
    names: tuple[str, str]
    stride: int

    @property
    def columns(self) -> int:
        return (self.matrix.shape[1] - self.kernel.shape[1]) // self.stride + 1

    @property
    def rows(self) -> int:
        return (self.matrix.shape[0] - self.kernel.shape[0]) // self.stride + 1

    def under(self, row: int, column: int) -> Numbers:
        """The entries of the matrix under the kernel in one of its places."""
        high, wide = self.kernel.shape
        width = self.matrix.shape[1]
        top, left = row * self.stride, column * self.stride
        items = [
            self.matrix.items[i * width + j] for i in range(top, top + high) for j in range(left, left + wide)
        ]
        return tuple(item for item in items if isinstance(item, fmpq))

    def used(self, place: Place) -> Numbers | None:
        """The entries that a sum multiplies the kernel with; None if it is not made with this kernel."""
        kernel = tuple(self.kernel.items)
        for turned in (False, True):
            if place.factors(turned) == kernel:
                return place.factors(not turned)
        return None


def claims_of_windows(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The places of a kernel that are made with other entries than those under it."""
    sums = [place for place in map(place_of, statements) if place is not None]
    places = [place for place in sums if len(place.pairs) >= LEAST_PAIRS and not place.rest][:MOST_PLACES]
    if len(places) <= LEAST:
        return []
    for strides in _slidings(judge):
        made = _together(judge, strides[0], places)
        tried = [
            Trial(sliding, made) for sliding in strides if LEAST < len(made) <= sliding.rows * sliding.columns
        ]
        if tried:
            best = max(tried, key=lambda trial: sum(trial.right))
            return list(_told(judge, best))
    return []


def _together(judge: Judge, sliding: Sliding, places: Iterable[Place]) -> list[tuple[Place, Numbers]]:
    """The sums that are made with a kernel; one without an index counts in the section of the first only."""
    made = [(place, used) for place in places if (used := sliding.used(place)) is not None]
    sections = [judge.places.get(place.statement.passage.span.start, (0, None))[0] for place, _ in made]
    return [
        one
        for one, section in zip(made, sections, strict=True)
        if one[0].index is not None or section == sections[0]
    ]


class Trial:
    """The sums that are made with a kernel, held to its places for one stride."""

    def __init__(self, sliding: Sliding, made: list[tuple[Place, Numbers]]) -> None:
        self.sliding = sliding
        self.made = made
        self.spots = [_spot(place, at, sliding) for at, (place, _) in enumerate(made)]
        self.expected = [sliding.under(*spot) if spot else () for spot in self.spots]
        self.right = [used == under for (_, used), under in zip(made, self.expected, strict=True)]


def _told(judge: Judge, trial: Trial) -> Iterator[Claim]:
    """The one place that is made with other entries, if all others are right."""
    sliding, right = trial.sliding, trial.right
    if sum(right) < LEAST or right.count(False) != 1:
        return
    at = right.index(False)
    under = trial.expected[at]
    if not under:
        return
    place, (row, column) = trial.made[at][0], trial.spots[at] or (0, 0)
    value = sum((x * k for x, k in zip(under, sliding.kernel.items, strict=True)), fmpq(0))
    if value == place.stated:
        return
    text = judge.page.written[place.result.span.start : place.result.span.end]
    listed = ", ".join(show(item) for item in under)
    spot = f"row {row + 1}, column {column + 1}"
    message = f"under the kernel in {spot} lie {listed}, so this is {show(value)}, not {text}"
    reasons = tuple(because_of(judge.page, judge.scope.bindings[key].span) for key in sliding.names)
    yield claim_about(
        judge.page, place.result.span, Verdict.WRONG, RULE, message, show(value), kind="copy", because=reasons
    )


def _spot(place: Place, at: int, sliding: Sliding) -> tuple[int, int] | None:
    """Which place a sum is: by the index of its name, or by its turn."""
    row, column = (
        divmod(at, sliding.columns) if place.index is None else (place.index[0] - 1, place.index[1] - 1)
    )
    return (row, column) if 0 <= row < sliding.rows and 0 <= column < sliding.columns else None


def _slidings(judge: Judge) -> Iterator[list[Sliding]]:
    """Every known matrix with every smaller one, for every stride."""
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
                yield [Sliding(matrix, kernel, (name, other), stride) for stride in STRIDES]
