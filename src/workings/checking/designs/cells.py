"""Cells of truth tables against what their column is: a Boolean function, or what a machine computes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from flint import fmpq

from workings.checking.comparing.digits import Stated, judge_digits
from workings.checking.designs.booleans import NAMED, Function, kind_of, letters, named, written
from workings.checking.designs.machines import TOTAL, Machine, Trace, has_step, machine_at
from workings.checking.designs.outputs import in_steps, point
from workings.checking.designs.settings import Settings
from workings.checking.designs.truth import Column, TruthTable, stated_in
from workings.evaluating import How, evaluate
from workings.evaluating.rendering import show
from workings.expr import Apply, Expr, Name
from workings.finding import Claim, Verdict
from workings.parsing import Lexicon
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.resolving.traits import names_in
from workings.source import Page, Span
from workings.value import Scalar, Tensor, Value

DIFFERS = "design/table"
OUTPUT = "design/output"
NEAR = 320  # characters above a table in which its function may be named
BEHIND = 500  # characters below a table in which its weights may be given
_Y = regex(
    r"(?:\\hat\{?\s*y\}?|ŷ|y'?|o|out(?:put)?s?(?:\s+y)?|prediction|predicted.{0,12}|y_?\{?(?:pred|out)\}?|actual|"
    r"(?:perceptron|unit|neuron|network|net)(?:'s)?(?:\s+output)?|fires\s*\??|activation|result|"
    r"[fhg]_?\\?\w{0,6}\s*\([^()]*\)|step\s*\(z\)|sign\s*\(z\)|sgn\s*\(z\))",
    re.I,
)
_Z = regex(
    r"(?:z|net(?:\s+input)?|s|v|a|sum|total|weighted\s+sum|y_?\{?in\}?|pre-?activation|activation|"
    r"(?:\\mathbf\{)?w\}?\s*(?:\\cdot|·|\^\{?\\?(?:T|top|intercal)\}?|⋅)\s*(?:\\mathbf\{)?x\}?(?:\s*[-+−]\s*\\?\w+)?|"
    r"(?:\\sum|Σ|∑).{0,20})",
    re.I,
)
_NO_CLAIM = regex(
    r"\b(?:fails?|failed|cannot|can['’]t|does\s+not|doesn['’]t|not\s+(?:work|enough|correct)|wrong(?:ly)?|misclassif\w+|"
    r"incorrect\w*|mistakes?|epochs?|learning\s+rate|initial(?:ly|i[sz]ed?)?|update[sd]?|train(?:ing|ed)?|learn(?:s|ed|t|ing)?|converges?|"
    r"iterations?|random(?:ly)?|guess|desired|want(?:ed)?|impossible|before)\b",
    re.I,
)
_TARGET = regex(r"targets?|desired|expected|labels?|t|d|true|truth|class|goal|\\text\{target\}", re.I)
_TRUTH_TABLE = regex(r"\btruth[- ]table|\btable\b|\bdefined\b|\boutputs?\b", re.I)
_WEIGHT = regex(
    r"(?:(?:new|old|updated)\s+)?\$?(?:Δ|\\Delta)?\s*(?:\\mathbf\{?|\\vec\{?)?(?:w(?:eights?)?|b|bias|θ|\\theta)\}?"
    r"(?:[_^]?\{?(?:\d|new|old)\}?|')*\$?(?:\s*\(?(?:new|old|after|before|updated)(?:\s+update)?\)?)?", re.I
)  # fmt: skip
Entry: TypeAlias = tuple[Stated, Span] | None


@record(frozen=True)
class Expected:
    """What a column should hold, row by row, and what to say where it does not."""

    values: tuple[Scalar | None, ...]
    says: tuple[str, ...]  # for each row, in words
    rule: str
    sure: bool  # may refute
    convention: str | None = None


@record(frozen=True)
class Desk:
    """What the cells of one document are judged with."""

    page: Page
    lexicon: Lexicon
    settings: Settings

    def claims(self, table: TruthTable, taken: frozenset[int]) -> Iterator[Claim]:
        """A claim for every cell that is to hold something known; `taken` are places judged already."""
        machine = self.machine(table)
        if machine is not None and self._has_other_sums(table, machine):
            machine = None
        mistaken: list[dict[str, Scalar]] = [{} for _ in table.rows]  # steps that a row states wrongly
        for column in table.columns:
            stated = [stated_in(cell, self.lexicon) for cell in column.cells]
            best = self._best(table, column, stated, machine)
            if best is None:
                continue
            follows = [
                entry is not None and self._follows(table, column, at, entry[0], machine, mistaken[at])
                for at, entry in enumerate(stated)
            ]
            yield from self._judged(table, column, stated, best, taken, follows)
            key = _step_of(table, column, best, machine)
            for at, (entry, value) in enumerate(zip(stated, best.values, strict=True)):
                if key and entry is not None and value is not None and not _holds(value, entry[0]):
                    mistaken[at][key] = entry[0].value

    def _follows(
        self,
        table: TruthTable,
        column: Column,
        at: int,
        stated: Stated,
        machine: Machine | None,
        mistaken: Mapping[str, Scalar],
    ) -> bool:
        """Whether a value follows from a wrong one to the left of it."""
        trace = machine.run(table.rows[at], machine.strict, mistaken) if machine and mistaken else None
        if trace is None or machine is None:
            return False
        header = column.header.text.strip("$ ")
        values = _columns_of([trace], machine, column.name or "", header, column.expr, table)
        return any(value is not None and _holds(value, stated) for (value,) in values)

    def machine(self, table: TruthTable) -> Machine | None:
        """The machine that a table is about: given above it under its heading, or right below it."""
        above = machine_at(self.settings.at(table.span.start), table.inputs, table.low)
        if above is not None and above.opening >= 0 or self.settings.inverted:
            return None if self.settings.inverted else above
        if self._is_defined_above(table):
            return above
        end = min(table.span.end + BEHIND, self._end(table))
        below = machine_at(self.settings.at(end), table.inputs, table.low)
        return below if below is not None and below.opening >= 0 else above

    def _has_other_sums(self, table: TruthTable, machine: Machine) -> bool:
        """Whether most sums of a column are made with other weights, as while these are learnt."""
        for column in table.columns:
            if not _Z.fullmatch(column.header.text.strip("$ ")):
                continue
            stated = [stated_in(cell, self.lexicon) for cell in column.cells]
            traces = [machine.run(bits, machine.strict) for bits in table.rows]
            pairs = [
                (trace.total, entry[0])
                for trace, entry in zip(traces, stated, strict=True)
                if trace is not None and trace.total is not None and entry is not None
            ]
            if len(pairs) > 2 and 2 * sum(_holds(total, entry) for total, entry in pairs) < len(pairs):
                return machine.weights is None or not self._are_without_bias(machine, pairs)
        return False

    def _are_without_bias(self, machine: Machine, pairs: Sequence[tuple[Scalar, Stated]]) -> bool:
        """Whether sums are those of the machine before its bias is added."""
        bias = fmpq(0) if machine.weights is None else machine.weights[1]
        return 2 * sum(_holds(total - bias, entry) for total, entry in pairs) > len(pairs)

    def _is_defined_above(self, table: TruthTable) -> bool:
        """Whether a column has a definition before the table, so that one behind it is another machine's."""
        before = self.page.text[self.settings.heading(table.span.start) : table.span.start]
        names = [column.name for column in table.columns if column.name]
        return any(f"{name} =" in before or f"{name}=" in before for name in names)

    def _end(self, table: TruthTable) -> int:
        """Where the next heading stands."""
        return next((at for at in self.settings.headings if at > table.span.end), len(self.page.text))

    def _best(
        self, table: TruthTable, column: Column, stated: Sequence[Entry], machine: Machine | None
    ) -> Expected | None:
        """What most of a column agrees with; None where nothing is, or where it may mean something else."""
        best: Expected | None = None
        most = 0
        for expected in self._candidates(table, column, machine):
            pairs = [
                (value, entry[0])
                for value, entry in zip(expected.values, stated, strict=True)
                if value is not None and entry is not None
            ]
            held = sum(_holds(value, entry) for value, entry in pairs)
            if pairs and held == len(pairs):
                return expected
            if expected.sure and 2 * held > len(pairs) and held > most:
                best, most = expected, held
        return best

    def _candidates(self, table: TruthTable, column: Column, machine: Machine | None) -> Iterator[Expected]:
        function = self._function(table, column)
        if function is not None:
            yield _of_function(table, function)
            return
        rowwise = self._rowwise(table, column)
        if rowwise is not None:
            yield rowwise
        if machine is not None and not _trains(table):
            yield from self._by_machine(table, column, machine)
        elif not _trains(table):
            titled = self._titled(table, column)
            if titled is not None:
                yield _of_function(table, titled)

    def _function(self, table: TruthTable, column: Column) -> Function | None:
        """The Boolean function that a header writes down, over the inputs or over other columns of bits."""
        return written(column.header.text, table.inputs)

    def _rowwise(self, table: TruthTable, column: Column) -> Expected | None:
        """A header over columns of bits that are no inputs: `h_1 AND h_2`."""
        others = [other for other in table.columns if other is not column and other.name is not None]
        bits = {other.name: _bits_of(other, self.lexicon) for other in others}
        known = {key: column_bits for key, column_bits in bits.items() if key is not None and column_bits}
        used = {letters(key): key for key in known}
        names = [*table.inputs, *used.values()]
        function = written(column.header.text, names) if 0 < len(names) <= 8 and known else None
        if function is None:
            return None
        values = [
            fmpq(function([*bits_in, *(known[key][at] for key in used.values())]))
            for at, bits_in in enumerate(table.rows)
        ]
        says = [f"{column.header.text} is {show(value)} in this row" for value in values]
        return Expected(tuple(values), tuple(says), DIFFERS, True)

    def _titled(self, table: TruthTable, column: Column) -> Function | None:
        """The function that the lines above call the truth table of, for its only column of results."""
        if len(table.columns) != 1 or not table.is_complete:
            return None
        title = self.page.text[
            max(self.settings.heading(table.span.start), table.span.start - NEAR) : table.span.start
        ]
        kinds = {kind_of(found[0]) for found in NAMED.finditer(title)}
        if len(kinds) != 1 or _TRUTH_TABLE.search(title) is None or _NO_CLAIM.search(title):
            return None
        return named(kinds.pop(), len(table.inputs))

    def _by_machine(self, table: TruthTable, column: Column, machine: Machine) -> Iterator[Expected]:
        """What a machine gives for a column: a named value on the way, the sum, or the output."""
        sure = machine.opening >= 0 and not self._is_doubtful(table, machine)
        key, header = column.name or "", column.header.text.strip("$ ")
        for strict in (False, True) if machine.strict is None and has_step(machine) else (machine.strict,):
            traces = [machine.run(bits, strict) for bits in table.rows]
            runs = [trace for trace in traces if trace is not None]
            if len(runs) < len(traces):
                return
            convention = None
            if machine.strict is None and any(trace.total == 0 for trace in runs):
                convention = f"a sum of 0 {'does not fire' if strict else 'fires'}"
            for values in _columns_of(runs, machine, key, header, column.expr, table):
                says = tuple(f"for {point(t.bits, machine.low)}: {in_steps(t, machine)}" for t in runs)
                yield Expected(values, says, OUTPUT, sure, convention)

    def _is_doubtful(self, table: TruthTable, machine: Machine) -> bool:
        """Whether the text around says that the machine fails, is being trained, or is only wanted."""
        start = max(self.settings.heading(table.span.start), min(machine.place, table.span.start) - NEAR, 0)
        around = self.page.text[start : min(table.span.end + NEAR, self._end(table))]
        return _NO_CLAIM.search(around) is not None

    def _judged(
        self,
        table: TruthTable,
        column: Column,
        stated: Sequence[Entry],
        expected: Expected,
        taken: frozenset[int],
        follows: Sequence[bool],
    ) -> Iterator[Claim]:
        """A claim for every cell of a column that has to be something, and was not judged before."""
        title = column.header.text
        for at, (entry, value) in enumerate(zip(stated, expected.values, strict=True)):
            if entry is None or value is None:
                continue
            number, span = entry
            right = _holds(value, number)
            if span.start in taken:
                continue
            where = point(table.rows[at], table.low)
            said = self.page.written[span.start : span.end]
            verdict = Verdict.RIGHT if right else Verdict.CARRIED if follows[at] else Verdict.WRONG
            yield Claim(
                "",
                "value",
                span,
                f"{title} for {where} = {said}",
                verdict,
                expected.rule if verdict is Verdict.WRONG else None,
                said,
                show(value),
                convention=expected.convention,
                message=_message(expected, at, title, where, said, show(value))
                if verdict is Verdict.WRONG
                else "",
            )


