"""Lines made alike from step to step, of which one puts in what a name was before it was last changed.

`r = 7 + 2·2`, then `j = 4`, then `r = 11 + 2·2`: the lines before have the latest j, and this one an older.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from flint import fmpq

from workings.checking.comparing.digits import stated_number, stated_numbers
from workings.checking.methods.pages.lines import Slot, is_numeric, terms_of
from workings.checking.methods.pages.naming import called, renewed
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Array, Name, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.resolving.updates import RATES
from workings.source import line_start

RULE = "copy/other-row"
LEAST_SLOTS = 2
MOST_LINES = 60
MOST_TRACKS = 80
LEAST_SUPPORT = 6  # of numbers that are where they should be; a nought or one tells little
LEAST_OF_RUN = 4  # where each line goes on from the one before
LEAST_MATCHES = 2  # lines beside it that have the latest value, where no rule says what they are made of
_OWN = "="  # the track of a family's own results
_ANEW = regex(
    r"\b(?:again|anew|restart\w*|reset\w*|re-?initiali[sz]\w*|instead|without|compar\w*|alternativ\w*|suppose"
    r"|had (?:we|it|the)|starts? (?:over|from)|fresh|separate\w*|independent\w*|parallel\w*|branch\w*|skip\w*"
    r"|old|previous|before the|lookahead|frozen|delay\w*)\b",
    re.I,
)
_COUNT = regex(r"\b(batch|step|epoch|iteration|update|round|day|t|k)\W{0,3}(\d{1,2})\W*$", re.I)
_DIGITS = regex(r"\d+")
_CONSTANTS = frozenset({"e", "π"})
_TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))
WANTS = ("worked",)

Track: TypeAlias = list[tuple[int, fmpq]]  # where a name got a value, and that


@record(frozen=True, slots=True)
class Round:
    """A line of one step: its numbers, and which step it is if that is said."""

    statement: Statement
    member: Member
    slots: tuple[Slot, ...]
    index: str
    result: fmpq | None

    @property
    def start(self) -> int:
        return self.statement.span.start


def claims_of_older_values(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each family that has the value of a name from before its last change."""
    families = {key: lines for key, lines in _families(sheet).items() if 2 <= len(lines) <= MOST_LINES}
    if not families:
        return
    tracks, indexed = _tracks(sheet.statements), _indexed(sheet.statements)
    for (base, _), lines in families.items():
        own = {_OWN: [(one.start, one.result) for one in lines if one.result is not None]}
        own = own if base.startswith(_OWN) else {}
        claim = _judged(sheet, base, lines, {**tracks, **own}, indexed)
        if claim is not None:
            yield claim


def _tracks(statements: Sequence[Statement]) -> dict[str, Track]:
    """The values of every name in the order of the page; of a list, those of each entry."""
    found: dict[str, Track] = {}
    steps: dict[str, list[int]] = {}
    for statement in statements:
        head, last = statement.members[0].expr, statement.members[-1]
        if not isinstance(head, Name) or not _is_stated(statement):
            continue
        base, index = renewed(head)
        if index and not index.isdigit():
            continue
        if isinstance(last.expr, Array):
            for at, entry in enumerate(stated_numbers(last.expr.items)):
                found.setdefault(f"{base}[{at}]", []).append((statement.span.start, entry.value))
        elif (number := stated_number(last.expr)) is not None:
            found.setdefault(base, []).append((statement.span.start, number.value))
            if index:
                steps.setdefault(base, []).append(int(index))
                found.setdefault(f"{base}_{index}", []).append((statement.span.start, number.value))
    for base, taken in steps.items():
        if taken != [*range(taken[0], taken[0] + len(taken))]:
            del found[base]  # entries, and no steps
    several = {key: track for key, track in found.items() if len({value for _, value in track}) > 1}
    return dict([*several.items()][:MOST_TRACKS])


def _is_stated(statement: Statement) -> bool:
    signs = {member.sign for member in statement.members[1:]}
    return bool(signs) and signs <= {"=", "≈", "←"} and not (statement.hypothesis or statement.offered)


def _indexed(statements: Sequence[Statement]) -> dict[str, dict[int, fmpq]]:
    """The numbers of every name by their index: g_1, g_2, …"""
    found: dict[str, dict[int, fmpq]] = {}
    for statement in statements:
        base, index = called(statement.members[0].expr)
        number = stated_number(statement.members[-1].expr)
        if index.isdigit() and number is not None and _is_stated(statement):
            found.setdefault(base, {})[int(index)] = number.value
        if isinstance(statement.members[-1].expr, Array):
            entries = stated_numbers(statement.members[-1].expr.items)
            found.setdefault(f"{base}_{index}", {}).update(
                {at: one.value for at, one in enumerate(entries, 1)}
            )
    return found


