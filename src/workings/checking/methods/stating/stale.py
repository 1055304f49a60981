"""Steps of a sequence that go on from the step before last: v_3 made with v_1 where the rule has v_{t-1}."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.lines import Slot, Term, is_numeric, terms_of
from workings.checking.methods.pages.naming import called, leaves
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Name, walk
from workings.finding import Claim
from workings.record import record

RULE = "copy/other-row"
_BEFORE = {"t": "t-1", "t+1": "t", "k": "k-1", "k+1": "k", "n": "n-1", "n+1": "n", "i+1": "i", "l": "l-1"}
WANTS = ("lettered",)
LEAST_ALIKE = 2  # lines that show which number of theirs is that of another sequence


@record(frozen=True, slots=True)
class Step:
    """A line that works out one step in numbers, and what it comes to."""

    at: int
    value: fmpq
    terms: Sequence[Term]
    member: Member

    @property
    def skeleton(self) -> tuple[str, ...]:
        return tuple(term.skeleton for term in self.terms)

    @property
    def slots(self) -> list[Slot]:
        return [slot for term in self.terms for slot in term.slots]


def claims_of_stale_steps(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each rule that puts in an earlier step than the last one."""
    for base, rule in _rules(sheet.statements):
        known, steps = _run(sheet.statements, base)
        constants = {leaf.value for leaf in leaves(rule.members[1].expr)}
        claim = next(
            (one for step in steps if (one := _judged(sheet, base, step, steps, known, constants))), None
        )
        beside = _beside(rule, base) if claim is None and len(steps) > LEAST_ALIKE else ()
        for other in beside:
            others = _run(sheet.statements, other)[0]
            claim = claim or next(
                (one for step in steps if (one := _parted(sheet, other, step, steps, others))), None
            )
        if claim is not None:
            yield claim


def _beside(rule: Statement, base: str) -> list[str]:
    """The other sequences whose last step a rule takes: j in r_l = r_{l-1} + (k_l − 1) j_{l-1}."""
    head = rule.members[0].expr
    letter = _BEFORE.get(head.key[len(base) :].strip("_{}()^")) if isinstance(head, Name) else None
    names = [node for node in walk(rule.members[1].expr) if isinstance(node, Name) and node.base != base]
    return [
        *dict.fromkeys(n.base for n in names if letter and n.key[len(n.base) :].strip("_{}()^") == letter)
    ]


def _parted(
    sheet: Sheet, base: str, step: Step, steps: Sequence[Step], known: dict[int, fmpq]
) -> Claim | None:
    """A line that has an earlier step of another sequence where all lines made alike have its last one."""
    last = known.get(step.at - 1)
    values = [slot.value for slot in step.slots]
    alike = [one for one in steps if one.at != step.at and one.skeleton == step.skeleton]
    if last is None or last in values or len(alike) < LEAST_ALIKE:
        return None
    rows = [([slot.value for slot in one.slots], known.get(one.at - 1)) for one in alike]
    places = [at for at in range(len(values)) if all(row[at] == before for row, before in rows)]
    if len(places) != 1 or len({before for _, before in rows}) < LEAST_ALIKE:
        return None
    stale = next((at for at in range(step.at - 1) if known.get(at) == values[places[0]]), None)
    if stale is None:
        return None
    message = f"{base}_{step.at - 1} is {show(last)}, and {show(known[stale])} is {base}_{stale}"
    return sheet.claim(step.member.span, RULE, message)


def _rules(statements: Sequence[Statement]) -> Iterator[tuple[str, Statement]]:
    """Names whose step t is said to be made of step t − 1, each once."""
    found: set[str] = set()
    for statement in statements:
        head = statement.members[0].expr
        if len(statement.members) < 2 or not isinstance(head, Name) or head.base in found:
            continue
        before = _BEFORE.get(head.key[len(head.base) :].strip("_{}()^")) if head.index else None
        if before is None and (head.index or statement.members[1].sign != "←"):
            continue
        inside = {node.key for node in walk(statement.members[1].expr) if isinstance(node, Name)}
        if before is None:
            if head.key in inside:
                found.add(head.base)
                yield head.base, statement  # v ← 0.9 v − 0.1 g
            continue
        spelt = {f"{head.base}_{{{before}}}", f"{head.base}_{before}", f"{head.base}_({before})"}
        if inside & spelt and not any("-2" in key for key in inside):
            found.add(head.base)
            yield head.base, statement


def _run(statements: Sequence[Statement], base: str) -> tuple[dict[int, fmpq], list[Step]]:
    """The values of a sequence by their step, and the lines of these; nothing where one has two values."""
    known: dict[int, fmpq] = {}
    steps: list[Step] = []
    for statement in statements:
        name, index = called(statement.members[0].expr)
        number = stated_number(statement.members[-1].expr)
        if name != base or not index.isdigit() or number is None or statement.hypothesis:
            continue
        at = int(index)
        if at in known and known[at] != number.value:
            return {}, []
        known[at] = number.value
        member = next((one for one in statement.members[1:] if is_numeric(one.expr)), None)
        terms = terms_of(member.expr) if member is not None else None
        if member is not None and terms is not None and len(statement.members) > 2:
            steps.append(Step(at, number.value, tuple(terms), member))
    return known, steps


def _judged(
    sheet: Sheet, base: str, step: Step, steps: Sequence[Step], known: dict[int, fmpq], constants: set[fmpq]
) -> Claim | None:
    """A line that has the step before last where a line made alike has the last one."""
    last, stale = known.get(step.at - 1), known.get(step.at - 2)
    if last is None or stale is None or last == stale or stale in constants or stale == 0:
        return None
    values = [slot.value for slot in step.slots]
    if last in values or values.count(stale) != 1:
        return None
    at = values.index(stale)
    for other in steps:
        before = known.get(other.at - 1)
        if other.at == step.at or other.skeleton != step.skeleton or before is None:
            continue
        put_in = [slot.value for slot in other.slots]
        if put_in[at] == before and put_in.count(before) == 1:
            message = f"{base}_{step.at - 1} is {show(last)}, and {show(stale)} is {base}_{step.at - 2}"
            return sheet.claim(step.member.span, RULE, message)
    return None
