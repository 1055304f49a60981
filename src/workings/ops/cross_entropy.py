"""Cross-entropy: the surprise of someone who believes q while p is true."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import total, xlog

cross_entropy = Op(
    "cross_entropy",
    "p q",
    names=["cross_entropy", "CrossEntropy", "crossentropy"],
    oracle=lambda torch, p, q: -torch.xlogy(p, q).sum(),
    samples=[([1, 0, 0], [0.5, 0.25, 0.25]), ([0.5, 0.25, 0.25], [0.25, 0.25, 0.5])],
)


@cross_entropy.recipe
def textbook(let: Let, p: Expr, q: Expr) -> Expr:
    t = let("t", xlog(p, q), "each true share times the logarithm of the believed one")
    return let("H", -total(t), "add up and turn the sign")
