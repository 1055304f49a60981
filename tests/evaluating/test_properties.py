"""Properties of evaluation on random expressions."""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from workings.evaluating import Function, How, evaluate
from workings.evaluating.rendering import show
from workings.expr import (
    NOWHERE,
    Alt,
    Apply,
    Array,
    Call,
    Cases,
    Expr,
    Fold,
    Hole,
    Index,
    Name,
    Number,
    Relation,
    call,
    name,
    number,
    walk,
)
from workings.ops import FUNCTIONS, OPERATIONS
from workings.ops.primitives import PRIMITIVES
from workings.value import Result, Tensor, Truth, Undefined, key_of, precision

DECIMALS = st.builds(
    lambda count, places: Number(NOWHERE, fmpq(count, 10**places), fmpq(1, 10**places), "written"),
    st.integers(-500, 500),
    st.integers(0, 3),
)
NAMES = {
    "x": fmpq(3, 2),
    "v": Tensor((3,), (fmpq(1), fmpq(-2), fmpq(1, 2)), loose=True),
    "A": Tensor((2, 2), (fmpq(1), fmpq(2), fmpq(3), fmpq(4))),
    "c": Tensor((3, 1), (fmpq(1), arb(2).sqrt(), fmpq(0))),
    "f": Function(("u",), call("add", call("mul", name("u"), name("u")), name("x"))),
}
LEAVES = st.one_of(
    DECIMALS,
    st.sampled_from([name(key) for key in ("x", "v", "A", "c", "f", "unknown", "xx", "e", "\\pi")]),
    st.builds(lambda base, i: Name(NOWHERE, f"{base}_k", base, (i,)), st.sampled_from("vAx"), DECIMALS),
    st.just(Name(NOWHERE, "v_i", "v", (name("i"),))),
    st.just(Hole(NOWHERE, "?", "unread")),
    st.sampled_from([number(10**12), number(-(10**40)), number(fmpq(1, 10**30))]),
)
OPS = st.sampled_from([*PRIMITIVES, *OPERATIONS, "unheard-of"])
KEYS = st.sampled_from(["axis", "base", "p", "places", "temperature", "causal", "stride"])


def _deeper(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    few = st.lists(inner, max_size=3).map(tuple)
    options = st.lists(st.tuples(KEYS, inner), max_size=1).map(tuple)
    functions = st.sampled_from([*FUNCTIONS, "f", "g", "A"]).map(name)
    signs = st.lists(st.sampled_from(["=", "<", "≥", "∈", "≠", "≈"]), max_size=2).map(tuple)
    kinds = st.sampled_from(["sum", "prod", "max", "min", "argmax", "other"])
    maybe = st.one_of(st.none(), inner)
    return st.one_of(
        st.builds(lambda op, args: Call(NOWHERE, op, args), OPS, few),
        st.builds(lambda op, args, opts: Call(NOWHERE, op, args, opts), OPS, few, options),
        st.builds(lambda f, args: Apply(NOWHERE, f, args, "f(…)"), functions, few),
        st.builds(lambda base, index: Index(NOWHERE, base, index), inner, few),
        st.builds(
            lambda items, form: Array(NOWHERE, items, form),
            few,
            st.sampled_from(["list", "matrix", "column"]),
        ),
        st.builds(
            lambda *parts: Fold(NOWHERE, *parts), kinds, st.sampled_from(["i", None, ""]), maybe, maybe, inner
        ),
        st.builds(lambda a, b, c: Cases(NOWHERE, ((a, b), (c, None))), inner, inner, inner),
        st.builds(lambda members, s: Relation(NOWHERE, members, s), few, signs),
        st.builds(lambda options: Alt(NOWHERE, options), few),
    )


EXPRESSIONS = st.recursive(LEAVES, _deeper, max_leaves=12)
SCALAR_OPS = (
    "add",
    "sub",
    "mul",
    "div",
    "neg",
    "exp",
    "tanh",
    "sigmoid",
    "relu",
    "abs",
    "sqrt",
    "max",
    "sin",
)
SMOOTH = st.recursive(
    DECIMALS,
    lambda inner: st.one_of(
        st.builds(
            lambda op, a, b: call(op, a, b),
            st.sampled_from(["add", "sub", "mul", "div", "max"]),
            inner,
            inner,
        ),
        st.builds(
            lambda op, a: call(op, a), st.sampled_from(["neg", "exp", "tanh", "sigmoid", "sqrt"]), inner
        ),
    ),
    max_leaves=6,
)


@settings(max_examples=400, deadline=None)
@given(EXPRESSIONS, st.booleans())
def test_evaluation_never_raises_and_gives_finite_values(expr: Expr, widen: bool) -> None:
    result = evaluate(expr, NAMES, How(widen=widen, budget=20_000))
    assert all(arb(item).is_finite() for item in _items(result))
    if not isinstance(result, Truth | Undefined):
        assert show(result)


@settings(max_examples=100, deadline=None)
@given(EXPRESSIONS)
def test_the_same_expression_gives_the_same_result_twice(expr: Expr) -> None:
    first, second = (evaluate(expr, NAMES, How(budget=20_000)) for _ in range(2))
    assert str(first) == str(second)


@settings(max_examples=200, deadline=None)
@given(SMOOTH, st.lists(st.integers(-10, 10), min_size=6, max_size=6))
def test_wider_input_encloses_what_any_unrounded_input_gives(expr: Expr, tenths: list[int]) -> None:
    rounded = frozenset(key_of(node.value) for node in walk(expr) if isinstance(node, Number))
    wide = evaluate(expr, {}, How(widen=True, results=rounded))
    with precision(300):
        inside = evaluate(_moved(expr, iter(tenths)), {})
    if isinstance(inside, fmpq | arb) and isinstance(wide, fmpq | arb):
        assert arb(wide).overlaps(arb(inside))


def _moved(expr: Expr, tenths: Iterator[int]) -> Expr:
    """Every decimal moved by up to half a unit of its last digit."""
    if isinstance(expr, Call):
        return Call(expr.span, expr.op, tuple(_moved(arg, tenths) for arg in expr.args))
    if isinstance(expr, Number) and expr.is_decimal:
        return number(expr.value + expr.unit * fmpq(next(tenths), 20))
    return expr


@settings(max_examples=200, deadline=None)
@given(SMOOTH)
def test_exact_and_enclosed_evaluation_agree(expr: Expr) -> None:
    exact = evaluate(expr, {})
    balls = evaluate(_enclosed(expr), {"zero": arb(0)})
    if isinstance(exact, fmpq | arb) and isinstance(balls, fmpq | arb):
        assert arb(balls).overlaps(arb(exact))


@settings(max_examples=100, deadline=None)
@given(SMOOTH)
def test_more_precision_stays_inside_less(expr: Expr) -> None:
    with precision(53):
        rough = evaluate(expr, {})
    with precision(256):
        fine = evaluate(expr, {})
        if isinstance(rough, fmpq | arb) and isinstance(fine, fmpq | arb):
            assert arb(rough).overlaps(arb(fine))


def _enclosed(expr: Expr) -> Expr:
    """The same expression with every number turned into a ball by adding an enclosed zero."""
    if isinstance(expr, Call):
        return Call(expr.span, expr.op, tuple(_enclosed(arg) for arg in expr.args))
    return call("add", expr, name("zero"))


def _items(result: Result) -> tuple[fmpq | arb, ...]:
    if isinstance(result, Tensor):
        return result.items
    return (result,) if isinstance(result, fmpq | arb) else ()
