"""Which one change makes a wrong closed form right: a sign, a term, a factor, a bound."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from workings.checking.linking.unrolling import Mender
from workings.checking.slips.change import Change, Scene
from workings.checking.slips.operands import off_by_one
from workings.checking.slips.structure import left_out, signs
from workings.evaluating import How
from workings.expr import Expr
from workings.resolving.scope import Scope

MOST_TRIES = 60
MOST_FITS = 1


def mended(left: Expr, right: Expr, scope: Scope, how: How, scene: Scene) -> tuple[tuple[str, str], ...]:
    """The slip by name and in words, if one change is enough."""
    mender = Mender(left, right, scope, how, scene.text)
    found: dict[str, str] = {}
    for change in islice(_changes(right, scene), MOST_TRIES):
        if mender.holds(change.expr):
            found.setdefault(change.words, change.name)
            if len(found) == MOST_FITS:
                break
    return tuple((name, words) for words, name in found.items())


def _changes(right: Expr, scene: Scene) -> Iterator[Change]:
    return chain(signs(right, scene), off_by_one(right, scene), left_out(right, scene))
