"""Links with free names, settled by running both sides at exact points of the shapes that fit them.

A difference is a proof, and is shown as small as one is found; agreement says at how many points. The
points are seeded from the names of the link, so the same text always gives the same verdict.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from flint import fmpq

from workings.checking.chain import Chain
from workings.checking.comparing.comparison import Comparison
from workings.checking.identities.certainty import (
    explains,
    is_certain_of_numbers,
    is_certain_of_shapes,
    is_distributed,
    loses_index,
)
from workings.checking.identities.refuting import refuted
from workings.checking.identities.running import POINTS, Link
from workings.checking.identities.sampling import PLAIN
from workings.checking.identities.shaping import MisfitError
from workings.checking.identities.sorting import Sorted, functions_among, square, ways
from workings.evaluating import How
from workings.expr import Call, Expr, Name, walk
from workings.finding import Verdict
from workings.kinds import Kind
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import has_decimals, traits
from workings.value import key_of

SIGNED = 3  # further points at which letters such as x may be negative
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

    What was said of names in another section may confirm, but never refutes.
    """
    fresh = {key: kind for key, kind in scope.kinds.items() if kind.section == scope.section}
    if len(fresh) < len(scope.kinds):
        found = _settled(left, right, chain, scope, how, text, scope.kinds)
        if found is not None and found.verdict is Verdict.RIGHT:
            return found
    return _settled(left, right, chain, scope, how, text, fresh)


def _settled(
    left: Expr, right: Expr, chain: Chain, scope: Scope, how: How, text: str, kinds: Mapping[str, Kind]
) -> Comparison | None:
    """The verdict under what is said of the names."""
    link = Link(left, right, scope, how, kinds)
    if not link.free or len(link.free) > MOST_NAMES:
        return None
    letter = loses_index(left, right, text)
    if letter is not None:
        reason = f"{letter} is bound by the sum on the left and stands for nothing on the right"
        return Comparison(Verdict.WRONG, reason=reason, rule=UNBOUND)
    trials = _trials(link)
    if trials.agreed == 0 and not trials.refuted and link.formulas:
        trials = _trials(Link(left, right, scope, how, kinds, opened=False))  # it may hold whatever these are
        if not trials.hold:
            return None
    if trials.hold:
        count = max(trials.held, default=trials.agreed)
        return Comparison(Verdict.RIGHT, reason=f"both sides agree at {count} points")
    if not trials.refuted or (not _SMALL.isdisjoint(link.free) and _DUAL.search(text)):
        return None
    if "i" in link.free and (_is_squared(left, "i") or _is_squared(right, "i")):
        return None  # 3 i^2 = −3
    if _holds_of_shares(link, trials.refuted[0]):
        return Comparison(Verdict.RIGHT, reason="both sides agree for shares of a whole")
    if trials.agreed == 0 and is_certain_of_numbers(left, right, chain, scope):
        if has_decimals(right) and _meets_widened(link):
            return Comparison(Verdict.ROUNDING, reason="the sides differ by rounding only")
        return refuted(link, trials.refuted[0])
    if trials.agreed == 0 and is_distributed(left, right, chain, text):
        return refuted(link, trials.refuted[0])
    if trials.refute_shapes(link) and is_certain_of_shapes(
        left, right, chain, text, link.uses, link.kinds, link.free, dict(link.formulas)
    ):
        return refuted(link, trials.shaped[0])
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


@record(frozen=True, slots=True)
class _Trial:
    """One way to take the free names: how many points agreed before the first that did not, and that one."""

    names: Sorted
    agreed: int
    differs_at: int | None


@record(frozen=True, slots=True)
class _Trials:
    """All ways that were tried, as plain numbers and in the shapes that fit."""

    of_numbers: list[_Trial]
    of_shapes: list[_Trial]

    @property
    def agreed(self) -> int:
        return sum(trial.agreed for trial in (*self.of_numbers, *self.of_shapes))

    @property
    def shaped(self) -> list[Sorted]:
        return [trial.names for trial in self.of_shapes]

    @property
    def refuted(self) -> list[Sorted]:
        """The ways in which the sides differ somewhere."""
        both = (*self.of_numbers, *self.of_shapes)
        return [trial.names for trial in both if trial.differs_at is not None]

    @property
    def held(self) -> list[int]:
        """At how many points the link holds, for each shape in which it does."""
        return [trial.agreed for trial in self.of_shapes if trial.differs_at is None]

    @property
    def hold(self) -> bool:
        """Whether the link holds in some shape, or in every way that was tried."""
        return max(self.held, default=0) >= POINTS - 1 or (not self.refuted and self.agreed >= POINTS - 1)

    def refute_shapes(self, link: Link) -> bool:
        """Whether the sides differ in all shapes, which are sure, while no plain numbers excuse them."""
        if not self.of_shapes or not self.of_shapes[0].names.sure or self.held:
            return False
        for_numbers = any(t.differs_at is None and t.agreed >= POINTS - 1 for t in self.of_numbers)
        if for_numbers and not any(key[:1].isupper() for key in link.free):
            return False
        return explains(link.left, link.right) or not any(trial.agreed for trial in self.of_shapes)


def _trials(link: Link) -> _Trials:
    """Try the names as numbers and in the shapes that fit; where all differ, with all sizes alike too."""
    shaped = _shaped(link)
    tensors = bool(link.kinds) or bool(link.uses.entries)
    plain = [] if tensors and shaped else [replace(PLAIN, functions=functions_among(link.uses))]
    of_numbers, of_shapes = ([_tried(link, names) for names in each] for each in (plain, shaped))
    if all(trial.differs_at is not None for trial in of_shapes):
        alike = [names.small for names in shaped if names.small is not None]
        of_shapes += [_tried(link, names) for names in alike]
    return _Trials(of_numbers, of_shapes)


def _shaped(link: Link) -> list[Sorted]:
    """The way in which the shapes of both sides fit; none where they do not, or where all are numbers."""
    try:
        return list(ways(link.left, link.right, link.free, link.formulas, link.names, link.kinds, link.uses))
    except MisfitError:
        return [] if link.kinds else [square(link.free)]  # may hold for matrices of one size at least


def _tried(link: Link, names: Sorted) -> _Trial:
    """Run both sides at point after point until they differ."""
    agreed = 0
    for point in range(POINTS + (SIGNED if names.shapes == {} else 0)):
        verdict = link.agree(link.sample(point, names), names)
        if verdict is False:
            return _Trial(names, agreed, point)
        agreed += verdict is True
    return _Trial(names, agreed, None)


def _meets_widened(link: Link) -> bool:
    """Whether both sides meet at every point when each decimal may be off by half a unit."""
    numbers = (node.value for side in (link.left, link.right) for node in traits(side).decimals)
    decimals = frozenset(map(key_of, numbers))
    outside, link.how = link.how, link.how.widened(decimals)
    met = all(link.agree(link.sample(point, PLAIN), PLAIN) for point in range(POINTS))
    link.how = outside
    return met
