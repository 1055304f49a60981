r"""Every construct of the grammar, in the spellings people use, and the expression it must give."""

from __future__ import annotations

import pytest
from prefix import show, show_statement

from workings.expr import NOWHERE, Hole
from workings.ops import FUNCTIONS
from workings.parsing import Lexicon, parse_maths
from workings.parsing.numerals import numeral
from workings.pipeline import read

LEXICON = Lexicon(FUNCTIONS)

# Several spellings of one thing, as they stand inside maths delimiters.
MATHS = {
    # numbers
    "1234567": ["1234567", "1,234,567", "1{,}234{,}567", r"1\,234\,567"],
    "3/25": ["0.12", ".12", r"12\%", "12%", "1.2e-1"],
    "63/1000": [r"6.3 \times 10^{-2}", "6.3 × 10⁻²", r"6.3\cdot10^{-2}", "6.3e-2"],
    "7/2": ["3.5", "3{,}5"],
    # arithmetic
    "(sub (add a (mul 2 b)) c)": ["a + 2b - c", "a+2 b−c", r"a + 2 \cdot b - c", "a + 2*b – c"],
    "(times 2 3)": [r"2 \times 3", "2 × 3"],
    "(mul (neg a) b)": ["-a b", "-ab", r"- a \, b"],
    "(mul 2 (a: (add b 1)))": ["2a(b+1)"],  # whether a is a function is decided by its definition
    "(div 1 2)": [r"\frac{1}{2}", r"\dfrac12", r"\tfrac 1 2", "1/2", r"1 \div 2", "½", r"{1}/{2}"],
    "(div (add a b) c)": [r"\frac{a+b}{c}", r"(a+b)/c", r"\left(a+b\right) / c"],
    "(sqrt 2)": [r"\sqrt2", r"\sqrt{2}", "√2", r"\text{sqrt}(2)", r"\mathrm{sqrt}(2)"],
    "(root 8 3)": [r"\sqrt[3]{8}"],
    "(pow x 2)": ["x^2", "x^{2}", "x²", "x**2", "{x}^2"],
    "(pow x (neg 1))": ["x^{-1}", "x^-1"],
    "(pow 2 (pow 3 4))": ["2^{3^4}", "2^3^4"],
    "(factorial 5)": ["5!"],
    "(binomial n k)": [r"\binom{n}{k}", r"\dbinom n k"],
    "(bars x)": ["|x|", r"\lvert x \rvert", r"\left| x \right|", r"\vert x \vert"],
    "(norm x)": [r"\|x\|", "‖x‖", r"\lVert x \rVert", "||x||"],
    "(norm x p=1)": [r"\|x\|_1", r"\lVert x \rVert_{1}"],
    "(norm A p=fro)": [r"\|A\|_F"],
    "(floor (div 7 2))": [r"\lfloor 7/2 \rfloor", "⌊7/2⌋", r"\left\lfloor \frac72 \right\rfloor"],
    "(ceil x)": [r"\lceil x \rceil", "⌈x⌉"],
    # functions
    "(exp x)": ["e^x", "e^{x}", r"\exp(x)", r"\exp x", r"\exp{x}", "eˣ", r"\mathrm{e}^x"],
    "(log x base=e)": [r"\ln x", r"\ln(x)", "ln(x)", r"\ln{(x)}"],
    "(log 8 base=2)": [r"\log_2 8", r"\log_{2}(8)", "log₂ 8", r"\text{log}_2(8)"],
    "(mul p (log p))": [r"p \log p", r"p\log(p)", "plog p"],
    "(pow (sin x) 2)": [r"\sin^2 x", r"\sin^{2}(x)", r"(\sin x)^2"],
    "(asin x)": [r"\sin^{-1} x", r"\arcsin x"],
    "(tanh (mul 2 x))": [r"\tanh 2x", r"\tanh(2x)"],
    "(max a b)": [r"\max(a, b)", "max(a,b)", r"\operatorname{max}\left(a, b\right)"],
    "(max i _ _ x_i)": [r"\max_i x_i", r"\max_{i} x_i"],
    "(argmax x)": [r"\operatorname{argmax}(x)", r"\text{argmax}(x)"],
    "(softmax [1 2 3])": [
        r"\text{softmax}([1, 2, 3])",
        r"\mathrm{softmax}([1, 2, 3])",
        r"\operatorname{softmax}\left([1, 2, 3]\right)",
        "softmax([1, 2, 3])",
        r"\mathrm{Softmax}[1, 2, 3]",
    ],
    "(f: x)": ["f(x)", r"f\left(x\right)"],
    "(P:)": ["P(A | B)", r"P(A \mid B)"],
    "(sum i 1 n x_i)": [
        r"\sum_{i=1}^{n} x_i",
        r"\sum_{i=1}^n x_i",
        r"\sum\limits_{i=1}^n x_i",
        "∑_{i=1}^n x_i",
    ],
    "(prod j 1 3 j)": [r"\prod_{j=1}^{3} j", "∏_{j=1}^3 j"],
    "(add (sum i _ _ x_i) 1)": [r"\sum_i x_i + 1"],
    # products of vectors and matrices
    "(hadamard a b)": [r"a \odot b", "a ⊙ b", r"a \circ b", "a ∘ b"],
    "(mul a b)": ["a * b", r"a \cdot b", r"a \ast b", "a b", "ab", "a·b"],
    "(outer a b)": [r"a \otimes b", "a ⊗ b"],
    "(dot a b)": [r"\langle a, b \rangle", "⟨a, b⟩"],
    "<a b>": ["(a, b)"],
    "(transpose A)": [
        r"A^T",
        r"A^{T}",
        r"A^\top",
        r"A^{\top}",
        r"A^\mathsf{T}",
        r"A^{\mathrm T}",
        "Aᵀ",
        "A.T",
        r"A^\intercal",
    ],
    "(matmul A B)": ["A @ B"],
    # names
    "W_Q": ["W_Q", "W_{Q}", r"\mathbf{W}_Q", r"W_{\text{Q}}", r"\boldsymbol{W}_{Q}"],
    "x_1": ["x_1", "x_{1}", "x₁", "x1"],
    "h_{t-1}": ["h_{t-1}", r"\mathbf{h}_{t-1}"],
    "hat(y)": [r"\hat{y}", r"\hat y", r"\widehat{y}", "ŷ"],
    "bar(x)": [r"\bar{x}", "x̄"],
    "W^(1)": ["W^{(1)}", "W^{ (1) }", r"W^{\left(1\right)}"],
    "x'": ["x'", "x′"],
    "α": [r"\alpha", "α"],
    "∂L/∂w": [r"\frac{\partial L}{\partial w}", r"\frac{dL}{dw}"],
    # lists and matrices
    "[1 (neg 1) 0 2]": [
        "[1, -1, 0, 2]",
        r"[1 \ -1 \ 0 \ 2]",
        "[1 -1 0 2]",
        r"[1 \quad -1 \quad 0 \quad 2]",
        "[1\\;-1\\;0\\;2]",
    ],
    "[(add (add (sub 0 1) 0) 2) (add 1 0)]": [r"[0 -1 + 0 + 2 \quad 1 + 0]"],
    "[(neg 4) (neg 1) 2]": ["[ -4 -1  2 ]"],
    "{[1 2] [3 4]}": [
        r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
        r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
        r"\left[\begin{array}{cc} 1 & 2 \\ 3 & 4 \end{array}\right]",
        r"\begin{bmatrix} 1 & 2 \\[4pt] 3 & 4 \\ \end{bmatrix}",
        r"\begin{bmatrix} 1 \quad 2 \\ 3 \quad 4 \end{bmatrix}",
        r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}_{2 \times 2}",
        "[[1, 2], [3, 4]]",
        "[[1 2]\n [3 4]]",
        "[1, 2; 3, 4]",
        r"[1\ 2 \\ 3\ 4]",
    ],
    "{[1 2] [3]}": [r"\begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix}"],
    "{[(div 1 2) x] [0 1]}": [r"\begin{bmatrix} \frac{1}{2} & x \\ 0 & 1 \end{bmatrix}"],
    "(det {[1 2] [3 4]})": [r"\begin{vmatrix} 1 & 2 \\ 3 & 4 \end{vmatrix}"],
    "(cases x if (x > 0); 0 if _)": [
        r"\begin{cases} x & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\begin{cases} x, & x > 0 \\ 0, & \text{else} \end{cases}",
    ],
    # wrappers that change nothing
    "(add a b)": [
        r"\underbrace{a}_{\text{first}} + b",
        r"\boxed{a + b}",
        r"\color{red} a + b",
        r"\displaystyle a+b",
    ],
    # relations, and what is not read
    "(x > 0)": ["x > 0", r"x \gt 0"],
    "(a = b ≈ c)": [r"a = b \approx c", "a = b ≈ c"],
    "?": [r"\int_0^1 f(x) \, dx", "(1, 2]", ""],
    "(either 768000 768 786432)": [r"768\text{K}"],
}


