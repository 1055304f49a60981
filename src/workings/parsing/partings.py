"""Where a piece of maths ends: at which lines, columns, labels and marks."""

from __future__ import annotations

from workings.parsing.brackets import Tokens
from workings.parsing.lexicon import SCALES
from workings.parsing.numerals import is_group
from workings.parsing.sorting import Unit
from workings.parsing.tokens import GLUED, NEWLINE, QUAD, SPACE, WIDE, Token
from workings.record import record

LONGEST_HEAD = 7  # units before a sign
_COUNTED = frozenset(
    "step part task question exercise problem case layer epoch iteration round row column token query key "
    "head unit neuron node position sample example zeile spalte schritt teil aufgabe beispiel ligne colonne "
    "étape".split()
)
_PRIMES = (["'"], ["′"])
_DOTS = (".", "·", "•", "⋅")
COLUMN_GAP = 10  # characters between formulas that stand side by side
LEAST_GAP = 3  # spaces between formulas that stand side by side
LONGEST_LETTER = 2  # characters of a label that is no word
LONGEST_MEASURE = 3  # words behind a number at the end of a line
_WORKED = ("operand", "op", "postfix", "measure")
_REASONS = frozenset("since because as by using from where with for due recall note".split())
_FILLERS = frozenset(
    "we get have obtain then so is the thus hence therefore now it with by calculate that value".split()
)  # words between a letter with a colon and its value


@record(frozen=True, slots=True)
class Piece:
    """A stretch of maths; `boundary` says what parted it from the piece before, `lead` the words between."""

    tokens: tuple[Token, ...]
    boundary: str
    lead: tuple[str, ...]
    starts_line: bool
    label: str | None = None
    remarked: bool = False  # something unreadable stands before it on its line
    signs: tuple[int, ...] = ()  # where the relation signs outside brackets are


