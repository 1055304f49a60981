"""A passage's tokens cut into pieces of maths, with what stands between them."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from workings.parsing.brackets import Tokens
from workings.parsing.lexicon import GREEDY
from workings.parsing.partings import Cutting
from workings.parsing.phrases import BEFORE_NAMES, LONGEST_PHRASE
from workings.parsing.pointed import pointed
from workings.parsing.tokens import GLUED, NEWLINE, QUAD, SPACE, WIDE, Piece, Token, Unit
from workings.parsing.units import units_of

LONGEST_SIZE = 12  # digits
LONGEST_RANGE = 12  # tokens of `x_1 .. x_4`
_STOPS = {",": "comma", ";": "semicolon", ".": "stop", "?": "blank", ":": "colon"}
_TOWARDS = (("to",), ("到",), ("auf",), ("zu",), ("a",), ("à",), ("para",), ("vers",), ("в",), ("до",))
_FORMULA = frozenset({"operand", "op", "rel", "postfix"})
_PARTS = _FORMULA | {"phrase", "dots"}


def cut(tokens: Tokens, lines: bool) -> list[Piece]:
    """The pieces of a passage; `lines` says that every line stands for itself, as in code."""
    return pointed(_without_layers(_declared_together(_Cutter(tokens, units_of(tokens), lines).run())))


def without_logs(pieces: list[Piece]) -> list[Piece]:
    """What a program printed without the lines of its log: `t=1 f=0.8 i=0.65` says how far it is."""
    lines: list[list[Piece]] = []
    for piece in pieces:
        if piece.starts_line or not lines:
            lines.append([])
        lines[-1].append(piece)
    return [piece for line in lines if sum(map(_is_glued, line)) < 2 for piece in line]


def _without_layers(pieces: list[Piece]) -> list[Piece]:
    """The pieces without sizes that are no left side: `784 → 128 = 100,480`, `32 filters (3×3) = 320`."""
    for at, piece in enumerate(pieces):
        if not piece.lead and piece.boundary != "arrow":
            continue
        first = piece.signs[0] if piece.signs else 0
        sizes = _sizes_in(piece.tokens[:first])
        if not sizes or first + 1 == len(piece.tokens) or prod(sizes) == _whole(piece.tokens[first + 1]):
            continue
        mapped = piece.boundary == "arrow" or piece.lead in _TOWARDS
        onto = mapped and at > 0 and len(_sizes_in(pieces[at - 1].tokens)) == len(sizes)
        if onto or (piece.tokens[0].text == "(" and piece.lead and len(sizes) > 1):
            signs = tuple(sign - first - 1 for sign in piece.signs[1:])
            pieces[at] = replace(piece, tokens=piece.tokens[first + 1 :], signs=signs)
    return pieces


def _sizes_in(tokens: tuple[Token, ...]) -> list[int]:
    """The whole numbers with × between them, in brackets or not; none if there is anything else."""
    texts = [token.text for token in tokens if token.kind != "trail"]
    if texts[:1] == ["("] and texts[-1] == ")":
        texts = texts[1:-1]
    sizes, signs = texts[::2], texts[1::2]
    plain = len(texts) % 2 and all(map(_is_size, sizes)) and signs == ["×"] * len(signs)
    return [int(text) for text in sizes] if plain else []


def _is_size(text: str) -> bool:
    return text.isdecimal() and len(text) < LONGEST_SIZE


def _whole(token: Token) -> int | None:
    """`1,216` as a number."""
    text = token.text.replace(",", "")
    return int(text) if _is_size(text) else None


def _is_glued(piece: Piece) -> bool:
    """`f=0.8`, without spaces."""
    if len(piece.signs) != 1 or piece.signs[0] + 1 >= len(piece.tokens):
        return False
    sign = piece.signs[0]
    return piece.tokens[sign].gap == piece.tokens[sign + 1].gap == GLUED


def _declared_together(pieces: list[Piece]) -> list[Piece]:
    """The names of `A, B ∈ S` as one piece, because what is said is said of all of them."""
    found: list[Piece] = []
    for piece in pieces:
        if piece.signs and piece.signs[0] > 0 and piece.tokens[piece.signs[0]].text == "∈":
            while piece.boundary == "comma" and not piece.lead and found and not found[-1].signs:
                piece = _joined(found.pop(), piece)
        found.append(piece)
    return found


def range_in(piece: Piece) -> tuple[list[tuple[Token, ...]], Piece] | None:
    """What stands before the last name of `x_1 .. x_4 = …`, and the piece from that on."""
    left = piece.tokens[: piece.signs[0]]
    kinds = [token.kind for token in left]
    at = kinds.index("dots") if "dots" in kinds else 0
    if not 0 < at < len(left) - 1 <= LONGEST_RANGE:
        return None
    if any(token.kind in ("op", "sep", "comma") and token.text != "_" for token in left):
        return None
    signs = tuple(sign - at - 1 for sign in piece.signs)
    return [left[:at], left[at : at + 1]], replace(piece, tokens=piece.tokens[at + 1 :], signs=signs)


def _joined(first: Piece, second: Piece) -> Piece:
    """Two pieces as one, with a comma between them."""
    place = second.tokens[0].start
    tokens = (*first.tokens, Token("comma", ",", place, place, GLUED, False), *second.tokens)
    shift = len(first.tokens) + 1
    return replace(first, tokens=tokens, signs=tuple(sign + shift for sign in second.signs))


class _Cutter(Cutting):
    """Collects units into pieces."""

    def run(self) -> list[Piece]:
        if self.is_one_formula():
            current, listed = self.current, self.tokens.list
            for unit in self.units:
                if unit.sort == "rel":
                    self.signs.append(len(current))
                current += listed[unit.lo : unit.hi]
        else:
            for at, unit in enumerate(self.units):
                self.step(at, unit)
        self.close("end")
        return self.pieces

    def is_one_formula(self) -> bool:
        """Whether a passage is all maths or all prose, and has no word, gap or mark at which it may part."""
        if not self.units:
            return False
        for unit in self.units:
            if unit.sort not in _FORMULA or unit.token.gap > SPACE or unit.token.kind == "word":
                return False
        first = self.units[0]
        if first.sort == "op" and (first.token.prose or first.token.text == "/"):
            return False
        return len({token.prose for token in self.tokens.list}) == 1

    def step(self, at: int, unit: Unit) -> None:
        """Add a unit to the current piece, or let it end the piece."""
        gap = unit.token.gap
        if self.gives_reason or (unit.sort == "amp" and self.is_reason(at)):
            self.gives_reason = unit.sort != "break"
            if self.gives_reason:
                return
        if gap == NEWLINE and self.breaks_line(at, unit):
            self.close("line")
            if unit.sort == "rel" and self.is_only_measured():
                self.lead.clear()
            self.start_line()
        elif gap == WIDE and self.is_in_next_column(at, unit):
            self.close("column")
        elif gap in (QUAD, WIDE) and self.parts_here(at, unit, gap):
            self.close("quad")
            unit = replace(unit, sort="operand") if unit.sort == "measure" else unit
        elif (
            gap == SPACE
            and unit.token.kind in ("num", "open")
            and self.is_counted(unit)
            and self.is_stated(at)
        ):
            self.close("words")
        elif (
            gap == SPACE
            and self.signs
            and (self.is_next_equation(at) if unit.token.kind == "num" else self.is_assigned(at))
        ):
            self.close("quad")
        elif gap > GLUED and self.current and not self.signs and self.is_behind_words(at, unit):
            self.close("words")
        sort = unit.sort
        if sort == "op" and not self.current and self.is_mark(at, unit):
            return  # the mark of a comment or of a list item
        if sort == "op" and self.signs and self.is_dash(at, unit):
            self.close("remark")
        elif sort == "word":
            self.end_with_word(unit.token)
        elif sort in _PARTS:
            self.add(unit)
        elif sort == "measure":
            self.current.append(replace(unit.token, kind="unit"))
            self.last_sort = "operand"
        elif sort == "break":
            if self.breaks_row(at):
                self.close("break")
                self.start_line()
        elif sort == "amp":
            if self.starts_column(at):
                self.close("quad")
                self.has_columns = True
        elif self.is_blank(unit):
            self.add_blank(at, unit.token)
        elif sort == "sep" and self.is_ratio(at):
            self.current.append(unit.token)
        elif sort == "sep" and self.is_product_dot(at):
            self.current.append(replace(unit.token, kind="op", text="·"))
        elif sort == "sep":
            self.close(_STOPS.get(unit.token.text, "stop"))
        elif sort == "arrow":
            self.close("implies" if unit.token.text in ("⇒", "⇔") else "arrow")
        elif sort == "remark" and self.is_aside(at):
            pass
        elif unit.token.kind == "close" and self.is_surplus(at):
            self.current.append(unit.token)  # what it closes is not known, so neither is the value
            self.last_sort = "operand"
        elif sort in ("remark", "other"):
            self.close("remark")
            self.remarked = True
            if unit.token.kind == "other" and not unit.token.text.isspace():
                self.lead.append(unit.token.text)

    def add(self, unit: Unit) -> None:
        """Add a unit; the words of a phrase become one token."""
        if unit.sort == "phrase" == self.last_sort and self.current and self.current[-1].kind == "word":
            before = self.current.pop()
            joined = f"{before.text} {unit.token.text}"
            self.current.append(Token("word", joined, before.start, unit.token.end, before.gap, True))
        else:
            if unit.sort == "rel":
                self.signs.append(len(self.current))
            self.current.extend(self.tokens.list[unit.lo : unit.hi])
        self.last_sort = unit.sort

    def add_blank(self, at: int, token: Token) -> None:
        """Add a blank, which ends the piece unless another sign follows."""
        self.current.append(replace(token, kind="blank"))
        self.last_sort = "operand"
        follows = self.units[at + 1] if at + 1 < len(self.units) else None
        if follows is None or follows.sort != "rel":
            self.close("blank")

    def end_with_word(self, token: Token) -> None:
        """A word of prose ends the piece; straight behind a number it may be its unit."""
        text = token.text.lower()
        counts = bool(self.current) and self.current[-1].kind == "num"
        if counts and token.gap == GLUED and self.tokens.lexicon.function(token.text) in GREEDY:
            self.current.append(token)  # the 2cos of “2 − 2cos” is no 2
        elif counts and text not in BEFORE_NAMES:
            self.current.append(replace(token, kind="trail"))
        self.close("words")
        self.lead.append(text)

    def start_line(self) -> None:
        self.starts_line = True
        self.remarked = False
        self.label = None
        self.boundary = "line"

    def close(self, boundary: str) -> None:
        """End the current piece; remember what parts it from the next."""
        if boundary == "blank" and self.signs and self.signs[-1] == len(self.current) - 1:
            self.signs.pop()  # “= ?” leaves something to be filled in
            self.current.pop()
        if self.current:
            piece = Piece(
                tuple(self.current),
                self.boundary,
                tuple(self.lead),
                self.starts_line,
                self.label if self.means_label() else None,
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
            self.labelled = 0
        elif boundary not in ("words", "remark") or self.boundary in ("comma", "start"):
            if boundary == "colon" and self.lead:
                self.label, self.labelled = " ".join(self.lead[-LONGEST_PHRASE:]), len(self.lead)
            self.boundary = boundary
        if boundary in ("words", "remark", "colon"):
            self.starts_line = False
        self.last_sort = ""


def _text(piece: Piece) -> str:
    return "".join(t.text for t in piece.tokens)
