"""Degrees of nodes with self-loops: each counts itself as well, where the page adds the identity."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.methods.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/left-out"
LEAST_NODES = 3
REACH = 400  # characters behind the degrees in which the loops may still be added
_ADDED = regex(r"\+\s*1(?![.\d])|plus (?:one|1)\b|\bone more\b", re.I)
_LOOPED = regex(r"A\s*\+\s*I\b|\bself-?loops?\b|renormali[sz]ation trick", re.I)
_NONE = regex(r"\b(?:no|without)\b[^.\n]{0,20}\b(?:self-?)?loops?\b|\bnot count", re.I)
_DEGREES = regex(r"\bdegrees?\b", re.I)
_EDGES = regex(r"\bedges?\b[^\d\n.]{0,20}((?:\(?\d{1,2}\s*[-–—,]\s*\d{1,2}\)?(?:\s*(?:,|;|and)\s*)*)+)", re.I)
_EDGE = regex(r"(\d{1,2})\s*[-–—,]\s*(\d{1,2})")
SAID: tuple[re.Pattern[str], ...] = (_LOOPED,)


def claims_of_degrees(sheet: Sheet) -> Iterator[Claim]:
    """The list of degrees that leaves the loops out, where it stands nowhere with them."""
    if not sheet.says(_LOOPED) or sheet.says(_NONE):
        return
    plain = _degrees(sheet.text)
    looped = tuple(value + 1 for value in plain)
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


def _is_called(sheet: Sheet, listing: Listing) -> bool:
    opening = sheet.text.rfind("\n", 0, listing.first.start) + 1
    return _DEGREES.search(sheet.text, opening, listing.first.start) is not None


def _degrees(text: str) -> tuple[fmpq, ...]:
    """How many edges each node has, by the one list of edges."""
    found = {match[1] for match in _EDGES.finditer(text)}
    pairs = {(int(a), int(b)) for listed in found for a, b in _EDGE.findall(listed)}
    nodes = {node for pair in pairs for node in pair}
    if len(found) != 1 or not nodes or nodes != set(range(min(nodes), max(nodes) + 1)):
        return ()
    return tuple(fmpq(sum(node in pair for pair in pairs)) for node in sorted(nodes))
