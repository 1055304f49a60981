"""Markdown as people write it, form by form."""

from __future__ import annotations

import pytest

from workings.document import Ignore, Kind, Passage
from workings.extracting import extract
from workings.extracting.markdown import ALONE, MarkdownReader, read_markdown


def read(text: str, name: str = "a.md") -> list[Passage]:
    return list(extract(text, name).passages)


def kinds(text: str, name: str = "a.md") -> list[tuple[str, str]]:
    return [(passage.kind.value, passage.text) for passage in read(text, name)]


def formulas(text: str, name: str = "a.md") -> list[str]:
    """What stood inside maths delimiters, as written."""
    reading = extract(text, name)
    return [reading.page.written[start:end] for passage in reading.passages for start, end in passage.maths]


def squeezed(passage: Passage) -> str:
    return " ".join(passage.text.split())


def test_headings_of_all_kinds_keep_their_level_and_their_maths() -> None:
    found = read("# One $x$ #\n\nTwo\n===\n\nThree\n---\n\n**Step 1: $y = 2$**\n\n###### Six\n")
    assert [(p.kind, p.level, squeezed(p)) for p in found] == [
        (Kind.HEADING, 1, "One x"),
        (Kind.HEADING, 1, "Two"),
        (Kind.HEADING, 2, "Three"),
        (Kind.HEADING, 7, "Step 1: y = 2"),
        (Kind.HEADING, 6, "Six"),
    ]
    assert len(found[0].maths) == len(found[3].maths) == 1


def test_each_list_item_is_a_passage_that_opens() -> None:
    found = read("Given:\n- a = 1\n  and more\n* b = 2\n1. c = 3\na) d = 4\n- 2) e = 5\n\n  still e\n")
    assert [(squeezed(p), p.opens) for p in found] == [
        ("Given:", False),
        ("a = 1 and more", True),
        ("b = 2", True),
        ("c = 3", True),
        ("d = 4", True),
        ("e = 5", True),
        ("still e", False),
    ]


def test_a_line_that_goes_on_with_a_sign_is_no_list_item() -> None:
    assert len(read("s = 0.5 × 2 +\n- 3 = -2")) == 1
    assert len(read("c = 0.1 × 4 + 0.2\n  + 0.3 × 5 = 2.1")) == 1
    assert len(read("the counts:\n- 3 + 4 = 7")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "$$x = 2$$",
        "$$\nx = 2\n$$",
        "- item\n\n  $$\n  x = 2\n  $$",
        "> $$\n> x = 2\n> $$",
        "before $$x = 2$$ after",
        "\\[\nx = 2\n\\]",
        "\\begin{equation*}\nx = 2 \\label{eq:x}\n\\end{equation*}",
        "$$\\begin{aligned}x = 2\\end{aligned}$$",
        "$$\\Large\\begin{align}x = 2 \\tag{3}\\end{align}$$",
        "```math\nx = 2\n```",
        "$$\nx = 2\n\nAnd then the text goes on as usual.",
        "$$x = 2$",
    ],
)
def test_a_display_is_one_passage_without_its_delimiters(text: str) -> None:
    shown = [passage for passage in read(text) if passage.kind is Kind.DISPLAY]
    assert [squeezed(passage) for passage in shown] == ["x = 2"]
    assert shown[0].maths == (shown[0].span,)


def test_lines_inside_a_display_follow_no_rule_of_markdown() -> None:
    text = "$$\na\n=\nb\n---\n- c\n> d\n# e\n$$"
    assert kinds(text) == [("display", "a\n=\nb\n---\n- c\n> d\n# e")]


