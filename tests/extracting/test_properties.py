"""Whatever the text, the passages lie on the page and change nothing but what is documented."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workings.document import Kind, Reading
from workings.extracting import decode, extract

FRAGMENTS = st.sampled_from(
    """$ $$ \\( \\) \\[ \\] \\begin{align} \\end{align} \\begin{bmatrix} \\end{bmatrix} ``` ~~~ ```python
    ```math ```{note} ` `` ** * _ __ ~~ == <!-- --> <sub> </sub> <br> &lt; &amp; [a](#b) ![ ]( [^1] |
    |---|---| # ## > - + 1. a) \\item \\section{ \\textbf{ { } \\\\ & % \\% \\begin{tabular}{cc}
    \\end{tabular} \\begin{verbatim} \\end{verbatim} \\caption{ \\iffalse \\fi \\begin{document}
    \\end{document} --- === #+begin_src #+end_src : * [[a][b]] =c= \\_ \\* = 2 0.5 x_1 softmax word
    \ue000 \u2028 \u200b \ufeff \x00 {\\displaystyle { " \\n \\u00e9 :PROPERTIES: :END: https://a.b/c
    \\verb| workings: ignore \ud800 │ ─── \r \r\n \t ```c 2×3=6 # // 1,000 * + [ ] =""".split()
)
WHITE = st.sampled_from([" ", "\n", "\n\n", "    ", "\r\n", "\r", "\t"])
TEXTS = st.lists(st.one_of(FRAGMENTS, WHITE, st.text(max_size=4)), max_size=60).map("".join)
NAMES = st.sampled_from(["a.md", "a.tex", "a.org", "a.rst", "a.txt", "-", "a.ipynb", "a.qmd"])
WRITTEN = set(" \n_^{}.$%&#*`[]()!\"'+,-/:;<=>?@\\|~")  # what a mark may be replaced by


def assert_sound(reading: Reading) -> None:
    page = reading.page.written
    reached = 0
    for passage in reading.passages:
        start, end = passage.span
        assert reached <= start < end <= len(page)
        reached = end
        assert len(passage.text) == end - start
        assert passage.text.strip()
        assert passage.text.count("\n") >= page[start:end].count("\n")
        for own, kept in zip(page[start:end], passage.text, strict=True):
            if own == "\n":  # the blanks of an empty line stand at the end of the one before
                assert kept in "\n "
            else:
                assert kept == own or kept in WRITTEN or "&" in page
        inner = start
        for first, last in passage.maths:
            assert inner <= first < last <= end
            inner = last
        assert (passage.row is not None) == (passage.kind is Kind.CELL)
        assert (passage.level > 0) == (passage.kind is Kind.HEADING)


@settings(max_examples=400, deadline=None)
@given(TEXTS, NAMES)
def test_any_text_gives_passages_that_lie_on_the_page_in_order(text: str, name: str) -> None:
    assert_sound(extract(text, name))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["markdown", "code", "raw"]), TEXTS), max_size=5), st.booleans())
def test_a_notebook_page_leads_back_to_the_characters_of_the_file(
    cells: list[tuple[str, str]], ascii_only: bool
) -> None:
    notebook = {
        "cells": [
            {
                "cell_type": kind,
                "source": text.splitlines(keepends=True),
                "outputs": [{"output_type": "stream", "name": "stdout", "text": [text]}],
            }
            for kind, text in cells
        ]
    }
    raw = json.dumps(notebook, ensure_ascii=ascii_only)
    reading = extract(raw, "a.ipynb")
    assert_sound(reading)
    page = reading.page
    assert page.origins is not None and len(page.origins) == len(page.written)
    assert list(page.origins) == sorted(page.origins)
    for character, origin in zip(page.written, page.origins, strict=True):
        assert character == "\n" or raw[origin] in (character, "\\")


@given(st.binary(max_size=200))
def test_any_bytes_become_text(data: bytes) -> None:
    assert_sound(extract(decode(data), "a.md"))


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=10), min_size=2))
def test_stray_bytes_leave_the_rest_of_a_file_as_it_was(parts: list[str]) -> None:
    assert decode(b"a" + b"\xe9".join(part.encode() + b"." for part in parts)) == "a" + "é".join(
        f"{part}." for part in parts
    )


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=80))
def test_utf8_is_read_as_it_was_written_with_and_without_its_mark(text: str) -> None:
    if not text.startswith("\ufeff"):
        assert decode(text.encode()) == decode(text.encode("utf-8-sig")) == text


@pytest.mark.parametrize("name", ["a.md", "a.tex", "a.org", "a.rst", "a.ipynb"])
@pytest.mark.parametrize(
    "unit",
    [
        "$",
        "$ ",
        "$$\n\n",
        "\\[",
        "\\(",
        "`",
        "` ",
        "*a ",
        "[a](",
        "<b ",
        "|a\n",
        "```\n",
        "\\begin{align}",
        "{",
        "\\item ",
        "> ",
        "x = 2 × 3 #\n",
        "+ (\n",
    ],
)
def test_a_long_run_of_any_mark_is_read_in_linear_time(unit: str, name: str) -> None:
    run = unit * (100_000 // len(unit))
    assert extract(run, name).page.raw == run
    assert extract(f"```python\n{run}\n", name).page.written.count(unit) > 0
