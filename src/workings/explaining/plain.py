"""Plain text: how each piece of an expression is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar
from unicodedata import normalize

from workings.explaining.expressions import Writer
from workings.explaining.notation import ATOM, POWER, PRODUCT, Written
from workings.expr import Expr
from workings.parsing.spellings import COMBINING
from workings.regex import regex

_MARKS = {mark: sign for sign, mark in reversed(COMBINING.items())}
_MARKED = regex(r"(hat|bar|tilde|dot|vec)\((\w)\)")
_CORNERS = {"bars": ("|", "|"), "norm": ("‖", "‖"), "floor": ("⌊", "⌋"), "ceil": ("⌈", "⌉")}
_RAISED = regex(r"\^([(\[][^()\[\]]*[)\]])")
_SIGNS = {"sum": "∑", "prod": "∏"}


class Plain:
    """Text as it is typed, with the signs that Unicode has."""

    labels_axes = False
    signs: ClassVar = {
        "mul": " · ",
        "matmul": " · ",
        "times": " × ",
        "hadamard": " ⊙ ",
        "outer": " ⊗ ",
        "star": " * ",
        "beside": " · ",
        "…": "…",
    }

    def name(self, key: str, indexed: bool) -> Written:
        text = _MARKED.sub(lambda found: normalize("NFC", found[2] + _MARKS[found[1]]), key)
        text = _RAISED.sub(r"^{\1}", text)
        return Written(text, POWER if "^" in key else ATOM)

    def function(self, op: str, word: str) -> str:
        return word

    def bracketed(self, text: str) -> str:
        return f"({text})"

    def listed(self, items: Sequence[str], opening: str, closing: str) -> str:
        return f"{opening}{', '.join(items)}{closing}"

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"

    def fraction(self, over: Written, under: Written) -> Written:
        left = over.text if over.level >= PRODUCT else f"({over.text})"
        right = under.text if under.level >= POWER else f"({under.text})"
        return Written(f"{left} / {right}", PRODUCT)

    def power(self, base: str, exponent: Written) -> str:
        return f"{base}^{exponent.text}" if exponent.level >= ATOM else f"{base}^({exponent.text})"

    def transposed(self, base: str) -> str:
        return f"{base}ᵀ"

    def subscript(self, text: str) -> str:
        return f"_{text}" if text.isalnum() else f"_{{{text}}}"

    def words(self, text: str) -> str:
        return text

    def root(self, inner: str, order: str | None) -> str:
        return f"sqrt({inner})" if order is None else f"root({inner}, {order})"

    def around(self, op: str, inner: str) -> str:
        opening, closing = _CORNERS[op]
        return f"{opening}{inner}{closing}"

    def fold(self, kind: str, under: str, over: str | None) -> str:
        sign = _SIGNS.get(kind, kind) + (f"_{{{under}}}" if under else "")
        return sign if over is None else f"{sign}^{{{over}}}"

    def cases(self, branches: Sequence[tuple[str, str | None]]) -> str:
        return "; ".join(
            f"{body} if {condition}" if condition else f"{body} otherwise" for body, condition in branches
        )


def in_text(node: Expr) -> str:
    """An expression as plain text."""
    return Writer(Plain()).write(node)
