"""What … leaves out: head_1, …, head_4 are four names."""

from __future__ import annotations

from collections.abc import Sequence

from workings.expr import ELIDED, Array, Call, Expr, Hole, Name, Number
from workings.regex import regex
from workings.source import Span

TOKEN = regex(r"(?<=[_({\[,])([^\W\d_])?([-+]?\d{1,4})?(?=[\])},^_]|$)")


class CannotRunError(Exception):
    """The document does not say enough to be run; the message says what is missing."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.span = span  # of the formula, where it is known


def is_elided(item: Expr) -> bool:
    item = alone(item)
    return isinstance(item, Hole) and item.reason == ELIDED


def alone(item: Expr) -> Expr:
    """The one entry of a row."""
    return item.items[0] if isinstance(item, Array) and len(item.items) == 1 else item


def filled(items: Sequence[Expr]) -> tuple[Expr, ...]:
    """`head_1, …, head_4` with all that stand between."""
    found: list[Expr] = []
    for at, item in enumerate(items):
        if not is_elided(item):
            found.append(item)
        elif found and at + 1 < len(items):
            found += _between(found[-1], items[at + 1])
    return tuple(found)


def _between(first: Expr, last: Expr) -> list[Expr]:
    if not isinstance(first, Name) or not isinstance(last, Name):
        raise CannotRunError("a list with … in it whose ends are no names")
    numbers = [[*TOKEN.finditer(name.key)] for name in (first, last)]
    pairs = [(a, b) for a, b in zip(*numbers, strict=False) if a[0] != b[0]]
    if len(pairs) != 1 or not all(found[0].isdigit() for found in pairs[0]):
        raise CannotRunError(f"it is not plain what stands between {first.key} and {last.key}")
    start, end = pairs[0]
    keys = (
        f"{first.key[: start.start()]}{at}{first.key[start.end() :]}"
        for at in range(int(start[0]) + 1, int(end[0]))
    )
    return [Name(first.span, key, key) for key in keys]


def rows_of(items: Sequence[Expr]) -> tuple[str, Expr] | None:
    """Of x_1, …, x_T the name of all of them and their number, which is a letter."""
    match items:
        case (Name(base=base, index=(Number(value=first),)), dots, Name(base=other, index=(Name() as last,))):
            return (base, last) if is_elided(dots) and base == other and first == 1 else None
        case _:
            return None


def side_by_side(node: Array, items: tuple[Expr, ...]) -> Expr:
    """[head_1; …; head_h] sets matrices side by side."""
    return Call(node.span, "concat", items)
