"""Positional encodings: the sine for even components and the cosine for odd ones, two of them at one rate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import number_in
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.expr import Call, walk
from workings.finding import Claim
from workings.parsing.grids import Cell
from workings.record import record
from workings.regex import regex
from workings.source import Span
from workings.value import Scalar

OTHER_WAVE, OTHER_RATE = "recipe/other-method", "recipe/other-size"
HALVED, VALUE = "position/not-doubled", "value/differs"
LEAST_WIDE = 4  # components of a vector
LEAST_ALIKE = 2  # components that are right
WIDEST = 4096
USUAL_BASE = 10000
_ENCODED = regex(r"position(?:al)? (?:encoding|vector|embedding)|sinusoidal", re.I)
_COMPONENT = regex(r"\b(?:component|dim(?:ension)?|entry|index|i|j)\s*=?\s*(\d{1,2})\W*$", re.I)
_CALLED = regex(r"E\((\d{1,4}),(\d{1,3})\)$|E_\{?\(?(\d{1,4}),(\d{1,3})\)?\}?$")
_NUMBERED = regex(r"(?:PE|pe)_(\d{1,2})")
_POSITION = regex(r"\bpos(?:ition)?\s*=?\s*(\d{1,4})\b", re.I)
_VECTOR = regex(
    r"(?:\bpos(?:ition)?[\s$=]{0,4}|\bPE[\s_({]{1,3}|\bp_\{?)(\d{1,4})[\s)}&$:=]{1,8}"
    r"(?:[\[(][^\[\]()\n]*[\])]\s*=\s*)?[\[(]([^\[\]()\n]{7,160})[\])]",
    re.I,
)
_POSITIONS = regex(r"[\s$*]*(?:pos(?:ition)?|p|t)[\s$*]*", re.I)
_NUMBER = regex(r"[-−]?\d(?:\.\d{1,6})?")
_RATE = regex(r"10\s?\{?,?\}?000\s*(?:\^|\*\*)\s*+[{(]?\s*+2\s*i\s*/\s*d(?:_\S{1,14})?\s*[)}]?")
_WIDTH = regex(r"[dD](?:_(?:m|e|pe|model|emb|embed))?")  # of the whole vector; d_k is that of a head
_PAIR = regex(r"(?<![\w\\])i\s*=\s*(\d{1,3})\b")
_POWER = regex(
    r"(?<![\w.])(?P<base>10\s?\{?,?\}?000|\d{2,6})\s*+(?:\^|\*\*)\s*+[{(]*\s*+[-−]?\s*+(?:\\[dt]?frac\s*+\{)?"
    r"2\s*+(?:\\cdot|·|\*)?\s*+(?P<index>[ijkm])\s*+(?:/|\}\s*+\{)\s*+(?P<width>\d{1,4}|[dD](?:_\{?\w{1,6}\}?)?)"
)  # 10000^(2i/d), as the page has it
_OTHER_COUNT = regex(r"2\s*\(\s*[ijkm]\s*-\s*1\s*\)|\beven [ij]\b|\b[ij] (?:is )?even\b")
_LABELLED = (
    r"(?<![\w\\]){}\s*=\s*(\d{{1,3}})\b(?!\s*(?:,|;|and|or|to|&|\.\.|…|\\ldots|\\dots|[-–−])\s*\$?[\d.…\\])"
)
REACH = 120  # characters before a line in which its pair is named
_ROOM = fmpq(1, 500)
_WAVE = regex(r"(?<![A-Za-z])(sin|cos)(?![A-Za-z])")
_IN_DEGREES = regex(r"°|\\circ|\bdegrees?\b", re.I)
SAID: tuple[re.Pattern[str], ...] = (_ENCODED, regex(r"\brotary\b|\brope\b", re.I))


@record(frozen=True, slots=True)
class Component:
    """A line that gives one component of one position, and what it comes to."""

    line: Working
    position: int
    at: int
    wave: str
    value: Scalar


def claims_of_encodings(sheet: Sheet) -> Iterator[Claim]:
    """Components that are made otherwise, in a list or each on a line of its own."""
    yield from _of_exponents(sheet)
    if sheet.says(_ENCODED):
        yield from _of_vectors(sheet)
        yield from _of_rates(sheet)
        yield from _of_lines(sheet)
        yield from _of_degrees(sheet)


def _of_vectors(sheet: Sheet) -> Iterator[Claim]:
    """The one component of a vector that is not that of its position, where the others are."""
    for position, places in (*_written(sheet.text), *_tabled(sheet)):
        texts = [sheet.text[place.start : place.end] for place in places]
        written = [Decimal(text.replace("−", "-")) for text in texts]
        width = len(places)
        right = [_wave(position, at, width) for at in range(width)]
        odd = [at for at in range(width) if _is_off(written[at], right[at])]
        telling = [at for at in range(width) if at not in odd and abs(written[at]) not in (0, 1)]
        if len(odd) == 1 and len(telling) >= LEAST_ALIKE:
            at = odd[0]
            wave = "sin" if at % 2 == 0 else "cos"
            shown = f"{float(right[at].mid()):.{-int(written[at].as_tuple().exponent)}f}"
            says = f"component {at} of position {position} is the {wave}, {shown}; the others are right"
            yield sheet.claim(places[at], VALUE, says, shown)


def _written(text: str) -> Iterator[tuple[int, list[Span]]]:
    """The vectors in brackets behind a position: `pos 2: [0.909, …]`, `PE(2) = [0.909, …]`."""
    for found in _VECTOR.finditer(text):
        places = [Span(*one.span()) for one in _NUMBER.finditer(text, found.start(2), found.end(2))]
        wide = len(places) >= LEAST_WIDE and len(places) % 2 == 0
        if wide and not _NUMBER.sub("", found[2]).strip(" ,;&\\\t"):
            yield int(found[1]), places


def _tabled(sheet: Sheet) -> Iterator[tuple[int, list[Span]]]:
    """The rows of a table whose first column has the positions."""
    for grid in sheet.grids:
        if not _POSITIONS.fullmatch(grid.header[0].text):
            continue
        for first, *rest in grid.rows:
            plain = all(_NUMBER.fullmatch(cell.text) for cell in rest)
            if plain and first.text.isdecimal() and len(rest) >= LEAST_WIDE and len(rest) % 2 == 0:
                yield int(first.text), [cell.span for cell in rest]


def _is_off(written: Decimal, right: arb) -> bool:
    """Whether a number is farther away than a unit of its last digit."""
    unit = fmpq(1, 10 ** -int(written.as_tuple().exponent))
    over, under = written.as_integer_ratio()
    return not distance(right, fmpq(over, under)) <= unit


def _wave(position: int, at: int, width: int, base: int = USUAL_BASE) -> arb:
    angle = arb(position) / arb(base) ** (arb(2 * (at // 2)) / width)
    return angle.sin() if at % 2 == 0 else angle.cos()


def _width(sheet: Sheet, name: str = "") -> int | None:
    """How many components the vectors of a page have, by the name of their width if that is known."""
    widths = {
        int(fact.value.p)
        for fact in facts_of(sheet)
        if (fact.name == name if name else _WIDTH.fullmatch(fact.name))
        and isinstance(fact.value, fmpq)
        and fact.value.q == 1
    }
    return widths.pop() if len(widths) == 1 and 2 <= min(widths) <= WIDEST else None


def _of_rates(sheet: Sheet) -> Iterator[Claim]:
    """The divisors that are called 10000^{2i/d} and are what i/d would give."""
    width = _width(sheet)
    if width is None:
        return
    for pair, place in (*_tabled_rates(sheet), *_stated_rates(sheet)):
        stated = number_in(sheet.text[place.start : place.end].strip("$ "))
        right, halved = (arb(10000) ** (arb(pair * times) / width) for times in (2, 1))
        if stated is None or pair == 0 or not _is_near(stated, halved) or _is_near(stated, right):
            continue
        says = f"the exponent of pair {pair} is {2 * pair}/{width}, not {pair}/{width}"
        yield sheet.claim(place, OTHER_RATE, says, right)
        return


def _tabled_rates(sheet: Sheet) -> Iterator[tuple[int, Span]]:
    """The cells under such a title, with the number of their pair."""
    for grid in sheet.grids:
        titles = [title.text.strip("$ ") for title in grid.header]
        rates = [at for at, title in enumerate(titles) if _RATE.fullmatch(title)]
        if "i" in titles and rates:
            for row in grid.rows:
                pair = row[titles.index("i")].text.strip("$ ")
                if pair.isdecimal() and len(pair) < 4:
                    yield int(pair), row[rates[0]].span


def _stated_rates(sheet: Sheet) -> Iterator[tuple[int, Span]]:
    """The same of lines, whose pair is the last one that was named before."""
    for result in sheet.results:
        first, last = result.statement.members[0].span, result.member.span
        if len(result.statement.members) != 2 or not _RATE.fullmatch(
            sheet.text[first.start : first.end].strip()
        ):
            continue
        named = [*_PAIR.finditer(sheet.text, max(0, first.start - REACH), first.start)]
        if named:
            yield int(named[-1][1]), last


def _of_exponents(sheet: Sheet) -> Iterator[Claim]:
    """`i = 1: 10000^{1/4}`, where the page has 10000^{2i/d} and d = 4."""
    formulas = {(one["base"], one["index"], one["width"]) for one in _POWER.finditer(sheet.text)}
    if len(formulas) != 1 or sheet.says(_OTHER_COUNT):
        return
    ((written, index, wide),) = formulas
    base = number_in("".join(sign for sign in written if sign.isdecimal()))
    width = int(wide) if wide.isdecimal() else _width(sheet, wide.replace("{", "").replace("}", ""))
    labels = [*regex(_LABELLED.format(index)).finditer(sheet.text)]
    if not width or not labels or max(int(label[1]) for label in labels) * 2 >= width:
        return  # the index counts components, not pairs
    for label, line in _first_lines(labels, workings_of(sheet)):
        pair = int(label[1])
        powers = [one for one in walk(line.formula.expr) if isinstance(one, Call) and one.op == "pow"]
        if not pair or len(powers) != 1 or scalar(powers[0].args[0], {}) != base:
            continue
        exponent = scalar(powers[0].args[1], {})
        if not isinstance(exponent, fmpq):
            continue
        right, own = fmpq(2 * pair, width), abs(exponent)
        if own != right and own in _mistaken(pair, width):
            says = f"the exponent of pair {pair} is 2·{pair}/{width}, not {exponent}"
            yield sheet.claim(line.formula.span, HALVED if own * 2 == right else OTHER_RATE, says)
            return


def _mistaken(pair: int, width: int) -> tuple[fmpq, ...]:
    """Exponents without the 2, with it twice, of the cosine's component, and without the width."""
    right = fmpq(2 * pair, width)
    return right / 2, right * 2, right + fmpq(1, width), fmpq(pair), fmpq(2 * pair)


