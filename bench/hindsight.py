"""What the program of an earlier day says of the documents that were added after it, rule by rule.

Every document of `marked/`, `by_hand/` and `sound/` was looked at once before anything was mended, and is
worth nothing as a measure after that. An earlier commit has never seen those that came later: checked out
beside this tree and run on them, it shows how often each rule is right about documents that nobody had in
mind. A rule that raises about as many alarms as it finds errors is no proof that a line is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import engine
from marked import FOLDER as MARKED
from marked import alarms_beside, alarms_of
from seeds import BEYOND, COMPUTED, match_all
from sound import SOUND

BY_HAND = Path(__file__).with_name("by_hand")
UNNAMED = "(no rule)"
Sighting = tuple[str, str, str]  # found or alarm, the rule, the place


def later(folder: Path, old: Path) -> list[Path]:
    """What a folder of the benchmarks holds now and did not hold then."""
    then = old / folder.relative_to(engine.ROOT)
    return [path for path in sorted(folder.iterdir()) if not (then / path.name).exists()]


def of_right_documents(paths: list[Path]) -> Iterator[Sighting]:
    for path in paths:
        yield from _alarms(path)


def of_sheets(folders: list[Path]) -> Iterator[Sighting]:
    """Sheets with one slip each, and the same without it."""
    for folder in folders:
        for key in engine.records(folder / "key.jsonl"):
            report = engine.check_file(folder / key["file"], names_slips=True).report
            rules = [
                claim.rule or UNNAMED
                for claim in report.claims
                if (claim.verdict.value in ("wrong", "rounding") or claim.rule)
                and engine.line_of(report, claim)
                <= key["line"]
                <= engine.line_of(report, claim) + claim.text.count("\n")
            ]
            yield (
                ("found" if rules else "missed"),
                rules[0] if rules else str(key.get("side", key.get("slip", ""))),
                f"{folder.name}/{key['file']}",
            )
            yield from _alarms(folder / "clean" / key["file"])


def of_marked(lots: list[Path]) -> Iterator[Sighting]:
    """Documents with an examiner's key."""
    for lot in lots:
        matches, runs = match_all(lot)
        for match in matches:
            if match.is_error_of(COMPUTED | BEYOND):
                rule = match.quote.kind if match.finding is None else match.finding.rule or UNNAMED
                kind = "missed" if match.finding is None else "found"
                yield kind, rule, f"{lot.name}/{match.quote.seed}:{match.quote.line}"
        for match in alarms_of(matches):
            place = f"{lot.name}/{match.quote.seed}:{match.quote.line}"
            yield "alarm", match.answers[0].rule or UNNAMED, place
        quoted = {(match.quote.seed, match.quote.line) for match in alarms_of(matches)}
        for name, line, claim in alarms_beside(matches, runs):
            if (name, line) not in quoted:
                yield "alarm", claim.rule or UNNAMED, f"{lot.name}/{name}:{line}"


def _alarms(path: Path) -> Iterator[Sighting]:
    report = engine.check_file(path).report
    for claim in report.claims:
        if claim.verdict.value == "wrong":
            where = f"{path.parent.name}/{path.name}:{engine.line_of(report, claim)}"
            yield "alarm", claim.rule or UNNAMED, where


def serve(old: Path) -> None:
    """Run in a process whose engine is the old one; prints what was seen as JSON."""
    seen = [
        *of_right_documents(later(SOUND, old)),
        *of_sheets(later(BY_HAND, old)),
        *of_marked(later(MARKED, old)),
    ]
    print(json.dumps(seen))


def look_back(commit: str) -> list[Sighting]:
    """What the program of a commit says of everything that came after it."""
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder) / "tree"
        archive = subprocess.run(["git", "archive", commit], cwd=engine.ROOT, check=True, capture_output=True)
        old.mkdir()
        subprocess.run(["tar", "-x", "-C", old], input=archive.stdout, check=True)
        answer = subprocess.run(
            [sys.executable, __file__, "--serve", str(old)],
            env={**os.environ, "WORKINGS_SOURCE": str(old / "src")},
            check=True,
            capture_output=True,
            text=True,
        )
    return [(kind, rule, place) for kind, rule, place in json.loads(answer.stdout)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?", help="a commit before some of the documents")
    parser.add_argument("--list", action="store_true", help="every alarm, with its place")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    if options.commit is None:
        parser.error("say which commit is to be looked back from")
    seen = look_back(options.commit)
    print_table(seen)
    for kind, rule, place in seen if options.list else ():
        if kind == "alarm":
            print(f"  ALARM {place} [{rule}]")


def print_table(seen: list[Sighting]) -> None:
    found = Counter(rule for kind, rule, _ in seen if kind == "found")
    alarms = Counter(rule for kind, rule, _ in seen if kind == "alarm")
    missed = sum(kind == "missed" for kind, _, _ in seen)
    errors, share = found.total() + missed, found.total() / max(1, found.total() + missed)
    print(f"errors {errors}, found {found.total()} ({share:.1%}), alarms {alarms.total()}")
    print(f"{'rule':34}{'found':>8}{'alarms':>8}")
    for rule in sorted({*found, *alarms}, key=lambda rule: (-alarms[rule], -found[rule], rule)):
        print(f"{rule:34}{found[rule]:>8}{alarms[rule]:>8}")


if __name__ == "__main__":
    main()
