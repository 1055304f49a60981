"""Recipes that lines of numbers are held to: a right formula, and wrong ones with their names.

A line is done by a wrong recipe if it comes to just what that gives with the numbers of the page, if each of
its own numbers is one of these or a step on the way, and if the right recipe gives something else, however
the numbers are put in.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import inf, prod

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.methods.pages.facts import Known
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.pages.subjects import Subject
from workings.checking.methods.trials.rough import Rough
from workings.checking.methods.trials.shapes import has_shape
from workings.checking.methods.trials.worth import Choice, scalar
from workings.evaluating import evaluate
from workings.expr import Apply, Call, Expr, Name, Number, call, mapped, walk
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value, key_of

MOST_CHOICES = 500  # of numbers for the names of a formula
_HALF = fmpq(1, 2)
_FINE = 2000  # one part in so many is rounding
_PLAIN = {"add", "sub", "mul", "div", "neg", "pow", "times", "hadamard", "dot", "sqrt", "exp"}
_COARSE = 300  # one part in so many may be rounding on the way
_NEARLY = 200  # the same, of what may be right
BESIDE = 9  # characters from one number of several to the next
LEAST_ALIKE = 3  # entries of a list that are made in the right way
LEAST_KEPT = 2  # numbers of a list that are not nought
LOOSE = 12  # units of the last digit of a list that may be rounding on the way


@record(frozen=True, slots=True)
class Variant:
    """A wrong formula: what it is called, and what it does, in words that may name its values."""

    fits: tuple[str, ...]
    formula: Expr
    says: str
    share: str = ""  # a name that has to be a share for it to make sense


@record(frozen=True, slots=True)
class Misdone:
    """The wrong recipe that a line is made by, with its numbers, and what it should have come to."""

    variant: Variant
    choice: Choice
    right: Value


@cache
def maths(formula: str, names: frozenset[str]) -> Expr:
    """A formula in our own notation, with the names of its roles."""
    return _products(parse_maths(formula, Lexicon(FUNCTIONS, names)))


def _products(expr: Expr) -> Expr:
    """A formula with `r (g + w)` as a product."""
    match expr:
        case Apply(function=function, args=(inner,)):
            return call("mul", function, _products(inner))
        case Call(args=args):
            return replace(expr, args=tuple(_products(arg) for arg in args))
        case _:
            return expr


def choices(
    values: Mapping[str, Sequence[Known]], line: Subject | None = None, *, loosely: bool = False
) -> list[Choice]:
    """All ways to put in the numbers that the names may have; none where there are too many to be sure.

    One number of the page is not put in for two names, and no values are put in twice. Where there are too
    many, those of the line are taken; `loosely` first takes each value once, wherever it stands.
    """
    distinct = {
        key: list({(one.start, one.index, one.called): one for one in found}.values())
        for key, found in values.items()
    }
    by_value = loosely and prod(map(len, distinct.values())) > MOST_CHOICES
    if by_value:
        distinct = {
            key: list({_key(one.value): one for one in found}.values()) for key, found in distinct.items()
        }
    if line is not None and prod(map(len, distinct.values())) > MOST_CHOICES:
        distinct = {key: _on_line(found, line) for key, found in distinct.items()}
    if prod(map(len, distinct.values())) > MOST_CHOICES:
        return []
    known_by = {id(one): _key(one.value) for found in distinct.values() for one in found}
    ways: dict[tuple[Hashable, ...], Choice] = {}
    for numbers in product(*distinct.values()):
        if by_value or len({(known.start, known.index) for known in numbers}) == len(numbers):
            key = tuple([known_by[id(known)] for known in numbers])
            if key not in ways:
                ways[key] = {name: known.value for name, known in zip(distinct, numbers, strict=True)}
    return [*ways.values()]


def _key(value: Value) -> Hashable:
    return key_of(value) if isinstance(value, fmpq) else id(value)


def _on_line(known: list[Known], line: Subject) -> list[Known]:
    """Of the numbers of a name, those that a line has, each once, or else all."""
    own = {key_of(node.value) for node in leaves(line.expr)} if line.expr is not None else set()
    sizes = ((key_of(abs(one.value)), one) for one in known if isinstance(one.value, fmpq))
    seen = {size: one for size, one in sizes if size in own}
    return [*seen.values()] or known


def latest(values: Mapping[str, Sequence[Known]], index: str) -> dict[str, list[Known]]:
    """The numbers that hold at a line: of what is called the same, the last, and what has its index.

    Of numbers that stand side by side, `p_t = 0.9, 0.8, 0.6`, all are the last.
    """
    found: dict[str, list[Known]] = {}
    for key, every in values.items():
        last: dict[str, int] = {}
        ends: dict[str, int] = {}
        for known in sorted(every, key=lambda known: known.start):
            beside = known.called.isidentifier() and known.start <= ends.get(known.called, -BESIDE) + BESIDE
            if not beside:
                last[known.called] = known.start
            ends[known.called] = known.start
        found[key] = [
            known
            for known in every
            if known.start < 0 or known.start >= last[known.called] or index and known.index == index
        ]
    return found


def is_near(value: Scalar | None, other: Scalar, share: int, room: fmpq = fmpq(0)) -> bool:
    """Whether two values differ by no more than one part in so many, or by some room."""
    if value is None:
        return False
    off = distance(value, other)
    return bool(off <= room) or bool(off * share <= distance(other, fmpq(0)))


def misdone(
    line: Subject,
    right: Expr,
    variants: Sequence[Variant],
    values: Mapping[str, Sequence[Known]],
    loosely: Mapping[str, Sequence[Known]] | None = None,
    entry: str = "",
) -> Misdone | None:
    """How a line was made, if it was made by a wrong recipe and cannot have been made by the right one.

    `loosely` is what the names may be where that is more than is sure of them.
    """
    if line.is_list:
        return _misdone_list(line, right, variants, values)
    stated = line.worth
    if stated is None or not _does_the_same(line, right, variants):
        return None
    if stated == 0 and not (isinstance(line.expr, Call) and line.expr.op in ("max", "relu")):
        return None
    room = line.numbers[0].unit if line.is_bare else fmpq(0)
    held = choices(latest(values, line.index), line)
    size = _size(stated)
    for variant in variants:
        rough = Rough(variant.formula, size, entry)
        for choice in held:
            if rough.is_far(choice) or not _is_share(choice.get(variant.share, _HALF)):
                continue
            made = scalar(variant.formula, choice, entry)
            if not is_near(made, stated, _FINE, room / 2) or not _is_made_of(line, variant.formula, choice):
                continue
            rounded = line.expr is not None and "floor" in operations(line.expr)
            value = scalar(_rounded(right) if rounded else right, choice, entry)
            every = choices(loosely or values, line)
            known = [one for way in every if (one := scalar(right, way, entry)) is not None]
            if value is None or not every or any(is_near(o, stated, _COARSE, room) for o in (value, *known)):
                return None
            return Misdone(variant, choice, value)
    return None


def _is_share(value: Value) -> bool:
    return isinstance(value, fmpq | arb) and bool(value >= 0) and bool(value <= 1)


def holds(line: Subject, formula: Expr, ways: Sequence[Choice], slack: int = LOOSE) -> bool:
    """Whether a formula gives what a line has, or nearly so, in one of the ways to put in numbers."""
    if line.is_list:
        return any(_is_list(line, formula, way, slack) for way in ways)
    stated = line.worth
    if stated is None:
        return bool(ways)
    return _gives(formula, ways, stated, _NEARLY)


def may_be_right(line: Subject, right: Expr, values: Mapping[str, Sequence[Known]], entry: str = "") -> bool:
    """Whether `misdone` finds nothing, because the right recipe gives what a line has, or may."""
    stated = line.worth
    every = choices(values, line)
    return stated is None or not every or _gives(right, every, stated, _COARSE, entry)


def _gives(formula: Expr, ways: Iterable[Choice], stated: Scalar, share: int, entry: str = "") -> bool:
    rough = Rough(formula, _size(stated), entry)
    return any(not rough.is_far(way) and is_near(scalar(formula, way, entry), stated, share) for way in ways)


def _size(value: Scalar) -> float:
    """How large a number is; infinite where a float cannot hold it, from which nothing is surely far."""
    try:
        return float(value) if isinstance(value, arb) else int(value.p) / int(value.q)
    except OverflowError:
        return inf


def _misdone_list(
    line: Subject, right: Expr, variants: Sequence[Variant], values: Mapping[str, Sequence[Known]]
) -> Misdone | None:
    """The same of a list, all of whose numbers are made alike."""
    if not any(number.value != 0 and number.unit < 1 for number in line.numbers):
        return None
    every = choices(values)
    for variant in variants:
        for choice in every:
            if not _is_list(line, variant.formula, choice, 1) or _is_copy(line, choice):
                continue
            if any(_is_list(line, right, way, LOOSE) for way in every):
                return None
            value = as_value(evaluate(right, dict(choice)))
            return Misdone(variant, choice, value) if isinstance(value, Tensor) else None
    return _misdone_entry(line, right, variants, every)


def _misdone_entry(
    line: Subject, right: Expr, variants: Sequence[Variant], ways: Sequence[Choice]
) -> Misdone | None:
    """The same of the one entry of a list that is made otherwise than all the others, which are right.

    No other way to put in numbers gives it: each entry may have a label of its own.
    """
    worths = [as_value(evaluate(right, dict(way))) for way in ways]
    missed = [{*_off(line, worth, LOOSE)} for worth in worths]
    for choice, value in zip(ways, worths, strict=True):
        off = _off(line, value, LOOSE)
        if not isinstance(value, Tensor) or len(off) != 1 or len(_off(line, value, 1)) != 1:
            continue
        if any(off[0] not in others for others in missed):
            continue
        own = [number.value for at, number in enumerate(line.numbers) if at not in off and number.value]
        if len({*own}) < LEAST_ALIKE or _is_copy(line, choice) or not line.numbers[off[0]].value:
            continue
        for variant in variants:
            if off[0] not in _off(line, as_value(evaluate(variant.formula, dict(choice))), 1):
                own_choice = {key: _entry(known, off[0]) for key, known in choice.items()}
                return Misdone(variant, own_choice, value)
    return None


def _entry(value: Value, at: int) -> Value:
    """What a list of numbers has at a place."""
    return value.items[at] if isinstance(value, Tensor) and at < len(value.items) else value


def _off(line: Subject, value: Value | None, slack: int) -> list[int]:
    """The entries of a list that are not those of a value, to their digits or to so many units."""
    if not isinstance(value, Tensor) or len(value.items) != len(line.numbers):
        return [*range(len(line.numbers))]
    return [
        at
        for at, (item, number) in enumerate(zip(value.items, line.numbers, strict=True))
        if not (
            isinstance(item, fmpq | arb)
            and bool(distance(item, number.value) * 10 <= number.unit * 6 * slack)
        )
    ]


def _is_copy(line: Subject, choice: Choice) -> bool:
    """Whether a list is one that it should be made of, once more."""
    own = tuple(number.value for number in line.numbers)
    return any(isinstance(value, Tensor) and value.items == own for value in choice.values())


def _is_list(line: Subject, formula: Expr, choice: Choice, slack: int) -> bool:
    """Whether a formula of lists gives the numbers of a line to their digits, or to so many units.

    What is nought may have been masked.
    """
    off = _off(line, as_value(evaluate(formula, dict(choice))), slack)
    kept = [at for at, number in enumerate(line.numbers) if number.value != 0]
    return not (off if len(kept) < LEAST_KEPT else {*off} & {*kept})


def operations(expr: Expr) -> set[str]:
    return {node.op for node in walk(expr) if isinstance(node, Call)}


def _does_the_same(line: Subject, right: Expr, variants: Sequence[Variant]) -> bool:
    """Whether a line has only functions that the formulas have as well; a quotient may be rounded down."""
    own = operations(line.expr) - _PLAIN if line.expr is not None else set()
    if "div" in operations(right):
        own -= {"floor"}
    return not own or own <= operations(right).union(*(operations(variant.formula) for variant in variants))


def _is_made_of(line: Subject, formula: Expr, choice: Choice) -> bool:
    """Whether the numbers of a line are those of a formula, or values of its parts, and all of them."""
    if line.expr is None:
        return True
    used = {node.key for node in walk(formula) if isinstance(node, Name)}
    own = leaves(line.expr)
    listed = any(isinstance(choice.get(key), Tensor) for key in used)
    if not listed and len(own) > sum(1 for node in walk(formula) if isinstance(node, Name | Number | Apply)):
        return False
    known = {node.value for node in leaves(formula)}
    for value in choice.values():
        items = value.items if isinstance(value, Tensor) else (value,)
        if isinstance(value, Tensor):
            known |= {fmpq(1), fmpq(len(items))}
        known |= {abs(item) for item in items if isinstance(item, fmpq)}
    parts: list[Scalar] | None = None
    for leaf in own:
        if leaf.value in known:
            continue
        parts = _parts(formula, choice) if parts is None else parts
        if not any(_is_rounded(leaf, part) for part in parts):
            return False
    return listed or has_shape(formula, _unrounded(line.expr), choice)


def _rounded(expr: Expr) -> Expr:
    """A formula with its quotients rounded down, as a line has them."""
    changed = mapped(expr, _rounded)
    return call("floor", changed) if isinstance(changed, Call) and changed.op == "div" else changed


def _unrounded(expr: Expr) -> Expr:
    """A formula without the brackets that round down."""
    match expr:
        case Call(op="floor", args=(inner,)):
            return _unrounded(inner)
        case _:
            return mapped(expr, _unrounded)


def _parts(formula: Expr, choice: Choice) -> list[Scalar]:
    """The values of the parts of a formula, and their entries."""
    found = (as_value(evaluate(node, dict(choice))) for node in walk(formula) if isinstance(node, Call))
    entries = (item for value in found for item in (value.items if isinstance(value, Tensor) else (value,)))
    return [distance(item, fmpq(0)) for item in entries if isinstance(item, fmpq | arb)]


def _is_rounded(leaf: Number, part: Scalar) -> bool:
    """Whether a number is a value to its digits, give or take one in the last."""
    room = leaf.unit if leaf.is_decimal else fmpq(0)
    return bool(distance(part, leaf.value) <= room)
