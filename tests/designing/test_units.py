"""Threshold units by linear programming, against lists of small weights and against each other."""

from __future__ import annotations

import random
from itertools import product

import pytest
from flint import fmpq

from workings.checking.designs.booleans import every
from workings.checking.designs.separable import Certificate, Weights, separate
from workings.designing.programs import Unit, best_unit

SEPARABLE = {1: 4, 2: 14, 3: 104}  # functions of so many bits that one unit computes, as is well known


def tables(size: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=2**size))


def sides(table: tuple[int, ...], size: int) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    points = every(size)
    return (
        [point for point, bit in zip(points, table, strict=True) if bit],
        [point for point, bit in zip(points, table, strict=True) if not bit],
    )


@pytest.mark.parametrize("size", SEPARABLE)
def test_as_many_functions_have_a_unit_as_is_known(size: int) -> None:
    units = [best_unit(*sides(table, size)) for table in tables(size)]
    assert sum(isinstance(unit, Unit) for unit in units) == SEPARABLE[size]


@pytest.mark.parametrize("size", SEPARABLE)
@pytest.mark.parametrize("norm", ["max", "sum"])
def test_a_unit_is_right_on_every_point_and_a_certificate_adds_up(size: int, norm: str) -> None:
    for table in tables(size)[:: 1 if size < 3 else 5]:
        fired, silent = sides(table, size)
        found = best_unit(fired, silent, norm)
        if isinstance(found, Unit):
            assert found.computes(fired, silent)
            assert found.whole().computes(fired, silent)
        else:
            assert found.holds() and set(found.fired) <= set(fired) and set(found.silent) <= set(silent)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_exact_search_and_the_solver_agree(size: int) -> None:
    for table in tables(size):
        fired, silent = sides(table, size)
        assert isinstance(best_unit(fired, silent), Unit) == isinstance(separate(fired, silent), Weights)


def test_the_exact_search_and_the_solver_agree_on_some_functions_of_four_and_five_bits() -> None:
    chance = random.Random(4)
    for size in (4, 5):
        for _ in range(40):
            w = [chance.randint(-3, 3) for _ in range(size)]
            b = chance.randint(-4, 4) + 0.5
            table = [int(sum(x * y for x, y in zip(w, p, strict=True)) + b > 0) for p in every(size)]
            if chance.random() < 0.5:
                table[chance.randrange(len(table))] ^= 1
            fired, silent = sides(tuple(table), size)
            assert isinstance(best_unit(fired, silent), Unit) == isinstance(separate(fired, silent), Weights)


def test_no_weights_on_a_grid_have_a_larger_margin_than_the_best() -> None:
    grid = [fmpq(n, 4) for n in range(-4, 5)]
    for table in tables(2):
        fired, silent = sides(table, 2)
        found = best_unit(fired, silent)
        if not isinstance(found, Unit) or not fired or not silent:
            continue
        for w1, w2, b in product(grid, grid, [fmpq(n, 4) for n in range(-12, 13)]):
            tried = Unit((w1, w2), b, fmpq(0))
            least = min(
                [tried.sum(point) for point in fired] + [-tried.sum(point) for point in silent], key=float
            )
            assert least <= found.margin


def test_the_same_point_on_both_sides_is_its_own_certificate() -> None:
    found = best_unit([(0, 1), (1, 1)], [(0, 1)])
    assert isinstance(found, Certificate) and found.fired == found.silent == ((0, 1),)


def test_xor_has_the_certificate_that_everybody_knows() -> None:
    found = best_unit([(0, 1), (1, 0)], [(0, 0), (1, 1)])
    assert str(found) == "(0, 0, 1) + (1, 1, 1) = (0, 1, 1) + (1, 0, 1)"


def test_and_has_a_margin_of_one_half_and_no_more() -> None:
    found = best_unit([(1, 1)], [(0, 0), (0, 1), (1, 0)])
    assert found == Unit((fmpq(1), fmpq(1)), fmpq(-3, 2), fmpq(1, 2), found.proof)  # type: ignore[union-attr]
