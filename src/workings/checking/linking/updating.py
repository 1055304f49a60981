"""Steps of gradient descent: `w ← w − η ∂L/∂w`, `w_new = 0.5 − 0.1·(−6.4)`, held to the gradient of the loss.

There are other optimisers, so that a step is called wrong only where a well-known slip leads just to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.comparison import Comparison
from workings.checking.linking.gradients import loss_of
from workings.checking.linking.pointwise import settle_derivatives
from workings.document import Member
from workings.evaluating import How
from workings.expr import Apply, Call, Expr, Name, Number, call, name, walk
from workings.finding import Verdict
from workings.regex import regex
from workings.resolving.derivatives import UnknownDerivativeError
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.slopes import Slopes, parts_of
from workings.resolving.steps import step_key, step_of
from workings.resolving.traits import has_holes
from workings.source import Page

RATES = ("η", "lr", "α", "eta", "alpha", "learning rate", "ε", "γ", "μ")
_NEW = regex(r"(?:new |updated )?(.+?)(?:_new|_\{new\}|\^new|\^\{new\}|\^\+|\^\*|'|_\{updated\}|_updated)?")
_SCRIPT = regex(r"[_^]")
_OTHERWISE = regex(
    r"ascent|maximi|momentum|\badam|rmsprop|adagrad|decay|regulari|nesterov|log-?likelihood|reward",
    re.IGNORECASE,
)


def updated(scope: Scope, link: Link, how: How, rest: Sequence[Member], page: Page) -> Link:
    """A parameter behind a step, with the value that the step has to give it."""
    if not isinstance(link.expr, Name) or not rest or has_holes(rest[0].expr):
        return link
    key = _before(scope, link.expr, rest[0])
    if key is None:
        return link
    stated = next((q for m in rest[:2] if (q := Quantity(m.expr, scope.said, how)).is_known), None)
    slope = _slope(scope, key, how)
    rate = _rate(scope, rest[0].expr)
    if stated is None or slope is None or rate is None:
        return link
    right = call("sub", name(key), call("mul", rate, slope))
    reference = Quantity(right, scope.said, how, scope.wide, scope.results)
    if not reference.is_known:
        return link
    slip = None
    if not compare(stated, reference, approximate=True).is_sound:
        slip = _slip(scope, stated, key, rate, slope, how)
        if slip is None or _OTHERWISE.search(page.text):
            return link
    quantities = scope.quantities(right, how)
    known = Link(link.member, link.expr, *quantities, pattern=right, certain=True, suspect=slip)
    return known if known.is_known else link


def _before(scope: Scope, head: Name, first: Member) -> str | None:
    """The name that a parameter had before the step; itself, where an arrow or its own name says so."""
    found = _NEW.fullmatch(head.key)
    if found is not None and found[1] != head.key and found[1] in scope.said:
        return found[1]
    step = step_of(head)
    earlier = step_key(step.sequence, step.at - 1) if step is not None and step.at else None
    of_its_own = any(key.endswith(f"/∂{head.key}") for key in scope.said)  # w_2 is no step behind w_1
    if earlier is not None and earlier in scope.said and head.key not in scope.said and not of_its_own:
        return earlier if _parameter(scope, earlier) is not None else None
    own = first.sign == "←" or any(isinstance(n, Name) and n.key == head.key for n in walk(first.expr))
    return head.key if own and head.key in scope.said else None


def _parameter(scope: Scope, key: str) -> str | None:
    """What a derivative is taken by, for a parameter with the number of its step: w for w^(0)."""
    for name_of in (key, _SCRIPT.split(key)[0]):
        if any(k.endswith(f"/∂{name_of}") for k in scope.said):
            return name_of
    return key if loss_of(scope) is not None else None


def _slope(scope: Scope, key: str, how: How) -> Expr | None:
    """The derivative by the parameter: as stated last, or by the formula of the loss."""
    wanted = _parameter(scope, key) or key
    spelt = (f"d{wanted}", f"grad_{wanted}")
    stated = [k for k in scope.bindings if k in scope.said and (k.endswith(f"/∂{wanted}") or k in spelt)]
    if stated:
        return name(max(stated, key=lambda k: scope.bindings[k].span.start))
    loss = loss_of(scope)
    if loss is None:
        return None
    try:
        return Slopes(scope, scope.said, how).expand(name(f"∂{loss}/∂{wanted}"))
    except UnknownDerivativeError:
        return None


def _rate(scope: Scope, stated: Expr) -> Expr | None:
    """The learning rate: by its name, or the number that stands before the gradient."""
    known = next((key for key in RATES if key in scope.said), None)
    if known is not None:
        return name(known)
    match stated:
        case Call(op="sub" | "add", args=(_, Call(op="mul" | "times", args=(Number() as rate, _)))):
            return rate
    return None


def _slip(scope: Scope, stated: Quantity, key: str, rate: Expr, slope: Expr, how: How) -> str | None:
    """The well-known slip that leads just to what is stated: uphill, or without the learning rate."""
    for slip, expr in (
        ("update/ascent", call("add", name(key), call("mul", rate, slope))),
        ("update/no-rate", call("sub", name(key), slope)),
    ):
        quantity = Quantity(expr, scope.said, how)
        if quantity.is_known and compare(stated, quantity, approximate=False).verdict is Verdict.RIGHT:
            return slip
    return None


def settle_update(chain: Chain, link: Link, scope: Scope, how: How, page: Page) -> Comparison | None:
    """`w ← w − η(…)` with free names, against the gradient of the loss at made-up points."""
    head, loss = chain.links[0].expr, loss_of(scope)
    if not isinstance(head, Name) or loss is None or _OTHERWISE.search(page.text) or has_holes(link.expr):
        return None
    rates = [key for key in _letters(link.expr) if key in RATES]
    if len(rates) != 1:
        return None
    key = f"∂{loss}/∂{head.key}"
    wanted = call("sub", head, call("mul", name(rates[0]), name(key)))
    return settle_derivatives(wanted, link.expr, chain, scope, how, page, of=key, extra=frozenset(rates))


def _letters(expr: Expr) -> Iterator[str]:
    found: dict[str, None] = {}
    for node in walk(expr):
        if isinstance(node, Name | Apply):
            found[node.key if isinstance(node, Name) else node.function.key] = None
    return iter(key for key in found if parts_of(key) is None)
