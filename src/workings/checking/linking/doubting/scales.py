"""Numbers with a scale behind them: 7B, 16 GB, in units of 1000 or of 1024, or rounded as a name is."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.miscopying import misread
from workings.evaluating.rendering import midpoint
from workings.expr import Alt, Expr, Number, call, mapped, number
from workings.finding import Verdict
from workings.parsing.lexicon import BYTES, SCALES
from workings.parsing.numerals import loose_unit, numeral, scaled
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in, traits

_SCALE = regex(
    r"[\s$\\,}]{0,4}(?:\\text\w*\{\s?)?(?:[mµμunpkMGTP]?i?(?:s|B|Hz|Wh?|J|FLOPS?|FLOPs|bits?|b)(?:/s)?|[kMGTB]"
    r"|mil\w*|mio\w*|ml[nd]|ml?rd\w*|bill\w*|thous\w*|tausend|trill\w*|tys|тыс\w*|млн|млрд"
    r"|nghìn|ngàn|triệu|tỷ|tỉ|ribu|juta)\b",
    re.I,
)
_POINTS = regex(
    r"[\s$\\,~}]{0,4}(?:(?:text|mathrm|rm)\w*\{\s?)?(?:pps?|p\.\s?p\.|ppt|percent(?:age)?[\s-]points?"
    r"|per\s?cent\s+points?|Prozentpunkte?n?|points?|puntos?|punti|pontos?|punkte?n?)(?![^\W_])",
    re.I,
)  # of percent, which a difference of shares is stated in
_MYRIADS = regex(r"[\s$]{0,4}([十百千십백천]?)([万萬만亿億억兆조]|lakhs?\b|crores?\b)")
_TENS = {"": 0, **dict.fromkeys("十십", 1), **dict.fromkeys("百백", 2), **dict.fromkeys("千천", 3)}
_FOURS = {
    **dict.fromkeys("万萬만", 4),
    **dict.fromkeys("亿億억", 8),
    **dict.fromkeys("兆조", 12),
    "l": 5,
    "c": 7,
}
_SCALED = regex(r"\d (\w+)$")
_PREFIXED = regex(
    r"\d[\s$\\,~}]{0,4}(?:(?:text|mathrm|rm)\w*\{\s?)?(?:\\mu\s?|[munpµμkKMGT])"
    r"(?:\\Omega|Ω|Hz|[sFHVAWJgmBb]|eV|bits?)(?![a-z])"
)
_DOTTED = regex(r"(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.,]?\d)")  # 50.000 in other languages than English
_ENGLISH = regex(
    r"(?<![\d.,])(?:0|\d+)\.(?:\d{1,2}|\d{4,})(?![\d.])|(?<![\d.,])0\.\d|[1-9]\d{0,2}(?:,\d{3})+(?![\d,])"
)
_COMMA = regex(r"(?<![\d.,])\d+(?:,|\{,\})\d{1,2}(?![\d,])")
_THOUSANDS_COMMA = regex(r"\d{1,3}(?:,|\{,\})\d{3}")
_AFTER_COMMA = regex(r"(?:,|\{,\})(\d{1,9})(?![\d,]|\.\d)")
_WARMTH = regex(r"°?[CFK]|dB\w*|[Dd]egrees?.*")  # units with another nought
MOST_NODES = 300  # of a formula that is read with other points
_POWERS = {1000**power: power for power in range(1, 5)}
_TELLING = 1000  # units of its last digit, in a number whose digits tell what it is
NEAR = 12  # characters behind a number that may have its unit
CLOSE = fmpq(1, 10**4)
_THOUSANDS = [fmpq(1000) ** power for power in range(-12, 13) if power]


def fits_in_units(before: Link, link: Link, binary: bool) -> bool:
    """`16GB + 8GB = 24GB` in units of 1024, or with each number as it stands."""
    expr = _in_units(before.expr, binary) if traits(before.expr).scaled else before.expr
    if expr is before.expr:
        return False
    quantity = Quantity(expr, before.printed.names, before.printed.how)
    return compare(link.printed, quantity, link.member.is_approximate).verdict is Verdict.RIGHT


def fits_in_points(text: str, before: Link, link: Link) -> bool:
    """`0.912 - 0.874 = 3.8 percentage points`: a share that is stated in hundredths."""
    value = before.printed.value
    if _POINTS.match(text, link.member.span.end) is None or not isinstance(value, fmpq | arb):
        return False
    if not bool(distance(value, fmpq(0)) <= 1):
        return False
    expr = call("mul", before.expr, number(100))
    return link.fits(Quantity(expr, before.printed.names, before.printed.how))


def fits_in_mixed_units(before: Link, link: Link) -> bool:
    """2560 KB of 1024 bytes, which are said to be 2.56 MB."""
    stated = link.expr.options[0] if isinstance(link.expr, Alt) else link.expr
    if not isinstance(stated, Number) or (found := _SCALED.search(stated.text)) is None:
        return False
    power = _POWERS.get(BYTES.get(found[1], 0), 0)
    for step in range(1, power):
        factor = fmpq(2 ** (10 * step) * 10 ** (3 * (power - step)), SCALES[found[1]][0])
        mixed = Quantity(scaled(stated, factor, stated.text, stated.span), {}, link.printed.how)
        if compare(mixed, before.printed, link.member.is_approximate).verdict is Verdict.RIGHT:
            return True
    return False


def fits_with_dotted_thousands(text: str, before: Link, link: Link) -> bool:
    """`400 · 120 + 120 = 48.120` on a page whose points part thousands, and nothing else."""
    if not _has_dotted(text) or traits(before.expr).parts > MOST_NODES:
        return False
    first, second = _undotted(before.expr), _undotted(link.expr)
    if (first is before.expr and second is link.expr) or _ENGLISH.search(text) is not None:
        return False
    if _COMMA.search(text) is None and len(_DOTTED.findall(text)) < 2:
        return False
    how, names = link.printed.how, link.printed.names
    stated, worth = (Quantity(side, names, how) for side in (second, first))
    return compare(stated, worth, link.member.is_approximate).verdict is Verdict.RIGHT


@lru_cache(maxsize=1)
def _has_dotted(text: str) -> bool:
    """Whether a page has such a number, which every line of it that does not hold asks."""
    return _DOTTED.search(text) is not None


def _undotted(expr: Expr) -> Expr:
    """A formula whose points between groups of three digits are left out."""
    if not isinstance(expr, Number):
        return mapped(expr, _undotted)
    return numeral(expr.text.replace(".", ""), expr.span) if _DOTTED.fullmatch(expr.text) else expr


def is_scaled(text: str, before: Link, link: Link) -> bool:
    """Whether a unit or a word for thousands behind a number explains it: `1024/16000 = 64$ ms`."""
    stated, end = with_comma(text, link) or (link.expr, link.member.span.end)
    first, second = before.printed.value, stated_number(stated)
    if not isinstance(first, fmpq | arb) or second is None or second.value == 0:
        return False
    for power in _powers_behind(text, end):
        for scale in (fmpq(10**power), fmpq(1, 10**power)):
            if distance(first * scale, second.value) <= loose_unit(second.value, second.unit) / 2:
                return True
    return False


def with_comma(text: str, link: Link) -> tuple[Expr, int] | None:
    """The `2,8` of which a page with points elsewhere was read as 2, and where it ends."""
    stated = link.expr
    if not isinstance(stated, Number) or not stated.text.isdecimal():
        return None
    decimals = _AFTER_COMMA.match(text, stated.span.end)
    return (
        None if decimals is None else (numeral(f"{stated.text}.{decimals[1]}", stated.span), decimals.end())
    )


def fits_with_comma(text: str, before: Link, link: Link) -> bool:
    """`2{,}718` may be 2.718 in a document that has decimal points elsewhere, and `2,8` be no 2."""
    stated, parted = link.expr, with_comma(text, link)
    decimal: Expr
    if parted is not None:
        decimal = parted[0]
    elif isinstance(stated, Number) and _THOUSANDS_COMMA.fullmatch(stated.text):
        decimal = numeral(stated.text.replace("{,}", ".").replace(",", "."), stated.span)
    else:
        return False
    quantity = Quantity(decimal, {}, link.printed.how)
    return compare(quantity, before.printed, link.member.is_approximate).is_sound


def _powers_behind(text: str, end: int) -> tuple[int, ...]:
    """Which powers of ten the unit or word behind a number may stand for; those of 万 and lakh are known."""
    myriads = _MYRIADS.match(text, end)
    if myriads is not None:
        return (_FOURS[myriads[2][0]] + _TENS[myriads[1]],)
    return (3, 6, 9, 12) if _SCALE.match(text, end) is not None else ()


def is_of_prefixed(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether names were given in kΩ, ms or MHz, and powers of a thousand are put in for that."""
    first, second = before.printed.value, link.printed.value
    if not isinstance(first, fmpq | arb) or not isinstance(second, fmpq | arb) or not second:
        return False
    given = [scope.bindings[key].span for key in names_in(before.source) if key in scope.bindings]
    if not any(_PREFIXED.search(text, span.start, span.end + NEAR) for span in given):
        return False
    ratio, stated = first / second, stated_number(link.expr)
    close = CLOSE if stated is None else max(CLOSE, stated.unit / abs(stated.value))
    return any(distance(ratio * ratio * factor, fmpq(1)) < close for factor in _THOUSANDS)  # also of roots


