"""From facts to a claim: the author's text, the values, and a message that stands alone."""

from __future__ import annotations

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparing.comparison import Comparison
from workings.checking.comparing.digits import scaled_readings, stated_number
from workings.checking.readings import is_size, product_shape
from workings.evaluating.calling import INFINITE
from workings.evaluating.rendering import show, show_like
from workings.expr import Apply, Array, Call, Expr, Fold, Name, Number
from workings.finding import Because, Claim, Verdict, spot
from workings.record import record
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.resolving.traits import is_plain
from workings.source import Page, Span
from workings.value import Scalar, Tensor

_TOLD = ("identity/fails", "gradient/fails", "sum/unbound-index")  # whose reason is a counterexample
_PERCENT = regex(r"\s*\\?%$")
LONGEST_TEXT = 400  # of a claim
LONGEST_PART = 60  # of a side in a message
LONGEST_VALUE = 80  # in a message


@record(frozen=True, slots=True)
class Facts:
    """What was found out about one link of a chain; the words are made from it."""

    before: Link
    link: Link
    comparison: Comparison
    cause: str | None = None  # the claim that first went wrong
    kind: str = "value"
    because: tuple[Span, ...] = ()  # where the names got the meaning that speaks against it
    reference: Quantity | None = None  # what it was compared with in the end


def claim_for(page: Page, number: str, facts: Facts, convention: str | None, question: str | None) -> Claim:
    """The claim that the link states, with everything a report needs."""
    before, comparison = facts.before, facts.comparison
    verdict, rule = comparison.verdict, comparison.rule
    span = facts.link.member.span
    start = min(before.member.span.start, span.start)
    stated = page.written[span.start : span.end][:LONGEST_TEXT]
    text = page.quote(Span(start, span.end)) if span.end - start <= LONGEST_TEXT else stated
    if before.member.apart:
        text = f"{_written(page, before)} = {stated}"[:LONGEST_TEXT]
    computed = None
    if verdict is not Verdict.UNREAD:
        differs = verdict is Verdict.WRONG and rule is None and is_plain(before.expr)
        reference = before.printed if differs else facts.reference or before.printed  # of the numbers quoted
        known = verdict is not Verdict.CARRIED or reference is not before.printed
        if known and facts.kind != "order":
            computed = _shown_like(page, reference, facts.link)
    return Claim(
        number,
        "value" if facts.kind == "order" else facts.kind,
        span,
        text,
        verdict,
        rule or ("value/differs" if verdict is Verdict.WRONG else None),
        stated,
        computed,
        (),
        facts.cause,
        convention,
        comparison.entries if verdict is not Verdict.RIGHT else (),
        tuple(because_of(page, place) for place in facts.because) if verdict is Verdict.WRONG else (),
        question,
        _message(page, facts, stated, computed),
        _pointed(page, facts),
    )


def _pointed(page: Page, facts: Facts) -> tuple[str, ...]:
    """A counterexample, or the part of a working that is off."""
    comparison, link = facts.comparison, facts.link
    if comparison.rule in _TOLD and comparison.reason:
        return (comparison.reason,)
    if (
        comparison.verdict is not Verdict.WRONG
        or comparison.rule is not None
        or not isinstance(link.expr, Call)
    ):
        return ()
    from workings.checking.comparing.pinpointing import wrong_part  # what holds has no need of it

    part = wrong_part(page, facts.before.printed, link.printed) if facts.kind == "value" else None
    return () if part is None else (part,)


def _written(page: Page, link: Link) -> str:
    """A member in its author's words; a step that stands in a table goes by its own name."""
    if link.member.apart and isinstance(link.expr, Name | Apply):
        return link.expr.key
    if link.member.said is not None:
        return link.member.said
    text = page.quote(link.member.span)
    first = text.find("$") + 1
    is_closed = (
        first and text[first : first + 1].isspace()
    )  # by the dollar before the words in `x^3$ at $x = 2`
    return text.replace("$", "") if is_closed else text


def claim_about(
    page: Page,
    place: Span,
    verdict: Verdict,
    rule: str | None = None,
    message: str = "",
    computed: str | None = None,
    *,
    kind: str = "value",
    because: tuple[Because, ...] = (),
    question: str | None = None,
    convention: str | None = None,
    fits: tuple[str, ...] = (),
) -> Claim:
    """A claim about a place of the page, where just what stands there is stated."""
    text = page.written[place.start : place.end][:LONGEST_TEXT]
    return Claim(
        "", kind, place, text, verdict, rule, text, computed, fits,
        convention=convention, because=because, question=question, message=message,
    )  # fmt: skip


def because_of(page: Page, place: Span) -> Because:
    """A place that an expectation came from, as a report names it."""
    return Because(page.place(place.start).line, shortened(page.quote(place)))


def doubtful_copy(page: Page, number: str, key: str, first: Span, second: Span) -> Claim:
    """The claim that two copies of one matrix make together, placed at the one in doubt."""
    text = page.written[first.start : first.end][:LONGEST_TEXT]
    line = page.place(second.start).line
    there = " ".join(page.written[second.start : second.end].split())[:LONGEST_TEXT]
    return Claim(
        number,
        "copy",
        first,
        text,
        Verdict.WRONG,
        "restated-differently",
        text,
        because=(Because(line, there),),
        message=f"{key} is written differently on line {line}",
    )


