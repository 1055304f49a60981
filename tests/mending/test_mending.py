"""What is mended, what is not, and that nothing else in the file changes."""

from __future__ import annotations

import json

import pytest

from workings.finding import Verdict

CARRIED = "The sum is $s = 2 + 3 + 5 = 11$, so the mean is $m = s / 3 = 3.67$."


def test_a_value_that_others_lean_on_is_mended_only_together_with_them(mend):
    assert mend(CARRIED).fixed == 0
    outcome = mend(CARRIED, unsafe=True)
    assert outcome.state.data.decode() == (
        "The sum is $s = 2 + 3 + 5 = 10$, so the mean is $m = s / 3 = 3.33$."
    )
    assert outcome.fixed == 2


def test_a_chain_of_carried_values_is_mended_to_its_end(mend):
    text = "$a = 2 \\cdot 3.5 = 8$\n\n$b = 3a = 24$\n\n$c = b + 1 = 25 \\approx 25.0$\n\n$d = c / 2 = 12.5$"
    outcome = mend(text, unsafe=True)
    assert "= 7$" in outcome.state.data.decode() and "b = 3a = 21" in outcome.state.data.decode()
    assert {claim.verdict for claim in outcome.state.selection.report.claims} == {Verdict.RIGHT}


@pytest.mark.parametrize("unsafe", [False, True])
def test_a_value_that_is_copied_into_a_later_line_is_left(mend, unsafe):
    text = "$a = 0.37 \\cdot 2.5 = 0.952$\n\n$0.952 \\cdot 2 = 1.904$"
    outcome = mend(text, unsafe)
    assert outcome.state.data.decode() == text and outcome.left


def test_a_carried_formula_keeps_the_whole_group_from_being_mended(mend):
    text = "$s = 2 + 3 + 5 = 11$\n\n$s^2 = 11 \\cdot 11 = 121$"
    assert mend(text, unsafe=True).state.data.decode() == text


def test_a_name_that_is_used_later_makes_a_mend_unsafe(mend):
    text = "$s = 2 + 3 + 5 = 11$\n\n$t = s + u$"
    assert mend(text).fixed == 0
    assert mend(text, unsafe=True).fixed == 1


def test_a_result_that_another_operand_would_explain_is_mended_only_when_asked(mend):
    text = "$4.73 \\cdot 2.815 = 11.90745$"  # 4.23 for 4.73
    assert mend(text).fixed == 0 and "put in" in mend(text).left[0].reason
    assert mend(text, unsafe=True).fixed == 1


def test_a_rounding_that_a_later_value_was_computed_with_is_mended_with_it(mend):
    text = "$a = 2/3 = 0.66$\n\n$3a = 1.98$"
    assert mend(text).fixed == 0
    assert mend(text, unsafe=True).state.data.decode() == "$a = 2/3 = 0.67$\n\n$3a = 2.00$"


def test_silenced_findings_are_not_touched(mend):
    text = "$3 \\cdot 4 = 13$ <!-- workings: ignore -->\n\n$3 \\cdot 4 = 13$\n"
    assert mend(text).state.data.decode() == text.replace("13$\n", "12$\n")


def test_a_silenced_value_keeps_the_one_it_was_carried_from_from_being_mended(mend):
    text = "$s = 2 + 3 + 5 = 11$\n\n$m = s / 3 = 3.67$ <!-- workings: ignore -->\n"
    assert mend(text, unsafe=True).state.data.decode() == text


def test_hypotheses_and_quotations_are_not_touched(mend):
    text = "Suppose $3 \\cdot 4 = 13$.\n\n<!-- $3 \\cdot 4 = 13$ -->\n"
    assert mend(text, unsafe=True).state.data.decode() == text


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")],
)
def test_bytes_around_a_value_stay_as_they_are(mend, encoding, mark):
    text = "Täglich:\r\n\t$3 \\cdot 4 = 13$ \r\nendet ohne Zeilenende  "
    outcome = mend(mark + text.encode(encoding))
    assert outcome.state.data == mark + text.replace("13", "12").encode(encoding)


def test_bytes_that_are_no_utf_8_stay_as_they_are(mend):
    data = b"gr\xfc\xdfe \x93quoted\x94 $3 \\cdot 4 = 13$ \xff\n"
    assert mend(data).state.data == data.replace(b"13", b"12")


def notebook(*sources: object, **extra: object) -> str:
    cells = [{"cell_type": "markdown", "metadata": {}, "source": source} for source in sources]
    return json.dumps({"cells": [*cells, *extra.values()], "nbformat": 4}, indent=3, ensure_ascii=False)


def test_a_notebook_changes_in_its_cell_only(mend):
    text = notebook(["# π\n", "$a = \\frac{1}{2} \\cdot 24691 = 12\\,346$\n"], "$3 - 5.5 = 2.5$")
    outcome = mend(text, unsafe=True, name="notes.ipynb")
    expected = text.replace("12\\\\,346", "12\\\\,345.5").replace("= 2.5", "= -2.5")
    assert outcome.state.data.decode() == expected
    assert json.loads(outcome.state.data)["cells"][1]["source"] == "$3 - 5.5 = -2.5$"


def test_what_a_program_printed_is_not_rewritten(mend):
    printed = {"output_type": "stream", "name": "stdout", "text": ["3 * 4 = 13\n"]}
    code = {"cell_type": "code", "metadata": {}, "source": "print()", "outputs": [printed]}
    text = notebook(code=code)
    assert mend(text, unsafe=True, name="notes.ipynb").state.data.decode() == text
