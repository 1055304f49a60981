"""Formulas that hold for every step, h_t = …, as a document gives them, with what they start from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from workings.document import Statement
from workings.expr import Alt, Call, Cases, Expr, Index, Name, Number, Relation, mapped, walk
from workings.learning.declaring import CannotRunError
from workings.learning.timing import Clock, step
from workings.record import record
from workings.resolving.patterns import Pattern, pattern_of, put_in
from workings.resolving.steps import mentions, step_key, steps_in

_MARK = "[t]"  # behind the key of a sequence among formulas of names


@record(frozen=True, slots=True)
class Timed:
    """The formulas of steps, `keyed` under keys of their own, and what comes before the first."""

    of_steps: Mapping[str, Pattern]
    starts: Mapping[str, Expr]
    refused: Mapping[str, str]

    @property
    def keyed(self) -> list[tuple[str, Expr]]:
        return [(keyed(sequence), pattern.formula) for sequence, pattern in self.of_steps.items()]

    def patterns(self, formulas: Mapping[str, Expr]) -> dict[str, Pattern]:
        """The patterns with everything put in that a document says of a step without its index.

        `formulas` has those of layers too, written out for each.
        """
        found: dict[str, Pattern] = {}
        plain = {key: formula for key, formula in formulas.items() if not is_keyed(key)}
        variables = {pattern.variable for pattern in self.of_steps.values()}
        for key, formula in formulas.items():
            if is_keyed(key):
                sequence = key.removesuffix(_MARK)
                stated = self.of_steps.get(sequence)
                variable = next(iter(sorted(variables))) if stated is None else stated.variable
                ahead = 0 if stated is None else stated.ahead
                whole = put_in(formula, plain, variable)
                found[sequence] = Pattern(variable, _rows_apart(whole, variable, found), 0, ahead)
        return found


def _rows_apart(expr: Expr, variable: str, found: dict[str, Pattern], *, inside: bool = False) -> Expr:
    """A formula in which E_{s_t} is a sequence of its own: it hangs on no step before."""
    match expr:
        case Index(base=Name(key=table), index=(Name() as place,)) if inside and mentions(place, variable):
            sequence = f"{table} {place.key.replace(f'_{variable}', '')}"
            found[sequence] = Pattern(variable, expr, 0)
            return step(sequence, Name(place.span, variable, variable))
    return mapped(expr, lambda part: _rows_apart(part, variable, found, inside=True))


def keyed(sequence: str) -> str:
    return sequence + _MARK


def is_keyed(key: str) -> bool:
    return key.endswith(_MARK)


def timed_formulas(statements: Iterable[Statement], clock: Clock, read: Callable[[Expr], Expr]) -> Timed:
    """What a document says of every step; the last that it says counts."""
    of_steps: dict[str, Pattern] = {}
    starts: dict[str, Expr] = {}
    refused: dict[str, str] = {}
    for statement in statements:
        if not statement.is_equation:
            continue
        head, formula = (member.expr for member in statement.members[:2])
        place = clock.read(head)
        if not isinstance(place, Name) or len(place.index) != 1:
            continue
        if place.base in clock.sequences and _is_end(place.index[0], clock):
            starts |= _starts(statement, clock, read)
            continue
        found = pattern_of(place, read(formula), 0) if clock.counts(place.index[0]) else None
        if found is not None and _has_steps(found[1]):
            sequence, pattern = found
            of_steps[sequence], start = _without_start(sequence, pattern)
            starts |= start
        elif clock.counts(place.index[0]) and not isinstance(formula, Number):
            refused[place.base] = _why(place, formula, clock)
        elif _is_first(place.index[0]) and not isinstance(formula, Number) and place.base in clock.sequences:
            refused[place.base] = f"{place.key} is given for itself: say what {step_key(place.base, 0)} is"
    return Timed(of_steps, starts, refused)


def _has_steps(pattern: Pattern) -> bool:
    """Whether a formula is of steps, or of their number, and not only of values for pairs of them."""
    alone = any(isinstance(node, Name) and node.key == pattern.variable for node in walk(pattern.formula))
    return alone or any(mentions(step.index, pattern.variable) for _, step in steps_in(pattern.formula))


def _why(place: Name, formula: Expr, clock: Clock) -> str:
    """Why a formula is none of a step."""
    for node in walk(formula):
        if isinstance(node, Name) and len(node.index) > 1 and any(map(clock.counts, node.index)):
            return f"{place.key} needs {node.key}, a value for every pair of steps, which cannot be run yet"
    return f"{place.key} has no step of an input or of another sequence in its formula"


def _is_first(index: Expr) -> bool:
    return isinstance(index, Number) and index.value == 1


def _starts(statement: Statement, clock: Clock, read: Callable[[Expr], Expr]) -> dict[str, Expr]:
    """h^{(0)} = 0, or several states at once, by the last member; what is spelt h_0 is bound already."""
    *heads, last = (member.expr for member in statement.members if member.sign in (None, "="))
    names = [(head, clock.read(head)) for head in heads]
    formula = read(last)
    return {
        step_key(name.base, 0): formula
        for head, name in names
        if isinstance(name, Name) and not (isinstance(head, Name) and head.key == step_key(name.base, 0))
    }


def _is_end(index: Expr, clock: Clock) -> bool:
    """Whether a state is what a recurrence starts from: h_0, or h_{T+1} where it goes backwards."""
    match index:
        case Number(value=value):
            return value == 0
        case Call(op="add", args=(Name(key=key), Number(value=value))):
            return value == 1 and key not in clock.letters
    return False


def _without_start(sequence: str, pattern: Pattern) -> tuple[Pattern, dict[str, Expr]]:
    """`h_t = 0 if t = 0, else …` as the formula of a step, and the state before the first."""
    formula = pattern.formula
    while isinstance(formula, Alt):
        formula = formula.options[0]
    if not isinstance(formula, Cases):
        return pattern, {}
    first = [value for value, when in formula.branches if _is_at_nought(when, pattern.variable)]
    rest = [value for value, when in formula.branches if not _is_at_nought(when, pattern.variable)]
    if not first:
        return pattern, {}
    if len(first) != 1 or len(rest) != 1:
        raise CannotRunError(f"{sequence} starts in more than one way")
    return replace(pattern, formula=rest[0]), {step_key(sequence, 0): first[0]}


def _is_at_nought(when: Expr | None, variable: str) -> bool:
    match when:
        case Relation(members=(Name(key=key), Number(value=value)), signs=("=",)):
            return key == variable and value == 0
    return False
