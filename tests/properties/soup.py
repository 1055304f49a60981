"""Pieces of maths in every notation, thrown together: what nobody would write, and what people do write."""

from __future__ import annotations

from hypothesis import strategies as st

ATOMS = r"""
0 1 2 10 0.5 .25 1,000 2{,}416 3e-4 50\% 12% a x y_1 W_Q W^{(1)} h_{t-1} \hat{y} d_k e \pi π ∞
\infty w₁ x² 10⁻³ ½ \alpha \sigma softmax \text{softmax} \operatorname{ReLU} tanh \log \log_2 \ln
exp max \min sqrt √ \sqrt \frac \dfrac \binom \sum_{i=1}^{3} \sum \prod_k Σ \det \mathbf{x} \mathrm
\text{and} \text{ (32%)} [1,2] [1 -2] [[1,2],[3,4]] (1,2) \begin{bmatrix}1&2\\3&4\end{bmatrix}
\begin{pmatrix}1\\2\end{pmatrix} \begin{cases}1&x>0\\0\end{cases} \underbrace{2}_{a} \boxed{3} \quad
\, \; & \\ ^T ^\top ^{-1} ^{2} _1 _{ij} ' ! % million bits Token the of if assume is and ⇒ → \to
\Rightarrow ✓ \checkmark ? …
""".split()
SIGNS = r"""
= ≈ \approx < > \le ≥ ≠ + - − * × · \cdot \times / ÷ ⊙ \odot ∘ ^ _ , ; : . | \| \mid ∈ \in := ← @ ~
&= == ^^ ** // ( ) [ ] { } \left( \right) \left[ \right] \begin{bmatrix} \end{bmatrix} \begin{
\frac{ $ $$ \
""".split()
PIECES = st.one_of(st.sampled_from(ATOMS), st.sampled_from(SIGNS), st.text(max_size=3))
GAPS = st.sampled_from([" ", " ", "", "\n", "  "])
FLAT = st.lists(st.tuples(PIECES, GAPS), max_size=25).map(lambda pairs: "".join(a + b for a, b in pairs))
AROUND = st.sampled_from(
    [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        (r"\frac{", "}{2}"),
        (r"\sqrt{", "}"),
        ("^{", "}"),
        ("_{", "}"),
        (r"\left(", r"\right)"),
        (r"\begin{bmatrix}", r"\end{bmatrix}"),
        ("softmax(", ")"),
        (r"\text{", "}"),
        ("|", "|"),
        ("$", "$"),
        ("1 = ", " = 2"),
    ]
)
SOUP = st.recursive(
    FLAT,
    lambda inner: st.tuples(AROUND, st.lists(inner, min_size=1, max_size=3)).map(
        lambda made: made[0][0] + " ".join(made[1]) + made[0][1]
    ),
    max_leaves=6,
)
FRAMES = st.sampled_from(
    ["{}", "${}$", "$$\n{}\n$$", "Some words: {} and more.", "- {}\n- {}", "| {} | x |\n"]
)
DOCUMENTS = st.tuples(FRAMES, SOUP).map(lambda made: made[0].replace("{}", made[1]))
