"""Kullback-Leibler divergence: the surprise that believing q adds."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import distribution, length, log, total, xlog

kl_divergence = Op(
    "kl_divergence",
    "p q",
    names=["KL", "kl_divergence", "D_KL", "KLDivergence"],
    said=["kl divergence"],
    oracle=lambda torch, p, q: (torch.xlogy(p, p) - torch.xlogy(p, q)).sum(),
    samples=[
        ([1, 0, 0], [0.5, 0.25, 0.25]),
        ([0.5, 0.25, 0.25], [0.25, 0.25, 0.5]),
        ([0.5, 0.5], [0.25, 0.75]),
    ],
)


@kl_divergence.recipe
def textbook(let: Let, p: Expr, q: Expr) -> Expr:
    d = let(
        "d",
        xlog(distribution(p), distribution(p)) - xlog(distribution(p), distribution(q)),
        "the extra surprise, share by share",
    )
    return let("D", total(d), "add up")


@kl_divergence.mistake(
    "swapped",
    says="p and q changed places",
    why="The divergence is not the same both ways, though it is used like a distance.",
)
def swapped(let: Let, p: Expr, q: Expr) -> Expr:
    return kl_divergence(q, p)


@kl_divergence.mistake(
    "cross-entropy",
    says="the entropy of p was not taken away, which leaves the cross-entropy",
    why="As a loss the two differ by a constant, and are often named in one breath.",
)
def cross_entropy(let: Let, p: Expr, q: Expr) -> Expr:
    return let("D", -total(xlog(distribution(p), distribution(q))), "the cross-entropy")


@kl_divergence.mistake(
    "not-weighted",
    says="the logarithms of the ratios were added up without weighting them by p",
    why="The factor before the logarithm is passed over.",
)
def not_weighted(let: Let, p: Expr, q: Expr) -> Expr:
    return let("D", total(log(distribution(p)) - log(distribution(q))), "add the logarithms up")


@kl_divergence.mistake(
    "weighted-by-q",
    says="the logarithms of p / q were weighted by q instead of p",
    why="Which of the two is the truth is easily turned round.",
)
def weighted_by_q(let: Let, p: Expr, q: Expr) -> Expr:
    return let(
        "D",
        total(xlog(distribution(q), distribution(p)) - xlog(distribution(q), distribution(q))),
        "weighted by the wrong shares",
    )


@kl_divergence.mistake(
    "ratio-turned",
    says="the ratio in the logarithm was turned over, q / p",
    why="Which of the two stands on top has to be looked up, and a sum below nought is not noticed.",
)
def ratio_turned(let: Let, p: Expr, q: Expr) -> Expr:
    return -kl_divergence(p, q)


@kl_divergence.mistake(
    "averaged",
    says="the terms were averaged instead of added up",
    why="Libraries average a loss over its entries unless told not to.",
)
def averaged(let: Let, p: Expr, q: Expr) -> Expr:
    return kl_divergence(p, q) / length(p)


@kl_divergence.mistake(
    "entropies-subtracted",
    says="the entropies of p and q were subtracted",
    why="The logarithm of q has to be weighted by p, not by q.",
)
def entropies_subtracted(let: Let, p: Expr, q: Expr) -> Expr:
    return let(
        "D",
        total(xlog(distribution(p), distribution(p))) - total(xlog(distribution(q), distribution(q))),
        "the difference of entropies",
    )
