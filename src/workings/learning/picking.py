"""The entries of a name by its indices: all of them, some, sums of letters, or what an input asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.expr import Expr, Name
from workings.learning.contracting import Lettered, lettered
from workings.learning.declaring import CannotRunError, Size
from workings.learning.letters import Place, Ranges, place_of
from workings.learning.shaping import shown
from workings.learning.terms import Term, py
from workings.record import record

if TYPE_CHECKING:
    from workings.learning.writing import Writer


@record(frozen=True, slots=True)
class Picking:
    """Takes entries for all values of some letters."""

    writer: Writer
    ranges: Ranges
    names: frozenset[str]

    def entry(self, node: Name, write: Callable[[Expr], Lettered]) -> Lettered:
        """The entries of a name; an index that is no letter is written first."""
        whole = self.writer.whole_of(node)
        if whole is None:
            raise CannotRunError(
                f"{node.key} is an entry of {node.base}, which is neither given nor declared"
            )
        places = [place_of(part, self.names) for part in node.index]
        if None in places:
            return self._asked(node, whole, write)
        known = [place for place in places if place is not None]
        letters = [place.letter for place in known]
        if None not in letters and len({*letters}) == len(letters) and self.covers(node, whole, known):
            term = replace(whole, shape=whole.shape[len(known) :], batched=True)
            return Lettered(term, tuple(letter for letter in letters if letter), whole.batched)
        return self._cut(node, whole, known)

    def covers(self, node: Name, whole: Term, places: Sequence[Place]) -> bool:
        """Whether the letters of a name go over all of it."""
        return all(
            self.first(node, place, at) == 0 and self.ranges[place.letter or ""].size == size
            for at, (place, size) in enumerate(zip(places, whole.shape, strict=False))
        )

    def first(self, node: Name, place: Place, axis: int) -> int:
        """The entry that an index asks for first, from nought."""
        first = place.first(self.ranges)
        return first if place.least(self.ranges) == 0 else first - self.writer.first_index(node.base, axis)

    def _cut(self, node: Name, whole: Term, places: Sequence[Place]) -> Lettered:
        """Entries of some places only, or of places that several letters make together."""
        axes: list[tuple[str, ...]] = []
        cuts: list[str] = []
        together: list[tuple[int, str]] = []
        for axis, (place, size) in enumerate(zip(places, whole.shape, strict=False)):
            first, counts = self.first(node, place, axis), dict(place.counts)
            self._check(node, place, first, size)
            if not counts:
                cuts.append(str(first))
                continue
            letter = place.letter
            if letter is not None:
                extent = self.ranges[letter].size
                is_whole = first == 0 and extent == size
                cuts.append(":" if is_whole else f"{first or ''}:{first + extent}")  # type: ignore[operator]
            else:
                cuts.append(":")
                together.append((len(axes), self._numbers(place, first)))
            axes.append(tuple(counts))
        rank = whole.rank - len(places)
        node_ = whole.node
        if {*cuts} != {":"}:
            node_ = py(f"x[{', '.join(['...', *cuts, *(':',) * rank])}]", x=node_)
        for at, numbers in reversed(together):
            behind = sum(len(letters) for letters in axes[at + 1 :]) + rank
            node_ = py(f"x[{', '.join(['...', 'i', *(':',) * behind])}]", x=node_, i=py(numbers))
        letters = tuple(letter for axis in axes for letter in axis)
        if len({*letters}) < len(letters):
            if len(letters) != 2 or rank:
                raise CannotRunError(f"{node.key}: a letter that is an index twice")
            node_, letters = py("x.diagonal(0, -2, -1)", x=node_), letters[:1]
        term = Term(node_, whole.shape[len(places) :])
        return lettered(node_, letters, term, batched=whole.batched)

    def _check(self, node: Name, place: Place, first: int, size: Size) -> None:
        """What is asked for has to be there."""
        extents = [(count, self.ranges[letter].size) for letter, count in place.counts]
        if not isinstance(size, int) or not all(isinstance(extent, int) for _, extent in extents):
            if place.letter is not None and first == 0 and extents[0][1] == size:
                return
            raise CannotRunError(f"{node.key}: it is not known whether all of these entries are there")
        steps = [count * (extent - 1) for count, extent in extents if isinstance(extent, int)]
        least, most = first + sum(n for n in steps if n < 0), first + sum(n for n in steps if n > 0)
        if least < 0 or most >= size:
            raise CannotRunError(
                f"{node.key} asks for entry {most + 1 if most >= size else least + 1} of {size}"
            )

    def _numbers(self, place: Place, first: int) -> str:
        """The places that several letters make together, as one of their axes each."""
        terms = []
        for at, (letter, count) in enumerate(place.counts):
            axes = ", None" * (len(place.counts) - 1 - at)
            run = f"torch.arange({self.ranges[letter].size})" + (f"[:{axes}]" if axes else "")
            terms.append(run if count == 1 else f"{count} * {run}")
        return " + ".join(terms) + (f" + {first}" if first else "")

    def _asked(self, node: Name, whole: Term, write: Callable[[Expr], Lettered]) -> Lettered:
        """Rows of a table that an input asks for, E_{s_t}, or one entry of every row, P_{t, y_t}."""
        *rows, last = node.index
        asked = write(last)
        if asked.term.rank:
            raise CannotRunError(f"{node.key}: an index that is {shown(asked.term.shape)}")
        if not rows and not whole.batched and whole.rank == 2:
            if whole.learned is not None:
                self.writer.fan_in.setdefault(whole.learned, 1)
            table = py("F.embedding(x, y)", x=asked.node, y=whole.node)
            return lettered(table, asked.letters, Term(table, whole.shape[1:]), batched=asked.batched)
        places = [place_of(part, self.names) for part in rows]
        letters = tuple(place.letter or "" for place in places if place is not None)
        if len(rows) + 1 != whole.rank or len(letters) < len(rows) or asked.letters != letters:
            raise CannotRunError(f"{node.key}: an index that is no letter")
        if not self.covers(node, whole, [place for place in places if place is not None]):
            raise CannotRunError(f"{node.key}: an index that does not go over all rows")
        picked = py("x.gather(-1, i.long().unsqueeze(-1)).squeeze(-1)", x=whole.node, i=asked.node)
        return lettered(picked, letters, Term(picked, ()), batched=whole.batched or asked.batched)
