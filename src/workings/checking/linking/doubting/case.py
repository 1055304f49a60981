"""A link that is about to be called wrong, and what may be said of it instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from workings.checking.chain import Chain, Link
from workings.checking.comparing.aligning import is_literal
from workings.checking.linking.doubting import facts as has
from workings.expr import Call, Expr, Name, Number, walk
from workings.record import record
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import is_plain, names_in, traits
from workings.source import Page
from workings.value import Tensor

NEAR = 40  # characters before a formula and behind its value that may say what they are
NOTHING_SAID = "$ \t\n"
MOST_KEPT = 1000  # kinds of cases

_BASE = frozenset("e")  # of natural logarithms


@record(frozen=True, slots=True)
class Case:
    """A link that differs from its predecessor and from the head, as doubts look at it."""

    scope: Scope
    page: Page
    chain: Chain
    before: Link  # what it was compared with
    link: Link
    facts: int = field(default=0, init=False)
    ops: frozenset[str] = field(default=frozenset(), init=False)  # the operations on its two sides

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", facts_of(self))
        object.__setattr__(self, "ops", traits(self.before.expr).ops | traits(self.link.expr).ops)

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


def facts_of(case: Case) -> int:
    """What thoughts may need of a case."""
    before, link, text = case.before, case.link, case.page.text
    here, start, end = traits(before.expr), before.expr.span.start, link.member.span.end
    starts, states = case.chain.at_start, isinstance(link.expr, Number)
    return (
        starts * has.START
        | (starts and isinstance(before.expr, Number)) * has.FIRST
        | bool(text[max(0, start - NEAR) : start].strip(NOTHING_SAID)) * has.LED
        | bool(text[end : end + NEAR].strip(NOTHING_SAID)) * has.FOLLOWED
        | case.has_names * has.NAMED
        | (not here.is_plain) * has.LETTERS
        | bool(names_in(before.source)) * has.SOURCED
        | here.scaled * has.SCALED
        | (has.NUMBER if states else has.FORMULA)
        | isinstance(link.printed.value, Tensor) * has.LISTS
        | (before.member.unit is not None or link.member.unit is not None) * has.UNITS
        | link.member.is_approximate * has.ROUGH
        | ("\n" in text[case.start : end]) * has.LINES
    )


@record(frozen=True, slots=True)
class Thought:
    """What may be said of a line instead of calling it wrong, when, and what a case has to have for it."""

    says: str
    holds: Callable[[Case], bool]
    needs: int = 0
    ops: frozenset[str] = frozenset()  # of which one has to be on one of the sides

    def may_hold(self, facts: int, ops: frozenset[str]) -> bool:
        return self.needs & facts == self.needs and not (self.ops and self.ops.isdisjoint(ops))


class Thoughts:
    """Thoughts in order; which are worth asking is looked up by the facts and operations of a case."""

    def __init__(self, *thoughts: Thought) -> None:
        self._thoughts = thoughts
        self._kept: dict[tuple[int, frozenset[str]], list[Thought]] = {}

    def first(self, case: Case) -> str | None:
        """What the first thought that holds says."""
        key = case.facts, case.ops
        asked = self._kept.get(key)
        if asked is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            asked = self._kept[key] = [one for one in self._thoughts if one.may_hold(*key)]
        for thought in asked:
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
