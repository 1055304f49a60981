"""attention/not-shares: a matrix that is called attention map or weights, and whose rows are no shares.

Attention weights are shares of a whole, row by row. Where the rows are none, another matrix was taken for the
map: most often the output, which is the weights times the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from flint import fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import stated_number
from workings.checking.judging import Judge
from workings.checking.prose.weighing import Table
from workings.checking.rules.catalogue import Description
from workings.checking.wording import because_of, claim_about
from workings.document import Statement
from workings.evaluating import evaluate
from workings.evaluating.ranking import are_finite, rows_of
from workings.evaluating.rendering import show
from workings.expr import Array, Name, walk
from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor

RULE = "attention/not-shares"
DESCRIPTION = Description(
    "a matrix that is called attention weights or attention map has rows that do not add up to one",
    wrong="$V = \\begin{bmatrix} 4 & 0 \\\\ 2 & 2 \\end{bmatrix}$\n\n"
    "$A = \\operatorname{softmax}\\left(\\begin{bmatrix} 0 & 0 \\\\ 1 & 1 \\end{bmatrix}\\right) = "
    "\\begin{bmatrix} 0.5 & 0.5 \\\\ 0.5 & 0.5 \\end{bmatrix}$\n\n"
    "$\\text{attention map} = \\begin{bmatrix} 3 & 1 \\\\ 3 & 1 \\end{bmatrix}$",
    right="$V = \\begin{bmatrix} 4 & 0 \\\\ 2 & 2 \\end{bmatrix}$\n\n"
    "$\\text{attention map} = \\operatorname{softmax}\\left(\\begin{bmatrix} 0 & 0 \\\\ 1 & 1 \\end{bmatrix}"
    "\\right) = \\begin{bmatrix} 0.5 & 0.5 \\\\ 0.5 & 0.5 \\end{bmatrix}$",
    why="Weights and output often have the same shape, and the last matrix is taken for the map.",
)
NEAR = fmpq(1, 20)  # how far rounded entries of the output may be off
NEARBY = 900  # characters before a matrix that may speak of attention
LEAD = 60  # characters before a letter that may say what it stands for
SLACK = fmpq(1, 100)  # the least that rounding is allowed for each entry
_MAP = regex(r"\battention (?:map|weights|matrix|weight matrix)$", re.I)
_LETTER = regex(r"[AMα](?:_.{1,12})?")  # what people call a map; S and Q are something else
_LETTER_OF_MAP = regex(r"[APα](?:['′]|_.{1,12})?")
_OF_ATTENTION = regex(r"\battention\b|\bsoftmax\b|\bmask(?:ed|ing)?\b", re.I)
_NO_MAP = regex(r"\bdropout\b|\bbefore\b|\badjacen|\bpadd", re.I)
_LEAD = regex(
    r"\battention (?:map|weights|matrix)(?: (?:is|are|becomes|then))?\s*[:=,]?[\s$\\\[]*$",
    re.I,
)
_RAW = regex(r"\b(?:un-?(?:normali[sz]ed|scaled)|raw|pre-?softmax|before)\b[^.]*\Z", re.I)
_WEIGHTS = regex(r"(?:attn|attention)?[ _]?weights?|attn|attention|[Aα]")
_BY_SOFTMAX = regex(  # “Step 3: softmax of every row:”
    r"(?<!before )(?<!before the )(?<!pre-)(?<!without )(?<!without the )(?<!of the )(?<!of )"
    r"\bsoftmax(?!\s*+\}?\s*+\()[^=\d.]{0,40}$",
    re.I,
)
_NO_SHARES = regex(r"gradient|derivative|jacobian|dropout|mask|input|score|logit", re.I)
_VALUES = regex(r"V(?:_.{1,8})?")


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The matrices that are called a map of attention and are none."""
    found: list[Claim] = []
    refuted = {claim.span for claim in judge.claims if claim.verdict in (Verdict.WRONG, Verdict.UNDECIDED)}
    for statement in statements:
        head, last = statement.members[0].expr, statement.members[-1]
        if not isinstance(last.expr, Array) or last.sign not in ("=", "≈") or last.span in refuted:
            continue
        if statement.hypothesis or not isinstance(head, Name):
            continue
        called = _is_called_map(judge, head)
        if not called and _LETTER_OF_MAP.fullmatch(head.key) is None:
            continue
        value = as_value(evaluate(last.expr, {}))
        rows = rows_of(value) if isinstance(value, Tensor) and len(value.shape) == 2 else None
        if rows is None or len(rows[0]) < 2 or not all(map(are_finite, rows)) or _is_map(rows, last.expr):
            continue
        if not called and not _is_nearly_map(judge, statement, rows):
            continue
        table = _behind(judge, rows)
        message = f"the rows of {_called(head)} are not shares of a whole: {_why(rows)}"
        if table is not None:
            message += "; they are the weights times the values, which is the output"
        where = () if table is None else (because_of(judge.page, table.span),)
        question = judge.places.get(statement.passage.span.start, (0, None))[1]
        found.append(
            claim_about(judge.page, last.span, Verdict.RIGHT, RULE, message, because=where, question=question)
        )
    return found


