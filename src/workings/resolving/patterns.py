"""Formulas that hold for every index: h_t = … says what h_2 is as soon as a number takes the place of t."""

from __future__ import annotations

from flint import fmpq

from workings.evaluating import evaluate
from workings.expr import Call, Expr, Fold, Name, Number, mapped, walk
from workings.expr import number as numeral
from workings.record import record


@record(frozen=True, slots=True)
class Pattern:
    """`h_t = …`: the letter for the index, what holds for every one, and the section it was stated in."""

    variable: str
    formula: Expr
    section: int
    ahead: int = 0  # how far the index on the left is beyond the letter: 1 in x_{k+1} = …


def pattern_of(head: Expr, formula: Expr | None, section: int) -> Pattern | None:
    """The pattern that a statement makes: a letter for an index on the left, which the right side uses."""
    if not isinstance(head, Name) or len(head.index) != 1 or formula is None:
        return None
    (index,), ahead = head.index, 0
    match index:
        case Call(op="add", args=(letter, Number() as step)):
            index, ahead = letter, int(step.value.p)
    if not isinstance(index, Name) or len(index.key) != 1 or not _mentions(formula, index.key):
        return None
    return Pattern(index.key, formula, section, ahead)


def _mentions(formula: Expr, variable: str) -> bool:
    """Whether a formula depends on an index, in a subscript or by itself."""
    for node in walk(formula):
        if isinstance(node, Name):
            parts = (node, *(part for index in node.index for part in walk(index)))
            if any(isinstance(part, Name) and part.key == variable for part in parts):
                return True
    return False


def instantiate(expr: Expr, variable: str, at: int) -> Expr:
    """The formula with a number in the place of its index."""
    match expr:
        case Name() if expr.key == variable:
            return numeral(at, expr.span)
        case Name() if expr.index:
            return _subscripted(expr, variable, at)
        case Fold() if expr.variable == variable:
            return expr  # a sum over an index of its own
        case _:
            return mapped(expr, lambda part: instantiate(part, variable, at))


def _subscripted(name: Name, variable: str, at: int) -> Name:
    """`h_{t-1}` as `h_1`, if its subscript comes to a whole number."""
    if len(name.index) != 1 or not _mentions(name.index[0], variable):
        return name
    value = evaluate(name.index[0], {variable: fmpq(at)})
    if not isinstance(value, fmpq) or value.q != 1 or value < 0:
        return name
    text = str(value.p)
    key = f"{name.base}_{text}" if len(text) == 1 else f"{name.base}_{{{text}}}"
    return Name(name.span, key, name.base, (Number(name.index[0].span, value, fmpq(1), text),))
