"""What a document says about decoders: “greedy picks A”, “beam search with K = 2 keeps {A C, B D}”.

A saying names a rule, what it does, and a sequence of the tree that the sentence is about. What is asked,
supposed or only true in general is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from flint import fmpq

from workings.decoding.model import Prefix
from workings.parsing.trees.naming import Finder, Found
from workings.parsing.trees.options import number
from workings.source import Span

LONGEST = 600  # characters of a sentence


class Rule(Enum):
    """Whose choice a sentence is about."""

    GREEDY = "greedy"
    BEAM = "beam"
    BEST = "exhaustive"


class Deed(Enum):
    """What a rule is said to do."""

    RETURN = "returns"
    KEEP = "keeps"
    DROP = "drops"
    MISS = "misses the best"  # the rule does not return the most probable sequence
    HIT = "finds the best"
    BEAT = "beats greedy"
    AGREE = "agrees with greedy"


class Mode(Enum):
    """What scores are compared."""

    OPEN = "not said"
    PLAIN = "total probability"
    NORMALISED = "length-normalised"


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that a sentence says of a decoder."""

    rule: Rule
    deed: Deed
    objects: tuple[Found, ...]
    span: Span
    sentence: Span
    width: int | None = None
    mode: Mode = Mode.OPEN
    alpha: fmpq | None = None
    step: int | None = None
    after: Prefix | None = None
    hedged: bool = False
    denied: bool = False
    both: bool = False  # “keeps both”