def _step_of(table: TruthTable, column: Column, best: Expected, machine: Machine | None) -> str | None:
    """The step of a machine that a column holds: one by its name, or the sum before the last threshold."""
    if machine is None:
        return None
    keys = {letters(key): key for key, _ in machine.steps}
    if letters(column.name or "") in keys:
        return keys[letters(column.name or "")]
    traces = [machine.run(bits, machine.strict) for bits in table.rows]
    totals = [None if trace is None else trace.total for trace in traces]
    return TOTAL if None not in totals and totals == list(best.values) else None


def _message(expected: Expected, at: int, title: str, where: str, said: str, value: str) -> str:
    if expected.rule == DIFFERS:
        return f"{title} of {where} is {value}, not {said}"
    return f"{expected.says[at]}, but {title} is stated as {said}"


def _holds(value: Scalar, stated: Stated) -> bool:
    """Whether a stated number is the value, to its digits, or the bit that it comes to."""
    return judge_digits(value, stated, True) in (None, Verdict.RIGHT, Verdict.ROUNDING)


def _of_function(table: TruthTable, function: Function) -> Expected:
    """A column of a Boolean function; it is written with the numbers of the inputs."""
    bits = [function(bits) for bits in table.rows]
    values = tuple(fmpq(1 if bit else table.low) for bit in bits)
    return Expected(values, ("",) * len(values), DIFFERS, True)


