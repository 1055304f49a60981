"""What the checker makes of the corpus: verdicts per file, the listed errors, and every alarm.

`alarms.jsonl` holds the verdict that fresh eyes gave on each alarm ("real" or "false"), found again by
file, line and a short quote of the author's text; an alarm without one is listed as not looked at yet.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from engine import SHARED, check_file, line_of, missing_material, records
from links_read import measure_coverage
from matching import shorten

CORPUS = SHARED / "corpus"
ERRORS = CORPUS / "errors.jsonl"
JUDGED = Path(__file__).with_name("alarms.jsonl")
VERDICTS = ("right", "rounding", "carried", "wrong", "undecided", "unread")
DECIDED = ("right", "rounding", "carried", "wrong")
QUOTE_WIDTH = 40


@dataclass(frozen=True)
class Alarm:
    """A claim that we call wrong, as a person needs to see it to judge us."""

    file: str
    line: int
    quote: str
    text: str
    stated: str
    computed: str
    rule: str | None
    message: str
    judged: str | None  # "real", "false", or None where nobody has looked


@dataclass(frozen=True)
class FileResult:
    """The figures of one file of the corpus."""

    file: str
    statements: int
    claims: int
    counts: dict[str, int]
    links: int
    links_read: int
    seconds: float
    alarms: tuple[Alarm, ...]
    findings: tuple[tuple[int, str], ...]  # line and verdict of what counts as found


def measure_file(path: Path, judged: dict[tuple[str, int, str], str]) -> FileResult:
    run = check_file(path)
    report = run.report
    cover = measure_coverage(run.document, report, path.suffix)
    alarms = []
    findings = []
    for claim in report.claims:
        line = line_of(report, claim)
        verdict = claim.verdict.value
        if verdict in ("wrong", "rounding") or claim.rule:
            findings.append((line, f"{verdict}[{claim.rule or ''}] {claim.computed or ''}"))
        if verdict == "wrong":
            quote = shorten(claim.text, QUOTE_WIDTH)
            verdict_of_eyes = judged.get((path.name, line, quote))
            alarms.append(
                Alarm(
                    path.name,
                    line,
                    quote,
                    claim.text,
                    claim.stated or "",
                    claim.computed or "",
                    claim.rule,
                    claim.message,
                    verdict_of_eyes,
                )
            )
    counts = Counter(claim.verdict.value for claim in report.claims)
    return FileResult(
        path.name,
        report.statements,
        len(report.claims),
        {verdict: counts[verdict] for verdict in VERDICTS},
        len(cover.links),
        len(cover.read),
        run.seconds,
        tuple(alarms),
        tuple(findings),
    )


def read_judged() -> dict[tuple[str, int, str], str]:
    """What fresh eyes said of each alarm, by file, line and short quote."""
    if not JUDGED.exists():
        return {}
    return {(r["file"], r["line"], r["quote"]): r["verdict"] for r in records(JUDGED)}


def print_files(results: list[FileResult]) -> float:
    """The table per file; returns the share of claims decided in all."""
    heads = "".join(f"{verdict:>10}" for verdict in VERDICTS)
    print(f"{'file':12}{'statem.':>8}{'claims':>7}{heads}{'decided':>9}{'links':>7}{'read':>7}{'sec':>7}")
    for result in [*results, _total(results)]:
        decided = sum(result.counts[v] for v in DECIDED) / max(1, result.claims)
        counts = "".join(f"{result.counts[v]:>10}" for v in VERDICTS)
        read = result.links_read / max(1, result.links)
        figures = f"{result.statements:>8}{result.claims:>7}{counts}{decided:>9.1%}"
        print(f"{result.file:12}{figures}{result.links:>7}{read:>7.0%}{result.seconds:>7.2f}")
    return decided


def _total(results: list[FileResult]) -> FileResult:
    return FileResult(
        "in all",
        sum(r.statements for r in results),
        sum(r.claims for r in results),
        {v: sum(r.counts[v] for r in results) for v in VERDICTS},
        sum(r.links for r in results),
        sum(r.links_read for r in results),
        sum(r.seconds for r in results),
        (),
        (),
    )


def print_errors(results: list[FileResult]) -> int:
    by_file = {result.file: result for result in results}
    found = 0
    print("\nlisted errors")
    for error in records(ERRORS):
        result = by_file.get(error["file"])
        said = [text for line, text in result.findings if line == error["line"]] if result else []
        found += bool(said)
        words = said[0] if said else ""
        print(f"  {'found ' if said else 'MISSED'} {error['file']}:{error['line']} {error['claim']}  {words}")
    return found


def print_alarms(results: list[FileResult]) -> tuple[int, int]:
    """Every alarm with what fresh eyes said; returns the false ones and those not looked at."""
    alarms = [alarm for result in results for alarm in result.alarms]
    print(f"\nalarms: {len(alarms)}")
    for alarm in alarms:
        mark = alarm.judged or "not looked at"
        rule = f" [{alarm.rule}]" if alarm.rule else ""
        print(f"  {alarm.file}:{alarm.line}  {mark}{rule}")
        print(f"      text:     {shorten(alarm.text, 160)}")
        print(f"      computed: {shorten(alarm.computed, 120)}  {shorten(alarm.message, 140)}")
    false = sum(alarm.judged == "false" for alarm in alarms)
    return false, sum(alarm.judged is None for alarm in alarms)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("files", nargs="*", help="names of files of the corpus (all by default)")
    options = parser.parse_args()
    absent = missing_material(CORPUS / "docs", CORPUS / "errors.jsonl")
    if absent:
        print(absent)
        return
    judged = read_judged()
    paths = [p for p in sorted((CORPUS / "docs").iterdir()) if not options.files or p.name in options.files]
    results = [measure_file(path, judged) for path in paths]
    if options.json:
        print(json.dumps([asdict(result) for result in results], ensure_ascii=False, indent=1))
        return
    decided = print_files(results)
    found = print_errors(results)
    false, unseen = print_alarms(results)
    claims = sum(result.claims for result in results)
    rate = 200 * false / max(1, claims)
    print(f"\n{decided:.1%} of {claims} claims decided (at least 70 %)")
    print(f"{found} of {len(records(ERRORS))} listed errors found (at least 8)")
    print(f"{false} false alarms, {rate:.2f} in 200 claims (at most 1); {unseen} not looked at by fresh eyes")


if __name__ == "__main__":
    main()
