"""Rotary encodings: pairs of entries that are turned by an angle, all but one as the angles have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import Stated, stated_number, stated_numbers
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.pages.pictures import pictures_of
from workings.checking.methods.sheet import Sheet
from workings.checking.prose.sums import Place, place_of
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, Name
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "recipe/sign"
LEAST_ENTRIES = 4
_ROTARY = regex(r"\bRoPE\b|\brotary\b|\brotat", re.I)
_ROOM = fmpq(1, 400)
_CLEAR = fmpq(1, 20)  # that a sign has to make for it to be told
MOST_PAIRS = 40
MOST_ANGLES = 12
LONGEST = 8  # entries of a vector
FARTHEST = 160  # characters between two lines of a pair
NEAR = 24  # characters between the word for an angle and its number
_ANGLE = regex(r"\bangle|\brotat|\bturn", re.I)
_DEGREES = regex(r"(?<![\d.])(\d{1,3})\s*(?:°|\^\{?\\circ|\\degree|degrees\b)")
_ANGLES = ("θ", "φ", "ϕ", "α", "β", "ψ", "theta", "phi", "varphi", "alpha")
SAID: tuple[re.Pattern[str], ...] = (_ROTARY,)


def claims_of_rotations(sheet: Sheet) -> Iterator[Claim]:
    """The entries of turned vectors that are not what their pair and their angle give."""
    if sheet.says(_ROTARY):
        yield from _odd_entries(sheet)
        yield from [*_odd_signs(sheet)] or [*_of_pairs(sheet)] or _of_vectors(sheet)


def _of_vectors(sheet: Sheet) -> Iterator[Claim]:
    """`k = (0, 2)`, “turn by 30°”, `k' = (1, 1.732)`: turned the other way round than the others."""
    turns = [*_vectors(sheet)]
    back = [one for one, _, way in turns if way == -1]
    for one, right, way in turns:
        if way == -1 and len(back) < len(turns):
            says = "it is turned the other way round than the other vectors"
            yield sheet.claim(one.members[-1].span, RULE, says, ", ".join(map(show, right)))
            return


def _vectors(sheet: Sheet) -> Iterator[tuple[Statement, tuple[arb, arb], int]]:
    """What vectors come to that words say are turned by an angle, what they should, and the direction."""
    pairs = [(one, pair) for one in sheet.statements if (pair := _pair_of(one)) is not None]
    for (given, (x, y)), (made, (u, v)) in pairwise(pairs):
        heads = [one.members[0].expr for one in (given, made)]
        between = sheet.text[given.span.end : made.span.end]
        angles = _DEGREES.findall(between) if _ANGLE.search(between) is not None else []
        if len(angles) != 1:
            continue
        first, second = (head.key if isinstance(head, Name) else "" for head in heads)
        if second not in (f"{first}'", f"hat({first})", f"tilde({first})") or len(between) > FARTHEST:
            continue
        angle = arb(int(angles[0])) * arb.pi() / 180
        ways = {
            way: (x * angle.cos() - way * y * angle.sin(), way * x * angle.sin() + y * angle.cos())
            for way in (1, -1)
        }
        fits = [
            way
            for way, right in ways.items()
            if distance(right[0], u) <= _ROOM and distance(right[1], v) <= _ROOM
        ]
        if len(fits) == 1:
            yield made, ways[1], fits[0]


def _pair_of(statement: Statement) -> tuple[fmpq, fmpq] | None:
    """The two numbers that a name is given."""
    last = statement.members[-1].expr
    numbers = stated_numbers(last.items) if isinstance(last, Array) and len(last.items) == 2 else ()
    return (numbers[0].value, numbers[1].value) if len(numbers) == 2 else None


def _odd_entries(sheet: Sheet) -> Iterator[Claim]:
    """The one entry of a longer vector that is not what its pair and its angle give."""
    lines = workings_of(sheet)
    worked = [line for line in lines if not line.is_bare and len(leaves(line.formula.expr)) == LEAST_ENTRIES]
    for listing in sheet.listings:
        count = len(listing.values)
        below = [line for line in worked if line.start > listing.first.start][:count]
        if count < LEAST_ENTRIES or count % 2 or len(below) < count:
            continue
        angles = _angles(lines, below[0].start)[-count // 2 :]
        if len(angles) != count // 2:
            continue
        right = [*_turned(listing.values, angles)]
        off = [at for at, line in enumerate(below) if not _is_near(line, right[at])]
        if len(off) == 1:
            says = "this entry is not what its pair gives when it is turned; the others are"
            yield sheet.claim(below[off[0]].formula.span, RULE, says, right[off[0]])
            return


def _of_pairs(sheet: Sheet) -> Iterator[Claim]:
    """A pair that is turned without the minus that one of its two entries has."""
    known = {one.values for one in sheet.listings if len(one.values) == 2}
    places = [place for place in map(place_of, sheet.statements) if place is not None and not place.rest]
    for first, second in pairwise(places):
        if len(first.pairs) != 2 or len(second.pairs) != 2:
            continue
        for side in (0, 1):
            (x, y), (u, v) = first.factors(side), second.factors(side)
            turns, back = first.factors(1 - side), second.factors(1 - side)
            if turns != back[::-1] or not _is_angle(*turns) or not x or not y:
                continue
            if (u, v) in known and (x, y) == (u, v):
                yield _unturned(sheet, first, x * turns[0] - y * turns[1], "minus")
                return
            if (x, -y) in known and (u, v) == (x, y):
                yield _unturned(sheet, second, x * turns[1] - y * turns[0], "plus")
                return


def _is_angle(first: fmpq, second: fmpq) -> bool:
    """Whether two different numbers may be a cosine and a sine."""
    return first != second and first * second != 0 and abs(first**2 + second**2 - 1) <= _ROOM


def _unturned(sheet: Sheet, place: Place, right: fmpq, sign: str) -> Claim:
    says = f"a pair is turned to x cos − y sin and x sin + y cos: here belongs a {sign}"
    return sheet.claim(place.statement.members[-2].span, RULE, says, right)


@record(frozen=True, slots=True)
class Pair:
    """Two numbers that stand together, and where."""

    first: fmpq
    second: fmpq
    places: tuple[Span, Span]
    units: tuple[fmpq, fmpq]
    made: tuple[tuple[fmpq, ...], ...] = ()  # the numbers of the lines that work them out

    def has(self, wave: arb) -> bool:
        """Whether each is worked out with a cosine or sine, if it is worked out."""
        return all(any(distance(abs(wave), number) <= _ROOM for number in made) for made in self.made)


def _odd_signs(sheet: Sheet) -> Iterator[Claim]:
    """Of two entries that are turned in different directions, the one that is turned as no other is."""
    lines = workings_of(sheet)
    pictures = [picture for picture in pictures_of(sheet.judge.page.text) if picture.shape[0] == 1]
    lists = [pair for picture in pictures for pair in _pairs(picture.numbers, picture.places)]
    givens = [*dict.fromkeys(lists)]
    exact = [pair for pair in givens if max(pair.units) <= fmpq(1, 1000)]
    turns: list[Turn] = []
    for result in [*_worked(lines), *exact][:MOST_PAIRS]:
        before = [one for one in givens if one.places[0].start < result.places[0].start][:MOST_PAIRS]
        turns += _turns(before, _turnings(sheet, lines, result.places[0].start), result)
    ways = {turn.ways[0] for turn in turns if turn.ways[0] == turn.ways[1]}
    way = ways.pop() if ways else 1
    if ways:  # in both directions
        return
    for turn in turns:
        if turn.ways[0] != turn.ways[1]:
            at = turn.ways.index(-way)
            says = "with this sign the entry is turned the other way round than the rest of its vector"
            yield sheet.claim(turn.result.places[at], RULE, says, turn.right[way][at])
            return


def _worked(lines: Sequence[Working]) -> Iterator[Pair]:
    """The results of lines that follow each other, with the numbers that they are made of."""
    worked = [line for line in lines if not line.is_bare]
    numbers, spans = [line.number for line in worked], [line.statement.members[-1].span for line in worked]
    made = [tuple(abs(leaf.value) for leaf in leaves(line.formula.expr)) for line in worked]
    for step in (1, 2):
        for at in range(len(worked) - step):
            other = at + step
            if spans[other].start - spans[at].end <= FARTHEST:
                places = (spans[at], spans[other])
                units = (numbers[at].unit, numbers[other].unit)
                yield Pair(numbers[at].value, numbers[other].value, places, units, (made[at], made[other]))


@record(frozen=True, slots=True)
class Turn:
    """Two entries that are those of a given pair, each turned in one of the two directions."""

    result: Pair
    ways: tuple[int, int]
    right: dict[int, tuple[arb, arb]]


def _turns(givens: Sequence[Pair], angles: Sequence[arb], result: Pair) -> list[Turn]:
    found = []
    for given, angle in product(givens, angles):
        cosine, sine = angle.cos(), angle.sin()
        if min(abs(given.first * sine), abs(given.second * sine)) < _CLEAR or abs(cosine) < _CLEAR:
            continue
        if not result.has(cosine) or not result.has(sine):
            continue
        right = {
            way: (
                given.first * cosine - way * given.second * sine,
                way * given.first * sine + given.second * cosine,
            )
            for way in (1, -1)
        }
        first = [way for way in right if distance(right[way][0], result.first) <= _ROOM]
        second = [way for way in right if distance(right[way][1], result.second) <= _ROOM]
        if len(first) == len(second) == 1:
            found.append(Turn(result, (first[0], second[0]), right))
    return found if len({turn.ways for turn in found}) == 1 else []


def _pairs(numbers: Sequence[Stated], places: Sequence[Span]) -> Iterator[Pair]:
    """The entries of a list two by two, and those of its halves."""
    half = len(numbers) // 2
    steps = {1, half} if half > 1 and len(numbers) <= LONGEST else {1}
    for step in sorted(steps):
        for at in range(len(numbers) - step):
            other = at + step
            units = (numbers[at].unit, numbers[other].unit)
            yield Pair(numbers[at].value, numbers[other].value, (places[at], places[other]), units)


def _turnings(sheet: Sheet, lines: Sequence[Working], end: int) -> list[arb]:
    """The angles that are known before a place: those with a cosine, and what is called an angle."""
    named = [
        fact.value
        for fact in facts_of(sheet)
        if fact.start < end
        and isinstance(fact.value, fmpq)
        and (fact.base in _ANGLES or _ANGLE.search(fact.words[-NEAR:]))
    ]
    angles = [arb(angle) for angle in dict.fromkeys((*_angles(lines, end), *named))]
    degrees = {int(found[1]) for found in _DEGREES.finditer(sheet.text, 0, end)}
    return [*angles, *(arb(angle) * arb.pi() / 180 for angle in sorted(degrees))][:MOST_ANGLES]


def _angles(lines: Sequence[Working], end: int) -> list[fmpq]:
    """The angles whose cosines are stated before a place, in their order."""
    heads = [line.formula.expr for line in lines if line.start < end]
    found = (stated_number(head.args[0]) for head in heads if _is_cosine(head) and isinstance(head, Call))
    return list(dict.fromkeys(angle.value for angle in found if angle is not None))


def _is_cosine(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.op == "cos" and len(expr.args) == 1


def _turned(values: Sequence[fmpq], angles: Sequence[fmpq]) -> Iterator[arb]:
    for at, angle in enumerate(angles):
        first, second = arb(values[2 * at]), arb(values[2 * at + 1])
        cosine, sine = arb(angle).cos(), arb(angle).sin()
        yield first * cosine - second * sine
        yield first * sine + second * cosine


def _is_near(line: Working, right: arb) -> bool:
    return bool(distance(right, line.number.value) <= _ROOM)
