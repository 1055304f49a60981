"""The lines of a document run again, with some of its names changed.

A document is a short program: givens, and formulas that use them. To see what a change comes to, its lines
are run in reading order with the change made, and everything that depends on it follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from flint import arb, fmpq

from workings.document import Statement
from workings.evaluating import Function, evaluate
from workings.expr import Alt, Apply, Array, Call, Expr, Name, Number
from workings.record import record
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import has_holes, names_in
from workings.source import Span
from workings.value import Scalar, Tensor, Undefined, Value, squeezed

MOST_LINES = 200  # of a document that are run again
NEAR = fmpq(1, 50)  # how far a printed value may be from that of its formula
TINY = fmpq(1, 10**24)  # the square of a difference that is none
UNNAMED = "the result"  # of a statement that words give a formula, and that has no name of its own
_DEFINING = frozenset({"=", "≈", "←", "≡"})


@record(frozen=True, slots=True)
class Line:
    """What one statement gives its names: a formula, a value as written, or both."""

    keys: tuple[str, ...]
    formula: Expr | None
    written: Expr | None
    span: Span
    params: tuple[str, ...] = ()  # of a function that the document defines
    value: Value | None = None  # of a name that no statement defines by itself


@record(frozen=True)
class Outcome:
    """What the names stand for after a run, what followed a change, and why some have no value."""

    values: Mapping[str, Value | Function]
    touched: frozenset[str]  # what was changed, and what is worked out from it
    lost: Mapping[str, str] = field(default_factory=dict)  # worked out from it in a way that fails, and why


def lines_of(
    statements: Iterable[Statement],
    formulas: Mapping[int, Expr] | None = None,
    scope: Scope | None = None,
    end: int | None = None,
) -> tuple[Line, ...]:
    """The lines of a document; `formulas` are those that words gave, by where their statement starts.

    A name that only the judge has found out, as by the numbers put in for it, comes with its value, if it was
    found out before `end`.
    """
    known: set[str] = set()
    lines: list[Line] = []
    for statement in statements:
        if statement.hypothesis or statement.conditional or len(lines) >= MOST_LINES:
            continue
        line = _line(statement, known, (formulas or {}).get(statement.span.start))
        if line is not None:
            known.update(line.keys)
            lines.append(line)
    return (*_found_out(scope, known, end), *lines)


def _found_out(scope: Scope | None, known: set[str], end: int | None) -> Iterator[Line]:
    """The names that no line gives a value."""
    for key, binding in scope.bindings.items() if scope is not None else ():
        value = as_value(binding.said)
        if key in known or value is None or not binding.literal:
            continue
        if end is None or binding.span.end <= end:
            yield Line((key,), None, None, binding.span, value=value)


def _line(statement: Statement, known: set[str], formula: Expr | None) -> Line | None:
    head, *rest = statement.members
    if not rest or any(member.sign not in _DEFINING for member in rest):
        return None
    if isinstance(head.expr, Apply) and all(isinstance(arg, Name) for arg in head.expr.args):
        params = tuple(arg.key for arg in head.expr.args if isinstance(arg, Name))
        if set(params) & names_in(rest[0].expr):
            return Line((head.expr.function.key,), rest[0].expr, None, statement.span, params)
    if not isinstance(head.expr, Name | Apply):
        return None if formula is None else Line((UNNAMED,), formula, rest[-1].expr, statement.span)
    new = [m.expr.key for m in rest if isinstance(m.expr, Name) and m.expr.key not in known]
    sides = [m.expr for m in rest if not (isinstance(m.expr, Name) and m.expr.key in new)]
    if formula is None:
        formula = next((e for e in sides if not _is_written(e) and not has_holes(e)), None)
    written = next((e for e in reversed(sides) if _is_written(e)), None)
    if formula is None and written is None:
        return None
    return Line((head.expr.key, *new), formula, written, statement.span)


def _is_written(expr: Expr) -> bool:
    """A number, vector or matrix as it stands; fractions, signs and ∞ belong to it."""
    match expr:
        case Number():
            return True
        case Name():
            return expr.key in ("∞", "inf")
        case Array():
            return all(map(_is_written, expr.items))
        case Alt():
            return _is_written(expr.options[0])
        case Call(_, "neg", (inner,)):
            return _is_written(inner)
        case Call(_, "div", (Number(), Number())):
            return True
        case _:
            return False


def run(
    lines: Sequence[Line],
    changes: Mapping[str, Value] | None = None,
    edit: Callable[[Expr], Expr] | None = None,
) -> Outcome:
    """The lines in order; a changed name keeps its changed value, and `edit` rewrites every formula."""
    values: dict[str, Value | Function] = dict(changes or {})
    touched, lost = set(values), dict[str, str]()
    for line in lines:
        if line.params and line.formula is not None:
            values[line.keys[0]] = Function(line.params, line.formula)
            continue
        keys = [key for key in line.keys if key not in (changes or {})]
        formula = line.formula if line.formula is None or edit is None else edit(line.formula)
        used = names_in(formula) if formula is not None else frozenset()
        follows = bool(used & touched) or formula is not line.formula
        value, reason = _value(line, formula, values, follows, used.intersection(lost), lost)
        for key in keys:
            (touched.add if follows else touched.discard)(key)
            lost.pop(key, None)
            if value is None:
                values.pop(key, None)
                if follows:
                    lost[key] = reason
            else:
                values[key] = value
    return Outcome(values, frozenset(touched), lost)


def _value(
    line: Line,
    formula: Expr | None,
    values: Mapping[str, Value | Function],
    follows: bool,
    gone: Iterable[str],
    lost: Mapping[str, str],
) -> tuple[Value | None, str]:
    """What a line gives its names: the formula's value, or what is written where nothing changed."""
    if line.value is not None:
        return line.value, ""
    reason = next((lost[key] for key in sorted(gone)), "")
    worked = None if formula is None or reason else evaluate(formula, values)
    reason = worked.reason if isinstance(worked, Undefined) else reason
    found = as_value(worked)
    if follows:
        return found, reason
    written = None if line.written is None else as_value(evaluate(line.written, {}))
    if found is not None and (
        written is None or are_near(found, written) or _shape(found) != _shape(written)
    ):
        return found, ""  # a matrix of another size is a damaged one
    return written, reason


