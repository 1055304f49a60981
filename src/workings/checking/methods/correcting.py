"""The bias correction of Adam: m̂_t = m_t / (1 − β_1^t), with the other β or the power of another step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flint import fmpq

from workings.checking.methods.sheet import Sheet
from workings.evaluating import evaluate
from workings.evaluating.rendering import show
from workings.expr import Call, Name, Number
from workings.finding import Claim
from workings.regex import regex
from workings.resolving.scope import as_value

RULE = "formula/differs"
MOST_STEPS = 50
_ADAM = regex(r"\badam\b|bias[- ]correct", re.I)
_RATES = {"hat(m)": ("β_1", "β1", "beta_1", "beta1"), "hat(v)": ("β_2", "β2", "beta_2", "beta2")}
SAID: tuple[re.Pattern[str], ...] = (_ADAM,)


def claims_of_correcting(sheet: Sheet) -> Iterator[Claim]:
    """The first correction that is made with another denominator than its own."""
    rates = {base: _rate(sheet, keys) for base, keys in _RATES.items()}
    for statement in sheet.statements:
        head = statement.members[0].expr
        rate = rates.get(head.base) if isinstance(head, Name) else None
        if rate is None or not isinstance(head, Name) or len(head.index) != 1:
            continue
        step = head.index[0]
        if not isinstance(step, Number) or step.value.q != 1 or not 0 < step.value <= MOST_STEPS:
            continue
        for member in statement.members[1:]:
            match member.expr:
                case Call(op="div", args=(Number(value=top), Call(op="sub") as under)):
                    made = as_value(evaluate(under, {}))
                case _:
                    continue
            count = int(step.value.p)
            right = 1 - rate**count
            if isinstance(made, fmpq) and made != right and made in _others(rates.values(), count):
                message = f"it is divided by 1 − {show(rate)}^{count} = {show(right)} in step {count}"
                yield sheet.claim(member.span, RULE, message, show(top / right))
                return


def _rate(sheet: Sheet, keys: tuple[str, ...]) -> fmpq | None:
    said = (sheet.judge.scope.said.get(key) for key in keys)
    return next((value for value in said if isinstance(value, fmpq) and 0 < value < 1), None)


def _others(rates: Iterable[fmpq | None], count: int) -> set[fmpq]:
    """The denominators of both rates in this step, the one before and the one after, and in the first."""
    known = [rate for rate in rates if rate is not None]
    return {1 - rate**power for rate in known for power in {1, count - 1, count, count + 1} if power > 0}