def _families(sheet: Sheet) -> dict[tuple[str, tuple[str, ...]], list[Round]]:
    """The lines in plain numbers by what they work out, and how."""
    found: dict[tuple[str, tuple[str, ...]], list[Round]] = {}
    for statement in sheet.statements:
        if statement.hypothesis or statement.offered or statement.traced or len(statement.members) < 2:
            continue
        head = statement.members[0].expr
        named = isinstance(head, Name)
        member = statement.members[1] if named else statement.members[0]
        terms = terms_of(member.expr) if is_numeric(member.expr) else None
        slots = tuple(slot for term in terms or () for slot in term.slots)
        if terms is None or len(slots) < LEAST_SLOTS or len(statement.members) < 2 + named:
            continue
        base, index = renewed(head) if named else ("", "")
        lead = "" if named else _lead(sheet, statement)
        if not named:
            counted = _COUNT.search(lead)
            if counted is None:
                continue
            index = counted[2]
        key = base if base else f"{_OWN}{_DIGITS.sub('', lead)}"
        number = stated_number(statement.members[-1].expr) if _is_stated(statement) else None
        line = Round(statement, member, slots, index, None if number is None else number.value)
        found.setdefault((key, tuple(term.skeleton for term in terms)), []).append(line)
    return found


def _lead(sheet: Sheet, statement: Statement) -> str:
    """The words before a line without a name, as in “after batch 2:”."""
    start = statement.span.start
    return sheet.text[line_start(sheet.text, start) : start].strip(" \t-*•$:")


def _judged(
    sheet: Sheet,
    base: str,
    lines: Sequence[Round],
    tracks: Mapping[str, Track],
    indexed: Mapping[str, Mapping[int, fmpq]],
) -> Claim | None:
    """The first line with an older value where those beside it have the latest one."""
    every = range(len(lines[0].slots))
    known = {place for place in every if _is_explained(lines, place, tracks, indexed)}
    varying = [
        place
        for place in every
        if place not in known and len({abs(one.slots[place].value) for one in lines}) > 1
    ]
    for at, line in enumerate(lines):
        if _ANEW.search(sheet.text, lines[max(at - 1, 0)].start, line.statement.span.end):
            continue
        for seen in (one for place in varying for one in _older(lines, at, place, tracks)):
            if not _are_alike(lines, at, known):
                continue
            if not seen.is_sure(at, _is_ruled(sheet, base, seen.key)) or _stands_beside(seen):
                continue
            if _is_told(sheet, base, seen, at) or _are_all_older(sheet, lines, at, varying, tracks):
                return _told(sheet, line, seen, at)
    return None


def _is_told(sheet: Sheet, base: str, seen: _Seen, at: int) -> bool:
    """Whether the page says that lines are made of a name, and its numbers are no coincidence."""
    least = LEAST_OF_RUN if seen.key == _OWN else LEAST_SUPPORT
    older = abs(seen.lines[at].slots[seen.place].value)
    if older not in _TRIVIAL and any(sheet.judge.scope.said.get(key) == older for key in RATES):
        return False  # it may be the learning rate
    return _is_ruled(sheet, base, seen.key) and seen.support(at) >= least


def _older(lines: Sequence[Round], at: int, place: int, tracks: Mapping[str, Track]) -> Iterator[_Seen]:
    """The names whose value from before their last change a number of a line is."""
    for key, track in tracks.items():
        for sign in (1, -1):
            seen = _Seen(lines, place, key, track, sign)
            if seen.is_older(at):
                yield seen


def _are_all_older(
    sheet: Sheet, lines: Sequence[Round], at: int, places: Sequence[int], tracks: Mapping[str, Track]
) -> bool:
    """Whether every number that is no constant is an older value, of a name of its own in all other lines."""
    others = [one for one in range(len(lines)) if one != at]
    support, keys = 0, set[str]()
    for place in places:
        fitting = [
            seen
            for key, track in tracks.items()
            if (seen := _Seen(lines, place, key, track, 1)).is_older(at)
            and all(map(seen.is_latest, others))
            and _is_lettered(sheet, key)
        ]
        support += max((seen.support(at) for seen in fitting), default=-LEAST_SUPPORT)
        keys |= {seen.key for seen in fitting}
    return len(keys) >= len(places) > 1 and support >= LEAST_SUPPORT


def _stands_beside(seen: _Seen) -> bool:
    """Whether another number of every line is the name already."""
    places = (place for place in range(len(seen.lines[0].slots)) if place != seen.place)
    others = (_Seen(seen.lines, place, seen.key, seen.track, 1) for place in places)
    return any(
        all(other.is_latest(at) for at in range(len(seen.lines)) if other.versions(at)) for other in others
    )


