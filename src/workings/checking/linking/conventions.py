"""Other ways to write down what a link says, under which it holds: sizes, blocks, percent, brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.digits import stated_number
from workings.checking.linking.products import is_cross_product, is_entrywise
from workings.checking.linking.unsaid import fits_usual
from workings.checking.linking.worded import held_otherwise, is_power_of_ten, is_whole_part
from workings.checking.readings import is_size, other_brackets, shapes_fit, wider_logs
from workings.evaluating.nodes import below_each_other, side_by_side
from workings.expr import Alt, Apply, Array, Call, Expr, Name, Number, call, mapped, name, number, walk
from workings.finding import Verdict
from workings.parsing.lexicon import BYTES, SCALES
from workings.parsing.numerals import numeral, scaled
from workings.regex import may_be_in, regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import traits
from workings.source import Span
from workings.value import Tensor

_OF_SIZES = ("mul", "times")
_COUNTING = ("argmax", "argmin", "bars", "abs")
_AT_NOUGHT = {"sign": (fmpq(1), fmpq(-1)), "step": (fmpq(0), fmpq(1, 2))}  # where conventions differ
_OPEN = "a step that is open at nought"
_DEGREES = regex(r"°|\\circ\b|\bdegrees?\b")
_EITHER = regex(r"±|∓|\\(?:pm|mp)(?![a-zA-Z])")
_SCALED = regex(r"\d (\w+)$")
_COMMA = regex(r"\d{1,3}(?:,|\{,\})\d{3}")
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


def fits_otherwise(scope: Scope, text: str, chain: Chain, link: Link) -> str | None:
    """The convention under which the link holds: sizes, or a slash or logarithm that reaches further."""
    before = chain.known[-1]
    op = before.expr.op if isinstance(before.expr, Call) else ""  # most conventions are of one or two
    is_number = isinstance(link.expr, Number)
    if op in _OF_SIZES and shapes_fit(before.expr, link.expr):
        return "shapes"
    if (setting := fits_usual(scope, before, link)) is not None:
        return setting
    if op in _COUNTING and (counted := _counts_otherwise(before, link)) is not None:
        return counted
    if op == "norm" and _is_other_norm(scope, text, before, link):
        return "the norm that the text names"
    if is_cross_product(before, link):
        return "cross product"
    if is_entrywise(scope, text, before, link):
        return "entry by entry"
    if (meant := held_otherwise(scope, text, chain, link)) is not None:
        return meant
    if not is_number and _is_turned_pair(text, before, link):
        return "the other sign first"
    if not is_number and _begins_with_size(before, link):
        return "sizes"
    if (not is_number and _is_joined(before, link)) or _stands_beside(scope, text, chain, link):
        return "side by side"
    if (not op or op in _AT_NOUGHT) and _is_sign_of_nought(before, link):
        return "the sign of nought" if op == "sign" else _OPEN
    if op in ("add", "sub") and _is_along_diagonal(before, link):
        return "a number times the identity"
    if may_be_in(_DEGREES, text) and (
        _is_in_degrees(scope, before, link)
        or _is_turned(text, before, link)
        or _is_turned(text, link, before)
    ):
        return "degrees"
    if (
        is_number
        and is_share(link.expr)
        and (
            _is_in_hundredths(before, link)
            or _adds_hundredths(before, link)
            or _is_times_hundred(before, link)
        )
    ):
        return "percent of all"
    if (units := _fits_in_units(before, link)) is not None:
        return units
    if is_number and _fits_with_comma(before, link):
        return "decimal comma"
    if not is_number and is_power_of_ten(before, link):
        return "e for a power of ten"
    if not is_number and link.member.sign in ("≈", "~") and _is_of_that_order(before, link):
        return "order of magnitude"
    for expr in (*other_brackets(before.expr, text), *wider_logs(before.expr, text)):
        quantity = Quantity(expr, scope.said, before.printed.how, scope.wide)
        if compare(link.printed, quantity, link.member.sign in ("≈", "~")).is_sound:
            return "other brackets"
    for expr in other_brackets(link.expr, text):
        if compare(Quantity(expr, scope.said, link.printed.how, scope.wide), before.printed, False).is_sound:
            return "other brackets"
    if "[" in text and is_size(link.expr) is None and is_whole_part(text, before, link):
        return "square brackets for the whole part"
    return None


def _begins_with_size(before: Link, link: Link) -> bool:
    """`6 = 6 × 6 × 16`: the first of several sizes is what was worked out."""
    size = is_size(link.expr)
    if size is None or len(size) < 2:
        return False
    first = Quantity(_first_factor(link.expr), {}, link.printed.how)
    return compare(first, before.printed, True).is_sound


def _is_other_norm(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether bars without an order hold for the norm that is spoken of: `the maximum norm ‖U‖ = 5`."""
    expr = before.expr
    if not isinstance(expr, Call) or expr.op != "norm" or expr.options:
        return False
    start = before.member.span.start
    around = text[max(0, start - _NEAR) : link.member.span.end + _NEAR]
    for order, said in _NORMS:
        if said.search(around):
            other = replace(expr, options=(("p", name(order)),))
            quantity = Quantity(other, scope.said, before.printed.how, scope.wide)
            if compare(link.printed, quantity, link.member.sign in ("≈", "~")).is_sound:
                return True
    return False