def is_of_pen(before: Link, link: Link) -> bool:
    """Whether another sign, a wrong digit or two swapped digits lie between, which no unit brings about."""
    value, stated = before.printed.value, stated_number(link.expr)
    if not isinstance(value, fmpq | arb) or stated is None or _WARMTH.fullmatch(link.member.unit or ""):
        return False
    whole = (midpoint(value) / stated.unit + fmpq(1, 2)).floor()
    slip = misread(whole * stated.unit, stated.value, stated.unit)
    telling = abs(stated.value / stated.unit) >= _TELLING
    return slip == "slip/sign" or (telling and slip in ("slip/digits-swapped", "slip/copied-digit"))


def is_of_rounded_count(before: Link, link: Link) -> bool:
    """Whether the `7B` of `7B × 2 bytes ≈ 13.5 GB` may be 6.74 billion: a name more than a number."""
    stated = link.printed.value
    if not isinstance(stated, fmpq) or not traits(before.expr).scaled:
        return False
    ends: list[fmpq] = []
    for half in (fmpq(-1, 2), fmpq(1, 2)):
        expr = _shifted(before.expr, half)
        value = Quantity(expr, before.printed.names, before.printed.how).value
        if expr is before.expr or not isinstance(value, fmpq):
            return False
        ends.append(value)
    return min(ends) <= stated <= max(ends)


def _shifted(expr: Expr, half: fmpq) -> Expr:
    """A formula whose counts in thousands, millions … are half of a unit larger or smaller."""
    if not isinstance(expr, Number):
        return mapped(expr, lambda part: _shifted(part, half))
    found = _SCALED.search(expr.text)
    if found is None or len(found[1]) > 1 or found[1] not in SCALES:
        return expr
    return replace(expr, value=expr.value + half * expr.unit)


def _in_units(expr: Expr, binary: bool) -> Expr:
    """A formula whose scaled numbers count by 1024, or are taken without their scale."""
    if not isinstance(expr, Number):
        return mapped(expr, lambda part: _in_units(part, binary))
    found = _SCALED.search(expr.text)
    if found is None or found[1] not in SCALES:
        return expr
    factors = SCALES[found[1]]
    used = BYTES.get(found[1], factors[0])
    wanted = factors[0] if binary and found[1] in BYTES else 1
    return expr if binary and wanted == 1 else scaled(expr, fmpq(wanted, used), expr.text, expr.span)
