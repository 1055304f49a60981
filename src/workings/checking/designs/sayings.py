"""Sentences that say what a design computes: “this perceptron implements OR”, “AND: w = (1, 1), b = −1.5”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.designs.booleans import NAMED, kind_of
from workings.checking.designs.settings import Settings
from workings.document import Kind, Passage
from workings.record import record
from workings.regex import regex
from workings.source import Page, Span, sentences_in

LONGEST = 700  # characters of a sentence
READ = frozenset({Kind.PROSE, Kind.CODE, Kind.HEADING})
_END = regex(r"(?<=[.;!?])\s+(?=[^a-z\s])|\n\s*\n|\n(?=\s*(?:[-*•+]|\d{1,2}[.)]|\([a-z]\))\s)")
_SUBJECT = (
    r"(?:perceptron|unit|neuron|network|net|mlp|lstm|rnn|gru|cell|recurrence|model|design|weights?|it|this|which|that|gate|choice|classifier|they|these|"
    r"machine|layer|circuit|combination|values?|above|[fyhogŷ]|[bθ]|parameters|function|\d|\)|\])"
)
_VERBS = (
    r"computes?|implements?|reali[sz]es?|represents?|models?|mimics?|simulates?|performs?|gives?|yields?|produces?|"
    r"solves?|acts?\s+as|works?\s+(?:as|for)|behaves?\s+(?:as|like)|is|are|matches|reproduces?|calculates?|encodes?|"
    r"equals?|defines?|forms?|makes?|corresponds?\s+to|obtains?|get|have"
)
_BETWEEN = (
    r"(?:[\s,:*_]+(?:the|an|a|exactly|just|precisely|indeed|correctly|therefore|thus|hence|now|logical|boolean|binary|then|"
    r"function|two[- ]input|2-input|three[- ]input|3-input|\d[- ]bit|truth\s+table\s+of|table\s+of|"
    r"desired|us|we|simple)\b)*+[\s*_]*"
)
_SAYS = regex(
    rf"{_SUBJECT}[\s,]+(?:(?:also|therefore|thus|then|indeed|now|exactly)\s+)?(?:{_VERBS}){_BETWEEN}$",
    re.I,
)
_FORMULA = regex(
    rf"{_SUBJECT}[\s,]+(?:computes?|implements?|reali[sz]es?|represents?|calculates?)\s+(?:the\s+(?:function|formula)\s+)?"
    r"(?P<formula>(?!(?:an?|the)\s)(?:NOT\s*|¬\s*|\\l?n(?:ot|eg)\s*)?\(?\s*[A-Za-z]_?\{?\d?\}?\s+(?:AND|OR|XOR|NAND|NOR|∧|∨|⊕|\\\w+)\b"
    r"[^.;:?\n]{1,60}?)\s*(?=[.;:?\n]|,\s|$)"
)
_DENIES = regex(
    rf"(?:does\s+not|doesn['’]t|do\s+not|don['’]t|fails\s+to|is\s+not|isn['’]t)\s+(?:correctly\s+)?(?:{_VERBS}|an?)?{_BETWEEN}$",
    re.I,
)
_DONE_BY = regex(
    r"[\s*_]*+(?:gate|function|operation|perceptron|unit|neuron)?[^.;:?]{0,30}?(?:\bis|\bcan\s+be|are)?\s*+(?:then\s++)?"
    r"(?:computed|implemented|reali[sz]ed|represented|obtained|obtained|built|modelled|modeled|performed|made)\s+"
    r"(?:by|with|using|via|when|if\s+we\s+(?:take|set|choose))\b",
    re.I,
)
_LABEL = regex(
    r"(?:^|[.;]\s*|\n)\W*(?:(?:\d{1,2}|[a-z])[.)]\s*)?(?:for\s+|to\s+(?:compute|implement|get|build|reali[sz]e)\s+)?"
    r"(?:the\s+|an?\s+)?(?:(?:logical|boolean|two-input|three-input|\d-input|\d-bit)\s+)*(?:(?:perceptron|unit|neuron|network|weights)\s+(?:for|of|computing|implementing)\s+(?:the\s+)?)?$"
    r"|[(]\s*$",
    re.I,
)
_LABEL_END = regex(
    r"[\s*_]*+(?:[- ]?(?:gate|function|perceptron|unit|neuron|operation|operator|node)[\s*_]*+)?"
    r"(?:\([^()]{0,30}\))?[\s*_)]*+(?:[:—–]|(?:,\s*)?(?:(?:we|one|you)\s+)?(?:can\s+)?(?:use|take|choose|set|pick|with)\b"
    r"(?!\s+(?:an?|one|two|the|more|\d)\s[^.;:=]{0,30}\b(?:layers?|units?|neurons?|perceptrons?|networks?)\b))",
    re.I,
)
_FOR = regex(r"\b(?:for|to\s+\w{2,12})\s+(?:the\s+|an?\s+)?(?:logical\s+)?$", re.I)
_ALONE = regex(r"\s*[(]\s*$")
_ALONE_END = regex(r"\s*(?:gate|function)?\s*[)](?!\s*:)", re.I)
_OPERANDS = regex(r"\s*(?:gate|function|operation)?\s*(?:of|on|between|over|applied\s+to)\s+", re.I)
_OF_INPUTS = regex(
    r"[^.;]{0,30}?(?:\bx_?\{?\d?|\binputs?\b|\bbits?\b|\bvariables\b|\bsequence\b|\bstring\b)", re.I
)
_TOP = regex(r"\b(?:output|top|last|final|upper)\s+(?:unit|neuron|node|layer|perceptron)\b[^.;]{0,30}$", re.I)
_DOUBT = regex(
    r"\b(?:if|would|should|could|might|may|suppose|assume|whether|want|wants|wish|need|goal|task|cannot|can['’]t|unless|"
    r"never|no|impossible|without|wrong|incorrect|try|trying|attempt|learn|learned|learns|train|trained|training|find|"
    r"design|exercise|which|what|how|why|instead|rather|almost|nearly|initially|except|until)\b|n['’]t\b|\?|"
    r"\bnot\b",
    re.I,
)
_PART = regex(
    rf"(?:(?<!\w)(?P<letter>[A-Za-z])_?\{{?(?P<index>\d)\}}?|(?P<nth>first|second|third)\s+(?:hidden\s+)?(?:unit|neuron|node|perceptron)"
    rf"|(?:unit|neuron|node|perceptron)\s+(?:[A-Za-z]_?)?(?P<number>\d))[\s,)]+(?:{_VERBS}){_BETWEEN}$",
    re.I,
)
_EQUALS = regex(
    r"(?<![\w\\])[yfhoŷg](?:_\S{1,8})?\s*(?:\([^()]{0,12}\))?\s*(?:≈|=|\\approx)\s*\(?\s*[A-Za-z]_?\{?\d?\}?\s*(?:\\(?:text|mathrm|operatorname|;|,|quad)\W*)*$"
)
_EQUALS_END = regex(r"[\s}$]*[A-Za-z]_?\{?\d?\}?[\s$.]*")
_ANNOUNCES = regex(r":\s*$|\b(?:following|below)\b", re.I)
_ORDER = {"first": 1, "second": 2, "third": 3}
_CAN = regex(r"\bcan\b", re.I)
_COUNT = regex(r"\b(?:(\d)|(two|three|four|five))(?:-(?:input|bit|variable)|\s+bits)", re.I)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}


@record(frozen=True, slots=True)
class Saying:
    """A function that a sentence names, what it says of it, and where the machine is given."""

    kind: str  # empty where the function is written out
    arity: int | None
    denied: bool
    span: Span  # of the name
    place: int  # up to where the machine has been given
    since: int  # from where on weights belong to this sentence, -1 if they stand before it
    passage: Passage
    part: tuple[str, ...] = ()  # what the unit that is meant may be called
    announces: bool = False  # the machine is given behind it
    top: bool = False  # it is about the last unit of a network alone
    formula: str = ""  # the function as it is written out: x1 AND NOT x2


@record(frozen=True)
class Reader:
    """Finds what sentences say about designs; it looks up where weights and formulas were given."""

    page: Page
    settings: Settings

    def sayings(self, passage: Passage) -> Iterator[Saying]:
        """The functions that the sentences of a passage are said to be computed."""
        for start, end in sentences_in(passage.text, _END, LONGEST):
            text = passage.text[start:end]
            formula = _FORMULA.search(text)
            if formula is not None and not _DOUBT.search(text[: formula.start("formula")]):
                yield self._written_out(passage, start, formula)
                continue
            names = list(NAMED.finditer(text))
            for at, found in enumerate(names[:12]):
                before = text[: found.start()]
                after = text[found.end() : names[at + 1].start() if at + 1 < len(names) else len(text)]
                saying = self._saying(
                    passage, start, text, found, before, after, names[at - 1].end() if at else 0
                )
                if saying is not None:
                    yield saying

    def _saying(
        self,
        passage: Passage,
        start: int,
        text: str,
        found: re.Match[str],
        before: str,
        after: str,
        reached: int,
    ) -> Saying | None:
        """What one name of a function is about: a statement, a denial, a label, or nothing of the kind."""
        origin = passage.span.start + start
        end = origin + found.end()
        ahead = self._given(origin + reached, origin + found.start())
        behind = self._given(end, end + len(after))
        denied = _DENIES.search(before) is not None
        part = _PART.search(before)
        alone = self._remarked(before, after, origin + found.start())
        says = denied or part is not None or alone is not None or _SAYS.search(before) is not None
        says = says or (_EQUALS.search(before) is not None and _EQUALS_END.fullmatch(after) is not None)
        operands = _OPERANDS.match(after)
        if operands is not None and _OF_INPUTS.match(after, operands.end()) is None:
            return None
        done = _DONE_BY.match(after) is not None and behind
        label = not says and not done and behind and self._labels(before, after)
        if not (says or done or label) or (passage.kind is Kind.HEADING and not says):
            return None
        clause = text[reached:]
        if says and not denied and (_DOUBT.search(before[reached:]) or (_CAN.search(clause) and not ahead)):
            return None
        if (done or label) and _DOUBT.search(after + before[reached:]):
            return None
        return Saying(
            kind_of(found[0]),
            _arity(text),
            denied,
            Span(origin + found.start(), end),
            origin + found.start() if says and not (behind and not ahead) else end + len(after),
            origin + reached if ahead or behind else -1,
            passage,
            _parts(part) if alone is None else alone,
            _ANNOUNCES.search(text) is not None,
            _TOP.search(before) is not None,
        )

    def _written_out(self, passage: Passage, start: int, found: re.Match[str]) -> Saying:
        """A function by its formula: “it computes x1 AND NOT x2”."""
        origin = passage.span.start + start
        span = Span(origin + found.start("formula"), origin + found.end("formula"))
        ahead = self._given(origin, span.start)
        since = origin if ahead else -1
        return Saying("", None, False, span, span.start, since, passage, formula=found["formula"])

    def _labels(self, before: str, after: str) -> bool:
        """Whether a name stands before weights as their label: “AND: …”, “For AND, …”, “h_1 (OR): …”."""
        if _LABEL.search(before) is None:
            return False
        return _LABEL_END.match(after) is not None or (
            after.lstrip().startswith(",") and _FOR.search(before) is not None
        )

    def _remarked(self, before: str, after: str, place: int) -> tuple[str, ...] | None:
        """The name whose formula stands right before a name in brackets: `h_1 = step(…)` (OR)."""
        if _ALONE.search(before) is None or _ALONE_END.match(after) is None:
            return None
        last = [event for event in self.settings.events if event.place <= place]
        if not last or self.page.text[last[-1].place : place].strip(" $({") or last[-1].formula is None:
            return None
        return (last[-1].key,)

    def _given(self, start: int, end: int) -> bool:
        """Whether weights, a bias or a formula are given in a stretch."""
        return any(start <= event.place <= end + 1 for event in self.settings.events) or any(
            start <= condition.place <= end + 1 for condition in self.settings.conditions
        )


def _arity(text: str) -> int | None:
    """How many inputs a sentence says that there are."""
    count = _COUNT.search(text)
    if count is None:
        return None
    return int(count[1]) if count[1] else _COUNTS[count[2].lower()]


def _parts(found: re.Match[str] | None) -> tuple[str, ...]:
    """The names that a unit may go by: `h_1`, “the first neuron” and N1 are all number one."""
    if found is None:
        return ()
    index = found["index"] or found["number"] or str(_ORDER[found["nth"].lower()])
    own = [found["letter"]] if found["letter"] else []
    return tuple(dict.fromkeys(f"{base}_{index}" for base in (*own, "h", "a", "y", "o", "z", "N", "n")))
