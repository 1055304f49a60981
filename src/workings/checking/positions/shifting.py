"""Losses whose positions are asked for their own token, and what the loss is with the shift."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.checking.judging import Judge
from workings.checking.positions.tabulated import Pairs, tables_of_targets
from workings.checking.positions.training import Training, trainings
from workings.checking.positions.wording import shown
from workings.checking.wording import claim_about
from workings.document import Statement
from workings.finding import Because, Claim, Verdict
from workings.parsing.vocabulary import Language, read_language
from workings.regex import regex
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.rerunning import lines_of
from workings.value import precision

AROUND = 1200  # characters before the sequence in which the model is described
NEXT = regex(
    r"teacher[- ]?forc|next[- ](?:token|word|symbol|character|letter)|auto-?regressive|decoder|"
    r"language[- ]model|\bGPT",
    re.I,
)
OTHERWISE = regex(
    r"masked[- ]language|\bBERT\b|bidirectional|(?<!de)(?<!-)\bencoder[- ]only|\btagg(?:ing|er)|"
    r"part[- ]of[- ]speech|denois|auto-?encod|reconstruct|\bcopy(?:ing)?[- ](?:task|the input)|"
    r"classif(?:y|ies) each",
    re.I,
)


def unshifted(judge: Judge, statements: Sequence[Statement], rule: str) -> list[Claim]:
    """A finding at each loss that lacks the shift, in a document that surely predicts the next token."""
    told = [
        _told(judge, pairs, rule) for pairs in tables_of_targets(judge.passages) if _is_next(judge, pairs)
    ]
    language = read_language(judge.page.text)
    if language is None or not language.sequences:
        return told
    with precision(FIRST_BITS):
        found = trainings(judge.page.text, statements, lines_of(statements, scope=judge.scope), language)
        if not found or any(training.shift for training in found):
            return told
        return told + [
            _claim(judge, training, language, rule)
            for training in found
            if predicts_next(judge, training, language)
        ]


def predicts_next(judge: Judge, training: Training, language: Language) -> bool:
    """Whether the text around a loss says that the next token is predicted, and nothing else."""
    first = min(sequence.span.start for sequence in language.sequences)
    text = judge.page.text[max(0, first - AROUND) : training.statement.span.end + AROUND // 4]
    return NEXT.search(text) is not None and OTHERWISE.search(text) is None


def _is_next(judge: Judge, pairs: Pairs) -> bool:
    """Whether a table asks every row for its own token, in a text that predicts the next one."""
    at = pairs.first.span.start
    text = judge.page.text[max(0, at - AROUND) : at + AROUND // 4]
    return pairs.are_unshifted and NEXT.search(text) is not None and OTHERWISE.search(text) is None


def _told(judge: Judge, pairs: Pairs, rule: str) -> Claim:
    span = pairs.first.span
    shifted = " ".join(pairs.inputs[1:])
    message = (
        f"every row is asked for the token it reads; asked for the next one, the targets begin {shifted}"
    )
    question = judge.places.get(span.start, (0, None))[1]
    return claim_about(judge.page, span, Verdict.RIGHT, rule, message, question=question)


def _claim(judge: Judge, training: Training, language: Language, rule: str) -> Claim:
    own, shifted = training.loss(0), training.loss(1)
    at, token = training.pairs[0]
    word = language.vocabulary[token]
    message = (
        f"each position is asked for its own token: row {at + 1} has read {word} and is asked for {word}"
    )
    if own is not None and shifted is not None:
        message += (
            f"; the loss is {shown(own)} like this, and {shown(shifted)} with the shift of teacher forcing"
        )
    question = judge.places.get(training.statement.passage.span.start, (0, None))[1]
    because = _sequence(judge, training, language)
    return claim_about(
        judge.page, training.member.span, Verdict.RIGHT, rule, message, because=because, question=question
    )


def _sequence(judge: Judge, training: Training, language: Language) -> tuple[Because, ...]:
    """Where the tokens stand that the rows have read."""
    page = judge.page
    for sequence in language.sequences:
        if 0 <= len(sequence.tokens) - len(training.scores.surprises) <= 1:
            text = " ".join(language.vocabulary[token] for token in sequence.tokens)
            return (Because(page.place(sequence.span.start).line, text),)
    return ()
