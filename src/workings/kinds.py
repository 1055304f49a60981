"""What a document says names are: matrices and vectors of a size, orthogonal families, symmetric, …"""

from __future__ import annotations

from workings.expr import Expr
from workings.record import record
from workings.source import Span


@record(frozen=True, slots=True)
class Kind:
    """What was said of one name: its extents (none for a number), and what it has in common with others."""

    extents: tuple[Expr, ...] | None  # of ℝ^{n×d}; () is a number, None a vector or matrix of unsaid size
    rank: int  # 0 a number, 1 a vector, 2 a matrix
    span: Span
    section: int = 0  # in which it was said; elsewhere it may confirm, but not refute
    family: tuple[str, ...] = ()  # orthogonal to each other, this name among them
    norm: Expr | None = None  # of each of the family
    trait: str = ""  # symmetric, diagonal, orthogonal; spectral: diagonal because everybody writes it so
