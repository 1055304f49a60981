"""Wrong recipes of the absolute value, which is a primitive."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Mistakable

absolute = Mistakable("abs", "x", samples=[-2, [-4, 0.25]])
bars = Mistakable("bars", "x", samples=[-2])

LEFT_OUT = "the sign was kept"
WHY = "The bars look like brackets."


@absolute.mistake("sign-kept", LEFT_OUT, WHY)
@bars.mistake("sign-kept", LEFT_OUT, WHY)
def sign_kept(let: Let, x: Expr) -> Expr:
    return let("y", x, "the number as it is")
