"""The pages on rules are written from the program; `pytest --accept` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import workings
from workings.reporting.rule_pages import manual

PAGES = Path(__file__).parents[2] / "book" / "rules"


def test_the_pages_on_rules_are_up_to_date(request: pytest.FixtureRequest) -> None:
    written = manual()
    if request.config.getoption("--accept"):
        PAGES.mkdir(exist_ok=True)
        for stale in {path.name for path in PAGES.glob("*.md")} - written.keys():
            (PAGES / stale).unlink()
        for name, text in written.items():
            (PAGES / name).write_text(text, encoding="utf-8")
    assert {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")} == written


def test_the_examples_on_the_pages_are_not_taken_for_claims_of_the_pages() -> None:
    assert [claim for path in PAGES.glob("*.md") for claim in workings.read(path).check().claims] == []
