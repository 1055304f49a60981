"""Statements to verdicts: each link of a chain against its predecessor and against the head.

A claim is wrong only if no sensible reading makes it right; the first wrong step is the error, and
what follows correctly from it is carried.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.checking.binding import bindings_of
from workings.checking.chain import Chain, Link
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.comparison import unread
from workings.checking.declaring import belongs, declare, misfit
from workings.checking.formals import Formals
from workings.checking.hearing import Hearing
from workings.checking.linking.columns import Columns
from workings.checking.linking.copying import introduce
from workings.checking.linking.doubling import undoubled
from workings.checking.linking.expecting import expected, labelled, topics
from workings.checking.linking.restating import judge_restated
from workings.checking.linking.symbols import Symbols, defines_operation
from workings.checking.linking.valuing import judge_value
from workings.checking.outcome import Outcome
from workings.checking.prose.weighing import Weighings
from workings.checking.readings import readings
from workings.checking.sightings import Sightings
from workings.checking.wording import Facts
from workings.document import Member, Passage, Statement
from workings.evaluating import How
from workings.expr import BLANK, ELIDED, Apply, Array, Expr, Fold, Name, Number, walk
from workings.finding import Claim, Verdict
from workings.parsing.hypotheses import is_aside, is_one_case, is_under_condition
from workings.parsing.survey import may_tend
from workings.regex import regex
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.scope import Scope, as_value
from workings.resolving.traits import has_holes, is_plain, reason_of, traits
from workings.source import Page
from workings.value import Tensor, Undefined, precision

if TYPE_CHECKING:
    from workings.checking.methods.sheet import Sheet
    from workings.checking.recording import Recorder
    from workings.checking.slips.change import Scene

LONGEST_LEAD = 40  # characters
_SUPPOSED = regex(r"\b(?:suppose|assume|imagine|consider)\b[^.=]*$", re.IGNORECASE)
MOST_SEARCHED = 200  # wrong values of one document that a slip is looked for
LATEST_NUMBERS = 40  # that may have been taken for another
_ORDERS = frozenset("< > ≤ ≥ ≠ ∝".split())  # what follows one of these is not equal to what is before
_SLOPES = regex(r"[∂∇]|'\s?\(|[dD][^\W\d]\w*\s?/\s?[dD]|frac\s?\{\s?(?:[dD]|\\[dD]elta|\\mathrm)|\|_")
_DERIVATIVES = regex(r"partial|nabla|prime|gradient|back-?prop|learning rate|descent", re.IGNORECASE)
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
        self.names_slips = names_slips
        self.searched = 0
        self.lent: tuple[Statement, ...] = ()  # of the document that lends its names
        self.numbers: dict[str, Number] = {}  # the latest numbers of the document, as written
        self.places = places
        self.scope = Scope()
        self.claims: list[Claim] = []
        self.offered: list[tuple[Statement, list[Claim]]] = []  # what answers to choose come to
        self.question: str | None = None
        self.log_base = "e"
        self.formals = Formals()
        self.sightings = Sightings()
        self.weighings = Weighings()
        self.passages: tuple[Passage, ...] = ()  # the prose around the statements, for rules that read it
        self.sheet: Sheet | None = None  # the page as rules about its lists and lines look at it
        self.speaks_of_limits = may_tend(page, page.text)
        self.speaks_of_softmax = page.has_words and "softmax" in page.text.lower()
        self.topics = topics(page.text) if page.has_words else frozenset[str]()
        self.speaks_of_slopes = _speaks_of_slopes(page)
        scene = self.scene if names_slips else None
        self.symbols = Symbols(page, self.scope, self.speaks_of_slopes, scene)

    def run(self, statements: Iterable[Statement]) -> None:
        with precision(FIRST_BITS):
            listed = list(statements)
            columns = Columns(listed)
            heard = Hearing(self.page, self.passages, self.places)
            for statement in listed:
                heard.tell(self.scope, statement.span.start)
                if columns.believes(statement, self.scope.said) and self.is_expected(statement):
                    self.statement(statement)

    def is_expected(self, statement: Statement) -> bool:
        """Whether a cell of a table of steps belongs to a recurrence; any other statement is looked at."""
        return not statement.traced or self.scope.formulas.concerns(statement.members[0].expr)

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
        best = self.best_outcome(statement)
        if best is not None:
            self.accept(statement, best)

    def is_idle(self, expr: Expr) -> bool:
        """An arrow that was taken for a limit of something that does not change."""
        from workings.checking.linking.limiting import is_idle

        return is_idle(expr, self.scope)

    def best_outcome(self, statement: Statement) -> Outcome | None:
        """What the statement comes to under the reading that fits best, the likeliest of those that do."""
        best: Outcome | None = None
        lowest = (0, 0, 0)
        for how, convention in readings(statement, self.log_base):
            outcome = self.under(statement, how, convention)
            cost = outcome.cost
            if best is None or cost < lowest:
                best, lowest = outcome, cost
            if lowest == (0, 0, 0):
                break
        return best

    def under(self, statement: Statement, how: How, convention: str | None) -> Outcome:
        """What a statement comes to under one reading."""
        outcome = Outcome(how, convention, self.page, self.question, len(self.claims))
        chain = outcome.chain
        named = labelled(self.scope, statement, how, self.page.text)
        if named is not None:
            chain.add(named)
        for at, member in enumerate(statement.members):
            link = self.link(member, how)
            if not chain.links:
                link = expected(self.scope, link, how, statement.label, self.page.text)
            if self.speaks_of_slopes and link.pattern is None:
                link = self.with_slopes(chain, link, how, statement.members[at + 1 :])
            if self.topics and not chain.links and link.pattern is None:
                link = self.with_meaning(statement, link, how)
            if chain.links:
                self.judge(outcome, statement, chain, link)
            chain.add(link)
        return outcome

    def with_slopes(self, chain: Chain, link: Link, how: How, rest: tuple[Member, ...]) -> Link:
        """A member with its derivatives worked out, if it has any."""
        from workings.checking.linking.gradients import differentiated, named_gradient, zeros_like
        from workings.resolving.slopes import speaks_of_derivatives

        if speaks_of_derivatives(link.expr):
            return differentiated(self.scope, link, how, rest, first=not chain.links)
        if chain.links:
            return zeros_like(link, chain.links[-1])
        named = named_gradient(self.scope, link, how, rest, self.page)
        if named.pattern is not None or not isinstance(link.expr, Name):
            return named
        from workings.checking.linking.updating import updated

        return updated(self.scope, link, how, rest, self.page)

    def with_meaning(self, statement: Statement, link: Link, how: How) -> Link:
        """A head whose value follows from what the document is about, such as the hidden state of an LSTM."""
        from workings.checking.linking.meaning import meant  # few documents have such a topic

        pattern = meant(self.scope, statement, self.topics)
        if pattern is None:
            return link
        known = Link(
            link.member, link.expr, *self.scope.quantities(pattern, how), pattern=pattern, certain=True
        )
        return known if known.is_known else link

    def accept(self, statement: Statement, best: Outcome) -> None:
        """Make the claims and definitions of the chosen reading those of the document."""
        bindings = [*best.bindings, *bindings_of(self.scope, statement, best.chain.links)]
        if best.convention is not None and best.claims and best.cost[0] == 0:
            self.log_base = best.how.log_base
        self.note(statement)
        head = statement.members[0].expr
        links = best.chain.links
        if isinstance(head, Name) and head.index and len(links) > 1 and links[1].verdict is Verdict.RIGHT:
            self.scope.formulas.upheld.add(head.base)
        conditional = statement.conditional and isinstance(head, Name | Apply) and not best.unrolled
        if statement.conditional and defines_operation(head):
            self.scope.overridden.add(head.op)
        if self.speaks_of_limits and isinstance(head, Name):
            self.scope.chains[head.key] = tuple(link.expr for link in links[1:])
        if self.names_slips:
            self.name_slips(statement, best)
        if not statement.hypothesis and not conditional:
            self.claims.extend(best.claims)
            self.scope.results |= best.results
            self.scope.mistaken |= best.mistaken
            self.scope.tainted |= best.tainted
            self.weighings.note(self.page, statement, best)
        if self.recorder is not None:
            self.recorder.note(self.scope, best.chain.links)
        supposed = statement.hypothesis and not is_supposed(self.page.text, statement.span.start)
        if not supposed and not best.unrolled:
            formula = next((binding.formula for _, binding in bindings), None)
            members = (link.expr for link in links[1:])
            anew = self.scope.formulas.note(head, members, formula, self.scope.section)
            if anew is not None:
                self.scope.begin_sequence(anew)
        if not (conditional and isinstance(head, Apply)) and not self.is_rule(statement):
            if isinstance(head, Array):
                self.scope.forget_joined([key for key, _ in bindings])
            said = bool(bindings) and self.page.has_words
            aside = said and (
                is_aside(self.page.text, statement.span.start, statement.span.end)
                or is_one_case(self.page.text, statement.span.start)
            )
            for key, binding in bindings:
                self.scope.keep_besides(key, aside)
                if self.recorder is not None:
                    self.recorder.bind(self.scope, key, binding, best.how)
                self.scope.bind(key, binding)
                if binding.cause is not None:
                    self.scope.enter(head, key, binding)
                if key in self.scope.sizes:
                    self.hold_to_size(statement, key)

    def is_rule(self, statement: Statement) -> bool:
        """Whether a step is only said to be taken under a condition, and not taken: “if …, g ← c g / ‖g‖”."""
        _, *rest = statement.members
        if len(rest) != 1 or rest[0].sign != "←" or not any(isinstance(n, Name) for n in walk(rest[0].expr)):
            return False
        return is_under_condition(self.page.text, statement.span.start)

    def name_slips(self, statement: Statement, best: Outcome) -> None:
        """Say which slip gives just the number that is written, where one does."""
        for member in statement.members:
            for node in walk(member.expr):
                if isinstance(node, Number):
                    self.numbers.pop(node.text, None)
                    self.numbers[node.text] = node
        if not best.differing:
            return
        from workings.checking.slips import diagnose  # only a page with errors waits for it

        scene = self.scene()
        for at, before, link in best.differing:
            if any(isinstance(node, Fold) and node.kind == "lim" for node in walk(before.expr)):
                continue  # every change would have to be taken to the limit
            self.searched += 1
            if self.searched > MOST_SEARCHED:
                return
            fits = diagnose(before, link, scene, self.scope.unfold)
            if not fits and before.derived and (result := best.chain.result_of(link)) is not None:
                fits = diagnose(before, result, scene, self.scope.unfold)
            if fits:
                names, words = zip(*fits, strict=True)
                claim = best.claims[at]
                rule = claim.rule if names[0].startswith("slip/") else names[0]
                best.claims[at] = replace(claim, fits=names, slips=words, rule=rule)

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

    def hold_to_size(self, statement: Statement, key: str) -> None:
        """A name that was declared with a size and gets a value of another."""
        span = statement.members[-1].span
        claim = misfit(self.scope, self.page, key, span, f"c{len(self.claims) + 1}")
        if claim is not None and not any(known.span == span for known in self.claims[-4:]):
            self.claims.append(claim)

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
        if not before.is_known and not before.is_named and is_plain(link.expr):
            introduce(self.scope, outcome, chain, link)
        if not chain.known or not (link.is_known or isinstance(link.expr, Array)):
            self.symbols.link(outcome, chain, link)
            if chain.at_start and self.is_label(before.expr):
                chain.forget()
        elif chain.at_start and self.is_label(before.expr) and not statement.offered:
            judge_restated(self.scope, outcome, chain, link, statement.renews)
            if link.verdict is None:  # the name is given a new meaning, its old one excuses nothing
                chain.forget()
        else:
            judge_value(self.scope, outcome, chain, link)

    def is_label(self, expr: Expr) -> bool:
        """A name, or a name with brackets that is no product of the two: H(A + B) with a matrix H is one."""
        if isinstance(expr, Apply):
            value = as_value(self.scope.said.get(expr.function.key))
            return value is None or len(expr.args) != 1 or self.scope.bindings.get(expr.key) is not None
        return isinstance(expr, Name)

    def scene(self) -> Scene:
        """What a slip may take its material from."""
        from workings.checking.slips.change import Scene

        latest = tuple(self.numbers.values())[-LATEST_NUMBERS:]
        sequences = self.scope.formulas.inputs | self.scope.formulas.patterns.keys()
        return Scene(self.page.text, latest, self.scope.said, self.scope.earlier, sequences)


def _speaks_of_slopes(page: Page) -> bool:
    """Whether a page may speak of derivatives, in signs or in words."""
    if _SLOPES.search(page.text) is not None:
        return True
    return page.has_words and _DERIVATIVES.search(page.text) is not None


def is_supposed(text: str, start: int) -> bool:
    """Whether the words before a statement make a model of it: “suppose h_t = …”."""
    return _SUPPOSED.search(text, max(0, start - LONGEST_LEAD), start) is not None


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
