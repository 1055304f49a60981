"""Tokens: the signs of a text, with how far each stands from the one before; units and pieces of them."""

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


@record(slots=True)
class Unit:
    """A token, or a bracketed group as a whole, and what it is to the cutter."""

    lo: int
    hi: int
    sort: str  # operand phrase measure op postfix rel arrow word sep amp break dots remark other
    token: Token

    @property
    def ends_operand(self) -> bool:
        return self.sort in ("operand", "postfix")


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
