"""Counts and cells by the wrong recipe: recall by columns, candidates by a sigmoid, added chances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_in, stated_number
from workings.checking.comparing.parts import summands
from workings.checking.methods.pages.knowing import label_at
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import holds, scalar, worked_out
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Name, Number, call, number
from workings.finding import Claim
from workings.parsing.grids import Grid
from workings.record import record
from workings.regex import regex
from workings.source import line_start

_ROWS_TRUE = regex(
    r"rows?:?\s+(?:are|is|=|hold|give|show)?\s*(?:the\s+)?(?:true|actual|gold)"
    r"|(?:true|actual|gold)(?: class(?:es)?| labels?)? (?:in|are|as|is)(?: the)? rows",
    re.I,
)
_ROWS_PREDICTED = regex(
    r"rows?:?\s+(?:are|is|=|hold|give|show)?\s*(?:the\s+)?predict"
    r"|predict(?:ed|ions?)(?: class(?:es)?| labels?)? (?:in|are|as|is)(?: the)? rows",
    re.I,
)
_PREDICTED = regex(r"\bpred", re.I)
_TRUE = regex(r"\b(?:true|actual(?:ly)?|gold|really|truly)\b", re.I)
_CLASS = regex(
    r"^(?:true|truly|actual(?:ly)?|gold|real(?:ly)?|pred(?:icted|\.)?|class)[:\s]+(?:class\s+)?(?=\S)", re.I
)
_RATE = regex(r"\b(recall|precision)(?:\b|(?=_))", re.I)
_CANDIDATE = regex(r"^\W*(?:candidate|cell candidate|new cell|\\?tilde|g\b|c̃)", re.I)
_LSTM = regex(r"\bLSTM\b", re.I)
_LIKELY = regex(r"\b(?:probability|score|likelihood|chance) of\b[^.\n]{0,60}$|\bP\([^()\n]*\)\s*=?\s*$", re.I)
_SEQUENCE = regex(r"\b(?:sequence|sentence|greedy|beam|next[- ]word|next[- ]token)", re.I)
_COSINE = regex(r"cos(?:ine)?(?:[ _]similarity)?|sim(?:ilarity)?", re.I)
_LETTERS = {"p": "precision", "prec": "precision", "r": "recall", "rec": "recall"}
REACH = 1500  # characters above a share in which a line says what all of them are
CALLED = 24  # characters before a quotient in which it is called a recall or a precision
_EITHER = regex(r"\b(?:or|either|union|any of|at least|total|marginal)\b|log", re.I)
SAID: tuple[re.Pattern[str], ...] = (_RATE, _LSTM, _SEQUENCE)
WANTS = ("worked",)
_CONFUSION = (
    "Rows are the true classes, columns the predictions.\n\n| | oak | elm | ash |\n|---|---|---|---|\n"
    "| oak | 6 | 3 | 1 |\n| elm | 2 | 9 | 5 |\n| ash | 0 | 0 | 7 |\n\nRecall per class:\n\n"
)
_GREEDY = "Greedy search takes the next words with 0.6, 0.7 and 0.5.\n\n"
RULES: dict[str, Description] = {
    "confusion/other-sum": Description(
        "a recall is divided by what was predicted, or a precision by what is true",
        wrong=_CONFUSION + "- elm: $9/12 = 0.75$",
        right=_CONFUSION + "- elm: $9/16 = 0.5625$",
        why="Rows and columns change their meaning from book to book.",
    ),
    "decoding/added": Description(
        "the chances along a sequence are added up instead of multiplied",
        wrong=_GREEDY + "Score of the sequence: $0.6 + 0.7 + 0.5 = 1.8$",
        right=_GREEDY + "Score of the sequence: $0.6 \\cdot 0.7 \\cdot 0.5 = 0.21$",
        why="The logarithms of the chances are added, and both are called scores.",
    ),
}


def claims_of_counting(sheet: Sheet) -> Iterator[Claim]:
    if sheet.says(_RATE):
        yield from _of_rates(sheet, sheet.grids)
    if sheet.says(_LSTM):
        yield from _of_candidates(sheet, sheet.grids)
    if sheet.says(_SEQUENCE):
        yield from _of_chances(sheet)
    if sheet.is_worked:
        yield from _of_cosines(sheet)


@record(frozen=True, slots=True)
class Confusion:
    """Counts by true and predicted class, as the table has them."""

    counts: dict[tuple[str, str], fmpq]
    rows_true: bool | None = None  # whether its rows are called true and its columns predicted, or otherwise

    def row(self, word: str) -> fmpq:
        return sum((count for (row, _), count in self.counts.items() if row == word), fmpq(0))

    def column(self, word: str) -> fmpq:
        return sum((count for (_, column), count in self.counts.items() if column == word), fmpq(0))

    def only(self, count: fmpq) -> str:
        """The class that alone has so many on the diagonal."""
        words = [row for (row, column), own in self.counts.items() if row == column and own == count]
        return words[0] if len(words) == 1 else ""


def _confusion(grid: Grid) -> Confusion | None:
    """A table whose rows and columns have the same words above and beside them."""
    heads = [_CLASS.sub("", cell.text.strip("*_ ").lower()) for cell in grid.header]
    sides = [_CLASS.sub("", row[0].text.strip("*_ ").lower()) for row in grid.rows]
    words = [word for word in heads if word and word in sides and word not in ("sum", "total")]
    if len(words) < 2 or len(set(words)) < len(words):
        return None
    counts: dict[tuple[str, str], fmpq] = {}
    for side, row in zip(sides, grid.rows, strict=True):
        for head, cell in zip(heads, row, strict=False):
            value = number_in(cell.text.strip("$ "))
            if side in words and head in words and value is not None:
                counts[side, head] = value
    titles = [cell.text for cell in grid.header[1:]], [row[0].text for row in grid.rows]
    predicted, true = ([all(map(kind.search, side)) for side in titles] for kind in (_PREDICTED, _TRUE))
    rows_true = True if predicted[0] and true[1] else False if predicted[1] and true[0] else None
    return Confusion(counts, rows_true) if len(counts) == len(words) ** 2 else None


def _of_rates(sheet: Sheet, tables: Iterable[Grid]) -> Iterator[Claim]:
    """Recall divided by the predicted, or precision by the true."""
    found = [confusion for grid in tables if (confusion := _confusion(grid)) is not None]
    said = sheet.says(_ROWS_TRUE), sheet.says(_ROWS_PREDICTED)
    if len(found) != 1 or (said[0] == said[1] and found[0].rows_true is None):
        return
    rows_true = said[0] if found[0].rows_true is None else found[0].rows_true
    for result in sheet.results:
        parts = None if result.formula is None else _share(result.formula)
        if parts is None:
            continue
        whole, count = parts
        head = result.head
        rate = _rate(sheet.text, head, result.start)
        word = (_index(head) or result.statement.label or "").lower()
        lead = sheet.text[max(0, result.start - CALLED) : result.start]
        if (word, word) not in found[0].counts:
            word = lead.strip(" :=,").rpartition(" ")[2].lower()
        if (word, word) not in found[0].counts and (_RATE.search(lead) or isinstance(head, Name)):
            word = label_at(sheet.text, result.start)
            word = word if (word, word) in found[0].counts else found[0].only(whole.value)
        if rate is None or found[0].counts.get((word, word)) != whole.value:
            continue
        by_row = (rate == "recall") == rows_true
        right, other = found[0].row(word), found[0].column(word)
        right, other = (right, other) if by_row else (other, right)
        if count == other != right:
            message = f"the {rate} of {word} is taken of {show(right)}, not of {show(other)}"
            shown = show(whole.value / right)
            yield sheet.claim(result.member.span, "confusion/other-sum", message, shown)
            return


def _rate(text: str, head: Expr, start: int) -> str | None:
    """What a share is called: by its letter, on its line, or by a line above that speaks of one rate."""
    if isinstance(head, Name) and (letter := _LETTERS.get(head.base.lower()[:4])) is not None:
        return letter
    end = head.span.end if isinstance(head, Name | Apply) else start
    opening = line_start(text, end)
    own = [match[1].lower() for match in _RATE.finditer(text, opening, end)]
    if own:
        return own[-1]
    above = [*_RATE.finditer(text, max(0, opening - REACH), opening)]
    if not above:
        return None
    place = line_start(text, above[-1].start())
    rates = {match[1].lower() for match in above if match.start() >= place}
    return rates.pop() if len(rates) == 1 else None


def _share(formula: Expr) -> tuple[Number, fmpq] | None:
    """A count and what it is divided by, which may be added up in the line: 9/16, 9/(2 + 9 + 5)."""
    match formula:
        case Call(op="div", args=(Number() as part, whole)) if is_numeric(whole):
            value = scalar(whole, {})
            return (part, value) if isinstance(value, fmpq) else None
        case _:
            return None


def _index(head: Expr) -> str:
    """The class that a rate is of: `B` of `recall_B` and of `recall(B)`."""
    match head:
        case Name(key=key):
            return key.partition("_")[2]
        case Apply(args=(Name(key=key),)):
            return key
        case _:
            return ""


def _of_candidates(sheet: Sheet, tables: Iterable[Grid]) -> Iterator[Claim]:
    """The candidate of an LSTM through a sigmoid, like the gates beside it."""
    for grid in tables:
        for row in grid.rows:
            cells = [(cell, stated_in(cell.text.strip("$ "))) for cell in row]
            known = [(cell, number) for cell, number in cells if number is not None]
            if _CANDIDATE.search(row[0].text) is None or len(known) < 2:
                continue
            (_, before), (last, stated) = known[-2:]
            made, right = (worked_out(call(op, number(before.value))) for op in ("sigmoid", "tanh"))
            if holds((stated,), made) and not holds((stated,), right) and right is not None:
                message = "the candidate goes through tanh, not through a sigmoid"
                yield sheet.claim(last.span, "lstm_state/sigmoid-candidate", message, right)
                return


def _of_chances(sheet: Sheet) -> Iterator[Claim]:
    """The chances along a sequence added up instead of multiplied."""
    for result in sheet.results:
        terms = summands(result.formula) if result.formula is not None else []
        lead = sheet.text[max(0, result.start - 90) : result.start].rpartition("\n")[2]
        if len(terms) < 2 or _LIKELY.search(lead.rstrip(" :")) is None or _EITHER.search(lead) is not None:
            continue
        values = [term.value for term in terms if isinstance(term, Number)]
        if len(values) == len(terms) and all(0 < value < 1 for value in values) and result.number.value > 1:
            right = fmpq(1)
            for value in values:
                right *= value
            message = "the chances along a sequence are multiplied, not added up"
            yield sheet.claim(result.member.span, "decoding/added", message, right)
            return


def _of_cosines(sheet: Sheet) -> Iterator[Claim]:
    """A cosine above one, made by dividing by the sum of two lengths."""
    for result in sheet.results:
        head, formula = result.head, result.formula
        named = isinstance(head, Name) and _COSINE.fullmatch(head.key) is not None
        if not named or abs(result.number.value) <= 1 or not isinstance(formula, Call) or formula.op != "div":
            continue
        product, lengths = stated_number(formula.args[0]), summands(formula.args[1])
        known = [length.value for length in lengths if isinstance(length, Number)]
        if product is not None and len(lengths) == len(known) == 2:
            message = "a cosine is at most 1; the lengths are added where they have to be multiplied"
            shown = show(product.value / (known[0] * known[1]))
            yield sheet.claim(result.member.span, "cosine_similarity/lengths-added", message, shown)
            return
