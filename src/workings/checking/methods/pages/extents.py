r"""Sizes that a page states for its matrices: `K \in R^{6\times 8}`, `| K | 6 × 8 |`, “K is 6 × 8”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.declaring import declared_size, extents_of
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.document import Statement
from workings.expr import Array, Call, Expr, Name, Number
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.grids import Grid
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start

MOST_SIZES = 200
REACH = 90  # characters before a size that say of what it is
LIST = 400  # characters before an item of a list in which its heading may stand
_BY = r"\s*(?:×|\\times(?![a-z])|[xX]|\bby\b|-by-)\s*"
_PLAIN = rf"\d{{1,6}}(?:{_BY}\d{{1,6}}){{1,3}}"
_TUPLE = r"[(\[]\s*\d{1,6}(?:\s*,\s*\d{1,6}){1,3}\s*[)\]]"
_LETTER = r"(?<![A-Za-z\\])[A-Za-z](?:_(?:\{(?:[^{}]|\{[^{}]*\})*\}|\w+))?(?![A-Za-z])"
_EXTENT = rf"(?:\d{{1,6}}|{_LETTER})"
_LETTERS = rf"{_EXTENT}(?:\s*(?:×|\\times(?![a-z]))\s*{_EXTENT}){{1,3}}"
_SIZE = regex(
    rf"(?<![\w.\\^{{·*/+×-])(?:{_PLAIN}|{_TUPLE}|{_LETTERS})"
    r"(?![\w.]*\w|\s*[·*/+^×]|\s*\\(?:cdot|times)|\s*(?:[xX]|by)\s)"
)
_NUMERIC = regex(rf"[\s$]*(?:{_PLAIN}|{_TUPLE})[\s$]*")
_WHOLE = regex(rf"\s*(?:{_PLAIN}|{_TUPLE}|{_LETTERS}|\(\s*{_EXTENT}(?:\s*,\s*{_EXTENT}){{1,3}}\s*\))\s*")
_NUMBER = regex(r"\d+")
_PART = regex(rf"\d+|{_LETTER}")
_INDEX = r"(?:_*+[^\W_]++)++"
_SCRIPT = rf"(?:\s?[_^]\s?(?:\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}|\\?{_INDEX}|⊤)|ᵀ|')"
_FACTOR = rf"(?:(?<![^\W\d_])[A-Z]{_SCRIPT}*|(?<=[A-Z}}])[A-Z]{_SCRIPT}*|(?<=_[A-Za-z])[A-Z]{_SCRIPT}*)"
_NAMES = regex(rf"((?:{_FACTOR}\s?){{1,3}}(?:\s?(?:,|,?\s?and|&)\s?{_FACTOR}){{0,3}})\s*\Z")
_PARTED = _FACTOR.replace(_INDEX, r"\w+(?!_\w)")  # whose index may end where the next begins: A_kB
_EQUAL = regex(rf"({_PARTED})\s?=\s?((?:{_PARTED}\s?){{2,3}})\Z")
_AMONG = regex(rf"(?<![\w\\({{])({_FACTOR}(?:\s?(?:,|,?\s?and|&)\s?{_FACTOR}){{0,3}})(?![\w^_=({{]|\s?=)")
_LINK = regex(
    r"(?:\s*+(?:\b(?:is|are|has|have|was|each|both|all|then|now|therefore|a|an|the|of|with|matrix|matrices"
    r"|shapes?|sizes?|dimensions?|tensors?|again|also|so|which|that|i\.e\.)(?!\w)|[:(=,|→–—]|->|\\to(?![a-z])))+\s*+\Z"
)
_TELLS = regex(r"\b(?:is|are|has|have|shapes?|sizes?|dimensions?|both|each)\b|[:(|→]|->")
_SHAPE = regex(r"\b(?:shapes?|sizes?|dimensions?)\b", re.I)
_JOINT = regex(r",|\band\b|&")
_GOES_ON = regex(  # into a product of sizes, or a chain
    r"[)\]$ \t]*(?:[(\[$]\s*\d|[·*@→]|->|\\(?:to|cdot|times|rightarrow|mapsto)(?![a-z]))"
)
_PLAIN_ROW = regex(r"[ \t]*([^\W\d][^\n\t=]{1,50}?)(?:\t| {2})\s*[(\[\d][^\n\t]*")
_ENDS = regex(r"[ \t]*(?:\n|\Z)")
_EXERCISE = regex(
    r"^[ \t>*_]*+(?:#{1,6}[ \t]*+|\\(?:sub)*section\*?\{)?[*_ ]*+(?:"
    r"(?:question|problem|exercise|ex\.|task|part|aufgabe|übung|exercice|ejercicio|Q)[ .]{0,2}(?:\d|[A-Z]\b)"
    r"|(?:(?<=#)|(?<=# )|(?<=\{)|(?<=\n\n))\(?\d{1,2}[.)][ \t][^\n]*\n[ \t]*\n)",
    re.I | re.M,
)
_BREAK = regex(r"[.;](?=\s)|\n")


Size = tuple[str, ...]  # numbers, or letters for them


@record(frozen=True, slots=True)
class Sized:
    """What has a size: a name or a product, and the words before it; the numbers, and where they stand."""

    exprs: tuple[Expr, ...]
    words: str
    size: Size
    span: Span


def sizes_of(sheet: Sheet) -> list[Sized]:
    """The sizes that a page states in numbers, in reading order."""
    declared = [*_declared(sheet.statements, sheet.text)]
    found = [*declared, *(one for grid in sheet.grids for one in _of_rows(grid))]
    taken = {one.span.start for one in found}
    tables = [grid.span for grid in sheet.grids]
    for match in _SIZE.finditer(sheet.text):
        start = match.start()
        if start in taken:
            continue
        inside = any(span.start <= start < span.end for span in tables)
        one = _of_plain_row(sheet.text, match) or (None if inside else _in_prose(sheet.text, match))
        if one is not None:
            found.append(one)
    return sorted(found, key=lambda one: one.span.start)[:MOST_SIZES]


def parts_of(sheet: Sheet) -> list[Span]:
    """The exercises of a page, each of which has names of its own."""
    starts = [found.start() for found in _EXERCISE.finditer(sheet.judge.page.text)]
    ends = [*starts, len(sheet.text)]
    return [Span(start, end) for start, end in zip([0, *starts], ends, strict=True) if start < end]


def sizes_by_name(found: Sequence[Sized]) -> dict[str, Size]:
    """The sizes of names that have only one on the page."""
    sizes: dict[str, set[Size]] = {}
    for one in found:
        for expr in one.exprs:
            if isinstance(expr, Name):
                sizes.setdefault(spelt(expr), set()).add(one.size)
    return {name: next(iter(known)) for name, known in sizes.items() if len(known) == 1}


def _declared(statements: Sequence[Statement], text: str) -> Iterator[Sized]:
    """`K = XW_K ∈ ℝ^{6×8}`."""
    for statement in statements:
        last = statement.members[-1]
        size = _declared_extents(last.expr) if last.sign == "∈" and not statement.hypothesis else ()
        if len(size) < 2:
            continue
        exprs: list[Expr] = []
        for member in statement.members[:-1]:
            exprs += member.expr.items if isinstance(member.expr, Array) else (member.expr,)
        line = line_start(text, statement.span.start)
        words = text[max(line, statement.span.start - REACH) : statement.span.start]
        place = last.expr.args[1].span if isinstance(last.expr, Call) else last.span
        yield Sized(tuple(exprs), words, size, place)


def _declared_extents(expr: Expr) -> Size:
    """The 6 and 8 of ℝ^{6×8}, or the n and d of ℝ^{n×d}."""
    numbers = declared_size(expr)
    if numbers is not None:
        return tuple(map(str, numbers))
    letters = extents_of(expr) or ()
    return tuple(map(spelt, letters)) if all(isinstance(one, Name | Number) for one in letters) else ()


def _of_rows(grid: Grid) -> Iterator[Sized]:
    """The rows of a table that have a size in one of their cells, and what it is of in the first."""
    for row in grid.rows:
        cells = [cell for cell in row[1:] if _WHOLE.fullmatch(cell.text.replace("$", " "))]
        if not cells:
            continue
        words = row[0].text.replace("$", " ").strip(" *`")
        beside = " ".join(cell.text for cell in row[1:] if cell is not cells[0])
        yield Sized(_subjects(words), f"{words} {beside}", _numbers(cells[0].text), cells[0].span)


def _of_plain_row(text: str, match: re.Match[str]) -> Sized | None:
    """`scores    (8, 4, 20, 20)`: a line of words and, behind a wide gap, three or more numbers."""
    row = _PLAIN_ROW.fullmatch(text, line_start(text, match.start()), match.end())
    if row is None or not _ENDS.match(text, match.end()) or len(_NUMBER.findall(match[0])) < 3:
        return None
    return Sized(_subjects(row[1]), row[1], _numbers(match[0]), Span(match.start(), match.end()))


def _in_prose(text: str, match: re.Match[str]) -> Sized | None:
    """`Q: 7 × 16`, “the scores have shape (7, 12)”."""
    opening = max(line_start(text, match.start()), match.start() - REACH)
    before = text[opening : match.start()]
    is_shape = _SHAPE.search(before) is not None or _is_listed(text, match)
    if is_shape and _LINK.fullmatch(before):  # what it is of stands above
        above = text[: line_start(text, match.start())].rstrip()
        before = f"{above[above.rfind(chr(10)) + 1 :][-REACH:]}: "
    breaks = [found.end() for found in _BREAK.finditer(before)]
    breaks += [found.end() for found in _SIZE.finditer(before)]
    before = before[max(breaks, default=0) :]
    link = _LINK.search(before)
    if _GOES_ON.match(text, match.end()):
        return None
    if link is None or not _TELLS.search(link[0]) or (match[0][0] in "([" and not is_shape):
        return None
    words = before[: link.start()]
    return Sized(_subjects(words), words, _numbers(match[0]), Span(match.start(), match.end()))


def _is_listed(text: str, match: re.Match[str]) -> bool:
    """`3. scores: (8, 6, 64, 64)` in a list of shapes, which says so above."""
    above = text[max(0, match.start() - LIST) : match.start()]
    return match[0].count(",") > 1 and above.rstrip(" $").endswith(":") and _SHAPE.search(above) is not None


def _subjects(words: str) -> tuple[Expr, ...]:
    """The names or products at the end of some words, or the only ones; what a name is said to be as well."""
    words = " ".join(words.split())
    equal, found = _EQUAL.search(words), _NAMES.search(words)
    among = [*_AMONG.finditer(words)] if equal is None and found is None else []
    found = among[0] if len(among) == 1 else found
    parts = [*equal.groups()] if equal is not None else _JOINT.split(found[1]) if found is not None else []
    exprs = [parse_maths(part.strip(), Lexicon(FUNCTIONS)) for part in parts if part.strip()]
    return tuple(expr for expr in exprs if isinstance(expr, Name | Call))


def _numbers(text: str) -> Size:
    """The parts of a size, each as it is spelt."""
    if _NUMERIC.fullmatch(text):
        return tuple(_NUMBER.findall(text))
    parts = _PART.findall(text)
    return tuple(spelt(parse_maths(part, Lexicon(FUNCTIONS))) for part in parts)
