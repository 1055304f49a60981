"""A document evaluated twice, exactly and in floats: where the two part, and by how much."""

from __future__ import annotations

from collections.abc import Iterator

from workings import pipeline
from workings.learning.declaring import CannotRunError
from workings.learning.module import as_torch, build, written
from workings.learning.program import Program, program_of
from workings.record import record
from workings.resolving.scope import as_value
from workings.value import Tensor, Value


@record(frozen=True, slots=True)
class Row:
    """A name worked out in the document: its exact value, and how far floats are from it; or why not."""

    name: str
    exact: Value
    apart: float | None = None  # the largest difference, as a share of the largest entry
    reason: str = ""


def rows(document: pipeline.Document, names: tuple[str, ...] = (), *, double: bool = False) -> Iterator[Row]:
    """The names that a document works out, in reading order, each by its formulas from the givens alone."""
    scope = pipeline.judged(document).scope
    derived = [key for key, binding in scope.bindings.items() if binding.formula is not None]
    givens = [
        key for key in scope.bindings if key not in derived and as_value(scope.given.get(key)) is not None
    ]
    for key in names or derived:
        exact = as_value(scope.given.get(key))
        if exact is None:
            if names:
                raise CannotRunError(f"{key} has no value in the document")
            continue
        try:
            yield _row(key, exact, program_of(document, key, (), givens), double)
        except CannotRunError as problem:
            yield Row(key, exact, reason=str(problem))


def _row(key: str, exact: Value, program: Program, double: bool) -> Row:
    import torch

    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64 if double else torch.float32)
    try:
        with torch.no_grad():
            found = torch.as_tensor(build(written(program))())
    finally:
        torch.set_default_dtype(before)
    torch.set_default_dtype(torch.float64)
    try:
        wanted = as_torch(exact)
    finally:
        torch.set_default_dtype(before)
    if found.numel() != wanted.numel():
        return Row(key, exact, reason="the two have different shapes")
    difference = (found.double().reshape(wanted.shape) - wanted).abs().max()
    largest = wanted.abs().max()
    return Row(key, exact, float(difference / largest if largest else difference))


def size(value: Value) -> str:
    return "×".join(map(str, value.shape)) if isinstance(value, Tensor) else "1"
