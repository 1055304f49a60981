"""Tokens: the signs of a text, with how far each stands from the one before it."""

from __future__ import annotations

from workings.record import record

# How far a token stands from the one before it; list separators are decided by it.
GLUED, SPACE, WIDE, EXPLICIT, QUAD, NEWLINE = range(6)


@record(frozen=True, slots=True)
class Token:
    """One sign of the text. `prose` marks what stood outside maths delimiters or inside \\text{}."""

    kind: str  # num name word cmd op rel open close bar super sub sep amp break dots blank other
    text: str  # normalised: "\\times" and "×" are both "×"
    start: int
    end: int
    gap: int
    prose: bool