def _is_called_map(judge: Judge, head: Name) -> bool:
    """By its own name, or by the words right before a letter that stands for it."""
    if _MAP.search(head.key):
        return _RAW.search(head.key) is None
    before = judge.page.text[max(0, head.span.start - LEAD) : head.span.start]
    if _WEIGHTS.fullmatch(head.key) and _BY_SOFTMAX.search(before) and not _NO_SHARES.search(before):
        return True
    if _LETTER.fullmatch(head.key) is None or _LEAD.search(before) is None:
        return False
    return _RAW.search(before) is None


def _is_nearly_map(judge: Judge, statement: Statement, rows: Sequence[Sequence[Scalar]]) -> bool:
    """Whether all rows but one are shares, which stand there behind words for attention."""
    before = judge.page.text[max(0, statement.span.start - NEARBY) : statement.span.start]
    if _OF_ATTENTION.search(before) is None or _NO_MAP.search(before[-LEAD:]) is not None:
        return False
    slack = SLACK * len(rows[0])
    odd = [row for row in rows if not _adds_up(row, 1, slack)]
    mixed = any(sum(item > 0 for item in row) > 1 for row in rows if row not in odd)
    return len(odd) == 1 and mixed and any(odd[0]) and all(0 <= item <= 1 for item in odd[0])


def _called(head: Name) -> str:
    return head.key if _MAP.search(head.key) or len(head.key) > 2 else f"the attention weights {head.key}"


def _is_map(rows: Sequence[Sequence[Scalar]], expr: Array) -> bool:
    """Shares along the rows or down the columns, of one or of a hundred per cent, as far as digits tell."""
    numbers = [number for node in walk(expr) if (number := stated_number(node)) is not None]
    unit = max((number.unit for number in numbers if not number.integer), default=fmpq(0))
    for table in (rows, tuple(zip(*rows, strict=True))):
        for whole in (1, 100):
            slack = max(unit, SLACK * whole) * (len(table[0]) + 2) / 2
            if all(_adds_up(row, whole, slack) for row in table):
                return True
    return False


def _adds_up(row: Sequence[Scalar], whole: int, slack: fmpq) -> bool:
    if any(item < 0 for item in row):
        return False
    return bool(distance(sum(row, fmpq(0)), fmpq(whole)) <= slack)


def _why(rows: Sequence[Sequence[Scalar]]) -> str:
    """The first thing about a row that no shares have."""
    for at, row in enumerate(rows, 1):
        below = next((item for item in row if item < 0), None)
        if below is not None:
            return f"row {at} has {show(below)}"
        if not _adds_up(row, 1, SLACK * len(row)):
            return f"row {at} adds up to {show(sum(row, fmpq(0)))}"
    return "they do not add up to 1"


def _behind(judge: Judge, rows: Sequence[Sequence[Scalar]]) -> Table | None:
    """The weights that give these rows when they are applied to the values of the document."""
    for key, value in judge.scope.said.items():
        values = rows_of(value) if isinstance(value, Tensor) and _VALUES.fullmatch(key) else None
        if values is None or len(values[0]) != len(rows[0]):
            continue
        for table in reversed(judge.weighings.tables):
            weights = [table.rows.get(at) for at in range(1, len(rows) + 1)]
            if table.width == len(values) and all(
                row is not None and _is_mixed(row.said, values, made)
                for row, made in zip(weights, rows, strict=True)
            ):
                return table
    return None


def _is_mixed(weights: Sequence[Scalar], values: Sequence[Sequence[Scalar]], made: Sequence[Scalar]) -> bool:
    """Whether a row is the mean of the values in these shares, up to rounding."""
    for column, stated in enumerate(made):
        mixed = sum((weight * row[column] for weight, row in zip(weights, values, strict=True)), fmpq(0))
        if distance(mixed, stated) > NEAR:
            return False
    return True
