"""The values that a document lets a name have: y ∈ {0, 1}, s ∈ {0, …, 4}^T, p ∈ [0, 1]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flint import fmpq

from workings.document import Statement
from workings.evaluating import evaluate
from workings.expr import Alt, Array, Call, Expr, Hole, Name
from workings.record import record
from workings.resolving.scope import Scope, as_value
from workings.source import Span

if TYPE_CHECKING:
    import torch

_WHOLE = {"N": 0, "ℕ": 0, "Z": None, "ℤ": None}


@record(frozen=True, slots=True)
class Domain:
    """A set of numbers, and where it was declared; `values` are all of them where they are few."""

    said: str
    span: Span
    whole: bool = False
    low: float | None = None
    high: float | None = None
    values: tuple[float, ...] | None = None

    def refuses(self, rows: torch.Tensor) -> torch.Tensor:
        """Where a value is none of the set."""
        import torch

        if self.values is not None:
            return ~torch.isin(rows, torch.tensor(self.values, dtype=rows.dtype))
        refused = torch.zeros_like(rows, dtype=torch.bool)
        if self.whole:
            refused |= rows != rows.round()
        if self.low is not None:
            refused |= rows < self.low
        if self.high is not None:
            refused |= rows > self.high
        return refused

    @property
    def count(self) -> int | None:
        """How many values it has; None where they are not counted."""
        if self.values is not None:
            return len(self.values)
        if not self.whole or self.low is None or self.high is None:
            return None
        return int(self.high - self.low) + 1

    @property
    def counts_from_one(self) -> bool:
        """Whether it numbers classes or tokens from one on: {1, …, C}, {1, 2, 3}."""
        if self.values is not None:
            return self.values == tuple(range(1, len(self.values) + 1)) and len(self.values) > 1
        return self.whole and self.low == 1


def declared_domains(statements: Iterable[Statement], scope: Scope, text: str) -> dict[str, Domain]:
    """The sets that names were declared to be in, where they say more than that it is a number."""
    found: dict[str, Domain] = {}
    for statement in statements:
        if [member.sign for member in statement.members] != [None, "∈"] or statement.hypothesis:
            continue
        head, place = (member.expr for member in statement.members)
        domain = _domain(place, scope, text)
        if domain is not None:
            names = head.items if isinstance(head, Array) else (head,)
            found.update({item.key: domain for item in names if isinstance(item, Name)})
    return found


def _domain(expr: Expr, scope: Scope, text: str) -> Domain | None:
    while isinstance(expr, Alt):
        expr = expr.options[0]
    match expr:
        case Call(op="pow" | "transpose", args=(base, *_)):
            return _domain(base, scope, text)
        case Name(key=key) if key in _WHOLE:
            return Domain("ℕ" if key in "Nℕ" else "ℤ", expr.span, True, _WHOLE[key])
        case Array():
            opening = text[expr.span.start : expr.span.start + 2]
            return _set(expr, scope) if "{" in opening else _interval(expr, scope)
    return None


def _set(expr: Array, scope: Scope) -> Domain | None:
    """{0, 1}, {−1, 1}, {0, …, 4}, {1, …, C}; the last may have no value."""
    numbers = [None if isinstance(item, Hole) else _number(item, scope) for item in expr.items]
    gaps = [at for at, item in enumerate(expr.items) if isinstance(item, Hole)]
    if not gaps:
        values = tuple(number for number in numbers if number is not None)
        listed = ", ".join(f"{value:g}" for value in values)
        return Domain(f"{{{listed}}}", expr.span, values=values) if values and None not in numbers else None
    first, last = numbers[0], numbers[-1]
    if len(gaps) > 1 or first is None or gaps[0] != len(numbers) - 2 or first != int(first):
        return None
    if gaps[0] > 1 and numbers[1] != first + 1:
        return None
    shown = f"{last:g}" if last is not None else "…"
    return Domain(f"{{{first:g}, …, {shown}}}", expr.span, True, first, last)


def _interval(expr: Array, scope: Scope) -> Domain | None:
    """[0, 1] or (0, 1); at the ends of the second nothing is called wrong."""
    ends = [_number(item, scope) for item in expr.items]
    if len(ends) != 2 or ends[0] is None or ends[1] is None or ends[0] >= ends[1]:
        return None
    return Domain(f"[{ends[0]:g}, {ends[1]:g}]", expr.span, False, ends[0], ends[1])


def _number(expr: Expr, scope: Scope) -> float | None:
    value = as_value(evaluate(expr, scope.given))
    return int(value.p) / int(value.q) if isinstance(value, fmpq) else None
