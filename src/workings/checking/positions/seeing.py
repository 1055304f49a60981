"""Who sees whom: the masks that a document gives by numbers or by cases, and what its equations depend on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.document import Statement
from workings.evaluating import Function, evaluate
from workings.evaluating.calling import INFINITE
from workings.expr import Call, Cases, Expr, Name, walk
from workings.record import record
from workings.regex import regex
from workings.resolving.dependence import MOST_POSITIONS, Rows, dependence, roots
from workings.resolving.rerunning import Line, run
from workings.resolving.scope import as_value
from workings.source import Span
from workings.value import Tensor, Value

FAR = -INFINITE / 2  # a score below this is hidden
MOST_ATTENTIONS = 4  # the latest of a document, whose dependence is tried
AROUND = 240  # characters around a mask of noughts and ones that may say which of them hides
TRIED = 5  # positions at which a mask by cases is tried
_SHARES = frozenset({"softmax", "hardmax"})
_ATTENTION = frozenset({"attention", "attention_weights", "self_attention", "linear_attention", "multi_head"})
_TOKENS = regex(r"(?:X|H|x|h|Q|K|V|Emb|E)(?:_.{1,10}|\^.{1,6}|')?")


_DIGIT = (
    r"(?<!position )(?<!token )(?<!row )(?<!query )(?<!key )(?<!word )(?<![\w.&\[,\\-])"
    r"(?P<digit>[01])s?\b(?!\s*[&,\]\\.])[^.;,\n01]{0,40}?"
)
_OPENS = regex(_DIGIT + r"\b(?:allow\w*|may (?!not)|can (?!not)|visible|attends?|keeps?|sees?)\b", re.I)
_HIDES = regex(_DIGIT + r"\b(?:block\w*|hid\w+|masked|forbid\w*|cannot|may not|can not|no attention)\b", re.I)


@record(frozen=True, slots=True)
class Sight:
    """Row i, column j: whether position i sees position j, counted from nought; and where that is stated."""

    rows: Rows
    span: Span
    key: str
    is_mask: bool  # stated as a mask, and not found out from equations

    def first_ahead(self) -> tuple[int, int] | None:
        """The first position that sees a later one, and which."""
        for i, row in enumerate(self.rows):
            for j in range(i + 1, len(row)):
                if row[j]:
                    return i, j
        return None


def sights(statements: Sequence[Statement], lines: Sequence[Line], text: str = "") -> tuple[Sight, ...]:
    """What the masks and the attentions of a document let each position see, in reading order."""
    values = run(lines).values
    found = [*_masks(lines, text), *_by_cases(statements), *_attentions(lines, values)]
    return tuple(sorted(found, key=lambda sight: sight.span.start))


def _masks(lines: Sequence[Line], text: str) -> Iterator[Sight]:
    """Matrices of nought and −∞, and of nought and one where the text says which of them hides."""
    for line in lines:
        rows = None if line.written is None else _square(as_value(evaluate(line.written, {})))
        if rows is None or line.formula is not None:
            continue
        items = [item for row in rows for item in row]
        hidden = [item <= FAR for item in items]
        if any(hidden) and all(far or item == 0 for far, item in zip(hidden, items, strict=True)):
            seen = tuple(tuple(not item <= FAR for item in row) for row in rows)
            yield Sight(seen, line.span, line.keys[0], is_mask=True)
        elif not any(hidden) and {item == 1 for item in items} == {True, False} == {
            item == 0 for item in items
        }:
            open_by = _open_entry(text[max(0, line.span.start - AROUND) : line.span.end + AROUND])
            if open_by is not None and all(item in (0, 1) for item in items):
                seen = tuple(tuple(item == open_by for item in row) for row in rows)
                yield Sight(seen, line.span, line.keys[0], is_mask=True)


def _open_entry(near: str) -> int | None:
    """Which of nought and one lets a position be seen, as the words around a mask have it."""
    if "mask" not in near.lower():
        return None
    said = {1 if opens["digit"] == "1" else 0 for opens in _OPENS.finditer(near)}
    said |= {0 if hides["digit"] == "1" else 1 for hides in _HIDES.finditer(near)}
    return said.pop() if len(said) == 1 else None


def _square(value: object) -> list[tuple[fmpq, ...]] | None:
    if not isinstance(value, Tensor) or len(value.shape) != 2 or value.shape[0] != value.shape[1]:
        return None
    size = value.shape[0]
    if not 2 <= size <= MOST_POSITIONS * 2:
        return None
    return [value.items[at * size : (at + 1) * size] for at in range(size)]  # type: ignore[misc]


def _by_cases(statements: Sequence[Statement]) -> Iterator[Sight]:
    """`M_{ij} = 0 if j ≤ i, −∞ otherwise`, tried at the first few positions."""
    for statement in statements:
        head, *rest = statement.members
        if not isinstance(head.expr, Name) or len(head.expr.index) != 2 or statement.hypothesis:
            continue
        letters = [part.key for part in head.expr.index if isinstance(part, Name)]
        cases = next((member.expr for member in rest if isinstance(member.expr, Cases)), None)
        if len(letters) != 2 or cases is None:
            continue
        seen = _tried(cases, letters)
        if seen is not None:
            yield Sight(seen, statement.span, head.expr.base, is_mask=True)


def _tried(cases: Cases, letters: Sequence[str]) -> Rows | None:
    rows: list[tuple[bool, ...]] = []
    hides = False
    for i in range(1, TRIED + 1):
        row: list[bool] = []
        for j in range(1, TRIED + 1):
            value = as_value(evaluate(cases, {letters[0]: fmpq(i), letters[1]: fmpq(j)}))
            if not isinstance(value, fmpq) or (value != 0 and value > FAR):
                return None
            row.append(value == 0)
            hides = hides or value != 0
        rows.append(tuple(row))
    return tuple(rows) if hides else None


# -- equations ------------------------------------------------------------------------------------


def _attentions(lines: Sequence[Line], values: Mapping[str, Value | Function]) -> Iterator[Sight]:
    """What every attention depends on, the last one to its end, or else what its softmax is taken of."""
    attending = [line for line in lines if line.formula is not None and _attends(line.formula, values)]
    for line in attending[-MOST_ATTENTIONS:]:
        key = _last_result(lines, line.keys[0], values) if line is attending[-1] else line.keys[0]
        inputs = _inputs(lines, key, values)
        rows = dependence(lines, inputs, key) if inputs else None
        if rows is None and line.formula is not None:
            rows, key = _scores(line.formula, values), line.keys[0]
        if rows is not None and len(rows) == len(rows[0]):
            yield Sight(rows, line.span, key, is_mask=False)


def is_turned(sight: Sight) -> bool:
    """A mask that is causal if queries stand in columns, and hides the past if they stand in rows."""
    size = len(sight.rows)
    return sight.is_mask and all(sight.rows[i][j] == (j >= i) for i in range(size) for j in range(size))


def queries_in_rows(expr: Expr) -> bool:
    """Whether scores are written Q Kᵀ, so that a row belongs to a query."""
    return any(
        isinstance(node, Call)
        and node.op in ("mul", "times", "matmul")
        and len(node.args) == 2
        and isinstance(node.args[1], Call)
        and node.args[1].op == "transpose"
        and isinstance(node.args[0], Name)
        for node in walk(expr)
    )


def is_attention(node: Expr) -> bool:
    """An attention by name, or a softmax of queries and transposed keys."""
    if not isinstance(node, Call):
        return False
    if node.op in _ATTENTION:
        return True
    inner = [part for arg in node.args for part in walk(arg)] if node.op in _SHARES else []
    return any(isinstance(part, Call) and part.op == "transpose" for part in inner)


def _attends(expr: Expr, values: Mapping[str, Value | Function]) -> bool:
    """An attention by name, or shares taken of a square of scores."""
    return any(isinstance(node, Call) and node.op in _ATTENTION for node in walk(expr)) or (
        _scores(expr, values) is not None
    )


def _last_result(lines: Sequence[Line], key: str, values: Mapping[str, Value | Function]) -> str:
    """The latest matrix with as many rows that is worked out from this one."""
    first, latest = values.get(key), key
    if not isinstance(first, Tensor):
        return key
    touched = run(lines, {key: first}).touched
    for line in lines:
        value = values.get(line.keys[0])
        if line.keys[0] in touched and isinstance(value, Tensor) and len(value.shape) == 2:
            latest = line.keys[0] if value.shape[0] == first.shape[0] else latest
    return latest


def _inputs(lines: Sequence[Line], key: str, values: Mapping[str, Value | Function]) -> tuple[str, ...]:
    """The givens with a row for every token: inputs, or queries, keys and values with nothing before them."""
    result = values.get(key)
    if not isinstance(result, Tensor) or len(result.shape) != 2:
        return ()
    found = [
        root
        for root in roots(lines, key)
        if _TOKENS.fullmatch(root)
        and isinstance(value := values.get(root), Tensor)
        and len(value.shape) == 2
        and value.shape[0] == result.shape[0]
    ]
    return tuple(dict.fromkeys(found))


def _scores(expr: Expr, values: Mapping[str, Value | Function]) -> Rows | None:
    """The scores that a softmax is taken of: what is not hidden is seen."""
    for node in walk(expr):
        if isinstance(node, Call) and node.op in _SHARES and node.args:
            rows = _square(as_value(evaluate(node.args[0], values)))
            if rows is not None:
                return tuple(tuple(not item <= FAR for item in row) for row in rows)
    return None
