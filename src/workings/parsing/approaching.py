"""Limits in sentences: “tanh(x) → 1 as x → ∞”, “as T → 0, the weights approach [1, 0, 0]”.

An arrow alone says nothing: only one that names the variable and where it goes makes a statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.document import Member, Passage, Statement
from workings.expr import Expr, Fold, Hole, Name, Number, name, number, walk
from workings.parsing.brackets import Tokens
from workings.parsing.chains import parse_tokens
from workings.parsing.folds import approach
from workings.parsing.grammar import Parser
from workings.parsing.hypotheses import is_disowned, is_hypothetical
from workings.parsing.lexicon import Lexicon
from workings.parsing.tokens import Piece, Token
from workings.record import record
from workings.regex import regex
from workings.source import Span

_TENDS = regex(r"(?:approach(?:es)?|tends? to(?:wards)?|goe?s? to|converges? to)(?: exactly)?", re.IGNORECASE)
_AS = frozenset({"as", "when", "where", "wenn", "for", "if", "letting"})
_UNDER = frozenset(
    {"by", "with", "in", "over", "from", "than", "among", "of"}
)  # what follows is part of the subject
_LETTER = regex(r"\b(\w)\s*(?:→|->)\s*$")  # a letter of plain text before an arrow
_ENDS = regex(
    r"^[\s$)]*(?:goes to|tends to|approaches|→|\\to|\\rightarrow|->)\s*(?:plus |\+)?"
    r"(infinity|infty|∞|zero|nought|minus infinity|-infinity)\b",
    re.IGNORECASE,
)


@record(frozen=True, slots=True)
class Approach:
    """A variable, where it goes, and from which side; with the pieces that say so."""

    variable: str
    point: Expr
    side: Expr | None
    first: int
    last: int


def limit_statements(passage: Passage, pieces: Sequence[Piece], lexicon: Lexicon) -> list[Statement]:
    """Every limit that the pieces of a passage state in words or with arrows."""
    found: list[Statement] = []
    for at, piece in enumerate(pieces):
        inside = _over_arrow(piece, lexicon) if at and piece.boundary == "arrow" else None
        if inside is not None:
            way, rest = inside
            found += _stated(passage, pieces[at - 1], rest, way, lexicon)
            continue
        said = _approach(passage, pieces, at, lexicon)
        if said is None:
            continue
        before = _pairs_before(passage, pieces, said.first)
        for over, under in before or _pairs_after(passage, pieces, said.last):
            found += _stated(passage, over, list(under.tokens), said, lexicon)
    return found


def _approach(passage: Passage, pieces: Sequence[Piece], at: int, lexicon: Lexicon) -> Approach | None:
    """`as T → 0` with the variable in one piece and the point in the next, or in a word behind it."""
    piece = pieces[at]
    if piece.boundary == "arrow" and len(piece.lead) > 1 and piece.lead[-2] in _AS:
        letter = _LETTER.search(passage.text[: piece.tokens[0].start - passage.span.start][-12:])
        point = parse_tokens(list(piece.tokens), lexicon)
        if letter is not None and not isinstance(point, Hole):
            return Approach(letter.group(1), point, None, at, at)
    if not piece.lead or piece.lead[-1].lower() not in _AS or piece.signs or len(piece.tokens) > 6:
        return None
    variable = parse_tokens(list(piece.tokens), lexicon)
    if not isinstance(variable, Name):
        return None
    after = pieces[at + 1] if at + 1 < len(pieces) else None
    if after is not None and after.boundary == "arrow" and not after.signs:
        arrow = Token("rel", "→", after.tokens[0].start, after.tokens[0].start, 0, False)
        tokens = Tokens([*piece.tokens, arrow, *after.tokens], lexicon)
        found = approach(Parser(tokens, 0, len(tokens.list)), 0, len(tokens.list))
        return None if found is None else Approach(*found, at, at + 1)
    rest = passage.text[piece.tokens[-1].end - passage.span.start :][:60]
    words = _ENDS.match(rest)
    if words is None:
        return None
    return Approach(variable.key, _point(words.group(1).lower()), None, at, at)


def _point(word: str) -> Expr:
    if word in ("zero", "nought"):
        return number(0)
    infinite: Expr = name("∞")
    return -infinite if word.startswith(("minus", "-")) else infinite


def _over_arrow(piece: Piece, lexicon: Lexicon) -> tuple[Approach, list[Token]] | None:
    """`\\xrightarrow{T \\to 0} y`: what stands on the arrow, and what behind it."""
    listed = list(piece.tokens)
    if not listed or listed[0].text != "{":
        return None
    tokens = Tokens(listed, lexicon)
    close = tokens.match.get(0)
    if close is None or close + 1 >= len(listed):
        return None
    found = approach(Parser(tokens, 0, len(listed)), 1, close)
    return None if found is None else (Approach(*found, 0, 0), listed[close + 1 :])


def _pairs_before(passage: Passage, pieces: Sequence[Piece], at: int) -> list[tuple[Piece, Piece]]:
    """`X → Y and U → V as`: the pieces before the approach, two by two."""
    found: list[tuple[Piece, Piece]] = []
    while at >= 2 and _tends(passage, pieces, at - 1):
        found.insert(0, (pieces[at - 2], pieces[at - 1]))
        at -= 2
        if not _goes_on(pieces[at]):
            break
    return found


def _pairs_after(passage: Passage, pieces: Sequence[Piece], at: int) -> list[tuple[Piece, Piece]]:
    """`as T → 0, X → Y and U → V`: the pieces behind the approach, two by two."""
    found: list[tuple[Piece, Piece]] = []
    while at + 2 < len(pieces) and _tends(passage, pieces, at + 2) and not pieces[at + 1].signs:
        if found and not _goes_on(pieces[at + 1]):
            break
        found.append((pieces[at + 1], pieces[at + 2]))
        at += 2
    return found


def _goes_on(piece: Piece) -> bool:
    """Whether a piece is the next in an enumeration."""
    joined = piece.lead in ((), ("and",), ("while",), ("but",))
    return joined and piece.boundary in ("comma", "words", "semicolon", "quad")


def _tends(passage: Passage, pieces: Sequence[Piece], at: int) -> bool:
    """Whether a piece is what the one before it tends to."""
    piece, before = pieces[at], pieces[at - 1]
    if piece.signs:
        return False
    if piece.boundary == "arrow" and not piece.lead:
        return True
    start = passage.span.start
    between = passage.text[before.tokens[-1].end - start : piece.tokens[0].start - start]
    return len(between) < 60 and _TENDS.fullmatch(between.strip(" $,\n")) is not None


def _stated(
    passage: Passage, left: Piece, right: list[Token], way: Approach, lexicon: Lexicon
) -> list[Statement]:
    """The statement that the limit of one piece is another."""
    over = list(left.tokens[left.signs[-1] + 1 :]) if left.signs else list(left.tokens)
    if not over or not right:
        return []
    body, value = parse_tokens(over, lexicon), parse_tokens(right, lexicon)
    if any(isinstance(node, Hole) for side in (body, value) for node in walk(side)):
        return []
    if isinstance(body, Number) or not (isinstance(body, Name) or _mentions(body, way.variable)):
        return []
    if isinstance(body, Name) and (body.key == way.variable or (left.lead and left.lead[-1] in _UNDER)):
        return []  # “the scores divided by T approach 0” says nothing of T
    limit = Fold(body.span, "lim", way.variable, way.point, way.side, body)
    first, last = Span(over[0].start, over[-1].end), Span(right[0].start, right[-1].end)
    members = (Member(None, limit, first), Member("=", value, last))
    supposed = is_hypothetical(left.lead) or is_disowned(passage, left)
    return [Statement(members, Span(first.start, last.end), passage, hypothesis=supposed)]


def _mentions(body: Expr, variable: str) -> bool:
    parts = (part for node in walk(body) for part in (node, *(getattr(node, "index", ()) or ())))
    return any(isinstance(part, Name) and part.key == variable for part in parts)