def test_a_display_cuts_its_paragraph_in_three() -> None:
    found = read("- we get\n  $$y = 3$$\n  and so on")
    assert [(p.kind, squeezed(p), p.opens) for p in found] == [
        (Kind.PROSE, "we get", True),
        (Kind.DISPLAY, "y = 3", False),
        (Kind.PROSE, "and so on", False),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("so $x=2$ and $ y = 3 $ hold", ["x=2", " y = 3 "]),
        ("cost: 40 × $100 = $4,000", []),
        ("between $5 and $10, with $p_1 = 0.5$", ["p_1 = 0.5"]),
        ("`$x$` is code", []),
        ("both $`x = 2`$ and $`y_1`$ hold", ["x = 2", "y_1"]),
        ("an open $x and no more", []),
        ("over $a +\nb$ the line", ["a +\nb"]),
        ("never $a\n\nb$ over a gap", []),
        ("escaped \\$5 and $x$", ["x"]),
        ("about $3BTD$ elements", ["3BTD"]),
        ("\\(z = 1\\) too", ["z = 1"]),
        ("{\\displaystyle f(0)=1} from a dump", ["f(0)=1"]),
        ("K = \\begin{bmatrix}1&0\\end{bmatrix} bare", ["\\begin{bmatrix}1&0\\end{bmatrix}"]),
    ],
)
def test_dollars_are_maths_only_where_they_look_like_it(text: str, expected: list[str]) -> None:
    assert formulas(text) == expected


def test_escaped_brackets_after_an_operator_are_a_matrix_in_prose() -> None:
    (passage,) = read("X = \\[ 1 2 \\\\ 3 4\\] × \\[5\\]")
    assert passage.kind is Kind.PROSE
    assert squeezed(passage) == "X = [ 1 2 \\\\ 3 4] × [ 5]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**bold** *slanted* __b__ _s_ `code`", "bold slanted b s code"),
        ("2 * 3 * 4 and 2*3*4 and 2**3", "2 * 3 * 4 and 2*3*4 and 2**3"),
        ("W_K and d_k = h_1", "W_K and d_k = h_1"),
        ("y = **0.971**", "y = 0.971"),
        ("**a** × **b**", "a × b"),
        ("see [the page](https://a.b/c) and f[a](b)", "see the page and f[a](b)"),
        ("![x = 1](p.png){width=50%} text[^2]", "text"),
        ("P<sub>2,0</sub> and x<sup>2</sup>", "P_{ 2,0 } and x^{ 2 }"),
        ("a &lt; b &amp; c &asymp; d", "a < b & c ≈ d"),
        ("Q\\_{1,1} \\* 2", "Q_ {1,1} * 2"),
        ("one<br>two", "one two"),
        ("hidden <!-- x = 3 --> here", "hidden here"),
        ("~~x = 3~~ y = 4", "y = 4"),
        ("> quoted\n> lines", "quoted lines"),
        ("这是**重点**内容", "这是 重点 内容"),
    ],
)
def test_markup_is_painted_over(text: str, expected: str) -> None:
    (passage,) = read(text)
    assert squeezed(passage) == expected


def test_tables_give_cells_with_rows_that_count_on_with_a_gap_between_tables() -> None:
    text = "| a | $P(x|y)$ |\n|---|:--:|\n| 1\\|2 | `p|q` |\n\nh | i\n--|--\n3 | 2/3 = 0.66\n"
    assert [(p.row, p.column, squeezed(p)) for p in read(text)] == [
        (1, 0, "a"),
        (1, 1, "P(x|y)"),
        (2, 0, "1| 2"),
        (2, 1, "p|q"),
        (4, 0, "h"),
        (4, 1, "i"),
        (5, 0, "3"),
        (5, 1, "2/3 = 0.66"),
    ]


def test_plain_fences_are_read_without_their_boxes() -> None:
    (passage,) = read("```\n┌─────────┐\n│ 1+1 = 2 │\n└─────────┘\n-----\n| y = 3 |\n```")
    assert passage.kind is Kind.CODE
    assert passage.text.split("\n")[1].strip() == "1+1 = 2"
    assert squeezed(passage) == "1+1 = 2 y = 3"


