"""Gini impurity: how often two draws from a distribution differ."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import distribution, largest, sqrt, square, total, xlog

gini = Op(
    "gini",
    "p",
    gathers=True,
    names=["gini", "Gini"],
    said=["gini impurity"],
    oracle=lambda torch, p: 1 - (p**2).sum(),
    samples=[[0.5, 0.5], [0.25, 0.75], [1, 0]],
)


@gini.recipe
def textbook(let: Let, p: Expr) -> Expr:
    return let("G", 1 - total(square(distribution(p))), "one minus the chance that both are the same")


@gini.mistake(
    "purity",
    says="the squares were added up and not taken from one",
    why="The sum of the squares is the chance that both are the same.",
)
def purity(let: Let, p: Expr) -> Expr:
    return let("G", total(square(distribution(p))), "the chance that both are the same")


@gini.mistake(
    "likeliest-guess",
    says="the largest share was taken from one",
    why="That is the rate of errors of the likeliest guess, another measure of impurity.",
)
def likeliest_guess(let: Let, p: Expr) -> Expr:
    return let("G", 1 - largest(distribution(p), -1), "the error of the likeliest guess")


@gini.mistake(
    "halved",
    says="every pair of outcomes was counted once instead of twice",
    why="The product p (1 − p) is taken where two draws can differ in either order.",
)
def halved(let: Let, p: Expr) -> Expr:
    return gini(p) / 2


@gini.mistake(
    "root",
    says="the root of the sum of squares was taken from one",
    why="The length of the vector of shares is taken instead of its square.",
)
def root(let: Let, p: Expr) -> Expr:
    return let("G", 1 - sqrt(total(square(distribution(p)))), "one minus the length")


@gini.mistake(
    "logarithms",
    says="logarithms were taken as for the entropy",
    why="The entropy is the other measure used in decision trees.",
)
def logarithms(let: Let, p: Expr) -> Expr:
    return let("G", -total(xlog(distribution(p), distribution(p))), "the entropy")
