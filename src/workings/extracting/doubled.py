"""Formulas that a copied page has twice, as they looked and as TeX: `−log(0.1)=2.303-\\log(0.1) = 2.303`.

What they looked like has lost its fractions and roots, so that it is painted over.
"""

from __future__ import annotations

import re

from workings.regex import regex

LEAST = 4  # letters and digits of a formula
LINE = regex(r"^(?=[^$`\\\n=≈]*[=≈])[^$`\\\n]*\\[^$`\n]*$", re.MULTILINE)
CELL = regex(r"[^|\n]+")
MARK = regex(r"\s*(?:[-*+>•]\s|\d+[.)]\s)?\s*")
RELATION = regex(r"[=≈]|\\approx(?![a-zA-Z])")
SPOKEN = "log|ln|exp|sin|cos|tan|tanh|max|min|arg|det|lim"  # commands that look as they are called
SEEN = regex(rf"\\(?!(?:{SPOKEN})(?![a-zA-Z]))[a-zA-Z]+|(?P<sign>[^\W_α-ωΑ-Ω])")
CLOSING = regex(r"[)\]}%]*")


def without_looks(text: str) -> str:
    """A text of the same length in which no formula stands before its own source."""
    if "\\" not in text:
        return text
    return LINE.sub(lambda line: CELL.sub(lambda cell: _once(cell[0]), line[0]), text)


def _once(cell: str) -> str:
    """A line or cell of a table without the first half, if the second says it again in TeX."""
    start = MARK.match(cell)
    first = start.end() if start is not None else 0
    signs = [found.span("sign") for found in SEEN.finditer(cell, first) if found["sign"]]
    half = len(signs) // 2
    if len(signs) % 2 or half < LEAST:
        return cell
    if [cell[at] for at, _ in signs[:half]] != [cell[at] for at, _ in signs[half:]]:
        return cell
    closing = CLOSING.match(cell, signs[half - 1][1])
    cut = closing.end() if closing is not None else signs[half - 1][1]
    looks, source = cell[first:cut], cell[cut:]
    if "\\" in looks or "\\" not in source or not RELATION.search(looks):
        return cell
    if len(RELATION.findall(looks)) != len(RELATION.findall(source)):
        return cell
    return cell[:first] + " " * len(looks) + source
