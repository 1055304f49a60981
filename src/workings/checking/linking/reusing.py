"""A formula that was given a wrong value, met again inside another one: what follows from it is carried.

`Q K^T = …` goes wrong, and `Q K^T / \\sqrt{2} = …` is worked out from what was written there.
"""

from __future__ import annotations

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.expr import Array, Call, Expr, Name, Number, mapped
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope


def carried_from(scope: Scope, before: Link, link: Link) -> str | None:
    """The wrong claim from whose value a link follows."""
    approximate = link.member.sign in ("≈", "~")
    for formula, stated, cause in reversed(scope.misstated):
        source = _with(before.source, formula, stated)
        if source is before.source:
            continue
        followed = Quantity(source, scope.said, before.printed.how, scope.wide)
        if compare(link.printed, followed, approximate).is_sound:
            return cause
    return None


def _with(expr: Expr, formula: Expr, stated: Expr) -> Expr:
    """An expression with what was stated in the place of a formula; the same object if it has none."""
    if alike(expr, formula):
        return stated
    changed = False

    def change(part: Expr) -> Expr:
        nonlocal changed
        new = _with(part, formula, stated)
        changed = changed or new is not part
        return new

    new = mapped(expr, change)
    return new if changed else expr


def alike(first: Expr, second: Expr) -> bool:
    """Whether two expressions are the same but for their places."""
    match first, second:
        case Number(), Number():
            return bool(first.value == second.value)
        case Name(), Name():
            return first.key == second.key
        case Call(), Call():
            return first.op == second.op and not first.options and _all_alike(first.args, second.args)
        case Array(), Array():
            return _all_alike(first.items, second.items)
        case _:
            return False


def _all_alike(first: tuple[Expr, ...], second: tuple[Expr, ...]) -> bool:
    return len(first) == len(second) and all(map(alike, first, second))
