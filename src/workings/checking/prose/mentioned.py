"""Layers that are spoken of further down by their names: “the output of Conv-1 is of size 28×28×8”.

What such a sentence states is held to what the description of the layers, further up, comes to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.checking.prose.counting import Fit, Sum, size_slips
from workings.checking.prose.named import SIZE, Passed, by_label, called
from workings.finding import Verdict
from workings.networks.prose import wordings
from workings.networks.prose.flowing import Flow, after, agree, as_flow, shown, ways
from workings.networks.prose.stating import Said
from workings.record import record
from workings.regex import regex
from workings.source import Page, Span

if TYPE_CHECKING:
    from workings.checking.prose.layers import Walk

SOME = 2  # sizes that are right, so that the network is surely read as it was meant
MANY = 3  # beside which a single one that nothing explains is believed to be wrong
_MENTION = wordings.wording(
    r"(?P<before>[^.;:\n\d×]{0,60})"
    r"\b(?:(?P<conv>conv(?:olution(?:al)?)?(?:2d)?)"
    r"|(?P<pool>(?:max|av[gq]|average|mean)?(?: |-)?pool(?:ing)?))"
    r"(?:(?: |-)?layer)?(?: |-|_)?#?(?P<number>\d)(?![\d×]|~×)"
    rf"(?P<between>[^.;\n\d×]{{0,60}})[\[(]?{wordings.SHAPE}"
    r"(?!~(?:filters?|kernels?|conv|window|pool|inputs?|·|=|\+|[a-z]{0,3}~filter))"
)
_OF_OUTPUT = regex(
    r"\boutputs?\b|\bafter\b|\b(?:gives|yields|produces|results in)\b|→|\bfeature maps?\b", re.I
)
_OF_OTHERS = regex(
    r"\binputs?\b|\bkernel|\bfilter|\bweight|\bwindow|\bstride|\bpatch|\breceptive|\bbefore\b", re.I
)
_PADDED = wordings.wording(
    rf"\bpad(?:ded|ding|s)?\b(?P<between>[^.;:\n\d×]{{0,60}})[\[(]?{wordings.SHAPE}(?!~(?:filters?|kernels?|·|=|\+))"
)
_FLATTENED = wordings.wording(rf"\bflatten\w{{0,4}}\b[^.;\n\d×]{{0,80}}{wordings.SHAPE}")
_LINEAR = wordings.wording(r"\bnn\.Linear\(~(?P<h>\d{1,7})~,~(?P<w>\d{1,6})~\)")
_DOUBTED = regex(
    r"\b(?:wrong|incorrect|mistake|errors?|not|instead of|would|could|if|suppose|claims?)\b|n['’]t\b|\?", re.I
)
_CHANGED = regex(
    r"\b(?:instead|suppose|alternativ\w*|modif\w*|another network|different (?:network|architecture)"
    r"|replac\w*|chang(?:e|ed|ing) the)\b",
    re.I,
)


@record(frozen=True, slots=True)
class Mention:
    """A size that is stated for a layer, and the one it has to be."""

    passed: Passed
    said: Said
    expected: Flow
    what: str  # gives that size, in a message
    slips: tuple[Fit, ...] = ()
    others: tuple[Flow, ...] = ()  # that it may be as well, where not all of the layer is said

    @property
    def is_right(self) -> bool:
        """Whether the size is the expected one."""
        return agree(self.expected, as_flow(self.said))

    @property
    def is_possible(self) -> bool:
        """Whether it may be right, for all that is said of the layer."""
        return any(agree(way, as_flow(self.said)) for way in self.others)


class Mentions:
    """What the sentences below the description of a network say of its layers."""

    def __init__(self, page: Page, sheet: str, passed: Sequence[Passed], sums: Sequence[Sum]) -> None:
        self.page = page
        self.sheet = sheet
        self.sums = sums
        self.named = by_label(passed)
        self.last = _before_the_only_linear(passed)

    def found(self) -> Iterator[Mention]:
        """Every size that is stated of a layer by its name, in a sentence that means it."""
        if not self.named:
            return
        for found in _MENTION.finditer(self.sheet):
            words = found["before"] + found["between"]
            passed = self.named.get(f"{'conv' if found['conv'] else 'pool'}{found['number']}")
            if passed is None or not _OF_OUTPUT.search(words) or _OF_OTHERS.search(words):
                continue
            if self._is_meant(passed, found):
                yield self._mention(passed, found)
                yield from self._padded(passed, found.end())
        if self.last is not None:
            yield from self._flattened(self.last)

    def _mention(self, passed: Passed, found: re.Match[str]) -> Mention:
        layer, said = passed.layer, _said(found)
        return Mention(
            passed,
            said,
            passed.after,
            called(self.page, passed.layer),
            tuple(size_slips(layer, passed.before.height, said.height)),
            tuple(ways(layer, passed.before)),
        )

    def _padded(self, passed: Passed, start: int) -> Iterator[Mention]:
        """“First we pad the input to 9×9×8”, in the same paragraph."""
        padding, before = passed.layer.padding, passed.before
        end = self.sheet.find("\n", start)
        found = _PADDED.search(self.sheet, start, end if end >= 0 else len(self.sheet))
        if (
            found is None
            or not isinstance(padding, int)
            or not padding
            or not before.height
            or not before.width
        ):
            return
        wider = replace(before, height=before.height + 2 * padding, width=before.width + 2 * padding)
        if not re.search(r"\bkernel|\bfilter|\bby\b|\bwith\b", found["between"]):
            yield Mention(
                passed, _said(found), wider, f"padding the input of {called(self.page, passed.layer)}"
            )

    def _flattened(self, passed: Passed) -> Iterator[Mention]:
        """What is flattened, and what the only linear layer takes."""
        for found in _FLATTENED.finditer(self.sheet, passed.layer.opening.end):
            if self._is_meant(passed, found):
                yield Mention(passed, _said(found), passed.after, called(self.page, passed.layer))
        for found in _LINEAR.finditer(self.sheet, passed.layer.opening.end):
            if self._is_meant(passed, found):
                flat = Flow(flat=passed.after.count)
                yield Mention(passed, Said(Span(*found.span("h")), int(found["h"])), flat, "flattening")

    def _is_meant(self, passed: Passed, found: re.Match[str]) -> bool:
        """Whether a sentence speaks of the network as it was described."""
        if found.start() < passed.layer.opening.start or passed.after.height is None:
            return False
        start = (
            max(self.sheet.rfind("\n", 0, found.start("h")), self.sheet.rfind(". ", 0, found.start("h"))) + 1
        )
        if _DOUBTED.search(self.sheet, start, found.start("h")):
            return False
        return _CHANGED.search(self.sheet, passed.layer.opening.end, found.end()) is None

    def is_worked_out(self, mention: Mention) -> bool:
        """Whether its own line works out the side that has to be: `of size 27×27, as (32 - 5)/1 + 1 = 28`."""
        side, goes_in = mention.expected.height, mention.passed.before.height
        end = self.sheet.find("\n", mention.said.span.end)
        line = range(mention.said.span.start, end if end >= 0 else len(self.sheet))
        return any(
            one.span.start in line and one.result == side and goes_in in one.numbers for one in self.sums
        )


def judge_mentions(walk: Walk) -> None:
    """Judge what is said of layers by their names.

    A size that differs is wrong where a slip explains it, where its own line works out what it has to be, or
    where it stands alone among several that are right; some have to be right where a step to it was not said.
    """
    mentions = Mentions(walk.page, walk.sheet, walk.passed, walk.sums)
    taken = {claim.span.start for claim in walk.claims}
    found = [mention for mention in mentions.found() if mention.said.span.start not in taken]
    verdicts = list(_verdicts(walk.passed, found))
    right, wrong = verdicts.count(Verdict.RIGHT), verdicts.count(Verdict.WRONG)
    walk.cause, is_caused = None, False
    for mention, verdict in zip(found, verdicts, strict=True):
        size, place = shown(mention.expected), mention.said.span
        is_told = mention.passed.after.sure or right >= SOME
        is_explained = mention.slips or mentions.is_worked_out(mention)
        if verdict is Verdict.RIGHT:
            walk.say(verdict, place, None, None)
        elif verdict is Verdict.CARRIED and is_caused:
            walk.say(verdict, place, SIZE, size)
        elif verdict is Verdict.WRONG and ((is_told and is_explained) or (wrong == 1 and right >= MANY)):
            walk.say(verdict, place, SIZE, size, mention.slips, mention.what)
            is_caused = True


def _verdicts(passed: Sequence[Passed], found: Sequence[Mention]) -> Iterator[Verdict]:
    """What becomes of each mention: a size may follow from the one that was wrongly said before it."""
    said: dict[int, Flow] = {}  # by the place of a layer, what wrongly comes out of it
    places = {id(one): at for at, one in enumerate(passed)}
    for mention in found:
        at, size = places[id(mention.passed)], as_flow(mention.said)
        before = said.get(at - 1)
        if mention.is_right:
            yield Verdict.RIGHT
        elif mention.is_possible:
            yield Verdict.UNDECIDED
        elif before is not None and agree(after(mention.passed.layer, before), size):
            said[at] = size
            yield Verdict.CARRIED
        else:
            said[at] = size
            yield Verdict.WRONG


def _before_the_only_linear(passed: Sequence[Passed]) -> Passed | None:
    """The last layer that slides, where nothing but flattening and one linear layer comes behind it."""
    linear = [at for at, one in enumerate(passed) if one.layer.kind == "linear"]
    sliding = [at for at, one in enumerate(passed) if one.layer.kind in ("conv", "pool")]
    if len(linear) != 1 or not sliding or sliding[-1] > linear[0]:
        return None
    return passed[sliding[-1]]


def _said(found: re.Match[str]) -> Said:
    span = Span(found.start("h"), found.end("c" if found["c"] else "w"))
    return Said(span, int(found["h"]), int(found["w"]), int(found["c"]) if found["c"] else None)
