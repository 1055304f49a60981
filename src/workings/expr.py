"""The small language that every formula becomes.

Nodes are frozen and carry the span they were read from. Arithmetic is a `Call` of a primitive
(`add`, `mul`, …), a named operation is a `Call` too, so that one walk serves everything.
What could be read in two ways stays an `Alt` until a claim has to be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from itertools import islice
from typing import Any, TypeAlias

from flint import fmpq

from workings.record import record
from workings.source import Span

NOWHERE = Span(0, 0)
BLANK = "left out, to be filled in"  # reasons of holes that their author meant
ELIDED = "something is left out here"
PRODUCTS = frozenset({"mul", "times", "matmul"})  # what letters side by side may stand for
AT = "at"  # what is taken at a place, with names and values of the place behind it in turn


@record(frozen=True, slots=True, eq=False)
class Arithmetic:
    """Lets recipes be written with ordinary operators: `e / s` builds a division node."""

    facts: Any = field(default=None, init=False, repr=False, compare=False)  # for resolving/traits.py to keep

    def __add__(self, other: Operand) -> Call:
        return call("add", self, other)

    def __radd__(self, other: Operand) -> Call:
        return call("add", other, self)

    def __sub__(self, other: Operand) -> Call:
        return call("sub", self, other)

    def __rsub__(self, other: Operand) -> Call:
        return call("sub", other, self)

    def __mul__(self, other: Operand) -> Call:
        return call("hadamard", self, other)

    def __rmul__(self, other: Operand) -> Call:
        return call("hadamard", other, self)

    def __truediv__(self, other: Operand) -> Call:
        return call("div", self, other)

    def __rtruediv__(self, other: Operand) -> Call:
        return call("div", other, self)

    def __matmul__(self, other: Operand) -> Call:
        return call("matmul", self, other)

    def __pow__(self, other: Operand) -> Call:
        return call("pow", self, other)

    def __neg__(self) -> Call:
        return call("neg", self)


@record(frozen=True, slots=True)
class Number(Arithmetic):
    """A numeral as written: "0.10" has the value 1/10 and promises hundredths."""

    span: Span
    value: fmpq
    unit: fmpq  # one unit of the last digit written
    text: str

    @property
    def is_decimal(self) -> bool:
        """Written with a fractional part, so it may stand for a rounded value; 8.33e18 is written so too."""
        return self.unit != 1 and (self.unit < 1 or "." in self.text)


@record(frozen=True, slots=True)
class Name(Arithmetic):
    """A symbol: `W_Q`, `h_{t-1}`, `\\hat{y}`, or a phrase such as `Gini impurity`.

    `key` identifies it; `base` and `index` are kept so that `x_2` can mean the second entry of `x`.
    """

    span: Span
    key: str
    base: str
    index: tuple[Expr, ...] = ()


@record(frozen=True, slots=True)
class Call(Arithmetic):
    """A primitive or an operation applied to arguments, with options by name (axis, base, …)."""

    span: Span
    op: str
    args: tuple[Expr, ...]
    options: tuple[tuple[str, Expr], ...] = ()


@record(frozen=True, slots=True)
class Apply(Arithmetic):
    """A name in front of brackets: a function of the document, a label like P(A|B), or a product."""

    span: Span
    function: Name
    args: tuple[Expr, ...]
    key: str  # canonical text of the whole, which may itself have been given a value


@record(frozen=True, slots=True)
class Index(Arithmetic):
    """Entries of an expression: `A[0, 1]`, `(XW)_{12}`."""

    span: Span
    base: Expr
    index: tuple[Expr, ...]


@record(frozen=True, slots=True)
class Array(Arithmetic):
    """A vector or matrix literal. Rows are Arrays themselves; ragged ones are kept as written.

    `form` says how it was written: "list" ([a, b]), "tuple" ((a, b)), "matrix" (an environment),
    "column" (stacked entries). Only "matrix" fixes an orientation.
    """

    span: Span
    items: tuple[Expr, ...]
    form: str


@record(frozen=True, slots=True)
class Fold(Arithmetic):
    """A sum, product, maximum … over an index: kind is "sum", "prod", "max", "min"."""

    span: Span
    kind: str
    variable: str | None
    lower: Expr | None
    upper: Expr | None
    body: Expr


@record(frozen=True, slots=True)
class Cases(Arithmetic):
    """Piecewise: the first branch whose condition holds; a condition of None is "otherwise"."""

    span: Span
    branches: tuple[tuple[Expr, Expr | None], ...]


@record(frozen=True, slots=True)
class Relation(Arithmetic):
    """A comparison used as a condition, such as `x > 0`; `signs` stand between the members."""

    span: Span
    members: tuple[Expr, ...]
    signs: tuple[str, ...]


@record(frozen=True, slots=True)
class Alt(Arithmetic):
    """Several sensible readings of one span, the likeliest first; decided when a claim is judged."""

    span: Span
    options: tuple[Expr, ...]


@record(frozen=True, slots=True)
class Hole(Arithmetic):
    """A stretch that was not understood, and why."""

    span: Span
    text: str
    reason: str


Expr: TypeAlias = Number | Name | Call | Apply | Index | Array | Fold | Cases | Relation | Alt | Hole
Operand: TypeAlias = Arithmetic | int | fmpq


def number(value: int | fmpq, span: Span = NOWHERE) -> Number:
    """An exact number that nobody wrote."""
    return Number(span, fmpq(value), fmpq(1), str(value))


def name(key: str, span: Span = NOWHERE) -> Name:
    return Name(span, key, key)


def call(op: str, *operands: Operand) -> Call:
    """A node built by a recipe; it covers what its operands cover."""
    args = tuple(_lift(operand) for operand in operands)
    spans = [a.span for a in args if a.span is not NOWHERE]
    span = NOWHERE
    if spans:
        span = Span(min(s.start for s in spans), max(s.end for s in spans))
    return Call(span, op, args)


def _lift(operand: Operand) -> Expr:
    if isinstance(operand, int | fmpq):
        return number(operand)
    return operand  # type: ignore[return-value]  # Arithmetic is only ever an Expr


def children(node: Expr) -> tuple[Expr, ...]:
    """The direct parts of a node, in reading order."""
    if type(node) is Number or type(node) is Name:  # as most nodes are
        return ()
    if isinstance(node, Call):
        return node.args + tuple([value for _, value in node.options]) if node.options else node.args
    if isinstance(node, Array):
        return node.items
    if isinstance(node, Apply):
        return node.args
    if isinstance(node, Index):
        return (node.base, *node.index)
    if isinstance(node, Fold):
        bounds = tuple(b for b in (node.lower, node.upper) if b is not None)
        return (*bounds, node.body)
    if isinstance(node, Cases):
        return tuple(part for branch in node.branches for part in branch if part is not None)
    if isinstance(node, Relation):
        return node.members
    return node.options if isinstance(node, Alt) else ()


def mapped(node: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The node with each of its direct parts changed; itself where none of them is."""
    parts = children(node)
    changed = [change(part) for part in parts]
    if all(new is old for new, old in zip(changed, parts, strict=True)):
        return node
    return _with_parts(node, iter(changed))


