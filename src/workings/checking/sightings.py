"""What a document does with scores and softmaxes, noted with the values that names have at that place."""

from __future__ import annotations

from dataclasses import field, replace

from workings.document import Member, Statement
from workings.evaluating import How, evaluate
from workings.expr import PRODUCTS, Array, Call, Expr, Index, Name, Number, walk
from workings.record import record
from workings.resolving.scope import Scope, as_value
from workings.value import Scalar, Tensor


@record(frozen=True, slots=True)
class Softmax:
    """A softmax and the numbers it was taken of."""

    statement: Statement
    member: Member
    call: Call
    argument: Tensor


@record(slots=True)
class Sightings:
    """The products of queries and keys of a document, and its softmaxes."""

    scores: list[Tensor] = field(default_factory=list)
    softmaxes: list[Softmax] = field(default_factory=list)
    row: dict[tuple[str, str], Scalar] = field(default_factory=dict)  # products of one query, one by one
    powers: list[tuple[Statement, Number]] = field(default_factory=list)  # e^2, e^0, … one after the other

    def note(self, statement: Statement, scope: Scope) -> None:
        """Look through a statement while its names mean what they mean there."""
        self._note_power(statement)
        for member in statement.members:
            for node in walk(member.expr):
                if not isinstance(node, Call):
                    continue
                if is_score_product(node):
                    value = as_value(evaluate(node, scope.said, How()))
                    if isinstance(value, Tensor):
                        self.scores.append(value)
                    elif value is not None:
                        self._note_product(node, value)
                elif node.op == "softmax" and node.args and not statement.hypothesis:
                    argument = as_value(evaluate(node.args[0], scope.said, How()))
                    if isinstance(argument, Tensor):
                        self.softmaxes.append(Softmax(statement, member, node, argument))

    def _note_product(self, product: Call, value: Scalar) -> None:
        """`q_2 k_1 = 3`, `q_2 k_2 = 0` as a row of scores."""
        query, key = map(_key, product.args)
        if any(other != query for other, _ in self.row):
            self.row = {}
        self.row[query, key] = value
        if len(self.row) > 1:
            if len(self.row) > 2:
                self.scores.pop()  # it goes on
            self.scores.append(Tensor((len(self.row),), tuple(self.row.values())))

    def _note_power(self, statement: Statement) -> None:
        """`e^3 = 20.086`, `e^0 = 1` as the softmax that they are the numerators of."""
        exponent = _exponent(statement.members[0].expr) if len(statement.members) > 1 else None
        if exponent is None or statement.hypothesis:
            self.powers = []
            return
        self.powers.append((statement, exponent))
        if len(self.powers) > 1:
            first = self.powers[0][0]
            items = tuple(one for _, one in self.powers)
            listed = Array(first.span, items, "list")
            numbers = Tensor((len(items),), tuple(one.value for one in items))
            softmax = Softmax(first, first.members[0], Call(first.span, "softmax", (listed,)), numbers)
            if len(self.powers) > 2:
                self.softmaxes.pop()  # it goes on
            self.softmaxes.append(softmax)


def _exponent(expr: Expr) -> Number | None:
    """The exponent of a power of e, where that is a number."""
    if not isinstance(expr, Call) or expr.op != "exp" or len(expr.args) != 1:
        return None
    inner, sign = expr.args[0], 1
    while isinstance(inner, Call) and inner.op in ("neg", "brackets"):
        sign = -sign if inner.op == "neg" else sign
        inner = inner.args[0]
    return replace(inner, value=sign * inner.value) if isinstance(inner, Number) else None


def is_score_product(expr: Expr) -> bool:
    """A product of queries and keys, or an entry of one."""
    while isinstance(expr, Index):
        expr = expr.base
    if not isinstance(expr, Call) or expr.op not in PRODUCTS or len(expr.args) != 2:
        return False
    query, key = map(_key, expr.args)
    return query[:1].lower() == "q" and key[:1].lower() == "k"


def _key(expr: Expr) -> str:
    """The name of a vector or of its transpose."""
    inner = expr.args[0] if isinstance(expr, Call) and expr.op == "transpose" else expr
    return inner.key if isinstance(inner, Name) else ""
