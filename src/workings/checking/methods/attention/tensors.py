"""Tensors of attention with heads: queries of (batch, heads, T, k) have scores of (batch, heads, T, T)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.comparing.comparison import SHAPE
from workings.checking.methods.attention.projections import HEADS
from workings.checking.methods.pages.extents import Size, Sized, parts_of, sizes_of
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.sheet import Sheet
from workings.finding import Claim
from workings.record import record
from workings.regex import regex

NEAR = 200  # characters around sizes that speak of them
_HEADED = regex(r"\bheads?\b|multi-?head", re.I)
_OTHERWISE = regex(  # there are two lengths, or not every query meets every key
    r"\bcross\b|cross-|\bsource\b|\btarget\b|encoder[-– ]+decoder|\bmemory\b|\bcach|\bpast\b|\bwindow"
    r"|\blocal\b|\blinear attention|\bsparse\b|\bgrouped\b|\bGQA\b|\bMQA\b|\bkey/value heads"
    r"|\bdownsampl|\brelative\b|\bone token at a time\b|\bT_[qk]\b|\bn_[qk]\b|\bL_[qk]\b",
    re.I,
)
_TURNED = regex(r"\^\s*+\{?\s*+(?:T\b|\\top|⊤|\\intercal)|ᵀ|\btranspos", re.I)
_SCORES = regex(
    r"\bscores?\b|\battention (?:weights|matri\w+|maps?|patterns?|logits|probabilit\w+)|\bsoftmax\b"
    r"|\bQ\s*+(?:_\{?\w+\}?)?\s*+(?:@|·|\\cdot)?\s*+K\s*+(?:_\{?\w+\}?)?\s*+(?:\^|ᵀ|\.T\b)",
    re.I,
)
_MIXED = regex(
    r"\b(?:scores?|weights|weighted|softmax|attn|attention|A|P|S)\b[\s$@·*×]*"
    r"(?:\btimes\b|\bapplied to\b|\bsums? of\b)?[\s$]*(?:\bthe values\b|\bvalues\b|V\b)"
    r"|\bhead outputs?\b|\boutputs? (?:per|of (?:each|every|the|all)) heads?|\bcontext\b",
    re.I,
)
_JOINED = regex(r"\bconcat|\bmerg(?:ed|ing)\b|\bside by side\b", re.I)
_BEFORE_JOINING = regex(r"\bbefore\b", re.I)
_SPLIT = regex(r"\bsplit|\bper head\b|\bheads?\b", re.I)
_QUERIES = regex(r"(?<![\w\\])[QKV](?![\w^])|\bquer(?:y|ies)\b|\bkeys?\b|\bvalues?\b", re.I)
_STREAM = regex(r"\bembed|\binput\b|\bX\b|\btokens?\b|\bresidual\b", re.I)
SAID: tuple[re.Pattern[str], ...] = (_HEADED,)


@record(frozen=True, slots=True)
class Heads:
    """The size of the queries of all heads, and the line that states it."""

    lead: Size  # the batch, if there is one, and the heads
    length: str
    width: str
    stated: Sized

    @property
    def scores(self) -> Size:
        return (*self.lead, self.length, self.length)

    @property
    def mixed(self) -> Size:
        return (*self.lead, self.length, self.width)

    def is_undivided(self, told: Heads) -> bool:
        """Whether each head is as wide as all of them are by what goes in and comes out."""
        return self.mixed[:-1] == told.mixed[:-1] and self.width == told.joined[-1]

    @property
    def joined(self) -> Size:
        return (*self.lead[:-1], self.length, str(int(self.lead[-1]) * int(self.width)))


def claims_of_tensors(sheet: Sheet) -> Iterator[Claim]:
    """The first tensor of each exercise that has other axes than the queries leave it."""
    found = [one for one in sizes_of(sheet) if len(one.size) > 2 and all(part.isdigit() for part in one.size)]
    for part in parts_of(sheet) if len(found) > 1 else ():
        own = [one for one in found if part.start <= one.span.start < part.end]
        around = (own[0].span.start - NEAR, min(own[-1].span.end + NEAR, part.end)) if own else (0, 0)
        if len(own) < 2 or _OTHERWISE.search(sheet.text, *around):
            continue
        split, told = _split(own), _told(sheet, own)
        if split is not None and told is not None and split.is_undivided(told):
            shown = f"({', '.join(told.mixed)})"
            message = f"the {told.lead[-1]} heads share {split.width} among them: it is {shown}"
            yield sheet.claim(split.stated.span, SHAPE, message, shown, told.stated.span)
            continue
        heads = split or told
        yield from _of_heads(sheet, heads, own) if heads is not None else ()


def _split(found: Sequence[Sized]) -> Heads | None:
    """The queries, keys or values of all heads, if all that are stated have one size."""
    split = [
        one
        for one in found
        if _QUERIES.search(one.words)
        and _SPLIT.search(one.words)
        and not any(other.search(one.words) for other in (_TURNED, _SCORES, _MIXED, _JOINED))
    ]
    if not split or any(one.size != split[0].size for one in split):
        return None
    *lead, length, width = split[0].size
    return Heads(tuple(lead), length, width, split[0])


def _told(sheet: Sheet, found: Sequence[Sized]) -> Heads | None:
    """What the heads are by what goes in or comes out, (batch, T, d), and by how many there are."""
    streams = [
        one
        for one in found
        if len(one.size) == 3 and (_STREAM.search(one.words) or _JOINED.search(one.words))
    ]
    heads = facts_of(sheet).only(r"h|H|n_h|n_\{?heads\}?|N_h|A", HEADS) if streams else None
    if heads is None or heads.q != 1 or heads < 2 or any(one.size != streams[0].size for one in streams):
        return None
    batch, length, width = streams[0].size
    if int(width) % int(heads.p):
        return None
    return Heads((batch, str(heads)), length, str(int(width) // int(heads.p)), streams[0])


def _of_heads(sheet: Sheet, heads: Heads, found: Sequence[Sized]) -> Iterator[Claim]:
    for one in found:
        right, why = _expected(heads, one)
        if right is None or one.size == right or not _is_mixed_up(heads, one, right, found):
            continue
        shown = f"({', '.join(right)})"
        yield sheet.claim(one.span, SHAPE, f"{why}: it is {shown}", shown, heads.stated.span)
        return


def _expected(heads: Heads, one: Sized) -> tuple[Size | None, str]:
    """The size that something has to have by its name, and why."""
    joins = _JOINED.search(one.words) is not None and not _BEFORE_JOINING.search(one.words)
    if one is heads.stated:
        return None, ""
    if joins:
        return heads.joined, f"{heads.lead[-1]} heads of width {heads.width} stand side by side"
    if _MIXED.search(one.words):
        return heads.mixed, "every position has a mixture of the values"
    if _SCORES.search(one.words):
        return heads.scores, f"every one of {heads.length} positions has a score for each of {heads.length}"
    return None, ""


def _is_mixed_up(heads: Heads, one: Sized, right: Size, found: Sequence[Sized]) -> bool:
    """Whether only the last axes differ, and those that are stated are other axes of the page."""
    stated = one.size
    if len(stated) != len(right) or stated[:-2] != right[:-2]:
        return False
    beside = [other.size for other in found if other is not one]
    if stated[-2] != right[-2] and sum(heads.length in size for size in beside) < 2:
        return False  # the length may be what is wrong
    return {*stated[-2:]} <= {*heads.mixed, *heads.joined, *(part for size in beside for part in size)}
