"""Activations that are skipped, on the way forward or back: pre-activations fed on, derivatives left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import Stated, stated_number
from workings.checking.methods.pages.lines import terms_of
from workings.checking.methods.sheet import Result, Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span

_SLOPE = regex(r"∂([^/]+)/∂(.+)")
_DERIVED = regex(r"tanh\s*['′]|\\tanh\s*['′]|derivative|f['′]|slope", re.I)
_RELU = regex(r"\bReLU\b", re.I)
_DELTAS = ("δ", "delta", "Δ")
LEAST_LEAVES = 3  # numbers and names of a line in which a slope is a factor among others
_SQUARED = regex(r"\)\s*(?:\^\s*\{?2|²)|squared error|\bMSE\b", re.I)
_ALL_SIGMOID = regex(
    r"\bsigmoid (?:units|neurons|activations?|network|net)\b|\ball sigmoid\b"
    r"|\b(?:both|all) (?:layers|units|neurons|activations)[^.\n]{0,20}\bsigmoid",
    re.I,
)
_OTHER_OUTPUT = regex(
    r"\blinear\b|\bidentity\b|entropy|\bBCE\b|\bsoftmax|\blog\b|\\(?:log|ln)\b|\bln\b|logistic loss", re.I
)
SAID: tuple[re.Pattern[str], ...] = (_RELU, _SQUARED)
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Activation:
    """A pre-activation and what a function made of it, with their names where they have some."""

    function: str
    before: Stated
    after: Stated
    name: str
    place: Span


def claims_of_activations(sheet: Sheet) -> Iterator[Claim]:
    known = list(_activations(sheet)) if sheet.is_worked else []
    if known:
        yield from _fed_on(sheet, known)
    if known or sheet.says(_RELU):
        yield from _left_out(sheet, known)
    yield from _of_output(sheet, known)


def _of_output(sheet: Sheet, known: list[Activation]) -> Iterator[Claim]:
    """δ = y − t of a squared error, though y is a sigmoid, whose slope is nowhere multiplied with it."""
    if not sheet.says(_SQUARED) or sheet.says(_OTHER_OUTPUT):
        return
    for result in sheet.results:
        output = _output(sheet, result, known)
        if output is None or _is_sloped(sheet, result, output):
            continue
        rest = 1 - output
        message = f"δ lacks the derivative of the sigmoid, {show(output)} · {show(rest)}"
        right = show(result.number.value * output * rest)
        yield sheet.claim(result.statement.span, "sigmoid_prime/left-out", message, right)
        return


def _output(sheet: Sheet, result: Result, known: list[Activation]) -> fmpq | None:
    """What a sigmoid gave, of which a line `δ = y − t` takes the target away, or the other way round."""
    if not isinstance(result.head, Name) or result.head.base not in _DELTAS or _sides(result)[1]:
        return None  # δ = ∂L/∂o says itself what it is
    match result.formula:
        case Call(op="sub", args=(Number(value=first), Number(value=second))):
            pairs = ((first, second), (second, first))
        case _:
            return None
    made = {one.after.value: one.function for one in known if one.place.end < result.start}
    for output, target in pairs:
        if made.get(output) == "sigmoid":
            return output
        if not made and target in (0, 1) and 0 < output < 1 and sheet.says(_ALL_SIGMOID):
            return output
    return None


def _is_sloped(sheet: Sheet, result: Result, output: fmpq) -> bool:
    """Whether some line multiplies a difference, or anything else, with y (1 − y)."""
    slope = output * (1 - output)
    names = {
        node.key
        for member in result.statement.members
        for node in walk(member.expr)
        if isinstance(node, Name)
    }
    for statement in sheet.statements:
        for member in statement.members:
            leaves = [node for node in walk(member.expr) if isinstance(node, Number | Name)]
            if len({node.key if isinstance(node, Name) else node.value for node in leaves}) < LEAST_LEAVES:
                continue
            if any(isinstance(one, Number) and 2 * abs(one.value - slope) <= one.unit for one in leaves):
                return True
            for node in walk(member.expr):
                match node:
                    case Call(op="sub", args=(Number(value=one), Number(value=other))):
                        if one == 1 and other == output:
                            return True
                    case Call(op="sub", args=(Number(value=one), Name(key=key))):
                        if one == 1 and key in names:
                            return True
    return False


def _activations(sheet: Sheet) -> Iterator[Activation]:
    """`a = σ(0.4) = 0.5987`, in whatever way the function is written."""
    for result in sheet.results:
        for member in result.statement.members[:-1]:
            found = _applied(member.expr)
            if found is not None:
                key = result.head.key if isinstance(result.head, Name) else ""
                yield Activation(found[0], found[1], result.number, key, result.member.span)
                break


def _applied(expr: Expr) -> tuple[str, Stated] | None:
    match expr:
        case Call(op="sigmoid" | "tanh" | "relu" as op, args=(inner,)):
            stated = stated_number(inner)
            return None if stated is None else (op, stated)
        case Call(op="max", args=(Number(value=least), inner)) if least == 0:
            stated = stated_number(inner)
            return None if stated is None else ("relu", stated)
        case Call(
            op="div",
            args=(Number(value=top), Call(op="add", args=(Number(value=one), Call(op="exp", args=(inner,))))),
        ):
            stated = stated_number(inner)
            if top != 1 or one != 1 or stated is None:
                return None
            return "sigmoid", Stated(-stated.value, stated.unit, stated.integer)
        case _:
            return None


def _fed_on(sheet: Sheet, known: list[Activation]) -> Iterator[Claim]:
    """A sum over pre-activations, where the activations were worked out in between and are not used."""
    found: list[Claim] = []
    for result in sheet.results:
        terms = terms_of(result.formula) if result.formula is not None else None
        above = [one for one in known if one.place.end < result.start]
        if terms is None or len(above) < 2:
            continue
        pairs = [term.slots for term in terms if len(term.slots) == 2]
        if len(pairs) < 2:
            continue
        for row in zip(*pairs, strict=True):
            used = [slot.value for slot in row]
            last = above[-len(used) :]
            before, after = [one.before.value for one in last], [one.after.value for one in last]
            kept = {value for value in after if value not in before}  # a ReLU passes what is positive
            if used == after and len(set(used)) > 1:
                return  # they are put in as they should be
            if used == before and len(set(used)) > 1 and kept and not {*used} & kept and fmpq(0) not in used:
                listed, right = (", ".join(map(show, values)) for values in (used, after))
                message = f"the pre-activations {listed} are put in instead of the activations {right}"
                rule = f"{last[0].function}/left-out"
                found.append(sheet.claim(result.statement.span, rule, message, None, last[0].place))
    yield from found[:1]


def _left_out(sheet: Sheet, known: list[Activation]) -> Iterator[Claim]:
    """The gradient before an activation that is just the one behind it, and 1 − a for the slope of a tanh."""
    slopes: dict[tuple[str, str], Stated] = {}
    for result in sheet.results:
        of, by = _sides(result)
        yield from _misderived(sheet, result, known, of)
        if by and of:
            yield from _passed(sheet, result, known, slopes, of, by)
            slopes[of, by] = result.number
        yield from _through_relu(sheet, result, slopes)


def _sides(result: Result) -> tuple[str, str]:
    """L and z of ∂L/∂z, of the head or of the name beside it."""
    for member in result.statement.members[:2]:
        found = _SLOPE.fullmatch(member.expr.key) if isinstance(member.expr, Name) else None
        if found is not None:
            return found[1], found[2]
    return "", ""


def _is_slope(result: Result, of: str, one: Activation) -> bool:
    """∂a/∂z of an activation a, or a line that is called its derivative in words."""
    if of:
        return one.name == of
    return _DERIVED.search(result.lead[-50:]) is not None


def _misderived(sheet: Sheet, result: Result, known: list[Activation], of: str) -> Iterator[Claim]:
    """∂a/∂z = 1 − a for a = tanh(z)."""
    for one in known:
        if one.function != "tanh" or one.place.end > result.start or not _is_slope(result, of, one):
            continue
        right = 1 - one.after.value**2
        if result.number.value == 1 - one.after.value != right and _is_clear(right, result.number):
            key = one.name or show(one.after.value)
            message = f"the derivative of tanh is 1 − {key}² = {show(right)}, not 1 − {key}"
            yield sheet.claim(result.member.span, "tanh_prime/not-squared", message, right, one.place)


def _passed(
    sheet: Sheet,
    result: Result,
    known: list[Activation],
    slopes: dict[tuple[str, str], Stated],
    of: str,
    by: str,
) -> Iterator[Claim]:
    """∂L/∂z that is ∂L/∂a, though a = σ(z)."""
    for one in known:
        behind = slopes.get((of, one.name))
        if behind is None or one.function == "relu" or one.name == by or not _is_before(sheet, one, by):
            continue
        slope = _slope(one)
        right = behind.value * slope
        if behind.value == result.number.value != 0 and _is_clear(right, result.number):
            written = "tanh" if one.function == "tanh" else "sigmoid"
            message = f"∂{of}/∂{one.name} is passed on without the derivative of the {written}"
            yield sheet.claim(result.member.span, f"{written}_prime/left-out", message, right, one.place)


def _is_before(sheet: Sheet, one: Activation, key: str) -> bool:
    """Whether a name is that of the pre-activation."""
    value = sheet.judge.scope.said.get(key)
    return isinstance(value, fmpq | arb) and bool(distance(value, one.before.value) <= one.before.unit / 2)


def _slope(one: Activation) -> fmpq:
    """The derivative of a function in terms of what it gave."""
    after = one.after.value
    return 1 - after**2 if one.function == "tanh" else after * (1 - after)


def _is_clear(right: fmpq, stated: Stated) -> bool:
    return bool(abs(right - stated.value) > stated.unit * 2)


def _through_relu(sheet: Sheet, result: Result, slopes: dict[tuple[str, str], Stated]) -> Iterator[Claim]:
    """δ_j that is ∂L/∂h_j, though z_j is negative and the unit is off."""
    head = result.head
    if (
        not isinstance(head, Name)
        or head.base not in _DELTAS
        or len(head.index) != 1
        or not sheet.says(_RELU)
    ):
        return
    index = head.index[0]
    if not isinstance(index, Number) or result.number.value == 0:
        return
    said = sheet.judge.scope.said
    before = said.get(f"z_{index.text}")
    behind = [number for (_, by), number in slopes.items() if by in (f"h_{index.text}", f"a_{index.text}")]
    if isinstance(before, fmpq | arb) and before < 0 and any(b.value == result.number.value for b in behind):
        message = f"z_{index.text} = {show(before)} is negative, so the ReLU lets no gradient through"
        yield sheet.claim(result.member.span, "relu_prime/left-out", message, "0")
