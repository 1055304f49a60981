"""The samples of operations as values, and what recipes and mistakes come to on them."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq

from workings.evaluating import How, evaluate
from workings.expr import name
from workings.ops import Mistakable
from workings.ops.operation import with_options
from workings.value import Result, Tensor, Undefined, Value


def title(part: object) -> str:
    return part.name if isinstance(part, Mistakable) else str(part).replace(" ", "")


def split(sample: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments and options of a sample."""
    if not isinstance(sample, tuple):
        return (sample,), {}
    if isinstance(sample[-1], dict):
        return sample[:-1], sample[-1]
    return sample, {}


def to_value(entries: Any) -> Value:
    """Nested lists of numbers as a value, exactly."""
    if not isinstance(entries, list):
        return fmpq(*float(entries).as_integer_ratio())
    parts = [to_value(entry) for entry in entries]
    if not isinstance(parts[0], Tensor):
        return Tensor((len(parts),), tuple(p for p in parts if not isinstance(p, Tensor)), loose=True)
    items = tuple(item for part in parts if isinstance(part, Tensor) for item in part.items)
    return Tensor((len(parts), *parts[0].shape), items)


def run(op: Mistakable, sample: Any, how: How | None = None) -> Result:
    args, options = split(sample)
    values = {f"arg{i}": to_value(arg) for i, arg in enumerate(args)}
    expr = with_options(op.name, *(name(key) for key in values), **options)
    return evaluate(expr, values, how or How())


def entries(result: Result) -> tuple[fmpq | arb, ...]:
    assert not isinstance(result, Undefined), result
    return result.items if isinstance(result, Tensor) else (result,)  # type: ignore[return-value]


def slipped(op: Mistakable, slug: str) -> list[Result]:
    """What a mistake comes to on every sample."""
    return [run(op, sample, How(slips={op.name: slug})) for sample in op.samples]


def differs(a: Result, b: Result) -> bool:
    if isinstance(a, Undefined) or isinstance(b, Undefined):
        return isinstance(a, Undefined) != isinstance(b, Undefined)
    if len(entries(a)) != len(entries(b)):
        return True
    return any(not arb(x).overlaps(arb(y)) for x, y in zip(entries(a), entries(b), strict=True))
