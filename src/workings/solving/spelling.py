"""A value the way the author of a document writes values."""

from __future__ import annotations

from collections import Counter

from workings.document import Kind, Reading, Statement
from workings.explaining.expressions import Writer
from workings.explaining.latex import LaTeX
from workings.explaining.plain import Plain
from workings.explaining.values import DIGITS, entry, fit_to_write
from workings.expr import Expr
from workings.parsing.survey import writes_decimal_commas
from workings.record import record
from workings.regex import regex
from workings.source import Span
from workings.value import Tensor, Value

_MATRIX = regex(r"\\begin\{([bpBvV]?matrix)\}")
_LISTED = regex(r"=\s*\[\s*\[")
_DECIMALS = regex(r"(?<![\w.])\d+(?:\.|\{,\})(\d+)(?![\w.])")
LEAST_DECIMALS = 3  # from which the habits of a document are learned
_DECIMAL = regex(r"\d[.,]\d")
_BRACED = regex(r"\d\{,\}(?!\d{3}(?!\d))\d")  # and no thousands
_POINT = regex(r"(?<=\d)\.(?=\d)")


@record(frozen=True, slots=True)
class Style:
    """How a document writes its values."""

    matrix: str | None  # the LaTeX environment; None for lists of lists in maths too
    decimal_comma: bool
    braced_comma: bool  # 1{,}5, which is read in maths whatever the rest of the document does
    fractions: bool  # no decimals anywhere, so that 2/3 stays 2/3
    digits: int
    places: int | None  # decimals that it usually writes


def style_of(reading: Reading, digits: int | None) -> Style:
    """The habits of a document, learned from all of it; its decimals only where nobody asks for digits."""
    text = reading.page.written
    environments = Counter(_MATRIX.findall(text))
    usual = next((name for name, _ in environments.most_common(1)), None)
    listed = usual is None and _LISTED.search(text) is not None
    return Style(
        None if listed else usual or "pmatrix",
        commas := writes_decimal_commas(reading.passages),
        commas or (_BRACED.search(text) is not None and _POINT.search(text) is None),
        _DECIMAL.search(text) is None,
        DIGITS if digits is None else digits,
        None if digits is not None else _usual_places(text),
    )


def _usual_places(text: str) -> int | None:
    """How many decimals most numbers of a document have, if it has enough of them to tell."""
    counts = Counter(len(found) for found in _DECIMALS.findall(text))
    if sum(counts.values()) < LEAST_DECIMALS:
        return None
    places, often = counts.most_common(1)[0]
    return places if often * 2 > sum(counts.values()) else None


def is_in_maths(statement: Statement, span: Span) -> bool:
    """Whether a place stands inside maths delimiters, so that it is LaTeX."""
    passage = statement.passage
    if passage.kind is Kind.DISPLAY:
        return True
    return any(maths.start <= span.start and span.end <= maths.end for maths in passage.maths)


def written(formula: Expr, latex: bool) -> str:
    """A formula as text to be put into the document."""
    return Writer(LaTeX() if latex else Plain()).write(formula)


def spelled(value: Value, style: Style, latex: bool) -> str:
    """A value as text to be put into the document."""
    writer = Writer(_notation(style, latex))
    text = writer.write(fit_to_write(value, style.digits, fractions=style.fractions, places=style.places))
    if not latex:
        text = text.replace(" / ", "/")
    return _with_its_comma(text, style, latex)


def spelled_entry(value: Value, index: tuple[int, ...], style: Style, latex: bool) -> str:
    """One entry of a value, with the places that all of it would have."""
    if not index or not isinstance(value, Tensor):
        return spelled(value, style, latex)
    text = Writer(_notation(style, latex)).write(entry(value, index, style.digits, style.places))
    return _with_its_comma(text, style, latex)


def _with_its_comma(text: str, style: Style, latex: bool) -> str:
    if latex and style.braced_comma:
        return _POINT.sub("{,}", text)
    return _POINT.sub(",", text) if style.decimal_comma and not latex else text


def _notation(style: Style, latex: bool) -> LaTeX | Plain:
    return LaTeX(style.matrix) if latex else Plain()
