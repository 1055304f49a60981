"""What is known on a page: numbers with their names and the words before them, and the lines made of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from flint import fmpq

from workings.checking.comparing.digits import Stated, number_in, scaled_readings, stated_number
from workings.checking.methods.pages.facts import Fact, Facts
from workings.checking.methods.pages.ledger import COLUMN
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import GREEK, called, renewed
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import literal
from workings.document import Member, Statement
from workings.evaluating import evaluate
from workings.expr import Alt, Array, Call, Expr, Name, Number, mapped
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.parsing.numerals import NUMERAL
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import line_start
from workings.value import Tensor, Value

MOST_FACTS = 300
MOST_LINES = 300
REACH = 70  # characters before a number that say what it is
SHORT = 40  # characters of a caption that names a number
HIGHEST = 8  # lines above one that may be its caption
_BY = r"(?:x|×|\\times|-?by-?)"
_IN_PROSE = regex(
    r"(?<![\w.\\^_{/*·+=(\[-])(?<!\d by )"
    r"([-−–]?(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d{1,3}(?:(?:,|\{,\})\d{3})+(?![\d,])"
    r"|\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}))(\s*\\?%)?"
    r"(?![\w^]|\.\d|\s*[*·×/^+=(]|\s*\\(?:cdot|times)|(?:\sby\s|-by-)\d)"
)
_ONE = regex(NUMERAL)
_MORE = regex(
    r"(?:\s?[,;]\s?(?:and\s)?[-−–]?(?:\d{1,9}(?:\.\d{1,12})?|\.\d{1,12})(?![\w.]*\w)(?!\s*[=·*/+×(^])"
    r"(?!\s(?!and\b|or\b)[a-z]{2}))+"
)
_COUNTED = regex(
    r"[$ ]{1,3}(?!(?:times|plus|minus|divided|over|and|so|is|are|for|which|with|the|where|then)\b)"
    r"[a-z]{3,}(?: (?:per )?[a-z]+)?"
)
COUNTED = regex(r"(?:component|entry|coordinate|dimension|dim|feature|index)\s*\(?\d{1,2}\)?", re.I)
_SPACED = regex(r"[ \u00a0\u202f{},]")
_SQUARE = regex(rf"(?<![\w.])(\d{{1,4}})\s*{_BY}\s*\1(?![\w.])(?:\s*{_BY}\s*\d{{1,4}}(?![\w.]))?\s*(\w*)")
_BROKEN = regex(r"\\\\[&\s]*$")  # the end of the row before
_NOUGHT = regex(
    r"\b(?:no|without(?: any)?|zero)\s+((?:output )?padding|momentum|weight decay)(?!\s+\d)", re.I
)
_REMARK = regex(r"\s\([^()]*\)")
_RESULT = regex(r"^.*(?:=|≈|\\approx)")
_NAMED = regex(r"\([$ ]*\\?(gamma|alpha|beta|lambda|tau|[^\W\d_])\s*=$")  # in brackets with words
_ARROWED = regex(
    r"(?:^|[\s$(])\\?(gamma|alpha|beta|lambda|tau|[^\W\d_])(?:_\{?(?P<index>\w)\}?)?\s*=[^=]{3,40}"
    r"(?:->|→|⟶|=>|⇒|\\(?:long)?(?:right)?arrow|\\to)[\s$]*$"
)  # a name, its formula, and an arrow to what that comes to
BYTES = regex(r"\bbytes?\b|\d ?(?:KB|MB|GB|KiB|MiB|GiB)\b|\b(?:fp|float)(?:16|32)\b", re.I)
_STOP = regex(r"[,;|\n]|\.\s|\band\b|\bwith\b(?=.*\d)|\d\s")
_WRAPPED = regex(r"(?<=[^\W\d_]{2})[ \r]*\n(?=[^\W\d_A-Z]{2,}[ ,])")  # a line of prose goes on
_WORD = regex(r"[^\W\d_]{2}")
_OPENING = regex(r"[\s\-*•|(\d.)]*([^\W\d_][\w-]{0,12}(?:\s\d{1,2})?)\s*[:.)–—|]")
_BRACKETS = regex(r"([^\W\d_][\w-]{0,12})\s*\([^()\n]*\Z")
_ORDERS = ("<", ">", "≤", "≥", "≠")
_LABELS = ("y", "t", "d", "label", "target")  # of an example
_WITH = regex(r"[\s$)]*(?:,|with|has)?\s*(?:(?:the )?(?:label|target|class)s?)?[\s$(]*", re.I)
_SIGN = regex(r"=|≈|\\approx")
LONGEST_LABEL = 80  # characters before a bracket in which the word before it stands
LONGEST_WITH = 60  # characters between an example and its label


@record(frozen=True, slots=True)
class Working:
    """A line that ends in a number: what it is called, and how it is worked out."""

    statement: Statement
    base: str
    index: str
    words: str
    above: str  # the caption above it, if nothing is said on its own line
    formula: Member  # of numbers alone; the number itself where nothing else is shown
    number: Stated
    opening: int  # where its line begins

    @property
    def start(self) -> int:
        return self.statement.span.start

    @property
    def said(self) -> str:
        """Its words and its left side, to find out what it is about."""
        return f"{self.words or self.above[-SHORT:]} | {self.name}"

    @property
    def own(self) -> str:
        """The same, without what a heading says of all lines below it."""
        above = "" if self.above.startswith("#") else self.above
        return f"{self.words or above} | {self.name}"

    @property
    def name(self) -> str:
        return f"{self.base}_{self.index}" if self.index else self.base

    @property
    def row(self) -> str:
        """The word before it, which may open a row of a table as well."""
        return self.words.lower().rstrip(":. ").rpartition(" ")[2] or "?"

    @property
    def is_bare(self) -> bool:
        return stated_number(self.formula.expr) is not None


def label_at(text: str, start: int) -> str:
    """What opens the line of a place, or stands before the brackets around it: `B` of `A (k=3), B (k=5)`."""
    opening = line_start(text, start)
    bracket = text.rfind("(", opening, start)
    found = _BRACKETS.search(text, max(opening, bracket - LONGEST_LABEL), start) if bracket >= 0 else None
    found = found or _OPENING.match(text, opening, start)
    return found[1].lower() if found is not None else ""


def words_before(text: str, starts: Sequence[int], ends: Sequence[int], start: int) -> str:
    """What stands on a line before a place, and behind the statement before it."""
    opening = line_start(text, start)
    at = bisect_right(starts, start - 1) - 1
    if at >= 0 and opening < ends[at] <= start:
        opening = ends[at]
    own = " ".join(text[opening:start].split()).strip(" -–•.&,:;|")
    return own if _WORD.search(own) else ""


def caption(text: str, start: int, reach: int = REACH) -> str:
    """The last line above a place that is no equation."""
    lines = text[max(0, start - 600) : line_start(text, start)].splitlines()
    for line in reversed(lines[-HIGHEST * 2 :]):
        if _WORD.search(line) and (line.rstrip(" $*_").endswith(":") or not _SIGN.search(line)):
            return line.strip()[-reach:]
    return ""


def _short(line: str) -> str:
    """A caption of a few words, which names what stands below it."""
    return "" if line.startswith("#") or len(line) > SHORT else line


def facts_of(sheet: Sheet) -> Facts:
    """Everything that is known on a page."""
    if sheet.facts is None:
        sheet.facts = _gathered(sheet)
    return sheet.facts


def _gathered(sheet: Sheet) -> Facts:
    spans = sorted((s.span.start, s.span.end) for s in sheet.statements)
    starts, ends = [a for a, _ in spans], [b for _, b in spans]
    found = [
        *_of_statements(sheet, starts, ends),
        *_of_prose(sheet, starts, ends),
        *_of_sizes(sheet.text),
        *_of_noughts(sheet.text),
        *_of_lists(sheet),
        *_of_rows(sheet),
    ]
    return Facts(sorted(found, key=lambda fact: fact.start)[:MOST_FACTS])


def _of_statements(sheet: Sheet, starts: Sequence[int], ends: Sequence[int]) -> Iterator[Fact]:
    """The numbers and lists that statements end in, under each name on their left."""
    beside, end = "", -1  # the number of the example that stands last, and where it ends
    for statement in sheet.statements:
        members = statement.members
        if len(members) < 2 or statement.offered:  # what is supposed may be put in as well
            continue
        last = members[-1]
        if any(member.sign in _ORDERS for member in members[1:]):
            continue
        words = words_before(sheet.text, starts, ends, statement.span.start)
        words = words or _short(caption(sheet.text, statement.span.start))
        heads = [member.expr for member in members[:-1] if not is_numeric(member.expr)]
        number = stated_number(last.expr)
        for head in heads or [members[0].expr]:
            base, index = called(head)
            near = 0 <= end <= statement.span.start <= end + LONGEST_WITH
            if (
                near
                and not index
                and base in _LABELS
                and _WITH.fullmatch(sheet.text, end, statement.span.start)
            ):
                index = beside
            if isinstance(last.expr, Array) and index.isdigit():
                beside, end = index, statement.span.end
            if number is not None:
                label = label_at(sheet.text, statement.span.start)
                worked = len(members) > 2 or is_numeric(members[0].expr)
                after = "" if heads else _unit(sheet.text, statement.span.end)
                yield Fact(base, index, words, number.value, last.span.start, False, after, label, worked)
                for start, value in () if worked else _listed(sheet.text, last.span.end):
                    yield Fact(base, index, words, value, start, label=label)
            elif isinstance(whole := _vector(last.expr), Tensor):
                yield Fact(base, index, words, whole, last.span.start)
                if len(whole.shape) == 1 and (not index or index.isdigit()):
                    name = f"{base}_{index}" if index else base
                    for at, item in enumerate(whole.items, 1):
                        yield Fact(name, str(at), words, item, last.span.start)


def _vector(expr: Expr) -> Value | None:
    """A list of numbers, also where it is turned: `(1, -1)^T`."""
    turned = isinstance(expr, Call) and expr.op == "transpose" and isinstance(expr.args[0], Array)
    return literal(expr) if turned or isinstance(expr, Array) else None


def _listed(text: str, end: int) -> Iterator[tuple[int, fmpq]]:
    """The other values of a name that is given several: `g = 2, 1, -1`."""
    more = _MORE.match(text, end)
    for found in _ONE.finditer(more[0]) if more is not None else ():
        value = number_in(found[0])
        if value is not None:
            yield end + found.start(), value


def _of_prose(sheet: Sheet, starts: Sequence[int], ends: Sequence[int]) -> Iterator[Fact]:
    for found in _IN_PROSE.finditer(sheet.text):
        at = bisect_right(starts, found.start()) - 1
        if at >= 0 and found.start() < ends[at]:
            continue
        value = number_in(_SPACED.sub("", found[1]))
        words = _clause(sheet.text, found.start())
        after = _behind(sheet.text, found.end())
        if value is not None and (words or after):
            label = label_at(sheet.text, found.start())
            named = _NAMED.search(words) or _ARROWED.search(words)
            base = GREEK.get(named[1], named[1]) if named is not None else ""
            index = (named["index"] or "") if named is not None and named.re is _ARROWED else ""
            yield Fact(
                base,
                index,
                words,
                value / 100 if found[2] else value,
                found.start(),
                after=after,
                label=label,
            )


def _behind(text: str, end: int) -> str:
    """The words right behind a number, up to a comma or another number."""
    return " ".join(_STOP.split(text[end : end + REACH // 2])[0].split())


def _unit(text: str, end: int) -> str:
    """What is counted by the number that a statement ends in: “bits per token”."""
    found = _COUNTED.match(text, end, end + REACH // 2)
    return " ".join(found[0].split()) if found is not None else ""


def _clause(text: str, start: int) -> str:
    """The words right before a number, back to a comma or another number."""
    before = _WRAPPED.sub(" ", text[max(0, start - REACH) : start])
    cuts = [found.end() for found in _STOP.finditer(before)]
    return " ".join(before[cuts[-1] if cuts else 0 :].split())


def _of_lists(sheet: Sheet) -> Iterator[Fact]:
    """Columns of tables and lists in prose, under their titles."""
    for listing in sheet.listings:
        if listing.label == COLUMN or not (listing.label or listing.name):
            continue
        if _BROKEN.search(sheet.text, max(0, listing.first.start - 8), listing.first.start):
            continue  # a further row of a matrix
        places = listing.places or (listing.span,) * len(listing.numbers)
        words = listing.label if listing.places else _clause(sheet.text, listing.span.start)
        base = listing.name.strip("$ ") if listing.places else ""
        yield Fact(base, "", words, Tensor((len(places),), listing.values, True), places[0].start)
        for at, (number, place) in enumerate(zip(listing.numbers, places, strict=True), 1):
            yield Fact(base, str(at), words, number.value, place.start)


def _of_sizes(text: str) -> Iterator[Fact]:
    """`2x2 window`, `kernel 3 × 3`: a square is spoken of by its side."""
    for found in _SQUARE.finditer(text):
        words = f"{_clause(text, found.start())} {found[2]}"
        yield Fact("", "", words, fmpq(int(found[1])), found.start())


def _of_noughts(text: str) -> Iterator[Fact]:
    """“No padding”, “without dropout”: what is not there is nought."""
    for found in _NOUGHT.finditer(text):
        yield Fact("", "", found[1], fmpq(0), found.start(), label=label_at(text, found.start()))


def _of_rows(sheet: Sheet) -> Iterator[Fact]:
    """The numbers of a table by what opens their rows and by the names in their titles."""
    for grid in sheet.grids:
        titles = [_titled(title.text) for title in grid.header]
        for row in grid.rows:
            opening = row[0].text.strip("$ ").lower()
            if not opening or len(opening) > SHORT:
                continue
            counted = number_in(opening) is not None
            for (base, words), cell in zip(titles[1:], row[1:], strict=False):
                value = number_in(_RESULT.sub("", cell.text).strip("$ "))
                if value is not None and (base or not counted):
                    yield Fact(base, opening, words, value, cell.span.start, not counted)


@cache
def _titled(title: str) -> tuple[str, str]:
    """The name in a title of a table, without an index that runs, and all of its words."""
    text = title.strip("$ ")
    plain = _REMARK.sub("", text.partition("=")[0]).strip("$ ")
    if not plain or " " in plain:
        return (plain.split()[-1] if plain.split() else ""), text
    name, index = called(parse_maths(plain, Lexicon(FUNCTIONS)))
    runs = len(index) == 1 and index.isalpha() or not index
    return (name if runs else f"{name}_{index}"), text


def may_be_worked(sheet: Sheet) -> bool:
    """Whether some line may show more than its number; `2 B × 3` does so only where bytes are meant."""
    return sheet.is_worked or sheet.says(BYTES)


def workings_of(sheet: Sheet) -> list[Working]:
    """The lines of numbers that end in a number."""
    if sheet.workings is None:
        sheet.workings = _read_workings(sheet)
    return sheet.workings


def _read_workings(sheet: Sheet) -> list[Working]:
    spans = sorted((s.span.start, s.span.end) for s in sheet.statements)
    starts, ends = [a for a, _ in spans], [b for _, b in spans]
    found: list[Working] = []
    measured = sheet.says(BYTES)
    for statement in sheet.statements:
        members = statement.members
        if measured:
            members = tuple(replace(member, expr=_in_bytes(member.expr)) for member in members)
        number = stated_number(members[-1].expr) or _scaled(members)
        if number is None or len(members) < 2 or statement.hypothesis or statement.offered:
            continue
        if any(member.sign not in ("=", "≈") for member in members[1:]):
            continue
        numeric = [member for member in members if is_numeric(member.expr)]
        if statement.column is not None and numeric[0].apart and not _stands_in(statement, numeric[0]):
            continue  # by the formula above its column, which it is held to
        base, index = renewed(members[0].expr)
        words = words_before(sheet.text, starts, ends, statement.span.start)
        if statement.label and statement.label.lower() not in words.lower():
            words = f"{statement.label}: {words}"
        start = statement.span.start
        above = "" if words and not COUNTED.fullmatch(words) else caption(sheet.text, start)
        opening = line_start(sheet.text, start)
        found.append(Working(statement, base, index, words, above, numeric[0], number, opening))
    return found[:MOST_LINES]


def _in_bytes(expr: Expr) -> Expr:
    """A formula with bytes for every `2 B` that may be billions as well."""
    match expr:
        case Alt(options=(Number(text=text) as many, Number() as few)) if text.endswith(" B"):
            return few if many.value == few.value * 10**9 else expr
        case Alt(options=(Call(op="mul", args=(Number() as few, Name(key="B"))), Number())):
            return few
        case _:
            return mapped(expr, _in_bytes)


def _stands_in(statement: Statement, formula: Member) -> bool:
    """Whether a formula stands in the row of its value, and not above the column."""
    column = statement.column
    return column is None or not column.start <= formula.span.start < column.end


def _scaled(members: Sequence[Member]) -> Stated | None:
    """A number with a scale behind it, as the formula before it comes out: 5.2 of `1.3 · 4 = 5.2 GB`."""
    ways = scaled_readings(members[-1].expr)
    if len(members) < 2 or not ways or not is_numeric(members[-2].expr):
        return None
    made = as_value(evaluate(members[-2].expr, {}))
    return next((one for one in ways if isinstance(made, fmpq) and abs(one.value - made) <= one.unit), None)
