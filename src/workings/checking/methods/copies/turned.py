"""Vectors put into a weighted sum with their components exchanged: 0.5·(3, 1) where v_2 is (1, 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.parts import OF_NUMBERS, operands, summands
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.expr import Array, Expr, Number
from workings.finding import Claim
from workings.value import Tensor

RULE = "copy/differs"
LEAST = 2  # other vectors that are put in as they are
MOST_ROWS = 12
WANTS = ("puts_in",)

Vector = tuple[fmpq, ...]


def claims_of_turned(sheet: Sheet) -> Iterator[Claim]:
    """The first sum of weighted vectors one of which is turned, while the others are rows of one matrix."""
    known = [*_known(sheet)]
    for statement in sheet.statements if known else ():
        for member in () if statement.hypothesis or statement.offered else statement.members:
            vectors = _weighted(member.expr)
            wanted = [rows for rows in known if list(map(len, rows)) == list(map(len, vectors))]
            found = [odd for rows in wanted if (odd := _odd(rows, vectors)) is not None]
            as_given = any([*rows] == vectors for rows in wanted)
            if len(found) == 1 and not as_given:
                at, right = found[0]
                listed = ", ".join(show(value) for value in right)
                message = f"vector {at + 1} is ({listed}), put in with its components exchanged"
                yield sheet.claim(member.span, RULE, message)
                return


def _known(sheet: Sheet) -> Iterator[Sequence[Vector]]:
    """The rows of every matrix, and every family v_1, v_2, … of vectors."""
    said = sheet.judge.scope.said
    families: dict[str, list[Vector]] = {}
    for key, value in said.items():
        if not isinstance(value, Tensor):
            continue
        items = tuple(item for item in value.items if isinstance(item, fmpq))
        if len(items) < len(value.items):
            continue
        if len(value.shape) == 2 and 1 < value.shape[0] <= MOST_ROWS:
            width = value.shape[1]
            yield [items[at : at + width] for at in range(0, len(items), width)]
        base, _, index = key.partition("_")
        if len(value.shape) == 1 and index.isdigit() and int(index) == len(families.get(base, ())) + 1:
            families.setdefault(base, []).append(items)
    yield from families.values()


def _weighted(expr: Expr) -> list[Vector]:
    """The vectors of a sum of numbers times vectors; none of anything else."""
    found: list[Vector] = []
    for term in summands(expr):
        match operands(term, OF_NUMBERS):
            case [Number(), Array(items=items)]:
                numbers = stated_numbers(items)
                if len(numbers) != len(items):
                    return []
                found.append(tuple(number.value for number in numbers))
            case _:
                return []
    return found


def _odd(rows: Sequence[Vector], vectors: Sequence[Vector]) -> tuple[int, Vector] | None:
    """The one vector that is its row turned round, where all others are their rows."""
    off = [at for at, (row, vector) in enumerate(zip(rows, vectors, strict=True)) if row != vector]
    if len(off) != 1 or len(rows) - 1 < LEAST or len(set(rows)) < len(rows):
        return None
    at = off[0]
    return (at, rows[at]) if vectors[at] == rows[at][::-1] and vectors[at] not in rows else None
