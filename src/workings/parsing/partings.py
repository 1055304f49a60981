"""Where a piece of maths ends: at which lines, columns, labels and marks."""

from __future__ import annotations

from workings.parsing.abreast import Abreast
from workings.parsing.tokens import GLUED, NEWLINE, SPACE, WIDE, Token, Unit

_PRIMES = (["'"], ["′"])
LONGEST_LETTER = 2  # characters of a label that is no word
LONGEST_MEASURE = 3  # words behind a number at the end of a line
_WORKED = ("operand", "op", "postfix", "measure")
_REASONS = frozenset("since because as by using from where with for due recall note".split())
_FILLERS = frozenset(
    "we get have obtain then so is the thus hence therefore now it with by calculate that value".split()
)  # words between a letter with a colon and its value


class Cutting(Abreast):
    """What can be asked about the next unit of a passage that is being cut."""

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
