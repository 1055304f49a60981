"""One tree in many spellings: lists, drawings, tables, equations and prose give the same probabilities."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from workings.extracting import extract
from workings.parsing.trees import Tree, read_trees

LIST = "- A (0.6)\n  - C (0.5)\n  - D (0.5)\n- B (0.4)\n  - C (0.9)\n  - D (0.1)\n"
SPELLINGS = {
    "nested list": LIST,
    "root": "- start\n  - A: 0.6\n    - C: 0.5\n    - D: 0.5\n  - B: 0.4\n    - C: 0.9\n    - D: 0.1\n",
    "percent": "* A — 60%\n    * C — 50%\n    * D — 50%\n* B — 40%\n    * C — 90%\n    * D — 10%\n",
    "fractions": "- A: 3/5\n  - C: 1/2\n  - D: 1/2\n- B: 2/5\n  - C: 9/10\n  - D: 1/10\n",
    "number first": "- 0.6: A\n  - 0.5: C\n  - 0.5: D\n- 0.4: B\n  - 0.9: C\n  - 0.1: D\n",
    "indented": "```\nS\n  A 0.6\n    C 0.5\n    D 0.5\n  B 0.4\n    C 0.9\n    D 0.1\n```\n",
    "drawn": "```\n<s>\n├── A (0.6)\n│   ├── C (0.5)\n│   └── D (0.5)\n└── B (0.4)\n"
    "    ├── C (0.9)\n    └── D (0.1)\n```\n",
    "drawn in ASCII": "```\nroot\n|-- A 0.6\n|   |-- C 0.5\n|   +-- D 0.5\n+-- B 0.4\n"
    "    |-- C 0.9\n    `-- D 0.1\n```\n",
    "products": "```\nstart\n├── A (0.6)\n│   ├── C (0.3)\n│   └── D (0.3)\n└── B (0.4)\n"
    "    ├── C (0.36)\n    └── D (0.04)\n```\n",
    "ways": "- A (0.6) → C (0.5)\n- A (0.6) → D (0.5)\n- B (0.4) → C (0.9)\n- B (0.4) → D (0.1)\n",
    "worked ways": "- A: 0.6\n- B: 0.4\n\nA → C: 0.6 × 0.5 = 0.3\n\nA → D: 0.6 × 0.5 = 0.3\n\n"
    "B → C: 0.4 × 0.9 = 0.36\n\nB → D: 0.4 × 0.1 = 0.04\n",
    "repeated prefixes": "- A (0.6)\n  - A C (0.5)\n  - A D (0.5)\n- B (0.4)\n  - B C (0.9)\n  - B D (0.1)\n",
    "steps": "Step 1:\n- A: 0.6\n- B: 0.4\n\nStep 2 (after A):\n- C: 0.5\n- D: 0.5\n\nStep 2 (after B):\n"
    "- C: 0.9\n- D: 0.1\n",
    "after, in lines": "At the start: A 0.6, B 0.4.\n\nAfter A: C 0.5, D 0.5.\n\nAfter B: C 0.9, D 0.1.\n",
    "equations": "$P(A) = 0.6$, $P(B) = 0.4$, $P(C|A) = 0.5$, $P(D \\mid A) = 0.5$, "
    "P(C | B) = 0.9, P(D|B) = 0.1\n",
    "named steps": "$p(y_1 = A) = 0.6$, $p(y_1 = B) = 0.4$, $p(y_2 = C \\mid y_1 = A) = 0.5$,\n"
    "$p(y_2 = D \\mid y_1 = A) = 0.5$, $p(y_2=C|y_1=B) = 0.9$, $p(y_2=D|y_1=B) = 0.1$\n",
    "prefix table": "| prefix | token | p |\n|---|---|---|\n| | A | 0.6 |\n| | B | 0.4 |\n| A | C | 0.5 |\n"
    "| A | D | 0.5 |\n| B | C | 0.9 |\n| B | D | 0.1 |\n",
    "transitions": "| prefix | A | B | C | D |\n|---|---|---|---|---|\n| start | 0.6 | 0.4 | – | – |\n"
    "| A | – | – | 0.5 | 0.5 |\n| B | – | – | 0.9 | 0.1 |\n",
    "columns": "| next \\ prev | <s> | A | B |\n|---|---|---|---|\n| A | 0.6 | 0 | 0 |\n| B | 0.4 | 0 | 0 |\n"
    "| C | 0 | 0.5 | 0.9 |\n| D | 0 | 0.5 | 0.1 |\n",
    "prose": "The first token is 'A' with probability 0.6 or 'B' with 0.4. After 'A' comes 'C' with "
    "probability 0.5 and 'D' with 0.5. After 'B', the model assigns probability 0.9 to 'C' and 0.1 to 'D'.\n",
    "capitals in prose": "At the first step, A has probability 0.6 and B has probability 0.4. After A, "
    "it gives C a probability of 0.5 and D a probability of 0.5. After B, it gives C 0.9 and D 0.1.\n",
}  # fmt: skip


def trees(text: str, name: str = "notes.md") -> tuple[Tree, ...]:
    reading = extract(text, name)
    return read_trees(reading.page, reading.passages)


def rows(tree: Tree) -> dict[str, dict[str, fmpq]]:
    return {
        " ".join(context): {choice.token: choice.weight for choice in tree.model.choices(context)}
        for context in tree.model.rows
    }


TRUE = {
    "": {"A": fmpq(3, 5), "B": fmpq(2, 5)},
    "A": {"C": fmpq(1, 2), "D": fmpq(1, 2)},
    "B": {"C": fmpq(9, 10), "D": fmpq(1, 10)},
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_gives_the_same_tree(spelling):
    found = trees(SPELLINGS[spelling])
    assert [rows(tree) for tree in found] == [TRUE]
    assert found[0].trouble is None


def test_a_list_in_tex_is_nested_by_its_environments():
    inner = "\\begin{itemize}\n\\item C (0.5)\n\\item D (0.5)\n\\end{itemize}\n"
    other = inner.replace("C (0.5)", "C (0.9)").replace("D (0.5)", "D (0.1)")
    text = f"\\begin{{itemize}}\n\\item A (0.6)\n{inner}\\item B (0.4)\n{other}\\end{{itemize}}\n"
    assert [rows(tree) for tree in trees(text, "notes.tex")] == [TRUE]


def test_numbers_that_may_be_factors_or_products_are_read_both_ways():
    (tree,) = trees("- A (0.6)\n  - C (0.5)\n- B (0.4)\n  - C (0.3)\n")
    assert len(tree.models) == 2
    assert [model.weight(("A", "C")) for model in tree.models] == [fmpq(3, 10), fmpq(1, 2)]


def test_words_before_the_first_choice_are_kept():
    (tree,) = trees(
        "- Do you like coffee\n  - Do you like coffee ? (0.55)\n  - Do you like coffee or (0.45)\n"
    )
    assert tree.model.prompt == ("Do", "you", "like", "coffee")
    assert rows(tree) == {"": {"?": fmpq(55, 100), "or": fmpq(45, 100)}}


def test_examples_under_other_headings_are_other_trees():
    assert len(trees(f"## One\n\n{LIST}\n## Two\n\n{LIST.replace('0.6', '0.7').replace('0.4', '0.3')}")) == 2
    assert len(trees(f"## One\n\n{LIST}\n## Again\n\n{LIST}")) == 1


def test_a_sign_that_a_scanner_left_is_the_token_that_is_named_later():
    text = "Step 1: ? 0.55, ¤ 0.45\n\nor → tea → ?\n\nTotal = 0.45 × 0.9 × 0.9 = 0.3645\n"
    (tree,) = trees(text)
    assert tree.model.weight(("or", "tea", "?")) == fmpq(3645, 10000)
    assert "¤" not in tree.model.tokens


@pytest.mark.parametrize(
    "text",
    [
        "The dropout rate is 0.5 and the learning rate 0.1.",
        "- accuracy: 0.91\n",
        "Total: 0.36\n\nTemperature = 0.7\n",
        "## Example 1\n\nSee figure 1.",
        "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "Beam search keeps A (0.5) and B (0.4).",
        "```python\np = {'A': 0.5, 'B': 0.5}\n```\n",
    ],
)
def test_numbers_that_are_no_choices_make_no_tree(text):
    assert trees(text) == ()


def test_two_probabilities_for_one_token_are_trouble():
    (tree,) = trees("$P(A) = 0.6$, $P(B) = 0.4$, $P(C|A) = 0.5$, $P(C|A) = 0.7$\n")
    assert tree.trouble == "C has two probabilities"


PIECES = st.sampled_from(
    ["- A (0.5)\n", "  - B (0.4)\n", "├── C 0.3\n", "P(A|B) = 0.2 ", "after A: ", "| A | 0.1 |\n", "<\ns>",
     "|---|---|\n", "? 0.5, or 0.5; tea 0.9\n", "A → B → C", " = 0.5 × 0.5\n", '"', "'", "*", "\n\n", "0.9",
     "<s>", "</s>", "Step 2:\n", "Greedy picks A. ", "Beam search with K = 2 keeps {A, B}. ", "\r\n", "\t",
     "the best sequence is ", "\\text{", "}", "$", "✓", "(", ")"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30))
def test_no_text_makes_the_readers_raise_or_point_beside_it(pieces):
    from workings.pipeline import check, read

    text = "greedy beam stop\n\n" + "".join(pieces)
    claims = check(read(text, "notes.md")).claims
    assert all(0 <= claim.span.start <= claim.span.end <= len(text) for claim in claims)
