"""Examples held to the shapes that the equations want, before anything is run."""

from __future__ import annotations

from collections.abc import Iterable

from workings.expr import Index, Name, walk
from workings.learning.data import BadDataError, Examples, Group
from workings.learning.declaring import Shape
from workings.learning.entries import asked_rows
from workings.learning.program import Program
from workings.learning.shaping import shown


def fitted(program: Program, groups: Iterable[Group]) -> list[Examples]:
    """The examples of the inputs of a program, or a word on which of them does not fit."""
    return [_fitted(program, group.examples, group.place) for group in groups]


def _fitted(program: Program, examples: Examples, place: str) -> Examples:
    import torch

    found: Examples = {}
    sizes: dict[str, int] = {}
    for name in program.inputs:
        if name not in examples:
            raise BadDataError(f"{place}: there is no {name} in it, only {', '.join(examples)}")
        rows, shape = examples[name], program.shapes[name]
        if rows.dim() == 2 and rows.shape[1] == 1 and shape == ():
            rows = rows.reshape(-1)
        if not _fits(tuple(rows.shape[1:]), shape, sizes):
            have = shown(tuple(rows.shape[1:]))
            raise BadDataError(f"{place}: {name} is {have} in the data, and {shown(shape)} in the equations")
        found[name] = rows if _is_index(program, name) else rows.to(torch.get_default_dtype())
    return found


def _fits(have: tuple[int, ...], want: Shape, sizes: dict[str, int]) -> bool:
    """Whether a shape is what is wanted; a letter stands for one length throughout."""
    if len(have) != len(want):
        return False
    return all(
        extent == (sizes.setdefault(size, extent) if isinstance(size, str) else size)
        for extent, size in zip(have, want, strict=True)
    )


def _is_index(program: Program, name: str) -> bool:
    """Whether an input picks rows or entries of something, so that it has to stay a whole number."""
    whole = {*program.learned, *program.formulas, *program.values}  # W_x may be a name of its own
    for formula in program.formulas.values():
        for node in walk(formula):
            parts = node.index if isinstance(node, Name | Index) else ()
            if isinstance(node, Name) and node.key in whole:
                continue
            if any(isinstance(part, Name) and name in (part.key, part.base) for part in parts):
                return True
            if (asked := asked_rows(program.text, node)) is not None and asked.key == name:
                return True
    return False
