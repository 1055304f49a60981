"""Matrices that words describe against what the words come to: rows that are not what they should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workings.checking.judging import Judge
from workings.checking.positions.training import row
from workings.checking.positions.worded import Worded, argmax_attentions, differing, embeddings
from workings.checking.positions.wording import exactly, fraction
from workings.checking.wording import claim_about
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.finding import Because, Claim, Entry, Verdict
from workings.parsing.vocabulary import Language, read_language
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.rerunning import lines_of
from workings.value import precision

MOST_ENTRIES = 12


def claims_of_embeddings(judge: Judge, statements: Sequence[Statement], rule: str) -> list[Claim]:
    """The matrices of embedded tokens, row by row."""
    language = read_language(judge.page.text)
    if language is None or not language.sequences:
        return []
    with precision(FIRST_BITS):
        lines = lines_of(statements, scope=judge.scope)
        found = list(embeddings(judge.page.text, statements, lines, language))
        return [claim for worded in found for claim in _claims(judge, worded, rule, language)]


def claims_of_argmax(judge: Judge, statements: Sequence[Statement], rule: str) -> list[Claim]:
    """The matrices that are said to be attention by argmax."""
    with precision(FIRST_BITS):
        lines = lines_of(statements, scope=judge.scope)
        found = list(argmax_attentions(judge.page.text, statements, lines))
        return [claim for worded in found for claim in _claims(judge, worded, rule)]


def _claims(judge: Judge, worded: Worded, rule: str, language: Language | None = None) -> Iterator[Claim]:
    rows = differing(worded)
    if rows is None:
        return
    span = worded.statement.members[-1].span
    text = judge.page.written[span.start : span.end]
    question = judge.places.get(worded.statement.passage.span.start, (0, None))[1]
    if not rows:
        yield claim_about(judge.page, span, Verdict.RIGHT, question=question)
        return
    at = rows[0]
    should = exactly(row(worded.computed, at))
    message = f"row {at + 1} is {should}"
    because: tuple[Because, ...] = ()
    if language is not None and worded.tokens is not None:
        token = language.vocabulary[worded.tokens.tokens[at]]
        message = f"row {at + 1} stands for {token}, whose embedding is {should}"
        spoken = " ".join(language.vocabulary[token] for token in worded.tokens.tokens)
        because = (Because(judge.page.place(worded.tokens.span.start).line, spoken),)
    yield Claim(
        "", "value", span, text, Verdict.WRONG, rule, text, show(worded.computed),
        entries=tuple(_entries(worded, rows))[:MOST_ENTRIES], because=because, question=question,
        message=message,
    )  # fmt: skip


def _entries(worded: Worded, rows: Sequence[int]) -> Iterator[Entry]:
    for at in rows:
        pairs = zip(row(worded.said, at), row(worded.computed, at), strict=True)
        for column, (said, computed) in enumerate(pairs):
            if said != computed:
                yield Entry((at, column), fraction(said), fraction(computed), Verdict.WRONG)
