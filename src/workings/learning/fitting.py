"""Examples held to what the equations want, before anything is run: their names, shapes and values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from workings.learning.declaring import Shape, declared_shapes
from workings.learning.groups import BadDataError, Examples, Group
from workings.learning.naming import one_of
from workings.learning.program import Program
from workings.learning.shaping import shown
from workings.pipeline import Document, judged

if TYPE_CHECKING:
    import torch


def fitted(program: Program, groups: Iterable[Group]) -> list[Examples]:
    """The examples of the inputs of a program, or a word on which of them does not fit."""
    return [_fitted(program, group) for group in groups]


def sizes_of(document: Document, groups: Iterable[Group], inputs: Iterable[str]) -> dict[str, Shape]:
    """The sizes that the data have of inputs for which the document says none."""
    declared = declared_shapes(document.statements, judged(document).scope)
    found: dict[str, set[tuple[int, ...]]] = {}
    for group in groups:
        for key, rows in group.examples.items():
            name = one_of(key, list(inputs))
            if name is not None and name not in declared:
                shape = tuple(rows.shape[1:])
                found.setdefault(name, set()).add(() if shape == (1,) else shape)
    return {name: shapes.pop() for name, shapes in found.items() if len(shapes) == 1}


def _fitted(program: Program, group: Group) -> Examples:
    found: Examples = {}
    sizes: dict[str, int] = {}
    spelt = {one_of(key, program.inputs) or key: key for key in group.examples}
    for name in program.inputs:
        if name not in spelt:
            raise BadDataError(f"{group.path}: there is no {name} in it, only {', '.join(group.examples)}")
        rows, shape = group.examples[spelt[name]], program.shapes[name]
        if rows.dim() == 2 and rows.shape[1] == 1 and shape == ():
            rows = rows.reshape(-1)
        if not _fits(tuple(rows.shape[1:]), shape, sizes):
            have = shown(tuple(rows.shape[1:]))
            raise BadDataError(
                f"{group.place}: {name} is {have} in the data, and {shown(shape)} in the equations"
            )
        _allowed(program, name, rows, group)
        found[name] = _typed(rows, program.is_index(name))
    return found


def _typed(rows: torch.Tensor, is_index: bool) -> torch.Tensor:
    import torch

    return rows.long() if is_index else rows.to(torch.get_default_dtype())


def _fits(have: tuple[int, ...], want: Shape, sizes: dict[str, int]) -> bool:
    """Whether a shape is what is wanted; a letter stands for one length throughout."""
    if len(have) != len(want):
        return False
    return all(
        extent == (sizes.setdefault(size, extent) if isinstance(size, str) else size)
        for extent, size in zip(have, want, strict=True)
    )


def _allowed(program: Program, name: str, rows: torch.Tensor, group: Group) -> None:
    """Every value is in the set that the sheet names; what picks an entry is a whole number."""
    domain = program.domains.get(name)
    if domain is not None and bool((refused := domain.refuses(rows)).any()):
        said = f"and by {program.at(domain.span)} it is in {domain.said}"
    elif program.is_index(name) and bool((refused := (rows != rows.round()) | (rows < 0)).any()):
        said = "and has to be the number of a row or entry, a whole number from 0 on"
    else:
        return
    row, *entry = (int(place) for place in refused.nonzero()[0])
    which = f"{name}[{', '.join(str(place + 1) for place in entry)}]" if entry else name
    raise BadDataError(f"{group.where(row)}: {which} is {rows[(row, *entry)]:g}, {said}")
