"""The sheets of the book train, by the commands that stand in them."""

from __future__ import annotations

import importlib.util
import itertools
import json
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner

import workings
from workings.doors.cli import main
from workings.learning import digits
from workings.learning.checkpoints import load

ROOT = Path(__file__).parents[2]
SHEETS = ROOT / "book" / "sheets"


def script(path: Path):
    """A program of the project as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def trained(sheet: str, data: Path, folder: Path, *changes: object) -> tuple[str, dict[str, torch.Tensor]]:
    """What the command of a sheet prints and learns, with other options behind it."""
    text = (SHEETS / f"{sheet}.md").read_text(encoding="utf-8")
    line = re.search(r"^\$ workings (train .*)$", text, re.MULTILINE)[1]
    order, *arguments = shlex.split(line)
    arguments[0] = str(SHEETS / arguments[0])
    arguments[arguments.index("--data") + 1] = str(data)
    kept = folder / f"{sheet}.safetensors"
    found = CliRunner().invoke(
        main, [order, *arguments, "--quiet", "--checkpoint", str(kept), *map(str, changes)]
    )
    assert found.exit_code == 0, found.output
    return found.stdout, dict(load(kept).weights)


def with_weights(
    sheet: str, result: str, inputs: list[str], weights: dict[str, torch.Tensor]
) -> torch.nn.Module:
    module = workings.read(SHEETS / f"{sheet}.md").module(result, inputs)
    module.load_state_dict({key: weights[key] for key in module.state_dict()})
    return module.eval()


# -- the transformer that sorts ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def to_sort(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("sorting") / "sorting.jsonl"
    examples, dice = script(SHEETS / "sorting.py"), random.Random(0)
    lines = (json.dumps(examples.example(examples.drawn(dice))) for _ in range(12000))
    found.write_text("\n".join(lines))
    return found


def answers(module: torch.nn.Module, asked: torch.Tensor) -> tuple[int, float]:
    """How many questions are answered rightly, and the smallest share of a right token."""
    every = script(ROOT / "bench" / "sorting.py")
    right, smallest = 0, 1.0
    with torch.no_grad():
        for tokens, answer in every.by_answers(asked):
            shares = module(tokens)[:, asked.shape[1] :]
            right += int((shares.argmax(2) == answer).all(1).sum())
            smallest = min(smallest, float(shares.gather(2, answer[..., None]).min()))
    return right, smallest


def test_a_transformer_without_positions_sorts_every_question(to_sort, tmp_path):
    _, weights = trained("sorting", to_sort, tmp_path, "--epochs", 8)
    module = with_weights("sorting", "P", ["s"], weights)
    for length in range(1, 9):
        asked = torch.tensor(list(itertools.combinations_with_replacement(range(8), length)))
        right, smallest = answers(module, asked)
        assert right == len(asked)
        assert smallest > 0.9
    order = torch.randperm(8, generator=torch.Generator().manual_seed(0))
    by_answers = script(ROOT / "bench" / "sorting.py").by_answers
    for (tokens, _), (mixed, _) in zip(by_answers(asked), by_answers(asked[:, order]), strict=True):
        with torch.no_grad():  # the order of a question is nothing to it
            assert torch.allclose(module(tokens)[:, 8:], module(mixed)[:, 8:], atol=1e-4)


def test_a_transformer_with_positions_sorts_too(to_sort, tmp_path):
    _, weights = trained("sorting-positions", to_sort, tmp_path, "--epochs", 8)
    module = with_weights("sorting-positions", "P", ["s"], weights)
    assert weights["R"].abs().max() > 0.01
    every, drawn = script(ROOT / "bench" / "sorting.py"), torch.Generator().manual_seed(0)
    assert every.measured(module, 4)[:2] == (4680, 4680)
    for length in range(5, 9):
        asked = torch.randint(8, (10_000, length), generator=drawn)
        assert answers(module, asked)[0] == len(asked)


def test_argmax_attention_does_not_learn_where_to_look(to_sort, tmp_path):
    said, weights = trained("sorting-argmax", to_sort, tmp_path, "--epochs", 3)
    right, count = map(int, re.search(r"all of them in (\d+) of (\d+) examples", said).groups())
    assert right < 0.5 * count
    document = workings.read(SHEETS / "sorting-argmax.md")
    module = document.module("L", ["s", "y", "m"])
    example = script(SHEETS / "sorting.py").example([3, 0, 0])
    module(*(torch.tensor([example[key]]) for key in "sym")).sum().backward()
    for name in ("W_Q", "W_K"):
        gradient = getattr(module, name).grad
        assert gradient is None or not gradient.any()
        assert torch.equal(weights[name], getattr(module, name))
    for name in ("W_V", "W_U", "E"):
        assert getattr(module, name).grad.any()
        assert not torch.equal(weights[name], getattr(module, name))


# -- the network that reads digits ------------------------------------------------------------------


@pytest.fixture(scope="module")
def pictures(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("digits") / "digits.mat"
    digits.save(found, 4000)
    return found


def test_a_small_network_reads_digits_and_its_twin_gives_the_same_logits(pictures, tmp_path):
    said, weights = trained("digits", pictures, tmp_path)
    assert float(re.search(r"held out right \((.*) %\)", said)[1]) > 95
    assert sum(value.numel() for value in weights.values()) == 208 + 2064 + 1450
    twin = {**weights, "K_3": weights["W"].reshape(10, 16, 3, 3)}
    x = torch.rand(50, 3, 32, 32, generator=torch.Generator().manual_seed(0)).double()
    one, other = (
        with_weights(sheet, "z", ["X"], values).double()(x)
        for sheet, values in (("digits", weights), ("digits-twin", twin))
    )
    assert torch.allclose(one, other, rtol=0, atol=1e-12)


def test_pictures_are_in_the_form_of_svhn():
    images, labels = digits.digits(60, seed=1)
    assert images.shape == (32, 32, 3, 60)
    assert labels.shape == (60, 1)
    assert images.dtype == labels.dtype == "uint8"
    assert {*labels.reshape(-1)} == {*range(1, 11)}
    assert (images == digits.digits(60, seed=1)[0]).all()
    assert (images != digits.digits(60, seed=2)[0]).any()


# -- sequences and text -----------------------------------------------------------------------------


def printed(name: str, folder: Path, *arguments: str) -> Path:
    """What a program beside the sheets prints, as a file."""
    ending = "csv" if name in ("logistic", "autoencoder") else "jsonl"
    found = folder / f"{name}.{ending}"
    with found.open("w") as file:
        subprocess.run([sys.executable, SHEETS / f"{name}.py", *arguments], stdout=file, check=True)
    return found


def bits(count: int, length: int) -> torch.Tensor:
    return torch.randint(2, (count, length), generator=torch.Generator().manual_seed(length))


def test_an_lstm_tells_parity_on_every_string_and_on_longer_ones(tmp_path):
    said, weights = trained("parity", printed("parity", tmp_path), tmp_path)
    assert "p=y: 510 of 510 right" in said
    module = with_weights("parity", "p", ["x"], weights)
    every = (torch.arange(2**12)[:, None] >> torch.arange(12)) & 1
    for strings in (every, bits(500, 50), bits(500, 200)):
        with torch.no_grad():
            assert torch.equal(module(strings.float()) > 0.5, strings.sum(1) % 2 == 1)


@pytest.mark.parametrize(("kind", "bar"), [("causal", 9.2), ("masked", 1.8), ("denoising", 1.8)])
def test_three_ways_to_learn_from_text_come_near_what_is_left_to_guess(kind, bar, tmp_path):
    said, _ = trained(kind, printed("text", tmp_path, kind), tmp_path, "--epochs", 4)
    least = script(SHEETS / "text.py").least(kind)
    lost = float(said.split("held out")[1].split()[0])
    assert least - 0.2 < lost < bar  # below the least it would have seen what it is asked for


# -- two that are plain -----------------------------------------------------------------------------


def test_the_penalty_on_the_largest_weight_holds_it_down(tmp_path):
    said, weights = trained("logistic", printed("logistic", tmp_path), tmp_path)
    assert int(re.search(r"(\d+) of 400 right", said)[1]) > 330
    largest, second, *_ = weights["w"].abs().sort(descending=True).values.tolist()
    assert largest < 1.3
    assert second > 0.9 * largest
    penalty = workings.read(SHEETS / "logistic.md").module("R", [], ["w"])
    with torch.no_grad():
        penalty.w.copy_(torch.tensor([1.0, -3.0, 2.0, 0.5]))
    penalty().backward()
    assert penalty.w.grad.tolist() == [0, -6, 0, 0]


def test_a_middle_of_k_gives_back_what_has_rank_k_and_no_more(tmp_path):
    data = printed("autoencoder", tmp_path)
    said, _ = trained("autoencoder", data, tmp_path)
    assert float(said.split("loss ")[1].split()[0]) < 1e-4
    narrow = tmp_path / "narrow.md"
    narrow.write_text((SHEETS / "autoencoder.md").read_text().replace("k = 3", "k = 2"))
    options = ("--minimise", "L", "--data", str(data), "--schedule", "cosine", "--quiet")
    found = CliRunner().invoke(main, ["train", str(narrow), *options])
    table = torch.tensor([list(map(float, line.split(","))) for line in data.read_text().splitlines()[1:]])
    least = float(torch.linalg.svdvals(table)[2]) ** 2 / len(table)
    assert least <= float(found.stdout.split("loss ")[1].split()[0]) < 1.05 * least
