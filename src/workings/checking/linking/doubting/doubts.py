"""Second thoughts before anything is called wrong: what else the author may have meant.

The reasons stand in tables, in the order in which they are thought of. The first that holds leaves the line
undecided. Each of them keeps a right line of bench/ or spec/ from being called wrong.
"""

from __future__ import annotations

import re

from flint import arb, fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing.agreeing import values_agree
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import SIMPLE, Comparison, undecided
from workings.checking.comparing.entries import MOST_ENTRIES
from workings.checking.linking.copying import (
    all_put_in,
    copied_amiss,
    entries_put_in,
    keeps_a_vector,
    miscopied,
)
from workings.checking.linking.doubting import facts as has
from workings.checking.linking.doubting.anew import (
    is_angle_anew,
    is_behind_what_if,
    is_by_another_formula,
    is_by_another_method,
    is_of_another_shape,
    is_variance_anew,
)
from workings.checking.linking.doubting.arguments import (
    is_of_other_arguments,
    is_taken_of_something,
)
from workings.checking.linking.doubting.batches import is_mean_over_examples, is_off_the_corner
from workings.checking.linking.doubting.beforehand import (
    holds_besides,
    holds_together,
    is_boundary,
    is_of_system,
    is_set_by_equation,
)
from workings.checking.linking.doubting.case import Case, Thought, Thoughts, is_settled
from workings.checking.linking.doubting.changing import (
    has_moved_on,
    is_another_case,
    is_bracketed_entry,
    is_coupled,
    is_defined_later,
    is_instead,
    is_made_from,
    is_no_constant,
    is_of_other_inputs,
    is_of_version,
    is_slope_of_results,
    is_sum_of_another,
    was_a_start,
    was_given_twice,
    was_put_in,
    was_replaced,
    was_set_for_a_case,
    was_updated,
    was_written_into,
)
from workings.checking.linking.doubting.conventions import fits_otherwise
from workings.checking.linking.doubting.equations import is_equation
from workings.checking.linking.doubting.forms import BY_FORM, BY_WORDS
from workings.checking.linking.doubting.glossed import fits_in_other_unit
from workings.checking.linking.doubting.noughts import counts_from_nought
from workings.checking.linking.doubting.surroundings import (
    is_partly,
)
from workings.checking.linking.doubting.tabled import moves_on_in_table
from workings.checking.linking.expecting.foreseeing import is_held_here
from workings.checking.linking.reusing import carried_from, is_doubted_here
from workings.checking.outcome import Outcome
from workings.expr import Apply, Array, Call, Expr, Name, Number, walk
from workings.finding import Verdict
from workings.parsing.hypotheses import is_one_case
from workings.parsing.moods import is_counterfactual
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import is_plain, long_decimals, names_in
from workings.value import Tensor

_ABBREVIATION = regex(r"[A-Z]{2,5}")  # PP, TP, and no product of two numbers
_ASYNCHRONOUS = regex(r"\basynchron|\bone (?:after|at) (?:the other|a time)\b", re.I)
_IMPLIES = regex(r"[\s$\\;,]*(?:=>|[⇒⟹]|\\(?:implies|Rightarrow|Longrightarrow))[\s$\\;,]*")

