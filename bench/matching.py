"""Find what an examiner's key quotes in the raw text, and what our report says of exactly that.

A quote is found by its text, blind to white space, nearest to its line. A claim answers for a quote
if the quote covers the claim, lies in it, or cuts through it; a quote of part of a matrix literal
asks only for the entries it quotes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine import line_of

if TYPE_CHECKING:
    from workings.finding import Claim, Report

SEVERITY = ("wrong", "rounding", "carried", "right", "undecided", "unread")
OPENERS = re.compile(r"\\begin\{[a-zA-Z]*(?:matrix|array)\*?\}(?:\{[^}]*\})?|[\[(]")
LEADING = re.compile(r"\s*(?:\\left)?\s*")
CELL_END = re.compile(r"&|\\\\(?:\[[^\]]*\])?|,|;|\\q?quad|\\ |\\[,;:!]")


@dataclass(frozen=True, slots=True)
class Quote:
    """What the examiner says of one quoted piece of a document."""

    id: str
    seed: str
    line: int
    text: str
    kind: str
    verdict: str
    correct: str
    first_error: bool
    cause: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What one claim says about a quote; entries outside the quote do not count."""

    verdict: str
    rule: str | None
    line: int
    text: str
    stated: str
    computed: str
    message: str
    fits: tuple[str, ...] = ()  # the slips that were named
    slips: tuple[str, ...] = ()

    @property
    def is_finding(self) -> bool:
        """Whether a reader is told of a fault here: by the verdict, or by a rule on a line that holds."""
        return self.verdict in ("wrong", "rounding") or self.rule is not None

    def describe(self) -> str:
        rule = f"[{self.rule}]" if self.rule else ""
        said = f" (computed {self.computed})" if self.computed else ""
        return f"{self.verdict}{rule} {shorten(self.text)}{said} {shorten(self.message)}".rstrip()


def locate(raw: str, quote: str, line: int) -> tuple[int, int] | None:
    """The range of the quote in the raw text, the occurrence nearest to its line; None if nowhere."""
    pieces = [re.escape(piece) for piece in re.findall(r"\\?[A-Za-z]+|\S", quote)]
    pattern = re.compile(r"[\s$]*".join(pieces))
    starts = [0, *(m.end() for m in re.finditer("\n", raw))]
    at = starts[min(line, len(starts)) - 1]
    after = pattern.search(raw, at)
    if after and "\n" not in raw[at : after.start()]:
        return after.span()
    matches = [m.span() for m in pattern.finditer(raw)]
    return min(matches, key=lambda span: abs(span[0] - at), default=None)


def answers(report: Report, start: int, end: int) -> list[Answer]:
    """What the report says about a range of the raw text, the most telling and then the last first."""
    found = []
    for claim in reversed(report.claims):
        low, high = raw_span(report, claim)
        if low < end and start < high:
            verdict = _verdict_within(report, claim, start, end)
            if verdict is not None:
                narrowed = verdict == "right" != claim.verdict.value
                found.append(_answer(report, replace(claim, rule=None) if narrowed else claim, verdict))
    return sorted(found, key=lambda answer: SEVERITY.index(answer.verdict))


def findings_near(report: Report, line: int, reach: int) -> list[Answer]:
    """Rule findings on a line or a few lines below: what answers a quote of plain words."""
    found = []
    for claim in report.claims:
        place = line_of(report, claim)
        if claim.rule is not None and line <= place <= line + reach:
            found.append(_answer(report, claim, claim.verdict.value))
    return found


def findings_because(report: Report, line: int) -> list[Answer]:
    """Wrong claims elsewhere that name this line as the place that disagrees with them."""
    return [
        _answer(report, claim, claim.verdict.value)
        for claim in report.claims
        if claim.verdict.value == "wrong" and claim.rule and any(b.line == line for b in claim.because)
    ]


def raw_span(report: Report, claim: Claim) -> tuple[int, int]:
    page = report.page
    return page.raw_offset(claim.span.start), page.raw_offset(max(claim.span.start, claim.span.end - 1)) + 1


def _answer(report: Report, claim: Claim, verdict: str) -> Answer:
    return Answer(
        verdict,
        claim.rule,
        line_of(report, claim),
        claim.text,
        claim.stated or "",
        claim.computed or "",
        claim.message,
        claim.fits,
        claim.slips,
    )


def _verdict_within(report: Report, claim: Claim, quote_start: int, quote_end: int) -> str | None:
    """The verdict on the part of a claim that a quote covers; None if it covers too little of it."""
    low, high = raw_span(report, claim)
    start, end = max(quote_start, low), min(quote_end, high)
    verdict: str = claim.verdict.value
    if (start, end) == (low, high):
        return verdict
    cells = matrix_cells(report.page.raw[low:high])
    covered = {index for index, (a, b) in cells.items() if start <= low + a and low + b <= end}
    if claim.entries and covered:
        inside = [e.verdict.value for e in claim.entries if _cell_of(e.index, cells) in covered]
        return min(inside, key=SEVERITY.index, default="right")
    if covered:
        return verdict
    is_cut = quote_start < low or quote_end > high
    return None if is_cut and end - start < (high - low) / 2 else verdict


def _cell_of(index: tuple[int, ...], cells: dict[tuple[int, int], tuple[int, int]]) -> tuple[int, int] | None:
    """The row and column at which an entry is written; a vector may stand in a row or a column."""
    if len(index) == 2 and index in cells:
        return index[0], index[1]
    order = sorted(cells)
    ordinal = max(index, default=0)
    return order[ordinal] if ordinal < len(order) else None


def matrix_cells(text: str) -> dict[tuple[int, int], tuple[int, int]]:
    """Row and column of each entry of a text that is one matrix literal, with its place there."""
    openers = list(OPENERS.finditer(text))
    environments = [m for m in openers if m.group().startswith("\\begin")]
    opener = environments[0] if environments else next(iter(openers), None)
    if opener is None or len(environments) > 1 or not LEADING.fullmatch(text[: opener.start()]):
        return {}
    close = text.rfind("\\end", opener.end()) if environments else max(text.rfind("]"), text.rfind(")"))
    body_end = close if close > opener.end() else len(text)
    cells: dict[tuple[int, int], tuple[int, int]] = {}
    row = column = 0
    at = opener.end()
    for match in [*CELL_END.finditer(text, at, body_end), None]:
        stop = match.start() if match else body_end
        piece = text[at:stop]
        if piece.strip():
            left = at + len(piece) - len(piece.lstrip())
            cells[row, column] = (left, at + len(piece.rstrip()))
            column += 1
        if match and match.group().startswith("\\\\"):
            row, column = row + 1, 0
        at = match.end() if match else stop
    return cells


def shorten(text: str, width: int = 90) -> str:
    """A text on one line, cut to a width."""
    flat = re.sub(r"\s+", " ", text).strip()
    return flat if len(flat) <= width else flat[: width - 1] + "…"


def entry_of(record: dict[str, Any]) -> Quote:
    """One line of key.jsonl."""
    return Quote(
        record["id"],
        record["seed"],
        record["line"],
        record["quote"],
        record["kind"],
        record["verdict"],
        record["correct"],
        record["first_error"],
        record["cause"],
    )
