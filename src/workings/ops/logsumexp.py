"""Log-sum-exp: a smooth maximum."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op
from workings.ops.writing import exp, ln, total

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
