"""What goes on from a chain: a sum with its operator first, and a result below “where n = 4, m = 2”."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workings.document import Kind, Passage
from workings.parsing.chains import CONTINUING, Chain
from workings.parsing.tokens import Piece, Token

_WHERE = frozenset("where with for given here wobei mit hier où avec donde con".split())
_SO = frozenset("so thus hence therefore then also daher somit donc entonces".split())
_POINT = frozenset("at when for bei für pour en para при".split())
_NUMBERS = ("num", "op")


def gone_on(chain: Chain | None, passage: Passage, piece: Piece) -> Piece:
    """A piece that begins with an operator, with the result before it: `ln 0.5 = −0.693, /2 = −0.347`."""
    piece = _without_result(piece)
    if piece.tokens[0].text not in CONTINUING or piece.tokens[0].kind != "op" or chain is None:
        return piece
    before = chain.members[-1][1]
    is_number = before and before[-1].kind == "num" and all(t.text in "+-" for t in before[:-1])
    is_list = before and piece.boundary == "line" and before[0].text in "[(" and before[-1].text in "])"
    if not (is_number or is_list) or piece.boundary not in ("comma", "line"):
        return piece
    if piece.lead or chain.passage is not passage:
        return piece
    signs = tuple(sign + len(before) for sign in piece.signs)
    return replace(piece, tokens=(*before, *piece.tokens), signs=signs)


def _without_result(piece: Piece) -> Piece:
    """The point alone of `tanh at x = 2 = 0.964`, of which the value is that of what stands before it."""
    if len(piece.signs) < 2 or not piece.lead or piece.lead[-1].lower() not in _POINT:
        return piece
    first, second, third = (*piece.signs, len(piece.tokens))[:3]
    point, result = piece.tokens[first + 1 : second], piece.tokens[second + 1 : third]
    if first != 1 or not _is_number(point) or not _is_number(result):
        return piece
    return replace(piece, tokens=piece.tokens[:second], signs=(first,))


def _is_number(tokens: Sequence[Token]) -> bool:
    """Whether nothing but a number, with its sign perhaps, is written."""
    *signs, last = (token for token in tokens if token.kind not in ("open", "close"))
    return last.kind == "num" and [sign.text for sign in signs] in ([], ["-"])


def is_conclusion(piece: Piece, passage: Passage) -> bool:
    """Whether a formula starts anew behind what it follows from: `x < 0, so e^x / 2`, `x = 2 → f(x)`."""
    if piece.boundary == "arrow" and passage.kind is Kind.DISPLAY:
        return True
    return bool(piece.lead) and piece.lead[-1].lower() in _SO


def is_broken_off(piece: Piece, follows: str) -> bool:
    """Whether a line ends with a sum behind words, `for x = 10 it is 1 + 10 · 2`: `= 21` may be below."""
    worked = any(token.kind == "op" and token.text != "_" for token in piece.tokens[1:])
    return worked and piece.boundary == "words" and follows == "line" and bool(piece.lead)


class Clauses:
    """The formula whose names are being given their values: `P = n m, where n = 4`, or `(as n = 4)`."""

    def __init__(self) -> None:
        self.formula: Chain | None = None
        self.bracketed = False  # the last given may stand in brackets behind it

    def note(self, chain: Chain | None, piece: Piece) -> None:
        """Take in that a piece begins a statement behind a chain."""
        self.bracketed = chain is not None and _opens_bracket(chain, piece)
        if chain is None:
            self.formula = None
        elif self.bracketed:
            self.formula = chain
        elif _is_formula(chain):
            beside = piece.boundary == "comma" and not piece.lead
            self.formula = chain if beside or not _WHERE.isdisjoint(piece.lead) else None
        elif not _is_given(chain):
            self.formula = None

    def resumed(self, chain: Chain, passage: Passage, piece: Piece) -> Chain | None:
        """The formula again, if a line that begins with a sign goes on with it and not with a given."""
        formula, self.formula = self.formula, None
        if formula is None or not piece.starts_line or piece.lead or not _is_given(chain):
            return None
        if self.bracketed and (formula.passage is not passage or not _is_closed(chain, passage)):
            return None
        members: list[tuple[str | None, list[Token]]] = [(None, formula.members[-1][1])]
        return Chain(members, passage, formula.label, formula.hypothesis, resumes=True)


def _opens_bracket(chain: Chain, piece: Piece) -> bool:
    """Whether a piece stands in brackets that are opened behind a chain."""
    last = chain.members[-1][1]
    if len(chain.members) < 2 or not last:
        return False
    start = chain.passage.span.start
    between = chain.passage.text[max(0, last[-1].end - start) : max(0, piece.tokens[0].start - start)]
    return between.count("(") > between.count(")")


def _is_closed(chain: Chain, passage: Passage) -> bool:
    """Whether a bracket is closed right behind a chain: `x = 3 · 4 (as h_0 = 0)`, and below it `= 12`."""
    return passage.text[chain.members[-1][1][-1].end - passage.span.start :].lstrip(" $").startswith(")")


def _is_given(chain: Chain) -> bool:
    """`n = 4`: a name and a number."""
    return len(chain.members) == 2 and all(token.kind in _NUMBERS for token in chain.members[1][1])


def _is_formula(chain: Chain) -> bool:
    """`P = n m`: something with names in it, which no number is stated for yet."""
    return len(chain.members) == 2 and any(token.kind in ("name", "word") for token in chain.members[1][1])
