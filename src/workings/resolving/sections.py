"""Where a document opens a new section, and which question a passage belongs to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from workings.document import Kind, Passage
from workings.regex import regex
from workings.resolving.questions import questions_at, whole_question

LONG = 5  # lines of a question that stands for itself

_WORDS = (
    "question problem exercise pb prob ex aufg aufgabe beispiel übung exercice exemple ejercicio ejemplo "
    "part pair token step head iteration example case layer sample epoch observation trial row neuron node "
    "next input test scenario approach method solution answer option model feature class cluster word "
    "document query".split()
)
_OPENS = regex(
    r"\W*+(?:\(?[a-z]\)|\d+[.)]|q(?:ue?s?)?[.\s]{0,2}\d{1,2}|[1-9]\d?\.\d{1,2}(?=\W{1,4}[A-Z])|now for|i/p"
    r"|data ?set|for (?:the )?(?:first|second|third|i/p|input|token|row)|" + "|".join(_WORDS) + r")\b",
    re.IGNORECASE,
)
_LABEL = regex(  # “Data 3.”, “Run 2:”, whatever is numbered; not what is only referred to
    r"\W*+(?!(?:Eq|Equation|Fig|Figure|Table|Line|Page|Chapter|Abb|Tabelle|Zeile|Seite|Gleichung)\b)"
    r"[A-ZÄÖÜÉ][a-zäöüßé]+ [1-9]\d?[.:]\s"
)
_LETTERED = regex(r"\s*+\[[A-Z]\]\s+\w")  # “[B] momentum”
_FIRST = regex(r"\W*+([a-zA-Z]{2,})(?!\w)")
_FIRST_WORDS = frozenset((*_WORDS, "now", "data", "dataset", "for", "que", "ques"))
_ESCAPED = regex(r"(\d{1,3})\. {2,}\S")  # `13\. Find`, where no list is meant
_STAGE = regex(
    r"\W*+(?:step \w+\W++)?(?:the )?(?:\w+[\s-]){0,2}(?:forward|backward|update|loss|"
    r"gradients?|features?|scores?|scaling|softmax|weights|"
    r"outputs?|numerator|denominator|hidden|activations?|mean|variance|normali[sz]ation|read-?out|memory|"
    r"logits|probabilities|exponentials|solution|results?|quer(?:y|ies)|keys?|values?|context|concatenation|"
    r"candidate|gates?|state|predictions?|errors?|deltas?|derivatives?|sum|totals?|look-?up|projections?|"
    r"objective|cost|slopes?|frequencies|angles?|residuals?|distances?|statistics|pre-?activations?)"
    r"(?:\W+(?:pass|step|layer|vector|matrix|unit|units|and values|function|of the \w+|before the \w+))?"
    r"(?:\W+layer \d)?\W*",
    re.IGNORECASE,
)  # of an exercise, under a heading of its own


def sections(
    text: str, passages: Sequence[Passage], opened: Mapping[int, str]
) -> dict[int, tuple[int, str | None]]:
    """For each passage start: the number of its section, and the question it belongs to, without its part."""
    long = _long_questions(text, opened) if opened else set[str | None]()
    section, question = 0, None
    latest: str | None = None
    found: dict[int, tuple[int, str | None]] = {}
    asking = questions_at(opened, [passage.span.end - 1 for passage in passages]) if opened else ()
    for at, passage in enumerate(passages):
        asked = whole_question(asking[at]) if opened else None
        if (
            passage.kind is Kind.HEADING
            or passage.section
            or (passage.kind is not Kind.CELL and _opens(passage.text))
            or _ESCAPED.match(passage.text) is not None
            or (asked != latest and {asked, latest} <= long)
        ):
            section, question = section + 1, asked
        latest = asked
        found[passage.span.start] = (section, question)
    return found


def _long_questions(text: str, opened: Mapping[int, str]) -> set[str | None]:
    """The questions of several lines; numbers also count steps, which are short and go on from each other."""
    lines: Counter[str | None] = Counter()
    for start, end in pairwise((*opened, len(text))):
        lines[whole_question(opened[start])] += sum(
            not line.isspace() for line in text[start:end].splitlines()
        )
    return {name for name, count in lines.items() if count >= LONG}


def _opens(text: str) -> bool:
    """Whether a passage begins a section: `b)`, `3.`, “Exercise”, “For the first token”, “Run 3.”"""
    if _LABEL.match(text) is not None or _LETTERED.match(text) is not None:
        return True
    first = _FIRST.match(text)
    if first is not None and first[1].lower() not in _FIRST_WORDS:
        return False
    return _OPENS.match(text) is not None


def exercises(passages: Iterable[Passage], places: Mapping[int, tuple[int, str | None]]) -> dict[int, int]:
    """For each section: the first of its exercise, which goes on through headings such as “Backward”."""
    found: dict[int, int] = {}
    first = 0
    for passage in passages:
        section = places[passage.span.start][0]
        if section not in found:
            goes_on = passage.kind is Kind.HEADING and _STAGE.fullmatch(passage.text) is not None
            first = found[section] = first if goes_on else section
    return found