_ELSE = "the names may mean something else here"
_ANEW = "the words before it set it anew"
_EQUATION = "the page has equations for it"
_BESIDES = "a name has another value besides, with which it holds"
BY_NAMES = Thoughts(  # its names may stand for something else than they did
    Thought(
        "it says what would be, not what is", lambda c: is_counterfactual(c.text, c.link.member.span.start)
    ),
    Thought(_ANEW, lambda c: c.is_stated and is_one_case(c.text, c.start)),
    Thought(_ANEW, lambda c: c.is_stated and is_of_another_shape(c.scope, c.before, c.link)),
    Thought("it may be a name of its own", lambda c: _is_abbreviation(c.text, c.before), has.START),
    Thought(
        "a name in it got its value from numbers that were put in elsewhere",
        lambda c: c.is_put_in and was_put_in(c.scope, c.before),
    ),
    Thought(_ELSE, lambda c: c.is_put_in and is_another_case(c.scope, c.text, c.before)),
    Thought(
        _ELSE,
        lambda c: c.is_put_in and has_moved_on(c.scope, c.text, names_in(c.before.source), c.start),
    ),
    Thought(_ELSE, lambda c: _is_of_head(c) and is_variance_anew(c.scope, c.text, c.before, c.link)),
    Thought(_ELSE, lambda c: _is_of_head(c) and is_angle_anew(c.scope, c.text, c.before, c.link.expr)),
    Thought(
        "it may go on from what would be",
        lambda c: is_behind_what_if(c.text, c.before, c.start),
        has.NAMED,
    ),
    Thought("it follows from what is only supposed", lambda c: _is_of_supposition(c), has.START),
    Thought(_ELSE, lambda c: is_of_other_arguments(c.scope, c.before)),
    Thought(_ELSE, lambda c: is_sum_of_another(c.scope, c.text, c.before)),
    Thought(_ELSE, lambda c: is_taken_of_something(c.scope, c.before)),
    Thought("the entries may be counted from 0", lambda c: counts_from_nought(c.scope, c.text, c.before)),
    Thought("an entry in it was given anew", lambda c: was_written_into(c.scope, c.text, c.before)),
    Thought(
        "other numbers are put in than the names stand for",
        lambda c: c.is_put_in and _is_of_other_numbers(c.before, c.link),
    ),
    Thought(
        "a name in it is given a value further down",
        lambda c: is_defined_later(c.scope, c.text, c.before, c.link),
    ),
    Thought("a function is taken of it", lambda c: _applies(c.link.expr, c.before)),
    Thought(
        "it is not all of the gradient",
        lambda c: _is_derivative(c.before.expr) and is_partly(c.text, c.start),
    ),
    Thought(_ELSE, lambda c: _is_derivative(c.before.expr) and _is_of_changed(c.scope, c.link.expr)),
    Thought(_EQUATION, lambda c: is_set_by_equation(c.page, c.before)),
    Thought(_EQUATION, lambda c: is_of_system(c.page, c.before)),
    Thought(_EQUATION, lambda c: is_boundary(c.text, c.before, c.link)),
    Thought("a constant may be a name here", lambda c: is_no_constant(c.scope, c.text, c.before, c.link)),
    Thought(
        "a name in it was given its start, and may have moved on",
        lambda c: was_a_start(c.scope, c.text, c.before) or moves_on_in_table(c.scope, c.text, c.before),
    ),
    Thought(_BESIDES, lambda c: holds_besides(c.scope, c.before, c.link)),
    Thought(_BESIDES, lambda c: holds_together(c.scope, c.text, c.before, c.link)),
    Thought(
        "a name in it was given in two units",
        lambda c: fits_in_other_unit(c.scope, c.text, c.before, c.link),
    ),
    Thought(_ELSE, lambda c: is_instead(c.text, c.before)),
    Thought(_ELSE, lambda c: is_coupled(c.scope, c.text, c.before)),
    Thought(_ELSE, lambda c: was_replaced(c.text, c.before)),
    Thought(_ELSE, lambda c: was_updated(c.scope, c.text, c.before)),
    Thought(_ELSE, lambda c: was_set_for_a_case(c.scope, c.text, c.before)),
    Thought(_ELSE, lambda c: is_of_version(c.scope, c.text, c.before, c.link)),
    Thought(_ELSE, lambda c: is_slope_of_results(c.scope, c.before)),
    Thought(_ELSE, lambda c: is_of_other_inputs(c.scope, c.text, c.before)),
    Thought(_ELSE, lambda c: is_by_another_formula(c.scope, c.before, c.link)),
    Thought(_ELSE, lambda c: is_by_another_method(c.scope, c.text, c.link, c.before)),
    Thought(_ELSE, lambda c: _passes_by_unknown(c.chain, c.before, c.link)),
)
BY_TRUST = Thoughts(  # what is left to ask where the values of the names can be relied on
    Thought("an equation to be solved", lambda c: _is_to_be_solved(c)),
    Thought(
        "entries are given new values one after the other",
        lambda c: _has_entries(c.before.source) and _ASYNCHRONOUS.search(c.text) is not None,
    ),
    Thought("a name in it was given two values", lambda c: was_given_twice(c.scope, c.text, c.before)),
)


def second_thoughts(
    scope: Scope, outcome: Outcome, chain: Chain, link: Link, worst: Comparison
) -> Comparison:
    """What becomes of a link that differs from its predecessor and from the head."""
    page, before = outcome.page, chain.known[-1]
    case = Case(scope, page, chain, before, link)
    corner = before.corner or chain.known[0].corner
    if corner and not is_off_the_corner(corner, worst):
        return undecided(f"there is no single derivative at this corner: {corner}")
    said = BY_FORM.first(case)
    if said is not None:
        return undecided(said)
    convention = fits_otherwise(case)
    if convention is not None:
        outcome.convention = convention
        return SIMPLE[Verdict.RIGHT]
    cause = _reused_error(scope, before, link, worst)
    if cause is None and scope.errors.misstated:
        cause = carried_from(scope, before, link)
    if cause is not None:
        amiss = copied_amiss(scope, page, before, link) if not is_plain(before.expr) else None
        if amiss is not None:
            return amiss
        link.cause = cause
        return SIMPLE[Verdict.CARRIED]
    said = BY_WORDS.first(case)
    if said is not None:
        return undecided(said)
    if is_settled(scope, before.expr):
        return worst if _is_known_here(scope, link.expr) else undecided(_ELSE)
    said = BY_NAMES.first(case)
    thought = undecided(said) if said is not None else _as_far_as_trusted(case, outcome, worst)
    if thought.verdict is Verdict.WRONG and is_doubted_here(scope, page, before):
        return undecided(_ELSE)
    if thought.verdict is Verdict.UNDECIDED and not is_plain(link.expr):
        from workings.checking.identities.settling import failure_for_all  # only formulas in letters need it

        thought = failure_for_all(chain, link, scope, page.text) or thought
    if thought.reason == _ELSE:
        from workings.checking.linking.doubting.convincing import is_given_by_slip  # seldom asked

        if is_given_by_slip(scope, page.text, before, link):
            return worst
        scope.errors.doubted.update(dict.fromkeys(names_in(before.expr), before.member.span.start))
    return thought


