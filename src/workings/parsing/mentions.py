"""Functions that are applied to something without saying what comes out: “the softmax of row 2 of S”."""

from __future__ import annotations

import re

from workings.document import Member, Passage, Statement
from workings.expr import Call, Hole, Index, number
from workings.parsing.chains import parse_tokens
from workings.parsing.lexicon import Lexicon
from workings.parsing.tokens import Piece
from workings.regex import regex
from workings.source import Span

_LONGEST_SPOKEN = 240  # characters before a name in which its softmax may be spoken of
_SPOKEN = regex(
    r"\bsoftmax\s+(?:for|of)\s+(?:the\s+)?(?:row\s+(\d{1,4})\s+of\s+)?(?:the\s+)?$", re.IGNORECASE
)


def mentioned(passage: Passage, piece: Piece, lexicon: Lexicon) -> Statement | None:
    """A statement of one member, of which rules may want to know; None where nothing is applied."""
    first = piece.tokens[0]
    called = first.kind == "word" and any(t.kind == "open" for t in piece.tokens[1:])
    spoken = None
    if not called and first.kind == "name":
        before = first.start - passage.span.start
        spoken = _SPOKEN.search(passage.text[max(0, before - _LONGEST_SPOKEN) : before])
    if not called and spoken is None:
        return None
    span = Span(first.start, piece.tokens[-1].end)
    expr = parse_tokens(list(piece.tokens), lexicon)
    if spoken is not None:
        span = Span(span.start - len(spoken.group()), span.end)
        if spoken.group(1):
            expr = Index(expr.span, expr, (number(int(spoken.group(1)) - 1),))
        expr = Call(span, "softmax", (expr,))
    return None if isinstance(expr, Hole) else Statement((Member(None, expr, span),), span, passage)
