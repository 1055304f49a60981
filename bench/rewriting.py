"""Changes of parts of a page that leave the rest alone: of its maths, its prose, its paragraphs."""

from __future__ import annotations

import re
from collections.abc import Callable

FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.M | re.S)
MATHS = re.compile(
    r"\$\$.+?\$\$|\\\[.+?\\\]|\\\(.+?\\\)|(?<![\\$\w])\$(?!\s)[^$\n]+?(?<![\s\\])\$(?![\d$])", re.S
)
NUMBER = r"[-−]?\d+(?:\.\d+)?"
Restyling = Callable[[str], str]


def in_maths(change: Restyling) -> Restyling:
    """A change of what stands between dollars and their kin."""

    def changed(text: str) -> str:
        return outside_fences(lambda part: MATHS.sub(lambda found: change(found[0]), part))(text)

    return changed


def in_dollars(change: Callable[[str], str]) -> Restyling:
    """A change of formulas of running text with their dollars; it is given what stands between them."""
    return in_maths(
        lambda maths: change(maths[1:-1]) if maths.startswith("$") and not maths.startswith("$$") else maths
    )


def outside_fences(change: Restyling) -> Restyling:
    """A change of all but programs."""

    def changed(text: str) -> str:
        parts, at = [], 0
        for fence in FENCE.finditer(text):
            parts += [change(text[at : fence.start()]), fence[0]]
            at = fence.end()
        return "".join([*parts, change(text[at:])])

    return changed


def replaced(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Restyling:
    return lambda text: re.sub(pattern, new, text)


def by_paragraph(change: Restyling) -> Restyling:
    """A change of the paragraphs of plain prose, which have several lines."""
    special = re.compile(r"^\s*(?:[-*+|>#$\\%]|\d+[.)])|^\s{2,}|\\begin|\\\\|\$\$|\t|\s{3}", re.M)

    def changed(text: str) -> str:
        parts = re.split(r"(\n[ \t]*\n)", text)
        return "".join(
            change(part)
            if "\n" in part.strip() and not special.search(part) and re.match(r"[A-Z]", part)
            else part
            for part in parts
        )

    return outside_fences(changed)
