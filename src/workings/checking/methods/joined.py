"""Heads that are put side by side in another order than they are counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from flint import fmpq

from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span

RULE = "formula/differs"
MOST_HEADS = 4
NEAR = 60  # characters before the line of a list that say what it is
_HEAD = regex(r"\bheads?\b[\s_{}()\\*^:]{0,8}(\d)(?!\d)", re.I)
_CONCAT = regex(r"\bconcat|\bside by side\b|\bnext to each other\b|\[\s*\\?\w*\{?head", re.I)
_TURNED = regex(r"\bheads?[\s_{}\\a-z]{0,8}2\W{1,24}heads?[\s_{}\\a-z]{0,8}1\b|\breverse", re.I)
SAID: tuple[re.Pattern[str], ...] = (_CONCAT,)


def claims_of_joined_heads(sheet: Sheet) -> Iterator[Claim]:
    """The first list that holds the heads whole, one behind the other, but not from the first to the last."""
    heads: dict[int, tuple[tuple[fmpq, ...], Span]] = {}
    if sheet.says(_TURNED):
        return
    for listing in sheet.listings:
        if listing.table is not None or listing.places:
            continue
        line = sheet.text.rfind("\n", 0, listing.span.start) + 1
        spoken = [*_HEAD.finditer(sheet.text, max(0, line - NEAR), listing.span.start)]
        joined = _CONCAT.search(sheet.text, max(0, line - NEAR), listing.span.start)
        if joined is not None and (not spoken or joined.start() > spoken[-1].start() - NEAR):
            order = _order(listing.values, {at: values for at, (values, _) in heads.items()})
            if order is not None and order != sorted(order):
                right = ", ".join(show(x) for at in sorted(order) for x in heads[at][0])
                message = f"head {order[0]} stands before head {order[-1]}; in order it is {right}"
                yield sheet.claim(listing.span, RULE, message, f"[{right}]", heads[order[0]][1])
                return
        if spoken and len(spoken[-1][1]) == 1 and len(listing.numbers) > 1:
            heads[int(spoken[-1][1])] = (listing.values, listing.first)


def _order(values: tuple[fmpq, ...], heads: dict[int, tuple[fmpq, ...]]) -> list[int] | None:
    """In which order the heads make up a list; None where they do not, or in several."""
    if not 1 < len(heads) <= MOST_HEADS or len(set(heads.values())) < len(heads):
        return None
    found = [
        list(order) for order in permutations(heads) if values == tuple(x for at in order for x in heads[at])
    ]
    return found[0] if len(found) == 1 else None
