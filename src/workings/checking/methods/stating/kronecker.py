"""Formulas with δᵢⱼ, which is one where both indices are the same and nought elsewhere: `pᵢ(δᵢⱼ − pⱼ)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.document import Member
from workings.expr import Apply, Call, Expr, Name, mapped, number, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.value import Tensor

RULE = "formula/differs"
_DELTA = regex(r"(?:δ|delta|\\delta)_?\{?([a-z])\s?,?\s?([a-z])\}?")
_ENTRY = regex(r"([^\W\d_]+)_(\w)")
SAID: tuple[re.Pattern[str], ...] = (regex(r"δ|\bdelta_|\\delta"),)


@record(frozen=True, slots=True)
class Rule:
    """Such a formula, what names of its entries look like, and its two letters in their order there."""

    formula: Member
    named: re.Pattern[str]
    letters: tuple[str, str]
    delta: str


def claims_of_kronecker(sheet: Sheet) -> Iterator[Claim]:
    """The entries that are worked out with the other of the two values of δᵢⱼ."""
    rules = [
        rule
        for one in sheet.statements
        for member in one.members[1:2]
        if (rule := _rule(one.members[0].expr, member))
    ]
    for statement in sheet.statements if rules else ():
        head, *rest = statement.members
        member = next((one for one in rest if is_numeric(one.expr)), None)
        if member is None or not isinstance(head.expr, Name) or statement.hypothesis or statement.offered:
            continue
        for rule in rules:
            found = rule.named.fullmatch(head.expr.key)
            if found is None or rule.formula.span.start > statement.span.start:
                continue
            first, second = int(found[1]), int(found[2])
            at = dict(zip(rule.letters, (first, second), strict=True))
            own = int(first == second)
            right, other = (_worth(sheet, rule, at, delta) for delta in (own, 1 - own))
            if right is not None and scalar(member.expr, {}) == other != right:
                message = f"δ with the indices {first} and {second} is {own}, put in as {1 - own}"
                yield sheet.claim(member.span, RULE, message, right, rule.formula.span)


def _rule(head: Expr, member: Member) -> Rule | None:
    deltas = {
        found[0]: (found[1], found[2])
        for node in walk(member.expr)
        if isinstance(node, Name) and (found := _DELTA.fullmatch(node.key)) is not None
    }
    if len(deltas) != 1 or not isinstance(head, Name):
        return None
    ((delta, letters),) = deltas.items()
    first, second = letters
    both = regex(rf"_(?:{first}(,?){second}|{second}(,?){first})(?![a-z])")
    single = regex(rf"_([{first}{second}])(?![a-z])")
    written = both.search(head.key)
    if written is not None:
        order = (first, second) if written[0].startswith(f"_{first}") else (second, first)
        spelt = f"{re.escape(head.key[: written.start()])}_(\\d),?(\\d){re.escape(head.key[written.end() :])}"
        return Rule(member, re.compile(spelt), order, delta) if first != second else None
    apart = [one[1] for one in single.finditer(head.key)]
    if sorted(apart) != sorted(letters) or first == second:
        return None
    spelt = r"_(\d)".join(map(re.escape, single.split(head.key)[::2]))
    return Rule(member, re.compile(spelt), (apart[0], apart[1]), delta)


def _worth(sheet: Sheet, rule: Rule, at: dict[str, int], delta: int) -> fmpq | None:
    """What an entry is by the formula, with the numbers of the page."""
    expr = _put_in(sheet, rule.formula.expr, rule.delta, at, delta)
    value = scalar(expr, {}) if is_numeric(expr) else None
    return value if isinstance(value, fmpq) else None


def _put_in(sheet: Sheet, expr: Expr, key: str, at: dict[str, int], delta: int) -> Expr:
    match expr:
        case Name() if expr.key == key:
            return number(delta)
        case Name():
            value = _entry(sheet, expr, at)
            return expr if value is None else number(value)
        case Apply(function=function, args=(inner,)) if _entry(sheet, function, at) is not None:
            parts = (_put_in(sheet, part, key, at, delta) for part in (function, inner))
            return Call(expr.span, "mul", tuple(parts))  # p_i before brackets is a factor
        case _:
            return mapped(expr, lambda part: _put_in(sheet, part, key, at, delta))


def _entry(sheet: Sheet, name: Name, at: dict[str, int]) -> fmpq | None:
    """The entry of a list whose name has one of the letters as its index."""
    found = _ENTRY.fullmatch(name.key)
    if found is None or found[2] not in at:
        return None
    said, place = sheet.judge.scope.said, at[found[2]]
    whole = said.get(found[1])
    inside = isinstance(whole, Tensor) and len(whole.shape) == 1 and 0 < place <= len(whole.items)
    value = (
        whole.items[place - 1] if inside and isinstance(whole, Tensor) else said.get(f"{found[1]}_{place}")
    )
    return value if isinstance(value, fmpq) else None