def _shape(value: Value) -> tuple[int, ...]:
    return squeezed(value.shape) if isinstance(value, Tensor) else ()


def are_near(first: Value, second: Value) -> bool:
    """The same numbers up to what rounding leaves; rows, columns and lists of the same entries are alike."""
    one, other = _parts(first), _parts(second)
    if one is None or other is None or one[0] != other[0]:
        return False
    return all(_is_near(a, b) for a, b in zip(one[1], other[1], strict=True))


def _parts(value: Value) -> tuple[tuple[int, ...], tuple[Scalar, ...]] | None:
    if isinstance(value, Tensor):
        return squeezed(value.shape), value.items
    return ((), (value,)) if isinstance(value, fmpq | arb) else None


def _is_near(a: Scalar, b: Scalar) -> bool:
    gap = a - b
    return bool(gap * gap <= NEAR * NEAR * (b * b + 1))


def differ(first: Value, second: Value) -> bool | None:
    """Whether two values surely differ; None where their shapes do."""
    one, other = _parts(first), _parts(second)
    if one is None or other is None or one[0] != other[0]:
        return None
    return any(are_apart(a, b) for a, b in zip(one[1], other[1], strict=True))


def are_apart(a: Scalar, b: Scalar) -> bool:
    """Whether two numbers surely differ by more than what a score of −∞ leaves, for which a number stands."""
    gap = a - b
    return bool(gap * gap > TINY)
