"""Every rule that a finding can name is described, and its examples are examples of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import workings.checking
from workings.checking.rules.glossary import CATALOGUE
from workings.finding import Claim, Verdict

Judged = Callable[[str], tuple[Claim, ...]]
SOURCES = sorted(Path(workings.checking.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_wrong_example_breaks_the_rule(name: str, judged: Judged) -> None:
    assert name in {claim.rule for claim in judged(CATALOGUE[name].wrong)}


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_right_example_is_right_throughout(name: str, judged: Judged) -> None:
    claims = judged(CATALOGUE[name].right)
    assert claims and {claim.verdict for claim in claims} == {Verdict.RIGHT}


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_meaning_is_one_line_in_the_tone_of_a_message(name: str) -> None:
    meaning = CATALOGUE[name].meaning
    assert "\n" not in meaning and meaning[0].islower() and not meaning.endswith(".")


def test_every_rule_that_the_judge_names_is_described() -> None:
    text = "\n".join(path.read_text("utf-8") for path in SOURCES)
    named = set(re.findall(r'"((?:value|copy|chain|matrix|identity|shape)/[a-z-]+|restated-[a-z]+)"', text))
    assert named and named <= CATALOGUE.keys()
