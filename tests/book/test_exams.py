"""The chapters on exams, proofs and separable data state what they should, and find what is wrong."""

from __future__ import annotations

import itertools
import math
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from flint import fmpq

from workings.doors.cli import main
from workings.evaluating import Function, evaluate
from workings.finding import Claim, Verdict
from workings.pipeline import check, judged, read
from workings.value import Value

BOOK = Path(__file__).parents[2] / "book"
EXAMPLE = re.compile(
    r"(?P<document>^```raw document\n(?P<text>.*?)^```\n\n```raw report\n)(?P<report>.*?)(?=^```$)",
    re.MULTILINE | re.DOTALL,
)


def text_of(chapter: str) -> str:
    return (BOOK / chapter).read_text(encoding="utf-8")


def claims_of(chapter: str) -> tuple[Claim, ...]:
    return check(read(text_of(chapter), chapter)).claims


@pytest.mark.parametrize("chapter", ["exams.md", "proofs.md"])
def test_the_reports_of_a_chapter_are_real(chapter: str, request: pytest.FixtureRequest) -> None:
    def renew(match: re.Match[str]) -> str:
        arguments = ["check", "-", "-v", "--stdin-filename", "example.md"]
        return match["document"] + CliRunner().invoke(main, arguments, input=match["text"]).stdout

    renewed = EXAMPLE.sub(renew, text_of(chapter))
    if request.config.getoption("--accept", default=False):
        (BOOK / chapter).write_text(renewed, encoding="utf-8")
    assert text_of(chapter) == renewed


def test_the_wrong_key_and_the_wrong_points_are_found() -> None:
    (example,) = EXAMPLE.finditer(text_of("exams.md"))
    found = {claim.rule for claim in check(read(example["text"])).claims if claim.verdict is Verdict.WRONG}
    assert found == {"choice/wrong-answer", "points/total"}


def test_every_answer_of_the_exam_that_can_be_worked_out_is_settled() -> None:
    kinds = [claim.verdict for claim in claims_of("exams.md") if claim.kind == "sentence"]
    assert len(kinds) >= 28 and set(kinds) == {Verdict.RIGHT}


def test_the_proof_that_xor_is_out_of_reach_holds_and_names_its_sum() -> None:
    said = [claim for claim in claims_of("proofs.md") if "ontradiction" in claim.text]
    assert [claim.verdict for claim in said] == [Verdict.RIGHT, Verdict.RIGHT]
    assert all("cannot be" in claim.message for claim in said)


def loss(name: str, at: fmpq) -> float:
    """A loss of the chapter on separable data, by its own formula."""
    function = judged(read(text_of("logistic-separable.md"))).scope.said[name]
    assert isinstance(function, Function)
    found: Value | object = evaluate(function.body, {function.params[0]: at})
    return float(found)  # type: ignore[arg-type]  # the tests say so if it is none


def test_the_loss_falls_along_the_ray_and_never_reaches_nought() -> None:
    values = [loss("L", fmpq(step, 2)) for step in range(17)]
    referee = [(2 * math.log1p(math.exp(-1.5 * k)) + math.log1p(math.exp(-2 * k))) / 3 for k in range(17)]
    assert values == pytest.approx(referee)
    assert all(after < before for before, after in itertools.pairwise(values))
    assert values[-1] > 0


def test_a_conflict_gives_the_loss_a_lowest_point() -> None:
    lowest = loss("C", fmpq(6931, 10000))
    assert lowest == pytest.approx(2 * math.log(1.5) + math.log(3), abs=1e-6)
    assert lowest < loss("C", fmpq(6, 10)) and lowest < loss("C", fmpq(8, 10))
