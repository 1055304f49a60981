"""Which way a list was made, and the one entry that was not made so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, permutations
from typing import TypeAlias

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated
from workings.checking.comparing.miscopying import misread
from workings.checking.lists.balls import Balls, Written
from workings.checking.lists.ways import ROOTS, SCALED, SPOKEN, WAYS, Numbers
from workings.checking.methods.pages.ledger import COLUMN, Listing
from workings.evaluating.rendering import show
from workings.likely import Look
from workings.record import record
from workings.regex import regex
from workings.value import Rational, key_of

Making: TypeAlias = Callable[..., Numbers]
Trial: TypeAlias = tuple[Making, str, tuple[Listing, ...], "Evidence"]

NEAR = 36  # characters before a list in which a word speaks of it plainly
MOST_SINGLE = 20  # lists above that one list is made of
MOST_SCALED = 8
MOST_PAIRED = 6
SAME_SENTENCE = 120  # characters between two lists that surely belong together
NEAREST = 2  # lists above that may be meant without more ado
MOST_FACTORS = 60
LEAST_HUNG = 3  # entries that are no coincidence where nothing is said
FURTHEST_TOTAL = 0.35  # from one, of shares with a wrong one among them
RADIX = 12  # digits by which numbers are told apart
WIDEST = 10**6  # units that an entry made of one number of each list may be unsure by
_ROOT = regex(r"(?:√|\\?sqrt)[ ({]*(\d{1,4})(?![\d.])")
_BY_SEVERAL = regex(r"\bby (?:the|their|its) (?:[a-z]+ ){0,2}[a-z]+(?<!s)s\b")  # each by a number of its own
_MIXING = frozenset(way.told for way in WAYS if way.mixes)
_TRIVIAL = (fmpq(0), fmpq(1), fmpq(-1))


@record(frozen=True, slots=True)
class Evidence:
    """How much has to fit before one entry is called odd."""

    entries: int
    digits: int  # of those together
    telling: int  # entries that are neither 0, 1 or -1 nor what they were before
    of_pen: bool = False  # the odd entry has to be a slip of the pen


SAID_PLAINLY = Evidence(2, 1, 1)
SAID_OF_TWO = Evidence(2, 2, 2)  # plainly, of two lists, of which there are more pairs
SAID = Evidence(2, 5, 2)
FAR = Evidence(2, 5, 2, of_pen=True)  # said plainly, of a list that others stand between
HINTED = Evidence(2, 8, 2, of_pen=True)  # a factor, of which there are many
UNSAID = Evidence(3, 9, 2, of_pen=True)  # columns of one table
GAINED = Evidence(3, 8, 3)  # multiplied and shifted by numbers with names
PARTED = Evidence(2, 3, 2)  # said to be shares, which do not add up to one but would with the right entry
ROOTED = Evidence(3, 8, 3)  # divided by the root of a size that nobody names
SHARED = Evidence(2, 6, 2)  # shares of the list above, which hang together: nothing else looks like them
STEPPED = Evidence(3, 9, 3)  # columns of one table, by a rate that the page names


@record(frozen=True, slots=True)
class Made:
    """A list that comes out of others, but for the entry at `odd` if that is not None."""

    sources: tuple[Listing, ...]
    odd: int | None
    expected: arb | None
    told: str
    is_rounded: bool = False  # the odd entry is off by less than a unit of its last digit
    exchanged: int | None = None  # the entry that stands in the place of the odd one
    mixes: bool = False  # every entry hangs on all of the list

    def slip(self, stated: Stated) -> str | None:
        """The slip that makes the odd entry of the right one, where there is a common one."""
        if self.expected is None:
            return None
        rounded = fmpq(round(float(self.expected.mid()) / float(stated.unit))) * stated.unit
        return misread(rounded, stated.value, stated.unit)


def fitting_above(listing: Listing, alike: Sequence[Listing]) -> list[Listing]:
    """The lists above another one, of those that are as long and as wide as it is, the nearest first."""
    start = listing.first.start
    return [one for one in reversed(alike) if one.span.end <= start][:MOST_SINGLE]


def made_from(
    listing: Listing,
    fitting: Sequence[Listing],
    lead: str,
    factors: Sequence[fmpq],
    rates: Sequence[fmpq],
    gain: tuple[fmpq, fmpq] | None,
    balls: Balls,
) -> tuple[Made, ...]:
    """The ways that the words before a list speak of and that give it, or all but one entry of it."""
    mixes = listing.label != COLUMN  # softmax runs along the rows of a matrix
    hung = _hung_together(listing, fitting) if mixes else ()
    gained = () if gain is None else _gained(fitting, *gain)
    trials = chain(_tried(lead, fitting, factors, mixes), _beside(listing, fitting, rates), hung, gained)
    first = next(trials, None)
    if first is None:
        return ()
    found: list[Made] = []
    written = balls.written(listing)
    for making, told, sources, evidence in chain((first,), trials):
        about = _run(making, [balls.wide(one) for one in sources], listing.width)
        odd = [] if about is None else [at for at, number in enumerate(written) if number.is_off(about[at])]
        if listing.width and len({at // listing.width for at in odd}) == 1:
            odd = odd[:1]  # one row of several
        if about is None or len(odd) > 2:
            continue
        sharp = _run(making, [balls.exact(one) for one in sources], listing.width)
        made = (
            None
            if sharp is None
            else tell(
                written, sharp, about, odd, told, sources, evidence, listing.first.start - SAME_SENTENCE
            )
        )
        if made is not None and made.odd is None:
            return (made,)
        found += [made] if made is not None else []
    return (
        ()
        if found and _is_paired(written, [balls.wide(one) for one in fitting[:MOST_PAIRED]])
        else tuple(found)
    )


def _is_paired(written: Sequence[Written], lists: Sequence[Numbers]) -> bool:
    """Whether two lists above give every entry, though no word says so: x̂ ⊙ γ with a gain of 2."""
    return any(
        (made := _run(way.make, [[*one] for one in pair])) is not None
        and not any(number.is_off(value) for number, value in zip(written, made, strict=True))
        for way in WAYS
        if way.lists == 2
        for pair in permutations(lists, 2)
    )


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
            plainly = SAID_PLAINLY if _count((*sources, *near[:NEAREST])) <= NEAREST else SAID_OF_TWO
            said = PARTED if way.shares and sources[0] is near[0] else SAID
            yield way.make, way.told, sources, plainly if beside else FAR if plain else said
    if len(WAYS) not in spoken:
        return
    plain = SCALED.words.search(lead, max(0, len(lead) - NEAR)) is not None
    evidence = SAID_PLAINLY if plain and _BY_SEVERAL.search(lead) is None else HINTED
    if plain or SCALED.signs.search(lead) is not None:
        scales = [(_times(1 / one), _times(one), show(one)) for one in factors[:MOST_FACTORS]]
        for source in fitting[:MOST_SCALED]:
            for divided, multiplied, shown in scales:
                yield divided, f"{{0}} / {shown}", (source,), evidence
                yield multiplied, f"{{0}} · {shown}", (source,), evidence
    for size, how in ({**dict.fromkeys(ROOTS, ROOTED), **_roots_in(lead)} if plain else {}).items():
        for source in fitting[:NEAREST]:
            yield _times(1 / arb(size).sqrt()), f"{{0}} / √{size}", (source,), how


def _count(lists: Iterable[Listing]) -> int:
    """How many lists these are, by where and as what they are said: numbers are slow to be told apart."""
    return len({(one.span, one.places, one.label, one.name, one.width, one.table) for one in lists})


def _roots_in(lead: str) -> dict[int, Evidence]:
    """The numbers whose roots words speak of: “divided by √2”."""
    return {int(found[1]): SAID_PLAINLY for found in _ROOT.finditer(lead)}


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


def _hung_together(listing: Listing, fitting: Sequence[Listing]) -> Iterator[Trial]:
    """Shares and standardised numbers of the nearest lists, which need no word: they hang together."""
    if len(listing.numbers) < LEAST_HUNG:
        return
    values = listing.values
    rows = len(values) // (listing.width or len(values))
    total = float(sum(values, fmpq(0)))
    strange = sum(not 0 <= x <= 1 for x in values)
    shared = strange == 1 or (not strange and abs(total - rows) < FURTHEST_TOTAL)
    spread = any(x < 0 for x in values) and any(x > 0 for x in values)
    for way in WAYS:
        if way.mixes and ((shared and way.shares) or (spread and way.spreads)):
            for source in fitting[:NEAREST]:
                yield way.make, way.told, (source,), SHARED


def _gained(fitting: Sequence[Listing], gain: fmpq, shift: fmpq) -> Iterator[Trial]:
    """The list right above, with the gain and shift of a normalisation that the page names."""
    told = f"{show(gain)} · {{0}} + {_bracketed(shift)}"
    for source in fitting[:1]:
        yield lambda numbers: [x * arb(gain) + arb(shift) for x in numbers], told, (source,), GAINED


def _stepped(rate: fmpq) -> Making:
    scale = arb(rate)
    return lambda old, slopes: [x - scale * y for x, y in zip(old, slopes, strict=True)]


def _times(factor: fmpq | arb) -> Making:
    scale = arb(factor)
    return lambda numbers: [x * scale for x in numbers]


def tell(
    written: Sequence[Written],
    exact: Numbers,
    wide: Numbers,
    odd: Sequence[int],
    told: str,
    sources: tuple[Listing, ...],
    evidence: Evidence,
    opening: int,
) -> Made | None:
    """What comes of a way: all entries, all but one, all but two that changed places, or nothing."""
    order = _exchanged(odd, exact)
    if order is None:
        return None
    rough = [at for at, number in enumerate(written) if not number.fits(exact[order[at]], wide[order[at]])]
    widest = 2 if evidence is SHARED else 1 if odd and told in _MIXING else WIDEST  # units
    telling: dict[Rational, int] = {}  # what fits and is no coincidence, with its digits
    sharp = False  # whether one of them fits with the numbers as they are written
    for at, number in enumerate(written):
        stated = number.stated
        if at in rough or stated.value in _TRIVIAL or any(stated.value in one.values for one in sources):
            continue
        if wide[at].rad() > arb(stated.unit * widest):
            continue  # anything would fit
        telling[key_of(abs(stated.value))] = len(str(abs(stated.value / stated.unit).p))
        sharp = sharp or bool(exact[order[at]].overlaps(number.near))
    digits = sum(telling.values())
    fitting = len({exact[at].str(RADIX) for at in range(len(exact)) if at not in rough})  # equal ones are one
    if not odd and rough:
        return _tell_rounding(written, exact, rough, told, sources, evidence)
    if not odd:
        enough = digits >= evidence.digits if evidence.of_pen or evidence is SHARED else bool(telling)
        return Made(sources, None, None, told) if enough else None
    enough = fitting >= evidence.entries and digits >= evidence.digits and len(telling) >= evidence.telling
    if not enough or not sharp:
        return None
    at = odd[0]
    words = told.format(*(_bracketed(one.values[at]) for one in sources))
    if len(odd) > 1:
        is_told = not rough and evidence in (SAID_PLAINLY, SAID) and sources[0].span.end > opening
        return Made(sources, at, exact[at], words, exchanged=odd[1]) if is_told else None
    made = Made(sources, at, exact[at], words, mixes=told in _MIXING)
    if evidence is PARTED and not _would_add_up(written, at, exact[at]):
        return None
    return None if evidence.of_pen and not _is_of_pen(made, written[at].stated) else made


def _would_add_up(written: Sequence[Written], odd: int, right: arb) -> bool:
    """Whether shares with a wrong one among them add up to one as soon as it is right."""
    loose = sum((one.stated.unit for one in written), fmpq(0)) / 2
    others = sum((one.stated.value for at, one in enumerate(written) if at != odd), fmpq(0))
    adds_up = bool(abs(arb(others - 1) + right) <= arb(loose))
    return adds_up and abs(others + written[odd].stated.value - 1) > 2 * loose


def _exchanged(odd: Sequence[int], exact: Numbers) -> list[int] | None:
    """Which value each entry is held to: its own, or that of the other one if two are off."""
    order = [*range(len(exact))]
    if len(odd) == 2:
        first, second = odd
        if exact[first].overlaps(exact[second]):
            return None
        order[first], order[second] = second, first
    return order


def _tell_rounding(
    written: Sequence[Written],
    exact: Numbers,
    rough: Sequence[int],
    told: str,
    sources: tuple[Listing, ...],
    evidence: Evidence,
) -> Made | None:
    """What comes of a way that gives all entries to within a unit, but not all of them rounded rightly."""
    near = [number.stated for number in written if number.stated.value not in _TRIVIAL]
    digits = sum(len(str(abs(one.value / one.unit).p)) for one in near)
    cut = [at for at in rough if written[at].is_cut(exact[at])]
    enough = digits >= max(evidence.digits, SHARED.digits)
    if not enough or not cut or all(one.integer for one in near) or _is_balanced(written, exact):
        plain = len(rough) <= 1 < len(near) and not (evidence is SHARED or evidence.of_pen)
        return Made(sources, None, None, told) if plain else None
    at = cut[0]
    words = told.format(*(_bracketed(one.values[at]) for one in sources))
    return Made(sources, at, exact[at], words, is_rounded=True)


def _is_balanced(written: Sequence[Written], exact: Numbers) -> bool:
    """Whether entries were rounded so that they still add up to what they add up to unrounded."""
    total = sum((number.stated.value for number in written), fmpq(0))
    return bool(abs(sum(exact, arb(0)) - arb(total)) < arb(fmpq(1, 10**6)))


def _is_of_pen(made: Made, stated: Stated) -> bool:
    """Whether an odd entry is a slip of the pen; one digit off may be another count that was added."""
    slip = made.slip(stated)
    return slip is not None and (not stated.integer or slip == "slip/digits-swapped")


def _bracketed(value: fmpq) -> str:
    return f"({show(value)})" if value < 0 else show(value)


def _run(make: Making, lists: list[list[arb]], width: int | None = None) -> Numbers | None:
    """What comes out of lists, if it is finite; of matrices, row by row."""
    step = width or len(lists[0])
    rows = [make(*(one[at : at + step] for one in lists)) for at in range(0, len(lists[0]), step)]
    made = [x for row in rows for x in row]
    return made if all(x.is_finite() for x in made) else None
