"""Lines of plain numbers, and those of one kind that belong together: `y_1 = …`, `y_2 = …`, `row 2: …`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flint import fmpq

from workings.checking.comparing.parts import OF_NUMBERS
from workings.checking.judging import Judge
from workings.document import Kind, Member, Statement
from workings.expr import Apply, Array, Call, Expr, Name, Number
from workings.record import record
from workings.regex import regex
from workings.resolving.traits import traits
from workings.source import Page, line_start

MOST_LINES = 400
MOST_SLOTS = 40  # numbers of a line
_LABEL = regex(r"\(?(\d{1,2})(?:\s?,\s?(\d{1,2}))?\)?")
_COUNTED = regex(r"[(\s]*+(?:[^\W\d]++\.?\s*+)?[=#(]?\s*+(\d{1,2})[)\s.:,]*")
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_ORDINAL = regex(rf"(?:the )?({'|'.join(_ORDINALS)}) ([^\W\d_]+) ?:?", re.I)
_LEAD = regex(r"([^\W\d_][\w'-]*)\s*+:?\s*+")
_MARKUP = regex(r"\\(?:quad|item|text|textbf|qquad)\b|[&{}*$]")
_CAPTION = regex(r"[^\W\d]\w*")

_UNITS = frozenset("ABCDEFG")  # that number things as well
_CONSTANTS = frozenset({"e", "π"})

Index = tuple[str, ...]


@record(frozen=True, slots=True)
class Slot:
    """A number of a line: with the sign that stands before it, and as it is written."""

    sign: int
    written: Number

    @property
    def value(self) -> fmpq:
        return self.sign * self.written.value


@record(frozen=True, slots=True)
class Term:
    """A summand: what is done with its numbers, and the numbers."""

    skeleton: str
    slots: tuple[Slot, ...]


@record(frozen=True, slots=True)
class Line:
    """A formula of plain numbers, which of its kind it is, and its place in the chain."""

    kind: str
    index: Index
    terms: tuple[Term, ...]
    formula: Member
    result: Member
    statement: Statement

    @property
    def start(self) -> int:
        return self.formula.span.start

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(slot for term in self.terms for slot in term.slots)

    @property
    def skeleton(self) -> tuple[str, ...]:
        return tuple(term.skeleton for term in self.terms)


def lines_of(judge: Judge, statements: Iterable[Statement]) -> list[Line]:
    """The lines of plain numbers that have an index, in reading order."""
    found: list[Line] = []
    for statement in statements:
        if statement.hypothesis or statement.offered or statement.traced or len(statement.members) < 2:
            continue
        line = _line(judge.page, statement)
        if line is not None and len(found) < MOST_LINES:
            found.append(line)
    return found


def families(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines of one kind, each index once; the same index again opens another family."""
    open_: dict[str, list[Line]] = {}
    for line in lines:
        family = open_.get(line.kind, [])
        if family and any(line.index == other.index for other in family):
            yield family
            family = []
        if family and len(family[0].index) != len(line.index):
            yield family
            family = []
        family.append(line)
        open_[line.kind] = family
    yield from open_.values()


def _line(page: Page, statement: Statement) -> Line | None:
    members = statement.members
    named = isinstance(members[0].expr, Name | Apply)
    rest = members[1:] if named else members
    if len(rest) < 2 or any(not is_numeric(member.expr) for member in rest):
        return None  # a formula in names says what is meant
    if rest[0].sign not in ("=", "≈", None) or any(member.sign not in ("=", "≈") for member in rest[1:]):
        return None
    terms = terms_of(rest[0].expr)
    least = 1 if is_function(rest[0].expr) else 2
    if terms is None or not least <= sum(len(term.slots) for term in terms) <= MOST_SLOTS:
        return None
    found = _of_name(members[0].expr) if named else _of_label(page, statement)
    if found is None:
        return None
    return Line(*found, terms, rest[0], rest[-1], statement)


def is_function(expr: Expr) -> bool:
    """A function of one number: σ(0.7), e^2."""
    if not isinstance(expr, Call) or len(expr.args) != 1 or expr.op == "neg":
        return False
    (inner,) = expr.args
    return isinstance(inner.args[0] if isinstance(inner, Call) and inner.op == "neg" else inner, Number)


def is_numeric(expr: Expr) -> bool:
    """Numbers alone; e is one."""
    found = traits(expr)
    return found.hole is None and found.names <= _CONSTANTS


def _of_name(head: Expr) -> tuple[str, Index] | None:
    """`z_{12}` is z, row 1, column 2; `score(spam)` is the score of a word."""
    if isinstance(head, Apply):
        word = word_of(head)
        return None if word is None else (f"{head.function.key}(", (word,))
    parts = index_parts(head) if isinstance(head, Name) else None
    return (f"{head.base}_", parts) if isinstance(head, Name) and parts is not None else None


