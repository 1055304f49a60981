"""A link that is about to be called wrong, and what may be said of it instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from workings.checking.chain import Chain, Link
from workings.checking.comparing.aligning import is_literal
from workings.expr import Call, Expr, Name, Number, walk
from workings.record import record
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import is_plain, names_in, traits
from workings.source import Page

_BASE = frozenset("e")  # of natural logarithms


@record(frozen=True, slots=True)
class Case:
    """A link that differs from its predecessor and from the head, as doubts look at it."""

    scope: Scope
    page: Page
    chain: Chain
    before: Link  # what it was compared with
    link: Link

    @property
    def text(self) -> str:
        return self.page.text

    @property
    def start(self) -> int:
        return self.before.member.span.start

    @property
    def end(self) -> int:
        return self.link.member.span.end

    @property
    def op(self) -> str:
        """The operation that the predecessor is a call of, if any."""
        return self.before.expr.op if isinstance(self.before.expr, Call) else ""

    @property
    def has_names(self) -> bool:
        return bool(names_in(self.before.expr) or names_in(self.link.expr))

    @property
    def is_number(self) -> bool:
        return isinstance(self.link.expr, Number)

    @property
    def is_stated(self) -> bool:
        """Whether it is a number, stated for the first member of its chain."""
        return self.chain.at_start and is_literal(self.link.expr)

    @property
    def is_put_in(self) -> bool:
        """Whether it is made of numbers alone, for the first member of its chain."""
        return self.chain.at_start and is_plain(self.link.expr)

    def fits(self, expr: Expr) -> bool:
        """Whether it holds with another formula in the place of its predecessor."""
        scope = self.scope
        return self.link.fits(Quantity(expr, scope.said, self.before.printed.how, scope.wide))


@record(frozen=True, slots=True)
class Thought:
    """What may be said of a line instead of calling it wrong, and when."""

    says: str
    holds: Callable[[Case], bool]


def first_thought(thoughts: Iterable[Thought], case: Case) -> str | None:
    """What the first thought that holds says."""
    for thought in thoughts:
        if thought.holds(case):
            return thought.says
    return None


def is_settled(scope: Scope, expr: Expr) -> bool:
    """Whether nothing on the page changes its value: no names but the e that natural logarithms are to."""
    if is_plain(expr) or traits(expr).names != _BASE or "e" in scope.bindings:
        return is_plain(expr)
    parts = [*walk(expr)]
    logarithms = sum(isinstance(part, Call) and part.op == "log" for part in parts)
    return traits(expr).hole is None and logarithms == sum(isinstance(part, Name) for part in parts)
