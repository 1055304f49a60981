"""A known name is given a value again: a claim if it was worked out, else a new definition."""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import DAMAGED, Comparison
from workings.checking.linking.doubting.changing import (
    has_moved_on,
    is_iterated,
    is_worked_out_apart,
)
from workings.checking.linking.doubting.surroundings import is_led_otherwise
from workings.checking.linking.expecting.filling import held_inside, held_to_formula, is_by_formula
from workings.checking.linking.expecting.unsaid import by_open_formula
from workings.checking.linking.refuting import (
    is_far,
    is_finer,
    is_refuted,
    is_something_else,
)
from workings.checking.linking.upholding import is_upheld, misses_next_line
from workings.checking.linking.valuing import judge_value, remember_digits
from workings.checking.outcome import Outcome
from workings.checking.wording import Facts
from workings.evaluating import How
from workings.expr import Apply, Expr, Name, Number, walk
from workings.finding import Verdict
from workings.parsing.hypotheses import is_one_case, is_set
from workings.regex import regex
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.traits import is_plain, names_in, traits
from workings.source import Span, line_start
from workings.value import Tensor

_LISTED = regex(r"[\s│|]*(?:[├└]─*|[-*•])[ \t]+[^\W\d_][^\n:=]*:[\s$*`]*")  # what an item of a list is of


def judge_restated(scope: Scope, outcome: Outcome, chain: Chain, link: Link, renews: bool) -> None:
    """The second member of a chain whose head is a known name; `renews`: a new value on purpose."""
    head = chain.links[0]
    if head.pattern is not None:
        if _is_stale(scope, head.pattern) and not compare(link.printed, head.printed, False).is_sound:
            return
        judge_value(scope, outcome, chain, link)
        return
    formula = None
    if not renews and not is_led_otherwise(outcome.page.text, head.member.span.start):
        formula = (
            _read_otherwise(scope, head, link)
            or _own_formula(scope, head, link)
            or held_to_formula(scope, head, link)
            or by_open_formula(scope, head)
        )
    if formula is not None and not _is_of_renewed(scope, formula.source, link):
        judge_value(scope, outcome, Chain([formula], [formula]), link)
        return
    inside = None if renews else held_inside(scope, head, link)
    if inside is not None:
        judge_value(scope, outcome, Chain([inside[0]], [inside[0]]), inside[1])
        return
    binding = scope.bindings.get(head.expr.key) if isinstance(head.expr, Name | Apply) else None
    if binding is None:
        if not _is_chosen(outcome.page.text, head, link):
            _judge_unbound(scope, outcome, chain, link)
        return
    here = head.member.span.start
    anew = _worked_out_anew(scope, binding, head)
    if anew is not None and (
        has_moved_on(scope, outcome.page.text, names_in(anew.source), here)
        or _is_of_renewed(scope, anew.source, link)
    ):
        anew = None
    if anew is not None and (
        is_worked_out_apart(scope, outcome.page.text, head, link) or is_iterated(scope, head)
    ):
        return
    agreed = scope.agreed.setdefault(head.expr.key, set()) if isinstance(head.expr, Name) else set()
    if anew is not None and is_plain(link.expr):
        anew.certain = anew.once = is_upheld(scope, outcome.page.text, anew, agreed)
        judge_value(scope, outcome, Chain([anew], [anew]), link)
        agreed |= {here} if link.verdict is Verdict.RIGHT else set()
        return
    _judge_again(scope, outcome, head, link, binding, renews)
    if link.verdict is Verdict.RIGHT and is_by_formula(binding):
        agreed.add(here)


def _is_of_renewed(scope: Scope, formula: Expr, link: Link) -> bool:
    """Whether a line has a number that a name got since a formula without it was stated: this one is old."""
    own, place = names_in(formula), formula.span.start
    fresh = [
        scope.said.get(key) for key, (_, new) in scope.past.renewals.items() if new > place and key not in own
    ]
    numbers = {node.value for node in walk(link.expr) if isinstance(node, Number)} - {fmpq(0), fmpq(1)}
    return any(isinstance(value, fmpq) and abs(value) in numbers for value in fresh)


def _is_stale(scope: Scope, formula: Expr) -> bool:
    """Whether the old number of a name stands in a formula: `w_t = w_{t-1} - 0.1 g_t`, and η was 0.1."""
    own, place = names_in(formula), formula.span.start
    inside = {node.value for node in walk(formula) if isinstance(node, Number)} - {fmpq(0), fmpq(1)}
    return any(
        isinstance(value, fmpq) and value in inside
        for key, (_, new) in scope.past.renewals.items()
        if new > place and key not in own
        for value in scope.past.earlier.get(key, ())
    )


def _is_chosen(text: str, head: Link, link: Link) -> bool:
    """Whether an entry gets another value on purpose: “let v_2 = 1”."""
    if not isinstance(head.expr, Name) or not is_literal(link.expr) or not is_set(text, head.expr.span.start):
        return False
    return not link.fits(head.printed)


def _judge_unbound(scope: Scope, outcome: Outcome, chain: Chain, link: Link) -> None:
    """A head without a binding: an entry of a known tensor, a constant, or a function's value."""
    head = chain.links[0].expr
    entry = isinstance(head, Name) and bool(head.index)
    if entry and is_literal(link.expr) and not _is_of_this_section(scope, head):
        return
    if entry or (isinstance(head, Apply) and is_literal(link.expr)):
        judge_value(scope, outcome, chain, link)


