"""What is written down is read back with the same value, in LaTeX and in plain text."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import to_value
from values import same, samples

from workings.evaluating import evaluate
from workings.explaining.expressions import word_for
from workings.explaining.latex import in_latex
from workings.explaining.plain import in_text
from workings.expr import NOWHERE, Array, Expr, Fold, Name, Number, call, name, number
from workings.ops import FUNCTIONS, OPERATIONS, PRIMITIVES, Op
from workings.parsing import Lexicon, parse_maths, parse_range
from workings.parsing.brackets import Tokens
from workings.parsing.lexer import lex
from workings.value import Tensor, Value

DEFINED = frozenset(
    {"x", "y", "z", "W_Q", "x_1", "x_2", "α", "hat(y)", "h_{t-1}", "TP", "W^(1)", "A", "B", "v", "w"}
)
OURS = {word_for(op): op for op in (*PRIMITIVES, *OPERATIONS)}  # what we write, though documents do not
LEXICON = Lexicon({**OURS, **FUNCTIONS}, DEFINED)


def tensor(*rows: tuple[int, ...]) -> Tensor:
    return Tensor((len(rows), len(rows[0])), tuple(fmpq(entry) for row in rows for entry in row))


NAMES: dict[str, Value] = {
    "x": fmpq(3),
    "y": fmpq(-2),
    "z": fmpq(1, 4),
    "x_1": fmpq(5),
    "x_2": fmpq(7),
    "α": fmpq(2),
    "hat(y)": fmpq(9),
    "h_{t-1}": fmpq(1, 2),
    "TP": fmpq(11),
    "W^(1)": fmpq(6),
    "A": tensor((1, 2), (3, 5)),
    "B": tensor((0, -1), (4, 2)),
    "W_Q": tensor((1, 1), (2, 3)),
    "v": Tensor((2,), (fmpq(1), fmpq(-3)), loose=True),
    "w": Tensor((2,), (fmpq(4), fmpq(2)), loose=True),
}


def read_plain(text: str) -> Expr:
    tokens = Tokens(lex(text, prose=True), LEXICON)
    return parse_range(tokens, 0, len(tokens.list))


def assert_read_back(expr: Expr, names: dict[str, Value]) -> None:
    value = evaluate(expr, names)
    for write, read in ((in_latex, lambda text: parse_maths(text, LEXICON)), (in_text, read_plain)):
        text = write(expr)
        again = evaluate(read(text), names)
        assert same(value, again), f"{text}: {again} instead of {value}"


NUMBERS = st.one_of(
    st.integers(0, 99).map(number),
    st.sampled_from(["0.5", "1.25", "0.10", "12.0"]).map(
        lambda text: Number(
            NOWHERE, fmpq(int(text.replace(".", ""))) / 10 ** len(text.split(".")[1]), fmpq(1, 10), text
        )
    ),
)
SCALARS = st.one_of(
    NUMBERS, st.sampled_from([key for key, value in NAMES.items() if not isinstance(value, Tensor)]).map(name)
)


def grown(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pairs = st.sampled_from(["add", "sub", "mul", "times", "hadamard", "div", "max", "min"])
    singles = st.sampled_from(["neg", "exp", "sqrt", "abs", "bars", "floor", "tanh", "sigmoid", "relu", "ln"])
    powers = st.tuples(inner, st.sampled_from([2, 3])).map(lambda parts: call("pow", *parts))
    sums = inner.map(
        lambda body: Fold(NOWHERE, "sum", "i", number(1), number(2), call("mul", indexed("x"), body))
    )
    return st.one_of(
        st.tuples(pairs, inner, inner).map(lambda parts: call(*parts)),
        st.tuples(singles, inner).map(lambda parts: call(*parts)),
        powers,
        sums,
    )


def indexed(base: str) -> Name:
    return Name(NOWHERE, f"{base}_i", base, (name("i"),))


MATRICES = st.recursive(
    st.one_of(
        st.sampled_from(["A", "B", "W_Q"]).map(name),
        st.lists(st.lists(NUMBERS, min_size=2, max_size=2), min_size=2, max_size=2).map(
            lambda rows: Array(NOWHERE, tuple(Array(NOWHERE, tuple(row), "list") for row in rows), "matrix")
        ),
    ),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["add", "sub", "matmul", "mul", "hadamard"]), inner, inner).map(
            lambda p: call(*p)
        ),
        st.tuples(st.sampled_from(["transpose", "neg", "softmax"]), inner).map(lambda p: call(*p)),
        st.tuples(inner, NUMBERS).map(lambda p: call("div", *p)),
    ),
    max_leaves=4,
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.recursive(SCALARS, grown, max_leaves=6))
def test_a_written_formula_is_read_back_with_the_same_value(expr: Expr) -> None:
    assert_read_back(expr, NAMES)


@settings(max_examples=250, deadline=None, derandomize=True)
@given(MATRICES)
def test_a_written_formula_of_matrices_is_read_back_with_the_same_value(expr: Expr) -> None:
    assert_read_back(expr, NAMES)


@pytest.mark.parametrize(("op", "sample"), samples(), ids=lambda part: getattr(part, "name", "sample"))
def test_every_step_of_a_recipe_is_read_back_with_the_same_value(op: Op, sample: Any) -> None:
    args = sample if isinstance(sample, tuple) else (sample,)
    options = args[-1] if isinstance(args[-1], dict) else {}
    args = args[:-1] if options else args
    recipe = op.written(len(args), options)
    names = {param: to_value(arg) for param, arg in zip(recipe.params, args, strict=True)}
    for step in recipe.steps:
        assert_read_back(step.expr, names)
        names[step.name] = evaluate(step.expr, names)  # type: ignore[assignment]
    assert_read_back(recipe.result, names)