@pytest.mark.parametrize(("expected", "spelling"), [(e, s) for e, group in MATHS.items() for s in group])
def test_a_spelling_in_maths_gives_its_expression(expected: str, spelling: str) -> None:
    assert show(parse_maths(spelling, LEXICON)) == expected


# Lines of a document, and the statements in them.
LINES = {
    "d_k = 64": ["$d_k = 64$", "d_k = 64", "Here d_k = 64.", r"$$d_{k} = 64$$", "- $d_k = 64$"],
    "x = (mul (mul 9/20 1/2) 9/10) = 81/400": [
        "$x = 0.45 \\cdot 0.5 \\cdot 0.9 = 0.2025$",
        "x = 0.45 * 0.5 * 0.9 = 0.2025",
        "$$\n\\begin{aligned}\nx &= 0.45 \\cdot 0.5 \\cdot 0.9 \\\\\n  &= 0.2025\n\\end{aligned}\n$$",
        "$$\nx = 0.45 \\cdot 0.5 \\cdot 0.9\n= 0.2025\n$$",
        "$$\nx = 0.45 \\cdot\n0.5 \\cdot 0.9 = 0.2025\n$$",
    ],
    "s = (add (add 1 2) 3) = 6": [
        "$$\ns = 1 + 2 +\n3 = 6\n$$",
        "$$\ns = 1 + 2\n+ 3 = 6\n$$",
        "s = 1 + 2 + 3 = 6",
    ],
    "y = 3 ≈ 4": [r"$y = 3 \approx 4$", "y = 3 ≈ 4", r"$y = 3 \simeq 4$", "y = 3 ~= 4"],
    "kernel·size = 3": ["kernel size = 3", r"$\text{kernel size} = 3$"],
    "Output·1 = (add 2 3) = 5": ["Output 1 = 2 + 3 = 5"],
    "w_1 = [1 2 3]": ["w1 = [1, 2, 3]", "w1 = [1 2 3]"],
    "A = {[1 2] [3 4]}": [
        "```\nA = [[1 2]\n     [3 4]]\n```",
        "```\nA = [1 2]\n    [3 4]\n```",
        "A = [[1, 2], [3, 4]]",
        "$$A = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}$$",
    ],
    "t = 90": [r"$t = 90 \text{ minutes}$", "t = 90 minutes"],
    "p = (log2 8) = 3": ["p = log2(8) = 3", r"$p = \text{log2}(8) = 3$"],
    "p = (log 8 base=2) = 3": ["p = log_2(8) = 3", r"$p = \log_2 8 = 3$"],
}


