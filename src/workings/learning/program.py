"""What a result of a document hangs on: the formulas on the way to it, and the names they start from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from workings import pipeline
from workings.evaluating import Function
from workings.expr import Expr, Name, walk
from workings.learning.counting import steps_of_inputs
from workings.learning.declaring import CannotRunError, Shape, declared_shapes
from workings.learning.domains import Domain, declared_domains
from workings.learning.entries import Grid, asked_rows, grids_of
from workings.learning.families import letters_of
from workings.learning.gaps import missing_link, placed
from workings.learning.gathering import Equations, Gathered, Setting, equations_of, gathered, setting_of
from workings.learning.naming import near, one_of
from workings.learning.reaching import Reach
from workings.learning.respelling import respelt
from workings.learning.timing import places_of
from workings.record import record
from workings.resolving.patterns import Pattern
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import is_plain
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
    document = _respelt(document)
    scope = pipeline.judged(document).scope
    result, inputs, learn = _as_known(names_of(document, scope), result, inputs, learn)
    setting = setting_of(document, scope, inputs, sizes or {})
    equations = equations_of(setting, inputs)
    declared = {**setting.declared, **equations.families.sizes(learn or ())}
    _all_occur((result, *inputs, *(learn or ())), setting, equations, declared)
    result = setting.clock.whole(result)
    found = gathered(setting, equations, result, declared)
    reach = Reach(scope, found.formulas, found.patterns, equations.rows)
    needed = reach.needed(result, {*inputs, *(learn or ())})
    domains = _domains(setting, inputs)
    if learn is None:
        learn = _left_open(needed, setting, found, inputs)
        _learnable(learn, domains, document.reading.page)
    _each_is_one(learn, equations)
    start = {*inputs, *learn}
    varying = reach.varying(start)
    if not reach.changes(result, varying):
        raise _independent(result, start, needed, setting, found)
    return Program(
        result,
        tuple(inputs),
        tuple(learn),
        {
            key: found.formulas[key]
            for key in needed
            if key in varying and key in found.formulas and key not in start and key not in found.grids
        },
        setting.functions,
        {key: value for key, value in scope.given.items() if key not in varying},
        {name: _shape(name, found.declared, scope) for name in (*inputs, *learn)},
        {name: value for name in learn if (value := as_value(scope.given.get(name))) is not None},
        document.reading.page.text,
        found.patterns,
        equations.timed.refused,
        found.declared,
        found.grids,
        domains,
        document.reading.page,
        setting.clock.letters,
    )


def _respelt(document: pipeline.Document) -> pipeline.Document:
    """The document in the spellings that are read everywhere."""
    page = document.reading.page
    text = respelt(page.text)
    return document if text == page.text else pipeline.read(text, page.filename)


def names_of(document: pipeline.Document, scope: Scope) -> set[str]:
    """The names that a document declares, gives a value, or has in its formulas."""
    found = {*declared_shapes(document.statements, scope), *scope.bindings, *scope.declared.names}
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


def _all_occur(
    asked: Sequence[str], setting: Setting, equations: Equations, declared: Mapping[str, Shape]
) -> None:
    """Whatever is asked for has to be a name of the document."""
    known = {*names_of(setting.document, setting.scope), *setting.declared, *setting.clock.sequences}
    known |= {*equations.families.listed, *equations.by_entry.formulas}
    known |= {key for key, _ in grids_of(setting.document.statements)}
    for name in asked:
        if name not in known and name not in declared:
            raise CannotRunError(f"{name} does not occur in the document{near(name, known)}")


def _domains(setting: Setting, inputs: Sequence[str]) -> dict[str, Domain]:
    """What values names may have; an input that comes in step by step goes by the name of its whole."""
    document, by_steps = setting.document, steps_of_inputs(setting.clock, inputs)
    domains = declared_domains(document.statements, setting.scope, document.reading.page.text)
    return {by_steps.get(name, name): domain for name, domain in domains.items()}


def _left_open(needed: Sequence[str], setting: Setting, found: Gathered, inputs: Sequence[str]) -> list[str]:
    """The names that are declared and needed, and that nothing gives a value."""
    coming_in = {*inputs, *steps_of_inputs(setting.clock, inputs)}
    open_names = (name for name in needed if name not in found.formulas and name not in setting.scope.given)
    return [name for name in open_names if name in found.declared and name not in coming_in]


def _learnable(learn: Sequence[str], domains: Mapping[str, Domain], page: Page) -> None:
    """What has to be a whole number or one of a few cannot be learned: it was meant to come in."""
    for name in learn:
        domain = domains.get(name)
        if domain is not None and (domain.whole or domain.values is not None):
            place = placed(page, domain.span)
            raise CannotRunError(
                f"{name} is in {domain.said} by {place}, so it is not learned: make it an input"
            )


def _each_is_one(learn: Sequence[str], equations: Equations) -> None:
    """What is learned has to be one name, and not that of a family."""
    for name in learn:
        if letters_of(name) & equations.families.letters:
            raise CannotRunError(f"{name} stands for many: it is not plain which of them is meant")


def _independent(
    result: str, start: set[str], needed: Sequence[str], setting: Setting, found: Gathered
) -> CannotRunError:
    """That a result does not change with what a run starts from, and what is missing on the way."""
    formula = found.formulas.get(result)
    if formula is not None and is_plain(formula):
        return CannotRunError(f"{result} is worked out from numbers alone, which leaves nothing to run")
    known = {*start, *setting.scope.given, *found.patterns, *found.declared}
    why = missing_link(setting.document, result, needed, found.formulas, known)
    return CannotRunError(f"{result} does not depend on {', '.join(sorted(start)) or 'any input'}{why}")


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
