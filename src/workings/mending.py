"""Mend the stated values of a file, and prove every mend by checking the file again.

A mend is kept only if its own value is right afterwards, the document has the same structure, and nothing
else is worse than before. A safe mend changes one value on which nothing leans; an unsafe one goes on to
the values that were carried from it, until all of them are right, or leaves everything as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TypeAlias

from workings import pipeline
from workings.checking.fixing import (
    Mendable,
    Targets,
    blames_operand,
    copies,
    edits_for,
    is_rewritable,
    is_used_later,
    skeleton,
)
from workings.document import Kind
from workings.extracting import decode
from workings.extracting.editing import Edit, edited_bytes, raw_edits
from workings.finding import Claim, Report, Verdict
from workings.pipeline import Document
from workings.record import record
from workings.reporting.selection import Selection
from workings.source import Span

MOST_ROUNDS = 12  # in which values that were carried are mended one after another
MOST_PASSES = 6  # over a document, as long as something was mended
MOST_MENDS = 200  # tried in one pass
_RANK = {
    Verdict.RIGHT: 0,
    Verdict.ROUNDING: 1,
    Verdict.CARRIED: 2,
    Verdict.UNDECIDED: 3,
    Verdict.UNREAD: 3,
    Verdict.WRONG: 4,
}

FORMULA = "what is stated is no number, list or matrix that could be written otherwise"
METHOD = "the value is what its line comes to: the line has to be worked out anew"
UNPROVEN = "the document would not be right with the value put in"
LEANING = "values further down lean on it, and not all of them can be mended"
COPIED = "a later line computes with a copy of it, and numbers that are put in are not rewritten"
USED = "values further down lean on it; --unsafe-fixes mends them together"
BLAMED = "a number that was put in may be the error; --unsafe-fixes mends the result"

Choose: TypeAlias = Callable[[Document, Report], Selection]
Key: TypeAlias = tuple[int, int]  # a statement and a member of it, which stay the same when a number changes


@record(frozen=True)
class Checked:
    """A file's bytes and all that was found in them."""

    data: bytes
    document: Document
    selection: Selection
    targets: dict[Span, Mendable]

    @cached_property
    def spans(self) -> dict[Key, Span]:
        statements = enumerate(self.document.statements)
        return {(n, m): member.span for n, s in statements for m, member in enumerate(s.members)}

    @cached_property
    def claims(self) -> dict[Key, Claim]:
        """The claims by the member that they are about; of several the worst."""
        keys = {span: key for key, span in self.spans.items()}
        found: dict[Key, Claim] = {}
        for claim in self.selection.report.claims:
            key = keys.get(claim.span)
            if key is not None and (key not in found or _is_worse(claim, found[key])):
                found[key] = claim
        return found

    @cached_property
    def strays(self) -> int:
        """Errors that are about no single member."""
        places = set(self.spans.values())
        claims = self.selection.report.claims
        return sum(claim.verdict is Verdict.WRONG and claim.span not in places for claim in claims)

    @cached_property
    def bones(self) -> list[tuple[object, ...]]:
        return skeleton(self.document.statements)

    def roots(self) -> list[Key]:
        """What asks to be mended: values that are wrong or off by rounding."""
        return [
            key
            for key, claim in sorted(self.claims.items())
            if claim.verdict in (Verdict.WRONG, Verdict.ROUNDING) and self.is_open(key)
        ]

    def is_open(self, key: Key) -> bool:
        """Whether a member may be touched: nobody silenced it, and no program printed it."""
        claim = self.claims.get(key)
        printed = self.document.statements[key[0]].passage.kind is Kind.OUTPUT
        return not printed and (claim is None or self.selection.heard(claim))

    def followers(self, key: Key) -> set[Key]:
        """What is carried from an error."""
        cause = self.claims[key].id
        return {other for other, claim in self.claims.items() if claim.cause == cause and other != key}

    def worse_than(self, before: Checked) -> set[Key] | None:
        """The members about which less is good than before; None if it is another document altogether."""
        if self.bones != before.bones or self.strays > before.strays:
            return None
        gone = {key for key, claim in before.claims.items() if key not in self.claims and not claim.rule}
        return gone | {
            key
            for key, claim in self.claims.items()
            if (key not in before.claims and claim.verdict is Verdict.WRONG)
            or (key in before.claims and _is_worse(claim, before.claims[key]))
        }

    def edits(self, key: Key) -> list[list[Edit]]:
        """The ways to mend a member, each a list of edits."""
        target = self.target(key)
        found = [edits_for(target, value, self.page) for value in target.values] if target else []
        return [edits for at, edits in enumerate(found) if edits and edits not in found[:at]]

    def target(self, key: Key) -> Mendable | None:
        """What a member should state, if its value is what is the matter with it."""
        claim = self.claims.get(key)
        return self.targets.get(self.spans[key]) if claim is not None and is_rewritable(claim) else None

    def is_right(self, key: Key) -> bool:
        return key in self.claims and self.claims[key].verdict is Verdict.RIGHT

    @property
    def page(self) -> str:
        return self.document.reading.page.written


