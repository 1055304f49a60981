"""Second thoughts before anything is called wrong: what else the author may have meant."""

from __future__ import annotations

import re

from flint import arb, fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing.agreeing import distance, values_agree
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import SIMPLE, Comparison, undecided
from workings.checking.comparing.entries import MOST_ENTRIES
from workings.checking.linking.anew import is_angle_anew, is_variance_anew
from workings.checking.linking.arguments import is_of_other_arguments, is_taken_of_something, takes_a_function
from workings.checking.linking.batches import is_mean_over_examples, is_off_the_corner
from workings.checking.linking.beforehand import (
    holds_as_given,
    holds_besides,
    holds_together,
    is_boundary,
    is_of_system,
    is_set_by_equation,
)
from workings.checking.linking.changing import (
    counts_from_nought,
    has_moved_on,
    is_another_case,
    is_bracketed_entry,
    is_defined_later,
    is_instead,
    is_iterated,
    is_made_from,
    is_no_constant,
    is_of_other_inputs,
    is_of_version,
    is_slope_of_results,
    is_sum_of_another,
    is_worked_out_apart,
    was_a_start,
    was_given_twice,
    was_put_in,
    was_replaced,
    was_written_into,
)
from workings.checking.linking.continuing import runs_on
from workings.checking.linking.conventions import fits_otherwise, is_of_rounded_count, is_share
from workings.checking.linking.copying import all_put_in, entries_put_in, keeps_a_vector, miscopied
from workings.checking.linking.equations import is_equation
from workings.checking.linking.foreseeing import is_held_here
from workings.checking.linking.products import may_be_convolved, may_be_cross_product
from workings.checking.linking.reusing import carried_from, is_doubted_here
from workings.checking.linking.surroundings import (
    are_places,
    differs_in_units,
    is_any_activation,
    is_drawn,
    is_normalised,
    is_parted,
    is_partly,
    is_scaled,
    is_switched,
    lost_its_left_side,
    meant_otherwise,
)
from workings.checking.linking.worded import may_be_rounded_up
from workings.checking.outcome import Outcome
from workings.expr import Apply, Array, Call, Expr, Name, Number, walk
from workings.finding import Verdict
from workings.ops import OPERATIONS
from workings.parsing.hypotheses import is_one_case, is_set
from workings.parsing.moods import is_counterfactual
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import is_plain, long_decimals, names_in
from workings.source import Page
from workings.value import Tensor

_ELSE = "the names may mean something else here"
_REMAINDERS = frozenset({"r", "rem", "remainder", "rest", "reste", "resto"})
_ABBREVIATION = regex(r"[A-Z]{2,5}")  # PP, TP, and no product of two numbers
_ASYNCHRONOUS = regex(r"\basynchron|\bone (?:after|at) (?:the other|a time)\b", re.I)
_ELSEWHERE = regex(
    r"\b(?:in|from) (?:(?:exercise|problem|part|question|task|aufgabe)\s\(?[\w.]{1,5}\)?|\d+\.\d+)"
    r"[*_]{0,2}[:,]?[\s$\\(]{0,4}$",
    re.IGNORECASE,
)
_IMPLIES = regex(r"[\s$\\;,]*(?:=>|[⇒⟹]|\\(?:implies|Rightarrow|Longrightarrow))[\s$\\;,]*")
_BASE = regex(r"\bbinary\b|\bbase (?:2|8|16|two)\b|\bhex|\boctal\b", re.I)
_SEVERAL = regex(r"\s*,\s*[-−]?\d+(?:\.\d+)?\s*(?:[,;.]\s|\n|\Z|and\b)")
_OLD = regex(r"[^.\n]{0,24}\b(?:the|their|its) (?:old|previous|original|unrounded)\b", re.I)
_AS_IN = regex(r"\b(?:as|like) in \(?(?:[a-z]\)|part |problem |exercise |question )", re.I)


