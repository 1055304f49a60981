"""How hand-worked backpropagation is judged: the claims of our own pages, right and with slips.

`spec/backpropagation.md` and `spec/gradients.md` say on every line what becomes of it. Counted are lines that
are right and called wrong, slips that are found, and slips that are named.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import engine  # the first, since it finds the package
from workings.finding import Verdict
from workings.pipeline import check, read

SPEC = Path(__file__).parents[1] / "spec"
PAGES = ("backpropagation.md", "gradients.md")
_SECTION = re.compile(r"^## ", re.MULTILINE)
_WANTED = re.compile(r"\s*<!-- (\w+)[^>]*-->")
_REPORT = re.compile(r"^```report\n.*?^```$", re.MULTILINE | re.DOTALL)


def measured(section: str) -> Counter[str]:
    """What is said of the lines of one section."""
    lines = _REPORT.sub("", section).partition("\n")[2].split("\n")
    wanted = {at: found[1] for at, line in enumerate(lines, 1) if (found := _WANTED.search(line))}
    report = check(read("\n".join(_WANTED.sub("", line) for line in lines), "notes.md"), names_slips=True)
    counts: Counter[str] = Counter(claims=len(report.claims))
    for at, want in wanted.items():
        claims = [claim for claim in report.claims if engine.line_of(report, claim) == at]
        wrong = [claim for claim in claims if claim.verdict is Verdict.WRONG]
        counts["lines"] += 1
        counts["slips"] += want == "wrong"
        counts["found"] += want == "wrong" and bool(wrong)
        counts["named"] += want == "wrong" and any(
            c.fits or (c.rule or "").startswith("update/") for c in wrong
        )
        counts["alarms"] += want != "wrong" and bool(wrong)
    return counts


def main() -> None:
    counts: Counter[str] = Counter()
    for page in PAGES:
        for section in _SECTION.split((SPEC / page).read_text(encoding="utf-8"))[1:]:
            counts += measured(section)
    print(f"{counts['lines']} lines with {counts['claims']} claims (at least 60)")
    print(f"{counts['alarms']} right lines called wrong (must be 0)")
    print(f"{counts['found']} of {counts['slips']} slips found, {counts['named']} of them named")


if __name__ == "__main__":
    main()
