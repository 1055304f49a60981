"""Systems of linear inequalities: every answer carries its own proof, which is checked here."""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from workings.checking.arguing.elimination import Absurd, Constraint, Point, solve
from workings.checking.arguing.polynomial import Polynomial, added, scaled
from workings.checking.arguing.ranges import Range, range_of
from workings.evaluating import evaluate
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon

NAMES = ("a", "b", "c", "d")


def form(rng: random.Random) -> Polynomial:
    terms: dict[tuple[str, ...], fmpq] = {(key,): fmpq(rng.randint(-3, 3)) for key in NAMES}
    terms[()] = fmpq(rng.randint(-4, 4))
    return {term: factor for term, factor in terms.items() if factor != 0}


def value(one: Polynomial, point: Point) -> fmpq:
    return sum((f * (point.values.get(t[0], fmpq(0)) if t else 1) for t, f in one.items()), fmpq(0))


@pytest.mark.parametrize("seed", range(120))
def test_a_system_has_a_point_or_a_sum_that_is_absurd(seed: int) -> None:
    rng = random.Random(seed)
    system = [Constraint(form(rng), rng.random() < 0.5, rng.random() < 0.1) for _ in range(rng.randint(2, 9))]
    system = [Constraint(one.form, one.strict and not one.even, one.even) for one in system]
    found = solve(system)
    match found:
        case Point():
            for one in system:
                reached = value(one.form, found)
                assert reached == 0 if one.even else (reached > 0 or (reached == 0 and not one.strict))
        case Absurd():
            total: Polynomial = {}
            for one, factor in zip(system, found.factors, strict=True):
                assert one.even or factor >= 0
                total = added(total, scaled(one.form, factor))
            strict = any(one.strict and f > 0 for one, f in zip(system, found.factors, strict=True))
            constant = total.get((), fmpq(0))
            assert not total.keys() - {()}
            assert constant < 0 or (constant == 0 and strict)
        case None:
            pytest.fail("a system this small is settled")


def test_the_four_rows_of_xor_contradict_each_other() -> None:
    one = fmpq(1)
    rows = [
        Constraint({("b",): -one}, True),
        Constraint({("w_2",): one, ("b",): one}, False),
        Constraint({("w_1",): one, ("b",): one}, False),
        Constraint({("w_1",): -one, ("w_2",): -one, ("b",): -one}, True),
    ]
    found = solve(rows)
    assert isinstance(found, Absurd) and len(set(found.factors)) == 1  # each row counts once
    assert all(isinstance(solve([*rows[:at], *rows[at + 1 :]]), Point) for at in range(4))


@pytest.mark.parametrize(
    "text",
    ["\\sigma(x)", "\\tanh(x)", "e^x", "x^2 + 1", "1 - \\sigma(x)", "\\sigma(x)(1-\\sigma(x))",
     "-x^2", "|x| + 2",
     "\\frac{1}{1 + e^{-x}}", "2\\sigma(x) - 1", "x^4", "\\max(0, x)"],
)  # fmt: skip
def test_a_range_holds_every_value(text: str) -> None:
    expr = parse_maths(text, Lexicon(FUNCTIONS))
    found = range_of(expr, {})
    for number in range(-30, 31):
        here = evaluate(expr, {"x": fmpq(number, 3)})
        assert not isinstance(here, Range)
        if found.low is not None:
            assert here > found.low or (here == found.low and not found.low_open)
        if found.high is not None:
            assert here < found.high or (here == found.high and not found.high_open)
