"""Recurrent designs on words of bits: an LSTM for parity, run on every string up to a length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flint import fmpq

from workings.checking.designs.booleans import RULES, Bits
from workings.evaluating import Function
from workings.evaluating.rendering import show
from workings.ops.primitives.arithmetic import magnitude
from workings.record import record
from workings.resolving.patterns import Patterns
from workings.resolving.recurrences import Recurrence, recurrences_of
from workings.resolving.running import Row, run_words
from workings.resolving.steps import given_step, stem, step_key
from workings.value import Scalar, Tensor, Undefined, Value

LONGEST = 8  # bits of a word where nothing says how long
MOST_BITS = 12
_HALF = fmpq(1, 2)
_INPUTS = ("x", "u", "b", "s", "a")
_OUTPUTS = ("y", "ŷ", "hat(y)", "out", "o", "h", "s", "c")
_ACCENTS = {"tilde": "\u0303", "hat": "\u0302", "bar": "\u0304"}
KINDS = frozenset({"parity", "XOR", "AND", "OR", "NAND", "NOR", "majority"})


@record(frozen=True)
class WordMachine:
    """A recurrence that takes one bit at a step, and the sequence whose last value is its answer."""

    recurrence: Recurrence
    names: Mapping[str, Value | Function]
    constants: Row  # sequences that are the same at every step
    letter: str
    output: str

    def words(self, longest: int) -> Iterator[tuple[Bits, Row | Undefined]]:
        """Every word up to a length, shorter ones first, with the values of its last step."""
        letters = [{**self.constants, self.letter: fmpq(bit)} for bit in (0, 1)]
        return run_words(self.recurrence, self.names, letters, min(longest, MOST_BITS))

    def failing(self, kind: str, longest: int) -> tuple[Bits, Row] | Undefined | None:
        """The first word on which the answer is not the function of its bits; None if there is none."""
        for word, row in self.words(longest):
            if isinstance(row, Undefined):
                return row
            value = self.answer(row)
            if value is None:
                return Undefined(f"{self.output} is no number")
            right = value > _HALF if RULES[kind](word) else value < _HALF
            if not right:
                return word, row
        return None

    def margin(self, kind: str, longest: int) -> tuple[Scalar, Bits] | None:
        """The smallest distance of an answer from one half, and its word; None where a word fails."""
        best: tuple[Scalar, Bits] | None = None
        for word, row in self.words(longest):
            value = None if isinstance(row, Undefined) else self.answer(row)
            if value is None or not (value > _HALF if RULES[kind](word) else value < _HALF):
                return None
            distance = magnitude(value - _HALF)
            if best is None or distance < best[0]:
                best = distance, word
        return best

    def answer(self, row: Row) -> Scalar | None:
        value = row.get(self.output)
        if isinstance(value, Tensor):
            return value.items[0] if len(value.items) == 1 else None
        return value


def word_machine(patterns: Patterns, names: Mapping[str, Value | Function]) -> WordMachine | None:
    """The recurrence of a document that reads bits, if all else in it has a value."""
    for found in reversed(recurrences_of(patterns)):
        variables = {equation.variable for equation in found.equations}
        constants: dict[str, Value] = {}
        for sequence in found.inputs:
            values = [names.get(f"{sequence}_{variable}") for variable in sorted(variables)]
            value = next((v for v in values if v is not None and not isinstance(v, Function)), None)
            if value is not None:
                constants[sequence] = value
        free = [sequence for sequence in found.inputs if sequence not in constants]
        if len(free) != 1 or stem(free[0]).lower() not in _INPUTS:
            continue
        starts = {
            step_key(state, 0): fmpq(0) for state in found.states if given_step(names, state, 0) is None
        }
        output = next((s for key in _OUTPUTS for s in found.sequences if stem(s) == key), None)
        if output is not None:
            return WordMachine(found, {**names, **starts}, constants, free[0], output)
    return None


def string(word: Bits) -> str:
    """A word as it is written: 0110."""
    return "".join(map(str, word))


def in_steps(machine: WordMachine, row: Row) -> str:
    """The values of a step: `f = 0.5, i = 0.7311, …, h = 0.3696`."""
    worked = [(sequence, row[sequence]) for sequence in machine.recurrence.sequences if sequence in row]
    ordered = sorted([*worked, *machine.constants.items()], key=lambda item: item[0] == machine.output)
    return ", ".join(f"{_plain(stem(key))} = {show(value, 4)}" for key, value in ordered)


def _plain(key: str) -> str:
    """A name without the word for its accent: c̃ for tilde(c)."""
    accent, _, letter = key.partition("(")
    return letter[:-1] + _ACCENTS[accent] if accent in _ACCENTS and key.endswith(")") else key
