"""How much was read and what came of it: the last line of every run."""

from __future__ import annotations

from collections import Counter
from dataclasses import field

from workings.finding import LAB, Verdict
from workings.record import record
from workings.reporting.selection import Selection, is_finding, is_remarkable, label, slip

STRICT = ("rounding", "carried", "undecided", "unread")


@record(frozen=True)
class Tally:
    """Counts over one or more files; what is ignored is counted apart from its verdict."""

    files: int = 0
    claims: int = 0
    findings: int = 0
    ignored: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    labs: Counter[str] = field(default_factory=Counter)  # those of sentences that labs were run for
    rules: Counter[str] = field(default_factory=Counter)
    slips: Counter[str] = field(default_factory=Counter)  # the same by slip where one is named
    holders: Counter[str] = field(default_factory=Counter)  # files in which each slip is found

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.files + other.files,
            self.claims + other.claims,
            self.findings + other.findings,
            self.ignored + other.ignored,
            self.verdicts + other.verdicts,
            self.labs + other.labs,
            self.rules + other.rules,
            self.slips + other.slips,
            self.holders + other.holders,
        )

    def fails(self, strict: bool) -> bool:
        return self.findings > 0 or (strict and any(self.verdicts[name] for name in STRICT))


def tally(selection: Selection) -> Tally:
    """Count one file."""
    claims = selection.report.claims
    heard = [claim for claim in claims if selection.heard(claim)]
    slips = Counter(slip(claim) for claim in heard if is_remarkable(claim))
    return Tally(
        files=1,
        claims=len(claims),
        findings=sum(map(is_finding, heard)),
        ignored=len(claims) - len(heard),
        verdicts=Counter(claim.verdict.value for claim in heard),
        labs=Counter(claim.verdict.value for claim in heard if claim.kind == LAB),
        rules=Counter(label(claim) for claim in heard if is_remarkable(claim)),
        slips=slips,
        holders=Counter(slips.keys()),
    )


def coverage(total: Tally) -> str:
    """`41 claims: 33 right, 2 rounding, 3 carried, 2 wrong, 1 unread`."""
    subject = counted(total.claims, "claim")
    if total.files > 1:
        subject += f" in {counted(total.files, 'file')}"
    groups = [(total.verdicts[verdict.value], verdict.value) for verdict in Verdict]
    groups.append((total.ignored, "ignored"))
    parts = [f"{count} {name}" for count, name in groups if count]
    return f"{subject}: {', '.join(parts)}" if parts else subject


def statistics(total: Tally) -> str:
    """A line for every rule that objected, the most frequent first; over several files, by slip and file.

    What is only a verdict, as `carried`, stands below by itself.
    """
    counts, line = (total.holders, _files) if total.files > 1 else (total.rules, _times)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], -total.slips[item[0]], item[0]))
    width = max((len(str(count)) for _, count in ranked), default=0)
    verdicts = {verdict.value for verdict in Verdict}
    named = "".join(line(total, name, f"{count:>{width}}") for name, count in ranked if name not in verdicts)
    bare = "".join(line(total, name, f"{count:>{width}}") for name, count in ranked if name in verdicts)
    return f"{named}\n{bare}" if named and bare else named + bare


def _times(total: Tally, name: str, count: str) -> str:
    """`2  attention/missing-scale`."""
    return f"{count}  {name}\n"


def _files(total: Tally, name: str, count: str) -> str:
    """`14 of 40 files (35 %, 20 times): attention/missing-scale`."""
    share = (200 * int(count) + total.files) // (2 * total.files)
    times = counted(total.slips[name], "time")
    return f"{count} of {counted(total.files, 'file')} ({share} %, {times}): {name}\n"


def counted(count: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
