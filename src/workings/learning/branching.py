"""Lists, cases and conditions in a formula."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from workings.expr import Array, Cases, Relation
from workings.learning.declaring import CannotRunError
from workings.learning.rules import COMPARISONS
from workings.learning.shaping import entrywise, joined, stacked
from workings.learning.terms import Term, floated, py

if TYPE_CHECKING:
    from workings.learning.writing import Writer


def listed(writer: Writer, node: Array) -> Term:
    """A list of terms: numbers become a vector, vectors are put one behind the other; rows, a matrix."""
    if not node.items:
        raise CannotRunError("an empty list")
    rows = [item for item in node.items if isinstance(item, Array)]
    if node.form != "matrix" or len(rows) < len(node.items):
        return joined([writer.write(item) for item in node.items])
    if all(len(row.items) == 1 for row in rows):
        parts = [writer.write(row.items[0]) for row in rows]
        return joined(parts, -2 if max(part.rank for part in parts) == 2 else -1)
    made = [joined([writer.write(item) for item in row.items]) for row in rows]
    return stacked(made) if all(row.rank == 1 for row in made) else joined(made, -2)


def cases(writer: Writer, node: Cases) -> Term:
    """The first branch whose condition holds, entry by entry; no number where none does."""
    (value, condition), *rest = node.branches
    if condition is None:
        return writer.write(value)
    test, yes = writer.write(condition), floated(writer.write(value))
    others = replace(node, branches=tuple(rest))
    no = floated(cases(writer, others)) if rest else Term(py("torch.nan"), ())
    whole = entrywise("(x, y)", test, entrywise("(x, y)", yes, no))
    chosen = py("torch.where(c, x, y)", c=test.node, x=yes.node, y=no.node)
    return Term(chosen, whole.shape, whole.batched)


def relation(writer: Writer, node: Relation) -> Term:
    """Where a comparison holds."""
    if len(node.members) != 2 or node.signs[0] not in COMPARISONS:
        raise CannotRunError("a condition that is no plain comparison")
    left, right = (writer.write(member) for member in node.members)
    return entrywise(COMPARISONS[node.signs[0]], left, right)
