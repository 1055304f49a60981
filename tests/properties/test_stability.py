"""The same document gives the same verdicts, whatever stands around it and however it is stored."""

from __future__ import annotations

import hashlib
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
DRAWN = st.sampled_from([s for s in SECTIONS if s.id not in WHOLE and s.page not in (*PROGRAMS, *METHODS)])
SOURCE = Path(__file__).parents[2] / "src"
LISTING = """
import sys
from workings.pipeline import check, read
for claim in check(read(sys.stdin.read())).claims:
    print(claim.id, claim.verdict, claim.rule, claim.convention, claim.computed, claim.text, claim.message)
"""


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
    everything = "\n\n".join(section.document for section in SECTIONS)
    digests = set()
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", LISTING],
            input=everything,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            env=os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
        )
        assert done.stdout.count("\n") > 100
        digests.add(hashlib.sha256(done.stdout.encode()).hexdigest())
    assert len(digests) == 1


@settings(max_examples=120, deadline=None, derandomize=True)
@given(DRAWN, DRAWN)
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
