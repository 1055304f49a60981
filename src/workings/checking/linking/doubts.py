"""Second thoughts before anything is called wrong: what else the author may have meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flint import arb, fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import SIMPLE, Comparison, undecided
from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.entries import MOST_ENTRIES
from workings.checking.linking.batches import is_mean_over_examples
from workings.checking.linking.changing import (
    counts_from_nought,
    has_moved_on,
    holds_besides,
    is_another_case,
    is_defined_later,
    is_instead,
    is_made_from,
    is_no_constant,
    is_of_other_arguments,
    is_sum_of_another,
    is_variance_anew,
    runs_on,
    takes_a_function,
    was_a_start,
    was_given_twice,
    was_put_in,
)
from workings.checking.linking.copying import miscopied
from workings.checking.linking.equations import is_equation
from workings.checking.linking.reusing import carried_from
from workings.checking.linking.surroundings import (
    differs_in_units,
    is_drawn,
    is_scaled,
    lost_its_left_side,
    meant_otherwise,
)
from workings.checking.outcome import Outcome
from workings.checking.readings import is_size, other_brackets, shapes_fit, wider_logs
from workings.evaluating.nodes import below_each_other, side_by_side
from workings.expr import Array, Call, Expr, Name, Number, walk
from workings.finding import Verdict
from workings.ops import OPERATIONS
from workings.parsing.hypotheses import is_counterfactual, is_set
from workings.parsing.numerals import numeral
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import is_plain, long_decimals, names_in
from workings.source import Page
from workings.value import Tensor

_REMAINDERS = frozenset({"r", "rem", "remainder", "rest", "reste", "resto"})
_COMMA = regex(r"\d{1,3}(?:,|\{,\})\d{3}")

_ABBREVIATION = regex(r"[A-Z]{2,5}")  # PP, TP, and no product of two numbers
_ASYNCHRONOUS = regex(r"\basynchron|\bone (?:after|at) (?:the other|a time)\b", re.I)
_ELSEWHERE = regex(
    r"\b(?:in|from) (?:(?:exercise|problem|part|question|task|aufgabe)\s\(?[\w.]{1,5}\)?|\d+\.\d+)"
    r"[*_]{0,2}[:,]?[\s$\\(]{0,4}$",
    re.IGNORECASE,
)
_OLD = regex(r"[^.\n]{0,24}\b(?:the|their|its) (?:old|previous|original|unrounded)\b", re.I)
_AS_IN = regex(r"\b(?:as|like) in \(?(?:[a-z]\)|part |problem |exercise |question )", re.I)


def second_thoughts(
    scope: Scope, outcome: Outcome, chain: Chain, link: Link, worst: Comparison
) -> Comparison:
    """What becomes of a link that differs from its predecessor and from the head."""
    before = chain.known[-1]
    corner = before.corner or chain.known[0].corner
    if corner:
        return undecided(f"there is no single derivative at this corner: {corner}")
    if differs_in_units(before, link) or is_scaled(outcome.page.text, before, link):
        return undecided("the units may differ")
    if link.member.trails and (link.member.unit or "").lower() in _REMAINDERS:
        return undecided("a quotient with its remainder")
    if lost_its_left_side(outcome.page.text, before, link):
        return undecided("a line of its own, whose left side is missing")
    if (meant := meant_otherwise(outcome.page.text, chain, link)) is not None:
        return undecided(meant)
    convention = _fits_otherwise(scope, outcome.page.text, before, link)
    if convention is not None:
        outcome.convention = convention
        return SIMPLE[Verdict.RIGHT]
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
        return worst
    moved = _by_names(scope, outcome.page.text, chain, link)
    return undecided(moved) if moved is not None else _by_trust(scope, outcome, chain, link, worst)


def _by_what_is_said(scope: Scope, page: Page, chain: Chain, link: Link) -> str | None:
    """Why two sides need not be the same, by what they are and by the words around them."""
    before = chain.known[-1]
    if isinstance(before.expr, Number) and _is_share(before.expr) != _is_share(link.expr):
        return "a share and a count"
    if scope.overridden and any(
        isinstance(node, Call) and node.op in scope.overridden for node in walk(before.expr)
    ):
        return "the document has its own definition of a function in it"
    if chain.at_start and names_in(link.expr) and _is_of_bare_names(before.expr):
        return "the document may define it in its own way"
    rough = not is_literal(link.expr) or _is_fraction(link.expr)
    if link.member.sign in ("≈", "~") and rough and _is_roughly(before, link):
        return "it is only said to be about the same"
    if runs_on(chain, link):
        return "it goes on from a result"
    if takes_a_function(scope, link) or takes_a_function(scope, before):
        return "it may be a value of a function"
    here = before.member.span.start
    named = names_in(before.expr) or names_in(link.expr)
    if named and _AS_IN.search(page.text, page.paragraph_start(here), here):
        return "it speaks of another part"
    if named and _OLD.match(page.text, link.member.span.end):
        return "it is made from the old value"
    if is_drawn(page.text, before, link):
        return "a matrix that is drawn over several lines"
    return None


def _by_names(scope: Scope, text: str, chain: Chain, link: Link) -> str | None:
    """Why the names of a link may stand for something else than they did."""
    before = chain.known[-1]
    if is_counterfactual(text, link.member.span.start):
        return "it says what would be, not what is"
    if _ELSEWHERE.search(text, max(0, before.member.span.start - 40), before.member.span.start):
        return "it speaks of another part"
    if chain.at_start and is_literal(link.expr) and is_set(text, before.member.span.start):
        return "the words before it set it anew"
    written = text[before.member.span.start : before.member.span.end]
    if chain.at_start and _ABBREVIATION.fullmatch(written) and isinstance(before.printed.value, fmpq | arb):
        return "it may be a name of its own"
    if chain.at_start and is_literal(link.expr) and was_put_in(scope, before):
        return "a name in it got its value from numbers that were put in elsewhere"
    if chain.at_start and is_literal(link.expr) and is_another_case(scope, text, before):
        return "the names may mean something else here"
    here = before.member.span.start
    if chain.at_start and is_plain(link.expr) and has_moved_on(scope, text, names_in(before.source), here):
        return "the names may mean something else here"
    if chain.at_start and is_plain(link.expr) and is_variance_anew(scope, text, before):
        return "the names may mean something else here"
    if is_of_other_arguments(scope, before) or is_sum_of_another(scope, text, before):
        return "the names may mean something else here"
    if chain.at_start and _is_of_other_numbers(before, link):
        return "other numbers are put in than the names stand for"
    if is_defined_later(scope, text, before, link):
        return "a name in it is given a value further down"
    if is_no_constant(scope, text, before, link):
        return "π may be a name here"
    if was_a_start(scope, text, before):
        return "a name in it was given its start, and may have moved on"
    if holds_besides(scope, before, link):
        return "a name has another value besides, with which it holds"
    return None


def _by_trust(scope: Scope, outcome: Outcome, chain: Chain, link: Link, worst: Comparison) -> Comparison:
    """What is left to be called wrong, as far as the values of its names can be relied on."""
    before = chain.known[-1]
    if before.derived and not (before.certain and scope.is_trusted(before.source, once=True)):
        return undecided("the names may mean something else here")
    if before.derived and is_mean_over_examples(before, link):
        return undecided("a mean over examples")
    if before.derived:
        return worst
    if isinstance(before.expr, Name) and before.expr.index and is_made_from(before, link.expr):
        return undecided("it is made from the old value")
    copied = None
    if is_plain(link.expr) and not _keeps_a_vector(before.expr, link.expr):
        copied = miscopied(scope, outcome, before, link)
    if copied is not None:
        return copied
    if isinstance(before.expr, Name) and not before.certain and not scope.is_upheld(before.expr):
        return undecided("the names may mean something else here")
    if not scope.is_trusted(before.source, scope.formulas.home_of(before.expr)):
        return undecided("the names may mean something else here")
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
    if is_instead(outcome.page.text, before):
        return undecided("the names may mean something else here")
    return worst


def _is_joined(before: Link, link: Link) -> bool:
    """Whether matrices that are named in brackets or in a row are the blocks of what is stated."""
    expr, stated = before.expr, as_value(link.printed.value)
    if not isinstance(stated, Tensor) or len(stated.shape) != 2 or not isinstance(expr, Array | Call):
        return False
    items: Sequence[Expr] = expr.items if isinstance(expr, Array) else expr.args
    if len(items) == 1 and isinstance(items[0], Array):
        items = items[0].items
    rows = [item.items[0] if isinstance(item, Array) and len(item.items) == 1 else item for item in items]
    if len(rows) < 2 or not all(isinstance(item, Name) for item in rows):
        return False
    blocks = [as_value(Quantity(item, before.printed.names, before.printed.how).value) for item in rows]
    matrices = [block for block in blocks if isinstance(block, Tensor) and len(block.shape) == 2]
    if len(matrices) < len(rows):
        return False
    height, width = (sum(block.shape[axis] for block in matrices) for axis in (0, 1))
    if stated.shape == (matrices[0].shape[0], width) and {m.shape[0] for m in matrices} == {stated.shape[0]}:
        return side_by_side(matrices).items == stated.items
    if stated.shape == (height, matrices[0].shape[1]) and {m.shape[1] for m in matrices} == {stated.shape[1]}:
        return below_each_other(matrices).items == stated.items
    return False


def _stands_beside(scope: Scope, before: Link, link: Link) -> bool:
    """“with T = 4 σ(0.5) ≈ 0.622”: the number belongs to what stands before it."""
    match before.expr:
        case Call(op="mul", args=(Number() as first, rest)) if not isinstance(rest, Number):
            if rest.span.start - first.span.end != 1:
                return False
        case _:
            return False
    alone = Quantity(rest, scope.said, before.printed.how, scope.wide)
    return compare(link.printed, alone, link.member.sign in ("≈", "~")).is_sound


def _is_in_hundredths(before: Link, link: Link) -> bool:
    """`(5.00 + 5.45)/2 % = 5.23 %`: the sign of the first side is that of all of it."""
    shares = [node for node in walk(before.expr) if isinstance(node, Number) and node.text.endswith("%")]
    value, stated = before.printed.value, link.printed.value
    if len(shares) != 1 or not isinstance(value, fmpq) or not isinstance(stated, fmpq):
        return False
    unit = link.expr.unit if isinstance(link.expr, Number) else fmpq(0)
    return any(abs(value * scale - stated) <= unit for scale in (fmpq(1, 10**4), fmpq(1, 100)))


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


def _keeps_a_vector(before: Expr, after: Expr) -> bool:
    """`A v = 3 v` with v written out on both sides: nothing was put in for A."""
    literals = [node for node in walk(before) if isinstance(node, Array)]
    kept = [node for node in walk(after) if isinstance(node, Array)]
    return any(_entries(a) == _entries(b) for a in literals for b in kept)


def _entries(array: Array) -> list[str]:
    return [node.text for node in walk(array) if isinstance(node, Number)]


def _is_of_bare_names(expr: Expr) -> bool:
    """`LN(h)`: an operation of names alone, which the next member may define."""
    return isinstance(expr, Call) and expr.op in OPERATIONS and all(isinstance(a, Name) for a in expr.args)


def _counts_otherwise(before: Link, link: Link) -> str | None:
    """Positions counted from nought, and the bars of a set, which say how many it holds."""
    number, expr = stated_number(link.expr), before.expr
    if number is None or not number.integer or not isinstance(expr, Call):
        return None
    value = before.printed.value
    if expr.op in ("argmax", "argmin") and isinstance(value, fmpq) and number.value == value - 1:
        return "counted from 0"
    if expr.op in ("bars", "abs", "norm") and len(expr.args) == 1:
        inside = Quantity(expr.args[0], before.printed.names, before.printed.how).value
        if isinstance(inside, Tensor) and len(inside.shape) == 1 and number.value == len(inside.items):
            return "the size of a set"
    return None


def _fits_otherwise(scope: Scope, text: str, before: Link, link: Link) -> str | None:
    """The convention under which the link holds: sizes, or a slash or logarithm that reaches further."""
    if shapes_fit(before.expr, link.expr):
        return "shapes"
    if (counted := _counts_otherwise(before, link)) is not None:
        return counted
    size = is_size(link.expr)
    if size is not None and len(size) > 1:
        first = Quantity(_first_factor(link.expr), {}, link.printed.how)
        if compare(first, before.printed, True).is_sound:
            return "sizes"
    if _is_joined(before, link) or _stands_beside(scope, before, link):
        return "side by side"
    if _is_share(link.expr) and _is_in_hundredths(before, link):
        return "percent of all"
    if _fits_with_comma(before, link):
        return "decimal comma"
    if link.member.sign in ("≈", "~") and _is_of_that_order(before, link):
        return "order of magnitude"
    for expr in (*other_brackets(before.expr, text), *wider_logs(before.expr, text)):
        quantity = Quantity(expr, scope.said, before.printed.how, scope.wide)
        if compare(link.printed, quantity, link.member.sign in ("≈", "~")).is_sound:
            return "other brackets"
    return None


def _fits_with_comma(before: Link, link: Link) -> bool:
    """`2{,}718` may be 2.718 in a document that has decimal points elsewhere."""
    stated = link.expr
    if not isinstance(stated, Number) or not _COMMA.fullmatch(stated.text):
        return False
    decimal = numeral(stated.text.replace("{,}", ".").replace(",", "."), stated.span)
    quantity = Quantity(decimal, {}, link.printed.how)
    return compare(quantity, before.printed, link.member.sign in ("≈", "~")).is_sound


def _is_of_that_order(before: Link, link: Link) -> bool:
    """`≈ 10^{13}` says how many digits a number has."""
    value, stated, expr = before.printed.value, link.printed.value, link.expr
    if not isinstance(value, fmpq | arb) or not isinstance(stated, fmpq) or not isinstance(expr, Call):
        return False
    base = expr.args[0]
    if expr.op != "pow" or not isinstance(base, Number) or base.text != "10":
        return False
    return bool(stated < value * 4) and bool(value < stated * 4)


def _first_factor(expr: Expr) -> Expr:
    while isinstance(expr, Call):
        expr = expr.args[0]
    return expr


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


def _is_share(expr: Expr) -> bool:
    """A percentage."""
    return isinstance(expr, Number) and expr.text.endswith("%")