def _first_lines(
    labels: Sequence[re.Match[str]], lines: Sequence[Working]
) -> Iterator[tuple[re.Match[str], Working]]:
    """Every label with the first line that is worked out soon behind it, before the next label."""
    ends = [*(label.start() for label in labels[1:]), labels[-1].end() + REACH]
    for label, next_one in zip(labels, ends, strict=True):
        end = min(label.end() + REACH, next_one)
        found = (one for one in lines if label.end() <= one.formula.span.start < end)
        if (line := next(found, None)) is not None:
            yield label, line


def _of_lines(sheet: Sheet) -> Iterator[Claim]:
    """The first component that is made otherwise, where others of a higher rate are right."""
    width = _width(sheet)
    if width is None:
        return
    base = _base(sheet)
    found = [one for line in workings_of(sheet) if (one := _component(sheet, line)) is not None]
    right = [one for one in found if _is_near(one.value, _expected(one, width, base))]
    if max((one.at for one in found), default=0) >= width:
        return
    if len(right) < LEAST_ALIKE or not any(one.at > 1 for one in right):
        return
    for one in found:
        if one not in right:
            yield _told(sheet, one, width, base)
            return


def _base(sheet: Sheet) -> int:
    """The number whose powers divide the positions."""
    written = {"".join(filter(str.isdecimal, one["base"])) for one in _POWER.finditer(sheet.text)}
    return int(written.pop()) if len(written) == 1 else USUAL_BASE


