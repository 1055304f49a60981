"""Statements to verdicts: each link of a chain against its predecessor and against the head.

A claim is wrong only if no sensible reading makes it right; the first wrong step is the error, and
what follows correctly from it is carried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from flint import fmpq

from workings.checking import symbolic
from workings.checking.agreeing import values_agree
from workings.checking.aligning import is_literal, substitutions
from workings.checking.binding import bindings_of
from workings.checking.chain import Chain, Link, Outcome
from workings.checking.comparing import compare
from workings.checking.comparison import Comparison
from workings.checking.digits import stated_number
from workings.checking.doubling import undoubled
from workings.checking.formals import Formals
from workings.checking.readings import is_size, other_brackets, readings, shapes_fit, wider_logs
from workings.checking.wording import claim_for, doubtful_copy
from workings.document import Member, Statement
from workings.evaluating import How
from workings.expr import Apply, Array, Call, Expr, Name, Number, Relation
from workings.finding import Claim, Verdict
from workings.resolving.quantity import FIRST_BITS, Quantity
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.traits import has_holes, is_plain, names_in, traits
from workings.source import Page
from workings.value import Tensor, Truth, Undefined, Value, precision

EQUALITIES = frozenset("= ≈ ~ ≡".split())
ORDERS = frozenset("< > ≤ ≥ ≠ ∝".split())  # what follows one of these is not equal to what is before
_UNKNOWNS = frozenset("xyztθλ")  # letters that an equation is usually solved for
_SOUND = (Verdict.RIGHT, Verdict.ROUNDING)


class Judge:
    """Goes through the statements of one document and collects the claims."""

    def __init__(self, page: Page, places: Mapping[int, tuple[int, str | None]]) -> None:
        self.page = page
        self.places = places
        self.scope = Scope()
        self.claims: list[Claim] = []
        self.question: str | None = None
        self.log_base = "e"
        self.mistaken: dict[str, str] = {}  # decimals stated in wrong claims, with the claim
        self.formals = Formals()
        self.mentions: list[tuple[Statement, int]] = []

    def run(self, statements: Iterable[Statement]) -> None:
        with precision(FIRST_BITS):
            for statement in statements:
                self.statement(statement)

    def statement(self, statement: Statement) -> None:
        """Judge one statement under its best reading, and bind what it defines."""
        self.scope.section, self.question = self.places.get(statement.passage.span.start, (0, None))
        if len(statement.members) == 1:
            self.formals.note(statement, self.scope)
            self.mentions.append((statement, len(self.claims)))
            return
        if any(m.sign == "∈" for m in statement.members):
            self.scope.declared |= names_in(statement.members[0].expr)
        if not all(
            m.sign is None or m.sign in EQUALITIES or m.sign in ORDERS or m.sign == "←"
            for m in statement.members
        ):
            return
        best: Outcome | None = None
        for how, convention in readings(statement, self.log_base):
            outcome = self.under(statement, how, convention)
            if best is None or outcome.cost < best.cost:
                best = outcome
            if best.cost == (0, 0, 0):
                break
        if best is None:
            return
        if (
            best.convention is not None
            and best.how.log_base != self.log_base
            and best.cost[0] == 0
            and best.claims
        ):
            self.log_base = best.how.log_base
        self.formals.note(statement, self.scope)
        conditional = statement.conditional and is_name(statement.members[0].expr)
        if not statement.hypothesis and not conditional:
            self.claims.extend(best.claims)
            self.scope.results |= best.results
            self.mistaken |= best.mistaken
        for key, binding in best.bindings:
            if not (conditional and isinstance(statement.members[0].expr, Apply)):
                self.scope.bind(key, binding)

    def under(self, statement: Statement, how: How, convention: str | None) -> Outcome:
        """The claims and definitions of a statement under one reading."""
        outcome = Outcome(how, convention=convention)
        chain = Chain()
        for member in statement.members:
            link = self.link(member, how)
            if chain.links:
                self.judge(outcome, statement, chain, link)
            chain.add(link)
        outcome.bindings.extend(bindings_of(self.scope, statement, chain.links, outcome))
        return outcome

    def is_label(self, expr: Expr) -> bool:
        """A name, or a name with brackets that is no product of the two: H(A + B) with a matrix H is one."""
        if isinstance(expr, Apply):
            return as_value(self.scope.said.get(expr.function.key)) is None
        return isinstance(expr, Name)

    def link(self, member: Member, how: How) -> Link:
        printed, unrounded = self.scope.quantities(member.expr, how)
        link = Link(member, member.expr, printed, unrounded)
        if isinstance(printed.value, Undefined) and not printed.missing:
            single = undoubled(member.expr)
            if single is not None:
                printed, unrounded = self.scope.quantities(single, how)
                link = Link(member, single, printed, unrounded)
        return link

    def judge(self, outcome: Outcome, statement: Statement, chain: Chain, link: Link) -> None:
        """One link of the chain: decide whether it is a claim, and what becomes of it."""
        sign = link.member.sign
        if len(chain.links) == 1 and is_tuple_of_names(chain.links[0].expr) and isinstance(link.expr, Array):
            chain.known.clear()
            return
        if sign == "←":
            chain.known.clear()
            return
        before = chain.links[-1]
        if has_holes(link.expr) and not isinstance(link.printed.value, Tensor):
            if chain.known or reason_of(before.expr) == reason_of(link.expr):
                self.say(outcome, before, link, Verdict.UNREAD, reason=reason_of(link.expr))
            return
        if sign in ORDERS:
            if sign != "∝":
                self.judge_order(outcome, before, link)
            chain.known.clear()
            return
        if not chain.known and is_unread(before.expr) and link.is_known:
            self.say(outcome, before, link, Verdict.UNREAD, reason=reason_of(before.expr))
            return
        if not before.is_known and not is_name(before.expr) and is_plain(link.expr):
            self.introduce(outcome, chain, link)
        if not chain.known or not (link.is_known or isinstance(link.expr, Array)):
            self.judge_symbols(outcome, chain, link)
            if len(chain.links) == 1 and isinstance(before.expr, Name):
                chain.known.clear()
        elif len(chain.links) == 1 and self.is_label(before.expr):
            self.judge_restated(outcome, chain, link, statement.renews)
            if link.verdict is None:  # the name is given a new meaning, its old one excuses nothing
                chain.known.clear()
        else:
            self.judge_value(outcome, chain, link)

    # -- values -------------------------------------------------------------------------------

    def judge_value(self, outcome: Outcome, chain: Chain, link: Link) -> None:
        """A computable member against its predecessor and the head."""
        before, head = chain.known[-1], chain.known[0]
        approximate = link.member.sign in ("≈", "~")
        best = compare(link.printed, before.printed, approximate)
        through = "printed"
        for quantity, way in (
            (before.unrounded, "unrounded"),
            (head.printed, "head"),
            (head.unrounded, "head"),
        ):
            if best.verdict is Verdict.RIGHT:
                break
            if quantity is before.printed or (
                way == "head" and head is before and quantity is not head.unrounded
            ):
                continue
            other = compare(link.printed, quantity, approximate)
            if _is_better(other, best):
                best, through = other, way
        self.conclude(outcome, chain, before, link, best, through)

    def conclude(
        self, outcome: Outcome, chain: Chain, before: Link, link: Link, best: Comparison, through: str
    ) -> None:
        """From the best agreement to a verdict, with carried and compensating errors told apart."""
        verdict, rule = best.verdict, None
        cause = before.cause or self.scope.cause_of(before.expr)
        unsound = before.verdict in (Verdict.WRONG, Verdict.CARRIED)
        if verdict in _SOUND and through == "printed" and (unsound or cause is not None):
            if verdict is Verdict.RIGHT and (unsound or not self.agrees_unrounded(before, link)):
                verdict = Verdict.CARRIED
                link.cause = cause
        elif verdict in _SOUND and through != "printed" and before.verdict is Verdict.CARRIED:
            verdict, rule = Verdict.WRONG, "chain/compensating"
        elif verdict is Verdict.WRONG:
            verdict, rule, best = self.second_thoughts(outcome, chain, before, link, best)
        elif verdict is Verdict.UNDECIDED and best.damaged:
            rule = "matrix/damaged"
        link.verdict = verdict
        decimals = traits(link.expr).decimals
        if decimals and is_literal(link.expr):
            outcome.results.update(node.value for node in decimals if not is_exactly(before, node.value))
        outcome.misfits += best.misfit and verdict is Verdict.UNDECIDED
        self.say(
            outcome, before, link, verdict, rule, best, link.cause if verdict is Verdict.CARRIED else None
        )
        if verdict is Verdict.WRONG:
            link.cause = outcome.claims[-1].id
            if rule != "chain/compensating":
                outcome.mistaken.update(dict.fromkeys(decimals_of(link.expr), link.cause))

    def agrees_unrounded(self, before: Link, link: Link) -> bool:
        return compare(link.printed, before.unrounded, link.member.sign == "≈").verdict in _SOUND

    def second_thoughts(
        self, outcome: Outcome, chain: Chain, before: Link, link: Link, best: Comparison
    ) -> tuple[Verdict, str | None, Comparison]:
        """Before anything is called wrong: another bracketing, sizes, a wrong copy, or stale names."""
        if before.member.unit is not None or (link.member.unit is not None and not link.member.trails):
            return Verdict.UNDECIDED, None, Comparison(Verdict.UNDECIDED, reason="the units may differ")
        otherwise = self.fits_otherwise(before, link)
        if otherwise is not None:
            outcome.convention = otherwise
            return Verdict.RIGHT, None, Comparison(Verdict.RIGHT)
        copied_error = self.reused_error(link, best)
        if copied_error is not None:
            link.cause = copied_error
            return Verdict.CARRIED, None, Comparison(Verdict.CARRIED)
        if is_share(before.expr) != is_share(link.expr) and isinstance(before.expr, Number):
            return Verdict.UNDECIDED, None, Comparison(Verdict.UNDECIDED, reason="a share and a count")
        if is_plain(before.expr):
            return Verdict.WRONG, None, best
        if is_plain(link.expr):
            copied = self.miscopied(outcome, before, link)
            if copied is not None:
                return (
                    copied[0],
                    copied[1],
                    Comparison(copied[0], reason="other numbers are put in than the names stand for"),
                )
        if isinstance(before.expr, Name) or not self.scope.is_trusted(before.expr):
            return (
                Verdict.UNDECIDED,
                None,
                Comparison(Verdict.UNDECIDED, reason="the names may mean something else here"),
            )
        if is_equation(before, link, chain):
            return Verdict.UNDECIDED, None, Comparison(Verdict.UNDECIDED, reason="an equation to be solved")
        return Verdict.WRONG, None, best

    def reused_error(self, link: Link, best: Comparison) -> str | None:
        """The wrong claim whose numbers a member works on, if they explain each wrong entry of it."""
        if is_literal(link.expr) or not self.mistaken:
            return None
        parts: list[Expr] = [link.expr]
        if isinstance(link.expr, Array) and len(best.entries) < 64:
            wrong = {entry.index[-1] for entry in best.entries if entry.verdict is Verdict.WRONG}
            parts = [item for at, item in enumerate(link.expr.items) if at in wrong]
        causes = [
            next((self.mistaken[text] for text in decimals_of(part) if text in self.mistaken), None)
            for part in parts
        ]
        return causes[0] if causes and all(causes) else None

    def fits_otherwise(self, before: Link, link: Link) -> str | None:
        """The convention under which the link holds: sizes, or a slash or logarithm that reaches further."""
        if shapes_fit(before.expr, link.expr):
            return "shapes"
        size = is_size(link.expr)
        if size is not None and len(size) > 1:
            first = compare(Quantity(_first_factor(link.expr), {}, link.printed.how), before.printed, True)
            if first.verdict in _SOUND:
                return "sizes"
        for expr in (*other_brackets(before.expr, self.page.text), *wider_logs(before.expr, self.page.text)):
            quantity = Quantity(expr, self.scope.said, before.printed.how, self.scope.wide)
            if compare(link.printed, quantity, link.member.sign == "≈").verdict in _SOUND:
                return "other brackets"
        return None

    def miscopied(self, outcome: Outcome, before: Link, link: Link) -> tuple[Verdict, str | None] | None:
        """Numbers put in for names: one that differs from its name in part is a wrong copy."""
        agree, differ = 0, []
        for name, literal in substitutions(before.expr, link.expr):
            binding = self.scope.bindings.get(name.key)
            put_in = as_value(Quantity(literal, {}, link.printed.how).value)
            if binding is None or put_in is None:
                continue
            if values_agree(put_in, as_value(binding.said)) or values_agree(put_in, as_value(binding.given)):
                agree += 1
            else:
                differ.append((binding, put_in))
                if not binding.confirmed:
                    self.recopied(outcome, name, binding, literal, put_in)
        if not differ:
            return None
        if any(not binding.confirmed for binding, _ in differ):
            return Verdict.UNDECIDED, None
        if any(is_near(binding, put_in) for binding, put_in in differ):
            return Verdict.WRONG, "copy/differs"
        if len(differ) == 1 and agree >= 2 and differ[0][0].section == self.scope.section:
            return Verdict.WRONG, "copy/differs"
        return Verdict.UNDECIDED, None

    def recopied(self, outcome: Outcome, name: Name, binding: Binding, literal: Expr, put_in: Value) -> None:
        """The same matrix copied in two ways: the copy whose product could not be computed is in doubt."""
        new = replace(binding, said=put_in, given=put_in, span=literal.span, confirmed=True)
        outcome.bindings.append((name.key, new))
        if is_near(binding, put_in):
            number = f"c{len(self.claims) + len(outcome.claims) + 1}"
            outcome.claims.append(doubtful_copy(self.page, number, name.key, binding.span, literal.span))

    def judge_restated(self, outcome: Outcome, chain: Chain, link: Link, renews: bool) -> None:
        """A known name is given a value again: a claim if it was worked out, else a new definition."""
        head = chain.links[0]
        binding = self.scope.bindings.get(key_of(head.expr))
        if binding is None:  # an entry of a known tensor, a constant, or a function's value
            entry = isinstance(head.expr, Name) and bool(head.expr.index)
            if entry or (isinstance(head.expr, Apply) and is_literal(link.expr)):
                self.judge_value(outcome, chain, link)
            return
        verdicts = [compare(link.printed, q, link.member.sign == "≈") for q in (head.printed, head.unrounded)]
        best = min(verdicts, key=lambda c: (c.verdict not in _SOUND, c.verdict is not Verdict.RIGHT))
        literal = is_literal(link.expr)
        if best.verdict is Verdict.RIGHT or (best.verdict is Verdict.ROUNDING and literal):
            kind = "copy" if literal and not binding.derived else "value"
            verdict: Verdict = best.verdict
            cause = binding.cause
            if cause is not None and verdicts[1].verdict not in _SOUND:
                verdict = Verdict.CARRIED
                link.cause = cause
            link.verdict = verdict
            self.say(outcome, head, link, verdict, None, best, link.cause, kind)
            return
        if best.damaged:
            link.verdict = Verdict.UNDECIDED
            self.say(outcome, head, link, Verdict.UNDECIDED, "matrix/damaged", best)
        elif literal and best.verdict is Verdict.WRONG and not renews and self.refutes(binding, link):
            rule = None if binding.derived else "restated-differently"
            link.verdict = Verdict.WRONG
            self.say(
                outcome, head, link, Verdict.WRONG, rule, best, None, "value" if binding.derived else "copy"
            )
            link.cause = outcome.claims[-1].id

    def refutes(self, binding: Binding, link: Link) -> bool:
        """Whether an earlier value of a name is close enough to call a new one wrong."""
        put_in = as_value(link.printed.value)
        near = put_in is not None and is_near(binding, put_in)
        if binding.derived:
            here = binding.section == self.scope.section
            formula_trusted = binding.formula is None or self.scope.is_trusted(binding.formula)
            return formula_trusted and (near or (here and not binding.literal))
        return near and isinstance(put_in, Tensor) and len(put_in.items) > 2

    # -- orders and symbols ---------------------------------------------------------------------

    def judge_order(self, outcome: Outcome, before: Link, link: Link) -> None:
        if not (before.is_known and link.is_known):
            return
        relation = Relation(link.member.span, (before.expr, link.expr), (link.member.sign or "",))
        quantity = Quantity(relation, self.scope.said, link.printed.how)
        truth = quantity.precise
        holds = truth.holds if isinstance(truth, Truth) else None
        if holds is None:
            return
        verdict = Verdict.RIGHT if holds else Verdict.WRONG
        plain = is_plain(before.expr) and is_plain(link.expr)
        if verdict is Verdict.WRONG and not plain:
            return
        link.verdict = verdict
        self.say(outcome, before, link, verdict)

    def judge_symbols(self, outcome: Outcome, chain: Chain, link: Link) -> None:
        """A link with names that have no value: settled at seeded points, or left undecided."""
        before = chain.links[-1]
        first = len(chain.links) == 1
        if chain.only_names:
            return
        if has_holes(before.expr) or is_name(link.expr):
            return
        settled = symbolic.settle(before.expr, link.expr, chain, self.scope, link.printed.how)
        if settled is None:
            if not first or chain.known:
                self.say(
                    outcome, before, link, Verdict.UNDECIDED, reason=_missing(before, link), kind="symbolic"
                )
            return
        link.verdict = settled.verdict
        self.say(
            outcome,
            before,
            link,
            settled.verdict,
            None,
            Comparison(settled.verdict, reason=settled.reason),
            None,
            "symbolic",
        )

    def introduce(self, outcome: Outcome, chain: Chain, link: Link) -> None:
        """Names without a value get the literal that stands in their place in the next member."""
        before = chain.links[-1]
        missing = set(before.printed.missing)
        if has_holes(link.expr):
            return
        new: dict[str, Binding] = {}
        for name, literal in substitutions(before.expr, link.expr):
            value = as_value(Quantity(literal, {}, link.printed.how).value)
            if value is not None and (name.key in missing or self.is_another(name.key, value)):
                new[name.key] = Binding(
                    value,
                    value,
                    None,
                    None,
                    literal.span,
                    self.scope.section,
                    derived=False,
                    literal=True,
                    confirmed=link.is_known,
                )
        if missing - new.keys() or not new:
            return
        said = self.scope.said | {key: b.said for key, b in new.items() if b.said is not None}
        given = self.scope.given | {key: b.said for key, b in new.items() if b.said is not None}
        before.printed = Quantity(before.expr, said, link.printed.how)
        before.unrounded = Quantity(before.expr, given, link.printed.how)
        outcome.bindings.extend(new.items())
        if before.is_known:
            chain.known.append(before)

    def is_another(self, key: str, value: object) -> bool:
        """Whether a tensor of another shape is put in for a name, which then means something new here."""
        known = self.scope.said.get(key)
        if not isinstance(known, Tensor) or not isinstance(value, Tensor):
            return False
        return sorted(known.shape) != sorted(value.shape) or (known.shape != value.shape and not known.loose)

    # -- saying it --------------------------------------------------------------------------------

    def say(
        self,
        outcome: Outcome,
        before: Link,
        link: Link,
        verdict: Verdict,
        rule: str | None = None,
        comparison: Comparison | None = None,
        cause: str | None = None,
        kind: str = "value",
        reason: str = "",
    ) -> None:
        number = len(self.claims) + len(outcome.claims) + 1
        claim = claim_for(
            self.page,
            f"c{number}",
            before,
            link,
            verdict,
            rule,
            comparison,
            cause,
            kind,
            reason,
            outcome.convention,
            self.question,
        )
        outcome.claims.append(claim)


def is_name(expr: Expr) -> bool:
    return isinstance(expr, Name | Apply)


def key_of(expr: Expr) -> str:
    return expr.key if isinstance(expr, Name | Apply) else ""


def is_tuple_of_names(expr: Expr) -> bool:
    """`(x_1, x_2)` on the left gives its names their values."""
    return isinstance(expr, Array) and all(isinstance(item, Name) for item in expr.items)


def is_unread(expr: Expr) -> bool:
    """Maths that was not understood, as opposed to words in the place of a left side."""
    hole = traits(expr).hole
    return hole is not None and bool(hole.text) and "left out" not in hole.reason


def is_share(expr: Expr) -> bool:
    """A percentage."""
    return isinstance(expr, Number) and expr.text.endswith("%")


def is_exactly(link: Link, stated: fmpq) -> bool:
    """Whether a link's value is just the stated decimal, so that it stands for nothing longer."""
    value = link.printed.value
    if isinstance(value, Tensor):
        return any(isinstance(item, fmpq) and item == stated for item in value.items)
    return isinstance(value, fmpq) and bool(value == stated)


