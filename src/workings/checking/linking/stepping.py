"""Statements about the steps of a recurrence: lists of steps, steps written out, closed forms."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.chain import Chain, Link
from workings.checking.comparing.aligning import is_literal
from workings.checking.linking.unrolling import unroll
from workings.checking.outcome import Outcome
from workings.checking.slips.change import Scene
from workings.checking.wording import Facts
from workings.document import Member, Statement
from workings.expr import Array, Name
from workings.finding import Verdict
from workings.resolving.formulas import Formulas
from workings.resolving.scope import Scope
from workings.resolving.traits import has_holes


def single_steps(statement: Statement, formulas: Formulas) -> list[Statement]:
    """`h_1, h_2 = 0.76, 0.36` as a statement for each step, where a recurrence says what they are."""
    left, right = statement.members[0].expr, statement.members[-1].expr
    if len(statement.members) != 2 or not isinstance(left, Array) or not isinstance(right, Array):
        return []
    if len(left.items) != len(right.items) or not any(formulas.has_pattern(item) for item in left.items):
        return []
    return [
        replace(statement, members=(Member(None, a, a.span, apart=True), Member("=", b, b.span)))
        for a, b in zip(left.items, right.items, strict=True)
    ]


def judge_unrolled(scope: Scope, outcome: Outcome, chain: Chain, link: Link, scene: Scene | None) -> bool:
    """A closed form or a step written out; whether that is what the link is. `scene`: to name a slip.

    Behind members that are right, a member is held to the head of the chain as well.
    """
    before, head = chain.links[-1], chain.links[0]
    if is_literal(link.expr) or isinstance(link.expr, Name) or has_holes(before.expr):
        return False
    how, text = link.printed.how, outcome.page.text
    found = unroll(before.expr, link.expr, scope, how, text)
    if found is None and all(other.verdict is Verdict.RIGHT for other in chain.links[1:]):
        found = unroll(head.expr, link.expr, scope, how, text) if head is not before else None
    if found is None:
        return False
    if before.verdict in (Verdict.WRONG, Verdict.CARRIED) and found.verdict is Verdict.RIGHT:
        found, link.cause = replace(found, verdict=Verdict.CARRIED), before.cause
    link.verdict = found.verdict
    number = outcome.say(Facts(before, link, found, link.cause, kind="symbolic"))
    outcome.unrolled = True
    if found.verdict is Verdict.WRONG:
        link.cause = number
        _name_slip(scope, outcome, before, link, scene)
    return True


def _name_slip(scope: Scope, outcome: Outcome, before: Link, link: Link, scene: Scene | None) -> None:
    """Say which change makes a wrong closed form right, where one does."""
    if scene is None:
        return
    from workings.checking.slips.unrolled import mended  # only a page with errors waits for it

    fits = mended(before.expr, link.expr, scope, link.printed.how, scene)
    if fits:
        names, words = zip(*fits, strict=True)
        outcome.claims[-1] = replace(outcome.claims[-1], fits=names, slips=words)
