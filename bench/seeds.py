"""How our verdicts on the three seed documents compare with the examiner's key.

Prints the false alarms, the computational first errors with what we say there, a table of the
examiner's verdicts against ours, and the share of independently counted equality links that were read.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from engine import SHARED, Run, check_file, missing_material, records
from links import lines_of
from links_read import Coverage, measure_coverage
from matching import Answer, Quote, answers, entry_of, findings_because, findings_near, locate, shorten

SEEDS = SHARED / "seeds"
CAUSES = Path(__file__).with_name("causes.jsonl")
COMPUTED = frozenset(
    [
        "arithmetic",
        "matmul",
        "softmax",
        "attention",
        "shape",
        "params",
        "loss",
        "probability",
        "copy",
        "truth_table",
    ]
)
BEYOND = frozenset("gradient symbolic recurrence limit inequality norm eigen".split())  # more than numbers
LATER = frozenset(["000-L102-2", "001-L320-2", "003-L168-1", "003-L283-1", "003-L302-1"])
OURS = ("wrong", "rounding", "carried", "right", "undecided", "unread", "no claim", "quote not found")
PROSE_REACH = 2  # lines below a quoted sentence in which its finding may stand


@dataclass(frozen=True)
class Match:
    """A key entry with what our report says of the quoted text, the most telling answer first."""

    quote: Quote
    located: bool
    answers: tuple[Answer, ...]
    elsewhere: tuple[Answer, ...] = ()  # findings that point at this place from another line

    @property
    def ours(self) -> str:
        if not self.located:
            return "quote not found"
        return self.answers[0].verdict if self.answers else "no claim"

    @property
    def finding(self) -> Answer | None:
        return next((a for a in (*self.answers, *self.elsewhere) if a.is_finding), None)

    @property
    def is_first_error(self) -> bool:
        return self.is_error_of(COMPUTED)

    def is_error_of(self, kinds: frozenset[str]) -> bool:
        """Whether the examiner calls it a first error of one of these kinds."""
        wrong = self.quote.verdict in ("wrong", "wrong_by_rounding")
        return self.quote.first_error and wrong and self.quote.kind in kinds


def match_quote(quote: Quote, run: Run) -> Match:
    """What the report says of one quote."""
    place = locate(run.report.page.raw, quote.text, quote.line)
    if place is None:
        return Match(quote, False, ())
    found = answers(run.report, *place)
    elsewhere: list[Answer] = []
    if not found and "=" not in quote.text:
        elsewhere += findings_near(run.report, quote.line, PROSE_REACH)
    if quote.kind == "copy":
        elsewhere += findings_because(run.report, quote.line)
    return Match(quote, True, tuple(found), tuple(elsewhere))


def match_all(folder: Path) -> tuple[list[Match], dict[str, Run]]:
    """Check every document of a folder and match the whole of its key."""
    quotes = [entry_of(record) for record in records(folder / "key.jsonl")]
    runs = {
        seed: check_file(folder / seed, names_slips=True) for seed in sorted({quote.seed for quote in quotes})
    }
    return [match_quote(quote, runs[quote.seed]) for quote in quotes], runs


def measure() -> tuple[list[Match], dict[str, tuple[Run, Coverage]]]:
    """The seeds against their key, and how much of their links was read."""
    matches, runs = match_all(SEEDS)
    covered = {
        seed: (run, measure_coverage(run.document, run.report, Path(seed).suffix))
        for seed, run in runs.items()
    }
    return matches, covered


def print_alarms(matches: list[Match], verdict: str) -> int:
    alarms = [m for m in matches if m.quote.verdict == verdict and m.ours == "wrong"]
    print(f"\ncalled wrong, though the examiner says {verdict}: {len(alarms)}")
    for match in alarms:
        print(f"  {match.quote.id} {shorten(match.quote.text)}")
        print(f"      examiner: {shorten(match.quote.correct)}")
        print(f"      ours:     line {match.answers[0].line}: {match.answers[0].describe()}")
    return len(alarms)


def print_remarks(matches: list[Match]) -> None:
    """Rule findings on lines that hold: no alarm, but a reader is told something."""
    remarks = [(m, a) for m in matches for a in m.answers if a.rule and a.verdict == "right"]
    right = [(m, a) for m, a in remarks if m.quote.verdict == "right"]
    print(f"\nrule findings on what both call right: {len(right)}")
    for match, answer in right:
        print(
            f"  {match.quote.id} {shorten(match.quote.text)}\n      line {answer.line}: {answer.describe()}"
        )


def print_first_errors(matches: list[Match]) -> tuple[int, int]:
    """The computational first errors; returns found and within reach."""
    errors = [m for m in matches if m.is_first_error]
    within = [m for m in errors if m.quote.id not in LATER]
    found = sum(m.finding is not None for m in within)
    print(f"\ncomputational first errors: {len(errors)}, within reach {len(within)}, found {found}")
    for match in errors:
        mark = "found " if match.finding else "later " if match.quote.id in LATER else "MISSED"
        said = match.finding or (match.answers[0] if match.answers else None)
        words = f"line {said.line}: {said.describe()}" if said else match.ours
        print(f"  {mark} {match.quote.id} {shorten(match.quote.text, 60)}\n           {words}")
    return found, len(within)


def print_all_errors(matches: list[Match]) -> tuple[int, int]:
    """Every first error that can be computed, also those that are no numbers; returns found and all."""
    errors = [m for m in matches if m.is_error_of(COMPUTED | BEYOND)]
    found = [m for m in errors if m.finding is not None]
    print(f"\nall computable first errors: {len(errors)}, found {len(found)}; not found:")
    for match in errors:
        if match.finding is None:
            print(f"  {match.quote.id} {match.quote.kind}: {shorten(match.quote.text, 70)}")
    return len(found), len(errors)


def print_causes(matches: list[Match]) -> tuple[int, int]:
    """The examiner's cause of each first error beside what we name; `causes.jsonl` says what tells it."""
    telling = {row["id"]: row for row in records(CAUSES)}
    named = among = 0
    print("\ncauses of the first errors")
    for match in matches:
        if not match.is_first_error or match.quote.id in LATER:
            continue
        among += 1
        said = {name for a in (*match.answers, *match.elsewhere) for name in (*a.fits, a.rule) if name}
        said |= {"rounding/cut-off" for a in match.answers if "cut off" in a.message}
        row = telling.get(match.quote.id, {"names": [], "why": "not looked at"})
        is_named = bool(said & set(row["names"]))
        named += is_named
        print(f"  {'named' if is_named else '-':6} {match.quote.id} {shorten(match.quote.cause, 70)}")
        why = "" if is_named else f"; {row.get('why', '')}"
        print(f"           {', '.join(sorted(said)) or 'nothing'}{why}")
    return named, among


