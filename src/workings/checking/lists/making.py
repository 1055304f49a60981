"""Which way a list was made, and the one entry that was not made so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, permutations
from typing import TypeAlias

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.lists.ways import SCALED, SPOKEN, WAYS, Numbers
from workings.checking.methods.ledger import COLUMN, Listing
from workings.checking.methods.miscopying import misread
from workings.evaluating.rendering import show
from workings.likely import Look
from workings.record import record
from workings.value import Rational, key_of

Making: TypeAlias = Callable[..., Numbers]
Trial: TypeAlias = tuple[Making, str, tuple[Listing, ...], "Evidence"]

NEAR = 36  # characters before a list in which a word speaks of it plainly
MOST_SINGLE = 8  # lists above that one list is made of
MOST_PAIRED = 6
NEAREST = 2  # lists above that may be meant without more ado
MOST_FACTORS = 60
_TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))


@record(frozen=True, slots=True)
class Evidence:
    """How much has to fit before one entry is called odd."""

    entries: int
    digits: int  # of those together
    telling: int  # entries that are neither 0, 1 or -1 nor what they were before
    of_pen: bool = False  # the odd entry has to be a slip of the pen


SAID_PLAINLY = Evidence(2, 1, 1)
SAID = Evidence(2, 5, 2)
FAR = Evidence(2, 5, 2, of_pen=True)  # said plainly, of a list that others stand between
HINTED = Evidence(2, 8, 2, of_pen=True)  # a factor, of which there are many
UNSAID = Evidence(3, 9, 2, of_pen=True)  # columns of one table
STEPPED = Evidence(3, 9, 3)  # columns of one table, by a rate that the page names


@record(frozen=True, slots=True)
class Made:
    """A list that comes out of others, but for the entry at `odd` if that is not None."""

    sources: tuple[Listing, ...]
    odd: int | None
    expected: arb | None
    told: str

    def slip(self, stated: Stated) -> str | None:
        """The slip that makes the odd entry of the right one, where there is a common one."""
        if self.expected is None:
            return None
        rounded = fmpq(round(float(self.expected.mid()) / float(stated.unit))) * stated.unit
        return misread(rounded, stated.value, stated.unit)


def made_from(
    listing: Listing, above: Sequence[Listing], lead: str, factors: Sequence[fmpq], rates: Sequence[fmpq]
) -> tuple[Made, ...]:
    """The ways that the words before a list speak of and that give it, or all but one entry of it."""
    fitting = [one for one in reversed(above) if len(one.numbers) == len(listing.numbers)][:MOST_SINGLE]
    if not fitting:
        return ()
    mixes = listing.label != COLUMN  # softmax runs along the rows of a matrix
    trials = chain(_tried(lead, fitting, factors, mixes), _beside(listing, fitting, rates))
    first = next(trials, None)
    if first is None:
        return ()
    found: list[Made] = []
    exact = {id(one): [arb(x) for x in one.values] for one in fitting}
    wide = {id(one): [_widened(x) for x in one.numbers] for one in fitting}
    written = [_Written(number) for number in listing.numbers]
    for making, told, sources, evidence in chain((first,), trials):
        about = _run(making, [wide[id(one)] for one in sources])
        odd = [] if about is None else [at for at, number in enumerate(written) if number.is_off(about[at])]
        if about is None or len(odd) > 1:
            continue
        sharp = _run(making, [exact[id(one)] for one in sources])
        made = None if sharp is None else _tell(written, sharp, about, odd, told, sources, evidence)
        if made is not None and made.odd is None:
            return (made,)
        found += [made] if made is not None else []
    return tuple(found)


def _tried(lead: str, fitting: Sequence[Listing], factors: Sequence[fmpq], mixes: bool) -> Iterator[Trial]:
    """Every way that is spoken of with every list it may have started from, the nearest first."""
    spoken = SPOKEN.likely(Look(lead))
    for way in [WAYS[at] for at in spoken if at < len(WAYS)]:
        plain = way.words.search(lead, max(0, len(lead) - NEAR)) is not None
        if (not plain and way.signs.search(lead) is None) or (way.mixes and not mixes):
            continue
        near = fitting if way.lists == 1 else fitting[:MOST_PAIRED]
        for sources in permutations(near, way.lists):
            beside = plain and sources[0] in near[:NEAREST]
            yield way.make, way.told, sources, SAID_PLAINLY if beside else FAR if plain else SAID
    if len(WAYS) not in spoken:
        return
    plain = SCALED.words.search(lead, max(0, len(lead) - NEAR)) is not None
    evidence = SAID_PLAINLY if plain else HINTED
    if plain or SCALED.signs.search(lead) is not None:
        scales = [(_times(1 / one), _times(one), show(one)) for one in factors[:MOST_FACTORS]]
        for source in fitting:
            for divided, multiplied, shown in scales:
                yield divided, f"{{0}} / {shown}", (source,), evidence
                yield multiplied, f"{{0}} · {shown}", (source,), evidence


def _beside(listing: Listing, fitting: Sequence[Listing], rates: Sequence[fmpq]) -> Iterator[Trial]:
    """Every way with the other columns of a table, whatever its header says, and steps with a rate."""
    if listing.table is None:
        return
    columns = [one for one in fitting if one.table == listing.table]
    for way in WAYS:
        for sources in permutations(columns, way.lists):
            yield way.make, way.told, sources, UNSAID
    for rate in rates:
        for sources in permutations(columns, 2):
            yield _stepped(rate), f"{{0}} − {show(rate)} · {{1}}", sources, STEPPED


def _stepped(rate: fmpq) -> Making:
    scale = arb(rate)
    return lambda old, slopes: [x - scale * y for x, y in zip(old, slopes, strict=True)]


def _times(factor: fmpq) -> Making:
    scale = arb(factor)
    return lambda numbers: [x * scale for x in numbers]


class _Written:
    """A number of a list: what may be rounded to it, and how far away rounding can take it."""

    def __init__(self, stated: Stated) -> None:
        self.stated = stated
        half = stated.unit / 2
        self.near = arb(stated.value) if stated.integer else arb(stated.value, half)
        self.far = arb(stated.value, half if stated.integer else stated.unit)

    def fits(self, exact: arb, wide: arb) -> bool:
        """Whether it is a rounding of what comes out, or of what comes out of numbers that were rounded."""
        return bool(exact.overlaps(self.near)) or bool(wide.overlaps(self.near))

    def is_off(self, wide: arb) -> bool:
        """Whether it is farther away than rounding can take it."""
        return not wide.overlaps(self.far)


def _tell(
    written: Sequence[_Written],
    exact: Numbers,
    wide: Numbers,
    odd: Sequence[int],
    told: str,
    sources: tuple[Listing, ...],
    evidence: Evidence,
) -> Made | None:
    """What comes of a way: all entries, all but one, or nothing."""
    fitting = 0
    telling: dict[Rational, int] = {}  # what fits and is no coincidence, with its digits
    for at, number in enumerate(written):
        if number.fits(exact[at], wide[at]):
            fitting += 1
            stated = number.stated
            if stated.value not in _TRIVIAL and all(stated.value != one.values[at] for one in sources):
                telling[key_of(abs(stated.value))] = len(str(abs(stated.value / stated.unit).p))
    if not odd and telling and fitting >= len(exact) - 1:
        enough = not evidence.of_pen or sum(telling.values()) >= evidence.digits
        return Made(sources, None, None, told) if enough else None
    if len(odd) != 1 or fitting < evidence.entries or sum(telling.values()) < evidence.digits:
        return None
    if len(telling) < evidence.telling:
        return None
    at = odd[0]
    made = Made(sources, at, exact[at], told.format(*(_bracketed(one.values[at]) for one in sources)))
    return None if evidence.of_pen and not _is_of_pen(made, written[at].stated) else made


def _is_of_pen(made: Made, stated: Stated) -> bool:
    """Whether an odd entry is a slip of the pen; one digit off may be another count that was added."""
    slip = made.slip(stated)
    return slip is not None and (not stated.integer or slip == "slip/digits-swapped")


def _bracketed(value: fmpq) -> str:
    return f"({show(value)})" if value < 0 else show(value)


def _run(make: Making, lists: list[list[arb]]) -> Numbers | None:
    made = make(*lists)
    return made if all(x.is_finite() for x in made) else None


def _widened(number: Stated) -> arb:
    return arb(number.value) if number.integer else arb(number.value, number.unit / 2)
