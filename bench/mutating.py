"""Damage to documents: small deterministic edits, atoms that are hard to digest, and a few monsters."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

from engine import records

SUFFIXES = (".md", ".md", ".md", ".txt", ".tex", ".qmd", ".org", ".ipynb")
DELIMITERS = (
    "$",
    "$$",
    r"\[",
    r"\]",
    r"\(",
    r"\)",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    r"\left(",
    r"\right]",
    "|",
    "`",
)
ATOMS = (
    "9^9^9^9",
    "9^{9^{9^{9}}}",
    "2^{-10^9}",
    "1e999999999",
    "1e-999999999",
    "0.000000000000000000000000000000000001",
    "9" * 400,
    "100000!",
    "(((5!)!)!)!",
    r"\binom{1000000}{500000}",
    r"\sum_{i=1}^{1000000000} i",
    r"\prod_{i=1}^{n} \sum_{j=1}^{i} x_{ij}",
    r"\frac",
    r"\frac{1}",
    r"\frac{1}{0}",
    r"\sqrt{-1}",
    r"\ln(0)",
    r"\log_1 5",
    "0/0",
    "$$",
    "$$$",
    "$ $",
    r"\begin{bmatrix} 1 & 2 \\ 3",
    r"\begin{bmatrix} 1 & & \\ \\ \end{pmatrix}",
    r"\begin{cases} 1 & x > 0 \\",
    r"\end{aligned}",
    "[1 -2 [3",
    "[[1, 2], [3]]",
    "]])",
    r"\left\{",
    "{" * 60,
    "(" * 60 + "1" + ")" * 60,
    "[" * 40,
    "^" * 30,
    "_{" * 30,
    "---" * 20,
    "= = =",
    "=" * 40,
    r"\approx = \approx",
    "a b c d e f g h i j k l m n o p",
    "[1 - 2 - 3 - 4 - 5 - 6 - 7 - 8]",
    "x_1 x_2 (x_3) (x_4 x_5) [x_6]",
    "f(x) = f(x) + 1",
    "f(x) = f(f(x))",
    "x = x + 1",
    "x = y, y = x",
    "W^T^T^T",
    "A^{-1}",
    "h_{t-1}",
    r"\text{softmax}([])",
    r"\text{softmax}([1000, -1000, 10^9])",
    "|||x||| ||y|",
    "1,000,00,0",
    "50%%",
    "…",
    r"\dots",
    "\x00",
    "\ud800",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\r\n",
    "\r",
    "\t",
    "é̂̂̂",
    "٣",
    "²³⁻¹",
    "½",
    "−",
    "```",
    "~~~",
    "<!--",
    "-->",
    "| a | b |\n|---|---|\n| 1 = 2 |",
    "> - > 1. $",
    "%",
    r"\verb|$|",
    r"\def\a{\a\a}\a",
    r"\newcommand{\x}{\x}",
    "# workings: ignore",
    "\\",
    "\\\\",
    "&",
    "#",
)
Edit = Callable[[str, int, int, str], str]


def _delete(text: str, start: int, end: int, atom: str) -> str:
    return text[:start] + text[end:]


def _duplicate(text: str, start: int, end: int, atom: str) -> str:
    return text[:end] + text[start:end] + text[end:]


def _insert(text: str, start: int, end: int, atom: str) -> str:
    return text[:start] + atom + text[start:]


def _replace(text: str, start: int, end: int, atom: str) -> str:
    return text[:start] + atom + text[end:]


def _reverse(text: str, start: int, end: int, atom: str) -> str:
    return text[:start] + text[start:end][::-1] + text[end:]


def _cut(text: str, start: int, end: int, atom: str) -> str:
    return text[:start]


def _swap_delimiters(text: str, start: int, end: int, atom: str) -> str:
    """Replace the first delimiter after a place by the one that a length picks."""
    places = [(text.find(d, start), d) for d in DELIMITERS if text.find(d, start) >= 0]
    if not places:
        return text
    at, old = min(places)
    new = DELIMITERS[(end - start) % len(DELIMITERS)]
    return text[:at] + new + text[at + len(old) :]


EDITS: tuple[Edit, ...] = (_delete, _duplicate, _insert, _insert, _replace, _reverse, _cut, _swap_delimiters)


def edit(text: str, which: int, at: float, length: int, atom: str) -> str:
    """Apply one edit; every argument is a plain number or text, so that a failure can be shrunk."""
    start = int(at * len(text))
    return EDITS[which % len(EDITS)](text, start, min(len(text), start + length), atom)


def mutate(chooser: random.Random, snippets: list[str]) -> str:
    """A short document spliced from snippets and damaged in a few places."""
    parts = [chooser.choice(snippets) for _ in range(chooser.choice((1, 1, 2, 3)))]
    text = chooser.choice(("\n\n", "\n", " ")).join(parts)
    for _ in range(chooser.choice((1, 1, 2, 3, 5))):
        atom = chooser.choice(ATOMS if chooser.random() < 0.7 else snippets)
        text = edit(text, chooser.randrange(len(EDITS)), chooser.random(), chooser.randrange(1, 30), atom)
    return text


def encode(text: str, suffix: str, chooser: random.Random) -> bytes:
    """The bytes of a damaged document; a notebook is usually valid JSON around damaged text."""
    if suffix == ".ipynb" and chooser.random() < 0.9:
        cell = {"cell_type": chooser.choice(("markdown", "code")), "source": text.splitlines(True)}
        text = json.dumps({"cells": [cell], "nbformat": 4})
    raw = text.encode("utf-8", "surrogatepass")
    if chooser.random() < 0.05:
        at = chooser.randrange(len(raw) + 1)
        raw = raw[:at] + bytes(chooser.randrange(256) for _ in range(3)) + raw[at:]
    return raw


def own_snippets() -> list[str]:
    """Short pieces of our own example page and claims."""
    folder = Path(__file__).parent
    pieces = (folder / "page.md").read_text("utf-8").split("\n\n")
    for claim in records(folder / "claims.jsonl"):
        pieces.append("\n\n".join(filter(None, (claim["context"], claim["claim"]))))
    return pieces


def snippets_of(paths: list[Path], longest: int = 600) -> list[str]:
    """Short paragraphs of other documents, taken at run time."""
    pieces = []
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        pieces += [p for p in text.split("\n\n") if 3 < len(p) <= longest]
    return pieces


def monsters(scale: int = 1) -> dict[str, bytes]:
    """Inputs that are large or explode; `scale` divides their size."""
    side = 2000 // scale
    row = " & ".join(["1"] * side)
    deep = 10_000 // scale
    readings = " ".join(f"[{i} - {i} -{i}]" for i in range(2000 // scale))
    texts = {
        "a tower of powers": "$9^9^9^9 = 1$ and $9^{9^{9^{9}}} = 1$",
        "nested brackets": "$" + "(" * deep + "1" + ")" * deep + " = 1$",
        "unclosed brackets": "$" + "[(" * deep + "1 = 1$",
        "nested fractions": "$" + r"\frac{1}{" * deep + "1" + "}" * deep + " = 1$",
        "nested subscripts": "$" + "x_{" * deep + "1" + "}" * deep + " = 1$",
        "a large matrix": r"$$A = \begin{bmatrix} " + (row + r" \\ ") * side + r"\end{bmatrix}$$ $$A A = 1$$",
        "a megabyte of dollars": "$" * (1_000_000 // scale),
        "a megabyte of one line": "1 + " * (250_000 // scale) + "1 = 2",
        "a long chain": "$" + "1 = " * (50_000 // scale) + "1$",
        "exploding readings": f"${readings} = {readings}$",
        "many names": "\n".join(f"$x_{{{i}}} = x_{{{i - 1}}} + 1$" for i in range(5000 // scale)),
        "many links in prose": "a = b. " * (50_000 // scale),
        "a megabyte of backslashes": "$" + "\\" * (1_000_000 // scale) + "$",
        "unclosed fences": "```\n" * (50_000 // scale),
        "deep quotes": "> " * deep + "$1 = 2$",
        "doubling names": "$x_0 = [1, 1]$\n"
        + "\n".join(f"$x_{i} = [x_{i - 1}, x_{i - 1}]$" for i in range(1, 60)),
        "doubling functions": "$f_0(x) = x x$\n"
        + "\n".join(f"$f_{i}(x) = f_{i - 1}(f_{i - 1}(x))$" for i in range(1, 60))
        + "\n$f_{59}(2) = 4$",
        "a long number": "$" + "9" * (1_000_000 // scale) + " = 1$",
        **_long_pages(scale),
    }
    return {name: text.encode() for name, text in texts.items()}


def _long_pages(scale: int) -> dict[str, str]:
    """What pages are full of, long enough to show what takes the square of it."""
    few, many = range(400 // scale), range(5000 // scale)
    blank = " " * (10_000 // scale)
    attention = (
        "## Step {i}\n\nAttention by hand: query q = [1, 0], keys k_1 = [1, 1], k_2 = [0, 1],"
        " values v_1 = [1, 2], v_2 = [3, 4].\n\n"
        "1. Scores: [1, 0]\n2. Scaled scores: [0.707, 0]\n3. Weights: [0.670, 0.330]\n"
        "4. Output: [1.66, 2.66]\n\nAn LSTM cell: forget gate $f = \\sigma(0.5) = 0.622$, input gate"
        " $i = \\sigma(0.3) = 0.574$,\n$c = f \\cdot 0.2 + i \\cdot 0.38 = 0.343$.\n\n"
    )
    return {
        "blanks within lines": (
            f"the weights{blank}0.5, 0.5{blank}and $x{blank}= {blank}[1, 2]$\n\n- item{blank}1\n" * 4
        ),
        "a page of code": "```python\n"
        + "x = torch.softmax(q @ k.T, -1)  # 2 = 3\n" * len(many)
        + "```\n\n2 + 2 = 4",
        "items with numbers": "The scores are:\n\n" + "".join(f"- weight {i / 7:.2f}\n" for i in many),
        "a long table": "| x | y | x + y |\n|---|---|---|\n"
        + "".join(f"| {i} | 1 | {i + 1} |\n" for i in many),
        "numbers of many names": "\n".join(f"x_{i} = {i / 7:.3f}" for i in many),
        "equations on one line": " ".join(f"a_{i} = {i} + 1 = {i + 1}," for i in many),
        "nested items": "".join("  " * (i % 50) + f"- item {i}\n" for i in many),
        "listings": "\\begin{document}\n"
        + "\\begin{lstlisting}\nx = 1\n\\end{lstlisting}\n\\begin{lstlisting}\n" * len(many),
        "headings": "".join(f"# Step {i}\n\n" for i in many),
        "a long sentence": "The weights were "
        + ", ".join(f"then {i / 7:.2f} in case {i}" for i in many)
        + ".",
        "procedures": "".join(attention.format(i=i) for i in few),
    }
