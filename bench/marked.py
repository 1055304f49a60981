"""How our verdicts compare with an examiner's on assignments and exams with real errors in them.

Each lot in `marked/` holds whole documents in the manner of those that circulate, by writers who had not seen
the program, with three to seven errors each and `key.jsonl`, which says of every quoted line whether it is
right, wrong, or right given an earlier error. Each was measured before it was used to find out what is
missing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine import Run
from matching import Quote
from seeds import BEYOND, COMPUTED, Match, match_all, shorten

if TYPE_CHECKING:
    from workings.finding import Claim

FOLDER = Path(__file__).with_name("marked")
LOTS = tuple(sorted(path for path in FOLDER.iterdir() if path.is_dir()))


def alarms_of(matches: list[Match]) -> list[Match]:
    """What the examiner calls right and we call wrong, but for parts of what he calls wrong as a whole."""
    errors = [match.quote for match in matches if match.is_error_of(COMPUTED | BEYOND)]
    alarmed = [match for match in matches if match.quote.verdict == "right" and match.ours == "wrong"]
    return [match for match in alarmed if not any(_is_part(match.quote, error) for error in errors)]


def alarms_beside(matches: list[Match], runs: dict[str, Run]) -> Iterator[tuple[str, int, Claim]]:
    """What we call wrong on lines that the examiner quotes no error on: his silence means that it is right.

    A line that follows from an error is no alarm, nor is one whose finding names the line of an error.
    """
    for name, run in runs.items():
        at_fault = {m.quote.line for m in matches if m.quote.seed == name and m.quote.verdict != "right"}
        for claim in run.report.claims:
            if claim.verdict.value == "wrong":
                page = run.report.page
                first, last = page.place(claim.span.start).line, page.place(claim.span.end).line
                lines = {*range(first, last + 1), *(place.line for place in claim.because)}
                if lines.isdisjoint(at_fault):
                    yield name, first, claim


def _is_part(quote: Quote, error: Quote) -> bool:
    """Whether a quote is a number out of the quote of an error on the same line."""
    return (quote.seed, quote.line) == (error.seed, error.line) and quote.text in error.text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="the errors that were not found")
    options = parser.parse_args()
    titles = (
        "documents",
        "right",
        "alarms",
        "beside",
        "errors",
        "found",
        "in all",
        "found",
        "follow",
        "carried",
    )
    print(f"{'lot':8}" + "".join(f"{title:>10}" for title in titles))
    for lot in LOTS:
        matches, runs = match_all(lot)
        right = sum(match.quote.verdict == "right" for match in matches)
        errors = [match for match in matches if match.is_first_error]
        every = [match for match in matches if match.is_error_of(COMPUTED | BEYOND)]
        beside = [*alarms_beside(matches, runs)]
        counts = f"{len(runs):>10}{right:>10}{len(alarms_of(matches)):>10}{len(beside):>10}{len(errors):>10}"
        found = f"{share(errors):>10.1%}{len(every):>10}{share(every):>10.1%}"
        follow = [match for match in matches if match.quote.verdict == "right_given_earlier_error"]
        carried = sum(match.ours == "carried" for match in follow)
        print(f"{lot.name:8}{counts}{found}{len(follow):>10}{carried:>10}")
        for match in alarms_of(matches):
            print(f"  ALARM {match.quote.seed}:{match.quote.line} {shorten(match.quote.text, 80)}")
        for name, line, claim in beside:
            print(
                f"  BESIDE {name}:{line} [{claim.rule}] {shorten(claim.text, 60)}: {shorten(claim.message)}"
            )
        for match in every if options.list else ():
            if match.finding is None:
                place = f"{match.quote.seed}:{match.quote.line}"
                print(f"  missed {place} {match.quote.kind}: {shorten(match.quote.text, 70)}")


def share(errors: list[Match]) -> float:
    """How many errors were found."""
    return sum(match.finding is not None for match in errors) / max(1, len(errors))


if __name__ == "__main__":
    main()
