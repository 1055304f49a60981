"""What something comes to at a point: `$p(1 - p)$ for $p = 0.3$ = 0.21`, `the slope at $x = 2$ = 12`.

The last sign goes on from what stands before the point, and not from the point itself.
"""

from __future__ import annotations

from dataclasses import replace

from workings.parsing.tokens import GLUED, Piece, Token

_AT = frozenset("at for when with bei für mit wenn en pour avec para con".split())
_OPENS = frozenset("so then thus hence therefore and but now here that also dann also donc entonces".split())


def pointed(pieces: list[Piece]) -> list[Piece]:
    """The pieces, in which a value behind a point belongs to what is taken there."""
    if not any(len(piece.signs) > 1 and piece.lead for piece in pieces):
        return pieces
    found: list[Piece] = []
    for piece in pieces:
        if not _is_point(piece):
            found.append(piece)
        elif found and _varies(found[-1], piece):
            found[-1] = _taken(found[-1], piece)
        else:
            found += _parted(piece)
    return found


def _is_point(piece: Piece) -> bool:
    """Whether a piece is `x = 2 = …` behind “at”, or another word for a point."""
    if len(piece.signs) < 2 or piece.signs[0] != 1 or not piece.lead or piece.lead[-1].lower() not in _AT:
        return False
    value, after = piece.tokens[2 : piece.signs[1]], piece.tokens[piece.signs[1] :]
    is_number = bool(value) and value[-1].kind == "num" and all(token.text in "+-" for token in value[:-1])
    apart = after[0].prose and not value[-1].prose  # behind the dollar
    return is_number and apart and piece.tokens[0].kind == "name"


def _varies(formula: Piece, point: Piece) -> bool:
    """Whether a formula is one in the letter of a point, and no words before it do more: no “half of”."""
    if formula.signs or len(point.lead) != 1 or len(formula.tokens) < 2:
        return False
    if formula.lead and formula.lead[-1].lower() not in _OPENS:
        return False
    return any(token.text == point.tokens[0].text for token in formula.tokens)


def _taken(formula: Piece, point: Piece) -> Piece:
    """Both as one piece, with the point behind a bar: `(p(1 - p))|_{p=0.3} = 0.21`."""
    start, end, second = formula.tokens[0].start, formula.tokens[-1].end, point.signs[1]
    close = point.tokens[second - 1].end
    tokens = (
        Token("open", "(", start, start, GLUED, False),
        *formula.tokens,
        Token("close", ")", end, end, GLUED, False),
        Token("bar", "|", end, end, GLUED, False),
        Token("op", "_", end, end, GLUED, False),
        Token("open", "{", end, end, GLUED, False),
        *point.tokens[:second],
        Token("close", "}", close, close, GLUED, False),
        *point.tokens[second:],
    )
    further = len(tokens) - len(point.tokens)
    return replace(formula, tokens=tokens, signs=tuple(sign + further for sign in point.signs[1:]))


def _parted(point: Piece) -> tuple[Piece, Piece]:
    """The point, and behind it a value of what the words before it name."""
    second = point.signs[1]
    signs = tuple(sign - second for sign in point.signs[1:])
    value = replace(point, tokens=point.tokens[second:], signs=signs, boundary="words", starts_line=False)
    return replace(point, tokens=point.tokens[:second], signs=point.signs[:1]), value