def decimals_of(expr: Expr) -> list[str]:
    """The decimals in an expression that have digits enough to be recognised again."""
    return [node.text for node in traits(expr).decimals if len(node.text) > 3]


def reason_of(expr: Expr) -> str:
    hole = traits(expr).hole
    return hole.reason if hole is not None else "not understood"


def is_near(binding: Binding, put_in: object) -> bool:
    """Whether a tensor shares most of its entries with the one its name stands for."""
    known = binding.said if binding.said is not None else binding.given
    if (
        not isinstance(known, Tensor)
        or not isinstance(put_in, Tensor)
        or len(known.items) != len(put_in.items)
    ):
        return False
    equal = sum(bool(a == b) for a, b in zip(known.items, put_in.items, strict=True))
    return equal * 2 >= len(known.items) and equal > 0


def is_equation(before: Link, link: Link, chain: Chain) -> bool:
    """`w·x + b = 0` sets a condition; it does not say that the left side is 0 now."""
    stated = stated_number(link.expr)
    if len(chain.links) == 1 and names_in(link.expr):
        return True
    if len(chain.links) > 1 or not isinstance(before.expr, Call) or stated is None:
        return False
    return stated.value == 0 or all(key[:1] in _UNKNOWNS for key in names_in(before.expr))


def _first_factor(expr: Expr) -> Expr:
    while isinstance(expr, Call):
        expr = expr.args[0]
    return expr


def _is_better(other: Comparison, best: Comparison) -> bool:
    order = (Verdict.RIGHT, Verdict.ROUNDING, Verdict.WRONG, Verdict.UNDECIDED)
    return order.index(other.verdict) < order.index(best.verdict)


def _missing(before: Link, link: Link) -> str:
    names = dict.fromkeys((*before.printed.missing, *link.printed.missing))
    if names:
        return "no value is known for " + ", ".join(list(names)[:4])
    for result in (before.printed.value, link.printed.value):
        if isinstance(result, Undefined):
            return result.reason
    return "not determined"
