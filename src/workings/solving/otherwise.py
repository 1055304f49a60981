"""Answers that no formula beside the question gives: an equation solved, a derivative, an entropy."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from flint import fmpq

from workings.checking.judging import Judge
from workings.document import Statement
from workings.evaluating import How, evaluate
from workings.explaining.steps import explain
from workings.explaining.tidying import tidied
from workings.expr import Apply, Call, Expr, Name, call, number, walk
from workings.regex import regex
from workings.resolving.derivatives import UnknownDerivativeError
from workings.resolving.quantity import Names
from workings.resolving.scope import Scope, as_value
from workings.resolving.slopes import Slopes, speaks_of_derivatives
from workings.resolving.traits import has_holes, names_in
from workings.solving.asking import Question
from workings.source import Page
from workings.step import Explanation, Step
from workings.value import Tensor, Value

POINTS = 4  # at which an equation is tried: on a line, three steps are alike
_BITS = regex(r"\bbits?\b|\\?log_?\{?2\}?(?!\d)")
_NATS = regex(r"\bnats?\b|\\ln\b|\bln\b")
UNIT = "H may be an entropy in bits or in nats, and the page does not say which"


def solved(
    question: Question, judge: Judge, statements: Iterable[Statement], digits: int
) -> Explanation | None:
    """A value for the name that is asked for: by the equation before it, or as an entropy."""
    step = _root(question, judge.scope, statements)
    if step is None and measured(question, judge.scope) is not None:
        step = _entropy(question, judge, digits)
    return None if step is None else Explanation(question.member.span, (), step)


# -- equations ----------------------------------------------------------------------------------


def _root(question: Question, scope: Scope, statements: Iterable[Statement]) -> Step | None:
    """`Solve 2x + 1 = 7: x = ?`: what solves the equation right before, if it is of the first degree."""
    head = question.statement.members[0].expr
    start = question.statement.span.start
    before = [one for one in statements if one.span.end <= start]
    if not isinstance(head, Name) or len(question.statement.members) != 2 or not before:
        return None
    members = before[-1].members
    if len(members) != 2 or members[1].sign != "=" or any(has_holes(member.expr) for member in members):
        return None
    if not any(head.key in names_in(member.expr) for member in members):
        return None
    difference = call("sub", members[0].expr, members[1].expr)
    values = [evaluate(difference, {**scope.said, head.key: fmpq(at)}) for at in range(POINTS)]
    exact = [value for value in values if isinstance(value, fmpq)]
    steps = {after - one for one, after in pairwise(exact)}
    if len(exact) < POINTS or len(steps) != 1 or 0 in steps:
        return None
    slope = steps.pop()
    quotient = call("div", number(-exact[0]), number(slope))
    return Step(head, quotient, None, -exact[0] / slope, "the equation is of the first degree")


# -- entropy ------------------------------------------------------------------------------------


def measured(question: Question, scope: Scope) -> Tensor | None:
    """The shares that `H(p) = ?` asks for the entropy of."""
    head = question.statement.members[0].expr
    if not isinstance(head, Apply) or head.function.key != "H" or len(head.args) != 1 or "H" in scope.said:
        return None
    value = as_value(evaluate(head.args[0], scope.said))
    if not isinstance(value, Tensor) or len(value.shape) != 1:
        return None
    shares = [item for item in value.items if isinstance(item, fmpq) and item >= 0]
    return value if len(shares) == len(value.items) and sum(shares, fmpq(0)) == 1 else None


def unit_of(page: Page) -> str | None:
    """The base of the logarithm of entropies, if a page speaks of bits or of nats and not of both."""
    bits, nats = _BITS.search(page.written) is not None, _NATS.search(page.written) is not None
    return None if bits == nats else "2" if bits else "e"


def _entropy(question: Question, judge: Judge, digits: int) -> Step | None:
    head, unit = question.statement.members[0].expr, unit_of(judge.page)
    if not isinstance(head, Apply) or unit is None:
        return None
    entropy = call("entropy", *head.args)
    return explain(entropy, judge.scope.said, How(log_base=unit), detail=1, digits=digits, name=head)


# -- derivatives --------------------------------------------------------------------------------


def slope(question: Question, judge: Judge, statements: Iterable[Statement]) -> Expr | None:
    """The formula that `d/dx x³ = ?` asks for, where all names in it are numbers."""
    asked = question.statement.members[0].expr
    if len(question.statement.members) != 2 or not speaks_of_derivatives(asked):
        return None
    names = _made_up(judge.scope, statements)
    try:
        found = Slopes(judge.scope, names, How(), free=True).expand(asked)
    except UnknownDerivativeError:
        return None
    if not all(_is_number(judge.scope, key) for key in names_in(found)) or _is_only_named(found):
        return None
    return tidied(found, lambda part: as_value(evaluate(part, names)))


def _made_up(scope: Scope, statements: Iterable[Statement]) -> Names:
    """The values of a document, and for its other letters some number each."""
    exprs = [member.expr for one in statements for member in one.members]
    keys = dict.fromkeys(node.key for expr in exprs for node in walk(expr) if isinstance(node, Name))
    letters = [key for key in keys if not key.endswith("'") and key[:1] not in ("∂", "∇")]
    free: dict[str, Value] = {key: fmpq(3 + at, 7) for at, key in enumerate(letters)}
    return free | dict(scope.said)


def _is_number(scope: Scope, key: str) -> bool:
    """Whether a letter may be taken for a number: nobody says that it is more, and it is no capital."""
    known = scope.said.get(key)
    small = not key[:1].isupper() or key in scope.declared.names
    return (
        small
        and not isinstance(known, Tensor)
        and key not in scope.declared.sizes
        and key not in scope.declared.kinds
    )


def _is_only_named(expr: Expr) -> bool:
    """Whether a derivative is in it that is only called by its name: σ'(z) says nothing new."""
    return any(isinstance(node, Call) and node.op.endswith("_prime") for node in walk(expr)) or any(
        isinstance(node, Apply) and node.function.key.endswith("'") for node in walk(expr)
    )
