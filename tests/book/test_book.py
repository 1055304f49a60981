"""The chapters of the book are documents like any other: workings reads them and finds nothing wrong."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import workings
from workings.finding import Claim, Report, Verdict
from workings.reporting.selection import select

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"
LEAST = {  # how many claims of a chapter are read and right, so that none can silently stop being read
    "README.md": 0,
    "alternating-sum.md": 40,
    "cnn-digits.md": 28,
    "activations.md": 38,
    "argmax-gradient.md": 8,
    "backpropagation-through-time.md": 26,
    "logistic-gradient.md": 28,
    "sup-norm-gradient.md": 9,
    "convolution-sizes.md": 40,
    "cross-attention.md": 26,
    "exams.md": 31,
    "decoding.md": 30,
    "early-stopping.md": 18,
    "fixing.md": 0,
    "generating.md": 0,
    "labs.md": 0,
    "linear-recurrence.md": 23,
    "logistic-separable.md": 42,
    "marking-a-class.md": 0,
    "models.md": 0,
    "multi-head.md": 24,
    "parity-lstm.md": 46,
    "perceptron.md": 47,
    "pictures.md": 10,
    "pooling.md": 26,
    "proofs.md": 25,
    "python.md": 0,
    "red-pen.md": 0,
    "repairing-an-lstm.md": 17,
    "scaled-or-unscaled.md": 33,
    "self-attention.md": 37,
    "solving.md": 0,
    "training.md": 0,
    "verdicts.md": 8,
    "writing.md": 40,
    "xor.md": 45,
}
MEASURED = ("convolution-sizes.md", "cross-attention.md", "multi-head.md", "self-attention.md")
LITERAL = re.compile(r"(?:[-\d.,&\s\[\]\\]|\\(?:begin|end)\{bmatrix\})+")
ORDER = re.compile(r"[<>]|\\[lg]e\b")
LEAST |= {  # the chapters on symbols and limits
    "copying.md": 20,
    "linear-attention.md": 22,
    "linear-layers.md": 14,
    "positions.md": 13,
    "sup-norm.md": 16,
    "temperature.md": 18,
}
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s#]+)\)|!\[[^\]\n]*\]\(([^)\s]+)\)")

LEAST |= {
    "argmax-attention.md": 12,
    "encoder-decoder.md": 16,
    "sorting-transformer.md": 26,
    "teacher-forcing.md": 17,
}


@cache
def report_of(chapter: str) -> Report:
    return workings.read(BOOK / chapter).check()


def unsound(chapter: str) -> list[Claim]:
    """The claims of a chapter that are not right, without those that a comment in it silences."""
    parsed = workings.read(BOOK / chapter).parsed
    return select(report_of(chapter), parsed.reading.ignores).shown(everything=True)


def test_every_chapter_is_in_the_table():
    assert sorted(path.name for path in BOOK.glob("*.md")) == sorted(LEAST)


@pytest.mark.parametrize("chapter", LEAST)
def test_nothing_in_a_chapter_is_less_than_right(chapter):
    assert [(claim.verdict.value, claim.text, claim.message) for claim in unsound(chapter)] == []


@pytest.mark.parametrize("chapter", LEAST)
def test_a_chapter_is_still_read(chapter):
    assert report_of(chapter).counts["right"] >= LEAST[chapter]


def altered(stated: str) -> str | None:
    """A number or matrix with its first nonzero digit moved by three; None where nothing can be moved."""
    digit = re.search(r"[1-9]", stated)
    if digit is None or not LITERAL.fullmatch(stated):
        return None
    return stated[: digit.start()] + str((int(digit[0]) + 2) % 9 + 1) + stated[digit.end() :]


@pytest.mark.parametrize("chapter", MEASURED)
def test_no_stated_value_with_a_changed_digit_passes_for_right(chapter):
    text = (BOOK / chapter).read_text(encoding="utf-8")
    tried = 0
    for claim in report_of(chapter).claims:
        changed = altered(text[claim.span.start : claim.span.end])
        if changed is None or claim.kind == "copy" or ORDER.search(claim.text):
            continue
        tried += 1
        claims = workings.read(text[: claim.span.start] + changed + text[claim.span.end :]).check().claims
        doubted = {Verdict.WRONG, Verdict.UNDECIDED} & {c.verdict for c in claims}
        assert doubted, f"{claim.text} with {changed}"
    assert tried > LEAST[chapter] / 2


def test_links_and_pictures_of_the_book_exist():
    for chapter in LEAST:
        for match in LINK.finditer((BOOK / chapter).read_text(encoding="utf-8")):
            assert (BOOK / (match[1] or match[2])).is_file(), f"{match[0]} in {chapter}"
