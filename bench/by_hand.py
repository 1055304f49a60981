"""How well slips are found on sheets that were written by hand, without sight of our lists of mistakes.

Each set in `by_hand/` holds worked solutions with one slip each and `key.jsonl`, which says where it is, and
in `clean/` the same without it. `accepted.jsonl` says which names of slips tell what the writer put in, as
judged by somebody who did not see the program's lists either. What was found of a set at first sight, before
it was used to find out what is missing, is what other sheets will see: README.md has the table.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import engine
from workings.finding import Claim, Verdict

SETS = Path(__file__).with_name("by_hand")


@dataclass(frozen=True)
class Answer:
    """What was said of one sheet."""

    key: dict[str, Any]
    on_line: tuple[Claim, ...]  # wrong claims on the line of the slip
    early: tuple[Claim, ...]  # wrong claims before it
    carried: int
    follow: int
    astray: int  # lines called carried that the key does not count among those
    false: tuple[Claim, ...]  # wrong claims on the clean version
    fits: tuple[str, ...]
    words: tuple[str, ...]


def answer(folder: Path, key: dict[str, Any]) -> Answer:
    report = engine.check_file(folder / key["file"], names_slips=True).report
    lines: dict[int, list[Claim]] = defaultdict(list)
    for claim in report.claims:
        first = engine.line_of(report, claim)
        for line in range(first, first + claim.text.count("\n") + 1):  # a matrix stands on several
            lines[line].append(claim)
    found = tuple(c for c in lines[key["line"]] if is_found(c))
    early = tuple(
        c
        for line, cs in lines.items()
        for c in cs
        if line < key["line"] and c.verdict is Verdict.WRONG and c not in found
    )
    follow = [line for line in key["carried"] if line not in key.get("repeats", ()) and lines[line]]
    carried = sum(any(c.verdict is Verdict.CARRIED for c in lines[line]) for line in follow)
    known = {key["line"], *key["carried"], *key.get("repeats", ())}
    astray = sum(
        line not in known and any(c.verdict is Verdict.CARRIED for c in lines[line]) for line in [*lines]
    )
    clean = engine.check_file(folder / "clean" / key["file"], names_slips=True).report
    false = tuple(c for c in clean.claims if c.verdict is Verdict.WRONG)
    fits = tuple(fit for c in found for fit in (*c.fits, *((c.rule,) if c.rule else ())))
    words = tuple(word for c in found for word in (*c.slips, c.message))
    return Answer(key, found, early, carried, len(follow), astray, false, fits, words)


def is_found(claim: Claim) -> bool:
    return claim.verdict in (Verdict.WRONG, Verdict.ROUNDING) or (
        claim.rule is not None and claim.verdict is not Verdict.CARRIED
    )


def accepted(folder: Path) -> dict[str, list[str]]:
    path = folder / "accepted.jsonl"
    if not path.exists():
        return {}
    return {row["file"]: row["names"] for row in engine.records(path)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="what was said of each sheet")
    options = parser.parse_args()
    problem = engine.missing_material(SETS)
    if problem:
        print(problem)
        return
    for folder in sorted(SETS.iterdir()):
        measure(folder, options.list)


def measure(folder: Path, listed: bool) -> None:
    """Print what was found on the sheets of one folder."""
    answers = [answer(folder, key) for key in engine.records(folder / "key.jsonl")]
    names = accepted(folder)
    named = [a for a in answers if set(a.fits) & set(names.get(a.key["file"], ()))]
    found = [a for a in answers if a.on_line]
    follow = sum(a.follow for a in answers)
    carried = sum(a.carried for a in answers) / max(follow, 1)
    some = sum(any(fit != "value/differs" for fit in a.fits) for a in answers)
    print(f"\n{folder.name}: sheets written by hand {len(answers)}")
    print(f"first wrong step on its line      {len(found) / len(answers):7.1%}  (at least 90 %)")
    if names:
        print(f"slip named                        {len(named) / len(answers):7.1%}  (at least 60 %)")
    print(f"something named                   {some / len(answers):7.1%}")
    print(f"called wrong before the slip      {sum(bool(a.early) for a in answers):5}")
    print(f"carried lines that were read      {carried:7.1%} of {follow}")
    print(f"called carried beside those       {sum(a.astray for a in answers):5}")
    print(f"findings on the clean versions    {sum(len(a.false) for a in answers):5}")
    for a in answers if listed else ():
        mark = "named" if a in named else ("found" if a.on_line else "MISSED")
        key = a.key
        print(f"\n{mark} {key['file']}:{key['line']} {key['stated']}, not {key['right']}: {key['slip']}")
        print("   ", " | ".join(a.fits), "::", " | ".join(a.words))
        for claim in (*a.early, *a.false):
            print("    FALSE", claim.text[:100], claim.computed, claim.rule)


if __name__ == "__main__":
    main()
