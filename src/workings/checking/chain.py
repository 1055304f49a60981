"""The state of a chain while its links are judged."""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import fmpq

from workings.document import Member
from workings.evaluating import How
from workings.expr import Apply, Expr, Name
from workings.finding import Claim, Verdict
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Binding
from workings.resolving.traits import names_in


@dataclass(slots=True)
class Link:
    """A member that has been looked at: its two values, the verdict on it and the error it carries."""

    member: Member
    expr: Expr
    printed: Quantity
    unrounded: Quantity
    verdict: Verdict | None = None  # None for the first member and for definitions
    cause: str | None = None

    @property
    def is_known(self) -> bool:
        return self.printed.is_known


@dataclass(slots=True)
class Chain:
    """The members looked at so far, and what is known of them together."""

    links: list[Link] = field(default_factory=list)
    known: list[Link] = field(default_factory=list)  # those with a value
    names: set[str] = field(default_factory=set)  # every name that has been used
    only_names: bool = True  # nothing but bare names, as in a = b = [1, 2]

    def add(self, link: Link) -> None:
        self.links.append(link)
        self.names |= names_in(link.expr)
        self.only_names = self.only_names and isinstance(link.expr, Name | Apply)
        if link.is_known:
            self.known.append(link)


@dataclass(slots=True)
class Outcome:
    """What judging one statement under one reading gives; nothing is bound before it is chosen."""

    how: How
    claims: list[Claim] = field(default_factory=list)
    bindings: list[tuple[str, Binding]] = field(default_factory=list)
    convention: str | None = None
    misfits: int = 0  # links that compare a list with a number, which no author means
    results: set[fmpq] = field(default_factory=set)  # decimals stated as results
    mistaken: dict[str, str] = field(default_factory=dict)  # decimals of wrong members, with the claim

    @property
    def cost(self) -> tuple[int, int, int]:
        """How far from clean: links that cannot stand, then misfits among them, then links left open."""
        wrong = sum(claim.verdict is Verdict.WRONG for claim in self.claims)
        open_ = sum(claim.verdict is Verdict.UNDECIDED for claim in self.claims)
        return wrong + self.misfits, self.misfits, open_
