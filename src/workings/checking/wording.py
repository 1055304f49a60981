"""From facts to a claim: the author's text, the values, and a message that stands alone."""

from __future__ import annotations

from flint import arb, fmpq

from workings.checking.chain import Link
from workings.checking.comparison import Comparison
from workings.checking.digits import stated_number
from workings.evaluating.rendering import show, show_like
from workings.finding import Because, Claim, Verdict
from workings.resolving.quantity import Quantity
from workings.source import Page, Span
from workings.value import Tensor

LONGEST_TEXT = 400


def claim_for(
    page: Page,
    number: str,
    before: Link,
    link: Link,
    verdict: Verdict,
    rule: str | None,
    comparison: Comparison | None,
    cause: str | None,
    kind: str,
    reason: str,
    convention: str | None,
    question: str | None,
) -> Claim:
    """The claim that the link states, with everything a report needs."""
    span = link.member.span
    start = min(before.member.span.start, span.start)
    text = (
        page.text[start : span.end]
        if span.end - start <= LONGEST_TEXT
        else page.text[span.start : span.end][:LONGEST_TEXT]
    )
    stated = page.text[span.start : span.end][:LONGEST_TEXT]
    reference = before.unrounded if rule == "chain/compensating" else before.printed
    computed = shown_like(reference, link) if verdict is not Verdict.UNREAD else None
    entries = comparison.entries if comparison is not None and verdict is not Verdict.RIGHT else ()
    why = reason or (comparison.reason if comparison is not None else "")
    message = message_for(page, before, link, verdict, rule, computed, why, stated)
    return Claim(
        number,
        kind,
        Span(span.start, span.end),
        text,
        verdict,
        rule or (default_rule(kind) if verdict is Verdict.WRONG else None),
        stated,
        computed,
        (),
        cause,
        convention,
        entries,
        (),
        question,
        message,
    )


def doubtful_copy(page: Page, number: str, key: str, first: Span, second: Span) -> Claim:
    """The claim that two copies of one matrix make together, placed at the one in doubt."""
    text = page.text[first.start : first.end][:LONGEST_TEXT]
    line = page.place(second.start).line
    there = " ".join(page.text[second.start : second.end].split())[:LONGEST_TEXT]
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


def default_rule(kind: str) -> str:
    return {"copy": "copy/differs", "symbolic": "identity/fails", "shape": "matrix/shape"}.get(
        kind, "value/differs"
    )


def shown_like(reference: Quantity, link: Link) -> str | None:
    """The computed value, to about the digits that were stated."""
    value = reference.value
    if not isinstance(value, fmpq | arb | Tensor):
        return None
    literal = stated_number(link.expr)
    if literal is not None and not isinstance(value, Tensor) and not literal.integer:
        return show_like(value, literal.unit)
    return show(value)


def message_for(
    page: Page,
    before: Link,
    link: Link,
    verdict: Verdict,
    rule: str | None,
    computed: str | None,
    why: str,
    stated: str,
) -> str:
    """One line that can be read without the source beside it."""
    if verdict is Verdict.RIGHT:
        return why
    left = " ".join(page.text[before.member.span.start : before.member.span.end].split())
    left = left if len(left) <= 60 else left[:57] + "…"
    right = " ".join(stated.split())
    right = right if len(right) <= 60 else right[:57] + "…"
    match verdict:
        case Verdict.WRONG if rule == "chain/compensating":
            return f"{left} is {_value(before)}, but {right} is what the givens lead to"
        case Verdict.WRONG if rule == "copy/differs":
            return f"the numbers put in differ from what {left} stands for"
        case Verdict.WRONG if rule == "restated-differently":
            return f"{left} was stated with another value before"
        case Verdict.WRONG:
            return (
                f"{left} is {computed}, not {right}"
                if computed and len(computed) < 80
                else f"{left} is not {right}"
            )
        case Verdict.ROUNDING:
            return f"{right} is off by rounding only; the value is {computed}"
        case Verdict.CARRIED:
            return f"{right} follows from an earlier error"
        case Verdict.UNREAD:
            return f"not understood: {why}"
        case _:
            return why or "not determined by this document"


def _value(link: Link) -> str:
    value = link.printed.value
    return show(value) if isinstance(value, fmpq | arb | Tensor) else "something else"
