"""What a member has to be by all that the document says: one source of values asked after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workings.checking.chain import Chain, Link
from workings.checking.linking.expecting.foreseeing import awaited
from workings.checking.linking.expecting.heads import expected
from workings.document import Member, Statement
from workings.evaluating import How
from workings.expr import AT, Apply, Call, Index, Name

if TYPE_CHECKING:
    from workings.checking.judging import Judge


def with_expected(judge: Judge, statement: Statement, chain: Chain, link: Link, at: int, how: How) -> Link:
    """The member at a place of a statement, with the value that it has to have if anything says so."""
    is_head = not chain.links
    if is_head and isinstance(link.expr, Name | Apply):
        link = _with_formula(judge, statement, link, how)
    elif is_head and isinstance(link.expr, Index):
        link = awaited(judge.scope, link, statement, judge.ahead, how)
    is_asked = judge.speaks_of_slopes or link.member.said is not None or _is_at_a_point(link)
    if is_asked and link.pattern is None:
        link = _with_slopes(judge, chain, link, how, statement.members[at + 1 :])
    if is_head and judge.topics and link.pattern is None:
        link = _with_meaning(judge, statement, link, how)
    if judge.scope.steps and isinstance(link.expr, Call) and link.printed.missing:
        from workings.checking.linking.expecting.gathering import assembled  # of a vector in steps

        link = assembled(judge.scope, link, how, statement.members[at + 1 :])
    return link


def _is_at_a_point(link: Link) -> bool:
    """`x^3|_{x=2}`, however it was written."""
    return isinstance(link.expr, Call) and link.expr.op == AT


def _with_formula(judge: Judge, statement: Statement, link: Link, how: How) -> Link:
    """A name at the head, with the value that formulas and equations of the document give it."""
    rest, scope, text = statement.members[1:], judge.scope, judge.page.text
    link = expected(scope, link, how, statement.label, text, rest)
    link = awaited(scope, link, statement, judge.ahead, how)
    if judge.unsolved.equations:
        link = judge.unsolved.solved(text, link, how, rest)
    if scope.formulas.entries and link.pattern is None:
        link = _with_entries(judge, link, how, rest)
    if scope.formulas.worded and isinstance(link.expr, Apply):
        from workings.checking.linking.expecting.wordings import called_with_words  # P(owl|the), on few pages

        link = called_with_words(scope, link, how, rest, text)
    return link


def _with_entries(judge: Judge, link: Link, how: How, rest: tuple[Member, ...]) -> Link:
    """A head that is the vector or matrix of what a formula says of its entries, or one of them."""
    from workings.checking.linking.expecting.gathering import entry, gathered  # only formulas by index wait

    if isinstance(link.expr, Name) and link.expr.index:
        return entry(judge.scope, link, how, rest, judge.ahead, judge.page.text)
    return gathered(judge.scope, link, how, rest, judge.page.text)


def _with_slopes(judge: Judge, chain: Chain, link: Link, how: How, rest: tuple[Member, ...]) -> Link:
    """A member with its derivatives worked out, if it has any."""
    from workings.checking.linking.gradients import differentiated, named_gradient, zeros_like
    from workings.resolving.slopes import speaks_of_derivatives

    if speaks_of_derivatives(link.expr):
        return differentiated(judge.scope, link, how, rest, first=not chain.links)
    if chain.links:
        return zeros_like(link, chain.links[-1])
    named = named_gradient(judge.scope, link, how, rest, judge.page)
    if named.pattern is not None or not isinstance(link.expr, Name):
        return named
    from workings.checking.linking.updating import updated

    return updated(judge.scope, link, how, rest, judge.page)


def _with_meaning(judge: Judge, statement: Statement, link: Link, how: How) -> Link:
    """A head whose value follows from what the document is about, such as the hidden state of an LSTM."""
    from workings.checking.linking.expecting.meaning import meant  # few documents have such a topic

    pattern = meant(judge.scope, statement, judge.topics)
    if pattern is None:
        return link
    quantities = judge.scope.quantities(pattern, how)
    known = Link(link.member, link.expr, *quantities, pattern=pattern, certain=True)
    return known if known.is_known else link
