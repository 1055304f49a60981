"""The table for a class: one row for each question, and nothing in it that a spreadsheet would run."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO

import pytest

from workings.finding import Report
from workings.reporting.coverage import statistics, tally
from workings.reporting.csv import COLUMNS, OPENING, render, safe
from workings.reporting.format import Look
from workings.reporting.selection import Selection


def rows(report: Report, silenced: frozenset[str] = frozenset()) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(OPENING + render(Selection(report, silenced), Look()), newline="")))


def test_a_row_has_the_first_error_and_what_follows_from_it(report: Report) -> None:
    (row,) = rows(report)
    assert list(row) == list(COLUMNS)
    assert [
        row[key] for key in ("claims", "right", "line", "stated", "computed")
    ] == "7 1 3 0.35 0.25".split()
    assert [row[key] for key in ("following", "further", "unread", "undecided")] == ["1", "1", "1", "1"]


def test_each_question_has_a_row_in_the_order_of_the_document(report: Report) -> None:
    claims = tuple(replace(c, question="2" if n < 2 else "1") for n, c in enumerate(report.claims))
    found = rows(replace(report, claims=claims))
    assert [(row["question"], row["claims"], row["slip"]) for row in found] == [
        ("2", "2", ""),
        ("1", "5", "slip/off-by-one"),
    ]


def test_a_file_without_claims_has_a_row_too(report: Report) -> None:
    (row,) = rows(replace(report, claims=()))
    assert row["file"] == "notes/shares.md" and row["claims"] == row["further"] == "0" and row["line"] == ""


def test_what_is_silenced_is_no_error(report: Report) -> None:
    (row,) = rows(report, frozenset({"c1", "c3"}))
    assert row["line"] == row["rule"] == "" and row["claims"] == "5"


@pytest.mark.parametrize(
    "cell", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "=HYPERLINK(1)", "-x", "+-3", "\t=1", " =1", "\r=1", "-1,5"]
)
def test_no_cell_is_a_formula(cell: str) -> None:
    assert safe(cell).startswith("'")


@pytest.mark.parametrize("cell", ["-0.25", "+3", "-1e-5", "0.5", "", "[1, 2]", "x = 1"])
def test_numbers_and_words_stay_as_they_are(cell: str) -> None:
    assert safe(cell) == cell


def test_quotes_commas_and_line_ends_come_back_as_one_cell(report: Report) -> None:
    claim = replace(report.claims[0], stated='"a", b\nc', computed="=é")
    (row,) = rows(replace(report, claims=(claim,)))
    assert row["stated"] == '"a", b c' and row["computed"] == "'=é"


def test_statistics_over_files_count_the_files_of_each_slip(report: Report) -> None:
    clean = replace(report, claims=report.claims[-1:])
    total = sum((tally(Selection(each)) for each in (report, clean, clean)), tally(Selection(report)))
    assert "2 of 4 files (50 %, 2 times): slip/off-by-one\n" in statistics(total)


def test_shares_of_files_are_rounded(report: Report) -> None:
    clean = replace(report, claims=report.claims[-1:])
    total = sum((tally(Selection(clean)) for _ in range(5)), tally(Selection(report)))
    assert "1 of 6 files (17 %, 1 time): slip/off-by-one\n" in statistics(total)


def test_statistics_of_one_file_count_its_rules(report: Report) -> None:
    assert "1  matrix/product\n" in statistics(tally(Selection(report)))
