"""Sequences from modules: wide beams find the best of all, and keeping keys and values changes nothing."""

from __future__ import annotations

from itertools import product

import pytest
import torch
from click.testing import CliRunner

import workings
from workings.doors.cli import main
from workings.learning.declaring import CannotRunError
from workings.learning.generating import Manner, generate
from workings.learning.layers import Past
from workings.learning.module import build, written
from workings.learning.program import program_of
from workings.learning.speaking import Speaker, speaker_of

SMALL = r"""
Tokens $s \in \{0, \dots, 3\}^T$, at most $T = 12$, $d = 8$, $E \in \mathbb{R}^{4 \times d}$, $P \in \mathbb{R}^{T \times d}$.

$$X^{(0)} = E[s] + P$$

$$M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}$$

There are $n = 2$ layers of $h = 2$ heads, $k = d / h$, with $A^{(\ell)} \in \mathbb{R}^{d \times d}$ and
$W_{Q,i}^{(\ell)}, W_{K,i}^{(\ell)}, W_{V,i}^{(\ell)} \in \mathbb{R}^{d \times k}$.

$$\text{head}_i^{(\ell)} = \operatorname{softmax}\left(\frac{X^{(\ell-1)} W_{Q,i}^{(\ell)} (X^{(\ell-1)} W_{K,i}^{(\ell)})^\top}{\sqrt{k}} + M\right) X^{(\ell-1)} W_{V,i}^{(\ell)}$$

$$X^{(\ell)} = X^{(\ell-1)} + \tanh(\operatorname{Concat}(\text{head}_1^{(\ell)}, \dots, \text{head}_h^{(\ell)}) A^{(\ell)})$$

$$p = \operatorname{softmax}(X^{(n)} E^\top)$$
"""  # noqa: E501

RECURRENT = r"""
$s \in \{0, 1, 2\}^T$ are tokens, and $E, W, U \in \mathbb{R}^{3 \times 3}$, $b \in \mathbb{R}^3$.

$$x = E[s]$$

$h_0 = 0$ and $$h_t = \tanh(W x_t + U h_{t-1} + b)$$

$$r = U h_T$$
"""

BITS = r"""
$s \in \{0, 1, 2\}^T$ come in, $y \in \mathbb{R}^3$ is next, $E, W, U \in \mathbb{R}^{3 \times 3}$ and
$b \in \mathbb{R}^3$.
$x = E[s]$, $h_0 = 0$, $h_t = \tanh(W x_t + U h_{t-1} + b)$, $p = \operatorname{softmax}(8 h_T)$ and

$$L = -\sum_{i=1}^3 y_i \log p_i$$
"""

END = 3


@pytest.fixture(scope="module")
def speaker() -> Speaker:
    made = speaker_of(workings.read(SMALL).parsed, "p", "s")
    generator = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for parameter in made.module.parameters():
            parameter.normal_(0, 0.7, generator=generator)
    return made


def log_probability(speaker: Speaker, prompt: list[int], said: tuple[int, ...]) -> float:
    logs, total = speaker.begin(torch.tensor([prompt]), room=len(said)), 0.0
    for at, token in enumerate(said):
        total += float(logs[0, token])
        if at < len(said) - 1:
            logs = speaker.go_on(torch.tensor([token]))
    return total


def every_ending(longest: int) -> list[tuple[int, ...]]:
    return [(*body, END) for length in range(longest) for body in product(range(END), repeat=length)]


def test_a_module_that_goes_on_gives_the_rows_that_it_gives_at_once():
    program = program_of(workings.read(SMALL).parsed, "p", ["s"])
    whole, steps = build(written(program), seed=1), build(written(program, steps="s"), seed=1)
    tokens = torch.randint(4, (3, 12))
    past = Past(12)
    rows = [steps(tokens[:, :4], past), steps(tokens[:, 4:6], past)]
    rows += [steps(tokens[:, at : at + 1], past) for at in range(6, 12)]
    assert torch.allclose(torch.cat(rows, 1), whole(tokens), atol=1e-6)


@pytest.mark.parametrize("norm", [0.0, 0.7, 1.0])
def test_beams_that_are_wide_enough_find_the_best_of_all(speaker, norm):
    prompts = [[0], [2], [1, 0]]
    for prompt, found in zip(prompts, generate(speaker, prompts, Manner(4, END, 100, norm)), strict=True):
        logs = {said: log_probability(speaker, prompt, said) for said in every_ending(4)}
        scores = {said: log / len(said) ** norm for said, log in logs.items()}
        best = max(scores, key=lambda said: scores[said])
        assert found[0].tokens == best
        assert found[0].score == pytest.approx(scores[best], abs=1e-4)
        ended = [one.score for one in found if one.finished]
        assert ended == sorted(ended, reverse=True)


def test_it_stops_early_only_when_nothing_better_can_come(speaker):
    short, long = (generate(speaker, [[1]], Manner(most, END, 4))[0][0] for most in (5, 11))
    assert long.score >= short.score
    steps = []
    go_on = speaker.go_on
    speaker.go_on = lambda *given: steps.append(1) or go_on(*given)
    with torch.no_grad():
        speaker.module.E[END] *= 30
    generate(speaker, [[1]], Manner(11, END, 2))
    with torch.no_grad():
        speaker.module.E[END] /= 30
    del speaker.go_on
    assert len(steps) < 10


