"""Sweeps over several values that hang on each other: all by the last sweep, or each by the newest values.

A page that says which of the two is meant is held to it (value iteration, Jacobi and Gauss–Seidel).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.pages.series import value_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.recipes import is_near
from workings.checking.methods.trials.worth import scalar
from workings.document import Member, Statement
from workings.expr import Apply, Expr, Name, number, swapped, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span
from workings.value import Scalar

RULE = "update/other-sweep"
MOST_RULES = 8
FINE = 2000  # one part in so many is rounding
_TOGETHER = regex(
    r"(?<!a)\bsynchron|\bprevious (?:sweep|iteration|round|values?)|\bold values|\bJacobi\b|\blast sweep",
    re.I,
)
_AT_ONCE = regex(
    r"\bin[- ]place|Gauss\s?(?:-|–|--)\s?Seidel|\basynchron|\bnewest values|\bimmediately|\bas soon as", re.I
)
_SWEEP = regex(r"\bsweep|\biteration|\bstep\b|\bround\b|^\W*[kn]\W*$", re.I)
SAID: tuple[re.Pattern[str], ...] = (_TOGETHER, _AT_ONCE)

Values = dict[str, fmpq]


@record(frozen=True, slots=True)
class New:
    """A value of a sweep, what it is called, and where it is worked out."""

    key: str
    value: fmpq
    made: Scalar
    unit: fmpq
    place: Span


def claims_of_sweeps(sheet: Sheet) -> Iterator[Claim]:
    """The first value that is made of the values of the other kind of sweep."""
    together, at_once = sheet.says(_TOGETHER), sheet.says(_AT_ONCE)
    rules = _rules(sheet.statements) if together != at_once else {}
    if not 2 <= len(rules) <= MOST_RULES:
        return
    known = {fact.name: fact.value for fact in facts_of(sheet) if isinstance(fact.value, fmpq)}
    for sweeps in (_written(sheet.statements, rules), *_tabled(sheet, rules)):
        before: Values = {}
        for sweep in sweeps:
            newest = dict(before)
            for new in sweep if len(before) == len(rules) else ():
                ways = [_worth(rules[new.key], values, known) for values in (before, newest)]
                right, other = ways if together else reversed(ways)
                if right is not None and other is not None and _is_other(new, right, other):
                    yield sheet.claim(new.place, RULE, _says(together), right)
                    return
                newest[new.key] = new.value
            before = {new.key: new.value for new in sweep}


def _says(together: bool) -> str:
    if together:
        return "this has a new value of the same sweep, and the page has those of the last sweep"
    return "this has a value of the last sweep, and the page has the newest ones"


def _rules(statements: Sequence[Statement]) -> dict[str, Expr]:
    """`V(A) = 1 + 0.8 V(B)`: the formulas of values by each other."""
    found: dict[str, Expr] = {}
    for statement in statements:
        head, second = statement.members[0].expr, statement.members[1:2]
        if isinstance(head, Name | Apply) and second and not is_numeric(second[0].expr):
            found.setdefault(spelt(head), second[0].expr)
    while True:
        used = {
            spelt(node) for expr in found.values() for node in walk(expr) if isinstance(node, Name | Apply)
        }
        tied = {key: expr for key, expr in found.items() if key in used and _keys(expr) & found.keys()}
        if len(tied) == len(found):
            return found
        found = tied


def _keys(expr: Expr) -> set[str]:
    return {spelt(node) for node in walk(expr) if isinstance(node, Name | Apply)}


def _written(statements: Sequence[Statement], rules: Mapping[str, Expr]) -> list[list[New]]:
    """The values in lines; where a name comes again, another sweep begins."""
    sweeps: list[list[New]] = [[]]
    for statement in statements:
        key = spelt(statement.members[0].expr)
        numeric = [member for member in statement.members[1:] if is_numeric(member.expr)]
        new = _new(key, numeric) if key in rules and not statement.hypothesis else None
        if new is None:
            continue
        if any(other.key == key for other in sweeps[-1]):
            sweeps.append([])
        sweeps[-1].append(new)
    return sweeps


def _new(key: str, members: Sequence[Member]) -> New | None:
    if not members:
        return None
    made, value = scalar(members[0].expr, {}), scalar(members[-1].expr, {})
    if made is None or not isinstance(value, fmpq):
        return None
    return New(key, value, made, fmpq(0), members[0].span)


def _tabled(sheet: Sheet, rules: Mapping[str, Expr]) -> Iterator[list[list[New]]]:
    """The values in a table with a row for each sweep."""
    for grid in sheet.grids:
        titles = [title.text.strip("$ ") for title in grid.header]
        if not rules.keys() <= {*titles} or _SWEEP.search(titles[0]) is None:
            continue
        yield [
            [
                New(title, value, value, _unit(cell.text), cell.span)
                for title, cell in zip(titles, row, strict=True)
                if title in rules and (value := value_of(cell.text)) is not None
            ]
            for row in grid.rows
        ]


def _unit(text: str) -> fmpq:
    """One in the last digit of what stands in a cell."""
    return fmpq(1, 10 ** len(text.strip("$* ").rpartition(".")[2])) if "." in text else fmpq(0)


def _worth(expr: Expr, values: Values, known: Mapping[str, fmpq]) -> Scalar | None:
    """What a rule gives with the values of a sweep."""
    for node in [node for node in walk(expr) if isinstance(node, Name | Apply)]:
        if spelt(node) in values:
            expr = swapped(expr, node, number(values[spelt(node)]))
    return scalar(expr, known)


def _is_other(new: New, right: Scalar, other: Scalar) -> bool:
    """Whether a value is what the other kind of sweep gives, and not what it should be."""
    return is_near(other, new.made, FINE, new.unit) and not is_near(right, new.made, FINE // 20, new.unit)
