"""What a page states in its order, on lines and in cells: values for names, and rules that change them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from workings.checking.comparing.digits import Stated, stated_numbers
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import literal
from workings.document import Statement
from workings.evaluating import Function
from workings.expr import Apply, Array, Expr, Name, call, mapped, walk
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.grids import Cell, Grid
from workings.parsing.hypotheses import is_under_condition
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.resolving.updates import renewed_name, update_of
from workings.source import Span
from workings.value import Tensor, Value

LONGEST_CELL = 40  # characters
_NEW = regex(r"(?:\b(?:new|updated|neue[rs]?|becomes?|is now|update[sd]?(?: to)?)\b|→|⇒)[\s:$*(]*$", re.I)
_GOES_ON = regex(r"\(|[ \t]*(?:[-+*/·×^]|(?!a\b|I\b)[^\W\d_]\b)")  # `… (t − y) x and`, cut before the x
_TITLE = regex(
    r"(?P<new>(?:new|updated|neue[rs]?)\s+)?(?P<name>[^\s()]+)(?:\s*\(?(?P<late>new|updated|after)\)?)?", re.I
)


@record(frozen=True, slots=True)
class Rule:
    """`w ← w + η (t − y) x`: the name it changes, by its letter for an index if it has one."""

    base: str
    letter: str
    formula: Expr
    span: Span
    conditional: bool  # it is carried out only if something is so


@record(frozen=True, slots=True)
class Given:
    """A value that a name is given: where, and whether it is called a new one."""

    key: str
    value: Value
    stated: tuple[Stated, ...]
    span: Span
    start: int
    new: bool
    shown: Expr | None = None  # how it is worked out, in numbers
    row: int | None = None  # of a table, where the row begins
    implied: bool = False  # it is new because it stands in the next row


def rounds_of(sheet: Sheet) -> list[Rule | Given]:
    """Every rule and every value of a page that has a rule, in reading order."""
    if not sheet.makeup.renews:
        return []
    found = [one for statement in sheet.statements if (one := _read(sheet, statement)) is not None]
    rules = {one.base: one for one in found if isinstance(one, Rule) and not one.conditional}
    cells = [cell for grid in sheet.grids for cell in (*_of_grid(grid), *_of_steps(grid, rules))]
    tabled = {cell.span.start for cell in cells}
    lines = [one for one in found if not isinstance(one, Given) or one.span.start not in tabled]
    return sorted([*lines, *cells], key=_place)


def _place(one: Rule | Given) -> int:
    return one.span.start


def _read(sheet: Sheet, statement: Statement) -> Rule | Given | None:
    head, *rest = statement.members
    if not rest or not isinstance(head.expr, Name) or statement.offered or statement.traced:
        return None
    text, start = sheet.judge.page.text, statement.span.start
    found = update_of(head.expr, rest[0].expr, rest[0].sign)
    if found is not None and _GOES_ON.match(text, statement.span.end):
        return None
    if found is not None and len(rest) == 1:
        formula = _multiplied(found[1], sheet.judge.scope.said)
        return _rule(found[0], formula, statement.span, is_under_condition(text, start))
    if statement.hypothesis or statement.conditional:
        return None
    key, last = renewed_name(head.expr.key), rest[-1]
    told = _first_told(last.expr)
    stated = _stated(told)
    value = _value(told, stated)
    if value is None or any(member.sign not in ("=", "≈", "←") for member in rest):
        return None
    new = (
        key != head.expr.key
        or rest[0].sign == "←"
        or _NEW.search(text, max(0, start - 40), start) is not None
    )
    shown = next((m for m in rest[:-1] if is_numeric(m.expr) and _stated(m.expr) == ()), None)
    place = last.span if shown is None else shown.span
    return Given(key, value, stated, place, start, new, None if shown is None else shown.expr)


def _multiplied(expr: Expr, names: Mapping[str, Value | Function]) -> Expr:
    """A formula with `η (t − y)` as a product, where η is no function."""
    expr = mapped(expr, lambda part: _multiplied(part, names))
    if not isinstance(expr, Apply) or len(expr.args) != 1:
        return expr
    is_function = isinstance(names.get(expr.function.key), Function)
    return expr if is_function else call("mul", expr.function, expr.args[0])


def _rule(key: str, formula: Expr, span: Span, conditional: bool) -> Rule:
    base, _, index = key.partition("_")
    letter = index.strip("{}") if index.strip("{}").isalpha() and len(index.strip("{}")) == 1 else ""
    return Rule(base if letter else key, letter, formula, span, conditional)


def _stated(expr: Expr) -> tuple[Stated, ...]:
    """The number that an expression is, or the numbers of a list; none where it is something else."""
    return stated_numbers(expr.items if isinstance(expr, Array) else (expr,))


def _first_told(expr: Expr) -> Expr:
    """What a name is given where something of another kind stands behind it: `y = 1, (2, 3)`."""
    if isinstance(expr, Array) and len({isinstance(item, Array) for item in expr.items}) > 1:
        return expr.items[0]
    return expr


def _value(expr: Expr, stated: tuple[Stated, ...]) -> Value | None:
    if isinstance(expr, Array):
        value = literal(expr)
        flat = isinstance(value, Tensor) and len(value.shape) == 1 and len(stated) == len(value.items)
        return value if flat else None
    return stated[0].value if stated else None


def _of_grid(grid: Grid) -> Iterator[Given]:
    """The cells of a table whose titles are names, row by row."""
    titles = [_title(cell) for cell in grid.header]
    if not any(new for _, new in titles):
        return
    for row in grid.rows:
        yield from _of_row(titles, row)


def _of_steps(grid: Grid, rules: Mapping[str, Rule]) -> Iterator[Given]:
    """The cells of a table with a row for each step, whose titles are names that rules change."""
    titles = [_title(cell) for cell in grid.header]
    keys = [key for key, _ in titles]
    changed = [at for at, key in enumerate(keys) if key in rules and _is_in_order(at, keys, rules[key])]
    if not changed or any(new for _, new in titles) or len({*keys} - {""}) < len(keys) - keys.count(""):
        return
    counts = [row[0].text.strip("$ *") for row in grid.rows]
    if not keys[0] and not any(counts == [str(at + first) for at in range(len(counts))] for first in (0, 1)):
        return
    opened = False
    for row in grid.rows:
        found = [*_of_row(titles, row)]
        for given in found:
            yield replace(given, new=opened and keys.index(given.key) in changed, implied=True)
        opened = len(found) == len(keys) - keys.count("")


def _is_in_order(at: int, keys: Sequence[str], rule: Rule) -> bool:
    """Whether all that a column is made of stands to its left, or all of it to its right in the row above."""
    names = {node.key for node in walk(rule.formula) if isinstance(node, Name)} - {rule.base}
    places = [keys.index(name) for name in names if name in keys]
    return bool(places) and (max(places) < at or min(places) > at)


def _of_row(titles: Sequence[tuple[str, bool]], row: Sequence[Cell]) -> Iterator[Given]:
    for (key, new), cell in zip(titles, row, strict=True):
        if not key or len(cell.text) > LONGEST_CELL:
            continue
        expr = parse_maths(cell.text.replace("$", " "), Lexicon(FUNCTIONS), cell.span.start)
        stated = _stated(expr)
        value = _value(expr, stated)
        if value is not None:
            start = cell.span.start
            yield Given(key, value, stated, cell.span, start, new, row=row[0].span.start)


def _title(cell: Cell) -> tuple[str, bool]:
    """The name in the title of a column, and whether it is called new."""
    found = _TITLE.fullmatch(cell.text.replace("$", " ").strip())
    if found is None:
        return "", False
    expr = parse_maths(found["name"], Lexicon(FUNCTIONS))
    if not isinstance(expr, Name):
        return "", False
    key = renewed_name(expr.key)
    return key, bool(found["new"] or found["late"]) or key != expr.key
