"""Layers in words against what they come to: sizes, parameters, and the sums that are written for them.

A size that is stated is wrong only where every step to it was said; strides and paddings that nobody said
may be any. A sum whose own arithmetic is right is wrong only where a named slip gives its result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import pairwise

from workings.checking.judging import Judge
from workings.checking.prose.counting import Fit, Sum, size_slips, sums_in
from workings.checking.prose.mentioned import judge_mentions
from workings.checking.prose.named import SIZE, Passed, called
from workings.checking.prose.recounted import judge_counts
from workings.checking.prose.tallying import Tally, judge_perceptrons
from workings.document import Kind, Statement
from workings.finding import Claim, Verdict
from workings.networks.prose.describing import Described, describe_layers
from workings.networks.prose.flowing import Flow, after, agree, as_flow, shown, ways
from workings.networks.prose.inputs import read_inputs
from workings.networks.prose.painting import painted
from workings.networks.prose.rows import rows_of
from workings.networks.prose.sentences import spoken_layers
from workings.networks.prose.stating import Said, stated_flat, stated_shapes
from workings.record import record
from workings.regex import regex
from workings.source import Page, Span

NEAR = 12  # characters of a heading before the name of a layer: “Layer 3: ”
FAR = 120  # characters between the word for the input and its size
MANY = 4  # right claims beside a misfit that no slip explains
_SHAPE = regex(r"\s*(?P<h>\d{1,5})\s*×\s*(?P<w>\d{1,5})(?:\s*×\s*(?P<c>\d{1,5}))?\s*")
_ON_THE_WAY = regex(
    r"\bkernel|\bfilter|\bconvol|\bcross-?correl|\bpool(?:ed|ing)\b|\bstrides?\b|\\begin\{.?(?:matrix|array)"
    r"|(?<![\d.])\d{1,4}\s*\$?(?:×|x|\\times)\$?\s*\d",
    re.I,
)
_INPUT = regex(r"\d{1,5}\s*×\s*\d{1,5}(?:\s*×\s*\d{1,5})?")


@record()
class Walk:
    """One pass over the layers of a document: what is true of each, and what was said."""

    judge: Judge
    sheet: str
    sums: Sequence[Sum]
    true: Flow = field(default_factory=Flow)
    said: Flow = field(default_factory=Flow)
    claims: list[Claim] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)
    cause: str | None = None
    tally: Tally = field(default_factory=Tally)

    @property
    def page(self) -> Page:
        return self.judge.page

    def layer(self, layer: Described) -> None:
        """One layer: what is stated of it, then what comes out of it."""
        if layer.kind == "input":
            self.start(layer)
            return
        if layer.own_input is not None:
            self.true = self.said = _given(f"input {layer.own_input}", 0, len(layer.own_input) + 6)
        true, said = self.true, self.said
        sums = [one for one in self.sums if layer.span.start <= one.span.start < layer.span.end]
        self.tally.layer(self, layer, sums)
        self.true = after(layer, true)
        self.said = after(layer, said) if said != true else self.true
        if not layer.is_odd:
            self.sizes(layer, true, said, sums)
        self.shape(layer, true, said)
        self.passed.append(Passed(layer, true, self.true))
        if not layer.is_followed:
            self.true = self.said = replace(self.true, sure=False)

    def start(self, layer: Described) -> None:
        """The input: a size in the words behind it, or in a cell."""
        place = _INPUT.search(self.sheet, layer.opening.end, min(layer.span.end, layer.opening.end + FAR))
        found = [] if place is None else read_inputs(f"input {place[0]}")
        self.true = self.said = Flow(found[0].height, found[0].width, found[0].channels) if found else Flow()
        if not layer.is_followed:
            self.true = self.said = replace(self.true, sure=False)
        self.turn(layer.span.start)

    def turn(self, at: int) -> None:
        """Another network begins: what is said of the parameters of this one is judged."""
        self.tally.judge(self, at)
        self.tally = Tally(at)
        self.cause = None

    # -- sizes ------------------------------------------------------------------------------------

    def shape(self, layer: Described, true: Flow, said: Flow) -> None:
        """Judge the size that is stated for what comes out."""
        for stated in self.stated(layer):
            expected = self.true
            found = as_flow(stated)
            if expected.count is None and expected.height is None:
                self.true = self.said = _adopted(found)
            elif agree(expected, found):
                self.say(Verdict.RIGHT, stated.span, None, None)
                self.true = self.said = _filled(expected, found)
            elif layer.is_odd or not expected.sure or any(agree(way, found) for way in ways(layer, true)):
                self.true = self.said = _adopted(found)
            elif agree(self.said, found) or any(agree(way, found) for way in ways(layer, said)):
                self.say(Verdict.CARRIED, stated.span, SIZE, shown(expected))
                self.said = found
            elif layer.kind == "same":
                self.true = self.said = _adopted(found)  # ReLU, and a pooling in the same row
            else:
                self.wrong_size(layer, true, stated, expected)
                self.said = found
            return

    def stated(self, layer: Described) -> Iterator[Said]:
        start, end = layer.opening.end, layer.span.end
        if layer.row is not None:
            cell = layer.row.cell("shape")
            found = None if cell is None else _SHAPE.fullmatch(cell.text)
            if cell is not None and found is not None:
                span = Span(cell.span.start, cell.span.end)
                yield Said(span, int(found["h"]), int(found["w"]), int(found["c"]) if found["c"] else None)
            return
        if layer.kind in ("conv", "pool", "same"):
            yield from stated_shapes(self.sheet, start, end, self.page.text)
        elif layer.kind == "flatten":
            yield from stated_flat(self.sheet, start, end)

    def wrong_size(self, layer: Described, true: Flow, stated: Said, expected: Flow) -> None:
        fits = size_slips(layer, true.height, stated.height)
        self.say(Verdict.WRONG, stated.span, SIZE, shown(expected), fits, called(self.page, layer))

    def sizes(self, layer: Described, true: Flow, said: Flow, sums: Sequence[Sum]) -> None:
        """Sums that give the side of what comes out: `O = (14 - 5)/1 = 9`."""
        for one in sums:
            if one.result in (self.true.height, self.true.width, self.true.count):
                self.said = self.true if one.result != self.true.count else self.said
            elif self.follows(layer, said, one):
                self.say(Verdict.CARRIED, one.place, SIZE, _expected(layer, self.true))
            elif self.true.sure and one.is_named and true.height in one.numbers:
                fits = size_slips(layer, true.height, one.result)
                if fits and self.true.height is not None:
                    self.say(
                        Verdict.WRONG, one.place, SIZE, str(self.true.height), fits, called(self.page, layer)
                    )
                    self.said = replace(self.true, height=one.result, width=one.result)

    def follows(self, layer: Described, said: Flow, one: Sum) -> bool:
        """Whether a sum gives what follows from the size that was wrongly said."""
        if self.said == self.true or self.cause is None:
            return False
        expected = self.said.count if layer.kind == "flatten" else self.said.height
        used = said.count if layer.kind == "flatten" else said.height
        return one.result == expected and (layer.kind == "flatten" or used in one.numbers)

    # -- claims -----------------------------------------------------------------------------------

    def say(
        self,
        verdict: Verdict,
        span: Span,
        rule: str | None,
        computed: str | None,
        fits: Sequence[Fit] = (),
        name: str = "this layer",
        unit: str = "parameters",
    ) -> None:
        """A claim of the walk, unless the judge has called the place wrong already."""
        known = (*self.judge.claims, *self.claims)
        if any(claim.span == span and claim.verdict is Verdict.WRONG for claim in known):
            return
        text = self.page.written[span.start : span.end]
        if verdict is Verdict.RIGHT:
            self.claims.append(Claim("", "shape", span, text, verdict, None, text, text))
            return
        number = f"network {len(self.claims) + 1}"
        carried = verdict is Verdict.CARRIED
        what = f"gives {computed}" if rule == SIZE else f"has {computed} {unit}"
        stated = "".join(self.sheet[span.start : span.end].split())  # 28×28, however it was set
        message = f"{stated} follows from an earlier error" if carried else f"{name} {what}, not {stated}"
        self.claims.append(
            Claim(
                number,
                "shape",
                span,
                text,
                verdict,
                fits[0].name if fits else (rule if verdict is Verdict.WRONG else None),
                text,
                computed,
                tuple(fit.name for fit in fits),
                self.cause if carried else None,
                message=message,
                slips=tuple(fit.words for fit in fits),
            )
        )
        if verdict is Verdict.WRONG and self.cause is None:
            self.cause = number


def claims_of_layers(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The claims about the layers that a document describes, but for what a sentence tells all by itself."""
    told = {s.members[-1].span.start for s in statements if s.members[0].said is not None}
    return [claim for claim in _claims(judge, statements) if claim.span.start not in told]