def test_programs_give_only_comments_that_state_a_number() -> None:
    text = "```python\nx = 1  # x = 1\ns = '# y = 2'\n# first\n# z = 2*3 = 6\nrun()\n# nothing here\n```"
    assert [(p.kind, squeezed(p)) for p in read(text)] == [
        (Kind.COMMENT, "x = 1"),
        (Kind.COMMENT, "first z = 2*3 = 6"),
    ]


def test_data_and_scripts_are_not_read_and_markdown_fences_are() -> None:
    assert read("```json\n{'a': 1}\n```\n~~~mermaid\na = 1\n~~~") == []
    assert kinds("```markdown\n# T\n$x = 1$\n```") == [("heading", "T"), ("prose", "x = 1")]
    assert kinds("```{note}\n$x = 1$\n```\n\nafter") == [("prose", "x = 1"), ("prose", "after")]


@pytest.mark.parametrize(
    "line",
    [
        "Q_params = 768 × 768 + 768 = 590,593",
        "keys: 3 ÷ 4 = 0.75",
        "√16 = 4",
        "sigma² = 4",
        "e ≈ 2.718",
        "heads = 12 * 1,536 = 18,432",
        "tokens = 1,024",
        "bits = 7*8 + 1 = 57",
        "f(2) = 3*(2 + 1) = 9",
        "rows = 2*3 + 1 = 6 + 1 = 7",
        "rows = 2*3\n     + 1\n     = 7",
        "rows = 2 × 3 +\n1 = 7",
    ],
)
@pytest.mark.parametrize("fence", ["```python\n{}\n```", "```{{.rust}}\nlet a = 1;\n{}  \nrun(a);\n```"])
def test_sums_that_cannot_be_code_are_read_in_a_program(line: str, fence: str) -> None:
    assert kinds(fence.format(line)) == [("code", line)]


@pytest.mark.parametrize(
    "lines",
    [
        "x = y = 3",
        "x = a[i + 1] = 0",
        "x = a * b == 12",
        "x, y = 28*2,100",
        "shape = 224,224",
        "grid = [100,200,300]",
        "run(\n    a=b*c, d=3,\n    e=4*5)",
        "run(\n    a = 100,200,\n\n    b=c*d, e = 3)",
        "print('2 × 3 = 7')",
        'x = """\n2 × 3 = 7\n"""',
        "x = a - b; y = 3",
        "node = p->left = 0",
        "p = q /= 3",
        "= 1,000",
        "where a = b * c and d = 3",
        "d = 64\nn = d × 12 = 800\nm = n × 2 = 1600",
        "x = 2 × 3  # six\n  + 1\n  = 7",
        "<p>2 × 3 = 7</p>",
    ],
)
def test_lines_that_may_be_code_stay_unread(lines: str) -> None:
    assert read(f"```python\n{lines}\n```") == []


def test_languages_with_signs_of_their_own_are_read_for_their_comments_only() -> None:
    assert kinds("```julia\nx = 7 ÷ 2\n# x = 3\n```") == [("comment", "x = 3")]


def test_sums_and_comments_of_a_program_come_in_their_order() -> None:
    text = "```python\n# a = 1\nb = 2 × 3 = 6  # c = 6\nrun()\nd = 4 × 5 = 20\n```"
    assert kinds(text) == [
        ("comment", "a = 1"),
        ("code", "b = 2 × 3 = 6"),
        ("comment", "c = 6"),
        ("code", "d = 4 × 5 = 20"),
    ]


@pytest.mark.parametrize("language", ["console", "shell-session", "sh-session", "{.console}", "bash-session"])
def test_what_was_typed_at_a_terminal_is_not_read(language: str) -> None:
    assert read(f"```{language}\n$ export n=1\nn = 2 * 3 = 7\n```") == []


