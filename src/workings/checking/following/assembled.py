"""Queries, keys and values put together into a matrix that is not quite the product of inputs and weights."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.following.given import Givens, Rows
from workings.checking.methods.pages.pictures import Picture, matrices_in
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict

RULE = "matrix/row"
MOST_ODD = 2  # entries of one row
LEAST = 3  # entries that agree and are no noughts


def claims_of_assembled(sheet: Sheet) -> Iterator[Claim]:
    """The entries of Q, K and V in which one row of a matrix is not that of the product."""
    doubted = [one.span for one in sheet.judge.claims if one.verdict in (Verdict.WRONG, Verdict.CARRIED)]
    gathered = Givens()
    for statement in sheet.statements:
        if not gathered.note(statement):
            continue
        for letter in "QKV":
            made, stated = gathered.made(letter), gathered.wholes.get(letter)
            if made is None or stated is None or made == stated:
                continue
            odd = _odd(made, stated)
            place = _picture(sheet, stated, statement.span.start, statement.span.end)
            if not odd or place is None or any(span.start < place.end for span in doubted):
                continue
            (row, column), width = odd[0], len(made[0])
            right = show(made[row][column])
            entry = f"row {row + 1}, column {column + 1}"
            message = f"{entry} of X W_{letter} is {right}; the other rows are those of it"
            yield sheet.claim(place.places[row * width + column], RULE, message, right)
            return


def _odd(made: Rows, stated: Rows) -> list[tuple[int, int]]:
    """The entries that differ, where they are few and in one row."""
    places = [(row, column) for row in range(len(made)) for column in range(len(made[0]))]
    odd = [(row, column) for row, column in places if made[row][column] != stated[row][column]]
    agreeing = sum(stated[row][column] != 0 for row, column in places if (row, column) not in odd)
    one_row = len({row for row, _ in odd}) == 1
    return odd if one_row and len(odd) <= MOST_ODD and agreeing >= LEAST else []


def _picture(sheet: Sheet, stated: Rows, start: int, end: int) -> Picture | None:
    """Where a statement writes a matrix."""
    for picture in matrices_in(sheet.judge.page.text, sheet.text):
        if start <= picture.start < end and picture.values == stated:
            return picture
    return None
