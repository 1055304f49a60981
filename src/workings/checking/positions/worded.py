"""Matrices that only words describe: the embeddings of a sequence, and attention by argmax.

“With causal argmax attention we obtain P = …” has no formula, and neither has the X of “D A A START”. Both
are worked out here from what stands above them, to be compared and to be run again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from workings.checking.positions.training import TABLE, row
from workings.document import Statement
from workings.evaluating import Function, evaluate
from workings.evaluating.calling import INFINITE
from workings.expr import Array, Expr, Name, name
from workings.ops.hardmax import hardmax
from workings.ops.writing import height, lower, product, transpose
from workings.parsing.vocabulary import Language
from workings.parsing.vocabulary import Sequence as Tokens
from workings.record import record
from workings.regex import regex
from workings.resolving.rerunning import Line, run
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

LEAD = 240  # characters before a matrix that may say how it was made
BEHIND = 2500  # characters before it in which a causal mask may be asked for
MOST_WRONG = 3  # one row in so many may differ; if more do, another matrix is meant
_ARGMAX = regex(
    r"\b(?:arg-?max|hardmax|hard)\b[ -]*attention|attention\b.{0,40}\barg-?max|\barg-?max\b.{0,40}"
    r"\battention|\bhardmax\b|zero[- ]temperature",
    re.I,
)
_CAUSAL = regex(r"causal|mask|look-?ahead", re.I)
_UNMASKED = regex(r"\bunmasked|\b(?:no|without(?:\s+(?:a|the|any))?)\s+(?:causal\s+)?mask", re.I)
_EMBEDDED = regex(r"embed|input|one row for each|rows?\b", re.I)
_ADDED = regex(r"(?<!no )(?<!out )(?<!any )position(?:al)?[- ](?:encod|embed)", re.I)


@record(frozen=True, slots=True)
class Worded:
    """A stated matrix and the formula or the value that words give it."""

    statement: Statement
    matrix: Array
    said: Tensor
    computed: Tensor
    formula: Expr | None = None
    tokens: Tokens | None = None


def argmax_attentions(text: str, statements: Sequence[Statement], lines: Sequence[Line]) -> Iterator[Worded]:
    """Square matrices that are said to be argmax attention, with that of the queries and keys above them."""
    for at, statement in enumerate(statements):
        start, matrix = statement.span.start, statement.members[-1].expr
        above = statements[at - 1].span.end if at else 0
        lead = text[max(above, start - LEAD) : start]
        found = list(_ARGMAX.finditer(lead))
        if not found or not isinstance(matrix, Array) or len(statement.members) != 2 or statement.hypothesis:
            continue
        if not isinstance(statement.members[0].expr, Name):
            continue
        said = _value(matrix)
        values = run([line for line in lines if line.span.start < start]).values
        queries, keys = _named(values, "Q"), _named(values, "K")
        if said is None or queries is None or keys is None or said.shape[0] != said.shape[1]:
            continue
        scores: Expr = product(name(queries), transpose(name(keys)))
        hidden = scores + (lower(height(name(queries))) - 1) * INFINITE
        masked = _CAUSAL.search(text, max(0, start - BEHIND), start) and not _UNMASKED.search(lead)
        readings = [
            Worded(statement, matrix, said, computed, formula)
            for formula in (
                (hardmax(hidden), hardmax(scores)) if masked else (hardmax(scores), hardmax(hidden))
            )
            if isinstance(computed := as_value(evaluate(formula, values)), Tensor)
            and computed.shape == said.shape
        ]
        if readings:
            yield next((worded for worded in readings if differing(worded) == []), readings[0])


def _named(values: Mapping[str, Value | Function], key: str) -> str | None:
    found = values.get(key)
    return key if isinstance(found, Tensor) and len(found.shape) == 2 else None


def _value(matrix: Array) -> Tensor | None:
    value = as_value(evaluate(matrix, {}))
    return value if isinstance(value, Tensor) and len(value.shape) == 2 else None


def embeddings(
    text: str, statements: Sequence[Statement], lines: Sequence[Line], language: Language
) -> Iterator[Worded]:
    """Matrices with a row for each token of a sequence above them, beside the rows of the embedding table."""
    size = len(language.vocabulary)
    for statement in statements:
        head, *rest = statement.members
        if len(rest) != 1 or not isinstance(rest[0].expr, Array) or not isinstance(head.expr, Name):
            continue
        if head.expr.base not in ("X", "x", "E", "H", "Emb") or statement.hypothesis:
            continue
        said, start = _value(rest[0].expr), statement.span.start
        if said is None:
            continue
        values = run([line for line in lines if line.span.start < start]).values
        table = _table(values, size, said.shape[1], head.expr.key)
        if table is None or not _is_called(text, statement):
            continue
        tokens, shorter = _tokens(language, said.shape[0], start), _tokens(language, said.shape[0] + 1, start)
        for found in (tokens, shorter):
            if found is None:
                continue
            read = found.tokens[: said.shape[0]]
            items = tuple(item for token in read for item in row(table, token))
            if found is tokens or items == said.items:  # without the last token only where it fits
                yield Worded(statement, rest[0].expr, said, Tensor(said.shape, items), tokens=found)
                break


def _is_called(text: str, statement: Statement) -> bool:
    """Whether the words before a matrix say embeddings, and nothing is added to them."""
    start = statement.span.start
    return _EMBEDDED.search(text, max(0, start - LEAD), start) is not None and _ADDED.search(text) is None


def _table(values: Mapping[str, Value | Function], size: int, width: int, own: str) -> Tensor | None:
    """The embedding table: a row for each token of the vocabulary."""
    for key, value in values.items():
        if isinstance(value, Tensor) and value.shape == (size, width) and key != own and TABLE.fullmatch(key):
            return value
    return None


def _tokens(language: Language, count: int, start: int) -> Tokens | None:
    """The latest sequence of so many tokens before a place; None if two differ."""
    fitting = [s for s in language.sequences if len(s.tokens) == count and s.span.start < start]
    if not fitting or any(s.tokens != fitting[-1].tokens for s in fitting):
        return None
    return fitting[-1]


def differing(worded: Worded) -> list[int] | None:
    """The rows that differ; None if so many do that another matrix is meant."""
    rows = [at for at in range(worded.said.shape[0]) if row(worded.said, at) != row(worded.computed, at)]
    return rows if len(rows) <= max(1, worded.said.shape[0] // MOST_WRONG) else None
