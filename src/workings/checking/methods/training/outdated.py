"""Steps with the derivative of the function at an older point than the last one.

With f'(θ) = 2θ and θ_2 = 0.92 the third step takes 1.84; `v_3 = 0.9·6.8 + 3.2` takes f'(θ_1) once more, where
the second step has it in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.evaluating import Function, evaluate
from workings.evaluating.rendering import show
from workings.expr import Expr, Number, walk
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.value import Scalar

RULE = "copy/other-row"
MOST_STEPS = 20
FARTHEST = 1200  # characters between two lines of one run
_ROOM = 500  # one part in so many is rounding
_TRIVIAL = (fmpq(0), fmpq(1))
_DELAYED = regex(r"\bdelay|\basynchron|\bstale\b|\blazy|\bsame gradient\b", re.I)
_OTHERWISE = regex(r"\bold\b|\binstead\b|\bprevious|\blook-?ahead|\bkept\b|~~", re.I)
WANTS = ("worked",)


def claims_of_outdated(sheet: Sheet) -> Iterator[Claim]:
    """The first step of a run that goes on with a derivative from before."""
    found = _derivative(sheet)
    if found is None or sheet.says(_DELAYED):
        return
    letter, slope = found
    facts = facts_of(sheet)
    lines = [line for line in workings_of(sheet) if _is_step(line)]
    for line in lines:
        slopes = _slopes(letter, slope, facts, line)
        step = int(line.index)
        stale = _stale(line, slopes)
        if stale is None or step - 1 not in slopes or is_contrasted(sheet.text, line.start):
            continue
        if _OTHERWISE.search(sheet.judge.page.line_text(line.start)[1]):
            continue
        alike = (
            one
            for one in lines
            if one.base == line.base and one is not line and abs(one.start - line.start) < FARTHEST
        )
        if any(_has_its_own(one, _slopes(letter, slope, facts, one)) for one in alike):
            right, old = slopes[step - 1], slopes[stale]
            at, before = f"{letter}_{step - 1}", f"{letter}_{stale}"
            message = f"the derivative at {at} is {show(right)}; {show(old)} is that at {before}"
            yield sheet.claim(line.formula.span, RULE, message)
            return


def _derivative(sheet: Sheet) -> tuple[str, Function] | None:
    """The only derivative that the page gives as a function of one letter, and that letter."""
    said = sheet.judge.scope.said
    found = [(key, value) for key, value in said.items() if key.endswith("'") and isinstance(value, Function)]
    if len(found) != 1 or len(found[0][1].params) != 1:
        return None
    return found[0][1].params[0], found[0][1]


def _is_step(line: Working) -> bool:
    return line.index.isdigit() and 1 <= int(line.index) <= MOST_STEPS and not line.is_bare


def _slopes(letter: str, slope: Function, facts: Facts, line: Working) -> Mapping[int, Scalar]:
    """The derivative at every point that stands above a line, the newest of each step."""
    found: dict[int, Scalar] = {}
    for fact in facts.of_base(letter, line.start):
        if fact.index.isdigit() and isinstance(fact.value, fmpq) and line.start - fact.start < 2 * FARTHEST:
            value = as_value(evaluate(slope.body, {letter: fact.value}))
            if isinstance(value, fmpq | arb) and int(fact.index) < int(line.index):
                found[int(fact.index)] = value
    return found


def _has_its_own(line: Working, slopes: Mapping[int, Scalar]) -> bool:
    """Whether a line has the derivative at the last point, worked out or as a product."""
    last = slopes.get(int(line.index) - 1)
    return last is not None and _is_in(last, line.formula.expr)


def _stale(line: Working, slopes: Mapping[int, Scalar]) -> int | None:
    """The step whose derivative a line has instead of that at the last point."""
    step = int(line.index) - 1
    if step not in slopes or _is_in(slopes[step], line.formula.expr):
        return None
    older = [at for at in slopes if at < step and not _is_near(slopes[at], slopes[step])]
    return next((at for at in reversed(older) if _stands_in(slopes[at], leaves(line.formula.expr))), None)


def _stands_in(value: Scalar, own: Sequence[Number]) -> bool:
    telling = [leaf for leaf in own if leaf.value not in _TRIVIAL and leaf.is_decimal]
    return any(_is_near(value, leaf.value) for leaf in telling)


def _is_in(value: Scalar, expr: Expr) -> bool:
    """Whether any part of a formula comes to a value."""
    parts = (as_value(evaluate(node, {})) for node in walk(expr))
    return any(isinstance(part, fmpq | arb) and _is_near(value, part) for part in parts)


def _is_near(value: Scalar, other: Scalar) -> bool:
    off = distance(distance(value, fmpq(0)), distance(other, fmpq(0)))
    return bool(off * _ROOM <= distance(other, fmpq(0)))
