"""The numbers of lists as balls: as they are written, and with all that may have been rounded to them."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from workings.checking.comparing.digits import Stated
from workings.checking.methods.pages.ledger import Listing

HIDDEN = 1000  # a part in so many may get lost on the way to an entry


class Written:
    """A number of a list: what may be rounded to it, and how far away rounding can take it."""

    def __init__(self, stated: Stated) -> None:
        self.stated = stated
        half = stated.unit / 2
        self.near = arb(stated.value) if stated.integer else arb(stated.value, half)
        self.far = arb(stated.value, half if stated.integer else stated.unit)

    def fits(self, exact: arb, wide: arb) -> bool:
        """Whether it is a rounding of what comes out, or of what comes out of numbers that were rounded."""
        return bool(exact.overlaps(self.near)) or bool(wide.overlaps(self.near))

    def is_cut(self, exact: arb) -> bool:
        """Whether it is no rounding of a value, even if that was worked out with four digits only."""
        return not arb(exact.mid(), abs(exact.mid()) / HIDDEN).overlaps(self.near)

    def is_off(self, wide: arb) -> bool:
        """Whether it is farther away than rounding can take it."""
        return not wide.overlaps(self.far)


class Balls:
    """The numbers of the lists of a page as balls, each made when a way first asks for it."""

    def __init__(self, is_given: Callable[[Listing], bool]) -> None:
        self._is_given = is_given  # so that what is made of it is made of just its numbers
        self._exact: dict[int, list[arb]] = {}
        self._wide: dict[int, list[arb]] = {}
        self._written: dict[int, list[Written]] = {}

    def exact(self, listing: Listing) -> list[arb]:
        """Just the numbers that are written."""
        found = self._exact.get(id(listing))
        if found is None:
            found = self._exact[id(listing)] = [arb(number.value) for number in listing.numbers]
        return found

    def wide(self, listing: Listing) -> list[arb]:
        """With all that may have been rounded to them, unless they are given."""
        found = self._wide.get(id(listing))
        if found is None:
            given = self._is_given(listing)
            found = self.exact(listing) if given else [*map(widened, listing.numbers)]
            self._wide[id(listing)] = found
        return found

    def written(self, listing: Listing) -> list[Written]:
        """What may be rounded to them."""
        found = self._written.get(id(listing))
        if found is None:
            found = self._written[id(listing)] = [*map(Written, listing.numbers)]
        return found

    def forget_given(self) -> None:
        """A list has turned out to be a result."""
        self._wide.clear()


def widened(number: Stated) -> arb:
    """A number with all that may have been rounded to it."""
    return arb(number.value) if number.integer else arb(number.value, number.unit / 2)
