"""Parameters of described layers: what is stated for them, the sums they come from, and the total."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING

from workings.checking.prose.counting import Count, Fit, Sum, counted
from workings.checking.prose.named import PARAMETERS, called
from workings.finding import Verdict
from workings.networks.prose.describing import Described
from workings.networks.prose.flowing import Flow
from workings.networks.prose.stating import (
    is_rounded,
    stated_parameters,
    stated_perceptrons,
    stated_totals,
    whole,
)
from workings.record import record
from workings.regex import regex
from workings.source import Span

if TYPE_CHECKING:
    from workings.checking.prose.layers import Walk

MANY = 3  # layers whose biases are counted
_WITHOUT_BIAS = regex(
    r"(?:\bno|without|ignor\w{2,4}|omit\w{2,4}|exclud\w{2,4}|neglect\w{2,4}|not counting)\W{0,3}"
    r"(?:\w{1,12}\W){0,3}bias|bias\s?=\s?False",
    re.I,
)
_ABOUT = regex(r"param|weight|bias", re.I)
_NUMBER = regex(r"\s*(\d{1,3}(?:[, ]\d{3})+|\d{1,9})\s*")
_WORKED = regex(r"[^=≈|]*=\s*(\d{1,3}(?:[, ]\d{3})+|\d{1,9})\s*")  # with how it comes about


@record(frozen=True, slots=True)
class Entry:
    """A number of parameters that is stated for a layer, with what it really has."""

    layer: Described
    place: Span
    number: int
    known: Count
    said: Count | None  # after what was wrongly said before
    sure: bool
    cause: str | None
    bare: bool = False  # said to be the weights alone, with or without the biases


@record()
class Tally:
    """The layers of one network, as far as their parameters are known."""

    start: int = 0
    entries: list[Entry] = field(default_factory=list)
    counts: list[tuple[Described, Count, Sum | None]] = field(default_factory=list)
    complete: bool = True
    sizes: list[int] = field(default_factory=list)  # of what reached the layers before

    def layer(self, walk: Walk, layer: Described, sums: Sequence[Sum]) -> None:
        """Note what is stated of a layer before anything is judged."""
        earlier = [*self.sizes]
        self.sizes += [walk.true.count] if walk.true.count is not None else []
        if layer.kind not in ("conv", "linear"):
            return
        known = None if layer.is_odd else counted(layer, _inputs(layer, walk.true))
        if known is None:
            self.complete = False
            return
        said = counted(layer, _inputs(layer, walk.said))
        source = next((one for one in sums if one.result in known.partial), None)
        again = [
            at for at, (other, _, _) in enumerate(self.counts) if layer.label and other.label == layer.label
        ]
        if again:
            self.counts[again[0]] = (layer, known, source or self.counts[again[0]][2])
        else:
            self.counts.append((layer, known, source))
        sure = walk.true.sure or layer.inputs is not None
        for place, number, bare in _stated(walk, layer):
            self.entries.append(Entry(layer, place, number, known, said, sure, walk.cause, bare))
        for one in sums:
            self._sum(walk, layer, known, one)
        self._cell(walk, layer, known, earlier)

    def _cell(self, walk: Walk, layer: Described, known: Count, earlier: Sequence[int]) -> None:
        """A linear layer whose parameters are worked out in its row, with the size of an earlier map."""
        cell = layer.row.cell("parameters") if layer.row is not None and layer.kind == "linear" else None
        worked = None if cell is None else _WORKED.fullmatch(walk.sheet, cell.span.start, cell.span.end)
        number = 0 if worked is None else whole(worked[1])
        if worked is None or number in (known.whole, known.weights):
            return
        for size in earlier:
            other = counted(layer, size)
            if other is not None and number in (other.whole, other.weights):
                fit = Fit("copy/other-row", "fits the size of the map before an earlier layer")
                place = Span(*worked.span(1))
                walk.say(Verdict.WRONG, place, PARAMETERS, str(known.whole), (fit,), called(walk.page, layer))
                return

    def _sum(self, walk: Walk, layer: Described, known: Count, one: Sum) -> None:
        """A sum that is right in itself, and gives what only a slip makes of this layer."""
        if one.result in known.legitimate or not known.concerns(one.numbers) or not _ABOUT.search(walk.sheet):
            return
        slips = known.slips(one.result, certain=False)
        if slips:
            value, unit = (known.whole, "parameters") if slips[0].with_bias else (known.weights, "weights")
            walk.say(Verdict.WRONG, one.place, PARAMETERS, str(value), slips, called(walk.page, layer), unit)

    def judge(self, walk: Walk, end: int) -> None:
        """All entries, once it is known whether this document counts biases."""
        biased = self._counts_biases(walk)
        for entry in self.entries:
            self._entry(walk, entry, biased)
        self._sums(walk, end)
        self._totals(walk, end, biased)

    def _counts_biases(self, walk: Walk) -> bool:
        whole = [entry for entry in self.entries if entry.number == entry.known.whole]
        text = walk.page.text
        if len(whole) >= MANY:  # what is said further down is said of something else
            text = text[: max(entry.place.end for entry in self.entries)]
        said = _speaks_of_biases(text)
        return bool(whole) if said is None else said

    def _entry(self, walk: Walk, entry: Entry, biased: bool) -> None:
        known, number = entry.known, entry.number
        if _is_of(known, number, biased and not entry.bare):
            walk.say(Verdict.RIGHT, entry.place, None, None)
        elif entry.cause and entry.said not in (None, known) and _is_of(entry.said, number, biased):
            walk.cause = entry.cause
            walk.say(Verdict.CARRIED, entry.place, PARAMETERS, str(known.whole))
        elif entry.sure:
            slips = known.slips(number, certain=True)
            walk.say(
                Verdict.WRONG,
                entry.place,
                PARAMETERS,
                str(known.whole),
                slips,
                called(walk.page, entry.layer),
            )

    def _sums(self, walk: Walk, end: int) -> None:
        """A sum over all layers in which one stands without its biases, and the others with them."""
        for one in walk.sums:
            if (
                len(one.terms) < 2
                or len(one.terms) != len(self.counts)
                or not self.start <= one.span.start < end
            ):
                continue
            off = [at for at, (_, known, _) in enumerate(self.counts) if one.terms[at] != known.whole]
            source = self.counts[off[0]][2] if len(off) == 1 else None
            if source is None or source.result != one.terms[off[0]]:
                continue
            layer, known, _ = self.counts[off[0]]
            slips = known.slips(source.result, certain=True)
            if slips:
                walk.say(
                    Verdict.WRONG, source.place, PARAMETERS, str(known.whole), slips, called(walk.page, layer)
                )

    def _totals(self, walk: Walk, end: int, biased: bool) -> None:
        """The parameters of the whole network, where every layer of it is known."""
        if not self.complete or len(self.counts) < 2:
            return
        all_of_them = sum(known.whole for _, known, _ in self.counts)
        weights = sum(known.weights for _, known, _ in self.counts)
        summed = {one.place for one in walk.sums}
        stated = {entry.layer.span: entry.number for entry in self.entries}
        as_said = sum(stated.get(layer.span, known.whole) for layer, known, _ in self.counts)
        for total in stated_totals(walk.sheet, self.start, end):
            if total.span in summed:
                continue
            if _is_right(total.height, all_of_them, weights, biased):
                walk.say(Verdict.RIGHT, total.span, None, None)
            elif total.height == as_said and walk.cause is not None:
                walk.say(Verdict.CARRIED, total.span, PARAMETERS, str(all_of_them))
            elif all(entry.sure for entry in self.entries) and walk.true.sure:
                walk.say(Verdict.WRONG, total.span, PARAMETERS, str(all_of_them), (), "the network")


def _is_of(count: Count | None, number: int, biased: bool) -> bool:
    """Whether a number is that of all parameters of a layer, or of its weights where that is meant."""
    return count is not None and (number == count.whole or (number == count.weights and not biased))


def judge_perceptrons(walk: Walk) -> None:
    """Fully connected networks in one sentence: widths and the number of parameters."""
    for widths, said in stated_perceptrons(walk.sheet):
        pairs = list(itertools.pairwise(widths))
        weights = sum(inputs * outputs for inputs, outputs in pairs)
        everything = weights + sum(widths[1:])
        biased = "bias" in walk.page.text.lower() and not _WITHOUT_BIAS.search(walk.page.text)
        if _is_right(said.height, everything, weights, biased):
            walk.say(Verdict.RIGHT, said.span, None, None)
        else:
            walk.say(Verdict.WRONG, said.span, PARAMETERS, str(everything), (), "the network")
            walk.cause = None


def _is_right(stated: int, everything: int, weights: int, biased: bool) -> bool:
    """Whether a total is that of all parameters, rounded perhaps, or of the weights where that is meant."""
    if stated == everything:
        return True
    return not biased if stated == weights else is_rounded(stated, everything)


def _inputs(layer: Described, flow: Flow) -> int | None:
    if layer.inputs is not None:
        return layer.inputs
    return flow.channels if layer.kind == "conv" else flow.count


def _stated(walk: Walk, layer: Described) -> Iterator[tuple[Span, int, bool]]:
    """The numbers of parameters beside a layer, in words or in a column, which may be of weights alone."""
    if layer.row is not None:
        for meaning in ("parameters", "weights"):
            cell = layer.row.cell(meaning)
            found = None if cell is None else _NUMBER.fullmatch(cell.text)
            if cell is not None and found is not None:
                yield cell.span, whole(found[1]), meaning == "weights"
        return
    judged = {one.place for one in walk.sums}
    totals = {said.span for said in stated_totals(walk.sheet, layer.opening.end, layer.span.end)}
    for said in stated_parameters(walk.sheet, layer.opening.end, layer.span.end):
        if said.span not in judged and said.span not in totals:
            yield said.span, said.height, False


@lru_cache(maxsize=1)
def _speaks_of_biases(text: str) -> bool | None:
    """Whether a page has biases, as far as it says so."""
    if _WITHOUT_BIAS.search(text):
        return False
    return True if "bias" in text.lower() else None
