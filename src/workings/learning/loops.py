"""The sequences of a document as loops: those that hang on one another together, each group for itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from workings.expr import Call, Expr, Name, Number, mapped, number
from workings.learning.declaring import CannotRunError
from workings.learning.timing import step
from workings.record import record
from workings.resolving.patterns import Pattern, Patterns
from workings.resolving.recurrences import Recurrence, recurrence
from workings.resolving.steps import step_of, steps_in


@record(frozen=True, slots=True)
class Loop:
    """Equations that are run step by step; one that goes backwards is written as if it went forwards."""

    recurrence: Recurrence
    backwards: bool = False


def loops_of(patterns: Patterns) -> tuple[Loop, ...]:
    """The loops among some sequences; all others are worked out for every step at once."""
    needs = {key: _needs(pattern) & patterns.keys() for key, pattern in patterns.items()}
    reach = {key: _reached(key, needs) for key in needs}
    found: list[Loop] = []
    seen: set[str] = set()
    for key in needs:
        if key in seen or key not in reach[key]:
            continue
        group = {other for other in reach[key] if key in reach[other]}
        seen |= group
        found.append(_loop({other: pattern for other, pattern in patterns.items() if other in group}))
    return tuple(found)


def _needs(pattern: Pattern) -> set[str]:
    return {
        found.sequence for _, found in steps_in(pattern.formula) if found.lag(pattern.variable) is not None
    }


def _reached(start: str, needs: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        for other in needs[todo.pop()] - found:
            found.add(other)
            todo.append(other)
    return found


def _loop(group: dict[str, Pattern]) -> Loop:
    lags = {
        (found.lag(pattern.variable) or 0) - pattern.ahead
        for pattern in group.values()
        for _, found in steps_in(pattern.formula)
        if found.sequence in group and found.lag(pattern.variable) is not None
    }
    is_backwards = max(lags) > 0
    if is_backwards and min(lags) < 0:
        raise CannotRunError(
            f"{', '.join(sorted(group))}: steps that need those before and those behind them"
        )
    if is_backwards:
        group = {key: replace(p, formula=_mirrored(p.formula, p.variable)) for key, p in group.items()}
    made = recurrence(group)
    if made is None or not made.is_recursive:
        raise CannotRunError(f"{', '.join(sorted(group))}: a step needs itself")
    return Loop(made, is_backwards)


def _mirrored(expr: Expr, variable: str) -> Expr:
    """A formula with the steps behind in the place of those before."""
    found = step_of(expr) if isinstance(expr, Name) else None
    lag = None if found is None else found.lag(variable)
    if found is None or not lag:
        return mapped(expr, lambda part: _mirrored(part, variable))
    letter = Name(expr.span, variable, variable)
    far: Number = number(abs(lag), expr.span)
    return step(found.sequence, Call(expr.span, "sub" if lag > 0 else "add", (letter, far)))