def _bits_of(column: Column, lexicon: Lexicon) -> list[int]:
    """A column as bits; empty if anything else stands in it."""
    stated = [stated_in(cell, lexicon) for cell in column.cells]
    bits = [int(entry[0].value) for entry in stated if entry is not None and entry[0].value in (0, 1)]
    return bits if len(bits) == len(column.cells) else []


def _trains(table: TruthTable) -> bool:
    """Whether the weights have columns of their own, so that they change from row to row."""
    return any(_WEIGHT.fullmatch(column.header.text.strip()) for column in table.columns)


def _columns_of(
    runs: Sequence[Trace], machine: Machine, key: str, header: str, expr: Expr | None, table: TruthTable
) -> Iterator[tuple[Scalar | None, ...]]:
    """What a column may hold: by its name, as the sum, as the output, or by its own formula."""
    names = {letters(name): name for name, _ in runs[0].steps}
    if letters(key) in names:
        name = names[letters(key)]
        yield tuple(dict(trace.steps)[name] for trace in runs)
        if name == machine.steps[-1][0] and len(machine.steps) > 1 and not machine.is_linear:
            yield from _as_bits(runs, machine)
    if expr is not None and not isinstance(expr, Name | Apply):
        yield tuple(_by_formula(expr, machine, trace) for trace in runs)
    if _Z.fullmatch(header) and runs[0].total is not None:
        yield tuple(trace.total for trace in runs)
        if machine.weights is not None:
            yield tuple(trace.total - machine.weights[1] for trace in runs if trace.total is not None)
    if _Y.fullmatch(header) and not _TARGET.fullmatch(header) and not _is_of_sum(expr, machine):
        yield tuple(trace.output for trace in runs)
        yield from _as_bits(runs, machine)


