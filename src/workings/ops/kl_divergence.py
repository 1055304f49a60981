"""Kullback-Leibler divergence: the surprise that believing q adds."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import distribution, total, xlog

kl_divergence = Op(
    "kl_divergence",
    "p q",
    names=["KL", "kl_divergence", "D_{KL}", "KLDivergence"],
    oracle=lambda torch, p, q: (torch.xlogy(p, p) - torch.xlogy(p, q)).sum(),
    samples=[([1, 0, 0], [0.5, 0.25, 0.25]), ([0.5, 0.25, 0.25], [0.25, 0.25, 0.5])],
)


@kl_divergence.recipe
def textbook(let: Let, p: Expr, q: Expr) -> Expr:
    d = let("d", xlog(distribution(p), p) - xlog(p, distribution(q)), "the extra surprise, share by share")
    return let("D", total(d), "add up")
