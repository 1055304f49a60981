"""What a design comes to: a unit, the proof that there is none, a network, or a repair."""

from __future__ import annotations

from typing import TypeAlias

from workings.checking.designs.machines import Machine, Trace
from workings.checking.designs.separable import Certificate
from workings.designing.nets import MOST_HIDDEN, Layered, network
from workings.designing.problems import Problem
from workings.designing.programs import Unit, best_unit
from workings.designing.repairs import Repair
from workings.designing.sequences import WordRepair
from workings.record import record


@record(frozen=True)
class OneUnit:
    """A threshold unit with the largest margin, and the same with whole numbers."""

    problem: Problem
    unit: Unit
    norm: str  # max: every |w_i| ≤ 1; sum: all of them together


@record(frozen=True)
class NoUnit:
    """That no threshold unit will do, and a network if one was asked for."""

    problem: Problem
    certificate: Certificate
    network: Layered | None = None
    hidden: int | None = None  # how many hidden units were allowed


@record(frozen=True)
class UnitRepair:
    """A unit of a document with the fewest changes that make it right; no repair if one unit cannot be."""

    problem: Problem
    machine: Machine
    failing: Trace | None  # the first input on which it was wrong
    repair: Repair | None
    certificate: Certificate | None = None


@record(frozen=True)
class RecurrentRepair:
    """A recurrent design of a document with the fewest changes that were found."""

    kind: str
    failing: str | None  # the first word on which it was wrong, with its values
    repair: WordRepair | None
    longest: int


Answer: TypeAlias = OneUnit | NoUnit | UnitRepair | RecurrentRepair


def design(problem: Problem, norm: str = "max", hidden: int | None = None) -> OneUnit | NoUnit:
    """The best unit for a problem; or the proof that there is none, and a network if one is wanted."""
    found = best_unit(problem.fired, problem.silent, norm)
    if isinstance(found, Unit):
        return OneUnit(problem, found, norm)
    made = None if hidden is None else network(problem, min(hidden, MOST_HIDDEN))
    return NoUnit(problem, found, made, hidden)


def is_found(answer: Answer) -> bool:
    """Whether what was asked for is there."""
    match answer:
        case OneUnit():
            return True
        case NoUnit():
            return answer.network is not None
        case _:
            return answer.failing is None or answer.repair is not None
