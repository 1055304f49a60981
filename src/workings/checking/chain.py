"""The state of a chain while its links are judged."""

from __future__ import annotations

from dataclasses import field

from flint import fmpq

from workings.checking.comparing import compare
from workings.document import Member
from workings.expr import Apply, Array, Expr, Name, Number
from workings.finding import Verdict
from workings.record import record
from workings.resolving.quantity import VALUES, Quantity, are_near
from workings.value import Tensor, Undefined


@record(slots=True)
class Link:
    """A member that has been looked at: its two values, the verdict on it and the error it carries."""

    member: Member
    expr: Expr
    printed: Quantity
    unrounded: Quantity
    verdict: Verdict | None = None  # None for the first member and for definitions
    cause: str | None = None
    pattern: Expr | None = None  # what gives this name its value, though nobody says so beside it
    certain: bool = False  # whether it surely does, without any other sign of it
    once: bool = False  # whether names that got one value on the whole page stand for it in any section
    suspect: str | None = None  # the name of the slip, if what is stated for it turns out to be wrong
    derived: bool = False  # a derivative by the formulas of the document
    corner: str = ""  # where a derivative is taken that has several

    @property
    def source(self) -> Expr:
        """What its value comes from."""
        return self.expr if self.pattern is None else self.pattern

    @property
    def is_known(self) -> bool:
        return type(self.printed.value) in VALUES

    @property
    def expected(self) -> Quantity:
        """What whoever goes on from here should come to: by the givens, unless an error lies between."""
        near = self.unrounded is self.printed or are_near(self.unrounded.value, self.printed.value)
        return self.unrounded if near else self.printed

    def fits(self, quantity: Quantity) -> bool:
        """Whether what is written here is right, or rightly rounded, for a quantity."""
        return compare(self.printed, quantity, self.member.is_approximate).is_sound

    @property
    def is_named(self) -> bool:
        """A bare name, or a name with brackets."""
        return isinstance(self.expr, Name | Apply)

    def is_exactly(self, stated: fmpq) -> bool:
        """Whether the value is just the stated decimal, so that it stands for nothing longer."""
        value = self.printed.value
        if isinstance(value, Tensor):
            return any(isinstance(item, fmpq) and item == stated for item in value.items)
        return isinstance(value, fmpq) and bool(value == stated)


@record(slots=True)
class Chain:
    """The members looked at so far, and what is known of them together."""

    links: list[Link] = field(default_factory=list)
    known: list[Link] = field(default_factory=list)  # those with a value
    only_names: bool = True  # nothing but bare names, as in a = b = [1, 2]

    @property
    def at_start(self) -> bool:
        """Whether the next member is the second, which may define the first."""
        return len(self.links) == 1

    @property
    def is_formula(self) -> bool:
        """Whether a formula was reached behind nothing but names: `share = red / (red + blue)`."""
        return len(self.links) < 2 or all(link.is_named for link in self.links[:-1])

    def add(self, link: Link) -> None:
        self.links.append(link)
        self.only_names = self.only_names and link.is_named
        if link.is_known:
            self.known.append(link)

    def result_of(self, link: Link) -> Link | None:
        """The number that a formula is worked out to in the next member, if it is: its digits tell most."""
        at = next((at for at, one in enumerate(self.links) if one is link), len(self.links))
        after = self.links[at + 1] if at + 1 < len(self.links) else None
        carried = after is not None and after.verdict is Verdict.CARRIED
        return after if carried and not isinstance(link.expr, Number | Array) else None

    def forget(self) -> None:
        """What was known so far is not what the next members are equal to."""
        self.known.clear()


def why_no_value(before: Link, link: Link) -> str:
    """What keeps two links from being compared, in words."""
    names = dict.fromkeys((*before.printed.missing, *link.printed.missing))
    if names:
        return "no value is known for " + ", ".join(list(names)[:4])
    for result in (before.printed.value, link.printed.value):
        if isinstance(result, Undefined):
            return result.reason
    return "not determined"
