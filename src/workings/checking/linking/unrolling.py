"""Closed forms and unrolled steps: `h_T = a^T h_0 + Σ …` beside `h_t = a h_{t-1} + x_t`.

Both sides are run for several T and free values. A difference is a proof, with T and the values shown; one
that is found only for even or only for odd T does not speak against a line that may be about the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from workings.checking.comparing.comparison import Comparison, undecided
from workings.checking.linking.trying import LARGEST, Point, Sides, Tally, Wanted, holds_at, points, tallied
from workings.evaluating import Function, How
from workings.expr import Apply, Call, Cases, Expr, Fold, Name, mapped, walk
from workings.finding import Verdict
from workings.regex import regex
from workings.resolving.patterns import Patterns
from workings.resolving.recurrences import Recurrence
from workings.resolving.scope import Scope
from workings.resolving.steps import step_key, steps_in
from workings.resolving.traits import names_in
from workings.resolving.worlds import LATEST_START, Making, applied_in, recurrence_behind

RULE = "recurrence/closed-form"
MOST_NAMES = 24
MOST_NEEDED = 200  # steps that one is unrolled to
_BEFORE, _BEHIND = 160, 60  # characters around a statement in which its parity may be said
_PARITY = regex(r"\b(?:even|odd|gerade|ungerade)\b", re.IGNORECASE)
_SAID = (
    r"\b(?:even|odd|gerades?|ungerades?)[ \n$]{{0,3}}{0}\b"
    r"|\b{0}[ \n$]{{0,3}}(?:is|be|being|ist)?[ \n]?(?:even|odd)\b"
)
_STOP = regex(r"[.;]\s|\n\s*\n")
_AND_THE_START = regex(
    r"[$\s,;(\\]*(?:and|plus|minus|up to|apart from|besides|except for|together with|und|bis auf|et|y|e)\b"
    r"(?:[$\s]+(?!with|where|for|mit|avec|con)\w+,?){0,5}?[$\s]+(?:start|initial|beginning|Anfang|départ|inici|inizi)",
    re.IGNORECASE,
)
_RAISED_T = regex(r"\^\s*+\{?\s*+T\s*\}?\s*\)*$")
_CONSTANTS = frozenset({"π", "e", "∞"})


def unroll(left: Expr, right: Expr, scope: Scope, how: How, text: str) -> Comparison | None:
    """What running both sides comes to; None where the line is not about a recurrence of the document."""
    sides = _sides(left, right, scope)
    if sides is None:
        return None
    wanted = ((0,),) if sides.letter is None else _remainders(text, left, right, sides.letter)
    if _has_cases(right):
        wanted = ((0, 1),)
    best: Comparison | None = None
    for reading in _readings(sides, text):
        found = _settled(reading, scope, how, wanted, text)
        if found is None:
            return None
        if found.verdict is Verdict.RIGHT:
            return found
        best = best or found
    return best


def _settled(sides: Sides, scope: Scope, how: How, wanted: Wanted, text: str) -> Comparison | None:
    """The verdict on two sides: with all names free, then with those that the document gives."""
    tallies: list[Tally] = []
    starts = _said_starts(sides, scope)
    for making in _makings(starts):
        tally = tallied(sides, scope, how, making)
        if tally is None:
            return None
        for remainders in wanted:
            if tally.holds(remainders):
                return _right(sides, tuple(r for r in remainders if r in tally.agreed))
        tallies.append(tally)
    if not all(tally.fails_all(wanted) for tally in tallies):
        return None
    return _refuted(sides, scope, how, wanted, tallies[1], text)


def _makings(starts: tuple[tuple[str, Expr], ...]) -> tuple[Making, ...]:
    return (
        Making(starts=starts),
        Making(knows=True, starts=starts),
        Making(knows=True, fed=True, starts=starts),
    )


def _said_starts(sides: Sides, scope: Scope) -> tuple[tuple[str, Expr], ...]:
    """The first steps that the document gives as formulas: `A_1 = 2ε`."""
    found = []
    for sequence in sides.behind.states:
        for at in range(LATEST_START + 1):
            key = step_key(sequence, at)
            formula = scope.formulas.symbolic.get(key)
            if formula is None or key in scope.said or steps_in(formula):
                continue
            if names_in(formula) <= {*sides.behind.parameters, *scope.said, *_CONSTANTS}:
                found.append((key, formula))
                break
    return tuple(found)


def _refuted(
    sides: Sides, scope: Scope, how: How, wanted: Wanted, tally: Tally, text: str
) -> Comparison | None:
    """Sides that differ: wrong only where the line surely is about this recurrence and all of its steps."""
    if not _is_unrolled(sides, scope):
        return None
    for making, reason in _resting(text, sides) if not _starts(sides) else ():
        resting = tallied(sides, scope, how, making)
        if resting is not None and any(resting.holds(remainders) for remainders in wanted):
            return undecided(reason)
    if len(wanted[0]) > 1 and _PARITY.search(text) and not _has_cases(sides.right):
        for remainder, word in ((0, "even"), (1, "odd")):
            if tally.holds((remainder,)):
                return undecided(f"it holds for {word} {sides.letter} only")
    meant = {r for remainders in wanted for r in remainders}
    reason = next(reason for r, reason in tally.refuted.items() if r in meant)  # that of the smallest T
    return Comparison(Verdict.WRONG, reason=reason, rule=RULE)


def _resting(text: str, sides: Sides) -> Iterator[tuple[Making, str]]:
    """States that start at nought: where nobody gives another start, or the words behind add its share."""
    start = next(iter(sides.behind.states))
    yield Making(knows=True, rests=True), f"it holds where {start} starts at 0, which is not said"
    if _AND_THE_START.match(text, max(sides.left.span.end, sides.right.span.end)):
        yield Making(rests=True), "the words behind it speak of the share of the start"


def _right(sides: Sides, remainders: tuple[int, ...]) -> Comparison:
    if sides.letter is None:
        return Comparison(Verdict.RIGHT, reason="both sides agree when the recurrence is run")
    which = "" if len(remainders) > 1 else "even " if remainders == (0,) else "odd "
    return Comparison(
        Verdict.RIGHT, reason=f"both sides agree for every {which}{sides.letter} up to {LARGEST}"
    )


# -- what a line is about ------------------------------------------------------------------------


def _sides(left: Expr, right: Expr, scope: Scope) -> Sides | None:
    """The two sides, if their steps belong to one recurrence and nothing else is in them."""
    patterns = scope.formulas.patterns
    if not any(step.sequence in patterns and step.at != 0 for _, step in steps_in(left)):
        return None
    behind = recurrence_behind((left, right), patterns)
    if behind is None:
        return None
    letters = _letters(left) | _letters(right)
    if len(letters) > 1 or (letters and not _letters(left)):
        return None
    letter = next(iter(letters), None)
    names = {n.key for side in (left, right) for n in walk(side) if isinstance(n, Name | Apply)}
    if len(names) > MOST_NAMES or _is_foreign(left, right, behind, letter, scope):
        return None
    return Sides(left, right, behind, letter)


def _letters(side: Expr) -> set[str]:
    """The letters in the indices of steps that no sum runs over."""
    bound = {node.variable for node in walk(side) if isinstance(node, Fold)}
    return {
        part.key
        for _, step in steps_in(side)
        for part in walk(step.index)
        if isinstance(part, Name) and part.key not in bound and len(part.key) == 1
    }


def _is_foreign(left: Expr, right: Expr, behind: Recurrence, letter: str | None, scope: Scope) -> bool:
    """Whether there is a name in the formulas that the recurrence does not have."""
    known = {*behind.parameters, letter} | _CONSTANTS
    sequences = {*behind.sequences, *behind.inputs}
    factors = applied_in((left, right), behind)[1]
    defined = applied_in((), behind)[0]
    known |= factors & set(behind.parameters)
    for side in (left, right):
        bound = {node.variable for node in walk(side) if isinstance(node, Fold)}
        steps = {id(node) for node, step in steps_in(side) if step.sequence in sequences}
        for node in walk(side):
            if id(node) in steps:
                continue
            if isinstance(node, Apply):
                key = node.function.key
                if key not in known | defined and not isinstance(scope.said.get(key), Function):
                    return True
            elif isinstance(node, Name) and node.key not in known | bound and node.key not in scope.said:
                return True
    return False


def _is_unrolled(sides: Sides, scope: Scope) -> bool:
    """Whether the right side surely means the steps of this recurrence, and is no new definition of them."""
    patterns = scope.formulas.patterns
    own = {*sides.behind.sequences, *sides.behind.inputs}
    steps = [step for _, step in steps_in(sides.right) if step.sequence in own]
    if sides.letter is None and not _is_covered(sides, scope):
        return False
    if sides.behind.inputs and not any(step.sequence in sides.behind.inputs for step in steps):
        return False  # the inputs may be nought here
    if _starts(sides):
        return True
    if any(isinstance(node, Fold) and steps_in(node.body) for node in walk(sides.right)):
        return True
    here = all(patterns[s].section == scope.section for s in sides.behind.sequences if s in patterns)
    if sides.letter is None:
        return here and bool(steps)
    if sides.letter not in _variables(patterns, sides.behind):
        return here and bool(steps)
    grows = any(isinstance(node, Name) and node.key == sides.letter for node in walk(sides.right))
    return here and grows and not any(step.sequence in sides.behind.sequences for step in steps)


def _is_covered(sides: Sides, scope: Scope) -> bool:
    """Whether the right side has every input that the left side depends on, so no number stands for one."""
    patterns = scope.formulas.patterns
    there = {node.key for node, _ in steps_in(sides.right)}
    todo = [(node.key, step) for node, step in steps_in(sides.left)]
    seen: set[str] = set()
    while todo and len(seen) < MOST_NEEDED:
        key, step = todo.pop()
        if key in there or key in seen or step.at is None:
            continue
        seen.add(key)
        if step.sequence in patterns and step.at > 0:
            behind = steps_in(patterns[step.sequence].at(step.at))
            todo += [(node.key, other) for node, other in behind]
        elif step.sequence in sides.behind.inputs:
            return False
    return not todo


def _has_cases(expr: Expr) -> bool:
    """Whether a formula tells even from odd itself, by cases or by a power of minus one."""
    return any(
        isinstance(node, Cases)
        or (
            isinstance(node, Call)
            and node.op == "pow"
            and isinstance(base := node.args[0], Call)
            and base.op == "neg"
        )
        for node in walk(expr)
    )


def _starts(sides: Sides) -> bool:
    """Whether the right side speaks of a certain step of a state, as of the start h_0."""
    states = set(sides.behind.states)
    return any(step.at is not None and step.sequence in states for _, step in steps_in(sides.right))


def _variables(patterns: Patterns, behind: Recurrence) -> set[str]:
    return {patterns[sequence].variable for sequence in behind.sequences if sequence in patterns}


def _remainders(text: str, left: Expr, right: Expr, letter: str) -> Wanted:
    """For which T a line may hold by the words around it: even ones, odd ones, one of them, or all."""
    start, end = min(left.span.start, right.span.start), max(left.span.end, right.span.end)
    stop = _STOP.search(text, end, end + _BEHIND)
    before, behind = (
        text[max(0, start - _BEFORE) : start],
        text[end : stop.start() if stop else end + _BEHIND],
    )
    said = re.compile(_SAID.format(re.escape(letter)), re.IGNORECASE)
    found = [_remainder(m) for m in said.finditer(before)][-1:] + [
        _remainder(m) for m in said.finditer(behind)
    ][:1]
    if not found and (_PARITY.search(before) or _PARITY.search(behind)):
        found = [0, 1]
    return tuple((remainder,) for remainder in dict.fromkeys(found)) or ((0, 1),)


def _remainder(found: re.Match[str]) -> int:
    return 0 if "even" in found[0].lower() or found[0].lower().startswith("gerade") else 1


def _readings(sides: Sides, text: str) -> Iterator[Sides]:
    """The sides as they are, and with a^T as a power where T is the letter in the indices."""
    if sides.letter == "T":
        powers = replace(sides, right=_powered(sides.right, text), left=_powered(sides.left, text))
        if powers != sides:
            yield powers
    yield sides


def _powered(expr: Expr, text: str) -> Expr:
    expr = mapped(expr, lambda part: _powered(part, text))
    if isinstance(expr, Call) and expr.op == "transpose":
        written = text[expr.span.start : expr.span.end]
        if _RAISED_T.search(written):
            return Call(expr.span, "pow", (expr.args[0], Name(expr.span, "T", "T")))
    return expr


# -- mending -------------------------------------------------------------------------------------


class Mender:
    """The points of a wrong closed form, at which other right sides are tried in its place."""

    def __init__(self, left: Expr, right: Expr, scope: Scope, how: How, text: str) -> None:
        self.how, self.text = how, text
        sides = _sides(left, right, scope)
        self.letter = None if sides is None else sides.letter
        self.tried: list[list[Point]] = []
        if sides is not None:
            makings = _makings(_said_starts(sides, scope))[:2]
            self.tried = [list(points(sides, scope, how, making)) for making in makings]
            alone = sides.letter is None
            self.wanted = ((0,),) if alone else _remainders(text, left, right, sides.letter or "")
            if _has_cases(right):
                self.wanted = ((0, 1),)

    def holds(self, right: Expr) -> bool:
        """Whether the left side is this at every point."""
        readings = [right] if self.letter != "T" else [_powered(right, self.text), right]
        return any(
            holds_at(reading, tried, self.how, remainders)
            for reading in readings
            for tried in self.tried
            for remainders in self.wanted
        )
