"""Both sides of a link tried at point after point, as numbers and in the shapes that fit."""

from __future__ import annotations

from dataclasses import replace

from workings.checking.identities.certainty import explains
from workings.checking.identities.running import POINTS, Link
from workings.checking.identities.sampling import PLAIN
from workings.checking.identities.shaping import MisfitError
from workings.checking.identities.sorting import Sorted, functions_among, square, ways
from workings.record import record

SIGNED = 3  # further points at which letters such as x may be negative


@record(frozen=True, slots=True)
class Trial:
    """One way to take the free names: how many points agreed before the first that did not, and that one."""

    names: Sorted
    agreed: int
    differs_at: int | None


@record(frozen=True, slots=True)
class Trials:
    """All ways that were tried, as plain numbers and in the shapes that fit."""

    of_numbers: list[Trial]
    of_shapes: list[Trial]

    @property
    def agreed(self) -> int:
        return sum(trial.agreed for trial in (*self.of_numbers, *self.of_shapes))

    @property
    def shaped(self) -> list[Sorted]:
        return [trial.names for trial in self.of_shapes]

    @property
    def refuted(self) -> list[Sorted]:
        """The ways in which the sides differ somewhere."""
        both = (*self.of_numbers, *self.of_shapes)
        return [trial.names for trial in both if trial.differs_at is not None]

    @property
    def held(self) -> list[int]:
        """At how many points the link holds, for each shape in which it does."""
        return [trial.agreed for trial in self.of_shapes if trial.differs_at is None]

    @property
    def hold(self) -> bool:
        """Whether the link holds in some shape, or in every way that was tried."""
        return max(self.held, default=0) >= POINTS - 1 or (not self.refuted and self.agreed >= POINTS - 1)

    def refute_shapes(self, link: Link) -> bool:
        """Whether the sides differ in all shapes, which are sure, while no plain numbers excuse them."""
        if not self.of_shapes or not self.of_shapes[0].names.sure or self.held:
            return False
        for_numbers = any(t.differs_at is None and t.agreed >= POINTS - 1 for t in self.of_numbers)
        if for_numbers and not any(key[:1].isupper() for key in link.free):
            return False
        return explains(link.left, link.right) or not any(trial.agreed for trial in self.of_shapes)


def trials(link: Link) -> Trials:
    """Try the names as numbers and in the shapes that fit; where all differ, with all sizes alike too."""
    shaped = _shaped(link)
    tensors = bool(link.kinds) or bool(link.uses.entries)
    numbers = replace(PLAIN, functions=functions_among(link.uses), steps=frozenset(link.uses.steps))
    plain = [] if tensors and shaped else [numbers]
    of_numbers, of_shapes = ([_tried(link, names) for names in each] for each in (plain, shaped))
    if all(trial.differs_at is not None for trial in of_shapes):
        alike = [names.small for names in shaped if names.small is not None]
        of_shapes += [_tried(link, names) for names in alike]
    return Trials(of_numbers, of_shapes)


def _shaped(link: Link) -> list[Sorted]:
    """The way in which the shapes of both sides fit; none where they do not, or where all are numbers."""
    try:
        return list(ways(link.left, link.right, link.free, link.formulas, link.names, link.kinds, link.uses))
    except MisfitError:
        return [] if link.kinds else [square(link.free)]  # may hold for matrices of one size at least


def _tried(link: Link, names: Sorted) -> Trial:
    """Run both sides at point after point until they differ."""
    agreed = 0
    for point in range(POINTS + (SIGNED if names.shapes == {} else 0)):
        verdicts = (link.agree(values, names) for values in link.samples(point, names))
        verdict = next((verdict for verdict in verdicts if verdict is not None), None)
        if verdict is False:
            return Trial(names, agreed, point)
        agreed += verdict is True
    return Trial(names, agreed, None)