def print_table(matches: list[Match]) -> None:
    counts = Counter((m.quote.verdict, m.ours) for m in matches)
    columns = [o for o in OURS if any(counts[v, o] for v in {m.quote.verdict for m in matches})]
    print("\nexaminer's verdict against ours (most telling claim in the quote)")
    print(f"  {'':26}" + "".join(f"{c:>11}" for c in columns))
    for verdict in sorted({m.quote.verdict for m in matches}):
        print(f"  {verdict:26}" + "".join(f"{counts[verdict, c]:>11}" for c in columns))


def print_links(runs: dict[str, tuple[Run, Coverage]], show_unread: bool) -> tuple[int, int]:
    print(f"\nequality links{'':16}{'links':>7}{'read':>7}{'share':>8}{'both sides':>12}{'seconds':>9}")
    total = read = 0
    for seed, (run, cover) in runs.items():
        total += len(cover.links)
        read += len(cover.read)
        share = len(cover.read) / max(1, len(cover.links))
        counts = f"{len(cover.links):>7}{len(cover.read):>7}{share:>8.1%}{len(cover.both):>12}"
        print(f"  {seed:28}{counts}{run.seconds:>9.3f}")
        if show_unread:
            for number, line, _ in lines_of(run.report.page.raw, cover.unread):
                print(f"      line {number}: {shorten(line, 110)}")
    print(f"  {'in all':28}{total:>7}{read:>7}{read / max(1, total):>8.1%}")
    return read, total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the matches as JSON")
    parser.add_argument("--unread", action="store_true", help="list the links that were not read")
    options = parser.parse_args()
    absent = missing_material(SEEDS / "key.jsonl")
    if absent:
        print(absent)
        return
    matches, runs = measure()
    if options.json:
        records = [asdict(m) | {"ours": m.ours, "found": m.finding is not None} for m in matches]
        links = {s: {"links": len(c.links), "read": len(c.read)} for s, (_, c) in runs.items()}
        print(json.dumps({"matches": records, "links": links}, ensure_ascii=False, indent=1))
        return
    alarms = print_alarms(matches, "right")
    print_alarms(matches, "right_given_earlier_error")
    print_remarks(matches)
    found, within = print_first_errors(matches)
    everything, possible = print_all_errors(matches)
    named, among = print_causes(matches)
    print_table(matches)
    read, total = print_links(runs, options.unread)
    print(f"\n{alarms} right lines called wrong (must be 0); {found} of {within} first errors (at least 19);")
    share = everything / max(1, possible)
    print(f"{everything} of all {possible} computable first errors ({share:.1%}, at least 75 %);")
    print(f"{read / max(1, total):.1%} of the links read (at least 90 %); {named} of {among} causes named")


if __name__ == "__main__":
    main()
