"""Statements to verdicts: each link of a chain against its predecessor and against the head.

A claim is wrong only if no sensible reading makes it right; the first wrong step is the error, and
what follows correctly from it is carried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.checking.accepting import accept
from workings.checking.chain import Chain, Link
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import unread
from workings.checking.declaring import belongs, declare
from workings.checking.diagnosing import Search
from workings.checking.formals import Formals
from workings.checking.hearing import Hearing
from workings.checking.linking import measures
from workings.checking.linking.copying import adopt_entries, introduce
from workings.checking.linking.doubting.changing import is_of_old_vector, was_put_in
from workings.checking.linking.expecting.asking import with_expected
from workings.checking.linking.expecting.columns import Columns
from workings.checking.linking.expecting.foreseeing import MOST_AHEAD, foreseen, uphold
from workings.checking.linking.expecting.heads import labelled, topics
from workings.checking.linking.expecting.solved import Unsolved
from workings.checking.linking.expecting.unsaid import with_settings
from workings.checking.linking.products import undoubled
from workings.checking.linking.reusing import with_products
from workings.checking.linking.symbols import Symbols
from workings.checking.linking.valuing import judge_value
from workings.checking.outcome import Outcome
from workings.checking.prose.weighing import Weighings
from workings.checking.readings import readings, says_natural
from workings.checking.sightings import Sightings
from workings.checking.wording import Facts
from workings.document import Member, Passage, Statement
from workings.evaluating import How
from workings.evaluating.how import MET
from workings.expr import BLANK, ELIDED, Apply, Array, Call, Expr, Name
from workings.finding import Claim
from workings.parsing.grids import Grid, grids
from workings.parsing.survey import may_derive, may_tend
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import has_holes, is_plain, reason_of, traits
from workings.source import Page, Span
from workings.value import Tensor, Undefined, precision

if TYPE_CHECKING:
    from workings.checking.blaming import Misled
    from workings.checking.deriving.runs import Derivations
    from workings.checking.methods.sheet import Sheet
    from workings.checking.recording import Recorder

_ORDERS = frozenset("< > ≤ ≥ ≠ ∝".split())  # what follows one of these is not equal to what is before
PLAIN = How()
_JUDGED = _ORDERS | frozenset("= ≈ ~ ≡ ←".split()) | {None}


class Judge:
    """Goes through the statements of one document and collects the claims."""

    def __init__(
        self,
        page: Page,
        places: Mapping[int, tuple[int, str | None]],
        names_slips: bool = False,
        recorder: Recorder | None = None,
    ) -> None:
        self.page = page
        self.recorder = recorder
        self.lent: tuple[Statement, ...] = ()  # of the document that lends its names
        self.places = places
        self.opened: Mapping[int, str] = {}  # where questions begin, each with its name
        self.scope = Scope()
        self.claims: list[Claim] = []
        self.misled: dict[Span, Misled] = {}  # numbers that are not what they stand for, by their lines
        self.told: list[Claim] = []  # the same with those of the rules so far
        self.ahead: list[Statement] = []  # the statements that follow next
        self.offered: list[tuple[Statement, list[Claim]]] = []  # what answers to choose come to
        self.question: str | None = None
        self.log_base = "e"
        self.natural = says_natural(page.text)
        self.formals = Formals()
        self.sightings = Sightings()
        self.weighings = Weighings()
        self.passages: tuple[Passage, ...] = ()  # the prose around the statements, for rules that read it
        self._grids: tuple[Grid, ...] | None = None
        self.sheet: Sheet | None = None  # the page as rules about its lists and lines look at it
        self.unsolved = Unsolved()  # the latest equations, with their only unknown
        self.derivations: Derivations | None = None  # equations that are made from each other
        self.negates = measures.may_negate(page.text)
        self.names_measures = False  # Entropy(S) was given a value, with an S that has none
        self.speaks_of_limits = may_tend(page, page.text)
        self.speaks_of_softmax = page.has_words and "softmax" in page.text.lower()
        self.topics = topics(page.text) if page.has_words else frozenset[str]()
        self.speaks_of_slopes = may_derive(page)
        self.search = Search(page, self.scope) if names_slips else None
        scene = None if self.search is None else self.search.scene
        self.symbols = Symbols(page, self.scope, self.speaks_of_slopes, scene)

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The tables of the document, however they are set; mypyc does not keep a `cached_property`."""
        if self._grids is None:
            self._grids = tuple(grids(self.passages))
        return self._grids

    def run(self, statements: Iterable[Statement]) -> None:
        with precision(FIRST_BITS):
            listed = with_settings(statements, self.page.text)
            columns = Columns(listed)
            heard = Hearing(self.page, self.passages, self.places)
            for at, statement in enumerate(listed, 1):
                self.ahead = listed[at : at + MOST_AHEAD]
                heard.tell(self.scope, statement.span.start)
                if not columns.believes(statement, self.scope.said):
                    self.claims += columns.left_open(statement, self.page, self.scope.said, len(self.claims))
                elif self.is_expected(statement):
                    self.statement(statement)

    def is_expected(self, statement: Statement) -> bool:
        """Whether a cell of a table of steps is of a recurrence or gives what nobody else does."""
        if not statement.traced:
            return True
        head, formulas = statement.members[0].expr, self.scope.formulas
        if formulas.concerns(head):
            return not is_of_old_vector(self.scope, statement)
        known = self.scope.bindings
        return isinstance(head, Name) and not (
            {head.key, head.base} & known.keys() or formulas.has_pattern(head)
        )

    # -- statements -------------------------------------------------------------------------------

    def statement(self, statement: Statement) -> None:
        """Judge one statement under its best reading, and bind what it defines."""
        if statement.offered:
            self.offer(statement)
            return
        self.scope.section, self.question = self.places.get(statement.passage.span.start, (0, None))
        self.scope.questions[self.scope.section] = self.question
        members = statement.members
        if len(members) == 1:
            self.note(statement)
            return
        if self.scope.formulas.patterns and isinstance(members[0].expr, Array):
            from workings.checking.linking.stepping import single_steps  # only recurrences wait for it

            parts = single_steps(statement, self.scope.formulas)
            for part in parts:
                self.statement(part)
            if parts:
                return
        if self.speaks_of_limits and self.is_idle(members[0].expr):
            return
        signs = [member.sign for member in members]
        if signs == [None, "∈"]:
            declared = declare(self.scope, self.page, statement, f"c{len(self.claims) + 1}")
            self.claims.extend(() if declared is None or statement.hypothesis else (declared,))
        if "∈" in signs[2:]:  # X = matrix ∈ ℝ^{2×2}
            statement = replace(statement, members=members[: signs.index("∈")])
        elif not _JUDGED.issuperset(signs):
            return
        statement = self.with_measures(statement)
        if self.negates:
            statement = measures.with_complements(self.scope, statement)
        uphold(self.scope, members[0].expr, self.ahead, PLAIN)
        best, first = self.best_outcome(statement), len(self.claims)
        if best is not None:
            accept(self, statement, best)
        plain = is_plain(members[0].expr) and is_plain(members[1].expr)
        if not plain and statement.is_equation:
            self.derive(statement, first)
        if not plain or self.unsolved.equations:
            self.unsolved.pass_by(self.scope, statement, self.claims, first)

    def derive(self, statement: Statement, first: int) -> None:
        """Hold an equation with letters to those above it that it is made from."""
        if self.derivations is None:
            from workings.checking.deriving.runs import Derivations  # plain numbers have no use for it

            self.derivations = Derivations(self.page, self.scope)
        self.derivations.pass_by(statement, self.claims, first, self.question)

    def with_measures(self, statement: Statement) -> Statement:
        """A statement with names for what it says of Entropy(S), Var(X), where S and X have no numbers."""
        head = statement.members[0].expr
        if isinstance(head, Call) and head.op in measures.MEASURES:
            named = measures.with_measure_named(self.scope, statement)
            self.names_measures = self.names_measures or named is not statement
            statement = named
        return measures.with_known_measures(self.scope, statement) if self.names_measures else statement

    def is_idle(self, expr: Expr) -> bool:
        """An arrow that was taken for a limit of something that does not change."""
        from workings.checking.linking.limiting import is_idle

        return is_idle(expr, self.scope)

    def best_outcome(self, statement: Statement) -> Outcome | None:
        """What the statement comes to under the reading that fits best, the likeliest of those that do."""
        best: Outcome | None = None
        lowest = (0, 0, 0)
        tried: list[How] = []  # without a product of vectors, so that ways to take it make no difference
        for how, convention in readings(statement, self.log_base, self.natural):
            if tried and any(how.is_alike(other) for other in tried):
                continue
            MET.vectors = False
            outcome = self.under(statement, how, convention)
            cost = outcome.cost
            if best is None or cost < lowest:
                best, lowest = outcome, cost
            if lowest == (0, 0, 0):
                break
            if not MET.vectors:
                tried.append(how)
        return best

    def under(self, statement: Statement, how: How, convention: str | None) -> Outcome:
        """What a statement comes to under one reading."""
        outcome = Outcome(how, convention, self.page, self.question, len(self.claims))
        chain = outcome.chain
        named = labelled(self.scope, statement, how, self.page.text) if statement.label is not None else None
        if named is None and self.ahead:
            named = foreseen(self.scope, statement, self.ahead, how)
        if named is not None:
            chain.add(named)
        for at, member in enumerate(statement.members):
            link = with_expected(self, statement, chain, self.link(member, how), at, how)
            if chain.links:
                self.judge(outcome, statement, chain, link)
            chain.add(link)
        return outcome

    def offer(self, statement: Statement) -> None:
        """Judge an answer to choose; whether that is said depends on who chose it."""
        self.scope.section, self.question = self.places.get(statement.passage.span.start, (0, None))
        signs = [member.sign for member in statement.members]
        if signs == [None, "∈"]:
            claim = belongs(self.scope, self.page, statement)
            self.offered.append((statement, [] if claim is None else [claim]))
        elif _JUDGED.issuperset(signs):
            best = self.best_outcome(statement)
            self.offered.append((statement, [] if best is None else best.claims))

    def note(self, statement: Statement) -> None:
        """Remember what later statements and rules may ask for."""
        self.formals.note(statement, self.scope)
        if self.speaks_of_softmax:
            self.sightings.note(statement, self.scope)

    # -- links ------------------------------------------------------------------------------------

    def link(self, member: Member, how: How) -> Link:
        """A member with its two values; a factor that a scanner printed twice counts once."""
        if self.speaks_of_limits:
            from workings.checking.linking.limiting import with_formulas

            member = replace(member, expr=with_formulas(member.expr, self.scope))
        printed, unrounded = self.scope.quantities(member.expr, how)
        if self.scope.products and printed.missing:
            member = replace(member, expr=with_products(self.scope, member.expr))
            printed, unrounded = self.scope.quantities(member.expr, how)
        if isinstance(printed.value, Undefined) and not printed.missing:
            single = undoubled(member.expr)
            if single is not None:
                return Link(member, single, *self.scope.quantities(single, how))
        return Link(member, member.expr, printed, unrounded)

    def judge(self, outcome: Outcome, statement: Statement, chain: Chain, link: Link) -> None:
        """One link of the chain: decide whether it is a claim, and what becomes of it."""
        before, sign = chain.links[-1], link.member.sign
        if sign == "←" and before.pattern is None:
            self.symbols.update(outcome, chain, link)
            chain.forget()
        elif chain.at_start and gives_names(before.expr, link.expr):
            chain.forget()
        elif has_holes(link.expr) and not isinstance(link.printed.value, Tensor):
            reason = reason_of(link.expr)
            if reason == BLANK:
                return
            if chain.known or reason_of(before.expr) == reason:
                outcome.say(Facts(before, link, unread(reason)))
        elif sign == "~" and is_literal(before.expr) and is_literal(link.expr):
            chain.forget()  # a range, 0.82 ~ 0.84
        elif sign in _ORDERS:
            if sign != "∝":
                self.symbols.order(outcome, before, link)
            chain.forget()
        elif not chain.known and link.is_known and is_unread(before.expr):
            outcome.say(Facts(before, link, unread(reason_of(before.expr))))
        else:
            self.judge_equality(outcome, statement, chain, link)

    def judge_equality(self, outcome: Outcome, statement: Statement, chain: Chain, link: Link) -> None:
        """A link by = or ≈: between values, of a name with its value, or between formulas."""
        before = chain.links[-1]
        new = not before.is_known or (chain.is_formula and was_put_in(self.scope, before))
        if new and not before.is_named and is_plain(link.expr):
            if before.printed.missing:
                adopt_entries(self.scope, chain)
            introduce(self.scope, outcome, chain, link)
        if self.symbols.returns(outcome, chain, link):
            chain.known.clear()
        elif not chain.known or not (link.is_known or isinstance(link.expr, Array)):
            self.symbols.link(outcome, chain, link)
            if chain.at_start and self.is_label(before.expr):
                chain.forget()
        elif self.is_headed(chain) and not statement.offered:
            from workings.checking.linking.restating import judge_restated  # few pages give a name twice

            judge_restated(self.scope, outcome, chain, link, statement.renews)
            if link.verdict is None:  # the name is given a new meaning, its old one excuses nothing
                chain.forget()
        else:
            judge_value(self.scope, outcome, chain, link)

    def is_headed(self, chain: Chain) -> bool:
        """Whether nothing but a name is known of the chain: the rest of it, if any, was not understood."""
        head, *rest = chain.links
        return (
            self.is_label(head.expr)
            and all(is_unread(link.expr) for link in rest)
            and (not rest or chain.known == [head])
        )

    def is_label(self, expr: Expr) -> bool:
        """A name, or a name with brackets that is no product of the two: H(A + B) with a matrix H is one."""
        if isinstance(expr, Apply):
            value = as_value(self.scope.said.get(expr.function.key))
            return value is None or len(expr.args) != 1 or self.scope.bindings.get(expr.key) is not None
        return isinstance(expr, Name)


def gives_names(left: Expr, right: Expr) -> bool:
    """`(x_1, x_2) = (0, 1)` gives each name its value."""
    return (
        isinstance(left, Array)
        and isinstance(right, Array)
        and all(isinstance(item, Name) for item in left.items)
    )


def is_unread(expr: Expr) -> bool:
    """Maths that was not understood, as opposed to words in the place of a left side."""
    hole = traits(expr).hole
    return hole is not None and bool(hole.text) and hole.reason not in (BLANK, ELIDED)