CUE = re.compile(
    r"greed|beam|\bwe\s+(?:keep|retain|drop|discard|prune)\b|^\W*best\s*:|exhaustive"
    r"|most\s+(?:probable|likely)|optimal|best\s+(?:sequence|path)|highest",
    re.I,
)
_END = re.compile(
    r"(?<=[.;!])\s+(?=[^a-z\s])|(?<=\?)\s+(?=[A-Z])|\n\s*\n|\n(?=[ \t]*(?:[-*•+#|→]|\d{1,2}[.)])\s)"
    r"|\n(?=\s*[A-Z])"
)
_WIDTH = re.compile(
    r"\b(?:k|b|beam[- ]?(?:width|size)|width|size|beam)\s*=\s*(?P<digits>[1-9]\d?)\b(?!\.\d)"
    r"|\b(?:beam[- ]?(?:width|size)|width|size|beam)\s*(?:of\s+|is\s+|:\s*|-)?(?P<word>[1-9]\d?|one"
    r"|two|three|four|five)\b(?!\.\d)"
    r"|\b(?P<before>[1-9]\d?|two|three|four|five)[- ](?:beams?|best|hypotheses)\b"
    r"|\btop[- ](?P<top>[1-9]\d?|two|three)\b",
    re.I,
)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_ACTOR = re.compile(
    r"\b(?P<greedy>greedy(?:[- ](?:decoding|search|decoder|algorithm|approach|strategy|method|rule"
    r"|choice|path|output|"
    r"sequence|result|answer|translation|sentence))?)\b"
    r"|\b(?P<we>we)\s+(?=(?:keep|retain|drop|discard|prune)\b)"
    r"|\b(?P<beam>beam(?:[- ]search)?(?:\s+(?:decoding|decoder|algorithm|output|result|answer))?)\b"
    r"|\b(?P<best>exhaustive(?:\s+search)?|brute[- ]force(?:\s+search)?"
    r"|(?:most\s+(?:probable|likely)|best|optimal|globally\s+(?:best|optimal)|highest[- ]probability"
    r"|likeliest|true\s+argmax)\s+"
    r"(?:complete\s+|overall\s+|full\s+|whole\s+|possible\s+)?(?:sequence|sentence|path|output"
    r"|hypothesis|translation))\b",
    re.I,
)
_RETURN = (
    r"picks?|chooses?|chose|selects?|takes?|outputs?|returns?|gives?|produces?|yields?|finds?|found"
    r"|generates?|decodes?"
    r"|ends\s+up\s+with|commits\s+to|follows|goes\s+(?:for|with)|settles\s+(?:on|for)|arrives\s+at|recovers?"
    r"|discovers?|predicts?|emits?|wins\s+with|would\s+be"
)
_VERB = re.compile(
    rf"\b(?:(?P<return>{_RETURN}|is|are|becomes?)|(?P<keep>keeps?|retains?|kept|maintains?|holds"
    rf"|contains?|tracks?)"
    r"|(?P<drop>drops?|discards?|prunes?|throws\s+away|eliminates?|loses?)|(?P<miss>misses|overlooks))\b"
    r"|(?P<colon>[:=]|→)",
    re.I,
)
_BETWEEN = re.compile(
    r"(?:[\s,()]|\b(?:with|of|a|the|we|beams?|after|width|size|search|decoding|k|b|would|will|therefore|then"
    r"|thus|now|may|can|could|might|also|"
    r"still|instead|here|always|first|hence|so|again|in|this|example|case|tree|using|on|under|by|at"
    r"|each|step|and|it|"
    r"length|normali[sz]ation|normali[sz]ed|normali[sz]ing|score|scores|total|probability|log|for"
    r"|without|any|does|did|not|never|fails|to|cannot|"
    r"alone|itself|however|too|both|two|three|one|\d+|t|position|sequence|path|output|result|answer"
    r"|choice|sentence|hypothesis|overall|"
    r"prefers|rule|correctly|simply|just|only|finally|actually|indeed|final|best|returned|chosen|found"
    r"|produced|decoded|algorithm|keep|keeps|"
    r"ends|end|up|because|it|of)\b|[=.α]|[‘’'\"-])*",
    re.I,
)
_FILLER = re.compile(
    r"\s*(?:(?:only|just|exactly|instead|again|always|first|simply|both|still|as|its"
    r"|output)\s+)?(?:(?:the|a|an|its)\s+)?"
    r"(?:(?:full|whole|final|complete|first|single|most\s+probable|most\s+likely|best|better|top|two|three"
    r"|token|word|"
    r"sequence|sentence|path|output|hypothes[ie]s|translation|string|phrase|candidates?|beams?"
    r"|prefix(?:es)?|option|"
    r"continuation|partial|sequences|paths|tokens|words|is|of)\s+)*(?:is|are|of)?\s*:?\s*",
    re.I,
)
_WORD = re.compile(r"\s*[a-z]{2,}(?<!first)\b")
_COUNTED = re.compile(r"beam\s*#?\d+\s*", re.I)  # `Beam 2:` is the second of several
_PARTS = re.compile(r";\s|,\s+(?:but|while|whereas|and\s+with(?:out)?)\b", re.I)
_BOTH = re.compile(r"\s*both\b(?:\s+(?:of\s+them|options|prefixes|hypotheses|beams|candidates))?", re.I)
_NOT = re.compile(r"\b(?:not|never|cannot|fails\s+to)\b|n['’]t\b", re.I)
_HEDGE = re.compile(r"\b(?:may|can|could|might)\b", re.I)
_SKIPPED = re.compile(
    r"\b(?:suppose|assume|imagine|claims?|claimed|student|mistak\w*|false|incorrect\w*|wrong\w*"
    r"|misconception|whether|"
    r"unless|should|typically|usually|often|sometimes|generally|in\s+general|sampl\w+|true\s+or)\b",
    re.I,
)
_IF = re.compile(r"\bif\b(?!\s+(?:we\s+use|using|k\s*=|the\s+beam|beam))", re.I)
_ASKED = re.compile(
    r"^\W*(?:which|what|does|do|did|will|would|is|are|how|why|who|where|can|show|explain|compute|find"
    r"|give|list|determine|verify)\b",
    re.I,
)
_NORMALISED = re.compile(
    r"length[- ]?(?:normali[sz]\w+|penalty)|normali[sz]\w+\s+(?:by|for|score|log)|average\s+log"
    r"|mean\s+log|geometric\s+mean|per[- ]token|normali[sz]ed|normali[sz]ation",
    re.I,
)
_UNNORMALISED = re.compile(
    r"\b(?:without|no|not|un)[- ]?(?:any\s+)?(?:length[- ]?)?normali[sz]\w+|unnormali[sz]ed"
    r"|total\s+probability|raw\s+(?:log|prob)|sum\s+of\s+log|by\s+probability",
    re.I,
)
_ALPHA = re.compile(r"(?:α|alpha)\s*=\s*(\d(?:\.\d{1,3})?)")
_STEP = re.compile(
    r"\b(?:at|in|after|during)\s+(?:the\s+)?(?:(?:step|time\s*step|position)\s*#?(?P<digits>\d{1,2})|"
    r"(?P<ordinal>first|second|third|fourth|last)\s+(?:step|token|word|position))\b"
    r"|\bstep\s+(?P<lead>\d{1,2})\s*[:,)]",
    re.I,
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_LOCAL = re.compile(
    r"\b(?:here|in\s+(?:this|our|the)\s+(?:example|case|tree|table|toy)|this\s+(?:example|tree|case)"
    r"|for\s+this|on\s+this)\b",
    re.I,
)
_BEHIND = re.compile(
    r"\s*(?:$|[.,;:)!?\]\n|–—]|because\b|since\b|as\b|and\b|but\b|while\b|whereas\b|which\b|whose\b|with\b|at\b|even\b|although\b|"
    r"though\b|for\b|in\b|instead\b|rather\b|here\b|first\b(?=\s*(?:[.,;:)!]|$))|over\b|then\b|so\b"
    r"|when\b|on\b|from\b|is\b"
    r"|has\b|not\b|of\b|under\b|by\b|after\b|too\b|again\b)",
    re.I,
)


def sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """The sentences of a stretch that speak of decoders."""
    for found in (*_END.finditer(text, start, end), None):
        stop = end if found is None else found.start()
        if 0 < stop - start <= LONGEST and CUE.search(text, start, stop):
            yield Span(start, stop)
        start = end if found is None else found.end()


def is_doubtful(sentence: str) -> bool:
    """What is asked, supposed, or ascribed to others."""
    return bool(_SKIPPED.search(sentence) or _ASKED.search(sentence) or _IF.search(sentence))


def read_sayings(text: str, span: Span, finder: Finder) -> list[Saying]:
    """What one sentence says; `finder` knows the tokens of its tree."""
    sentence = text[span.start : span.end]
    if is_doubtful(sentence):
        return []
    found = _compared(text, span)
    actors = list(_ACTOR.finditer(text, span.start, span.end))
    for at, actor in enumerate(actors):
        limit = actors[at + 1].start() if at + 1 < len(actors) else span.end
        found += _said(text, span, actor, limit, finder)
    if not found:
        found += _crowned(text, span, finder)
    return found


def _rule(actor: re.Match[str]) -> Rule:
    return {"greedy": Rule.GREEDY, "beam": Rule.BEAM, "we": Rule.BEAM}.get(actor.lastgroup or "", Rule.BEST)


def _said(text: str, span: Span, actor: re.Match[str], limit: int, finder: Finder) -> list[Saying]:
    """The verbs behind an actor, each with what it is said of; nothing where other words come between."""
    rule, at, hedges = _rule(actor), actor.end(), ""
    found: list[Saying] = []
    for verb in _VERB.finditer(text, at, limit):
        if verb.start() < at:
            continue
        between = text[at : verb.start()]
        if not _BETWEEN.fullmatch(between):
            break
        if verb["colon"] is not None and _COUNTED.fullmatch(actor[0] + between):
            break
        deed = Deed.KEEP if verb["keep"] else Deed.DROP if verb["drop"] else Deed.RETURN
        objects, end = _objects(text, verb.end(), limit, deed, finder, span.end)
        both = _BOTH.match(text, verb.end(), limit) if deed is Deed.KEEP and not objects else None
        if not objects and both is None:
            continue
        hedges += between
        place = (
            Span(objects[0].span.start, objects[-1].span.end) if objects else Span(verb.start(), verb.end())
        )
        denied = bool(_NOT.search(between)) or verb["miss"] is not None
        said = Saying(rule, deed, objects, place, span, both=both is not None, denied=denied)
        found.append(_circumstances(text, said, hedges, finder))
        at = both.end() if both is not None else end
    return found


def _place(objects: tuple[Found, ...]) -> Span:
    """From the first to the last sequence, with the quotes of several."""
    wide = int(len(objects) > 1)
    first, last = objects[0], objects[-1]
    return Span(first.span.start - wide * first.quoted, last.span.end + wide * last.quoted)


def _objects(
    text: str, start: int, end: int, deed: Deed, finder: Finder, stop_at: int
) -> tuple[tuple[Found, ...], int]:
    """The sequences behind a verb up to a place, with their figures; the sentence itself may go on."""
    for skip in (False, True):
        at = start
        if skip:
            filler = _FILLER.match(text, start, end)
            at = filler.end() if filler else start
        found, stop = finder.several(text, at, end) if deed is not Deed.RETURN else finder.one(text, at, end)
        if found and _BEHIND.match(text[stop:stop_at]) and not _is_article(text, found, stop, stop_at):
            return found, stop
    return (), start


def _is_article(text: str, found: tuple[Found, ...], stop: int, end: int) -> bool:
    """Whether what looks like the token “the” or “a” only stands before a noun."""
    alone = len(found) == 1 and len(found[0].tokens) == 1 and not found[0].quoted
    return (
        alone and found[0].tokens[0] in ("the", "a", "an", "The", "A") and bool(_WORD.match(text, stop, end))
    )


def _circumstances(text: str, said: Saying, between: str, finder: Finder) -> Saying:
    """The width, the score, the step and the hedges of a sentence."""
    sentence = text[said.sentence.start : said.sentence.end]
    width = _width(sentence)
    step = _STEP.search(sentence)
    count = None
    if step is not None:
        digits = step["digits"] or step["lead"]
        count = int(digits) if digits else _ORDINALS.get((step["ordinal"] or "").lower())
    alpha = _ALPHA.search(sentence)
    return Saying(
        said.rule,
        said.deed,
        said.objects,
        said.span,
        said.sentence,
        width,
        mode_of(_clause(text, said)),
        number(alpha[1]) if alpha else None,
        count,
        finder.after(text, said.sentence, said.span.start),
        bool(_HEDGE.search(between)),
        said.denied,
        said.both,
    )


def _clause(text: str, said: Saying) -> str:
    """The part of a sentence in which something is said; another part may be about other scores."""
    start, end = said.sentence
    for found in _PARTS.finditer(text, start, end):
        if found.end() <= said.span.start:
            start = found.end()
        elif found.start() >= said.span.end:
            return text[start : found.start()]
    return text[start:end]


def mode_of(sentence: str) -> Mode:
    """Which scores a text says are compared."""
    if _UNNORMALISED.search(sentence):
        return Mode.PLAIN
    return Mode.NORMALISED if _NORMALISED.search(sentence) else Mode.OPEN


def _width(sentence: str) -> int | None:
    found = _WIDTH.search(sentence)
    if found is None:
        return None
    words = (found["digits"] or found["word"] or found["before"] or found["top"]).lower()
    return _NUMBERS.get(words) or int(words)


def width_above(text: str, end: int) -> int | None:
    """The width that a document named last before a place."""
    found = list(_WIDTH.finditer(text, 0, end))
    return _width(found[-1][0]) if found else None


# -- comparisons --------------------------------------------------------------------------------------

_OPTIMAL = r"(?:optimal|best|most\s+(?:probable|likely)|globally\s+optimal|highest[- ]probability)"
_MISSED = re.compile(
    rf"\bgreedy\b[^.;]{{0,40}}?\b(?:is\s+(?:sub-?optimal|not\s+optimal)"
    rf"|misses\s+the\s+(?:globally\s+)?{_OPTIMAL}|"
    rf"(?:fails\s+to|does\s+not|doesn['’]t|did\s+not)\s+(?:find|return|reach"
    rf"|give)\s+the\s+(?:globally\s+)?{_OPTIMAL})",
    re.I,
)
_HIT = re.compile(
    rf"\bgreedy\b[^.;]{{0,30}}?\b(?:is\s+(?:already\s+|also\s+)?optimal"
    rf"|finds\s+the\s+(?:globally\s+)?{_OPTIMAL})",
    re.I,
)
_BEATEN = re.compile(
    r"\bbeam(?:\s+search)?\b[^.;]{0,50}?\b(?:finds|returns|gives|yields|produces)\s+a\s+(?:better"
    r"|more\s+probable|likelier|"
    r"more\s+likely|higher[- ]probability)\s+(?:sequence|sentence|path|output|hypothesis|one)",
    re.I,
)
_SAME = re.compile(
    r"\b(?:greedy\b[^.;]{0,30}\band\s+beam|beam\b[^.;]{0,30}\band\s+greedy)\b[^.;]{0,40}?\b(?:agree"
    r"|(?:return|give|find|choose|produce|output|"
    r"pick|select)s?\s+the\s+same)\b",
    re.I,
)
_GENERAL = re.compile(
    r"\b(?:may|might|can|could|because\s+it|guarantee\w*|necessarily|any|every|always|not\s+always"
    r"|in\s+practice|sequences)\b",
    re.I,
)


def _compared(text: str, span: Span) -> list[Saying]:
    """“Greedy is suboptimal here”, “both give the same sequence”: only where they are about this tree."""
    sentence = text[span.start : span.end]
    for pattern, deed in ((_MISSED, Deed.MISS), (_HIT, Deed.HIT), (_BEATEN, Deed.BEAT), (_SAME, Deed.AGREE)):
        found = pattern.search(sentence)
        if found is None:
            continue
        local = _LOCAL.search(sentence) is not None
        definite = deed in (Deed.MISS, Deed.AGREE) and "optimal" not in found[0].split()[-1]
        if (
            _GENERAL.search(sentence)
            or not (local or definite)
            or (deed is Deed.HIT and _NOT.search(found[0]))
        ):
            return []
        place = Span(span.start + found.start(), span.start + found.end())
        rule = Rule.BEAM if deed in (Deed.BEAT, Deed.AGREE) else Rule.GREEDY
        return [Saying(rule, deed, (), place, span, _width(sentence), mode_of(sentence))]
    return []


_CROWN = re.compile(
    r"\s*(?:,\s*)?(?:is|was|has|wins|would\s+be)\s+(?:therefore\s+|thus\s+|hence\s+|indeed\s+"
    r"|then\s+)?(?:the\s+)?"
    r"(?:(?:globally\s+)?(?:most\s+(?:probable|likely)|best|optimal"
    r"|highest[- ]probability)\s+(?:complete\s+|overall\s+)?"
    r"(?:sequence|sentence|path|output|hypothesis|translation)|highest\s+(?:total\s+|joint\s+"
    r"|overall\s+)?probability)\b"
    r"(?!\s+(?:among|of\s+the\s+(?:two|beam)|in\s+the\s+beam|so\s+far|for|that))",
    re.I,
)
_OPENING = re.compile(
    r"\W*(?:(?:so|thus|therefore|hence|here|overall|clearly|then)\b,?\s*)?(?:the\s+)?(?:(?:sequence"
    r"|sentence|path|output)\s+)?",
    re.I,
)


def _crowned(text: str, span: Span, finder: Finder) -> list[Saying]:
    """“A C is the most probable sequence”: the object stands first."""
    opening = _OPENING.match(text, span.start, span.end)
    for at in (span.start, opening.end() if opening else span.start):
        found, stop = finder.one(text, at, span.end)
        if found and _CROWN.match(text, stop, span.end) and len(found[0].tokens) > 1:
            said = Saying(Rule.BEST, Deed.RETURN, found, found[0].span, span)
            return [_circumstances(text, said, "", finder)]
    return []
