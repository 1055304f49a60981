"""Every section of spec/ is a document: its lines get the verdicts that the comments behind them say."""

from __future__ import annotations

from collections import defaultdict

import pytest
from pages import SPEC, Expectation, Section, all_sections, with_report

from workings.finding import Claim, Report
from workings.pipeline import check, read
from workings.reporting.format import Look
from workings.reporting.selection import select
from workings.reporting.terminal import render

BADNESS = ("right", "rounding", "undecided", "unread", "carried", "wrong")
SECTIONS = all_sections()


def params() -> list[object]:
    """The sections as test cases; what is known not to work yet has to fail."""
    return [
        pytest.param(
            section,
            id=section.id,
            marks=[pytest.mark.xfail(reason=section.known_gap, strict=True)] if section.known_gap else [],
        )
        for section in SECTIONS
    ]


def claims_by_line(report: Report) -> dict[int, list[Claim]]:
    lines: dict[int, list[Claim]] = defaultdict(list)
    for claim in report.claims:
        lines[report.page.place(claim.span.start).line].append(claim)
    return lines


def describe(claims: list[Claim]) -> str:
    """The worst verdict of a line, or `none`."""
    return max((claim.verdict.value for claim in claims), key=BADNESS.index, default="none")


def meets(expectation: Expectation, claims: list[Claim]) -> bool:
    """Whether the worst claim of a line is as bad as expected, and for the expected reason."""
    worst = describe(claims)
    if worst != expectation.verdict or expectation.detail is None:
        return worst == expectation.verdict
    return any(
        claim.verdict.value == worst and expectation.detail in (claim.rule, claim.convention)
        for claim in claims
    )


def surprises(section: Section, report: Report) -> list[str]:
    """What was said otherwise than expected, in words."""
    lines = claims_by_line(report)
    said = []
    for expectation in section.expectations:
        claims = lines.pop(expectation.line, [])
        if not meets(expectation, claims):
            heard = [(c.verdict.value, c.rule, c.convention, c.text, c.message) for c in claims]
            said.append(
                f"line {expectation.line}: expected {expectation.verdict} {expectation.detail or ''}: {heard}"
            )
    for line, claims in lines.items():
        if describe(claims) == "wrong":
            said.append(f"line {line}: unexpectedly wrong: {[(c.rule, c.text, c.message) for c in claims]}")
    return said


@pytest.mark.parametrize("section", params())
def test_a_section_is_judged_as_it_says(section: Section, request: pytest.FixtureRequest) -> None:
    document = read(section.document, section.filename)
    report = check(document, names_slips=True)
    if found := surprises(section, report):
        pytest.fail("\n".join(found), pytrace=False)
    if section.report is None:
        return
    shown = render(select(report, document.reading.ignores), Look(everything=True)).rstrip("\n") + "\n"
    if request.config.getoption("--accept"):
        path = SPEC / f"{section.page}.md"
        path.write_text(with_report(path.read_text(encoding="utf-8"), section, shown), encoding="utf-8")
        return
    assert section.report == shown


def test_every_section_has_a_title_of_its_own_and_expects_something() -> None:
    assert len({section.id for section in SECTIONS}) == len(SECTIONS) > 100
    assert [section.id for section in SECTIONS if not section.expectations] == []
