"""One suite over every operation in the registry: recipes against PyTorch, mistakes against the truth."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from flint import arb, fmpq

from workings.evaluating import How, evaluate
from workings.expr import Call, call, name, walk
from workings.ops import FUNCTIONS, MISTAKABLE, OPERATIONS, REGISTRY, Mistakable, Op, Recipe
from workings.ops.operation import with_options
from workings.ops.primitives import PRIMITIVES
from workings.value import Result, Tensor, Undefined, Value

SAMPLES = [(op, sample) for op in REGISTRY for sample in op.samples]


def title(part: object) -> str:
    return part.name if isinstance(part, Mistakable) else str(part).replace(" ", "")


def split(sample: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments and options of a sample."""
    if not isinstance(sample, tuple):
        return (sample,), {}
    if isinstance(sample[-1], dict):
        return sample[:-1], sample[-1]
    return sample, {}


def to_value(entries: Any) -> Value:
    """Nested lists of numbers as a value, exactly."""
    if not isinstance(entries, list):
        return fmpq(*float(entries).as_integer_ratio())
    parts = [to_value(entry) for entry in entries]
    if not isinstance(parts[0], Tensor):
        return Tensor((len(parts),), tuple(p for p in parts if not isinstance(p, Tensor)), loose=True)
    items = tuple(item for part in parts if isinstance(part, Tensor) for item in part.items)
    return Tensor((len(parts), *parts[0].shape), items)


def run(op: Mistakable, sample: Any, how: How | None = None) -> Result:
    args, options = split(sample)
    values = {f"arg{i}": to_value(arg) for i, arg in enumerate(args)}
    expr = with_options(op.name, *(name(key) for key in values), **options)
    return evaluate(expr, values, how or How())


def entries(result: Result) -> tuple[fmpq | arb, ...]:
    assert not isinstance(result, Undefined), result
    return result.items if isinstance(result, Tensor) else (result,)  # type: ignore[return-value]


@pytest.mark.parametrize(("op", "sample"), SAMPLES, ids=title)
def test_a_recipe_agrees_with_the_referee(op: Op, sample: Any) -> None:
    torch = pytest.importorskip("torch")
    args, options = split(sample)
    tensors = [torch.tensor(arg, dtype=torch.float64) for arg in args]
    torch.manual_seed(0)
    expected = torch.as_tensor(op.oracle(torch, *tensors, **{**op.options, **options}), dtype=torch.float64)
    got = [float(arb(item).mid()) for item in entries(run(op, sample))]
    assert got == pytest.approx(expected.flatten().tolist(), rel=1e-9, abs=1e-12)


def slipped(op: Mistakable, slug: str) -> list[Result]:
    """What a mistake comes to on every sample."""
    return [run(op, sample, How(slips={op.name: slug})) for sample in op.samples]


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


def differs(a: Result, b: Result) -> bool:
    if isinstance(a, Undefined) or isinstance(b, Undefined):
        return isinstance(a, Undefined) != isinstance(b, Undefined)
    if len(entries(a)) != len(entries(b)):
        return True
    return any(not arb(x).overlaps(arb(y)) for x, y in zip(entries(a), entries(b), strict=True))


def test_softmax_and_attention_name_their_best_known_slips() -> None:
    assert "plain-shares" in OPERATIONS["softmax"].mistakes
    assert "missing-scale" in OPERATIONS["attention"].mistakes


@pytest.mark.parametrize("op", REGISTRY, ids=title)
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
    written = [name for op in REGISTRY for name in op.names]
    assert len(written) == len(set(written))


def test_softmax_of_a_column_runs_down_the_column() -> None:
    column = Tensor((3, 1), (fmpq(1), fmpq(2), fmpq(3)))
    shares = evaluate(call("softmax", name("x")), {"x": column})
    assert isinstance(shares, Tensor)
    assert shares.shape == (3, 1)
    assert sum(shares.items, arb(0)).contains(1)
