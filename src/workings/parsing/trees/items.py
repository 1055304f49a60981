"""What readers of trees hand over: a token with its probability, and what is said to stand before it."""

from __future__ import annotations

from enum import Enum

from flint import fmpq

from workings.record import record
from workings.source import Span


class Where(Enum):
    """How an item says what stands before its token."""

    START = "at the start"
    UNDER = "below another item"
    AFTER = "behind words that are named"
    NEXT = "one step further along the only way that is open"
    LAST = "behind a single token, whatever stands before that"


@record(frozen=True, eq=False)
class Item:
    """One conditional probability as read, before its context is settled; each is only itself."""

    token: str
    weight: fmpq
    span: Span
    where: Where
    under: Item | None = None
    words: str = ""  # of AFTER and LAST; of START the words at the root
    certain: bool = True  # surely a conditional probability, and no product of several
    step: int | None = None
    weak: bool = False  # only taken to be at the start because nothing else is said


@record(frozen=True, slots=True)
class Product:
    """A way through the tree with the factors of its probability: `or → tea → ?`, 0.45 × 0.9 × 0.9."""

    words: str
    factors: tuple[fmpq, ...]
    span: Span
    is_drawn: bool = True  # with arrows; otherwise its first token has to be known


@record(frozen=True, slots=True)
class Border:
    """A heading, or the beginning of another example: what follows may be another tree, or surely is one."""

    span: Span
    is_chapter: bool = False
