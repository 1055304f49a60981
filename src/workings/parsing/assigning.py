"""Values given in a row, `w1=0.15 w2=0.20 b=0.35`: where one ends and the next name begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workings.parsing.tokens import EXPLICIT, GLUED, NEWLINE, QUAD, SPACE, Token
from workings.regex import regex

LEAST_IN_ROW = 3  # values with nothing but spaces between them
_ROW = regex(r"(?<![-o])(?:w(?:_?n)?=-?n){2,}(?![-_o=])")  # by the marks of the tokens
_NEXT = regex(r"w(?:_?n)?=-?n")
_MARKS = {"num": "n", "sub": "n", "word": "w", "name": "w"}
_SIGNS = {"=": "=", "≈": "=", "-": "-", "_": "_"}
_OTHERS = {"op": "o", "open": "o", "super": "o", "cmd": "o", "rel": "="}


def part_values(tokens: list[Token]) -> None:
    """Part what is given in a row: dots and slashes become commas, and spaces between values wide."""
    kinds = [token.kind for token in tokens]
    if kinds.count("rel") < 2:
        return
    texts = {token.text for token in tokens}
    if not texts.isdisjoint(("·", "/")):
        _part_at_marks(tokens)
    if "=" in texts and kinds.count("word") + kinds.count("name") > 1:
        _part_at_spaces(tokens)


def _part_at_marks(tokens: list[Token]) -> None:
    """The marks of `TP = 8 · FP = 2 · FN = 3` or `a=1 / b=2 / c=3` as commas."""
    marks = [at for at in range(2, len(tokens) - 2) if _parts_values(tokens, at)]
    for text in ("·", "/"):
        alike = [at for at in marks if tokens[at].text == text]
        for at in alike if len(alike) > 1 else ():
            tokens[at] = replace(tokens[at], kind="sep", text=",")


def _parts_values(tokens: Sequence[Token], at: int) -> bool:
    """Whether a mark stands apart between the value of a name and a further name with its own."""
    mark = tokens[at]
    if mark.text not in ("·", "/") or not mark.prose:
        return False
    if mark.gap == GLUED or not GLUED < tokens[at + 1].gap < NEWLINE:
        return False
    before = tokens[at - 2] if tokens[at - 2].text != "-" else tokens[at - 3]
    follows = next((t for t in tokens[at + 2 : at + 4] if t.kind not in ("num", "sub")), mark)
    valued = tokens[at - 1].kind == "num" and before.kind == "rel"
    named = tokens[at + 1].kind in ("word", "name") and follows.text in ("=", "≈")
    glued = before.gap == follows.gap == GLUED  # k = 1 / a = 2 / b has quotients
    return valued and named and (mark.text == "·" or glued)


def _part_at_spaces(tokens: list[Token]) -> None:
    """Widen the spaces of `w1 = 0.15 w2 = 0.20 b = 0.35`, which are no products 0.15·w2 and 0.20·b."""
    marks = "".join(map(_mark, tokens))
    for row in _ROW.finditer(marks):
        first, *rest = (found.start() for found in _NEXT.finditer(marks, row.start(), row.end()))
        heads = [tokens[at] for at in (first, *rest)]
        if all(SPACE <= head.gap <= EXPLICIT for head in heads[1:]) and _are_given(
            tokens[first : row.end()], heads
        ):
            for at in rest:
                tokens[at] = replace(tokens[at], gap=QUAD)


def _mark(token: Token) -> str:
    """One character for a token: what it is to a row of values."""
    return _SIGNS.get(token.text) or _MARKS.get(token.kind) or _OTHERS.get(token.kind, ".")


def _are_given(row: Sequence[Token], heads: Sequence[Token]) -> bool:
    """Whether a row is surely no chain `y = 2 x = 4 z = 8`: its names are numbered, or its values decimals.

    In TeX, where spaces do not show, they are written out, or the signs stand without any.
    """
    glued = all(token.gap == GLUED for token in row if token.kind == "rel")
    explicit = all(head.gap == EXPLICIT for head in heads[1:])
    numbered = len({head.text for head in heads}) < len(heads)
    decimal = any(token.kind == "num" and "." in token.text for token in row)
    if not explicit and len(heads) < LEAST_IN_ROW:
        return False
    if numbered or decimal:
        return row[0].prose or glued or explicit
    return glued and row[0].prose
