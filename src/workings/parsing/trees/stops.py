"""What prose says about stopping a beam early: when, by which score, and whether anything can be lost."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from flint import fmpq

from workings.parsing.trees.circumstances import ALPHA
from workings.parsing.trees.options import number
from workings.parsing.trees.saying import Mode
from workings.parsing.trees.sayings import is_doubtful
from workings.record import record
from workings.regex import regex
from workings.source import Span, sentences_in

LONGEST = 600  # characters of a clause
_END = regex(
    r"(?<=[.!?])\s+(?=[^a-z\s])|;\s+|,\s+(?=but\b|whereas\b|while\b)|\n\s*\n|\n(?=[ \t]*(?:[-*•+#|]"
    r"|\d{1,2}[.)])\s)"
)
_STOP = regex(r"\b(?:stop\w*|terminat\w+|halt\w*|end\s+the\s+search|early[- ]exit)\b", re.I)
_DONE = r"(?:complete[d]?|finished|ended|final|full|closed)\b"
_OPEN = r"(?:partial|open|unfinished|incomplete|active|remaining|alive|live|growing|running|other)\b"
_UP = (
    r"(?:better|higher|greater|above|exceeds?|beats?|outscores?|larger|ahead\s+of|more\s+probable|"
    r"at\s+least\s+as)\b"
)
_DOWN = r"(?:worse|lower|below|less|behind|beaten|smaller)\b"
_TEST = regex(
    rf"\b{_DONE}[^.;]{{0,160}}?\b{_UP}[^.;]{{0,120}}?\b{_OPEN}"
    rf"|\b(?:all|every|each|any)\b[^.;]{{0,60}}?\b{_OPEN}[^.;]{{0,120}}?\b{_DOWN}[^.;]{{0,120}}?\b{_DONE}"
    rf"|\b(?:no|none)\b[^.;]{{0,60}}?\b{_OPEN}[^.;]{{0,120}}?\b{_UP}[^.;]{{0,120}}?\b{_DONE}",
    re.I,
)
_GUARANTEE = regex(
    r"\b(?:this|the|that|same|its|early)\s+(?:\w+\s+)?(?:guarantee|stopping(?:\s+(?:rule|test"
    r"|criterion))?|criterion|shortcut|"
    r"rule|test|argument|early[- ]stop\w*)\b|\bearly[- ]stopping\b|\bstopping\s+early\b",
    re.I,
)
_HOLDS = regex(
    r"\b(?:can|may)\s+(?:safely\s+)?(?:stop|be\s+stopped|terminate|halt|end)|\bsafe\w*\b|\bguarante\w+"
    r"|\bholds?\b|\bvalid\b|\bsound\b|"
    r"\bjustified\b|\bwithout\s+loss|\bnothing\s+is\s+lost|\bloses\s+nothing|\bis\s+(?:optimal|exact"
    r"|correct)\b|\bno\s+\w+\s+hypothes[ie]s\s+can\b|"
    r"\bworks\b",
    re.I,
)
_FAILS = regex(
    r"\b(?:cannot|can\s*not|can['’]t|may\s+not|must\s+not|not|no\s+longer|never|isn['’]t)\s+(?:\w+\s+){0,3}?"
    r"(?:safe\w*|stop|guarante\w+|valid|sound|hold|holds|justified|correct|optimal|work|works|stopped|true)\b"
    r"|\bno\s+longer\b|\bunsafe\b|\bfails?\b|\bbreaks?\b|\binvalid\b|\btoo\s+early\b|\bpremature\w*"
    r"|\b(?:is|gets)\s+lost\b"
    r"|(?<!no )\b(?:may|can|could|might)\s+still\s+(?:be\s+)?(?:over\w+|win|beat\w*|catch)",
    re.I,
)
_NORMALISED = regex(
    r"(?<!without )(?<!without length )(?<!no )(?<!no length )(?:length[- ]?(?:normali[sz]\w+|penalty)"
    r"|normali[sz]\w+"
    r"|average\s+log|mean\s+log|geometric\s+mean|per[- ]token|divid\w+\s+by\s+(?:the\s+|its\s+)?length)",
    re.I,
)
_PLAIN = regex(
    r"(?:without|no)\s+(?:length[- ]?)?normali[sz]\w+|unnormali[sz]ed|sums?\s+of\s+(?:the\s+)?log"
    r"|log[- ]?prob\w*|product\s+of\s+(?:the\s+)?(?:conditional\s+)?prob"
    r"|total\s+probability|joint\s+probability|raw\s+score|multipl\w+",
    re.I,
)


@record(frozen=True, slots=True)
class Stop:
    """A clause that says that stopping early is safe, or that it is not."""

    span: Span
    is_safe: bool  # as the clause says
    mode: Mode
    alpha: fmpq | None


def read_stops(text: str, spans: list[Span]) -> Iterator[Stop]:
    """The clauses about stopping early; a later one may only speak of “the guarantee”."""
    spoken = False
    marks = _Marks(text)
    for span in spans:
        for clause in sentences_in(text, _END, LONGEST, span):
            if not is_doubtful(text[clause.start : clause.end]):
                stop = _stop(text, clause, spoken, marks)
                if stop is not None:
                    spoken = True
                    yield stop


class _Marks:
    """Where a text speaks of normalised scores, of sums of logarithms, and of an exponent."""

    def __init__(self, text: str) -> None:
        self.normalised = [found.start() for found in _NORMALISED.finditer(text)]
        self.plain = [found.start() for found in _PLAIN.finditer(text)]
        self.alphas = [(found.start(), number(found[1])) for found in ALPHA.finditer(text)]


def _stop(text: str, clause: Span, spoken: bool, marks: _Marks) -> Stop | None:
    words = text[clause.start : clause.end]
    full = _STOP.search(words) is not None and _TEST.search(words) is not None
    if not full and not (spoken and _GUARANTEE.search(words)):
        return None
    fails, holds = _FAILS.search(words), _HOLDS.search(words)
    if fails is None and holds is None:
        return None
    mode = _mode(text, clause, marks, own=not full)
    if mode is None:
        return None
    alphas = marks.alphas[: bisect_left(marks.alphas, (clause.end, fmpq(0)))]
    first = len(words) - len(words.lstrip())
    place = Span(clause.start + first, clause.start + len(words.rstrip()))
    return Stop(place, fails is None, mode, alphas[-1][1] if alphas else None)


def _mode(text: str, clause: Span, marks: _Marks, own: bool) -> Mode | None:
    """The scores that a clause is about: named in it, or last before it; None where it names both."""
    words = text[clause.start : clause.end]
    normalised, plain = _NORMALISED.search(words), _PLAIN.search(words)
    if normalised and plain:
        is_mean = re.search(r"normali[sz]ed\s+log|(?:average|mean)\s+log", words, re.I)
        return Mode.NORMALISED if is_mean else None
    if normalised or plain:
        return Mode.NORMALISED if normalised else Mode.PLAIN
    if own:
        return None
    last_normalised = _last(marks.normalised, clause.start)
    last_plain = _last(marks.plain, clause.start)
    if max(last_normalised, last_plain) < 0:
        return Mode.OPEN
    return (
        Mode.NORMALISED if last_normalised > last_plain else Mode.PLAIN if last_normalised < 0 else Mode.OPEN
    )


def _last(places: list[int], end: int) -> int:
    """The last of ordered places before another; -1 before all of them."""
    at = bisect_left(places, end)
    return places[at - 1] if at else -1
