"""Factors of a formula and the numbers put in for them, several of which may have been multiplied at once.

`δ w h (1 − h) = −0.5 · 0.7 · 0.24` has 0.24 for h (1 − h), so that 0.7 stands for w.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, pairwise

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.parts import factors
from workings.expr import Expr, call
from workings.resolving.quantity import Names, Quantity

MOST_FACTORS = 8


def factors_put_in(names: Names, before: Link, link: Link) -> list[tuple[Expr, Expr]] | None:
    """Each number of a product with the factor it stands for; all of them but one are what these come to."""
    ways = _ways(before, link)
    found = [pairs for pairs in ways if sum(not _holds(names, link, *pair) for pair in pairs) == 1]
    return found[0] if len(found) == 1 else None


def are_factors(names: Names, before: Link, link: Link) -> bool:
    """Whether every number of a product is what a factor comes to, or several of them."""
    return any(all(_holds(names, link, *pair) for pair in pairs) for pairs in _ways(before, link))


def _ways(before: Link, link: Link) -> list[list[tuple[Expr, Expr]]]:
    """All ways in which the numbers of a product may answer to fewer of them than there are factors."""
    formula, numbers = factors(before.expr), factors(link.expr)
    if not 1 < len(numbers) < len(formula) <= MOST_FACTORS or not all(map(is_literal, numbers)):
        return []
    return [[*zip(groups, numbers, strict=True)] for groups in _groupings(formula, len(numbers))]


def _groupings(formula: list[Expr], count: int) -> Iterator[list[Expr]]:
    """All ways to multiply neighbours until so many factors are left."""
    for cuts in combinations(range(1, len(formula)), count - 1):
        ends = pairwise((0, *cuts, len(formula)))
        yield [reduce(_product, formula[start:end]) for start, end in ends]


def _product(first: Expr, second: Expr) -> Expr:
    return call("mul", first, second)


def _holds(names: Names, link: Link, part: Expr, literal: Expr) -> bool:
    how = link.printed.how
    return compare(Quantity(literal, {}, how), Quantity(part, names, how), approximate=True).is_sound