def second_thoughts(
    scope: Scope, outcome: Outcome, chain: Chain, link: Link, worst: Comparison
) -> Comparison:
    """What becomes of a link that differs from its predecessor and from the head."""
    before = chain.known[-1]
    corner = before.corner or chain.known[0].corner
    if corner and not is_off_the_corner(corner, worst):
        return undecided(f"there is no single derivative at this corner: {corner}")
    if differs_in_units(before, link) or is_scaled(outcome.page.text, before, link):
        return undecided("the units may differ")
    if link.member.trails and (link.member.unit or "").lower() in _REMAINDERS:
        return undecided("a quotient with its remainder")
    if lost_its_left_side(outcome.page.text, before, link):
        return undecided("a line of its own, whose left side is missing")
    if (meant := meant_otherwise(outcome.page.text, chain, link)) is not None:
        return undecided(meant)
    convention = fits_otherwise(scope, outcome.page.text, chain, link)
    if convention is not None:
        outcome.convention = convention
        return SIMPLE[Verdict.RIGHT]
    if is_of_rounded_count(before, link):
        return undecided("a count in it may be rounded")
    cause = _reused_error(scope.mistaken, link, worst)
    if cause is None and scope.misstated:
        cause = carried_from(scope, before, link)
    if cause is not None:
        link.cause = cause
        return SIMPLE[Verdict.CARRIED]
    said = _by_what_is_said(scope, outcome.page, chain, link)
    if said is not None:
        return undecided(said)
    if is_plain(before.expr):
        return worst if is_plain(link.expr) or _is_known_here(scope, link.expr) else undecided(_ELSE)
    moved = _by_names(scope, outcome.page, chain, link)
    if moved is None and _means_another(scope, outcome.page.text, chain, before, link):
        moved = _ELSE
    thought = undecided(moved) if moved is not None else _by_trust(scope, outcome, chain, link, worst)
    if thought.verdict is Verdict.WRONG and is_doubted_here(scope, outcome.page, before):
        return undecided(_ELSE)
    if thought.reason == _ELSE:
        from workings.checking.linking.convincing import is_given_by_slip  # only what is doubted waits for it

        if is_given_by_slip(scope, outcome.page.text, before, link):
            return worst
        scope.doubted.update(dict.fromkeys(names_in(before.expr), before.member.span.start))
    return thought


def _by_what_is_said(scope: Scope, page: Page, chain: Chain, link: Link) -> str | None:
    """Why two sides need not be the same, by what they are and by the words around them."""
    before = chain.known[-1]
    if isinstance(before.expr, Number) and is_share(before.expr) != is_share(link.expr):
        return "a share and a count"
    if isinstance(before.expr, Number) and _BASE.search(page.text, *_around(before, link)):
        return "a number in another base"
    if scope.overridden and any(
        isinstance(node, Call) and node.op in scope.overridden for node in walk(before.expr)
    ):
        return "the document has its own definition of a function in it"
    if chain.at_start and names_in(link.expr) and _is_of_bare_names(before.expr):
        return "the document may define it in its own way"
    rough = not is_literal(link.expr) or _is_fraction(link.expr)
    if link.member.sign in ("≈", "~") and rough and _is_roughly(before, link):
        return "it is only said to be about the same"
    if may_be_rounded_up(before, link):
        return "it may be rounded up to whole ones"
    if runs_on(page.text, chain, link):
        return "it goes on from a result"
    if takes_a_function(scope, link) or takes_a_function(scope, before):
        return "it may be a value of a function"
    here = before.member.span.start
    named = names_in(before.expr) or names_in(link.expr)
    if named and _AS_IN.search(page.text, page.paragraph_start(here), here):
        return "it speaks of another part"
    if named and _OLD.match(page.text, link.member.span.end):
        return "it is made from the old value"
    if named and _SEVERAL.match(page.text, link.member.span.end):
        return "several values are stated"
    if may_be_cross_product(page.text, before):
        return "it may be a cross product"
    if may_be_convolved(page.text, before):
        return "the star may be a convolution"
    if is_parted(page.text, before):
        return "the dot may part two statements"
    if is_any_activation(page.text, before, link):
        return "σ may be another activation here"
    if is_normalised(scope, page.text, before):
        return "norm may be a layer that normalises"
    if are_places(before.expr, link.expr):
        return "the brackets may name places"
    if is_drawn(page.text, before, link):
        return "a matrix that is drawn over several lines"
    return None


def _around(before: Link, link: Link) -> tuple[int, int]:
    """From right before a member to the one it is compared with."""
    return max(0, before.member.span.start - 12), link.member.span.end + 12


