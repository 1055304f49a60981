"""Other ways to write down what a link says, under which it holds, each with its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.digits import stated_number
from workings.checking.linking.doubting import facts as has
from workings.checking.linking.doubting.case import Case, Thought, Thoughts
from workings.checking.linking.doubting.degrees import is_in_degrees
from workings.checking.linking.doubting.joining import (
    is_changed_by_percent,
    is_joined_list,
    is_of_plain_sizes,
    is_of_points,
    is_rounded_to_even,
)
from workings.checking.linking.doubting.noughts import fits_from_nought
from workings.checking.linking.doubting.scales import (
    fits_in_mixed_units,
    fits_in_points,
    fits_in_units,
    fits_with_comma,
    fits_with_dotted_thousands,
)
from workings.checking.linking.doubting.worded import (
    has_letter_for_unit,
    is_binary,
    is_exclaimed,
    is_gelu_by_tanh,
    is_logistic,
    is_of_both,
    is_of_every_entry,
    is_of_row,
    is_power_of_ten,
    is_rounded_up,
    is_size_rounded_down,
    is_whole_part,
)
from workings.checking.linking.expecting.unsaid import fits_usual
from workings.checking.linking.products import (
    is_cross_product,
    is_entrywise,
    is_mean_of_products,
    lacks_stars,
)
from workings.checking.readings import MOST_NODES, is_size, other_brackets, shapes_fit, wider_logs
from workings.evaluating.nodes import below_each_other, side_by_side
from workings.expr import (
    Apply,
    Array,
    Call,
    Expr,
    Name,
    Number,
    call,
    mapped,
    name,
    number,
    walk,
)
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.resolving.traits import names_in, traits
from workings.source import Span
from workings.value import Tensor

_OF_SIZES = frozenset({"mul", "times"})
_PICKING = frozenset({"argmax", "argmin"})
_BARS = frozenset({"bars", "abs"})
_NORM = frozenset({"norm"})
_SUMS = frozenset({"add", "sub"})
_AT_NOUGHT = {  # where conventions differ
    "sign": (fmpq(1), fmpq(-1)),
    "step": (fmpq(0), fmpq(1, 2)),
    "relu_prime": (fmpq(1), fmpq(1, 2)),
    "leaky_relu_prime": (fmpq(1),),
}
_EITHER = regex(r"±|∓|\\(?:pm|mp)(?![a-zA-Z])")
_NEAR = 300  # characters around a link in which its norm may be named
_NORMS = (
    (
        "inf",
        regex(
            r"\b(?:max(?:imum)?|sup(?:remum)?|infinity|uniform|chebyshev|L_?∞)[- ]?norm"
            r"|\\ell_\{?\\infty|L_?\{?\\infty|‖\w‖_?∞|\\max_",
            re.IGNORECASE,
        ),
    ),
    ("1", regex(r"\b(?:manhattan|taxicab|sum|L_?1|one|1)[- ]?norm|\\ell_\{?1|L_\{?1", re.IGNORECASE)),
)


CONVENTIONS = Thoughts(
    Thought(
        "shapes",
        lambda c: c.op in _OF_SIZES and (shapes_fit(c.before.expr, c.link.expr) or is_of_plain_sizes(c)),
        ops=_OF_SIZES,
    ),
    Thought(
        "counted from 0",
        lambda c: c.op in _PICKING and _is_counted_from_nought(c.before, c.link),
        ops=_PICKING,
    ),
    Thought("counted from 0", fits_from_nought, has.SOURCED),
    Thought("the size of a set", lambda c: _is_size_of_set(c), ops=_BARS),
    Thought("the norm that the text names", lambda c: c.op == "norm" and _is_other_norm(c), ops=_NORM),
    Thought("cross product", lambda c: is_cross_product(c.before, c.link)),
    Thought("entry by entry", lambda c: is_entrywise(c.scope, c.text, c.before, c.link), has.LISTS),
    Thought("entry by entry", lambda c: is_mean_of_products(c.scope, c.before, c.link)),
    Thought("the absolute value of every entry", lambda c: is_of_every_entry(c), ops=_BARS),
    Thought("σ for the logistic function", lambda c: is_logistic(c), has.LETTERS),
    Thought("GELU by tanh", lambda c: is_gelu_by_tanh(c), ops=frozenset({"gelu"})),
    Thought("a sum with the number before it", lambda c: is_of_both(c.text, c.chain, c.link)),
    Thought("a sum over a row", lambda c: is_of_row(c.text, c.chain, c.link)),
    Thought("binary digits", lambda c: is_binary(c.before, c.link) or is_binary(c.link, c.before)),
    Thought("rounded up to whole ones", lambda c: is_rounded_up(c.text, c.chain, c.link), has.NUMBER),
    Thought("sizes rounded down", is_size_rounded_down, has.NUMBER),
    Thought("an exclamation mark", lambda c: is_exclaimed(c), has.FORMULA),
    Thought("a letter for the unit", lambda c: has_letter_for_unit(c), has.FORMULA),
    Thought("the other sign first", lambda c: _is_turned_pair(c.text, c.before, c.link), has.FORMULA),
    Thought("sizes", lambda c: _begins_with_size(c.before, c.link), has.FORMULA),
    Thought("side by side", lambda c: _is_joined(c.before, c.link), has.FORMULA),
    Thought("side by side", lambda c: _stands_beside(c), ops=frozenset({"mul"})),
    Thought("lists and sets that are joined", lambda c: is_joined_list(c), has.LISTS),
    Thought("points out of points", lambda c: is_of_points(c), has.FORMULA),
    Thought("halves rounded to even", lambda c: c.op == "round" and is_rounded_to_even(c), has.NUMBER),
    Thought("percent of the number before it", lambda c: is_changed_by_percent(c), has.NUMBER),
    Thought(
        "the sign of nought",
        lambda c: c.op == "sign" and _is_at_nought(c.before, c.link),
        ops=frozenset({"sign"}),
    ),
    Thought("a step that is open at nought", lambda c: _is_at_nought(c.before, c.link)),
    Thought(
        "a number times the identity",
        lambda c: c.op in _SUMS and _is_along_diagonal(c.before, c.link),
        ops=_SUMS,
    ),
    Thought("degrees", lambda c: is_in_degrees(c)),
    Thought(
        "percent of all", lambda c: is_share(c.link.expr) and _is_percent_of_all(c.before, c.link), has.NUMBER
    ),
    Thought("percentage points", lambda c: fits_in_points(c.text, c.before, c.link)),
    Thought("units of 1024", lambda c: fits_in_units(c.before, c.link, binary=True), has.SCALED),
    Thought("counted in one unit", lambda c: fits_in_units(c.before, c.link, binary=False), has.SCALED),
    Thought("units of 1000 and of 1024", lambda c: fits_in_mixed_units(c.before, c.link)),
    Thought("decimal comma", lambda c: fits_with_comma(c.text, c.before, c.link), has.NUMBER),
    Thought("points between thousands", lambda c: fits_with_dotted_thousands(c.text, c.before, c.link)),
    Thought("e for a power of ten", lambda c: is_power_of_ten(c.before, c.link), has.FORMULA),
    Thought("order of magnitude", lambda c: _is_of_that_order(c.before, c.link), has.FORMULA | has.ROUGH),
    Thought("stars that were taken for emphasis", lambda c: lacks_stars(c.text, c.before)),
    Thought("other brackets", lambda c: _fits_with_other_brackets(c), ops=frozenset({"div"})),
    Thought("square brackets for the whole part", lambda c: "[" in c.text and _is_whole_part(c)),
)


def fits_otherwise(case: Case) -> str | None:
    """The name of the convention under which a link holds."""
    return fits_usual(case.scope, case.before, case.link) or CONVENTIONS.first(case)


def _fits_with_other_brackets(case: Case) -> bool:
    """Whether a slash or a logarithm may reach further, or less far, on either side; nought shows nothing."""
    text, before, link = case.text, case.before, case.link
    if as_value(link.printed.value) == 0:
        return False
    if any(map(case.fits, (*other_brackets(before.expr, text), *wider_logs(before.expr, text)))):
        return True
    return any(
        compare(
            Quantity(expr, case.scope.said, link.printed.how, case.scope.wide), before.printed, False
        ).is_sound
        for expr in other_brackets(link.expr, text)
    )


def _is_whole_part(case: Case) -> bool:
    return is_size(case.link.expr) is None and is_whole_part(case.text, case.before, case.link)


def _is_percent_of_all(before: Link, link: Link) -> bool:
    return (
        _is_in_hundredths(before, link) or _adds_hundredths(before, link) or _is_times_hundred(before, link)
    )


def _begins_with_size(before: Link, link: Link) -> bool:
    """`6 = 6 × 6 × 16`: the first of several sizes is what was worked out."""
    size = is_size(link.expr)
    if size is None or len(size) < 2:
        return False
    first = Quantity(_first_factor(link.expr), {}, link.printed.how)
    return compare(first, before.printed, True).is_sound


def _is_other_norm(case: Case) -> bool:
    """Whether bars without an order hold for the norm that is spoken of: `the maximum norm ‖U‖ = 5`."""
    expr = case.before.expr
    if not isinstance(expr, Call) or expr.options:
        return False
    around = case.text[max(0, case.start - _NEAR) : case.end + _NEAR]
    others = (replace(expr, options=(("p", name(order)),)) for order, said in _NORMS if said.search(around))
    return any(map(case.fits, others))


def has_both_signs(text: str, span: Span) -> bool:
    """Whether a member is a sum and a difference at once: `2 ± 1`."""
    return _EITHER.search(text, span.start, span.end) is not None


def _is_turned_pair(text: str, before: Link, link: Link) -> bool:
    """Whether the two values of `2 ± 1` are stated the other way round: `1, 3`."""
    expr = link.expr
    if not isinstance(expr, Array) or len(expr.items) != 2 or not has_both_signs(text, before.member.span):
        return False
    turned = Quantity(replace(expr, items=expr.items[::-1]), link.printed.names, link.printed.how)
    return compare(turned, before.printed, link.member.is_approximate).is_sound


def _is_counted_from_nought(before: Link, link: Link) -> bool:
    """Whether the place of the largest or smallest is one less than we have it."""
    number, value = stated_number(link.expr), before.printed.value
    return number is not None and number.integer and isinstance(value, fmpq) and number.value == value - 1


def _is_size_of_set(case: Case) -> bool:
    """Whether it holds if the bars of a set say how many it holds: `|S| = 4`, `8 |S| = 32`."""
    if traits(case.before.expr).ops.isdisjoint(_BARS) or traits(case.before.expr).parts > MOST_NODES:
        return False
    given = (case.scope.bindings.get(key) for key in names_in(case.before.expr))
    is_set = any(one is not None and "\\{" in case.text[one.span.start : one.span.end] for one in given)
    counted = _counted(case.before.expr, case.before.printed, is_set)
    return counted is not case.before.expr and case.fits(counted)


def _counted(expr: Expr, printed: Quantity, is_set: bool) -> Expr:
    """A formula with the number of entries in the place of the bars of a list, or of a set of lists."""
    if isinstance(expr, Call) and expr.op in _BARS and len(expr.args) == 1:
        inside = Quantity(expr.args[0], printed.names, printed.how).value
        if isinstance(inside, Tensor) and (len(inside.shape) == 1 or is_set):
            return number(inside.shape[0])
    return mapped(expr, lambda part: _counted(part, printed, is_set))


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


def _stands_beside(case: Case) -> bool:
    """“with T = 4 σ(0.5) ≈ 0.622”, in prose: the number belongs to the name before it."""
    links, text = case.chain.links, case.text
    if len(links) != 2 or not isinstance(links[0].expr, Name):
        return False
    match case.before.expr:
        case Call(op="mul", args=(Number() as first, rest)) if not isinstance(rest, Number):
            apart = text[first.span.end : rest.span.start] == " "
            return apart and "\\" not in text[rest.span.start : rest.span.end] and case.fits(rest)
    return False


def _is_in_hundredths(before: Link, link: Link) -> bool:
    """`(5.00 + 5.45)/2 % = 5.23 %`: the sign of the first side is that of all of it."""
    shares = [node for node in walk(before.expr) if isinstance(node, Number) and node.text.endswith("%")]
    value, stated = before.printed.value, link.printed.value
    if len(shares) != 1 or not isinstance(value, fmpq) or not isinstance(stated, fmpq):
        return False
    unit = link.expr.unit if isinstance(link.expr, Number) else fmpq(0)
    return any(abs(value * scale - stated) <= unit for scale in (fmpq(1, 10**4), fmpq(1, 100)))


def _adds_hundredths(before: Link, link: Link) -> bool:
    """`62.9 + 23.1 + 14.0 = 100 %`: a sum or mean of shares, with the sign behind its value only."""
    expr, count = before.expr, fmpq(1)
    if isinstance(expr, Call) and expr.op == "div" and isinstance(divisor := expr.args[1], Number):
        expr, count = expr.args[0], divisor.value
    parts = [node for node in walk(expr) if not (isinstance(node, Call) and node.op in ("add", "sub"))]
    if not _is_weighted_mean(expr):
        if not isinstance(expr, Call) or not all(isinstance(node, Number) for node in parts):
            return False
        if count > len(parts):
            return False  # (40 + 30)/100 is a share itself
        if any(is_share(node) for node in parts) or not any(getattr(node, "value", 0) >= 1 for node in parts):
            return False
    whole = Quantity(call("div", before.expr, number(100)), before.printed.names, before.printed.how)
    return link.fits(whole)


def _is_weighted_mean(expr: Expr) -> bool:
    """`7.5 × 0.1 + 10 × 0.9`: of numbers from one on, by weights that add up to one."""
    if not isinstance(expr, Call) or expr.op != "add":
        return False
    weights = fmpq(0)
    for term in expr.args:
        factors = term.args if isinstance(term, Call) and term.op in ("mul", "times", "dot") else ()
        numbers = sorted(node.value for node in factors if isinstance(node, Number) and not is_share(node))
        if len(factors) != 2 or len(numbers) != 2 or numbers[0] >= 1 or numbers[1] < 1:
            return False
        weights += numbers[0]
    return weights == 1


def _is_along_diagonal(before: Link, link: Link) -> bool:
    """`A - l1` of a square matrix and an eigenvalue, which is A − λI as many write it."""
    expr, how = before.expr, before.printed.how
    if not isinstance(expr, Call) or expr.op not in ("add", "sub") or len(expr.args) != 2:
        return False
    if before.pattern is None and not isinstance(before.printed.value, Tensor):
        return False
    if any(isinstance(arg, Number) for arg in expr.args):
        return False
    matrix, value = (as_value(Quantity(arg, before.printed.names, how).value) for arg in expr.args)
    if not isinstance(matrix, Tensor) or len(set(matrix.shape)) != 1 or len(matrix.shape) != 2:
        return False
    if not isinstance(value, fmpq | arb):
        return False
    side, shift = matrix.shape[0], value if expr.op == "add" else -value
    items = tuple(entry + shift if at % (side + 1) == 0 else entry for at, entry in enumerate(matrix.items))
    meant = Quantity(name("A"), {"A": replace(matrix, items=items)}, how)
    return link.fits(meant)


def _is_at_nought(before: Link, link: Link) -> bool:
    """`sign(0) = +1` or `step(0) = 0`, as many set it for a perceptron; `ReLU'(0) = 1`."""
    expr, stated = before.expr, stated_number(link.expr)
    if not isinstance(expr, Call | Apply) or len(expr.args) != 1 or stated is None:
        return False
    either = _AT_NOUGHT.get(expr.op if isinstance(expr, Call) else expr.function.key, ())
    return isinstance(expr.args[0], Number) and expr.args[0].value == 0 and stated.value in either


def _is_times_hundred(before: Link, link: Link) -> bool:
    """`18/20 × 100 = 90 %`: the hundred turns a share into percent, and the sign says so again."""
    expr, factors = before.expr, [before.expr]
    while factors and not (isinstance(expr, Number) and expr.text == "100"):
        expr = factors.pop()
        if isinstance(expr, Call) and expr.op in ("mul", "times", "dot", "div"):
            factors += expr.args[:1] if expr.op == "div" else expr.args
    if not (isinstance(expr, Number) and expr.text == "100"):
        return False
    share = Quantity(call("div", before.expr, number(100)), before.printed.names, before.printed.how)
    return link.fits(share)


def _is_of_that_order(before: Link, link: Link) -> bool:
    """`≈ 10^{13}` says how many digits a number has."""
    value, stated, expr = before.printed.value, link.printed.value, link.expr
    if not isinstance(value, fmpq | arb) or not isinstance(stated, fmpq) or not isinstance(expr, Call):
        return False
    base = expr.args[0] if link.member.is_approximate else None
    if expr.op != "pow" or not isinstance(base, Number) or base.text != "10":
        return False
    return bool(stated < value * 4) and bool(value < stated * 4)


def _first_factor(expr: Expr) -> Expr:
    while isinstance(expr, Call):
        expr = expr.args[0]
    return expr


def is_share(expr: Expr) -> bool:
    """A percentage."""
    return isinstance(expr, Number) and expr.text.endswith("%")


def is_share_and_count(case: Case) -> bool:
    """Whether `12 = 8 %` says that 12 of them are so many, and not that a result is: 3/8 = 0.375 = 35 %."""
    before, stated = case.before.expr, case.link.expr
    if not isinstance(before, Number) or is_share(before) == is_share(stated):
        return False
    return case.chain.at_start or not (before.unit < 1 and 0 < before.value < 1)
