"""What comparing a stated member with a reference value came to."""

from __future__ import annotations

from workings.finding import Entry, Verdict
from workings.record import record

DAMAGED = "matrix/damaged"
SHAPE = "matrix/shape"


@record(frozen=True, slots=True)
class Comparison:
    """The verdict on one member against one reference, with the entries that are not right."""

    verdict: Verdict
    entries: tuple[Entry, ...] = ()
    reason: str = ""
    rule: str | None = None  # the name of what is the matter, where that is more than the value
    misfit: bool = False  # a list where a number is computed, or the other way round

    @property
    def is_sound(self) -> bool:
        """Right, or off by rounding only."""
        return self.verdict is Verdict.RIGHT or self.verdict is Verdict.ROUNDING


SIMPLE = {verdict: Comparison(verdict) for verdict in Verdict}  # with nothing to add to the verdict


def undecided(reason: str, *, rule: str | None = None, misfit: bool = False) -> Comparison:
    """Nothing can be said, and why."""
    return Comparison(Verdict.UNDECIDED, (), reason, rule, misfit)


def unread(reason: str) -> Comparison:
    """The member was not understood, and why."""
    return Comparison(Verdict.UNREAD, (), reason)
