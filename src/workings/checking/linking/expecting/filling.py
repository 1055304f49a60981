"""A name's own formula with numbers put in: after `y = 1/(1 + e^{-z})`, `y = 1/(1 + 2.34)` has e^z in it.

A line has the shape of a formula where both fall into the same parts. It is held to the formula where all
parts but one agree, and that one surely is meant: others with names agree, a common slip gives its number,
or it is all that the outermost function is taken of.
"""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal, pairs
from workings.document import Member
from workings.expr import Apply, Call, Expr, Name, Number, call, walk
from workings.record import record
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Binding, Scope
from workings.resolving.traits import is_plain, names_in
from workings.value import Tensor, squeezed

LEAST_PUT_IN = 2  # decimals by which a line is known to put the names of a formula in
LEAST_DIGITS = 3  # of a number that a slip gives
_OUTERMOST = frozenset({"tanh", "sigmoid", "exp", "ln", "sqrt", "relu", "softmax"})


@record(frozen=True, slots=True)
class Part:
    """A part of a formula with its value, and what a line has in its place."""

    formula: Expr
    known: Quantity
    written: Quantity
    agrees: bool


def held_to_formula(scope: Scope, head: Link, link: Link) -> Link | None:
    """The head by the formula whose shape a line has, where one part of the line is another number."""
    if not isinstance(head.expr, Name) or is_literal(link.expr) or not is_plain(link.expr):
        return None
    for formula in scope.formulas.written.get(head.expr.key, ()):
        for shape in _shapes(formula):
            if _is_settled(scope, head.expr, shape) and (
                _has_one_odd_part(scope, head.expr, shape, link) or _puts_in(scope, head.expr, shape, link)
            ):
                quantities = scope.quantities(shape, link.printed.how)
                return Link(head.member, head.expr, *quantities, pattern=shape, certain=True, once=True)
    return None


def held_inside(scope: Scope, head: Link, link: Link) -> tuple[Link, Link] | None:
    """What the head's formula takes a function of, and what a line takes the same function of."""
    taken = link.expr
    if not isinstance(head.expr, Name) or not isinstance(taken, Apply) or len(taken.args) != 1:
        return None
    inside = taken.args[0]
    if is_literal(inside) or not is_plain(inside):
        return None
    how = link.printed.how
    for formula in scope.formulas.written.get(head.expr.key, ()):
        if not isinstance(formula, Apply) or formula.function.key != taken.function.key:
            continue
        shape, own = formula.args[0], Member("=", inside, inside.span)
        made = Link(own, inside, *scope.quantities(inside, how))
        if (
            len(formula.args) == 1
            and _is_settled(scope, head.expr, shape)
            and _has_one_odd_part(scope, head.expr, shape, made)
        ):
            known = Member(None, shape, shape.span, apart=True)
            right = scope.quantities(shape, how)
            return Link(known, shape, *right, pattern=shape, certain=True, once=True), made
    return None


def _shapes(formula: Expr) -> Iterator[Expr]:
    """A formula as it is written, and a logistic function as everybody writes it out."""
    yield formula
    if isinstance(formula, Call) and formula.op == "sigmoid" and len(formula.args) == 1:
        yield 1 / (1 + call("exp", call("neg", formula.args[0])))


def _is_settled(scope: Scope, head: Name, formula: Expr) -> bool:
    """Whether all names of a formula have the value that is meant, and the head none since they have."""
    names = names_in(formula) - {"e", "π"}
    bound = [scope.bindings[key] for key in names if key in scope.bindings]
    if head.key in names or not names or len(bound) < len(names & scope.said.keys()):
        return False
    asked, own = scope.questions.get(scope.section), scope.bindings.get(head.key)
    here = all(part.section == scope.section for part in bound)
    once = all(part.times == 1 and scope.questions.get(part.section) == asked for part in bound)
    if not bound or not (here or once) or head.key in scope.formulas.changed:
        return False
    if any(part.said is None for part in bound):
        return False  # known by a formula alone
    latest = max(part.span.start for part in bound)
    return own is None or is_by_formula(own) or own.span.start < latest


