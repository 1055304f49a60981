"""Parameters that a line works out for a layer by its name: `Conv-2: weights 16 × (4 × 4 × 8 + 1)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flint import fmpq

from workings.checking.prose.counting import Count, counted
from workings.checking.prose.named import PARAMETERS, by_label, called
from workings.document import Statement
from workings.evaluating import How, evaluate
from workings.expr import Call, Expr, Number
from workings.expr import walk as walk_over
from workings.finding import Verdict
from workings.networks.prose import wordings
from workings.resolving.scope import as_value

if TYPE_CHECKING:
    from workings.checking.prose.layers import Walk

_COUNTED = wordings.wording(
    r"\bconv(?:olution(?:al)?)?(?:2d)?(?:(?: |-)?layer)?(?: |-|_)?#?(?P<number>\d)(?!\d|~×)"
    r"(?:[^.;\n×]|\b(?:num|no)\.){0,24}\b(?:weights|param(?:eter)?s)\b(?P<rest>[^\n]*)"
)


def judge_counts(walk: Walk, statements: Iterable[Statement]) -> None:
    """Judge such lines: a count is wrong where a slip gives it, or just one of its numbers is another."""
    named = by_label(walk.passed)
    found = list(_COUNTED.finditer(walk.sheet)) if named else []
    for statement in statements if found else ():
        last = statement.members[-1]
        line = next((one for one in found if one.start("rest") <= last.span.start < one.end("rest")), None)
        passed = None if line is None else named.get(f"conv{line['number']}")
        known = None if passed is None else counted(passed.layer, passed.before.channels)
        value = as_value(evaluate(last.expr, {}, How()))
        if passed is None or known is None or not isinstance(last.expr, Call) or not isinstance(value, fmpq):
            continue
        number = int(value.p)
        if number in (known.whole, known.weights):
            walk.say(Verdict.RIGHT, last.span, None, None)
        elif number not in known.legitimate:
            slips = known.slips(number, certain=True)
            if slips or _is_one_off(last.expr, known):
                walk.say(
                    Verdict.WRONG,
                    last.span,
                    PARAMETERS,
                    str(known.whole),
                    slips,
                    called(walk.page, passed.layer),
                )


def _is_one_off(expr: Expr, known: Count) -> bool:
    """Whether the numbers of a working are those of the layer but for one, with or without the bias."""
    numbers = Counter(int(node.value.p) for node in walk_over(expr) if isinstance(node, Number))
    own = Counter(known.arguments)
    return any(
        numbers.total() == one.total() == (numbers & one).total() + 1 for one in (own, own + Counter([1]))
    )
