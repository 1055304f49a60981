"""Networks for what one unit cannot do, run on every input."""

from __future__ import annotations

from itertools import product

import pytest

from workings.checking.designs.booleans import Function, named
from workings.designing.nets import name_of, network
from workings.designing.problems import of_function


def test_every_function_of_two_bits_has_a_network_with_two_hidden_units() -> None:
    for table in product((0, 1), repeat=4):
        made = network(of_function(Function("f", 2, table)), 2)
        assert made is not None and len(made.hidden) <= 2


def test_xor_is_made_of_or_and_nand() -> None:
    function = named("XOR")
    assert function is not None
    made = network(of_function(function), 2)
    assert made is not None
    assert [name_of(unit) for unit in (*made.hidden, made.top)] == ["OR", "NAND", "AND"]


@pytest.mark.parametrize(("size", "hidden"), [(3, 3), (4, 4), (6, 6)])
def test_parity_has_a_network_with_a_hidden_unit_for_every_bit(size: int, hidden: int) -> None:
    function = named("parity", size)
    assert function is not None
    problem = of_function(function)
    made = network(problem, hidden)
    assert made is not None
    assert [made.run(point)[1] for point, _ in problem.points] == [bit for _, bit in problem.points]


def test_a_network_with_too_few_hidden_units_is_not_made_up() -> None:
    function = named("parity", 6)
    assert function is not None
    assert network(of_function(function), 2) is None