def swapped(expr: Expr, old: Expr, new: Expr) -> Expr:
    """The expression with one node in it replaced."""
    return new if expr is old else mapped(expr, lambda part: swapped(part, old, new))


def _with_parts(node: Expr, parts: Iterator[Expr]) -> Expr:
    """The node with other parts, in the order of `children`."""
    match node:
        case Call():
            args = tuple(islice(parts, len(node.args)))
            return replace(node, args=args, options=tuple((key, next(parts)) for key, _ in node.options))
        case Apply():
            return replace(node, args=tuple(parts))
        case Index():
            return replace(node, base=next(parts), index=tuple(parts))
        case Array():
            return replace(node, items=tuple(parts))
        case Fold():
            lower, upper = (None if b is None else next(parts) for b in (node.lower, node.upper))
            return replace(node, lower=lower, upper=upper, body=next(parts))
        case Cases():
            branches = tuple(
                (next(parts), None if when is None else next(parts)) for _, when in node.branches
            )
            return replace(node, branches=branches)
        case Relation():
            return replace(node, members=tuple(parts))
        case Alt():
            return replace(node, options=tuple(parts))
        case _:
            return node


def walk(node: Expr) -> Iterator[Expr]:
    """The node and everything below it, in reading order, without recursion."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        kind = type(current)
        if kind is not Number and kind is not Name:
            stack += children(current)[::-1]


def has_at_most(node: Expr, most: int) -> bool:
    """Whether an expression has no more parts than so many, itself counted."""
    stack = [node]
    while stack:
        if most <= 0:
            return False
        most -= 1
        current = stack.pop()
        kind = type(current)
        if kind is not Number and kind is not Name:
            stack += children(current)
    return True


def alike(first: Expr, second: Expr) -> bool:
    """Whether two expressions are the same but for their places."""
    match first, second:
        case Number(), Number():
            return bool(first.value == second.value)
        case Name(), Name():
            return first.key == second.key
        case Call(), Call():
            return first.op == second.op and not first.options and _all_alike(first.args, second.args)
        case Array(), Array():
            return _all_alike(first.items, second.items)
        case Apply(), Apply():
            return first.function.key == second.function.key and _all_alike(first.args, second.args)
        case Index(), Index():
            return alike(first.base, second.base) and _all_alike(first.index, second.index)
        case _:
            return False


def _all_alike(first: tuple[Expr, ...], second: tuple[Expr, ...]) -> bool:
    return len(first) == len(second) and all(map(alike, first, second))
