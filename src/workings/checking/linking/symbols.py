"""Links that are no plain equality of values: orders, updates, and formulas with names that have no value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeGuard

from flint import arb, fmpq

from workings.checking.chain import Chain, Link, why_no_value
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import SIMPLE, Comparison, undecided
from workings.checking.comparing.parts import terms
from workings.checking.linking.doubting.case import is_settled
from workings.checking.linking.products import is_factor, is_product
from workings.checking.linking.targets import less_target
from workings.checking.outcome import Outcome
from workings.checking.wording import Facts
from workings.evaluating import Function
from workings.expr import Apply, Call, Expr, Name, Number, Relation, alike, walk
from workings.finding import Verdict
from workings.ops import FUNCTIONS, OPERATIONS
from workings.regex import regex
from workings.resolving.neutral import identity
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import has_holes, is_plain
from workings.source import Page
from workings.value import Tensor, Truth, Undefined

if TYPE_CHECKING:
    from workings.checking.slips.change import Scene

_ASKED = regex(r"[^\n?]{0,24}\?")
_EPSILONS = frozenset({"ε", "ϵ", "epsilon", "eps"})  # that keep a divisor from nought
MOST_UNROLLED = 400  # links of one document that may be closed forms


class Symbols:
    """Judges such links of one document; `scene` gives what a slip may take its material from."""

    def __init__(
        self, page: Page, scope: Scope, speaks_of_slopes: bool, scene: Callable[[], Scene] | None
    ) -> None:
        self.page = page
        self.scope = scope
        self.speaks_of_slopes = speaks_of_slopes
        self.scene = scene
        self.unrolled = 0

    def order(self, outcome: Outcome, before: Link, link: Link) -> None:
        """An inequality: names may mean something else, so only plain numbers refute one."""
        if not (before.is_known and link.is_known):
            return
        relation = Relation(link.member.span, (before.expr, link.expr), (link.member.sign or "",))
        truth = Quantity(relation, self.scope.said, link.printed.how).precise
        holds = truth.holds if isinstance(truth, Truth) else None
        if holds is False and _ASKED.match(self.page.text, link.member.span.end):
            return  # 1 ≤ 0.6 ? no
        if holds or (holds is False and is_plain(before.expr) and is_plain(link.expr)):
            link.verdict = Verdict.RIGHT if holds else Verdict.WRONG
            outcome.say(Facts(before, link, SIMPLE[link.verdict], kind="order"))

    def is_slope(self, expr: Expr) -> bool:
        """`∂L/∂w`, or `f'(x)` of a function that is known."""
        if isinstance(expr, Name):
            return expr.key[:1] in "∂∇"
        key = expr.function.key if isinstance(expr, Apply) else ""
        plain = key.rstrip("'")
        return key != plain and (plain in FUNCTIONS or isinstance(self.scope.said.get(plain), Function))

    def update(self, outcome: Outcome, chain: Chain, link: Link) -> None:
        """`w ← …` with free names: held to the gradient of the loss, where the document has one."""
        if not self.speaks_of_slopes or not chain.at_start or link.is_known:
            return
        from workings.checking.linking.updating import settle_update

        settled = settle_update(chain, link, self.scope, link.printed.how, self.page)
        if settled is not None:
            link.verdict = settled.verdict
            outcome.say(Facts(chain.links[-1], link, settled, kind="symbolic"))

    def link(self, outcome: Outcome, chain: Chain, link: Link) -> None:
        """A link with names that have no value: settled at seeded points, or left undecided."""
        before = chain.links[-1]
        derived = self.speaks_of_slopes and self.is_slope(before.expr)
        if self.scope.formulas.patterns and self.is_unrolled(outcome, chain, link):
            return
        if (unit := self.as_identity(before, link)) is not None:
            link.verdict = unit.verdict
            outcome.say(Facts(before, link, unit))
            return
        if is_unreal(self.scope, chain, link):
            link.verdict = Verdict.WRONG
            outcome.say(Facts(before, link, SIMPLE[Verdict.WRONG]))
            return
        if has_holes(before.expr) or (link.is_named and not is_product(before, link)):
            return
        defines = chain.only_names and not is_factor(before.expr, link.expr)
        if defines and not (derived and not is_literal(link.expr)):
            return
        if (small := without_epsilon(self.scope, before, link)) is not None:
            link.verdict = small.verdict
            outcome.say(Facts(before, link, small, kind="symbolic"))
            return
        if (target := less_target(before, link)) is not None:
            link.verdict = target.verdict
            outcome.say(Facts(before, link, target))
            return
        given = any(kind.family for kind in self.scope.declared.kinds.values())
        if chain.at_start and not chain.known and is_literal(link.expr) and not given:
            outcome.say(Facts(before, link, undecided(why_no_value(before, link)), kind="symbolic"))
            return
        settled = self.settled(chain, link)
        if defines_operation(before.expr) and (settled is None or not settled.is_sound):
            settled = self.defined(before.expr, chain, link) or settled
        if settled is not None:
            link.verdict = settled.verdict
        elif (chain.known or not chain.at_start) and not link.is_named:
            settled = undecided(why_no_value(before, link))
        else:
            return
        outcome.say(Facts(before, link, settled, kind="symbolic"))

    def defined(self, operation: Call, chain: Chain, link: Link) -> Comparison | None:
        """An operation that is defined as it usually is; else it means here what the document says."""
        from workings.checking.identities.defining import as_usual

        found = as_usual(operation, link.expr, link.printed.how)
        if found is None and chain.at_start:
            self.scope.overridden.add(operation.op)
        return found

    def as_identity(self, before: Link, link: Link) -> Comparison | None:
        """`R^4 = I` where a product is the identity of its size."""
        value = before.printed.value
        if not isinstance(link.expr, Name) or link.expr.key != "I" or not isinstance(before.expr, Call):
            return None
        if not isinstance(value, Tensor) or len(value.shape) != 2 or value.shape[0] != value.shape[1]:
            return None
        unit = Quantity(link.expr, {"I": identity(value.shape[0])}, link.printed.how)
        found = compare(unit, before.printed, approximate=True)
        return found if found.is_sound else None  # else it may be a condition, or another I

    def returns(self, outcome: Outcome, chain: Chain, link: Link) -> bool:
        """Whether a member is what its head is, a derivative without value, though the one before is not."""
        head, before = chain.links[0], chain.links[-1]
        if before.verdict is not Verdict.WRONG or head.is_known or is_literal(link.expr):
            return False
        if not (self.speaks_of_slopes and self.is_slope(head.expr)):
            return False
        settled = self.settled(Chain([head]), link)
        if settled is None or settled.verdict is not Verdict.RIGHT:
            return False
        link.verdict = Verdict.RIGHT
        outcome.say(Facts(head, link, settled, kind="symbolic"))
        return True

    def settled(self, chain: Chain, link: Link) -> Comparison | None:
        """What comes of both sides at made-up points, with derivatives by rule where there are any."""
        before, how = chain.links[-1], link.printed.how
        if self.speaks_of_slopes:
            from workings.checking.linking.pointwise import settle_derivatives
            from workings.resolving.slopes import speaks_of_derivatives

            if speaks_of_derivatives(before.expr) or speaks_of_derivatives(link.expr):
                return settle_derivatives(before.expr, link.expr, chain, self.scope, how, self.page)
        from workings.checking.identities.settling import settle  # only links with free names wait for it

        found = settle(before.expr, link.expr, chain, self.scope, how, self.page.text)
        wrong = found is not None and found.verdict is Verdict.WRONG
        return None if wrong and link.member.is_approximate and leaves_out(before.expr, link.expr) else found

    def is_unrolled(self, outcome: Outcome, chain: Chain, link: Link) -> bool:
        """Whether a link is a closed form or a step written out of a recurrence; it is judged as such."""
        self.unrolled += 1
        if self.unrolled > MOST_UNROLLED:
            return False
        from workings.checking.linking.stepping import judge_unrolled  # only recurrences wait for it

        scene = self.scene() if self.scene is not None else None
        return judge_unrolled(self.scope, outcome, chain, link, scene)


def is_unreal(scope: Scope, chain: Chain, link: Link) -> bool:
    """`√(0.6/0.2) = √(-3)`: a number is set equal to the root or logarithm of a negative one."""
    before, result = chain.links[-1], link.printed.value
    if not isinstance(before.printed.value, fmpq | arb) or not isinstance(result, Undefined):
        return False
    return "of a negative number" in result.reason and is_settled(scope, link.expr)


def without_epsilon(scope: Scope, before: Link, link: Link) -> Comparison | None:
    """`1.5 / √(2 + ε) ≈ 1.06`, which holds but for an ε that the page gives no value; None if it does not."""
    free = {node.key for node in walk(before.source) if isinstance(node, Name)} - scope.said.keys()
    if len(free) != 1 or not free <= _EPSILONS or not link.is_known:
        return None
    divisors = (n.args[1] for n in walk(before.source) if isinstance(n, Call) and n.op == "div")
    if not any(isinstance(node, Name) and node.key in free for part in divisors for node in walk(part)):
        return None  # ε² = 0 of a dual number is another matter
    nearly = Quantity(before.source, {**scope.said, **dict.fromkeys(free, fmpq(0))}, before.printed.how)
    found = compare(link.printed, nearly, approximate=True)
    return found if found.is_sound else None


def leaves_out(whole: Expr, part: Expr) -> bool:
    """Whether a sum is the one before it without some of its terms, as with ≈ it may be: `2dk + k ≈ 2dk`."""
    rest, kept = terms(whole), terms(part)
    return len(kept) < len(rest) and all(
        any(sign == own and alike(one, other) for own, other in rest) for sign, one in kept
    )


def is_of_nought(expr: Expr) -> TypeGuard[Call]:
    """`sign(0)`, for which every document has its own value."""
    match expr:
        case Call(op="sign" | "step", args=(Number(value=value),)):
            return bool(value == 0)
        case _:
            return False


def defines_operation(expr: Expr) -> TypeGuard[Call]:
    """`σ(x)` on the left: an operation of bare names, which the right side explains."""
    return isinstance(expr, Call) and expr.op in OPERATIONS and all(isinstance(a, Name) for a in expr.args)
