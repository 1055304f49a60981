"""What judging one statement under one reading gives."""

from __future__ import annotations

from dataclasses import field

from workings.checking.chain import Chain, Link
from workings.checking.wording import Facts, claim_for, doubtful_copy
from workings.evaluating import How
from workings.expr import Expr
from workings.finding import Claim, Verdict
from workings.record import record
from workings.resolving.scope import Binding
from workings.source import Page, Span
from workings.value import Rational, Scalar

COMPENSATING = "chain/compensating"


@record(slots=True)
class Outcome:
    """The judged chain and its claims; nothing is bound or reported before one reading is chosen."""

    how: How
    convention: str | None
    page: Page
    question: str | None
    earlier: int  # claims of the document before this statement
    chain: Chain = field(default_factory=Chain)
    claims: list[Claim] = field(default_factory=list)
    bindings: list[tuple[str, Binding]] = field(default_factory=list)  # of names that literals stand for
    differing: list[tuple[int, Link, Link]] = field(default_factory=list)  # wrong claims, and their sides
    misfits: int = 0  # links that compare a list with a number, which no author means
    unrolled: bool = False  # speaks of all steps of a recurrence that stands elsewhere
    results: set[Rational] = field(default_factory=set)  # decimals stated as results
    longer: dict[Rational, Scalar] = field(default_factory=dict)  # what they were rounded from
    misstated: list[tuple[Expr, Expr, str]] = field(default_factory=list)  # formulas with a wrong value
    mistaken: dict[str, str] = field(default_factory=dict)  # decimals of wrong members, with the claim

    @property
    def cost(self) -> tuple[int, int, int]:
        """How far from clean: links that cannot stand, then misfits among them, then links left open."""
        wrong = undecided = 0
        for claim in self.claims:
            wrong += claim.verdict is Verdict.WRONG
            undecided += claim.verdict is Verdict.UNDECIDED
        return wrong + self.misfits, self.misfits, undecided

    def say(self, facts: Facts) -> str:
        """Add the claim that a link states; gives its id."""
        number = self._next_id()
        self.claims.append(claim_for(self.page, number, facts, self.convention, self.question))
        if (
            facts.comparison.verdict is Verdict.WRONG
            and facts.comparison.rule in (None, COMPENSATING)
            and facts.kind == "value"
        ):
            self.differing.append((len(self.claims) - 1, facts.before, facts.link))
        return number

    def say_doubtful_copy(self, key: str, first: Span, second: Span) -> None:
        """Add the claim that two copies of one matrix make together."""
        self.claims.append(doubtful_copy(self.page, self._next_id(), key, first, second))

    def _next_id(self) -> str:
        return f"c{self.earlier + len(self.claims) + 1}"
