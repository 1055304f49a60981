"""TeX, notebooks, Org files and odd encodings."""

from __future__ import annotations

import json

import pytest

from workings.document import Ignore, Kind, Passage
from workings.extracting import decode, extract


def read(text: str, name: str) -> list[Passage]:
    return list(extract(text, name).passages)


def seen(text: str, name: str) -> list[tuple[str, str]]:
    return [(passage.kind.value, " ".join(passage.text.split())) for passage in read(text, name)]


def test_tex_paragraphs_items_headings_and_captions() -> None:
    text = (
        "\\section*{Part $n$}\nText \\textbf{bold} with $x=1$ % y = 2\n% z = 3\nthat goes on \\cite{a}.\n\n"
        "\\begin{enumerate}\n\\item first \\[ w = 4 \\]\n\\item[b)] second: 50\\%\n\\end{enumerate}\n"
        "\\begin{figure}[ht]\\includegraphics[width=3cm]{f}\\caption{so $v = 5$}\\label{f}\\end{figure}"
    )
    assert seen(text, "a.tex") == [
        ("heading", "Part n"),
        ("prose", "Text bold with x=1 that goes on ."),
        ("prose", "first"),
        ("display", "w = 4"),
        ("prose", "second: 50%"),
        ("prose", "so v = 5"),
    ]
    assert [p.opens for p in read(text, "a.tex")] == [False, False, True, False, True, False]


@pytest.mark.parametrize(
    "asked",
    [
        "\\question",
        "\\question[5]",
        "\\part",
        "\\part[2]\n",
        "\\subpart",
        "\\problem{2}",
        "\\exercise",
        "\\begin{question}",
        "\\begin{problem}[Attention, by hand]\n\n",
        "\\begin{exercise}\\begin{center}",
    ],
)
def test_a_question_of_tex_begins_a_passage_of_its_own(asked: str) -> None:
    for text in ("x = 1", "$x = 1$", "\\[ x = 1 \\]", "\\begin{tabular}{l}x = 1\\end{tabular}"):
        found = read(f"Let y = 2.\n{asked} {text}\n\nSo z = 3.", "a.tex")
        assert [(" ".join(p.text.split()), p.opens, p.section) for p in found] == [
            ("Let y = 2.", False, False),
            ("x = 1", True, True),
            ("So z = 3.", False, False),
        ]


def test_headings_items_and_definitions_of_tex_are_no_questions() -> None:
    text = (
        "\\part{One}\n\\begin{parts}\\item x = 1\\end{parts}\n\\newcommand{\\problem}[1]{\\textbf{#1}}y = 2"
    )
    assert [(p.text.strip(), p.section) for p in read(text, "a.tex")] == [
        ("One", False),
        ("x = 1", False),
        ("y = 2", False),
    ]


def test_tex_tables_are_split_at_ampersands_and_row_ends() -> None:
    text = (
        "\\begin{tabular}{l|c}\\toprule\na & $b \\& c$ \\\\[2pt]\n"
        "\\midrule 1 & \\textbf{2} \\\\ \\bottomrule\n\\end{tabular}"
    )
    assert [(p.row, p.column, p.text.strip()) for p in read(text, "a.tex")] == [
        (1, 0, "a"),
        (1, 1, "b \\& c"),
        (2, 0, "1"),
        (2, 1, "2"),
    ]


def test_tex_verbatim_is_code_and_what_is_switched_off_is_not_read() -> None:
    text = (
        '\\begin{verbatim}\n"The": 1x2 = 2  % kept\n\\end{verbatim}\n\\iffalse a = 1 \\fi\n'
        "\\begin{comment}\nb = 2\n\\end{comment}\n"
        "\\begin{lstlisting}[frame=single,language=Python]\nx = 1\n# c = 3\n\\end{lstlisting}"
    )
    assert seen(text, "a.tex") == [("code", '"The": 1x2 = 2 % kept'), ("comment", "c = 3")]


def test_tex_listings_of_a_terminal_are_not_read() -> None:
    listing = "\\begin{lstlisting}[language=bash]\nn=1\n\\end{lstlisting}\n"
    assert read(listing + "\\begin{minted}{shell-session}\n$ n=1\n\\end{minted}", "a.tex") == []


def test_the_preamble_is_not_read_but_its_macros_are_returned() -> None:
    text = (
        "\\documentclass{article}\n\\newcommand{\\R}{\\mathbb{R}}\n\\DeclareMathOperator{\\soft}{softmax}\n"
        "\\def\\half{\\frac{1}{2}}\n\\newcommand{\\two}[3]{#1#2#3}\na = 1\n"
        "\\begin{document}b = 2\\end{document} c = 3"
    )
    reading = extract(text, "a.tex")
    assert [p.text for p in reading.passages] == ["b = 2"]
    assert reading.macros == (
        ("R", "\\mathbb{R}"),
        ("soft", "\\operatorname{softmax}"),
        ("half", "\\frac{1}{2}"),
        ("two", "#1#2#3"),
    )


