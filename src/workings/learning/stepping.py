"""A module that goes on where it stopped: new tokens in, their rows out, with what was seen kept.

What is done row by row is the same for new rows alone; causal attention asks the keys and values that were
kept, and a recurrence goes on from the states; a table of positions gives the rows that belong to the new
steps. Anything else that mixes rows is refused, and such a module is run anew on the whole sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from workings.expr import Call, Expr, Name
from workings.learning.declaring import CannotRunError
from workings.learning.operations import RULES
from workings.learning.program import Program
from workings.learning.terms import STEPS, Term
from workings.learning.writing import Writer

_T = TypeVar("_T")
_ALONG_ROWS = frozenset({"softmax", "layer_norm", "concat"})
_ROW_BY_ROW = frozenset({"mul", "times", "matmul", "select", "max", "min", *_ALONG_ROWS})


class StepWriter(Writer):
    """Writes the lines for the new steps of a sequence; every value of theirs has a row for each."""

    keeps_past = True

    def __init__(self, program: Program, inputs: Mapping[str, Term], tokens: str) -> None:
        super().__init__(program, inputs)
        length = program.shapes[tokens][0]
        self.growing = length if isinstance(length, str) else None

    def open_size(self, key: str) -> Term | None:
        if key == self.growing:
            raise CannotRunError(f"{key} is another number in every call")
        return super().open_size(key)

    def write(self, expr: Expr) -> Term:
        outer, self._of_steps = self._of_steps, False
        term = super().write(expr)
        if self._of_steps and term.shape[:1] != (STEPS,):
            raise CannotRunError("a value of all steps together")
        if STEPS in term.shape[1:]:
            raise CannotRunError("steps that see one another by more than causal attention")
        self._of_steps = outer or term.shape[:1] == (STEPS,)
        return term

    def outside(self, write: Callable[[], _T]) -> _T:
        kept, self._of_steps = self._of_steps, False
        made = super().outside(write)
        self._of_steps = kept
        return made

    def name(self, node: Name) -> Term:
        term = super().name(node)
        if self.scans.is_step(node):  # the last of them, which a recurrence has worked out one by one
            self._of_steps = False
        return term

    def call(self, node: Call) -> Term:
        term = super().call(node)
        if self._of_steps and not _is_row_by_row(node, term):
            raise CannotRunError(f"{node.op} of steps that come one by one")
        return term

    _of_steps = False  # whether a part of the expression that is being written has a row for each step


def _is_row_by_row(node: Call, term: Term) -> bool:
    """Whether an operation does with each row what it would do without the others."""
    if node.op in _ALONG_ROWS:
        return term.rank > 1 and not node.options
    return node.op in _ROW_BY_ROW or node.op not in RULES
