"""What follows from an error: lines that put in its numbers, or theirs, or a name that a rule found wrong.

The judge carries errors on through names, which have two values; this goes on through the numbers that
people copy from line to line. A number is known again where it stood nowhere before the error, or where it
was written there last.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.digits import Stated, stated_in
from workings.checking.copied import NUMERAL, Numbers
from workings.checking.outcome import COMPENSATING
from workings.checking.rows import Rows, rows_in, terms_in
from workings.document import Member, Statement
from workings.expr import Array, Call, Expr, Name, Number, walk
from workings.finding import Claim, Verdict
from workings.parsing.numerals import numeral
from workings.regex import regex
from workings.resolving.traits import names_in
from workings.source import Page, Span

_STATED = regex(rf"{NUMERAL.pattern}(?:\s*\\?%)?")
_LIST = regex(r"(?:[\s\[\](){}$,;&|≈=+−–-]|\\[,;! ]|\\(?:q?quad|approx)|[\d.]+|%|\\%)+")
_VALUES = ("value", "copy")
_STEPS = ("t", "k", "n", "i")
_KNOWN_AGAIN = frozenset({"sqrt", "root", "pow", "exp"})
_EQUALS = ("=", "≈", "~")
_SOUND = (Verdict.RIGHT, Verdict.ROUNDING)
_UNSOUND = (Verdict.WRONG, Verdict.CARRIED)
_FOLLOWING = (Verdict.CARRIED, Verdict.ROUNDING)  # if they have a cause


def carried_on(
    page: Page, statements: Sequence[Statement], claims: Sequence[Claim], judged: int
) -> list[Claim]:
    """The claims, carried where they follow from an error; rules found those behind the first `judged`."""
    told = list(claims)
    for at in range(judged, len(told)):
        told[at] = replace(told[at], id=told[at].id or f"r{at + 1}")
    if len(told) < 2 or not any(map(_may_follow, told)) or not any(map(_is_error, told)):
        return told
    flow = Flow(page.text, told, frozenset(claim.id for claim in told[judged:]))
    for statement in statements:
        if len(statement.members) > 1 and not statement.offered:
            flow.pass_through(statement)
    flow.take_rules(len(page.text) + 1)
    return [flow.claims[claim.id] for claim in told]


def _is_error(claim: Claim) -> bool:
    return claim.verdict is Verdict.WRONG and claim.kind != "sentence"


def _may_follow(claim: Claim) -> bool:
    return claim.verdict in _SOUND and claim.kind in _VALUES


class Flow:
    """The numbers and names that come from errors, as far as a page was gone through."""

    def __init__(self, text: str, told: Sequence[Claim], by_rules: frozenset[str]) -> None:
        self.claims = {claim.id: claim for claim in told}
        self._by_rules = by_rules
        self._places = sorted((claim.span.start, claim.span.end, claim.id) for claim in told)
        self._seen = 0  # of the places, up to where errors were taken
        self._text = text
        self._numbers = Numbers(text)
        self._rows = Rows()
        self._parts: dict[str, str] = {}  # formulas of numbers that a rule found wrong, as they are written
        self._names: dict[str, str] = {}  # whose values are found wrong only here or by a rule
        self._squares: dict[str, str] = {}  # names of whose squares that is so
        self._unsound: dict[str, str] = {}  # whose values are wrong or carried, by whoever found it
        self._formulas: dict[str, frozenset[str]] = {}  # what names are made of

    def pass_through(self, statement: Statement) -> None:
        """Carry errors through one statement, member by member."""
        self.take_rules(statement.span.start)
        cause = self._cause_by_formula(statement)
        before: Member | None = None
        last: Claim | None = None
        for member in statement.members:
            if cause is None and not (_is_head(member.expr) if before is None else is_literal(member.expr)):
                terms, start = terms_in(member.expr), member.span.start
                cause = self._cause_in(member.expr) or self._rows.cause_of(terms, start)
                if cause is not None:
                    self._rows.taint(terms, start, cause)
            for last in () if member.apart else self._claims_in(member.span):
                cause = self._judge(last, member, before, cause)
            before = member
        self._conclude(statement, cause, None if last is None else self.claims[last.id])

    def _cause_by_formula(self, statement: Statement) -> str | None:
        """The error behind numbers that are put in for a name: `y = 2h` above, and h is wrong."""
        head, *rest = (member.expr for member in statement.members)
        if not isinstance(head, Name) or names_in(rest[0]):
            return None
        if is_literal(rest[0]) and not self._numbers.is_new(rest[0]):
            return None
        made_of = sorted(self._made_of(head.key))
        return next((self._unsound[key] for key in made_of if key in self._unsound), None)

    def _made_of(self, key: str) -> Iterable[str]:
        """The names in the formula of a name, or in that for every step with its number put in."""
        base, _, step = key.rpartition("_")
        if key in self._formulas or not step.isdecimal():
            return self._formulas.get(key, ())
        known = ((letter, self._formulas.get(f"{base}_{letter}")) for letter in _STEPS)
        letter, names = next(((letter, names) for letter, names in known if names), ("", frozenset[str]()))
        before = f"_{int(step) - 1}"
        return [
            f"{name.removesuffix(f'_{letter}')}_{step}"
            if name.endswith(f"_{letter}")
            else name.replace(f"_{{{letter}-1}}", before)
            for name in names
        ]

    def _judge(self, claim: Claim, member: Member, before: Member | None, cause: str | None) -> str | None:
        """What becomes of one claim, and the error that the members behind it follow from.

        Within a chain the judge has carried its own errors on, and knows what was put right again.
        """
        if _is_error(claim):
            if claim.rule != COMPENSATING:
                self._rows.taint(_rows_off(claim, member), claim.span.start, claim.id)
                self._numbers.taint(_off(claim, member), claim.span.start, claim.id, bool(claim.entries))
            if claim.id in self._by_rules and (part := self._part(member.expr)):
                self._parts[part] = claim.id
            told_elsewhere = before is None or claim.id in self._by_rules
            return claim.id if told_elsewhere else cause
        if claim.verdict in _FOLLOWING and claim.cause is not None and is_literal(member.expr):
            self._numbers.taint(_numerals(member.expr), claim.span.start, claim.cause)
            self._rows.taint(rows_in(member.expr), claim.span.start, claim.cause)
        if claim.span != member.span or not _may_follow(claim):
            return cause
        if member.sign not in _EQUALS:
            return cause
        if cause is None and before is not None and isinstance(before.expr, Name):  # stated again
            cause = self._squares.get(before.expr.key) or self._cause_in(member.expr)
            cause = cause or self._rows.cause_of(rows_in(member.expr), member.span.start)
        is_new = names_in(member.expr).isdisjoint(self._names)
        if cause is not None and is_new and not self._is_told(claim):
            self._carry(claim, cause)
            self._rows.taint(rows_in(member.expr), claim.span.start, cause)
            if before is not None and is_literal(member.expr):
                self._numbers.taint(self._touched(before.expr, member.expr), claim.span.start, cause)
        return cause

    def _is_told(self, claim: Claim) -> bool:
        """Whether the same place was called wrong or carried as something else."""
        others = self._claims_in(claim.span)
        return any(other.span == claim.span and other.verdict in _UNSOUND for other in others)

    def _conclude(self, statement: Statement, cause: str | None, last: Claim | None) -> None:
        """What a statement gives its name and its result: its error, or the word that they have none."""
        head, result = statement.members[0].expr, statement.members[-1]
        is_unsound = last is not None and (last.verdict in _UNSOUND or last.cause is not None)
        if isinstance(head, Name):
            names = names_in(statement.members[1].expr)
            if names and head.key not in names:  # a name that renews itself is another one elsewhere
                self._formulas[head.key] = frozenset(names)
            self._names.pop(head.key, None)
            self._unsound.pop(head.key, None)
            if cause is not None:
                self._names[head.key] = cause
            if is_unsound and last is not None:
                self._unsound[head.key] = last.cause or last.id
        elif cause is not None and (squared := _squared(head)) is not None:
            self._squares[squared] = cause
        if is_unsound or not is_literal(result.expr):
            return
        rows = rows_in(result.expr)
        cause = cause or self._unsound_in(statement) or self._cause_behind(result.expr)
        cause = cause or self._rows.cause_of(rows, result.span.start)
        if cause is None and last is None and len(statement.members) == 2:
            self._numbers.give(_numerals(result.expr))
        if cause is not None and (last is None or last.verdict is Verdict.UNDECIDED):
            self._numbers.taint(_numerals(result.expr), result.span.start, cause)
            self._rows.taint(rows, result.span.start, cause)
        elif cause is None and (not isinstance(head, Name) or len(statement.members) > 2):
            self._numbers.clear(node for node in walk(result.expr) if isinstance(node, Number))

    def _unsound_in(self, statement: Statement) -> str | None:
        """The error behind a name that a statement works with."""
        names = [key for member in statement.members[1:] for key in names_in(member.expr)]
        return next((self._unsound[key] for key in names if key in self._unsound), None)

    def take_rules(self, place: int) -> None:
        """Take what rules called wrong before a place, and right lists that follow from errors."""
        while self._seen < len(self._places) and self._places[self._seen][0] < place:
            claim = self.claims[self._places[self._seen][2]]
            self._seen += 1
            if claim.id not in self._by_rules:
                continue
            listed = _listed(claim.stated)
            row = [number for text in listed if (number := stated_in(text)) is not None]
            start = claim.span.start
            cause = claim.id if _is_error(claim) else None
            if _may_follow(claim) and len(listed) > 1 and not self._is_told(claim):
                cause = self._cause_between(claim.span) or self._rows.cause_of([row], start)
                self._carry(claim, cause)
            if cause is not None:
                self._numbers.taint(listed, start, cause)
                self._rows.taint([row], start, cause)

    def _cause_between(self, span: Span) -> str | None:
        """The error that a number of a list comes from."""
        for found in _STATED.finditer(self._text, span.start, span.end):
            number = numeral(found[0], Span(*found.span()))
            cause = self._numbers.cause_of(number) if isinstance(number, Number) else None
            if cause is not None:
                return cause
        return None

    def _carry(self, claim: Claim, cause: str | None) -> None:
        """Let a claim follow from an error; one that is off by rounding stays so, with its cause."""
        if cause is None:
            return
        message = f"{claim.stated} follows from an earlier error"
        carried = replace(claim, verdict=Verdict.CARRIED, cause=cause, computed=None, message=message)
        rounded = claim.verdict is Verdict.ROUNDING
        self.claims[claim.id] = replace(claim, cause=cause) if rounded else carried

    def _claims_in(self, span: Span) -> list[Claim]:
        """The claims about a member or a part of it, in order."""
        at = bisect_left(self._places, (span.start, -1, ""))
        end = bisect_left(self._places, (max(span.end, span.start + 1), -1, ""), at)
        return [self.claims[claim] for _, _, claim in self._places[at:end]]

    def _cause_in(self, expr: Expr) -> str | None:
        """The error that a number or a name in an expression comes from."""
        for node in walk(expr):
            cause = None
            if isinstance(node, Number):
                cause = self._numbers.cause_of(node) or self._numbers.cause_behind(node)
            elif isinstance(node, Name):
                cause = self._names.get(node.key)
            elif self._parts and node is not expr and (part := self._part(node)):
                cause = self._parts.get(part)
            if cause is not None:
                return cause
        return None

    def _part(self, expr: Expr) -> str:
        """A root or a power of numbers as it is written; nothing else is known again."""
        if not isinstance(expr, Call) or expr.op not in _KNOWN_AGAIN or names_in(expr):
            return ""
        return "".join(self._text[expr.span.start : expr.span.end].split())

    def _cause_behind(self, stated: Expr) -> str | None:
        """The error whose number a function gives a result of, which nobody works out."""
        found = (self._numbers.cause_behind(node) for node in walk(stated) if isinstance(node, Number))
        return next((cause for cause in found if cause is not None), None)

    def _touched(self, working: Expr, result: Expr) -> Iterator[str]:
        """The numbers of a result that follow from an error; of a list, those of the entries that do."""
        stack = [(working, result)]
        while stack:
            part, stated = stack.pop()
            if isinstance(part, Array) and isinstance(stated, Array) and len(part.items) == len(stated.items):
                stack += zip(part.items, stated.items, strict=True)
            elif part is working or self._cause_in(part) is not None:
                yield from _numerals(stated)


def _is_head(expr: Expr) -> bool:
    """Whether what stands first only says what is given a value."""
    return isinstance(expr, Name) or _squared(expr) is not None


def _squared(head: Expr) -> str | None:
    """The name whose square is given a value, σ where σ² is."""
    match head:
        case Call(op="pow", args=(Name() as name, _)):
            return name.key
        case _:
            return None


def _off(claim: Claim, member: Member) -> list[str]:
    """The numbers that an error states; of a list only those that are wrong."""
    if claim.entries:
        wrong = [entry.stated for entry in claim.entries if entry.verdict is Verdict.WRONG]
        return [found[0] for stated in wrong for found in _STATED.finditer(stated)]
    if claim.span == member.span:
        return [*_numerals(member.expr)] if is_literal(member.expr) else []
    return _listed(claim.stated)


def _rows_off(claim: Claim, member: Member) -> list[tuple[Stated, ...]]:
    """The rows that an error states; of a matrix only those with a wrong entry."""
    rows = rows_in(member.expr)
    at = {
        entry.index[0] for entry in claim.entries if entry.verdict is Verdict.WRONG and len(entry.index) == 2
    }
    return [row for number, row in enumerate(rows) if number in at] if at else rows


def _listed(stated: str | None) -> list[str]:
    """The numbers of a result in words: it is one number or a list of them, and nothing to work out."""
    if stated is None or _LIST.fullmatch(stated) is None:
        return []
    return [found[0] for found in _STATED.finditer(stated)]


def _numerals(expr: Expr) -> Iterator[str]:
    return (node.text for node in walk(expr) if isinstance(node, Number))