def word_of(head: Apply) -> str | None:
    """The only word that a name is of: `spam` of `P(spam)`."""
    match head.args:
        case (Name(key=key),) if len(key) > 1 and key.isalpha():
            return key.lower()
        case _:
            return None


def index_parts(head: Name) -> Index | None:
    """The whole numbers of an index; two digits together are a row and a column."""
    if len(head.index) == 1 and isinstance(head.index[0], Name) and head.index[0].key in _UNITS:
        return (head.index[0].key,)
    texts = [part.text for part in head.index if isinstance(part, Number) and part.unit == 1]
    if not texts or len(texts) < len(head.index):
        return None
    if len(texts) == 1 and len(texts[0]) == 2 and "0" not in texts[0]:
        texts = list(texts[0])
    return tuple(texts)


def _of_label(page: Page, statement: Statement) -> tuple[str, Index] | None:
    """`row 2: …`, `Entry (1,2): …`, `- entropy: …`, or the word that opens the line."""
    start = statement.span.start
    lead = _lead(page, statement, start)
    label = statement.label
    if label is not None and (found := _LABEL.fullmatch(label)):
        return f"{_caption(lead)}:", tuple(part for part in found.groups() if part is not None)
    if (counted := _COUNTED.fullmatch(lead)) is not None:
        return f"{_caption(lead)}:", (counted[1],)
    if (ordinal := _ORDINAL.fullmatch(lead)) is not None:
        return f"{ordinal[2].lower()}:", (str(_ORDINALS.index(ordinal[1].lower()) + 1),)
    word = _LEAD.fullmatch(lead)
    if word is None or statement.passage.kind is Kind.CELL:
        return None
    return ":", (word[1].lower(),)


def _lead(page: Page, statement: Statement, start: int) -> str:
    """What stands before a formula on its line, without bullets and markup."""
    opening = line_start(page.text, start)
    passage = statement.passage
    text = passage.text[max(0, opening - passage.span.start) : max(0, start - passage.span.start)]
    return _MARKUP.sub(" ", text).strip(" \t-–•.")


def _caption(lead: str) -> str:
    found = _CAPTION.search(lead)
    return found[0].lower() if found is not None else ""


def factors_of(line: Line) -> tuple[Term, ...] | None:
    """The factors of a line that is one product of numbers, each as a term; None of any other."""
    expr = line.formula.expr
    if isinstance(expr, Number) or not _is_product(expr):
        return None
    return tuple(Term("#", (slot,)) for slot in line.slots)


def terms_of(expr: Expr) -> tuple[Term, ...] | None:
    """The summands of a formula of numbers; None if something else stands in it."""
    terms: list[Term] = []
    for sign, part in _summands(expr, 1):
        slots: list[Slot] = []
        skeleton = _skeleton(part, slots)
        if skeleton is None or len(slots) > MOST_SLOTS:
            return None
        if sign < 0 and _is_product(part) and slots:
            slots[0] = Slot(-slots[0].sign, slots[0].written)
        elif sign < 0:
            skeleton = f"-{skeleton}"
        terms.append(Term(skeleton, tuple(slots)))
    return tuple(terms)


def _summands(expr: Expr, sign: int) -> Iterator[tuple[int, Expr]]:
    if isinstance(expr, Call) and expr.op in ("add", "sub") and len(expr.args) == 2:
        yield from _summands(expr.args[0], sign)
        yield from _summands(expr.args[1], -sign if expr.op == "sub" else sign)
    elif isinstance(expr, Call) and expr.op == "neg" and not _is_product(expr):
        yield from _summands(expr.args[0], -sign)
    else:
        yield sign, expr


def _is_product(expr: Expr) -> bool:
    """Numbers multiplied with each other, whose sign may stand with the first."""
    if isinstance(expr, Number):
        return True
    if not isinstance(expr, Call):
        return False
    if expr.op == "neg":
        return isinstance(expr.args[0], Number)
    return expr.op in OF_NUMBERS and all(_is_product(arg) for arg in expr.args)


def _skeleton(expr: Expr, slots: list[Slot]) -> str | None:
    """What is done with the numbers, and the numbers themselves in reading order."""
    match expr:
        case Number():
            slots.append(Slot(1, expr))
            return "#"
        case Call(op="neg", args=(Number() as inner,)):
            slots.append(Slot(-1, inner))
            return "#"
        case Call(op=op, args=args, options=options):
            parts = [_skeleton(arg, slots) for arg in args]
            op = "mul" if op in OF_NUMBERS else " ".join((op, *(_written(value) for _, value in options)))
        case Name(key=key) if key in _CONSTANTS:
            return key
        case Array(items=items):
            parts, op = [_skeleton(item, slots) for item in items], "list"
        case _:
            return None
    return None if None in parts else f"{op}({', '.join(part or '' for part in parts)})"


def _written(expr: Expr) -> str:
    """An option, such as the base of a logarithm, which is no number of the line."""
    return expr.text if isinstance(expr, Number) else expr.key if isinstance(expr, Name) else "?"
