"""`workings design` as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import workings
from workings.doors.cli import main
from workings.finding import Verdict

pytest.importorskip("scipy", reason="finding weights needs the extra `design`")
OR = "Take $w = (1, 1)$ and $b = 0.5$. The unit fires if $w \\cdot x + b \\geq 0$. It computes OR.\n"


def design(*args: str) -> Result:
    return CliRunner().invoke(main, ["design", *args])


def test_and_gets_weights_and_exits_with_0() -> None:
    result = design("AND")
    assert result.exit_code == 0
    assert "w = (1, 1), b = -1.5" in result.stdout and "margin 0.5" in result.stdout


def test_an_unknown_function_is_answered_with_those_there_are() -> None:
    result = design("nope")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: no function or file is called nope; there are AND, OR, NAND")
    assert "cannot read nope.md" in design("nope.md").stderr


def test_xor_gets_a_sum_to_replay_and_exits_with_1() -> None:
    result = design("XOR")
    assert result.exit_code == 1
    assert "(0, 0, 1) + (1, 1, 1) = (0, 1, 1) + (1, 0, 1)" in result.stdout


def test_a_table_on_the_command_line_is_the_same_as_its_name() -> None:
    assert (
        design("--table", "00:0 01:0 10:0 11:1").stdout.splitlines()[1:]
        == design("AND").stdout.splitlines()[1:]
    )


def test_minus_one_may_stand_for_nought() -> None:
    result = design("--table", "-1,-1:-1 -1,1:-1 1,-1:-1 1,1:1")
    assert result.exit_code == 0 and "w = (1, 1), b = -1" in result.stdout


def test_json_has_fractions() -> None:
    data = json.loads(design("NAND", "--output-format", "json").stdout)
    assert data["unit"] == {"w": ["-1", "-1"], "b": "3/2", "margin": "1/2"}


@pytest.mark.parametrize(
    "args", [["AND"], ["majority"], ["implication"], ["XOR", "--hidden", "2"], ["parity3", "--hidden", "3"]]
)
def test_the_page_that_is_written_is_right_by_our_own_check(args: list[str], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    assert design(*args, "-o", str(page)).exit_code == 0
    claims = workings.read(page).check().claims
    assert len(claims) > 4 and {claim.verdict for claim in claims} == {Verdict.RIGHT}


def test_a_document_is_read_for_its_truth_table(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "| a | b | target |\n|---|---|---|\n| 0 | 0 | 1 |\n| 0 | 1 | 1 |\n| 1 | 0 | 1 |\n| 1 | 1 | 0 |\n"
    )
    assert "w = (-1, -1), b = 1.5" in design(str(page)).stdout


def test_a_unit_of_a_document_is_repaired(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(OR)
    result = design("--repair", str(page))
    assert result.exit_code == 0 and "b: 0.5 → -0.5" in result.stdout


def test_nothing_to_repair_is_said(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(OR.replace("0.5", "-0.5"))
    assert "nothing to repair" in design("--repair", str(page)).stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nobody"], "no function or file is called nobody"),
        (["--table", "00:0 1"], "cannot read"),
        (["--table", "00:0 1:1"], "not equally long"),
        (["NOT", "--inputs", "2"], "there is no NOT of 2 inputs"),
        ([], "say what to compute"),
        (["AND", "--table", "0:1"], "say what to compute"),
        (["--repair", "--table", "0:1"], "--repair needs a FILE"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_and_exits_with_2(args: list[str], said: str) -> None:
    result = design(*args)
    assert result.exit_code == 2 and said in result.stderr


def test_a_missing_solver_is_said_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("workings.designing.programs.import_module", gone)
    result = design("AND")
    assert result.exit_code == 2 and "pip install 'workings[design]'" in result.stderr
