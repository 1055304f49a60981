"""The steps of a value, set for the margin: every member of a chain on a line of its own."""

from __future__ import annotations

from itertools import islice

from workings.explaining.latex import in_latex
from workings.explaining.lines import SIGNS_IN_LATEX, Line, lines
from workings.reporting.html.escaping import attribute, escaped
from workings.step import Explanation

DETAIL = 2  # with the recipe of every operation
MOST_LINES = 40  # of one working
LONGEST_LEFT = 24  # characters of TeX beside which the rest of a chain is set
LONGEST_LINE = 3000  # characters of TeX


def steps_html(explanation: Explanation, brief: bool = False) -> str:
    """The working as a list; to be brief, a single line that only says the value is left out."""
    found = list(islice(lines(explanation.step, detail=DETAIL), MOST_LINES + 1))
    if brief and len(found) == 1 and len(found[0].rest) < 2:
        return ""
    items = [_item(line) for line in found[:MOST_LINES]]
    if len(found) > MOST_LINES:
        items.append("<li>…</li>")
    return f'<ol class="steps">{"".join(items)}</ol>'


def _item(line: Line) -> str:
    tex = _aligned(line)
    why = f'<span class="why">{escaped(line.why)}</span>' if line.why else ""
    remark = f' <span class="why">{escaped(line.remark)}</span>' if line.remark else ""
    if len(tex) > LONGEST_LINE:
        return f"<li>{why}…{remark}</li>"
    drawn = f'<span class="tex"{attribute("data-tex", tex)}>{escaped(line.in_text())}</span>'
    return f'<li class="depth{min(line.depth, 3)}">{why}{drawn}{remark}</li>'


def _aligned(line: Line) -> str:
    """The chain with its signs below one another; what is long stands on a line of its own."""
    first = in_latex(line.first)
    rest = [f"{SIGNS_IN_LATEX[sign]} {in_latex(expr)}" for sign, expr in line.rest]
    if not rest:
        return first
    if len(first) > LONGEST_LEFT:
        rows = [f"&{first}", *(f"&\\quad {member}" for member in rest)]
    else:
        rows = [f"{first} &{rest[0]}", *(f"&{member}" for member in rest[1:])]
    inner = " \\\\ ".join(rows)
    return f"\\begin{{aligned}} {inner} \\end{{aligned}}"
