"""Recompute the truth of every claim in claims.jsonl in plain Python, independently of workings.

`value` is the true value of the first member, `stated` what each later member says and to how many
decimal places (null: exactly). A right claim agrees to half a unit, a wrong one is off by more than
one and a half units somewhere, so that no truth depends on a rounding policy.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

from engine import records

CLAIMS = Path(__file__).with_name("claims.jsonl")


class Matrix:
    """Rows of floats with the few operations that the checks need; a vector is one row."""

    def __init__(self, items: list[Any]) -> None:
        self.is_vector = not isinstance(items[0], list)
        self.rows = [[float(x) for x in row] for row in ([items] if self.is_vector else items)]

    def _like(self, rows: list[list[float]]) -> Matrix:
        return Matrix(rows[0]) if self.is_vector else Matrix(rows)

    def __add__(self, other: Matrix) -> Matrix:
        pairs = zip(self.rows, other.rows, strict=True)
        return self._like([[a + b for a, b in zip(r, s, strict=True)] for r, s in pairs])

    def __mul__(self, other: Matrix) -> Matrix:
        pairs = zip(self.rows, other.rows, strict=True)
        return self._like([[a * b for a, b in zip(r, s, strict=True)] for r, s in pairs])

    def __rmul__(self, factor: float) -> Matrix:
        return self._like([[factor * a for a in row] for row in self.rows])

    def __matmul__(self, other: Matrix) -> Matrix | float:
        columns = other.rows if other.is_vector else other.T.rows
        rows = [[sum(a * b for a, b in zip(r, c, strict=True)) for c in columns] for r in self.rows]
        if self.is_vector and other.is_vector:
            return rows[0][0]
        return self._like(rows)

    @property
    def T(self) -> Matrix:  # noqa: N802  # the transpose keeps its letter
        return Matrix([list(column) for column in zip(*self.rows, strict=True)])


def softmax(x: Matrix) -> Matrix:
    exponentials = [math.exp(a) for a in x.rows[0]]
    return Matrix([e / sum(exponentials) for e in exponentials])


NAMES: dict[str, Any] = {
    "exp": math.exp,
    "log": math.log,
    "log2": math.log2,
    "sqrt": math.sqrt,
    "tanh": math.tanh,
    "floor": math.floor,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "norm": lambda x: math.hypot(*x.rows[0]),
    "relu": lambda x: Matrix([max(0.0, a) for a in x.rows[0]]),
    "softmax": softmax,
    "A": Matrix,
    "F": Fraction,
}


def read_claims() -> list[dict[str, Any]]:
    """All claims, in the order of the file."""
    return records(CLAIMS)


def recomputed_truth(claim: dict[str, Any]) -> str:
    """The word "right" or "wrong", or "unclear" where rounding decides."""
    value = _rows(claim["value"])
    units_off = 0.0
    for text, places in claim["stated"]:
        stated = _rows(text)
        if [len(row) for row in stated] != [len(row) for row in value]:
            return "wrong"
        unit = 1e-9 if places is None else 10.0**-places
        for ours, theirs in zip(value, stated, strict=True):
            off = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
            units_off = max(units_off, off / unit)
    if units_off <= 0.5 + 1e-6:
        return "right"
    return "wrong" if units_off > 1.5 else "unclear"


def _rows(expression: str) -> list[list[float]]:
    value = eval(expression, NAMES)
    if isinstance(value, list):
        value = Matrix(value)
    return value.rows if isinstance(value, Matrix) else [[float(value)]]


def main() -> None:
    claims = read_claims()
    bad = [c["id"] for c in claims if recomputed_truth(c) != c["truth"]]
    wrong = sum(c["truth"] == "wrong" for c in claims)
    named = sum(bool(c["context"]) for c in claims)
    print(f"{len(claims)} claims: {wrong} false, {sum(c['matrix'] for c in claims)} in matrix notation,")
    print(f"{named} with names from above; truth not confirmed: {', '.join(bad) or 'none'}")


if __name__ == "__main__":
    main()
