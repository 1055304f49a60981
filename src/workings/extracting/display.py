"""Displayed maths: one passage each, without its delimiters, labels and outer environments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.document import Kind, Passage
from workings.extracting.canvas import Canvas
from workings.extracting.code import tight
from workings.extracting.regions import OUTER_ENVIRONMENTS
from workings.regex import regex
from workings.source import Span

NOISE = regex(
    r"\\(?:label|tag\*?|eqref|ref|vspace\*?|hspace\*?)\s*\{[^{}\n]*\}"
    r"|\\(?:nonumber|notag|displaystyle|textstyle|limits|[lL]arge|LARGE|[hH]uge|small|normalsize)(?![a-zA-Z])"
    r"|\\(?:newcommand|renewcommand|providecommand|DeclareMathOperator)\*?\s*\{?\\[a-zA-Z]+\}?[^\n]*"
)
OPENING = regex(
    r"\s*\\begin[ ]?\{((?:"
    + OUTER_ENVIRONMENTS
    + r")\*?)\}(?:\[[^\[\]\n]{0,20}\]|(?<=at\})\{\d+\}|(?<=at\*\})\{\d+\})?"
)
BESIDE = regex(
    r"\\end[ ]?\{(aligned|alignedat|gathered|split)\}\s*+[,;]?\s*+"
    r"(?:\\(?:q?quad(?![a-z])|hfill(?![a-z])|[,;:! ])\s*"
    r"|\\hspace\*?\{[^{}\n]{0,12}\}\s*)*\\begin[ ]?\{\1\}(?:\[[tcb]\])?(?:\{\d+\})?"
)  # where one block of equations ends and the next stands beside it
ROW_END = regex(r"(?<!\\)\\\s")
ARRAY = regex(r"\s*\\begin[ ]?\{(array)\}[ ]?(?:\[[tcb]\])?[ ]?\{([^{}\n]{1,30})\}")
BESIDE_RELATION = regex(r"&\s*(?:[=≈]|\\approx|\\simeq)|(?:=|\\approx)\s*&")
COLUMN = regex(r"(?<!\\)&|\\(begin|end)\{(?:" + OUTER_ENVIRONMENTS + r")\*?\}")
CELL = regex(r"(?:[^&\\]|\\[^\\])+")
FRAME = regex(r"\\(?:hline|toprule|midrule|bottomrule)(?![a-zA-Z])|\\cline\{[^{}]*\}")
WORKED = regex(r"(?:\d[\s)}\]]*(?:[-+*/^×·]|\\times|\\cdot)|\\d?frac|\\sqrt)[^=≈]*(?:[=≈]|\\approx)")
SYSTEM = regex(
    r"(?P<before>[^=]*=\s*)?(?:\\left\s*)?(?:\\\{\s*)?\\begin[ ]?\{(?P<name>[dr]?cases|array)\}[ ]?(?:\{l\})?"
)  # what opens equations behind a brace
SYSTEM_END = regex(r"\\end[ ]?\{(?:[dr]?cases|array)\}(?:\s*\\right\s*\.)?[\s.,;。，]*\Z")
_SIDE = r"(?:(?!\\(?:quad|qquad|text|cdot|times|pm)\b)[^=≈&,;+*·×−-])"
EQUATION = regex(rf"(?:\s*+(?![-−\d]){_SIDE}{{1,80}}|\s++{_SIDE}{{0,79}})&?\s*+(?:=|≈|\\approx)")
CONDITION = regex(
    r"\b(?:if|when|for|else|otherwise|falls|sonst|wenn|si|sinon|если|при|иначе)\b|[<>≤≥≠若当如则否]"
    r"|\\(?:leq?|geq?|neq?|lt|gt|in|forall)(?![a-z])"
)
MOST_LAYERS = 5


def read_display(
    text: str, start: int, end: int, opens: bool = False, kind: Kind = Kind.DISPLAY, quoted: str | None = None
) -> Iterator[Passage]:
    """The passage of one display; `quoted` is the text before quote marks were taken away."""
    if start >= end:
        return
    canvas = Canvas(text, start, end)
    if quoted is not None:
        restore_relations(text, quoted, canvas)
    if text[start - 1 : start] == "[" and text[start - 2 : start - 1] != "\\":
        restore_rows(text, canvas)
    for found in NOISE.finditer(text, start, end):
        canvas.blank(*found.span())
    for found in BESIDE.finditer(canvas.slice(start, end)):
        canvas.put(start + found.start(), start + found.end(), "\\\\")
    for _ in range(MOST_LAYERS):
        if not peel(canvas):
            break
    peel_system(canvas)
    words = canvas.slice(start, end)
    first, last = tight(words, 0, len(words))
    if first < last:
        span = Span(start + first, start + last)
        yield Passage(kind, span, words[first:last], (span,), opens=opens)
        yield from _worked_cells(words[first:last], start + first, kind)


def _worked_cells(words: str, start: int, kind: Kind) -> Iterator[Passage]:
    """The cells of a table set as an array in which something is worked out, each a display of its own."""
    opening = ARRAY.match(words)
    if opening is None or "=" not in words or words.find("\\begin", opening.end()) >= 0:
        return
    for found in CELL.finditer(words, opening.end(), words.rfind("\\end{")):
        cell = FRAME.sub(lambda mark: " " * len(mark[0]), found[0])
        if WORKED.search(cell):
            first, last = tight(cell, 0, len(cell))
            span = Span(start + found.start() + first, start + found.start() + last)
            yield Passage(kind, span, cell[first:last], (span,), opens=True)


def restore_rows(text: str, canvas: Canvas) -> None:
    """Where `\\[` lost its stroke, `\\\\` between the rows of a matrix lost one of its two."""
    if text.find("\\begin", canvas.start, canvas.end) >= 0:
        for found in ROW_END.finditer(text, canvas.start, canvas.end):
            canvas.put(*found.span(), "\\\\")


def peel(canvas: Canvas) -> bool:
    """Paint over one environment if it encloses everything that is left."""
    words = canvas.slice(canvas.start, canvas.end)
    opening = OPENING.match(words) or _aligning_array(words)
    if opening is None:
        return False
    closing = f"\\end{{{opening[1]}}}"
    last = len(words.rstrip(" \t\n.,;"))
    if not words.endswith(closing, 0, last):
        return False
    if words.find(closing, opening.end()) != last - len(closing):
        return False
    canvas.blank(canvas.start, canvas.start + opening.end())
    canvas.blank(canvas.start + last - len(closing), canvas.start + last)
    if opening[1] == "array" and not _is_aligned(words, opening):
        _part_columns(canvas, canvas.start + opening.end(), canvas.start + last - len(closing))
    return True


def peel_system(canvas: Canvas) -> None:
    """Paint over the brace around equations that stand under each other, each of them for one name."""
    words = canvas.slice(canvas.start, canvas.end)
    opening = SYSTEM.match(words) if "\\begin" in words else None
    closing = SYSTEM_END.search(words) if opening is not None else None
    if opening is None or closing is None or words.find("\\begin", opening.end()) >= 0:
        return
    inside = words[opening.end() : closing.start()]
    rows = [row for row in inside.split("\\\\") if row.strip()]
    if len(rows) > 1 and all(map(EQUATION.match, rows)) and not CONDITION.search(inside):
        canvas.blank(canvas.start, canvas.start + opening.end())
        canvas.blank(canvas.start + closing.start(), canvas.start + closing.end())


def _aligning_array(words: str) -> re.Match[str] | None:
    """An array that holds equations, under each other or side by side, and is no matrix."""
    opening = ARRAY.match(words)
    if opening is None:
        return None
    rows = [row for row in words[opening.end() : words.rfind("\\end{")].split("\\\\") if row.strip()]
    return opening if _is_aligned(words, opening) or all("=" in row for row in rows) else None


def _is_aligned(words: str, opening: re.Match[str]) -> bool:
    """Whether an array has one column, or sets its signs of equality under each other, as `align` does."""
    lone = opening[2].strip(" |") in ("l", "c", "r") and "=" in words
    nested = words.find("\\begin{", opening.end()) >= 0
    return lone or (not nested and BESIDE_RELATION.search(words, opening.end()) is not None)


def _part_columns(canvas: Canvas, start: int, end: int) -> None:
    """Put a semicolon between statements side by side, each perhaps in an environment of its own."""
    words, depth = canvas.slice(start, end), 0
    for found in COLUMN.finditer(words):
        if found[0] == "&" and depth == 0:
            canvas.put(start + found.start(), start + found.end(), ";")
        elif found[0] != "&":
            depth += 1 if found[1] == "begin" else -1
            canvas.blank(start + found.start(), start + found.end())


def restore_relations(text: str, quoted: str, canvas: Canvas) -> None:
    """Inside a display that stands in no quotation, `>` at the start of a line is a relation."""
    at = text.find("\n", canvas.start, canvas.end)
    if at < 0:
        return
    line = quoted.rfind("\n", 0, canvas.start) + 1
    if quoted[line : canvas.start].lstrip().startswith(">"):
        return
    while at >= 0:
        following = text.find("\n", at + 1, canvas.end)
        stop = following if following >= 0 else canvas.end
        head = quoted[at + 1 : stop]
        if head.lstrip().startswith(">"):
            canvas.put(at + 1, stop, head)
        at = following
