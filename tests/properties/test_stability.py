"""The same document gives the same verdicts, whatever stands around it and however it is stored."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from claims import CLAIMS, Claim
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import Section, all_sections
from soup import DOCUMENTS

from workings.finding import Report
from workings.pipeline import check, read
from workings.resolving import quantity

SECTIONS = [section for section in all_sections() if section.filename == "notes.md"]
WHOLE = {  # what a document decides for all of its lines, also for those above
    "numbers: A decimal comma",
    "matrices: The transpose where T is a number",
    "attention: The scale is missing",
    "attention: The scale is missing for all rows at once",
    "attention: A later head does not hide the missing scale",
    "names-and-scope: Letters side by side that all have values",
    "recurrences: Gates without an index are worked out at every step",
    "choices: A numbered list of results under a question",  # unless the page speaks of answers elsewhere
    "givens-in-tables: Words and pairs that are counted in the sentences of the page",  # of all of them
    "designs: A step function with a letter of its own",  # it says for the whole page what nought does
}
PROGRAMS = ("networks",)  # pages of code, where a later class takes the place of an earlier one
# A formula that is stated anywhere says which method is meant, and a line made alike how a line is made.
METHODS = (
    "methods",
    "methods-by-name",
    "known-methods",
    "formulas-in-letters",
    "sizes-on-sheets",
    "counted-and-chosen",
    "lines-made-alike",
    "wrong-recipes",
)
ALONE = [one for one in SECTIONS if one.id not in WHOLE and one.page not in (*PROGRAMS, *METHODS)]
PAIRS = 120
SOURCE = Path(__file__).parents[2] / "src"
LISTING = """
import json, sys
from workings.pipeline import check, read
for text in json.load(sys.stdin):
    for one in check(read(text)).claims:
        print(one.id, one.verdict, one.rule, one.convention, one.computed, one.text, one.message)
"""
TOGETHER = 6  # sections that make a document


def summary(report: Report) -> list[tuple[object, ...]]:
    """What a reader gets to hear, with the places."""
    return [
        (
            claim.verdict,
            claim.rule,
            claim.stated,
            claim.computed,
            claim.convention,
            report.page.place(claim.span.start),
        )
        for claim in report.claims
    ]


def summary_of(text: str) -> list[tuple[object, ...]]:
    return summary(check(read(text)))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(DOCUMENTS)
def test_the_same_text_gives_the_same_report_twice(text: str) -> None:
    assert check(read(text)) == check(read(text))


def test_another_process_with_other_hashes_gives_the_same_report() -> None:
    texts = [section.document for section in SECTIONS]
    documents = ["\n\n".join(texts[at : at + TOGETHER]) for at in range(0, len(texts), TOGETHER)]
    digests = set()
    for seed in ("1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", LISTING],
            input=json.dumps(documents),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            env=os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
        )
        assert done.stdout.count("\n") > len(SECTIONS)
        digests.add(hashlib.sha256(done.stdout.encode()).hexdigest())
    assert len(digests) == 1


def pairs() -> list[tuple[Section, Section]]:
    """Sections in an order that has nothing to do with their text, each with another one.

    Chosen by digests, so that a section more changes a pair or two and not all of them.
    """

    def digest(*sections: Section) -> bytes:
        return hashlib.sha256("\n".join(one.id for one in sections).encode()).digest()

    return [
        (one, min(ALONE, key=lambda other: digest(one, other))) for one in sorted(ALONE, key=digest)[:PAIRS]
    ]


@pytest.mark.parametrize(("first", "second"), pairs(), ids=lambda section: section.id)
def test_what_follows_does_not_change_the_verdicts_before_it(first: Section, second: Section) -> None:
    alone = summary_of(first.document)
    together = summary_of(f"{first.document}\n\n# Another document\n\n{second.document}")
    assert together[: len(alone)] == alone


@settings(max_examples=120, deadline=None, derandomize=True)
@given(CLAIMS)
def test_more_precision_never_turns_right_into_wrong(claim: Claim) -> None:
    usual = [verdict for verdict, *_ in summary_of(claim.text)]
    with patch.object(quantity, "FIRST_BITS", quantity.MOST_BITS):
        precise = [verdict for verdict, *_ in summary_of(claim.text)]
    assert precise == usual


@pytest.mark.parametrize("section", SECTIONS, ids=[section.id for section in SECTIONS])
def test_line_ends_do_not_matter(section: Section) -> None:
    told = summary_of(section.document.replace("\n", "\r\n"))
    same = [tuple(f.replace("\r\n", "\n") if isinstance(f, str) else f for f in row) for row in told]
    assert same == summary_of(section.document)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    CLAIMS.filter(lambda claim: claim.notation.name == "latex"), st.sampled_from(["  ", "   ", "\t", " \n"])
)
def test_white_space_in_latex_does_not_matter(claim: Claim, space: str) -> None:
    usual = [verdict for verdict, *_ in summary_of(claim.text)]
    assert [verdict for verdict, *_ in summary_of(claim.text.replace(" ", space))] == usual
