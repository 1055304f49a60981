"""A module tried on the examples that ask most of it: what does not fit is said before any training."""

from __future__ import annotations

import re
from collections.abc import Sequence
from traceback import extract_tb
from typing import TYPE_CHECKING

from workings.learning.declaring import CannotRunError
from workings.learning.groups import BadDataError, Examples, Group
from workings.learning.module import Written
from workings.learning.naming import identifier
from workings.learning.program import Program
from workings.learning.shaping import shown
from workings.regex import regex

if TYPE_CHECKING:
    import torch

_OUTSIDE = regex(r"index (-?\d+) is out of bounds for dimension \d+ with size (\d+)")
_TABLE = regex(r"F\.embedding\((?P<asked>\w+)[^,]*, self\.(?P<table>\w+)\)")
_LENGTHS = regex(r"tensor a \((\d+)\) must match the size of tensor b \((\d+)\)")
_PRODUCT = regex(r"shapes cannot be multiplied \((\d+)x(\d+) and (\d+)x(\d+)\)")
_ASSIGNED = regex(r"\s*(\w+)(?:, \w+)* = ")


def loss_of(made: Written) -> None:
    """A loss is one number, for every example or for all; anything else is refused with its size."""
    result, program = made.result, made.program
    if all(size == 1 for size in result.shape):
        return
    formula = program.formulas.get(program.result)
    place = f"{program.at(formula.span)}: " if formula is not None else ""
    each = " for every example" if result.batched else ""
    raise CannotRunError(
        f"{place}{program.result} is {_many(result.shape)}{each}, and what is minimised is one number:"
        " take a sum or a mean of it"
    )


def _many(shape: Sequence[int | str]) -> str:
    kind = {1: "a vector of", 2: "a matrix of"}.get(len(shape), "an array of")
    return f"{kind} {shown(tuple(shape))}"


def tried(
    made: Written, module: torch.nn.Module, examples: Sequence[Examples], groups: Sequence[Group]
) -> None:
    """Run the largest and smallest numbers of every shape; whatever torch says is said of the example."""
    import torch

    trained = module.training
    module.eval()
    with torch.no_grad():
        for found, group in zip(examples, groups, strict=True):
            for row in _extremes(found):
                try:
                    told = module(*(found[name][[row, row]] for name in made.program.inputs))
                except (RuntimeError, IndexError) as problem:
                    said = _translated(problem, made, module, {key: rows[row] for key, rows in found.items()})
                    raise BadDataError(f"{group.where(row)}: {said}") from None
                if made.result.batched and told.shape[:1] != (2,):
                    raise CannotRunError(f"{made.program.result} mixes the examples of a batch")
    module.train(trained)


def _extremes(examples: Examples) -> list[int]:
    """The first example, and those with the largest and smallest of the whole numbers."""
    found = {0}
    for rows in examples.values():
        if not rows.is_floating_point():
            flat = rows.reshape(len(rows), -1)
            found |= {int(flat.amax(1).argmax()), int(flat.amin(1).argmin())}
    return sorted(found)


def _translated(problem: Exception, made: Written, module: torch.nn.Module, example: Examples) -> str:
    """What torch says, in the names of the sheet and with the place of the equation."""
    said = str(problem).partition("\n")[0]
    line = _source_line(problem, made)
    where = _equation(line, made.program)
    outside, table, lengths = _OUTSIDE.search(said), _TABLE.search(line), _LENGTHS.search(said)
    if outside is not None:
        return _too_large(made.program, example, int(outside[1]), int(outside[2])) + where
    if table is not None and "index out of range" in said:
        size = len(getattr(module, table["table"]))
        first = next((key for key in example if identifier(key) == table["asked"]), None)
        outer = [number for number in _numbers(example, first) if not 0 <= number < size]
        return _too_large(made.program, example, outer[0] if outer else size, size) + where
    product = _PRODUCT.search(said)
    if product is not None:
        a, b, c, d = product.groups()
        return f"no product of {a}×{b} and {c}×{d}{where}"
    if lengths is not None:
        a, b = int(lengths[1]), int(lengths[2])
        long = [f"{key} is {a if a in rows.shape else b} long" for key, rows in example.items()
                if {a, b}.intersection(rows.shape)]  # fmt: skip
        told = f": {', '.join(long)}" if long else ""
        return f"a length of {a} meets one of {b}{told}{where}"
    return f"the equations cannot be run on it: {re.sub(r'^[A-Z]', lambda m: m[0].lower(), said)}{where}"


def _numbers(example: Examples, name: str | None) -> list[int]:
    chosen = [example[name]] if name is not None else list(example.values())
    return [int(number) for rows in chosen if not rows.is_floating_point() for number in rows.reshape(-1)]


def _too_large(program: Program, example: Examples, number: int, size: int) -> str:
    """Of an index that there is no row or entry for: which input has it, and how far they go."""
    for key, rows in example.items():
        first = 1 if key in program.counted else 0
        if not rows.is_floating_point() and bool((rows == number + first).any()):
            return f"{key} has {number + first}, and there are {size}: from {first} to {size - 1 + first}"
    return f"there is no entry {number}: they go from 0 to {size - 1}"


def _source_line(problem: Exception, made: Written) -> str:
    """The line of the module that an error comes from."""
    frames = [frame for frame in extract_tb(problem.__traceback__) if frame.filename.startswith("<workings")]
    lines = made.source.splitlines()
    at = frames[-1].lineno if frames else None
    return lines[at - 1] if at is not None and at <= len(lines) else ""


def _equation(line: str, program: Program) -> str:
    """Where the equation stands that a line of the module was written from."""
    assigned = _ASSIGNED.match(line)
    for key, formula in program.formulas.items():
        if assigned is not None and identifier(key) == assigned[1]:
            return f", in {key} at {program.at(formula.span)}"
    return ""