def _shown_like(page: Page, reference: Quantity, link: Link) -> str | None:
    """The computed value, to about the digits that were stated, and per cent where these are."""
    value = reference.value
    if not isinstance(value, fmpq | arb | Tensor):
        return None
    if isinstance(reference.expr, Fold) and reference.expr.kind == "lim" and value in (INFINITE, -INFINITE):
        return "∞" if value == INFINITE else "-∞"
    if is_size(link.expr) is not None and (shape := product_shape(reference.expr)) is not None:
        return f"{shape[0]} × {shape[1]}"
    literal = stated_number(link.expr)
    if literal is None or isinstance(value, Tensor) or literal.integer:
        return show(value)
    percent = _PERCENT.search(page.written[link.member.span.start : link.member.span.end])
    scale, sign = (100, percent[0].replace("\\", "")) if percent else (1, "")
    return _to_digits(value * scale, literal.value * scale, literal.unit * scale) + sign


def _to_digits(value: Scalar, stated: fmpq, unit: fmpq) -> str:
    """A value to the stated digits, or to more where these do not tell it from what is stated."""
    if -10 * unit < value < 10 * unit:
        return show(value)  # few digits would be left of it
    if value == stated:
        return show_like(value, unit / 10)
    shown = show_like(value, unit)
    return shown if shown != show_like(stated, unit) else show_like(value, unit / 10)


def _message(page: Page, facts: Facts, stated: str, computed: str | None) -> str:
    """One line that can be read without the source beside it."""
    verdict, why = facts.comparison.verdict, facts.comparison.reason
    if verdict is Verdict.RIGHT:
        return why
    right = shortened(stated)
    match verdict:
        case Verdict.WRONG:
            left = shortened(_written(page, facts.before))
            if facts.kind == "order":
                return f"{left} {facts.link.member.sign} {right} does not hold"
            return _message_of_error(facts, left, right, computed)
        case Verdict.ROUNDING:
            value = f"; the value is {computed}" if computed is not None else ""
            how = "cut off instead of rounded" if _is_cut_off(facts) else "off by rounding only"
            return f"{right} is {how}{value}"
        case Verdict.CARRIED:
            return f"{right} follows from an earlier error"
        case Verdict.UNREAD:
            return f"not understood: {why}"
        case _:
            return why or "not determined by this document"


def _is_cut_off(facts: Facts) -> bool:
    """Whether every number that is off is the value without its last digits."""
    value = as_value(facts.before.printed.value)
    items = value.items if isinstance(value, Tensor) else (value,)
    stated = [stated_number(item) for item in _entries(facts.link.expr)]
    off = 0
    for right, number in zip(items, stated, strict=False):
        if right is None or number is None or len(items) != len(stated):
            return False
        if number.integer:
            continue
        missing = (right - number.value) * (1 if number.value > 0 else -1)
        if not missing < number.unit:
            return False
        if missing * 2 > number.unit:
            off += 1
        elif not missing * 2 >= -number.unit:
            return False
    return off > 0


def _entries(expr: Expr) -> list[Expr]:
    """The entries of a literal in row-major order; a number is its own only one."""
    if not isinstance(expr, Array):
        return [expr]
    return [entry for item in expr.items for entry in _entries(item)]


def _message_of_error(facts: Facts, left: str, right: str, computed: str | None) -> str:
    """What is wrong in one line, by the rule that found it."""
    wrong = [entry for entry in facts.comparison.entries if entry.verdict is Verdict.WRONG]
    before = facts.before.expr
    if isinstance(before, Fold) and before.kind == "lim" and "lim" not in left:
        left = f"the limit of {left}"
    match facts.comparison.rule:
        case None if len(wrong) == 1:
            return f"{spot(wrong[0].index)} of {left} is {wrong[0].computed}, not {wrong[0].stated}"
        case None if wrong:
            return f"{len(wrong)} entries of {left} differ from what is stated"
        case "chain/compensating":
            value = as_value(facts.before.printed.value)
            known = "something else" if value is None else show(value)
            return f"{left} is {known}, but {right} is what the givens lead to"
        case "matrix/shape":
            return f"{left} has another shape: {facts.comparison.reason}"
        case "copy/differs":
            return facts.comparison.reason or f"the numbers put in differ from what {left} stands for"
        case "recurrence/closed-form":
            return f"{left} is not {right}: {facts.comparison.reason}"
        case "restated-differently":
            return f"{left} was stated with another value before"
        case _ if isinstance(before, Number) and (own := _own_value(facts)) is not None:
            return f"{right} is {own}, not {left}"
        case _ if computed and len(computed) < LONGEST_VALUE and stated_number(before) is None:
            return f"{left} is {computed}, not {right}"
        case _:
            return f"{left} is not {right}"


def _own_value(facts: Facts) -> str | None:
    """What a sum comes to that stands behind its result: `430 = 265 + 160`."""
    value = as_value(facts.link.printed.value)
    literal = stated_number(facts.link.expr) is not None or scaled_readings(
        facts.link.expr
    )  # or “98 million”
    known = isinstance(value, fmpq | arb) and not literal
    return show(value) if known and value is not None else None


def shortened(text: str) -> str:
    """The text on one line, cut where it would fill it."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_PART else text[: LONGEST_PART - 3] + "…"
