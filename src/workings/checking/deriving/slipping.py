"""Which slip makes an equation that does not follow: with one thing changed, it would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from flint import arb, fmpq

from workings.checking.deriving.equations import Equation, differ_in_a_place
from workings.checking.deriving.following import Answer, follows
from workings.checking.deriving.points import PLAIN, Point, points
from workings.checking.linking.expecting.inverting import roots
from workings.checking.slips.change import Change, Scene
from workings.checking.slips.structure import PRODUCTS, brackets, functions, left_out, signs, turned_over
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number, name, swapped, walk
from workings.resolving.quantity import Quantity

Kind = Callable[[Expr, Scene], Iterator[Change]]
MOST_TRIES = 60  # changed equations
ABOVE: tuple[Kind, ...] = (signs, left_out, brackets, functions, turned_over)  # on the way from it
BELOW: tuple[Kind, ...] = (brackets,)  # that got lost where it was written down, or are too many
_SCALING = PRODUCTS | {"div", "pow"}
_UNKNOWN = "?"  # what stands in the place of a number that is looked for


def slip_between(before: Equation, after: Equation, known: Point, scene: Scene) -> Change | None:
    """The one change in the equation above from which the one below follows; or one number below."""
    if differ_in_a_place(before, after):
        return None  # two equations of a system
    for changed, change in islice(_changed(before, ABOVE, scene), MOST_TRIES):
        if follows(changed, after, known).answer is Answer.FOLLOWS and not differ_in_a_place(changed, after):
            return change
    for changed, change in islice(_changed(after, BELOW, scene), MOST_TRIES):
        if follows(before, changed, known).answer is Answer.FOLLOWS:
            return change
    return _other_number(before, after, known)


def _changed(equation: Equation, kinds: tuple[Kind, ...], scene: Scene) -> Iterator[tuple[Equation, Change]]:
    """An equation with one thing changed in the left or the right side, by each of some kinds of slip."""
    for kind in kinds:
        for change in kind(equation.left, scene):
            yield replace(equation, left=change.expr), change
        for change in kind(equation.right, scene):
            yield replace(equation, right=change.expr), change


def _other_number(before: Equation, after: Equation, known: Point) -> Change | None:
    """Another number in the place of one, where several letters say which it has to be."""
    if len(after.names - known.keys()) < 2:
        return None
    for at, side in enumerate(after.sides):
        factors = {id(arg) for n in walk(side) if isinstance(n, Call) and n.op in _SCALING for arg in n.args}
        for node in walk(side):
            if isinstance(node, Number) and node.value != 0:
                sides = list(after.sides)
                sides[at] = swapped(side, node, name(_UNKNOWN))
                meant = _constant(before, replace(after, left=sides[0], right=sides[1]), known)
                if meant == 1 and id(node) in factors:
                    return None  # nor a factor of one: s/(2n) is half of s/n on purpose
                if meant:  # nobody writes a nought: w x + b - 1 = 0 below w x + b = 0 is another line
                    words = f"holds with {show(meant)} in place of {node.text}"
                    return Change("slip/operand", words, sides[at])
    return None


def _constant(before: Equation, after: Equation, known: Point) -> fmpq | None:
    """What the unknown has to be at all points of an equation, if that is one and the same."""
    meant: fmpq | None = None
    for draw in points(before, known):
        found = roots(after.left, after.right, _UNKNOWN, PLAIN, draw[0])
        value = Quantity(found[0], draw[0], PLAIN).value if len(found) == 1 else None
        if isinstance(value, arb):
            value = _whole(value)
        if not isinstance(value, fmpq) or meant not in (None, value):
            return None
        meant = value
    return meant


def _whole(value: arb) -> fmpq | None:
    """The whole number in an enclosure, if that is narrow."""
    whole = value.unique_fmpz()
    return None if whole is None else fmpq(whole)