def _by_names(scope: Scope, page: Page, chain: Chain, link: Link) -> str | None:
    """Why the names of a link may stand for something else than they did."""
    text, before = page.text, chain.known[-1]
    if is_counterfactual(text, link.member.span.start):
        return "it says what would be, not what is"
    if _ELSEWHERE.search(text, max(0, before.member.span.start - 40), before.member.span.start):
        return "it speaks of another part"
    start = before.member.span.start
    if chain.at_start and is_literal(link.expr) and (is_set(text, start) or is_one_case(text, start)):
        return "the words before it set it anew"
    written = text[before.member.span.start : before.member.span.end]
    if (
        chain.at_start
        and _ABBREVIATION.fullmatch(written)
        and isinstance(before.printed.value, fmpq | arb)
        and not (before.certain and isinstance(before.pattern, Apply))
    ):
        return "it may be a name of its own"
    if chain.at_start and is_plain(link.expr) and was_put_in(scope, before):
        return "a name in it got its value from numbers that were put in elsewhere"
    if chain.at_start and is_literal(link.expr) and is_another_case(scope, text, before):
        return _ELSE
    here = before.member.span.start
    if chain.at_start and is_plain(link.expr) and has_moved_on(scope, text, names_in(before.source), here):
        return _ELSE
    if (
        before is chain.links[0]
        and is_plain(link.expr)
        and (is_variance_anew(scope, text, before) or is_angle_anew(scope, text, before, link.expr))
    ):
        return _ELSE
    if chain.at_start and 0 <= scope.supposed <= here and _IMPLIES.fullmatch(text, scope.supposed, here):
        return "it follows from what is only supposed"
    if is_of_other_arguments(scope, before) or is_sum_of_another(scope, text, before):
        return _ELSE
    if is_taken_of_something(scope, before):
        return _ELSE
    if was_written_into(scope, text, before):
        return "an entry in it was given anew"
    if chain.at_start and _is_of_other_numbers(before, link):
        return "other numbers are put in than the names stand for"
    if is_defined_later(scope, text, before, link):
        return "a name in it is given a value further down"
    if _applies(link.expr, before):
        return "a function is taken of it"
    derivative = isinstance(before.expr, Name) and "/" in before.expr.key
    if derivative and is_partly(text, start):
        return "it is not all of the gradient"
    if derivative and not is_plain(link.expr) and not scope.earlier.keys().isdisjoint(names_in(link.expr)):
        return _ELSE
    if is_set_by_equation(page, before) or is_of_system(page, before) or is_boundary(text, before, link):
        return "the page has equations for it"
    if is_no_constant(scope, text, before, link):
        return "a constant may be a name here"
    if was_a_start(scope, text, before):
        return "a name in it was given its start, and may have moved on"
    if (
        holds_besides(scope, before, link)
        or holds_as_given(scope, before, link)
        or holds_together(scope, text, before, link)
    ):
        return "a name has another value besides, with which it holds"
    return None


def _applies(expr: Expr, before: Link) -> bool:
    """`h_1 = max(0, -2)` where h_1 comes to -2: a variant with an activation."""
    match expr:
        case Call(op="max" | "relu" | "tanh" | "sigmoid", args=args):
            taken = [Quantity(arg, {}, before.printed.how).value for arg in args]
            return any(values_agree(as_value(one), as_value(before.printed.value)) for one in taken)
        case _:
            return False


def _by_trust(scope: Scope, outcome: Outcome, chain: Chain, link: Link, worst: Comparison) -> Comparison:
    """What is left to be called wrong, as far as the values of its names can be relied on."""
    before = chain.known[-1]
    if before.derived and not (before.certain and scope.is_trusted(before.source, once=True)):
        return undecided(_ELSE)
    if before.derived and is_mean_over_examples(before, link):
        return undecided("a mean over examples")
    if before.derived:
        return worst
    bracketed = is_bracketed_entry(before.expr)
    if bracketed and chain.at_start and is_literal(link.expr) and _is_of_given(scope, before.source):
        return undecided("an entry may be given anew")  # Q[0] = 0.5, where Q began with noughts
    entry = bracketed or (isinstance(before.expr, Name) and before.expr.index)
    if entry and is_made_from(before, link.expr):
        return undecided("it is made from the old value")
    copied = None
    by_formula = isinstance(before.expr, Name) and before.pattern is not None and is_literal(link.expr)
    if is_plain(link.expr) and not by_formula and not keeps_a_vector(before.expr, link.expr):
        copied = miscopied(scope, outcome, before, link)
    if copied is not None:
        return copied
    if entries_put_in(scope, before, link):
        return worst
    if isinstance(before.expr, Name) and not before.certain and not scope.is_upheld(before.expr):
        return undecided(_ELSE)
    home = scope.formulas.home_of(before.expr)
    known = scope.is_trusted(before.source, home, once=before.once) or is_held_here(scope, before)
    if not known and not all_put_in(scope, before, link):
        return undecided(_ELSE)
    if not before.certain and is_equation(scope, outcome.page.text, chain, before, link):
        return undecided("an equation to be solved")
    if _ASYNCHRONOUS.search(outcome.page.text) and any(
        isinstance(node, Name) and node.index for node in walk(before.source)
    ):
        return undecided("entries are given new values one after the other")
    if counts_from_nought(scope, outcome.page.text, before):
        return undecided("the entries may be counted from 0")
    if was_given_twice(scope, outcome.page.text, before):
        return undecided("a name in it was given two values")
    return worst


