"""A solution as one HTML file that loads nothing: the page of the red pen, without the pen."""

from __future__ import annotations

from workings.explaining.latex import in_latex
from workings.explaining.lines import Line
from workings.reporting.html.escaping import escaped
from workings.reporting.html.figures import weights_html
from workings.reporting.html.formulas import drawn
from workings.reporting.html.frame import head
from workings.reporting.solutions.items import Item, counted, heading, items
from workings.reporting.solutions.markdown import chain
from workings.solving.answers import Solution

DEEPEST = 3  # steps that are set further in than those around them


def render(solution: Solution) -> str:
    """The whole page."""
    cover = (
        f'<header class="cover"><h1>{escaped(heading(solution))}</h1>\n'
        f'<p class="coverage">{escaped(counted(solution))}</p></header>\n'
    )
    body = "\n".join(block(item) + picture(item, solution) for item in items(solution))
    return (
        f'{head()}<section class="file">\n{cover}<article class="document">\n{body}\n</article>\n'
        "</section>\n</main>\n</body>\n</html>\n"
    )


def block(item: Item) -> str:
    """One item: its place and the author's text, the working, and the result set apart."""
    place = f"{item.place[:1].upper()}{item.place[1:]}"
    first = f"<h3>{escaped(place)}</h3>\n<p><code>{escaped(item.quote)}</code></p>"
    if not item.lines:
        return f"{first}\n<p>Not solved: {escaped(item.reason)}.</p>"
    *working, last = item.lines
    steps = "".join(_step(line) for line in working)
    remark = f"<p>({escaped(last.remark)})</p>" if last.remark else ""
    listed = f'<ol class="steps">{steps}</ol>\n' if steps else ""
    return f'{first}\n{listed}<div class="display">{drawn(chain(last), display=True)}</div>{remark}'


def picture(item: Item, solution: Solution) -> str:
    """Weights of attention as a heat map."""
    if item.value is None or not item.lines:
        return ""
    return weights_html(item.value, in_latex(item.lines[-1].first), solution.page)


def _step(line: Line) -> str:
    why = f'<span class="why">{escaped(line.why)}</span>' if line.why else ""
    remark = f" ({escaped(line.remark)})" if line.remark else ""
    return f'<li class="depth{min(line.depth, DEEPEST)}">{why}{drawn(line.in_latex())}{remark}</li>'
