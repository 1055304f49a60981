"""Log-sum-exp: a smooth maximum."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import exp, largest, ln, mean, total

logsumexp = Op(
    "logsumexp",
    "x",
    gathers=True,
    names=["logsumexp", "LogSumExp", "LSE"],
    oracle=lambda torch, x: torch.logsumexp(x, dim=-1),
    samples=[[1, 2, 3]],
)


@logsumexp.recipe
def textbook(let: Let, x: Expr) -> Expr:
    return let("y", ln(total(exp(x))), "the logarithm of the total of e to every entry")


@logsumexp.mistake(
    "no-logarithm",
    says="the exponentials were added up and the logarithm was left out",
    why="The sum of the exponentials is known from the softmax, where no logarithm follows.",
)
def no_logarithm(let: Let, x: Expr) -> Expr:
    return let("y", total(exp(x)), "the total of e to every entry")


@logsumexp.mistake(
    "no-exponential",
    says="the logarithm was taken of the sum of the entries themselves",
    why="The exponential inside is passed over.",
)
def no_exponential(let: Let, x: Expr) -> Expr:
    return let("y", ln(total(x)), "the logarithm of the total")


@logsumexp.mistake(
    "cancelled",
    says="logarithm and exponential were cancelled across the sum",
    why="They undo each other for a single number, but not around a sum.",
)
def cancelled(let: Let, x: Expr) -> Expr:
    return let("y", total(x), "the total of the entries")


@logsumexp.mistake(
    "shift-kept",
    says="the largest entry was taken away and not added again",
    why="The shift that keeps the exponentials small has to be undone after the logarithm.",
)
def shift_kept(let: Let, x: Expr) -> Expr:
    return let("y", ln(total(exp(x - largest(x, -1)))), "the shifted total alone")


@logsumexp.mistake(
    "averaged",
    says="the exponentials were averaged instead of added up",
    why="A smooth maximum is easily taken for a kind of mean.",
)
def averaged(let: Let, x: Expr) -> Expr:
    return let("y", ln(mean(exp(x))), "the logarithm of the mean")


@logsumexp.mistake(
    "maximum",
    says="the largest entry was taken as it is",
    why="Log-sum-exp is introduced as a smooth maximum.",
)
def maximum(let: Let, x: Expr) -> Expr:
    return let("y", largest(x, -1), "the largest entry")
