"""The same documents as another hand would have written them: no verdict may hang on the style.

Every restyling keeps what a document says (a comma between entries, the brackets of a matrix, the sign for a
product, a heavier letter, page numbers of a scan …). So the right documents of `sound/` stay right, and the
errors of `by_hand/` stay on their lines. What differs shows a reading that goes by the spelling.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine import ROOT, check_bytes, line_of, records
from restylings import RESTYLINGS, Restyling, is_apt
from sound import SOUND

if TYPE_CHECKING:
    from workings.finding import Claim

BY_HAND = ROOT / "bench" / "by_hand"
SUFFIXES = {".md", ".txt", ".tex", ".qmd", ".org"}


@dataclass(frozen=True)
class Outcome:
    """What became of one restyling."""

    changed: int  # documents
    claims: int
    right: int
    alarms: tuple[str, ...]


def outcome_of(restyling: Restyling, paths: list[Path], before: dict[Path, Counter[str]]) -> Outcome:
    """Alarms on right documents, and how many claims stay right."""
    changed, claims, right, alarms = 0, 0, 0, []
    for path in paths:
        text = path.read_text("utf-8")
        new = restyling(text)
        if new == text:
            continue
        changed += 1
        report = check_bytes(new.encode(), path.name).report
        claims += before[path]["right"]
        right += sum(claim.verdict.value == "right" for claim in report.claims)
        alarms += [
            f"{path.name}:{line_of(report, claim)} [{claim.rule}] {claim.text[:60]!r}: {claim.message}"
            for claim in report.claims
            if kind_of(claim) == "alarm"
        ][before[path]["alarm"] :]
    return Outcome(changed, claims, right, tuple(alarms))


def kind_of(claim: Claim) -> str:
    """The verdict of a claim, or that somebody would be alarmed."""
    is_alarm = claim.verdict.value == "wrong" or (claim.rule and claim.verdict.value == "undecided")
    return "alarm" if is_alarm else claim.verdict.value


def errors_lost(
    restyling: Restyling, sheets: list[tuple[Path, dict[str, object]]]
) -> Iterator[tuple[bool, str]]:
    """Whether the error of every restyled sheet is still found on its line."""
    for path, key in sheets:
        text = path.read_text("utf-8")
        new = restyling(text)
        if new != text and new.count("\n") == text.count("\n"):
            found = is_found(new, path.name, key)
            yield found, f"{path.parent.name}/{path.name}:{key['line']}"


def is_found(text: str, name: str, key: dict[str, object]) -> bool:
    report = check_bytes(text.encode(), name).report
    line = int(str(key["line"]))
    return any(
        line_of(report, claim) <= line <= line_of(report, claim) + claim.text.count("\n")
        for claim in report.claims
        if claim.verdict.value in ("wrong", "rounding") or claim.rule
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="the restylings with this in their names")
    parser.add_argument("--every", type=int, default=1, help="only every so many documents")
    parser.add_argument("--list", action="store_true", help="every alarm and every error that is lost")
    options = parser.parse_args()
    paths = [path for path in sorted(SOUND.iterdir()) if path.suffix in SUFFIXES][:: options.every]
    before = {path: Counter(map(kind_of, reported(path))) for path in paths}
    sheets = [
        (folder / key["file"], key)
        for folder in sorted(BY_HAND.iterdir())
        for key in records(folder / "key.jsonl")
        if Path(key["file"]).suffix in SUFFIXES
    ][:: options.every]
    sheets = [(path, key) for path, key in sheets if is_found(path.read_text("utf-8"), path.name, key)]
    print(f"{'restyling':28}{'documents':>10}{'alarms':>8}{'right':>8}{'sheets':>8}{'found':>8}")
    for name, restyling in RESTYLINGS.items():
        if options.only and options.only not in name:
            continue
        apt = [path for path in paths if is_apt(name, path.suffix)]
        outcome = outcome_of(restyling, apt, before)
        found = [*errors_lost(restyling, [one for one in sheets if is_apt(name, one[0].suffix)])]
        share = outcome.right / max(1, outcome.claims)
        kept = sum(is_kept for is_kept, _ in found) / max(1, len(found))
        print(
            f"{name:28}{outcome.changed:>10}{len(outcome.alarms):>8}{share:>8.1%}{len(found):>8}{kept:>8.1%}",
            flush=True,
        )
        if options.list:
            for alarm in outcome.alarms:
                print(f"  ALARM {alarm}")
            for is_kept, place in found:
                if not is_kept:
                    print(f"  lost {place}")


def reported(path: Path) -> list[Claim]:
    return list(check_bytes(path.read_bytes(), path.name).report.claims)


if __name__ == "__main__":
    main()
