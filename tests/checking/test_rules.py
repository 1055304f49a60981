"""Which rules look at a page."""

from __future__ import annotations

import json
from pathlib import Path

from workings.checking.rules import RULES, module_of, rules_for
from workings.checking.rules.glossary import CATALOGUE
from workings.pipeline import judged, read

EVERY = tuple(module_of(name).find for name in RULES)

CLAIMS = Path(__file__).parents[2] / "bench" / "claims.jsonl"


def test_rules_that_are_left_out_where_nothing_is_said_would_find_nothing() -> None:
    looked_at = 0
    for line in CLAIMS.read_text("utf-8").splitlines():
        document = read(json.loads(line)["claim"] + "\n", "claim.md")
        page = document.reading.page
        if page.has_words:
            continue
        judge = judged(document)
        left_out = [rule for rule in EVERY if rule not in rules_for(page, document.statements)]
        assert left_out and not any(rule(judge, document.statements) for rule in left_out)
        looked_at += 1
    assert looked_at > 50


def test_every_rule_looks_at_a_page_with_words_and_formulas() -> None:
    for description in CATALOGUE.values():
        document = read(description.wrong, "example.md")
        page, statements = document.reading.page, document.statements
        assert not page.has_words or len(statements) < 2 or rules_for(page, statements) == EVERY
