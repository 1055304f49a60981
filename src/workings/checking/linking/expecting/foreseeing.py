"""A line whose result is put into a function on the next: it works out what stands there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.linking.expecting.filling import is_by_formula
from workings.document import Member, Statement
from workings.evaluating import How
from workings.expr import Apply, Array, Call, Expr, Index, Name, Number, number, walk
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import is_plain, long_decimals, names_in
from workings.source import Span
from workings.value import Tensor, Undefined

FARTHEST = 200  # characters from a result to the line that it is put into
MOST_AHEAD = 2  # statements
LONGEST_LEAD = 40  # characters
ORDINALS = ("first", "second", "third", "fourth")
_NTH = regex(
    rf"\b(({'|'.join(ORDINALS)})(?:\s(?:entry|component|unit|neuron|element|coordinate))?)[\s:=$(\\]*$", re.I
)
LEAST_DIGITS = 4  # and the point, of a decimal that a function gives by no coincidence


def foreseen(scope: Scope, statement: Statement, ahead: Sequence[Statement], how: How) -> Link | None:
    """`0.5 · 1 + 0.8 · 0 = 0.5` as what h_1 = tanh(w x_1 + u h_0) is of, where `h_1 = tanh(0.5)` follows."""
    first = statement.members[0]
    if is_literal(first.expr) or not is_plain(first.expr):
        return None
    return _awaited(scope, statement, ahead, how)


def awaited(scope: Scope, link: Link, statement: Statement, ahead: Sequence[Statement], how: How) -> Link:
    """The same of a name that the page says nothing else of: `z = 0.5 · 1 + 0.8 · 0 = 0.5`, or `z[1] = …`."""
    expr, worked = link.expr, statement.members[1]
    if link.is_known or is_literal(worked.expr) or not is_plain(worked.expr):
        return link
    named = expr.base if isinstance(expr, Index) else expr
    if not isinstance(named, Name) or named.key in scope.formulas.symbolic:
        return link
    found = _awaited(scope, statement, ahead, how)
    if found is None or named.key in names_in(found.expr):
        return link
    return Link(link.member, expr, found.printed, found.unrounded, pattern=found.expr, certain=True)


def uphold(scope: Scope, head: Expr, ahead: Sequence[Statement], how: How) -> None:
    """Note that `o_1` is an entry of o where `o_2 = …` follows, whose working gives the other entry of o."""
    if not isinstance(head, Name) or not head.index or head.base not in scope.said:
        return
    formula = scope.formulas.symbolic.get(head.base)
    if formula is None or not names_in(formula).isdisjoint(scope.past.renewals):
        return  # of names that changed from one entry to the next
    for after in ahead:
        first, *rest = after.members
        other = first.expr
        if not isinstance(other, Name) or other.base != head.base or other.key == head.key or not rest:
            continue
        if is_literal(rest[0].expr) or not is_plain(rest[0].expr) or other.key in scope.bindings:
            continue
        entry = scope.quantities(other, how)[0]
        if entry.is_known and compare(Quantity(rest[0].expr, {}, how), entry, approximate=True).is_sound:
            scope.formulas.upheld.add(head.base)
            scope.held[head.base] = scope.section


def is_held_here(scope: Scope, before: Link) -> bool:
    """Whether another entry of the same whole was found to be what its formula gives, in this section."""
    entry = before.expr
    if not isinstance(entry, Name) or not entry.index or not scope.is_upheld(entry):
        return False
    return entry.base in scope.formulas.symbolic and scope.held.get(entry.base) == scope.section


def _awaited(scope: Scope, statement: Statement, ahead: Sequence[Statement], how: How) -> Link | None:
    """The argument that the next line takes a function of, where the last member of this one is put in."""
    last = statement.members[-1]
    if not ahead or not is_literal(last.expr):
        return None
    for after in ahead:
        if after.span.start - statement.span.end > FARTHEST or after.hypothesis:
            return None
        taken = _taken_of(after, last, how)
        if taken is not None:
            return _argument(scope, after.members[0].expr, taken, how, statement)
        found = _unwritten(scope, statement, after, how) or _singled(scope, statement, after, how)
        if found is not None:
            return found
    return None


def _singled(scope: Scope, statement: Statement, after: Statement, how: How) -> Link | None:
    """An entry of `h_2 = [0.50, -0.24]` by its formula, where “second unit: … = −0.24” is before it."""
    nth, head = _ordinal(statement), after.members[0].expr
    at = -1 if nth is None else nth[0]
    if nth is None or not isinstance(head, Name) or len(after.members) != 2 or not scope.is_upheld(head):
        return None
    stated, formula = after.members[1].expr, scope.formulas.instance(head, how)
    if formula is None or not isinstance(stated, Array) or at >= len(stated.items):
        return None
    own, listed = (Quantity(one, {}, how) for one in (statement.members[-1].expr, stated.items[at]))
    if not is_literal(stated) or not compare(listed, own, approximate=True).is_sound:
        return None
    entry = Index(formula.span, formula, (number(at),))
    member = Member(None, entry, nth[1], apart=True)
    link = Link(member, entry, *scope.quantities(entry, how), pattern=entry, certain=True)
    return link if link.is_known else None


def _ordinal(statement: Statement) -> tuple[int, Span] | None:
    """Which entry the words before a line say that it works out, counted from nought, and where."""
    offset = statement.passage.span.start
    end = statement.span.start - offset
    found = _NTH.search(statement.passage.text, max(0, end - LONGEST_LEAD), end)
    if found is None:
        return None
    return ORDINALS.index(found[2].lower()), Span(found.start(1) + offset, found.end(1) + offset)


def _unwritten(scope: Scope, statement: Statement, after: Statement, how: How) -> Link | None:
    """The argument of `h_2 = [0.46, 0.20]`, or its entry, where tanh of a result gives what is stated.

    Nobody says so, and the digits have to be enough to be no coincidence.
    """
    if len(after.members) != 2 or not is_literal(after.members[1].expr):
        return None
    head, stated, result = after.members[0].expr, after.members[1].expr, statement.members[-1]
    if not isinstance(head, Name) or not any(len(text) > LEAST_DIGITS for text in long_decimals(stated)):
        return None
    formula = scope.formulas.instance(head, how) or scope.formulas.symbolic.get(head.key)
    if not isinstance(formula, Call) or len(formula.args) != 1:
        return None
    made = Quantity(Call(formula.span, formula.op, (result.expr,), formula.options), {}, how)
    if compare(Quantity(stated, {}, how), made, approximate=True).is_sound:
        return _argument(scope, head, formula, how, statement)
    items = stated.items if isinstance(stated, Array) else ()
    places = [at for at, item in enumerate(items) if compare(Quantity(item, {}, how), made, True).is_sound]
    whole = _argument(scope, head, formula, how, statement) if len(places) == 1 else None
    if whole is None:
        return None
    entry = Index(whole.expr.span, whole.expr, (number(places[0]),))
    link = Link(whole.member, entry, *scope.quantities(entry, how), pattern=entry, certain=True)
    return link if link.is_known else None


def _taken_of(after: Statement, result: Member, how: How) -> Call | Apply | None:
    """The function that a later line takes of a result, if it begins `name = function(result)`."""
    if len(after.members) < 2 or not isinstance(after.members[0].expr, Name | Apply):
        return None
    taken = after.members[1].expr
    if not isinstance(taken, Call | Apply) or len(taken.args) != 1 or not is_literal(taken.args[0]):
        return None
    value, put_in = (Quantity(one, {}, how).value for one in (result.expr, taken.args[0]))
    same = not isinstance(value, Undefined) and value == put_in
    return taken if same and not is_literal(taken) else None


def _argument(scope: Scope, head: Expr, taken: Call | Apply, how: How, statement: Statement) -> Link | None:
    """What a name's own formula takes the same function of, with its value, for a working of it."""
    if not isinstance(head, Name | Apply):
        return None
    formula = scope.formulas.instance(head, how) or scope.formulas.symbolic.get(head.key)
    if not isinstance(formula, Call | Apply) or _function(formula) != _function(taken):
        return None
    argument = formula.args[0]
    if len(formula.args) != 1 or not names_in(argument) or head.key in names_in(argument):
        return None
    if not _is_of_this_round(scope, head, argument, statement):
        return None
    member = Member(None, argument, argument.span, apart=True)
    link = Link(member, argument, *scope.quantities(argument, how), pattern=argument, certain=True)
    return link if link.is_known else None