def _is_of_given(scope: Scope, expr: Expr) -> bool:
    """Whether all names in it are given lists, which a program may write into."""
    bindings = [scope.bindings.get(key) for key in names_in(expr)]
    return bool(bindings) and all(found is not None and not found.derived for found in bindings)


def _means_another(scope: Scope, text: str, chain: Chain, before: Link, link: Link) -> bool:
    """Whether the page has more than one thing of the same name, of which another is meant."""
    return (
        is_instead(text, before)
        or was_replaced(text, before)
        or is_of_version(scope, text, before, link)
        or is_worked_out_apart(scope, text, before, link)
        or is_slope_of_results(scope, before)
        or is_iterated(scope, before)
        or is_of_other_inputs(scope, text, before)
        or is_switched(scope, text, before, link)
        or _passes_by_unknown(chain, before, link)
    )


def _passes_by_unknown(chain: Chain, before: Link, link: Link) -> bool:
    """`‖φ(x) − φ(y)‖² = k(x, x) − 2k(x, y) = 0.4`: a function between them has no value."""
    if not any(isinstance(node, Apply) for node in walk(before.expr)):
        return False
    between = [
        one for one in chain.links if before.member.span.end <= one.member.span.start < link.member.span.start
    ]
    return any(not one.is_known and any(isinstance(n, Apply) for n in walk(one.expr)) for one in between)


def _is_known_here(scope: Scope, expr: Expr) -> bool:
    """Whether a name that a number is said to be, `p = 0.5 = q`, got its value in this section."""
    if isinstance(expr, Name | Apply) and expr.key in scope.bindings:
        return scope.bindings[expr.key].section == scope.section
    return scope.is_trusted(expr)


def _is_of_other_numbers(before: Link, link: Link) -> bool:
    """`det H = 4·2 - 2·2`, where H has no 4: it is the H of something else."""
    match before.expr:
        case Call(op="det" | "trace", args=(Name(key=key),)):
            matrix = before.printed.names.get(key)
        case _:
            return False
    if not isinstance(matrix, Tensor) or not is_plain(link.expr) or is_literal(link.expr):
        return False
    known = {abs(item) for item in matrix.items if isinstance(item, fmpq)}
    put_in = {abs(node.value) for node in walk(link.expr) if isinstance(node, Number)}
    return len(put_in - known) > 0 and len(put_in & known) < len(known)


def _is_fraction(expr: Expr) -> bool:
    """`1/17`, as one writes for 0.0589."""
    return (
        isinstance(expr, Call)
        and expr.op == "div"
        and all(isinstance(part, Number) and not part.is_decimal for part in expr.args)
    )


def _is_roughly(before: Link, link: Link) -> bool:
    """Whether two values are within a hundredth of each other, or a tenth where a constant is the second."""
    first, second = before.printed.value, link.printed.value
    if not isinstance(first, fmpq | arb) or not isinstance(second, fmpq | arb):
        return False
    share = 10 if isinstance(link.expr, Name) else 100
    return bool(distance(first, second) * share <= distance(second, fmpq(0)))


def _is_of_bare_names(expr: Expr) -> bool:
    """`LN(h)`: an operation of names alone, which the next member may define."""
    return isinstance(expr, Call) and expr.op in OPERATIONS and all(isinstance(a, Name) for a in expr.args)


def _reused_error(mistaken: dict[str, str], link: Link, worst: Comparison) -> str | None:
    """The wrong claim whose numbers a member works on, if they explain each wrong entry of it."""
    if not mistaken or is_literal(link.expr):
        return None
    parts: list[Expr] = [link.expr]
    if isinstance(link.expr, Array) and len(worst.entries) < MOST_ENTRIES:
        wrong = {entry.index[-1] for entry in worst.entries if entry.verdict is Verdict.WRONG}
        parts = [item for at, item in enumerate(link.expr.items) if at in wrong]
    causes = [
        next((mistaken[text] for text in long_decimals(part) if text in mistaken), None) for part in parts
    ]
    return causes[0] if causes and all(causes) else None
