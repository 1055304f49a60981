"""A line of numbers laid upon a formula in letters, term by term and factor by factor.

What the page says that names are is looked for in their places, also where not all of them are known: a name
without a value takes the number that stands in its place. If everything fits but for one thing, a term or
factor left out, a sign, a root or a number of something else, that is the slip. Nothing is laid upon anything
by its value alone, so that a line which works out something else does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import product
from math import prod

from flint import fmpq

from workings.checking.comparing.parts import OF_NUMBERS, terms
from workings.checking.methods.pages.naming import leaves, spelt
from workings.checking.methods.trials.recipes import is_near
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, call, walk
from workings.expr import number as number_of
from workings.record import record
from workings.value import Scalar

MOST_STEPS = 2000
MOST_WAYS = 24  # to put in what names may be
MOST_PARTS = 6  # terms of a sum, or factors of a product
NEARLY = 200  # one part in so many is rounding on the way
TRIVIAL = (0, 1, 2)
_WRAPPERS = ("brackets", "floor")
_CONSTANTS = ("e", "π")
_TWINS = {"tanh": "sigmoid", "sigmoid": "tanh", "sin": "cos", "cos": "sin"}
OPERAND, TERM, FACTOR, SIGN, FUNCTION = (
    "slip/operand",
    "slip/dropped-term",
    "slip/dropped-factor",
    "slip/sign",
    "slip/function",
)
Values = Mapping[str, Scalar]
Lookup = Callable[[Name], Sequence[Scalar]]


@record(frozen=True, slots=True)
class Slip:
    """The one thing that does not fit: what kind it is, in words, and what stands there if it is a number."""

    kind: str
    says: str
    formula: Expr
    written: Expr | None = None


@record(frozen=True, slots=True)
class Fit:
    """What stands for what: values by names, numbers that tell something, names that have no other value."""

    values: Values
    telling: frozenset[fmpq] = frozenset()
    free: frozenset[str] = frozenset()
    slip: Slip | None = None


def fits(formula: Expr, line: Expr, known: Lookup) -> list[Fit]:
    """All ways in which a line may be a formula, with one slip at most; those without come alone."""
    found = [*Laying(known).fit(formula, line, Fit({}))]
    sound = [one for one in found if one.slip is None]
    return sound or found


class Laying:
    """One line laid upon one formula; the steps of the search are counted."""

    def __init__(self, known: Lookup) -> None:
        self._lookup = known
        self._known: dict[str, Sequence[Scalar]] = {}
        self._steps = 0

    def fit(self, formula: Expr, line: Expr, so_far: Fit) -> Iterator[Fit]:
        """The ways to lay a line upon a formula, going on from what was found so far."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            return
        formula, line = _bare(formula), _bare(line)
        stated = scalar(line, {})
        if stated is None:
            return
        if isinstance(formula, Name) and formula.key not in _CONSTANTS:
            yield from self._name(formula, line, stated, so_far)
            return
        known = self._near(formula, stated, line, so_far)
        if known is not None:
            found = replace(so_far, values=known)
            yield _told(found, line) if _is_literal(line) else found
        if known is None or not _is_literal(line):
            yield from self._call(formula, line, so_far)

    def _call(self, formula: Expr, line: Expr, so_far: Fit) -> Iterator[Fit]:
        if not isinstance(formula, Call):
            return
        if formula.op in ("add", "sub", "neg") and len(terms(formula)) > 1:
            yield from self._sum(terms(formula), terms(line), so_far)
        elif formula.op in OF_NUMBERS or formula.op in ("div", "neg"):
            yield from self._product(formula, line, so_far)
        elif formula.op == "pow":
            yield from self._power(formula, line, so_far)
        elif isinstance(line, Call) and line.op == formula.op and len(line.args) == len(formula.args):
            yield from self._each(formula.args, line.args, so_far)
        elif len(formula.args) == 1 and so_far.slip is None:
            yield from self._function(formula, line, so_far)

    def _each(self, formulas: Sequence[Expr], lines: Sequence[Expr], so_far: Fit) -> Iterator[Fit]:
        if not formulas:
            yield so_far
            return
        for one in self.fit(formulas[0], lines[0], so_far):
            yield from self._each(formulas[1:], lines[1:], one)

    def _name(self, name: Name, line: Expr, stated: Scalar, so_far: Fit) -> Iterator[Fit]:
        options = self._options(name, so_far)
        if not options:
            free, values = so_far.free | {name.key}, {**so_far.values, name.key: stated}
            yield replace(so_far, values=values, free=free)
            return
        near = next((one for one in options if is_near(one, stated, NEARLY, _room(line))), None)
        if near is not None:
            yield _told(replace(so_far, values={**so_far.values, name.key: near}), line)
        elif so_far.slip is None and len(options) == 1 and name.key not in so_far.free:
            says = f"{show(stated)} is put in for {name.key} = {show(options[0])}"
            slip = Slip(OPERAND, says, name, line)
            yield replace(so_far, values={**so_far.values, name.key: options[0]}, slip=slip)

    def _sum(
        self, formulas: Sequence[tuple[int, Expr]], lines: Sequence[tuple[int, Expr]], so_far: Fit
    ) -> Iterator[Fit]:
        """Terms upon terms, in any order; one may be left out, and what is nought."""
        if len(formulas) > MOST_PARTS or len(lines) > len(formulas):
            return
        if not formulas:
            yield so_far
            return
        (sign, formula), rest = formulas[0], formulas[1:]
        for at, (other, line) in enumerate(lines):
            left = [*lines[:at], *lines[at + 1 :]]
            for one in self._term(sign, formula, other, line, so_far):
                yield from self._sum(rest, left, one)
        if len(lines) < len(formulas):
            for one in self._left_out(formula, so_far, fmpq(0), TERM):
                yield from self._sum(rest, lines, one)

    def _term(self, sign: int, formula: Expr, other: int, line: Expr, so_far: Fit) -> Iterator[Fit]:
        written = line if sign == other else Call(line.span, "neg", (line,))
        yield from self.fit(formula, written, so_far)
        if sign == other or so_far.slip is not None:
            return
        for one in self.fit(formula, line, so_far):
            if one.slip is None and not {name.key for name in _names(formula)} & one.free:
                done = "added" if other > 0 else "taken away"
                slip = Slip(
                    SIGN, f"{spelt(formula)} is {done}, which the formula has with the other sign", formula
                )
                yield replace(one, slip=slip)

    def _left_out(self, formula: Expr, so_far: Fit, idle: fmpq, kind: str) -> Iterator[Fit]:
        """A part of a formula that a line does not have: nothing is lost by it, or that is the slip."""
        for way in self._ways(formula, so_far):
            one = replace(so_far, values={**so_far.values, **way})
            if scalar(formula, way) == idle:
                yield one
            elif so_far.slip is None:
                slip = Slip(kind, f"{spelt(formula)} is left out, which the formula has", formula)
                yield replace(one, slip=slip)

    def _product(self, formula: Call, line: Expr, so_far: Fit) -> Iterator[Fit]:
        mine, theirs = _numbers_apart(_factored(formula)), _factored(line)
        if (
            len(mine.above) + len(mine.below) <= MOST_PARTS
            and len(theirs.above) + len(theirs.below) <= MOST_PARTS
        ):
            yield from self._factors(mine, theirs, so_far)

    def _factors(self, mine: Factors, theirs: Factors, so_far: Fit) -> Iterator[Fit]:
        """Factors upon factors, those above and below a line apart; what is left are numbers of both."""
        if not mine.above and not mine.below:
            yield from self._rest(mine, theirs, so_far)
            return
        is_above = bool(mine.above)
        formula = (mine.above or mine.below)[0]
        rest = replace(mine, above=mine.above[1:]) if is_above else replace(mine, below=mine.below[1:])
        lines = theirs.above if is_above else theirs.below
        for at, line in enumerate(lines):
            others = (*lines[:at], *lines[at + 1 :])
            left = replace(theirs, above=others) if is_above else replace(theirs, below=others)
            for sign in (1, -1):
                written = line if sign > 0 else Call(line.span, "neg", (line,))
                for one in self.fit(formula, written, so_far):
                    yield from self._factors(rest, replace(left, number=left.number * sign), one)
        yield from self._together(mine, theirs, so_far)
        for one in self._left_out(formula, so_far, fmpq(1), FACTOR):
            yield from self._factors(rest, theirs, one)

    def _together(self, mine: Factors, theirs: Factors, so_far: Fit) -> Iterator[Fit]:
        """Several factors that were multiplied before: 0.25 for h (1 − h)."""
        formulas, lines = (mine.above, theirs.above) if mine.above else (mine.below, theirs.below)
        for count in range(2, len(formulas) + 1):
            together = reduce(lambda first, second: call("mul", first, second), formulas[:count])
            kept = formulas[count:]
            rest = replace(mine, above=kept) if mine.above else replace(mine, below=kept)
            for at, line in enumerate(lines):
                others = (*lines[:at], *lines[at + 1 :])
                left = replace(theirs, above=others) if mine.above else replace(theirs, below=others)
                for sign, written in ((1, line), (-1, Call(line.span, "neg", (line,)))):
                    stated = scalar(written, {})
                    values = None if stated is None else self._near(together, stated, line, so_far)
                    if values is not None:
                        one = _told(replace(so_far, values=values), line)
                        yield from self._factors(rest, replace(left, number=left.number * sign), one)

    def _rest(self, mine: Factors, theirs: Factors, so_far: Fit) -> Iterator[Fit]:
        """What is left when all factors with names are laid: the numbers of the formula."""
        number = theirs.number
        if so_far.slip is not None and {*map(spelt, theirs.above)} & {*map(spelt, theirs.below)}:
            return  # 0.1 · 9/9 is no 0.1 with a factor left out
        for at, part in enumerate((*theirs.above, *theirs.below)):
            value = scalar(part, {})
            if not isinstance(value, fmpq) or value == 0:
                return
            number = number * value if at < len(theirs.above) else number / value
        if number == mine.number:
            yield (
                so_far if abs(number) in TRIVIAL else replace(so_far, telling=so_far.telling | {abs(number)})
            )
        elif so_far.slip is None and number == -mine.number and not so_far.free:
            yield replace(
                so_far, slip=Slip(SIGN, "the sign is not that of the formula", number_of(mine.number))
            )
        elif so_far.slip is None and abs(number) == 1 and number * mine.number > 0:
            says = f"the factor {show(abs(mine.number))} of the formula is left out"
            yield replace(so_far, slip=Slip(FACTOR, says, number_of(mine.number)))

    def _power(self, formula: Call, line: Expr, so_far: Fit) -> Iterator[Fit]:
        inner, power = formula.args
        if isinstance(line, Call) and line.op == "pow":
            yield from self._each(formula.args, line.args, so_far)
            return
        if not isinstance(power, Number) or power.value != 2:
            return
        if isinstance(line, Call) and line.op in OF_NUMBERS and spelt(line.args[0]) == spelt(line.args[1]):
            yield from self.fit(inner, line.args[0], so_far)
        elif so_far.slip is None:
            for one in self.fit(inner, line, so_far):
                if one.slip is None:
                    says = f"{spelt(inner)} is not squared, as the formula has it"
                    yield replace(one, slip=Slip(FUNCTION, says, formula))

    def _function(self, formula: Call, line: Expr, so_far: Fit) -> Iterator[Fit]:
        inner = formula.args[0]
        if isinstance(line, Call) and line.op == _TWINS.get(formula.op):
            for one in self.fit(inner, line.args[0], so_far):
                if one.slip is None:
                    says = f"{line.op} stands where the formula has {formula.op}"
                    yield replace(one, slip=Slip(FUNCTION, says, formula))
        elif formula.op == "sqrt":
            for one in self.fit(inner, line, so_far):
                if one.slip is None:
                    says = f"the root of {spelt(inner)} is not taken, as the formula has it"
                    yield replace(one, slip=Slip(FUNCTION, says, formula))

    def _options(self, name: Name, so_far: Fit) -> Sequence[Scalar]:
        """What a name may be: what it was on this line already, or what the page says."""
        if name.key in so_far.values:
            return (so_far.values[name.key],)
        if name.key not in self._known:
            self._known[name.key] = [*{show(one): one for one in self._lookup(name)}.values()]
        return self._known[name.key]

    def _near(self, formula: Expr, stated: Scalar, line: Expr, so_far: Fit) -> Values | None:
        """The values with which a part of a formula is what a line has, if all of its names have one."""
        for way in self._ways(formula, so_far):
            if is_near(scalar(formula, way), stated, NEARLY, _room(line)):
                return {**so_far.values, **way}
        return None

    def _ways(self, formula: Expr, so_far: Fit) -> list[dict[str, Scalar]]:
        """The values that the names of a part may have together; none if one of them is not known."""
        names = _names(formula)
        options = [self._options(name, so_far) for name in names]
        if not 0 < prod(map(len, options)) <= MOST_WAYS:
            return []
        return [dict(zip((name.key for name in names), way, strict=True)) for way in product(*options)]