def _judge_again(
    scope: Scope, outcome: Outcome, head: Link, link: Link, binding: Binding, renews: bool
) -> None:
    """A value that is stated again: confirmed, refuted, or left alone as a new one."""
    text, here = outcome.page.text, head.member.span.start
    approximate = link.member.is_approximate
    printed = compare(link.printed, head.printed, approximate)
    unrounded = (
        printed if head.unrounded is head.printed else compare(link.printed, head.unrounded, approximate)
    )
    best = min(printed, unrounded, key=lambda c: (not c.is_sound, c.verdict is not Verdict.RIGHT))
    literal, place = is_literal(link.expr), binding.span
    near = best.verdict is Verdict.ROUNDING and literal and not is_far(head, link)
    if near and _LISTED.fullmatch(text, line_start(text, here), here):
        return  # ├── spam: F1 = 88%
    if near and not binding.derived and is_finer(head.printed.value, link.printed.value):
        best = Comparison(Verdict.RIGHT)  # 0.25, and in more digits 0.2501
    if best.verdict is Verdict.RIGHT or near:
        if binding.cause is not None and not unrounded.is_sound:
            best = replace(best, verdict=Verdict.CARRIED)
            link.cause = binding.cause
        if binding.derived:
            remember_digits(outcome, head, link, best.verdict)
        _say(outcome, head, link, best, "copy" if literal and not binding.derived else "value", place)
    elif best.rule == DAMAGED and not is_one_case(text, here):
        _say(outcome, head, link, best, "value", place)
    elif best.verdict is not Verdict.WRONG or renews or is_something_else(text, binding, head, link):
        return
    elif (unlike := misses_next_line(scope, binding, head, link, text)) or is_refuted(
        scope, outcome.page, binding, head, link
    ):
        if unlike or binding.derived:
            _say(outcome, head, link, best, "value", place)
        else:
            _say(outcome, head, link, replace(best, rule="restated-differently"), "copy", place)
        link.cause = outcome.claims[-1].id


def _is_of_this_section(scope: Scope, entry: Expr) -> bool:
    """Whether the whole that an entry would belong to was given in this section, or entries are upheld."""
    whole = scope.bindings.get(entry.base) if isinstance(entry, Name) else None
    return whole is None or whole.section == scope.section or scope.is_upheld(entry)


def _own_formula(scope: Scope, head: Link, link: Link) -> Link | None:
    """The head by its own formula, where just the numbers of that are put in, but not as it says."""
    formula = scope.formulas.symbolic.get(head.expr.key) if isinstance(head.expr, Name) else None
    if formula is None or is_literal(link.expr) or not is_plain(link.expr) or not scope.is_trusted(formula):
        return None
    values = [as_value(scope.said.get(key)) for key in names_in(formula)]
    known = {value for value in values if isinstance(value, fmpq)}
    fixed = {node.value for node in walk(formula) if isinstance(node, Number)}
    put_in = {node.value for node in walk(link.expr) if isinstance(node, Number)}
    if len(put_in & known) < 2 or not put_in <= known | fixed | {-value for value in known}:
        return None
    quantities = scope.quantities(formula, head.printed.how)
    return Link(head.member, head.expr, *quantities, pattern=formula, certain=True)


def _read_otherwise(scope: Scope, head: Link, link: Link) -> Link | None:
    """The head by its formula with `u vᵀ` as an outer product, where that or its shape is stated."""
    formula = scope.formulas.symbolic.get(head.expr.key) if isinstance(head.expr, Name) else None
    stated = as_value(link.printed.value)
    if formula is None or not isinstance(stated, Tensor) or not traits(formula).vectors:
        return None
    outer = Link(
        head.member, head.expr, *scope.quantities(formula, How(dot=None)), pattern=formula, certain=True
    )
    known, value = as_value(head.printed.value), as_value(outer.printed.value)
    if not isinstance(value, Tensor) or value.shape != stated.shape:
        return None
    if link.fits(outer.printed):
        return outer
    return None if isinstance(known, Tensor) else outer


def _worked_out_anew(scope: Scope, binding: Binding, head: Link) -> Link | None:
    """The head by its formula, where a name in that has got another value since: z after a step, then h."""
    formula = binding.formula
    if isinstance(head.expr, Name) and (formula is None or is_plain(formula)):
        formula = scope.formulas.symbolic.get(head.expr.key)  # numbers were put in for the last case
    own = {head.expr.key} if isinstance(head.expr, Name) else names_in(head.expr)
    if formula is None or binding.said is None or own & names_in(formula):
        return None
    behind = [scope.bindings[key] for key in names_in(formula) if key in scope.bindings]
    if not any(one.span.start > binding.span.start for one in behind):
        return None
    anew = Link(head.member, head.expr, *scope.quantities(formula, head.printed.how), pattern=formula)
    return anew if anew.is_known else None


def _say(outcome: Outcome, head: Link, link: Link, comparison: Comparison, kind: str, place: Span) -> None:
    link.verdict = comparison.verdict
    outcome.say(Facts(head, link, comparison, link.cause, kind, (place,)))
