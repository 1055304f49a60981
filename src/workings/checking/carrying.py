"""What follows from an error that a rule has found: lines that put in its numbers, or theirs.

The judge carries its own errors on while it goes through a document; a rule speaks only afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.source import Page, Span

LEAST_DIGITS = 3  # of a number that is known again
_NO_DIGIT = regex(r"\D")
_NUMBER = regex(r"(?<![\w.])\d+(?:(?:\{,\}|[.,])\d+)*")


def carried_on(page: Page, claims: Sequence[Claim], judged: int) -> list[Claim]:
    """The claims with those carried that follow from what the rules found behind the first `judged`."""
    told = [
        replace(claim, id=claim.id or f"r{at}") if at > judged else claim
        for at, claim in enumerate(claims, 1)
    ]
    wrong = [claim for claim in told[judged:] if claim.verdict is Verdict.WRONG and claim.kind != "sentence"]
    if not wrong:
        return told
    tainted: dict[str, str] = {}
    found = {claim.id: claim for claim in told}
    for claim in sorted(told, key=lambda claim: (claim.span.start, claim.span.end)):
        if claim in wrong:
            tainted |= dict.fromkeys(_new_numbers(page.text, claim.stated or "", claim.span.start), claim.id)
        elif claim.verdict is Verdict.RIGHT and claim.kind == "value":
            cause = _cause(page.text, claim, wrong, tainted)
            if cause is not None:
                message = f"{claim.stated} follows from an earlier error"
                found[claim.id] = replace(
                    claim, verdict=Verdict.CARRIED, cause=cause, computed=None, message=message
                )
                tainted |= dict.fromkeys(_new_numbers(page.text, claim.stated or "", claim.span.start), cause)
    return [found[claim.id] for claim in told]


def _cause(text: str, claim: Claim, wrong: Sequence[Claim], tainted: dict[str, str]) -> str | None:
    """The error whose formula a claim works out, or whose number it puts in."""
    left = Span(claim.span.end - len(claim.text), claim.span.start)
    if text[left.start : claim.span.end] != claim.text or left.start >= left.end:
        return None
    worked = next(
        (one for one in wrong if left.start <= one.span.start < left.end and one.span.end <= claim.span.end),
        None,
    )
    if worked is not None:
        return worked.id
    put_in = (_plain(number[0]) for number in _NUMBER.finditer(text, left.start, left.end))
    return next((tainted[number] for number in put_in if number in tainted), None)


def _new_numbers(text: str, stated: str, start: int) -> Iterator[str]:
    """The numbers of a result that are long enough to be known again, and stand nowhere before it."""
    for found in _NUMBER.finditer(stated):
        digits = _NO_DIGIT.sub("", found[0]).lstrip("0")
        if len(digits) >= LEAST_DIGITS and found[0] not in text[:start]:
            yield _plain(found[0])


def _plain(number: str) -> str:
    """A number without the braces that TeX wants round its comma."""
    return number.replace("{,}", ",")