def _component(sheet: Sheet, line: Working) -> Component | None:
    formula = line.formula.expr
    value = scalar(formula, {})
    if not isinstance(formula, Call) or formula.op not in ("sin", "cos") or value is None:
        return None
    named = _CALLED.search(line.base)
    if named is not None:
        position, at = (int(part) for part in named.groups() if part is not None)
        return Component(line, position, at, formula.op, value)
    counted = _COMPONENT.search(line.words) or _NUMBERED.fullmatch(line.name)
    said = [*_POSITION.finditer(sheet.text, 0, line.start)]
    if counted is None or not said:
        return None
    return Component(line, int(said[-1][1]), int(counted[1]), formula.op, value)


def _expected(one: Component, width: int, base: int) -> arb:
    return _wave(one.position, one.at, width, base)


def _is_near(value: Scalar, other: arb) -> bool:
    return bool(distance(value, other) <= _ROOM)


def _told(sheet: Sheet, one: Component, width: int, base: int) -> Claim:
    wave = "sin" if one.at % 2 == 0 else "cos"
    pair = one.at // 2 * 2
    says = f"component {one.at} has the {wave}, not the {one.wave}"
    if wave == one.wave:
        rate = f"the rate of component {pair}, with" if pair != one.at else "a rate with"
        says = f"component {one.at} has {rate} {pair}/{width} as the exponent"
    rule = OTHER_RATE if wave == one.wave else OTHER_WAVE
    return sheet.claim(one.line.formula.span, rule, says, _expected(one, width, base))


