"""Questions with answers to choose from, found by their boxes, letters and ticks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from workings.document import Kind, Passage
from workings.parsing.exams.choice import Choice, Option, Sought
from workings.parsing.exams.gift import gift_choices
from workings.parsing.exams.stems import (
    asks_for_value,
    has_one_answer,
    is_multiple_choice,
    says_to_choose,
    sought_by,
    stem_before,
)
from workings.parsing.exams.ticks import CROSSED, EMPTY, TICKED, Mark, key_after, ticks_of
from workings.parsing.exams.true_false import marked_statements
from workings.record import record
from workings.regex import regex
from workings.source import Page, Span, with_newlines

MOST_OPTIONS = 12  # of one question
FARTHEST = 700  # characters from one answer to the next
KEY_WITHIN = 260  # characters behind the last answer
MOST_CHOICES = 400  # questions of one document
_NEXT_TITLE = regex(
    r"^#{1,6}[ \t](?![^\n]*(?:answer|solution|key|correct|lösung|antwort|richtig))", re.I | re.M
)
_BOX = (
    rf"[{TICKED}{EMPTY}{CROSSED}]"
    r"|\[[ xX✓✔✗✘*]\](?!\()|\([ xX✓✔✗✘•]?\)(?=[ \t])"
    r"|\$?\\(?:CheckedBox|XBox|Square|square|Box|boxtimes|blacksquare|checkmark)(?![a-zA-Z])\$?"
    r"|\\(?:CorrectChoice|choice)(?:Inline)?(?![a-zA-Z])"
)
_LABEL = r"\(?(?:[a-hA-H]|[1-9])[).:](?=[ \t*_$}~\\])|\((?:[a-hA-H]|[1-9])\)"
_LINE = regex(
    r"^[ \t>]*(?:[-+•*][ \t]+|\\item(?![a-zA-Z])[ \t]*(?:\[(?P<item>[^\]\n]{0,40})\])?[ \t]*)?"
    rf"(?P<box>{_BOX})?[ \t]*(?P<star>\*(?=\(?[a-hA-H1-9][).][ \t]))?"
    r"(?P<bold>\*\*|__|\\textbf\{|\\boxed\{)?"
    rf"(?P<label>{_LABEL})?[*_}}]{{0,2}}[ \t]*",
    re.MULTILINE,
)
_INLINE = regex(
    rf"(?<![\w$\\(\[}}])(?P<bold>\*\*)?(?:(?P<box>{_BOX})|(?P<label>\((?:[a-hA-H])\)|[a-hA-H]\)))"
    r"[*_]{0,2}[ \t]*"
)
_ITEM_LABEL = regex(r"\s*\(?[a-hA-H1-9][).]?\s*")  # of a TeX list: a letter, no box to tick
_EXPLAINS = regex(
    r"\n[ \t>*_]*(?:begründung|erklärung|lösung|explanation|reason(?:ing)?|justification|because|solution"
    r"|explication|explicación|justificación)[*_ ]*:",
    re.I,
)  # what stands below the last answer
_LETTERS = regex(r"[a-hA-H1-9]")
_PARAGRAPH_END = regex(r"\n[ \t>]*\n|\n[ \t]{0,3}#|\n[ \t]*\\(?:end|question|part|section)\b|\Z")
_PARTED = regex(r"\n[ \t]*\\(?:end|question|part|section)\b|\n[ \t]{0,3}#|\n[ \t>]*\n[ \t>]*\S")
_HINT = regex(
    rf"[{TICKED}{CROSSED}{EMPTY}]|\[[ xX✓]\]|\\(?:choice|CorrectChoice|CheckedBox|XBox|checkmark|Box|square)"
    r"|\{\s*[=~]|answer|antwort|lösung|correct|richtig|which|welche|réponse|\bans\.|\btrue\b|\bwahr\b|falsch|\bT\s?/\s?F\b",
    re.IGNORECASE,
)
_BELOW = regex(r"\n[ \t]{2,}[-*+•][ \t]+(?!\[)")  # a list in a list, of what is to be done
_SIGN = regex(r"=|∈|\\in(?![a-zA-Z])")
_DEFINED = regex(r"(?<![A-Za-z}\\^])([A-Z](?:_\{?\w\}?)?)\s*(?:=|∈|\\in(?![a-zA-Z]))")
_SILENT = (Kind.COMMENT, Kind.OUTPUT)


@record(frozen=True, slots=True)
class Marker:
    """Where an answer begins: the box and label before its words."""

    start: int
    end: int
    box: str | None
    label: str | None
    line: bool  # whether it begins a line


def read_choices(page: Page, passages: Sequence[Passage]) -> tuple[Choice, ...]:
    """Every question of a document that offers answers, in reading order."""
    if not _HINT.search(page.text):
        return ()
    text = with_newlines(page.text)
    marked = list(marked_statements(text, passages))
    found = [*marked, *(c for c in (*_listed(text), *gift_choices(text)) if not _meets(c, marked))]
    covered = sorted(p.span for p in passages if p.kind not in _SILENT)
    starts = [span.start for span in covered]
    read = [choice for choice in found if _is_read(choice, covered, starts)]
    return tuple(sorted(read, key=lambda choice: choice.span.start)[:MOST_CHOICES])


def _meets(choice: Choice, others: Sequence[Choice]) -> bool:
    """Whether its answers lie among those of another question."""
    first, last = choice.options[0].opening, choice.options[-1].span.end
    return any(other.options[0].opening < last and first < other.options[-1].span.end for other in others)


def _is_read(choice: Choice, spans: Sequence[Span], starts: Sequence[int]) -> bool:
    """Whether its answers lie in what is read at all."""
    for option in choice.options:
        before = bisect_left(starts, option.span.end) - 1  # the last passage that begins before it ends
        if before < 0 or spans[before].end <= option.span.start:
            return False
    return True


def _listed(text: str) -> Iterator[Choice]:
    """The questions whose answers stand under each other or side by side."""
    floor = 0
    runs = list(_runs(text))
    for at, run in enumerate(runs):
        if run[0].start < floor:
            continue
        limit = runs[at + 1][0].start if at + 1 < len(runs) else len(text)
        choice = _choice(text, run, floor, limit)
        if choice is not None:
            yield choice[0]
            floor = choice[1]


def _markers(text: str) -> list[Marker]:
    found = []
    for line in _LINE.finditer(text):
        lettered = line["item"] is not None and _ITEM_LABEL.fullmatch(line["item"]) is not None
        box = line["box"] or (None if lettered else line["item"]) or ("*" if line["star"] else None)
        if box is None and line["bold"] and line["label"]:
            box = "bold"
        if (box is not None and box != "bold") or line["label"] or lettered:
            label = _letter(line["label"] or line["item"] or "")
            found.append(Marker(line.start(), line.end(), box, label, True))
        stop = text.find("\n", line.end())
        stop = stop if stop >= 0 else len(text)
        for inner in _INLINE.finditer(text, line.end(), stop):
            behind = text[inner.end() : stop]
            if behind[:1] not in (";", ",", ".", ")") and behind.strip(" .;,*_$"):  # else it is a tick
                label = _letter(inner["label"] or "")
                box = inner["box"] or ("bold" if inner["bold"] else None)
                found.append(Marker(inner.start(), inner.end(), box, label, False))
    return found


def _letter(label: str) -> str | None:
    found = _LETTERS.search(label)
    return found[0].lower() if found else None


def _runs(text: str) -> Iterator[list[Marker]]:
    """Markers that belong together: boxes one after the other, or letters in their order from the first."""
    run: list[Marker] = []
    for marker in _markers(text):
        if run and (not _goes_on(run, marker) or _PARTED.search(text, run[-1].end, marker.start)):
            if not marker.line and "\n" not in text[run[-1].end : marker.start]:  # the tick behind an answer
                continue
            if len(run) > 1:
                yield run
            run = []
        if run or _begins(marker):
            run.append(marker)
    if len(run) > 1:
        yield run


def _begins(marker: Marker) -> bool:
    return marker.label in (None, "a", "1")


def _goes_on(run: list[Marker], marker: Marker) -> bool:
    last = run[-1]
    if marker.start - last.end > FARTHEST or len(run) >= MOST_OPTIONS:
        return False
    if last.label is not None or marker.label is not None:
        if last.label is None or marker.label is None:
            return False
        return ord(marker.label) == ord(last.label) + 1
    return (last.box is not None) and (marker.box is not None)


def _choice(text: str, run: list[Marker], floor: int, limit: int) -> tuple[Choice, int] | None:
    """The question of a run of answers and where it ends; None if it is only a list."""
    stem = stem_before(text, floor, run[0].start)
    words = text[stem.start : stem.end]
    sought = sought_by(words)
    values = sought is Sought.UNKNOWN and asks_for_value(words)
    if values:
        sought = Sought.TRUE
    spans = _spans(text, run)
    marks = [
        Mark(marker.box, marker.label, text[marker.end : span.end])
        for marker, span in zip(run, spans, strict=True)
    ]
    labels = [marker.label for marker in run]
    boxed = all(marker.box not in (None, "bold", "*") for marker in run)
    ticked: Sequence[bool] | None = ticks_of(marks, sought is Sought.FALSE)
    last, end = spans[-1].start, spans[-1].end
    below = _NEXT_TITLE.search(text, last, min(limit, end + KEY_WITHIN))  # of another question
    reach = min(limit, end + KEY_WITHIN) if below is None else below.start()
    key = key_after(text, last, reach, labels) if ticked is None else None
    if key is not None:
        ticked, (start, stop) = key
        end = max(end, stop)
        spans[-1] = Span(last, max(last, min(spans[-1].end, start)))
    if not boxed and not (is_multiple_choice(words) or key is not None or _has_one_in_bold(run)):
        return None
    if not boxed and ticked is None and not says_to_choose(words) and _are_worked_out(text, spans):
        return None
    if not boxed and ticked is None and _go_on(text, spans):
        return None
    options = tuple(
        Option(_trimmed(text, span), marker.label, marker.start, None if ticked is None else ticked[at])
        for at, (span, marker) in enumerate(zip(spans, run, strict=True))
    )
    single = (values or has_one_answer(words)) and (ticked is None or list(ticked).count(True) == 1)
    return Choice(stem, options, sought, single, ticked is not None), end


def _are_worked_out(text: str, spans: Sequence[Span]) -> bool:
    """Whether most of a list are lines with results or sizes, which nobody has to choose from."""
    return 2 * sum(_SIGN.search(text, start, end) is not None for start, end in spans) > len(spans)


def _go_on(text: str, spans: Sequence[Span]) -> bool:
    """Whether a list defines names that later lines of it use, as steps do and answers do not."""
    names: set[str] = set()
    users = 0
    for start, end in spans:
        written = text[start:end]
        defined = set(_DEFINED.findall(written))
        parts = _SIGN.split(written)[:-1]
        users += any(name in part for part in parts for name in names - defined)
        names |= defined
    return users > 1


def _has_one_in_bold(run: list[Marker]) -> bool:
    """Whether one of several letters is set in bold: the answer, under a question that stands further up."""
    return len(run) > 2 and sum(marker.box == "bold" for marker in run) == 1


def _spans(text: str, run: list[Marker]) -> list[Span]:
    """The words of each answer, up to the next one or a list below it; the last ends with its paragraph."""
    found = [Span(marker.end, after.start) for marker, after in pairwise(run)]
    last = run[-1].end
    closing = _PARAGRAPH_END.search(text, last)
    stop = closing.start() if closing else len(text)
    explained = _EXPLAINS.search(text, last, stop)
    stop = stop if explained is None else explained.start()
    if not run[-1].line and "\n" in text[last:stop]:
        stop = text.index("\n", last)
    spans = [*found, Span(last, min(stop, last + FARTHEST))]
    lists = [
        _BELOW.search(text, *span) if marker.box == "[ ]" else None
        for span, marker in zip(spans, run, strict=True)
    ]
    return [
        Span(span.start, below.start() if below else span.end)
        for span, below in zip(spans, lists, strict=True)
    ]


def _trimmed(text: str, span: Span) -> Span:
    """An answer without the white space and the marks of emphasis around it."""
    start, end = span
    while start < end and text[start] in " \t\n*_":
        start += 1
    while end > start and text[end - 1] in " \t\n*_>":
        end -= 1
    return Span(start, end)
