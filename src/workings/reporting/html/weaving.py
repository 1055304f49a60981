"""Put marks around stretches of a text: they may stand inside one another, but never cross."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workings.record import record


@record(frozen=True)
class Piece:
    """A stretch of a text, and what is written before and after it."""

    start: int
    end: int
    before: str
    after: str


def nested(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Piece]]:
    """Those that stand beside or inside one another, and those that would cross one of them."""
    kept: list[Piece] = []
    crossing: list[Piece] = []
    ends: list[int] = []
    for piece in sorted(pieces, key=lambda piece: (piece.start, -piece.end)):
        while ends and ends[-1] <= piece.start:
            ends.pop()
        if ends and piece.end > ends[-1]:
            crossing.append(piece)
            continue
        kept.append(piece)
        ends.append(piece.end)
    return kept, crossing


def weave(text: str, start: int, end: int, pieces: Sequence[Piece], write: Callable[[str], str]) -> str:
    """A stretch of the text with nested pieces marked; `write` gives what stands for plain text."""
    out: list[str] = []
    open_pieces: list[Piece] = []
    at = start

    def close(upto: int) -> int:
        reached = at
        while open_pieces and open_pieces[-1].end <= upto:
            piece = open_pieces.pop()
            out.extend((write(text[reached : piece.end]), piece.after))
            reached = piece.end
        return reached

    for piece in pieces:
        at = close(piece.start)
        out += (write(text[at : piece.start]), piece.before)
        at = piece.start
        open_pieces.append(piece)
    at = close(end)
    out.append(write(text[at:end]))
    return "".join(out)
