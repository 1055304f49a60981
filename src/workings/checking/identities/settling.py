"""Links with free names, settled by running both sides at exact points of the shapes that fit them.

A difference is a proof, and is shown as small as one is found; agreement says at how many points. The
points are seeded from the names of the link, so the same text always gives the same verdict.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import replace

from flint import fmpq

from workings.checking.chain import Chain
from workings.checking.chain import Link as ChainLink
from workings.checking.comparing.comparison import Comparison
from workings.checking.identities.certainty import (
    is_certain_of_numbers,
    is_certain_of_shapes,
    is_distributed,
    loses_index,
)
from workings.checking.identities.nearby import near_law
from workings.checking.identities.premises import by_premises
from workings.checking.identities.refuting import refuted
from workings.checking.identities.running import POINTS, Link
from workings.checking.identities.sampling import PLAIN
from workings.checking.identities.series import is_cut_off
from workings.checking.identities.sorting import Sorted
from workings.checking.identities.trials import trials
from workings.checking.readings import with_reaching_slashes
from workings.evaluating import How
from workings.expr import Call, Expr, Name, walk
from workings.finding import Verdict
from workings.kinds import Kind
from workings.regex import regex
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import has_decimals, is_plain, names_in, traits
from workings.value import key_of

MOST_NAMES = 24
UNBOUND = "sum/unbound-index"
_SHARE = regex(r"(?:p|hat\(p\)|π)_.{1,8}")  # of one of several classes
_SMALL = frozenset({"ε", "ϵ", "δ", "h"})  # whose squares may be left out
_DUAL = regex(
    r"(?:[εϵ]|\\(?:var)?epsilon)\s*(?:²|\^\{?2\}?)\s*=\s*0|\bdual numbers?\b|\bnilpotent"
    r"|\bhigher[- ]order terms|\bto first order|\bneglect",
    re.I,
)


def settle(left: Expr, right: Expr, chain: Chain, scope: Scope, how: How, text: str) -> Comparison | None:
    """RIGHT if both sides agree wherever both have a value, WRONG only where that is beyond doubt.

    What the page sets the powers and products of names equal to may be used in any link.
    """
    found = _whatever_they_are(left, right, chain, scope, how, text)
    if found is not None and found.verdict is Verdict.RIGHT:
        return found
    if found is not None and found.verdict is Verdict.WRONG:
        wider = with_reaching_slashes(left, text), with_reaching_slashes(right, text)
        found = found if wider == (left, right) else _whatever_they_are(*wider, chain, scope, how, text)
    if not scope.premises or (found is not None and found.verdict is Verdict.RIGHT):
        return found
    sides = by_premises(scope, left), by_premises(scope, right)
    if sides == (left, right):
        return found
    found = _whatever_they_are(*sides, chain, scope, how, text)
    return found if found is not None and found.verdict is Verdict.RIGHT else None


def _whatever_they_are(
    left: Expr, right: Expr, chain: Chain, scope: Scope, how: How, text: str
) -> Comparison | None:
    """The verdict with the values of names, but that it may hold whatever these are; stale ones never refute.

    So `W(x + b) = …` is a law after “at x = 2”.
    """
    found = _as_said(left, right, chain, scope, how, text)
    if found is None or found.verdict is not Verdict.WRONG or found.rule == UNBOUND:
        return found
    known = {key for key in names_in(left) | names_in(right) if as_value(scope.said.get(key)) is not None}
    if not known:
        return found
    freed = _as_said(left, right, chain, scope, how, text, known)
    if freed is not None and freed.verdict is Verdict.RIGHT:
        return freed
    return found if scope.is_trusted(left) and scope.is_trusted(right) else freed


def failure_for_all(chain: Chain, link: ChainLink, scope: Scope, text: str) -> Comparison | None:
    """What refutes a member that differs from the one before whatever the letters of both stand for.

    So tanh(x) = … = 2σ(x) − 1 is no truth about the x = 0 that was looked at before.
    """
    before = chain.known[-1]
    letters = names_in(before.expr) | names_in(link.expr)
    known = {key for key in letters if isinstance(scope.said.get(key), fmpq)}
    if before.derived or before is not chain.links[-1] or not known or is_plain(link.expr):
        return None
    found = _as_said(before.expr, link.expr, chain, scope, link.printed.how, text, known)
    return found if found is not None and found.verdict is Verdict.WRONG else None


def _as_said(
    left: Expr,
    right: Expr,
    chain: Chain,
    scope: Scope,
    how: How,
    text: str,
    freed: Set[str] = frozenset(),
) -> Comparison | None:
    """The verdict by what is said of the names; what was said in another section may only confirm."""
    fresh = {key: kind for key, kind in scope.declared.kinds.items() if kind.section == scope.section}
    if len(fresh) < len(scope.declared.kinds):
        found = _settled(left, right, chain, scope, how, text, scope.declared.kinds, freed)
        if found is not None and found.verdict is Verdict.RIGHT:
            return found
    return _settled(left, right, chain, scope, how, text, fresh, freed)


def _settled(
    left: Expr,
    right: Expr,
    chain: Chain,
    scope: Scope,
    how: How,
    text: str,
    kinds: Mapping[str, Kind],
    freed: Set[str],
) -> Comparison | None:
    """The verdict under what is said of the names."""
    link = Link(left, right, scope, how, kinds, freed=freed)
    if not link.free or len(link.free) > MOST_NAMES:
        return None
    letter = loses_index(left, right, text)
    if letter is not None:
        reason = f"{letter} is bound by the sum on the left and stands for nothing on the right"
        return Comparison(Verdict.WRONG, reason=reason, rule=UNBOUND)
    tried = trials(link)
    if tried.agreed == 0 and not tried.refuted and link.formulas:  # it may hold whatever these are
        tried = trials(Link(left, right, scope, how, kinds, opened=False, freed=freed))
        if not tried.hold:
            return None
    if tried.hold:
        count = max(tried.held, default=tried.agreed)
        return Comparison(Verdict.RIGHT, reason=f"both sides agree at {count} points")
    if not tried.refuted or (not _SMALL.isdisjoint(link.free) and _DUAL.search(text)):
        return None
    if "i" in link.free and (_is_squared(left, "i") or _is_squared(right, "i")):
        return None  # 3 i^2 = −3
    if is_cut_off(left, right) or is_cut_off(right, left):
        return None  # sin(x) = x − x³/6 + x⁵/120
    if _holds_of_shares(link, tried.refuted[0]):
        return Comparison(Verdict.RIGHT, reason="both sides agree for shares of a whole")
    if tried.agreed == 0 and is_certain_of_numbers(left, right, chain, scope):
        if has_decimals(right) and _meets_widened(link):
            return Comparison(Verdict.ROUNDING, reason="the sides differ by rounding only")
        return refuted(link, tried.refuted[0])
    if tried.agreed == 0 and is_distributed(left, right, chain, text):
        return refuted(link, tried.refuted[0])
    if tried.refute_shapes(link) and is_certain_of_shapes(
        left, right, chain, text, link.uses, link.kinds, link.free, dict(link.formulas)
    ):
        return refuted(link, tried.shaped[0])
    if (near := near_law(left, right, chain, scope, how, text, kinds, freed)) is not None:
        found = refuted(link, tried.refuted[0])
        return replace(found, reason=f"{near.words}; {found.reason}")
    return None


def _is_squared(expr: Expr, letter: str) -> bool:
    """Whether a power of the letter is in it, which is a number where it is the imaginary unit."""
    return any(
        isinstance(node, Call)
        and node.op == "pow"
        and isinstance(node.args[0], Name)
        and node.args[0].key == letter
        for node in walk(expr)
    )


def _holds_of_shares(link: Link, names: Sorted) -> bool:
    """`1 − p_0² − p_1² = 2 p_0 p_1`, which holds where the chances of the classes add up to one."""
    keys = sorted(link.uses.names)
    if keys != ["p", "q"] and not (len(keys) > 1 and all(map(_SHARE.fullmatch, keys))):
        return False
    for point in range(POINTS):
        parts = [fmpq(point + (nth + 1) ** 2) for nth in range(len(keys))]
        shares = {key: part / sum(parts, fmpq(0)) for key, part in zip(keys, parts, strict=True)}
        if link.agree({**link.sample(point, names), **shares}, names) is not True:
            return False
    return True


def _meets_widened(link: Link) -> bool:
    """Whether both sides meet at every point when each decimal may be off by half a unit."""
    numbers = (node.value for side in (link.left, link.right) for node in traits(side).decimals)
    decimals = frozenset(map(key_of, numbers))
    outside, link.how = link.how, link.how.widened(decimals)
    met = all(link.agree(link.sample(point, PLAIN), PLAIN) for point in range(POINTS))
    link.how = outside
    return met
