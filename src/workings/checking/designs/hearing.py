"""What sentences about designs are worth: the machine that is meant, run on every input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from workings.checking.designs.booleans import NAMED, RULES, Function, named, written
from workings.checking.designs.machines import Machine, machine_at
from workings.checking.designs.outputs import Outputs, in_steps, margin_in_words, outputs, point
from workings.checking.designs.sayings import READ, Reader, Saying
from workings.checking.designs.settings import Settings
from workings.checking.designs.truth import TruthTable
from workings.checking.designs.words import KINDS, MOST_BITS, WordMachine, string
from workings.checking.designs.words import LONGEST as LONGEST_WORD
from workings.checking.designs.words import in_steps as in_word_steps
from workings.document import Passage
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.parsing.hypotheses import is_option
from workings.record import record
from workings.regex import regex
from workings.source import Page
from workings.value import Undefined

MOST_SAYINGS = 400  # of one document
FAILS = "design/fails"
MOST_EARLIER = 24  # places above a sentence at which another machine may have been given
FOLLOWS = 260  # characters behind a sentence that announces its weights
_AGAINST = regex(
    r"\b(?:student(?:'s)?\s+answer|suppose\s+a\s+student|fails?|failed|wrong|incorrect(?:ly)?|does\s+not\s+work|doesn['’]t\s+work|not\s+what|misclassif\w+|mistake|"
    r"contradict\w*|impossible|but\s+(?:it|this)\s+is\s+not)\b",
    re.I,
)
_LENGTH = regex(r"\blengths?\s+(?:of\s+|at\s+most\s+)?(\d{1,2})\b", re.I)


@record(frozen=True)
class Hearing:
    """What sentences about designs are judged by."""

    page: Page
    settings: Settings
    tables: Sequence[TruthTable]
    words: Callable[[int], WordMachine | None] | None  # the recurrent machine at a place, if there is any

    def claims(self, passages: Sequence[Passage]) -> Iterator[Claim]:
        """A claim for every sentence that says what the machine computes."""
        if self.settings.inverted:
            return
        for saying in islice(self.sayings(passages), MOST_SAYINGS):
            claim = self.judged(saying)
            if claim is not None:
                yield claim

    def sayings(self, passages: Sequence[Passage]) -> Iterator[Saying]:
        """The functions that sentences are about, in reading order."""
        reader = Reader(self.page, self.settings)
        for passage in passages:
            if passage.kind in READ and NAMED.search(passage.text) and not is_option(passage, self.page):
                yield from reader.sayings(passage)

    def judged(self, saying: Saying) -> Claim | None:
        """The claim with its verdict; None where no machine is surely meant."""
        meant = self.meant(saying)
        if meant is None:
            return self._on_words(saying)
        machine, function = meant
        readings = list(outputs(machine, self._low(self._table(saying))))
        if not readings:
            return None
        right = next((found for found in readings if found.failing(function) is None), None)
        if saying.denied:
            return self._denied(saying, function, readings, right)
        if right is None and _computes(machine.top(), function):
            return None  # said of its last unit
        unsure = saying.since < 0 and not saying.part and not saying.top
        if right is None and self._is_disowned(saying):
            return None
        if right is None and unsure and self._is_doubtful(saying, function, readings[0]):
            return None
        return self._claim(saying, function, readings[0] if right is None else right, right is not None)

    def meant(self, saying: Saying) -> tuple[Machine, Function] | None:
        """The machine of a sentence and what it should compute; None where it is not surely meant."""
        table = self._table(saying)
        machine = self._machine(saying, table, saying.place)
        if machine is None and saying.since < 0 and saying.announces:
            machine = self._machine(saying, table, saying.span.end + FOLLOWS)
        if machine is None or machine.opening < 0:
            return None
        if saying.top:
            machine = machine.top()
        if saying.formula:
            function = written(saying.formula, machine.inputs)
        else:
            function = named(saying.kind, saying.arity or len(machine.inputs))
        return None if function is None or function.arity != len(machine.inputs) else (machine, function)

    def _on_words(self, saying: Saying) -> Claim | None:
        """A recurrent machine on every word of bits up to a length."""
        machine = self.words(saying.place) if self.words is not None and saying.kind in KINDS else None
        if machine is None or saying.part:
            return None
        length = _LENGTH.search(saying.passage.text)
        longest = min(int(length[1]), MOST_BITS) if length is not None else LONGEST_WORD
        found = machine.failing(saying.kind, longest)
        if isinstance(found, Undefined):
            return None
        if found is None:
            margin = machine.margin(saying.kind, min(longest, LONGEST_WORD))
            if saying.denied or margin is None:
                return None
            said = f"right on all {(2 << longest) - 2} strings up to length {longest}"
            least = f", at least {show(margin[0], 2)} away from one half" if longest <= LONGEST_WORD else ""
            return self._made(saying, Verdict.RIGHT, said + least, None)
        word, row = found
        steps = f"{string(word)} ends with {in_word_steps(machine, row)}"
        if saying.denied:
            return self._made(saying, Verdict.RIGHT, f"it fails on {string(word)}: {steps}", None)
        if self._is_disowned(saying):
            return None
        wanted = RULES[saying.kind](word)
        return self._made(
            saying, Verdict.WRONG, f"not {saying.kind}: {steps}, where {wanted} is wanted", None
        )

    def _machine(self, saying: Saying, table: TruthTable | None, place: int) -> Machine | None:
        """The machine that is meant, over the inputs of the table where it has as many."""
        situation = self.settings.at(place)
        machine = machine_at(situation, output=saying.part)
        if table is None or (machine is not None and len(machine.inputs) != len(table.inputs)):
            return machine
        return machine_at(situation, table.inputs, table.low, saying.part) or machine

    def _low(self, table: TruthTable | None) -> int | None:
        """What nought is written as: 0 unless the document speaks of -1, which leaves both open."""
        if table is not None:
            return table.low
        return None if self.settings.is_bipolar else 0

    def _table(self, saying: Saying) -> TruthTable | None:
        """The latest truth table above under the same heading."""
        opening = self.settings.heading(saying.span.start)
        above = [t for t in self.tables if opening <= t.span.start <= saying.span.start]
        return above[-1] if above else None

    def _is_disowned(self, saying: Saying) -> bool:
        """Whether the sentences around say that the design fails."""
        return _AGAINST.search(saying.passage.text) is not None

    def _is_doubtful(self, saying: Saying, function: Function, found: Outputs) -> bool:
        """Whether a sentence without weights of its own may mean another machine than the latest."""
        agreed = sum(bit == function(t.bits) for t, bit in zip(found.traces, found.bits, strict=True))
        if 2 * agreed <= len(found.bits):
            return True
        opening = self.settings.heading(saying.span.start)
        places = {event.place for event in self.settings.events if opening <= event.place <= saying.place}
        for place in sorted(places)[-MOST_EARLIER:]:
            situation = self.settings.at(place)
            keys = [key for key, event in situation.formulas.items() if event.place == place]
            others = [machine_at(situation), *(machine_at(situation, output=(key,)) for key in keys)]
            if any(other is not None and _computes(other, function) for other in others):
                return True
        return False

    def _denied(
        self, saying: Saying, function: Function, readings: Sequence[Outputs], right: Outputs | None
    ) -> Claim | None:  # fmt: skip
        """“does not compute XOR”: wrong only if it computes it under every reading."""
        if right is None:
            trace = readings[0].failing(function)
            assert trace is not None
            why = (
                f"{point(trace.bits, readings[0].machine.low)} fails: {in_steps(trace, readings[0].machine)}"
            )
            return self._made(saying, Verdict.RIGHT, why, None)
        if any(found.failing(function) is not None for found in readings):
            return None
        return self._made(saying, Verdict.WRONG, f"it does compute {function.name}, on every input", None)

    def _claim(self, saying: Saying, function: Function, found: Outputs, holds: bool) -> Claim:
        if holds:
            margin = margin_in_words(found)
            said = f"right on all {len(found.traces)} inputs" + (f", {margin}" if margin else "")
            return self._made(saying, Verdict.RIGHT, said, found.convention)
        trace = found.failing(function)
        assert trace is not None
        where = point(trace.bits, found.machine.low)
        wanted = function(trace.bits) or (found.machine.low if found.machine.signed else 0)
        steps = in_steps(trace, found.machine)
        return self._made(
            saying, Verdict.WRONG, f"not {function.name}: {where} gives {steps}, not {wanted}", None
        )

    def _made(self, saying: Saying, verdict: Verdict, message: str, convention: str | None) -> Claim:
        said = self.page.written[saying.span.start : saying.span.end]
        rule = FAILS if verdict is Verdict.WRONG else None
        return Claim(
            "", "sentence", saying.span, said, verdict, rule, said, convention=convention, message=message
        )


def _computes(machine: Machine, function: Function) -> bool:
    if len(machine.inputs) != function.arity:
        return False
    return any(found.failing(function) is None for found in outputs(machine, machine.low))
