"""A passage's tokens cut into pieces of maths, with what stands between them.

Prose and maths are mixed freely, also inside formulas, so that words have to be sorted first: a word
next to an operator is a name, a word behind a number a unit, any other ends the piece.
"""

from __future__ import annotations

from dataclasses import dataclass

from workings.parsing.brackets import Tokens
from workings.parsing.lexicon import GREEDY, SCALES
from workings.parsing.tokens import GLUED, NEWLINE, QUAD, SPACE, WIDE, Token

SIGNS = frozenset("= ≈ ≡ ~ < > ≤ ≥ ≠ ∈ ∉ ∝ ← << >> ⊂".split())
_STOPS = {",": "comma", ";": "semicolon", ".": "stop", "?": "blank", ":": "colon"}
_BEFORE_NAMES = frozenset(
    "we the a an so then thus hence therefore is are get gets have has this that it as of which gives "
    "give with where and let now by compute computing calculate here since because when if for finally "
    "also be using use find equals note suppose assume consider to in on at from or but its our their "
    "first next given not will can because than per".split()
)
LONGEST_PHRASE = 6


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of maths; `boundary` says what parted it from the piece before, `lead` the words between."""

    tokens: tuple[Token, ...]
    boundary: str
    lead: tuple[str, ...]
    starts_line: bool
    label: str | None = None
    remarked: bool = False  # something unreadable stands before it on its line
    signs: tuple[int, ...] = ()  # where the relation signs outside brackets are


@dataclass(slots=True)
class _Unit:
    """A token, or a bracketed group as a whole, and what it is to the cutter."""

    lo: int
    hi: int
    sort: str  # operand op rel word sep break other remark dots
    token: Token


def cut(tokens: Tokens, lines: bool) -> list[Piece]:
    """The pieces of a passage; `lines` says that every line stands for itself, as in code."""
    units = _units(tokens)
    _sort_words(units, tokens)
    return _Cutter(tokens, units, lines).run()


def _units(tokens: Tokens) -> list[_Unit]:
    units: list[_Unit] = []
    at = 0
    while at < len(tokens.list):
        token = tokens.list[at]
        close = tokens.match.get(at)
        hi = close + 1 if close is not None and close > at else at + 1
        if hi == at + 3 and token.prose and _is_bullet(tokens, at, hi):
            at = hi
            continue
        if hi > at + 1 and token.prose and token.text == "(" and _holds_statement(tokens, at, hi):
            units.append(_Unit(at, at + 1, "other", token))
            at += 1
            continue
        units.append(_Unit(at, hi, _sort(tokens, at, hi, token, units), token))
        at = hi
    return units


def _is_bullet(tokens: Tokens, at: int, hi: int) -> bool:
    """`(b)` or `(iv)` at the start of a line numbers what follows."""
    if tokens.list[at].text != "(" or hi >= len(tokens.list) or tokens.list[hi].gap == GLUED:
        return False
    inside = tokens.list[at + 1]
    starts = at == 0 or tokens.list[at].gap == NEWLINE
    return starts and inside.prose and (len(inside.text) == 1 or set(inside.text) <= set("ivx"))


def _holds_statement(tokens: Tokens, at: int, hi: int) -> bool:
    """Brackets of the prose around a formula with a relation of its own: “(with $β = 0.9$)”."""
    inside = tokens.list[at + 1 : hi - 1]
    return (
        tokens.list[hi - 1].text == ")"
        and any(t.kind == "rel" and not t.prose and t.text in SIGNS for t in inside)
        and (at == 0 or tokens.list[at].gap > GLUED)
    )


def _sort(tokens: Tokens, at: int, hi: int, token: Token, before: list[_Unit]) -> str:
    kind = token.kind
    if kind in ("num", "name", "super", "sub", "cmd", "bar"):
        return "operand"
    if kind == "open":
        if hi == at + 1:
            return "other" if token.prose else "operand"  # a hole, not an end
        return "remark" if _is_remark(tokens, at, hi, before) else "operand"
    if kind == "word":
        return "word" if token.prose or tokens.lexicon.function(token.text) else "operand"
    if kind == "op":
        if token.text == "'" and token.gap > GLUED:
            return "other"
        return "postfix" if token.text in ("!", "'", "%", "°") else "op"
    if kind == "rel":
        if (
            token.text == "~"
            and token.prose
            and (not before or before[-1].sort not in ("operand", "postfix") or token.gap > GLUED)
        ):
            return "word"
        return "rel" if token.text in SIGNS else "arrow"
    if kind == "amp" and token.prose:
        return "word"
    if kind in ("sep", "break", "amp", "dots"):
        return kind
    if kind in ("other", "close") and not token.prose and token.text not in "□■#":
        return "operand"  # a sign we do not know leaves a hole in the formula
    return "other"


def _is_remark(tokens: Tokens, at: int, hi: int, before: list[_Unit]) -> bool:
    """Brackets that hold prose rather than maths, such as “(since x > 0)” or “(32%)” behind a value."""
    token = tokens.list[at]
    inside = tokens.list[at + 1 : hi - 1]
    if token.text not in ("(", "["):
        return False
    previous = before[-1] if before else None
    follows_operand = previous is not None and previous.sort in ("operand", "postfix") and token.gap > GLUED
    if (
        follows_operand
        and len(inside) == 2
        and inside[1].text == "%"
        and tokens.list[at - 1].kind in ("num", "close", "op")
    ):
        return True
    if follows_operand and inside and inside[0].kind == "rel":
        return True
    words = [
        t
        for t in inside
        if t.kind == "word" and t.prose and len(t.text) > 1 and tokens.lexicon.function(t.text) is None
    ]
    if not words:
        return False
    glued_to_word = previous is not None and previous.token.kind in ("word", "name") and token.gap == GLUED
    in_maths = not token.prose and previous is not None and previous.token.kind in ("word", "name")
    operators = sum(t.kind == "op" and t.text != "%" for t in inside)
    return not glued_to_word and not in_maths and operators == 0


def _sort_words(units: list[_Unit], tokens: Tokens) -> None:
    """Decide for every word whether it is a name, a unit of measurement, or prose."""
    at = 0
    while at < len(units):
        if units[at].sort != "word":
            at += 1
            continue
        end = at
        while end < len(units) and units[end].sort == "word" and (end == at or units[end].token.gap < WIDE):
            end += 1
        _sort_phrase(units, at, end, tokens)
        at = end


def _sort_phrase(units: list[_Unit], lo: int, hi: int, tokens: Tokens) -> None:
    before = units[lo - 1] if lo else None
    after = units[hi] if hi < len(units) else None
    last = units[hi - 1]
    if _is_callable(last, after, tokens):
        last.sort = "operand"
        hi -= 1
        after = last
        if hi == lo:
            return
        if before is None or before.sort not in ("op", "rel"):
            return
    if after is not None and _is_numbered(units, hi):
        _make_name(units, max(lo, hi - LONGEST_PHRASE), hi + 1)
        return
    if before is not None and after is not None and before.token.kind == after.token.kind == "bar":
        _make_name(units, lo, hi)
        return
    first = units[lo].token
    if first.text in SCALES and before is not None and before.token.kind == "num" and first.gap < QUAD:
        units[lo].sort = "operand"
        lo, before = lo + 1, units[lo]
        if lo == hi:
            return
        first = units[lo].token
    new_line = first.gap == NEWLINE
    follows_sign = before is not None and before.sort in ("op", "rel") and not new_line
    leads_sign = after is not None and after.sort in ("op", "rel") and after.token.gap < NEWLINE
    stopped = any(unit.token.text.lower() in _BEFORE_NAMES for unit in units[lo:hi])
    if follows_sign and (hi - lo <= 3 or leads_sign):
        _make_name(units, lo, hi)
    elif leads_sign and not stopped and _is_after_operand(before) and not new_line and first.gap < QUAD:
        for unit in units[lo:hi]:
            unit.sort = "unit"
    elif leads_sign:
        start = max(lo, hi - LONGEST_PHRASE)
        for at in range(hi - 1, start - 1, -1):
            if units[at].token.text.lower() in _BEFORE_NAMES and not (
                at == hi - 1 and len(units[at].token.text) == 1
            ):
                start = at + 1
                break
        _make_name(units, start, hi)


def _is_after_operand(before: _Unit | None) -> bool:
    return before is not None and before.sort in ("operand", "postfix")


def _is_numbered(units: list[_Unit], at: int) -> bool:
    """A number that belongs to the words before it: `Output 1 = …`."""
    token = units[at].token
    follows = units[at + 1] if at + 1 < len(units) else None
    return (
        token.kind == "num"
        and token.text.isdecimal()
        and token.gap <= SPACE
        and follows is not None
        and follows.sort == "rel"
    )


def _make_name(units: list[_Unit], lo: int, hi: int) -> None:
    for at in range(lo, hi):
        units[at].sort = "phrase" if hi - lo > 1 else "operand"


def _is_callable(unit: _Unit, after: _Unit | None, tokens: Tokens) -> bool:
    """A word that is an identifier or a function by what follows it: w1, P(A), log 2."""
    if after is None:
        return False
    token = after.token
    if token.kind == "sub" or (
        token.gap == GLUED and (token.kind == "num" or token.text in ("(", "[", "_", "'", "^"))
    ):
        return True
    if token.kind == "super" or (token.text in ("_", "^") and token.kind == "op"):
        return True
    op = tokens.lexicon.function(unit.token.text)
    if op is None or token.gap > WIDE:
        return False
    if token.text in ("(", "["):
        return True
    if op not in GREEDY:
        return False
    return (
        token.kind in ("num", "name", "cmd")
        and len(unit.token.text) > 1
        and (not token.prose or token.gap <= SPACE)
    )


class _Cutter:
    """Collects units into pieces."""

    def __init__(self, tokens: Tokens, units: list[_Unit], lines: bool) -> None:
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
        self.line_clean = True
        self.remarked = False
        self.label: str | None = None

    def run(self) -> list[Piece]:
        for at, unit in enumerate(self.units):
            self.step(at, unit)
        self.close("end")
        return self.pieces

    def step(self, at: int, unit: _Unit) -> None:
        gap = unit.token.gap
        if gap == NEWLINE and self.breaks_line(at, unit):
            self.close("line")
            self.start_line()
        elif gap in (QUAD, WIDE) and self.parts_here(at, unit, gap):
            self.close("quad")
        sort = unit.sort
        if sort in ("operand", "op", "rel", "postfix", "phrase", "dots"):
            self.add(unit)
        elif sort == "unit":
            self.current.append(unit.token._replace(kind="unit"))
            self.last_sort = "operand"
        elif sort == "break":
            if self.breaks_row(at):
                self.close("break")
                self.start_line()
        elif sort == "sep" and self.is_ratio(at):
            self.current.append(unit.token)
        elif sort == "sep":
            self.close(_STOPS.get(unit.token.text, "stop"))
        elif sort == "arrow":
            self.close("implies" if unit.token.text in ("⇒", "⇔") else "arrow")
        elif sort == "word":
            if (
                self.current
                and self.current[-1].kind == "num"
                and unit.token.text.lower() not in _BEFORE_NAMES
            ):
                self.current.append(unit.token._replace(kind="trail"))
            self.close("words")
            self.lead.append(unit.token.text.lower())
        elif sort in ("remark", "other"):
            self.close("remark")
            self.remarked = True
            if unit.token.kind == "other" and not unit.token.text.isspace():
                self.lead.append(unit.token.text)

    def add(self, unit: _Unit) -> None:
        if (
            unit.sort == "phrase"
            and self.current
            and self.current[-1].kind == "word"
            and self.last_sort == "phrase"
        ):
            before = self.current.pop()
            joined = f"{before.text} {unit.token.text}"
            self.current.append(Token("word", joined, before.start, unit.token.end, before.gap, True))
        else:
            if unit.sort == "rel":
                self.signs.append(len(self.current))
            self.current.extend(self.tokens.list[unit.lo : unit.hi])
        self.last_sort = unit.sort

    def breaks_line(self, at: int, unit: _Unit) -> bool:
        """Whether a newline ends the piece: not in the middle of a formula."""
        if not self.current:
            return True
        if self.last_sort in ("op", "rel") or unit.sort in ("op", "rel", "break"):
            return unit.sort == "rel" or (
                unit.sort == "op"
                and self.last_sort not in ("op", "rel")
                and self.lines is False
                and unit.token.prose
                and unit.token.text in "-*+•"
            )
        if unit.sort == "amp":
            return False
        if self.lines or unit.token.prose:
            return True
        return self.line_has_sign(at)

    def line_has_sign(self, at: int) -> bool:
        """Whether the line that starts at this unit states something of its own."""
        if not self.signs:
            return False
        for unit in self.units[at : at + 400]:
            if unit.sort == "rel":
                return True
            if unit.lo > self.units[at].lo and (unit.token.gap == NEWLINE or unit.sort == "break"):
                return False
        return False

    def breaks_row(self, at: int) -> bool:
        """Whether `\\\\` ends the piece: not before or after an operator."""
        at += 1
        while at < len(self.units) and self.units[at].sort == "amp":
            at += 1
        follows = self.units[at] if at < len(self.units) else None
        if follows is None or not self.current:
            return True
        if self.last_sort in ("op", "rel") and follows.sort != "rel":
            return False
        return not (follows.sort == "op" and bool(self.signs))

    def parts_here(self, at: int, unit: _Unit, gap: int) -> bool:
        """Whether a wide space parts two statements that stand side by side."""
        if (
            not self.current
            or self.last_sort in ("op", "rel")
            or unit.sort in ("op", "rel", "postfix", "sep", "break", "amp")
        ):
            return False
        if gap == WIDE and unit.token.kind == "word" and unit.token.prose and not self.current[-1].prose:
            return unit.token.text not in SCALES  # a function's name behind a formula of its own
        if gap == WIDE and unit.token.text in SCALES:
            return False
        if gap == WIDE and not self.lines:
            return bool(self.signs) and self.heads_statement(at)
        return bool(self.signs) or gap == QUAD

    def heads_statement(self, at: int) -> bool:
        """Whether a name and an equality sign follow, as in two statements side by side."""
        if self.units[at].token.kind not in ("word", "name"):
            return False
        for unit in self.units[at + 1 : at + 4]:
            if unit.sort == "rel":
                return unit.token.text in ("=", "≈")
            if unit.token.kind not in ("num", "sub") and unit.token.text != "_":
                return False
        return False

    def is_ratio(self, at: int) -> bool:
        """`4:6:3`, a colon between two numbers without spaces."""
        if self.units[at].token.text != ":" or at + 1 >= len(self.units) or not self.current:
            return False
        follows = self.units[at + 1].token
        return self.current[-1].kind == "num" and follows.kind == "num" and follows.gap == GLUED

    def start_line(self) -> None:
        self.starts_line = True
        self.remarked = False
        self.label = None
        self.boundary = "line"

    def close(self, boundary: str) -> None:
        """End the current piece; remember what parts it from the next."""
        if self.current:
            piece = Piece(
                tuple(self.current),
                self.boundary,
                tuple(self.lead),
                self.starts_line,
                self.label,
                self.remarked,
                tuple(self.signs),
            )
            self.pieces.append(piece)
            self.current = []
            self.signs = []
            self.lead = []
            self.boundary = boundary
            self.starts_line = False
            self.label = _text(piece) if boundary == "colon" else None
        elif boundary not in ("words", "remark") or self.boundary in ("comma", "start"):
            if boundary == "colon" and self.lead:
                self.label = " ".join(self.lead[-LONGEST_PHRASE:])
            self.boundary = boundary
        if boundary in ("words", "remark", "colon"):
            self.starts_line = False
        self.last_sort = ""


def _text(piece: Piece) -> str:
    return "".join(t.text for t in piece.tokens)
