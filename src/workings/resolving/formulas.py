"""What names were defined as: formulas with names in them, and formulas that hold for every index.

They say what a step of a sequence, or a derivative, has to be before anybody states it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from flint import arb, fmpq

from workings.evaluating import Function, How, evaluate
from workings.expr import NOWHERE, Apply, Expr, Fold, Name, number, walk
from workings.resolving.patterns import (
    Pattern,
    constant_of,
    is_recursive,
    is_short,
    is_state,
    pattern_of,
    reached,
    steps_behind,
)
from workings.resolving.quantity import is_near
from workings.resolving.steps import (
    fitting,
    given_step,
    is_stated,
    known_step,
    mentions,
    resting,
    split_key,
    step_of,
    steps_in,
)
from workings.resolving.traits import has_holes, names_in
from workings.resolving.updates import Updates
from workings.resolving.wholes import Entrywise, entrywise
from workings.resolving.wordings import Worded, worded
from workings.value import Tensor, Truth, Undefined, Value

LARGEST_INDEX = 10_000
MOST_BEHIND = 200  # formulas that one derivative goes back to
MOST_PATTERNS = 200  # that a name without an index is put into
MOST_WORKED = 20_000  # steps of one document that nobody states and that are worked out
MOST_WRITTEN = 4  # formulas of one statement
_CONSTANTS = frozenset({"e", "π"})
_SLOPES = ("g", "grad", "gradient")  # which are others at every step of one run


class Formulas:
    """The formulas of a document as far as it has been read, beside the values its names have now."""

    def __init__(self, said: Mapping[str, Value | Function]) -> None:
        self.said = said
        self.symbolic: dict[str, Expr] = {}  # the latest formula of a name that has names in it
        self.written: dict[str, tuple[Expr, ...]] = {}  # all of them that were stated at once
        self.homes: dict[str, int] = {}  # the sections these formulas were stated in
        self.changed: set[str] = set()  # names that were defined in several ways
        self.patterns: dict[str, Pattern] = {}  # formulas of whole sequences, by the letter they define
        self.entries: dict[str, Entrywise] = {}  # formulas of all entries of a vector or matrix, by its name
        self.worded: dict[str, Worded] = {}  # formulas of functions whose arguments are words
        self.recurrent: set[str] | None = None  # those of recurrences with states, once somebody asked
        self.constants: dict[str, Pattern] = {}  # x_t = 0, as long as no formula needs it
        self.inputs: set[str] = set()  # sequences that such formulas use
        self.needed: set[str] = set()  # all names in such formulas
        self.worked = 0  # steps that were worked out so far
        self.upheld: set[str] = set()  # letters whose entries were found to be those of the whole
        self.updates = Updates()  # rules that change a name
        self.rivalled: set[str] = set()  # sequences that got another formula after steps by the first one

    def note(self, head: Expr, members: Iterable[Expr], formula: Expr | None, section: int) -> str | None:
        """Remember what a name was defined as, also for every index; gives a sequence defined anew."""
        if not isinstance(head, Name | Apply):
            return None
        members = list(members)
        literal = members[0] if len(members) == 1 else None
        fixed = _CONSTANTS.difference(self.symbolic, self.said)  # the base of a logarithm is no name
        listed = [e for e in members if names_in(e) - fixed and not isinstance(e, Name) and not has_holes(e)]
        listed = [e for e in listed if is_short(e) and any(isinstance(n, Name) for n in walk(e))]
        if listed and isinstance(head, Name) and head.key not in names_in(listed[0]):
            if self.symbolic.get(head.key, listed[0]) != listed[0] and self.homes[head.key] != section:
                self.changed.add(head.key)
            self.symbolic[head.key] = listed[0]
            self.written[head.key] = tuple(listed[:MOST_WRITTEN])
            self.homes[head.key] = section
            if 0 < len(self.patterns) <= MOST_PATTERNS and steps_in(listed[0]):
                self.patterns = {s: p.with_put_in(self.symbolic) for s, p in self.patterns.items()}
                self.recurrent = None
        self._note_entries(head, formula, section)
        self._note_worded(head, formula, section)
        found = pattern_of(head, formula, section) if formula is not None and is_short(formula) else None
        if found is None and formula is None and (constant := constant_of(head, literal, section)):
            self.constants[constant[0]] = constant[1]
            letters = {pattern.variable for pattern in self.patterns.values()}
            found = constant if constant[0] in self.inputs and constant[1].variable in letters else None
        if found is None and formula is not None:
            self.drop_pattern(head)
        return None if found is None else self._note_pattern(*found)

    def drop_pattern(self, head: Expr) -> None:
        """Forget what all steps of a sequence are where they are said otherwise: η_t = f(u)."""
        step = step_of(head) if self.patterns else None
        if step is not None and step.sequence in self.patterns and isinstance(step.index, Name):
            del self.patterns[step.sequence]
            self.recurrent = None

    def _note_pattern(self, sequence: str, made: Pattern) -> str | None:
        """Remember what all steps of a sequence are; gives it where it is defined anew."""
        if self._is_closed(sequence, made):
            return None
        if made.variable in self.said and not is_recursive(sequence, made.formula):
            return None
        pattern = made.with_put_in(self.symbolic)
        before = self.patterns.get(sequence)
        self.patterns[sequence] = pattern
        self.recurrent = None
        if before is not None and before.section == made.section and before.formula != pattern.formula:
            self.doubt(sequence)  # as of a schedule that starts by another formula
        self._note_inputs(pattern)
        self.needed |= names_in(pattern.formula)
        changed = before is None and sequence in self.inputs
        return sequence if changed or (before is not None and before.formula != pattern.formula) else None

    def note_update(self, head: Expr, formula: Expr | None, sign: str | None, section: int) -> str | None:
        """Remember a rule such as x ← x − η f'(x); once its start is known as well, it makes a sequence."""
        made = self.updates.note(head, formula, sign, section, self.said)
        return None if made is None else self._note_pattern(*made)

    def _note_entries(self, head: Expr, formula: Expr | None, section: int) -> None:
        """Remember a formula for all entries of a whole."""
        found = entrywise(head, formula, section)
        if found is None or not is_short(found[1].formula):
            return
        base, made = found
        before = self.entries.get(base)
        if before is not None and (before.rivals or before != made):
            made = replace(made, rivals=True)
        self.entries[base] = made

    def _note_worded(self, head: Expr, formula: Expr | None, section: int) -> None:
        """Remember a formula for all words that a function may be asked of."""
        found = worded(head, formula, section)
        if found is None:
            return
        function, made = found
        before = self.worded.get(function)
        rivals = before is not None and (before.rivals or before.formula != made.formula)
        self.worded[function] = replace(made, rivals=rivals)

    def _note_inputs(self, pattern: Pattern) -> None:
        """The sequences that a formula needs, with those that were said to be the same at every step."""
        for _, step in steps_in(pattern.formula):
            if not mentions(step.index, pattern.variable):
                continue
            self.inputs.add(step.sequence)
            constant = self.constants.get(step.sequence)
            if constant is not None and (constant.variable, constant.section) == (
                pattern.variable,
                pattern.section,
            ):
                self.patterns.setdefault(step.sequence, constant)

    def dependents(self, sequence: str) -> set[str]:
        """The sequences whose steps need those of another, also through others."""
        found = {sequence}
        while True:
            more = {
                other
                for other, pattern in self.patterns.items()
                if other not in found and any(step.sequence in found for _, step in steps_in(pattern.formula))
            }
            if not more:
                return found - {sequence}
            found |= more

    def is_explicit(self, sequence: str) -> bool:
        """Whether a formula gives the steps of an input by their number alone: x_t = t, x_t = 0."""
        pattern = self.patterns.get(sequence)
        if pattern is None or sequence not in self.inputs:
            return False
        return all(n.key == pattern.variable for n in walk(pattern.formula) if isinstance(n, Name | Apply))

    def _is_closed(self, sequence: str, pattern: Pattern) -> bool:
        """Whether a formula is about all steps of a known recurrence, by another letter from its start."""
        known = self.patterns.get(sequence)
        if known is None or known.variable == pattern.variable:
            return False
        steps = [step for _, step in steps_in(pattern.formula)]
        return any(step.sequence == sequence and step.at is not None for step in steps) or any(
            isinstance(node, Fold) for node in walk(pattern.formula)
        )

    def instance(self, expr: Expr, how: How) -> Expr | None:
        """What a name with a number for its index is by the formula of the sequence: h_2 by that of h_t."""
        step = step_of(expr) if self.patterns else None
        if step is None or is_stated(self.said, step):
            return None
        pattern = self.patterns.get(step.sequence)
        if pattern is None or step.at is None or step.at > LARGEST_INDEX:
            return None
        formula = pattern.at(step.at)
        if any(is_state(one, self.patterns, self.said) for _, one in steps_in(formula)):
            return None
        names = {**self.said, **self.steps_behind(formula, self.said, how)}
        return fitting(formula, names, how, known_step(names, step.sequence))

    def as_written(self, expr: Expr) -> Expr | None:
        """What a step is by the values that were stated last for names without an index, such as Γ_u."""
        step = step_of(expr)
        pattern = self.patterns.get(step.sequence) if step is not None else None
        if pattern is None or step is None or step.at is None:
            return None
        return pattern.written_at(step.at)

    def concerns(self, expr: Expr) -> bool:
        """Whether a step belongs to a recurrence with states, as a state, an output or an input of it."""
        step = step_of(expr) if self.patterns else None
        if step is None:
            return False
        if self.recurrent is None:
            from workings.resolving.recurrences import recurrences_of  # only a table of steps waits for it

            found = recurrences_of(self.patterns)
            self.recurrent = {s for r in found for s in (*r.sequences, *r.inputs)}
        return step.sequence in self.recurrent

    def has_pattern(self, expr: Expr) -> bool:
        """Whether a formula says what a step is."""
        step = step_of(expr)
        return step is not None and step.at is not None and step.sequence in self.patterns

    def is_updated(self, expr: Expr) -> bool:
        """Whether a step is one by an update rule, of which nobody says that its steps are counted."""
        step = step_of(expr)
        pattern = None if step is None else self.patterns.get(step.sequence)
        return pattern is not None and pattern.updates

    def starts_run(self, key: str) -> bool:
        """Whether a given value of a name is where a run begins: a start, an input or a weight."""
        step = split_key(key)
        if step is not None and step[0] in self.patterns:
            return step[1] <= 0
        return key in self.needed or (step is not None and step[0] in self.inputs)

    def start_again(self, key: str) -> None:
        """A start that is given once more begins another run, which a formula by the number does not know."""
        step = split_key(key)
        pattern = self.patterns.get(step[0]) if step is not None and step[1] <= 0 else None
        if step is not None and pattern is not None and not any(steps_in(pattern.formula)):
            del self.patterns[step[0]]
            self.recurrent = None

    def renewed_from(self, key: str, derived: bool) -> int | None:
        """From which step on another value of a name changes the run of a recurrence; None if it does not."""
        step = split_key(key)
        if step is not None and step[0] in self.patterns:
            return None if derived and step[1] > 0 else step[1] + 1
        if step is not None and step[0] in self.inputs:
            return step[1]
        if derived and key in self.symbolic:
            return None  # a gate without an index, which is worked out at every step
        return 1 if key in self.needed and key[:1] not in "∂∇" and key not in _SLOPES else None

    def steps_behind(self, expr: Expr, names: Mapping[str, Value | Function], how: How) -> dict[str, Value]:
        """The steps of sequences that an expression needs and nobody stated, worked out from those stated."""
        found = self._given(expr, names) | self._resting(expr, names)
        here: dict[str, Value | Function] = {}
        if self.worked > MOST_WORKED:
            return found
        for key, formula in steps_behind(expr, self.patterns, lambda step: is_stated(names, step)):
            here = here or {**names, **found}
            self.worked += 1
            if any(is_state(one, self.patterns, self.said) for _, one in steps_in(formula)):
                continue
            inputs = self._given(formula, names) | self._resting(formula, names)
            here.update(inputs)
            found.update(inputs)
            fits = self._fitting(key, formula, here, how)
            value = evaluate(fits, here, how)
            if isinstance(value, fmpq | arb | Tensor):
                here[key] = found[key] = value
        return found

    def _fitting(self, key: str, formula: Expr, names: Mapping[str, Value | Function], how: How) -> Expr:
        step = split_key(key)
        return formula if step is None else fitting(formula, names, how, known_step(names, step[0]))

    def _resting(self, expr: Expr, names: Mapping[str, Value | Function]) -> dict[str, Value]:
        """States that start at nought, which is a vector where the matrices before them say so."""
        found: dict[str, Value] = {}
        for node, step in steps_in(expr):
            if step.sequence in self.patterns and step.at is not None and names.get(node.key) == 0:
                needed = reached((self.patterns[step.sequence].formula,), self.patterns)
                zeros = resting([pattern.formula for pattern in needed.values()], names)
                if zeros is not None:
                    found[node.key] = zeros
        return found

    def _given(self, expr: Expr, names: Mapping[str, Value | Function]) -> dict[str, Value]:
        """The inputs of recurrences in an expression that are given together, as a vector or in rows."""
        found: dict[str, Value] = {}
        for node, step in steps_in(expr):
            if step.sequence in self.inputs and step.at is not None and node.key not in names:
                value = given_step(names, step.sequence, step.at)
                if value is not None:
                    found[node.key] = value
        return found

    def home_of(self, expr: Expr) -> int | None:
        """The section in which the formula for a whole sequence stands that an entry belongs to."""
        step = step_of(expr)
        pattern = self.patterns.get(step.sequence) if step is not None else None
        return None if pattern is None else pattern.section

    def is_upheld(self, name: Name, section: int) -> bool:
        """Whether an entry or a step surely belongs to the whole that gives it its value."""
        if self.updates.rules and self.is_updated(name):
            return name.base in self.upheld
        step = step_of(name) if self.rivalled else None
        at_home = step is None or step.sequence not in self.rivalled
        return name.base in self.upheld or (at_home and self.home_of(name) == section)

    def doubt(self, sequence: str) -> None:
        """A sequence has two formulas now: its steps may go by either until one has gone by the new one."""
        doubted = self.dependents(sequence) | {sequence}
        self.rivalled |= doubted
        self.upheld -= doubted

    def behind(self, over: Expr, under: str) -> dict[str, Expr]:
        """The formulas of all names that an expression goes back to, also of steps of a sequence."""
        found: dict[str, Expr] = {}
        seen: set[int] = set()  # functions whose formulas were looked at
        todo = [over]
        while todo and len(found) < MOST_BEHIND:
            for node in walk(todo.pop()):
                if isinstance(node, Name):
                    for key, formula in self._formulas_of(node):
                        if key not in found and key != under:
                            found[key] = formula
                            todo.append(formula)
                made = self.said.get(node.function.key) if isinstance(node, Apply) else None
                if isinstance(made, Function) and id(made) not in seen:
                    seen.add(id(made))
                    todo.append(made.body)
        return found

    def _formulas_of(self, node: Name) -> Iterable[tuple[str, Expr]]:
        """The formula of a name, or of the vector that it is an entry of."""
        own = self.formula_of(node.key, node)
        if own is not None:
            return [(node.key, own)]
        whole = self.symbolic.get(node.base) if node.index and node.key not in self.said else None
        return [] if whole is None else [(node.base, whole)]

    def formula_of(self, key: str, node: Name | None = None) -> Expr | None:
        """What a name was defined as, by itself or as one of a sequence."""
        own = self.symbolic.get(key)
        if own is not None or not self.patterns:
            return own
        base, _, place = key.partition("_")
        if node is None:
            place = place.strip("{}")
            node = Name(NOWHERE, key, base, (number(int(place)),) if place.isdecimal() else ())
        step = step_of(node)
        pattern = None if step is None else self.patterns.get(step.sequence)
        if pattern is None or step is None or step.at is None or not 1 <= step.at <= LARGEST_INDEX:
            return None
        return pattern.at(step.at)

    def is_settled(self, key: str, section: int) -> bool:
        """Whether a name surely has the formula that it was given last: stated here, or the only one."""
        return self.homes.get(key, section) == section or key not in self.changed

    def is_at_home(self, key: str, section: int) -> bool:
        """Whether a name got its formula in this section."""
        return self.homes.get(key, section) == section

    def is_current(self, key: str, formula: Expr, names: Mapping[str, Value | Function]) -> bool:
        """Whether a name still has the value of its formula, to about its digits: an update may intervene."""
        value, said = evaluate(formula, names), self.said.get(key)
        if said is None:
            return True
        if isinstance(value, Tensor) and isinstance(said, Tensor):
            pairs = list(zip(value.items, said.items, strict=False))
            return len(value.items) == len(said.items) and all(is_near(a, b) for a, b in pairs)
        if isinstance(value, Tensor | Truth | Undefined) or isinstance(said, Tensor | Function):
            return False
        return is_near(value, said)
