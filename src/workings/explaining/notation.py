"""What a way of writing maths has to offer: the signs and layouts in which LaTeX and plain text differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

# How tightly a written expression holds together; a part that holds less tightly than its place asks for
# is put in brackets.
SUM, SIGNED, PRODUCT, FACTOR, POWER, ATOM = range(1, 7)


class Written(NamedTuple):
    """A written expression, and how tightly it holds together."""

    text: str
    level: int = ATOM


class Notation(Protocol):
    """One way of writing maths."""

    @property
    def labels_axes(self) -> bool:
        """Whether an axis is a subscript of the function's name."""

    @property
    def signs(self) -> dict[str, str]:
        """Signs of products and relations, by operation or by the sign itself."""

    def name(self, key: str, indexed: bool) -> Written:
        """A name by its key; `indexed` says that its subscript is worked out."""

    def function(self, op: str, word: str) -> str:
        """The name of a function."""

    def bracketed(self, text: str) -> str: ...

    def listed(self, items: Sequence[str], opening: str, closing: str) -> str: ...

    def matrix(self, rows: Sequence[Sequence[str]]) -> str: ...

    def fraction(self, over: Written, under: Written) -> Written: ...

    def power(self, base: str, exponent: Written) -> str: ...

    def transposed(self, base: str) -> str: ...

    def subscript(self, text: str) -> str: ...

    def words(self, text: str) -> str:
        """Words inside a formula."""

    def root(self, inner: str, order: str | None) -> str: ...

    def around(self, op: str, inner: str) -> str:
        """Bars and corners: absolute values, norms, floors and ceilings."""

    def fold(self, kind: str, under: str, over: str | None) -> str:
        """The sign of a sum, product, maximum or minimum with its bounds."""

    def cases(self, branches: Sequence[tuple[str, str | None]]) -> str: ...
