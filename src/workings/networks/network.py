"""A network that was found in a document: its layers in order, their sizes, and what does not fit."""

from __future__ import annotations

from enum import Enum

from workings.networks.passing import Misfit
from workings.networks.sizes import Shape, Size
from workings.record import record
from workings.source import Span


class Origin(Enum):
    """Where the size of the input comes from, which decides what it can be held against."""

    CODE = "the code"
    ASKED = "--input"
    TEXT = "the text"
    INFERRED = "what fits"
    OPEN = "nowhere"


@record(frozen=True, slots=True)
class Line:
    """One row of a network's table."""

    span: Span
    name: str
    shape: Shape | None
    parameters: Size
    counted: bool = True  # False where a layer was met before, whose parameters count once


@record(frozen=True, slots=True)
class Trouble:
    """A place where a network does not fit, with the layer as it would."""

    span: Span
    name: str
    misfit: Misfit
    mended: str | None  # `nn.Linear(144, 10)`


@record(frozen=True, slots=True)
class Made:
    """A shape that a line of a program gives for certain, with what went into it where that is known."""

    span: Span
    shape: Shape
    before: Shape | None = None  # what went in, for a layer
    whole: bool = True  # of a statement, and not only of a call inside it


@record(frozen=True, slots=True)
class Network:
    """A network and one pass through it."""

    name: str
    span: Span
    shape: Shape | None  # of the input
    origin: Origin
    lines: tuple[Line, ...]
    parameters: Size
    troubles: tuple[Trouble, ...] = ()
    made: tuple[Made, ...] = ()  # by the statements of its forward pass
    noted: str = ""  # what else is to be said of it