def _is_of_this_round(scope: Scope, head: Name | Apply, argument: Expr, statement: Statement) -> bool:
    """Whether what changes from one row to the next has been given for this one as well.

    What stays has to be put in: after an update the weights are others, wherever that was written.
    """
    before = scope.bindings.get(head.key)
    if before is None or is_by_formula(before):
        return True
    bound = [scope.bindings[key] for key in names_in(argument) if key in scope.bindings]
    fresh = [one for one in bound if one.span.start > before.span.start]
    lasting = [one for one in bound if one not in fresh]
    if not fresh or any(one.times > 1 for one in lasting):
        return False
    return not lasting or any(_is_put_in(one.said, statement) for one in lasting)


def _is_put_in(value: object, statement: Statement) -> bool:
    """Whether a working has a number of a value in it, whatever its sign."""
    numbers = value.items if isinstance(value, Tensor) else (value,)
    sizes = {abs(one) for one in numbers if isinstance(one, fmpq)}
    return any(
        abs(node.value) in sizes
        for member in statement.members
        for node in walk(member.expr)
        if isinstance(node, Number)
    )


def _function(taken: Call | Apply) -> str:
    """What is taken of an argument: an operation, or a function that only the page knows."""
    return taken.op if isinstance(taken, Call) else f"{taken.function.key}()"
