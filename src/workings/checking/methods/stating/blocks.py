"""Steps that are worked out alike, line by line, in one of which a line takes another number than its kin.

In the first and third step the gradient is taken at the look-ahead above it, `g = 2 · (2.69 - 3)`; then in
the second, where the look-ahead is 1.76, `g = 2 · (1.4 - 3)` takes what the step began with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from flint import fmpq

from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.recipes import is_near
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number, walk
from workings.finding import Claim

RULE = "copy/other-row"
WANTS = ("worked",)
LEAST_LINES, MOST_LINES = 2, 12  # of a step
LEAST_STEPS = 3
ROUGH = 50  # one part in so many may be rounding
_UNSAID = frozenset({"neg", "brackets"})
Steps: TypeAlias = Sequence[Sequence[Working]]


def claims_of_blocks(sheet: Sheet) -> Iterator[Claim]:
    """The first number of a step that the steps beside it take from another line."""
    lines = [line for line in workings_of(sheet) if not line.is_bare]
    for steps in _runs(lines):
        for at in range(1, len(steps[0])):
            claim = _of_column(sheet, steps, at)
            if claim is not None:
                yield claim
                return


def _runs(lines: Sequence[Working]) -> Iterator[Steps]:
    """Lines in steps: the same names and words in the same order, again and again."""
    keys = [_key(line) for line in lines]
    start = 0
    while start < len(lines):
        found = None
        for size in range(LEAST_LINES, MOST_LINES + 1):
            count = 1
            first = keys[start : start + size]
            while first == keys[start + count * size : start + (count + 1) * size] and "" not in first:
                count += 1
            if count >= LEAST_STEPS and len(set(first)) == size:
                found = [lines[start + n * size : start + (n + 1) * size] for n in range(count)]
                break
        if found is not None:
            yield found
        start += len(found) * len(found[0]) if found is not None else 1


def _key(line: Working) -> str:
    """What a line is called, or said to be."""
    return line.base if line.base.isidentifier() else line.words.lower().strip(" :.")


def _of_column(sheet: Sheet, steps: Steps, at: int) -> Claim | None:
    """A claim about one line of the steps, where it takes the result of another line in one of them."""
    column = [step[at] for step in steps]
    if len({_shape(line.formula.expr) for line in column}) > 1:
        return None
    numbers = [leaves(line.formula.expr) for line in column]
    if len({len(own) for own in numbers}) > 1:
        return None
    for slots in zip(*numbers, strict=True):
        for source in range(at):
            odd = _odd(steps, slots, source, at)
            if odd is not None:
                given = steps[odd][source]
                message = (
                    f"the steps beside it take {_called(given)} here, which is {show(given.number.value)}"
                )
                return sheet.claim(column[odd].formula.span, RULE, message, None, given.formula.span)
    return None


def _called(line: Working) -> str:
    return line.base if line.base.isidentifier() else line.words.strip(" :.")


def _shape(expr: Expr) -> tuple[str, ...]:
    """What is done with the numbers of a line, whatever their signs."""
    ops = (node.op for node in walk(expr) if isinstance(node, Call) and node.op not in _UNSAID)
    return tuple("add" if op == "sub" else op for op in ops)


def _odd(steps: Steps, slots: Sequence[Number], source: int, at: int) -> int | None:
    """The one step whose line takes some other result than the line above that all others take it from."""
    taken = [abs(slot.value) for slot in slots]
    results = [abs(step[source].number.value) for step in steps]
    off = [n for n, value in enumerate(taken) if value != results[n]]
    if len(off) != 1 or len({*results}) < LEAST_STEPS:
        return None
    (odd,) = off
    if is_near(results[odd], taken[odd], ROUGH) or _is_used(steps[odd], results[odd], at):
        return None
    lines = [(n, line) for n, step in enumerate(steps[: odd + 1]) for line in step]
    before = [place for place, (n, line) in enumerate(lines) if n < odd or line in steps[odd][:at]]
    mistaken = any(abs(lines[place][1].number.value) == taken[odd] for place in before)
    return odd if mistaken else None


def _is_used(step: Sequence[Working], result: fmpq, at: int) -> bool:
    """Whether a line of a step takes a result, so that it is not left aside."""
    return any(abs(leaf.value) == result for line in step[at:] for leaf in leaves(line.formula.expr))
