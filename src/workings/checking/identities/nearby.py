"""Laws that are one slip away: `(a - b)(a + b) = a² + b²` sets no condition, a sign makes it a law."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import islice

from workings.checking.chain import Chain
from workings.checking.identities.certainty import is_premised, is_qualified, letters_of
from workings.checking.identities.running import Link
from workings.checking.identities.trials import trials
from workings.checking.slips.change import Change, Scene
from workings.checking.slips.matrices import rearranged
from workings.checking.slips.structure import (
    brackets,
    functions,
    left_out,
    numbers_off,
    signs,
    squares_lost,
    twos_lost,
)
from workings.evaluating import How
from workings.expr import Apply, Call, Expr, Name, Number, alike, has_at_most, mapped, walk
from workings.kinds import Kind
from workings.resolving.scope import Scope
from workings.resolving.traits import has_holes, traits

MOST_PARTS = 60
MOST_TRIES = 160  # changed laws
_CONSTANTS = frozenset({"e", "π"})
_SUMS = frozenset({"add", "sub"})
_POLYNOMIAL = frozenset({"add", "sub", "mul", "times", "neg", "pow", "div"})


def near_law(
    left: Expr,
    right: Expr,
    chain: Chain,
    scope: Scope,
    how: How,
    text: str,
    kinds: Mapping[str, Kind],
    freed: Set[str] = frozenset(),
) -> Change | None:
    """The change in one side with which both sides are always the same, if that is what is meant."""
    if not chain.at_start or not _may_be_law(left, right):
        return None
    if not letters_of(left).isdisjoint(scope.defined):
        return None  # a letter is a formula of others somewhere, which may not be meant here
    start, end = left.span.start, right.span.end
    if is_qualified(text, start, end) or is_premised(text, start, end):
        return None
    scene = Scene(text, (), {}, {})
    for one, other, change in islice(_changed(left, right, scene), MOST_TRIES):
        if (
            not alike(_plain(one), _plain(other))
            and trials(Link(one, other, scope, how, kinds, freed=freed)).hold
        ):
            return change
    return None


def _plain(expr: Expr) -> Expr:
    """The expression without two signs in a row: σ(x) = σ(-x) is no slip for σ(x) = σ(-(-x))."""
    match expr:
        case Call(op="neg", args=(Call(op="neg", args=(inner,)),)):
            return _plain(inner)
        case _:
            return mapped(expr, _plain)


def _may_be_law(left: Expr, right: Expr) -> bool:
    """Whether both sides say something of the same letters, as an equation to be solved seldom does."""
    sides = (left, right)
    if any(isinstance(side, Name | Apply | Number) or has_holes(side) for side in sides):
        return False
    if not all(has_at_most(side, MOST_PARTS) for side in sides):
        return False
    names, others = (letters_of(side) - _CONSTANTS for side in sides)
    if not names or names != others:
        return False
    return len(names) > 1 or any(traits(side).folds for side in sides) or not _may_be_solved(sides)


def _may_be_solved(sides: tuple[Expr, Expr]) -> bool:
    """`1 - σ(x) = σ(x)`: a polynomial in one letter, or in one function of it, which is no power alone."""
    if any(_is_multiplied_out(node) for side in sides for node in walk(side)):
        return False
    things = [node for side in sides for node in _things(side)]
    return all(alike(node, things[0]) for node in things) and not _are_powers(sides)


def _is_multiplied_out(node: Expr) -> bool:
    """`(x - 2)(x + 3)` and `(x + 3)²`, whose brackets the other side dissolves."""
    match node:
        case Call(op="mul" | "times", args=args):
            return all(isinstance(arg, Call) and arg.op in _SUMS for arg in args)
        case Call(op="pow", args=(Call(op=inner), Number())):
            return inner in _SUMS
        case _:
            return False


def _things(expr: Expr) -> Iterator[Expr]:
    """What a polynomial is made of: letters, and functions of them."""
    if isinstance(expr, Call) and expr.op in _POLYNOMIAL:
        for arg in expr.args:
            yield from _things(arg)
    elif not isinstance(expr, Number):
        yield expr


def _are_powers(sides: tuple[Expr, Expr]) -> bool:
    """`(x²)³ = x⁵`: powers of one letter, which nobody solves for it."""
    return all(
        isinstance(node, Name) or (isinstance(node, Number) and node.value != 0) or _is_power(node)
        for side in sides
        for node in walk(side)
    ) and not any(isinstance(side, Call) and _has_factor(side) for side in sides)


def _is_power(node: Expr) -> bool:
    return isinstance(node, Call) and node.op in ("pow", "mul", "times", "div")


def _has_factor(side: Call) -> bool:
    """Whether a number is multiplied with: 2x = x² may well be solved."""
    return any(
        isinstance(node, Call) and node.op != "pow" and any(isinstance(arg, Number) for arg in node.args)
        for node in walk(side)
    )


def _changed(left: Expr, right: Expr, scene: Scene) -> Iterator[tuple[Expr, Expr, Change]]:
    """Both sides with one thing changed in the right or the left one, the likelier changes first."""
    for kind in (signs, functions, brackets, numbers_off, rearranged, twos_lost, squares_lost, left_out):
        for change in kind(right, scene):
            yield left, change.expr, change
        for change in kind(left, scene):
            yield change.expr, right, change
