"""The page is whole, loads nothing, and says of every claim what the report says."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from redpen import Reader, page, section, selection_of
from sheets import EVIL
from soup import DOCUMENTS

from workings.finding import Verdict
from workings.reporting.format import Look
from workings.reporting.html import render
from workings.reporting.selection import Selection


def test_every_format_gives_a_whole_section_with_a_note_for_every_claim(document):
    name, text = document
    selection = selection_of(text, name)
    reader = Reader(render(selection, Look()))
    assert reader.faults == []
    assert sorted(set(reader.ids())) == sorted(reader.ids())
    assert {claim.id for claim in selection.report.claims} <= set(reader.ids())
    assert "elsewhere in the file" not in reader.text


def test_every_claim_is_marked_in_the_document_with_its_verdict(document):
    name, text = document
    selection = selection_of(text, name)
    html = render(selection, Look())
    for claim in selection.report.claims:
        in_text = f'data-claim="{claim.id}" data-verdict="{claim.verdict.value}"' in html
        in_formula = f"\\htmlData{{claim={claim.id},verdict={claim.verdict.value}" in html
        assert in_text or in_formula, claim


def test_the_words_of_the_document_are_all_there(document):
    name, text = document
    selection = selection_of(text, name)
    reader = Reader(render(selection, Look()))
    shown = reader.text + " ".join(value for _, attrs in reader.elements for value in attrs.values())
    markup = {"begin", "end", "item", "itemize", "section", "textbf", "verbatim", "tabular", "python", "src"}
    words = set(re.findall(r"[A-Za-z]{3,}", selection.report.page.written)) - markup
    assert [word for word in words if word not in shown] == []


def test_the_asterisks_of_products_are_no_emphasis():
    text = "Sizes: (32 - 5 + 2*2)/1 + 1 = 32 and 5*5*3*16 + 16 = 1216, w*x + b*y, but *this* is **said**.\n"
    html = render(selection_of(text), Look())
    assert "2*2)/1" in html and "5*5*3*16" in html and "w*x + b*y" in html
    assert "<em>this</em>" in html and "<strong>said</strong>" in html


def test_a_hostile_document_adds_no_element_no_handler_and_no_address():
    selection = selection_of(EVIL)
    reader = Reader(render(selection, Look()))
    assert reader.faults == []
    assert [attrs["href"] for attrs in reader.having("href") if not attrs["href"].startswith("#")] == [
        "https://example.org/?a=1&b=%222%22"
    ]
    assert "<script>window.pwned=1</script>" in reader.text
    for attrs in reader.having("data-tex"):
        assert "href" not in attrs["data-tex"]
        assert "htmlStyle" not in attrs["data-tex"]


def test_an_author_cannot_forge_a_mark():
    html = section(r"$\htmlData{claim=c1,verdict=right}{3} + 1 = 5$")
    (tex,) = {attrs["data-tex"] for attrs in Reader(html).having("data-tex") if "claim=" in attrs["data-tex"]}
    assert tex.count("\\htmlData") == 1
    assert "verdict=right" not in tex


def test_the_head_holds_everything_and_allows_nothing_else():
    head = page(selection_of("2 + 2 = 4"))
    assert "Content-Security-Policy" in head
    assert "default-src 'none'" in head
    assert re.findall(r"url\((?!\"?data:)[^)]*\)", head) == []
    elements = re.sub(r"(?s)<script>.*?</script>", "", head)
    assert re.findall(r"<(?:link|img|iframe)[\s>]", elements) == []
    assert re.findall(r"<script[^>]+src", head) == []
    assert head.count("data:font/woff2") == 20
    assert head.count("<script>") == head.count("</script>") == 2


def test_the_policy_names_the_very_scripts_of_the_page():
    from base64 import b64encode
    from hashlib import sha256

    head = page(selection_of(""))
    for script in re.findall(r"<script>(.*?)</script>", head, re.DOTALL):
        assert f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in head


def test_errors_are_numbered_and_what_is_carried_points_to_its_cause():
    html = section("$2 \\cdot 3 = 7$\n\n$x = 2 \\cdot 3 = 7$\n\n$y = x + 1 = 8$")
    reader = Reader(html)
    carried = [attrs for attrs in reader.having("data-kind") if attrs["data-kind"] == "carried"]
    assert carried
    assert "follows from error 2" in reader.text
    assert 'href="#c2"' in html


def test_the_wrong_entries_of_a_matrix_are_marked():
    html = section("$A = [[1, 2], [3, 4]]$\n\n$2 A = [[2, 4], [6, 9]]$")
    assert "\\htmlData{claim=c1,verdict=wrong,entry=1}{\\htmlData{ring=1}{9}}" in html


def test_a_column_is_marked_entry_by_entry_too():
    text = r"$\begin{pmatrix} 1 \\ 2 \end{pmatrix} + \begin{pmatrix} 1 \\ 1 \end{pmatrix}"
    html = section(text + r" = \begin{pmatrix} 2 \\ 4 \end{pmatrix}$")
    assert "\\htmlData{claim=c1,verdict=wrong,entry=1}{\\htmlData{ring=1}{4}}" in html


def test_the_slip_behind_an_error_is_told_in_words():
    selection = selection_of(r"$\operatorname{softmax}([1,2,3]) = [0.167, 0.333, 0.5]$")
    (claim,) = selection.report.claims
    assert claim.slips
    assert f'<p class="slip">{claim.slips[0]}' in render(selection, Look())


def test_a_right_value_opens_to_its_steps():
    html = section(r"$\operatorname{softmax}([0, 0]) = [0.5, 0.5]$")
    note = html[html.index('<details class="note right"') :]
    assert '<ol class="steps">' in note
    assert "raise e to every score" in note


def test_the_steps_of_a_wrong_value_are_opened_apart_from_what_is_wrong():
    html = section("$a = 3$\n\n$b = 2 a + 1 = 8$")
    note = html[html.index('<details class="note wrong"') :]
    assert (
        note.index(" is 7, not ") < note.index('<details class="working">') < note.index('<ol class="steps">')
    )


def test_weights_are_drawn_as_a_heat_map_and_other_matrices_are_not():
    weights = section("$S = [[0, 0], [0, 0]]$\n\n$softmax(S) = [[0.5, 0.5], [0.5, 0.5]]$")
    assert "<svg" in weights
    assert Reader(weights).faults == []
    assert "<svg" not in section("$S = [[1, 2], [3, 4]]$\n\n$2 S = [[2, 4], [6, 8]]$")


def test_what_follows_from_an_error_is_drawn():
    html = section("$x = 2 \\cdot 3 = 7$\n\n$y = x + 1 = 8$")
    assert "what follows from what" in html
    assert Reader(html).faults == []


def test_counts_are_buttons_and_stand_for_the_tally():
    selection = selection_of("2 + 2 = 4\n\n3 + 3 = 7\n\n4 + 4 = 9")
    reader = Reader(render(selection, Look()))
    assert {attrs["data-filter"] for attrs in reader.having("data-filter")} == {"right", "wrong"}
    assert "2 wrong" in reader.text


def test_what_was_not_read_is_listed_with_its_reason():
    reader = Reader(section(r"$\int_0^1 f = 3$"))
    assert "1 value not judged" in reader.text
    assert "not understood" in reader.text


def test_ignored_claims_are_not_marked_but_counted():
    selection = selection_of("2 + 2 = 5 <!-- workings: ignore -->")
    silent = selection if selection.silenced else replace(selection, silenced=frozenset({"c1"}))
    html = render(silent, Look())
    assert "1 ignored" in html
    assert 'data-claim="c1"' not in html


def test_several_files_have_sections_of_their_own_with_different_ids():
    first, second = selection_of("2 + 2 = 5", "a.md"), selection_of("2 + 2 = 5", "b.md")
    reader = Reader(re.sub(r"(?s)<head>.*?</head>", "", page(first, second)))
    assert reader.faults == []
    assert len(reader.ids()) == len(set(reader.ids())) == 5
    assert "2 claims in 2 files" in reader.text


def test_a_claim_without_a_document_is_read_again(report):
    html = render(Selection(report), Look())
    assert Reader(html).faults == []
    for claim in report.claims:
        assert f'id="{claim.id}"' in html


@pytest.mark.parametrize("verdict", list(Verdict))
def test_no_verdict_is_told_by_colour_alone(report, verdict):
    html = render(Selection(report), Look())
    assert f'<span class="word">{verdict.value}' in html


@pytest.mark.parametrize("text", ["[" * 20_000, "a[b](" * 4_000, "*a _b " * 4_000, "> " * 3_000 + "x"])
def test_text_that_is_all_markup_is_shown_too(text):
    reader = Reader(section(text))
    assert reader.faults == []
    assert text.count("[") == reader.text.count("[")


@settings(max_examples=50)
@given(DOCUMENTS)
def test_whatever_stands_in_a_document_the_page_is_whole(text):
    for name in ("a.md", "a.tex", "a.txt", "a.org"):
        selection = selection_of(text, name)
        reader = Reader(render(selection, Look()))
        assert reader.faults == []
        assert {claim.id for claim in selection.report.claims} <= set(reader.ids())


def test_macros_that_only_set_a_font_are_drawn_too():
    text = "\\newcommand{\\vect}[1]{\\mathbf{#1}}\n\\newcommand{\\half}{\\frac12}\n$\\vect{x} = 2$"
    macros = {name: value for _, shown in Reader(render(selection_of(text, "a.tex"), Look())).elements
              for name, value in shown.items() if name == "data-macros"}["data-macros"]  # fmt: skip
    assert json.loads(macros) == {"\\half": "\\frac12", "\\vect": "\\mathbf{#1}"}
