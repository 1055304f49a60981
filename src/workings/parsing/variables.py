"""Letters that are names, because they stand beside signs elsewhere in their passage."""

from __future__ import annotations

from workings.parsing.brackets import Tokens
from workings.parsing.tokens import GLUED, Token


def is_variable(token: Token, tokens: Tokens) -> bool:
    """Whether a letter also stands alone beside a sign or with an exponent, as the names of a formula do."""
    listed = tokens.list
    for at, other in enumerate(listed[:-1]):
        if other.text != token.text or other is token or len(token.text) > 1:
            continue
        follows = listed[at + 1]
        if follows.kind == "super" or (follows.kind == "op" and follows.text in "^+-/"):
            return True
    return False


def is_multiplied(token: Token, tokens: Tokens) -> bool:
    """Whether the letter stands right behind a number and before a sign: `1 + 3g = 2 + 5g`."""
    listed = tokens.list
    return any(
        other.text == token.text and other.gap == GLUED and before.kind == "num" and behind.kind == "rel"
        for before, other, behind in zip(listed, listed[1:], listed[2:], strict=False)
    )
