"""The numbers of a page that come from errors, known again by their digits and by their places."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from flint import arb, fmpq

from workings.expr import Array, Expr, Number, walk
from workings.regex import regex

LEAST_DIGITS = 2  # of a number that is known again
SURE_DIGITS = 3  # of one that is known again far away
NEAR = 300  # characters
CLOSE = 80  # characters to a number of few digits that a function gives
MOST_LATEST = 4  # numbers that a function may be taken of
NUMERAL = regex(r"(?<![\w.])(?:\d+(?:(?:\{,\}|\\,|,)\d{3}(?!\d))*(?:(?:\{,\}|[.,])\d+)?|\.\d+)")
_NO_DIGIT = regex(r"\D")
_PERCENT = regex(r"\s*\\?%$")
_PLAIN = regex(r"\d*\.?\d+")


class Numbers:
    """The numbers of a page that come from errors, by their digits and by their places."""

    def __init__(self, text: str) -> None:
        self._spots: dict[str, list[int]] = {}
        for found in NUMERAL.finditer(text):
            self._spots.setdefault(_plain(found[0]), []).append(found.start())
        self._new: dict[str, str] = {}  # that stood nowhere before their error
        self._copies: dict[int, str] = {}  # the places of others
        self._given: set[str] = set()
        self._clear: set[int] = set()  # places of results that follow from no error
        self._latest: list[tuple[fmpq, int, str]] = []  # what came from errors, where, and from which

    def taint(self, numbers: Iterable[str], place: int, cause: str, apart: bool = False) -> None:
        """Remember what an error at a place states; `apart` where each of several numbers is wrong."""
        listed = [*numbers]
        for number in (spelt for one in listed for spelt in _spellings(one)):
            if _digits(number) >= LEAST_DIGITS and _PLAIN.fullmatch(number):
                self._latest = [*self._latest[1 - MOST_LATEST :], (_value(number), place, cause)]
            spots = self._spots.get(number, [place])
            if spots[0] >= place and _digits(number) >= LEAST_DIGITS:
                self._new[number] = cause
            elif (
                number not in self._given
                and (apart or len(listed) == 1)
                and (_digits(number) >= LEAST_DIGITS or ("." in number and number != ".5"))
            ):
                at = bisect_left(spots, place)
                self._copies |= dict.fromkeys(spots[at : at + 1], cause)

    def give(self, numbers: Iterable[str]) -> None:
        """Remember numbers that are given, and may be put in for themselves."""
        self._given.update(map(_plain, numbers))

    def clear(self, numbers: Iterable[Number]) -> None:
        """Forget numbers that were worked out from something else."""
        for number in numbers:
            self._new.pop(_plain(number.text), None)
            self._clear.add(number.span.start)

    def is_new(self, stated: Expr) -> bool:
        """Whether a number of several digits stands nowhere above."""
        number = next((node for node in walk(stated) if isinstance(node, Number)), None)
        if number is None or isinstance(stated, Array):
            return False
        plain = _plain(number.text)
        return _digits(plain) >= LEAST_DIGITS and self._spots.get(plain, [0])[0] == number.span.start

    def cause_of(self, number: Number) -> str | None:
        """The error that a number comes from: it is new since then, or was written there last."""
        plain, place = _plain(number.text), number.span.start
        if plain in self._new or place in self._clear:
            return self._new.get(plain)
        spots = self._spots.get(plain, [])
        at = bisect_left(spots, place) - 1
        if at < 0 or (place - spots[at] > NEAR and _digits(plain) < SURE_DIGITS):
            return None
        cause = self._copies.get(spots[at])
        if cause is not None:
            self._copies[place] = cause
        return cause

    def cause_behind(self, number: Number) -> str | None:
        """The error that a new number is a usual function of: p = 0.4378 behind a wrong z = −0.25."""
        plain, place = _plain(number.text), number.span.start
        digits = _digits(plain)
        if digits < SURE_DIGITS or self._spots.get(plain, [place])[0] != place or place in self._clear:
            return None
        for value, start, cause in reversed(self._latest):
            reach = NEAR if digits > SURE_DIGITS else CLOSE
            if start < place <= start + reach and _is_of(number, value):
                return cause
        return None


def _is_of(number: Number, value: fmpq) -> bool:
    """Whether a number is what one of the usual functions gives of a value or its opposite."""
    stated, close = arb(abs(number.value)), arb(number.unit * fmpq(3, 5))
    return any(
        bool(abs(abs(made) - stated) < close)
        for one in (arb(value), -arb(value))
        for made in (1 / (1 + (-one).exp()), one.exp(), one.tanh(), abs(one).sqrt(), abs(one).log())
    )


def _plain(number: str) -> str:
    """A number without marks between its thousands, noughts at its end and the one before its point."""
    plain = number.replace("{,}", "").replace("\\,", "").replace(",", "").lstrip("0")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _spellings(number: str) -> list[str]:
    """A number as it is known again: one in per cent also as the fraction that it is."""
    bare = _PERCENT.sub("", number)
    plain = _plain(bare)
    if bare == number or _PLAIN.fullmatch(plain) is None:
        return [plain]
    whole, _, decimals = plain.partition(".")
    return [plain, _plain(f"{whole.zfill(3)[:-2]}.{whole.zfill(3)[-2:]}{decimals}")]


def _value(plain: str) -> fmpq:
    """The number that plain digits write."""
    whole, _, decimals = plain.partition(".")
    return fmpq(int(f"{whole}{decimals}"), 10 ** len(decimals))


def _digits(plain: str) -> int:
    """How many digits of a number say something."""
    return len(_NO_DIGIT.sub("", plain).lstrip("0"))
