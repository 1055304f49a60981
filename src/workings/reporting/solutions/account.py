"""Where the values of a line come from, as plain text."""

from __future__ import annotations

from workings.explaining.lines import lines
from workings.explaining.values import DIGITS
from workings.finding import Verdict
from workings.reporting.paint import harmless
from workings.reporting.solutions.text import row
from workings.reporting.wording import headline
from workings.solving.accounts import Account
from workings.source import Page, Span
from workings.step import Origin

LONGEST = 100  # characters of the author's text


def render(page: Page, found: tuple[Account, ...], detail: int, digits: int = DIGITS) -> str:
    """All accounts of a line; what several links of a chain come from stands once, below the last."""
    told = [(_verdict(page, one), _derivation(page, one, detail, digits)) for one in found]
    parts = []
    for at, (verdict, derivation) in enumerate(told):
        goes_on = at + 1 < len(told) and told[at + 1][1] == derivation
        parts.append(verdict if goes_on else f"{verdict}{derivation}" + "\n" * (at + 1 < len(told)))
    return "".join(parts)


def _verdict(page: Page, account: Account) -> str:
    """The author's text up to the stated value, and what was said of that."""
    text = _quote(page, Span(account.statement.start, account.span.end))
    rows = [f"line {page.place(account.span.start).line}: {text}"]
    claim = account.claim
    if claim is not None and claim.verdict is not Verdict.RIGHT:
        rows.append(f"  {claim.verdict.value}: {harmless(headline(claim))}")
    elif claim is not None:
        rows.append("  right")
    return "\n".join(rows) + "\n"


def _derivation(page: Page, account: Account, detail: int, digits: int) -> str:
    """Where the value comes from, step by step."""
    if account.explanation is None:
        return f"  nothing to explain: {harmless(account.reason)}\n"
    rows, origins = [], account.explanation.origins
    if origins:
        rows.append("  it comes from")
        rows += [f"    {_origin(page, origin)}" for origin in origins]
        rows.append("  step by step")
    rows += [f"  {row(line)}" for line in lines(account.explanation.step, digits, detail=detail)]
    return "\n".join(rows) + "\n"


def _origin(page: Page, origin: Origin) -> str:
    """A name, the line that says what it is, and the author's text there."""
    if origin.span.start < 0:
        return f"{harmless(origin.key)}, which is given elsewhere"
    kind = "given" if origin.formula is None else "worked out"
    return f"line {page.place(origin.span.start).line}: {_quote(page, origin.span)}  ({kind})"


def _quote(page: Page, span: Span) -> str:
    text = " ".join(page.quote(span).split())
    return harmless(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")
