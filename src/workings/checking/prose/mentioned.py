"""Layers that are spoken of further down by their names: “the output of Conv-1 is of size 28×28×8”.

What such a sentence states is held to what the description of the layers, further up, comes to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from flint import fmpq

from workings.checking.prose.counting import Count, Fit, Sum, counted, size_slips
from workings.document import Statement
from workings.evaluating import How, evaluate
from workings.expr import Call, Expr, Number
from workings.expr import walk as walk_over
from workings.finding import Verdict
from workings.networks.prose import wordings
from workings.networks.prose.describing import Described
from workings.networks.prose.flowing import Flow, after, agree, as_flow, shown, ways
from workings.networks.prose.stating import Said
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.source import Span

if TYPE_CHECKING:
    from workings.checking.prose.layers import Walk

SOME = 2  # sizes that are right, so that the network is surely read as it was meant
MANY = 3  # beside which a single one that nothing explains is believed to be wrong
SIZE = "network/size-differs"
COUNT = "network/parameters-differ"
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
_COUNTED = wordings.wording(
    r"\bconv(?:olution(?:al)?)?(?:2d)?(?:(?: |-)?layer)?(?: |-|_)?#?(?P<number>\d)(?!\d|~×)"
    r"(?:[^.;\n×]|\b(?:num|no)\.){0,24}\b(?:weights|param(?:eter)?s)\b(?P<rest>[^\n]*)"
)
_DOUBTED = regex(
    r"\b(?:wrong|incorrect|mistake|errors?|not|instead of|would|could|if|suppose|claims?)\b|n['’]t\b|\?", re.I
)
_CHANGED = regex(
    r"\b(?:instead|suppose|alternativ\w*|modif\w*|another network|different (?:network|architecture)"
    r"|replac\w*|chang(?:e|ed|ing) the)\b",
    re.I,
)


@record(frozen=True, slots=True)
class Passed:
    """A layer that was described, with what goes into it and what comes out."""

    layer: Described
    before: Flow
    after: Flow


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

    def __init__(self, sheet: str, passed: Sequence[Passed], sums: Sequence[Sum]) -> None:
        self.sheet = sheet
        self.sums = sums
        self.named = _by_label(passed)
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
            _name(self.sheet, passed),
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
            yield Mention(passed, _said(found), wider, f"padding the input of {_name(self.sheet, passed)}")

    def _flattened(self, passed: Passed) -> Iterator[Mention]:
        """What is flattened, and what the only linear layer takes."""
        for found in _FLATTENED.finditer(self.sheet, passed.layer.opening.end):
            if self._is_meant(passed, found):
                yield Mention(passed, _said(found), passed.after, _name(self.sheet, passed))
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
    mentions = Mentions(walk.sheet, walk.passed, walk.sums)
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


def judge_counts(walk: Walk, statements: Iterable[Statement]) -> None:
    """Judge parameters that a line works out for a layer by its name: `Conv-2: weights 16 × (4 × 4 × 8 + 1)`.

    A count that differs is wrong where a known slip gives it, or where just one of its numbers is another.
    """
    named = _by_label(walk.passed)
    found = list(_COUNTED.finditer(walk.sheet)) if named else []
    for statement in statements if found else ():
        last = statement.members[-1]
        line = next((one for one in found if one.start("rest") <= last.span.start < one.end("rest")), None)
        passed = None if line is None else named.get(f"conv{line['number']}")
        known = None if passed is None else counted(passed.layer, passed.before.channels)
        value = as_value(evaluate(last.expr, {}, How()))
        if passed is None or known is None or not isinstance(last.expr, Call) or not isinstance(value, fmpq):
            continue
        number = int(value.p)
        if number in (known.whole, known.weights):
            walk.say(Verdict.RIGHT, last.span, None, None)
        elif number not in known.legitimate:
            slips = known.slips(number, certain=True)
            if slips or _is_one_off(last.expr, known):
                walk.say(Verdict.WRONG, last.span, COUNT, str(known.whole), slips, _name(walk.sheet, passed))


def _is_one_off(expr: Expr, known: Count) -> bool:
    """Whether the numbers of a working are those of the layer but for one, with or without the bias."""
    numbers = Counter(int(node.value.p) for node in walk_over(expr) if isinstance(node, Number))
    own = Counter(known.arguments)
    return any(
        numbers.total() == one.total() == (numbers & one).total() + 1 for one in (own, own + Counter([1]))
    )


def _by_label(passed: Sequence[Passed]) -> dict[str, Passed]:
    """Layers by their names, but for names that stand for layers of several sizes."""
    named: dict[str, Passed] = {}
    several: set[str] = set()
    for one in passed:
        label = one.layer.label
        if not label or one.layer.is_odd or one.after.height is None:
            continue
        if label in named and not agree(named[label].after, one.after):
            several.add(label)
        named.setdefault(label, one)
    return {label: one for label, one in named.items() if label not in several}


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


def _name(sheet: str, passed: Passed) -> str:
    return sheet[passed.layer.opening.start : passed.layer.opening.end].strip(" \t*_:·")
