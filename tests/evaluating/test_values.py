"""What expressions come to: exactness, shapes, names, sums, conditions and refusals."""

from __future__ import annotations

import time
from typing import Any

import pytest
from flint import arb, fmpq

from workings.evaluating import Function, How, evaluate
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
)
from workings.source import Span
from workings.value import Tensor, Truth, Undefined, precision


def array(*items: Any, form: str = "list") -> Array:
    lifted = tuple(number(item) if isinstance(item, int | fmpq) else item for item in items)
    return Array(NOWHERE, lifted, form)


def matrix(*rows: tuple[int, ...]) -> Array:
    return Array(NOWHERE, tuple(array(*row) for row in rows), "matrix")


def decimal(text: str) -> Number:
    places = len(text.split(".")[1])
    return Number(NOWHERE, fmpq(int(text.replace(".", "")), 10**places), fmpq(1, 10**places), text)


def subscripted(base: str, *index: Expr, key: str = "") -> Name:
    return Name(NOWHERE, key or f"{base}_sub", base, index)


def vector(*items: int) -> Tensor:
    return Tensor((len(items),), tuple(fmpq(item) for item in items), loose=True)


def applied(function: str, *args: Expr, key: str = "") -> Apply:
    return Apply(NOWHERE, name(function), args, key or f"{function}(…)")


def value(expr: Expr, how: How | None = None, **names: Any) -> Any:
    return evaluate(expr, names, how or How())


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (call("exp", 0), fmpq(1)),
        (call("ln", 1), fmpq(0)),
        (call("sqrt", fmpq(9, 4)), fmpq(3, 2)),
        (call("pow", 8, fmpq(1, 3)), fmpq(2)),
        (call("cos", 0), fmpq(1)),
        (call("sigmoid", 0), fmpq(1, 2)),
        (call("tanh", 0), fmpq(0)),
        (Call(NOWHERE, "log", (number(8),), (("base", number(2)),)), fmpq(3)),
        (Call(NOWHERE, "log", (number(8),), (("base", number(4)),)), fmpq(3, 2)),
        (call("log10", fmpq(1, 1000)), fmpq(-3)),
        (call("round", fmpq(-5, 2)), fmpq(-3)),
        (call("root", -27, 3), fmpq(-3)),
        (call("pow", 0, 0), fmpq(1)),
        (call("pow", fmpq(2, 3), -2), fmpq(9, 4)),
        (call("binomial", 5, 3), fmpq(10)),
        (call("relu", array(-1, 2)), vector(0, 2)),
        (call("hardmax", array(2, 2, 1)), Tensor((3,), (fmpq(1, 2), fmpq(1, 2), fmpq(0)), loose=True)),
        (call("argmax", array(1, 3, 3)), fmpq(2)),
        (call("norm", array(3, 4)), fmpq(5)),
        (call("det", matrix((1, 2), (3, 4))), fmpq(-2)),
    ],
)
def test_rational_results_stay_exact(expr: Expr, expected: Any) -> None:
    assert value(expr) == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (array(1, 2), array(3, 4), fmpq(11)),
        (matrix((1, 2)), matrix((3,), (4,)), fmpq(11)),
        (matrix((1, 2)), matrix((3, 4)), fmpq(11)),
        (matrix((1, 2), (3, 4)), array(1, 1), vector(3, 7)),
        (array(1, 1), matrix((1, 2), (3, 4)), vector(4, 6)),
        (matrix((1, 2), (3, 4)), matrix((1,), (1,)), Tensor((2, 1), (fmpq(3), fmpq(7)))),
        (number(2), array(1, 2), vector(2, 4)),
        (matrix((1,), (2,)), matrix((3, 4)), Tensor((2, 2), (fmpq(3), fmpq(4), fmpq(6), fmpq(8)))),
    ],
)
def test_the_product_is_the_one_the_shapes_ask_for(left: Expr, right: Expr, expected: Any) -> None:
    assert value(call("mul", left, right)) == expected


def test_a_column_before_a_row_is_a_dot_product_where_the_reading_says_so() -> None:
    expr = call("mul", matrix((1,), (2,)), matrix((3, 4)))
    assert value(expr, How(dot=True)) == 11


def test_a_bias_goes_to_every_row_and_a_column_to_every_column() -> None:
    table = matrix((1, 2, 3), (4, 5, 6))
    assert value(call("add", table, array(10, 20, 30))).items == tuple(map(fmpq, (11, 22, 33, 14, 25, 36)))
    assert value(call("add", table, matrix((10,), (20,)))).items == tuple(map(fmpq, (11, 12, 13, 24, 25, 26)))


