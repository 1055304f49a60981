"""Every lab runs, says the same for the same seed, and comes to its verdict by its figures."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from workings.doors.cli import main
from workings.labs.catalogue import LABS
from workings.labs.lab import Outcome, Ruling
from workings.labs.running import run_lab
from workings.reporting.labs import picture

VERDICTS = {
    "vanishing-gradients": Ruling.ONLY_IF,
    "skip-connections": Ruling.HOLDS,
    "scaled-scores": Ruling.ONLY_IF,
    "own-key": Ruling.FAILS,
    "argmax-gradient": Ruling.HOLDS,
    "positional-encodings": Ruling.ONLY_IF,
    "length-generalisation": Ruling.ONLY_IF,
    "multi-head": Ruling.ONLY_IF,
    "copying": Ruling.ONLY_IF,
    "linear-attention": Ruling.HOLDS,
    "parallel-depth": Ruling.ONLY_IF,
    "architectures": Ruling.OPEN,
    "greedy-and-beam": Ruling.FAILS,
    "early-stopping": Ruling.ONLY_IF,
    "eigenvalues": Ruling.ONLY_IF,
    "separable-logistic": Ruling.HOLDS,
    "minibatch-noise": Ruling.ONLY_IF,
    "auto-encoder": Ruling.ONLY_IF,
    "pooling-shifts": Ruling.ONLY_IF,
}
DEAR = "length-generalisation multi-head linear-attention auto-encoder architectures early-stopping".split()
CHEAP = [name for name in VERDICTS if name not in DEAR]


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


@pytest.mark.parametrize("seed", [7, 8])
@pytest.mark.parametrize("name", CHEAP)
def test_another_seed_comes_to_the_same_verdict(name, seed):
    assert run_lab(LABS[name], seed).ruling is VERDICTS[name]


@pytest.mark.parametrize("name", CHEAP)
def test_the_same_seed_gives_the_same_figures(name):
    assert run_lab.__wrapped__(LABS[name]) == run_lab(LABS[name])


def test_chance_has_a_part_where_a_seed_is_asked_for():
    assert run_lab(LABS["own-key"], 7).figures != run_lab(LABS["own-key"]).figures


def test_gradients_vanish_through_thirty_sigmoids_and_not_through_he_s_weights():
    left = column(run_lab(LABS["vanishing-gradients"]), "depth 30")
    assert 1e-19 < left["sigmoid"] < 1e-17
    assert 0.2 < left["ReLU with He's weights"] < 20


def test_skips_keep_the_gradient_of_thirty_sigmoids():
    kept = run_lab(LABS["skip-connections"])
    assert column(kept, "plain, 30")["sigmoid"] < 1e-17
    assert 1 < column(kept, "skips, 30")["sigmoid"] < 10


def test_the_scale_keeps_variance_weight_and_gradient():
    size, variance, scaled, *figures = run_lab(LABS["scaled-scores"]).figures.rows[-1]
    assert size == 1024
    assert variance == pytest.approx(1024, rel=0.1) and scaled == pytest.approx(1, rel=0.1)
    largest, with_scale, gradient, kept, correlated = figures
    assert largest > 0.9 > 0.4 > with_scale
    assert gradient < 0.1 < kept
    assert correlated > 0.9


def test_the_own_key_wins_at_chance():
    share = column(run_lab(LABS["own-key"]), "own key wins")
    assert share["W_Q and W_K apart"] == pytest.approx(1 / 16, abs=0.012)
    assert share["W_Q = W_K"] > 0.99


def test_argmax_attention_teaches_the_values_only():
    gradients = run_lab(LABS["argmax-gradient"])
    zero = [
        column(gradients, name)["argmax"] for name in ("∂L/∂W_Q", "∂L/∂W_K", "slope in W_Q", "slope in W_K")
    ]
    assert zero == [0, 0, 0, 0]
    assert column(gradients, "∂L/∂W_V")["argmax"] > 0.1


def test_a_rotation_makes_scores_depend_on_the_offset_only():
    outcome = run_lab(LABS["positional-encodings"])
    spread, order = column(outcome, "spread at one offset"), column(outcome, "change by order")
    assert spread["rotation"] == 0 and spread["a sinusoidal table"] > 0.1
    assert column(outcome, "left by the shift map")["a sinusoidal table"] == 0
    assert order["none"] == 0 and order["rotation"] > 0


def test_only_rotary_encodings_carry_over_to_longer_sequences():
    known, beyond = (column(run_lab(LABS["length-generalisation"]), f"positions {part}")
                     for part in ("2 to 16", "17 to 32"))  # fmt: skip
    assert min(known.values()) > 0.95
    assert beyond["rotary"] > 0.9 and max(beyond["learned"], beyond["sinusoidal"]) < 0.4


def test_one_head_cannot_look_at_two_places_at_once():
    outcome = run_lab(LABS["multi-head"])
    one, two = column(outcome, "one head"), column(outcome, "two heads")
    assert one["two places at once"] > 0.5 and two["two places at once"] < 0.05
    assert max(one["one place"], two["one place"]) < 0.05


def test_the_weights_that_tokens_give_to_themselves():
    outcome = run_lab(LABS["copying"])
    assert [round(weight, 3) for weight in outcome.figures.rows[1]] == [1, 0.665, 0.576, 0.665]
    assert "β ≥ 2.30" in outcome.condition


def test_linear_attention_keeps_less_from_length_to_length():
    _, _, _, softmax, linear = run_lab(LABS["linear-attention"]).figures.rows[-1]
    assert softmax == pytest.approx(4096**2 * 4 / 1e6, rel=0.1)
    assert linear < 2


def test_only_generation_and_an_rnn_wait_for_every_step():
    power = column(run_lab(LABS["parallel-depth"]), "power of T")
    assert power["encoder"] == power["decoder, training"] == 0
    assert power["RNN"] > 0.9 and power["decoder, generation"] > 0.9


def test_no_architecture_has_everything():
    outcome = run_lab(LABS["architectures"])
    holds = column(outcome, "holds for")
    assert holds["takes positions in parallel"] == "Transformer, MLP"
    assert holds["has one size for all lengths"] == "RNN, Transformer"
    assert holds["learns more from the same data"] == "undecided"


def test_a_beam_may_do_worse_than_greedy_search():
    outcome = run_lab(LABS["greedy-and-beam"])
    worse, better = column(outcome, "worse"), column(outcome, "better")
    assert 0 < worse["beam of 2"] < better["beam of 2"]


def test_stopping_early_is_safe_for_sums_of_logarithms_only():
    loses = column(run_lab(LABS["early-stopping"]), "loses")
    assert loses["log p"] == 0 < loses["log p / length"]


def test_a_jordan_block_grows_although_no_eigenvalue_is_beyond_one():
    late = column(run_lab(LABS["eigenvalues"]), "t = 1000")
    assert late["Jordan block of 1"] == 1000
    assert late["rotation"] <= 1 and late["Jordan block of 0.9"] < 1e-40


def test_the_loss_on_separable_data_falls_for_ever():
    separable, conflict = zip(
        *(row[1:] for row in run_lab(LABS["separable-logistic"]).figures.rows), strict=True
    )
    assert list(separable) == sorted(separable, reverse=True) and 0 < separable[-1] < 1e-27
    assert min(conflict) < conflict[-1]


def test_the_noise_of_a_batch_falls_with_its_root():
    power = column(run_lab(LABS["minibatch-noise"]), "power of B")
    assert power["drawn at random"] == pytest.approx(-0.5, abs=0.05)
    assert power["neighbours in sorted data"] > -0.3


def test_a_bottleneck_of_the_rank_reconstructs():
    outcome = run_lab(LABS["auto-encoder"])
    trained, least = column(outcome, "error"), column(outcome, "least possible")
    assert trained[3] < 1e-3
    assert trained[1] == pytest.approx(least[1], rel=0.01) and trained[2] == pytest.approx(least[2], rel=0.01)


def test_only_pooling_over_all_is_blind_to_a_shift():
    change = column(run_lab(LABS["pooling-shifts"]), "shift by 1")
    assert change["max over all"] == change["mean over all"] == 0
    assert change["no pooling"] > change["max 2×2"] > change["max 4×4"] > 0.01


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


def test_all_labs_put_their_pictures_into_a_folder(tmp_path, monkeypatch):
    exact = {name: LABS[name] for name in ("copying", "eigenvalues")}
    monkeypatch.setattr("workings.doors.lab.LABS", exact)
    code, out, _ = run("--all", "-o", tmp_path / "pictures")
    assert code == 0
    assert out.count("verdict:") == 2
    assert sorted(path.stem for path in (tmp_path / "pictures").iterdir()) == ["copying", "eigenvalues"]


def test_a_picture_that_cannot_be_written_is_said(tmp_path):
    code, _, err = run("copying", "-o", tmp_path / "nowhere" / "picture.svg")
    assert code == 2
    place = tmp_path / "nowhere"
    assert err == f"error: cannot write {place / 'picture.svg'}: there is no folder {place}\n"


def test_a_name_and_all_of_them_do_not_go_together():
    assert run("copying", "--all")[0] == 2


def test_the_chapter_lists_every_lab_with_its_verdict():
    chapter = (Path(__file__).parents[2] / "book" / "labs.md").read_text(encoding="utf-8")
    rows = dict(
        re.findall(r"^\| `([\w-]+)` \| (holds|does not hold|only if|undecided)", chapter, re.MULTILINE)
    )
    assert rows == {name: ruling.value.removeprefix("holds ") for name, ruling in VERDICTS.items()}


def test_an_unknown_lab_is_refused_with_near_names():
    code, _, err = run("vanishing")
    assert code == 2
    assert err.startswith("error: no lab is called `vanishing`; did you mean `vanishing-gradients`?")


def test_without_torch_labs_are_listed_and_those_that_need_it_say_what_to_install(monkeypatch):
    monkeypatch.setattr("workings.labs.running.find_spec", lambda name: None)
    code, _, err = run("vanishing-gradients", "--no-picture", "--seed", 99)
    assert code == 2
    assert "pip install 'workings[torch]'" in err
    assert run()[0] == 0
