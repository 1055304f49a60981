"""Lines that are made alike: what the numbers of one have to be, seen from where the others have theirs.

`y_1`, `y_2`, `y_4` are made with the columns 1, 2 and 4 of a matrix; then `y_3` is made with column 3. A line
that is not was made with the entries of another line, with a number copied wrongly, or without a term.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.miscopying import misread
from workings.checking.methods.pages.lines import Index, Line, Slot, factors_of, is_function
from workings.checking.methods.pages.stores import Source, Store, View, sources_in
from workings.record import record

MOST_ALIKE = 64  # lines of a family
LEAST_SUPPORT = 8  # of numbers that are where they should be; a nought or one tells little
LEAST_OF_FUNCTIONS = 6  # where each line is a function of one of them, and nothing else
DROPPED_TERM = "slip/dropped-term"
DROPPED_FACTOR = "slip/dropped-factor"
_TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))


@record(frozen=True, slots=True)
class Misput:
    """A number that is another than its line should have, and where that one stands."""

    slot: Slot
    expected: fmpq
    source: Source


@record(frozen=True, slots=True)
class Oddity:
    """The line that is made otherwise: which slip, and with which numbers in place of which."""

    line: Line
    slip: str
    misput: tuple[Misput, ...]
    taken_from: str = ""  # what the numbers belong to that were put in


@record(frozen=True, slots=True)
class Column:
    """One number of every line, and what may stand behind it."""

    place: int  # in its term
    slots: tuple[Slot, ...]
    whole: tuple[Source, ...]  # sources that all lines agree with
    near: tuple[tuple[Source, int], ...]  # sources that all but one agree with, and that one

    @property
    def varies(self) -> bool:
        return len({slot.value for slot in self.slots}) > 1


def odd_one(family: Sequence[Line], stores: Sequence[Store]) -> Oddity | None:
    """The line of a family that was made with numbers that belong elsewhere."""
    shape, count = Counter(line.skeleton for line in family).most_common(1)[0]
    lines = [line for line in family if line.skeleton == shape]
    if not 2 <= count <= MOST_ALIKE:
        return None
    ways = [way for store in stores for way in sources_in(store, len(lines[0].index))]
    columns = [
        _explained(place, [line.terms[at].slots[place] for line in lines], lines, ways)
        for at, term in enumerate(lines[0].terms)
        for place in range(len(term.slots))
    ]
    varying = [column for column in columns if column.varies]
    if all(column.whole for column in varying) or not all(column.whole or column.near for column in varying):
        return None
    found = [odd for at in range(count) if (odd := _odd(at, lines, columns)) is not None]
    return found[0] if len(found) == 1 else None


def _explained(place: int, slots: list[Slot], lines: Sequence[Line], ways: Sequence[Source]) -> Column:
    whole: list[Source] = []
    near: list[tuple[Source, int]] = []
    for way in ways:
        off: list[int] = []
        for at, (slot, line) in enumerate(zip(slots, lines, strict=True)):
            value = way.at(line.index, line.start)
            if value is None:
                off = [at, at]
            elif value != slot.value:
                off.append(at)
            if len(off) > 1:
                break
        if not off:
            whole.append(way)
        elif len(off) == 1:
            near.append((way, off[0]))
    return Column(place, tuple(slots), tuple(whole), tuple(near))


def _odd(at: int, lines: Sequence[Line], columns: Sequence[Column]) -> Oddity | None:
    """The line at a place as the odd one, if every number that is not where it should be is in it."""
    off = [column for column in columns if column.varies and not column.whole]
    views = {way.view for way, odd in off[0].near if odd == at}
    for column in off[1:]:
        views &= {way.view for way, odd in column.near if odd == at}
    of_functions = is_function(lines[at].formula.expr)
    if _support(columns) < (LEAST_OF_FUNCTIONS if of_functions else LEAST_SUPPORT):
        return None
    upheld = {way.view for column in columns if column.varies for way in column.whole}
    found = [
        odd
        for view in sorted(views & upheld or views, key=str)
        if (odd := _seen(view, view in upheld, at, lines, columns)) is not None
    ]
    return found[0] if len(found) == 1 else None


def _seen(
    view: View, upheld: bool, at: int, lines: Sequence[Line], columns: Sequence[Column]
) -> Oddity | None:
    """The odd line, where its numbers should come from one store in one way."""
    line = lines[at]
    misput: list[Misput] = []
    for column in columns:
        if not column.varies or column.whole:
            continue
        fitting = [way for way, odd in column.near if odd == at and way.view == view]
        values = {way.at(line.index, line.start) for way in fitting}
        expected = fitting[0].at(line.index, line.start)
        if len(values) != 1 or expected is None:
            return None
        misput.append(Misput(column.slots[at], expected, fitting[0]))
    places = {column.place for column in columns if column.varies and not column.whole}
    if len(lines) > 2 and _varies(line, lines, misput):
        for other in _neighbours(line, misput):
            if all(part.source.at(other, line.start) == part.slot.value for part in misput):
                hidden = _hidden(view, at, line, [c for c in columns if c.place in places], other)
                spelt = misput[0].source.spelt(other)
                return Oddity(line, "copy/other-row", (*misput, *hidden), spelt)
    slip = misread(misput[0].expected, misput[0].slot.value, misput[0].slot.written.unit)
    sure = upheld or len(lines) > 3 or (len(lines) == 3 and is_function(line.formula.expr))
    if len(misput) > 1 or slip is None or not sure or _is_of_another_word(line, misput[0]):
        return None
    return Oddity(line, slip, tuple(misput))


def _is_of_another_word(line: Line, part: Misput) -> bool:
    """Whether a number stands in its row of a store by words, under another word: no slip of the pen."""
    store, own = part.source.store, part.source.parts[0]
    row = line.index[own] if isinstance(own, int) else own
    return store.by_word and any(
        key[0] == row and entry.value == part.slot.value for key, entry in store.entries.items()
    )


def _hidden(view: View, at: int, line: Line, columns: Sequence[Column], other: Index) -> Iterator[Misput]:
    """Numbers of the other line that are the same in all lines, so that nothing shows where they belong."""
    for column in columns:
        for way, odd in column.near:
            expected = way.at(line.index, line.start)
            hides = not column.varies and odd == at and way.view == view and expected is not None
            if hides and expected is not None and way.at(other, line.start) == column.slots[at].value:
                yield Misput(column.slots[at], expected, way)
                break


def _support(columns: Sequence[Column]) -> int:
    """How much the numbers tell that are where they should be."""
    total = 0
    for column in columns:
        if not column.varies:
            continue
        by_word = any(way.store.by_word for way in (*column.whole, *(way for way, _ in column.near)))
        for slot in column.slots if column.whole else column.slots[1:]:
            total += (1 if slot.value in _TRIVIAL else 3) + by_word
    return total


def _varies(line: Line, lines: Sequence[Line], misput: Sequence[Misput]) -> bool:
    """Whether the other lines have different numbers in that place, each its own."""
    others = [other for other in lines if other is not line]
    return any(len({part.source.at(other.index, other.start) for other in others}) > 1 for part in misput)


def _neighbours(line: Line, misput: Sequence[Misput]) -> Iterator[Index]:
    """The indices that differ from that of the line in one part."""
    for place in range(len(line.index)):
        keys: list[str] = []
        for part in misput:
            for axis, used in enumerate(part.source.parts):
                if used == place and isinstance(used, int):
                    keys += part.source.store.keys_along(axis)
        for key in dict.fromkeys(keys):
            if key != line.index[place]:
                yield (*line.index[:place], key, *line.index[place + 1 :])


def without_term(family: Sequence[Line], stores: Sequence[Store]) -> Oddity | None:
    """The line of a family that has all its numbers but lacks a term that the others have."""
    shapes = Counter(line.skeleton for line in family)
    shape = max(shapes, key=lambda skeleton: (shapes[skeleton], len(skeleton)))
    longest = max(shapes, key=len)
    if shapes[longest] == shapes[shape]:
        shape = longest
    full = [line for line in family if line.skeleton == shape]
    short = [line for line in family if line.skeleton != shape]
    if len(short) != 1 or len(short[0].terms) != len(shape) - 1 or len(shape) < 2:
        return None
    ways = [way for store in stores for way in sources_in(store, len(short[0].index))]
    found = [odd for gap in range(len(shape)) if (odd := _gap(gap, full, short[0], ways)) is not None]
    return found[0] if len(found) == 1 else None


def without_factor(family: Sequence[Line], stores: Sequence[Store]) -> Oddity | None:
    """The same of products of numbers, whose factors are looked up by the word that each line is of."""
    factors = [factors_of(line) for line in family]
    products = [replace(line, terms=terms) for line, terms in zip(family, factors, strict=True) if terms]
    if len(products) < max(2, len(family)):
        return None
    odd = without_term(products, [store for store in stores if store.by_word])
    return None if odd is None else replace(odd, slip=DROPPED_FACTOR)


def _gap(gap: int, full: Sequence[Line], line: Line, ways: Sequence[Source]) -> Oddity | None:
    """The term at a place of the other lines as the one that is left out."""
    rest = [term for at, term in enumerate(full[0].terms) if at != gap]
    if [term.skeleton for term in rest] != [term.skeleton for term in line.terms]:
        return None
    support = 0
    for at, term in enumerate(line.terms):
        place = at if at < gap else at + 1
        for number, slot in enumerate(term.slots):
            others = [other.terms[place].slots[number] for other in full]
            if all(other.value == slot.value for other in others):
                continue
            if not any(
                _agrees(way, others, full) and way.at(line.index, line.start) == slot.value for way in ways
            ):
                return None
            support += 1 if slot.value in _TRIVIAL else 3
    lost = [other.terms[gap].slots for other in full]
    if support < 3 or any(len(slots) != 1 for slots in lost):
        return None
    fitting = [
        way
        for way in ways
        if _agrees(way, [slots[0] for slots in lost], full) and way.at(line.index, line.start)
    ]
    values = {way.at(line.index, line.start) for way in fitting}
    if len(values) != 1 or not fitting:
        return None
    expected = fitting[0].at(line.index, line.start)
    if expected is None:
        return None
    return Oddity(line, DROPPED_TERM, (Misput(lost[0][0], expected, fitting[0]),))


def _agrees(way: Source, slots: Sequence[Slot], lines: Sequence[Line]) -> bool:
    return all(way.at(line.index, line.start) == slot.value for slot, line in zip(slots, lines, strict=True))
