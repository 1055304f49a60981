"""Language models by recurrences: trained, asked for the next token, going on from their state."""

from __future__ import annotations

import json

import pytest
import torch
from click.testing import CliRunner
from tests.learning.sequences import noisy
from tests.learning.test_language_models import logs, sheet

import workings
from workings.doors.cli import main
from workings.learning.speaking import speaker_of


@pytest.mark.parametrize("scores", ["p", "p_t"])
def test_a_recurrent_model_goes_on_from_its_state_with_the_shares_of_the_equations(scores):
    text = sheet(r"-\sum_t \log p_t[y_t]")
    module = noisy(workings.read(text).module("L", ["s", "y"]))
    speaker = speaker_of(workings.read(text).parsed, scores, "s", module.state_dict())
    assert speaker.goes_on
    prompts = torch.tensor([[0, 1, 2], [4, 4, 3]])
    with torch.no_grad():
        assert torch.allclose(speaker.begin(prompts, room=2), logs(module, prompts)[:, -1], atol=1e-5)
        longer = torch.cat([prompts, torch.tensor([[3], [0]])], 1)
        assert torch.allclose(speaker.go_on(torch.tensor([3, 0])), logs(module, longer)[:, -1], atol=1e-5)


def run(*arguments: object) -> str:
    result = CliRunner().invoke(main, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_model_that_counts_is_trained_scored_and_goes_on_counting(tmp_path):
    path, data, kept = (tmp_path / name for name in ("count.md", "count.jsonl", "count.safetensors"))
    path.write_text(sheet(r"-\frac{1}{T} \sum_{t=1}^{T} \log p_t[y_t]"), encoding="utf-8")
    rows = [[(start + step) % 5 for step in range(9)] for start in range(5)]
    lines = [json.dumps({"s": row[:-1], "y": row[1:]}) for row in rows]
    data.write_text("\n".join(lines), encoding="utf-8")
    out = run("train", path, "--minimise", "L", "--data", data, "--rate", 0.05, "--epochs", 80,
              "--score", "p=y", "--checkpoint", kept, "--quiet")  # fmt: skip
    assert "p=y: 40 of 40 right" in out
    said = run("generate", path, "--scores", "p", "--tokens", "s", "--checkpoint", kept, "--prompt", "2 3",
               "--most", 4)  # fmt: skip
    assert "2 3 → 4 0 1 2" in said
    assert float(said.split("log p ")[1].rstrip(")\n")) > -1


def test_a_share_for_every_step_is_scored_step_by_step(tmp_path):
    path, data = tmp_path / "signs.md", tmp_path / "signs.jsonl"
    path.write_text(
        r"""
Numbers $x \in \mathbb{R}^T$, and $y \in \{0, 1\}^T$ says which are positive.
We learn $w, u, c \in \mathbb{R}$; $h_0 = 0$.

$$h_t = \tanh(w x_t + u h_{t-1})$$

$$p_t = \sigma(c h_t)$$

$$L = -\sum_{t=1}^{T} (y_t \log p_t + (1 - y_t) \log(1 - p_t))$$
""",
        encoding="utf-8",
    )
    rows = [[0.5, -1, 2], [-2, 0.3, 1], [1, 1, -1], [-0.4, -0.7, 3]]
    lines = [json.dumps({"x": row, "y": [int(x > 0) for x in row]}) for row in rows]
    data.write_text("\n".join(lines), encoding="utf-8")
    out = run("train", path, "--minimise", "L", "--data", data, "--rate", 0.1, "--epochs", 100,
              "--score", "p=y", "--quiet")  # fmt: skip
    assert "p=y: 12 of 12 right" in out
