"""Each inequality of an argument against those before it, and its contradiction against all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from flint import fmpq

from workings.checking.arguing.data import Unit, points_in
from workings.checking.arguing.elimination import Absurd, Constraint, Effort, Point, solve
from workings.checking.arguing.polynomial import added, is_linear, names_of, polynomial, scaled
from workings.checking.arguing.ranges import EVERYTHING, Range, range_of
from workings.checking.arguing.steps import SIGNS, Argument, Contradiction, Role, Step
from workings.document import Member, Statement
from workings.evaluating import evaluate
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Relation
from workings.record import record
from workings.regex import regex
from workings.resolving.traits import has_holes, names_in
from workings.source import Span
from workings.value import Truth

MOST_TRIED = 16  # inequalities from which one that nobody calls a conclusion is tried
MOST_FREE = 2  # names for which numbers are tried
_TRIED = tuple(
    fmpq(p, q) for p, q in ((0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (1, 2), (-1, 2), (10, 1), (-10, 1))
)
MOST_SHOWN = 5  # names of a counterexample, and lines of a proof
_MORE_IS_SAID = regex(
    r"\b(?:non-?\s?(?:zero|negative|positive)|positive|negative|monoton\w*|symmetr\w*|similar\w*|same|analog\w*|likewise"
    r"|wlog|without\s+loss|larger|smaller|greater|less|least|most|between|bounded|integer\w*|case|fall|distinct|unless"
    r"|increas\w*|decreas\w*|if|when|either|or|ähnlich|analog|ebenso)\b",
    re.IGNORECASE,
)


@record(frozen=True, slots=True)
class Known:
    """An inequality that counts from where it stands."""

    constraint: Constraint
    span: Span
    derived: bool = False  # it follows from others, so it adds nothing to them


@record(frozen=True, slots=True)
class Judged:
    """What became of one step: True holds, False does not, None is open; with the reason in words."""

    member: Member | None
    span: Span
    holds: bool | None
    why: str
    lines: tuple[Span, ...] = ()  # what it rests on
    whole: Span | None = None  # with its left side
    factors: tuple[fmpq, ...] = ()  # by which these are added up to something absurd


class Reasoner:
    """Goes through the steps of one argument."""

    def __init__(
        self, argument: Argument, unit: Unit | None, bound: frozenset[str], effort: Effort | None = None
    ) -> None:
        self.argument = argument
        self.effort = effort or Effort()
        self.unit = unit
        self.bound = bound  # names that the document gives values
        self.known: list[Known] = []
        self.complete = not _MORE_IS_SAID.search(argument.prose)
        self.wrong: Span | None = None

    def run(self) -> Iterator[Judged]:
        """Every step that claims to follow, and every contradiction, in reading order."""
        open_claims = list(self.argument.contradictions)
        for step in self.argument.steps:
            while open_claims and open_claims[0].span.start < step.statement.span.start:
                if self._is_about_next(open_claims[0].span, step):
                    break
                yield from self.contradiction(open_claims.pop(0))
            yield from self.step(step)
        for claim in open_claims:
            yield from self.contradiction(claim)

    def _is_about_next(self, span: Span, step: Step) -> bool:
        """“which contradicts b < 0” names what it contradicts behind the word."""
        return step.statement.span.start - span.end <= len(step.lead)

    def step(self, step: Step) -> Iterator[Judged]:
        """One statement: its links are premises, or each has to follow."""
        statement = step.statement
        if any(has_holes(member.expr) for member in statement.members):
            self.complete = False
            return
        for before, member in pairwise(statement.members):
            whole = before.span.cover(member.span)
            constraint = constraint_of(before.expr, member.expr, member.sign or "=")
            if constraint is None or not is_linear(constraint.form):
                for found in self.nonlinear(step, before, member):
                    yield replace(found, whole=whole)
                continue
            if not names_of(constraint.form) or (self._is_form(statement)):
                continue
            judged = self.judge(step, member, constraint)
            if judged is not None:
                yield replace(judged, whole=whole)
            if step.role is not Role.SUPPOSED and (judged is None or judged.holds is not False):
                derived = step.role is Role.CONCLUSION and judged is not None and judged.holds is True
                self.known.append(Known(constraint, statement.span, derived))

    def _is_form(self, statement: Statement) -> bool:
        """A statement about the inputs of the unit, which vary, is none about its weights."""
        inputs = set(self.unit.inputs) if self.unit is not None else set()
        return any(names_in(member.expr) & inputs for member in statement.members)

    def judge(self, step: Step, member: Member, constraint: Constraint) -> Judged | None:
        """A linear inequality that is said to follow, from what is before it or from rows of the table."""
        if member.sign not in SIGNS:
            return None
        if step.role is Role.CONCLUSION and names_of(constraint.form) & self._names():
            return self.follows(member, constraint, self.known, self.complete)
        if step.role is Role.PREMISE and self.unit is None and not step.statement.hypothesis:
            return self.restated(step, member, constraint)
        if step.role is Role.PREMISE and self.unit is not None:
            label = step.statement.label or ""
            points = points_in(step.lead) or points_in(label)
            demands = [demand for point in points if (demand := self.unit.demand(point)) is not None]
            if demands and len(demands) == len(points):
                rows = [*self.known, *(Known(demand, member.span) for demand in demands)]
                found = self.follows(member, constraint, rows, len(points) == 1, True)
                return replace(found, lines=(), why="the table demands it") if found.holds else found
        return None

    def restated(self, step: Step, member: Member, constraint: Constraint) -> Judged | None:
        """An inequality that no word draws as a conclusion: said only if it follows all the same."""
        if len(self.known) > MOST_TRIED:
            return None
        if not names_of(constraint.form) <= self._names() or self._is_known(constraint):
            return None
        found = self.follows(member, constraint, self.known, complete=False)
        return found if found.holds else None

    def _is_known(self, constraint: Constraint) -> bool:
        """Whether it is written again as it was, up to a factor."""
        for one in self.known:
            form = one.constraint.form
            if form.keys() == constraint.form.keys() and form:
                first = next(iter(form))
                by = constraint.form[first] / form[first]
                if by > 0 and all(constraint.form[term] == factor * by for term, factor in form.items()):
                    return True
        return False

    def follows(
        self,
        member: Member,
        constraint: Constraint,
        known: Sequence[Known],
        complete: bool,
        table: bool = False,
    ) -> Judged:
        """Whether an inequality follows: then its opposite cannot be added to what is known."""
        if isinstance(self.solve(known), Absurd):
            return self.follows_from_part(member, constraint, known)
        found = self.solve(known, opposite(constraint))
        if isinstance(found, Absurd):
            used = [one for one, factor in zip(known, found.factors, strict=False) if factor != 0]
            return Judged(member, member.span, True, "", lines=tuple(one.span for one in used))
        if not isinstance(found, Point):
            return Judged(member, member.span, None, "too many inequalities to settle this")
        slack = self.solve(known, opposite(Constraint(constraint.form, False)))
        if constraint.strict and isinstance(slack, Absurd):
            return Judged(
                member, member.span, None, "only that it is not on the other side follows, not this"
            )
        names = names_of(constraint.form)
        stated = {key for one in known for key in names_of(one.constraint.form)}
        if table and self.unit is not None:
            stated |= names_of(self.unit.form)
        if not complete or not names <= stated or names & self.bound or not known:
            return Judged(
                member, member.span, None, "this does not follow from the inequalities that were read"
            )
        self.wrong = member.span
        where = "this row of the table" if table else "everything stated before"
        return Judged(member, member.span, False, f"{point_text(found)} satisfies {where}, and not this")

    def follows_from_part(self, member: Member, constraint: Constraint, known: Sequence[Known]) -> Judged:
        """From a contradiction anything follows; a step counts if premises that can hold together give it."""
        basic = [one for one in known if not one.derived]
        for left_out in range(len(basic)):
            part = [*basic[:left_out], *basic[left_out + 1 :]]
            if isinstance(self.solve(part), Point):
                found = self.solve(part, opposite(constraint))
                if isinstance(found, Absurd):
                    used = [one for one, factor in zip(part, found.factors, strict=False) if factor != 0]
                    return Judged(member, member.span, True, "", lines=tuple(one.span for one in used))
        return Judged(member, member.span, None, "what is stated before contradicts itself already")

    def solve(self, known: Sequence[Known], *more: Constraint) -> Absurd | Point | None:
        return solve([*(one.constraint for one in known), *more], self.effort)

    def nonlinear(self, step: Step, before: Member, member: Member) -> Iterator[Judged]:
        """Products and functions: settled by the ranges of their names."""
        sign = member.sign or "="
        if sign not in SIGNS:
            self.complete = self.complete and self._is_form(step.statement)
            return
        if before.expr is not step.statement.members[0].expr and names_in(before.expr) <= self.bound:
            return
        ranges = {key: self.range_of_name(key) for key in names_in(before.expr) | names_in(member.expr)}
        always = step.role is Role.ALWAYS
        if compared(before.expr, member.expr, sign, {} if always else ranges):
            if always or step.role is Role.CONCLUSION or _has_function(before.expr, member.expr):
                yield Judged(member, member.span, True, "by the values that it can take")
        elif step.unbounded and (against := counterexample(before.expr, member.expr, sign)) is not None:
            yield Judged(member, member.span, False, f"for {against} it does not hold")
        elif step.role is Role.CONCLUSION and ranges.keys() & self._names():
            yield Judged(member, member.span, None, "neither proved nor refuted by what is stated before")
        if not self._is_form(step.statement):
            self.complete = False

    def _names(self) -> set[str]:
        return {key for one in self.known for key in names_of(one.constraint.form)}

    def range_of_name(self, key: str) -> Range:
        """The bounds that inequalities in one name alone put on it."""
        low: tuple[fmpq, bool] | None = None
        high: tuple[fmpq, bool] | None = None
        for one in self.known:
            form = one.constraint.form
            if set(form) - {()} != {(key,)}:
                continue
            bound, strict = -form.get((), fmpq(0)) / form[(key,)], one.constraint.strict
            if form[(key,)] > 0 or one.constraint.even:
                low = (bound, strict) if low is None else max(low, (bound, strict))
            if form[(key,)] < 0 or one.constraint.even:
                high = (bound, strict) if high is None or bound < high[0] else high
        return Range(
            None if low is None else low[0], None if high is None else high[0],
            low is not None and low[1], high is not None and high[1],
        )  # fmt: skip

    def contradiction(self, claim: Contradiction) -> Iterator[Judged]:
        """Whether what was stated really cannot be satisfied."""
        span = claim.span
        if len(self.known) < 2:
            return
        found = self.solve(self.known)
        if isinstance(found, Absurd):
            used = [
                (one, factor) for one, factor in zip(self.known, found.factors, strict=True) if factor != 0
            ]
            places, factors = tuple(one.span for one, _ in used), tuple(factor for _, factor in used)
            yield Judged(None, span, True, "", lines=places, factors=factors)
            self.known.clear()  # what follows is another argument
        elif isinstance(found, Point):
            names = self._names()
            if claim.alone and self.complete and self.wrong is None and not names & self.bound:
                yield Judged(None, span, False, f"{point_text(found)} satisfies everything that is stated")
            else:
                yield Judged(None, span, None, "the inequalities that were read do not contradict each other")


def constraint_of(left: Expr, right: Expr, sign: str) -> Constraint | None:
    """`left < right` as a form that is above nought; None for what is no polynomial."""
    first, second = polynomial(left), polynomial(right)
    if first is None or second is None:
        return None
    if sign in (">", "≥"):
        first, second = second, first
    form = added(second, scaled(first, fmpq(-1)))
    return Constraint(form, sign in ("<", ">"), sign == "=")


def opposite(constraint: Constraint) -> Constraint:
    return Constraint(scaled(constraint.form, fmpq(-1)), not constraint.strict)


def compared(left: Expr, right: Expr, sign: str, ranges: dict[str, Range]) -> bool:
    """Whether the ranges of two sides alone decide that the one is below the other."""
    if sign in (">", "≥"):
        left, right = right, left
    below, above = range_of(left, ranges), range_of(right, ranges)
    strictly = sign in ("<", ">")
    if below.high is not None and above.is_above(below.high, strictly and not below.high_open):
        return True
    if above.low is not None and below.is_below(above.low, strictly and not above.low_open):
        return True
    gap = range_of(Call(right.span, "sub", (right, left)), ranges)
    return gap is not EVERYTHING and gap.is_above(fmpq(0), strictly)


def counterexample(left: Expr, right: Expr, sign: str) -> str | None:
    """Numbers for which an inequality surely fails."""
    names = sorted(names_in(left) | names_in(right))
    if not 0 < len(names) <= MOST_FREE:
        return None
    relation = Relation(right.span, (left, right), (sign,))
    for numbers in product(_TRIED, repeat=len(names)):
        values = dict(zip(names, numbers, strict=True))
        truth = evaluate(relation, values)
        if isinstance(truth, Truth) and truth.holds is False:
            return ", ".join(f"{key} = {show(value)}" for key, value in values.items())
    return None


def _has_function(*sides: Expr) -> bool:
    """Whether a known function bounds one of the sides, rather than a name."""
    return any(isinstance(side, Call) and range_of(side, {}) != EVERYTHING for side in sides)


def point_text(point: Point) -> str:
    """A counterexample in words: “w_1 = 1, b = 0”."""
    shown = [f"{key} = {show(value)}" for key, value in sorted(point.values.items())]
    return ", ".join(shown[:MOST_SHOWN]) + (", …" if len(shown) > MOST_SHOWN else "")
