"""Diagnostics in rustc's layout: message, place, the author's own text, a caret, notes, help."""

from __future__ import annotations

from workings.finding import Claim, Report
from workings.reporting.coverage import STRICT, Tally, coverage, tally
from workings.reporting.excerpt import Excerpt, excerpts
from workings.reporting.format import Look
from workings.reporting.paint import harmless, one_line, paint
from workings.reporting.selection import Selection, heading, severity
from workings.reporting.wording import Relations, headline, notes, pointer, proposal, relate

MOST_LINES = 6  # of a claim that runs over many lines


def render(selection: Selection, look: Look) -> str:
    """The diagnostics of one file, each followed by an empty line."""
    shown = selection.shown(look.everything)
    relations = relate(selection.report) if shown else Relations({}, {})
    blocks = [diagnostic(claim, selection.report, relations, look.colour) for claim in shown]
    if look.everything or shown:
        blocks += [
            f"{paint('note', 'note', look.colour)}: {one_line(note)}\n" for note in selection.report.notes
        ]
    if blocks and look.several:
        blocks.append(f"{harmless(selection.report.page.filename)}: {coverage(tally(selection))}\n")
    return "".join(block + "\n" for block in blocks)


def closing(total: Tally, look: Look) -> str:
    """What was not shown and how to see it, then the coverage."""
    quiet = {name: total.verdicts[name] - total.labs[name] for name in STRICT}
    hidden = [f"{count} {name}" for name, count in quiet.items() if count]
    line = ""
    if hidden and not look.everything:
        line = f"not shown: {', '.join(hidden)}; --verbose shows them\n"
    return line + paint(coverage(total), "strong", look.colour) + "\n"


def diagnostic(claim: Claim, report: Report, relations: Relations, colour: bool = False) -> str:
    """One claim, whole."""
    page = report.page
    lines = excerpts(page, claim.span)
    margin = " " * len(str(lines[-1].line))
    kind = severity(claim)
    bar = paint(f"{margin} |", "gutter", colour)
    out = [f"{paint(heading(claim), kind, colour)}{paint(': ' + headline(claim), 'strong', colour)}"]
    out.append(f"{margin}{paint('-->', 'gutter', colour)} {_where(claim, report)}")
    out.append(bar)
    out += _marked(lines, margin, pointer(claim), kind, colour)
    extra = [("note", note) for note in notes(claim, relations)]
    if (help_text := proposal(claim)) is not None:
        extra.append(("help", help_text))
    if extra:
        out.append(bar)
    sign = paint(f"{margin} =", "gutter", colour)
    out += [f"{sign} {paint(word, word, colour)}: {said}" for word, said in extra]
    return "\n".join(out) + "\n"


def _where(claim: Claim, report: Report) -> str:
    place = report.page.place(claim.span.start)
    where = f"{harmless(report.page.filename)}:{place.line}:{place.column}"
    cell = report.page.cell_at(claim.span.start)
    return where if cell is None else f"{where} (cell {cell[0]}, line {cell[1]})"


def _marked(lines: list[Excerpt], margin: str, words: str, kind: str, colour: bool) -> list[str]:
    """The source lines, and the marks under the only one or around several."""
    size = len(margin)
    bar = paint(f"{margin} |", "gutter", colour)
    first, last = lines[0], lines[-1]
    if len(lines) == 1:
        marks = paint(f"{'^' * (first.end - first.start)} {words}".rstrip(), kind, colour)
        return [_source(first, size, "", colour), f"{bar} {' ' * first.start}{marks}"]
    side = paint("|", kind, colour)
    out = [_source(first, size, "  ", colour), f"{bar}  {paint('_' * (first.start + 1) + '^', kind, colour)}"]
    out += [_source(line, size, f"{side} ", colour) for line in lines[1:-1][:MOST_LINES]]
    if len(lines) > MOST_LINES + 2:
        out.append(f"{' ' * size} ⋮ {side}")
    out.append(_source(last, size, f"{side} ", colour))
    tail = f"|{'_' * last.end}^ {words}".rstrip()
    out.append(f"{bar} {paint(tail, kind, colour)}")
    return out


def _source(line: Excerpt, size: int, side: str, colour: bool) -> str:
    return f"{paint(f'{line.line:>{size}} |', 'gutter', colour)} {side}{line.text}".rstrip()
