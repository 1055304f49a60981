"""Steps laid out as lines: a chain of members and a reason each, however they are printed then."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from workings.explaining.latex import in_latex
from workings.explaining.plain import in_text
from workings.explaining.values import DIGITS, is_elided, shown
from workings.expr import Expr
from workings.record import record
from workings.step import Step
from workings.value import Tensor, Value

SIGNS_IN_LATEX = {"=": "=", "≈": "\\approx"}


@record(frozen=True, slots=True)
class Line:
    """One line: `first = second ≈ third`, how deep it stands, why it is there, and what is left out of it."""

    depth: int
    first: Expr
    rest: tuple[tuple[str, Expr], ...]
    why: str = ""
    remark: str = ""  # the shape of a value that is not written out

    def written(self, write: Callable[[Expr], str], signs: dict[str, str], between: str = " ") -> str:
        """The chain in a notation, with `between` before every sign."""
        return write(self.first) + "".join(
            f"{between}{signs[sign]} {write(expr)}" for sign, expr in self.rest
        )

    def in_latex(self) -> str:
        """The chain as LaTeX maths, without delimiters."""
        return self.written(in_latex, SIGNS_IN_LATEX)

    def in_text(self) -> str:
        """The chain as plain text."""
        return self.written(in_text, {"=": "=", "≈": "≈"})


def lines(step: Step, digits: int = DIGITS, *, detail: int = 1) -> Iterator[Line]:
    """The lines of a step: what is worked out before it, one deeper, and then the step itself."""
    for substep in step.substeps:
        yield from outline(substep, digits, detail=detail, depth=1)
    yield line(step, digits, detail)


def outline(step: Step, digits: int = DIGITS, *, detail: int = 1, depth: int = 0) -> Iterator[Line]:
    """A step and under it, one deeper, how it was worked out."""
    yield line(step, digits, detail, depth)
    for substep in step.substeps:
        yield from outline(substep, digits, detail=detail, depth=depth + 1)


def line(step: Step, digits: int = DIGITS, detail: int = 1, depth: int = 0) -> Line:
    """A step without its substeps: name, formula, numbers put in, exact value, rounded value."""
    members: list[tuple[str, Expr]] = []
    if step.name is not None:
        members.append(("", step.name))
    if (detail > 0 or not members) and step.formula != step.name:
        members.append(("=", step.formula))
    if step.substituted is not None and detail > 0:
        members.append(("=", step.substituted))
    found = shown(step.value, digits)
    if found.literal != members[-1][1]:
        members.append(("=" if found.is_exact else "≈", found.literal))
    if found.decimal is not None:
        members.append(("≈", found.decimal))
    remark = shape_of(step.value) if is_elided(step.value) else ""
    return Line(depth, members[0][1], tuple(members[1:]), step.why, remark)


def shape_of(value: Value) -> str:
    """The shape of a tensor, as `4 × 2`; nothing for a number."""
    return " × ".join(map(str, value.shape)) if isinstance(value, Tensor) else ""
