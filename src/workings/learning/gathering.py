"""The formulas of a document as a module needs them: each for a whole name, whatever index it was given with.

A name may be defined as a whole, by its entries, for every step, for every example, or for many layers and
heads at once; here all of these become formulas of whole names and patterns of steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workings.evaluating import Function
from workings.expr import Expr, Name
from workings.learning.counting import clock_of, declared_steps
from workings.learning.declaring import Shape, declared_shapes
from workings.learning.entries import Grid, grids_of, with_entries
from workings.learning.entrywise import Entrywise, entrywise_of
from workings.learning.examples import declared_by_example, example_letter, head_of_one, of_one
from workings.learning.families import Families, families_of, letters_of, ranges, stated_formulas
from workings.learning.own import Definition, own_operations, put_in
from workings.learning.products import multiplied
from workings.learning.sums import with_chosen
from workings.learning.timed import Timed, is_keyed, timed_formulas
from workings.learning.timing import Clock
from workings.pipeline import Document
from workings.record import record
from workings.resolving.patterns import Pattern
from workings.resolving.scope import Scope, as_value
from workings.resolving.steps import step_key
from workings.value import Tensor


@record(frozen=True, slots=True)
class Setting:
    """What a document says about its names, and how its formulas are read by it."""

    document: Document
    scope: Scope
    declared: Mapping[str, Shape]
    functions: Mapping[str, Function]
    own: Mapping[str, Definition]  # operations that it defines itself
    clock: Clock
    example: str | None  # the letter that counts examples

    def read(self, formula: Expr) -> Expr:
        """A formula in the spelling of modules, for one example."""
        entries = with_entries(self.document.reading.page.text, formula, self.clock.is_place)
        plain = put_in(multiplied(self.clock.read(entries), self.functions), self.own)
        return with_chosen(plain if self.example is None else of_one(plain, self.example))

    def head(self, head: Name) -> Name:
        """The name on the left, for one example."""
        return head if self.example is None else head_of_one(head, self.example)


def setting_of(
    document: Document, scope: Scope, inputs: Sequence[str], sizes: Mapping[str, Shape]
) -> Setting:
    """What is declared, defined and counted in a document, if the given names come in."""
    declared = {**declared_shapes(document.statements, scope), **sizes}
    by_example = declared_by_example((name for name in inputs if name not in declared), declared)
    formulas = [formula for _, formula in stated_formulas(document.statements)]
    example = example_letter(formulas, inputs, declared, by_example, scope)
    declared |= {name: shape for name, (letter, shape) in by_example.items() if letter == example}
    clock = clock_of(document.statements, inputs, declared, example)
    declared |= declared_steps(clock, document.statements, declared, inputs)
    functions = {key: value for key, value in scope.given.items() if isinstance(value, Function)}
    own = own_operations(document.statements)
    return Setting(document, scope, declared, functions, own, clock, example)


@record(frozen=True, slots=True)
class Equations:
    """The equations of a document, sorted by what they define."""

    stated: Sequence[tuple[Name, Expr]]  # all that have a name on the left
    wholes: frozenset[str]  # names that have a value or a formula as a whole
    by_entry: Entrywise
    timed: Timed
    families: Families

    @property
    def rows(self) -> dict[str, str]:
        """The wholes behind names with an index: X for x_i, and what is defined by its entries."""
        wholes = {*self.wholes, *self.by_entry.formulas}
        rows = {key.lower(): key for key in wholes if key.isupper() and key.lower() not in wholes}
        return rows | {key: key for key in self.by_entry.formulas}


def equations_of(setting: Setting, inputs: Sequence[str]) -> Equations:
    """Sort the equations of a document."""
    document, scope, clock = setting.document, setting.scope, setting.clock
    stated = [(setting.head(head), setting.read(f)) for head, f in stated_formulas(document.statements)]
    wholes = {*setting.declared, *inputs}
    wholes |= {key for key, value in scope.given.items() if isinstance(value, Tensor)}
    wholes |= {key for key, binding in scope.bindings.items() if binding.formula is not None}
    by_entry = entrywise_of(
        stated, document.statements, setting.declared, wholes, {*inputs, *clock.sequences}, clock.letters
    )
    timed = timed_formulas(document.statements, clock, setting.read)
    many = [(head.key, formula) for head, formula in stated if head.key not in by_entry.heads]
    many += [(base, formula) for base, formula in by_entry.formulas.items() if letters_of(base)]
    families = families_of(
        [*many, *timed.keyed, *timed.starts.items()],
        ranges(document.statements),
        setting.declared,
        inputs,
        scope,
        clock.letters,
    )
    return Equations(stated, frozenset(wholes), by_entry, timed, families)


@record(frozen=True, slots=True)
class Gathered:
    """Formulas of whole names, patterns of steps, matrices by their entries, and what is declared by then."""

    formulas: Mapping[str, Expr]
    patterns: Mapping[str, Pattern]
    grids: Mapping[str, Grid]
    declared: Mapping[str, Shape]


def gathered(setting: Setting, equations: Equations, result: str, declared: Mapping[str, Shape]) -> Gathered:
    """Everything that a result may need, with the families written out as far as it asks for them."""
    by_entry, timed, families = equations.by_entry, equations.timed, equations.families
    formulas = {**_bound(setting, equations), **by_entry.formulas, **dict(timed.keyed)}
    formulas, declared = families.written_out(result, formulas, declared)
    patterns = {
        sequence: pattern
        for sequence, pattern in setting.scope.formulas.patterns.items()
        if pattern.variable not in families.letters
        and pattern.variable != setting.example
        and sequence not in by_entry.formulas
    }
    patterns |= timed.patterns(formulas)
    plain = {key: formula for key, formula in formulas.items() if not is_keyed(key)}
    grids = {key: grid for key, grid in grids_of(setting.document.statements) if key not in plain}
    plain |= {key: grid.formula for key, grid in grids.items()}
    return Gathered(plain, patterns, grids, declared)


def _bound(setting: Setting, equations: Equations) -> dict[str, Expr]:
    """The formulas of names that are defined as a whole, and of the starts of sequences."""
    scope, clock, heads = setting.scope, setting.clock, equations.by_entry.heads
    of_steps = {id(pattern.formula) for pattern in scope.formulas.patterns.values()}
    starts = {step_key(sequence, 0) for sequence in clock.sequences}
    begun = {key for key in starts if as_value(scope.given.get(key)) is not None}  # h_0 = c_0 = 0
    found = {
        head.key: formula
        for head, formula in equations.stated
        if head.key in clock.heads and head.key in clock.sequences and head.key not in heads
    }
    for key, binding in scope.bindings.items():
        formula = binding.formula
        if formula is not None and id(formula) not in of_steps and key not in begun and key not in heads:
            found[key] = setting.read(formula)
    found |= dict(equations.timed.starts)
    found = {key: formula for key, formula in found.items() if not clock.is_any_step(key)}
    if setting.example is not None:
        found |= {head.key: formula for head, formula in equations.stated if not head.index}
    return found
