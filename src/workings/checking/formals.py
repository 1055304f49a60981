"""Formal arguments: after `softmax(z_i) = …`, z stands for what softmax was last applied to."""

from __future__ import annotations

from dataclasses import field

from workings.checking.comparing.aligning import is_literal
from workings.document import Statement
from workings.evaluating import How, evaluate
from workings.expr import Call, Name, Number
from workings.record import record
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.traits import traits
from workings.value import Value

NEVER = -1  # a section that is never current: such a name may confirm, but not refute


@record(slots=True)
class Formals:
    """Which letter stands for the argument of an operation, and its latest actual argument."""

    letters: dict[str, str] = field(default_factory=dict)
    actuals: dict[str, Value] = field(default_factory=dict)

    def note(self, statement: Statement, scope: Scope) -> None:
        """Learn letters and arguments from a statement, and bind what became known."""
        head = statement.members[0].expr
        if isinstance(head, Call) and len(head.args) == 1 and isinstance(letter := head.args[0], Name):
            self.letters[head.op] = letter.base
            self._bind(head.op, statement, scope)
        for member in statement.members:
            if isinstance(member.expr, Number):
                continue
            for call in traits(member.expr).applied:
                value = as_value(evaluate(call.args[0], {}, How())) if is_literal(call.args[0]) else None
                if value is not None:
                    self.actuals[call.op] = value
                    self._bind(call.op, statement, scope)

    def _bind(self, op: str, statement: Statement, scope: Scope) -> None:
        letter, value = self.letters.get(op), self.actuals.get(op)
        if letter is None or value is None:
            return
        known = scope.bindings.get(letter)
        if known is None or known.section == NEVER:
            scope.bind(
                letter,
                Binding(
                    value, value, None, None, statement.span, NEVER, derived=False, literal=False, times=2
                ),
            )
