"""The chapters on sequences state the figures of their systems, and PyTorch finds the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner

import workings
from workings.doors.cli import main
from workings.finding import Verdict
from workings.value import Tensor

BOOK = Path(__file__).parents[2] / "book"
EXAMPLE = re.compile(
    r"(?P<document>^```raw document\n(?P<text>.*?)^```\n\n```raw report\n)(?P<report>.*?)(?=^```$)",
    re.MULTILINE | re.DOTALL,
)
TOKENS = torch.tensor([3, 0, 0, 4, 0, 3, 5])  # D A A START A D STOP
SCORED = slice(4, 7)


def sorting(heads: int = 1, w_o: torch.Tensor | None = None) -> torch.Tensor:
    """The scores of the transformer that sorts, worked out by PyTorch."""
    e = torch.cat([torch.eye(4), torch.zeros(2, 4)]).double()
    w = torch.tensor([[0, 3], [1, 2], [2, 1], [3, 0]]).double()
    out = torch.tensor([[0, 1, 0, 1], [1, 0, 1, 0]]).double() if w_o is None else w_o
    q = e[TOKENS] @ w
    hidden = torch.triu(torch.full((7, 7), -torch.inf), 1).double()
    p = torch.softmax((q @ q.T + hidden) * 1e6, -1)
    return torch.cat([p @ q] * heads, -1) @ out @ e.T


def loss(scores: torch.Tensor, shift: int) -> float:
    rows = scores[SCORED.start - shift : SCORED.stop - shift]
    return float(torch.nn.functional.cross_entropy(rows, TOKENS[SCORED], reduction="sum"))


def stated(chapter: str) -> str:
    """What a chapter states, as far as it was found right."""
    report = workings.read(BOOK / chapter).check()
    return " ".join(claim.text for claim in report.claims if claim.verdict is Verdict.RIGHT)


@pytest.mark.parametrize(
    ("heads", "shift", "figure"),
    [(1, 0, "4.2114"), (1, 1, "8.7973"), (2, 0, "10.2114"), (2, 1, "6.5473")],
)
def test_the_losses_of_the_transformer_that_sorts_are_those_of_pytorch(heads, shift, figure):
    scores = sorting(heads, torch.eye(4).double() if heads == 2 else None)
    assert f"{loss(scores, shift):.4f}" == figure
    assert figure in stated("sorting-transformer.md")


def test_the_matrices_of_the_transformer_that_sorts_are_exact():
    document = workings.read(BOOK / "sorting-transformer.md")
    for name, shape in {"X": (7, 4), "Q": (7, 2), "P": (7, 7), "Z": (7, 2), "R": (7, 4), "S": (7, 6)}.items():
        value = document[name]
        assert isinstance(value, Tensor) and value.shape == shape
    scores = document["S"]
    assert isinstance(scores, Tensor)
    assert torch.allclose(torch.tensor([float(i) for i in scores.items]).double(), sorting().flatten())


def test_the_chapter_on_sorting_judges_the_second_head_by_running_it():
    report = workings.read(BOOK / "sorting-transformer.md").check()
    sentences = {claim.message: claim.verdict for claim in report.claims if claim.kind == "sentence"}
    assert sentences["with the change L_own is 10.2114, without it 4.2114"] is Verdict.RIGHT


def test_a_sheet_that_states_only_the_first_loss_hears_of_the_shift():
    text = (BOOK / "sorting-transformer.md").read_text(encoding="utf-8")
    cut = text[: text.index("## The loss, each position asked for the next token")]
    (finding,) = [c for c in workings.read(cut).check().claims if c.rule is not None]
    assert finding.rule == "loss/no-shift"
    assert "4.2114" in finding.message and "8.7973" in finding.message


def test_a_sheet_that_calls_the_second_head_harmless_hears_both_losses():
    text = (BOOK / "sorting-transformer.md").read_text(encoding="utf-8")
    before = text[: text.index("Now a second, identical head")]
    said = "A second, identical head is added, and $W_O$ becomes the identity matrix. "
    said += "The loss would be identical.\n"
    (finding,) = [c for c in workings.read(before + said).check().claims if c.verdict is Verdict.WRONG]
    assert finding.rule == "variation/result"
    assert "8.7973" in finding.message or "4.2114" in finding.message


def test_the_loss_of_the_chapter_on_teacher_forcing_is_that_of_pytorch():
    e = torch.tensor([[1, 0], [0, 1], [1, 1], [0, 0]]).double()
    x = e[:3]
    hidden = torch.triu(torch.full((3, 3), -torch.inf), 1).double()
    scores = torch.softmax(x @ x.T + hidden, -1) @ x @ e.T
    found = torch.nn.functional.cross_entropy(scores, torch.tensor([1, 2, 3]), reduction="sum")
    assert f"{found:.4f}" == "5.2928"
    assert "5.2928" in stated("teacher-forcing.md")


def test_no_scored_position_of_the_chapter_on_teacher_forcing_sees_its_target():
    claims = workings.read(BOOK / "teacher-forcing.md").check().claims
    assert "no position sees a later one" in {c.message for c in claims if c.verdict is Verdict.RIGHT}


def test_the_models_are_told_apart_by_what_waits_for_what():
    claims = workings.read(BOOK / "encoder-decoder.md").check().claims
    said = {" ".join(c.text.split()): c.verdict for c in claims if c.kind == "sentence"}
    assert set(said.values()) == {Verdict.RIGHT}
    assert said.keys() >= {"Every position sees every other position", "in parallel", "sequential"}


def test_argmax_attention_is_exact_and_shares_ties():
    document = workings.read(BOOK / "argmax-attention.md")
    weights = document["P"]
    assert isinstance(weights, Tensor)
    assert [str(item) for item in weights.items[4:8]] == ["0", "1/3", "1/3", "1/3"]


@pytest.mark.parametrize("chapter", ["teacher-forcing.md"])
def test_the_reports_in_the_chapters_on_sequences_are_real(chapter, request):
    path = BOOK / chapter
    text = path.read_text(encoding="utf-8")

    def renew(match: re.Match[str]) -> str:
        arguments = ["check", "-", "-v", "--stdin-filename", "example.md"]
        return match["document"] + CliRunner().invoke(main, arguments, input=match["text"]).stdout

    renewed = EXAMPLE.sub(renew, text)
    if request.config.getoption("--accept", default=False):
        path.write_text(renewed, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == renewed
