"""Inputs and outputs as a graph: from each output a solid line to the input it attends to most, and a
dashed line to the second.

Lines are as thick as their weights. Where inputs share a place, each of them gets the line; where more
share it than can be told apart in a picture, their number is said instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from workings.evaluating.describing import MOST_TIED, share
from workings.evaluating.ranking import are_shares, ranking, rows_of
from workings.record import record
from workings.reporting.pictures.heat_map import LARGEST, Naming, why_not_drawn
from workings.reporting.pictures.shapes import SMALL, Drawing, box, extent, path, shortened, text
from workings.value import Scalar, Value

_STEP = 62  # from one node to the next
_TALL, _SPAN = 40, 240  # of a node, and between the two columns
_LONGEST_NAME = 22


@record(frozen=True)
class Strand:
    """What one output attends to: the places of the largest weight and of the second, with the weights."""

    most: tuple[int, ...]
    second: tuple[int, ...]
    weights: tuple[Scalar, ...]

    @property
    def ties(self) -> str:
        """What the lines do not tell: how many inputs share a place."""
        if len(self.most) == len(self.weights) > 1:
            return "all equal"
        crowded = [group for group in (self.most, self.second) if len(group) > MOST_TIED]
        return f"{len(crowded[0])} tied" if crowded else "tied" if self.is_tied else ""

    @property
    def is_tied(self) -> bool:
        return len(self.most) > 1 or len(self.second) > 1


def strands(weights: Value) -> tuple[Strand, ...]:
    """For each row of weights, where its lines go; a second of nothing has no line."""
    found = []
    for row in rows_of(weights) or ():
        most, *rest = ranking(row)
        second = rest[0] if rest and row[rest[0][0]] > 0 else ()
        found.append(Strand(most, second, row))
    return tuple(found)


def why_no_graph(value: Value, name: str) -> str | None:
    """Why there is no graph of a value, in words; None if there is one."""
    trouble = why_not_drawn(value, name)
    if trouble is None and not all(are_shares(row) for row in rows_of(value) or ()):
        return f"the rows of {name} are not shares of a whole, so it says nothing about who attends to whom"
    return trouble


def graph(weights: Value, caption: str, naming: Naming = Naming()) -> Drawing:  # noqa: B008 (frozen)
    """The graph of attention weights; `why_no_graph` says which values have none."""
    found = strands(weights)
    if not found or max(len(found), len(found[0].weights)) > LARGEST:
        raise ValueError(why_no_graph(weights, caption))
    outputs = _names(naming.rows, len(found), "output")
    inputs = _names(naming.columns, len(found[0].weights), "input")
    wide = max(134.0, *(extent(name, 15) + 24 for name in (*outputs, *inputs)))
    left = 18.0
    right = left + wide + _SPAN
    tallest = max(len(outputs), len(inputs)) * _STEP
    tops = [92 + (tallest - len(outputs) * _STEP) / 2, 92 + (tallest - len(inputs) * _STEP) / 2]
    shapes = [text((left + right + wide) / 2, 22, caption, look="head")]
    shapes += [
        text(left + wide / 2, 60, "outputs", look="faint", size=SMALL),
        text(right + wide / 2, 60, "inputs", look="faint", size=SMALL),
    ]
    for at, strand in enumerate(found):
        shapes += _lines(strand, left + wide, right, tops[0] + _STEP * at, tops[1])
    for names, x, top in ((outputs, left, tops[0]), (inputs, right, tops[1])):
        for at, name in enumerate(names):
            y = top + _STEP * at
            shapes.append(box(x, y - _TALL / 2, wide, _TALL, "node", radius=8))
            shapes.append(text(x + wide / 2, y - (7 if names is outputs else 0), name))
    for at, strand in enumerate(found):
        shapes += _weights(strand, left, wide, tops[0] + _STEP * at)
    low = 70 + tallest + 16
    shapes += _legend(left, low, any(strand.is_tied for strand in found))
    return Drawing(max(right + wide + 18, 430), low + 24, tuple(shapes))


def _names(given: Sequence[str], count: int, word: str) -> list[str]:
    if len(given) == count:
        return [shortened(name, _LONGEST_NAME) for name in given]
    return [f"{word} {at}" for at in range(1, count + 1)]


def _lines(strand: Strand, start: float, end: float, y: float, top: float) -> list[str]:
    """The lines of one output, the dashed ones beneath."""
    shapes = []
    for places, look in ((strand.second, "second"), (strand.most, "most")):
        if len(places) > MOST_TIED or len(places) == len(strand.weights) > 1:
            continue
        for place in places:
            thick = 1.4 + 3.6 * min(1.0, max(0.0, float(strand.weights[place])))
            goal = top + _STEP * place
            bend = (end - start) * 0.45
            shapes.append(
                path(
                    f"M{start:.6g} {y:.6g}C{start + bend:.6g} {y:.6g} {end - bend:.6g} {goal:.6g} "
                    f"{end:.6g} {goal:.6g}",
                    look,
                    thick,
                )
            )
    return shapes


def _weights(strand: Strand, left: float, wide: float, y: float) -> list[str]:
    """The two weights beneath the name of an output, each behind a sample of its line."""
    parts = [(strand.most, "most")] + ([(strand.second, "second")] if strand.second else [])
    notes = [(share(strand.weights[places[0]]), look) for places, look in parts]
    step = wide / len(notes)
    shapes = []
    for at, (number, look) in enumerate(notes):
        middle = left + step * (at + 0.5)
        shapes.append(path(f"M{middle - 27:.6g} {y + 10:.6g}h15", look, 2))
        shapes.append(text(middle - 8, y + 10, number, "start", "faint", 12))
    if strand.ties:
        shapes.append(text(left, y + _TALL / 2 + 8, strand.ties, "start", "faint", 11))
    return shapes


def _legend(left: float, y: float, tied: bool) -> list[str]:
    shapes = [
        path(f"M{left:.6g} {y:.6g}h30", "most", 3),
        text(left + 38, y, "attends most", "start", "faint", SMALL),
        path(f"M{left + 150:.6g} {y:.6g}h30", "second", 2),
        text(left + 188, y, "second", "start", "faint", SMALL),
    ]
    if tied:
        shapes.append(text(left + 258, y, "tied inputs share a line's look", "start", "faint", 12))
    return shapes
