"""LaTeX: how each piece of an expression is set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from workings.explaining.expressions import Writer
from workings.explaining.notation import ATOM, FACTOR, POWER, Written
from workings.expr import Expr
from workings.parsing.spellings import COMMANDS
from workings.regex import regex

_LETTERS = {text: f"\\{command}" for command, (kind, text) in reversed([*COMMANDS.items()]) if kind == "name"}
_OPERATORS = frozenset("exp log ln sin cos tan cot sec csc sinh cosh tanh max min det gcd".split())
_COMMANDS = {"asin": "\\arcsin", "acos": "\\arccos", "atan": "\\arctan"}
_MARKED = regex(r"(hat|bar|tilde|dot|ddot|check|breve|acute|vec)\(([^()]+)\)")
_PART = regex(r"'+|_\{([^{}]*)\}|_(\w+?)(?=$|[\^'_])|\^([(\[][^()\[\]]*[)\]]|[^_^']+)")
_CORNERS = {
    "bars": ("|", "|"),
    "norm": ("\\|", "\\|"),
    "floor": ("\\lfloor ", " \\rfloor"),
    "ceil": ("\\lceil ", " \\rceil"),
}
OTHERWISE = "\\text{otherwise}"
_TALL = regex(r"\\(?:d?frac|begin|sum|prod|sqrt|left)\b")
_ESCAPED = regex(r"([#$%&_{}])|([\\^~])")


class LaTeX:
    """LaTeX maths, without the delimiters around it."""

    labels_axes = True
    signs: ClassVar = {
        "mul": " \\cdot ",
        "matmul": " \\cdot ",
        "times": " \\times ",
        "hadamard": " \\odot ",
        "outer": " \\otimes ",
        "star": " * ",
        "beside": " ",
        "≈": "\\approx",
        "≤": "\\le",
        "≥": "\\ge",
        "≠": "\\ne",
        "~": "\\sim",
        "≡": "\\equiv",
        "…": "\\cdots",
    }

    def __init__(self, matrix: str | None = "pmatrix") -> None:
        self.environment = matrix  # None: lists of lists

    def name(self, key: str, indexed: bool) -> Written:
        return Written(name_in_latex(key, indexed), POWER if "^" in key else ATOM)

    def function(self, op: str, word: str) -> str:
        if op in _OPERATORS:
            return f"\\{op}"
        if word.endswith("'"):  # the derivative of a function
            return f"{self.function(op.removesuffix('_prime'), word[:-1])}'"
        return _COMMANDS.get(op) or f"\\operatorname{{{word}}}"

    def bracketed(self, text: str) -> str:
        return f"\\left({text}\\right)" if _TALL.search(text) else f"({text})"

    def listed(self, items: Sequence[str], opening: str, closing: str) -> str:
        if opening == "⟨":
            return f"\\langle {', '.join(items)} \\rangle"
        return f"{opening}{', '.join(items)}{closing}"

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        if self.environment is None:
            return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"
        inside = " \\\\ ".join(map(" & ".join, rows))
        return f"\\begin{{{self.environment}}} {inside} \\end{{{self.environment}}}"

    def fraction(self, over: Written, under: Written) -> Written:
        return Written(f"\\frac{{{over.text}}}{{{under.text}}}", FACTOR)

    def power(self, base: str, exponent: Written) -> str:
        return f"{base}^{{{exponent.text}}}"

    def transposed(self, base: str) -> str:
        return f"{base}^\\top"

    def subscript(self, text: str) -> str:
        return f"_{{{text}}}"

    def words(self, text: str) -> str:
        return f"\\text{{{escaped(text)}}}"

    def root(self, inner: str, order: str | None) -> str:
        return f"\\sqrt{{{inner}}}" if order is None else f"\\sqrt[{order}]{{{inner}}}"

    def around(self, op: str, inner: str) -> str:
        opening, closing = _CORNERS[op]
        return f"{opening}{inner}{closing}"

    def fold(self, kind: str, under: str, over: str | None) -> str:
        sign = f"\\{kind}" + (f"_{{{under}}}" if under else "")
        return sign if over is None else f"{sign}^{{{over}}}"

    def cases(self, branches: Sequence[tuple[str, str | None]]) -> str:
        rows = [f"{body} & {condition or OTHERWISE}" for body, condition in branches]
        inside = " \\\\ ".join(rows)
        return f"\\begin{{cases}} {inside} \\end{{cases}}"


def in_latex(node: Expr) -> str:
    """An expression as LaTeX maths."""
    return Writer(LaTeX()).write(node)


def name_in_latex(key: str, indexed: bool = False) -> str:
    """A name by its key: `hat(y)_{t-1}` is \\hat{y}_{t-1}."""
    if key.startswith("∂") and "/∂" in key:
        over, under = key[1:].split("/∂", 1)
        return f"\\frac{{\\partial {name_in_latex(over)}}}{{\\partial {name_in_latex(under)}}}"
    marked = _MARKED.match(key)
    if marked is not None:
        base, rest = f"\\{marked[1]}{{{name_in_latex(marked[2])}}}", key[marked.end() :]
    else:
        cut = re.search(r"[_^']", key[1:])
        at = cut.start() + 1 if cut is not None else len(key)
        base, rest = _base(key[:at]), key[at:]
    return base + _PART.sub(lambda part: _part(part, indexed), rest)


def _base(text: str) -> str:
    """A letter, a word set upright, or several words."""
    if len(text) == 1:
        return _LETTERS.get(text, escaped(text))
    return f"\\mathrm{{{text}}}" if text.isalnum() and text.isascii() else f"{{\\text{{{escaped(text)}}}}}"


def _part(part: re.Match[str], indexed: bool) -> str:
    """Primes, a subscript or a superscript of a name."""
    if part[0][0] == "'":
        return part[0]
    sign, text = part[0][0], part[1] or part[2] or part[3]
    if text.isalpha() and len(text) > 1 and not indexed:
        return f"{sign}{{\\mathrm{{{text}}}}}" if text.isascii() else f"{sign}{{\\text{{{text}}}}}"
    spelled = "".join(f"{_LETTERS[letter]} " if letter in _LETTERS else escaped(letter) for letter in text)
    return f"{sign}{spelled}" if len(text) == 1 and spelled == text else f"{sign}{{{spelled.rstrip()}}}"


def escaped(text: str) -> str:
    """Words of a document inside \\text, where some signs have a meaning of their own."""
    return _ESCAPED.sub(lambda sign: f"\\{sign[1]}" if sign[1] else " ", text)
