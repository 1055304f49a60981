"""Entropy: the mean surprise of a distribution, in the unit of the logarithm used."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.gini import gini
from workings.ops.operation import Let, Op
from workings.ops.writing import distribution, exp, largest, length, log, part, total, xlog

entropy = Op(
    "entropy",
    "p",
    gathers=True,
    names=["entropy", "Entropy"],
    said=["entropy", "shannon entropy"],
    oracle=lambda torch, p: torch.special.entr(p).sum(),
    samples=[[0.5, 0.5], [0.25, 0.75], [1, 0], [0.5, 0.25, 0.25]],
)


@entropy.recipe
def textbook(let: Let, p: Expr) -> Expr:
    t = let("t", xlog(distribution(p), distribution(p)), "each share times its logarithm")
    return let("H", -total(t), "add up and turn the sign")


@entropy.mistake(
    "not-weighted",
    says="the logarithms were added up without weighting them by the shares",
    why="The factor before the logarithm is passed over.",
)
def not_weighted(let: Let, p: Expr) -> Expr:
    return let("H", -total(log(distribution(p))), "add the logarithms up")


@entropy.mistake(
    "averaged",
    says="the terms were averaged instead of added up",
    why="The shares already make it a mean, and it was divided by their number once more.",
)
def averaged(let: Let, p: Expr) -> Expr:
    return entropy(p) / length(p)


@entropy.mistake(
    "first-term-alone",
    says="only the first share was counted",
    why="With two outcomes the second term is easily forgotten.",
)
def first_term_alone(let: Let, p: Expr) -> Expr:
    f = let("f", part(distribution(p), 0, length(p)), "the first share")
    return let("H", -total(xlog(f, f)), "its term")


@entropy.mistake(
    "likeliest-alone",
    says="only the largest share was counted",
    why="The likeliest outcome is taken for the whole distribution.",
)
def likeliest_alone(let: Let, p: Expr) -> Expr:
    f = let("f", largest(distribution(p), -1), "the largest share")
    return let("H", -total(xlog(f, f)), "its term")


@entropy.mistake(
    "evenly",
    says="the logarithm of the number of outcomes was taken, as if all were equally likely",
    why="That is the largest entropy there can be, and easy to work out.",
)
def evenly(let: Let, p: Expr) -> Expr:
    return let("H", log(length(distribution(p))), "all equally likely")


@entropy.mistake(
    "impurity",
    says="one minus the sum of the squares was taken",
    why="The Gini impurity is the other measure used in decision trees.",
)
def impurity(let: Let, p: Expr) -> Expr:
    return let("H", gini(p), "the Gini impurity")


@entropy.mistake(
    "perplexity",
    says="e was raised to the entropy",
    why="Perplexity is the exponential of the entropy, and the two are confused.",
)
def perplexity(let: Let, p: Expr) -> Expr:
    return let("H", exp(entropy(p)), "the perplexity")