def _is_of_sum(expr: Expr | None, machine: Machine) -> bool:
    """Whether a header such as g(r) applies a function, which was not read, to the sum of a machine."""
    args = expr.args if isinstance(expr, Apply) and machine.is_linear else ()
    steps = {letters(key) for key, _ in machine.steps}
    return any(isinstance(arg, Name) and letters(arg.key) in steps for arg in args)


def _as_bits(runs: Sequence[Trace], machine: Machine) -> Iterator[tuple[Scalar, ...]]:
    """The output as a bit in the other ways to write one: a squashed one by the nearer end, -1 for 0."""
    if machine.signed:
        yield tuple(fmpq(int(trace.output > 0)) for trace in runs)
    elif not machine.is_linear:
        fired = [trace.output >= fmpq(1, 2) for trace in runs]
        yield tuple(fmpq(int(fire)) for fire in fired)
        yield tuple(fmpq(1 if fire else -1) for fire in fired)


def _by_formula(expr: Expr, machine: Machine, trace: Trace) -> Scalar | None:
    """A header's own formula, with the inputs and all that the machine has worked out."""
    bound: dict[str, Value] = {key: v for key, v in machine.names.items() if isinstance(v, fmpq | Tensor)}
    entries = tuple(fmpq(1 if bit else machine.low) for bit in trace.bits)
    bound.update(zip(machine.inputs, entries, strict=True))
    bound[machine.inputs[0].split("_")[0]] = Tensor((len(entries),), entries, loose=True)
    bound.update(trace.steps)
    if machine.weights is not None:
        weights, bias = machine.weights
        bound.setdefault("w", Tensor((len(weights),), weights, loose=True))
        bound.setdefault("b", bias)
        bound.update(
            {f"w_{at + 1}": weight for at, weight in enumerate(weights) if f"w_{at + 1}" not in bound}
        )
    if names_in(expr).isdisjoint(bound):
        return None
    value = as_value(evaluate(expr, bound, How(dot=True)))
    if isinstance(value, Tensor):
        return value.items[0] if len(value.items) == 1 else None
    return value


def results_of(table: TruthTable, lexicon: Lexicon) -> tuple[int, ...] | None:
    """The target of a complete table, or the only column it has, as bits in the order of counting."""
    columns = [column for column in table.columns if _TARGET.fullmatch(column.header.text.strip("$ "))]
    columns = columns or list(table.columns)
    if len(columns) != 1:
        return None
    bits: dict[tuple[int, ...], int] = {}
    for row, cell in zip(table.rows, columns[0].cells, strict=True):
        stated = stated_in(cell, lexicon)
        if stated is None or stated[0].value not in (table.low, 0, 1):
            return None
        bits[row] = int(stated[0].value == 1)
    return tuple(bits[row] for row in sorted(bits)) if table.is_complete else None
