"""Wrong recipes of the binomial coefficient, which is a primitive."""

from __future__ import annotations

from workings.expr import Expr, call
from workings.ops.operation import Let, Mistakable
from workings.ops.writing import power

binomial = Mistakable("binomial", "n k", samples=[(5, 2), (7, 3)])


@binomial.mistake(
    "ordered",
    says="the order was counted, without dividing by k!",
    why="Arrangements are counted instead of choices.",
)
def ordered(let: Let, n: Expr, k: Expr) -> Expr:
    return let("c", binomial(n, k) * call("factorial", k), "in every order")


@binomial.mistake(
    "one-factorial",
    says="n! was divided by k! only",
    why="The second factorial below the line is forgotten.",
)
def one_factorial(let: Let, n: Expr, k: Expr) -> Expr:
    return let("c", call("factorial", n) / call("factorial", k), "over one factorial")


@binomial.mistake(
    "repeated",
    says="n was raised to k, as if everything could be chosen again",
    why="Choices with and without putting back are confused.",
)
def repeated(let: Let, n: Expr, k: Expr) -> Expr:
    return let("c", power(n, k), "with putting back")
