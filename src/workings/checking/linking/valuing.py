"""A member with a value against its predecessor and the head, and what that makes of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from flint import arb, fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import SIMPLE, Comparison
from workings.checking.comparing.digits import stated_number
from workings.checking.linking.doubting.beforehand import holds_of_numbers
from workings.checking.linking.factoring import are_factors
from workings.checking.linking.limiting import TAKEN, is_overstated
from workings.checking.outcome import COMPENSATING, Outcome
from workings.checking.wording import Facts
from workings.evaluating import Function
from workings.expr import Apply, Call, Index, Name
from workings.finding import Verdict
from workings.ops import OPERATIONS
from workings.resolving.quantity import Quantity, are_near
from workings.resolving.scope import Scope
from workings.resolving.traits import is_plain, long_decimals, names_in, traits
from workings.source import Page
from workings.value import key_of

_EXTREMES = frozenset({"max", "min"})
_UNSOUND = (Verdict.WRONG, Verdict.CARRIED)
_SOUND = (Verdict.RIGHT, Verdict.ROUNDING)
_BEST_FIRST = (Verdict.RIGHT, Verdict.ROUNDING, Verdict.WRONG, Verdict.UNDECIDED)


def judge_value(scope: Scope, outcome: Outcome, chain: Chain, link: Link) -> None:
    """A computable member: compare it, think twice, and say what became of it."""
    if chain.at_start and isinstance(chain.links[-1].expr, Apply) and not is_plain(link.expr):
        settled = _settled_for_all(scope, chain, link, outcome.page)
        if settled is not None:
            _record_for_all(outcome, chain.links[-1], link, settled)
            return
    best, follows, agreed = _best_agreement(scope, chain, link)
    concluded = _conclude(scope, outcome, chain, link, best, follows)
    if concluded.is_sound and is_overstated(outcome.page.text, chain.known[-1], link):
        reason = "holds only in the limit, or to the digits written"
        concluded = Comparison(Verdict.WRONG, reason=reason, rule=TAKEN)
    if concluded.is_sound and not _EXTREMES.isdisjoint(traits(link.expr).ops):
        from workings.checking.linking.extremes import argument_misstated  # few members have any

        concluded = argument_misstated(chain.known[-1], link) or concluded
    if concluded.verdict is Verdict.ROUNDING:
        from workings.checking.linking.doubting.conventions import has_both_signs

        if has_both_signs(outcome.page.text, link.member.span):
            concluded = SIMPLE[Verdict.RIGHT]  # 0.87 ± 0.047 has numbers of its own, each rounded
    _record(scope, outcome, chain, link, concluded, agreed)


def _settled_for_all(scope: Scope, chain: Chain, link: Link, page: Page) -> Comparison | None:
    """`f'(x) = …` of a function of the document, for every x: whatever value an x has on the page."""
    head = chain.links[-1].expr
    if not isinstance(head, Apply) or not head.function.key.endswith("'") or len(head.args) != 1:
        return None
    letter, made = head.args[0], scope.said.get(head.function.key.rstrip("'"))
    if not isinstance(letter, Name) or not isinstance(made, Function) or made.params != (letter.key,):
        return None
    if letter.key not in scope.said or letter.key not in names_in(link.expr):
        return None
    from workings.checking.linking.pointwise import settle_derivatives  # few pages state derivatives

    how = link.printed.how
    return settle_derivatives(head, link.expr, chain, scope, how, page, letter=letter.key)


def _best_agreement(scope: Scope, chain: Chain, link: Link) -> tuple[Comparison, bool, Quantity]:
    """How it agrees at best, whether that is with the predecessor as printed, and with what.

    The others are the predecessor unrounded, and the head, printed and unrounded.
    """
    before, head = chain.known[-1], chain.known[0]
    approximate = link.member.is_approximate
    best, follows, agreed = compare(link.printed, before.printed, approximate), True, before.printed
    if best.verdict is Verdict.RIGHT:
        return best, follows, agreed
    others = {id(before.printed): before.printed, id(before.unrounded): before.unrounded}
    if before.verdict is not Verdict.UNDECIDED or not is_plain(before.expr):  # no other numbers were put in
        others |= {id(head.printed): head.printed, id(head.unrounded): head.unrounded}
    settled = before.verdict in _SOUND and before.printed is before.unrounded and is_plain(before.expr)
    rounded = bool(traits(before.expr).decimals)
    for quantity in islice(others.values(), 1, None):
        if settled and not are_near(quantity.value, before.printed.value, 10 if rounded else 100):
            continue  # the head as it was before these numbers were put in
        found = compare(link.printed, quantity, approximate)
        if _BEST_FIRST.index(found.verdict) < _BEST_FIRST.index(best.verdict):
            best, follows, agreed = found, False, quantity
        elif found.verdict is best.verdict and quantity is before.expected:
            best, agreed = found, quantity
        if best.verdict is Verdict.RIGHT:
            break
    doubtful = best.verdict in (Verdict.WRONG, Verdict.ROUNDING)
    if doubtful and before.verdict not in _UNSOUND and _is_same_unrounded(before, link):
        return SIMPLE[Verdict.RIGHT], False, before.unrounded
    if (best.misfit or best.verdict is Verdict.WRONG) and holds_of_numbers(scope, before, link):
        return SIMPLE[Verdict.RIGHT], False, agreed
    if best.verdict is Verdict.ROUNDING and (
        _is_of_rounded_arguments(before, link) or are_factors(before.printed.names, before, link)
    ):
        return SIMPLE[Verdict.RIGHT], follows, agreed
    return best, follows, agreed


def _is_of_rounded_arguments(before: Link, link: Link) -> bool:
    """`softmax([4, 2]/√2) = softmax([2.828, 1.414])`: the same function, of what is rounded rightly."""
    match before.expr, link.expr:
        case Call(op=op, args=first), Call(op=same, args=second) if op == same in OPERATIONS:
            sides = zip(first, second, strict=True) if len(first) == len(second) else ()
        case _:
            return False
    pairs = [
        (Quantity(one, before.printed.names, before.printed.how), Quantity(other, {}, link.printed.how))
        for one, other in sides
    ]
    return bool(pairs) and all(compare(other, one, True).verdict is Verdict.RIGHT for one, other in pairs)


def _is_same_unrounded(before: Link, link: Link) -> bool:
    """Two formulas that agree with the names as they were worked out, not as they were printed."""
    if link.unrounded is link.printed or is_literal(link.expr):
        return False
    return compare(link.unrounded, before.unrounded, approximate=False).verdict is Verdict.RIGHT


def _conclude(
    scope: Scope, outcome: Outcome, chain: Chain, link: Link, best: Comparison, follows: bool
) -> Comparison:
    """From the best agreement to a verdict, with carried and compensating errors told apart."""
    before = chain.known[-1]
    if best.verdict is Verdict.WRONG:
        from workings.checking.linking.doubting.doubts import (
            second_thoughts,  # what holds has no need of them
        )

        thought = second_thoughts(scope, outcome, chain, link, best)
        if thought.verdict is Verdict.WRONG and thought.rule is None and before.suspect is not None:
            return replace(thought, rule=before.suspect)
        return thought
    if not best.is_sound:
        return best
    if not follows:
        if before.verdict is not Verdict.CARRIED or not is_plain(before.expr):
            return best  # of names, whose right values the author went on with
        near = compare(link.printed, before.printed, link.member.is_approximate)
        if near.verdict is Verdict.ROUNDING:  # cut off rather than put right
            return near
        return replace(best, verdict=Verdict.WRONG, rule=COMPENSATING)
    cause = before.cause or scope.cause_of(before.source)
    unsound = before.verdict in _UNSOUND
    if not unsound and names_in(before.source) <= names_in(link.expr):
        return best  # −1/ŷ is the derivative of −log ŷ, whatever ŷ is
    if unsound or (cause is not None and not _agrees_unrounded(before, link)):
        link.cause = cause
        return replace(best, verdict=Verdict.CARRIED) if best.verdict is Verdict.RIGHT else best
    return best


def _agrees_unrounded(before: Link, link: Link) -> bool:
    return link.fits(before.unrounded)


def remember_digits(outcome: Outcome, before: Link, link: Link, verdict: Verdict) -> None:
    """What a sound result was rounded from, as people go on with the digits that they do not print."""
    stated, value = stated_number(link.expr), before.unrounded.value
    if stated is None or verdict not in _SOUND or not isinstance(value, fmpq | arb):
        return
    if distance(value, stated.value) <= stated.unit:
        outcome.longer[key_of(abs(stated.value))] = value if stated.value > 0 else -value


def _record_for_all(outcome: Outcome, before: Link, link: Link, settled: Comparison) -> None:
    """Say what holds, or fails, for whatever value a letter has; its value on the page is not spoken of."""
    link.verdict = settled.verdict
    free = Quantity(before.expr, {}, link.printed.how)
    number = outcome.say(Facts(Link(before.member, before.expr, free, free), link, settled, kind="symbolic"))
    link.cause = number if settled.verdict is Verdict.WRONG else None


def _record(
    scope: Scope, outcome: Outcome, chain: Chain, link: Link, concluded: Comparison, agreed: Quantity
) -> None:
    """Say it, and remember which decimals are results and which are mistaken."""
    before = chain.known[-1]
    verdict = link.verdict = concluded.verdict
    if concluded.rule == COMPENSATING:
        agreed = before.unrounded
    elif verdict is Verdict.CARRIED:  # the error may lie in this chain, and its head be what is right
        agreed = (chain.known[0] if before.verdict in _UNSOUND else before).unrounded
    decimals, literal = traits(link.expr).decimals, is_literal(link.expr)
    if decimals and literal:
        outcome.results.update(key_of(node.value) for node in decimals if not before.is_exactly(node.value))
        remember_digits(outcome, before, link, verdict)
    outcome.misfits += concluded.misfit and verdict is Verdict.UNDECIDED
    cause = link.cause if verdict in (Verdict.CARRIED, Verdict.ROUNDING) else None
    because = scope.places(before.source) if verdict is Verdict.WRONG else ()
    number = outcome.say(Facts(before, link, concluded, cause, because=because, reference=agreed))
    head = outcome.chain.links[0]
    formula = head.source if head.certain else head.expr
    misstated = literal and isinstance(formula, Call | Index) and bool(names_in(formula))
    if verdict is Verdict.CARRIED and cause is not None:
        outcome.mistaken.update(dict.fromkeys(long_decimals(link.expr), cause))
        if misstated and any(
            one.cause == cause and one.verdict is Verdict.WRONG for one in outcome.chain.links
        ):
            outcome.misstated.append((formula, link.expr, cause))
    if verdict is Verdict.WRONG:
        link.cause = number
        if misstated:
            outcome.misstated.append((formula, link.expr, number))
        if concluded.rule != COMPENSATING:
            known = {n.text for n in decimals if key_of(n.value) in scope.results} if not literal else set()
            known |= {*long_decimals(before.expr)}  # which stood there before anything went wrong
            outcome.mistaken.update(dict.fromkeys({*long_decimals(link.expr)} - known, number))