def test_shapes_that_do_not_fit_are_named() -> None:
    gone = value(call("add", matrix((1, 2), (3, 4), (5, 6)), matrix((1, 2), (3, 4))))
    assert gone == Undefined("a 3×2 matrix cannot be added to a 2×2 one")
    assert value(array(array(1, 2), array(1, 2, 3))).reason == "rows of different length: 2, 3"


@pytest.mark.parametrize(
    "expr",
    [
        call("div", 1, 0),
        call("ln", 0),
        call("ln", -1),
        call("sqrt", -1),
        call("pow", -2, fmpq(1, 2)),
        call("pow", 0, -1),
        call("inverse", matrix((1, 2), (2, 4))),
        call("factorial", 10**9),
        call("factorial", fmpq(1, 2)),
        call("pow", 9, call("pow", 9, call("pow", 9, 9))),
        call("exp", call("exp", call("exp", 100))),
        call("pow", call("pow", call("exp", 1), 10**9), 10**9),
        call("eye", 10**7),
        call("entropy", array(9, -5)),
        call("softmax", 3),
        call("nonsense", 3),
        call("add", 3),
        call("sin"),
        name("infinity"),
        Hole(NOWHERE, "??", "no idea"),
        Alt(NOWHERE, ()),
        Array(NOWHERE, (), "list"),
        array(1, array(1, 2)),
        Index(NOWHERE, array(1, 2), (number(5),)),
        Index(NOWHERE, number(1), (number(0),)),
        Fold(NOWHERE, "sum", "i", number(1), number(10**9), name("i")),
        Fold(NOWHERE, "sum", None, None, None, number(1)),
        Cases(NOWHERE, ()),
    ],
)
def test_what_has_no_value_says_why_and_soon(expr: Expr) -> None:
    start = time.perf_counter()
    gone = value(expr)
    assert isinstance(gone, Undefined)
    assert gone.reason
    assert time.perf_counter() - start < 1


def test_all_missing_names_are_told() -> None:
    gone = value(name("a") + name("b") * applied("f", name("c")), c=fmpq(1))
    assert set(gone.missing) == {"a", "b", "f"}


def test_deep_nesting_is_refused_and_long_sums_are_not() -> None:
    right: Expr = number(1)
    left: Expr = number(1)
    for _ in range(10_000):
        right, left = 1 + right, left + 1
    assert isinstance(value(right), Undefined)
    assert value(left) == 10_001


def test_budgets_bound_the_work() -> None:
    inner = Fold(NOWHERE, "sum", "j", number(1), number(9_000), name("i") * name("j"))
    gone = value(Fold(NOWHERE, "sum", "i", number(1), number(9_000), inner))
    assert gone == Undefined("more than 200000 operations")
    big = Tensor((400, 400), tuple(fmpq(1) for _ in range(160_000)))
    assert isinstance(value(call("mul", name("A"), name("A")), A=big), Undefined)


def test_exact_numbers_that_grow_become_enclosures() -> None:
    doubling = Function(("x",), name("x") * name("x") + 1)
    expr: Expr = number(3)
    kinds = []
    for _ in range(40):
        expr = applied("f", expr)
        kinds.append(type(evaluate(expr, {"f": doubling})))
    assert kinds == sorted(kinds, key=[fmpq, arb].index) and {*kinds} == {fmpq, arb}


def test_a_subscript_takes_entries_from_one() -> None:
    x, table = vector(5, 6, 7), value(matrix((1, 2), (3, 4)))
    assert value(subscripted("x", number(2)), x=x) == 6
    assert value(subscripted("Q", number(1), number(2)), Q=table) == 2
    assert value(subscripted("Q", number(12)), Q=table) == 2
    assert value(subscripted("Q", number(2)), Q=table).items == (fmpq(3), fmpq(4))
    assert isinstance(value(subscripted("x", number(4)), x=x), Undefined)


def test_a_free_index_stands_for_the_whole_vector() -> None:
    z = vector(1, 2, 3)
    shifted = call("exp", subscripted("z", name("i"), key="z_i") - call("max", name("z")))
    assert value(shifted, z=z).items[2] == 1
    assert value(call("softmax", subscripted("z", name("i"))), z=z).shape == (3,)


