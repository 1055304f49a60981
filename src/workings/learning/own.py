"""Operations that a document defines in its own way: Attention(Q, K, V) with a mask, a ReLU that leaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from workings.document import Statement
from workings.expr import Alt, Call, Expr, Name, mapped, walk
from workings.learning.rules import OF_TWO
from workings.record import record

_ARITHMETIC = frozenset("mul times matmul dot transpose norm bars neg sqrt".split()) | OF_TWO.keys()


@record(frozen=True, slots=True)
class Definition:
    """The names of the arguments, and what the operation is of them."""

    params: tuple[str, ...]
    body: Expr


def own_operations(statements: Iterable[Statement]) -> dict[str, Definition]:
    """The operations that a document says itself what they are."""
    found: dict[str, Definition] = {}
    for statement in statements:
        if not statement.is_equation:
            continue
        head, body = (member.expr for member in statement.members[:2])
        if not isinstance(head, Call) or head.op in _ARITHMETIC or head.options:
            continue
        params = tuple(arg.key for arg in head.args if isinstance(arg, Name))
        uses_itself = any(isinstance(node, Call) and node.op == head.op for node in walk(body))
        if len(params) == len(head.args) == len({*params}) and not uses_itself:
            found[head.op] = Definition(params, body)
    return found


def put_in(expr: Expr, own: Mapping[str, Definition], depth: int = 0) -> Expr:
    """A formula with the document's own operations written out."""
    while isinstance(expr, Alt):
        expr = expr.options[0]
    changed = mapped(expr, lambda part: put_in(part, own, depth))
    if not isinstance(changed, Call) or changed.op not in own or depth > len(own):
        return changed
    definition = own[changed.op]
    if len(definition.params) != len(changed.args) or changed.options:
        return changed
    given = dict(zip(definition.params, changed.args, strict=True))
    return put_in(_with(definition.body, given), {k: d for k, d in own.items() if k != changed.op}, depth + 1)


def _with(body: Expr, given: Mapping[str, Expr]) -> Expr:
    if isinstance(body, Name) and body.key in given:
        return given[body.key]
    return mapped(body, lambda part: _with(part, given))
