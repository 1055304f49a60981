"""Arguments of max and min that are stated wrongly, though another one is the largest or smallest."""

from __future__ import annotations

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.comparison import Comparison
from workings.expr import Call, Expr, walk
from workings.finding import Verdict
from workings.resolving.quantity import Quantity
from workings.resolving.traits import is_plain

LEAST = 2  # arguments


def argument_misstated(before: Link, link: Link) -> Comparison | None:
    """`max(0.042, 0.096) · 0.4 = max(0.002, 0.096) · 0.4`: one argument is none of those before it."""
    pairs = [*zip(_extremes(before.expr), _extremes(link.expr), strict=False)]
    if len(pairs) != len(_extremes(link.expr)) or not all(_are_alike(*pair) for pair in pairs):
        return None
    found = [(first, second, _strangers(first, second, before, link)) for first, second in pairs]
    scaled = not any(_is_telling(first, second, before, link) for first, second in pairs)
    odd = [strangers for _, _, strangers in found if strangers]
    if scaled or len(odd) != 1 or len(odd[0]) != 1:
        return None
    return Comparison(Verdict.WRONG, reason="one argument is none of those before", rule="copy/differs")


def _extremes(expr: Expr) -> list[Call]:
    """The calls of max and min with several arguments, in reading order."""
    calls = (node for node in walk(expr) if isinstance(node, Call) and node.op in ("max", "min"))
    return [call for call in calls if len(call.args) >= LEAST and not call.options]


def _are_alike(first: Call, second: Call) -> bool:
    plain = all(is_plain(arg) for arg in (*first.args, *second.args))
    return plain and first.op == second.op and len(first.args) == len(second.args)


def _strangers(first: Call, second: Call, before: Link, link: Link) -> list[Expr]:
    """The arguments of the second call that stand for none of the first, each of which is taken once."""
    left = [Quantity(arg, {}, before.printed.how) for arg in first.args]
    found: list[Expr] = []
    for arg in second.args:
        stated = Quantity(arg, {}, link.printed.how)
        same = next((one for one in left if compare(stated, one, approximate=True).is_sound), None)
        if same is None:
            found.append(arg)
        else:
            left.remove(same)
    return found


def _is_telling(first: Call, second: Call, before: Link, link: Link) -> bool:
    """Whether two calls come to the same, and no factor can have been drawn in or out: it is not nought."""
    whole = first is before.expr and second is link.expr
    value, stated = Quantity(first, {}, before.printed.how), Quantity(second, {}, link.printed.how)
    return compare(stated, value, approximate=True).is_sound and (whole or bool(value.value != 0))
