"""What comparing a stated member with a reference value came to."""

from __future__ import annotations

from dataclasses import dataclass

from workings.finding import Entry, Verdict


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdict on one member against one reference, with the entries that are not right."""

    verdict: Verdict
    entries: tuple[Entry, ...] = ()
    reason: str = ""
    damaged: bool = False
    misfit: bool = False  # a list where a number is computed, or the other way round
    rule: str | None = None  # the name of what is wrong, where that is more than the value


SIMPLE = {verdict: Comparison(verdict) for verdict in Verdict}  # with nothing to add to the verdict


def undecided(reason: str, *, damaged: bool = False, misfit: bool = False) -> Comparison:
    """Nothing can be said, and why."""
    return Comparison(Verdict.UNDECIDED, (), reason, damaged, misfit)
