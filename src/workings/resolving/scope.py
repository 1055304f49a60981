"""What names mean at a point of the document.

Every name has two values: what the document said, and what follows from its givens. Names stay
visible to the end, the latest definition wins; sections only tell how fresh a definition is.
A stale name may confirm a claim, but it never refutes one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flint import arb, fmpq

from workings.evaluating import Function, How, evaluate, function_key
from workings.evaluating.naming import entry_at
from workings.expr import Apply, Expr, Fold, Name, Number, walk
from workings.kinds import Kind
from workings.record import record
from workings.resolving.formulas import Formulas
from workings.resolving.lengthening import lengthened
from workings.resolving.neutral import with_identities
from workings.resolving.quantity import Quantity
from workings.resolving.remembering import Declared, Errors, Past
from workings.resolving.steps import split_key
from workings.resolving.traits import names_in, traits
from workings.source import Span
from workings.value import Rational, Scalar, Tensor, Value, squeezed

MOST_NAMES = 24  # of a formula that is worked out when its names get values
DEEPEST_FORMULA = 6
MOST_PLACES = 3  # that a report names
WIDTHS = ("d_k", "d_K", "dk")


@record(frozen=True, slots=True)
class Binding:
    """What a name was given, and how far that can be relied on."""

    said: Value | Function | None
    given: Value | Function | None
    wide: Value | Function | None
    formula: Expr | None
    span: Span
    section: int
    derived: bool  # worked out in the document rather than given
    literal: bool  # stated as a number, vector or matrix at some point
    cause: str | None = None  # the claim that first went wrong
    times: int = 1
    confirmed: bool = True  # False: read off a product that could not be computed
    rival: Span | None = None  # where the same name was given another value before
    put_in: bool = False  # nobody says so: a number stands in its place in the next member
    rooted: bool = False  # a deviation, by the variance that was stated

    @classmethod
    def of_literal(cls, value: Value, span: Span, section: int, *, confirmed: bool = True) -> Binding:
        """A name that is given a value as it is written."""
        return cls(value, value, None, None, span, section, derived=False, literal=True, confirmed=confirmed)


class Scope:
    """The names of a document as far as it has been read."""

    def __init__(self) -> None:
        self.bindings: dict[str, Binding] = {}
        self.steps: dict[str, dict[str, int]] = {}  # the keys of the steps of a sequence, with their numbers
        self.said: dict[str, Value | Function] = {}
        self.given: dict[str, Value | Function] = {}
        self.wide: dict[str, Value | Function] = {}
        self.section = 0
        self.questions: dict[int, str | None] = {}  # which question a section belongs to
        self.exercises: dict[int, int] = {}  # which exercise a section is a stage of, such as “Backward”
        self.declared = Declared()
        self.matrices: dict[str, list[tuple[int, Binding]]] = {}  # where names were given square matrices
        self.chains: dict[str, tuple[Expr, ...]] = {}  # every formula that a name was set equal to at once
        self.widths: list[tuple[int, Value]] = []  # where d_k got which value
        self.caused: set[str] = set()
        self.results: set[Rational] = set()  # decimals stated as results: they may stand for longer values
        self.longer: dict[Rational, Scalar] = {}  # results, and what they were rounded from
        self.meant: dict[str, int] = {}  # the last section in which a telling value came out with a name
        self.held: dict[str, int] = {}  # the section in which an entry of a whole was last what that gives
        self.products: list[tuple[Expr, Name]] = []  # of names without values: what they are known as
        self.premises: list[tuple[Expr, Expr]] = []  # powers and products of such: what they are said to be
        self.parted: set[str] = set()  # names whose two values differ
        self.widened: set[str] = set()  # names that stand for decimals which may be rounded
        self.overridden: set[str] = set()  # operations that the document defines in its own way
        self.defined: dict[str, Expr] = {}  # the latest formula of each name, whatever it was given since
        self.past = Past()
        self.errors = Errors()
        self.agreed: dict[str, set[int]] = {}  # where a name was stated anew as its formula has it
        self.supposed = -1  # where a condition ends that does not hold with the values of the page
        self.formulas = Formulas(self.said)  # what names were defined as
        self.dependents: dict[str, set[str]] = {}  # for a name, those known only by a formula with it

    def bind(self, key: str, binding: Binding) -> None:
        before = self.bindings.get(key)
        if isinstance(binding.said, Function):
            for names in (self.said, self.given, self.wide):
                names.pop(function_key(key), None)
            if before is not None and before.said != binding.said:  # the f' that was stated is of another f
                self._forget([other for other in (f"{key}'", f"{key}''") if other in self.bindings])
        if before is not None:
            if isinstance(before.said, Function) and isinstance(binding.said, fmpq | arb):
                for names in (self.said, self.given, self.wide):
                    names[function_key(key)] = before.said
            binding = replace(binding, times=before.times + 1)
            was = as_value(before.said)
            if was is not None and was is not binding.said:
                self.past.keep(key, was)
                if binding.said is not None and was != binding.said and not self.is_as_formula(key, binding):
                    self.past.renewals[key] = (before.span.start, binding.span.start)
                if not before.derived and not binding.derived and was != binding.said:
                    binding = replace(binding, rival=before.span)
        elif binding.said is not None and (whole := self._whole_of(key)) is not None:
            was = (
                entry_at(whole.said, (int(key.rpartition("_")[2]),))
                if isinstance(whole.said, Tensor)
                else None
            )
            if was is not None and was != binding.said:
                self.past.keep(key, was)  # `v_1 ← 0.81`, where v was given as (0.7, −0.5)
        if self.formulas.patterns and binding.said is not None:
            self._renew(key, before, binding.said)
            if before is not None:
                self.formulas.start_again(key)
            if not binding.derived and self.formulas.starts_run(key):
                self.formulas.rivalled.clear()
        if binding.formula is not None:
            self.defined[key] = binding.formula
        self.bindings[key] = binding
        if isinstance(binding.said, Tensor) and len(binding.said.shape) == 1 and not binding.derived:
            self._forget_entries(key, len(binding.said.items))
        if isinstance(binding.said, Tensor) and len(binding.said.shape) == 2:
            self.matrices.setdefault(key, []).append((binding.span.start, binding))
        step = split_key(key)
        if step is not None:
            self.steps.setdefault(step[0], {})[key] = step[1]
        said = binding.said if binding.said is not None else binding.given
        given = binding.given if binding.given is not None else binding.said
        for names, value in ((self.said, said), (self.given, given), (self.wide, binding.wide or said)):
            if value is None:
                names.pop(key, None)
            else:
                names[key] = value
        (self.parted.add if said is not given else self.parted.discard)(key)
        (self.widened.add if binding.wide is not None else self.widened.discard)(key)
        self._note_width(key, said, binding)
        if key in WIDTHS and isinstance(said, fmpq):
            self.widths.append((binding.span.start, said))
        (self.caused.add if binding.cause is not None else self.caused.discard)(key)
        if said is None and binding.formula is not None:
            self._await(key, binding.formula)
        if key in self.dependents:
            self._work_out(self.dependents[key], 0)

    def keep_besides(self, key: str, aside: bool) -> None:
        """Before a name is bound: its value stays possible if it gets another in an aside only."""
        known = as_value(self.said.get(key))
        if not aside:
            self.past.besides.pop(key, None)
        elif known is not None:
            self.past.besides.setdefault(key, known)

    def _renew(self, key: str, before: Binding | None, said: Value | Function) -> None:
        """Another input, start or parameter makes another run: what was worked out in the last is gone."""
        given: list[str] = []
        letter = key if key in self.formulas.inputs else key.lower()
        if isinstance(said, Tensor) and letter in self.formulas.inputs:
            pattern = self.formulas.patterns.get(letter)
            if pattern is not None and pattern.section != self.section:
                del self.formulas.patterns[letter]  # of another question, whose x this is not
        if isinstance(said, Tensor) and letter in self.formulas.inputs - self.formulas.patterns.keys():
            given = [other for other in self.steps.get(letter, ()) if other in self.bindings]
        changed = before is not None and before.said is not None and before.said != said
        first = self.formulas.renewed_from(key, before.derived) if before is not None and changed else None
        if first is None and not given:
            return
        for sequence in self.formulas.patterns:
            for other, at in self.steps.get(sequence, {}).items():
                if other != key and at >= (first or 1) and self._is_worked_out(other):
                    given.append(other)
        self._forget(given)

    def _whole_of(self, key: str) -> Binding | None:
        """The vector that a name with one number is an entry of: v for v_1."""
        base, _, index = key.partition("_")
        whole = self.bindings.get(base) if len(index) == 1 and index.isdigit() else None
        return whole if whole is not None and isinstance(whole.said, Tensor) else None

    def _forget(self, given: Iterable[str]) -> None:
        for other in given:
            was = as_value(self.bindings[other].said)
            if was is not None:
                self.past.keep(other, was)
            del self.bindings[other]
            step = split_key(other)
            if step is not None:
                self.steps[step[0]].pop(other, None)
            for names in (self.said, self.given, self.wide):
                names.pop(other, None)
            for keys in (self.parted, self.widened, self.caused):
                keys.discard(other)

    def _forget_entries(self, key: str, count: int) -> None:
        """Drop v_3 of an earlier section where another v is given, which has a third entry."""
        steps = self.steps.get(key, {})
        known = {
            step: self.bindings[step] for step, at in steps.items() if at <= count and step in self.bindings
        }
        numbers = {step: one for step, one in known.items() if isinstance(one.said, fmpq | arb)}
        self._forget([step for step, one in numbers.items() if one.section != self.section])

    def forget_joined(self, letters: list[str]) -> None:
        """Drop the value of `uv` where u and v are given theirs together: it is their product."""
        joined = ("".join(letters), "".join(reversed(letters))) if len(letters) > 1 else ()
        self._forget([key for key in joined if key in self.bindings])

    def begin_sequence(self, sequence: str) -> None:
        """A sequence is defined anew: steps of other sections are not its own; what needs it runs again."""
        steps = [key for key in self.steps.get(sequence, ()) if self._is_worked_out(key)]
        if steps:
            self.formulas.doubt(sequence)
        gone = [key for key in steps if self.bindings[key].section != self.section]
        for other in self.formulas.dependents(sequence):
            gone += [key for key in self.steps.get(other, ()) if self._is_worked_out(key)]
        if self.formulas.is_explicit(sequence) and isinstance(self.said.get(sequence), Tensor):
            gone.append(sequence)
        self._forget(gone)

    def _is_worked_out(self, key: str) -> bool:
        binding = self.bindings.get(key)
        return binding is not None and binding.derived

    def tell(self, key: str, kind: Kind) -> None:
        """Note what a name is said to be."""
        self.declared.kinds[key] = kind
        self.declared.told.append((key, kind))

    def _await(self, key: str, formula: Expr) -> None:
        """Remember that a name has a value as soon as the names in its formula have theirs."""
        names = names_in(formula)
        if key not in names and len(names) <= MOST_NAMES:
            for name in names:
                self.dependents.setdefault(name, set()).add(key)

    def _work_out(self, keys: Iterable[str], depth: int) -> None:
        """Give names that are known by a formula only the value that it has now."""
        for key in sorted(keys):
            binding = self.bindings.get(key)  # gone where a new run of its recurrence began
            if binding is None or binding.said is not None or binding.formula is None:
                continue
            if depth > DEEPEST_FORMULA:
                continue
            said = as_value(evaluate(binding.formula, self.said))
            given = as_value(evaluate(binding.formula, self.given)) if said is not None else None
            if said is None or given is None:
                continue
            rounded = not self.widened.isdisjoint(names_in(binding.formula))
            wide = as_value(evaluate(binding.formula, self.wide)) if rounded else None
            self.said[key], self.wide[key] = said, said if wide is None else wide
            (self.widened.discard if wide is None else self.widened.add)(key)
            self.given[key] = given
            (self.parted.add if said != given else self.parted.discard)(key)
            if key in self.dependents:
                self._work_out(self.dependents[key], depth + 1)

    def _note_width(self, key: str, said: Value | Function | None, binding: Binding) -> None:
        """d_k is the width of K unless the document says otherwise."""
        if key not in ("K", "K_1") or not isinstance(said, Tensor):
            return
        width = fmpq(said.shape[-1])
        self.widths.append((binding.span.start, width))
        for name in WIDTHS:
            if name not in self.bindings:
                for names in (self.said, self.given, self.wide):
                    names[name] = width

    def quantities(self, expr: Expr, how: How) -> tuple[Quantity, Quantity]:
        """The expression with the values as printed, and with those that follow from the givens."""
        facts = traits(expr)
        names = facts.names
        for key in names:
            if key[:1] == "I" and key not in self.said:
                return (Quantity(expr, with_identities(expr, names, self.said), how),) * 2
        if self.formulas.patterns and (behind := self.formulas.steps_behind(expr, self.said, how)):
            given = self.formulas.steps_behind(expr, self.given, how) if self.parted else behind
            stated = Quantity(expr, {**self.said, **behind}, how, {**self.wide, **behind}, self.results)
            return stated, (Quantity(expr, {**self.given, **given}, how) if self.parted else stated)
        if self.longer and facts.decimals and facts.is_of_numbers and not isinstance(expr, Number):
            return self._lengthened(expr, how)
        any_name = facts.folds or facts.lettered
        wide = self.wide if (any_name and self.widened) or not self.widened.isdisjoint(names) else None
        printed = Quantity(expr, self.said, how, wide, self.results)
        if not self.parted or not (any_name or self.parted & names):
            return printed, printed
        return printed, Quantity(expr, self.given, how)

    def _lengthened(self, expr: Expr, how: How) -> tuple[Quantity, Quantity]:
        """A formula of numbers as printed, and with the digits that its numbers had before."""
        printed = Quantity(expr, self.said, how, None, self.results)
        found = lengthened(expr, self.longer)
        if found is None:
            return printed, printed
        return printed, Quantity(found[0], {**self.said, **found[1]} if names_in(expr) else found[1], how)

    def enter(self, head: Expr, key: str, binding: Binding) -> None:
        """Put a stated entry into the vector it belongs to: what is said of the whole now holds it."""
        if not isinstance(head, Name) or head.key != key or len(head.index) != 1:
            return
        whole, value = self.bindings.get(head.base), as_value(binding.said)
        said = as_value(self.said.get(head.base))
        (index,) = head.index
        if whole is None or not isinstance(said, Tensor) or not isinstance(value, fmpq | arb):
            return
        at = int(index.value.p) - 1 if isinstance(index, Number) and index.value.q == 1 else -1
        if not 0 <= at < len(said.items) or len(squeezed(said.shape)) != 1:
            return
        mixed = Tensor(said.shape, (*said.items[:at], value, *said.items[at + 1 :]), said.loose)
        given = self.given.get(head.base)
        self.bind(head.base, replace(whole, said=mixed, given=given, cause=whole.cause or binding.cause))

    def is_upheld(self, expr: Expr) -> bool:
        """Whether a name without a value of its own surely belongs to the whole that gives it one."""
        return (
            isinstance(expr, Name)
            and expr.key not in self.bindings
            and self.formulas.is_upheld(expr, self.section)
        )

    def unfold(self, expr: Expr) -> tuple[Expr, int | None]:
        """A bare name as the formula that it is known by, and which entry of that it is if it is one."""
        if not isinstance(expr, Name | Apply):
            return expr, None
        at, binding = None, self.bindings.get(expr.key)
        if binding is None and isinstance(expr, Name) and len(expr.index) == 1:
            (index,), binding = expr.index, self.bindings.get(expr.base)
            at = int(index.value.p) - 1 if isinstance(index, Number) and index.value.q == 1 else None
            if at is None or at < 0:
                return expr, None
        if binding is None or binding.formula is None or isinstance(binding.said, Function):
            return expr, None
        return (binding.formula, at) if expr.key not in names_in(binding.formula) else (expr, None)

    def cause_of(self, expr: Expr) -> str | None:
        """The first error that the names of an expression carry with them."""
        if not self.caused:
            return None
        causes = [self.bindings[key].cause or "" for key in names_in(expr) & self.caused]
        return min(causes, key=lambda number: (len(number), number), default=None)  # c2 is before c10

    def places(self, expr: Expr) -> tuple[Span, ...]:
        """Where the names of an expression got their meaning, the first few in reading order."""
        names = names_in(expr)
        if not names:
            return ()
        names -= {node.variable for node in walk(expr) if isinstance(node, Fold)}  # letters of their own
        found = {self.bindings[key].span for key in names if key in self.bindings}
        return tuple(sorted(place for place in found if place.start >= 0)[:MOST_PLACES])

    def is_trusted(self, expr: Expr, home: int | None = None, *, once: bool = False) -> bool:
        """Whether every name in it was given a meaning close enough to refute a claim with it.

        Close is this section, and `home`, where a formula for a whole sequence was stated with its letters;
        `once` also trusts a name that was bound a single time in all.
        """
        known = [key for key in names_in(expr) if key in self.bindings]
        return all((once and self.bindings[key].times == 1) or self._is_fresh(key, home) for key in known)

    def _is_fresh(self, key: str, home: int | None) -> bool:
        binding = self.bindings[key]
        if binding.section in (self.section, home) or self.meant.get(key) == self.section:
            return True
        if isinstance(binding.said, Tensor) and binding.times <= 2:
            asked, here = self.questions.get(binding.section), self.questions.get(self.section)
            return asked == here or len(key) > 1 or key.isupper()  # the x of another question is another
        if binding.times == 1 and len(key) > 1:
            return True
        return self.is_stage_of(binding) and key not in self.past.renewals

    def is_stage_of(self, binding: Binding) -> bool:
        """Whether this section is a stage, such as “Hidden state”, of the exercise of a binding."""
        return self.exercises.get(binding.section) == self.exercises.get(self.section, -1)

    def is_as_formula(self, key: str, binding: Binding) -> bool:
        """Whether a name was only stated as its formula has it, rounded, which is no new value."""
        return binding.span.start in self.agreed.get(key, ())


def as_value(result: object) -> Value | None:
    return result if isinstance(result, fmpq | arb | Tensor) else None
