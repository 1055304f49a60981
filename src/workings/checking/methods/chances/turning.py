"""Bayes' rule without the prior: P(a|b) as P(b|a) divided by P(b), where the page has P(a)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import summands
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Number, walk
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/left-out"
REACH = 3000  # characters in which the chances of an event are stated
_CONDITIONAL = regex(r"([Pp]r?)\(([^|∣()]+)[|∣]([^|∣()]+)\)")
_CHANCE = regex(r"[Pp]r?\([^()]+\)")
SAID = (regex(r"\| ?[^\s|()]{1,12}\)|∣|\\mid"),)


def claims_of_turning(sheet: Sheet) -> Iterator[Claim]:
    """Quotients of a chance that have only the likelihood above."""
    for at, statement in enumerate(sheet.statements):
        head = statement.members[0].expr
        named = _CONDITIONAL.fullmatch(head.key) if isinstance(head, Apply) else None
        if named is None or statement.hypothesis or statement.offered:
            continue
        known = _chances(sheet.statements[:at], statement.span.start - REACH)
        turned, prior, whole = (
            known.get(f"{named[1]}({key})") for key in (f"{named[3]}|{named[2]}", named[2], named[3])
        )
        if turned is None or prior is None or not 0 < prior < 1:
            continue
        for member in statement.members[1:]:
            match member.expr:
                case Call(op="div", args=(Number(value=above), below)) if above == turned:
                    if _is_whole(below, whole, above, prior) and [*known.values()].count(above) == 1:
                        divisor = scalar(below, {})
                        right = None if divisor is None else above * prior / divisor
                        message = f"{show(above)} is not multiplied by the prior {show(prior)}"
                        yield sheet.claim(member.span, RULE, message, right)
                        break
                case _:
                    pass


def _is_whole(below: Expr, whole: fmpq | None, above: fmpq, prior: fmpq) -> bool:
    """Whether a divisor is the chance of what was seen: as stated, or made with likelihood and prior."""
    if isinstance(below, Number):
        return whole is not None and below.value == whole
    return any(_numbers(term) == {above, prior} for term in summands(below))


def _numbers(expr: Expr) -> set[fmpq]:
    return {node.value for node in walk(expr) if isinstance(node, Number)}


def _chances(statements: Sequence[Statement], start: int) -> dict[str, fmpq]:
    """The chances that were stated from a place on, by their names, the latest of each."""
    found: dict[str, fmpq] = {}
    for statement in statements:
        head, number = statement.members[0].expr, stated_number(statement.members[-1].expr)
        near = statement.span.start >= start and len(statement.members) > 1
        if near and isinstance(head, Apply) and number is not None and _CHANCE.fullmatch(head.key):
            found[head.key] = number.value
    return found
