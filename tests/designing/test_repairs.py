"""Units repaired by the fewest changes, against trying numbers out."""

from __future__ import annotations

import random
from itertools import combinations, product

from flint import fmpq

from workings.checking.designs.booleans import every
from workings.checking.designs.separable import Weights, separate
from workings.designing.programs import Unit
from workings.designing.repairs import between, repaired

TRIED = [fmpq(n, 4) for n in range(-16, 17)]


def fewest(numbers: list[fmpq], fired: list[tuple[int, ...]], silent: list[tuple[int, ...]]) -> int | None:
    """How many numbers have to change, by trying; None if more than two."""
    for count in (0, 1, 2):
        for places in combinations(range(3), count):
            for values in product(TRIED, repeat=count):
                made = list(numbers)
                for at, value in zip(places, values, strict=True):
                    made[at] = value
                if Unit(tuple(made[:2]), made[2], fmpq(0)).computes(fired, silent):
                    return count
    return None


def test_a_repair_is_right_and_changes_as_few_numbers_as_trying_does() -> None:
    chance = random.Random(1)
    for table in product((0, 1), repeat=4):
        fired = [p for p, bit in zip(every(2), table, strict=True) if bit]
        silent = [p for p, bit in zip(every(2), table, strict=True) if not bit]
        numbers = [fmpq(chance.randint(-4, 4), 2) for _ in range(3)]
        found = repaired(numbers[:2], numbers[2], fired, silent, ["w_1", "w_2"])
        if not isinstance(separate(fired, silent), Weights):
            assert found is None
            continue
        assert found is not None and found.unit.computes(fired, silent)
        by_trying = fewest(numbers, fired, silent)
        assert by_trying is None or len(found.changes) == by_trying


def test_or_with_a_bias_of_one_half_is_repaired_by_its_bias() -> None:
    found = repaired([fmpq(1), fmpq(1)], fmpq(1, 2), [(0, 1), (1, 0), (1, 1)], [(0, 0)], ["w_1", "w_2"])
    assert found is not None
    assert [(change.name, change.new) for change in found.changes] == [("b", fmpq(-1, 2))]


def test_a_number_is_kept_if_it_will_do() -> None:
    assert between(fmpq(0), fmpq(2), fmpq(1)) == 1
    assert between(fmpq(0), fmpq(1), fmpq(3)) == fmpq(1, 2)
    assert between(fmpq(2), None, fmpq(0)) == 3
    assert between(None, fmpq(-2), fmpq(0)) == -3