@pytest.mark.parametrize(("expected", "text"), [(e, t) for e, group in LINES.items() for t in group])
def test_a_line_gives_its_chain(expected: str, text: str) -> None:
    assert [show_statement(statement) for statement in read(text, "page.md").statements] == [expected]


ODD = {r"\arg\max(x)": "(argmax x)", r"x^{\prime}": "x'", "[1. 2. 3.]": "[1 2 3]"}


@pytest.mark.parametrize(("spelling", "expected"), ODD.items())
def test_an_odd_spelling_is_read(spelling: str, expected: str) -> None:
    assert show(parse_maths(spelling, LEXICON)) == expected


def test_a_name_that_the_document_defines_is_no_function() -> None:
    assert show(parse_maths("e^2", Lexicon(FUNCTIONS, frozenset({"e"})))) == "(pow e 2)"
    assert show(parse_maths(r"\sigma(x)", Lexicon(FUNCTIONS, frozenset({"σ"})))) == "(σ: x)"
    assert (
        show(parse_maths("x^T", Lexicon(FUNCTIONS, frozenset({"T"})))) == "(either (transpose x) (pow x T))"
    )
    assert show(parse_maths(r"\gamma^T", Lexicon(FUNCTIONS, frozenset({"T"})))) == "(pow γ T)"


def test_macros_and_decimal_commas_of_a_document_are_followed() -> None:
    text = "\\newcommand{\\R}{r}\n\n$\\R = 2$"
    assert show_statement(read(text, "page.md").statements[-1]) == "r = 2"
    commas = "a = 0,5\n\nb = 0,25\n\nc = 0,75"
    assert [show_statement(s) for s in read(commas, "page.md").statements] == [
        "a = 1/2",
        "b = 1/4",
        "c = 3/4",
    ]


def test_numbers_that_were_run_together_are_no_number() -> None:
    assert isinstance(numeral("0,0.707,1.414", NOWHERE), Hole)
