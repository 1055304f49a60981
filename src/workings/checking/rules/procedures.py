"""procedure/odd-value: a number that a step of a procedure does not give, with no formula beside it."""

from __future__ import annotations

from collections.abc import Sequence

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.resolving.quantity import FIRST_BITS
from workings.value import precision

RULE = "procedure/odd-value"
_WORDS = (
    "etwork",
    "idden",
    "orward",
    "MLP",
    "oftmax",
    "RNN",
    "ecurrent",
    "LSTM",
    "GRU",
    "orm",
    "Adam",
    "omentum",
    "onvol",
    "ernel",
)
_SHEET = (
    "A GRU with one unit takes one step; $h = (1 - z) n + z h_{prev}$.\n\n$x = 0.5$, $h_{prev} = 0.2$, "
    "$W_z = 0.8$, $U_z = 0.4$, $b_z = 0.1$, $W_r = -0.6$, $U_r = 0.7$, $b_r = 0.3$\n\nReset gate: $0.535$\n\n"
    "Update gate: "
)
DESCRIPTION = Description(
    "a number is not what this step gives, while the other steps are as they should be",
    wrong=_SHEET + "$-0.641$",
    right=_SHEET + "$0.641$",
    why="The steps are worked out on a calculator, and one number is written down wrongly.",
)


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """What is said of procedures that are worked out by hand, step by step."""
    if not any(word in judge.page.text for word in _WORDS):
        return []
    from workings.checking.following.standing import claims_of_procedures
    from workings.checking.methods.sheet import sheet_of

    with precision(FIRST_BITS):
        return list(claims_of_procedures(sheet_of(judge, tuple(statements))))
