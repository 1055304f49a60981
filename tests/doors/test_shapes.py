"""`workings shapes`: the tables of the networks in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from workings.doors.cli import main

PROGRAM = """
net = nn.Sequential(
    nn.Conv2d(1, 8, 5), nn.ReLU(), nn.MaxPool2d(4),
    nn.Conv2d(8, 16, 4, padding=1), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(),
    nn.Linear({width}, 10),
)
"""


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("net.md").write_text(f"# A net\n\n```python{PROGRAM.format(width=144)}```\n", encoding="utf-8")
    Path("misfit.py").write_text(PROGRAM.format(width=128), encoding="utf-8")
    Path("prose.md").write_text("The sum is 2 + 2 = 4.\n", encoding="utf-8")
    return tmp_path


def shapes(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["shapes", *arguments])


def test_a_network_is_listed_with_its_sizes_and_parameters(sheet: Path) -> None:
    result = shapes("net.md", "--input", "1x32x32")
    assert result.exit_code == 0
    cells = [line.split() for line in result.stdout.splitlines()]
    assert ["6", "Conv2d", "16", "×", "6", "×", "6", "2", "064"] in cells
    assert "3 722 parameters in total" in result.stdout


def test_the_figures_are_the_same_in_json(sheet: Path) -> None:
    (network,) = json.loads(shapes("net.md", "--input", "1x32x32", "--to", "json").stdout)["networks"]
    layers = [layer for layer in network["layers"] if layer["layer"] != "ReLU"]
    assert [layer["output"] for layer in layers] == [
        ["N", 8, 28, 28], ["N", 8, 7, 7], ["N", 16, 6, 6], ["N", 16, 3, 3], ["N", 144], ["N", 10],
    ]  # fmt: skip
    assert [layer["parameters"] for layer in layers] == [208, 0, 2064, 0, 0, 1450]
    assert (network["parameters"], network["input_from"]) == (3722, "asked")


def test_what_does_not_fit_is_said_and_fails_the_run(sheet: Path) -> None:
    result = shapes("misfit.py", "--input", "1x32x32")
    assert result.exit_code == 1
    assert "line 6, column 15: 144 numbers reach this Linear" in result.stdout
    assert "nn.Linear(144, 10) fits" in result.stdout


def test_without_a_size_the_one_that_fits_is_inferred(sheet: Path) -> None:
    result = shapes("net.md")
    assert result.exit_code == 0
    assert "input 1 × 32 × 32, inferred from what fits" in result.stdout


@pytest.mark.parametrize("form", ["md", "html"])
def test_every_format_has_the_figures(sheet: Path, form: str) -> None:
    assert "1 450" in shapes("net.md", "--input", "1x32x32", "--to", form).stdout


def test_a_file_without_a_network_is_told_so(sheet: Path) -> None:
    result = shapes("prose.md")
    assert result.exit_code == 2
    assert "no network in prose.md" in result.stderr


def test_a_size_that_is_none_is_a_usage_error(sheet: Path) -> None:
    assert shapes("net.md", "--input", "3 by 32").exit_code == 2
