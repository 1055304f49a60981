"""What stands around the document: its name, the coverage, the list of findings, and what was not read."""

from __future__ import annotations

from workings.finding import Claim, Verdict
from workings.reporting.coverage import Tally, counted, tally
from workings.reporting.html.escaping import attribute, escaped
from workings.reporting.html.figures import chain_html
from workings.reporting.html.notes import SIGNS, Margin
from workings.reporting.paint import harmless
from workings.reporting.selection import is_finding, is_remarkable

OPEN_VERDICTS = (Verdict.UNREAD, Verdict.UNDECIDED)


def coverage_html(total: Tally) -> str:
    """The last line of every run, each count a button that leaves only its marks on the page."""
    subject = counted(total.claims, "claim")
    if total.files > 1:
        subject += f" in {counted(total.files, 'file')}"
    buttons = [
        f'<button type="button" class="count {verdict.value}" data-filter="{verdict.value}" '
        f'aria-pressed="false">'
        f'<span class="sign" aria-hidden="true">{SIGNS[verdict.value]}</span> '
        f"{total.verdicts[verdict.value]} {verdict.value}</button>"
        for verdict in Verdict
        if total.verdicts[verdict.value]
    ]
    if total.ignored:
        buttons.append(f'<span class="count ignored">{total.ignored} ignored</span>')
    listed = " ".join(buttons)
    return f'<p class="coverage"><span class="subject">{subject}</span> {listed}</p>'


def file_head(margin: Margin) -> str:
    """The head of one file: its name, its coverage, its findings."""
    selection = margin.selection
    name = escaped(harmless(selection.report.page.filename))
    return (
        f'<header class="cover"><h1>{name}</h1>{coverage_html(tally(selection))}'
        f"{findings_html(margin)}{chain_html(selection.report)}</header>\n"
    )


def findings_html(margin: Margin) -> str:
    """What is judged and not simply right, in reading order; each entry leads to its place."""
    selection = margin.selection
    heard = [claim for claim in selection.report.claims if is_remarkable(claim) and selection.heard(claim)]
    shown = [claim for claim in heard if is_finding(claim) or claim.verdict not in OPEN_VERDICTS]
    items = "".join(_item(margin, claim) for claim in shown)
    return f'<ol class="findings" aria-label="findings">{items}</ol>' if items else ""


def _item(margin: Margin, claim: Claim) -> str:
    target, kind = margin.numbering.name(claim.id), margin.kind(claim)
    return (
        f'<li class="{kind}" data-kind="{kind}"><a{attribute("href", "#" + target)}>{margin.sign(claim)}'
        f'<span class="where">{where(margin, claim)}</span>'
        f'<span class="said">{margin.sentence(claim)}</span></a></li>'
    )


def where(margin: Margin, claim: Claim) -> str:
    """Line or cell, as the author finds it."""
    page = margin.selection.report.page
    cell = page.cell_at(claim.span.start)
    if cell is not None:
        return f"cell {cell[0]}, line {cell[1]}"
    return f"line {margin.relations.lines[claim.id]}"


def unread_html(margin: Margin) -> str:
    """An outline of what was not read or not decided, and why."""
    selection = margin.selection
    left = [c for c in selection.report.claims if c.verdict in OPEN_VERDICTS and selection.heard(c)]
    remarks = [f"<li>{escaped(note)}</li>" for note in selection.report.notes]
    if not left and not remarks:
        return ""
    items = "".join(_item(margin, claim) for claim in left)
    said = f"{counted(len(left), 'value')} not judged" if left else "remarks"
    return f'<footer class="unjudged"><h2>{said}</h2><ol>{items}{"".join(remarks)}</ol></footer>\n'


def astray_html(margin: Margin, placed: dict[str, None]) -> str:
    """Notes whose mark found no place in the rendered text; none of them is lost."""
    selection = margin.selection
    lost = [
        margin.numbering.name(claim.id)
        for claim in selection.report.claims
        if selection.heard(claim) and margin.numbering.name(claim.id) not in placed
    ]
    if not lost:
        return ""
    return f'<section class="astray"><h2>elsewhere in the file</h2>{margin.annotate(lost)}</section>\n'