def _as_far_as_trusted(case: Case, outcome: Outcome, worst: Comparison) -> Comparison:
    """What is left to be called wrong, as far as the values of its names can be relied on."""
    scope, before, link = case.scope, case.before, case.link
    if before.derived:
        if not (before.certain and scope.is_trusted(before.source, once=True)):
            return undecided(_ELSE)
        return undecided("a mean over examples") if is_mean_over_examples(before, link) else worst
    bracketed = is_bracketed_entry(before.expr)
    if bracketed and case.is_stated and _is_of_given(scope, before.source):
        return undecided("an entry may be given anew")  # Q[0] = 0.5, where Q began with noughts
    entry = bracketed or (isinstance(before.expr, Name) and before.expr.index)
    if entry and is_made_from(before, link.expr):
        return undecided("it is made from the old value")
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
    said = BY_TRUST.first(case)
    return worst if said is None else undecided(said)


def _is_abbreviation(text: str, before: Link) -> bool:
    """Whether `TP` may be a name, where it was taken for a product of two numbers."""
    span = before.member.span
    return (
        _ABBREVIATION.fullmatch(text, span.start, span.end) is not None
        and isinstance(before.printed.value, fmpq | arb)
        and not (before.certain and isinstance(before.pattern, Apply))
    )


def _is_of_head(case: Case) -> bool:
    """Whether numbers are put in for the first member of the chain."""
    return case.before is case.chain.links[0] and is_plain(case.link.expr)


def _is_of_supposition(case: Case) -> bool:
    """Whether nothing but an arrow stands between a hypothesis and the line."""
    supposed = case.scope.supposed
    return 0 <= supposed <= case.start and _IMPLIES.fullmatch(case.text, supposed, case.start) is not None


def _applies(expr: Expr, before: Link) -> bool:
    """`h_1 = max(0, -2)` where h_1 comes to -2: a variant with an activation."""
    match expr:
        case Call(op="max" | "relu" | "tanh" | "sigmoid", args=args):
            taken = [Quantity(arg, {}, before.printed.how).value for arg in args]
            return any(values_agree(as_value(one), as_value(before.printed.value)) for one in taken)
        case _:
            return False


def _is_derivative(expr: Expr) -> bool:
    return isinstance(expr, Name) and "/" in expr.key


def _is_of_changed(scope: Scope, expr: Expr) -> bool:
    """Whether a formula has a name that had another value before."""
    return not is_plain(expr) and not scope.past.earlier.keys().isdisjoint(names_in(expr))


def _is_to_be_solved(case: Case) -> bool:
    return not case.before.certain and is_equation(case.scope, case.text, case.chain, case.before, case.link)


def _has_entries(expr: Expr) -> bool:
    return any(isinstance(node, Name) and node.index for node in walk(expr))


def _is_of_given(scope: Scope, expr: Expr) -> bool:
    """Whether all names in it are given lists, which a program may write into."""
    bindings = [scope.bindings.get(key) for key in names_in(expr)]
    return bool(bindings) and all(found is not None and not found.derived for found in bindings)


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
    return is_settled(scope, expr) or scope.is_trusted(expr)


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


def _reused_error(scope: Scope, before: Link, link: Link, worst: Comparison) -> str | None:
    """The wrong claim whose numbers a member works on, if the one before does not do so by its names."""
    if not (mistaken := scope.errors.mistaken) or is_literal(link.expr):
        return None
    parts: list[Expr] = [link.expr]
    if isinstance(link.expr, Array) and len(worst.entries) < MOST_ENTRIES:
        wrong = {entry.index[-1] for entry in worst.entries if entry.verdict is Verdict.WRONG}
        parts = [item for at, item in enumerate(link.expr.items) if at in wrong]
    causes = [
        next((mistaken[text] for text in long_decimals(part) if text in mistaken), None) for part in parts
    ]
    return causes[0] if causes and all(causes) and causes[0] != scope.cause_of(before.source) else None