def is_by_formula(own: Binding) -> bool:
    """Whether nobody has stated a value of a name yet, which it has by its formula alone."""
    return own.said is None or (not own.literal and own.formula is not None and not is_plain(own.formula))


def _has_one_odd_part(scope: Scope, head: Name, formula: Expr, link: Link) -> bool:
    """Whether a line agrees with a formula in all parts but one, which surely is meant for its own."""
    parts = list(_parts(scope, formula, link))
    odd = [part for part in parts if not part.agrees]
    if len(odd) != 1 or not all(part.known.is_known and part.written.is_known for part in parts):
        return False
    if isinstance(odd[0].formula, Name) or odd[0].formula is formula:
        return False  # the number of a name may be that of another case
    if _is_slip(scope, odd[0]):
        return True
    beside = any(names_in(part.formula) for part in parts if part.agrees)
    return (beside or _is_argument(formula, odd[0].formula)) and _is_at_home(scope, head, formula)


def _is_at_home(scope: Scope, head: Name, formula: Expr) -> bool:
    """Whether a formula was stated in this section, and all of its names got their values here."""
    names = names_in(formula) & scope.bindings.keys()
    here = all(scope.bindings[key].section == scope.section for key in names)
    return here and scope.formulas.is_at_home(head.key, scope.section)


def _parts(scope: Scope, formula: Expr, link: Link) -> Iterator[Part]:
    how = link.printed.how
    for part, written in pairs(formula, link.expr):
        known, stated = scope.quantities(part, how)[0], Quantity(written, {}, how)
        yield Part(part, known, stated, compare(stated, known, approximate=True).is_sound)


def _puts_in(scope: Scope, head: Name, formula: Expr, link: Link) -> bool:
    """Whether a line works with decimals that the names of the formula have here, to a value like its own."""
    own = scope.bindings.get(head.key)
    if not _is_at_home(scope, head, formula) or not (own is None or is_by_formula(own)):
        return False
    value, written = scope.quantities(formula, link.printed.how)[0].value, link.printed.value
    if _shape(value) is None or _shape(value) != _shape(written):
        return False
    decimals = {abs(node.value) for node in walk(link.expr) if isinstance(node, Number) and "." in node.text}
    known: set[fmpq] = set()
    for key in names_in(formula):
        known.update(abs(one) for one in _numbers(scope.said.get(key)))
    return len(decimals & known) >= LEAST_PUT_IN and len(decimals - known) <= 1


def _numbers(value: object) -> tuple[fmpq, ...]:
    items = value.items if isinstance(value, Tensor) else (value,)
    return tuple(item for item in items if isinstance(item, fmpq))


def _shape(value: object) -> tuple[int, ...] | None:
    if isinstance(value, Tensor):
        return squeezed(value.shape)
    return () if isinstance(value, fmpq | arb) else None


def _is_argument(formula: Expr, part: Expr) -> bool:
    """Whether a part is what the outermost function of a formula is taken of."""
    return isinstance(formula, Call) and formula.op in _OUTERMOST and formula.args == (part,)


def _is_slip(scope: Scope, odd: Part) -> bool:
    """Whether a sign or a function that was lost gives just the number that is put in."""
    from workings.checking.slips.change import Scene  # only a line that differs waits for it
    from workings.checking.slips.structure import left_out, signs

    digits = [
        node.text.replace(".", "").lstrip("0") for node in walk(odd.written.expr) if isinstance(node, Number)
    ]
    if sum(map(len, digits)) < LEAST_DIGITS:
        return False
    scene = Scene("", (), scope.said, {})
    changes = [*signs(odd.formula, scene), *left_out(odd.formula, scene)]
    values = (Quantity(change.expr, scope.said, odd.known.how) for change in changes)
    return any(value.is_known and compare(odd.written, value, approximate=True).is_sound for value in values)