class Cutting:
    """The state of a passage while it is cut, and what can be asked about the next unit."""

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

    def is_behind_words(self, at: int, unit: Unit) -> bool:
        """Whether a formula that begins with a number or f(…) stands behind a word: `in conv2 $14 …$`."""
        before, token = self.current[-1], unit.token
        if token.kind == "name" and len(self.current) == 1 and before.kind == "word":
            follows = [one.token.text for one in self.units[at + 1 : at + 3]]
            applied = follows[:1] == ["("] or (follows[:1] in _PRIMES and follows[1:] == ["("])
            return applied and before.prose and not token.prose  # “of the sigmoid $σ'(0) = 0.25$”
        if token.kind != "num" or token.prose or not before.prose:
            return False
        return before.kind in ("word", "num") and any(token.kind == "word" for token in self.current)

    def is_blank(self, unit: Unit) -> bool:
        """A question mark, a line or a box straight behind a sign: a value to be filled in."""
        follows = self.last_sort == "rel" and unit.token.gap < NEWLINE
        return follows and (unit.token.text == "□" or (unit.sort == "sep" and unit.token.text == "?"))

    def is_only_measured(self) -> bool:
        """Whether a line ended with a number and what it counts, `2 bytes per weight`, and goes on below."""
        ended = bool(self.pieces) and self.pieces[-1].tokens[-1].kind == "trail"
        return ended and 0 < len(self.lead) <= LONGEST_MEASURE

    def breaks_line(self, at: int, unit: Unit) -> bool:
        """Whether a newline ends the piece: not in the middle of a formula."""
        if not self.current:
            return True
        if self.last_sort in ("op", "rel") or unit.sort in ("op", "rel", "break"):
            if unit.sort == "op":
                return self.is_bullet(at, unit) or (self.lines and self.is_behind_label(at, unit))
            return unit.sort == "rel"
        if unit.sort == "amp" or (unit.token.text.startswith("begin:") and not self.lines):
            return False  # a matrix on the next line is the next factor
        if self.lines or unit.token.prose:
            return True
        return self.line_has_sign(at) and not self.ends_with_factor(at, unit)

    def ends_with_factor(self, at: int, unit: Unit) -> bool:
        """Whether a line begins with what the left side ended with: the last v of `A v = […] ⏎ v = 0`."""
        if len(self.signs) != 1 or not self.current[-1].text.startswith("end:") or at + 1 >= len(self.units):
            return False
        own = [token.text for token in self.tokens.list[unit.lo : unit.hi]]
        left = [token.text for token in self.current[: self.signs[0]]]
        return len(own) < len(left) and left[-len(own) :] == own and self.units[at + 1].sort == "rel"

    def is_mark(self, at: int, unit: Unit) -> bool:
        """A slash, or a dash or dot that stands apart at the start of a line of plain text."""
        if unit.token.text == "/":
            return self.boundary != "comma"  # ln 0.5 = -0.693, /2 = -0.347
        follows = self.units[at + 1].token if at + 1 < len(self.units) else None
        apart = follows is not None and follows.gap in (SPACE, WIDE)
        marks = self.lines and apart and unit.token.prose and unit.token.text in "-*+·"
        return marks and not self.adds_to_result(at, unit)

    def is_dash(self, at: int, unit: Unit) -> bool:
        """Whether a dash parts a formula from words: `$0.6$ – 60 % of them`, but not `$x$ – 1 = 2`."""
        follows = self.units[at + 1].token if at + 1 < len(self.units) else None
        if unit.token.text != "-" or follows is None or not (unit.token.prose and follows.prose):
            return False
        if self.current[-1].prose or not {unit.token.gap, follows.gap} <= {SPACE, WIDE}:
            return False
        ends = (after.sort for after in self.units[at + 1 :] if after.sort not in _WORKED)
        return next(ends, "") != "rel"

    def adds_to_result(self, at: int, unit: Unit) -> bool:
        """Whether `+ b = 7` goes on from the result of the line above, and is no item of a list."""
        if (
            unit.token.text != "+"
            or unit.token.gap != NEWLINE
            or not self.pieces
            or not self.pieces[-1].signs
        ):
            return False
        alone = sum(u.token.text == "+" and u.token.gap == NEWLINE and u.token.prose for u in self.units) == 1
        return alone and self.boundary == "line" and not self.lead and self.heads_statement(at + 1)

    def is_bullet(self, at: int, unit: Unit) -> bool:
        """A dash or star before a line that states something of its own, or the mark of a comment."""
        if self.last_sort in ("op", "rel") or not unit.token.prose:
            return False
        if unit.token.text == "/":
            return True
        return unit.token.text in "-*+·" and (not self.lines or self.line_has_sign(at))

    def line_has_sign(self, at: int) -> bool:
        """Whether the line that starts at this unit states something of its own."""
        if not self.signs and not self.ends_count():
            return False
        for unit in self.units[at : at + 400]:
            if unit.lo > self.units[at].lo and (unit.token.gap == NEWLINE or unit.sort == "break"):
                return False
            if unit.sort == "rel":
                return True
        return False

    def ends_count(self) -> bool:
        """Whether the piece is the last number of `t = 1, …, T`, behind which nothing goes on."""
        return self.boundary == "comma" and bool(self.pieces) and self.pieces[-1].tokens[-1].kind == "dots"

    def breaks_row(self, at: int) -> bool:
        """Whether `\\\\` ends the piece: not before or after an operator, unless a new left side follows."""
        at += 1
        has_columns, self.has_columns = self.has_columns, False
        if has_columns or (self.last_sort not in ("op", "rel") and self.has_left_side(at)):
            return True
        while at < len(self.units) and self.units[at].sort == "amp":
            at += 1
        follows = self.units[at] if at < len(self.units) else None
        if follows is None or not self.current:
            return True
        if self.last_sort in ("op", "rel") and follows.sort != "rel":
            return False
        aligned = self.units[at - 1].sort == "amp"
        return not (follows.sort == "op" and (aligned or bool(self.signs)))

    def is_reason(self, at: int) -> bool:
        """Whether words in a column of their own say why a row holds: `a &= b && \\text{since } c = 1`."""
        if at + 2 >= len(self.units) or self.units[at + 1].sort != "amp":
            return False
        first = self.units[at + 2].token
        return first.kind == "word" and first.prose and first.text.lower() in _REASONS

    def starts_column(self, at: int) -> bool:
        """Whether another statement of an aligned row begins behind `&`: `a &= 1 & b &= 2`."""
        if not self.signs or self.last_sort in ("op", "rel") or at + 1 >= len(self.units):
            return False
        return self.units[at + 1].sort in ("operand", "phrase") and self.has_left_side(at + 1)

    def has_left_side(self, at: int) -> bool:
        """Whether the row that begins here is aligned at a sign behind its first member: `-x &= …`."""
        for here, unit in enumerate(self.units[at:], at):
            if unit.sort == "amp":
                follows = self.units[here + 1] if here + 1 < len(self.units) else None
                return here > at and follows is not None and follows.sort == "rel"
            if unit.sort in ("rel", "break"):
                return False
        return False

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

    def is_aside(self, at: int) -> bool:
        """A remark in the middle of a sum: `2 (weights) + 2 (gradients) = 4`."""
        if not self.current or self.last_sort not in ("operand", "postfix") or at + 1 >= len(self.units):
            return False
        follows = self.units[at + 1]
        return follows.sort in ("op", "rel") and follows.token.gap < NEWLINE

    def is_surplus(self, at: int) -> bool:
        """Whether a bracket that nothing opens stands in the middle of a formula: `(32 - 5)/1) + 1 = 28`."""
        if self.units[at].token.gap > GLUED or at + 1 >= len(self.units):
            return False
        follows = self.units[at + 1]
        worked = any(token.kind == "op" for token in self.current)
        return worked and follows.sort == "op" and follows.token.gap < NEWLINE

    def is_ratio(self, at: int) -> bool:
        """`4:6:3`, a colon between two numbers without spaces."""
        if self.units[at].token.text != ":" or at + 1 >= len(self.units) or not self.current:
            return False
        follows = self.units[at + 1].token
        if self.current[-1].kind != "num" or follows.kind != "num" or follows.gap != GLUED:
            return False
        return len(self.current) == 1 or self.current[-2].text != "_"  # conv_1:456 is a label

    def is_assigned(self, at: int) -> bool:
        """Whether `f=0.8` or `w2=0.8` begins here behind `t=1`, with no spaces around their signs."""
        sign, *value = self.current[self.signs[-1] :]
        token = self.units[at].token
        if not token.prose or token.kind != "word" or self.last_sort in ("op", "rel"):
            return False
        numbered = at + 1 < len(self.units) and _is_number_of(self.units[at + 1].token)
        behind = at + 1 + numbered
        follows = self.units[behind] if behind < len(self.units) else None
        if follows is None or follows.sort != "rel" or follows.token.gap != GLUED:
            return False
        return sign.gap == GLUED and bool(value) and value[0].gap == GLUED

    def is_product_dot(self, at: int) -> bool:
        """The dot of a product whose first factor is not read: `u+.v = 3.5`."""
        if self.units[at].token.text != "." or at + 1 >= len(self.units) or self.last_sort != "op":
            return False
        return self.units[at].token.gap == self.units[at + 1].token.gap == GLUED

    def means_label(self) -> bool:
        """Whether a value is that of its label: in `y: factor 1 - 2.5 = -1.5` it is that of a factor."""
        spelt = self.label is None or len(self.label) > LONGEST_LETTER
        return spelt or _FILLERS.issuperset(self.lead[self.labelled :])


def _is_number_of(token: Token) -> bool:
    """The number of a name, right behind its letter: `w2`, `w₂`."""
    return token.kind in ("num", "sub") and token.gap == GLUED
