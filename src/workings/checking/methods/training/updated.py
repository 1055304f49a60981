"""Errors sent back through weights that were updated before: they went forward through the old ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.facts import Fact, Facts
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Name, walk
from workings.finding import Claim
from workings.regex import may_be_in, regex
from workings.resolving.updates import renewed_name

RULE = "update/too-early"
LEAST_FACTORS = 3
LEAST_DIGITS = 3  # of a new weight that is known by its number alone
NEAR = 60  # characters behind a line that may still speak of it
LEAST_UNITS = 10  # of its last digit that a new weight has, so that it is no other number by chance
_NEW = regex(r"\b(?:new|updated)\b\W*$", re.I)
_NEW_NAME = regex(r"\b(?:[Nn]ew|[Uu]pdated)\b[\s{}$*]*([A-Za-z](?:_\w)?)[\s{}$*&]*:[\s{}$*&\\a-z]*$")
_ERROR = regex(r"δ|delta|∂[A-Zℓ]/∂(?:[zahsuo]|net).*")
_AGAIN = regex(
    r"\bforward\b|\b(?:second|next|third) (?:step|iteration|epoch|pass|example|sample|pattern)"
    r"|\b(?:step|sample|example|iteration|epoch|pattern|pass|round)\s*[2-9]\b|\bt\s*=\s*[2-9]",
    re.I,
)
_SPOKEN_OF = regex(r"\b(?:used\s+in|during|from)\s+the\s+\Z")  # the pass that is over
_FORWARD = ("z", "net", "a", "h", "y", "hat(y)", "s", "o", "u")  # what a pass forward works out
_MEANT = regex(r"\balready updated\b|\bwith the (?:new|updated) (?:output )?weights\b|Gauss-Seidel", re.I)
SAID: tuple[re.Pattern[str], ...] = (_NEW,)
WANTS = ("chained",)
_BACK = "Output weights $v_1 = 0.5$ and $v_2 = -0.4$.\n\nnew $v_1 = 0.5 - 2 \\cdot 0.05 = 0.4$\n\n"
RULES: dict[str, Description] = {
    "update/too-early": Description(
        "an error is sent back through a weight that was updated before",
        wrong=_BACK + "$\\delta_1 = 0.3 \\cdot 0.4 \\cdot 0.25 = 0.03$",
        right=_BACK + "$\\delta_1 = 0.3 \\cdot 0.5 \\cdot 0.25 = 0.0375$",
        why="The output layer is done first, and its new weights stand at hand.",
    ),
}


def claims_of_updated(sheet: Sheet) -> Iterator[Claim]:
    """The first error signal with each new weight in it, where the old one is known as well."""
    if named := [*_of_names(sheet)]:
        yield from named
        return
    if not may_be_in(_NEW, sheet.judge.page.text):
        return
    facts = facts_of(sheet)
    fresh = [
        fact for fact in facts if _NEW.search(fact.words) and fact.index and isinstance(fact.value, fmpq)
    ]
    lines = workings_of(sheet) if fresh and not sheet.says(_MEANT) else []
    forward = [line.start for line in lines if line.base in _FORWARD]
    for line in lines:
        if (
            not _ERROR.fullmatch(line.base)
            or not line.index
            or len(leaves(line.formula.expr)) < LEAST_FACTORS
        ):
            continue
        for fact in fresh:
            old = _old(fact, facts)
            if (
                old is None
                or not _is_used(fact, old, line)
                or _begins_again(sheet.text, fact.start, line.start)
            ):
                continue
            if any(fact.start < start < line.start for start in forward):
                continue
            message = (
                f"{fact.name} is {show(old)} while the error goes back; {show(fact.value)} comes after it"
            )
            yield sheet.claim(line.formula.span, RULE, message)
            return


def _old(fresh: Fact, facts: Facts) -> fmpq | None:
    """The one value that a name had before."""
    before = {
        fact.value
        for fact in facts
        if fact.name == fresh.name and fact.start < fresh.start and isinstance(fact.value, fmpq)
    }
    old = before.pop() if len(before) == 1 else None
    return old if isinstance(old, fmpq) and old != fresh.value else None


def _is_used(fresh: Fact, old: fmpq, line: Working) -> bool:
    """Whether a line has the new value of the weight with its index, and not the old one."""
    numbers = {leaf.value for leaf in leaves(line.formula.expr)}
    if not isinstance(fresh.value, fmpq) or fresh.index != line.index or fresh.start > line.start:
        return False
    return abs(fresh.value) in numbers and abs(old) not in numbers


def _of_names(sheet: Sheet) -> Iterator[Claim]:
    """For every weight v, the first derivative by a unit, `δ v = …`, with what it was set to above."""
    lines: list[Working] | None = None
    for at, statement in enumerate(sheet.statements):
        key = _set_name(sheet, statement)
        number = stated_number(statement.members[-1].expr) if key else None
        if number is None:
            continue
        before = {
            known.value
            for one in sheet.statements[:at]
            if _key(one) == key
            if (known := stated_number(one.members[-1].expr)) is not None
        }
        if len(before) != 1 or abs(number.value) < LEAST_UNITS * number.unit:
            continue
        lines = workings_of(sheet) if lines is None else lines
        old = before.pop()
        for line in lines:
            if line.start > statement.span.end and _takes(line, key, number.value, old):
                if _is_passed_again(sheet, lines, statement.span.end, line) or _is_meant(sheet, line):
                    break
                message = (
                    f"{key} is {show(old)} while the error goes back; {show(number.value)} comes after it"
                )
                yield sheet.claim(line.formula.span, RULE, message)
                break


def _is_meant(sheet: Sheet, line: Working) -> bool:
    """Whether it is said up to a line that new weights are used, and not only of a test behind it."""
    return _MEANT.search(sheet.text, 0, line.statement.span.end + NEAR) is not None


def _set_name(sheet: Sheet, statement: Statement) -> str:
    """The name that a statement gives a new value: `v ← 0.6 - 0.5 · 0.2 = 0.5`, `v_new = …`, `new v: …`."""
    head, length = statement.members[0].expr, len(statement.members)
    if statement.hypothesis or length < 2:
        return ""
    start, line = sheet.judge.page.line_text(statement.span.start)
    words = line[: statement.span.start - start]
    if isinstance(head, Name):
        is_new = statement.members[1].sign == "←" or renewed_name(head.key) != head.key
        is_set = length > 2 and (is_new or _NEW.search(words) is not None)
        return renewed_name(head.key) if is_set else ""
    called = _NEW_NAME.search(words)
    return called[1] if called is not None else ""


def _key(statement: Statement) -> str:
    head = statement.members[0].expr
    return head.key if isinstance(head, Name) else ""


def _takes(line: Working, key: str, new: fmpq, old: fmpq) -> bool:
    """Whether a line is a derivative by a unit that names a weight and puts in its new value."""
    if not _ERROR.fullmatch(line.base):
        return False
    numbers = [leaf.value for leaf in leaves(line.formula.expr)]
    rest = line.statement.members[1:]
    if not any(isinstance(node, Name) for member in rest for node in walk(member.expr)):
        long = len(str(abs(new.p))) >= LEAST_DIGITS  # so that it is no other number by chance
        return long and abs(new) in numbers and abs(old) not in numbers
    for member in rest:
        names = [node.key for node in walk(member.expr) if isinstance(node, Name)]
        if key in names and abs(new) in numbers:
            is_in_order = len(names) == len(numbers) and numbers[names.index(key)] == abs(new)
            return is_in_order or abs(old) not in numbers
    return False


def _is_passed_again(sheet: Sheet, lines: list[Working], start: int, line: Working) -> bool:
    """Whether another pass forward begins between an update and a line."""
    if _begins_again(sheet.text, start, line.start):
        return True
    return any(start < one.start < line.start and one.base in _FORWARD for one in lines)


def _begins_again(text: str, start: int, end: int) -> bool:
    """Whether words between two places say that another pass begins there."""
    return any(
        _SPOKEN_OF.search(text, max(start, found.start() - NEAR), found.start()) is None
        for found in _AGAIN.finditer(text, start, end)
    )