def _claims(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    sheet = painted(judge.page.text, judge.passages)
    rows = rows_of(judge.passages, sheet)
    headings = [p.span.start for p in judge.passages if p.kind is Kind.HEADING]
    called = describe_layers(sheet, headings, rows)
    layers = sorted([*called, *spoken_layers(sheet, headings, called)], key=lambda layer: layer.span.start)
    walk = Walk(judge, sheet, sums_in(statements, sheet))
    judge_perceptrons(walk)
    if not any(layer.kind in ("conv", "pool", "linear") for layer in layers):
        return _believed(walk.claims)
    opened = [layer.span.start for layer in layers]
    turns = [at for at in headings if not any(at <= place <= at + NEAR for place in opened)]
    reached = 0
    begun = [0]  # how many claims there were before each network
    for layer in layers:
        turn = max((at for at in turns if at <= layer.span.start), default=0)
        if turn > reached or reached == 0:
            walk.turn(turn)
            begun.append(len(walk.claims))
            walk.true = walk.said = _given(sheet, max(turn, reached), layer.span.start)
        walk.layer(layer)
        reached = max(layer.span.start, 1)
    after_last = min((at for at in turns if at > reached), default=len(sheet))
    walk.turn(after_last)
    described = len(walk.claims)
    judge_mentions(walk)
    judge_counts(walk, statements)
    networks = pairwise([*begun, described])
    believed = [claim for start, end in networks for claim in _believed(walk.claims[start:end])]
    return [*believed, *walk.claims[described:]]


def _believed(claims: list[Claim]) -> list[Claim]:
    """The claims, of which those no slip explains are left open unless the words were surely read as meant.

    Layers are described in so many forms that a number which fits nothing is often our misreading.
    """
    unexplained = [claim for claim in claims if claim.verdict is Verdict.WRONG and not claim.fits]
    right = sum(claim.verdict is Verdict.RIGHT for claim in claims)
    if not unexplained or (len(unexplained) == 1 and right >= MANY):
        return claims
    doubted = {claim.id for claim in unexplained}
    return [
        replace(claim, verdict=Verdict.UNDECIDED, rule=None, cause=None, message=f"as read, {claim.message}")
        if claim.id in doubted or (claim.cause is not None and claim.cause in doubted)
        else claim
        for claim in claims
    ]


def _given(sheet: str, start: int, end: int) -> Flow:
    """The input that the words before the first layer give; unsure, if something is done to it before."""
    found = read_inputs(sheet[start:end])
    sizes = {(one.height, one.width, one.channels) for one in found}
    if len(sizes) != 1:
        return Flow()
    changed = _ON_THE_WAY.search(sheet, start + found[-1].span.end, end)
    return replace(Flow(*next(iter(sizes))), sure=changed is None)


def _adopted(found: Flow) -> Flow:
    """A size that is taken as it is stated, where it is plain which of its numbers are the channels."""
    first, middle, last = found.height, found.width, found.channels
    if last is None or first == middle:
        return found
    return Flow(middle, last, first) if middle == last else Flow(sure=False)


def _filled(expected: Flow, found: Flow) -> Flow:
    """The expected size, with the channels that only the statement names, and sure from now on."""
    channels = expected.channels
    if channels is None and found.channels is not None:
        sides = (expected.height, expected.width)
        last = (found.height, found.width) in (sides, sides[::-1])
        channels = found.channels if last else found.height
    return replace(expected, channels=channels, sure=True)


def _expected(layer: Described, flow: Flow) -> str:
    return str(flow.count if layer.kind == "flatten" else flow.height)
