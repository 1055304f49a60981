"""Values that a sheet asks for in words, “Compute $W x$.”, or by a sign with nothing behind it, `$W x =$`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from workings.document import Kind, Member, Passage, Statement
from workings.expr import BLANK, Alt, Apply, Call, Expr, Fold, Hole, Index
from workings.ops import FUNCTIONS
from workings.parsing import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.parsing.statements import lexicons
from workings.pipeline import Document
from workings.regex import regex
from workings.resolving.traits import has_holes
from workings.source import Span

COMMANDED = "a sentence asks for it"
_COMMAND = regex(
    r"\b(?:(?:re)?compute|calculate|evaluate|determine|find|work out|what is|how much is|what does"
    r"|berechnen?(?: sie)?|bestimmen?(?: sie)?|was ist|calcul(?:er|ez|e)|calculad?|halla)\b"
    r"(?:[^\n.?!=]|\.(?=\d))*",
    re.IGNORECASE,
)
_CONDITION = regex(
    r"\b(?:such that|so that|if|when|unless|in terms of|as a function|whether|wenn|falls|si)\b"
)
_SIGN = regex(r"(?:=|\\approx|≈)[\s\\,;&]*\Z")
_RELATION = regex(r"[=<>≈≤≥∈?]|\\(?:approx|[lg]eq?|in|to|mapsto|sim|boxed|dots|ldots)\b|_{2,}")
_SUBSCRIPT = regex(r"_\{[^{}]*\}")  # the i = 1 below a sum states nothing
_ENDS = regex(r"\s*(?:\Z|[.,;:?!)]|\n|(?:and|or|by hand|to|for|where|using|with|und|et|y|come|equal)\b)")


def with_commands(document: Document) -> Document:
    """The document with a statement for each formula whose value is asked for in words."""
    found = [one for one in _commands(document) if not _is_known(one, document)]
    if not found:
        return document
    statements = sorted((*document.statements, *found), key=lambda statement: statement.span.start)
    return replace(document, statements=tuple(statements))


def _commands(document: Document) -> Iterator[Statement]:
    lexicon = None
    for passage in document.reading.passages:
        if passage.kind is not Kind.PROSE or not passage.maths:
            continue
        lexicon = lexicon or lexicons(document.reading, FUNCTIONS)[0]
        told = [Span(*found.span()) for found in _COMMAND.finditer(passage.text)]
        told = [said for said in told if not _CONDITION.search(passage.text, *said)]
        for place in passage.maths:
            yield from _open(passage, place, told, lexicon)


def _open(passage: Passage, place: Span, told: list[Span], lexicon: Lexicon) -> Iterator[Statement]:
    """The statement that a formula in dollars is, if its value is left open or asked for."""
    base = passage.span.start
    text, behind = passage.text[place.start - base : place.end - base], passage.text[place.end - base :]
    sign, asked = _SIGN.search(text), any(said.start <= place.start - base < said.end for said in told)
    formula = text if sign is None else text[: sign.start()]
    lone = sign is not None and not behind.partition("\n")[0].strip()
    if _RELATION.search(_SUBSCRIPT.sub("", formula)) or not (
        lone or (sign is None and asked and _ENDS.match(behind))
    ):
        return
    expr = parse_maths(formula, lexicon, place.start)
    if not _is_computed(expr):
        return
    end = place.start + len(text.rstrip())
    hole = Hole(Span(end, end), "", BLANK if lone else COMMANDED)
    members = (Member(None, expr, expr.span), Member("=", hole, hole.span))
    yield Statement(members, Span(expr.span.start, end), passage)


def _is_computed(expr: Expr) -> bool:
    """Whether something is to be done in a formula, and all of it was read."""
    return isinstance(expr, Call | Fold | Index | Apply | Alt) and not has_holes(expr)


def _is_known(asked: Statement, document: Document) -> bool:
    """Whether a formula is part of a statement that says what it comes to."""
    start = asked.span.start
    return any(one.span.start <= start < one.span.end and len(one.members) > 1 for one in document.statements)
