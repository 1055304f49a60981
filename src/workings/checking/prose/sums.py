"""Sums of products that a line works out: the entries of a product of matrices, the places of a kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.document import Member, Statement
from workings.expr import Call, Expr, Index, Name, Number
from workings.record import record
from workings.value import Tensor

Numbers = tuple[fmpq, ...]
MOST_TERMS = 64  # of a sum


@record(frozen=True, slots=True)
class Place:
    """A sum of products, its numbers in pairs, and where its result stands."""

    pairs: tuple[tuple[fmpq, fmpq], ...]
    rest: Numbers  # what is added besides, such as a bias
    index: tuple[int, int] | None  # of its name, counted from one
    statement: Statement
    result: Member
    stated: fmpq

    def factors(self, side: int) -> Numbers:
        """The first factors of its products, or the second ones."""
        return tuple(pair[side] for pair in self.pairs)


def exact_tensors(names: Mapping[str, object]) -> Iterator[tuple[str, tuple[int, ...], Numbers]]:
    """The vectors and matrices among some values whose entries are exact."""
    for key, value in names.items():
        if isinstance(value, Tensor):
            items = tuple(item for item in value.items if isinstance(item, fmpq))
            if len(items) == len(value.items):
                yield key, value.shape, items


def place_of(statement: Statement) -> Place | None:
    """A statement as a sum of products of two numbers each; None for any other."""
    if statement.hypothesis or len(statement.members) < 2:
        return None
    last, worked = statement.members[-1], statement.members[-2].expr
    if not isinstance(worked, Call) or worked.op not in ("add", "sub"):
        return None
    number, terms = stated_number(last.expr), _terms(worked)
    pairs = tuple(term for term in terms if isinstance(term, tuple))
    rest = tuple(term for term in terms if isinstance(term, fmpq))
    if number is None or not 2 <= len(terms) <= MOST_TERMS or len(pairs) < 2 or None in terms:
        return None
    return Place(pairs, rest, index_of(statement.members[0].expr), statement, last, number.value)


def index_of(expr: Expr) -> tuple[int, int] | None:
    """`Y_{21}`, `Y_{2,1}` and `Y[2,1]` are row 2, column 1."""
    if not isinstance(expr, Name | Index) or not all(isinstance(part, Number) for part in expr.index):
        return None
    digits = "".join(part.text for part in expr.index if isinstance(part, Number))
    return (int(digits[0]), int(digits[1])) if len(digits) == 2 and digits.isdigit() else None


def _terms(expr: Expr) -> list[tuple[fmpq, fmpq] | fmpq | None]:
    """The terms of a sum: the factors of a product, the sign with the first, or a number; None for others."""
    found: list[tuple[fmpq, fmpq] | fmpq | None] = []
    waiting = [(expr, 1)]
    while waiting and len(found) <= MOST_TERMS:
        part, sign = waiting.pop()
        match part:
            case Call(op="add" | "sub", args=(left, right)):
                waiting += [(right, sign if part.op == "add" else -sign), (left, sign)]
            case Call(op="mul" | "times", args=(left, right)):
                first, second = _number(left), _number(right)
                found.append(None if first is None or second is None else (sign * first, second))
            case _:
                alone = _number(part)
                found.append(None if alone is None else sign * alone)
    return found


def _number(expr: Expr) -> fmpq | None:
    if isinstance(expr, Number):
        return expr.value
    if isinstance(expr, Call) and expr.op == "neg" and isinstance(expr.args[0], Number):
        return -expr.args[0].value
    return None
