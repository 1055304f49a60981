"""Lists that give words their vectors: `- cat: (2, 1, -2, 4)`, of which lines below take norms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from workings.document import Kind, Member, Passage, Statement
from workings.expr import Apply, Call, Name, name, walk
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.regex import regex
from workings.source import Span

FEWEST = 2  # words with vectors of one length
_NUMERAL = r"[-+−–]?+\s?+(?:\d+(?:\.\d+)?|\.\d+)"
ITEM = regex(
    r"(?:^|[\n,;]|:[ \t]|\band\b)[ \t\"“'’`]*(?P<word>[^\W\d_]{1,16}(?:_\w{1,12})?)[\"”'’`]*"
    r"[ \t]*(?::|[ \t]{2}|→|->)[ \t]*"
    rf"(?P<vector>[(\[]\s?+{_NUMERAL}(?:\s?,\s?+{_NUMERAL})+\s?[)\]])(?=[ \t]*(?:[,;.\n]|and\b|$))"
)
_CHANGED = regex(
    r"\bnormali[sz]ed\b|\bafter\b|\b(?:becom|centr|center|subtract|scal|weight|tf-?idf|instead|now\b|new\b)",
    re.I,
)  # the words may stand for other vectors by now
_TAKEN_OF = frozenset({"norm", "bars", "cosine_similarity", "dot"})


def item_statements(
    passages: Iterable[Passage], lexicon: Lexicon, stated: Sequence[Statement], text: str
) -> Iterator[Statement]:
    """A statement for each word with a vector behind it, if others have one too and its norm is taken."""
    found = [
        (passage, item)
        for passage in passages
        if passage.kind not in (Kind.CELL, Kind.HEADING)
        for item in ITEM.finditer(passage.text)
    ]
    lengths = Counter(item["vector"].count(",") for _, item in found)
    times = Counter(item["word"] for _, item in found)
    if not lengths or max(lengths.values()) < FEWEST:
        return
    wanted = _operands(stated)
    for passage, item in found:
        use = wanted.get(item["word"])
        if use is None or times[item["word"]] > 1 or lengths[item["vector"].count(",")] < FEWEST:
            continue
        if (
            _CHANGED.search(text, passage.span.start + item.end(), max(passage.span.start + item.end(), use))
            is None
        ):
            yield _given(passage, item, lexicon)


def _given(passage: Passage, item: re.Match[str], lexicon: Lexicon) -> Statement:
    """A word with its vector, as `cat = (2, 1, -2, 4)` would state it."""
    start = passage.span.start
    vector = parse_maths(item["vector"], lexicon, start + item.start("vector"))
    head = name(item["word"], Span(start + item.start("word"), start + item.end("word")))
    members = (Member(None, head, head.span, apart=True), Member("=", vector, vector.span))
    return Statement(members, Span(head.span.start, vector.span.end), passage)


def _operands(stated: Sequence[Statement]) -> dict[str, int]:
    """The names that norms and cosines are taken of, with the first place, if nothing else gives a value."""
    heads = {
        head.key
        for one in stated
        if isinstance(head := one.members[0].expr, Name | Apply) and len(one.members) > 1
    }
    taken: dict[str, int] = {}
    for one in stated:
        for node in (node for member in one.members for node in walk(member.expr)):
            if isinstance(node, Call) and node.op in _TAKEN_OF:
                for arg in node.args:
                    if isinstance(arg, Name) and arg.key not in heads:
                        taken.setdefault(arg.key, one.span.start)
    return taken
