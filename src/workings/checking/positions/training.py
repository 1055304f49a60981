"""A model that is trained on a sequence of tokens, as a document describes it: who predicts what, its loss.

Row t of the scores is made from the tokens up to t, and is asked for token t + 1. Which matrix holds the
scores, and which positions count, is found by value: the loss that is stated has to come out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated, judge_digits, stated_number
from workings.document import Member, Statement
from workings.evaluating import Function, evaluate
from workings.expr import NOWHERE, Apply, Array, Call, Expr, Name, call, name, number
from workings.finding import Verdict
from workings.ops.cross_entropy import cross_entropy
from workings.ops.softmax_cross_entropy import softmax_cross_entropy
from workings.ops.writing import one_hot, product, transpose
from workings.parsing.vocabulary import Language
from workings.record import record
from workings.regex import regex
from workings.resolving.rerunning import Line, run
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value

FEWEST_DIGITS = 3  # of a stated loss that can tell one alignment from another
MOST_MATRICES = 24  # of a document that may hold the scores
MOST_POSITIONS = 64
LEAD = 80  # characters before a formula that may say that it is the loss
TABLE = regex(r"E|e|(?:E|W|T)_\{?[Ee](?:mb\w*)?\}?|E_.{1,8}|[Ee]mb\w*|\w*embedding\w*")  # of embeddings
_LOSS = regex(r"(?:L|ℒ|J|CE|NLL|loss|l|ℓ|\\mathcal\{L\})(?:_.{1,12})?'*", re.I)
_CALLED = regex(r"\b(?:loss|cross[- ]entropy|negative log[- ]likelihood|NLL)\b[^.\n]*$", re.I)
_CHOSEN = regex(r"[Pp](?:r|rob)?\([a-z]_\{?(\d{1,3})\}?=([^|]{1,40})(?:\|.*)?\)")


@record(frozen=True, slots=True)
class Scores:
    """A matrix with a row for each position and a column for each token of the vocabulary."""

    expr: Expr
    key: str  # the name of the document that it is made of
    surprises: tuple[tuple[Scalar | None, ...], ...]  # minus the logarithm of every share
    shares: bool = False  # probabilities already


@record(frozen=True, slots=True)
class Training:
    """A loss that is understood: the scores, which row is asked for which token, and where it is stated."""

    scores: Scores
    pairs: tuple[tuple[int, int], ...]  # row and token, both counted from nought
    tokens: tuple[int, ...]  # of the whole sequence
    shift: int  # 0: each row is asked for its own token, 1: for the next one
    mean: bool
    statement: Statement
    member: Member

    def moved(self, shift: int) -> tuple[tuple[int, int], ...]:
        """The same targets, each asked of its own row (0) or of the row before it (1).

        Where nothing stands before the first row, and a token after the last, the same rows are asked.
        """
        if shift > self.shift and self.pairs[0][0] == 0 and self.pairs[-1][0] + 1 < len(self.tokens):
            return tuple((row, self.tokens[row + 1]) for row, _ in self.pairs)
        rows = [(row + self.shift - shift, target) for row, target in self.pairs]
        return tuple((row, target) for row, target in rows if 0 <= row < len(self.scores.surprises))

    def loss(self, shift: int) -> Scalar | None:
        """What the loss comes to with this shift."""
        return _loss(self.scores, self.moved(shift), self.mean)

    def formula(self) -> Call:
        """The loss as a formula of the names of the document, to be run again."""
        rows, tokens = zip(*self.pairs, strict=True)
        height, width = len(self.scores.surprises), len(self.scores.surprises[0])
        picked = product(one_hot(_counted(rows), height), self.scores.expr)
        truth = one_hot(_counted(tokens), width)
        taken = cross_entropy if self.scores.shares else softmax_cross_entropy
        return taken(truth, picked, summed=0 if self.mean else 1)


def _counted(places: Sequence[int]) -> Array:
    return Array(NOWHERE, tuple(number(place + 1) for place in places), "list")


def trainings(
    text: str, statements: Sequence[Statement], lines: Sequence[Line], language: Language
) -> list[Training]:
    """The losses of a document whose rows and tokens are known, in reading order."""
    values = run(lines).values
    inputs = embedded(language, values)
    if inputs is None:
        return []
    key, tokens = inputs
    if len(tokens) > MOST_POSITIONS:
        return []
    chosen = _chosen(statements, language, tokens)
    found: list[Training] = []
    scores: list[Scores] | None = None
    for statement in statements:
        member = statement.members[-1]
        stated = stated_number(member.expr)
        if stated is None or not _is_loss(text, statement) or _digits(stated) < FEWEST_DIGITS:
            continue
        if scores is None:
            matrix = values[key]
            rows = matrix.shape[0] if isinstance(matrix, Tensor) else 0
            scores = list(_scores(language, values, lines, key, rows))
        training = _understood(statement, member, stated, scores, tokens, chosen)
        if training is not None:
            found.append(training)
    return found


def embedded(
    language: Language, values: Mapping[str, Value | Function]
) -> tuple[str, tuple[int, ...]] | None:
    """The matrix whose rows are the embeddings of a sequence of the document, and that sequence.

    The last token may be missing among the inputs: it is a target only.
    """
    size = len(language.vocabulary)
    tensors = {k: v for k, v in values.items() if isinstance(v, Tensor) and len(v.shape) == 2}
    tables = [(k, t) for k, t in tensors.items() if t.shape[0] == size and TABLE.fullmatch(k)]
    for _, table in tables:
        for missing, sequence in ((n, sequence) for n in (0, 1) for sequence in language.sequences):
            read = sequence.tokens[: len(sequence.tokens) - missing]
            wanted = tuple(item for token in read for item in row(table, token))
            for key, matrix in tensors.items():
                if matrix.shape[0] == len(read) and matrix.items == wanted and matrix is not table:
                    return key, sequence.tokens
    return None


def row(matrix: Tensor, at: int) -> tuple[Scalar, ...]:
    width = matrix.shape[1]
    return matrix.items[at * width : (at + 1) * width]


def _is_loss(text: str, statement: Statement) -> bool:
    head = statement.members[0].expr
    if statement.hypothesis or len(statement.members) < 2 or statement.members[-1].sign not in ("=", "≈"):
        return False
    if isinstance(head, Name) and _LOSS.fullmatch(head.key):
        return True
    if isinstance(head, Name) and re.search(r"loss|entropy|likelihood", head.key, re.I):
        return True
    if statement.label is not None and re.search(r"loss|entropy|likelihood|NLL", statement.label, re.I):
        return True
    start = statement.span.start
    return _CALLED.search(text[max(0, start - LEAD) : start]) is not None


def _digits(stated: Stated) -> int:
    return len(str(abs((stated.value / stated.unit).p)))


def _chosen(statements: Sequence[Statement], language: Language, tokens: Sequence[int]) -> tuple[int, ...]:
    """The positions whose tokens have a stated probability, `P(y_5 = A) = …`, counted from nought."""
    places: set[int] = set()
    for statement in statements:
        head = statement.members[0].expr
        match = _CHOSEN.fullmatch(head.key) if isinstance(head, Apply) else None
        if match is None:
            continue
        at, token = int(match[1]) - 1, language.place(match[2])
        if not 0 <= at < len(tokens) or tokens[at] != token:
            return ()  # counted in another way than the rows
        places.add(at)
    return tuple(sorted(places))


def _scores(
    language: Language, values: Mapping[str, Value | Function], lines: Sequence[Line], key: str, count: int
) -> Iterator[Scores]:
    """The matrices that may hold the scores: worked out from the inputs, a row for each token.

    The one that is worked out last comes first; what is not yet as wide as the vocabulary is taken times
    the transposed embeddings.
    """
    size = len(language.vocabulary)
    given = values[key]
    touched = run(lines, {key: given} if isinstance(given, Tensor) else {}).touched
    table = next((k for k, v in values.items() if _shape(v)[:1] == (size,) and TABLE.fullmatch(k)), None)
    names = [k for k, v in values.items() if k in touched and k != key and _shape(v)[:1] == (count,)]
    for known in reversed(names[-MOST_MATRICES:]):
        width = _shape(values[known])[1:]
        exprs: list[Expr] = [name(known)] if width == (size,) else []
        if table is not None and width == _shape(values[table])[1:]:
            exprs.append(product(name(known), transpose(name(table))))
        for expr in exprs:
            for shares in (False, True):
                surprises = _surprises(expr, values, shares)
                if surprises is not None:
                    yield Scores(expr, known, surprises, shares)


def _shape(value: Value | Function) -> tuple[int, ...]:
    return value.shape if isinstance(value, Tensor) and len(value.shape) == 2 else ()


def _surprises(
    expr: Expr, values: Mapping[str, Value | Function], shares: bool
) -> tuple[tuple[Scalar | None, ...], ...] | None:
    """Minus the logarithm of every share, row by row; None where they are no shares."""
    taken = as_value(evaluate(expr if shares else call("softmax", expr), values))
    if not isinstance(taken, Tensor) or len(taken.shape) != 2:
        return None
    rows = [row(taken, at) for at in range(taken.shape[0])]
    if shares and not all(_are_shares(r) for r in rows):
        return None
    return tuple(tuple(_surprise(item) for item in r) for r in rows)


def _are_shares(items: Sequence[Scalar]) -> bool:
    total: Scalar = fmpq(0)
    for item in items:
        total = total + item
    return bool((total - 1) * (total - 1) < fmpq(1, 2500)) and not any(item < 0 for item in items)


def _surprise(share: Scalar) -> Scalar | None:
    taken = as_value(evaluate(-call("ln", name("p")), {"p": share})) if share > 0 else None
    return taken if not isinstance(taken, Tensor) else None


def _loss(scores: Scores, pairs: Sequence[tuple[int, int]], mean: bool) -> Scalar | None:
    """The sum or mean of the surprises at these rows and tokens."""
    parts = [scores.surprises[at][token] for at, token in pairs]
    known = [part for part in parts if part is not None]
    if not known or len(known) < len(parts):
        return None
    total: Scalar = sum(known, fmpq(0))
    return total / len(known) if mean else total


def _understood(
    statement: Statement,
    member: Member,
    stated: Stated,
    scores: Sequence[Scores],
    tokens: Sequence[int],
    chosen: Sequence[int],
) -> Training | None:
    """The one alignment that gives the stated loss; None if none does, or if both do."""
    fits: dict[int, Training] = {}
    for one in scores:
        for shift, places, mean in _alignments(len(tokens), chosen):
            height = len(one.surprises)
            pairs = tuple((at - shift, tokens[at]) for at in places if 0 <= at - shift < height)
            loss = _loss(one, pairs, mean)
            if loss is None or shift in fits:
                continue
            if judge_digits(loss, stated, approximate=True) in (Verdict.RIGHT, Verdict.ROUNDING):
                fits[shift] = Training(one, pairs, tuple(tokens), shift, mean, statement, member)
    return next(iter(fits.values())) if len(fits) == 1 else None


def _alignments(count: int, chosen: Sequence[int]) -> Iterator[tuple[int, Sequence[int], bool]]:
    """Shift, positions of the targets, and whether the mean is taken: those named, else every end."""
    ends = [chosen] if chosen else [range(start, count) for start in range(count)]
    for mean in (False, True):
        for places in ends:
            for shift in (0, 1):
                yield shift, places, mean
