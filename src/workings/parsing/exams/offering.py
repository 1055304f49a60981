"""Answers to choose as passages of their own, and the value that each bare one offers."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from workings.document import Kind, Member, Passage, Statement
from workings.expr import Call
from workings.parsing.chains import member
from workings.parsing.exams.choice import Choice, Option
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.parsing.tokens import Piece
from workings.regex import regex
from workings.source import Span

_SIGNS = ("%", "-", "°")  # of a number
_IS = (
    ("is",),
    ("equals",),
    ("is", "equal", "to"),
    ("is", "approximately"),
    ("ist",),
    ("ergibt",),
    ("gives",),
)
_ITSELF = frozenset(
    "value values result outcome sum product total difference quotient fraction wert ergebnis summe".split()
)
_SIZE = regex(
    r"\s*+(?:is\s+an?|has\s+(?:the\s+)?(?:shape|size|dimensions?)|is\s+of\s+(?:shape|size)|ist\s+eine)\s*+"
    r"[$(]*(\d{1,4})\s*+(?:×|x|,|by|\\times)\s*+(\d{1,4})[$)]*[\s-]*+(?:matrix|array|tensor|matrix\.)?\s*+\.?\s*+$",
    re.IGNORECASE,
)


class Offers:
    """The answers of a document, and which of them a passage belongs to."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self.choices = choices
        self.options: list[tuple[Option, Choice]] = [
            (o, choice) for choice in choices for o in choice.options
        ]
        self.stems = [choice.stem.start for choice in choices]
        self.starts = [option.span.start for option, _ in self.options]

    def parted(self, passages: Sequence[Passage]) -> Iterator[Passage]:
        """The passages, with every answer in one of its own."""
        at = 0
        for passage in passages:
            while at < len(self.options) and self.options[at][0].span.end <= passage.span.start:
                at += 1
            if at < len(self.options) and self.options[at][0].span.start < passage.span.end:
                yield from self._cut(passage, at)
            else:
                yield passage

    def _cut(self, passage: Passage, at: int) -> Iterator[Passage]:
        if passage.kind is Kind.HEADING:  # an answer in bold on a line of its own
            passage = replace(passage, kind=Kind.PROSE, level=0, opens=True)
        if passage.kind not in (Kind.PROSE, Kind.CELL):
            yield passage
            return
        start, end = passage.span
        reached = start
        for option, _ in self.options[at:]:
            left, right = max(option.span.start, start), min(option.span.end, end)
            if left >= end:
                break
            yield from _slice(passage, reached, max(reached, option.opening), opens=reached > start)
            yield from _slice(passage, left, right, opens=True)
            reached = right
        yield from _slice(passage, reached, end, opens=True)

    def is_stem(self, passage: Passage) -> bool:
        """Whether a passage belongs to the question above some answers that may be values."""
        return any(
            not choice.apart and choice.stem.start < passage.span.end and passage.span.start < choice.stem.end
            for choice in self.choices[max(0, bisect_right(self.stems, passage.span.end) - 2) :][:3]
        )

    def of(self, passage: Passage) -> Choice | None:
        """The question that a passage is an answer to."""
        at = bisect_right(self.starts, passage.span.start) - 1
        if at < 0 or passage.span.end > self.options[at][0].span.end:
            return None
        return self.options[at][1]


def _slice(passage: Passage, left: int, right: int, opens: bool) -> Iterator[Passage]:
    """A part of a passage, if there is anything in it."""
    text = passage.written[left - passage.span.start : right - passage.span.start]
    content = text.strip()
    if not content:
        return
    left += len(text) - len(text.lstrip())
    span = Span(left, left + len(content))
    maths = tuple(
        Span(max(m.start, span.start), min(m.end, span.end))
        for m in passage.maths
        if m.start < span.end and span.start < m.end
    )
    yield replace(passage, span=span, written=content, maths=maths, opens=passage.opens or opens)


def _without_blank(piece: Piece) -> Piece:
    """`768 / 12 = ?` asks for what is before its sign."""
    if len(piece.signs) == 1 and piece.tokens[-1].kind == "blank" and piece.signs[0] == len(piece.tokens) - 2:
        return replace(piece, tokens=piece.tokens[: piece.signs[0]], signs=())
    return piece


def value_asked(pieces: Sequence[Piece], lexicon: Lexicon) -> Piece | None:
    """What a question asks the value of: its last formula, if that states nothing itself."""
    formulas = [_without_blank(piece) for piece in pieces if not _is_given(piece)]
    if not formulas:
        formulas = [piece for piece in pieces if "equals" in piece.lead or piece.lead[-2:] == ("equal", "to")]
    if not formulas or formulas[-1].signs or formulas[-1].boundary in ("comma", "semicolon"):
        return None
    if any(token.text == "×" for token in formulas[-1].tokens) or _is_of_widths(formulas[-1]):
        return None  # 32 × 32 may be a size, 10–20–5 the widths of layers
    what = _asked_of(formulas[-1])
    if what is not None and lexicon.function(what) is None:  # the derivative of x²
        return None
    return formulas[-1]


def _is_given(piece: Piece) -> bool:
    """Whether a piece is a name or a number alone, such as `95%`."""
    tokens = piece.tokens
    return len(tokens) == 1 or all(token.kind == "num" or token.text in _SIGNS for token in tokens)


def _is_of_widths(piece: Piece) -> bool:
    """Whether whole numbers are joined by dashes without blanks, three at least."""
    numbers, dashes = piece.tokens[::2], piece.tokens[1::2]
    glued = all(one.end == other.start for one, other in pairwise(piece.tokens))
    return (
        glued
        and len(numbers) == len(dashes) + 1 > 2
        and all(token.text.isdigit() for token in numbers)
        and all(token.text == "-" for token in dashes)
    )


def _asked_of(piece: Piece) -> str | None:
    """The word for what is asked of a formula: the softmax of (0, 1)."""
    *_, what, of = ("", "", *piece.lead)
    return what if of in ("of", "von") and what not in _ITSELF else None


def worded(pieces: Sequence[Piece], passage: Passage, lexicon: Lexicon) -> Statement | None:
    """“σ(0) is 0.5” and “QKᵀ is a 3×3 matrix” as the statements they make; None for any other words."""
    if not pieces or pieces[0].lead or pieces[0].signs:
        return None
    head, start = pieces[0], passage.span.start
    rest = passage.text[head.tokens[-1].end - start :]
    size = _SIZE.match(rest)
    if size is not None:
        place = Span(head.tokens[-1].end + size.start(1), head.tokens[-1].end + size.end(2))
        space = parse_maths(f"\\mathbb{{R}}^{{{size[1]} \\times {size[2]}}}", lexicon)
        stated = Member("∈", space, place)
    elif len(pieces) == 2 and pieces[1].lead in _IS and not pieces[1].signs:
        stated = member("=", list(pieces[1].tokens), lexicon)
    else:
        return None
    first = member(None, list(head.tokens), lexicon)
    return Statement((first, stated), first.span.cover(stated.span), passage, hypothesis=True, offered=True)


def offered_value(asked: Piece, value: Piece, passage: Passage, lexicon: Lexicon) -> Statement:
    """The statement that the value asked for is the one that an answer gives."""
    head = replace(member(None, list(asked.tokens), lexicon), apart=True)
    operation = lexicon.function(_asked_of(asked) or "")
    if operation is not None:
        head = replace(head, expr=Call(head.expr.span, operation, (head.expr,)))
    stated = member("=", list(value.tokens), lexicon)
    return Statement((head, stated), stated.span, passage, hypothesis=True, offered=True)
