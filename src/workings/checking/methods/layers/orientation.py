"""Entries of a product worked out one by one, with a factor transposed that should not be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.checking.methods.pages.lines import Index, Line, families, is_numeric, terms_of
from workings.checking.methods.pages.stores import Store
from workings.checking.methods.sheet import Sheet
from workings.expr import Apply, Call, Expr, Name, walk
from workings.finding import Claim

Entries = dict[Index, fmpq]
_PRODUCTS = frozenset({"mul", "times", "matmul", "dot"})
WANTS = ("worked",)


def claims_of_orientation(sheet: Sheet) -> Iterator[Claim]:
    """The families of lines that follow a product with a factor turned, against the formula above them."""
    labelled = _labelled(sheet)
    if len(sheet.lines) < 2 and not labelled:
        return
    stores = sheet.stores
    for name, lines in labelled.items():
        yield from _of_labels(sheet, name, lines, stores)
    formulas = list(_formulas(sheet))
    for family in families(sheet.lines):
        sums = {line.index: value for line in family if (value := _product_part(line)) is not None}
        if len(sums) < 2 or len(sums) < len(family):
            continue
        above = [formula for formula in formulas if formula.span.start < family[0].start]
        claims = [claim for formula in above if (claim := _judged(sheet, family, sums, formula, stores))]
        yield from claims[:1]


def _labelled(sheet: Sheet) -> dict[str, list[Line]]:
    """Lines such as `π_1(S) = 0.2 · 0.7 + 0.8 · 0.4`, counted in their order, by what they are entries of."""
    found: dict[str, dict[str, Line]] = {}
    for statement in sheet.statements:
        head, rest = statement.members[0].expr, statement.members[1:]
        match head:
            case Apply(function=Name(key=key), args=(Name(key=label),)) if rest and not statement.hypothesis:
                terms = terms_of(rest[0].expr) if is_numeric(rest[0].expr) else None
                if terms:
                    mine = found.setdefault(key, {})
                    index = (str(len(mine) + 1),)
                    mine.setdefault(label, Line(f"{key}(", index, terms, rest[0], rest[-1], statement))
    return {key: [*lines.values()] for key, lines in found.items() if len(lines) > 1}


def _of_labels(sheet: Sheet, name: str, lines: list[Line], stores: Sequence[Store]) -> Iterator[Claim]:
    """All entries of a product with a factor turned, where the page says that it is the product."""
    sums = {line.index: value for line in lines if (value := _product_part(line)) is not None}
    for statement in sheet.statements if len(sums) == len(lines) else ():
        head, above = statement.members[0].expr, statement.span.start < lines[0].start
        for member in statement.members[1:] if isinstance(head, Name) and head.key == name and above else ():
            formula = member.expr
            if isinstance(formula, Call) and formula.op in _PRODUCTS and all(map(_factor, formula.args)):
                claim = _judged(sheet, lines, sums, formula, stores, in_any_order=True)
                yield from (claim,) if claim is not None else ()


def _formulas(sheet: Sheet) -> Iterator[Call]:
    """The products of two names in the formulas of a document."""
    for statement in sheet.statements:
        for member in statement.members:
            for node in walk(member.expr):
                if isinstance(node, Call) and node.op in _PRODUCTS and all(_factor(arg) for arg in node.args):
                    yield node


def _factor(expr: Expr) -> tuple[Name, bool] | None:
    """A name, and whether it is transposed."""
    if isinstance(expr, Call) and expr.op == "transpose" and isinstance(expr.args[0], Name):
        return expr.args[0], True
    return (expr, False) if isinstance(expr, Name) else None


def _product_part(line: Line) -> fmpq | None:
    """The products of a line added up, whatever is added to them."""
    pairs = [term.slots for term in line.terms if len(term.slots) == 2 and term.skeleton == "mul(#, #)"]
    if len(pairs) < 2:
        return None
    return sum((first.value * second.value for first, second in pairs), fmpq(0))


def _judged(
    sheet: Sheet,
    family: Sequence[Line],
    sums: Mapping[Index, fmpq],
    formula: Call,
    stores: Sequence[Store],
    in_any_order: bool = False,
) -> Claim | None:
    left, right = (_factor(arg) for arg in formula.args[:2])
    if left is None or right is None or len(formula.args) != 2:
        return None
    for first in _called(left[0], stores, family[0].start):
        for second in _called(right[0], stores, family[0].start):
            meant = _product(_turned(first, left[1]), _turned(second, right[1]))
            if meant is None or not sums.keys() <= meant.keys() or _agree(sums, meant):
                continue
            if in_any_order and sorted(sums.values()) == sorted(meant.values()):
                continue
            for name, turned in _alternatives(first, second, left, right):
                if turned is not None and sums.keys() <= turned.keys() and _agree(sums, turned):
                    return _claim(sheet, family, sums, meant, name, right)
    return None


def _claim(
    sheet: Sheet,
    family: Sequence[Line],
    sums: Mapping[Index, fmpq],
    meant: Entries,
    name: str,
    right: tuple[Name, bool],
) -> Claim:
    line = next(line for line in family if sums[line.index] != meant[line.index])
    of_keys = right[1] and right[0].key == "K" and name == "K"
    rule = "attention_weights/keys-not-transposed" if of_keys else "slip/transposed"
    message = f"{name} is taken by its columns where its rows belong, or the other way round"
    return sheet.claim(line.formula.span, rule, message, meant[line.index])


def _agree(sums: Mapping[Index, fmpq], entries: Entries) -> bool:
    return all(entries[index] == value for index, value in sums.items())


def _called(name: Name, stores: Sequence[Store], before: int) -> Iterator[Entries]:
    """What a name stands for: itself, or the one of a layer, as W for W^(1)."""
    for store in stores:
        same = store.name == name.key or (
            len(name.key) == 1 and store.name.startswith((f"{name.key}^", f"{name.key}_"))
        )
        if same and all(entry.start < before for entry in store.entries.values()):
            yield {index: entry.value for index, entry in store.entries.items()}


def _alternatives(
    first: Entries, second: Entries, left: tuple[Name, bool], right: tuple[Name, bool]
) -> Iterator[tuple[str, Entries | None]]:
    yield right[0].key, _product(_turned(first, left[1]), _turned(second, not right[1]))
    yield left[0].key, _product(_turned(first, not left[1]), _turned(second, right[1]))


def _turned(entries: Entries, transposed: bool) -> Entries:
    if not transposed or len(next(iter(entries))) != 2:
        return entries
    return {(key[1], key[0]): value for key, value in entries.items()}


def _product(first: Entries, second: Entries) -> Entries | None:
    """The entries of a product of matrices or vectors; None if they do not fit."""
    ranks = len(next(iter(first))), len(next(iter(second)))
    if ranks == (1, 1):
        return None
    inner = {key[-1] for key in first}
    if inner != {key[0] for key in second}:
        return None
    rows, columns = {key[:-1] for key in first}, {key[1:] for key in second}
    try:
        return {
            (*row, *column): sum((first[*row, k] * second[k, *column] for k in inner), fmpq(0))
            for row in rows
            for column in columns
        }
    except KeyError:
        return None
