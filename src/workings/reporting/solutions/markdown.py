"""A solution as Markdown with LaTeX maths."""

from __future__ import annotations

import re

from workings.explaining.latex import in_latex
from workings.explaining.lines import SIGNS_IN_LATEX, Line
from workings.reporting.solutions.items import Item, heading, items
from workings.solving.answers import Solution

WIDEST = 100  # characters of a display on one line


def render(solution: Solution) -> str:
    """The whole solution."""
    blocks = [f"# {heading(solution)}", *(block(item) for item in items(solution))]
    if not solution.answers:
        blocks.append("Nothing is left open.")
    return "\n\n".join(blocks) + "\n"


def block(item: Item) -> str:
    """One item: its place and the author's text, the working as a list, and the result set apart."""
    first = f"**{item.place[:1].upper()}{item.place[1:]}:** {quoted(item.quote)}"
    if not item.lines:
        return f"{first}\n\nNot solved: {item.reason}."
    *working, last = item.lines
    parts = [first]
    if working:
        parts.append("\n".join(_bullet(line) for line in working))
    parts.append(display(last))
    return "\n\n".join(parts)


def quoted(text: str) -> str:
    """The author's text as code, whatever backticks are in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * (longest + 1)
    return f"{ticks} {text} {ticks}" if longest else f"`{text}`"


def _bullet(line: Line) -> str:
    why = f": {line.why}" if line.why else ""
    remark = f" ({line.remark})" if line.remark else ""
    return f"{'  ' * (line.depth - 1)}- ${line.in_latex()}${remark}{why}"


def display(line: Line) -> str:
    """A line set apart, over several lines where it is long."""
    remark = f"\n\n({line.remark})" if line.remark else ""
    return f"$$\n{chain(line)}\n$$" + remark


def chain(line: Line) -> str:
    """The LaTeX of a line, aligned at its signs where it is long."""
    whole = line.in_latex()
    if len(whole) <= WIDEST or len(line.rest) < 2:
        return whole
    first, *rest = (f"&{SIGNS_IN_LATEX[sign]} {in_latex(expr)}" for sign, expr in line.rest)
    inside = " \\\\\n".join([f"{in_latex(line.first)} {first}", *rest])
    return f"\\begin{{aligned}}\n{inside}\n\\end{{aligned}}"
