"""Pooling and shifts: is a pooled picture the same after a small shift?

Random blobs of whole numbers lie inside an empty border, so that a shift moves them and cuts nothing off. The
pooled picture after the shift is compared with the one before: the sum of absolute differences over the sum
of all entries, exactly. Invariant means a change below one per cent.
"""

from __future__ import annotations

from random import Random

from flint import fmpq

from workings.labs.exact import as_float, entries, matrix
from workings.labs.lab import Bars, Lab, Outcome, sorted_out, table
from workings.value import Scalar

SIDE, BORDER, PICTURES = 12, 2, 10
UNCHANGED = 0.01
POOLINGS = {
    "no pooling": "X",
    "max 2×2": "maxpool(X, 2)",
    "mean 2×2": "avgpool(X, 2)",
    "max 4×4": "maxpool(X, 4)",
    "max over all": f"maxpool(X, {SIDE})",
    "mean over all": f"avgpool(X, {SIDE})",
}
Rows = list[list[int]]


def run(seed: int) -> Outcome:
    """The mean change by pooling, for shifts by one column and by two."""
    chance = Random(seed)
    pictures = [blob(chance) for _ in range(PICTURES)]
    changes = {
        name: tuple(sum(change(formula, x, by) for x in pictures) / PICTURES for by in (1, 2))
        for name, formula in POOLINGS.items()
    }
    steady = [name for name, found in changes.items() if max(found) < UNCHANGED]
    moved = [name for name in changes if name not in steady]
    return Outcome(
        table("pooling|shift by 1|shift by 2", [(name, *found) for name, found in changes.items()]),
        sorted_out(steady, moved),
        f"a shift by one column changes {', '.join(f'{name} by {changes[name][0]:.0%}' for name in changes)}",
        Bars(
            "change after a shift by one column", tuple((name, found[0]) for name, found in changes.items())
        ),
        f"the window covers the whole picture ({', '.join(steady)})",
    )


def blob(chance: Random) -> Rows:
    """A picture with numbers in its middle and nothing in its border."""
    inside = range(BORDER, SIDE - BORDER)
    return [
        [chance.randint(0, 9) if i in inside and j in inside else 0 for j in range(SIDE)] for i in range(SIDE)
    ]


def change(formula: str, picture: Rows, by: int) -> float:
    """How much of a pooled picture is another after a shift to the right."""
    before = pooled(formula, picture)
    after = pooled(formula, [[0] * by + row[:-by] for row in picture])
    differences = [abs(as_float(a - b)) for a, b in zip(after, before, strict=True)]
    return sum(differences) / as_float(sum(before, fmpq(0)))


def pooled(formula: str, picture: Rows) -> tuple[Scalar, ...]:
    return entries(formula, X=matrix(picture))


LAB = Lab(
    "pooling-shifts",
    "Pooling makes a network invariant to small shifts.",
    f"the share of the pooled values that changes, over {PICTURES} random pictures, exactly",
    run,
    needs_torch=False,
)
