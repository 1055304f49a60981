"""Sequences and rules against each other: “greedy is suboptimal here”, “A C beats A D”, `P(A, C) = 0.3`."""

from __future__ import annotations

import re

from workings.parsing.trees.circumstances import circumstances, mode_of, width_of
from workings.parsing.trees.naming import Finder
from workings.parsing.trees.saying import Deed, Rule, Saying, place_of
from workings.regex import regex
from workings.source import Span

_LOCAL = regex(
    r"\b(?:here|in\s+(?:this|our|the)\s+(?:example|case|tree|table|toy)|this\s+(?:example|tree|case)"
    r"|for\s+this|on\s+this)\b",
    re.I,
)
_NOT = regex(r"\b(?:not|never|cannot|fails\s+to)\b|n['’]t\b", re.I)
_OPTIMAL = r"(?:optimal|best|most\s+(?:probable|likely)|globally\s+optimal|highest[- ]probability)"
_MISSED = regex(
    rf"\bgreedy\b[^.;]{{0,40}}?\b(?:is\s+(?:sub-?optimal|not\s+optimal)"
    rf"|misses\s+the\s+(?:globally\s+)?{_OPTIMAL}|"
    rf"(?:fails\s+to|does\s+not|doesn['’]t|did\s+not)\s+(?:find|return|reach"
    rf"|give)\s+the\s+(?:globally\s+)?{_OPTIMAL})",
    re.I,
)
_HIT = regex(
    rf"\bgreedy\b[^.;]{{0,30}}?\b(?:is\s+(?:already\s+|also\s+)?optimal"
    rf"|finds\s+the\s+(?:globally\s+)?{_OPTIMAL})",
    re.I,
)
_BEATEN = regex(
    r"\bbeam(?:\s+search)?\b[^.;]{0,50}?\b(?:finds|returns|gives|yields|produces)\s+a\s+(?:better"
    r"|more\s+probable|likelier|"
    r"more\s+likely|higher[- ]probability)\s+(?:sequence|sentence|path|output|hypothesis|one)",
    re.I,
)
_SAME = regex(
    r"\b(?:greedy\b[^.;]{0,30}\band\s+beam|beam\b[^.;]{0,30}\band\s+greedy)\b[^.;]{0,40}?\b(?:agree"
    r"|(?:return|give|find|choose|produce|output|"
    r"pick|select)s?\s+the\s+same)\b",
    re.I,
)
_GENERAL = regex(
    r"\b(?:may|might|can|could|because\s+it|guarantee\w*|necessarily|any|every|always|not\s+always"
    r"|in\s+practice|sequences)\b",
    re.I,
)


def compared(text: str, span: Span) -> list[Saying]:
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
        return [Saying(rule, deed, (), place, span, width_of(sentence), mode_of(sentence))]
    return []


_CROWN = regex(
    r"\s*(?:,\s*)?(?:is|was|has|wins|would\s+be)\s+(?:therefore\s+|thus\s+|hence\s+|indeed\s+"
    r"|then\s+)?(?:the\s+)?"
    r"(?:(?:globally\s+)?(?:most\s+(?:probable|likely)|best|optimal"
    r"|highest[- ]probability)\s+(?:complete\s+|overall\s+)?"
    r"(?:sequence|sentence|path|output|hypothesis|translation)|highest\s+(?:total\s+|joint\s+"
    r"|overall\s+)?probability)\b"
    r"(?!\s+(?:among|of\s+the\s+(?:two|beam)|in\s+the\s+beam|so\s+far|for|that))",
    re.I,
)
_OPENING = regex(
    r"\W*(?:(?:so|thus|therefore|hence|here|overall|clearly|then)\b,?\s*)?(?:the\s+)?(?:(?:sequence"
    r"|sentence|path|output)\s+)?",
    re.I,
)


def crowned(text: str, span: Span, finder: Finder) -> list[Saying]:
    """“A C is the most probable sequence”: the object stands first."""
    opening = _OPENING.match(text, span.start, span.end)
    for at in (span.start, opening.end() if opening else span.start):
        found, stop = finder.one(text, at, span.end)
        if found and _CROWN.match(text, stop, span.end) and len(found[0].tokens) > 1:
            said = Saying(Rule.BEST, Deed.RETURN, found, found[0].span, span)
            return [circumstances(text, said, "", finder)]
    return []


# -- probabilities of sequences -----------------------------------------------------------------------

_NAMED = regex(
    r"\b(?:sequence|path|sentence|hypothesis|translation)\s+(?!is\b|with\b|of\b|has\b)(?=\S)", re.I
)
_CALLED = regex(r"\b[Pp]r?\s*\(\s*([^()|\n]{3,80})\)(?=\s*(?:=|≈|is\b))")
_LABEL = regex(r"prob|joint|total|\bp\b|overall", re.I)
_OUTDOES = regex(
    r"\s*+,?\s*+(?:beats|outscores|wins\s+(?:over|against)|is\s+(?:more\s+(?:probable|likely)|likelier"
    r"|better)\s+than|"
    r"has\s+a\s+(?:higher|larger|greater)\s+(?:total\s+|joint\s+"
    r"|overall\s+)?probability\s+than)\s+(?:the\s+(?:sequence|path)\s+)?",
    re.I,
)


def weighed(text: str, span: Span, finder: Finder) -> list[Saying]:
    """“The sequence A C has probability 0.3”, `P(A, C) = 0.3`, “A C (joint 0.36) beats A D (joint 0.05)”."""
    starts = [span.start, *(found.end() for found in _NAMED.finditer(text, span.start, span.end))]
    opening = _OPENING.match(text, span.start, span.end)
    starts += [opening.end()] if opening else []
    starts += [found.start(1) for found in _CALLED.finditer(text, span.start, span.end)]
    found: dict[Span, Saying] = {}
    for at in dict.fromkeys(starts):
        one, stop = finder.one(text, at, span.end)
        if not one or len(one[0].tokens) < 2:
            continue
        outdone = _OUTDOES.match(text, stop, span.end)
        other = finder.one(text, outdone.end(), span.end)[0] if outdone else ()
        if other and len(other[0].tokens) > 1:
            said = Saying(Rule.BEST, Deed.OUTDO, (one[0], other[0]), place_of((one[0], other[0])), span)
            found[said.span] = circumstances(text, said, "", finder)
        figure = one[0].figure
        if figure is None or not (_LABEL.search(figure.label) or text[at - 1 : at] == "("):
            continue
        said = Saying(Rule.BEST, Deed.WEIGH, one, one[0].span, span)
        found[said.span] = circumstances(text, said, "", finder)
    return list(found.values())
