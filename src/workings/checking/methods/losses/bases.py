"""Numbers in another unit than the page has: a loss in nats with base 10, a cosine of radians in degrees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated, number_in, stated_number
from workings.checking.methods.sheet import Result, Sheet
from workings.checking.methods.trials.worth import holds, scalar
from workings.evaluating import How, evaluate
from workings.expr import Call, Expr, Name, Number, walk
from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span, line_start

RULE = "recipe/other-base"
MOST_TOKENS = 20
DEGREES = "recipe/other-method"
_DEGREES = "angles in degrees"
_IN_DEGREES = "the angle is in radians, and this is the value for degrees"
_IN_RADIANS = "the angle is in radians, and has another value then"
_DEGREE = regex(r"°|\bdeg(?:rees?)?\b|\\circ\b|\\degree|\bGrad\b", re.I)
_POSITIONS = regex(r"\bpositional\b|\bpositions\b|\bsinusoid|\bwavelengths?\b|\brotary\b|\bRoPE\b", re.I)
_ANGULAR = regex(r"(?:sin|cos|tan)\b(?!h)")
_NATS = regex(r"\bnats?\b|natural log", re.I)
_ANY_LN = regex(r"\\ln\b|\bln\b")
_LN = regex(  # of a surprise or a loss, and not of odds
    r"(?:(?<![^\W\d])[-−]|\b(?:loss|(?:cross-)?entropy|surprisals?|surprises?|NLL|likelihood)\b)[^\n]{0,60}?\\?\bln\b",
    re.I,
)
_PLAIN_LOG = regex(r"log\s*+[({]?\s*+[(]?\s*+0?\.\d")  # of a share, with no base written
_BITS = regex(r"\bbits?\b|log_?\{?2\b|\blb\b|₂", re.I)
_MEASURED = regex(r"(?<![\w.])(?P<number>\d+(?:\.\d+)?|\.\d+)\s*(?:\\\w+\{)?\s*(?P<unit>bits?|nats?)\b", re.I)
_PERPLEXITY = regex(r"perplexity|\bPPL?\b", re.I)
_OTHER = regex(
    r"\bbits?\b|\bbase[- ](?:2|10|two|ten)\b|log_?\{?(?:2|10)\b|\blg\b|\blb\b|\bdB\b|decibel|\bbans?\b"
    r"|\b(?:not|unlike|than|instead of)\b[^.\n]{0,16}natural log",
    re.I,
)
_BASE_TWO = regex(
    r"\blog(?:s|arithms)?\b(?: \w+){0,2} (?:are|is|have|taken|to|in|means)(?: \w+){0,3}?"
    r" (?:base[- ]?(?:2|two)\b|log_?2)",
    re.I,
)
_BASES = {"log to base 2": "2", "log to base 10": "10"}
SAID: tuple[re.Pattern[str], ...] = (_NATS, _PERPLEXITY, _BASE_TWO)
WANTS = ("angles",)


def claims_of_bases(sheet: Sheet) -> Iterator[Claim]:
    yield from _of_angles(sheet)
    yield from _of_logarithms(sheet)
    yield from _of_base_two(sheet)
    yield from _of_powers(sheet)


def _of_angles(sheet: Sheet) -> Iterator[Claim]:
    """A sine or cosine in degrees where the page has radians, or of an angle that was made with π."""
    sound = [one for one in sheet.judge.claims if one.verdict is Verdict.RIGHT]
    spans = [one.span for one in sound if one.convention == _DEGREES]
    if spans and not sheet.says(_DEGREE) and (sheet.says(_POSITIONS) or _has_radians(sound)):
        for span in spans:
            told = _is_told(sheet.text[span.start : span.end])
            yield sheet.claim(span, DEGREES, _IN_DEGREES if told else _IN_RADIANS)
        return
    for result in sheet.results if spans else ():
        formula = result.formula
        if not any(result.member.span.start <= span.start < result.member.span.end for span in spans):
            continue
        angle = (
            stated_number(formula.args[0]) if isinstance(formula, Call) and len(formula.args) == 1 else None
        )
        if angle is None or not isinstance(formula, Call) or formula.op not in ("sin", "cos", "tan"):
            continue
        if any(other.start < result.start and _is_turned(other, angle.value) for other in sheet.results):
            value = scalar(formula, {})
            yield sheet.claim(result.member.span, DEGREES, _IN_DEGREES, value)
            return


def _is_told(stated: str) -> bool:
    """Whether a number is none that many angles have, 0 or 1."""
    return stated.strip("$ -−.0") not in ("", "1")


def _has_radians(claims: Sequence[Claim]) -> bool:
    """Whether a line is right in radians that would not be in degrees."""
    return any(
        one.convention is None and _is_told(one.stated or "") and _ANGULAR.search(one.text) for one in claims
    )


def _is_turned(result: Result, angle: fmpq) -> bool:
    """Whether an angle was made with π."""
    formula = result.formula
    turned = formula is not None and any(isinstance(n, Name) and n.key in ("π", "pi") for n in walk(formula))
    return turned and result.number.value == angle


def _of_powers(sheet: Sheet) -> Iterator[Claim]:
    """A perplexity that raises 2 to a loss in nats, or e to one in bits."""
    if not sheet.says(_PERPLEXITY):
        return
    nats, bits = sheet.says(_NATS) or sheet.says(_LN) or _has_natural(sheet), sheet.says(_BITS)
    logs = nats != bits and not (bits and sheet.says(_ANY_LN))  # of one kind on all of the page
    for result in sheet.results:
        if _PERPLEXITY.search(result.lead[-40:]) is None:
            continue
        for member in result.statement.members[isinstance(result.head, Name) :]:
            base = _base_of(member.expr)
            in_nats = nats if logs else _is_in_nats(sheet, result.start, member.expr)
            if base and in_nats is not None and base == ("2" if in_nats else "e"):
                unit, base = ("nats", "e") if in_nats else ("bits", "2")
                yield sheet.claim(member.span, RULE, f"the loss is in {unit}, so {base} is raised to it")
                return


def _has_natural(sheet: Sheet) -> bool:
    """Whether a logarithm that names no base holds to base e, whatever bases the formulas name."""
    return any(
        one.convention not in _BASES and one.verdict is Verdict.RIGHT and _PLAIN_LOG.search(one.text)
        for one in sheet.judge.claims
    )


def _is_in_nats(sheet: Sheet, place: int, power: Expr) -> bool | None:
    """Whether the number that a base is raised to is in nats above, or in bits; None if in neither.

    It is stated to be, or is worked out there with logarithms of one base.
    """
    raised = stated_number(power.args[-1]) if isinstance(power, Call) else None
    if raised is None:
        return None
    units = {
        found["unit"].lower().startswith("nat")
        for found in _MEASURED.finditer(sheet.text, 0, place)
        if number_in(found["number"]) == raised.value
    }
    for result in () if raised.integer else sheet.results:
        if result.start < place and result.number.value == raised.value:
            first, last = result.statement.members[0].span.end, result.member.span.start
            written = sheet.judge.page.text[first:last]
            units |= {True} if _LN.search(written) else {False} if _BITS.search(written) else set()
    if not units and not raised.integer:
        units = _units_of_means(sheet, place, raised)
    return units.pop() if len(units) == 1 else None


def _units_of_means(sheet: Sheet, place: int, raised: Stated) -> set[bool]:
    """The units of logarithms worked out on the same line, so many of which a number is the mean of."""
    units: set[bool] = set()
    opening = line_start(sheet.text, place)
    for result in sheet.results:
        if opening <= result.start < place and raised.value != 0:
            count = abs(result.number.value) / raised.value
            near = abs(count - round(count)) * raised.value <= raised.unit * round(count)
            written = sheet.judge.page.text[result.statement.span.start : result.member.span.start]
            if near and 1 < round(count) <= MOST_TOKENS:
                units |= {True} if _ANY_LN.search(written) else {False} if _BITS.search(written) else set()
    return units


def _base_of(expr: Expr) -> str:
    """What is raised to a number."""
    match expr:
        case Call(op="pow", args=(Number(value=base), Number() | Name())) if base == 2:
            return "2"
        case Call(op="exp", args=(Number() | Name(),)):
            return "e"
        case Call(op="pow", args=(Name(key="e"), Number() | Name())):
            return "e"
        case _:
            return ""


def _of_base_two(sheet: Sheet) -> Iterator[Claim]:
    """The first `log` that holds to base e alone, where the page says that all logarithms have base 2."""
    said = _BASE_TWO.search(sheet.text)
    for result in sheet.results if said is not None else ():
        formula = result.formula
        if formula is None or said is None or result.start < said.end() or not _has_plain_log(formula):
            continue
        line = sheet.judge.page.line_text(result.start)[1]
        if _NATS.search(line) or _ANY_LN.search(line):
            continue
        natural, two = scalar(formula, {}), as_value(evaluate(formula, {}, How(log_base="2")))
        if holds((result.number,), natural, 2) and not holds((result.number,), two, 4):
            message = "this is the logarithm to base e; the page says that logarithms have base 2"
            yield sheet.claim(formula.span, RULE, message, two, Span(*said.span()))
            return


def _has_plain_log(formula: Expr) -> bool:
    """Whether a logarithm without a base is in a formula of numbers."""
    found = [node for node in walk(formula) if isinstance(node, Call) and node.op == "log"]
    return bool(found) and all(not node.options for node in found)


def _of_logarithms(sheet: Sheet) -> Iterator[Claim]:
    """The first line that is right only with another logarithm."""
    if not sheet.says(_NATS) or sheet.says(_OTHER):
        return
    for claim in sheet.judge.claims:
        base = _BASES.get(claim.convention or "")
        if base is not None and claim.verdict is Verdict.RIGHT:
            message = f"this is the logarithm to base {base}; the page measures in nats, with base e"
            yield sheet.claim(claim.span, RULE, message)
            return
