"""Other ways to write down what a link says, under which it holds: sizes, blocks, percent, brackets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.digits import stated_number
from workings.checking.readings import is_size, other_brackets, shapes_fit, wider_logs
from workings.evaluating.nodes import below_each_other, side_by_side
from workings.expr import Array, Call, Expr, Name, Number, walk
from workings.parsing.numerals import numeral
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope, as_value
from workings.source import Span
from workings.value import Tensor

_EITHER = regex(r"±|∓|\\(?:pm|mp)(?![a-zA-Z])")
_COMMA = regex(r"\d{1,3}(?:,|\{,\})\d{3}")


def fits_otherwise(scope: Scope, text: str, chain: Chain, link: Link) -> str | None:
    """The convention under which the link holds: sizes, or a slash or logarithm that reaches further."""
    before = chain.known[-1]
    if shapes_fit(before.expr, link.expr):
        return "shapes"
    if (counted := _counts_otherwise(before, link)) is not None:
        return counted
    if _is_turned_pair(text, before, link):
        return "the other sign first"
    size = is_size(link.expr)
    if size is not None and len(size) > 1:
        first = Quantity(_first_factor(link.expr), {}, link.printed.how)
        if compare(first, before.printed, True).is_sound:
            return "sizes"
    if _is_joined(before, link) or _stands_beside(scope, text, chain, link):
        return "side by side"
    if is_share(link.expr) and _is_in_hundredths(before, link):
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
    if expr.op in ("bars", "abs", "norm") and len(expr.args) == 1:
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
