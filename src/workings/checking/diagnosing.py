"""Which one slip gives exactly the number on the page.

For a wrong value we look for a single change that yields what is written, to its digits: a wrong recipe
of an operation, or a general slip of the pen. The search is small, ordered and counted, so that the same
page always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from workings.checking.aligning import terms
from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.digits import Stated, judge_digits, stated_number
from workings.evaluating.rendering import show_like
from workings.expr import Alt, Array, Call, Expr, Number, walk
from workings.finding import Verdict
from workings.ops import OPERATIONS
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor

MOST_FITS = 3
MOST_TRIES = 400  # changed formulas for one claim
MOST_NODES = 60  # of a formula that is searched
SURE_DIGITS = 3  # significant digits below which a fit may be chance


@dataclass(frozen=True, slots=True)
class Fit:
    """A slip that leads to just what is written, and the words for it."""

    name: str
    words: str


def diagnose(before: Link, link: Link, numbers: Iterable[Number]) -> tuple[Fit, ...]:
    """Every slip that fits, the likeliest first, at most three."""
    nodes = list(walk(before.expr))
    if len(nodes) > MOST_NODES or any(isinstance(node, Alt) for node in nodes):
        return ()
    found = list(_wrong_recipes(before, link, nodes))
    stated = stated_number(link.expr)
    value = as_value(before.printed.value)
    if stated is not None and value is not None and not isinstance(value, Tensor) and stated.value != 0:
        found += _misreadings(value, stated)
        found += _changes(before, stated, nodes, list(numbers))
        if _significant(stated) >= SURE_DIGITS and _differs_in_one_digit(value, stated):
            found.append(Fit("slip/digit", "differs from the value in one digit"))
        if _significant(stated) < SURE_DIGITS:
            found = [Fit(fit.name, f"may be it {fit.words}") for fit in found]
        else:
            found = [Fit(fit.name, f"it {fit.words}") for fit in found]
    return tuple({fit.words: fit for fit in found}.values())[:MOST_FITS]


def _wrong_recipes(before: Link, link: Link, nodes: list[Expr]) -> Iterator[Fit]:
    """Operations run by one of their wrong recipes."""
    for op in dict.fromkeys(node.op for node in nodes if isinstance(node, Call)):
        operation = OPERATIONS.get(op)
        for slug, mistake in operation.mistakes.items() if operation is not None else ():
            how = replace(before.printed.how, slips={op: slug})
            slipped = Quantity(before.expr, before.printed.names, how)
            if compare(link.printed, slipped, True).verdict is Verdict.RIGHT:
                yield Fit(f"{op}/{slug}", f"fits {op} where {mistake.says}")


def _misreadings(value: Scalar, stated: Stated) -> list[Fit]:
    """The right value, written down wrongly."""
    found = []
    if judge_digits(-value, stated, True) is Verdict.RIGHT:
        found.append(Fit("slip/sign", "fits with the other sign"))
    for power in (1, -1, 2, -2, 3, -3):
        if judge_digits(value * fmpq(10) ** power, stated, False) is Verdict.RIGHT:
            found.append(Fit("slip/decimal-point", "fits with the decimal point moved"))
    for swapped in _swapped(stated):
        if judge_digits(value, swapped, True) is Verdict.RIGHT:
            found.append(Fit("slip/digits-swapped", "fits with two neighbouring digits swapped"))
    return found


def _differs_in_one_digit(value: Scalar, stated: Stated) -> bool:
    right, written = show_like(value, stated.unit), show_like(stated.value, stated.unit)
    return len(right) == len(written) and sum(a != b for a, b in zip(right, written, strict=True)) == 1


def _swapped(stated: Stated) -> Iterator[Stated]:
    digits = str(abs(int((stated.value / stated.unit).p)))
    sign = -1 if stated.value < 0 else 1
    for at in range(len(digits) - 1):
        if digits[at] != digits[at + 1]:
            other = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
            yield Stated(sign * int(other) * stated.unit, stated.unit, stated.integer)


def _changes(before: Link, stated: Stated, nodes: list[Expr], numbers: list[Number]) -> list[Fit]:
    """Formulas with one thing changed that come to what is stated."""
    found: list[Fit] = []
    tried = 0
    for name, words, expr in _changed(before.expr, nodes, numbers):
        tried += 1
        if tried > MOST_TRIES or len(found) >= MOST_FITS:
            break
        value = as_value(Quantity(expr, before.printed.names, before.printed.how).value)
        if value is None or isinstance(value, Tensor):
            continue
        if judge_digits(value, stated, False) is Verdict.RIGHT:
            found.append(Fit(name, words))
    return found


def _changed(expr: Expr, nodes: list[Expr], numbers: list[Number]) -> Iterator[tuple[str, str, Expr]]:
    """The formula with a sign turned, a number replaced, a term left out, or a count off by one."""
    leaves = [node for node in nodes if isinstance(node, Number)]
    for leaf in leaves:
        turned = Call(leaf.span, "neg", (leaf,))
        yield "slip/sign", f"holds with -{leaf.text} in place of {leaf.text}", _swap(expr, leaf, turned)
    for leaf in leaves:
        for other in {number.text: number for number in numbers}.values():
            if other.value != leaf.value:
                words = f"holds with {other.text} in place of {leaf.text}"
                yield "slip/operand", words, _swap(expr, leaf, replace(other, span=leaf.span))
    parts = terms(expr)
    if 2 < len(parts) <= 12:
        for at, (_, term) in enumerate(parts):
            rest = [part for n, part in enumerate(parts) if n != at]
            shown = term.text if isinstance(term, Number) else f"term {at + 1}"
            yield "slip/dropped-term", f"holds without {shown}", _sum(rest)
    for leaf in leaves:
        if leaf.unit == 1:
            for step in (1, -1):
                other = Number(leaf.span, leaf.value + step, leaf.unit, str(int(leaf.value.p) + step))
                yield (
                    "slip/off-by-one",
                    f"holds with {other.text} in place of {leaf.text}",
                    _swap(expr, leaf, other),
                )


def _sum(parts: list[tuple[int, Expr]]) -> Expr:
    total: Expr | None = None
    for sign, part in parts:
        term = part if sign > 0 else Call(part.span, "neg", (part,))
        total = term if total is None else Call(part.span, "add", (total, term))
    assert total is not None
    return total


def _swap(expr: Expr, old: Expr, new: Expr) -> Expr:
    """The expression with one node in it replaced."""
    if expr is old:
        return new
    if isinstance(expr, Call):
        return replace(expr, args=tuple(_swap(arg, old, new) for arg in expr.args))
    if isinstance(expr, Array):
        return replace(expr, items=tuple(_swap(item, old, new) for item in expr.items))
    return expr


def _significant(stated: Stated) -> int:
    return len(str(abs(int((stated.value / stated.unit).p))).lstrip("0"))
