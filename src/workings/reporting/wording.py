"""The words around a claim: what stands alone, what points, what explains and what proposes."""

from __future__ import annotations

from collections.abc import Mapping

from workings.finding import LAB, MAY_BE, Claim, Entry, Report, Verdict, spot
from workings.record import record
from workings.reporting.coverage import counted
from workings.reporting.paint import one_line

MOST_ENTRIES = 4
MOST_LINES = 6
LONGEST_REASON = 400  # characters of what a lab measured


@record(frozen=True)
class Relations:
    """Who follows from whom: the lines of the claims, and of those that each error led to."""

    lines: Mapping[str, int]
    followers: Mapping[str, list[Claim]]


def relate(report: Report) -> Relations:
    """Look up causes once for a whole report."""
    lines = {claim.id: report.page.place(claim.span.start).line for claim in report.claims}
    followers: dict[str, list[Claim]] = {}
    for claim in report.claims:
        if claim.cause is not None and claim.cause != claim.id:
            followers.setdefault(claim.cause, []).append(claim)
    return Relations(lines, followers)


def headline(claim: Claim) -> str:
    """A message that stands alone."""
    if claim.message:
        return one_line(claim.message)
    stated = one_line(claim.stated or claim.text, 60)
    match claim.verdict:
        case Verdict.WRONG:
            return f"{stated} does not hold"
        case Verdict.ROUNDING:
            return f"{stated} is off by rounding only"
        case Verdict.CARRIED:
            return f"{stated} follows from an earlier error"
        case Verdict.UNDECIDED:
            return f"{stated} is not determined by this document"
        case Verdict.UNREAD:
            return f"{stated} was not understood"
        case Verdict.RIGHT:
            return f"{stated} holds, but a rule objects"


def summary(claim: Claim) -> str:
    """The message with the likeliest slip, where there is no caret to write it beside."""
    return "; ".join((headline(claim), *map(one_line, claim.slips[:1])))


def pointer(claim: Claim) -> str:
    """The few words beside the caret."""
    if claim.slips:
        return one_line(claim.slips[0])
    match claim.entries:
        case ():
            return ""
        case (entry,):
            return _entry(entry)
        case entries:
            return f"{len(entries)} entries differ"


def notes(claim: Claim, relations: Relations) -> list[str]:
    """Where the expectation came from, and what hangs together with it."""
    said = [entry for entry in _entries(claim) if entry != pointer(claim)]
    said += [f"or it {one_line(slip.removeprefix(MAY_BE))}" for slip in claim.slips[1:]]
    said += [one_line(f"line {reason.line}: {reason.text}") for reason in claim.because]
    if claim.convention:
        said.append(one_line(f"read with this convention: {claim.convention}"))
    if claim.kind == LAB and claim.computed is not None:
        said.append(one_line(f"measured for “{claim.stated}”: {claim.computed}", LONGEST_REASON))
    if claim.cause in relations.lines and claim.cause != claim.id:
        link = "shares its cause with" if claim.verdict is Verdict.WRONG else "follows from"
        said.append(f"{link} the error on line {relations.lines[claim.cause or '']}")
    return said + _followed(relations.followers.get(claim.id, []), relations.lines)


_SILENT = (Verdict.RIGHT, Verdict.UNREAD, Verdict.UNDECIDED)


def proposal(claim: Claim) -> str | None:
    """The right value, for `help:`, if it is another than the stated one."""
    if claim.computed in (None, claim.stated) or claim.verdict in _SILENT or claim.kind == LAB:
        return None
    return f"the value is {one_line(claim.computed)}"


def _entries(claim: Claim) -> list[str]:
    """The entries that differ, the first few of them in words."""
    said = [_entry(entry) for entry in claim.entries[:MOST_ENTRIES]]
    if len(claim.entries) > MOST_ENTRIES:
        rest = len(claim.entries) - MOST_ENTRIES
        said.append(f"and {rest} more {'entry' if rest == 1 else 'entries'}")
    return said


def _entry(entry: Entry) -> str:
    said = one_line(f"{spot(entry.index)} is {entry.computed}, stated as {entry.stated}")
    return said if entry.verdict is Verdict.WRONG else f"{said} ({entry.verdict.value})"


def _followed(followers: list[Claim], lines: Mapping[str, int]) -> list[str]:
    """One cause, one error: name what the error led to."""
    carried = [claim for claim in followers if claim.verdict is not Verdict.WRONG]
    wrong = [claim for claim in followers if claim.verdict is Verdict.WRONG]
    said = []
    if carried:
        said.append(
            f"{counted(len(carried), 'later value')} {_follow(carried)} from this ({_on(carried, lines)})"
        )
    if wrong:
        said.append(f"{counted(len(wrong), 'other error')} {_share(wrong)} this cause ({_on(wrong, lines)})")
    return said


def _follow(claims: list[Claim]) -> str:
    return "follows" if len(claims) == 1 else "follow"


def _share(claims: list[Claim]) -> str:
    return "shares" if len(claims) == 1 else "share"


def _on(claims: list[Claim], lines: Mapping[str, int]) -> str:
    places = sorted({lines[claim.id] for claim in claims})
    listed = ", ".join(map(str, places[:MOST_LINES])) + (", …" if len(places) > MOST_LINES else "")
    return f"line {listed}" if len(places) == 1 else f"lines {listed}"
