"""Which of the independently counted links the engine read: the sign in front of an understood member.

`read` asks that the member after the sign holds no Hole, or that its claim is not `unread`;
`both` asks the same of the member before the sign as well.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from links import Link, find_links

if TYPE_CHECKING:
    from workings.finding import Report
    from workings.source import Page

REACH = 40  # characters between a sign and its claim: \left, \boxed{, a new line, an ampersand


@dataclass(frozen=True)
class Coverage:
    """The links of one file, and which of them were read."""

    links: tuple[Link, ...]
    read: frozenset[int]  # starts of the links whose right-hand side was read
    both: frozenset[int]  # starts of the links read on both sides

    @property
    def unread(self) -> list[Link]:
        return [link for link in self.links if link.start not in self.read]


def measure_coverage(document: Any, report: Report, suffix: str) -> Coverage:
    """Compare the links in the raw text with the statements and claims of the engine."""
    links = find_links(report.page.raw, suffix)
    starts = [link.start for link in links]
    read: set[int] = set()
    both: set[int] = set()
    for start, end, left_read, right_read in _gaps(document, report.page):
        first = bisect_left(starts, start)
        for place in starts[first : bisect_left(starts, end, first)]:
            if right_read:
                read.add(place)
            if right_read and left_read:
                both.add(place)
    for place in _claimed(report, links):
        read.add(place)
    return Coverage(tuple(links), frozenset(read), frozenset(both))


def _gaps(document: Any, page: Page) -> list[tuple[int, int, bool, bool]]:
    """Each stretch between two members: raw start and end, and which neighbours were read."""
    gaps = []
    for statement in document.statements:
        previous = None
        for member in statement.members:
            understood = is_understood(member.expr)
            if member.sign is not None:
                end = page.raw_offset(member.span.start) + 1
                if previous is None:
                    start, left = max(0, end - REACH), False
                else:
                    start, left = page.raw_offset(max(0, previous[0] - 1)) + 1, previous[1]
                gaps.append((start, end, left, understood))
            previous = (member.span.end, understood)
    return gaps


def is_understood(expr: Any) -> bool:
    """Whether an expression holds no Hole; of several readings one is enough."""
    from workings.expr import Alt, Hole, children

    stack = [expr]
    while stack:
        node = stack.pop()
        match node:
            case Hole():
                return False
            case Alt():
                if not any(is_understood(option) for option in node.options):
                    return False
            case _:
                stack.extend(children(node))
    return True


def _claimed(report: Report, links: list[Link]) -> list[int]:
    """The sign right before each claim that was read."""
    ends = [link.end for link in links]
    places = []
    for claim in report.claims:
        if claim.verdict.value == "unread":
            continue
        start = report.page.raw_offset(claim.span.start)
        index = bisect_left(ends, start + 1) - 1
        if index >= 0 and start - ends[index] <= REACH:
            places.append(links[index].start)
    return places
