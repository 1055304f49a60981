"""A solution as plain text, for a terminal."""

from __future__ import annotations

from workings.explaining.lines import Line
from workings.reporting.paint import harmless
from workings.reporting.solutions.items import Item, counted, items
from workings.solving.answers import Solution


def render(solution: Solution) -> str:
    """The whole solution, with a last line that counts."""
    blocks = [block(item) for item in items(solution)]
    return "\n\n".join([*blocks, counted(solution)]) + "\n"


def block(item: Item) -> str:
    """One item: its place and the author's text, and the working set in."""
    first = f"{item.place}: {harmless(item.quote)}"
    if not item.lines:
        return f"{first}\n  not solved: {harmless(item.reason)}"
    return "\n".join([first, *(row(line) for line in item.lines)])


def row(line: Line) -> str:
    """One line of working and its reason."""
    remark = f" ({line.remark})" if line.remark else ""
    why = f"  — {line.why}" if line.why else ""
    return f"{'  ' * (line.depth + 1)}{harmless(line.in_text())}{remark}{why}"
