"""What stands behind an arrow: the shape of a product, or what a function makes of a result before it."""

from __future__ import annotations

from typing import TypeAlias

from workings.parsing.lexicon import Lexicon
from workings.parsing.tokens import GLUED, Piece, Token

_OF_NUMBERS = frozenset(
    {"sigmoid", "tanh", "relu", "leaky_relu", "step", "sign", "exp", "softplus", "gelu", "silu"}
)


Members: TypeAlias = list[tuple[str | None, list[Token]]]


def mapped_by(one: Piece, other: Piece, lexicon: Lexicon) -> Members | None:
    """What two pieces with an arrow between them state; None if that is nothing."""
    if _is_shape_rule(one, other):
        return [(None, [*one.tokens]), ("=", [*other.tokens])]
    return _image(one, other, lexicon) if one.signs and not other.signs else None


def _image(one: Piece, other: Piece, lexicon: Lexicon) -> Members | None:
    """`z = 2 - 3 = -1 → ReLU 0`, where the result is worked out: `784 → ReLU 256` is about layers."""
    if not any(token.kind == "op" and token.text != "_" for token in one.tokens[: one.signs[-1]]):
        return None
    value = [*one.tokens[one.signs[-1] + 1 :]]
    word, stated = _called(other)
    if _is_size(value) and _is_size(stated):
        return None  # 28 · 28 = 784 → ReLU 256
    if not _is_number(value) or not _is_number(stated) or lexicon.function(word) not in _OF_NUMBERS:
        return None
    start, end = value[0].start, max(value[-1].end, stated[0].start - 1)
    opening = [Token("word", word, start, start, GLUED, True), Token("open", "(", start, start, GLUED, True)]
    return [(None, [*opening, *value, Token("close", ")", end, end, GLUED, True)]), ("=", stated)]


def _called(piece: Piece) -> tuple[str, list[Token]]:
    """The only word of a piece, and what stands behind it."""
    first, *rest = piece.tokens
    if first.kind == "word" and not piece.lead:
        return first.text, rest
    return (piece.lead[0], [first, *rest]) if len(piece.lead) == 1 else ("", [])


def _is_size(tokens: list[Token]) -> bool:
    """Whether a number may count units: it is whole and has two digits."""
    return len(tokens) == 1 and tokens[0].text.isdecimal() and len(tokens[0].text) > 1


def _is_number(tokens: list[Token]) -> bool:
    return [token.text if token.kind == "op" else token.kind for token in tokens] in (["num"], ["-", "num"])


def _is_shape_rule(one: Piece, other: Piece) -> bool:
    """`(2 × 3)(3 × 4) → 2 × 4`, of which the arrow says what it comes to."""
    opened = sum(token.text == "(" for token in one.tokens)
    return opened > 1 and not other.lead and _is_of_sizes(one) and _is_of_sizes(other)


def _is_of_sizes(piece: Piece) -> bool:
    """Whole numbers with × between them, and brackets."""
    texts = [token.text for token in piece.tokens]
    return "×" in texts and all(text.isdecimal() or text in ("×", "(", ")", "·") for text in texts)