def test_indented_code_is_plain_text_but_not_in_a_list() -> None:
    assert [p.kind for p in read("text\n\n    w = [ 0  1 ]\n\n    v = 2\n")] == [Kind.PROSE, Kind.CODE]
    assert [p.kind for p in read("- item\n\n    more of it\n")] == [Kind.PROSE, Kind.PROSE]


def test_front_matter_is_not_read() -> None:
    assert kinds("---\ntitle: x = 1\ntags:\n  - a\n- b\n\n# c\n---\ny = 2\n") == [("prose", "y = 2")]


def test_text_between_two_rules_is_no_front_matter() -> None:
    assert kinds("---\nWe find $x = 1$.\n\n---\ny = 2\n") == [
        ("prose", "We find  x = 1 ."),
        ("prose", "y = 2"),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_make_no_difference(end: str) -> None:
    text = "# T\n\n- a = 1\n- $b$\n\n$$\nc\n$$\n\n| x | y |\n|---|---|\n| 1 | 2 |\n"
    plain, other = read(text), read(text.replace("\n", end))
    assert [(p.kind, squeezed(p)) for p in plain] == [(p.kind, squeezed(p)) for p in other]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(end: str) -> None:
    reading = extract(f"# T{end}{end}- é $x = 2${end}", "a.md")
    assert tuple(reading.page.place(reading.passages[1].maths[0].start)) == (3, 6)
    assert len(reading.page.line_starts) == 4


def test_ignore_comments_name_their_line_and_rules() -> None:
    text = (
        "<!-- workings: ignore-file attention/missing-scale -->\n\n<!-- workings: ignore -->\na = 1\nb = 2 "
    )
    text += "<!-- workings: ignore wrong, a/b -->\n"
    assert extract(text, "a.md").ignores == (
        Ignore(None, ("attention/missing-scale",)),
        Ignore(4, ()),
        Ignore(5, ("wrong", "a/b")),
    )


def test_an_ignore_comment_between_backticks_is_only_shown() -> None:
    text = "Write `<!-- workings: ignore -->`, or `% workings: ignore` in TeX.\n"
    text += "`a` $2$ <!-- workings: ignore -->\n"
    assert extract(text, "a.md").ignores == (Ignore(2, ()),)


def test_a_text_file_may_hold_markdown_or_tex() -> None:
    assert kinds("# T\n\n$$x$$", "a.txt") == [("heading", "T"), ("display", "x")]
    assert kinds("\\documentclass{a}\n\\begin{document}\n\\section{T}\\end{document}", "-") == [
        ("heading", "T")
    ]


def test_odd_characters_hide_nothing() -> None:
    for odd in ["\x00", "\ud800", "\u2028", "\u200b", "\u200f", "\t", "\ufeff", "\x0c"]:
        assert "a = 1" in " ".join(squeezed(p) for p in read(f"{odd}a = 1{odd}\n{odd}b = 2"))


@pytest.mark.parametrize(
    "formula",
    [
        r"3 \times 17 - 4 = 47",
        r"\frac{1}{1 + e^{-0.4}} \approx 0.5987",
        "a * b * c = d_{1} < 2 <!-- no --> & **e** [x](y) = ~~1~~",
        r"\text{softmax}([1, 0]) = [0.731, 0.269]",
        "f(x)=x{.a}",
    ],
)
def test_a_formula_alone_is_read_as_among_others(formula: str) -> None:
    page = f"${formula}$\n"
    assert ALONE.fullmatch(page)
    assert read_markdown(page) == MarkdownReader(page, 0).read()


@pytest.mark.parametrize(
    "page",
    [
        "$5 and $6\n",
        "$ 5 = 5$\n",
        "$`x = 1`$\n",
        "$|x| = 1$\n",
        "$x = 1\\$\n",
        "$12$\n",
        "$=$\n",
        "$$x = 1$$\n",
    ],
)
def test_what_markdown_may_have_a_say_in_is_not_taken_for_a_formula_alone(page: str) -> None:
    assert not ALONE.fullmatch(page)
