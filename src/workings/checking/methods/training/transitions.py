"""Steps of Q-learning on a table: the largest value of the next state counts, no other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.comparing.parts import TIMES
from workings.checking.methods.chances.lookups import Chart, charts_of
from workings.checking.methods.choosing.extremes import plain
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Number, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start

OTHER_ROW = "copy/other-row"
MOST_STATES = 12
MOST_STEPS = 12
_LEARNT = regex(r"\bQ-?learning\b|\bmax[\s_{]*[ab]?['′}]*\s*Q\b|\\max", re.I)
_OTHERWISE = regex(r"\bSARSA\b|\bexpected\b|\bdouble\b|\bpolicy evaluation|\btarget network|\blambda\b", re.I)
_NUMBER = regex(r"(?<![\w.])[-+−]?\d{1,4}(?:\.\d{1,6})?(?![\w]|\.\d)")
_BEST = regex(r"\bmax|\bbest\b|\blargest\b|\bhighest\b|\bnext\b|\bgreedy\b", re.I)
Table = dict[tuple[str, str], fmpq]
SAID: tuple[re.Pattern[str], ...] = (_LEARNT,)


@record(frozen=True, slots=True)
class Step:
    """From a state by an action to another, with a reward."""

    state: str
    action: str
    reward: fmpq
    reached: str
    end: int


@record(frozen=True, slots=True)
class Taken:
    """What is multiplied by the discount and added to a reward, and where."""

    reward: fmpq
    value: Number
    member: Member


def claims_of_transitions(sheet: Sheet) -> Iterator[Claim]:
    """The first step that takes another value than the largest of the state that it reaches."""
    if not sheet.says(_LEARNT) or sheet.says(_OTHERWISE):
        return
    gammas = {fact.value for fact in facts_of(sheet) if fact.name == "γ" and isinstance(fact.value, fmpq)}
    charts = charts_of(sheet)
    kinds = {(chart.rows, chart.columns) for chart in charts}  # the table at the end is the same one
    if len(gammas) != 1 or len(kinds) != 1 or len(charts[0].rows) > MOST_STATES:
        return
    steps = [*_steps(sheet.judge.page.text, charts[0])]
    if 0 < len(steps) <= MOST_STEPS:
        yield from _followed(sheet, charts[0], steps, gammas.pop())


def _spelling(label: str) -> str:
    """A label however its index is set: `s1`, `s_1`, `s_{1}`."""
    return r"[\s_{}\\]*".join(map(re.escape, plain(label)))


def _steps(text: str, chart: Chart) -> Iterator[Step]:
    """The lines that name a state, an action, a reward and another state, and nothing else of these."""
    states, actions = ([plain(label) for label in labels] for labels in (chart.rows, chart.columns))
    if not all(states) or not all(actions):
        return
    state, action = ("|".join(map(_spelling, sorted(x, key=len, reverse=True))) for x in (states, actions))
    token = re.compile(rf"(?<![^\W_])(?:(?P<s>{state})|(?P<a>{action}))(?![^\W_])", re.I)
    start = 0
    for line in text.splitlines(keepends=True):
        found = [*token.finditer(line)]
        kinds = "".join("s" if one["s"] else "a" for one in found)
        if kinds == "sas" and start > chart.grid.span.end:
            between = _masked(line[found[0].start() :], [one.span() for one in found], found[0].start())
            numbers = [*_NUMBER.finditer(between)]
            reward = number_in(numbers[0][0].lstrip("+")) if len(numbers) == 1 else None
            if reward is not None:
                first, act, last = (plain(one[0]) for one in found)
                yield Step(first, act, reward, last, start + len(line))
        start += len(line)


def _masked(text: str, spans: Sequence[tuple[int, int]], offset: int) -> str:
    """A text with blanks for some of its parts."""
    for start, end in spans:
        text = text[: start - offset] + " " * (end - start) + text[end - offset :]
    return text


def _followed(sheet: Sheet, chart: Chart, steps: Sequence[Step], gamma: fmpq) -> Iterator[Claim]:
    table: Table = {
        (plain(chart.rows[r]), plain(chart.columns[c])): value for (r, c), value in chart.entries.items()
    }
    given, at, opened = dict(table), 0, chart.grid.span.end
    for statement in sheet.statements:
        step = steps[at] if at < len(steps) else None
        if step is None:
            return
        if statement.span.start < chart.grid.span.end or statement.hypothesis:
            continue
        for taken in _taken(statement, gamma):
            if taken.reward != step.reward:
                continue
            right = [
                max(value for (state, _), value in one.items() if state == step.reached)
                for one in (table, given)
            ]
            if all(abs(taken.value.value - best) * 2 > taken.value.unit for best in right):
                yield _told(sheet, taken, step, right[0], opened)
                return
        made = _renewed(statement, step, table)
        if made is not None:
            table[step.state, step.action] = made
            at, opened = at + 1, statement.span.end


def _taken(statement: Statement, gamma: fmpq) -> Iterator[Taken]:
    """`r + γ·x` in the numbers of a statement."""
    for member in statement.members:
        for node in walk(member.expr):
            match node:
                case Call(
                    op="add", args=(first, Call(op=op, args=(Number(value=factor), Number() as value)))
                ):
                    reward = stated_number(first)
                    if op in TIMES and factor == gamma and reward is not None:
                        yield Taken(reward.value, value, member)


def _renewed(statement: Statement, step: Step, table: Table) -> fmpq | None:
    """The new value of the entry that a step is about."""
    head, number = statement.members[0].expr, stated_number(statement.members[-1].expr)
    if not isinstance(head, Apply) or len(head.args) != 2 or number is None:
        return None
    own = tuple(plain(_letters(arg)) for arg in head.args)
    known = table[step.state, step.action]
    return number.value if own == (step.state, step.action) and number.value != known else None


def _letters(expr: Expr) -> str:
    return spelt(expr).strip("\"'")


def _told(sheet: Sheet, taken: Taken, step: Step, right: fmpq, opened: int) -> Claim:
    """The claim about the first place that has the value, if its line says that it is the best."""
    place = taken.member.span
    text = sheet.text
    written = re.compile(rf"(?<![\w.]){re.escape(taken.value.text)}(?![\w.]*\d)")
    for found in written.finditer(text, opened, place.start):
        line = text[line_start(text, found.start()) : found.start()]
        if _BEST.search(line):
            place = Span(*found.span())
            break
    says = f"the largest value of {step.reached} is {show(right)}, not {taken.value.text}"
    return sheet.claim(place, OTHER_ROW, says, right)
