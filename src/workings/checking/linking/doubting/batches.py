"""Doubts about gradients: of a batch, the mean of what single examples give, and at the corner of |w|."""

from __future__ import annotations

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.comparison import Comparison
from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import signed_terms
from workings.expr import Call, Number
from workings.finding import Verdict
from workings.resolving.quantity import Quantity

_SIZE_AT_NOUGHT = "|x| at 0"


def is_off_the_corner(corner: str, worst: Comparison) -> bool:
    """Whether entries differ that have a single derivative: that of |w| at an entry which is not 0."""
    wrong = [entry for entry in worst.entries if entry.verdict is Verdict.WRONG]
    return corner == _SIZE_AT_NOUGHT and any(entry.computed not in ("0", "-0") for entry in wrong)


def is_mean_over_examples(before: Link, link: Link) -> bool:
    """`∂L/∂w = (-0.81 - 0.35)/2` where one of the examples has just the derivative that is known."""
    match link.expr:
        case Call(op="div", args=(sum_, Number() as count)):
            pass
        case Call(op="mul", args=(Call(op="div", args=(Number(text="1"), Number() as count)), sum_)):
            pass
        case _:
            return False
    terms = signed_terms(sum_)
    if len(terms) < 2 or len(terms) != count.value or not all(map(stated_number, terms)):
        return False
    return any(
        compare(Quantity(term, {}, link.printed.how), before.printed, approximate=True).is_sound
        for term in terms
    )
