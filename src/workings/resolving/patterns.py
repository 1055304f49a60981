"""Formulas that hold for every index: h_t = … says what h_2 is as soon as a number takes the place of t."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from workings.evaluating import Function
from workings.expr import Apply, Call, Expr, Fold, Name, Number, has_at_most, mapped, number, walk
from workings.record import record
from workings.resolving.steps import Step, instantiate, mentions, stem, step_key, step_of, steps_in
from workings.value import Tensor, Value

DEEPEST = 3  # formulas in formulas that are put in
MOST_PARTS = 120  # of a formula that is followed; a long sum is as deep as it is long
MOST_FOLDED = 40  # steps that one sum or product runs over
MOST_STEPS = 600  # that are worked out on the way to one


@record(frozen=True, slots=True)
class Pattern:
    """`h_t = …`: the letter for the index, what holds for every one, and the section it was stated in."""

    variable: str
    formula: Expr
    section: int
    ahead: int = 0  # how far the index on the left is beyond the letter: 1 in x_{k+1} = …
    updates: bool = False  # it is a rule x ← …, whose steps got their numbers from us
    written: Expr | None = None  # the formula before names without an index were put in, if there were any

    def at(self, step: int) -> Expr:
        """What a step of the sequence is."""
        return instantiate(self.formula, self.variable, step - self.ahead)

    def written_at(self, step: int) -> Expr | None:
        """The same with names without an index as they stand there."""
        if self.written is None:
            return None
        return instantiate(self.written, self.variable, step - self.ahead)

    def with_put_in(self, formulas: Mapping[str, Expr]) -> Pattern:
        """The pattern with the formulas of names such as Γ_u put in, which change with the step unsaid."""
        written = self.formula if self.written is None else self.written
        formula = put_in(written, formulas, self.variable)
        return replace(self, formula=formula, written=None if formula == written else written)


def put_in(expr: Expr, formulas: Mapping[str, Expr], variable: str, depth: int = 0) -> Expr:
    """An expression with names replaced by formulas that speak of the steps around the letter."""
    if isinstance(expr, Name) and depth < DEEPEST and not any(mentions(at, variable) for at in expr.index):
        formula = formulas.get(expr.key)
        if formula is not None and any(step.lag(variable) is not None for _, step in steps_in(formula)):
            return put_in(formula, formulas, variable, depth + 1)
        return expr
    return mapped(expr, lambda part: put_in(part, formulas, variable, depth))


Patterns = Mapping[str, Pattern]


def pattern_of(head: Expr, formula: Expr | None, section: int) -> tuple[str, Pattern] | None:
    """The sequence that a statement is about and its pattern: a letter for an index, which both sides use."""
    step = step_of(head)
    if step is None or formula is None:
        return None
    index, ahead = step.index, 0
    match index:
        case Call(op="add", args=(letter, Number() as far)) if far.value.q == 1:
            index, ahead = letter, int(far.value.p)
    if not isinstance(index, Name) or len(index.key) != 1 or not mentions(formula, index.key):
        return None
    if isinstance(head, Apply) and not is_recursive(step.sequence, formula):
        return None  # f(x) = … is a function
    return step.sequence, Pattern(index.key, _multiplied(formula, index.key), section, ahead)


def _multiplied(expr: Expr, variable: str) -> Expr:
    """`p_n (1 - p_n)` as a product: a step before brackets is no function."""
    expr = mapped(expr, lambda part: _multiplied(part, variable))
    if isinstance(expr, Apply) and len(expr.args) == 1:
        step = step_of(expr.function)
        if step is not None and step.lag(variable) is not None:
            return Call(expr.span, "mul", (expr.function, expr.args[0]))
    return expr


def constant_of(head: Expr, literal: Expr | None, section: int) -> tuple[str, Pattern] | None:
    """`x_t = 1`: the same input at every step of a recurrence."""
    step = step_of(head)
    if step is None or not isinstance(literal, Number):
        return None
    index = step.index
    if not isinstance(index, Name) or len(index.key) != 1:
        return None
    return step.sequence, Pattern(index.key, literal, section)


def is_recursive(sequence: str, formula: Expr) -> bool:
    return any(step.sequence == sequence for _, step in steps_in(formula))


def reached(sides: Iterable[Expr], patterns: Patterns) -> dict[str, Pattern]:
    """The patterns of the sequences in formulas, and of those that they need."""
    todo = [step.sequence for side in sides for _, step in steps_in(side)]
    found: dict[str, Pattern] = {}
    while todo:
        sequence = todo.pop()
        if sequence in patterns and sequence not in found:
            found[sequence] = patterns[sequence]
            todo += [step.sequence for _, step in steps_in(patterns[sequence].formula)]
    return found


def steps_behind(
    formula: Expr, patterns: Patterns, is_known: Callable[[Step], bool]
) -> list[tuple[str, Expr]]:
    """The steps that a formula needs and nobody stated, each with its formula, those needed first in front.

    A step that needs itself is left out, with all that need it.
    """
    formulas: dict[str, Expr] = {}
    needs: dict[str, set[str]] = {}
    todo = _needed(formula, patterns, is_known)
    while todo and len(formulas) < MOST_STEPS:
        key, step = todo.popitem()
        if key not in formulas:
            expr = formulas[key] = patterns[step.sequence].at(step.at or 0)
            behind = _needed(expr, patterns, is_known)
            needs[key] = set(behind)
            todo.update(behind)
    return [(key, formulas[key]) for key in in_order(needs)]


def _needed(expr: Expr, patterns: Patterns, is_known: Callable[[Step], bool]) -> dict[str, Step]:
    """The steps in a formula that have no value but a pattern."""
    found: dict[str, Step] = {}
    for step in (*(step for _, step in steps_in(expr)), *_folded(expr)):
        if step.at is not None and step.sequence in patterns and not is_known(step):
            found[step_key(step.sequence, step.at)] = step
    return found


def _folded(expr: Expr) -> Iterator[Step]:
    """The steps that a sum or product runs over: a_1, a_2, a_3 of ∏ a_i from 1 to 3."""
    for node in walk(expr):
        match node:
            case Fold(variable=str(letter), lower=Number(value=first), upper=Number(value=last), body=body):
                if first.q != 1 or last.q != 1 or last - first >= MOST_FOLDED:
                    continue
                for _, step in steps_in(body):
                    lag = step.lag(letter)
                    for at in range(int(first.p), int(last.p) + 1) if lag is not None else ():
                        yield Step(step.sequence, number(at + (lag or 0)))


def in_order(needs: Mapping[str, set[str]]) -> list[str]:
    """Keys so that each stands behind those it needs; without those that need themselves or an absent one."""
    waiting = {key: len(behind) for key, behind in needs.items()}
    needed_by: dict[str, list[str]] = {}
    for key, behind in needs.items():
        for other in behind:
            needed_by.setdefault(other, []).append(key)
    ordered = [key for key, count in waiting.items() if count == 0]
    for key in ordered:  # grows as it is gone through
        for other in needed_by.get(key, ()):
            waiting[other] -= 1
            if waiting[other] == 0:
                ordered.append(other)
    return ordered


def is_state(step: Step, patterns: Patterns, said: Mapping[str, Value | Function]) -> bool:
    """Whether S_2 is a step of `S_t = S_{t-1} + …` and nobody has stated it, but S: no row of it."""
    pattern = patterns.get(step.sequence)
    if pattern is None or step.at is None or step_key(step.sequence, step.at) in said:
        return False
    return is_recursive(step.sequence, pattern.formula) and isinstance(said.get(stem(step.sequence)), Tensor)


def is_short(formula: Expr) -> bool:
    """Whether a formula has few enough parts to be followed."""
    return has_at_most(formula, MOST_PARTS)
