"""Variations in prose, run: the lines of the document with the change made, against the lines as they are.

A sentence is judged only where the result surely depends on what was changed, through formulas that the
document states or that its numbers bear out. What cannot be run again is undecided, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from workings.checking.comparing.digits import Stated, judge_digits
from workings.checking.judging import Judge
from workings.checking.positions.changing import NotRunError, applies, run_with
from workings.checking.positions.wording import words_of
from workings.checking.wording import claim_about
from workings.document import Statement
from workings.evaluating import Function, evaluate
from workings.expr import Expr, Name, call, name
from workings.finding import Because, Claim, Verdict
from workings.parsing.variations import Effect, Variation, Way, read_variations
from workings.record import record
from workings.regex import regex
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.rerunning import UNNAMED, Line, Outcome, differ, lines_of, run
from workings.resolving.scope import as_value
from workings.resolving.traits import names_in
from workings.source import Span
from workings.value import Tensor, Value, precision

LEAD = 90  # characters before a formula that may say what it is
MOST_VARIED = 12  # variations of one document that are run
_LOSSY = regex(r"(?:L|ℒ|J|CE|NLL|loss)(?:_.{1,12})?'*", re.I)
_WORKED = regex(r"\b(?:obtain|get|gives?|yields?|becomes?|results? in|we have|comes to|computed?)\b", re.I)
_RESULTS = frozenset({"result", "results", "answer", "answers", "everything", "value"})
_LOSSES = frozenset({"loss", "losses", "cross-entropy"})


@record(frozen=True, slots=True)
class Varied:
    """A result before and after a change; a reason where it cannot be told."""

    key: str
    before: Value | None = None
    after: Value | None = None
    reason: str = ""


def claims_of_variations(
    judge: Judge, statements: Sequence[Statement], formulas: Mapping[int, Expr], rule: str
) -> list[Claim]:
    """The sentences that say what a change would do, each with its verdict."""
    claims: list[Claim] = []
    for variation in read_variations(judge.passages)[:MOST_VARIED]:
        above = [s for s in statements if s.span.end <= variation.start]
        lines = lines_of(above, formulas, judge.scope, variation.start)
        with precision(FIRST_BITS):
            claims += _judged(judge, variation, lines, statements, rule)
    return claims


def _judged(
    judge: Judge, variation: Variation, lines: Sequence[Line], statements: Sequence[Statement], rule: str
) -> list[Claim]:
    base = run(lines)
    if any(_is_ambiguous(change.name, lines) for change in variation.changes if change.name):
        return []  # the letter means several things, and nobody says which of them is changed
    if not lines or not all(applies(change, base) for change in variation.changes):
        return []
    try:
        changed = run_with(variation.changes, lines, base)
    except NotRunError as reason:
        changed, why = None, str(reason)
    else:
        why = ""
    claims: list[Claim] = []
    for effect in sorted(variation.effects, key=lambda effect: effect.span.start):
        if _is_worked_out(effect, variation, statements, lines):
            continue
        if changed is not None:
            varied = _varied(judge, effect, lines, base, changed)
        else:
            varied = (
                Varied(effect.what, reason=why) if _target(judge, effect.what, lines) is not None else None
            )
        if varied is not None:
            claims.append(_claim(judge, effect, varied, variation, rule))
    return _joined(claims, judge)


def _is_ambiguous(key: str, lines: Sequence[Line]) -> bool:
    """Whether a name is given several values that differ."""
    values = [
        as_value(evaluate(line.written, {}))
        for line in lines
        if key in line.keys and line.written is not None
    ]
    return any(
        first is None or value is None or differ(first, value) is not False
        for first, value in pairwise(values)
    )


def _is_worked_out(
    effect: Effect, variation: Variation, statements: Sequence[Statement], lines: Sequence[Line]
) -> bool:
    """Whether formulas between the change and the effect work it out anew, and so may change more."""
    own = [change.span for change in variation.changes]
    known = {key for line in lines for key in line.keys}
    for statement in statements:
        span = statement.span
        if not variation.start <= span.start < effect.span.start or len(statement.members) < 2:
            continue
        if any(span.start < other.end and other.start < span.end for other in own):
            continue
        head = statement.members[0].expr
        if effect.way not in (Way.SAME, Way.OTHER) or (isinstance(head, Name) and head.key in known):
            return True
    return False


# -- the result -----------------------------------------------------------------------------------


def _varied(
    judge: Judge, effect: Effect, lines: Sequence[Line], base: Outcome, changed: Outcome
) -> Varied | None:
    """The result that a sentence is about, before and after; None where it does not hang on the change."""
    line = _target(judge, effect.what, lines)
    if line is None:
        return None
    key = line.keys[0]
    if key not in changed.touched or key not in base.values:
        return None
    if key in changed.lost:
        return Varied(key, reason=f"with the change {key} cannot be worked out: {changed.lost[key]}")
    opaque = _opaque(judge, lines, changed, key)
    if opaque is not None:
        return Varied(
            key, reason=f"{opaque} is stated without a formula, so it is not known whether it changes"
        )
    before, after = base.values[key], changed.values[key]
    if isinstance(before, Function) or isinstance(after, Function):
        return None
    return Varied(key, before, after)


def _target(judge: Judge, what: str, lines: Sequence[Line]) -> Line | None:
    """The line that a name or a noun means: the latest of that name, the latest loss, the last of all."""
    named = _called(judge, what, lines)
    if named is None and what in ("output", "outputs"):
        return next((line for line in reversed(lines) if line.formula is not None and not line.params), None)
    return named


def _called(judge: Judge, what: str, lines: Sequence[Line]) -> Line | None:
    """The latest line that goes by a name or a noun, itself or in the words before it."""
    for line in reversed(lines):
        if line.params:
            continue
        key = line.keys[0]
        if what in line.keys:
            return line
        if what in _RESULTS and line.formula is not None:
            return line
        if what in _LOSSES and (_LOSSY.fullmatch(key) or key == UNNAMED):
            return line
        start = line.span.start
        lead = judge.page.text[max(0, start - LEAD) : start].rsplit(".", 1)[-1].lower()
        if (
            len(what) > 2
            and what not in _RESULTS
            and (what.rstrip("s") in lead or what.rstrip("s") in key.lower())
        ):
            return line
    return None


def _opaque(judge: Judge, lines: Sequence[Line], changed: Outcome, key: str) -> str | None:
    """A name on the way to the result that was worked out behind the scenes after the change took hold."""
    wanted = {key}
    for line in reversed(lines):
        if wanted & set(line.keys) and line.formula is not None:
            wanted |= names_in(line.formula)
    touched = False
    for line in lines:
        touched = touched or (line.formula is not None and bool(changed.touched & set(line.keys)))
        if (
            touched
            and line.formula is None
            and wanted & set(line.keys)
            and not changed.touched & set(line.keys)
        ):
            start = line.span.start
            if _WORKED.search(judge.page.text[max(0, start - LEAD) : start]):
                return line.keys[0]
    return None


# -- words ----------------------------------------------------------------------------------------


def _claim(judge: Judge, effect: Effect, varied: Varied, variation: Variation, rule: str) -> Claim:
    line = judge.page.place(variation.start).line
    end = max(change.span.end for change in variation.changes)
    said = " ".join(judge.page.written[variation.start : end].split())[:160]
    because = (Because(line, said),)
    if varied.before is None or varied.after is None:
        holds, message = None, varied.reason
    else:
        holds = _holds(effect, varied.before, varied.after)
        message = words_of(varied.key, varied.before, varied.after)
    verdict = Verdict.UNDECIDED if holds is None else Verdict.RIGHT if holds else Verdict.WRONG
    named = rule if verdict is Verdict.WRONG else None
    return claim_about(judge.page, effect.span, verdict, named, message, kind="sentence", because=because)


def _holds(effect: Effect, before: Value, after: Value) -> bool | None:
    """Whether what is said of a result is so; None where it cannot be told."""
    differs = differ(before, after)
    if effect.way in (Way.SAME, Way.OTHER):
        is_other = differs is None or differs
        return is_other if effect.way is Way.OTHER else not is_other
    if isinstance(before, Tensor) or isinstance(after, Tensor):
        if effect.way is Way.TIMES and effect.number is not None and isinstance(before, Tensor):
            scaled = as_value(
                evaluate(call("hadamard", name("k"), name("x")), {"k": effect.number.value, "x": before})
            )
            gap = None if scaled is None else differ(scaled, after)
            return None if gap is None else not gap
        return None
    match effect.way:
        case Way.MORE:
            return bool(after > before)
        case Way.LESS:
            return bool(after < before)
        case Way.TIMES if effect.number is not None:
            return not bool(after != before * effect.number.value)
        case Way.VALUE if effect.number is not None:
            stated = Stated(effect.number.value, effect.number.unit, effect.number.unit == 1)
            verdict = judge_digits(after, stated, approximate=True)
            return None if verdict is None else verdict is not Verdict.WRONG
        case _:
            return None


def _joined(claims: list[Claim], judge: Judge) -> list[Claim]:
    """One error for one sentence: a wrong result takes in what is wrong before it in the same sentence."""
    kept: list[Claim] = []
    for claim in claims:
        last = kept[-1] if kept else None
        if (
            last is not None
            and last.verdict is claim.verdict is Verdict.WRONG
            and _is_beside(last, claim, judge)
        ):
            span = Span(last.span.start, claim.span.end)
            text = judge.page.written[span.start : span.end]
            kept[-1] = replace(
                claim, span=span, text=text, stated=text, message=f"{last.message}; {claim.message}"
            )
        else:
            kept.append(claim)
    return kept


def _is_beside(first: Claim, second: Claim, judge: Judge) -> bool:
    between = judge.page.text[first.span.end : second.span.start]
    return len(between) < LEAD and "." not in between
