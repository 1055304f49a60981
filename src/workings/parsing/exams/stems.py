"""The question above some answers: what it asks for, and whether it has one right answer."""

from __future__ import annotations

import re

from workings.parsing.exams.choice import Sought
from workings.regex import regex
from workings.source import Span

LONGEST_STEM = 900  # characters that are looked back over
MOST_PARAGRAPHS = 3
# "which" behind a comma goes on about a word, unless its sentence asks; a "5-mark question" is worth points.
_WHICH = r"(?<!,\s)\bwhich\b|\bwhich\b(?=\s+of\b|(?:[^.!?]|\.\d)*\?)"
_MARK = r"(?<!\d[-\s])\bmark\b"
_ASKING = regex(
    rf"{_WHICH}|\bwhat\b|\bselect\b|{_MARK}|\btick\b|\bcheck\b|\bchoose\b|\bcircle\b|\bidentify\b|\bfollowing\b"
    r"|\bfind\b|\bwelche|\bkreuze|\bwähle|\bmarkier|\bwas ist\b|\bquel|\bcuál|\bone of\b",
    re.IGNORECASE,
)
_CHOOSING = regex(
    rf"{_WHICH}|\bselect\b|{_MARK}|\btick\b|\bchoose\b|\bcircle\b|\bcorrect\b"
    r"|\b(?:of|from)\s+the\s+following\b|\bfollowing\s+(?:is|are|statement|answer|option|claim|choice|equation|formula|expression)"
    r"|\btrue\b(?!\s(?:class|label|positive|negative|value|token|word|(?-i:[A-Z]\b)))"
    r"|\bone of\b|\bwelche|\bkreuze|\bwähle|\bmarkier|\brichtig|\bquel|\bcuál",
    re.IGNORECASE,
)
_TWICE = regex(
    r"\bnot\s+(?:false|wrong|incorrect|invalid|untrue)\b|\bnicht\s+falsch\b|\btrue\s*(?:or|/|,)\s*false\b"
    r"|\bcorrect\s+or\s+(?:in|not)|\b(?:wahr|richtig)\s*(?:oder|/)\s*falsch\b|\bright\s+or\s+wrong\b",
    re.IGNORECASE,
)
_FALSE = regex(
    r"\b(?:false|incorrect|wrong|untrue|invalid|falsch\w*|unwahr\w*|inkorrekt\w*|fausse?s?)\b"
    r"|\bnot\s+(?:true|correct|right|valid)\b|\b(?:does|do)\s+not\s+hold\b|\bnicht\s+(?:richtig|wahr|korrekt|zu)\b"
    r"|\bdoesn['’]t\s+hold\b|\bfails?\s+to\s+hold\b|\b(?:true|correct)[\s,:]+except\b",
    re.IGNORECASE,
)
_TRUE = regex(
    r"\b(?:true|correct|right|valid|holds?|appl(?:y|ies)|richtig\w*|wahr\w*|korrekt\w*|zutreffend\w*|stimmt|stimmen"
    r"|trifft|treffen|vraie?s?)\b",
    re.IGNORECASE,
)
_OTHERWISE_NEGATED = regex(
    r"\b(?:not|never|except|cannot|nicht|kein\w*|no|none|neither|un\w*likely)\b|n['’]t\b", re.IGNORECASE
)
_VALUE = regex(
    r"\bwhich\s+(?:of\s+(?:the\s+following|these)|one|value|answer)?\s*(?:is|are|equals?)\s+(?:the|equal)\b"
    r"|\bwhat\s+(?:is|are|does)\b|\bwhat['’]s\b|\bwie\s+gro(?:ß|ss)|\bwie\s+viele?\b|\bwas\s+(?:ist|ergibt)\b|\bhow\s+many\b"
    r"|\b(?:compute|calculate|evaluate|determine|berechne\w*)\b|\bvalue\s+of\b|\bequals?\b|=\s*\??\s*$",
    re.IGNORECASE,
)
_SINGLE = regex(
    r"\bwhich\s+one\b|\b(?:which|following|statements?|these|options?)(?:\s+\w+){0,6}?\s+is\b|\bexactly\s+one\b"
    r"|\bonly\s+one\b|\bthe\s+(?:false|true|correct|incorrect|wrong|right)\s+(?:statement|answer|option|one)\b"
    r"|\bwelche(?:\s+\w+){0,6}?\s+ist\b|\bgenau\s+eine\b|\bsingle\b",
    re.IGNORECASE,
)
_SEVERAL = regex(
    r"\bare\b|\ball\s+(?:that|the|true|correct|of)\b|\bone\s+or\s+more\b|\bmultiple\b|\bseveral\b|\bsind\b|\balle\b"
    r"|\banswers\b|\bmark\s+all\b|\bat\s+least\s+one\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"(?<=[.!?:])\s+(?=[A-ZÄÖÜ(\[$\\*_])|\n[ \t]*\n")
_MARKUP = regex(r"\\(?:textbf|emph|textit|underline|text|mathbf)\s*\{|[*_{}]|\\(?:begin|end)\{\w+\}")
_HEADING = regex(r"[ \t]{0,3}#{1,6}[ \t]|\\(?:sub)*section|\\question\b|\\part\b", re.MULTILINE)
_GAP = regex(r"\n[ \t>]*(?=\n)")


def stem_before(text: str, floor: int, end: int) -> Span:
    """The paragraphs above some answers, back to a heading, to other answers or to what is too far off."""
    floor = max(floor, end - LONGEST_STEM)
    start = end
    for _ in range(MOST_PARAGRAPHS):
        content = text[floor:start].rstrip()
        if not content:
            break
        gaps = [found.end() for found in _GAP.finditer(content)]
        start = floor + (gaps[-1] if gaps else 0)
        paragraph = text[start:end]
        if _HEADING.match(paragraph.lstrip("\n")) or (_ASKING.search(paragraph) and "?" in paragraph):
            break
    return Span(start, end)


def question_in(stem: str) -> str:
    """The sentence of a stem that asks, the last one if several do."""
    sentences = [part for part in _SENTENCE.split(_MARKUP.sub(" ", stem)) if part.strip()]
    asking = [part for part in sentences if _ASKING.search(part)]
    return (asking or sentences or [""])[-1]


def sought_by(stem: str) -> Sought:
    """Whether true or false answers are asked for, if the words leave no doubt."""
    question = question_in(stem).replace("*", " ").replace("_", " ")
    if not _ASKING.search(question) or _TWICE.search(question):
        return Sought.UNKNOWN
    if _FALSE.search(question):
        rest = _FALSE.sub(" ", question)
        return Sought.UNKNOWN if _OTHERWISE_NEGATED.search(rest) else Sought.FALSE
    if _OTHERWISE_NEGATED.search(question):
        return Sought.UNKNOWN
    return Sought.TRUE if _TRUE.search(question) else Sought.UNKNOWN


def asks_for_value(stem: str) -> bool:
    """Whether the question is what something comes to, so that the right answer is its value."""
    question = question_in(stem)
    return bool(_VALUE.search(question)) and not _OTHERWISE_NEGATED.search(question)


def is_multiple_choice(stem: str) -> bool:
    """Whether a question says that one has to choose among what follows."""
    return bool(_ASKING.search(question_in(stem))) and ("?" in stem or ":" in stem or "following" in stem)


def says_to_choose(stem: str) -> bool:
    """Whether a question speaks of answers to choose from, not only of what something is."""
    return _CHOOSING.search(stem) is not None


def has_one_answer(stem: str) -> bool:
    """Whether the question says that just one answer is right."""
    question = question_in(stem)
    return bool(_SINGLE.search(question)) and not _SEVERAL.search(question)
