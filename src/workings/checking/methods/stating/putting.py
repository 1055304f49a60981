"""Lines that put numbers into a formula of their page, held to it part by part: one number is another.

A line has the shape of a formula if both fall into the same parts: `v_2 = 0.9·(−2.1) − 0.1·7.2` into those of
`μ v − η g`. Where all parts that are known agree but one, and a common slip makes the number of that part of
what should stand there, the line is wrong, whatever else is right about it. So it is with lists that are
worked out entry by entry: `w = (2.6 − 0.68, −0.6 − 0.6)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from flint import arb, fmpq

from workings.checking.comparing.miscopying import misread
from workings.checking.comparing.parts import OF_NUMBERS, operands
from workings.checking.methods.pages.facts import Fact, Known
from workings.checking.methods.pages.formulas import Formula
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import called, spelt
from workings.checking.methods.trials.edits import edits
from workings.checking.methods.trials.recipes import Misdone, Variant, is_near
from workings.checking.methods.trials.worth import scalar
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import NOWHERE, Array, Call, Expr, Name, Number, call, swapped, walk
from workings.record import record
from workings.value import Scalar, Tensor, Value

LEAST_SURE = (
    3  # points for parts that show that the formula is meant: two, or one for a nought, a one or constants
)
LEAST_OF_STEP = 2  # points where what is put in stands for the same name at another step
MOST_UNKNOWN = 1  # parts of which the page does not say what they are
MOST_WAYS = 64  # to put in the numbers of a part
_FINE = 1000  # one part in so many is rounding
_WRAPPERS = ("floor", "brackets")
OTHER_NAME = "slip/name"
LEAST_TELLING = 4  # digits of a number that is another name's, and points for the parts beside it
_STRUCTURAL = ("slip/function", "slip/dropped-factor")
Lookup = Callable[[Name, int], Sequence[Known]]  # by the place in a list of what is worked out
Called = Callable[[Scalar], set[str]]
MOST_ENTRIES = 8


@record(frozen=True, slots=True)
class Part:
    """A part of a formula, what a line has in its place, and where in a list the line stands."""

    formula: Expr
    written: Expr
    at: int = 0

    @property
    def names(self) -> list[Name]:
        found = {node.key: node for node in walk(self.formula) if isinstance(node, Name) and node.key != "e"}
        return [*found.values()]


def misput(
    formula: Expr, lines: Sequence[Expr], known: Lookup, beside: Lookup, called: Called | None = None
) -> Misdone | None:
    """What lines have for one part of a formula by a common slip, where their other parts are right.

    The lines are one, or the entries of a list. `known` is what a name may be, `beside` what it is at other
    steps, `called` all names that the page gives a number.
    """
    parts = [replace(part, at=at) for at, line in enumerate(lines) for part in aligned(formula, line)]
    if len(parts) < LEAST_SURE and called is None:
        return None
    sure, unknown, constant = 0, 0, False
    odd: list[tuple[Part, Scalar, list[Scalar]]] = []
    for part in parts:
        stated = scalar(part.written, {})
        if stated is None:
            return None
        values = _values(part, known)
        if not values:
            unknown += 1
        elif any(is_near(value, stated, _FINE, _room(part.written)) for value in values):
            sure += (1 if stated in (0, 1) else 2) if part.names else 0
            constant = constant or (not part.names and stated not in (0, 1))
        else:
            odd.append((part, stated, values))
    if len(odd) != 1 or unknown > MOST_UNKNOWN:
        return None
    part, stated, (right, *others) = odd[0]
    if not all(is_near(other, right, _FINE) for other in others):
        return None
    if _is_exchanged(parts, part, right, known):
        return None
    slips: list[str] = []
    if len(parts) >= LEAST_SURE and sure + constant >= LEAST_SURE:
        slips = [*_slips(part, stated, right, known)]
    if not slips and stated != 0 and len(parts) >= LEAST_SURE and sure >= LEAST_OF_STEP:
        near = beside(part.formula, part.at) if isinstance(part.formula, Name) else ()
        slips = [OTHER_NAME for one in near if one.value == stated]
    if not slips and called is not None and not unknown and _is_of_another(part, right, sure, called):
        slips = [OTHER_NAME]
    return _explained(part, stated, right, lines, slips[0]) if slips else None


def _is_of_another(part: Part, right: Scalar, sure: int, called: Called) -> bool:
    """Whether a number is that of another name of the page, where what should stand is printed as well."""
    signed, stated = isinstance(part.written, Call) and part.written.op == "neg", scalar(part.written, {})
    literal = part.written.args[0] if isinstance(part.written, Call) and signed else part.written
    if not isinstance(literal, Number) or not isinstance(part.formula, Name) or stated is None:
        return False
    if "(" in part.formula.key:  # P(cat|the), where another line is about the dog
        return False
    digits = literal.text.replace(".", "").lstrip("0")
    meant, expected = called(stated), called(right)
    renewed = any(name.startswith(part.formula.base) for name in meant)  # w' or w_new for w
    return len(digits) + sure >= LEAST_TELLING and bool(expected) and not renewed and bool(meant - expected)


def _is_exchanged(parts: Sequence[Part], odd: Part, right: Scalar, known: Lookup) -> bool:
    """Whether what should stand in a place stands in another, and the other way round: `x y` for `y x`."""
    stated = scalar(odd.written, {})
    for part in parts:
        if part is odd or part.at != odd.at or not is_near(scalar(part.written, {}), right, _FINE):
            continue
        values = _values(part, known)
        if not values or (stated is not None and any(is_near(value, stated, _FINE) for value in values)):
            return True
    return False


def _explained(part: Part, stated: Scalar, right: Scalar, lines: Sequence[Expr], slip: str) -> Misdone | None:
    """The slip that makes one number of the other, with what the line comes to without it."""
    name = Name(NOWHERE, "right", "right")
    expected = scalar(swapped(lines[part.at], part.written, name), {"right": right})
    if expected is None:
        return None
    where = f"in entry {part.at + 1}, " if len(lines) > 1 else ""
    says = f"{where}{show(stated)} is put in for {spelt(part.formula)} = {show(right)}"
    return Misdone(Variant((slip,), part.formula, says), {}, expected)


def _slips(part: Part, stated: Scalar, right: Scalar, known: Lookup) -> Iterator[str]:
    literal = part.written
    if isinstance(literal, Call) and literal.op == "neg":
        literal = literal.args[0]
    if isinstance(part.formula, Name) and isinstance(literal, Number):
        if isinstance(stated, fmpq) and isinstance(right, fmpq):
            slip = misread(right, stated, literal.unit)
            if slip is not None:
                yield slip
        return
    if is_near(-right, stated, _FINE, _room(part.written)):
        yield "slip/sign"
    for variant in edits(part.formula):
        if variant.fits[0] in _STRUCTURAL:
            values = _values(replace(part, formula=variant.formula), known)
            if any(is_near(value, stated, _FINE, _room(part.written)) for value in values):
                yield variant.fits[0]


def _values(part: Part, known: Lookup) -> list[Scalar]:
    """What a part of a formula may be; nothing where that is not known."""
    names = part.names
    every = [[one.value for one in known(name, part.at)] for name in names]
    count = prod(map(len, every))
    if not 0 < count <= MOST_WAYS:
        return []
    ways: Iterator[tuple[Value, ...]] = product(*every)
    keys = [name.key for name in names]
    found = [scalar(part.formula, dict(zip(keys, way, strict=True))) for way in ways]
    return [value for value in found if isinstance(value, fmpq | arb)]


def _room(written: Expr) -> fmpq:
    """Half a unit of the last digit that a number is written with."""
    leaf = written.args[0] if isinstance(written, Call) and written.op == "neg" else written
    return leaf.unit / 2 if isinstance(leaf, Number) and leaf.is_decimal else fmpq(0)


def aligned(formula: Expr, line: Expr) -> Iterator[Part]:
    """The parts into which a formula and a line fall alike."""
    formula = _unwrapped(formula) if not (isinstance(line, Call) and line.op in _WRAPPERS) else formula
    if (
        not isinstance(formula, Call)
        or not isinstance(line, Call)
        or isinstance(line.args[0], Number)
        and line.op == "neg"
    ):
        yield Part(formula, line)
        return
    if _is_sum(formula) and _is_sum(line):
        yield from _aligned_terms(formula, line)
        return
    if formula.op in OF_NUMBERS and line.op in OF_NUMBERS:
        first, second = operands(formula, OF_NUMBERS), operands(line, OF_NUMBERS)
        if len(first) == len(second):
            for one, other in zip(first, second, strict=True):
                yield from aligned(one, other)
            return
    elif formula.op == line.op and len(formula.args) == len(line.args):
        for one, other in zip(formula.args, line.args, strict=True):
            yield from aligned(one, other)
        return
    yield Part(formula, line)


def _aligned_terms(formula: Call, line: Call) -> Iterator[Part]:
    first, second = [*_terms(formula, 1)], [*_terms(line, 1)]
    if len(first) != len(second):
        yield Part(formula, line)
        return
    for (sign, one), (other_sign, other) in zip(first, second, strict=True):
        if sign == other_sign:
            yield from aligned(one, other)
        else:
            yield Part(call("neg", one), other)


def _unwrapped(formula: Expr) -> Expr:
    while isinstance(formula, Call) and formula.op in _WRAPPERS:
        formula = formula.args[0]
    return formula


def _is_sum(expr: Call) -> bool:
    return expr.op in ("add", "sub")


def _terms(expr: Expr, sign: int) -> Iterator[tuple[int, Expr]]:
    if isinstance(expr, Call) and _is_sum(expr):
        yield from _terms(expr.args[0], sign)
        yield from _terms(expr.args[1], -sign if expr.op == "sub" else sign)
    else:
        yield sign, expr


@record(frozen=True, slots=True)
class Row:
    """A list of formulas of numbers, and what it is called."""

    base: str
    entries: tuple[Expr, ...]
    member: Member
    statement: Statement


def rows_of(statements: Sequence[Statement]) -> Iterator[Row]:
    """The lists of a page whose entries are worked out where they stand."""
    for statement in statements:
        head = statement.members[0].expr
        if not isinstance(head, Name) or statement.hypothesis or statement.offered:
            continue
        for member in statement.members[1:]:
            if isinstance(member.expr, Array) and _is_worked_out(member.expr):
                yield Row(called(head)[0], member.expr.items, member, statement)
                break


def _is_worked_out(listed: Array) -> bool:
    entries = listed.items
    return 2 <= len(entries) <= MOST_ENTRIES and all(
        isinstance(entry, Call) and entry.op != "neg" and is_numeric(entry) for entry in entries
    )


def misput_in(row: Row, formula: Formula, facts: Sequence[Fact]) -> Misdone | None:
    """What an entry has in place of a part of a formula, where everything else in the list is right."""
    above = [fact for fact in facts if fact.start < row.statement.span.start]

    before = max((fact.start for fact in above if fact.base == row.base), default=0)

    def known(name: Name, at: int) -> list[Known]:
        """The entries of the lists that a name may be, or its number."""
        base, index = called(name)
        lists = [fact for fact in above if fact.base == base and isinstance(fact.value, Tensor)]
        if lists:
            since = [fact for fact in lists if fact.start >= before]
            return [*_entries(since or lists, at, len(row.entries))]
        numbers = [fact for fact in above if fact.base == base and fact.index == index]
        return [Known(fact.value, fact.start) for fact in numbers[-1:] if isinstance(fact.value, fmpq)]

    return misput(formula.expr, row.entries, known, lambda name, at: ())


def _entries(lists: Sequence[Fact], at: int, length: int) -> Iterator[Known]:
    for fact in lists:
        if isinstance(fact.value, Tensor) and len(fact.value.items) == length:
            yield Known(fact.value.items[at], fact.start)
