"""Going on from a checkpoint only with what it was made of, and generating only what there are words for."""

from __future__ import annotations

import json
import os

import pytest
from command_line import run

from workings.learning import checkpoints

SHEET = r"""$x, y, a, b \in \mathbb{R}$, $J = (a x + b - y)^2$"""
BIGRAMS = r"""Tokens $s \in \{0, \dots, 2\}^T$, next ones $y \in \{0, \dots, 2\}^T$, scores
$B \in \mathbb{R}^{3 \times 3}$.

$$Q = \operatorname{softmax}(B[s])$$

$$J = -\frac{1}{T} \sum_{t=1}^{T} \log Q_{t, y_t}$$
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a training that has four epochs behind it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.md").write_text(SHEET, encoding="utf-8")
    (tmp_path / "d.csv").write_text("x,y\n1,2\n2,4\n3,6\n", encoding="utf-8")
    assert run(*train("--epochs", 4))[0] == 0
    return tmp_path


def train(*options: object) -> tuple[object, ...]:
    return ("train", "s.md", "--minimise", "J", "--data", "d.csv", "--checkpoint", "kept", *options)


def test_every_epoch_is_told_once(place):
    code, out, err = run(*train("--epochs", 3))
    assert code == 0
    epochs = [line for line in (err + out).splitlines() if line.startswith("epoch")]
    assert [line.split()[1] for line in epochs] == ["1/3", "2/3", "3/3"]
    assert out.startswith("epoch 3/3")


def test_a_training_that_stops_early_says_so(place):
    options = ("--rate", 1e-30, "--patience", 2, "--epochs", 50)
    assert "epoch 3/50" in (told := run(*train(*options)))[1]
    assert told[1].splitlines()[0].endswith("(no better for 2 epochs)")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--epochs", 3], "kept: the checkpoint has 4 epochs behind it, and 3 are asked for"),
        (["--epochs", 9, "--rate", 0.5], "kept: the checkpoint was made with rate 0.01, not 0.5"),
        (["--epochs", 9, "--hold-out", 0.4], "kept: the checkpoint was made with hold-out 0.0, not 0.4"),
        (
            ["--epochs", 9, "--schedule", "cosine"],
            "kept: the checkpoint was made with schedule None, not cosine",
        ),
    ],
)
def test_it_goes_on_only_as_it_began(place, options, said):
    code, out, err = run(*train(*options, "--resume"))
    assert (code, out, err) == (2, "", f"error: {said}\n")


def test_a_schedule_that_ends_with_the_epochs_cannot_be_made_longer(place):
    assert run(*train("--epochs", 4, "--schedule", "cosine"))[0] == 0
    code, out, err = run(*train("--epochs", 9, "--schedule", "cosine", "--resume"))
    assert (code, out, err) == (2, "", "error: kept: the checkpoint was made with epochs 4, not 9\n")


def test_it_goes_on_only_with_its_examples_and_equations(place):
    wish = train("--epochs", 9, "--resume", "--rate", 0.5)  # the sheet is spoken of first
    (place / "d.csv").write_text("x,y\n1,2\n2,4\n3,7\n", encoding="utf-8")
    assert run(*wish)[2] == "error: kept: the checkpoint was made with other examples\n"
    (place / "s.md").write_text(SHEET.replace("^2$", "^4$"), encoding="utf-8")
    assert run(*wish)[2] == "error: kept: the checkpoint was made with other equations\n"
    (place / "s.md").write_text(SHEET.replace("a", "w"), encoding="utf-8")
    assert run(*wish)[2] == "error: kept: the checkpoint belongs to other equations\n"


def test_words_around_the_equations_may_change(place):
    (place / "s.md").write_text(f"# A line through points\n\nWe fit a line.\n\n{SHEET}\n", encoding="utf-8")
    assert run(*train("--epochs", 5, "--resume"))[0] == 0


def test_a_checkpoint_without_fingerprints_still_goes_on(place):
    found = checkpoints.load(place / "kept")
    plain = {key: value for key, value in found.progress.items() if key != "made_of"}
    checkpoints.save(place / "kept", checkpoints.Checkpoint(found.weights, found.optimiser, plain))
    code, out, _ = run(*train("--epochs", 5, "--resume"))
    assert (code, out.startswith("epoch 5/5")) == (0, True)


def test_half_a_checkpoint_is_refused(place):
    kept = place / "kept"
    kept.write_bytes(kept.read_bytes()[:-20])
    code, out, err = run(*train("--epochs", 5, "--resume"))
    assert (code, out) == (2, "")
    assert err.startswith("error: kept: no checkpoint that can be read")


def test_somebody_who_stops_it_is_told_how_to_go_on(place, monkeypatch):
    save, calls = checkpoints.save, []

    def stopped(path, checkpoint):
        calls.append(path)
        if len(calls) == 3:
            raise KeyboardInterrupt
        save(path, checkpoint)

    monkeypatch.setattr(checkpoints, "save", stopped)
    code, out, err = run(*train("--epochs", 9, "--quiet"))
    assert (code, out, err) == (
        2,
        "",
        "error: interrupted; kept has 2 epochs, and --resume goes on from them\n",
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_folder_that_cannot_be_written_to_is_named(place):
    (place / "closed").mkdir(mode=0o500)
    code, _, err = run(*train("--epochs", 5, "--checkpoint", "closed/kept"))
    assert (code, err) == (2, "error: closed: nothing can be written into this folder\n")


@pytest.fixture
def speaker(tmp_path, monkeypatch):
    """A folder with bigrams that were learned."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.md").write_text(BIGRAMS, encoding="utf-8")
    (tmp_path / "d.jsonl").write_text(json.dumps({"s": [0, 1], "y": [1, 2]}), encoding="utf-8")
    (tmp_path / "words").write_text("a b c", encoding="utf-8")
    wish = ("train", "b.md", "--minimise", "J", "--data", "d.jsonl", "--epochs", 1, "--checkpoint", "kept")
    assert run(*wish)[0] == 0
    return tmp_path


