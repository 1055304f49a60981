"""Models over a sequence: what is run again agrees with PyTorch, with brute force, and with itself."""

from __future__ import annotations

import random
from itertools import product

import pytest
import torch

from workings.finding import Verdict
from workings.parsing.vocabulary import read_language
from workings.pipeline import check, judged, read
from workings.resolving.dependence import dependence, is_causal
from workings.resolving.rerunning import are_near, lines_of, run
from workings.resolving.waiting import recurrences


def bracketed(rows: list[list[object]]) -> str:
    body = r" \\ ".join(" & ".join(map(str, row)) for row in rows)
    return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"


def verdicts(text: str) -> list[tuple[str, str | None]]:
    claims = check(read(text, "notes.md")).claims
    return [(claim.verdict.value, claim.rule) for claim in claims if claim.kind == "sentence"]


@pytest.mark.parametrize("seed", range(6))
def test_a_row_depends_on_just_what_its_mask_lets_through(seed):
    dice = random.Random(seed)
    size = 4
    seen = [[i == j or dice.random() < 0.5 for j in range(size)] for i in range(size)]
    mask = [["0" if sees else r"-\infty" for sees in row] for row in seen]
    inputs = [[dice.randint(-3, 3) for _ in range(2)] for _ in range(size)]
    text = f"$X = {bracketed(inputs)}$\n\n$M = {bracketed(mask)}$\n\n"
    text += r"$A = \operatorname{softmax}(X X^\top + M)$" + "\n\n$H = A X$\n\n"
    lines = lines_of(read(text, "notes.md").statements)
    assert dependence(lines, ["X"], "H") == tuple(tuple(row) for row in seen)


@pytest.mark.parametrize("seed", range(3))
def test_two_layers_see_as_far_as_the_product_of_their_masks(seed):
    dice = random.Random(seed)
    size = 4
    seen = [[i == j or dice.random() < 0.4 for j in range(size)] for i in range(size)]
    mask = [["0" if sees else r"-\infty" for sees in row] for row in seen]
    inputs = [[dice.randint(-2, 2) for _ in range(2)] for _ in range(size)]
    text = f"$X = {bracketed(inputs)}$\n\n$M = {bracketed(mask)}$\n\n"
    text += r"$H = \operatorname{softmax}(X X^\top + M) X$" + "\n\n"
    text += r"$G = \operatorname{softmax}(H H^\top + M) H$"
    lines = lines_of(read(text, "notes.md").statements)
    twice = [[any(seen[i][k] and seen[k][j] for k in range(size)) for j in range(size)] for i in range(size)]
    assert dependence(lines, ["X"], "G") == tuple(tuple(row) for row in twice)


def test_a_triangle_is_causal_and_a_square_is_not():
    assert is_causal(((True, False), (True, True)))
    assert not is_causal(((True, True), (True, True)))


@pytest.mark.parametrize(
    "chapter", ["self-attention", "multi-head", "cross-attention", "sorting-transformer"]
)
def test_a_document_run_again_without_a_change_gives_its_own_values(chapter):
    from pathlib import Path

    path = Path(__file__).parents[2] / "book" / f"{chapter}.md"
    document = read(path.read_text(encoding="utf-8"), path.name)
    scope = judged(document).scope
    values = run(lines_of(document.statements, scope=scope)).values
    for key, value in values.items():
        given = scope.given.get(key)
        assert given is None or are_near(value, given), key  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(8))
def test_the_loss_is_understood_with_and_without_the_shift(seed):
    dice = random.Random(seed)
    words = ["a", "b", "c", "stop"]
    tokens = [dice.randrange(3) for _ in range(4)] + [3]
    table = torch.tensor([[dice.randint(-2, 2) for _ in range(3)] for _ in words]).double()
    weights = torch.tensor([[dice.randint(-2, 2) for _ in range(3)] for _ in range(3)]).double()
    scores = table[tokens] @ weights @ table.T
    targets = torch.tensor(tokens)
    own = torch.nn.functional.cross_entropy(scores[1:], targets[1:], reduction="sum")
    following = torch.nn.functional.cross_entropy(scores[:-1], targets[1:], reduction="sum")
    spoken = " ".join(words[token] for token in tokens)
    whole = [[int(item) for item in row] for row in table.tolist()]
    square = [[int(item) for item in row] for row in weights.tolist()]
    given = (
        f"The vocabulary is {{a, b, c, stop}}. A language model is trained on “{spoken}”.\n\n"
        f"$E = {bracketed(whole)}$ and $W = {bracketed(square)}$\n\n"
        f"The input embeddings are $X = {bracketed([whole[token] for token in tokens])}$.\n\n"
        "$S = X W E^\\top$\n\n"
    )
    for value, found in ((own, ["loss/no-shift"]), (following, [])):
        claims = check(read(f"{given}The loss is $L = {value:.4f}$.", "notes.md")).claims
        rules = [claim.rule for claim in claims if claim.rule]
        assert rules == (found if f"{own:.4f}" != f"{following:.4f}" else []), (given, value)


