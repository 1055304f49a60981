"""Equations with one unknown, and the value that is stated for it next: `6530 = 830 + C`, so `C = 5700`."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing.digits import stated_number
from workings.document import Statement
from workings.evaluating import How
from workings.expr import Apply, Expr, Name, call, number
from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import has_holes, names_in, traits

FURTHEST = 160  # characters between an equation and its solution
_BETWEEN = regex(
    r"(?:[\s$&>_,;:(){}\[\]—–]|---?|\\[\[\]()\\]|\\(?:begin|end)\{[a-z]+\*?\}|\\(?:quad|qquad)\b|\.(?=\s)"
    r"|=>|[⇒→⟹]|\\(?:Rightarrow|implies|rightarrow|to|therefore|Longrightarrow|iff|Leftrightarrow)(?![a-zA-Z])"
    r"|\b(?:so|then|thus|hence|therefore|and|which|that|this|we|get|gets|gives?|giving|yields?|means?|implies"
    r"|obtain|have|it|follows|solving|solve|solved|for [A-Za-z]|is|i\.e\.)\b)*"
)
_SOLVING = regex(
    r"=>|[⇒→⟹]|arrow|implies|therefore|iff|\b(?:so|thus|hence|get|gives?|giving|yields?|means|obtain|follows|solv)"
)


def unknown_of(statement: Statement) -> str | None:
    """The only letter of an equation of numbers that is no definition of it."""
    members = statement.members
    if len(members) != 2 or members[1].sign != "=" or statement.hypothesis:
        return None
    names = names_in(members[0].expr) | names_in(members[1].expr)
    if len(names) != 1 or isinstance(members[0].expr, Name | Apply):
        return None
    if any(has_holes(member.expr) for member in members) or _has_folds(statement):
        return None
    return next(iter(names))


def _has_folds(statement: Statement) -> bool:
    return any(traits(member.expr).folds for member in statement.members)


class Unsolved:
    """The equations with one unknown that stand right above, and where their claims are."""

    def __init__(self) -> None:
        self.key = ""
        self.equations: list[tuple[Statement, int]] = []

    def pass_by(self, scope: Scope, statement: Statement, claims: list[Claim], first: int) -> None:
        """Note an equation, or what became of those before it; `first` is its first claim."""
        key = unknown_of(statement)
        head = statement.members[0].expr
        if key is not None and key not in scope.said and first < len(claims):
            self.equations = [*(self.equations if key == self.key else ()), (statement, first)]
            self.key = key
            return
        if self.equations and is_named(head, self.key) and first < len(claims):
            self._uphold(claims, claims[first].verdict)
        self.equations = []

    def solved(self, text: str, link: Link, how: How) -> Link:
        """A name that is about to be given a value, valued by the equation right before it."""
        equation = self.equations[-1][0]
        between = text[equation.span.end : link.member.span.start]
        if not is_named(link.expr, self.key) or len(between) > FURTHEST:
            return link
        if _BETWEEN.fullmatch(between) is None or not _is_solving(equation, between):
            return link
        solution = _root(equation, self.key, how)
        if solution is None:
            return link
        value = Quantity(number(solution, link.expr.span), {}, how)
        return Link(link.member, link.expr, value, value, pattern=link.expr, certain=True)

    def _uphold(self, claims: list[Claim], verdict: Verdict) -> None:
        """Let the equations that the stated value solves count as right."""
        if verdict is not Verdict.RIGHT:
            return
        root = _root(self.equations[-1][0], self.key, How())
        for equation, at in self.equations:
            claim = claims[at]
            if claim.verdict is Verdict.UNDECIDED and _root(equation, self.key, How()) == root is not None:
                claims[at] = replace(claim, verdict=Verdict.RIGHT, message=f"{self.key} solves it")


def _is_solving(equation: Statement, between: str) -> bool:
    """Whether words or an arrow say so, or a new line goes on from what is no boundary such as 2x − 4 = 0."""
    if _SOLVING.search(between):
        return True
    sides = [stated_number(member.expr) for member in equation.members]
    return "\n" in between and not any(side is not None and side.value == 0 for side in sides)


def is_named(expr: Expr, key: str) -> bool:
    return isinstance(expr, Name) and expr.key == key


def _root(equation: Statement, key: str, how: How) -> fmpq | None:
    """What solves an equation, if it is of the first degree in its only letter."""
    left, right = (member.expr for member in equation.members)
    difference = call("sub", left, right)
    values = [Quantity(difference, {key: fmpq(at)}, how).value for at in range(4)]
    exact = [value for value in values if isinstance(value, fmpq)]
    steps = {after - before for before, after in pairwise(exact)}
    if len(exact) < len(values) or len(steps) != 1 or 0 in steps:
        return None
    return -exact[0] / steps.pop()
