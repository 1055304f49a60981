"""Formulas of the symbols that head the columns of a table: of all rows at once, and of a single one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import called
from workings.checking.methods.trials.folds import unfolded
from workings.document import Statement
from workings.expr import Alt, Apply, Array, Call, Expr, Fold, Name, Number, call, has_at_most, mapped, walk
from workings.record import record
from workings.resolving.traits import has_holes
from workings.source import Span

MOST_FORMULAS = 12
MOST_NODES = 60
MOST_NAMES = 8
_DEFINES = ("=", ":=", "≔")
_FUNCTIONS = ("f", "g", "L", "J")  # which are called rather than multiplied


@record(frozen=True, slots=True)
class Folding:
    """A formula with a sum over the rows: what it is called, and the letters that count them."""

    bases: tuple[str, ...]
    expr: Expr  # with the sums taken of whole lists
    lists: frozenset[str]
    counts: frozenset[str]  # names that surely are the number of rows
    names: tuple[str, ...]  # all others that are no lists
    span: Span


@record(frozen=True, slots=True)
class Term:
    """A formula for each row, in the symbols of the columns."""

    base: str
    expr: Expr
    names: frozenset[str]
    span: Span


def foldings_of(statements: Iterable[Statement]) -> list[Folding]:
    """The formulas of a page that sum over rows."""
    found: list[Folding] = []
    for head, expr, span in _definitions(statements):
        if not any(isinstance(node, Fold) for node in walk(expr)):
            continue
        whole, lists = unfolded(expr)
        names = {node.key: node for node in walk(whole) if isinstance(node, Name) and node.key != "e"}
        if not lists or not _is_plain(whole) or len(names) > MOST_NAMES:
            continue
        uppers = [node.upper for node in walk(expr) if isinstance(node, Fold)]
        counts = frozenset(upper.key for upper in uppers if isinstance(upper, Name)) - lists
        others = tuple(key for key in names if key not in lists and key not in counts)
        found.append(Folding(_bases(head), whole, lists, counts, others, span))
    return found[:MOST_FORMULAS]


def terms_of(statements: Iterable[Statement]) -> list[Term]:
    """The formulas of a page for a single row, and what its sums over rows add up."""
    found: list[Term] = []
    for head, expr, span in _definitions(statements):
        folds = [node for node in walk(expr) if isinstance(node, Fold) and node.kind == "sum"]
        for body, letter in [(fold.body, fold.variable) for fold in folds] or [(expr, None)]:
            plain = _of_row(body, letter)
            names = frozenset(node.key for node in walk(plain) if isinstance(node, Name)) - {"e"}
            if names and _is_plain(plain) and isinstance(plain, Call):
                found.append(Term(_bases(head)[-1], plain, names, span))
    return found[:MOST_FORMULAS]


def _definitions(statements: Iterable[Statement]) -> Iterator[tuple[Expr, Expr, Span]]:
    """What is said to be what, in names."""
    for statement in statements:
        head, rest = statement.members[0], statement.members[1:]
        if is_numeric(head.expr) or statement.hypothesis or statement.offered or statement.column:
            continue
        for member in rest:
            if member.sign not in _DEFINES or is_numeric(member.expr):
                continue
            small = has_at_most(member.expr, MOST_NODES)
            if small and not has_holes(expr := _settled(member.expr)):
                yield head.expr, expr, member.span


def _settled(expr: Expr) -> Expr:
    """A formula in its likeliest reading: brackets are no lists, and `y (1 − p)` is a product."""
    match expr:
        case Alt(options=(first, *_)) | Array(items=(first,)):
            return _settled(first)
        case Apply(function=Name(key=key) as function, args=(inner,)) if key not in _FUNCTIONS:
            return call("mul", function, _settled(inner))
        case Fold(body=body):
            return replace(expr, body=_absolute(_settled(body)))
        case _:
            return mapped(expr, _settled)


def _absolute(expr: Expr) -> Expr:
    """A term in which bars are those of a number."""
    if isinstance(expr, Call) and expr.op == "bars":
        expr = replace(expr, op="abs")
    return mapped(expr, _absolute)


def _of_row(expr: Expr, letter: str | None) -> Expr:
    """A formula with `p` for `p_i`."""
    match expr:
        case Name(index=(Name(key=key, index=()),)) if key == letter or letter is None and len(key) == 1:
            return Name(expr.span, expr.base, expr.base)
        case _:
            return mapped(expr, lambda part: _of_row(part, letter))


def _is_plain(expr: Expr) -> bool:
    return all(isinstance(node, Name | Number | Call) for node in walk(expr))


def _bases(head: Expr) -> tuple[str, ...]:
    """What the left side may be called on other lines: `H(p)` and `H`."""
    base = called(head)[0]
    return (base, called(head.function)[0]) if isinstance(head, Apply) else (base,)
