"""Where numbers of a page can be looked up: vectors, matrices, names with an index, tables, lists by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.methods.pages.lines import Index, word_of
from workings.document import Passage, Statement
from workings.expr import Apply, Array, Expr, Name, Number
from workings.parsing.grids import Grid
from workings.parsing.numerals import NUMERAL
from workings.record import record
from workings.regex import regex

TABLE = "the table"
LIST = "the list"
MOST_STORES = 60
MOST_ENTRIES = 600
_LINE = regex(r"[^\n]+")
_WITH_END = regex(r"[^\n]*\n?")
_NUMERAL = regex(NUMERAL)
_ROW = regex(rf"[|\[(]([ \t]*{NUMERAL}(?:[ \t,]+{NUMERAL}){{1,11}})[ \t]*[|\])]")
_CALLED = regex(r"(?<![^\W\d])([^\W\d]\w*+)[ \t]*+=")
_UNIT = regex(
    rf"\b(?:unit|neuron|node)\s+(?P<unit>[A-Z]|\d)\b[^\n]{{0,12}}?\bweights?\b[^\n\d(\[]{{0,12}}"
    rf"[(\[](?P<weights>{NUMERAL}(?:\s*,\s*{NUMERAL})+)[)\]][^\n]{{0,12}}?\bbias\b[^\n\d−-]{{0,8}}(?P<bias>{NUMERAL})",
    re.I,
)
_BY_WORD = regex(
    rf"(?<![^\W\d_])([^\W\d_][\w'-]*+)[*_\"”’]*+:?[ \t]++[*_]*\[({NUMERAL}(?:[ \t]*,[ \t]*{NUMERAL})*)\]"
)
_GIVEN = regex(r"[Pp]r?\s?\([^|()]{0,20}?\s?(?:\\?\||\\mid\b)\s*(?:\\\w+\{)?([^\W\d_]+)\}?\s*\)")  # P(w | c)
_CONDITION = regex(r"(?P<name>[Pp]r?|[pq])\((?P<of>[^|∣()]+)[|∣](?P<given>[^|∣()]+)\)")
_PAIR = regex(rf"(?<![^\W\d_])([^\W\d_][\w'-]*+)[`*_\"”’]*+[ \t]++({NUMERAL})(?![\w.%]|[ \t]*[*·×/^=])")


@record(frozen=True, slots=True)
class Entry:
    """A number and where it stands."""

    value: fmpq
    start: int


@record(frozen=True, slots=True)
class Store:
    """Numbers by their indices, which are counted from one or are words."""

    name: str
    entries: dict[Index, Entry]
    by_word: bool = False  # whether its first index is a word
    number: int = 0  # among the stores of a page

    @property
    def rank(self) -> int:
        return len(next(iter(self.entries)))

    def value(self, key: Index, before: int) -> fmpq | None:
        """What stands there, if it stands above a place of the page."""
        entry = self.entries.get(key)
        return entry.value if entry is not None and entry.start < before else None

    def keys_along(self, axis: int) -> list[str]:
        return list(dict.fromkeys(key[axis] for key in self.entries))


def stores_of(
    text: str, passages: Iterable[Passage], tables: Iterable[Grid], statements: Iterable[Statement]
) -> list[Store]:
    """Everything on a page that numbers may have been copied from."""
    stated, drawn = list(statements), list(tables)
    found = [
        *_named(stated),
        *_of_words(stated),
        *_of_conditions(stated),
        *_tables(drawn),
        *_by_title(drawn),
        *_stacked(text),
        *_by_words(passages),
        *_units(text),
    ]
    fitting = [store for store in found if 1 < len(store.entries) <= MOST_ENTRIES]
    return [replace(store, number=at) for at, store in enumerate(fitting[:MOST_STORES])]


def _named(statements: Iterable[Statement]) -> Iterator[Store]:
    """Vectors and matrices under their names, and names that differ in an index or are given again."""
    indexed: dict[str, dict[Index, Entry]] = {}
    again: dict[str, list[dict[Index, Entry]]] = {}
    for statement in statements:
        head = statement.members[0].expr
        if not isinstance(head, Name) or len(statement.members) < 2 or statement.offered:
            continue
        entries = literal_entries(statement.members[-1].expr)
        if not entries:
            continue
        turns = again.setdefault(head.key, [])
        if not any(_is_same(entries, turn) for turn in turns):
            turns.append(entries)
        index = index_of(head)
        if index is not None:
            family = indexed.setdefault(head.base, {})
            family.update({(index, *key): entry for key, entry in entries.items()})
    for key, turns in again.items():
        for turn in turns:
            yield from _even(key, turn)
        if len(turns) > 1:
            counted = {
                (str(at), *place): entry for at, turn in enumerate(turns, 1) for place, entry in turn.items()
            }
            yield from _even(key, counted)
    for base, entries in indexed.items():
        yield from _even(base, entries)


def _of_words(statements: Iterable[Statement]) -> Iterator[Store]:
    """`P(spam) = 0.4`, `P(ham) = 0.6`: a name that has a number for each of some words."""
    given: dict[str, dict[Index, Entry]] = {}
    for statement in statements:
        head, last = statement.members[0].expr, stated_number(statement.members[-1].expr)
        word = word_of(head) if isinstance(head, Apply) else None
        if isinstance(head, Apply) and word is not None and last is not None and not statement.offered:
            entry = Entry(last.value, statement.members[-1].span.start)
            given.setdefault(head.function.key, {}).setdefault((word,), entry)
    for name, entries in given.items():
        yield Store(name, entries, by_word=True)


def _of_conditions(statements: Iterable[Statement]) -> Iterator[Store]:
    """`P(free|spam) = 0.4`, `P(free|ham) = 0.05`: the chances under each condition, by what they are of."""
    given: dict[str, dict[Index, Entry]] = {}
    for statement in statements:
        head, last = statement.members[0].expr, stated_number(statement.members[-1].expr)
        named = _CONDITION.fullmatch(head.key) if isinstance(head, Apply) else None
        if named is not None and last is not None and not statement.offered:
            entry = Entry(last.value, statement.members[-1].span.start)
            key = named["given"].strip().lower(), named["of"].strip().lower()
            given.setdefault(named["name"], {}).setdefault(key, entry)
    for name, entries in given.items():
        if len({condition for condition, _ in entries}) > 1:
            yield Store(name, entries, by_word=True)


def _by_title(tables: Iterable[Grid]) -> Iterator[Store]:
    """The rows of a table by the words above its columns: `P(w | spam)` stands above those of spam."""
    for grid in tables:
        titled = [_GIVEN.fullmatch(title.text.strip("*_`$ ")) for title in grid.header]
        found: dict[Index, Entry] = {}
        for row in grid.rows:
            label = row[0].text.strip('*_`$"“” ').lower()
            for title, cell in zip(titled[1:], row[1:], strict=False):
                value = number_in(cell.text.strip("$ "))
                if title is not None and label and value is not None:
                    found[title[1].lower(), label] = Entry(value, cell.span.start)
        if found:
            yield Store(TABLE, found, by_word=True)


def _is_same(first: dict[Index, Entry], second: dict[Index, Entry]) -> bool:
    """Whether a name is given the numbers it has, only once more."""
    return first.keys() == second.keys() and all(first[key].value == second[key].value for key in first)


def _even(name: str, entries: dict[Index, Entry]) -> Iterator[Store]:
    """A store whose keys are equally long, of one or two indices."""
    if len({len(key) for key in entries}) == 1 and len(next(iter(entries))) in (1, 2):
        yield Store(name, entries)


def index_of(head: Name) -> str | None:
    """The one whole number that a name has as its index."""
    if len(head.index) == 1 and isinstance(head.index[0], Number) and head.index[0].unit == 1:
        return head.index[0].text
    return None


def literal_entries(expr: Expr) -> dict[Index, Entry]:
    """The numbers of a literal by their places, () for a number alone; none for anything else."""
    single = stated_number(expr)
    if single is not None:
        return {(): Entry(single.value, expr.span.start)}
    if not isinstance(expr, Array):
        return {}
    found: dict[Index, Entry] = {}
    for at, item in enumerate(expr.items, 1):
        inner = literal_entries(item)
        if not inner:
            return {}
        found.update({(str(at), *key): entry for key, entry in inner.items()})
    columns = {key[1] for key in found if len(key) == 2}
    if columns == {"1"}:  # a column vector
        return {key[:1]: entry for key, entry in found.items()}
    return found


def _tables(tables: Iterable[Grid]) -> Iterator[Store]:
    """The columns of a table by the words in its first column, and by the numbers of its rows."""
    for grid in tables:
        by_word: dict[Index, Entry] = {}
        by_row: dict[Index, Entry] = {}
        for at, row in enumerate(grid.rows, 1):
            for title, cell in zip(grid.header, row, strict=False):
                value = number_in(cell.text.strip("$ "))
                if value is None:
                    continue
                entry = Entry(value, cell.span.start)
                by_row[str(at), title.text] = entry
                word = row[0].text.strip("*_`$ ").lower()
                if word and number_in(word) is None:
                    by_word[word, title.text] = entry
        if by_word:
            yield Store(TABLE, by_word, by_word=True)
        elif by_row:
            yield Store(TABLE, by_row)


def _stacked(text: str) -> Iterator[Store]:
    """A matrix drawn with bars or brackets over several lines, its name beside one of them."""
    rows: list[tuple[int, list[fmpq]]] = []
    title: str | None = None
    for line in (*_WITH_END.finditer(text), None):
        found = _ROW.search(line[0]) if line is not None else None
        if found is None or line is None:
            if len(rows) > 1 and title is not None and len({len(row) for _, row in rows}) == 1:
                yield Store(
                    title,
                    {
                        (str(r), str(c)): Entry(value, start)
                        for r, (start, row) in enumerate(rows, 1)
                        for c, value in enumerate(row, 1)
                    },
                )
            rows, title = [], None
            continue
        numbers = [number_in(number) for number in _NUMERAL.findall(found[1])]
        rows.append((line.start(), [number for number in numbers if number is not None]))
        called = _CALLED.search(line[0][: found.start()])
        title = called[1] if called is not None else title


def _units(text: str) -> Iterator[Store]:
    """`unit B: weights (0.6, -0.4), bias 0.7`, line by line."""
    weights: dict[Index, Entry] = {}
    biases: dict[Index, Entry] = {}
    for found in _UNIT.finditer(text):
        for at, number in enumerate(_NUMERAL.findall(found["weights"]), 1):
            value = number_in(number)
            if value is not None:
                weights[found["unit"], str(at)] = Entry(value, found.start())
        bias = number_in(found["bias"])
        if bias is not None:
            biases[found["unit"],] = Entry(bias, found.start())
    if len(biases) > 1:
        yield Store("weights", weights)
        yield Store("bias", biases)


def _by_words(passages: Iterable[Passage]) -> Iterator[Store]:
    """`cat [0.5, 0.2]` line by line, and `the 0.26, cat 0.59, sat 0.15`."""
    for passage in passages:
        vectors: dict[Index, Entry] = {}
        for found in _BY_WORD.finditer(passage.text):
            for at, text in enumerate(found[2].split(","), 1):
                value = number_in(text)
                if value is not None:
                    vectors[found[1].lower(), str(at)] = Entry(value, passage.span.start + found.start())
        if vectors:
            yield Store(LIST, vectors, by_word=True)
        for line in _LINE.finditer(passage.text):
            pairs: dict[Index, Entry] = {}
            for found in _PAIR.finditer(line[0]):
                value = number_in(found[2])
                if value is not None:
                    start = passage.span.start + line.start() + found.start()
                    pairs.setdefault((found[1].lower(),), Entry(value, start))
            if len(pairs) > 1:
                yield Store(LIST, pairs, by_word=True)


View = tuple[int, tuple[int, ...], int]


@record(frozen=True, slots=True)
class Source:
    """A way to look up a number by the index of a line."""

    store: Store
    parts: tuple[int | str, ...]  # which part of the line's index, or the fixed index
    back: int = 0  # how many steps before

    @property
    def view(self) -> View:
        """The store and the way in which it is looked at, whatever is fixed."""
        parts = tuple(part if isinstance(part, int) else -1 for part in self.parts)
        return self.store.number, parts, self.back

    def at(self, index: Index, before: int) -> fmpq | None:
        """The number that belongs to the line with this index."""
        key = tuple(part if isinstance(part, str) else index[part] for part in self.parts)
        if self.back:
            if not key[0].isdigit():
                return None
            key = (str(int(key[0]) - self.back), *key[1:])
        return self.store.value(key, before)

    def spelt(self, index: Index) -> str:
        """The entry that belongs to a line, as people call it."""
        key = [part if isinstance(part, str) else index[part] for part in self.parts]
        if self.back:
            key[0] = str(int(key[0]) - self.back)
        if self.store.by_word and len(key) == 1:
            is_list = self.store.name == LIST
            return f"that of “{key[0]}”" if is_list else f"{self.store.name}({key[0]})"
        if self.store.name == TABLE:
            row = f"“{key[0]}”" if self.store.by_word else f"row {key[0]}"
            return f"{key[1]} of {row}"
        if self.store.by_word and self.store.name != LIST:
            return f"{self.store.name}({key[1]}|{key[0]})"
        if self.store.by_word:
            return f"entry {key[1]} of “{key[0]}”"
        return f"{self.store.name}_{{{','.join(key)}}}" if len(key) > 1 else f"{self.store.name}_{key[0]}"


def sources_in(store: Store, length: int) -> Iterator[Source]:
    """Every way in which an index of this length may look something up in a store."""
    places = range(length)
    if store.rank == 1:
        for place in places:
            yield Source(store, (place,))
            if not store.by_word:
                yield Source(store, (place,), back=1)
        return
    for place in places:
        for fixed in store.keys_along(1):
            yield Source(store, (place, fixed))
        if not store.by_word:
            for fixed in store.keys_along(0):
                yield Source(store, (fixed, place))
    for row, column in product(places, repeat=2):
        if row != column:
            yield Source(store, (row, column))
