"""Which steps of a sequence have to wait for others: the formulas of a document as a graph over positions.

An edge says that a letter at position t is worked out from another at t − lag. A way round that leads back to
the same letter at an earlier position is a recurrence: its steps run one after another, as many as there are
positions. Where there is none, every position can be worked out at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workings.document import Statement
from workings.expr import Call, Expr, Name, Number, walk
from workings.record import record

LARGEST_LAG = 64
_LINEAR = frozenset({"add", "sub", "neg", "mul", "times", "matmul", "transpose"})
_RUNNING = frozenset("tijnks")


@record(frozen=True, slots=True)
class Edge:
    """`source` at position t is worked out from `target` at t − lag, by this formula."""

    source: str
    target: str
    lag: int
    statement: Statement
    linear: bool


@record(frozen=True, slots=True)
class Recurrence:
    """A letter whose steps wait for its own earlier ones, and the statement that makes them."""

    letter: str
    variable: str
    statement: Statement
    linear: bool  # sums and products alone, which can be worked out in another order


def recurrences(statements: Iterable[Statement]) -> tuple[Recurrence, ...]:
    """The letters of a document that depend on their own earlier steps, in reading order."""
    edges = [edge for statement in statements for edge in _edges(statement)]
    found: dict[str, Recurrence] = {}
    for edge in edges:
        way = _back(edges, edge.source)
        if way is not None and edge.source not in found:
            head = edge.statement.members[0].expr
            variable = _variable(head) if isinstance(head, Name) else None
            linear = all(step.linear for step in way)
            found[edge.source] = Recurrence(edge.source, variable or "t", edge.statement, linear)
    return tuple(found.values())


def _edges(statement: Statement) -> Iterator[Edge]:
    head, *rest = statement.members
    if not isinstance(head.expr, Name) or not rest or statement.hypothesis:
        return
    variable = _variable(head.expr)
    if variable is None:
        return
    ahead = offset(head.expr.index[-1], variable) or 0
    formula = rest[0].expr
    linear = all(not isinstance(n, Call) or n.op in _LINEAR for n in walk(formula))
    for node in walk(formula):
        if isinstance(node, Name) and node.index:
            at = offset(node.index[-1], variable)
            if at is not None and 0 <= ahead - at <= LARGEST_LAG:
                yield Edge(head.expr.base, node.base, ahead - at, statement, linear)


def _variable(name: Name) -> str | None:
    """The letter that counts the positions in h_t, h_{t+1}."""
    if not name.index:
        return None
    letters = {part.key for part in walk(name.index[-1]) if isinstance(part, Name)}
    return letters.pop() if len(letters) == 1 and letters <= _RUNNING else None


def offset(index: Expr, variable: str) -> int | None:
    """t − 1 is −1, t is 0, t + 2 is 2; anything else is None."""
    match index:
        case Name(key=key):
            return 0 if key == variable else None
        case Call(op="sub" | "add" as op, args=(Name(key=key), Number(value=value))) if key == variable:
            return None if value.q != 1 else int(value.p) * (1 if op == "add" else -1)
        case _:
            return None


def _back(edges: list[Edge], start: str) -> list[Edge] | None:
    """A way from a letter back to itself at an earlier position."""
    stack: list[tuple[str, list[Edge]]] = [(start, [])]
    seen: set[tuple[str, bool]] = set()
    while stack:
        at, way = stack.pop()
        for edge in edges:
            if edge.source != at:
                continue
            longer = [*way, edge]
            late = any(step.lag for step in longer)
            if edge.target == start and late:
                return longer
            if (edge.target, late) not in seen:
                seen.add((edge.target, late))
                stack.append((edge.target, longer))
    return None
