"""A solution as a LaTeX document."""

from __future__ import annotations

from workings.explaining.lines import Line
from workings.parsing.spellings import COMMANDS, SIGNS, SUBSCRIPTS, SUPERSCRIPTS
from workings.regex import regex
from workings.reporting.solutions.items import Item, heading, items
from workings.reporting.solutions.markdown import chain
from workings.solving.answers import Solution

DEEPEST = 3  # LaTeX sets four lists inside one another, and the first is ours
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "_": r"\_", "%": r"\%", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
_SIGN = regex(r"[\\{}$&#_%~^]|[^\x00-\x7f]")
_IN_MATHS = {
    **{text: f"\\{command}" for command, (_, text) in reversed([*COMMANDS.items()]) if not text.isascii()},
    **{sign: f"^{{{text}}}" for sign, text in SUPERSCRIPTS.items() if sign not in "·⋅"},
    **{sign: f"_{{{text}}}" for sign, text in SUBSCRIPTS.items()},
    "∑": "\\sum", "∏": "\\prod", "√": "\\surd", "°": "^\\circ", "ο": "o", "∅": "\\emptyset",
}  # fmt: skip
_LETTERS_KNOWN = "\u017f"  # the last letter that LaTeX prints without a package
_MARKS_KNOWN = "–—‘’“”„…•«»§"
_OPENING = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb}
\begin{document}
"""


def render(solution: Solution) -> str:
    """The whole solution, ready to be compiled."""
    blocks = [f"\\section*{{{escaped(heading(solution))}}}", *(block(item) for item in items(solution))]
    if not solution.answers:
        blocks.append("Nothing is left open.")
    return _OPENING + "\n\n".join(blocks) + "\n\\end{document}\n"


def block(item: Item) -> str:
    """One item: a paragraph with the author's text, the working as a list, the result set apart."""
    place = f"{item.place[:1].upper()}{item.place[1:]}"
    first = f"\\paragraph{{{place}}} \\texttt{{{escaped(item.quote)}}}"
    if not item.lines:
        return f"{first}\n\nNot solved: {escaped(item.reason)}."
    *working, last = item.lines
    remark = f"\n({escaped(last.remark)})" if last.remark else ""
    return f"{first}\n{nested(working)}\\[\n{chain(last)}\n\\]{remark}"


def nested(working: list[Line]) -> str:
    """The lines of a working as lists inside lists."""
    text, depth = "", 0
    for line in working:
        wanted = min(line.depth, DEEPEST)
        text += "\\begin{itemize}\n" * (wanted - depth) + "\\end{itemize}\n" * (depth - wanted)
        depth = wanted
        remark = f" ({escaped(line.remark)})" if line.remark else ""
        why = f": {escaped(line.why)}" if line.why else ""
        text += f"\\item \\({line.in_latex()}\\){remark}{why}\n"
    return text + "\\end{itemize}\n" * depth


def escaped(text: str) -> str:
    """Words as LaTeX prints them, signs of maths by their commands."""
    return _SIGN.sub(lambda sign: _SPECIAL.get(sign[0]) or _printed(sign[0]), text)


def _printed(sign: str) -> str:
    """A sign beyond ASCII; one that LaTeX does not know without a package is named by its number."""
    if sign in _MARKS_KNOWN or (sign <= _LETTERS_KNOWN and sign.isalpha()):
        return sign
    plain = SIGNS.get(sign, ("", sign))[1]
    if plain.isascii():
        return plain
    return f"\\ensuremath{{{_IN_MATHS[plain]}}}" if plain in _IN_MATHS else f"(U+{ord(sign):04X})"
