"""What follows from an error: lines that put in its numbers, or theirs, or a name that a rule found wrong.

The judge carries errors on through names, which have two values; this goes on through the numbers that
people copy from line to line. A number is known again where it stood nowhere before the error, or where it
was written there last.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.comparing.aligning import is_literal
from workings.checking.outcome import COMPENSATING
from workings.document import Member, Statement
from workings.expr import Array, Call, Expr, Name, Number, walk
from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.resolving.traits import names_in
from workings.source import Page, Span

LEAST_DIGITS = 2  # of a number that is known again
SURE_DIGITS = 3  # of one that is known again far away
NEAR = 300  # characters
CLOSE = 80  # characters to a number of few digits that a function gives
MOST_LATEST = 4  # numbers that a function may be taken of
_NO_DIGIT = regex(r"\D")
_NUMERAL = regex(r"(?<![\w.])(?:\d+(?:(?:\{,\}|\\,|[.,])\d+)*|\.\d+)")
_STATED = regex(rf"{_NUMERAL.pattern}(?:\s*\\?%)?")
_PERCENT = regex(r"\s*\\?%$")
_PLAIN = regex(r"\d*\.?\d+")
_LIST = regex(r"(?:[\s\[\](){}$,;&|≈=+−–-]|\\[,;! ]|\\(?:q?quad|approx)|[\d.]+|%|\\%)+")
_VALUES = ("value", "copy")
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
        self._numbers = Numbers(text)
        self._names: dict[str, str] = {}  # whose values are found wrong only here or by a rule
        self._squares: dict[str, str] = {}  # names of whose squares that is so
        self._unsound: dict[str, str] = {}  # whose values are wrong or carried, by whoever found it
        self._formulas: dict[str, frozenset[str]] = {}  # what names are made of

    def pass_through(self, statement: Statement) -> None:
        """Carry errors through one statement, member by member."""
        self._take_errors(statement.span.start)
        cause = self._cause_by_formula(statement)
        before: Member | None = None
        last: Claim | None = None
        for member in statement.members:
            if cause is None and not (_is_head(member.expr) if before is None else is_literal(member.expr)):
                cause = self._cause_in(member.expr)
            for last in () if member.apart else self._claims_in(member.span):
                cause = self._judge(last, member, before, cause)
            before = member
        self._conclude(statement, cause, None if last is None else self.claims[last.id])

    def _cause_by_formula(self, statement: Statement) -> str | None:
        """The error behind numbers that are put in for a name: `y = 2h` above, and h is wrong."""
        head, *rest = (member.expr for member in statement.members)
        if not isinstance(head, Name) or is_literal(rest[0]) or names_in(rest[0]):
            return None
        made_of = sorted(self._formulas.get(head.key, ()))
        return next((self._unsound[key] for key in made_of if key in self._unsound), None)

    def _judge(self, claim: Claim, member: Member, before: Member | None, cause: str | None) -> str | None:
        """What becomes of one claim, and the error that the members behind it follow from.

        Within a chain the judge has carried its own errors on, and knows what was put right again.
        """
        if _is_error(claim):
            if claim.rule != COMPENSATING:
                self._numbers.taint(_off(claim, member), claim.span.start, claim.id, bool(claim.entries))
            told_elsewhere = before is None or claim.id in self._by_rules
            return claim.id if told_elsewhere else cause
        if claim.verdict in _FOLLOWING and claim.cause is not None and is_literal(member.expr):
            self._numbers.taint(_numerals(member.expr), claim.span.start, claim.cause)
        if claim.span != member.span or not _may_follow(claim):
            return cause
        if member.sign not in _EQUALS:
            return cause
        if cause is None and before is not None and isinstance(before.expr, Name):  # stated again
            cause = self._squares.get(before.expr.key) or self._cause_in(member.expr)
        if cause is not None and not names_in(member.expr) & self._names.keys() and not self._is_told(claim):
            message = f"{claim.stated} follows from an earlier error"
            carried = replace(claim, verdict=Verdict.CARRIED, cause=cause, computed=None, message=message)
            rounded = claim.verdict is Verdict.ROUNDING
            self.claims[claim.id] = replace(claim, cause=cause) if rounded else carried
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
        cause = cause or self._unsound_in(statement) or self._cause_behind(result.expr)
        if cause is None and last is None and len(statement.members) == 2:
            self._numbers.give(_numerals(result.expr))
        if cause is not None and (last is None or last.verdict is Verdict.UNDECIDED):
            self._numbers.taint(_numerals(result.expr), result.span.start, cause)
        elif cause is None and (not isinstance(head, Name) or len(statement.members) > 2):
            self._numbers.clear(node for node in walk(result.expr) if isinstance(node, Number))

    def _unsound_in(self, statement: Statement) -> str | None:
        """The error behind a name that a statement works with."""
        names = [key for member in statement.members[1:] for key in names_in(member.expr)]
        return next((self._unsound[key] for key in names if key in self._unsound), None)

    def _take_errors(self, place: int) -> None:
        """Take the numbers of what rules called wrong, in words or lists, before a place."""
        while self._seen < len(self._places) and self._places[self._seen][0] < place:
            claim = self.claims[self._places[self._seen][2]]
            self._seen += 1
            if _is_error(claim) and claim.id in self._by_rules:
                self._numbers.taint(_listed(claim.stated), claim.span.start, claim.id)

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
            if cause is not None:
                return cause
        return None

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


class Numbers:
    """The numbers of a page that come from errors, by their digits and by their places."""

    def __init__(self, text: str) -> None:
        self._spots: dict[str, list[int]] = {}
        for numeral in _NUMERAL.finditer(text):
            self._spots.setdefault(_plain(numeral[0]), []).append(numeral.start())
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


def _listed(stated: str | None) -> list[str]:
    """The numbers of a result in words: it is one number or a list of them, and nothing to work out."""
    if stated is None or _LIST.fullmatch(stated) is None:
        return []
    return [found[0] for found in _STATED.finditer(stated)]


def _numerals(expr: Expr) -> Iterator[str]:
    return (node.text for node in walk(expr) if isinstance(node, Number))


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
