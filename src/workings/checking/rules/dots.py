"""product/entry: a sum of products with other numbers than those of the row or column that is its turn.

Lines that stand under each other and multiply one known vector with the rows (or columns) of a known matrix,
all of them and in order, are the entries of a product. One that takes its numbers from elsewhere was copied
wrongly, and so were all of them where each has the number of another row in the same place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from flint import fmpq

from workings.checking.judging import Judge
from workings.checking.prose.sums import Numbers, Place, exact_tensors, place_of
from workings.checking.rules.catalogue import Description
from workings.checking.rules.dealing import misdealt
from workings.checking.wording import because_of, claim_about
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.record import record

RULE = "product/entry"
_GIVEN = "$E = [[1, 0, 0.5], [0.2, 1, -1], [-0.5, 0.4, 2]]$ and $h = (2, 1, 0.5)$\n\n"
_FIRST = "$z_{\\text{cat}} = 1 \\cdot 2 + 0 \\cdot 1 + 0.5 \\cdot 0.5 = 2.25$\n\n"
_SECOND = "$z_{\\text{dog}} = 0.2 \\cdot 2 + 1 \\cdot 1 - 1 \\cdot 0.5 = 0.9$"
_ANOTHER = "$z_{\\text{dog}} = -0.5 \\cdot 2 + 0.4 \\cdot 1 + 2 \\cdot 0.5 = 0.4$"
_LAST = "\n\n$z_{\\text{fox}} = -0.5 \\cdot 2 + 0.4 \\cdot 1 + 2 \\cdot 0.5 = 0.4$"
DESCRIPTION = Description(
    "an entry is worked out with other numbers than those of its row or column",
    wrong=_GIVEN + _FIRST + _ANOTHER + _LAST,
    right=_GIVEN + _FIRST + _SECOND + _LAST,
    why="The eye slips to the next row of the matrix while the vector is written down again and again.",
)
LEAST_AGREEING = 2  # lines, before another is called wrong
MOST_TENSORS = 20
LONGEST_GAP = 160  # characters between two lines of a product


@record(frozen=True, slots=True)
class Lines:
    """The rows or columns of a known matrix, in order."""

    name: str
    kind: str  # row or column
    numbers: tuple[Numbers, ...]


@record(frozen=True, slots=True)
class Family:
    """Sums under each other with one factor list in common; `taken` are the other factors of each."""

    places: tuple[Place, ...]
    vector: Numbers
    taken: tuple[Numbers, ...]


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """The first entry of each product that is made with the numbers of another row or column."""
    dealt = [*misdealt(judge, statements, RULE)]
    runs = [run for run in _runs(statements) if len(run) >= LEAST_AGREEING]
    if not runs or dealt:
        return dealt
    tensors = [*islice(exact_tensors(judge.scope.given), MOST_TENSORS)]
    lines = [one for key, shape, items in tensors if len(shape) == 2 for one in _lines_of(key, shape, items)]
    known = {items for _, shape, items in tensors if len(shape) == 1 or 1 in shape}
    known |= {numbers for one in lines for numbers in one.numbers}
    claims: list[Claim] = []
    for run in runs:
        for family in _families(run, known):
            claims += _told(judge, family, lines)
    return claims


def _runs(statements: Sequence[Statement]) -> Iterator[list[Place]]:
    """Sums of equally many products that follow each other closely."""
    run: list[Place] = []
    for place in filter(None, map(place_of, statements)):
        if run and not _goes_on(run[-1], place):
            yield run
            run = []
        run.append(place)
    yield run


def _goes_on(before: Place, place: Place) -> bool:
    near = place.statement.span.start - before.statement.span.end < LONGEST_GAP
    return near and len(place.pairs) == len(before.pairs) and len(place.rest) == len(before.rest)


def _lines_of(key: str, shape: tuple[int, ...], items: Numbers) -> Iterator[Lines]:
    height, width = shape
    if min(height, width) < LEAST_AGREEING:
        return
    rows = tuple(items[at * width : (at + 1) * width] for at in range(height))
    yield Lines(key, "row", rows)
    yield Lines(key, "column", tuple(zip(*rows, strict=True)))


def _families(run: Sequence[Place], known: set[Numbers]) -> Iterator[Family]:
    """The run as products with one vector of the page, which stands on the same side in all of them."""
    for side in (0, 1):
        vectors = [place.factors(side) for place in run]
        if vectors[0] in known and all(one == other for one, other in pairwise(vectors)):
            taken = tuple(place.factors(1 - side) for place in run)
            yield Family(tuple(run), vectors[0], taken)
            return


def _told(judge: Judge, family: Family, lines: Sequence[Lines]) -> Iterator[Claim]:
    fitting = [
        one
        for one in lines
        if len(one.numbers) == len(family.taken) and len(one.numbers[0]) == len(family.vector)
    ]
    if any(one.numbers == family.taken for one in fitting):
        return
    for one in fitting:
        at = _odd_one(one, family)
        if at is not None:
            claim = _claim(judge, one, family, at)
            if claim is not None:
                yield claim
            return


def _odd_one(lines: Lines, family: Family) -> int | None:
    """The one entry that is not made of its line, or the first where all have another number in one place."""
    fits = [line == taken for line, taken in zip(lines.numbers, family.taken, strict=True)]
    agreeing = {line for line, fit in zip(lines.numbers, fits, strict=True) if fit}
    if fits.count(False) == 1 and len(agreeing) >= LEAST_AGREEING:
        return fits.index(False)
    return 0 if _is_shifted(lines, family) else None


def _is_shifted(lines: Lines, family: Family) -> bool:
    """Whether every entry has, in one and the same place, the number that belongs to another place."""
    size = len(family.vector)
    if size < 3:
        return False
    for place in range(size):
        for other in range(size):
            copied = tuple(
                tuple(line[other if at == place else at] for at in range(size)) for line in lines.numbers
            )
            if other != place and copied == family.taken:
                return True
    return False


def _claim(judge: Judge, lines: Lines, family: Family, at: int) -> Claim | None:
    place, right = family.places[at], lines.numbers[at]
    value = sum((x * y for x, y in zip(right, family.vector, strict=True)), sum(place.rest, fmpq(0)))
    if value == place.stated or any(_is_about(claim, place) for claim in judge.told):
        return None
    text = judge.page.written[place.result.span.start : place.result.span.end]
    listed = ", ".join(map(show, right))
    message = f"{lines.kind} {at + 1} of {lines.name} is {listed}, so this is {show(value)}, not {text}"
    known = judge.scope.bindings.get(lines.name)
    reasons = (because_of(judge.page, known.span),) if known is not None else ()
    return claim_about(
        judge.page, place.result.span, Verdict.WRONG, RULE, message, show(value), kind="copy", because=reasons
    )


def _is_about(claim: Claim, place: Place) -> bool:
    """Whether a claim has already found fault with a line."""
    span = place.statement.span
    inside = span.start <= claim.span.start and claim.span.end <= span.end
    return inside and claim.verdict in (Verdict.WRONG, Verdict.CARRIED)
