"""Tables with a column of inputs and a column of targets, row by row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workings.document import Kind, Passage
from workings.parsing.vocabulary import painted
from workings.record import record
from workings.regex import regex

FEWEST = 3  # rows that show whether targets are shifted
_INPUT = regex(
    r"(?:model )?(?:inputs?|reads|has read|(?:input |current )?(?:token|word|character|symbol)|x_?t)", re.I
)
_TARGET = regex(
    r"(?:targets?|labels?|is asked for|(?:to )?predicts?|y_?t|"
    r"(?:next|target) (?:token|word|character|symbol))",
    re.I,
)


@record(frozen=True, slots=True)
class Pairs:
    """The inputs and targets of a table, with the cell of the first target."""

    inputs: tuple[str, ...]
    targets: tuple[str, ...]
    first: Passage

    @property
    def are_unshifted(self) -> bool:
        """Whether every row is asked for its own token, and the tokens differ."""
        return self.inputs == self.targets and len(set(self.inputs)) > 1


def tables_of_targets(passages: Iterable[Passage]) -> Iterator[Pairs]:
    """The tables of a document that pair inputs with targets."""
    rows: list[dict[int, Passage]] = []
    last: int | None = None
    for passage in (*passages, None):
        row = passage.row if passage is not None and passage.kind is Kind.CELL else None
        if row is None or (last is not None and row not in (last, last + 1)):
            yield from _pairs(rows)
            rows = []
        if row is not None and passage is not None:
            if row != last or not rows:
                rows.append({})
            rows[-1][passage.column] = passage
        last = row


def _pairs(rows: list[dict[int, Passage]]) -> Iterator[Pairs]:
    if len(rows) <= FEWEST:
        return
    heads = {column: painted(cell.text).strip() for column, cell in rows[0].items()}
    inputs = [column for column, words in heads.items() if _INPUT.fullmatch(words)]
    targets = [column for column, words in heads.items() if _TARGET.fullmatch(words)]
    if len(inputs) != 1 or len(targets) != 1:
        return
    cells = [(row.get(inputs[0]), row.get(targets[0])) for row in rows[1:]]
    full = [(one, other) for one, other in cells if one is not None and other is not None]
    if len(full) == len(cells):
        words = [(painted(one.text).strip(), painted(other.text).strip()) for one, other in full]
        yield Pairs(tuple(a for a, _ in words), tuple(b for _, b in words), full[0][1])
