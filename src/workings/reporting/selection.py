"""Which findings count: rule names chosen on the command line, and ignore comments in the document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workings.document import Ignore
from workings.finding import LAB, Claim, Report, Verdict
from workings.record import record
from workings.regex import regex
from workings.reporting.position import region
from workings.source import Page

if TYPE_CHECKING:
    from workings.pipeline import Document

OPENER = regex(r"[ \t>]*(?:\$\$|\\\[|\\begin\{[^}\n]*\})[ \t]*\r?\n")
MILD = frozenset({Verdict.ROUNDING, Verdict.CARRIED})


def is_finding(claim: Claim) -> bool:
    """Fails a run: what is wrong, and what a rule objects to."""
    return claim.verdict is Verdict.WRONG or (claim.rule is not None and claim.verdict not in MILD)


def is_remarkable(claim: Claim) -> bool:
    """Worth a line when everything is shown: all but what is simply right."""
    return claim.verdict is not Verdict.RIGHT or claim.rule is not None


def label(claim: Claim) -> str:
    """The name a finding goes by: its rule, or its verdict where no rule has a name for it."""
    return claim.rule or claim.verdict.value


def slip(claim: Claim) -> str:
    """The slip behind a finding where one is named, else what the finding goes by."""
    return claim.fits[0] if claim.fits else label(claim)


def severity(claim: Claim) -> str:
    """The word before the rule: the verdict, or `finding` where a rule objects to a value that holds."""
    if claim.kind == LAB and claim.verdict in (Verdict.RIGHT, Verdict.UNDECIDED):
        return "note"
    return "finding" if claim.verdict is Verdict.RIGHT else claim.verdict.value


def heading(claim: Claim) -> str:
    """`wrong[softmax/wrong-axis]`, or `wrong` where there is no rule."""
    return f"{severity(claim)}[{claim.rule}]" if claim.rule else severity(claim)


@record(frozen=True)
class Selection:
    """A report with the ids of the claims that nobody wants to hear about."""

    report: Report
    silenced: frozenset[str] = frozenset()
    document: Document | None = None  # what was read, for formats that show it

    def heard(self, claim: Claim) -> bool:
        return claim.id not in self.silenced

    def shown(self, everything: bool) -> list[Claim]:
        """The claims to report, in reading order: findings, or all that is not simply right; and labs."""
        worth = is_remarkable if everything else is_finding
        told = (claim for claim in self.report.claims if worth(claim) or claim.kind == LAB)
        return [claim for claim in told if self.heard(claim)]


def select(
    report: Report, ignores: Sequence[Ignore] = (), select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> Selection:
    """Silence what is not selected, what is ignored by name, and what an ignore comment stands beside.

    A name is a rule, a family (the part before the slash), or a verdict.
    """
    silenced = set()
    for claim in filter(is_remarkable, report.claims):
        chosen = not select or _goes_by(claim, select)
        if not chosen or _goes_by(claim, ignore) or _commented(claim, report, ignores):
            silenced.add(claim.id)
    return Selection(report, frozenset(silenced))


def _goes_by(claim: Claim, names: Sequence[str]) -> bool:
    own = {claim.verdict.value}
    if claim.rule:
        own |= {claim.rule, claim.rule.partition("/")[0]}
    return not own.isdisjoint(names)


def _commented(claim: Claim, report: Report, ignores: Sequence[Ignore]) -> bool:
    if not ignores:
        return False
    page = report.page
    place = region(page, claim.span)
    first = _opening_line(page, place.line)
    return any(
        (ignore.line is None or first <= ignore.line <= place.end_line)
        and (not ignore.rules or _goes_by(claim, ignore.rules))
        for ignore in ignores
    )


def _opening_line(page: Page, line: int) -> int:
    """The line on which the display of a claim is opened, if nothing else stands between."""
    while line > 1 and OPENER.fullmatch(page.raw, page.line_starts[line - 2], page.line_starts[line - 1]):
        line -= 1
    return line
