"""What a document says about decoders: “greedy picks A”, “beam search with K = 2 keeps {A C, B D}”.

A saying names a rule, what it does, and a sequence of the tree that the sentence is about. What is asked,
supposed or only true in general is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.parsing.trees.circumstances import circumstances
from workings.parsing.trees.naming import Finder, Found
from workings.parsing.trees.rivals import compared, crowned, weighed
from workings.parsing.trees.saying import Deed, Rule, Saying, place_of
from workings.regex import regex
from workings.source import Span, sentences_in

LONGEST = 600  # characters of a sentence


CUE = regex(
    r"greed|beam|prob|joint|\bbeats\b|\bP\s*\(|\bwe\s+(?:keep|retain|drop|discard|prune)\b"
    r"|^\W*best\s*:|exhaustive"
    r"|most\s+(?:probable|likely)|optimal|best\s+(?:sequence|path)|highest",
    re.I,
)
_END = regex(
    r"(?<=[.;!])\s+(?=[^a-z\s])|(?<=\?)\s+(?=[A-Z])|\n\s*\n|\n(?=[ \t]*(?:[-*•+#|→]|\d{1,2}[.)])\s)"
    r"|\n(?=\s*[A-Z])"
)
_ACTOR = regex(
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
_VERB = regex(
    rf"\b(?:(?P<return>{_RETURN}|is|are|becomes?)|(?P<keep>keeps?|retains?|kept|maintains?|holds"
    rf"|contains?|tracks?)"
    r"|(?P<drop>drops?|discards?|prunes?|throws\s+away|eliminates?|loses?)|(?P<miss>misses|overlooks))\b"
    r"|(?P<colon>[:=]|→)",
    re.I,
)
_BETWEEN = regex(
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
_FILLER = regex(
    r"\s*(?:(?:only|just|exactly|instead|again|always|first|simply|both|still|as|its"
    r"|output)\s+)?(?:(?:the|a|an|its)\s+)?"
    r"(?:(?:full|whole|final|complete|first|single|most\s+probable|most\s+likely|best|better|top|two|three"
    r"|token|word|"
    r"sequence|sentence|path|output|hypothes[ie]s|translation|string|phrase|candidates?|beams?"
    r"|prefix(?:es)?|option|"
    r"continuation|partial|sequences|paths|tokens|words|is|of)\s+)*(?:is|are|of)?\s*+:?\s*+",
    re.I,
)
_WORD = regex(r"\s*[a-z]{2,}(?<!first)\b")
_COUNTED = regex(r"beam\s*#?\d+\s*", re.I)  # `Beam 2:` is the second of several
_BOTH = regex(r"\s*both\b(?:\s+(?:of\s+them|options|prefixes|hypotheses|beams|candidates))?", re.I)
_NOT = regex(r"\b(?:not|never|cannot|fails\s+to)\b|n['’]t\b", re.I)
_SKIPPED = regex(
    r"\b(?:suppose|assume|imagine|claims?|claimed|student|mistak\w*|false|incorrect\w*|wrong\w*"
    r"|misconception|whether|"
    r"unless|should|typically|usually|often|sometimes|generally|in\s+general|sampl\w+|true\s+or)\b",
    re.I,
)
_IF = regex(r"\bif\b(?!\s+(?:we\s+use|using|k\s*=|the\s+beam|beam))", re.I)
_ASKED = regex(
    r"^\W*(?:which|what|does|do|did|will|would|is|are|how|why|who|where|can|show|explain|compute|find"
    r"|give|list|determine|verify)\b",
    re.I,
)
_BEHIND = regex(
    r"[^\S\n]*+(?:$|[.,;:)!?\]\n|–—>≥(]|because\b|since\b|as\b|and\b|but\b|while\b|whereas\b|which\b|whose\b|with\b|at\b|even\b|although\b|"
    r"though\b|for\b|in\b|instead\b|rather\b|here\b|first\b(?=\s*(?:[.,;:)!]|$))|over\b|then\b|so\b"
    r"|when\b|on\b|from\b|is\b"
    r"|has\b|not\b|of\b|under\b|by\b|after\b|too\b|again\b)",
    re.I,
)


def sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """The sentences of a stretch that speak of decoders."""
    for sentence in sentences_in(text, _END, LONGEST, Span(start, end)):
        if CUE.search(text, *sentence):
            yield sentence


def is_doubtful(sentence: str) -> bool:
    """What is asked, supposed, or ascribed to others."""
    return bool(_SKIPPED.search(sentence) or _ASKED.search(sentence) or _IF.search(sentence))


def read_sayings(text: str, span: Span, finder: Finder) -> list[Saying]:
    """What one sentence says; `finder` knows the tokens of its tree."""
    sentence = text[span.start : span.end]
    if is_doubtful(sentence):
        return []
    found = compared(text, span)
    actors = list(_ACTOR.finditer(text, span.start, span.end))
    for at, actor in enumerate(actors):
        limit = actors[at + 1].start() if at + 1 < len(actors) else span.end
        found += _said(text, span, actor, limit, finder)
    if not found:
        found += crowned(text, span, finder) or weighed(text, span, finder)
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
        place = place_of(objects) if objects else Span(verb.start(), verb.end())
        denied = bool(_NOT.search(between)) or verb["miss"] is not None
        loose = actor[0].lower().startswith("best")
        said = Saying(rule, deed, objects, place, span, both=both is not None, denied=denied, loose=loose)
        found.append(circumstances(text, said, hedges, finder))
        at = both.end() if both is not None else end
    return found


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
