"""The design of a document repaired: its machine, what that should compute, and what has to change."""

from __future__ import annotations

from workings.checking.designs.booleans import NAMED, Function, kind_of
from workings.checking.designs.hearing import Hearing
from workings.checking.designs.machines import Machine, machine_at
from workings.checking.designs.outputs import outputs
from workings.checking.designs.reading import truth_tables
from workings.checking.designs.separable import Certificate
from workings.checking.designs.settings import Settings
from workings.checking.designs.words import KINDS, WordMachine, in_steps, string, word_machine
from workings.checking.judging import Judge
from workings.designing import repairs, sequences
from workings.designing.answers import RecurrentRepair, UnitRepair
from workings.designing.problems import NoProblemError, Problem, from_document, of_function
from workings.designing.programs import best_unit
from workings.ops import FUNCTIONS
from workings.parsing import Lexicon
from workings.parsing.grids import grids
from workings.pipeline import Document, judged
from workings.resolving.quantity import FIRST_BITS
from workings.value import Undefined, precision

LENGTH = 10  # bits of the words on which a recurrent design has to be right


def repair(document: Document, length: int = LENGTH) -> UnitRepair | RecurrentRepair:
    """What has to change in the first design that fails; `NoProblemError` says why nothing can."""
    judge = judged(document)
    with precision(FIRST_BITS):
        machine = word_machine(judge.scope.formulas.patterns, judge.scope.given)
        kinds = {kind_of(found[0]) for found in NAMED.finditer(judge.page.text)} & KINDS
        if machine is not None and kinds:
            return _recurrent(judge, machine, "parity" if "parity" in kinds else sorted(kinds)[0], length)
        found = _stated(document, judge)
        if found is None:
            raise NoProblemError(
                f"{judge.page.filename} gives no unit by its weights, or does not say what for"
            )
        return _unit(*found)


def _recurrent(judge: Judge, machine: WordMachine, kind: str, length: int) -> RecurrentRepair:
    failing = machine.failing(kind, length)
    if isinstance(failing, Undefined):
        raise NoProblemError(f"the recurrence has no value: {failing.reason}")
    if failing is None:
        return RecurrentRepair(kind, None, None, length)
    formulas = {}
    for sequence in machine.constants:
        for equation in machine.recurrence.equations:
            binding = judge.scope.bindings.get(f"{sequence}_{equation.variable}")
            if binding is not None and binding.formula is not None:
                formulas[sequence] = binding.formula
    made = sequences.repaired(machine, kind, length, formulas)
    word, row = failing
    return RecurrentRepair(kind, f"{string(word)}: {in_steps(machine, row)}", made, length)


def _stated(document: Document, judge: Judge) -> tuple[Problem, Machine] | None:
    """The first unit that does not compute what a sentence says; else the last one, and the table."""
    lexicon = Lexicon(FUNCTIONS, frozenset(judge.scope.bindings))
    tables = truth_tables(list(grids(judge.passages)), lexicon)
    settings = Settings(document.statements, judge.passages, judge.page.text)
    hearing = Hearing(judge.page, settings, tables, None)
    found: list[tuple[Problem, Machine]] = []
    for saying in hearing.sayings(judge.passages):
        meant = hearing.meant(saying)
        if meant is None or meant[0].weights is None:
            continue
        machine, function = meant
        found.append((of_function(function, machine.inputs), machine))
        if not _is_right(machine, function):
            return found[-1]
    if found:
        return found[0]
    last = machine_at(settings.at(len(judge.page.text)))
    return None if last is None or last.weights is None else (from_document(document), last)


def _is_right(machine: Machine, function: Function) -> bool:
    return any(found.failing(function) is None for found in outputs(machine, machine.low))


def _unit(problem: Problem, machine: Machine) -> UnitRepair:
    assert machine.weights is not None
    wanted = dict(problem.points)
    failing = None
    for bits in wanted:
        trace = machine.run(tuple(int(entry == 1) for entry in bits), machine.strict)
        if trace is not None and failing is None and int(trace.output > 0) != wanted[bits]:
            failing = trace
    if failing is None:
        return UnitRepair(problem, machine, None, None)
    weights, bias = machine.weights
    names = [f"w_{at + 1}" for at in range(len(weights))]
    found = repairs.repaired(weights, bias, problem.fired, problem.silent, names)
    proof = None if found is not None else best_unit(problem.fired, problem.silent)
    certificate = proof if isinstance(proof, Certificate) else None
    return UnitRepair(problem, machine, failing, found, certificate)
