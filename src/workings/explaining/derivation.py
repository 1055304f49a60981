"""Where a value comes from: the formula, its names, and in turn what these were worked out from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from flint import arb, fmpq

from workings.evaluating import Function, How
from workings.explaining.steps import explain
from workings.explaining.values import DIGITS
from workings.expr import Apply, Expr, Name
from workings.record import record
from workings.source import Span
from workings.step import Explanation, Origin
from workings.value import Tensor, Value

MOST_ORIGINS = 80  # names that an explanation goes back to


@record(frozen=True, slots=True)
class Source:
    """What a name stood for at some point of the document, and from which formula and names it had that."""

    key: str
    meaning: Value | Function
    span: Span
    formula: Expr | None = None
    how: How = field(default_factory=How)
    uses: tuple[Source, ...] = ()


@record(frozen=True, slots=True)
class Derivation:
    """What is expected at a place: an expression in its surroundings, or the reason why nothing is."""

    span: Span  # of the member that states the value, leaves it blank, or is a formula nobody worked out
    title: Expr | None  # the name that gets the value
    expr: Expr | None
    how: How
    uses: tuple[Source, ...]
    reason: str = ""  # why there is no value
    trusted: bool = True  # its names were given their meaning close by
    turned: frozenset[str] = frozenset()  # names of lists that their author writes as columns, [1, 2]^T


def explanation(derivation: Derivation, detail: int = 1, digits: int = DIGITS) -> Explanation | None:
    """The steps of a derivation and the names that it goes back to; None where it has no value."""
    expr, how, uses, title = derivation.expr, derivation.how, derivation.uses, derivation.title
    if expr is None:
        return None
    while isinstance(expr, Name | Apply) and (source := _source(expr.key, uses)) is not None:
        if source.formula is None or isinstance(source.meaning, Function):
            break
        title = title or expr
        expr, how, uses = source.formula, source.how, source.uses
    names = {source.key: source.meaning for source in uses}
    turned = derivation.turned
    step = explain(expr, names, how, detail=detail, digits=digits, name=title, turned=turned)
    if step is None:
        return None
    return Explanation(derivation.span, tuple(_origins(uses)), step)


def _source(key: str, uses: tuple[Source, ...]) -> Source | None:
    return next((source for source in uses if source.key == key), None)


def _origins(uses: tuple[Source, ...]) -> Iterator[Origin]:
    """Every name once, those that others are worked out from first."""
    seen: set[tuple[str, Span]] = set()
    stack = [(source, False) for source in reversed(uses)]
    while stack and len(seen) < MOST_ORIGINS:
        source, done = stack.pop()
        place = (source.key, source.span)
        if done:
            meaning = source.meaning
            value = meaning if isinstance(meaning, fmpq | arb | Tensor) else None
            yield Origin(source.key, value, source.span, source.formula)
        elif place not in seen:
            seen.add(place)
            stack.append((source, True))
            stack.extend((inner, False) for inner in reversed(source.uses))


class Asked(Mapping[str, Value | Function]):
    """The names of a document, keeping those that an evaluation really asked for."""

    def __init__(self, names: Mapping[str, Value | Function]) -> None:
        self.names = names
        self.found: dict[str, Value | Function] = {}

    def __getitem__(self, key: str) -> Value | Function:
        self.found[key] = self.names[key]
        return self.found[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
