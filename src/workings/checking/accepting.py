"""The chosen reading of a statement becomes part of the document: its claims, its formulas, its names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from workings.checking.binding import bindings_of
from workings.checking.chain import Link
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.digits import stated_number
from workings.checking.declaring import misfit
from workings.checking.identities.premises import note_premise
from workings.checking.linking.doubting.surroundings import is_drawn
from workings.checking.linking.reusing import note_product
from workings.checking.linking.symbols import defines_operation, is_of_nought
from workings.checking.outcome import Outcome
from workings.document import Statement
from workings.expr import Apply, Array, Expr, Name, walk
from workings.finding import Verdict
from workings.parsing.hypotheses import is_aside, is_one_case, is_under_condition
from workings.parsing.moods import (
    Mood,
    is_counterfactual,
    is_slip_of_somebody,
    mood,
    says_would,
    sentence_before,
)
from workings.regex import regex
from workings.resolving.scope import Binding, Scope
from workings.resolving.steps import step_of
from workings.resolving.traits import CONSTANTS, is_plain, names_in

if TYPE_CHECKING:
    from workings.checking.judging import Judge

LONGEST_LEAD = 40  # characters
MOST_MISSTATED = 24
TELLING = 100  # units of its last digit that a number has at least if it is not met by chance
_SUPPOSED = regex(r"\b(?:suppose|assume|imagine|consider)\b[^.=]*$", re.IGNORECASE)
_OF_OTHERS = regex(
    r"\b(?:some|other|many|most)\s+(?:books?|authors?|people|papers?|texts?|textbooks?|librar\w+|frameworks?)\b"
    r"[^.=]{0,24}\b(?:writes?|uses?|defines?|has|have|prefers?|takes?|puts?)\b"
    r"|\bothers\s+(?:write|use|define|prefer|have)\b|\b(?:other|another|alternative)\s+convention\b",
    re.IGNORECASE,
)
_COMPARED = regex(
    r"\b(?:compare[ds]?|comparing|(?:in|for) comparison|in contrast|contrast(?:ed|s)? (?:this|it|with|to)"
    r"|unlike|as opposed to|zum Vergleich|im Gegensatz|comparez?|par comparaison|a diferencia de"
    r"|en comparación)\b",
    re.IGNORECASE,
)
_BRANCH = regex(
    r"[\s$,]{0,4}(?:if|when|whenever|si|wenn|falls)\b[^.\n]{0,80}?"
    r"(?:[<>≤≥]|\\(?:ge|le|gt|lt)q?\b|\b(?:else|otherwise|sinon|sonst)\b)",
    re.IGNORECASE,
)


def accept(judge: Judge, statement: Statement, best: Outcome) -> None:
    """Make the claims and definitions of the chosen reading those of the document."""
    links = best.chain.links
    bindings: list[tuple[str, Binding]] = [*best.bindings]
    if statement.label is not None or not all(map(is_plain, [link.expr for link in links])):
        bindings += bindings_of(judge.scope, statement, links)
    if bindings and len(links) > 1 and is_drawn(judge.page.text, links[1], links[-1]):
        bindings = []  # one row of a matrix that is drawn
    head = statement.members[0].expr
    named = isinstance(head, Name | Apply)
    conditional = statement.conditional and named and not best.unrolled
    if best.convention is not None and best.claims and best.cost[0] == 0:
        if judge.log_base not in ("e", best.how.log_base):
            best.claims = [
                replace(claim, convention=f"{claim.convention}, unlike before") for claim in best.claims
            ]
        judge.log_base = best.how.log_base
    for _, before, link in best.differing:
        _note_misled(judge, before, link)
    judge.note(statement)
    _note_head(judge, statement, head, best)
    if judge.search is not None:
        judge.search.note(statement)
        judge.search.name_slips(best)
    _keep(judge, statement, best, named, conditional)
    if judge.recorder is not None:
        judge.recorder.note(judge.scope, best.chain.links)
    if not (named or bindings or isinstance(head, Array)):
        if not statement.hypothesis and not conditional and len(links) > 1:
            note_product(judge.scope, links)
            note_premise(judge.scope, links)
        return
    start = statement.span.start
    if statement.hypothesis and mood(judge.page.text, *statement.span) in (Mood.DENIED, Mood.ASKED):
        return
    supposed = statement.hypothesis and not _is_supposed(judge.page.text, start)
    if _is_of_others(judge, start):
        judge.scope.formulas.drop_pattern(head)
    elif not (best.unrolled or supposed or _is_variant(judge, head, start)):
        _note_formula(judge, head, best, bindings)
    branch = conditional and (isinstance(head, Apply) or _is_branch(judge.page.text, statement))
    if not branch and not _is_rule(judge.page.text, statement):
        _bind(judge, statement, best, bindings)
        if not statement.hypothesis and len(links) > 1:
            _note_update(judge, head, best)


def _note_misled(judge: Judge, before: Link, link: Link) -> None:
    """Remember which number of a wrong line may come from an error above."""
    if is_literal(link.expr) or not is_plain(link.expr):
        return
    from workings.checking.blaming import misled_by  # only errors wait for it

    found = misled_by(judge.scope, before, link)
    if found is not None:
        judge.misled[link.member.span] = found


def _note_head(judge: Judge, statement: Statement, head: Expr, best: Outcome) -> None:
    """What is said of the head beyond its value: a formula upheld, an operation redefined, a chain kept."""
    links = best.chain.links
    upholds = isinstance(head, Name) and len(links) > 1 and links[1].verdict is Verdict.RIGHT
    if isinstance(head, Name) and head.index and upholds and not _is_by_chance(judge, head, links[1]):
        judge.scope.formulas.upheld.add(head.base)
        if not is_literal(links[1].expr):
            judge.scope.held[head.base] = judge.scope.section
    if (statement.conditional and defines_operation(head)) or is_of_nought(head):
        judge.scope.overridden.add(head.op)
    if judge.speaks_of_limits and isinstance(head, Name):
        judge.scope.chains[head.key] = tuple(link.expr for link in links[1:])


def _keep(judge: Judge, statement: Statement, best: Outcome, named: bool, conditional: bool) -> None:
    """Say what the author claims; of what is only supposed or told, what holds or is arithmetic."""
    text, span = judge.page.text, statement.span
    if not statement.hypothesis and not conditional:
        _keep_claims(judge, statement, best)
    elif not statement.hypothesis:
        _keep_arithmetic(judge, best)
    elif named and is_slip_of_somebody(text, span.start):
        _keep_arithmetic(judge, best)  # which is the author's, whatever was forgotten
    elif mood(text, *span) in (Mood.ASKED, Mood.REPORTED):
        judge.claims.extend(claim for claim in best.claims if claim.verdict is Verdict.RIGHT)
    elif any(claim.verdict in (Verdict.WRONG, Verdict.UNDECIDED) for claim in best.claims):
        judge.scope.supposed = span.end


def _is_by_chance(judge: Judge, head: Name, worked: Link) -> bool:
    """Whether an entry of a given list is worked out, as nobody does: x_1 = 0 - 0.25·(-4) is a step of x."""
    whole = judge.scope.bindings.get(head.base)
    given = whole is not None and whole.literal and not whole.derived
    return given and is_plain(worked.expr) and not is_literal(worked.expr)


def _keep_claims(judge: Judge, statement: Statement, best: Outcome) -> None:
    """The claims of a statement that its author makes, and what later statements may rest on."""
    judge.claims.extend(best.claims)
    judge.scope.results |= best.results
    judge.scope.longer |= best.longer
    if best.misstated:
        judge.scope.errors.misstated = [*judge.scope.errors.misstated, *best.misstated][-MOST_MISSTATED:]
    judge.scope.errors.mistaken |= best.mistaken
    judge.weighings.note(judge.page, statement, best)
    _note_meant(judge.scope, best)


def _note_meant(scope: Scope, best: Outcome) -> None:
    """Names of another section are meant in this one if a value of three digits comes out with them."""
    for before, link in pairwise(best.chain.links):
        names = names_in(before.source) - CONSTANTS
        if link.verdict is Verdict.RIGHT and names:
            items = link.expr.items if isinstance(link.expr, Array) else (link.expr,)
            stated = [number for item in items if (number := stated_number(item)) is not None]
            if any(abs(number.value) >= TELLING * number.unit for number in stated):
                scope.meant |= dict.fromkeys(names, scope.section)


def _keep_arithmetic(judge: Judge, best: Outcome) -> None:
    """What a condition does not touch: “z = 2 · 3 = 6 if x = 2” has numbers on both sides of a sign."""
    sums = {
        link.member.span
        for before, link in pairwise(best.chain.links)
        if not names_in(before.expr) and not names_in(link.expr)
    }
    for claim in best.claims:
        if claim.span in sums and claim.cause is None:
            judge.claims.append(replace(claim, id=f"c{len(judge.claims) + 1}"))


def _note_formula(judge: Judge, head: Expr, best: Outcome, bindings: Sequence[tuple[str, Binding]]) -> None:
    """Remember what the head is defined as; a sequence that is defined anew begins again."""
    formula = next((binding.formula for _, binding in bindings), None)
    members = (link.expr for link in best.chain.links[1:])
    anew = judge.scope.formulas.note(head, members, formula, judge.scope.section)
    if anew is not None:
        judge.scope.begin_sequence(anew)
    if isinstance(head, Name) and any(link.member.sign == "←" for link in best.chain.links):
        judge.scope.formulas.written.pop(head.key, None)  # each time another value


def _note_update(judge: Judge, head: Expr, best: Outcome) -> None:
    """Remember a rule that changes a name, or the start from which it goes on."""
    first = best.chain.links[1]
    anew = judge.scope.formulas.note_update(head, first.expr, first.member.sign, judge.scope.section)
    if anew is not None:
        judge.scope.begin_sequence(anew)


def _bind(judge: Judge, statement: Statement, best: Outcome, bindings: Sequence[tuple[str, Binding]]) -> None:
    """Give names their values; beside one that is given in an aside the value before it stays possible."""
    scope, head = judge.scope, statement.members[0].expr
    if isinstance(head, Array):
        scope.forget_joined([key for key, _ in bindings])
    aside = bool(bindings) and judge.page.has_words and _is_aside(judge.page.text, statement)
    contrary = aside and is_counterfactual(judge.page.text, statement.span.start)
    for key, binding in bindings:
        if contrary and key not in scope.bindings:
            continue  # nothing says what it really is
        scope.keep_besides(key, aside)
        if judge.recorder is not None:
            judge.recorder.bind(scope, key, binding, best.how)
        scope.bind(key, binding)
        if binding.cause is not None:
            scope.enter(head, key, binding)
        if key in scope.declared.sizes:
            _hold_to_size(judge, statement, key)


def _hold_to_size(judge: Judge, statement: Statement, key: str) -> None:
    """A name that was declared with a size and gets a value of another."""
    span = statement.members[-1].span
    claim = misfit(judge.scope, judge.page, key, span, f"c{len(judge.claims) + 1}")
    if claim is not None and not any(known.span == span for known in judge.claims[-4:]):
        judge.claims.append(claim)


def _is_aside(text: str, statement: Statement) -> bool:
    """Whether a statement is made in passing, or for one case only."""
    start, end = statement.span.start, statement.span.end
    return is_aside(text, start, end) or is_one_case(text, start)


def _is_rule(text: str, statement: Statement) -> bool:
    """Whether a step is only said to be taken under a condition, and not taken: “if …, g ← c g / ‖g‖”."""
    _, *rest = statement.members
    if len(rest) != 1 or rest[0].sign != "←" or not any(isinstance(n, Name) for n in walk(rest[0].expr)):
        return False
    return is_under_condition(text, statement.span.start)


def _is_branch(text: str, statement: Statement) -> bool:
    """Whether a number is one of several that a name may have: “ŷ = 1 if z ≥ 0, else 0”."""
    return is_literal(statement.members[-1].expr) and _BRANCH.match(text, statement.span.end) is not None


def _is_variant(judge: Judge, head: Expr, start: int) -> bool:
    """Whether a sequence is defined anew only beside: “with h_t = … we would get”, “compare to h_t = …”."""
    sequence = isinstance(head, Name) and bool(head.index) and any(isinstance(i, Name) for i in head.index)
    if not sequence or not judge.page.has_words:
        return False
    if says_would(judge.page.text, start):
        return True
    step = step_of(head)
    known = step is not None and step.sequence in judge.scope.formulas.patterns
    return known and _COMPARED.search(sentence_before(judge.page.text, start)) is not None


def _is_of_others(judge: Judge, start: int) -> bool:
    """Whether a formula is another convention, so that steps may go by either: “some books write h_t = …”."""
    return judge.page.has_words and _OF_OTHERS.search(sentence_before(judge.page.text, start)) is not None


def _is_supposed(text: str, start: int) -> bool:
    """Whether the words before a statement make a model of it: “suppose h_t = …”."""
    return _SUPPOSED.search(text, max(0, start - LONGEST_LEAD), start) is not None
