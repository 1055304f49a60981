"""Lines that fit a wrong recipe of a method and may be right all the same, by what else the page has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.parts import summands
from workings.checking.methods.catalogue.method import Method
from workings.checking.methods.pages.facts import Facts, named
from workings.checking.methods.pages.knowing import Working
from workings.checking.methods.pages.lines import terms_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.pages.subjects import Subject
from workings.checking.methods.trials.contrasts import uses
from workings.checking.methods.trials.edits import renamed
from workings.checking.methods.trials.filling import filled
from workings.checking.methods.trials.recipes import Misdone, choices, is_near, maths
from workings.checking.methods.trials.worth import scalar
from workings.expr import Call, Expr, Name, walk

FINE = 10**6  # one part in so many is the same
TELLING = 100  # units of its last digit, so that a number is no coincidence


def is_in_letters(line: Subject, method: Method) -> bool:
    """Whether the right formula stands in letters on a line, before its numbers: 1 − h² = 1 − 0.4."""
    members = line.working.statement.members if line.working is not None else ()
    right = maths(method.formula, frozenset(method.roles))
    alike = [member.expr for member in members if _form(member.expr) == _form(right)]
    return any((own := _in_roles(expr, method)) is None or uses(own) == uses(right) for expr in alike)


def _in_roles(formula: Expr, method: Method) -> Expr | None:
    """A formula with the roles of a method for its names, if each of them is called as just one is."""
    roles: dict[str, Expr] = {}
    for name in {node.key: node for node in walk(formula) if isinstance(node, Name)}.values():
        called_so = [key for key, role in method.roles.items() if role.name and _is_called(name, role.name)]
        if len(called_so) != 1:
            return None
        roles[name.key] = replace(name, key=called_so[0], base=called_so[0], index=())
    return renamed(formula, roles) if len(roles) > 1 else None


def _is_called(name: Name, role: str) -> bool:
    return "@" not in role and named(role).fullmatch(name.key) is not None


def _form(formula: Expr) -> Counter[frozenset[str]]:
    """How the names of a formula are used, whatever they are."""
    return Counter(uses(formula).values())


def is_in_an_operand(line: Subject, made: Misdone, method: Method, facts: Facts) -> bool:
    """Whether what is missing on a line is one of its numbers: 0.71, which is 1 − h² for an h of the page."""
    right = maths(method.formula, frozenset(method.roles))
    lacking = uses(right).keys() - uses(made.variant.formula).keys()
    if line.expr is None or not lacking:
        return False
    known = filled(method.roles, line, facts).named
    taken = {(leaf.value, leaf.unit) for leaf in leaves(line.expr) if leaf.value >= TELLING * leaf.unit}
    for part in walk(right):
        keys = uses(part).keys() if isinstance(part, Call) and part is not right else set[str]()
        if not keys & lacking or not all(key in known for key in keys):
            continue
        worths = [scalar(part, choice) for choice in choices({key: known[key] for key in keys})]
        if any(is_near(worth, value, FINE, unit) for worth in worths for value, unit in taken):
            return True
    return False


def is_taken_over(
    line: Subject, made: Misdone, method: Method, facts: Facts, lines: Sequence[Working]
) -> bool:
    """Whether what is missing was put in above: 4.6 − 2, where the 4.6 is said to be 1 + 0.9 · 4.

    What fills another term was not made with it, nor was the step before, which has its own.
    """
    right = maths(method.formula, frozenset(method.roles))
    known = filled(method.roles, line, facts).named
    lacking = uses(right).keys() - uses(made.variant.formula).keys()
    lost = {one.value for key in lacking for one in known.get(key, ())}
    taken = {leaf.value for leaf in leaves(line.expr)} if line.expr is not None and lost else set[fmpq]()
    terms = [uses(term).keys() for term in summands(right)]
    others = (made.choice.get(key) for keys in terms if not keys & lacking for key in keys)
    apart = {abs(value) for value in others if isinstance(value, fmpq)}
    as_factors = all(
        key not in {term.key for term in summands(right) if isinstance(term, Name)} for key in lacking
    )
    above = (
        one
        for one in lines
        if one.start < line.start and one.number.value in taken and isinstance(one.formula.expr, Call)
        if abs(one.number.value) not in apart and (one.base != line.base or not one.index)
    )
    return any(value in lost for one in above for value in _put_in(one.formula.expr, as_factors))


def _put_in(formula: Expr, as_factors: bool) -> Iterator[fmpq]:
    """The numbers of a formula, or those that are no terms of its sum."""
    terms = terms_of(formula) if as_factors else None
    alone = [term.slots[0].written.value for term in terms or () if term.skeleton in ("#", "-#")]
    for leaf in leaves(formula):
        if leaf.value in alone:
            alone.remove(leaf.value)
        else:
            yield leaf.value