def has_both_signs(text: str, span: Span) -> bool:
    """Whether a member is a sum and a difference at once: `2 ± 1`."""
    return _EITHER.search(text, span.start, span.end) is not None


def _is_turned_pair(text: str, before: Link, link: Link) -> bool:
    """Whether the two values of `2 ± 1` are stated the other way round: `1, 3`."""
    expr = link.expr
    if not isinstance(expr, Array) or len(expr.items) != 2 or not has_both_signs(text, before.member.span):
        return False
    turned = Quantity(replace(expr, items=expr.items[::-1]), link.printed.names, link.printed.how)
    return compare(turned, before.printed, link.member.sign in ("≈", "~")).is_sound


def _counts_otherwise(before: Link, link: Link) -> str | None:
    """Positions counted from nought, and the bars of a set, which say how many it holds."""
    number, expr = stated_number(link.expr), before.expr
    if number is None or not number.integer or not isinstance(expr, Call):
        return None
    value = before.printed.value
    if expr.op in ("argmax", "argmin") and isinstance(value, fmpq) and number.value == value - 1:
        return "counted from 0"
    if expr.op in ("bars", "abs") and len(expr.args) == 1:
        inside = Quantity(expr.args[0], before.printed.names, before.printed.how).value
        if isinstance(inside, Tensor) and len(inside.shape) == 1 and number.value == len(inside.items):
            return "the size of a set"
    return None


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


def _stands_beside(scope: Scope, text: str, chain: Chain, link: Link) -> bool:
    """“with T = 4 σ(0.5) ≈ 0.622”, in prose: the number belongs to the name before it."""
    before = chain.known[-1]
    if len(chain.links) != 2 or not isinstance(chain.links[0].expr, Name):
        return False
    match before.expr:
        case Call(op="mul", args=(Number() as first, rest)) if not isinstance(rest, Number):
            apart = text[first.span.end : rest.span.start] == " "
            if not apart or "\\" in text[rest.span.start : rest.span.end]:
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


def _adds_hundredths(before: Link, link: Link) -> bool:
    """`62.9 + 23.1 + 14.0 = 100 %`: a sum or mean of shares, with the sign behind its value only."""
    expr = before.expr
    if isinstance(expr, Call) and expr.op == "div" and isinstance(expr.args[1], Number):
        expr = expr.args[0]
    parts = [node for node in walk(expr) if not (isinstance(node, Call) and node.op in ("add", "sub"))]
    if not _is_weighted_mean(expr):
        if not isinstance(expr, Call) or not all(isinstance(node, Number) for node in parts):
            return False
        if any(is_share(node) for node in parts) or not any(getattr(node, "value", 0) >= 1 for node in parts):
            return False
    whole = Quantity(call("div", before.expr, number(100)), before.printed.names, before.printed.how)
    return compare(link.printed, whole, link.member.sign in ("≈", "~")).is_sound


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
    return compare(link.printed, meant, link.member.sign in ("≈", "~")).is_sound


