"""What a page states and does not work out there: a name or a few words, and a number, a list or a matrix."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.comparing.digits import Stated, stated_in, stated_number
from workings.checking.methods.pages.naming import GREEK, spelt
from workings.checking.methods.sheet import Sheet
from workings.document import Statement
from workings.expr import Apply, Array, Call, Expr, Name
from workings.ops import FUNCTIONS
from workings.parsing import Lexicon, parse_maths
from workings.parsing.numerals import NUMERAL
from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST = 64  # numbers of a quantity
MOST = 400
_LABELLED = regex(  # what is once taken is never given back: a page has long runs of blanks where code stood
    r"^[ \t>*|]*+(?:[-•]\s++|\(?\d{1,2}[.)]\s++|\d{1,2}\s*+\|\s*+|\(?[a-h]\)\s++)*"
    r"(?P<label>[^\W\d_](?:(?!\d\.\d)[^\n:=|]){1,70}?)(?:\s*+[:=|]|[^\S\n]{2})\s*+(?:[^\W\d]\S{0,24}\s*+=\s*+)?"
    rf"(?P<list>(?:[\[(]|[^\S\n])*+{NUMERAL}(?:(?:[\[\](),;&]|[^\S\n])++{NUMERAL}){{0,63}})"
    r"(?:[\])]|[^\S\n])*+[|.;,]?[^\S\n]*+$",
    re.M,
)
_MORE = regex(rf"\n[ \t\[(]+(?P<list>{NUMERAL}(?:[,; \t&]+{NUMERAL}){{0,63}})[\]) \t,]*$", re.M)
_NUMBER = regex(NUMERAL)
_RAISED = regex(r"\^[\[(](\w+)[\])]")
_SMALL = regex(r"(?<![^\W\d_])([a-zA-Z]+?)(\d)$")
_WEIGHT = regex(r"([WUVb])([a-z]{1,2})")
_IN_MATHS = regex(r"\$([^$]{1,30})\$\s*$|\\\(([^$]{1,30}?)\\\)\s*$")


@record(frozen=True, slots=True)
class Quantity:
    """Numbers that are stated together, each with its place, and what they are called."""

    name: str  # "" where it has none
    words: str
    numbers: tuple[Stated, ...]
    places: tuple[Span, ...]
    width: int  # of its rows
    is_flat: bool  # no matrix

    @property
    def start(self) -> int:
        return self.places[0].start


def quantities_of(sheet: Sheet) -> list[Quantity]:
    """All of them, in reading order."""
    named = [one for statement in sheet.statements if (one := _named(sheet, statement)) is not None]
    taken = [Span(one.start, one.places[-1].end) for one in named]
    labelled = [
        one
        for one in _labelled(sheet.text, sheet.judge.page.text)
        if not any(span.start < one.places[-1].end and one.start < span.end for span in taken)
    ]
    return sorted([*named, *labelled], key=lambda one: one.start)[:MOST]


def _named(sheet: Sheet, statement: Statement) -> Quantity | None:
    """`z_1 = (0.8, 1.65)`, with the words of its line, or of the line above a display."""
    head, last = statement.members[0].expr, statement.members[-1].expr
    squared = isinstance(head, Call) and head.op == "pow" and isinstance(head.args[0], Name)
    if len(statement.members) != 2 or not (squared or isinstance(head, Name | Apply)):
        return None
    if statement.hypothesis or statement.offered:
        return None
    found = [*_entries(last)]
    if not 0 < len(found) <= LONGEST or len(found) != _size(last):
        return None
    numbers, places = zip(*found, strict=True)
    rows = isinstance(last, Array) and isinstance(last.items[0], Array)
    width = _size(last.items[0]) if rows and isinstance(last, Array) else len(numbers)
    opening = sheet.text.rfind("\n", 0, statement.span.start) + 1
    words = (
        sheet.text[opening : statement.span.start].strip()
        or sheet.text[max(0, opening - 80) : opening].rstrip().rpartition("\n")[2]
    )
    return Quantity(plain(spelt(head)), words, numbers, places, width, not rows)


def plain(name: str) -> str:
    """A name in one spelling: z^(1), z^[1] and z1 are z_1, thetahat is hat(θ)."""
    name = _RAISED.sub(r"_\1", name)
    name = _SMALL.sub(r"\1_\2", name)
    if (weight := _WEIGHT.fullmatch(name)) is not None:
        return f"{weight[1]}_{weight[2]}"
    letters, _, index = name.partition("_")
    if letters.endswith("hat") and len(letters) > 3:
        letters = f"hat({GREEK.get(letters[:-3], letters[:-3])})"
    letters = GREEK.get(letters, letters)
    return f"{letters}_{index.strip('{}')}" if index else letters


def _entries(expr: Expr) -> Iterator[tuple[Stated, Span]]:
    number = stated_number(expr)
    if number is not None:
        yield number, expr.span
    elif isinstance(expr, Array):
        for item in expr.items:
            yield from _entries(item)


def _size(expr: Expr) -> int:
    return sum(map(_size, expr.items)) if isinstance(expr, Array) else 1


def _labelled(text: str, raw: str) -> Iterator[Quantity]:
    """`Hidden activations: 0.8, 1.65`, `loss   0.0644`, `| prediction | 0.359 |`."""
    end = -1
    for found in _LABELLED.finditer(text):
        if found.start() < end:
            continue
        numbers, places = _numbers(text, *found.span("list"))
        width, end, rows = len(numbers), found.end(), 1
        while len(numbers) > 1 and (more := _MORE.match(text, end)) is not None:
            further, beside = _numbers(text, *more.span("list"))
            if len(further) != width:
                break
            numbers, places, end, rows = (*numbers, *further), (*places, *beside), more.end(), rows + 1
        nested = text[found.start("list") : found.end("list")].count("[") > 1
        if nested and rows == 1:
            inner = [part for part in found["list"].split("]") if _NUMBER.search(part)]
            width = len(_NUMBER.findall(inner[0]))
        if 0 < len(numbers) <= LONGEST and len(numbers) == len(places) and len(numbers) % width == 0:
            name = _name_in(raw[slice(*found.span("label"))])
            yield Quantity(name, found["label"].strip(), numbers, places, width, rows == 1 and not nested)


def _name_in(label: str) -> str:
    """The name behind the words of a label: that of “prediction $\\hat y$”."""
    found = _IN_MATHS.search(label)
    expr = parse_maths(found[1] or found[2], Lexicon(FUNCTIONS)) if found is not None else None
    return plain(spelt(expr)) if isinstance(expr, Name | Apply) else ""


def _numbers(text: str, start: int, end: int) -> tuple[tuple[Stated, ...], tuple[Span, ...]]:
    found = [(stated_in(one[0]), Span(one.start(), one.end())) for one in _NUMBER.finditer(text, start, end)]
    known = [(number, span) for number, span in found if number is not None]
    return tuple(number for number, _ in known), tuple(span for _, span in known)
