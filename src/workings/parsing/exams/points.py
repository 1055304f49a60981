"""The points that a sheet gives for its questions and parts, where its structure is plain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.record import record
from workings.regex import regex
from workings.source import Span

MOST_LINES = 20_000  # of a document
_NUMBER = r"\d{1,4}(?:[.,]\d{1,2}|½)?"
_UNIT = r"(?:points?|pts?|marks?|punkte?|pkte?|credits?|BE|P)"
POINTS = regex(
    r"(?P<open>[(\[]|\\hfill[ \t]*|[–—:,-][ \t]*|\.[ \t]+|[ \t]/[ \t]*|\bof[ \t]+|\bfor[ \t]+|^)[ \t]*"
    r"(?:(?:max(?:imal|imum)?\.?|total|worth|gesamt|insgesamt):?[ \t]*)?"
    rf"(?:(?:{_NUMBER}[ \t]*\+[ \t]*){{1,12}}{_NUMBER}[ \t]*=[ \t]*)?"
    rf"(?P<number>{_NUMBER})[ \t]*(?:{_UNIT})\b\.?(?:[ \t]+(?:total|in total|gesamt|insgesamt|max\.?))?"
    r"[ \t]*(?P<close>[)\]])?",
    re.IGNORECASE | re.MULTILINE,
)
_SLASH = regex(
    rf"(?:_{{1,40}}|\.{{3,40}}|\\rule\{{[^{{}}]*\}}\{{[^{{}}]*\}}|[ \t(\[])[ \t]*/[ \t]*(?P<number>{_NUMBER})"
    r"[ \t]*[)\]]?[*_ \t]*$"
)
_VOID = regex(
    r"\beach\b|\bje\b|\bper\b|\bpro\b|\bup\s+to\b|\bbis\s+zu\b|\bat\s+(?:most|least)\b|\bdeduct|\blos(?:e|es|ing|t)\b|\bminus\b|\bnegativ"
    r"|\babzug|\bextra\b|\bonly\b|\bhalf\b|\bearn(?:ed|s)?\b|\bscored?\b|\bgot\b|\breceive|\berreicht|\bpass(?:ed|ing)?\b|\bneed",
    re.IGNORECASE,
)
_BONUS = regex(r"\bbonus|\boptional|\bextra\b|\bzusatz|\bvoluntary|\bfreiwillig|\*\s*$", re.IGNORECASE)
CHOICE = regex(
    r"\b(?:any|choose|select|pick|answer)\s+(?:any\s+)?(?:one|two|three|four|five|\d)\b|\beither\b|\bbest\s+(?:\w+\s+){0,2}(?:of|count)"
    r"|\b(?:wählen|bearbeiten)\s+sie\b|\bone\s+of\s+the\b|\bout\s+of\s+the\s+following\b",
    re.IGNORECASE,
)
_QUESTION = regex(
    r"[\s#>*_]*(?:\\(?:sub)?section\*?\{\s*)?(?:\d{1,2}[.)]\s+)?"
    r"(?:question|problem|exercise|task|aufgabe|frage|übung|assignment|ex\.|q|part|teil)"
    r"[\s.:~]*(?P<number>\d{1,2}|[IVX]{1,4})(?![\d.]\d|\w)",
    re.IGNORECASE,
)
_PART = regex(
    r"[\s>*_-]*+(?:#{2,6}[ \t]*+)?(?:(?:part|teil|aufgabe)[ \t]+)?[(*_]{0,3}"
    r"(?P<label>[a-z]|[ivx]{1,4}|\d{1,2}(?:\.\d{1,2}|[a-z])?)[*_]{0,2}[).:](?=[\s*_]|$)"
    r"|[\s>*_#-]*+(?:part|teil)[ \t]+[(]?(?P<letter>[a-z])[)]?[*_]{0,2}(?=[\s:.(\[])",
    re.IGNORECASE,
)
_TOTAL = regex(
    r"[\s#>*_|(\[]*+(?:(?:the|der|die)\s+)?(?:(?:exam|test|quiz|sheet)\s+)?"
    r"(?:total|sum|gesamt(?:punkt(?:e|zahl))?|summe|insgesamt|overall|maximum|max\.?)[\s*_]*+"
    r"(?:(?:number|score|of|points?|marks?|punkte|possible|available|is|are|:|=|-|–)[\s*_]*+){0,6}"
    rf"(?P<number>{_NUMBER})(?![\d.,]*\s*[+\d])[\s*_]*(?P<unit>{_UNIT}\b)?",
    re.IGNORECASE,
)
_TITLE = regex(
    r"\s*#\s.*\b(?:exam|test|quiz|midterm|final|sheet|assignment|homework|klausur|übungsblatt)\b|\s*\\title\{",
    re.IGNORECASE,
)
_WORTH = regex(
    r"\b(?:exam|test|quiz|sheet|homework|assignment|klausur|total)\b[^.\n]{0,60}?"
    rf"\b(?:worth|of|hat|out\s+of|comprises)\s+(?P<number>{_NUMBER})[ \t]+{_UNIT}\b"
    r"|\b(?:there\s+are|in\s+total|total\s+of|insgesamt|out\s+of)\s+(?:a\s+total\s+of\s+)?"
    rf"(?P<other>{_NUMBER})[ \t]+{_UNIT}\b",
    re.IGNORECASE,
)


@record(frozen=True, slots=True)
class Worth:
    """Points as they are written."""

    value: fmpq
    span: Span
    bonus: bool = False


@record(frozen=True, slots=True)
class Item:
    """A part of a question: its label, and its points if it has any."""

    label: str
    worth: Worth | None


@record(frozen=True, slots=True)
class Question:
    """A question with the points that stand beside its name, and its parts."""

    number: str
    worth: Worth | None
    items: tuple[Item, ...]
    plain: bool = True  # nothing on it makes the sum doubtful
    adds: bool = False  # its own points may come on top of those of its parts, as in the exam class


@record(frozen=True, slots=True)
class Sheet:
    """All questions, and the total that the sheet states for them."""

    questions: tuple[Question, ...]
    total: Worth | None


def amount(text: str) -> fmpq:
    """The number of points that is written: 2.5, 2,5 or 2½."""
    half = fmpq(1, 2) if text.endswith("½") else fmpq(0)
    whole, _, tenths = text.rstrip("½").replace(",", ".").partition(".")
    return fmpq(int(whole)) + (fmpq(int(tenths), 10 ** len(tenths)) if tenths else 0) + half


def read_sheets(text: str) -> Iterator[Sheet]:
    """The questions that are headed and numbered as such; a heading of the first level parts sheets."""
    reader = _Reader()
    at = 0
    for line in text.split("\n")[:MOST_LINES]:
        if _level(line) == 1 and not _QUESTION.match(line) and reader.begun:
            yield from reader.sheets()
            reader = _Reader()
        reader.line(line, at)
        at += len(line) + 1
    yield from reader.sheets()


class _Reader:
    """Goes through the lines and gathers parts under their questions."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.totals: list[Worth] = []
        self.number: str | None = None
        self.worth: Worth | None = None
        self.items: list[Item] = []
        self.plain = True
        self.level = 0  # of the heading of the question, by its marks
        self.bare = False  # questions are numbered, but not called so
        self.waits = False  # for points on the line below a heading

    def line(self, line: str, at: int) -> None:
        """Take up one line of the sheet: a question, a total, a part, or points beside the text."""
        if not line.strip() or line.lstrip().startswith(("%", "|")):
            return
        question = _QUESTION.match(line)
        worths = list(worths_in(line, at))
        if question is not None and (worths or line.lstrip()[:1] in "#*\\" or len(line) < 40):
            self.close()
            self.number, self.bare, self.level = question["number"].upper(), False, _level(line)
            self.worth = worths[0] if len(worths) == 1 else None
            self.plain = len(worths) < 2 and not CHOICE.search(line)
            self.waits = self.worth is None
            return
        total = self._total(line, at)
        if total is not None:
            self.totals.append(total)
            return
        part = _PART.match(line)
        if part is None and 0 < _level(line) <= max(self.level, 1):
            self.close()
            return
        if part is not None:
            worths = list(worths_in(line[part.end() :], at + part.end()))
        if part is not None and _label(part).isdigit() and worths and (self.number is None or self.bare):
            self.close()
            self.number, self.bare = _label(part), True
            self.worth = worths[0] if len(worths) == 1 else None
            self.plain = len(worths) < 2
        elif part is not None and self.number is not None:
            self.items.append(Item(_label(part), worths[0] if len(worths) == 1 else None))
            self.plain = self.plain and len(worths) < 2
        elif worths and self.number is not None:
            self._loose(line, worths)
        if CHOICE.search(line):
            self.plain = False
        self.waits = False

    def _loose(self, line: str, worths: Sequence[Worth]) -> None:
        """Points in running text: below a heading or at the end of a part they belong to it."""
        ends = line.rstrip(" *_").endswith((")", "]")) or POINTS.fullmatch(line.strip()) is not None
        if len(worths) == 1 and self.waits and not self.items:
            self.worth = worths[0]
        elif len(worths) == 1 and ends and self.items and self.items[-1].worth is None:
            self.items[-1] = Item(self.items[-1].label, worths[0])
        else:
            self.plain = False

    def _total(self, line: str, at: int) -> Worth | None:
        """The total of the sheet, on a line that begins with it or says what the exam is worth."""
        found = _TOTAL.match(line)
        if found is not None and (found["unit"] or "point" in line.lower() or "punkt" in line.lower()):
            return Worth(amount(found["number"]), _place(found, "number", at))
        if self.questions or self.number is not None:
            return None
        headed = list(worths_in(line, at)) if _TITLE.match(line) else []
        if len(headed) == 1:
            return headed[0]
        worth = _WORTH.search(line)
        if worth is None:
            return None
        group = "number" if worth["number"] else "other"
        return Worth(amount(worth[group]), _place(worth, group, at))

    def close(self) -> None:
        if self.number is not None:
            self.questions.append(Question(self.number, self.worth, tuple(self.items), self.plain))
        self.number, self.worth, self.items, self.plain = None, None, [], True

    @property
    def begun(self) -> bool:
        return bool(self.questions) or self.number is not None

    def sheets(self) -> Iterator[Sheet]:
        """What was gathered, if there is a question in it."""
        self.close()
        if self.questions:
            distinct = {total.value for total in self.totals}
            yield Sheet(tuple(self.questions), self.totals[-1] if len(distinct) == 1 else None)


def _level(line: str) -> int:
    """How many marks make a line a heading; 0 for one that is none."""
    text = line.lstrip()
    return len(text) - len(text.lstrip("#"))


def _label(part: re.Match[str]) -> str:
    return (part["label"] or part["letter"]).lower()


def worths_in(line: str, at: int) -> Iterator[Worth]:
    """The points that a line states for what stands on it."""
    bonus = _BONUS.search(line) is not None
    for found in POINTS.finditer(line):
        around = line[max(0, found.start() - 24) : found.end() + 24]
        closed = (found["open"] in ("(", "[")) == (found["close"] is not None)
        alone = (
            found["open"]
            or found[0].rstrip().endswith(".")
            or line[found.end() : found.end() + 1] in ("", ":", ";")
        )
        if closed and alone and not _VOID.search(around):
            yield Worth(amount(found["number"]), _place(found, "number", at), bonus)
    slash = _SLASH.search(line)
    if slash is not None:
        yield Worth(amount(slash["number"]), _place(slash, "number", at), bonus)


def _place(found: re.Match[str], group: str, at: int) -> Span:
    return Span(at + found.start(group), at + found.end(group))
