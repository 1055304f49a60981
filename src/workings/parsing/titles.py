"""What stands above a column of a table: a name, a formula, or what is done with another column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from flint import fmpq

from workings.document import Passage
from workings.expr import Call, Expr, Hole, Name, Number, number, walk
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST_HEADER = 120  # characters
WORKED = regex(
    r"[-+−*·×/^²³√(]|\\(?:cdot|times|d?frac|sqrt|sigma|a?r?c?(?:sin|cos|tan)h?|exp|ln|log|max)"
    r"|\b(?:sin|cos|tanh?|exp|ln|log|sqrt|relu)\b"
)
_OF = regex(
    r"(?<!value )(?<!values )(?<!entry )(?<!entries )\b(?:of|for|into|von)[\s$(]*$"
    r"|\b(?:new|next|updated|neue[rs]?|nouveau|nouvelle|nuev[oa])[\s$(]*$",
    re.IGNORECASE,
)  # the w of “new w” is that of the next row
_SIGN = regex(r"=|≈|\\approx")
_LOG2 = regex(r"\blog2\b")  # as programs call it
_LETTER = regex(
    r"[\s$*]*(?:\\?[^\W\d_](?:_?\w|_\{\w+\})?['′]?"
    r"|(?:net |weighted )?(?:inputs?|sums?|arguments?|pre-?activations?|logits?|scores?|values?|net))[\s$*]*",
    re.IGNORECASE,
)  # or what stands for one
_SQUARED = regex(
    r"\W*(?:squared?(?:\s+(?:errors?|deviations?|residuals?|differences?))?|squares?|quadrate?)\W*",
    re.IGNORECASE,
)
_FUNCTIONS = {
    "leaky_relu": r"leaky(?:[ _-]?relu)?|lrelu",
    "hard_sigmoid": r"hard[ _-]?sigmoid",
    "sigmoid": r"sigmoid|logistic|(?-i:σ|sigma)",
    "tanh": r"tanh",
    "relu": r"relu",
    "selu": r"selu",
    "gelu": r"gelu",
    "silu": r"silu|swish",
    "elu": r"elu",
    "mish": r"mish",
    "softplus": r"softplus",
    "exp": r"exp(?:onentials?)?",
}
_PRIMED = frozenset({"sigmoid", "tanh", "relu", "leaky_relu", "softplus"})
_SETTINGS = {"leaky_relu": "slope", "elu": "alpha"}
_NAMED = "|".join(f"(?P<{op}>{words})" for op, words in _FUNCTIONS.items())
_FUNCTION = regex(
    r"[\s$*_`\\(]*+(?:(?:after|with|apply|nach|mit)\s+)?(?:the\s+)?"
    r"(?P<slope>(?:derivative|slope|ableitung)\s+(?:of|von)\s+(?:the\s+)?)?[$\\]*"
    rf"(?:{_NAMED})(?![^\W_])(?P<prime>\s?(?:['′]|\^\{{?\\prime\}}?))?"
    r"(?:\s+(?:activation|function|applied|unit))?(?P<derived>\s+(?:derivative|slope))?"
    r"(?P<rest>.*)",
    re.IGNORECASE,
)
_ALONE = regex(r"[\s$*_`.:)]*")
_SETTING = regex(
    r"[\s$,:]*+[(\[]?[\s$]*+(?:with\s+)?(?:\\?alpha|α|a|slope|leak|negative slope)?[\s$]*+[=:]?[\s$]*+"
    r"(?P<value>\d*\.?\d+)[\s$*)\]]*",
    re.IGNORECASE,
)


@record(frozen=True, slots=True)
class Column:
    """What stands above a column: the name it goes by, and the formula for its values."""

    name: str | None
    formula: Expr | None
    span: Span
    source: Span | None = None  # of the formula, where it stands in the text above
    said: str | None = None  # the word for a function whose argument is another column


def is_number(expr: Expr) -> bool:
    """A number with or without a sign."""
    return isinstance(expr, Number) or (
        isinstance(expr, Call) and expr.op == "neg" and isinstance(expr.args[0], Number)
    )


def titled(head: Passage) -> tuple[str, int]:
    """The maths of a header without the words around it, and where it begins; nothing of “argument of z”."""
    if len(head.maths) != 1:
        return _LOG2.sub("log₂", head.text), head.span.start
    (span,) = head.maths
    start, end = (place - head.span.start for place in (span.start, span.end))
    return ("" if _OF.search(head.text, 0, start) else head.text[start:end]), span.start


def column_of(cell: Passage, lexicon: Lexicon) -> Column:
    """A header as a name, a formula, or both: `z = w x`."""
    text, begin = titled(cell)
    if len(text) > LONGEST_HEADER or not text.strip():
        return Column(None, None, cell.span)
    sign = _SIGN.search(text)
    name: str | None = None
    start = 0
    if sign is not None:
        left = parse_maths(text[: sign.start()], lexicon, begin)
        name, start = left.key if isinstance(left, Name) else None, sign.end()
    right = parse_maths(text[start:], lexicon, begin + start)
    if sign is None and isinstance(right, Name):
        return Column(right.key, None, cell.span)
    if not WORKED.search(text, start) or any(isinstance(node, Hole) for node in walk(right)):
        return Column(name, None, cell.span)
    text = text.rstrip()
    while start < len(text) and text[start].isspace():
        start += 1
    return Column(name, right, Span(begin + start, begin + len(text)))


def with_functions(titles: Sequence[Passage], headers: dict[int, Column]) -> dict[int, Column]:
    """A column headed “squared” or “after ReLU” holds that of the one to its left.

    Where a letter stands above one further to the left, functions are of that: `x`, `sigmoid`, `tanh`.
    """
    found = dict(headers)
    symbols: list[int] = []  # the columns that functions may be of
    functions: set[int] = set()
    for cell in titles:
        own, function = found[cell.column], _FUNCTION.fullmatch(cell.text)
        if function is None and own.formula is None and _LETTER.fullmatch(cell.text):
            symbols.append(cell.column)
        at = symbols[-1] if symbols and function is not None else cell.column - 1
        left = found.get(at)
        if left is None or cell.column == 0 or at in functions:
            continue
        key = left.name or f"column {at + 1}"
        made = _of_left(cell, function, own, Name(cell.span, key, key), found)
        if made is None:
            continue
        found[at] = Column(key, left.formula, left.span, left.source)
        if function is None:
            found[cell.column] = Column(own.name, made, cell.span)
            continue
        functions.add(cell.column)
        name = None if _SIGN.search(cell.text) else own.name
        found[cell.column] = Column(name, made, cell.span, said=" ".join(cell.text.split()))
    return found


def _of_left(
    cell: Passage, function: re.Match[str] | None, own: Column, left: Name, headers: Mapping[int, Column]
) -> Expr | None:
    """What a title says is done with the column to its left: by a word, or as `σ(z)` where no column is z."""
    if _SQUARED.fullmatch(cell.text):
        return Call(cell.span, "pow", (left, number(2)))
    if function is not None and (made := _by_word(cell, function, left)) is not None:
        return made
    match own.formula:
        case Call(op=op, args=(Name(key=key),)) if op in _FUNCTIONS:
            wordless = all(column.name != key for column in headers.values())
            return Call(cell.span, op, (left,)) if wordless and left.key.startswith("column ") else None
        case _:
            return None


def _by_word(cell: Passage, function: re.Match[str], left: Name) -> Expr | None:
    """The function that a title names, with its setting: `ELU (α = 1)`, `σ'`, `tanh derivative`."""
    op = next(op for op in _FUNCTIONS if function[op] is not None)
    setting = None if _ALONE.fullmatch(function["rest"]) else _SETTING.fullmatch(function["rest"])
    if setting is None and not _ALONE.fullmatch(function["rest"]):
        return None
    option = _SETTINGS.get(op)
    if setting is not None and option is None:
        return None
    if function["slope"] or function["prime"] or function["derived"]:
        if op not in _PRIMED:
            return None
        op += "_prime"
    options = () if setting is None or option is None else ((option, _written(setting["value"], cell.span)),)
    return Call(cell.span, op, (left,), options)


def _written(text: str, span: Span) -> Expr:
    """A number as a title has it."""
    whole, _, part = text.partition(".")
    return number(fmpq(int(f"{whole}{part}"), 10 ** len(part)), span)
