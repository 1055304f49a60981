"""The queries, keys and values that a page gives: as stated, and as its inputs and weights make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.trials.worth import literal
from workings.document import Statement
from workings.expr import Expr, Name, Number
from workings.record import record
from workings.regex import regex
from workings.source import Span
from workings.value import Tensor

MOST_TOKENS = 12
MOST_WIDTH = 16
_WHOLE = regex(r"([QKVX])")
_WEIGHTS = regex(r"[WM][_^]\(?([QKVqkv])\)?")
_ROW = regex(r"([QKVXqkvx])")

Vector = tuple[fmpq, ...]
Rows = tuple[Vector, ...]


@record(frozen=True, slots=True)
class Given:
    """What attention starts from; `stated` rows may differ from those that follow, `made`."""

    start: int  # of the page, from where on this is known
    epoch: int  # how many times something was given anew
    queries: tuple[Rows, ...]  # the same rows as they follow and as they are stated, each once
    keys: tuple[Rows, ...]
    values: tuple[Rows, ...]

    @property
    def rows(self) -> frozenset[Vector]:
        """All of them, of whatever they are."""
        return frozenset(row for rows in (*self.queries, *self.keys, *self.values) for row in rows)

    @property
    def length(self) -> int:
        return len(self.keys[0])

    @property
    def width(self) -> int:
        return len(self.keys[0][0])


class Givens:
    """Follows the statements of a page, and gathers what they give."""

    def __init__(self) -> None:
        self.epoch = 0
        self.wholes: dict[str, Rows] = {}  # Q, K, V, X and the weights, by their letters: "wQ" are those of Q
        self.rows: dict[str, dict[int, Vector]] = {}

    def note(self, statement: Statement) -> bool:
        """Take in what a statement gives; whether it gave anything."""
        head, last = statement.members[0].expr, statement.members[-1].expr
        if len(statement.members) < 2 or not isinstance(head, Name) or statement.hypothesis:
            return False
        letter, at = _letter(head), _index(head)
        rows = _rows(last) if letter is not None else None
        if letter is None or rows is None:
            return False
        if at is not None or (len(rows) == 1 and letter in "qkv"):
            return len(rows) == 1 and self._keep_row(letter.upper(), at or 1, rows[0])
        self._keep(letter, rows)
        return True

    def _keep(self, letter: str, rows: Rows) -> None:
        before = self.wholes.get(letter)
        if before is not None and before != rows:
            self.epoch += 1
        if letter in ("X", "wQ", "wK", "wV") and before != rows:
            touched = "QKV" if letter == "X" else letter[1]
            for one in touched:  # what was made of the old ones
                self.wholes.pop(one, None)
                self.rows.pop(one, None)
        self.wholes[letter] = rows
        self.rows.pop(letter, None)

    def _keep_row(self, letter: str, at: int, row: Vector) -> bool:
        rows = self.rows.setdefault(letter, {})
        if at in rows and rows[at] != row:
            self.epoch += 1
            rows.clear()
        rows[at] = row
        return True

    def at(self, place: int) -> Given | None:
        """What is known now, where keys and queries fit together."""
        queries, keys, values = (tuple(dict.fromkeys(self._known(letter))) for letter in "QKV")
        if not queries or not keys:
            return None
        wide = len(keys[0][0])
        if any(len(one[0]) != wide for one in (*queries, *keys)) or len({*map(len, keys)}) != 1:
            return None
        queries = tuple(one for one in queries if len(one) == len(queries[0]))
        values = tuple(one for one in values if len(one) == len(keys[0]))
        small = max(len(queries[0]), len(keys[0])) <= MOST_TOKENS and wide <= MOST_WIDTH
        return Given(place, self.epoch, queries, keys, values) if small and len(keys[0]) > 1 else None

    def _known(self, letter: str) -> Iterator[Rows]:
        """The rows of one letter: what inputs and weights give, what is stated as a whole and row by row."""
        made = self.made(letter)
        if made is not None:
            yield made
        stated = self.wholes.get(letter)
        if stated is not None:
            yield stated
        parts = self.rows.get(letter, {})
        base = made or stated
        if base is not None:
            yield tuple(parts.get(at, row) for at, row in enumerate(base, 1))
        elif sorted(parts) == [*range(1, len(parts) + 1)] and len({*map(len, parts.values())}) == 1:
            yield tuple(parts[at] for at in sorted(parts))

    def made(self, letter: str) -> Rows | None:
        """The rows that the inputs and weights give, unless those that are stated are something else."""
        inputs = self._inputs()
        weights = self.wholes.get(f"w{letter}")
        if inputs is None or weights is None or len(inputs[0]) != len(weights):
            return None
        rows = product(inputs, weights)
        stated = self.wholes.get(letter)
        if stated is not None and not _are_akin(rows, stated):
            return None
        parts = self.rows.get(letter, {})
        off = sum(at > len(rows) or rows[at - 1] != row for at, row in parts.items())
        return rows if off <= len(parts) // 2 else None

    def _inputs(self) -> Rows | None:
        rows = self.rows.get("X", {})
        if "X" in self.wholes or not rows:
            return self.wholes.get("X")
        whole = sorted(rows) == [*range(1, len(rows) + 1)] and len({*map(len, rows.values())}) == 1
        return tuple(rows[at] for at in sorted(rows)) if whole else None


def givens(statements: Sequence[Statement]) -> tuple[list[Given], list[Span]]:
    """What is known from which place on, and where it is given."""
    gathered, found, places = Givens(), list[Given](), list[Span]()
    for statement in statements:
        if not gathered.note(statement):
            continue
        places.append(statement.span)
        given = gathered.at(statement.span.end)
        if given is not None and (not found or replace(found[-1], start=given.start) != given):
            found.append(given)
    return found, places


def product(left: Rows, right: Rows) -> Rows:
    """A product of two matrices."""
    columns = [*zip(*right, strict=True)]
    return tuple(tuple(dot(row, column) for column in columns) for row in left)


def dot(left: Vector, right: Vector) -> fmpq:
    return sum((a * b for a, b in zip(left, right, strict=True)), fmpq(0))


def _are_akin(rows: Rows, stated: Rows) -> bool:
    """Whether stated rows are these but for a mistake: at least half of the entries agree."""
    if len(rows) != len(stated) or len(rows[0]) != len(stated[0]):
        return False
    pairs = [(a, b) for row, other in zip(rows, stated, strict=True) for a, b in zip(row, other, strict=True)]
    return 2 * sum(a == b for a, b in pairs) >= len(pairs)


def _rows(expr: Expr) -> Rows | None:
    """The rows of exact numbers of a matrix; a vector is one row, and a number one of a single entry."""
    number = stated_number(expr)
    if number is not None:
        return ((number.value,),)
    value = literal(expr)
    items = tuple(x for x in value.items if isinstance(x, fmpq)) if isinstance(value, Tensor) else ()
    if not isinstance(value, Tensor) or not 0 < len(value.items) == len(items) or len(value.shape) > 2:
        return None
    width = value.shape[-1]
    return tuple(items[at : at + width] for at in range(0, len(items), width))


def _letter(head: Name) -> str | None:
    """Which of the matrices a name is, or whose weights: Q, wQ; a row has its letter as it is written."""
    if weights := _WEIGHTS.fullmatch(head.key):
        return f"w{weights[1].upper()}"
    if _WHOLE.fullmatch(head.key):
        return head.key
    return head.base if _ROW.fullmatch(head.base) and (_index(head) is not None or not head.index) else None


def _index(head: Name) -> int | None:
    if len(head.index) != 1 or not isinstance(head.index[0], Number) or head.index[0].unit != 1:
        return None
    at = int(head.index[0].value.p)
    return at if 0 < at <= MOST_TOKENS else None
