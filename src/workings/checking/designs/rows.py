"""Rows of a truth table in running text: “(1,0): 1 + 0 − 1.5 = −0.5 < 0, so y = 0”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated, judge_digits
from workings.checking.designs.booleans import Bits
from workings.checking.designs.machines import Machine, Trace, fires, machine_at
from workings.checking.designs.outputs import in_steps, point
from workings.checking.designs.settings import Settings, number_in
from workings.document import Kind, Passage
from workings.evaluating.rendering import show
from workings.finding import Claim, Verdict
from workings.record import record
from workings.regex import regex
from workings.source import Page, Span, line_start

RULE = "design/output"
LONGEST = 220  # characters of one row
_READ = frozenset({Kind.PROSE, Kind.CODE, Kind.DISPLAY})
_POINT = regex(
    r"[\[(]\s?([-−]?[01](?:\s?,\s?[-−]?[01]){1,7})\s?[\])]"
    r"|\bx_?\{?1\}?\s?=\s?([-−]?[01])\s?,\s?x_?\{?2\}?\s?=\s?([-−]?[01])(?![.\d])"
)
_SUM = regex(
    r"([-−]?\s?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6}))\s*(?:<|>|≥|≤|\\geq?\b|\\leq?\b|>=|<=|\\geqslant|\\leqslant)\s*\{?0\b(?!\.)"
)
_NAMED_SUM = regex(
    r"\b(?:z|net|sum|s)\s*=\s*(?:[^=→⇒,;\n]{0,40}=\s*)?([-−]?\s?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6}))"
    r"(?=\s*(?:→|⇒|->|=>|,|;|\\to\b|$))"
)
_BIT = regex(
    r"(?:→|⟶|⇒|⟹|->|=>|\\to\b|\\(?:long)?[rR]ightarrow\b|\\implies\b|\b[yo]\s*=|\\hat\{?y\}?\s*=|ŷ\s*=|"
    r"\boutputs?\b(?:\s*(?:is|=|:))?|\bgives?\b|\bpredicts?\b|\bfires?\s*[:=])\s*(?:output\s*|y\s*=\s*|class\s*)?([-−+]?\s?[01])(?![\d.]*\d|\s*[-+*·×^])"
)
_FIRES = regex(
    r"\b(?:it\s+|the\s+unit\s+|unit\s+)?(does\s+not|doesn['’]t|will\s+not|stays?)?\s*(fires?|silent|quiet)\b",
    re.I,
)
_DEMAND = regex(
    r"^(?:[ \t>*-]*\(\w\))?[^\n(]{0,12}\([ ]?[01](?:\s?,\s?[01]){1,5}[ ]?\)"
    r"\s*(?:↦|→|->|\\mapsto|\\(?:right)?arrow|\\to)\s*"
    r"(?P<bit>[01])"
    r"[\s$&]{0,4}[:;,][^\n<>≤≥]{2,60}?(?P<sign>[<>≤≥]=?|\\[lg](?:e|eq|t)\b)\s*(?:0|\\?theta|θ|T)\b(?![.\w])",
    re.M,
)
_ABOVE = frozenset({">", "≥", ">=", "ge", "geq", "gt"})
LEAST_ROWS = 3
_AGAINST = regex(
    r"[✗✘❌×]\s*$|\bshould\b|\bexpected\b|\btargets?\b|\bdesired\b|\bwrong\b|\bbut\b|\?|\bwant\b|\bif\b", re.I
)


@record(frozen=True, slots=True)
class Row:
    """An input with the sum and the output that the text states for it, each with its place."""

    bits: Bits
    low: int
    total: tuple[fmpq, Span] | None
    output: tuple[int, Span] | None
    worked: bool  # a sum is shown, so that it is no list of targets
    doubtful: bool
    span: Span


@record(frozen=True)
class Ledger:
    """What rows in running text are judged with."""

    page: Page
    settings: Settings

    def claims(self, passages: Sequence[Passage], taken: frozenset[int]) -> Iterator[Claim]:
        """A claim for every output that a row states, and for a sum that is not that of its input."""
        if self.settings.inverted:
            return
        groups: dict[tuple[int, int], list[tuple[Row, Trace | None, Machine | None]]] = {}
        for passage in passages:
            if passage.kind in _READ:
                for row in rows_in(passage):
                    machine = machine_at(self.settings.at(row.span.start), low=row.low)
                    if machine is not None and len(machine.inputs) != len(row.bits):
                        machine = None
                    trace = None if machine is None else machine.run(row.bits, machine.strict)
                    key = (self.settings.heading(row.span.start), machine.place if machine else -1)
                    groups.setdefault(key, []).append((row, trace, machine))
        for group in groups.values():
            yield from self._judged(group, taken)

    def _judged(
        self, group: Sequence[tuple[Row, Trace | None, Machine | None]], taken: frozenset[int]
    ) -> Iterator[Claim]:
        """The rows about one machine: a few that differ are wrong, if the others agree with it."""
        checked = [(row, trace, machine, *_agree(row, trace, machine)) for row, trace, machine in group]
        held = sum(sum_holds is not False and bit_holds is not False for *_, sum_holds, bit_holds in checked)
        summed = sum(sum_holds is True for *_, sum_holds, _ in checked)  # which tells whose outputs they are
        told = 2 * held > len(group) or 2 * held == len(group) < 2 * summed
        for row, trace, machine, sum_holds, bit_holds in checked:
            sure = told and len(group) > 1 and row.worked and not row.doubtful
            if machine is not None and machine.opening < 0:
                sure = False
            if (
                sum_holds is False
                and row.total is not None
                and sure
                and trace is not None
                and machine is not None
            ):
                said = self.page.written[row.total[1].start : row.total[1].end]
                yield self._claim(
                    row.total[1], said, Verdict.WRONG, _why(row, trace, machine, "the sum", said)
                )
            elif bit_holds is not None and row.output is not None and (bit_holds or sure):
                span = row.output[1]
                if bit_holds and span.start in taken:
                    continue
                said = self.page.written[span.start : span.end]
                why = "" if bit_holds else _why(row, trace, machine, "the output", said)
                yield self._claim(span, said, Verdict.RIGHT if bit_holds else Verdict.WRONG, why)

    def _claim(self, span: Span, said: str, verdict: Verdict, why: str) -> Claim:
        rule = RULE if verdict is Verdict.WRONG else None
        start = line_start(self.page.text, span.start)
        text = self.page.text[max(start, span.start - 60) : span.end].strip()
        return Claim("", "value", span, text, verdict, rule, said, message=why)

    def demands(self) -> Iterator[Claim]:
        """`(1, 1) ↦ 0: w_1 + w_2 + b > 0`, the sign of a row that fires, where the others have theirs."""
        rows = [*_DEMAND.finditer(self.page.text)]
        fires = [(row["sign"].lstrip("\\") in _ABOVE) == (row["bit"] == "1") for row in rows]
        if len(rows) > LEAST_ROWS and fires.count(False) == 1:
            row = rows[fires.index(False)]
            span = Span(row.start("sign"), row.end("sign"))
            does = (
                "fires, so the sum is above"
                if row["bit"] == "1"
                else "does not fire, so the sum is not above"
            )
            yield self._claim(
                span, row["sign"], Verdict.WRONG, f"the unit {does} the threshold for this input"
            )


def _why(row: Row, trace: Trace | None, machine: Machine | None, what: str, said: str) -> str:
    if trace is None or machine is None:
        assert row.total is not None
        below = row.total[0] < 0
        does = "does not fire" if below else "fires"
        return f"a sum of {show(row.total[0])} {does}, but {what} is stated as {said}"
    return f"for {point(row.bits, row.low)}: {in_steps(trace, machine)}, but {what} is stated as {said}"


def _agree(row: Row, trace: Trace | None, machine: Machine | None) -> tuple[bool | None, bool | None]:
    """Whether the stated sum and the stated output hold; None where nothing is known or stated."""
    if trace is not None and machine is not None:
        sum_holds = None
        if row.total is not None and trace.total is not None:
            stated = Stated(row.total[0], fmpq(1, 10**6), row.total[0].q == 1)
            candidates = [trace.total] + ([trace.total - machine.weights[1]] if machine.weights else [])
            sum_holds = any(judge_digits(value, stated, True) is not Verdict.WRONG for value in candidates)
        bit = fires(trace, machine)
        tied = trace.total is not None and trace.total == 0 and machine.strict is None
        if row.output is None or bit is None or (tied and row.output is not None):
            return sum_holds, True if tied and row.output is not None else None
        return sum_holds, row.output[0] == bit
    if row.total is None or row.output is None or row.total[0] == 0:
        return None, None
    return None, row.output[0] == int(row.total[0] > 0)


def rows_in(passage: Passage) -> Iterator[Row]:
    """The rows of a passage: from an input to the next one, or to the end of its line."""
    text, start = passage.text, passage.span.start
    points = list(_POINT.finditer(text))[:64]
    for at, found in enumerate(points):
        end = points[at + 1].start() if at + 1 < len(points) else len(text)
        line = text.find("\n", found.end())
        stop = min(end, found.end() + LONGEST, line if line >= 0 else len(text))
        row = _row(text, start, found, stop)
        if row is not None:
            yield row


def _row(text: str, start: int, found: re.Match[str], stop: int) -> Row | None:
    written = found[1] or f"{found[2]},{found[3]}"
    entries = [int(entry.replace("−", "-").replace(" ", "")) for entry in written.split(",")]
    low = -1 if -1 in entries else 0
    if 0 in entries and low == -1:
        return None
    begin, rest = found.end(), text[found.end() : stop]
    bits = tuple(int(entry == 1) for entry in entries)
    sums = list(_SUM.finditer(rest)) or list(_NAMED_SUM.finditer(rest))
    total = None
    if sums:
        span = Span(start + begin + sums[-1].start(1), start + begin + sums[-1].end(1))
        total = number_in(sums[-1][1]), span
    output = _output(rest, start + begin)
    if output is None and total is None:
        return None
    worked = bool(sums) or re.search(r"\d\s*[-+−]\s*\d[^→]*=", rest) is not None
    return Row(
        bits,
        low,
        total,
        output,
        worked,
        _AGAINST.search(rest) is not None,
        Span(start + found.start(), start + stop),
    )


def _output(rest: str, start: int) -> tuple[int, Span] | None:
    """The bit that a row ends with, as a number or in words."""
    bits = list(_BIT.finditer(rest))
    if bits:
        last = bits[-1]
        return int(last[1][-1] == "1" and last[1][0] not in "-−"), Span(
            start + last.start(1), start + last.end(1)
        )
    words = list(_FIRES.finditer(rest))
    if len(words) == 1:
        silent = words[0][1] is not None or words[0][2].lower() in ("silent", "quiet")
        return int(not silent), Span(start + words[0].start(2), start + words[0].end(2))
    return None