@record(frozen=True, slots=True)
class Factors:
    """The factors of a formula above and below the line of its fraction, and its number."""

    above: tuple[Expr, ...]
    below: tuple[Expr, ...]
    number: fmpq


def _factored(expr: Expr) -> Factors:
    """A product taken apart, with the signs of its factors as its number."""
    above: list[Expr] = []
    below: list[Expr] = []
    number = fmpq(1)
    stack = [(expr, 1)]
    while stack:
        node, power = stack.pop()
        node = _bare(node)
        if isinstance(node, Call) and (node.op in OF_NUMBERS or node.op == "div") and len(node.args) == 2:
            stack.append((node.args[1], -power if node.op == "div" else power))
            stack.append((node.args[0], power))
        elif isinstance(node, Call) and node.op == "neg":
            number = -number
            stack.append((node.args[0], power))
        else:
            (above if power > 0 else below).append(node)
    return Factors(tuple(above), tuple(below), number)


def _numbers_apart(factors: Factors) -> Factors:
    """The same with the numbers among the factors multiplied into one."""
    number = factors.number
    for part in factors.above:
        number = number * part.value if isinstance(part, Number) else number
    for part in factors.below:
        number = number / part.value if isinstance(part, Number) and part.value != 0 else number
    above, below = (
        tuple(part for part in parts if not isinstance(part, Number))
        for parts in (factors.above, factors.below)
    )
    return Factors(above, below, number)


def _told(fit: Fit, line: Expr) -> Fit:
    """The same with the numbers of a line that fits, but for those that stand on every line."""
    telling = {abs(leaf.value) for leaf in leaves(line) if leaf.value not in TRIVIAL}
    return replace(fit, telling=fit.telling | telling)


def _bare(expr: Expr) -> Expr:
    while isinstance(expr, Call) and expr.op in _WRAPPERS:
        expr = expr.args[0]
    return expr


def _names(formula: Expr) -> list[Name]:
    """The names of a formula, each once, but for constants."""
    found = {
        node.key: node for node in walk(formula) if isinstance(node, Name) and node.key not in _CONSTANTS
    }
    return [*found.values()]


def _is_literal(line: Expr) -> bool:
    """Whether a part of a line is one number, with its sign."""
    return isinstance(line.args[0] if isinstance(line, Call) and line.op == "neg" else line, Number)


def _room(line: Expr) -> fmpq:
    """A unit of the last digit that a number is written with: some cut off what others round."""
    leaf = line.args[0] if isinstance(line, Call) and line.op == "neg" else line
    return leaf.unit if isinstance(leaf, Number) and leaf.is_decimal else fmpq(0)