SHEET = "$x = 3$, $w = 2$ and $b = 1$\n\n$y = w x + b = 7$\n\n"


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("If we double $w$, $y$ becomes 13.", "right"),
        ("If we double $w$, then $y$ is doubled.", "wrong"),
        ("If $w$ is doubled, $y$ doubles.", "wrong"),
        ("Doubling $x$ leaves $y$ unchanged.", "wrong"),
        ("If $b = 0$ instead, $y$ is 6.", "right"),
        ("If $b$ were 0, $y$ would still be 7.", "wrong"),
        ("Suppose we replace $x$ by 5. Then $y$ increases.", "right"),
        ("Suppose we replace $x$ by 5. Then $y$ decreases.", "wrong"),
        ("Without the bias, the result is the same.", "wrong"),
        ("Swapping $w$ and $x$ does not change $y$.", "right"),
        ("Swapping $w$ and $x$ makes no difference.", "right"),
        ("Now change $b$ from 1 to 4. $y$ rises to 10.", "right"),
        ("Now change $b$ from 1 to 4. $y$ rises to 11.", "wrong"),
        ("If we triple $x$, the result is different.", "right"),
        ("Multiplying $x$ by 2 does not affect $y$.", "wrong"),
    ],
)
def test_a_change_in_prose_is_run(sentence, verdict):
    assert [found for found, _ in verdicts(SHEET + sentence)] == [verdict]


@pytest.mark.parametrize(
    "sentence",
    [
        "If we double $w$, does $y$ double?",
        "What happens to $y$ if we double $w$?",
        "Anna claims that $y$ stays the same if we double $w$.",
        "If we double $v$, $y$ stays the same.",
        "It might be that $y$ stays the same if we double $w$.",
        "The same holds if we double everything.",
        "If we double $w$, the sign of $y$ stays the same.",
        "If we double $w$, the first digit of $y$ does not change.",
        "If we double $w$, the size of the result is the same.",
        "Use the same method with $w = 5$.",
        "With $w = 2$, $y$ is 7.",
        "If we double the batch size, training is about the same.",
        "The loss becomes 3.2 after some epochs without regularisation.",
    ],
)
def test_what_is_asked_doubted_or_about_something_else_is_no_claim(sentence):
    assert all(verdict != "wrong" for verdict, _ in verdicts(SHEET + sentence))


@pytest.mark.parametrize(
    ("text", "vocabulary", "sequence"),
    [
        ("The vocabulary is {A, B, STOP}. Train on A B A STOP.", "A B STOP", (0, 1, 0, 2)),
        ("Vocabulary: `<s>`, `a`, `</s>`.\n\nInput: `<s> a a </s>`", "s a /s", (0, 1, 1, 2)),
        (
            "Its tokens are A, B, a start and a stop. It reads *A B start stop*.",
            "A B start stop",
            (0, 1, 2, 3),
        ),
        (r"vocabulary $\mathcal{V} = \{a, b, c\}$; $a \to b \to c$", "a b c", (0, 1, 2)),
        ("With the vocabulary A B C STOP, take A, B, C, STOP.", "A B C STOP", (0, 1, 2, 3)),
    ],
)
def test_a_vocabulary_and_its_sequence_are_read(text, vocabulary, sequence):
    language = read_language(text)
    assert language is not None
    assert language.vocabulary == tuple(vocabulary.split())
    assert sequence in [found.tokens for found in language.sequences]


@pytest.mark.parametrize(
    "text", ["", "vocabulary", "The vocabulary size is 50.", "vocabulary of 30000 words, mostly rare"]
)
def test_prose_about_a_vocabulary_is_none(text):
    language = read_language(text)
    assert language is None or not language.sequences


def test_waiting_is_found_through_other_letters():
    text = r"$z_t = w h_{t-1} + u x_t$ and $h_t = \tanh(z_t)$" + "\n\n$o_t = v h_t$"
    found = {one.letter: one.linear for one in recurrences(read(text, "notes.md").statements)}
    assert found == {"z": False, "h": False}


def test_a_linear_recurrence_is_not_said_to_wait():
    text = "$h_t = x_t - h_{t-1}$\n\nThe hidden states of the RNN can be computed in parallel over positions."
    assert verdicts(text) == []


@pytest.mark.parametrize(("who", "whom"), list(product(range(1, 4), repeat=2)))
def test_who_sees_whom_is_read_off_the_mask(who, whom):
    mask = bracketed([["0" if j <= i else r"-\infty" for j in range(3)] for i in range(3)])
    text = f"The causal mask is $M = {mask}$.\n\nPosition {who} can see position {whom}."
    (found,) = check(read(text, "notes.md")).claims
    assert found.verdict is (Verdict.RIGHT if whom <= who else Verdict.WRONG)


@pytest.mark.parametrize(
    "sentence",
    [
        "If we add 5 to every weight, nothing changes.",
        "With a smaller network, $y$ stays the same.",
        "When all inputs are negative, $y$ does not change.",
    ],
)
def test_a_change_that_is_not_understood_does_not_fall_back_on_the_one_before(sentence):
    text = f"{SHEET}If we double $w$, $y$ becomes 13.\n\n{sentence}"
    assert [found for found, _ in verdicts(text)] == ["right"]