def test_sums_find_entries_keys_and_their_own_end() -> None:
    term = subscripted("x", name("i"), key="x_i")
    total = Fold(NOWHERE, "sum", "i", number(1), name("n"), call("mul", term, term))
    assert value(total, x=vector(1, 2, 3)) == 14
    assert value(total, x_1=fmpq(1), x_2=fmpq(5)) == 26
    assert value(Fold(NOWHERE, "prod", "i", number(1), number(5), name("i"))) == 120
    assert value(Fold(NOWHERE, "max", None, None, None, name("x")), x=vector(1, 7, 2)) == 7
    entry = subscripted("w", name("i"), name("j"), key="w_ij")
    double = Fold(NOWHERE, "sum", "i", None, None, Fold(NOWHERE, "sum", "j", None, None, entry))
    assert value(double, w=value(matrix((1, 2), (3, 4)))) == 10
    step = subscripted("h", name("t") - 1, key="h_{t-1}")
    assert value(Fold(NOWHERE, "sum", "t", number(1), number(2), step), h_0=fmpq(4), h_1=fmpq(5)) == 9


def test_letters_side_by_side_are_a_product() -> None:
    assert value(name("wx"), w=fmpq(3), x=fmpq(4)) == 12
    assert value(name("wx"), w=fmpq(3)).missing == ("wx",)


def test_a_name_before_brackets_is_what_the_document_made_it() -> None:
    arg = name("x") + 1
    assert value(applied("f", arg), x=fmpq(1), f=Function(("u",), name("u") * name("u"))) == 4
    assert value(applied("w", arg), x=fmpq(1), w=fmpq(5)) == 10
    assert value(applied("ReLU", arg), x=fmpq(1)) == 2
    assert value(applied("P", name("A"), key="P(A)"), **{"P(A)": fmpq(1, 3)}) == fmpq(1, 3)
    assert value(applied("\\sigma", number(0))) == fmpq(1, 2)
    assert value(applied("\\sigma", number(2)), **{"\\sigma": fmpq(3)}) == 6
    assert value(applied("g", arg), x=fmpq(1)).missing[0] == "g"
    entrywise = Function(("u",), call("exp", number(fmpq(1, 10)) * name("u")))
    assert value(applied("f", matrix((1, 2), (3, 4))), f=entrywise).shape == (2, 2)


def test_a_parameter_hides_names_above_and_is_no_running_index() -> None:
    first = Name(NOWHERE, "x_1", "x", (number(1),))
    assert value(applied("f", array(7, 8)), f=Function(("x",), first), x_1=fmpq(5)) == 7
    weight = Name(NOWHERE, "W_x", "W", (name("x"),))
    assert (
        value(applied("f", number(2)), f=Function(("x",), weight * name("x")), W_x=fmpq(5), W_2=fmpq(9)) == 10
    )


def test_a_power_after_brackets_belongs_to_them_where_the_name_is_a_factor() -> None:
    def squared(start: int) -> Expr:
        factor = Apply(Span(start, 9), Name(Span(3, 4), "w", "w"), (name("x") + 1,), "w(x+1)")
        return call("pow", factor, 2)

    assert value(squared(3), w=fmpq(5), x=fmpq(1)) == 20
    assert value(squared(2), w=fmpq(5), x=fmpq(1)) == 100
    assert value(squared(3), w=Function(("u",), 3 * name("u")), x=fmpq(1)) == 36


def test_a_function_that_calls_itself_ends() -> None:
    endless = Function(("x",), applied("f", name("x")))
    assert value(applied("f", number(1)), f=endless) == Undefined("nested too deeply")


def test_cases_and_relations() -> None:
    steps = Cases(
        NOWHERE, ((number(1), Relation(NOWHERE, (name("x"), number(0)), (">",))), (number(0), None))
    )
    assert value(steps, x=fmpq(2)) == 1
    assert value(steps, x=fmpq(-2)) == 0
    assert isinstance(value(steps, x=arb(0, 1)), Undefined)
    assert value(Relation(NOWHERE, (number(1), number(2), number(2)), ("<", "≤"))) == Truth(True)
    assert value(Relation(NOWHERE, (number(1), name("S")), ("∈",)), S=fmpq(1)) == Truth(None)


def test_readings_and_conventions_are_chosen_by_how() -> None:
    either = Alt(Span(3, 9), (number(1), number(2)))
    assert value(either) == 1
    assert value(either, How(choice={Span(3, 9): 1})) == 2
    assert value(call("log", 8), How(log_base="2")) == 3
    assert value(call("sin", 90), How(degrees=True)).contains(1)


def test_widening_touches_decimals_only() -> None:
    ball = value(decimal("0.10") * 3, How(widen=True))
    assert ball.contains(fmpq(3, 10) + fmpq(3, 200))
    assert not ball.contains(fmpq(3, 10) + fmpq(4, 200))
    assert value(number(2) + 2, How(widen=True)) == 4


def test_more_precision_encloses_more_tightly() -> None:
    expr = call("softmax", array(1, 2, 3))
    with precision(60):
        rough = value(expr)
    with precision(300):
        fine = value(expr)
    for wide, narrow in zip(rough.items, fine.items, strict=True):
        assert wide.contains(narrow)
