"""The same documents as another hand would have written them: no verdict may hang on the style.

Every restyling keeps what a document says (a comma between entries, the brackets of a matrix, the sign for a
product, a heavier letter, page numbers of a scan …). So the right documents of `sound/` stay right, and so do
the lines that the keys of `marked/` call right, while the errors of `by_hand/` and `marked/` stay on their
lines. What differs shows a reading that goes by the spelling.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING

from engine import ROOT, check_bytes, line_of, records
from marked import LOTS
from restylings import RESTYLINGS, Restyling, encoded, is_apt
from sound import SOUND

if TYPE_CHECKING:
    from workings.finding import Claim, Report

BY_HAND = ROOT / "bench" / "by_hand"
SUFFIXES = {".md", ".txt", ".tex", ".qmd", ".org"}
EVERY = 30  # documents of which one is restyled


@dataclass(frozen=True)
class Paper:
    """A document with what its key says, and what became of its lines as they were written."""

    path: Path
    text: str
    is_sound: bool
    faults: frozenset[int]  # the lines that the key does not call right
    found: tuple[int, ...]  # the lines with errors that are found
    right: Counter[int]  # how many claims are right, by their lines
    alarmed: frozenset[int]

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"


@dataclass(frozen=True)
class Outcome:
    """What became of one document in another style."""

    alarms: list[str]
    right: int
    fewer: list[str]
    found: int
    lost: list[str]


def outcome_of(paper: Paper, new: str, name: str) -> Outcome:
    """What differs between a document and the same in another style."""
    report = check_bytes(encoded(name, new), paper.path.name).report
    back, forth = lines_between(new, paper.text), lines_between(paper.text, new)
    right: Counter[int] = Counter()
    alarms = []
    for claim in report.claims:
        lines = back[line_of(report, claim)]
        if claim.verdict.value == "right":
            right[lines[0]] += 1
        if is_alarm(claim) and paper.alarmed.isdisjoint(lines):
            told = f"{paper.name}:{lines[0]} [{claim.rule}] {claim.text[:60]!r}: {claim.message}"
            if paper.is_sound or (claim.verdict.value == "wrong" and paper.faults.isdisjoint(lines)):
                alarms.append(told)
    before: Counter[int] = Counter()  # of lines that are broken or joined, by the first
    for line, count in paper.right.items():
        before[back[forth[line][0]][0]] += count
    fewer = [
        f"{paper.name}:{line} {count} → {right[line]}"
        for line, count in sorted(before.items())
        if right[line] < count
    ]
    lost = [f"{paper.name}:{line}" for line in paper.found if not is_found(report, forth[line])]
    return Outcome(alarms, right.total(), fewer, len(paper.found) - len(lost), lost)


def lines_between(old: str, new: str) -> dict[int, range]:
    """Where every line of one text stands in the other."""
    before, after = ([line.strip() for line in text.split("\n")] for text in (old, new))
    if len(before) == len(after):
        return {line: range(line, line + 1) for line in range(1, len(before) + 2)}
    places = {len(before) + 1: range(len(after), len(after) + 1)}
    for _, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for line in range(a, b):
            is_same_size = b - a == d - c
            places[line + 1] = (
                range(c + line - a + 1, c + line - a + 2) if is_same_size else range(c + 1, max(c + 1, d) + 1)
            )
    return places


def is_alarm(claim: Claim) -> bool:
    """Whether somebody would be alarmed."""
    return claim.verdict.value == "wrong" or bool(claim.rule and claim.verdict.value == "undecided")


def is_found(report: Report, lines: range) -> bool:
    """Whether something on one of these lines is found fault with."""
    return any(
        line_of(report, claim) < lines.stop and lines.start <= line_of(report, claim) + claim.text.count("\n")
        for claim in report.claims
        if claim.verdict.value in ("wrong", "rounding") or claim.rule
    )


def paper_of(path: Path, errors: set[int], faults: set[int], is_sound: bool = False) -> Paper:
    text = path.read_text("utf-8")
    report = check_bytes(text.encode(), path.name).report
    found = tuple(line for line in sorted(errors) if is_found(report, range(line, line + 1)))
    right = Counter(line_of(report, claim) for claim in report.claims if claim.verdict.value == "right")
    alarmed = frozenset(line_of(report, claim) for claim in report.claims if is_alarm(claim))
    return Paper(path, text, is_sound, frozenset(faults), found, right, alarmed)


def papers_of(every: int) -> Iterator[Paper]:
    """The documents that are restyled: sound ones, sheets with one error, papers with several."""
    for path in sorted(SOUND.iterdir())[::every]:
        if path.suffix in SUFFIXES:
            yield paper_of(path, set(), set(), is_sound=True)
    sheets = [(folder, key) for folder in sorted(BY_HAND.iterdir()) for key in records(folder / "key.jsonl")]
    for folder, key in sheets[::every]:
        path, line = folder / key["file"], int(key["line"])
        if path.suffix in SUFFIXES:
            yield paper_of(path, {line}, {*range(line, path.read_text("utf-8").count("\n") + 9)})
    keys = {lot: records(lot / "key.jsonl") for lot in LOTS}
    marked = sorted((lot, name) for lot, key in keys.items() for name in {entry["seed"] for entry in key})
    for lot, name in marked[::every]:
        if Path(name).suffix in SUFFIXES:
            key = [entry for entry in keys[lot] if entry["seed"] == name]
            faults = {entry["line"] for entry in key if entry["verdict"] != "right"}
            yield paper_of(
                lot / name, {entry["line"] for entry in key if entry["first_error"]} & faults, faults
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="the restylings with this in their names")
    parser.add_argument("--every", type=int, default=EVERY, help="only every so many documents")
    parser.add_argument("--list", action="store_true", help="every alarm, and what is lost")
    options = parser.parse_args()
    papers = [*papers_of(options.every)]
    print(f"{'restyling':24}{'documents':>10}{'alarms':>8}{'claims':>8}{'right':>8}{'errors':>8}{'found':>8}")
    whole: list[Outcome] = []
    for name, restyling in RESTYLINGS.items():
        if options.only and options.only not in name:
            continue
        papers_changed, outcomes = restyled(papers, name, restyling)
        print_row(name, papers_changed, outcomes)
        for outcome in outcomes if options.list else ():
            for title, places in (
                ("ALARM", outcome.alarms),
                ("fewer", outcome.fewer),
                ("lost", outcome.lost),
            ):
                for place in places:
                    print(f"  {title} {place}")
        whole += outcomes
    print(f"{sum(len(outcome.alarms) for outcome in whole)} alarms, ", end="")
    print(f"{sum(len(outcome.lost) for outcome in whole)} errors lost in {len(whole)} restyled documents")


def restyled(papers: list[Paper], name: str, restyling: Restyling) -> tuple[list[Paper], list[Outcome]]:
    """The documents that a restyling changes, and what becomes of them."""
    changed, outcomes = [], []
    for paper in papers:
        new = restyling(paper.text) if is_apt(name, paper.path.suffix) else paper.text
        if encoded(name, new) != paper.text.encode():
            changed.append(paper)
            outcomes.append(outcome_of(paper, new, name))
    return changed, outcomes


def print_row(name: str, papers: list[Paper], outcomes: list[Outcome]) -> None:
    """One line of the table."""
    claims = sum(paper.right.total() for paper in papers)
    errors = sum(len(paper.found) for paper in papers)
    right = sum(outcome.right for outcome in outcomes) / max(1, claims)
    found = sum(outcome.found for outcome in outcomes) / max(1, errors)
    alarms = sum(len(outcome.alarms) for outcome in outcomes)
    print(
        f"{name:24}{len(papers):>10}{alarms:>8}{claims:>8}{right:>8.1%}{errors:>8}{found:>8.1%}", flush=True
    )


if __name__ == "__main__":
    main()
