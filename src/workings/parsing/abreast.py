"""Formulas that stand side by side: behind a wide space, in a column of their own, behind a label."""

from __future__ import annotations

from workings.parsing.brackets import Tokens
from workings.parsing.lexicon import SCALES
from workings.parsing.numerals import is_group
from workings.parsing.tokens import GLUED, NEWLINE, QUAD, SPACE, WIDE, Piece, Token, Unit

LONGEST_HEAD = 7  # units before a sign
_COUNTED = frozenset(
    "step part task question exercise problem case layer epoch iteration round row column token query key "
    "head unit neuron node position sample example zeile spalte schritt teil aufgabe beispiel ligne colonne "
    "étape".split()
)
_DOTS = (".", "·", "•", "⋅")
COLUMN_GAP = 10  # characters between formulas that stand side by side
LEAST_GAP = 3  # spaces between formulas that stand side by side


class Abreast:
    """The state of a passage while it is cut, and whether a statement of its own begins at the next unit."""

    def __init__(self, tokens: Tokens, units: list[Unit], lines: bool) -> None:
        self.tokens = tokens
        self.units = units
        self.lines = lines
        self.pieces: list[Piece] = []
        self.current: list[Token] = []
        self.signs: list[int] = []
        self.last_sort = ""
        self.boundary = "start"
        self.lead: list[str] = []
        self.starts_line = True
        self.remarked = False
        self.has_columns = False  # statements side by side in an aligned row
        self.gives_reason = False  # up to the end of the row
        self.label: str | None = None
        self.labelled = 0  # words of the lead up to the label

    def parts_here(self, at: int, unit: Unit, gap: int) -> bool:
        """Whether a wide space parts two statements that stand side by side, or a label from its formula."""
        if gap == WIDE and (self.is_behind_label(at, unit) or self.is_next_column(at, unit)):
            return True
        if gap == WIDE and self.is_counted(unit) and self.is_stated(at):
            return True  # step 3  r * h = 0.45 * 0.5
        if (
            not self.current
            or self.last_sort in ("op", "rel")
            or unit.sort in ("op", "rel", "postfix", "sep", "break", "amp")
        ):
            return False
        if gap == WIDE and not self.signs and unit.token.kind == self.current[-1].kind == "num":
            follows = self.units[at + 1] if at + 1 < len(self.units) else None
            worked = follows is not None and follows.sort == "op"
            return worked and self.stands_apart(at, unit)  # 6 × 28 × 28     6·(3·25 + 1) = 456
        if gap == WIDE and unit.token.kind == "word" and unit.token.prose and not self.current[-1].prose:
            # a function's name behind a formula of its own
            return unit.token.text not in SCALES or self.heads_statement(at)
        if gap == WIDE and unit.token.text in SCALES and not self.heads_statement(at):
            return False
        if gap == WIDE and not self.lines:
            return bool(self.signs) and (self.heads_statement(at) or self.stands_apart(at, unit))
        return bool(self.signs) or gap == QUAD

    def is_behind_label(self, at: int, unit: Unit) -> bool:
        """Whether a formula that begins with a number follows a label: `B A    -1.20 - 0.36 = -1.56`."""
        if not self.current or self.signs or at + 1 >= len(self.units):
            return False
        if unit.sort in ("rel", "postfix") or (unit.sort == "op" and unit.token.text != "-"):
            return False
        far = unit.token.start - self.current[-1].end >= LEAST_GAP
        if far and not unit.token.prose and self.current[-1].prose:
            return self.is_stated(at)  # numbers in columns, and then $-4.0 - 1.8 = -5.8$
        if self.is_bracket_in_column(unit):
            return self.is_stated(at)
        if any(token.kind == "op" and token.text != "_" for token in self.current):
            return False
        if self.is_numbering(unit):
            return self.is_stated(at)
        counted = len(self.current) == 1 and self.current[0].kind == "num" and bool(self.lead)  # step 2
        if not (self.starts_line or counted) and unit.token.start - self.current[-1].end < LEAST_GAP:
            return False
        if unit.sort == "op":
            first = self.units[at + 1].token
            in_columns = far and self.boundary == "quad" and self.current[-1].kind == "num"
            if first.gap != GLUED or not (first.kind == "num" or in_columns):
                return False
        elif unit.token.kind != "num":
            return False
        return self.is_stated(at)

    def is_counted(self, unit: Unit) -> bool:
        """Whether a formula follows the number of a step or a part: `step 3  r …`, `in question 3 2^4 …`."""
        if len(self.current) != 1 or self.signs or not self.lead:
            return False
        bracket = unit.token.text in ("(", "[") and unit.token.gap >= SPACE
        if unit.token.kind not in ("word", "name", "num") and not bracket:
            return False
        return self.current[0].kind == "num" and self.lead[-1].lower() in _COUNTED

    def is_bracket_in_column(self, unit: Unit) -> bool:
        """Whether brackets stand far behind numbers or a size: `6x28x28     (25*1 + 1)*6 = 156`."""
        far = unit.token.start - self.current[-1].end >= LEAST_GAP
        alone = all(token.kind == "num" or token.text == "×" for token in self.current)
        return unit.token.text == "(" and far and alone

    def is_in_next_column(self, at: int, unit: Unit) -> bool:
        """Whether a sign goes on with a formula that stands far to the right in the line above.

        That line has two formulas side by side, and each of them goes on below itself.
        """
        if not self.lines or unit.sort != "rel" or self.signs != [0]:
            return False
        if unit.token.start - self.current[-1].end < COLUMN_GAP:
            return False
        breaks = 0
        for here in range(at - 1, 0, -1):
            token, before = self.units[here].token, self.tokens.list[self.units[here].lo - 1]
            far = token.gap == WIDE and token.start - before.end >= COLUMN_GAP
            if breaks == 1 and far and self.units[here].sort != "rel":
                return True
            breaks += token.gap == NEWLINE
            if breaks > 1:
                return False
        return False

    def is_next_column(self, at: int, unit: Unit) -> bool:
        """Whether a number stands in a column of its own behind a result: `0.5 * 0.3 = 0.15    -1.897`."""
        if not self.signs or self.signs[-1] + 1 >= len(self.current):
            return False
        result = self.current[self.signs[-1] + 1 :]
        if result[-1].kind != "num" or len(result) > 2 or (len(result) == 2 and result[0].text != "-"):
            return False
        if unit.token.kind == "num":
            return True
        if (
            unit.token.text != "-"
            or unit.token.start - result[-1].end < LEAST_GAP
            or at + 1 >= len(self.units)
        ):
            return False
        follows = self.units[at + 1].token
        if follows.gap != GLUED:
            return False
        return follows.kind == "num" or self.is_stated(at)  # t = 1   −ln 0.5 = 0.6931

    def is_next_equation(self, at: int) -> bool:
        """Whether a number behind a result begins an equation: `36 + 36 = 72 25 + 49 = 74`, no product."""
        sign, token = self.signs[-1], self.units[at].token
        worked = any(one.kind == "op" for one in self.current[:sign])
        if not worked or len(self.current) != sign + 2 or self.current[-1].kind != "num" or not token.prose:
            return False
        return not is_group(token.text) and self.is_stated(at) and self.units[at + 1].token.text in "+-*×·"

    def is_numbering(self, unit: Unit) -> bool:
        """Whether the line so far is the number of a question, with its marks perhaps: `6  [2]`."""
        texts = [token.text for token in self.current]
        if not (self.starts_line and unit.sort in ("operand", "phrase") and texts[0].isdigit()):
            return False
        return len(texts) > 1 and texts[1] in ("[", "(") and texts[-1] in ("]", ")") and texts[2].isdigit()

    def heads_statement(self, at: int) -> bool:
        """Whether a name and an equality sign follow, as in two statements side by side."""
        if self.units[at].token.kind not in ("word", "name"):
            return False
        before = ""
        for unit in self.units[at + 1 : at + LONGEST_HEAD]:
            if unit.sort == "rel":
                return unit.token.text in ("=", "≈")
            if unit.token.text in _DOTS or (before in _DOTS and unit.token.kind in ("word", "name")):
                before = unit.token.text  # k1.q2 = …
                continue
            called = unit.token.text == "(" and unit.token.gap == GLUED  # t=2  α(Calm) = …
            if not called and unit.token.kind not in ("num", "sub") and "_" not in (unit.token.text, before):
                return False
            before = unit.token.text
        return False

    def stands_apart(self, at: int, unit: Unit) -> bool:
        """Whether a formula of its own follows behind a gap, as in `0.6/0.4 = 1.5     ln(1.5) = 0.4055`."""
        return unit.token.start - self.current[-1].end >= LEAST_GAP and self.is_stated(at)

    def is_stated(self, at: int) -> bool:
        """Whether a sign of equality follows in the line, with nothing but maths before it."""
        for follows in self.units[at + 1 :]:
            if follows.sort == "rel":
                return follows.token.text in ("=", "≈")
            if follows.sort in ("break", "sep", "word", "amp") or follows.token.gap == NEWLINE:
                return False
        return False
