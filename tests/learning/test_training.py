"""Training from a sheet: it learns, it goes on after a kill, two processes are one, bad data is named."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import run

from workings.learning.checkpoints import load

ROOT = Path(__file__).parents[2]


def losses(text: str) -> list[str]:
    return [line.split("loss ")[1] for line in text.splitlines() if line.startswith("epoch")]


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "workings", "train", *map(str, arguments)]


ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"}


def test_the_data_say_what_size_an_input_has(tmp_path):
    sheet, table = tmp_path / "line.md", tmp_path / "line.csv"
    sheet.write_text(
        "Let $w \\in \\mathbb{R}$ and $b \\in \\mathbb{R}$, $\\hat y = w x + b$ and $L = (\\hat y - y)^2$.\n"
    )
    table.write_text("x,y\n1,3\n2,5\n3,7\n0,1\n")
    code, out, said = run("train", sheet, "--minimise", "L", "--data", table, "--rate", 0.1, "--quiet")
    assert (code, said) == (0, "") and float(losses(out)[-1]) < 0.01


def test_xor_is_learned(sheet, table, tmp_path):
    curve = tmp_path / "curve.svg"
    code, out, _ = run("train", sheet, "--minimise", "L", "--data", table, "--rate", 0.1, "--epochs", 150,
                       "--score", "p=y", "--curve", curve, "--quiet")  # fmt: skip
    assert code == 0
    assert "p=y: 4 of 4 right" in out
    assert curve.read_text().startswith("<svg")


def test_the_same_seed_gives_the_same_losses_and_another_gives_others(sheet, table):
    wish = ("train", sheet, "--minimise", "L", "--data", table, "--epochs", 3, "--batch", 2)
    first, second, third = run(*wish), run(*wish), run(*wish, "--seed", 1)
    assert first == second
    assert losses(first[2]) != losses(third[2])


def test_a_training_that_was_killed_goes_on_with_the_losses_it_would_have_had(sheet, table, tmp_path):
    kept = tmp_path / "weights.safetensors"
    wish = [sheet, "--minimise", "L", "--data", table, "--batch", 2, "--schedule", "exponential", "--epochs"]
    whole = subprocess.run(command(*wish, 600), env=ENVIRONMENT, capture_output=True, text=True, check=True)
    killed = subprocess.Popen(
        command(*wish, 600, "--checkpoint", kept),
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not kept.exists() and time.monotonic() < deadline:
        time.sleep(0.002)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    done = len(load(kept).progress["history"])
    assert 0 < done < 600
    again = command(*wish, 600, "--checkpoint", kept, "--resume")
    rest = subprocess.run(again, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert losses(rest.stderr) == losses(whole.stderr)[done:]


def losses_of_both(*wish: str) -> tuple[list[float], list[float]]:
    """The losses of one process and of two."""
    alone = subprocess.run(command(*wish), env=ENVIRONMENT, capture_output=True, text=True, check=True)
    launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2", "--standalone", "-m"]
    wanted = [*launcher, "workings", "train", *wish]
    both = subprocess.run(wanted, env=ENVIRONMENT, capture_output=True, text=True)
    assert both.returncode == 0, both.stderr[-2000:]
    one, two = (list(map(float, losses(done.stderr))) for done in (alone, both))
    return one, two


def test_two_processes_have_the_losses_of_one(sheet, table):
    one, two = losses_of_both(
        str(sheet), "--minimise", "L", "--data", str(table), "--epochs", "4", "--batch", "4"
    )
    assert two == pytest.approx(one, rel=1e-5)


def test_sequences_of_any_length_are_shared_by_two_processes_too(tmp_path):
    sheet, data = tmp_path / "sum.md", tmp_path / "sums.jsonl"
    sheet.write_text(
        r"$x \in \mathbb{R}^T$, $y, w, b \in \mathbb{R}$, $h_t = x_t + h_{t-1}$, $h_0 = 0$,"
        r" $L = (w h_T + b - y)^2$"
    )
    strings = [[1], [1, 2], [2, 0], [0, 3], [1, 1, 1], [4, 0, 1], [3, 1, 2]]
    data.write_text("\n".join(json.dumps({"x": x, "y": 2 * sum(x) - 1}) for x in strings))
    one, two = losses_of_both(
        str(sheet), "--minimise", "L", "--data", str(data), "--epochs", "5", "--batch", "2"
    )
    assert two == pytest.approx(one, rel=1e-5)
    assert one[-1] < one[0]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "x1,x2,y\n0,1\n", "a.csv:2: 2 cells where the header has 3"),
        ("a.csv", "x1,x2,y\n0,nan,1\n", "a.csv:2: x2 is 'nan', not a finite number"),
        ("a.csv", "0,1,1\n1,1,0\n", "the first line has to name the columns"),
        ("a.csv", "", "it is empty"),
        ("a.csv", "x1,x2,y\n", "there are no examples"),
        ("a.csv", "x1,x2,x3,y\n1,2,3,4\n", "x is 3 in the data, and 2 in the equations"),
        ("a.csv", "x1,x2\n1,2\n", "there is no y in it, only x"),
        ("a.jsonl", '{"x": [1, 2], "y": 1}\n{"x": [1], "y": 1}\n', "a.jsonl:2: x is 1 in the data"),
        ("a.jsonl", '{"x": [1, 2], "y": 1}\n{"x": [1, 2]}\n', "a.jsonl:2: this example has x, the first"),
        ("a.jsonl", '{"x": [1, 2], "y": 1}\n{"x": \n', "a.jsonl:2: no JSON"),
        ("a.jsonl", '{"x": [[1], [2, 3]], "y": 1}\n', "rows of different lengths"),
        ("a.npz", "nothing", "no NumPy archive"),
        ("a.mat", "nothing", "no .mat file"),
        ("a.txt", "1 2 3", "examples are read from"),
    ],
)  # fmt: skip
def test_bad_data_is_named_with_its_place(sheet, tmp_path, name, text, said):
    data = tmp_path / name
    data.write_text(text)
    code, out, err = run("train", sheet, "--minimise", "L", "--data", data, "--inputs", "x,y")
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_an_empty_folder_and_a_missing_file_are_named(sheet, tmp_path):
    for place in (tmp_path / "pictures", tmp_path / "none.csv"):
        if place.suffix == "":
            place.mkdir()
        code, _, err = run("train", sheet, "--minimise", "L", "--data", place, "--inputs", "x,y")
        assert code == 2
        assert str(place) in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--optimiser", "Magic"], "torch has no optimiser Magic"),
        (["--optimiser", "SGD:momentum=much"], "not of the form name=number"),
        (["--schedule", "Never"], "torch has no schedule Never"),
        (["--schedule", "StepLR:step_size=0"], "StepLR: step_size is a number of epochs, 1 or more, not 0"),
        (["--learn", "W_9"], "W_9 does not occur in the document"),
        (["--score", "p"], "a score is written as shares=label"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(sheet, table, options, said):
    code, _, err = run("train", sheet, "--minimise", "L", "--data", table, "--quiet", *options)
    assert code == 2
    assert said in err


def test_a_loss_that_grows_without_bound_stops_the_training(tmp_path):
    sheet, data = tmp_path / "line.md", tmp_path / "line.csv"
    sheet.write_text("$x, y, w \\in \\mathbb{R}$, $L = (w x - y)^2$")
    data.write_text("x,y\n3,1\n5,2\n")
    code, _, err = run("train", sheet, "--minimise", "L", "--data", data, "--optimiser", "sgd", "--rate", 100)
    assert code == 2
    assert "try a smaller rate than 100" in err
    assert "logarithm of nought" in err


def test_a_checkpoint_of_something_else_is_refused(sheet, table, tmp_path):
    kept = tmp_path / "c.safetensors"
    kept.write_bytes(b"no checkpoint")
    code, _, err = run("train", sheet, "--minimise", "L", "--data", table, "--checkpoint", kept, "--resume")
    assert code == 2
    assert "no checkpoint that can be read" in err
    assert json.dumps(str(kept))[1:-1] in err


def test_the_score_of_a_sheet_with_layers_is_counted(tmp_path):
    sheet, data = tmp_path / "deep.md", tmp_path / "deep.csv"
    sheet.write_text(
        r"$x \in \mathbb{R}^2$, $y \in \{0, 1\}$, $n = 2$, and there are" "\n"
        r"$W^{(\ell)} \in \mathbb{R}^{2 \times 2}$ for $\ell = 1, \dots, n$."
        "\n\n" r"$$h^{(0)} = x$$" "\n\n" r"$$h^{(\ell)} = \tanh(W^{(\ell)} h^{(\ell-1)})$$" "\n\n"
        r"$$p = \operatorname{softmax}(h^{(n)})$$" "\n\n" r"$$L = -\log p_y$$"
    )  # fmt: skip
    data.write_text("x1,x2,y\n1,0,0\n0,1,1\n")
    wish = ("train", sheet, "--minimise", "L", "--data", data, "--epochs", 2, "--quiet", "--score", "p=y")
    code, out, said = run(*wish)
    assert code == 0, said
    assert "of 2 right" in out
    data.write_text("x1,x2,y\n1,0,0\n0,1,7\n")
    code, _, said = run(*wish)
    assert code == 2
    assert "deep.csv:3: y is 7, and by" in said
    assert "bug" not in said
