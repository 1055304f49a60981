"""What a document asks for: its blanks, and its formulas whose value is never stated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from workings.checking.comparing.aligning import is_literal
from workings.document import Kind, Member, Statement
from workings.expr import BLANK, ELIDED, Alt, Apply, Array, Call, Expr, Fold, Hole, Name, Number, mapped, walk
from workings.pipeline import Document
from workings.record import record
from workings.regex import regex
from workings.resolving.traits import has_holes, names_in
from workings.solving.commands import COMMANDED
from workings.source import Span

_SIGMOID = regex(r"\b(?:sigmoid|logistic)\b", re.IGNORECASE)
_CONSTANTS = frozenset({"∞", "inf", "π"})
_EQUALITIES = frozenset({"=", "≈", "~", "≡"})
_READ = frozenset({Kind.PROSE, Kind.DISPLAY, Kind.CELL, Kind.CODE})  # no comments of programs, no output


@record(frozen=True, slots=True)
class Question:
    """A place that waits for a value."""

    statement: Statement
    member: Member  # the blank, the list with blanks in it, or the formula
    blanks: tuple[tuple[tuple[int, ...], Span], ...]  # places in the value; none for a formula

    @property
    def is_formula(self) -> bool:
        return not self.blanks

    @property
    def is_commanded(self) -> bool:
        return isinstance(self.member.expr, Hole) and self.member.expr.reason == COMMANDED


def questions(statements: Iterable[Statement]) -> Iterator[Question]:
    """Everything that a document leaves open, in reading order."""
    known = tuple(statements)
    stated = set(_stated(known))
    for statement in known:
        if statement.passage.kind not in _READ or statement.hypothesis or statement.conditional:
            continue
        signs = {member.sign for member in statement.members[1:]}
        if not signs or not signs <= _EQUALITIES:
            continue
        asked = [Question(statement, m, b) for m in statement.members[1:] if (b := tuple(_blanks(m.expr)))]
        last = statement.members[-1]
        if not asked and isinstance(last.expr, Hole) and last.expr.reason == ELIDED:  # y = v h = …
            asked = [Question(statement, last, (((), last.expr.span),))]
        commanded = Question(statement, last, ())
        asked = [commanded] if commanded.is_commanded else asked
        yield from asked
        if not asked and _is_open(statement, stated):
            yield Question(statement, statement.members[-1], ())


def with_sigmoids(document: Document) -> Document:
    """The document with σ(z) as the sigmoid where a value is asked for, whatever deviation σ was before."""
    if _SIGMOID.search(document.reading.page.written) is None:
        return document
    statements = tuple(
        replace(one, members=tuple(replace(member, expr=_sigmoid(member.expr)) for member in one.members))
        if any(isinstance(member.expr, Hole) for member in one.members)
        else one
        for one in document.statements
    )
    return replace(document, statements=statements)


def _sigmoid(expr: Expr) -> Expr:
    match expr:
        case Apply(function=Name(key="σ"), args=(inside,), span=span):
            return Call(span, "sigmoid", (_sigmoid(inside),))
    return mapped(expr, _sigmoid)


def _blanks(expr: Expr, index: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Span]]:
    """The blanks of a member: all of it, or entries of a list or matrix."""
    if isinstance(expr, Hole) and expr.reason == BLANK:
        yield index, expr.span
    elif isinstance(expr, Array):
        for at, item in enumerate(expr.items):
            yield from _blanks(item, (*index, at))


def _stated(statements: Iterable[Statement]) -> Iterator[str]:
    """The names that are given a value somewhere, or whose value is asked for there."""
    for statement in statements:
        members = [member.expr for member in statement.members]
        if any(is_value(expr) or has_holes(expr) for expr in members):
            yield from (expr.key for expr in members if isinstance(expr, Name | Apply))


def is_value(expr: Expr) -> bool:
    """A number, list or matrix as people write values: also 2/3, √2, 3·10⁻⁵, −∞ and the shape 3 × 32 × 32."""
    if is_literal(expr):
        return True
    if isinstance(expr, Alt):
        return any(is_value(option) for option in expr.options)
    if isinstance(expr, Array):
        return all(is_value(item) for item in expr.items)
    if isinstance(expr, Call) and expr.op == "neg":
        return is_value(expr.args[0])
    if isinstance(expr, Name):
        return expr.key in _CONSTANTS
    if not all(isinstance(node, Number | Call) for node in walk(expr)):
        return False
    calls = [node.op for node in walk(expr) if isinstance(node, Call) and node.op != "neg"]
    return len(calls) <= (2 if _is_scientific(expr) else 1) or set(calls) == {"times"}


def _is_scientific(expr: Expr) -> bool:
    return any(isinstance(n, Call) and n.op == "pow" and _is_ten(n.args[0]) for n in walk(expr))


def _is_ten(expr: Expr) -> bool:
    return isinstance(expr, Number) and bool(expr.value == 10)


def _is_open(statement: Statement, stated: set[str]) -> bool:
    """A name that equals a formula and nothing else, in a document that never says what it comes to."""
    head, *rest = (member.expr for member in statement.members)
    if not isinstance(head, Name) or head.key in stated or head.key in names_in(rest[-1]):
        return False
    if head.key.startswith("∂"):  # a derivative is wanted as a formula
        return False
    return all(isinstance(expr, Call | Fold) and not has_holes(expr) for expr in rest)