def _of_degrees(sheet: Sheet) -> Iterator[Claim]:
    """A table of sines and cosines that are those of the page's angles in degrees."""
    if sheet.says(_IN_DEGREES):
        return
    for grid in sheet.grids:
        waves = [found[1] if (found := _WAVE.search(cell.text)) else "" for cell in grid.header]
        columns = [(wave, at) for at, wave in enumerate(waves) if wave]
        above = [fact.value for fact in facts_of(sheet) if fact.start < grid.span.start] if columns else []
        angles = {abs(value) for value in above if isinstance(value, fmpq)}
        for row in grid.rows if {wave for wave, _ in columns} == {"sin", "cos"} else ():
            cells = [
                (wave, row[at]) for wave, at in columns if number_in(row[at].text.strip("$ ")) is not None
            ]
            turned, plain = (_fitting(cells, angles, unit) for unit in (arb.pi() / 180, arb(1)))
            if turned and not plain:
                says = "the angles are in radians, and these are the values for degrees"
                yield sheet.claim(cells[0][1].span, OTHER_WAVE, says)
                return


def _fitting(cells: list[tuple[str, Cell]], angles: set[fmpq], unit: arb) -> bool:
    """Whether an angle has just these values, and they are telling."""
    texts = [(wave, cell.text.strip("$ ").replace("−", "-")) for wave, cell in cells]
    if len(texts) < 2 or all(text.strip("-0.").count("") <= 2 for _, text in texts):
        return False
    for angle in angles:
        turned = arb(angle) * unit
        values = [(turned.sin() if wave == "sin" else turned.cos(), Decimal(text)) for wave, text in texts]
        if not any(_is_off(written, value) for value, written in values):
            return True
    return False
