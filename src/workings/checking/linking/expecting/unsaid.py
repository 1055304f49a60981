"""Settings of an operation that a page says beside it, or leaves unsaid where several are usual."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import distance
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import NOWHERE, Call, Expr, Name, Number, mapped, number, walk
from workings.finding import Verdict
from workings.ops import OPERATIONS
from workings.ops.operation import Op
from workings.parsing.numerals import numeral
from workings.record import record
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import traits
from workings.source import sentence_around
from workings.value import Tensor

CLOSE = fmpq(1, 1000)
NEAR = 60  # characters between the name of an operation and what is said of its setting
_ELSE = regex(
    r"\b(?:rate|step|size|momentum|decay|level|line)\W{0,6}(?:is|of)?\W{0,4}$", re.I
)  # of those it is
_INSIDE = regex(r"\([^()]*,[^()]*$")  # LeakyReLU(x, α = 0.1) says it of itself only
_GREEK = {"α": r"\\alpha\b|α", "δ": r"\\delta\b|δ"}


def with_settings(statements: Iterable[Statement], text: str) -> list[Statement]:
    """The statements, with the settings put into their operations that the page says beside them."""
    listed = list(statements)
    used: set[str] = set()
    for statement in listed:
        for member in statement.members:
            if type(member.expr) is not Number:
                used |= traits(member.expr).ops
    if not any(map(_settable, used)):
        return listed
    said = {
        (key, option): _sayings(OPERATIONS[key], option, text)
        for key in sorted(used)
        for option in _settable(key)
    }
    return [_with_said(statement, said, text) for statement in listed] if any(said.values()) else listed


@cache
def _settable(key: str) -> tuple[str, ...]:
    """The settings of an operation that have usual values."""
    return tuple(OPERATIONS[key].usual) if key in OPERATIONS else ()


def _with_said(
    statement: Statement, said: Mapping[tuple[str, str], Sequence[_Saying]], text: str
) -> Statement:
    used = frozenset[str]().union(*(traits(member.expr).ops for member in statement.members))
    for (op, option), sayings in said.items():
        value = _said(sayings, text, statement.span.start) if op in used else None
        if value is not None:
            put = ((op, option, value),)
            members = tuple(replace(one, expr=_set(one.expr, put)) for one in statement.members)
            statement = replace(statement, members=members)
    return statement


@record(frozen=True, slots=True)
class _Saying:
    """What a page says of a setting somewhere, and whether the name of the operation stands beside it."""

    start: int
    end: int
    value: fmpq
    named: bool


def _sayings(op: Op, option: str, text: str) -> list[_Saying]:
    """All that a page says of a setting, in reading order."""
    sayings: list[_Saying] = []
    for found in _saying(op, option).finditer(text):
        before = text[max(0, found.start() - NEAR) : found.start()]
        value = numeral(found[1], NOWHERE)
        if _ELSE.search(before) or _INSIDE.search(before) or not isinstance(value, Number):
            continue
        named = _named(op).search(text, found.start() - len(before), found.end() + NEAR) is not None
        sayings.append(_Saying(found.start(), found.end(), value.value, named))
    return sayings


def _said(sayings: Sequence[_Saying], text: str, place: int) -> fmpq | None:
    """What the sentence of a place, or the latest one with the operation's name, says of a setting."""
    if not sayings:
        return None
    opening, closing = sentence_around(text, place, place)
    for one in reversed(sayings):
        if one.end <= closing + 1 and (one.start >= opening or one.named):
            return one.value
    return None


@cache
def _named(op: Op) -> re.Pattern[str]:
    return regex(rf"\b(?:{'|'.join(map(re.escape, op.names))})\b", re.I)


@cache
def _saying(op: Op, option: str) -> re.Pattern[str]:
    """`slope of 0.1`, `α = 0.2`."""
    words = [option, *(letter for letter, meant in op.letters.items() if meant == option)]
    spoken = "|".join(_GREEK.get(word, rf"\b{word.replace('_', '[ _]')}\b") for word in words)
    return regex(rf"(?:{spoken})[\s$]*(?:(?:of|is|=|:|equals|to)[\s$]*)?(\d*\.\d+|\d+)(?![\d.]*[\w^])", re.I)


def fits_usual(scope: Scope, before: Link, link: Link) -> str | None:
    """The usual setting with which a link holds, where the page leaves it unsaid."""
    if not any(map(_settable, traits(before.source).ops)):
        return None
    open_ones = {
        (op.name, option)
        for node in walk(before.source)
        if isinstance(node, Call) and (op := _open(node)) is not None
        for option in op.usual
    }
    for name, option in sorted(open_ones):
        for value in OPERATIONS[name].usual[option]:
            expr = _set(before.source, ((name, option, value),))
            quantity = Quantity(expr, scope.said, before.printed.how, scope.wide)
            found = compare(link.printed, quantity, link.member.is_approximate)
            if found.verdict is Verdict.RIGHT and _is_close(link.printed.value, quantity.value):
                return f"{option} {show(value)}"
    return None


def _is_close(stated: object, value: object) -> bool:
    """Whether whole numbers are what they are said to be, and not roughly so: a nought is no 0.04."""
    pairs = [(stated, value)]
    if isinstance(stated, Tensor) and isinstance(value, Tensor):
        pairs = [*zip(stated.items, value.items, strict=False)]
    return all(
        not isinstance(one, fmpq) or one.q != 1 or distance(other, one) < CLOSE
        for one, other in pairs
        if isinstance(other, fmpq | arb)
    )


def by_open_formula(scope: Scope, head: Link) -> Link | None:
    """The head by its own formula, where that leaves a setting unsaid."""
    formula = scope.formulas.symbolic.get(head.expr.key) if isinstance(head.expr, Name) else None
    if formula is None or not any(isinstance(node, Call) and _open(node) for node in walk(formula)):
        return None
    known = Link(head.member, head.expr, *scope.quantities(formula, head.printed.how), pattern=formula)
    return known if known.is_known else None


def _open(node: Call) -> Op | None:
    """The operation of a call that leaves its settings unsaid."""
    op = OPERATIONS.get(node.op)
    if op is None or not op.usual or node.options or len(node.args) > len(op.params):
        return None
    return op


def _set(expr: Expr, put: Iterable[tuple[str, str, fmpq]]) -> Expr:
    """An expression with settings put into the calls that leave them unsaid."""
    expr = mapped(expr, lambda part: _set(part, put))
    if isinstance(expr, Call) and _open(expr) is not None:
        options = tuple(_options(expr, put))
        return replace(expr, options=options) if options else expr
    return expr


def _options(call: Call, put: Iterable[tuple[str, str, fmpq]]) -> Iterator[tuple[str, Expr]]:
    for name, option, value in put:
        if name == call.op:
            yield option, number(value)
