"""Formulas in names whose values stand in words: `2·d·d_ff` with “feed-forward size 1536” above it.

What is worked out so is told only where the number is the right one with a slip of the pen in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.facts import Fact, is_said
from workings.checking.methods.knowing import facts_of
from workings.checking.methods.miscopying import misread
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.symbols import spoken
from workings.checking.methods.worth import scalar
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, walk
from workings.finding import Claim, Verdict

RULE = "copy/differs"
MOST_NAMES = 6


def claims_of_settings(sheet: Sheet) -> Iterator[Claim]:
    """The numbers beside a formula that are what it gives, but for a digit."""
    undecided = [claim.span for claim in sheet.judge.claims if claim.verdict is Verdict.UNDECIDED]
    for statement in sheet.statements if undecided else ():
        place = statement.members[-1].span
        if any(span.start <= place.start < span.end for span in undecided):
            yield from _judged(sheet, statement)


def _judged(sheet: Sheet, statement: Statement) -> Iterator[Claim]:
    head, last = statement.members[0].expr, statement.members[-1]
    stated = stated_number(last.expr)
    if len(statement.members) != 2 or not isinstance(head, Call) or stated is None or last.sign != "=":
        return
    above = [fact for fact in facts_of(sheet) if fact.start < statement.span.start]
    choice = _choice(head, above)
    value = scalar(head, choice) if choice is not None else None
    if not isinstance(value, fmpq) or value == stated.value or not isinstance(last.expr, Number):
        return
    slip = misread(value, stated.value, last.expr.unit)
    if slip is not None and len(str(value)) > 3:
        message = f"with the numbers of the page this is {show(value)}"
        yield sheet.claim(last.span, RULE, message, value)


def _choice(expr: Expr, above: Sequence[Fact]) -> dict[str, fmpq] | None:
    """The value of every name, where each has one alone, by its name or else in words."""
    names = {node.key: node for node in walk(expr) if isinstance(node, Name)}
    found: dict[str, fmpq] = {}
    for key, name in names.items():
        values = {fact.value for fact in above if fact.name == key and isinstance(fact.value, fmpq)}
        words = spoken(key, name.base)
        if not values and words is not None:
            values = {
                fact.value
                for fact in above
                if not fact.name and isinstance(fact.value, fmpq) and is_said(words, fact.before, fact.after)
            }
        if len(values) != 1 or len(names) > MOST_NAMES:
            return None
        found[key] = values.pop()
    return found or None