def test_tokens_that_are_counted_from_one_are_said_as_such(speaker):
    (speaker / "one.md").write_text(BIGRAMS.replace(r"\{0, \dots, 2\}", r"\{1, \dots, 3\}"), encoding="utf-8")
    wish = ("--scores", "Q", "--tokens", "s", "--checkpoint", "kept", "--most", 3)
    usual = run("generate", "b.md", *wish, "--prompt", "0 1")[1].partition("→")[2]
    ours = run("generate", "one.md", *wish, "--prompt", "1 2")[1].partition("→")[2]
    assert [int(token) - 1 for token in ours.split()[:3]] == [int(token) for token in usual.split()[:3]]
    worded = [run("generate", it, *wish, "--prompt", "a b", "--words", "words") for it in ("b.md", "one.md")]
    assert worded[0] == worded[1]
    assert run("generate", "one.md", *wish, "--prompt", "0")[2] == (
        "error: there is no token 0: they go from 1 to 3\n"
    )


@pytest.mark.parametrize(
    ("words", "options", "said"),
    [
        ("a b", ["--words", "words"], "words has 2 words, and Q scores 3"),
        ("a b a", ["--words", "words"], "words: a is there twice, for the tokens 0 and 2"),
        ("", ["--words", "words"], "words: there are no words in it"),
        ("a b c", ["--end", "7"], "there is no token 7 to end with: they go from 0 to 2"),
        ("a b c", ["--beams", 3, "--temperature", 1],
         "--beams looks for the likeliest and --temperature draws: take one of them"),
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_refused(speaker, words, options, said):
    (speaker / "words").write_text(words, encoding="utf-8")
    prompt = "a" if "--words" in options else "0"
    wish = ("generate", "b.md", "--scores", "Q", "--tokens", "s", "--checkpoint", "kept", "--prompt", prompt)
    code, out, err = run(*wish, *options)
    assert (code, out, err) == (2, "", f"error: {said}\n")
