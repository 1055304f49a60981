"""Steps: every operation opens into its recipe, and what is written down holds."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq
from sampling import to_value
from values import same, samples

from workings.evaluating import evaluate
from workings.explaining.latex import in_latex
from workings.explaining.lines import lines
from workings.explaining.steps import explain
from workings.explaining.values import literal
from workings.expr import Expr, name
from workings.finding import Verdict
from workings.ops import FUNCTIONS, Op
from workings.ops.operation import with_options
from workings.parsing import Lexicon, parse_maths
from workings.pipeline import check, read
from workings.step import Step
from workings.value import Tensor, Value

NAMES: dict[str, Value] = {
    "z": Tensor((3,), (fmpq(1), fmpq(2), fmpq(3)), loose=True),
    "Q": Tensor((2, 2), (fmpq(1), fmpq(0), fmpq(0), fmpq(2))),
    "K": Tensor((2, 2), (fmpq(1), fmpq(1), fmpq(0), fmpq(1))),
    "x": fmpq(1, 3),
    "w": fmpq(2),
}


def parse(text: str) -> Expr:
    return parse_maths(text, Lexicon(FUNCTIONS))


def written(text: str, detail: int) -> list[str]:
    step = explain(parse(text), NAMES, detail=detail, name=name("R"))
    assert step is not None
    return [("  " * line.depth) + line.in_text() for line in lines(step, detail=detail)]


def call_of(op: Op, sample: Any) -> tuple[Expr, dict[str, Value]]:
    args = sample if isinstance(sample, tuple) else (sample,)
    options = args[-1] if isinstance(args[-1], dict) else {}
    names = {f"a_{at}": to_value(arg) for at, arg in enumerate(args[:-1] if options else args, 1)}
    return with_options(op.name, *map(name, names), **options), names


@pytest.mark.parametrize(("op", "sample"), samples(), ids=lambda part: getattr(part, "name", "sample"))
def test_the_steps_of_an_operation_end_in_its_value(op: Op, sample: Any) -> None:
    expr, names = call_of(op, sample)
    step = explain(expr, names, detail=2)
    assert step is not None
    assert same(step.value, evaluate(expr, names))
    assert step.substeps
    assert same(step.substeps[-1].value, step.value)


@pytest.mark.parametrize(("op", "sample"), samples(), ids=lambda part: getattr(part, "name", "sample"))
def test_nothing_in_the_steps_of_an_operation_is_wrong(op: Op, sample: Any) -> None:
    expr, names = call_of(op, sample)
    step = explain(expr, names, detail=3, name=name("R"))
    assert step is not None
    givens = [f"${in_latex(name(key))} = {in_latex(literal(value))}$" for key, value in names.items()]
    text = "\n\n".join([*givens, *(f"${line.in_latex()}$" for line in lines(step, detail=3))])
    wrong = [claim for claim in check(read(text, "steps.md")).claims if claim.verdict is Verdict.WRONG]
    assert not wrong, text


def test_detail_zoom_from_the_answer_to_every_entry() -> None:
    assert written(r"\operatorname{softmax}(z)", 0) == ["R ≈ [0.0900, 0.2447, 0.6652]"]
    assert written(r"\operatorname{softmax}(z)", 1) == [
        "R = softmax(z) = softmax([1, 2, 3]) ≈ [0.0900, 0.2447, 0.6652]"
    ]
    assert written(r"\operatorname{softmax}(z)", 2)[:2] == [
        "  e = exp(z) = exp([1, 2, 3]) ≈ [2.72, 7.39, 20.09]",
        "  s = sum(e) = sum([2.72, 7.39, 20.09]) ≈ 30.19",
    ]
    assert written("Q K^T", 3)[1:3] == ["  R_{1,1} = 1 · 1 + 0 · 1 = 1", "  R_{1,2} = 1 · 0 + 0 · 1 = 0"]


def test_a_fraction_is_shown_exactly_and_as_a_decimal() -> None:
    assert written("w x + 3", 1) == ["R = w · x + 3 = 2 · (1 / 3) + 3 = 11 / 3 ≈ 3.667"]


def test_an_argument_gets_a_name_that_is_free() -> None:
    assert written(r"\sigma(w x)", 2)[0] == "  x' = w · x = 2 · (1 / 3) = 2 / 3 ≈ 0.6667"


def test_a_large_matrix_is_elided_and_its_shape_is_said() -> None:
    large = Tensor((20, 30), tuple(fmpq(at) for at in range(600)))
    step = explain(name("M"), {"M": large}, name=name("N"))
    assert step is not None
    (line,) = lines(step)
    assert line.remark == "20 × 30"
    assert r"\cdots" in line.in_latex()
    assert line.in_latex().count(r"\\") == 7


def test_a_huge_document_cannot_make_endless_steps() -> None:
    square = Tensor((40, 40), tuple(fmpq(at % 7) for at in range(1600)))
    product = parse(" ".join(["M"] * 3))
    step = explain(product, {"M": square}, detail=3)
    assert step is not None

    def count(step: Step) -> int:
        return 1 + sum(map(count, step.substeps))

    assert count(step) < 400


def test_nothing_is_explained_that_has_no_value() -> None:
    assert explain(parse("a + 1"), {}) is None
    assert explain(parse("1 + 1"), {}) is not None


def test_a_function_of_the_document_is_shown_at_its_argument() -> None:
    text = "$f(x) = x^2 + 1$\n\n$f(3) = 10$\n\n$g(n) = n \\cdot g(n - 1)$\n\n$g(3) = 7$\n\n$f(f(1)) = 5$\n"
    report = check(read(text, "sheet.md"), detail=2)
    shown = [line.in_text() for step in report.explanations.values() for line in lines(step.step, detail=2)]
    assert shown == ["f(3) = 3^2 + 1 = 10", "f(1) = 1^2 + 1 = 2", "f(f(1)) = 2^2 + 1 = 5"]
