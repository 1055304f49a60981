"""Examples of an operation's mistakes, made from its own samples: a call with its wrong and right value."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.evaluating import How, evaluate
from workings.evaluating.rendering import show
from workings.expr import name
from workings.ops.operation import Mistakable, Op, Sample, with_options
from workings.ops.spelling import SPELLINGS
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

TELLING_DIGITS = 3  # in the result of an example, so that no other slip gives the same by chance
DIGITS = 5  # of a value that has no end
NEAR = fmpq(1, 20)
LAYOUTS = {"bars": "|{}|"}  # what is written around its argument and not in front of it


class Example(NamedTuple):
    """A line with a slip in it, and the same line in order."""

    wrong: str
    right: str


def example_of(op: Mistakable, slug: str) -> Example | None:
    """The mistake at the sample that tells it best from the truth and from all other mistakes."""
    best: Example | None = None
    least: tuple[bool, ...] | None = None
    for sample in _candidates(op):
        right, wrong = _result(op, sample), _result(op, sample, slug)
        if right is None or wrong is None or _printed(right) == _printed(wrong):
            continue
        doubts = (
            _shape(right) != _shape(wrong) or _is_near(right, wrong),
            any(_is_shown_alike(_result(op, sample, other), wrong) for other in op.mistakes if other != slug),
            _digits(right, wrong) < TELLING_DIGITS,
            bool(_split(sample)[1]),  # options have more spellings than lists
        )
        if least is None or doubts < least:
            best = Example(_line(op, sample, _printed(wrong)), _line(op, sample, _printed(right)))
            least = doubts
        if not any(doubts):
            break
    return best


def _candidates(op: Mistakable) -> Iterator[Sample]:
    """The samples of the operation, then the same with rougher numbers, which say more."""
    yield from op.samples
    for sample in op.samples:
        args, options = _split(sample)
        count = itertools.count()
        rough = tuple(_roughened(arg, count) for arg in args)
        yield (*rough, options) if options else rough


def _roughened(entries: Any, count: Iterator[int]) -> Any:
    """Every number moved a little, each by another amount."""
    if isinstance(entries, list):
        return [_roughened(entry, count) for entry in entries]
    at = next(count)
    return round(entries + (13 + 29 * (at * at % 7) - 37 * (at % 3)) / 100, 2)


def _is_shown_alike(first: Value | None, second: Value) -> bool:
    return first is not None and _printed(first) == _printed(second)


def _printed(value: Value) -> str:
    """A value as the examples show it: exact if it can be, else to a few digits more than people write."""
    items = value.items if isinstance(value, Tensor) else (value,)
    return show(value, DIGITS) if any(isinstance(item, arb) for item in items) else show(value)


def _is_near(right: Value, wrong: Value) -> bool:
    """Whether the two are so near each other that the difference passes for rounding."""
    first = right.items if isinstance(right, Tensor) else (right,)
    second = wrong.items if isinstance(wrong, Tensor) else (wrong,)
    return all(bool(distance(a, b) < NEAR) for a, b in zip(first, second, strict=True))


def _shape(value: Value) -> tuple[int, ...]:
    return value.shape if isinstance(value, Tensor) else ()


def _digits(right: Value, wrong: Value) -> int:
    """How many digits the numbers show that are wrong, noughts at either end left out."""
    shown = [re.findall(r"[\d.]+", _printed(value)) for value in (right, wrong)]
    differing = [b for a, b in zip(*shown, strict=False) if a != b]
    return max((len(number.replace(".", "").strip("0")) for number in differing), default=0)


def _result(op: Mistakable, sample: Sample, slug: str | None = None) -> Value | None:
    """What the sample comes to by the right recipe or by a wrong one."""
    args, options = _split(sample)
    values = {f"arg{at}": _value(arg) for at, arg in enumerate(args)}
    expr = with_options(op.name, *map(name, values), **options)
    return as_value(evaluate(expr, values, How(slips={op.name: slug} if slug else {})))


def _split(sample: Sample) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a sample, and its options."""
    if not isinstance(sample, tuple):
        return (sample,), {}
    return (sample[:-1], sample[-1]) if isinstance(sample[-1], dict) else (sample, {})


def _value(entries: Any) -> Value:
    """Nested lists of numbers as a value, exactly."""
    if not isinstance(entries, list):
        return _exact(entries)
    parts = [_value(entry) for entry in entries]
    rows = [part for part in parts if isinstance(part, Tensor)]
    if not rows:
        return Tensor((len(parts),), tuple(p for p in parts if not isinstance(p, Tensor)), loose=True)
    return Tensor((len(rows), *rows[0].shape), tuple(item for row in rows for item in row.items))


def _exact(number: int | float) -> fmpq:
    """The number that is meant by a literal: 0.1 is one tenth."""
    whole, _, places = str(number).partition(".")
    return fmpq(int(whole + places), 10 ** len(places))


def _line(op: Mistakable, sample: Sample, value: str) -> str:
    """The call and what it comes to: in LaTeX, or in plain text where the name has an underscore."""
    args, options = _split(sample)
    inner = [_literal(arg) for arg in args] + [f"{key}={value}" for key, value in options.items()]
    spellings = op.names if isinstance(op, Op) else SPELLINGS.get(op.name, ())
    if op.name in LAYOUTS:
        return f"${LAYOUTS[op.name].format(', '.join(inner))} = {value}$"
    for written in spellings:
        word = written.rstrip("'")  # a derivative's prime stands behind the name
        if word.isalpha() and word.isascii():
            return f"$\\operatorname{{{word}}}{written[len(word) :]}({', '.join(inner)}) = {value}$"
    return f"{spellings[0] if spellings else op.name}({', '.join(inner)}) = {value}"


def _literal(entries: Any) -> str:
    return f"[{', '.join(map(_literal, entries))}]" if isinstance(entries, list) else str(entries)