def _is_worse(claim: Claim, before: Claim) -> bool:
    return _RANK[claim.verdict] > _RANK[before.verdict]


@record(frozen=True)
class Left:
    """A value that was not mended, and why."""

    claim: Claim
    reason: str


@record(frozen=True)
class Mended:
    """What became of a file."""

    state: Checked
    fixed: int
    left: tuple[Left, ...]


class Mender:
    """Mends files of one run; `choose` says which findings are heard."""

    def __init__(self, name: str, given: Document | None, choose: Choose) -> None:
        self.name = name
        self.given = given
        self.choose = choose

    def read(self, data: bytes, names_slips: bool = True) -> Checked:
        """Check a file, keeping what its values should be."""
        document = pipeline.read(decode(data), self.name)
        targets = Targets()
        report = pipeline.report(document, pipeline.judged(document, self.given, names_slips, targets))
        return Checked(data, document, self.choose(document, report), targets.found)

    def mend(self, state: Checked, unsafe: bool) -> Mended:
        """Everything that can be mended, pass after pass, until a pass mends nothing."""
        fixed = 0
        left: tuple[Left, ...] = ()
        for _ in range(MOST_PASSES):
            state, count, left = self._mend_once(state, unsafe)
            fixed += count
            if not count:
                break
        return Mended(state, fixed, left)

    def _mend_once(self, state: Checked, unsafe: bool) -> tuple[Checked, int, tuple[Left, ...]]:
        """Each value in reading order."""
        first, fixed = state, 0
        left: list[Left] = []
        for key in first.roots()[:MOST_MENDS]:
            if key not in state.claims or state.claims[key].verdict is Verdict.RIGHT:
                continue
            ways = state.edits(key)
            reason = _why_not(key, state) if not ways else None if unsafe else _why_unsafe(key, first)
            outcome = reason or self._mend_one(state, key, ways, unsafe)
            if isinstance(outcome, str):
                left.append(Left(first.claims[key], outcome))
            else:
                state, count = outcome
                fixed += count
        return (self.read(state.data) if fixed else state), fixed, tuple(left)

    def _mend_one(
        self, state: Checked, key: Key, ways: list[list[Edit]], unsafe: bool
    ) -> tuple[Checked, int] | str:
        """One value, by the givens or else as the lines before print it; or why not."""
        reason = UNPROVEN
        for edits in ways:
            outcome = self._carry_on(state, key, edits, unsafe)
            if not isinstance(outcome, str):
                return outcome
            reason = outcome
        return reason

    def _carry_on(
        self, state: Checked, key: Key, edits: list[Edit], unsafe: bool
    ) -> tuple[Checked, int] | str:
        """Put a value in and mend what leaned on the old one, until nothing is worse than before."""
        mended = {key: state.target(key)}
        work = self._edited(state, edits)
        for _ in range(MOST_ROUNDS):
            worse = None if work is None else work.worse_than(state)
            if work is None or worse is None or not work.is_right(key):
                return UNPROVEN
            if not worse:
                return COPIED if _is_copied(work, mended) else (work, len(mended))
            if not unsafe:
                return USED
            ways = {other: work.edits(other) for other in worse}
            if not all(ways.values()) or not all(s.is_open(other) for s in (state, work) for other in worse):
                return LEANING
            mended |= {other: work.target(other) for other in worse - mended.keys()}
            work = self._edited(work, (edit for way in ways.values() for edit in way[0]))
        return LEANING

    def _edited(self, state: Checked, edits: Iterable[Edit]) -> Checked | None:
        ordered = sorted(edits, key=lambda edit: edit.span)
        data = edited_bytes(state.data, raw_edits(state.document.reading.page, ordered))
        return None if data is None else self.read(data, names_slips=False)


def _why_not(key: Key, state: Checked) -> str:
    """Why there is nothing to write in the place of what is stated."""
    claim = state.claims[key]
    if is_rewritable(claim) and claim.span not in state.targets:
        return METHOD
    return FORMULA if is_rewritable(claim) else f"no other value would mend {claim.rule or 'it'}"


def _why_unsafe(key: Key, state: Checked) -> str | None:
    """Why a wrong value is not simply rewritten; what is off by rounding always may be."""
    claim = state.claims[key]
    if claim.verdict is Verdict.ROUNDING:
        return None
    if state.followers(key) or is_used_later(claim.span, state.document.statements):
        return USED
    return BLAMED if blames_operand(claim) else None


def _is_copied(work: Checked, mended: Mapping[Key, Mendable | None]) -> bool:
    """Whether a line further down still computes with one of the old values."""
    own = [work.spans[key] for key in mended]
    return any(
        not any(span.start <= place.start < span.end for span in own)
        for key, target in mended.items()
        if target is not None
        for place in copies(target, work.spans[key].end, work.document.statements)
    )
