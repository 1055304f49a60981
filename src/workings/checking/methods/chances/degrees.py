"""Degrees of nodes with self-loops: each counts itself as well, where the page adds the identity."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span, line_start

RULE = "recipe/left-out"
COUNTED = "recipe/miscounted"
LEAST_NODES = 3
REACH = 400  # characters behind the degrees in which the loops may still be added
_ADDED = regex(r"\+\s*1(?![.\d])|plus (?:one|1)\b|\bone more\b", re.I)
_LOOPED = regex(r"A\s*\+\s*I\b|\bself-?loops?\b|renormali[sz]ation trick", re.I)
_NONE = regex(r"\b(?:no|without)\b[^.\n]{0,20}\b(?:self-?)?loops?\b|\bnot count", re.I)
_DEGREES = regex(r"\bdegrees?\b", re.I)
_EDGES = regex(
    r"\bedges?\b[^\d\n.]{0,20}((?:\(?\d{1,2}\s*(?:--|[-–—,])\s*\d{1,2}\)?(?:\s*(?:,|;|and)\s*)*)+)", re.I
)
_EDGE = regex(r"(\d{1,2})\s*(?:--|[-–—,])\s*(\d{1,2})")
_DEGREE = regex(r"(?:tilde\(|hat\()?(?:d|D|deg)\)?")
_DIRECTED = regex(r"(?<!un)\bdirected\b|\b(?:in|out)-?degrees?\b", re.I)
_ROWS = regex(r"\brows\b[^.\d(\n]{0,20}((?:\(\s*[01](?:\s*,\s*[01])+\s*\)[\s,;and]*)+)")
_TUPLE = regex(r"\(([\s01,]+)\)")
SAID: tuple[re.Pattern[str], ...] = (_LOOPED,)


def claims_of_degrees(sheet: Sheet) -> Iterator[Claim]:
    """The list of degrees that leaves the loops out, where it stands nowhere with them."""
    if not sheet.says(_LOOPED) or sheet.says(_NONE):
        return
    plain = _degrees(sheet.text)
    looped = tuple(value + 1 for value in plain)
    yield from _of_entries(sheet, [degrees for degrees in (plain, looped, _row_sums(sheet.text)) if degrees])
    if len(plain) < LEAST_NODES or any(one.values == looped for one in sheet.listings):
        return
    for listing in sheet.listings:
        end = listing.span.end
        if _ADDED.search(sheet.text, end, end + REACH) is not None:
            continue
        if listing.values == plain and _is_called(sheet, listing):
            shown = ", ".join(str(value) for value in looped)
            message = "every node has its self-loop as well, which counts in its degree"
            yield sheet.claim(listing.first, RULE, message, shown)
            return


def _of_entries(sheet: Sheet, ways: Sequence[tuple[fmpq, ...]]) -> Iterator[Claim]:
    """Degrees that are stated one by one, `d_2 = 3`, all but one of which are as the edges have them."""
    found: dict[int, tuple[fmpq, Span]] = {}
    if sheet.says(_DIRECTED):
        return
    for statement in sheet.statements:
        base, index = called(statement.members[0].expr)
        number = stated_number(statement.members[-1].expr)
        if number is None or len(statement.members) < 2 or not index.isdigit() or not _DEGREE.fullmatch(base):
            continue
        found.setdefault(int(index), (number.value, statement.members[-1].span))
    odd: set[tuple[Span, fmpq]] = set()
    for degrees in ways:
        if len(found) != len(degrees) or min(found) > 1 or len(degrees) < LEAST_NODES:
            continue
        pairs = zip(sorted(found), degrees, strict=True)
        off = [(found[at][1], right) for at, right in pairs if found[at][0] != right]
        if not off:
            return
        if len(off) == 1:
            odd.add(off[0])
    if len(odd) == 1:
        place, right = odd.pop()
        message = "the other degrees are as the edges have them, and this one is not"
        yield sheet.claim(place, COUNTED, message, str(right))


def _row_sums(text: str) -> tuple[fmpq, ...]:
    """The sums of rows of noughts and ones that are listed behind the word: “rows (1, 1, 0), (1, 1, 1)”."""
    listed = _ROWS.search(text)
    rows = [row.split(",") for row in _TUPLE.findall(listed[1])] if listed is not None else []
    if not rows or any(len(row) != len(rows) for row in rows):
        return ()
    return tuple(fmpq(sum(int(part) for part in row)) for row in rows)


def _is_called(sheet: Sheet, listing: Listing) -> bool:
    opening = line_start(sheet.text, listing.first.start)
    return _DEGREES.search(sheet.text, opening, listing.first.start) is not None


def _degrees(text: str) -> tuple[fmpq, ...]:
    """How many edges each node has, by the one list of edges."""
    found = {match[1] for match in _EDGES.finditer(text)}
    pairs = {(int(a), int(b)) for listed in found for a, b in _EDGE.findall(listed)}
    nodes = {node for pair in pairs for node in pair}
    if len(found) != 1 or not nodes or nodes != set(range(min(nodes), max(nodes) + 1)):
        return ()
    return tuple(fmpq(sum(node in pair for pair in pairs)) for node in sorted(nodes))