@pytest.mark.parametrize(
    ("definition", "macros"),
    [
        (r"\newcommand{\norm}[1]{\lVert #1 \rVert}", (("norm", r"\lVert #1 \rVert"),)),
        (r"\renewcommand*\norm [1] {\lVert #1 \rVert}", (("norm", r"\lVert #1 \rVert"),)),
        (r"\def\pd#1#2{\frac{\partial #1}{\partial #2}}", (("pd", r"\frac{\partial #1}{\partial #2}"),)),
        (r"\newcommand{\bold}[1]{\hat{\mathbf{#1}}}", (("bold", r"\hat{\mathbf{#1}}"),)),
        (r"\newcommand{\vect}[1]{\boldsymbol{#1}}", ()),
        (r"\newcommand{\vect}[1]{{\bf\ensuremath{#1}}}", ()),
        (r"\newcommand{\red}[1]{\textcolor{red}{#1}}", ()),
        (r"\newcommand{\given}[2][x]{#1 \mid #2}", ()),
        (r"\newcommand{\none}[1]{5}", ()),
    ],
)
def test_macros_with_arguments_are_returned_unless_they_only_set_a_font(
    definition: str, macros: tuple[tuple[str, str], ...]
) -> None:
    assert extract(definition, "a.tex").macros == macros


def test_tex_ignore_comments_are_found() -> None:
    assert extract("a % workings: ignore x/y\n% workings: ignore\nb", "a.tex").ignores == (
        Ignore(1, ("x/y",)),
        Ignore(3, ()),
    )


def test_environments_inside_a_display_stay_and_the_outer_one_goes() -> None:
    text = (
        "\\begin{align}\n"
        "A &= \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix} \\\\\n&= B \\nonumber\n\\end{align}"
    )
    (passage,) = read(text, "a.tex")
    assert passage.kind is Kind.DISPLAY
    assert passage.text.startswith("A &= \\begin{bmatrix}") and passage.text.endswith("&= B")


def notebook(*cells: dict[str, object]) -> str:
    return json.dumps({"cells": list(cells), "metadata": {}, "nbformat": 4}, indent=1)


def test_notebook_cells_and_outputs_are_read_with_their_places() -> None:
    raw = notebook(
        {"cell_type": "markdown", "source": ["# T é\n", "\n", "so $x = \\frac{1}{2}$"]},
        {
            "cell_type": "code",
            "source": "y = 1\n# y = 2 - 1 = 1",
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["a = 1\n"]},
                {"output_type": "stream", "name": "stderr", "text": ["b = 2\n"]},
                {"output_type": "execute_result", "data": {"text/plain": ["3"], "image/png": "aGVsbG8="}},
            ],
        },
    )
    reading = extract(raw, "a.ipynb")
    assert [(p.kind.value, p.text) for p in reading.passages] == [
        ("heading", "T é"),
        ("prose", "so  x = \\frac{1}{2}"),
        ("comment", "y = 2 - 1 = 1"),
        ("output", "a = 1"),
        ("output", "3"),
    ]
    start = reading.passages[1].maths[0].start
    assert raw[reading.page.raw_offset(start) :].startswith("x = \\\\frac")
    assert reading.page.cell_at(start) == (1, 3)
    assert reading.page.cell_at(reading.passages[3].span.start) == (2, 4)


def test_a_long_output_is_read_up_to_its_limit() -> None:
    cell = {
        "cell_type": "code",
        "source": "",
        "outputs": [{"output_type": "stream", "name": "stdout", "text": "a = 1\n" * 1000}],
    }
    (passage,) = read(notebook(cell), "a.ipynb")
    assert passage.text.count("a = 1") == 200


def test_a_broken_notebook_is_read_as_plain_text() -> None:
    assert seen('{"cells": [ a = 1', "a.ipynb") == [("prose", '{"cells": [ a = 1')]


def test_org_headings_blocks_links_and_tables() -> None:
    text = (
        "#+TITLE: x = 1\n* One\n:PROPERTIES:\n:ID: 5\n:END:\nSee [[https://a.b][here]] =c= /so/ \\(y = 2\\)\n"
        "#+begin_src python\n# z = 3\n#+end_src\n#+RESULTS:\n: w = 4\n\n"
        "| a | b |\n|---+---|\n| 1 | 2 |\n** Two\n"
        "#+BEGIN_EXAMPLE\nv = 5\n#+END_EXAMPLE"
    )
    assert seen(text, "a.org") == [
        ("heading", "One"),
        ("prose", "See here c so y = 2"),
        ("comment", "z = 3"),
        ("code", "w = 4"),
        ("cell", "a"),
        ("cell", "b"),
        ("cell", "1"),
        ("cell", "2"),
        ("heading", "Two"),
        ("code", "v = 5"),
    ]
    assert [p.level for p in read(text, "a.org") if p.kind is Kind.HEADING] == [1, 2]


def test_bytes_are_decoded_by_their_mark_or_by_guess() -> None:
    assert decode(b"\xef\xbb\xbfx = 1") == "x = 1"
    assert decode("é ≈".encode("utf-16")) == "é ≈"
    assert decode(b"caf\xe9 \x96 5") == "café – 5"


def test_stray_bytes_change_nothing_else_in_a_file() -> None:
    text = "σ(2) ≈ 0.88 × 1 – é\n"
    for mark in (b"", b"\xef\xbb\xbf"):
        assert decode(mark + text.encode() + b"3 \xd7 4 \x96 5" + text.encode()) == f"{text}3 × 4 – 5{text}"
    assert decode("≈".encode()[:2] + b"1" + "≈".encode()) == "â‰1≈"
