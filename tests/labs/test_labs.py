"""Every lab runs, says the same for the same seed, and comes to its verdict by its figures."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from workings.doors.cli import main
from workings.labs.catalogue import LABS
from workings.labs.lab import Outcome, Ruling
from workings.labs.running import run_lab
from workings.reporting.labs import picture

VERDICTS = {"vanishing-gradients": Ruling.ONLY_IF}


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["lab", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def column(outcome: Outcome, name: str) -> dict[object, object]:
    """The figures of a column by what stands first in their rows."""
    at = outcome.figures.columns.index(name)
    return {row[0]: row[at] for row in outcome.figures.rows}


def test_every_lab_has_its_verdict_in_the_table():
    assert list(VERDICTS) == list(LABS)


@pytest.mark.parametrize("name", VERDICTS)
def test_a_lab_comes_to_its_verdict(name):
    outcome = run_lab(LABS[name])
    assert outcome.ruling is VERDICTS[name]
    assert bool(outcome.condition) or outcome.ruling is not Ruling.ONLY_IF
    assert all(len(row) == len(outcome.figures.columns) for row in outcome.figures.rows)


@pytest.mark.parametrize("name", VERDICTS)
def test_the_picture_of_a_lab_is_well_formed_and_says_its_verdict(name):
    drawn = ElementTree.fromstring(picture(LABS[name], run_lab(LABS[name])))
    assert drawn.findtext("{http://www.w3.org/2000/svg}title") == LABS[name].claim
    assert run_lab(LABS[name]).verdict in (drawn.findtext("{http://www.w3.org/2000/svg}desc") or "")


def test_gradients_vanish_through_thirty_sigmoids_and_not_through_he_s_weights():
    left = column(run_lab(LABS["vanishing-gradients"]), "depth 30")
    assert 1e-19 < left["sigmoid"] < 1e-17
    assert 0.2 < left["ReLU with He's weights"] < 20


def test_the_list_names_every_lab_with_its_claim():
    code, out, _ = run()
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(LABS)


def test_a_lab_writes_its_picture_and_says_where(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("vanishing-gradients")
    assert code == 0
    assert "picture:  vanishing-gradients.svg" in out
    assert Path("vanishing-gradients.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_lab_as_data(tmp_path):
    target = tmp_path / "picture.svg"
    code, out, _ = run("vanishing-gradients", "--output-format", "json", "-o", target, "--seed", 1)
    (found,) = json.loads(out)["labs"]
    assert code == 0
    assert (found["name"], found["seed"], found["verdict"]) == ("vanishing-gradients", 1, "holds only if")
    assert found["columns"][0] == "activation" and len(found["rows"]) == 4
    assert found["picture"] == str(target) and target.exists()


def test_an_unknown_lab_is_refused_with_near_names():
    code, _, err = run("vanishing")
    assert code == 2
    assert err.startswith("error: no lab is called `vanishing`; did you mean `vanishing-gradients`")


def test_without_torch_labs_are_listed_and_those_that_need_it_say_what_to_install(monkeypatch):
    run_lab.cache_clear()
    monkeypatch.setattr("workings.labs.running.find_spec", lambda name: None)
    code, _, err = run("vanishing-gradients", "--no-picture")
    assert code == 2
    assert "pip install 'workings[torch]'" in err
    assert run()[0] == 0
