"""Sentences that point to a lab, by a comment beside or before them: `<!-- lab: own-key, copying -->`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from workings.checking.rules.labs import RULE
from workings.document import Kind, Passage
from workings.extracting import is_tex
from workings.extracting.comments import page_comments
from workings.finding import LAB, Claim, Report, Verdict
from workings.labs.catalogue import LABS, unknown
from workings.labs.lab import Ruling
from workings.labs.running import NoTorchError, run_lab
from workings.pipeline import Document, in_order
from workings.record import record
from workings.regex import regex
from workings.source import Page, Span

POINTER = regex(r"lab:\s*(?P<names>.*)", re.DOTALL)
END = regex(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bvs)(?<!\bEq)(?<!\bFig)[.!?][\"'”’)\]]*(?=\s|$)")
NAMELESS = "the comment names no lab, as in <!-- lab: own-key -->; `workings lab` lists them"
MARKUP = " \t\r>*+-|"  # what may stand before a comment on a line that holds nothing else
READ = frozenset({Kind.PROSE, Kind.HEADING, Kind.CELL})
VERDICTS = {
    Ruling.HOLDS: Verdict.RIGHT,
    Ruling.FAILS: Verdict.WRONG,
    Ruling.ONLY_IF: Verdict.UNDECIDED,
    Ruling.OPEN: Verdict.UNDECIDED,
}


@record(frozen=True, slots=True)
class Citation:
    """The name of a lab, and the sentence that points to it."""

    name: str
    span: Span


def with_labs(document: Document, report: Report) -> Report:
    """A report with a claim for every sentence that points to a lab; each lab is run once."""
    claims = [_claim(document.reading.page, citation) for citation in citations(document)]
    return replace(report, claims=in_order([*report.claims, *claims])) if claims else report


def citations(document: Document) -> Iterator[Citation]:
    """Every pointer with its sentence, or with itself where there is none to stand beside."""
    page = document.reading.page
    if "lab:" not in page.written:
        return
    for span, words in page_comments(page, is_tex(page.written, page.filename)):
        pointer = POINTER.match(words)
        if pointer is not None:
            passages = [passage for passage in document.reading.passages if _is_read(passage, span)]
            sentence = _sentence(page, passages, span) or span
            names = [name.strip() for name in pointer["names"].split(",")]
            for name in [*filter(None, names)] or [""]:
                yield Citation(name, sentence)


def _is_read(passage: Passage, comment: Span) -> bool:
    """Whether a passage has sentences; one that opens with a comment may be taken for indented code."""
    return passage.kind in READ or passage.span.start <= comment.start < passage.span.end


def _sentence(page: Page, passages: list[Passage], comment: Span) -> Span | None:
    """What stands before the comment on its line; or what follows it, as with comments that ignore."""
    before, after = _preceding(passages, comment.start), _following(passages, comment.end)
    return before or after if _looks_back(page, comment) else after or before


def _looks_back(page: Page, comment: Span) -> bool:
    """Whether a comment speaks of what stands before it: on its line, or above it with nothing below."""
    start, line = page.line_text(comment.start)
    if line[: comment.start - start].strip(MARKUP):
        return True
    end = page.written.find("\n", comment.end)
    rest, below = page.written[comment.end : end if end >= 0 else None], ""
    if end >= 0:
        below = page.line_text(end + 1)[1]
    above = page.line_text(start - 1)[1] if start else ""
    return not rest.strip() and not below.strip() and bool(above.strip())


def _preceding(passages: list[Passage], place: int) -> Span | None:
    """The last sentence that begins before a place."""
    found = [
        span for passage in passages if passage.span.start < place for span in _sentences(passage, 0, place)
    ]
    return max(found, default=None)


def _following(passages: list[Passage], place: int) -> Span | None:
    """The first sentence behind a place."""
    later = (passage for passage in passages if passage.span.end > place)
    return next((span for passage in later for span in _sentences(passage, place, passage.span.end)), None)


def _sentences(passage: Passage, first: int, last: int) -> Iterator[Span]:
    """The sentences of a passage between two places of the page, without the space around them."""
    begin, stop = max(0, first - passage.span.start), min(len(passage.text), last - passage.span.start)
    while begin < stop:
        end = END.search(passage.text, begin, stop)
        text = passage.text[begin : end.end() if end else stop]
        if words := text.strip():
            start = passage.span.start + begin + text.index(words[0])
            yield Span(start, start + len(words))
        begin += len(text)


def _claim(page: Page, citation: Citation) -> Claim:
    """What the lab says of the sentence, as a claim of its own."""
    text = page.written[citation.span.start : citation.span.end]
    lab = LABS.get(citation.name)
    if lab is None:
        message = unknown(citation.name) if citation.name else NAMELESS
        return Claim("", LAB, citation.span, text, Verdict.UNREAD, message=message)
    try:
        outcome = run_lab(lab)
    except NoTorchError as missing:
        return Claim("", LAB, citation.span, text, Verdict.UNREAD, message=str(missing))
    rule = RULE if outcome.ruling is Ruling.FAILS else None
    return Claim(
        "", LAB, citation.span, text, VERDICTS[outcome.ruling], rule,
        stated=lab.claim, computed=outcome.reason, message=f"the lab {lab.name}: {outcome.verdict}",
    )  # fmt: skip
