"""Every name that a finding can carry is described, with examples that are examples of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import workings.checking
from workings.checking.rules.catalogue import Description
from workings.checking.rules.glossary import describe, family_of, members, names, near, suggestion, unknown
from workings.finding import Claim, Verdict
from workings.ops import OPERATIONS
from workings.pipeline import check, read

Judged = Callable[[str], tuple[Claim, ...]]


FAMILIES = tuple(dict.fromkeys(map(family_of, names())))
UNTRIED = {  # families whose slips the search does not try, and why
    "ln": "the same slips are tried under the name of log",
    "sigmoid_prime": "a derivative is read as a function of the document",
    "tanh_prime": "a derivative is read as a function of the document",
    "relu_prime": "a derivative is read as a function of the document",
    "leaky_relu_prime": "a derivative is read as a function of the document",
    "softplus_prime": "a derivative is read as a function of the document",
    "lab": "labs are run only where they are asked for; test_catalogue.py asks for them",
}


def is_written_out(name: str) -> bool:
    """Whether an example can stand in a document: an operation that has a name, called without options."""
    op = OPERATIONS.get(name.partition("/")[0])
    if op is None:
        return True
    description = describe(name)
    assert description is not None
    call = description.right.partition(" = ")[0]
    return bool(op.names) and "=" not in call and op.name != "f1"  # a name with a digit is not read in prose


def is_telling(description: Description) -> bool:
    """Whether the numbers that are wrong have digits enough to tell one slip from another."""
    sides = (text.rpartition(" = ")[2] for text in (description.wrong, description.right))
    pairs = zip(*(re.findall(r"[\d.]+", side) for side in sides), strict=False)
    return any(len(wrong.replace(".", "").strip("0")) > 2 for wrong, right in pairs if wrong != right)


def described(family: str) -> Iterator[tuple[str, Description]]:
    """The members of a family with what they mean."""
    for name in members(family) or (family,):
        description = describe(name)
        assert description is not None
        yield name, description


@pytest.mark.parametrize("family", FAMILIES)
def test_a_name_has_a_meaning_in_the_tone_of_a_message_and_a_reason_in_a_sentence(family: str) -> None:
    for name, description in described(family):
        meaning, why = description.meaning, description.why
        assert meaning and "\n" not in meaning and not meaning.endswith("."), name
        assert why[0].isupper() and why.endswith(".") and "\n" not in why, name


@pytest.mark.parametrize("family", FAMILIES)
def test_the_wrong_examples_are_called_so(family: str) -> None:
    for name, description in described(family):
        assert description.wrong and description.wrong != description.right, name
        if family in UNTRIED or not is_written_out(name):
            continue
        claims = check(read(description.wrong, "notes.md"), names_slips=True).claims
        assert any(claim.verdict is not Verdict.RIGHT or claim.rule for claim in claims), name
        named = {given for claim in claims for given in (claim.rule, *claim.fits)}
        assert name in named or not is_telling(description)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_right_examples_are_right_throughout(family: str, judged: Judged) -> None:
    for name, description in described(family):
        if is_written_out(name):
            claims = judged(description.right)
            assert claims and {claim.verdict for claim in claims} == {Verdict.RIGHT}, name


def test_every_slip_that_the_search_names_is_described() -> None:
    sources = Path(workings.checking.__file__).parent.joinpath("slips").glob("*.py")
    named = {slip for path in sources for slip in re.findall(r'"(slip/[a-z-]+)"', path.read_text("utf-8"))}
    assert named == set(members("slip"))


def test_a_family_has_its_members() -> None:
    assert "attention/missing-scale" in members("attention")
    assert all(name.startswith("slip/") for name in members("slip"))
    assert members("no-such-family") == ()


def test_rules_families_and_verdicts_are_known_and_others_are_not() -> None:
    assert unknown(["attention/missing-scale", "attention", "slip", "wrong", "unread"]) == []
    assert unknown(["attention/mising-scale", "wrnog"]) == ["attention/mising-scale", "wrnog"]


def test_near_names_are_offered_by_spelling_and_by_the_part_after_the_slash() -> None:
    assert near("attention/mising-scale")[0] == "attention/missing-scale"
    assert near("attn/missing-scale")[0].endswith("/missing-scale")
    assert suggestion("qqqqqq") == ""
