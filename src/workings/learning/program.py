"""What a result of a document hangs on: the formulas on the way to it, and the names they start from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from flint import fmpq

from workings import pipeline
from workings.evaluating import Function
from workings.expr import Apply, Expr, Name, walk
from workings.learning.counting import clock_of, declared_steps, steps_of_inputs
from workings.learning.declaring import CannotRunError, Shape, declared_shapes
from workings.learning.domains import Domain, declared_domains
from workings.learning.entries import Grid, asked_rows, grids_of, range_of, with_entries
from workings.learning.entrywise import entrywise_of
from workings.learning.examples import declared_by_example, example_letter, head_of_one, of_one
from workings.learning.families import families_of, letters_of, ranges, stated_formulas
from workings.learning.gaps import missing_link, placed
from workings.learning.naming import near, one_of
from workings.learning.own import own_operations, put_in
from workings.learning.products import multiplied
from workings.learning.respelling import respelt
from workings.learning.sums import with_chosen
from workings.learning.timed import is_keyed, timed_formulas
from workings.learning.timing import places_of
from workings.record import record
from workings.resolving.patterns import Pattern, Patterns
from workings.resolving.scope import Scope, as_value
from workings.resolving.steps import stem, step_key, step_of
from workings.source import Page, Span
from workings.value import Tensor, Value


@record(frozen=True, slots=True)
class Program:
    """The formulas of a document in reach of a result.

    `formulas` are worked out anew in every run because they depend on `inputs` or `learned`; what depends on
    neither is in `values`, which are exact.
    """

    result: str
    inputs: tuple[str, ...]
    learned: tuple[str, ...]
    formulas: Mapping[str, Expr]
    functions: Mapping[str, Function]
    values: Mapping[str, Value | Function]
    shapes: Mapping[str, Shape]  # of inputs and learned names
    starts: Mapping[str, Value]  # the values that learned names have in the document
    text: str = ""  # the page that spans point into
    patterns: Mapping[str, Pattern] = field(default_factory=dict)  # formulas of a step, by sequence
    refused: Mapping[str, str] = field(default_factory=dict)  # sequences that cannot be run, and why
    declared: Mapping[str, Shape] = field(default_factory=dict)
    grids: Mapping[str, Grid] = field(default_factory=dict)  # matrices that are given entry by entry
    domains: Mapping[str, Domain] = field(default_factory=dict)  # what values inputs may have
    page: Page | None = None
    counting: frozenset[str] = frozenset()  # the letters that count steps

    @property
    def counted(self) -> tuple[str, ...]:
        """The inputs that number rows or entries from one on, and are nothing else than such numbers."""
        found = [key for key in self.inputs if key in self.domains and self.domains[key].counts_from_one]
        places = tuple(key for key in found if self.is_index(key))
        both = next((key for key in places if self._is_number(key)), None)
        if both is not None:
            raise CannotRunError(f"{both} numbers entries from one and is also counted with: use two names")
        return places

    def at(self, span: Span) -> str:
        """Where something stands in the document."""
        return placed(self.page, span) if self.page is not None else "the document"

    def is_index(self, name: str) -> bool:
        """Whether an input picks rows or entries of something, so that it has to stay a whole number."""
        whole = {*self.learned, *self.formulas, *self.values}  # W_x may be a name of its own
        nodes = [node for formula in self._all() for node in walk(formula)]
        places = [
            part
            for node in nodes
            if isinstance(node, Name) and node.key not in whole
            for part in node.index
            if isinstance(part, Name)
        ]
        return any(name in (place.key, place.base) for place in (*places, *self._places(nodes)))

    def _is_number(self, name: str) -> bool:
        """Whether an input is also counted with."""
        nodes = [node for formula in self._all() for node in walk(formula)]
        places = {id(place) for place in self._places(nodes)}
        named = [node for node in nodes if isinstance(node, Name) and name in (node.key, node.base)]
        return any(id(node) not in places for node in named)

    def _places(self, nodes: Sequence[Expr]) -> list[Name]:
        """The names that say which row or entry of something is meant."""
        asked = [place for node in nodes for place in places_of(node)]
        rows = [asked_rows(self.text, node) for node in nodes]
        return [*asked, *(row for row in rows if row is not None)]

    def _all(self) -> list[Expr]:
        steps = [pattern.formula for pattern in self.patterns.values()]
        return [*self.formulas.values(), *steps, *(function.body for function in self.functions.values())]


def program_of(
    document: pipeline.Document,
    result: str,
    inputs: Sequence[str] = (),
    learn: Sequence[str] | None = None,
    sizes: Mapping[str, Shape] | None = None,
) -> Program:
    """What has to be run for a result; by default, what is declared and has no value is learned."""
    text = respelt(document.reading.page.text)
    if text != document.reading.page.text:
        document = pipeline.read(text, document.reading.page.filename)
    scope = pipeline.judged(document).scope
    result, inputs, learn = _as_known(names_of(document, scope), result, inputs, learn)
    declared = {**declared_shapes(document.statements, scope), **(sizes or {})}
    functions = {key: value for key, value in scope.given.items() if isinstance(value, Function)}
    own = own_operations(document.statements)
    stated = list(stated_formulas(document.statements))
    by_example = declared_by_example((name for name in inputs if name not in declared), declared)
    example = example_letter((formula for _, formula in stated), inputs, declared, by_example, scope)
    declared |= {name: shape for name, (letter, shape) in by_example.items() if letter == example}
    clock = clock_of(document.statements, inputs, declared, example)
    declared |= declared_steps(clock, document.statements, declared, inputs)

    def read(formula: Expr) -> Expr:
        entries = with_entries(document.reading.page.text, formula, clock.is_place)
        plain = put_in(multiplied(clock.read(entries), functions), own)
        return with_chosen(plain if example is None else of_one(plain, example))

    stated = [(head if example is None else head_of_one(head, example), read(f)) for head, f in stated]
    wholes = {*declared, *inputs, *(key for key, value in scope.given.items() if isinstance(value, Tensor))}
    wholes |= {key for key, binding in scope.bindings.items() if binding.formula is not None}
    by_entry = entrywise_of(
        stated, document.statements, declared, wholes, {*inputs, *clock.sequences}, clock.letters
    )
    equations = [(head.key, formula) for head, formula in stated if head.key not in by_entry.heads]
    equations += [(base, formula) for base, formula in by_entry.formulas.items() if letters_of(base)]
    timed = timed_formulas(document.statements, clock, read)
    families = families_of(
        [*equations, *timed.keyed, *timed.starts.items()],
        ranges(document.statements),
        declared,
        inputs,
        scope,
        clock.letters,
    )
    known = {*names_of(document, scope), *declared, *families.listed, *clock.sequences, *by_entry.formulas}
    known |= {key for key, _ in grids_of(document.statements)}
    declared |= families.sizes(learn or ())
    for asked in (result, *inputs, *(learn or ())):
        if asked not in known and asked not in declared:
            raise CannotRunError(f"{asked} does not occur in the document{near(asked, known)}")
    stepwise = {id(pattern.formula) for pattern in scope.formulas.patterns.values()}
    starts = {step_key(sequence, 0) for sequence in clock.sequences}
    begun = {key for key in starts if as_value(scope.given.get(key)) is not None}  # h_0 = c_0 = 0
    formulas = {
        key: binding.formula
        for key, binding in scope.bindings.items()
        if binding.formula is not None
        and id(binding.formula) not in stepwise
        and key not in begun
        and key not in by_entry.heads
    }
    unbound = {key: formula for key, formula in equations if key in clock.heads and key in clock.sequences}
    formulas = unbound | {key: read(formula) for key, formula in formulas.items()} | dict(timed.starts)
    formulas = {key: formula for key, formula in formulas.items() if not clock.is_any_step(key)}
    if example is not None:
        formulas |= {head.key: formula for head, formula in stated if not head.index}
    formulas |= by_entry.formulas
    result = clock.whole(result)
    formulas, declared = families.written_out(result, {**formulas, **dict(timed.keyed)}, declared)
    patterns = {
        s: p
        for s, p in scope.formulas.patterns.items()
        if p.variable not in families.letters and p.variable != example and s not in by_entry.formulas
    }
    patterns |= timed.patterns(formulas)
    formulas = {key: formula for key, formula in formulas.items() if not is_keyed(key)}
    grids = {key: grid for key, grid in grids_of(document.statements) if key not in formulas}
    formulas |= {key: grid.formula for key, grid in grids.items()}
    wholes |= {*by_entry.formulas}
    rows = {key.lower(): key for key in wholes if key.isupper() and key.lower() not in wholes}
    rows |= {key: key for key in by_entry.formulas}
    needed = _needed(result, formulas, {*inputs, *(learn or ())}, scope, patterns, rows)
    domains = declared_domains(document.statements, scope, document.reading.page.text)
    given_by_steps = steps_of_inputs(clock, inputs)
    domains = {given_by_steps.get(name, name): domain for name, domain in domains.items()}
    if learn is None:
        open_names = (name for name in needed if name not in formulas and name not in scope.given)
        coming_in = {*inputs, *given_by_steps}
        learn = [name for name in open_names if name in declared and name not in coming_in]
        _learnable(learn, domains, document.reading.page)
    for name in learn:
        if letters_of(name) & families.letters:
            raise CannotRunError(f"{name} stands for many: it is not plain which of them is meant")
    start = {*inputs, *learn}
    varying = _varying(formulas, start, scope, patterns, rows)
    of_steps = (
        []
        if result in formulas or result not in patterns
        else _behind(result, scope, patterns, rows, frozenset())
    )
    if result not in varying and not varying.intersection(of_steps):
        why = missing_link(document, result, needed, formulas, {*start, *scope.given, *patterns, *declared})
        raise CannotRunError(f"{result} does not depend on {', '.join(sorted(start)) or 'any input'}{why}")
    shapes = {name: _shape(name, declared, scope) for name in (*inputs, *learn)}
    return Program(
        result,
        tuple(inputs),
        tuple(learn),
        {
            key: formulas[key]
            for key in needed
            if key in varying and key in formulas and key not in start and key not in grids
        },
        functions,
        {key: value for key, value in scope.given.items() if key not in varying},
        shapes,
        {name: value for name in learn if (value := as_value(scope.given.get(name))) is not None},
        document.reading.page.text,
        patterns,
        timed.refused,
        declared,
        grids,
        domains,
        document.reading.page,
        clock.letters,
    )


def _whole(value: object) -> int | None:
    return int(value.p) if isinstance(value, fmpq) and value.q == 1 else None


def names_of(document: pipeline.Document, scope: Scope) -> set[str]:
    """The names that a document declares, gives a value, or has in its formulas."""
    found = {*declared_shapes(document.statements, scope), *scope.bindings, *scope.declared}
    for statement in document.statements:
        for member in statement.members:
            for node in walk(member.expr) if member.sign != "∈" else ():
                if isinstance(node, Name):
                    found.update({node.key, *(part.key for part in node.index if isinstance(part, Name))})
    return found


def _as_known(
    known: Collection[str], result: str, inputs: Sequence[str], learn: Sequence[str] | None
) -> tuple[str, list[str], list[str] | None]:
    """Names as the document has them, however they were typed; each for one purpose only."""
    result, *given = (one_of(asked, known) or asked for asked in (result, *inputs))
    learned = None if learn is None else [one_of(asked, known) or asked for asked in learn]
    for names, what in ((given, "an input"), (learned or [], "learned")):
        twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
        if twice is not None:
            raise CannotRunError(f"{twice} is {what} twice")
    both = next((name for name in learned or () if name in given), None)
    if both is not None:
        raise CannotRunError(f"{both} is an input, so it cannot be learned")
    if result in given:
        raise CannotRunError(f"{result} is the result, so it cannot be an input")
    return result, given, learned


def _learnable(learn: Sequence[str], domains: Mapping[str, Domain], page: Page) -> None:
    """What has to be a whole number or one of a few cannot be learned: it was meant to come in."""
    for name in learn:
        domain = domains.get(name)
        if domain is not None and (domain.whole or domain.values is not None):
            place = placed(page, domain.span)
            raise CannotRunError(
                f"{name} is in {domain.said} by {place}, so it is not learned: make it an input"
            )


def _needed(
    result: str,
    formulas: Mapping[str, Expr],
    start: set[str],
    scope: Scope,
    patterns: Patterns,
    wholes: Mapping[str, str],
) -> list[str]:
    """The names behind a result in an order in which each comes after those it needs."""
    ordered: list[str] = []
    state: dict[str, bool] = {}  # False while its own names are looked at

    def visit(key: str) -> None:
        if key in state:
            if not state[key]:
                raise CannotRunError(f"{key} is defined by itself")
            return
        state[key] = False
        if key in formulas and key not in start:
            for other in _names(formulas[key], scope, patterns, wholes):
                visit(other)
        elif key == result and key in patterns:
            for other in _behind(key, scope, patterns, wholes, frozenset()):
                visit(other)
        state[key] = True
        ordered.append(key)

    visit(result)
    return ordered


def _names(
    expr: Expr,
    scope: Scope,
    patterns: Patterns,
    wholes: Mapping[str, str],
    seen: frozenset[str] = frozenset(),
) -> list[str]:
    """The names in a formula, through functions and sequences; of x_2 also x, whose entry it is.

    `wholes` are those that are defined by their entries, or that go by the small letter: X of x_i.
    """
    found: dict[str, None] = {}
    for node in walk(expr):
        if isinstance(node, Apply):
            called = scope.given.get(node.function.key)
            if isinstance(called, Function):
                inner = _names(called.body, scope, patterns, wholes, seen)
                found.update(dict.fromkeys(name for name in inner if name not in called.params))
        if not isinstance(node, Name):
            continue
        step = step_of(node)
        if step is not None and step.at != 0 and step.sequence in patterns:
            found.update(dict.fromkeys(_behind(step.sequence, scope, patterns, wholes, seen)))
        else:
            found[node.key] = None
            if node.key in patterns:  # all steps of it
                found.update(dict.fromkeys(_behind(node.key, scope, patterns, wholes, seen)))
            rows = range_of(node)
            if rows is not None:
                found.update(dict.fromkeys(rows))
            if node.index and node.key not in scope.bindings:
                found[stem(step.sequence) if step is not None else node.base] = None
            if node.index and node.base in wholes and node.key not in scope.declared:
                found[wholes[node.base]] = None
    return list(found)


def _behind(
    sequence: str, scope: Scope, patterns: Patterns, wholes: Mapping[str, str], seen: frozenset[str]
) -> list[str]:
    """The names in the formula of a step, and what it starts from."""
    if sequence in seen:
        return []
    inside = _names(patterns[sequence].formula, scope, patterns, wholes, seen | {sequence})
    return [*inside, step_key(sequence, 0)]


def _varying(
    formulas: Mapping[str, Expr], start: set[str], scope: Scope, patterns: Patterns, wholes: Mapping[str, str]
) -> set[str]:
    """The names whose value changes with those that a run starts from."""
    varying = set(start)
    while True:
        more = {
            key
            for key, formula in formulas.items()
            if varying.intersection(_names(formula, scope, patterns, wholes))
        }
        if more <= varying:
            return varying
        varying |= more


def _shape(name: str, declared: Mapping[str, Shape], scope: Scope) -> Shape:
    """The shape of a name that a run starts from, by its declaration or by the value it starts with."""
    value = as_value(scope.given.get(name))
    if isinstance(value, Tensor):
        return value.shape
    if name in declared:
        return declared[name]
    if value is not None:
        return ()
    raise CannotRunError(f"the document does not say what size {name} has: declare it, as in {name} ∈ ℝ^3")
