"""One suite over every operation in the registry: recipes against PyTorch, mistakes against the truth."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from flint import arb, fmpq
from sampling import differs, entries, run, slipped, split, title

from workings.evaluating import evaluate
from workings.expr import Call, call, name, walk
from workings.ops import FUNCTIONS, MISTAKABLE, OPERATIONS, Mistakable, Op, Recipe
from workings.ops.primitives import PRIMITIVES
from workings.value import Tensor, Undefined

SAMPLES = [(op, sample) for op in OPERATIONS.values() for sample in op.samples]


@pytest.mark.parametrize(("op", "sample"), SAMPLES, ids=title)
def test_a_recipe_agrees_with_the_referee(op: Op, sample: Any) -> None:
    torch = pytest.importorskip("torch")
    args, options = split(sample)
    tensors = [torch.tensor(arg, dtype=torch.float64) for arg in args]
    torch.manual_seed(0)
    expected = torch.as_tensor(op.oracle(torch, *tensors, **{**op.options, **options}), dtype=torch.float64)
    got = [float(arb(item).mid()) for item in entries(run(op, sample))]
    assert got == pytest.approx(expected.flatten().tolist(), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("op", MISTAKABLE.values(), ids=title)
def test_each_mistake_differs_from_the_truth_and_from_the_others(op: Mistakable) -> None:
    outcomes = {slug: slipped(op, slug) for slug in op.mistakes}
    outcomes["truth"] = [run(op, sample) for sample in op.samples]
    for one, other in combinations(outcomes, 2):
        pairs = zip(outcomes[one], outcomes[other], strict=True)
        assert any(differs(a, b) for a, b in pairs), f"{op.name}: {one} is never told from {other}"


@pytest.mark.parametrize("op", MISTAKABLE.values(), ids=title)
def test_each_mistake_gives_a_wrong_value_on_some_sample(op: Mistakable) -> None:
    truth = [run(op, sample) for sample in op.samples]
    for slug in op.mistakes:
        pairs = zip(slipped(op, slug), truth, strict=True)
        assert any(not isinstance(a, Undefined) and differs(a, b) for a, b in pairs), f"{op.name}/{slug}"


@pytest.mark.parametrize("op", MISTAKABLE.values(), ids=title)
def test_a_mistake_is_worded_to_complete_a_sentence(op: Mistakable) -> None:
    for slug, mistake in op.mistakes.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)
        assert not re.match(r"[A-Z][a-z]|.*[.]$", mistake.says), mistake.says
        assert re.fullmatch(r"[A-Z0-9].*[.]", mistake.why) and ". " not in mistake.why, mistake.why
    assert len({mistake.says for mistake in op.mistakes.values()}) == len(op.mistakes)


@pytest.mark.parametrize("op", MISTAKABLE.values(), ids=title)
def test_a_wrong_recipe_uses_only_what_exists(op: Mistakable) -> None:
    for slug in op.mistakes:
        for sample in op.samples:
            args, options = split(sample)
            recipe = op.written(len(args), options, slug)
            if recipe is not None:
                assert_known(recipe)


SLIPLESS: dict[str, str] = {}  # operations for which no slip is known, with the reason


@pytest.mark.parametrize("op", OPERATIONS.values(), ids=title)
def test_an_operation_has_mistakes_or_a_reason_for_none(op: Op) -> None:
    assert bool(op.mistakes) != bool(SLIPLESS.get(op.name))


def test_softmax_and_attention_name_their_best_known_slips() -> None:
    assert "plain-shares" in OPERATIONS["softmax"].mistakes
    assert "missing-scale" in OPERATIONS["attention"].mistakes


@pytest.mark.parametrize("op", OPERATIONS.values(), ids=title)
def test_a_recipe_uses_only_what_exists(op: Op) -> None:
    for sample in op.samples:
        args, options = split(sample)
        assert_known(op.written(len(args), options))


def assert_known(recipe: Recipe) -> None:
    for expr in (*(step.expr for step in recipe.steps), recipe.result):
        used = {node.op for node in walk(expr) if isinstance(node, Call)}
        assert used <= PRIMITIVES.keys() | OPERATIONS.keys()
    assert all(step.why for step in recipe.steps)


def test_every_written_name_leads_to_an_operation() -> None:
    assert set(FUNCTIONS.values()) <= PRIMITIVES.keys() | OPERATIONS.keys()
    assert FUNCTIONS["\\sigma"] == FUNCTIONS["σ"] == FUNCTIONS["Sigmoid"] == "sigmoid"
    assert not PRIMITIVES.keys() & OPERATIONS.keys()


@pytest.mark.parametrize("name", ["sigmoid", "tanh", "relu", "leaky_relu", "softplus"])
def test_a_prime_after_any_name_of_an_activation_names_its_derivative(name: str) -> None:
    plain = {written for written, op in FUNCTIONS.items() if op == name} - {"th", "\\th"}
    primed = {written for written, op in FUNCTIONS.items() if op == f"{name}_prime"}
    assert primed == {f"{written}'" for written in plain}


def test_the_slope_of_relu_is_nought_at_its_corner() -> None:
    assert [run(OPERATIONS["relu_prime"], at) for at in (-1, 0, 1)] == [0, 0, 1]


def test_no_operation_claims_the_name_of_another() -> None:
    written = [name for op in OPERATIONS.values() for name in op.names]
    assert len(written) == len(set(written))


def test_softmax_of_a_column_runs_down_the_column() -> None:
    column = Tensor((3, 1), (fmpq(1), fmpq(2), fmpq(3)))
    shares = evaluate(call("softmax", name("x")), {"x": column})
    assert isinstance(shares, Tensor)
    assert shares.shape == (3, 1)
    assert sum(shares.items, arb(0)).contains(1)