@record(frozen=True, slots=True)
class _Seen:
    """One number of every line of a family, held to the values of a name."""

    lines: Sequence[Round]
    place: int
    key: str
    track: Track
    sign: int  # with which it is put in

    def versions(self, at: int) -> list[fmpq]:
        """What the name was before a line, the latest last."""
        start = self.lines[at].start
        found = [value for place, value in self.track if place < start]
        if self.key == _OWN and found:
            found.insert(0, self.lines[0].slots[self.place].value)
        return found if self.sign > 0 else [-value for value in found]

    def latest(self, at: int) -> fmpq:
        return self.sign * self.versions(at)[-1]

    def is_latest(self, at: int) -> bool:
        found = self.versions(at)
        return bool(found) and _is_put_in(self.lines[at].slots[self.place], found[-1])

    def is_changed(self, at: int) -> bool:
        """Whether the name got its value since the line before, and is not given for all lines at once."""
        first = self.lines[at - 1].start if at else self.lines[at].start
        return any(first <= place < self.lines[at].start for place, _ in self.track)

    def is_older(self, at: int) -> bool:
        """Whether a line has what the name was before its last change, and not what it is."""
        found, slot = self.versions(at), self.lines[at].slots[self.place]
        if not self.is_changed(at) or len(found) < 2 or _is_put_in(slot, found[-1]):
            return False
        return slot.value == found[-2] != 0 or (self.key == _OWN and slot.value == found[0])

    def is_sure(self, at: int, ruled: bool) -> bool:
        """Whether all lines before it have the latest value, and enough lines have one that was changed."""
        if any(self.versions(one) and not self.is_latest(one) for one in range(at)):
            return False
        fitting = [one for one in range(len(self.lines)) if one != at and self.is_latest(one)]
        telling = [one for one in fitting if len(found := self.versions(one)) > 1 and found[-1] != found[-2]]
        return bool(telling) and (ruled or len(fitting) >= LEAST_MATCHES)

    def support(self, at: int) -> int:
        """How much the numbers tell that are the latest, and the one that is older."""
        fitting = [one for one in range(len(self.lines)) if one == at or self.is_latest(one)]
        return sum(1 if self.lines[one].slots[self.place].value in _TRIVIAL else 3 for one in fitting)


def _is_put_in(slot: Slot, value: fmpq) -> bool:
    """Whether a number of a line is a value, perhaps rounded."""
    room = fmpq(0) if slot.written.unit == 1 else slot.written.unit
    return bool(abs(slot.value - value) <= room)


def _is_ruled(sheet: Sheet, base: str, key: str) -> bool:
    """Whether a formula or rule of the page, or else a sentence, says that lines are made of a name."""
    stem = _stem(key)
    if key == _OWN or stem == base:
        return key == _OWN and sheet.makeup.renews
    formulas = [
        {_stem(called(node)[0]) for node in walk(member.expr) if isinstance(node, Name)} - _CONSTANTS
        for statement in sheet.statements
        if isinstance(head := statement.members[0].expr, Name) and _stem(renewed(head)[0]) == base
        for member in statement.members[1:]
    ]
    if any(formulas):
        return any(stem in names for names in formulas)
    return re.search(rf"\b{re.escape(base)}\b[^.;\n]*?(?:{_in_formula(stem)})", sheet.text) is not None


def _is_lettered(sheet: Sheet, key: str) -> bool:
    """Whether the page has a formula with a name in it, if only in a sentence: “grows by (k − 1)·j”."""
    return re.search(_in_formula(_stem(key)), sheet.text) is not None


def _in_formula(stem: str) -> str:
    """A name beside a sign of operation, as a pattern."""
    name = rf"{re.escape(stem)}_?\d?"
    return rf"[*·×⋅+]\s*{name}\b|\b{name}\s*[*·×⋅+]"


def _stem(key: str) -> str:
    return key.partition("[")[0].partition("_")[0]


def _is_explained(
    lines: Sequence[Round],
    place: int,
    tracks: Mapping[str, Track],
    indexed: Mapping[str, Mapping[int, fmpq]],
) -> bool:
    """Whether a number is the latest of some other name in every line, or goes by the index of the line."""
    every = range(len(lines))
    if any(
        all(_Seen(lines, place, key, track, sign).is_latest(at) for at in every)
        for key, track in tracks.items()
        for sign in (1, -1)
    ):
        return True
    for values in indexed.values():
        for shift in (-1, 0, 1):
            steps = [int(line.index) if line.index.isdigit() else at for at, line in enumerate(lines, 1)]
            found = [values.get(step + shift) for step in steps]
            if all(
                value is not None and _is_put_in(line.slots[place], value)
                for line, value in zip(lines, found, strict=True)
            ):
                return True
    return False


def _are_alike(lines: Sequence[Round], at: int, known: set[int]) -> bool:
    """Whether what all other lines have in common, this one has too; and the steps go on one by one."""
    others = [line for place, line in enumerate(lines) if place != at]
    for place, slot in enumerate(lines[at].slots):
        values = {line.slots[place].value for line in others}
        if place not in known and len(others) > 1 and len(values) == 1 and slot.value not in values:
            return False
    steps = [int(line.index) for line in lines if line.index.isdigit()]
    return not steps or steps == [*range(steps[0], steps[0] + len(lines))]


def _told(sheet: Sheet, line: Round, seen: _Seen, at: int) -> Claim:
    name = "the last result" if seen.key == _OWN else seen.key.partition("[")[0]
    older = seen.sign * line.slots[seen.place].value
    message = f"{name} is {show(seen.latest(at))} by now, and {show(older)} is what it was before"
    return sheet.claim(line.member.span, RULE, message)
