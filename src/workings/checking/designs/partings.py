"""Sentences about what a single unit can do: “XOR is not linearly separable”, “no line separates OR”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.designs.booleans import NAMED, Function, every, kind_of, named
from workings.checking.designs.cells import results_of
from workings.checking.designs.rows import rows_in
from workings.checking.designs.separable import Certificate, Weights, separate
from workings.checking.designs.settings import Settings
from workings.checking.designs.truth import TruthTable
from workings.document import Kind, Passage
from workings.finding import Claim, Verdict
from workings.parsing import Lexicon
from workings.parsing.hypotheses import is_option
from workings.record import record
from workings.regex import regex
from workings.source import Page, Span, sentences_in

RULE = "design/separable"
LONGEST = 500  # characters of a sentence
MOST_INPUTS = 8  # of a function that is settled here
_READ = frozenset({Kind.PROSE, Kind.CODE, Kind.CELL})
_END = regex(r"(?<=[.;!?])\s+(?=[^a-z\s])|\n\s*\n|\n(?=\s*(?:[-*•+]|\d{1,2}[.)])\s)")
_UNIT = (
    r"(?:(?:single|one|lone|simple)[- ]?(?:layer(?:ed)?\s+)?)?"
    r"(?:perceptrons?|neurons?|(?:threshold|linear)\s+"
    r"(?:units?|classifiers?|models?|functions?)|units?|straight\s+lines?|lines?|hyperplanes?|"
    r"linear\s+(?:decision\s+)?(?:boundar(?:y|ies)|separators?))"
)
_DO = (
    r"computed?|represent(?:ed)?|implement(?:ed)?|reali[sz]ed?|learn(?:ed|t)?|solved?|separated?|model(?:l?ed)?|classif(?:y|ied)|"
    r"express(?:ed)?|captured?|divided?|split|parted?|perform(?:ed)?|handled?"
)
_NAMES = r"(?P<names>[^.;:?!]{0,160})"
_SEPARABLE = regex(
    r"\b(?:is|are|being|was|were)\s+(?P<not>not\s+|n['’]t\s+)?(?:a\s+|an\s+|also\s+|all\s+|both\s+|known\s+to\s+be\s+)*"
    r"(?P<non>non[- ]?|not\s+)?(?:linearly[- ]|lineary\s+)(?P<in>in|non-?)?separable\b"
    r"(?!\s+(?:if|when|unless|in\s+(?:the\s+)?hidden|after|by\s+a\s+(?:quadr|curv)))",
    re.I,
)
_CANNOT = (
    r"(?P<cannot>can\s?not|can['’]t|is\s+unable\s+to|are\s+unable\s+to|could\s+never|can\s+never|fails?\s+to|"
    r"does\s+not|do\s+not)"
)
_UNIT_CAN = regex(
    rf"(?P<no>\bno\s+(?:single\s+|straight\s+|one\s+)*)?\b{_UNIT}\s+(?:alone\s+|with\s+a\s+step\s+activation\s+)?"
    rf"(?:{_CANNOT}|(?P<can>can|is\s+able\s+to|could))?\s*(?:{_DO}|separates|computes|represents|parts)\b{_NAMES}",
    re.I,
)
_DONE = regex(
    rf"(?:(?P<cannot>can\s?not|can['’]t|can\s+never)|(?P<can>can))\s+be\s+(?:{_DO})\s+(?:by|with|using)\s++(?:only\s++)?(?:an?|one|any|the)?\s*+"
    rf"(?:single\s+|one[- ]?|straight\s+|linear\s+)*{_UNIT}",
    re.I,
)
_BUT_NOT = regex(
    r",?\s*+\b(?:but|though|and|yet|while)\s+(?:it\s+|they\s+)?(?:can\s?not|can['’]t|not|fails?\s+(?:on|for|at|with)|never)\b",
    re.I,
)
_UNCLEAR = regex(r"\b(?:but|fails?|not|except|unlike|whereas|while|however|unless|without|only)\b", re.I)
_DOUBT = regex(
    r"\b(?:if|whether|why|how|prove|show\s+that|suppose|assume|would|might|hidden|multi|multilayer|layers|deep|mlp|"
    r"two[- ]layer|two\s+(?:lines|units|neurons|perceptrons)|kernel|feature\s+map|polynomial|"
    r"quadratic|instead|wrong|false|myth|training|transformed|space|curved?|non-?linear\s+(?:unit|boundary|classifier))\b|\?",
    re.I,
)
_THIS = regex(
    r"\b(?:this|these|the|our|such)\s+(?:\w+\s+)?(?:function|table|points|data(?:\s?set)?|classes|problem|four|set|it|they)\b|^\W*(?:these|this|it|they)\b",
    re.I,
)
_COUNT = regex(r"\b(?:(\d)|(two|three|four|five|six))(?:[- ](?:input|bit|variable)s?)\b|\bn[- ]bit", re.I)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


@record(frozen=True, slots=True)
class Parting:
    """A function, and whether a sentence says that one unit can compute it."""

    function: Function
    can: bool
    span: Span


@record(frozen=True)
class Bench:
    """What sentences about separability are judged by."""

    page: Page
    settings: Settings
    tables: Sequence[TruthTable]
    lexicon: Lexicon
    passages: Sequence[Passage]

    def claims(self) -> Iterator[Claim]:
        """A claim for every function that a sentence calls separable, or not."""
        for passage in self.passages:
            if passage.kind in _READ and not is_option(passage, self.page):
                for start, end in sentences_in(passage.text, _END, LONGEST):
                    for parting in self._partings(passage.text[start:end], passage.span.start + start):
                        claim = self._judged(parting)
                        if claim is not None:
                            yield claim

    def _partings(self, text: str, origin: int) -> Iterator[Parting]:
        """The functions of a sentence, each with what is said of it."""
        if _DOUBT.search(text):
            return
        separable = list(_SEPARABLE.finditer(text))
        for at, found in enumerate(separable):
            reached = separable[at - 1].end() if at else 0
            denied = sum(found[key] is not None for key in ("not", "non", "in")) == 1
            yield from self._of(text, reached, found.start(), not denied, origin, found)
        if separable:
            return
        for found in _UNIT_CAN.finditer(text):
            denied = (found["no"] is not None) != (found["cannot"] is not None)
            if not denied and found["can"] is None:
                continue
            turn = _BUT_NOT.search(text, found.start("names"), found.end("names"))
            end = turn.start() if turn is not None else found.end("names")
            yield from self._listed_in(text, found.start("names"), end, not denied, origin)
            if turn is not None:
                yield from self._listed_in(text, turn.end(), found.end("names"), denied, origin)
            return
        done = _DONE.search(text)
        if done is not None:
            yield from self._of(text, 0, done.start(), done["cannot"] is None, origin, done)

    def _listed_in(self, text: str, start: int, end: int, can: bool, origin: int) -> Iterator[Parting]:
        """The functions of a list, as far as nothing in it turns its meaning."""
        unclear = _UNCLEAR.search(text, start, end)
        return self._of(text, start, end if unclear is None else unclear.start(), can, origin, None)

    def _of(
        self, text: str, start: int, end: int, can: bool, origin: int, said: re.Match[str] | None
    ) -> Iterator[Parting]:
        """The functions that are named in a stretch, or the table that “these” stands for."""
        names = list(NAMED.finditer(text, start, end))
        if not names and said is not None and _THIS.search(text[start:end]):
            function = self._latest(origin)
            if function is not None:
                yield Parting(function, can, Span(origin + said.start(), origin + said.end()))
        count = _COUNT.search(text)
        arity = None
        if count is not None:
            arity = int(count[1]) if count[1] else _COUNTS[count[2].lower()] if count[2] else None
        for found in names[:8]:
            function = named(kind_of(found[0]), arity)
            if function is not None and function.arity <= MOST_INPUTS:
                yield Parting(function, can, Span(origin + found.start(), origin + found.end()))

    def _latest(self, place: int) -> Function | None:
        """The results of the latest truth table above, under the same heading."""
        opening = self.settings.heading(place)
        above = [table for table in self.tables if opening <= table.span.start <= place and table.is_complete]
        results = results_of(above[-1], self.lexicon) if above else None
        if results is None:
            return None if above else self._listed(opening, place)
        return Function("this table", len(above[-1].inputs), results)

    def _listed(self, opening: int, place: int) -> Function | None:
        """The function of points that are listed with their results: “(0,0) → 0, (0,1) → 1, …”."""
        rows = [
            row
            for passage in self.passages
            if opening <= passage.span.start <= place and passage.kind is Kind.PROSE
            for row in rows_in(passage)
            if row.span.start < place and row.output is not None and row.total is None
        ]
        results = {row.bits: row.output[0] for row in rows if row.output is not None}
        sizes = {len(bits) for bits in results}
        if len(rows) != len(results) or len(sizes) != 1 or len(results) != 2 ** max(sizes):
            return None
        return Function("this table", sizes.pop(), tuple(results[bits] for bits in sorted(results)))

    def _judged(self, parting: Parting) -> Claim | None:
        function = parting.function
        fired = [bits for bits in every(function.arity) if function(bits)]
        silent = [bits for bits in every(function.arity) if not function(bits)]
        found = separate(fired, silent)
        if found is None:
            return None
        right = isinstance(found, Weights) == parting.can
        said = self.page.written[parting.span.start : parting.span.end]
        verdict, rule = (Verdict.RIGHT, None) if right else (Verdict.WRONG, RULE)
        return Claim(
            "", "sentence", parting.span, said, verdict, rule, said, message=in_words(function, found)
        )


def in_words(function: Function, found: Weights | Certificate) -> str:
    """Weights, or the sum that shows that there are none."""
    if isinstance(found, Weights):
        return f"one unit computes {function.name}: {found}"
    return f"no unit computes {function.name}: {found}, yet only one side should fire"
