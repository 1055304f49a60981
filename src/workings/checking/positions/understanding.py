"""Formulas that a document gives in words or by its numbers, so that they can be run again.

The loss over a sequence is written with the numbers of its rows; the attention of an argmax is only stated.
"""

from __future__ import annotations

from collections.abc import Sequence

from workings.checking.judging import Judge
from workings.checking.positions.training import trainings
from workings.checking.positions.worded import argmax_attentions, differing
from workings.document import Statement
from workings.expr import Expr
from workings.parsing.vocabulary import read_language
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.rerunning import lines_of
from workings.value import precision


def formulas_in_words(judge: Judge, statements: Sequence[Statement]) -> dict[int, Expr]:
    """The formula behind a statement, by where the statement starts."""
    found: dict[int, Expr] = {}
    language = read_language(judge.page.text)
    with precision(FIRST_BITS):
        lines = lines_of(statements, scope=judge.scope)
        for worded in argmax_attentions(judge.page.text, statements, lines):
            if worded.formula is not None and not differing(worded):
                found[worded.statement.span.start] = worded.formula
        if language is None or not language.sequences:
            return found
        for training in trainings(
            judge.page.text, statements, lines_of(statements, found, judge.scope), language
        ):
            found[training.statement.span.start] = training.formula()
    return found