def _is_in_degrees(scope: Scope, before: Link, link: Link) -> bool:
    """`R q` with an R of sines and cosines, whose angle was given as 30°; `atan(9/-1)`, which is 96°."""
    sources, how = [before.source], replace(before.printed.how, degrees=True)
    if isinstance(before.expr, Call) and before.expr.op == "atan" and "neg" in traits(before.expr).ops:
        sources += [call(op, before.source, number(fmpq(180))) for op in ("add", "sub")]
    names = [one for source in sources for one in scope.quantities(source, how)]
    return any(compare(link.printed, one, link.member.sign in ("≈", "~")).is_sound for one in names)


def _is_turned(text: str, degrees: Link, radians: Link) -> bool:
    """`90° = π/2`, an angle in either unit."""
    start, end = degrees.member.span
    if not isinstance(degrees.printed.value, fmpq) or _DEGREES.search(text, start, end + 10) is None:
        return False
    half = call("div", call("mul", degrees.expr, name("π")), number(fmpq(180)))
    return compare(radians.printed, Quantity(half, {}, degrees.printed.how), True).is_sound


def _is_sign_of_nought(before: Link, link: Link) -> bool:
    """`sign(0) = +1` or `step(0) = 0`, as many set it for a perceptron."""
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
    return compare(link.printed, share, link.member.sign in ("≈", "~")).is_sound


def _fits_in_units(before: Link, link: Link) -> str | None:
    """`16GB + 8GB = 24GB` in units of 1024, or with each number as it stands, or bytes in mixed units."""
    close = link.member.sign in ("≈", "~")
    ways = ((True, "units of 1024"), (False, "counted in one unit")) if traits(before.expr).scaled else ()
    for binary, said in ways:
        expr = _in_units(before.expr, binary)
        if expr is not before.expr:
            quantity = Quantity(expr, before.printed.names, before.printed.how)
            if compare(link.printed, quantity, close).verdict is Verdict.RIGHT:
                return said
    stated = link.expr.options[0] if isinstance(link.expr, Alt) else link.expr
    if not isinstance(stated, Number) or (found := _SCALED.search(stated.text)) is None:
        return None
    power = BYTES.get(found[1], 0)
    for step in range(1, power):  # 2560 KB of 1024 bytes are said to be 2.56 MB
        factor = fmpq(2 ** (10 * step) * 10 ** (3 * (power - step)), SCALES[found[1]][0])
        mixed = Quantity(scaled(stated, factor, stated.text, stated.span), {}, link.printed.how)
        if compare(mixed, before.printed, close).verdict is Verdict.RIGHT:
            return "units of 1000 and of 1024"
    return None


def is_of_rounded_count(before: Link, link: Link) -> bool:
    """Whether the `7B` of `7B × 2 bytes ≈ 13.5 GB` may be 6.74 billion: a name more than a number."""
    stated = link.printed.value
    if not isinstance(stated, fmpq) or not traits(before.expr).scaled:
        return False
    ends: list[fmpq] = []
    for half in (fmpq(-1, 2), fmpq(1, 2)):
        expr = _shifted(before.expr, half)
        value = Quantity(expr, before.printed.names, before.printed.how).value
        if expr is before.expr or not isinstance(value, fmpq):
            return False
        ends.append(value)
    return min(ends) <= stated <= max(ends)


def _shifted(expr: Expr, half: fmpq) -> Expr:
    """A formula whose counts in thousands, millions … are half of a unit larger or smaller."""
    if not isinstance(expr, Number):
        return mapped(expr, lambda part: _shifted(part, half))
    found = _SCALED.search(expr.text)
    if found is None or len(found[1]) > 1 or found[1] not in SCALES:
        return expr
    return replace(expr, value=expr.value + half * expr.unit)


def _in_units(expr: Expr, binary: bool) -> Expr:
    """A formula whose scaled numbers count by 1024, or are taken without their scale."""
    if not isinstance(expr, Number):
        return mapped(expr, lambda part: _in_units(part, binary))
    found = _SCALED.search(expr.text)
    if found is None or found[1] not in SCALES:
        return expr
    factors = SCALES[found[1]]
    used = factors[1] if found[1] in BYTES else factors[0]
    wanted = factors[0] if binary and found[1] in BYTES else 1
    return expr if binary and wanted == 1 else scaled(expr, fmpq(wanted, used), expr.text, expr.span)


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


def is_share(expr: Expr) -> bool:
    """A percentage."""
    return isinstance(expr, Number) and expr.text.endswith("%")
