"""What a document does with scores and softmaxes, noted with the values that names have at that place."""

from __future__ import annotations

from dataclasses import field

from workings.document import Member, Statement
from workings.evaluating import How, evaluate
from workings.expr import PRODUCTS, Call, Expr, Index, Name, walk
from workings.record import record
from workings.resolving.scope import Scope, as_value
from workings.value import Tensor


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

    def note(self, statement: Statement, scope: Scope) -> None:
        """Look through a statement while its names mean what they mean there."""
        for member in statement.members:
            for node in walk(member.expr):
                if not isinstance(node, Call):
                    continue
                if is_score_product(node):
                    value = as_value(evaluate(node, scope.said, How()))
                    if isinstance(value, Tensor):
                        self.scores.append(value)
                elif node.op == "softmax" and node.args and not statement.hypothesis:
                    argument = as_value(evaluate(node.args[0], scope.said, How()))
                    if isinstance(argument, Tensor):
                        self.softmaxes.append(Softmax(statement, member, node, argument))


def is_score_product(expr: Expr) -> bool:
    """A product of queries and keys, or an entry of one."""
    while isinstance(expr, Index):
        expr = expr.base
    if not isinstance(expr, Call) or expr.op not in PRODUCTS or len(expr.args) != 2:
        return False
    left, right = expr.args
    if isinstance(right, Call) and right.op == "transpose":
        right = right.args[0]
    return _letter(left) == "q" and _letter(right) == "k"


def _letter(expr: Expr) -> str:
    return expr.base[:1].lower() if isinstance(expr, Name) else ""
