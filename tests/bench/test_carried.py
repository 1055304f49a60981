"""Slips that are put into workings are what their authors would go on to write."""

from __future__ import annotations

import pytest

from carried import outcome
from engine import check_bytes
from misdoing import givens_of, slips_of, workings_of
from working_on import Following, UndeterminedError

LINES = "a = 0.25 and b = 0.75\n\nc = 0.25 * 8 + 3.5 = 5.5\n\nd = 5.5 * 0.5 = 2.75\n"
TEXT = f"{LINES}\nSo d is 2.75.\n"


def written(text: str, kind: str) -> list[str]:
    """The pages that slips of a kind in the first working make of a text."""
    statements = check_bytes(text.encode(), "text.md").document.statements
    workings = [*workings_of(statements)]
    slips = slips_of(text, workings[0], workings, givens_of(text, statements))
    return [Following(text, statements, workings[0], slip).page for slip in slips if slip.kind == kind]


@pytest.mark.parametrize(
    ("kind", "line", "result"),
    [
        ("other name", "c = 0.75 * 8 + 3.5 = 9.5", "d = 9.5 * 0.5 = 4.75"),
        ("term", "c = 0.25 * 8 = 2.0", "d = 2.0 * 0.5 = 1.00"),
        ("factor", "c = 0.25 + 3.5 = 3.8", "d = 3.8 * 0.5 = 1.90"),
        ("sign", "c = 0.25 * 8 - 3.5 = -1.5", "d = -1.5 * 0.5 = -0.75"),
    ],
)
def test_whoever_makes_a_slip_goes_on_with_it(kind: str, line: str, result: str) -> None:
    pages = written(LINES, kind)
    assert any(line in page and result in page for page in pages), pages


def test_a_sign_in_words_is_left_to_its_author() -> None:
    with pytest.raises(UndeterminedError):
        written(TEXT, "sign")


def test_a_copy_in_words_goes_along() -> None:
    assert any("So d is 4.75." in page for page in written(TEXT, "other name"))


def test_nothing_is_made_of_numbers_that_may_be_others() -> None:
    with pytest.raises(UndeterminedError):
        written("c = 2 * 3 + 1 = 7\n\nd = 7 * 2 = 14\n", "term")


def test_a_line_is_found_or_passed_over() -> None:
    right = check_bytes(b"y = 2 * 3 = 6\n", "text.md")
    wrong = check_bytes(b"y = 2 * 3 = 7\n", "text.md")
    assert outcome(right.report, wrong.report, wrong.document.statements[0])[0] == "found"
    assert outcome(right.report, right.report, right.document.statements[0])[0] == "right"
