"""How a value comes about: its steps, and where the names in them have their values from."""

from __future__ import annotations

from workings.expr import Expr
from workings.record import record
from workings.source import Span
from workings.value import Value


@record(frozen=True, slots=True)
class Step:
    """One line of a working: `name = formula = substituted = value`, why, and how it came about in turn."""

    name: Expr | None  # what gets the value; None for a part of a formula
    formula: Expr
    substituted: Expr | None  # the formula with numbers put in; None where that says nothing more
    value: Value
    why: str = ""
    substeps: tuple[Step, ...] = ()


@record(frozen=True, slots=True)
class Origin:
    """A name that a value depends on: what it stands for, and the place that says so."""

    key: str
    value: Value | None  # None for a function of the document
    span: Span  # of the statement that bound it; starts below 0 where that is not on the page
    formula: Expr | None  # what it was worked out from; None for a given


@record(frozen=True, slots=True)
class Explanation:
    """How the value expected at a place comes from the givens."""

    span: Span  # of the claim or the blank
    origins: tuple[Origin, ...]  # every name it goes back to, the givens first
    step: Step
