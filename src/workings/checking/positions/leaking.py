"""Leaks of the target, and the sentences about positions, in a document that predicts the next token."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.checking.judging import Judge
from workings.checking.positions.looking import Equations, claims_of_looking
from workings.checking.positions.seeing import Sight, is_attention, is_turned, queries_in_rows, sights
from workings.checking.positions.shifting import NEXT, OTHERWISE
from workings.checking.positions.understanding import formulas_in_words
from workings.checking.wording import claim_about
from workings.document import Statement
from workings.expr import walk
from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.rerunning import Line, lines_of, run
from workings.resolving.waiting import recurrences
from workings.source import Span
from workings.value import Tensor, precision

AROUND = 320  # characters around a mask that may say what it is for
_CAUSAL = regex(
    r"causal|look-?ahead|auto-?regressive|next[- ](?:token|word|symbol)|decoder|teacher[- ]forc", re.I
)
_ELSE = regex(
    r"prefix|padding|\bpad\b|bidirectional|encoder|window|leak|cheat|wrong|mistake|\bbug\b|broken|must not|"
    r"graph",
    re.I,
)
_SCORED = regex(
    r"teacher[- ]forc|(?:train|loss).{0,200}next[- ](?:token|word|symbol)|"
    r"next[- ](?:token|word|symbol).{0,200}(?:train|loss)",
    re.I | re.S,
)
_LOSS = regex(r"(?:L|ℒ|J|CE|NLL|loss)(?:_.{1,12})?'*", re.I)


def claims_of_positions(judge: Judge, statements: Sequence[Statement], rule: str) -> list[Claim]:
    """Findings at masks and attentions that leak, then the sentences that equations settle."""
    with precision(FIRST_BITS):
        lines = lines_of(statements, formulas_in_words(judge, statements), judge.scope)
        seen = sights(statements, lines, judge.page.text)
        rows_ask = any(queries_in_rows(m.expr) for s in statements for m in s.members)
        seen = tuple(sight for sight in seen if rows_ask or not is_turned(sight))
        decodes = NEXT.search(judge.page.text) is not None
        attentions = _attentions(statements) or tuple(sight.span for sight in seen if not sight.is_mask)
        equations = Equations(seen, attentions, recurrences(statements), decodes)
        last = [sight for sight in seen if not sight.is_mask][-1:]
        judged = [sight for sight in seen if sight.is_mask or sight in last]
        leaks = [_claim(judge, sight, rule) for sight in judged if _leaks(judge, sight, lines, rows_ask)]
        return [*leaks[:1], *claims_of_looking(judge, equations)]


def _attentions(statements: Sequence[Statement]) -> tuple[Span, ...]:
    """Where attention is written as a formula, with values for its names or without."""
    return tuple(
        member.span
        for statement in statements
        for member in statement.members
        if any(is_attention(node) for node in walk(member.expr))
    )


def _leaks(judge: Judge, sight: Sight, lines: Sequence[Line], rows_ask: bool) -> bool:
    """Whether a position surely sees what it is to predict."""
    if sight.first_ahead() is None:
        return False
    text = judge.page.text
    near = text[max(0, sight.span.start - AROUND) : sight.span.end + AROUND]
    if _ELSE.search(near):
        return False
    if sight.is_mask:
        return _CAUSAL.search(near) is not None and (not is_turned(sight) or rows_ask)
    before = text[: sight.span.end + AROUND]
    if _SCORED.search(before) is None or OTHERWISE.search(before):
        return False
    return _is_scored(sight, lines)


def _is_scored(sight: Sight, lines: Sequence[Line]) -> bool:
    """Whether a loss of the document is worked out from what the attention gives."""
    value = run(lines).values.get(sight.key)
    if not isinstance(value, Tensor):
        return False
    touched = run(lines, {sight.key: value}).touched
    return any(_LOSS.fullmatch(key) for key in touched)


def _claim(judge: Judge, sight: Sight, rule: str) -> Claim:
    pair = sight.first_ahead() or (0, 1)
    i, j = pair[0] + 1, pair[1] + 1
    whose = "which it is to predict" if j == i + 1 else "which is still to be predicted"
    how = (
        f"the mask {sight.key} lets position {i} see"
        if sight.is_mask
        else f"row {i} of {sight.key} changes with"
    )
    thing = "position" if sight.is_mask else "token"
    message = f"{how} {thing} {j}, {whose}"
    return claim_about(judge.page, sight.span, Verdict.RIGHT, rule, message, question=judge.question)
