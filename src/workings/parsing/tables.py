"""Table rows that state something without a sign: a formula in one cell, its value in a later one."""

from __future__ import annotations

import re

from workings.document import Kind, Passage
from workings.parsing.tokens import GLUED, Piece, Token
from workings.regex import regex

_RESULT_HEADER = regex(
    r"value|result|answer|param|count|output|total|number|new|size|^\W*[=≈]\W*$|参数|结果|值", re.IGNORECASE
)
_FORMULA_HEADER = regex(r"formula|calculation|comput|expression|working|update|how|计算|公式", re.IGNORECASE)
_VALUE_HEADER = regex(r"value|answer|vector|embedding", re.IGNORECASE)
_VECTOR_HEADER = regex(r"vector|embedding", re.IGNORECASE)
_QUANTITY = regex(r"\W*(?:quantit(?:y|ies)|symbols?|variables?|names?|terms?|größe|what)?\W*", re.IGNORECASE)
_WORKING_HEADER = regex(
    r"\W*(?:values?|results?|calculations?|computations?|workings?|rechnung|wert)?\W*", re.IGNORECASE
)
_SYMBOL = regex(
    r"[\s$*]*(?:\\(?:hat|tilde|bar|vec|mathbf|bm|boldsymbol)\s?\{?\s?){0,2}(?:\\[a-zA-Z]+|[^\W\d_])\}?"
    r"(?:\s?[_^]\s?(?:\{[\w()+-]+\}|\w)){0,2}['′]*\}?[\s$*]*"
)
_BLANK = regex(r"\s*(\?+|_{2,}|_(?: _)+)\s*")
_WORD = regex(r"[\s$*`\"“]*([^\W\d_]{2,12})[\s$*`\"”]*")
_LETTER = regex(r"[\s*`]*([^\W\d_])[\s*`]*")
_OF_SYMBOLS = regex(r"param|variable|symbol|weight|quantit|notation|größe", re.IGNORECASE)
_NAMED = regex(r"[\s$*]*[^\W\d](?:_?\w|_\{\w+\})?['′]?[\s$*]*")
_WORKED = regex(r"\d\s*[-+*/×·^−]\s*[\d(]|\)\s*[-+*/×·−]")
_WORKED_OUT = regex(  # the same, in TeX too
    r"\d\s*(?:[-+*/×·^−]|\\(?:cdot|times))\s*[\d(]|\)\s*[-+*/×·−]|\\(?:frac|sqrt)"
)


class Header:
    """The first row of the table being read, which says what each column holds."""

    def __init__(self) -> None:
        self.cells: dict[int, str] = {}
        self.row: int | None = None
        self.first: Passage | None = None  # the first cell of the row being read
        self._has_values: bool | None = None  # once somebody asked

    def note(self, passage: Passage) -> None:
        """Take a cell of the first row in; anything but a cell ends the table."""
        if passage.kind is not Kind.CELL:
            self.row = self.first = None
            return
        if self.first is not None and is_apart(self.first, passage):
            self.row = None
        if self.first is None or self.first.row != passage.row:
            self.first = passage
        if self.row is None:
            self.cells = {passage.column: passage.text}
            self.row, self._has_values = passage.row, None
        elif passage.row == self.row:
            self.cells[passage.column] = passage.text
            self._has_values = None

    def named(self, cell: Passage, piece: Piece) -> Passage | None:
        """The cell with the name of what a cell beside it works out: `| m_2 | 0.9 · 0.2 + … = 0.08 |`."""
        first = self.first
        if first is None or first is cell or cell.kind is not Kind.CELL or len(self.cells) != 2:
            return None
        if first.row != cell.row or not _SYMBOL.fullmatch(first.text):
            return None
        title, beside = (self.cells[at] for at in sorted(self.cells))
        bare = _SYMBOL.fullmatch(title) and "=" in beside and _WORKED.search(beside)  # the header is empty
        headed = _QUANTITY.fullmatch(title) and _WORKING_HEADER.fullmatch(beside)
        if not bare and not headed:
            return None
        return first if opens_working(cell, piece, _WORKED) else None

    def holds_value(self, cell: Passage) -> bool:
        """Whether a cell with a digit stands in a column of values."""
        return self.asks_for_value(cell) and any(c.isdecimal() for c in cell.text)

    def asks_for_value(self, cell: Passage) -> bool:
        """Whether a cell stands in a column of values."""
        return bool(_VALUE_HEADER.search(self.cells.get(cell.column, "")))

    def gives_value(self, named: Passage, cell: Passage) -> bool:
        """Whether a row gives the name in its first cell the value in a later one."""
        return named.kind is Kind.CELL and named.row == cell.row and self.holds_value(cell)

    @property
    def has_values(self) -> bool:
        """Whether the table being read has a column of values."""
        if self.row is None:
            return False
        if self._has_values is None:
            self._has_values = any(map(_VALUE_HEADER.search, self.cells.values()))
        return self._has_values

    @property
    def has_results(self) -> bool:
        """Whether the table being read has a column of results."""
        return self.row is not None and any(map(_RESULT_HEADER.search, self.cells.values()))

    @property
    def has_vectors(self) -> bool:
        """Whether the table being read has a column of vectors, as those of words."""
        return self.row is not None and any(map(_VECTOR_HEADER.search, self.cells.values()))

    def lists_symbols(self, cell: Passage) -> bool:
        """Whether a cell stands in the column of symbols whose values stand beside them."""
        return self.has_values and bool(_OF_SYMBOLS.search(self.cells.get(cell.column, "")))

    def states(self, cell: Passage) -> bool:
        """Whether a cell stands in a column of formulas."""
        return self.row not in (None, cell.row) and bool(
            _FORMULA_HEADER.search(self.cells.get(cell.column, ""))
        )

    def holds_result(self, formula: Passage, result: Passage) -> bool:
        """Whether a cell is headed as what the formula in another cell of its row comes to."""
        if formula.kind is not Kind.CELL or formula.row != result.row:
            return False
        headers = self.cells.get(result.column, ""), self.cells.get(formula.column, "")
        return bool(_RESULT_HEADER.search(headers[0]) and _FORMULA_HEADER.search(headers[1]))

    def goes_on(self, formula: Passage, cell: Passage) -> bool:
        """Whether a cell goes on with the one before it in its row: `| 3 · 4 + 2 | = 14 |`."""
        if formula.kind is not Kind.CELL or (formula.row, formula.column + 1) != (cell.row, cell.column):
            return False
        title = self.cells.get(cell.column, "").strip("$ ")
        of_results = not title or title[0] in "=≈" or _RESULT_HEADER.search(title) is not None
        return of_results and _WORKED_OUT.search(formula.text) is not None

    def works_out(self, formula: Passage, result: Passage) -> bool:
        """The same where no column has letters above it, of which every row has its own."""
        lettered = any(map(_SYMBOL.fullmatch, self.cells.values()))
        return not lettered and self.holds_result(formula, result)


