"""Equations with one unknown, and the value that is stated for it next: `6530 = 830 + C`, so `C = 5700`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.digits import stated_number
from workings.checking.linking.expecting.inverting import roots
from workings.checking.slips.target import as_float
from workings.document import Member, Statement
from workings.evaluating import How
from workings.expr import Apply, Array, Expr, Name
from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import has_holes, names_in, traits
from workings.value import Tensor

FURTHEST = 160  # characters between an equation and its solution
MOST_OFF = 1  # a whole number that is less off may be rounded on purpose: 3^n = 1000, so n = 7
_SIGNS = (
    r"[\s$&>_,;:(){}\[\]—–]|---?|\\[\[\]()\\]|\\(?:begin|end)\{[a-z]+\*?\}|\\(?:quad|qquad|text)\b|\.(?=\s)"
)
_BETWEEN = regex(
    rf"(?:{_SIGNS}"
    r"|=>|[⇒→⟹]|\\(?:Rightarrow|implies|rightarrow|to|therefore|Longrightarrow|iff|Leftrightarrow)(?![a-zA-Z])"
    r"|\b(?:so|then|thus|hence|therefore|and|which|that|this|we|get|gets|gives?|giving|yields?|means?|implies"
    r"|obtain|have|has|it|follows|solving|solve|solved|for[\s$]+[A-Za-z]\b|is|i\.e\.|the|its|two|only|are"
    r"|roots?|solutions?|zeros?|taking|logs?|logarithms?|square|both|sides|of"
    r"|also|daher|folgt|ergibt|donc|luego)\b)*",
    re.I,
)
_AND = regex(rf"(?:{_SIGNS}|\b(?:or|and|oder|und|ou|et|o|y)\b|\\(?:vee|lor|wedge|land)\b)*", re.I)
_OR = regex(r"\b(?:or|and|oder|und|ou|et|o|y)\b|\\(?:vee|lor)\b|,", re.I)
_SOLVING = regex(
    r"=>|[⇒→⟹]|arrow|implies|therefore|iff|\b(?:so|then|thus|hence|get|gives?|giving|yields?|means|obtain|follows"
    r"|solv|roots?|solutions?|zeros?|taking|daher|folgt|ergibt|donc|luego)",
    re.I,
)
_CONSTANTS = frozenset({"e", "π"})


def unknown_of(statement: Statement) -> str | None:
    """The only letter of an equation of numbers that is no definition of it: `dL/dw = 2w - 6 = 0` is one."""
    members = statement.members[-2:]
    if members[-1].sign != "=" or statement.hypothesis:
        return None
    if isinstance(members[0].expr, Name | Apply):
        return None
    if len(statement.members) > 2 and not traits(members[1].expr).is_plain:
        return None
    names = (names_in(members[0].expr) | names_in(members[1].expr)) - _CONSTANTS
    if len(names) != 1:
        return None
    if any(has_holes(member.expr) for member in members) or _has_folds(statement):
        return None
    return next(iter(names))


def _has_folds(statement: Statement) -> bool:
    return any(traits(member.expr).folds for member in statement.members[-2:])


class Unsolved:
    """The equations with one unknown that stand right above, and where their claims are."""

    def __init__(self) -> None:
        self.key = ""
        self.equations: list[tuple[Statement, int | None]] = []
        self.reach = 0  # where the latest of them, or of their solutions, ends
        self.solutions = 0

    def pass_by(self, scope: Scope, statement: Statement, claims: list[Claim], first: int) -> None:
        """Note an equation, or what became of those before it; `first` is its first claim."""
        key = unknown_of(statement)
        head = statement.members[0].expr
        if key is not None and key not in scope.said:
            kept = self.equations if key == self.key and not self.solutions else []
            self.equations = [*kept, (statement, first if first < len(claims) else None)]
            self.key, self.reach, self.solutions = key, statement.span.end, 0
            return
        if self.equations and is_named(head, self.key) and first < len(claims):
            self._uphold(claims, claims[first].verdict)
        if self.equations and _is_pair(head, self.key):
            self.reach = statement.span.end  # x_1 and x_2 may follow
            return
        if self.equations and is_solution(head, self.key) and not self.solutions:
            self.reach, self.solutions = statement.span.end, 1  # another root may follow
            return
        self.equations, self.solutions = [], 0

    def solved(self, text: str, link: Link, how: How, rest: Sequence[Member]) -> Link:
        """A name that is about to be given a value, valued by the equation right before it."""
        pair = _is_pair(link.expr, self.key)
        if not (pair or is_solution(link.expr, self.key)) or not self._leads_on(text, link):
            return link
        found = [root for one in self._alternatives(text) for root in _roots(one, self.key, how)]
        if pair:
            return _both(found, link, rest, how)
        if len(found) < 2 and (self.solutions or not is_named(link.expr, self.key)):
            return link
        solution = _nearest(found, rest, how)
        if solution is None:
            return link
        value = Quantity(solution, {}, how)
        return Link(link.member, link.expr, value, value, pattern=link.expr, certain=True)

    def _alternatives(self, text: str) -> list[Statement]:
        """The last equation, with those that it is joined to on its line: x - 2 = 3 or x - 2 = -3."""
        joined = [self.equations[-1][0]]
        for before, _ in reversed(self.equations[:-1]):
            between = text[before.span.end : joined[0].span.start]
            if "\n" in between or not _OR.search(between) or not _AND.fullmatch(between):
                break
            joined.insert(0, before)
        return joined

    def _leads_on(self, text: str, link: Link) -> bool:
        """Whether nothing but words of solving stands between an equation and a name, or two solutions."""
        between = text[self.reach : link.member.span.start]
        if len(between) > FURTHEST:
            return False
        if self.solutions:
            return _AND.fullmatch(between) is not None
        if _BETWEEN.fullmatch(between) is None:
            return False
        plain = is_named(link.expr, self.key)
        return _SOLVING.search(between) is not None or (plain and _goes_on(self.equations[-1][0], between))

    def _uphold(self, claims: list[Claim], verdict: Verdict) -> None:
        """Let the equations that the stated value solves count as right."""
        if verdict is not Verdict.RIGHT:
            return
        *_, (last, _) = self.equations
        solved = _roots(last, self.key, How())
        for equation, at in self.equations:
            claim = claims[at] if at is not None else None
            if at is None or claim is None or claim.verdict is not Verdict.UNDECIDED:
                continue
            if equation is last or (solved and _roots(equation, self.key, How()) == solved):
                claims[at] = replace(claim, verdict=Verdict.RIGHT, message=f"{self.key} solves it")


def _goes_on(equation: Statement, between: str) -> bool:
    """Whether a new line goes on from an equation that is no boundary such as 2x − 4 = 0."""
    sides = [stated_number(member.expr) for member in equation.members[-2:]]
    return "\n" in between and not any(side is not None and side.value == 0 for side in sides)


def is_named(expr: Expr, key: str) -> bool:
    return isinstance(expr, Name) and expr.key == key


def is_solution(expr: Expr, key: str) -> bool:
    """Whether a name is the unknown, or one of its two values: x, x_1, x_2."""
    return is_named(expr, key) or (isinstance(expr, Name) and expr.key in (f"{key}_1", f"{key}_2"))


def _is_pair(expr: Expr, key: str) -> bool:
    """Whether a name stands for both values of the unknown: x_{1,2}."""
    return isinstance(expr, Name) and expr.base == key and "".join(expr.key.split()) == f"{key}_{{1,2}}"


def _both(found: list[Expr], link: Link, rest: Sequence[Member], how: How) -> Link:
    """Two roots in the order in which they are stated."""
    stated = Quantity(rest[0].expr, {}, how).value if rest else None
    if not isinstance(stated, Tensor) or len(stated.items) != 2 or len(found) != 2:
        return link
    orders = [Array(link.expr.span, (a, b), "list") for a, b in (found, reversed(found))]
    first, second = ((one, Quantity(one, {}, how)) for one in orders)
    meant = second if compare(Quantity(rest[0].expr, {}, how), second[1], False).is_sound else first
    return Link(link.member, link.expr, meant[1], meant[1], pattern=link.expr, certain=True)


def _roots(equation: Statement, key: str, how: How) -> list[Expr]:
    left, right = (member.expr for member in equation.members[-2:])
    return roots(left, right, key, how)


def _nearest(found: list[Expr], rest: Sequence[Member], how: How) -> Expr | None:
    """The root that a stated number is meant to be; None where that may be rounded on purpose."""
    stated = next((value for m in rest if (value := Quantity(m.expr, {}, how).value) is not None), None)
    values = [(Quantity(root, {}, how).value, root) for root in found]
    known = [(value, root) for value, root in values if isinstance(value, fmpq | arb)]
    if len(known) < len(found) or not isinstance(stated, fmpq | arb) or not known:
        return None
    there = as_float(stated)
    value, root = min(known, key=lambda pair: abs(as_float(pair[0]) - there))
    whole = isinstance(stated, fmpq) and stated.q == 1
    if whole and not isinstance(value, fmpq) and bool(abs(value - stated) < MOST_OFF):
        return None
    return root