def test_greedy_takes_the_likeliest_each_time_alone_and_in_company(speaker):
    alone = [generate(speaker, [[first]], Manner(6, END))[0][0] for first in range(3)]
    together = [found[0] for found in generate(speaker, [[0], [1], [2]], Manner(6, END))]
    assert [one.tokens for one in alone] == [one.tokens for one in together]
    tokens = [1]
    for token in alone[1].tokens:
        logs = speaker.begin(torch.tensor([tokens]))
        assert token == int(logs.argmax())
        tokens.append(token)
    assert alone[1].log_probability == pytest.approx(log_probability(speaker, [1], alone[1].tokens), abs=1e-4)


def test_drawn_tokens_come_as_often_as_they_are_likely(speaker):
    draws = generate(speaker, [[2]] * 4000, Manner(1, END, temperature=1.0))
    counts = torch.bincount(torch.tensor([found[0].tokens[0] for found in draws]), minlength=4) / 4000
    shares = speaker.begin(torch.tensor([[2]])).exp()[0]
    assert torch.allclose(counts, shares, atol=0.03)
    again = generate(speaker, [[2]] * 4000, Manner(1, END, temperature=1.0))
    assert again == draws
    cold = generate(speaker, [[2]], Manner(5, END, temperature=1e-4))
    assert cold[0][0].tokens == generate(speaker, [[2]], Manner(5, END))[0][0].tokens


def test_a_recurrence_goes_on_from_its_state():
    document = workings.read(RECURRENT)
    speaker = speaker_of(document.parsed, "r", "s")
    assert speaker.goes_on
    whole = document.module("r", ["s"])
    (said,) = generate(speaker, [[0, 2]], Manner(4, beams=3))
    assert len(said) == 3
    logs = torch.log_softmax(whole(torch.tensor([[0, 2, *said[0].tokens[:-1]]])), -1)
    speaker.begin(torch.tensor([[0, 2]]), room=4)
    for token in said[0].tokens[:-1]:
        last = speaker.go_on(torch.tensor([token]))
    assert torch.allclose(last, logs, atol=1e-6)
    assert said[0].log_probability == pytest.approx(
        log_probability(speaker, [0, 2], said[0].tokens), abs=1e-4
    )


def test_rows_that_see_later_ones_are_not_kept():
    blind = SMALL.replace("+ M", "")
    assert not speaker_of(workings.read(blind).parsed, "p", "s").goes_on


@pytest.mark.parametrize(
    ("prompts", "said"),
    [([[7]], "no token 7: they go from 0 to 3"), ([[]], "empty prompt"), ([[0] * 12], "positions for 12")],
)
def test_prompts_that_cannot_be_gone_on_with_are_named(speaker, prompts, said):
    with pytest.raises(CannotRunError, match=said):
        generate(speaker, prompts, Manner())


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A sheet that has learned which bit follows which, and its checkpoint."""
    folder = tmp_path_factory.mktemp("generate")
    sheet, data, kept = folder / "bits.md", folder / "bits.jsonl", folder / "w.safetensors"
    sheet.write_text(BITS)
    rows = ['{"s": [0], "y": [0, 1, 0]}', '{"s": [1], "y": [0, 0, 1]}', '{"s": [2], "y": [1, 0, 0]}']
    data.write_text("\n".join(rows))
    result = CliRunner().invoke(
        main, ["train", str(sheet), "--minimise", "L", "--data", str(data), "--rate", "0.5", "--epochs", "60",
               "--checkpoint", str(kept), "--quiet"]
    )  # fmt: skip
    assert result.exit_code == 0, result.stderr
    return sheet, kept


def test_the_command_goes_on_with_prompts(trained, tmp_path):
    sheet, kept = trained
    words = tmp_path / "words.txt"
    words.write_text("a b c")
    wish = ["generate", str(sheet), "--scores", "p", "--tokens", "s", "--checkpoint", str(kept)]
    result = CliRunner().invoke(main, [*wish, "--prompt", "a", "--prompt", "b c", "--words", str(words),
                                       "--end", "c", "--most", "5"])  # fmt: skip
    assert result.exit_code == 0, result.stderr
    first, second = result.stdout.splitlines()
    assert first.startswith("a → b c  (log p -0.")
    assert second.startswith("b c → a b c  (log p -0.")
    beams = CliRunner().invoke(main, [*wish, "--prompt", "0", "--most", "3", "--beams", "2", "--all"])
    assert len(beams.stdout.splitlines()) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--prompt", "a"], "a is no number of a token"),
        (["--prompt", "9"], "there is no token 9"),
        (["--prompt", "0", "--end", "1 2"], "--end takes one token"),
        (["--prompt", "0", "--scores", "q"], "q does not occur in the document"),
        (["--prompt", "0", "--checkpoint", "nowhere.safetensors"], "nowhere.safetensors"),
    ],
)
def test_what_cannot_be_done_is_one_line(trained, options, said):
    sheet, kept = trained
    wish = ["generate", str(sheet), "--scores", "p", "--tokens", "s", "--checkpoint", str(kept), *options]
    result = CliRunner().invoke(main, wish)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
