"""Adam's correction of its moments, with the power of another step, with the other β or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import holds
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.evaluating import evaluate
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number
from workings.finding import Claim
from workings.parsing.moods import sentence_before
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span

MOST_STEPS = 50
NEAREST_MADE = 3  # statements before a quotient that may work out its denominator
DIFFERS = "formula/differs"
_RATES = {"hat(m)": ("β_1", "β1", "beta_1", "beta1"), "hat(v)": ("β_2", "β2", "beta_2", "beta2")}
_MOMENTS = {"hat(m)": ("m", "β_1"), "hat(v)": ("v", "β_2"), "hat(s)": ("s", "β_2")}
_STEP = regex(r"^[\s>*_#$|-]*+(?:t|k|step|iteration|iter\.?|update)\b[\s$=]*(\d{1,2})\b(?!\.\d)", re.I | re.M)
_FROM_NOUGHT = regex(r"\^\s*[{(]{0,2}\s*[tk]\s*\+\s*1")  # β^{t+1}, where steps are counted from nought
_FIRST = regex(r"\bfirst\b|\b(?:row|line|step)\W{0,3}1\b", re.I)
_ADAM = regex(r"\badam\b|bias[- ]correct", re.I)
SAID = (_ADAM,)
_GIVEN_ADAM = "Adam with $\\beta_1 = 0.9$ and $\\beta_2 = 0.99$. At step 2 we have $m_2 = 0.38$.\n\n"
RULES: dict[str, Description] = {
    "adam/first-power": Description(
        "the bias correction of a later step is that of the first, 1 − β instead of 1 − βᵗ",
        wrong=_GIVEN_ADAM + "$\\hat m_2 = 0.38 / (1 - 0.9) = 3.8$",
        right=_GIVEN_ADAM + "$\\hat m_2 = 0.38 / (1 - 0.9^2) = 2$",
        why="At the first step the power is not seen.",
    ),
    "adam/not-corrected": Description(
        "a moment of Adam is used as it is, without its bias correction",
        wrong=_GIVEN_ADAM + "$\\hat m_2 = m_2 = 0.38$",
        right=_GIVEN_ADAM + "$\\hat m_2 = 0.38 / (1 - 0.9^2) = 2$",
        why="The moments and their corrected versions differ by a hat only.",
    ),
}


def claims_of_correcting(sheet: Sheet) -> Iterator[Claim]:
    """Of each moment the first `m̂_t = m_t / (1 − β_1^t)` with the other β, or the power of another step."""
    if not sheet.says(_ADAM):
        return
    yield from _of_moments(sheet)
    rates = {base: _rate(sheet, keys) for base, keys in _RATES.items()}
    told: set[str] = set()
    for statement in sheet.statements:
        head = statement.members[0].expr
        base, index = called(head)
        rate = rates.get(base) if isinstance(head, Name) and base not in told else None
        if rate is None or not isinstance(head, Name):
            continue
        for member in statement.members[1:]:
            match member.expr:
                case Call(op="div", args=(Number(value=top), Call(op="sub") | Number() as under)):
                    made = as_value(evaluate(under, {}))
                case _:
                    continue
            step = index or _step_above(sheet, statement, base[4:-1], top)
            if not index and _FIRST.search(_said_in_step(sheet.text, statement.span.start)):
                break
            if not step.isdecimal() or not 0 < int(step) <= MOST_STEPS:
                break
            count = int(step)
            right = 1 - rate**count
            if isinstance(made, fmpq) and made != right and made in _others(rates.values(), count):
                message = f"it is divided by 1 − {show(rate)}^{count} = {show(right)} in step {count}"
                place = _made_above(sheet, statement, under) or member.span
                shown = top / right if place is member.span else right
                yield sheet.claim(place, DIFFERS, message, shown)
                told.add(base)
                break


def _of_moments(sheet: Sheet) -> Iterator[Claim]:
    """Each moment that is divided by 1 − β at a later step than the first, or not at all."""
    told: set[str] = set()
    for result in sheet.results:
        head = result.head
        if not isinstance(head, Name) or head.base not in _MOMENTS or len(head.index) != 1:
            continue
        if head.base in told:
            continue
        index, (moment, rate) = head.index[0], _MOMENTS[head.base]
        if not isinstance(index, Number) or index.unit != 1 or not 1 <= index.value <= 1000:
            continue
        plain = sheet.judge.scope.said.get(f"{moment}_{index.text}")
        beta = _rate(sheet, (rate,))
        if not isinstance(plain, fmpq) or beta is None or plain == 0:
            continue
        step = int(index.value.p)
        right = plain / (1 - beta**step)
        if _divides_by(result.formula, 1 - beta**step):
            continue  # it is corrected, whatever the moment is
        if holds((result.number,), right, 2) or abs(right - result.number.value) * 50 < abs(right):
            continue
        if holds((result.number,), plain):
            message = f"it is not corrected: {moment} has to be divided by 1 − {show(beta)}^{step}"
            yield sheet.claim(result.member.span, "adam/not-corrected", message, right)
            told.add(head.base)
        elif step > 1 and holds((result.number,), plain / (1 - beta)):
            message = (
                f"it is divided by 1 − {show(beta)}; at step {step} it has to be 1 − {show(beta)}^{step}"
            )
            place = _made_above(sheet, result.statement, _divisor(result.formula))
            shown = right if place is None else 1 - beta**step
            yield sheet.claim(place or result.member.span, "adam/first-power", message, shown)
            told.add(head.base)


def _made_above(sheet: Sheet, statement: Statement, under: Expr | None) -> Span | None:
    """Where a denominator was worked out on a line of its own, `1 - 0.9 = 0.1`, right before its quotient."""
    if type(under) is not Number:
        return None
    start = statement.span.start
    above = [one for one in sheet.statements if one.span.end <= start and len(one.members) > 1]
    for before in reversed(above[-NEAREST_MADE:]):
        if _counted(before) is not None or _STEP.search(sheet.text, before.span.end, start):
            return None
        number = stated_number(before.members[-1].expr)
        made = next((one for one in before.members if _is_difference(one.expr)), None)
        if made is not None and number is not None and number.value == under.value:
            return made.span
    return None


def _is_difference(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.op == "sub" and is_numeric(expr)


def _said_in_step(text: str, start: int) -> str:
    """What stands before a place in its sentence, as far as it belongs to the same step."""
    said = sentence_before(text, start)
    steps = [found.end() for found in _STEP.finditer(said)]
    return said[steps[-1] :] if steps else said


def _divides_by(formula: Expr | None, under: fmpq) -> bool:
    """Whether a line shows that something is divided by a number."""
    divisor = _divisor(formula)
    return divisor is not None and is_numeric(divisor) and as_value(evaluate(divisor, {})) == under


def _divisor(formula: Expr | None) -> Expr | None:
    return formula.args[1] if isinstance(formula, Call) and formula.op == "div" else None


def _step_above(sheet: Sheet, statement: Statement, base: str, top: fmpq) -> str:
    """The number that a step begins with, `t = 2:`, if what is corrected was worked out in this step."""
    start = statement.span.start
    if sheet.says(_FROM_NOUGHT):
        return ""
    opened = [(found.start(), found[1]) for found in _STEP.finditer(sheet.text, 0, start)]
    opened += [(one.span.start, str(at)) for one in sheet.statements if (at := _counted(one)) is not None]
    place, step = max((one for one in opened if one[0] < start), default=(start, ""))
    if _FIRST.search(sheet.text, place, start):
        return ""  # another method begins there
    own = [one for one in sheet.statements if place <= one.span.start < start]
    found = any(
        called(one.members[0].expr)[0] == base
        and (number := stated_number(one.members[-1].expr)) is not None
        and number.value == top
        for one in own
    )
    return step if found else ""


def _counted(statement: Statement) -> int | None:
    """The step that `t = 2` says is meant, wherever it stands."""
    match [member.expr for member in statement.members]:
        case [Name(key="t" | "k"), Number(value=value, unit=unit)] if unit == 1 and value.q == 1:
            return int(value.p) if 0 < value <= MOST_STEPS else None
        case _:
            return None


def _rate(sheet: Sheet, keys: tuple[str, ...]) -> fmpq | None:
    said = (sheet.judge.scope.said.get(key) for key in keys)
    return next((value for value in said if isinstance(value, fmpq) and 0 < value < 1), None)


def _others(rates: Iterable[fmpq | None], count: int) -> set[fmpq]:
    """The denominators of both rates in this step, the one before and the one after, and in the first."""
    known = [rate for rate in rates if rate is not None]
    return {1 - rate**power for rate in known for power in {1, count - 1, count, count + 1} if power > 0}
