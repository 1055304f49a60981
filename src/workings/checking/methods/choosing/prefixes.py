"""A quantity said again in another unit: `3 TFLOP/s = 3e12 FLOP/s`, `40 ms = 0.04 s`, “0.04, i.e. 4 %”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import Stated, number_in, stated_number, unit_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start

DIFFERS = "value/differs"
_POWER = r"[eE][+-]?\d{1,2}|\s*(?:\\cdot|\\times|·|×|\*|x)\s*10\s*(?:\^|\*\*)\s*\{?-?\d{1,2}\}?"
_NUMERAL = rf"\d+(?:,\d{{3}})*(?:\.\d+)?(?:{_POWER})?"
_GAP = r"(?:[\s$~{}]|\\[,;: ]|\\(?:text|mathrm|si|unit)\b)*"
_RATE = r"(?:FLOPS|[Ff][Ll][Oo][Pp]s?(?:\s?/\s?s(?:ec(?:ond)?)?|ps)?|OPS|Hz|MACs?)"
_TIME = r"ns|µs|μs|us|ms|s|sec(?:onds?|s)?|min(?:utes?|s)?|h|hrs?|hours?|days?"
_UNIT = rf"(?:[kKMGTPE]?{_RATE}|{_TIME})(?![\w/-])"
_AGAIN = regex(
    rf"(?<![\w.,^])(?P<first>{_NUMERAL}){_GAP}(?P<from>{_UNIT}){_GAP}(?:=|≈|\\approx(?![a-z])){_GAP}"
    rf"(?P<second>{_NUMERAL}){_GAP}(?P<to>{_UNIT})"
)
_PARTS = regex(rf"(?P<prefix>[kKMGTPE]?)(?P<rate>{_RATE})|(?P<time>{_TIME})")
_CLAUSE = regex(r"[,;:=|\n]|\.\s")
_NUMBER = regex(r"\d")
_WORKED = regex(
    r"(?:[-+*/·×^(]|\\(?:cdot|times|frac|cfrac|dfrac)\S*)[\s$]*\Z|\d(?:\{,\}|\\[,;! ]|[,'’\s])\s?\Z"
)
_PREFIXES = {"": 0, "k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_TIMES = {"n": fmpq(1, 10**9), "µ": fmpq(1, 10**6), "μ": fmpq(1, 10**6), "u": fmpq(1, 10**6), "s": fmpq(1)}
_LONGER = {"mi": fmpq(60), "ms": fmpq(1, 1000), "h": fmpq(3600), "d": fmpq(86400)}
_CLEAR = fmpq(1, 40)  # that two quantities have to be apart
COPIED = "copy/differs"
_OF_ELSE = (  # behind a percentage that says how it compares with something else
    r"(?![\s$)}\\]*(?:of\b(?!\s+(?:all|them|(?:the\s+)?(?:time|total|whole|models?|networks?|data|cases"
    r"|examples|samples|parameters|weights|tokens|words|pixels|entries|patients|people))\b)|d['’]"
    r"|(?:[a-zäöüß]+er\s+(?:than|als)|more|less|off|(?:de|in)crease|reduction"
    r"|improvement|drop|gain|von|vom|der|des|mehr|weniger|de|du|plus|moins|del|más|menos|di|più|meno)\b))"
)
_SAID_AGAIN = regex(
    r"(?<![\d.,])(0\.\d{2,9})[\s$]*"
    r"(?:,\s*(?:i\.\s?e\.|that is|or|so|hence|thus)|\(|=|≈|\\approx|i\.\s?e\.)[,\s\\$]*"
    r"(?:about|roughly|around|approximately|only|just|≈|\\approx)?[\s$~]*"
    rf"(\d{{1,3}}(?:\.\d{{1,6}})?)[\s$]*(?:\\[,;]?\s*)?\\?%{_OF_ELSE}"
)
SAID: tuple[re.Pattern[str], ...] = (_AGAIN, _SAID_AGAIN)


@record(frozen=True, slots=True)
class Quantity:
    """A number with a unit: of what kind it is, and how much one unit is."""

    number: Stated
    kind: str
    scale: fmpq

    @property
    def value(self) -> fmpq:
        return self.number.value * self.scale


def claims_of_prefixes(sheet: Sheet) -> Iterator[Claim]:
    """The quantities that are not what stands before them; nothing where they may be several of it."""
    for found in _AGAIN.finditer(sheet.text):
        line = line_start(sheet.text, found.start())
        clause = _CLAUSE.split(sheet.text[line : found.start()])[-1]
        if _NUMBER.search(clause) or _WORKED.search(sheet.text, line, found.start()):
            continue
        first, second = _quantity(found["first"], found["from"]), _quantity(found["second"], found["to"])
        if first is None or second is None or first.kind != second.kind or first.scale == second.scale:
            continue
        if not _agree(first, second):
            right = show(first.value / second.scale)
            message = f"{found['first']} {found['from']} are {right} {found['to']}"
            yield sheet.claim(Span(found.start("second"), found.end("second")), DIFFERS, message, right)


def _agree(first: Quantity, second: Quantity) -> bool:
    """Whether two quantities are the same but for rounding."""
    apart = abs(first.value - second.value)
    fine = max(first.number.unit * first.scale, second.number.unit * second.scale)
    return apart <= fine or apart <= abs(first.value) * _CLEAR


def _quantity(numeral: str, unit: str) -> Quantity | None:
    expr = parse_maths(numeral, Lexicon(FUNCTIONS))
    number, found = stated_number(expr), _PARTS.fullmatch(unit)
    if number is None or found is None:
        return None
    if found["time"]:
        name = found["time"]
        scale = _LONGER.get(name[:2]) or _LONGER.get(name[:1]) or _TIMES[name[:1]]
        return Quantity(number, "time", scale)
    kind = "flop" if "FLOP" in found["rate"].upper() else found["rate"][:2]
    return Quantity(number, kind, fmpq(10 ** _PREFIXES[found["prefix"]]))


def claims_of_percentages(sheet: Sheet) -> Iterator[Claim]:
    """The first percentage that is ten or a hundred times too large or too small."""
    for found in _SAID_AGAIN.finditer(sheet.text):
        share, percent = number_in(found[1]), number_in(found[2])
        unit = unit_of(found[2])
        if share is None or percent is None or share == 0 or abs(share * 100 - percent) <= unit:
            continue
        if any(abs(share * 100 * times - percent) <= unit for times in (10, 100, fmpq(1, 10), fmpq(1, 100))):
            message = f"{found[1]} is {show(share * 100)} %"
            yield sheet.claim(Span(found.start(2), found.end(2)), COPIED, message, share * 100)
            return
