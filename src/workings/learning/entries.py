"""Entries by their places: matrices given entry by entry, rows that are picked, a range of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.document import Statement
from workings.expr import Call, Cases, Expr, Index, Name, Number, Relation, mapped, walk
from workings.learning.declaring import CannotRunError, Size
from workings.learning.shaping import entry
from workings.learning.terms import STEPS, Term, literal, py
from workings.record import record
from workings.regex import regex

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_ROWS = regex(r"(?P<base>.+)_\{1:(?P<last>\w+)\}")


@record(frozen=True, slots=True)
class Grid:
    """A matrix by its entries, M_{ij} = …: the letters of its row and column, and the formula."""

    row: str
    column: str
    formula: Expr

    @property
    def is_causal(self) -> bool:
        """Whether it is nought where the column is not beyond the row, and −∞ elsewhere."""
        match self.formula:
            case Cases(branches=((Number(value=seen), Relation() as when), (rest, _))):
                return seen == 0 and _is_minus_infinity(rest) and self._compares(when, "≤", "≥")
            case Cases(branches=((rest, Relation() as when), (Number(value=seen), _))):
                return seen == 0 and _is_minus_infinity(rest) and self._compares(when, ">", "<")
            case _:
                return False

    def _compares(self, when: Relation, sign: str, mirrored: str) -> bool:
        """Whether a condition compares the column with the row by a sign, or the row with the column."""
        names = tuple(part.key if isinstance(part, Name) else None for part in when.members)
        return (names, when.signs) in (
            ((self.column, self.row), (sign,)),
            ((self.row, self.column), (mirrored,)),
        )


def grids_of(statements: Iterable[Statement]) -> Iterator[tuple[str, Grid]]:
    """The matrices that a document gives entry by entry."""
    for statement in statements:
        if not statement.is_equation:
            continue
        head, formula = (member.expr for member in statement.members[:2])
        match head:
            case Name(base=base, index=(Name(key=row, index=()), Name(key=column, index=()))):
                if row != column and (_uses(formula, row) or _uses(formula, column)):
                    yield base, Grid(row, column, formula)


def _uses(formula: Expr, letter: str) -> bool:
    return any(
        isinstance(node, Name) and (node.key == letter or any(_uses(part, letter) for part in node.index))
        for node in walk(formula)
    )


def _is_minus_infinity(expr: Expr) -> bool:
    match expr:
        case Call(op="neg", args=(Name(key="∞" | "inf"),)):
            return True
        case _:
            return False


def _open(writer: Writer, size: str) -> Term:
    found = writer.open_size(size)
    if found is None:
        raise CannotRunError(f"nothing that comes in is {size} long")
    return found


def picked(base: Term, places: Term, *, in_time: bool = False) -> Term:
    """From every row of a matrix, or from a vector, the entry that an input asks for; counted from nought."""
    if not base.rank:
        raise CannotRunError("an entry of a number")
    if not base.batched and base.rank == 1:
        return Term(py("x[i.long()]", x=base.node, i=places.node), places.shape, places.batched)
    way = (
        "torch.take_along_dim(x, i.long().unsqueeze(-1), -1)"
        if in_time
        else "x.gather(-1, i.long().unsqueeze(-1))"
    )
    node = py(f"{way}.squeeze(-1)", x=base.node, i=places.node)
    return Term(node, places.shape, base.batched or places.batched)


def picks(node: Expr, variable: str) -> tuple[str, str] | None:
    """Of P_{t, y_t} the matrix and what is asked of every row."""
    match node:
        case Name(base=base, index=(Name(key=row), Name(base=asked, index=(Name(key=at),)))):
            return (base, asked) if row == at == variable else None
        case _:
            return None


def asked_rows(text: str, node: Expr) -> Name | None:
    """The s of `E[s]`, which is read as a product with a list of one."""
    match node:
        case Call(op="mul", args=(table, Name() as asked)):
            between = text[table.span.end : asked.span.start]
            return asked if between.strip("\\ ") == "[" else None
        case _:
            return None


def with_entries(text: str, expr: Expr, is_place: Callable[[Expr], bool]) -> Expr:
    """A formula in which `log P_t[y_t]` and `softmax(z)[y]` are entries, where y is a whole number."""
    asked = asked_rows(text, expr)
    if isinstance(expr, Call) and asked is not None and is_place(asked):
        return _entry_of(with_entries(text, expr.args[0], is_place), asked)
    return mapped(expr, lambda part: with_entries(text, part, is_place))


def _entry_of(table: Expr, asked: Name) -> Expr:
    """What stands right before a bracket, at the place that the bracket has."""
    match table:
        case Name(key=key, base=base, index=index) if index:
            return Name(table.span, f"{key}[{asked.key}]", base, (*index, asked))
        case Name():
            return Call(table.span, "mul", (table, asked))
        case Call(args=(*rest, last)) if last.span.end == table.span.end:
            return replace(table, args=(*rest, _entry_of(last, asked)))
    return Index(table.span, table, (asked,))


def range_of(node: Name) -> tuple[str, str] | None:
    """Of P_{1:T} the matrix, and the number of its last row."""
    found = _ROWS.fullmatch(node.key)
    return None if found is None else (found["base"], found["last"])


def first_rows(writer: Writer, base: Term, last: str) -> Term:
    """The rows of a matrix, or the entries of a vector, up to one of them."""
    if writer.keeps_past and last == writer.growing:
        return Term(py("past.rows(x)", x=base.node), (STEPS, *base.shape[1:]), base.batched)
    size: Size = int(last) if last.isdigit() else last
    count = literal(size) if isinstance(size, int) else _open(writer, size).node
    rest = "".join(", :" for _ in base.shape[1:])
    return Term(py(f"x[..., :n{rest}]", x=base.node, n=count), (size, *base.shape[1:]), base.batched)


def indexed(writer: Writer, base: Term, index: tuple[Expr, ...], name: str = "") -> Term:
    """An entry by its number, or the rows of a table that an input asks for by theirs."""
    if len(index) == 1 and base.rank == 2 and writer.varies(index[0]):
        return _embedded(writer, base, writer.write(index[0]))
    if len(index) == 1 and base.rank == 1 and writer.varies(index[0]):
        return picked(base, writer.write(index[0]))
    places = [writer.whole(expr) - writer.first_index(name, axis) for axis, expr in enumerate(index)]
    return entry(base, tuple(places))


def _embedded(writer: Writer, base: Term, asked: Term) -> Term:
    """The rows of a table, which a learned one starts by the number that each is."""
    if base.batched:
        raise CannotRunError("a row of a matrix that is another in every example")
    if base.learned is not None:
        writer.fan_in.setdefault(base.learned, 1)
    rows = py("F.embedding(x, y)", x=asked.node, y=base.node)
    return Term(rows, (*asked.shape, base.shape[1]), asked.batched)


def looked_up(writer: Writer, node: Call) -> Term | None:
    """`E[s]`: the rows of a table that an input asks for, not a product with a list of one."""
    asked = asked_rows(writer.program.text, node)
    if asked is None or not writer.is_known(asked.base):
        return None
    base = writer.write(node.args[0])
    return indexed(writer, base, (asked,)) if base.rank == 2 else None