def is_apart(above: Passage, cell: Passage) -> bool:
    """Whether a cell stands in another table than one above it: between them the count of rows has a gap."""
    return (cell.row or 0) > (above.row or 0) + 1


def opens_working(cell: Passage, piece: Piece, worked: re.Pattern[str] = _WORKED_OUT) -> bool:
    """Whether a cell begins with a piece whose first side works with numbers: `2 \\cdot 40 + 3 = 83`."""
    opening, sign = piece.tokens[0], piece.tokens[piece.signs[0]]
    before, start = (cell.text[: token.start - cell.span.start] for token in (opening, sign))
    return not piece.lead and not before.strip("$ *\\(") and worked.search(start) is not None


def is_symbol(passage: Passage) -> bool:
    """Whether a cell is a name, with its index perhaps, and nothing else."""
    return _SYMBOL.fullmatch(passage.text) is not None


def may_hold_formula(passage: Passage) -> bool:
    """Whether a cell without a relation sign computes something."""
    return passage.kind is Kind.CELL and _WORKED.search(passage.text) is not None


def is_awaited(passage: Passage, header: Header) -> bool:
    """Whether a cell before a column of values may name what has the value behind it, or be its formula."""
    if passage.kind is not Kind.CELL:
        return False
    if header.states(passage) and header.has_results:
        return True
    if not header.has_values:
        return False
    return _NAMED.fullmatch(passage.text) is not None or word_in(passage, header) is not None


def word_in(passage: Passage, header: Header) -> Piece | None:
    """The word in a cell of a table that gives words their vectors, or the letter in one of parameters."""
    if passage.kind is not Kind.CELL or passage.row == header.row:
        return None
    found = _WORD.fullmatch(passage.text) if header.has_vectors else None
    if found is None and header.lists_symbols(passage):
        found = _LETTER.fullmatch(passage.text)
    if found is None:
        return None
    start, end = (passage.span.start + at for at in found.span(1))
    return Piece((Token("word", found[1], start, end, GLUED, True),), "start", (), True)


def blank_in(cell: Passage) -> Token | None:
    """The sign of a cell that is to be filled in; None if it holds anything else."""
    sign = _BLANK.fullmatch(cell.text)
    if sign is None:
        return None
    start, end = (cell.span.start + at for at in sign.span(1))
    return Token("blank", "?", start, end, GLUED, True)


def is_list(piece: Piece) -> bool:
    """Whether a piece is a list in brackets and nothing else."""
    first, last = piece.tokens[0], piece.tokens[-1]
    return first.kind == "open" and last.kind == "close" and sum(t.kind == "open" for t in piece.tokens) == 1


def lone_piece(pieces: list[Piece]) -> Piece | None:
    """The only piece of a cell, if no words stand before it."""
    return pieces[0] if len(pieces) == 1 and not pieces[0].lead else None
