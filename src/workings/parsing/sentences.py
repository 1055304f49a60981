"""Sentences about results: prose → facts such as “output 3 attends most to input 1 (0.59)”.

Only sentences that say who, what relation and whom with a number, an ordinal or a word of the sequence
are facts. Prose full of “most” that names nobody is none, and neither is what is asked, denied or supposed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from enum import Enum

from workings.document import Kind, Passage
from workings.expr import Number
from workings.parsing.parties import Grammar, Party, figure_at, grammar
from workings.record import record
from workings.regex import regex
from workings.source import Span, sentences_in

LONGEST = 800  # characters of a sentence; longer ones are tables or maths
_READ = frozenset({Kind.PROSE, Kind.CELL, Kind.CODE})
_CUE = regex(
    r"attend|attention|influenced|focus|looks|solid|dashed|highest|largest|strongest|weight|predict|contribut",
    re.I,
)
_END = regex(r"(?<=[.;!?])\s+(?=[^a-z])|\n\s*\n|\n(?=\s*(?:[-*•+]|\d{1,2}[.)])\s)|\n(?=\s*[A-Z])")
_DOUBTFUL = regex(
    r"\b(?:if|would|could|should|might|may|can|suppose|assume|imagine|whether|let|not|never|longer|without|"
    r"unless|wrong|wrongly|incorrect|incorrectly|mistake|rather|typically|usually|often|sometimes|unscaled|"
    r"before|until|instead|expect|expected|want|wants|ideally|true\s+or\s+false|heads?|layers?|training|trained|"
    r"among|other|others|remaining|previous|earlier|except|apart|besides|excluding|aside|ignoring|initially|"
    r"originally|average|averaged)\b|n['’]t\b|\?",
    re.I,
)
_LIMITED = regex(
    r"\s*+,?\s*+(?:of\s++)?(?:all\s++)?(?:the\s++)?"
    r"(?:among|apart|besides|except|excluding|other|others|aside|ignoring|remaining|previous|when|if|unless)\b",
    re.I,
)
_AGAIN = regex(r"[\s,]*+(?:and|but|&(?:amp;)?)\s*+(?:it\s++)?(?:also\s++)?(?:is\s++)?", re.I)


class Relation(Enum):
    """What a sentence says of a weight among its neighbours."""

    MOST = "most"
    NEXT = "then"  # after those that were named before it
    LEAST = "least"
    STRONG = "strongly"  # without a threshold of its own
    SLIGHT = "slightly"
    EQUAL = "equally"
    MORE = "more"  # the first object more than the others
    LARGEST = "largest"  # the number alone
    SHARE = "with"  # the number of one object


@record(frozen=True, slots=True)
class Fact:
    """One thing that a sentence says: the row of `subject` (None: the only row), and places in it."""

    relation: Relation
    subject: Party | None
    objects: tuple[Party, ...]
    figure: Number | None
    span: Span  # of what is said about the subject
    sentence: Span
    named: int = 0  # objects that were named before, which those of NEXT come after


def read_facts(passages: Iterable[Passage], words: Collection[str] = ()) -> tuple[Fact, ...]:
    """The facts of all prose, in reading order; `words` are those that rows or columns stand for."""
    rules = grammar(frozenset(words))
    found: list[Fact] = []
    for passage in passages:
        if passage.kind in _READ and _CUE.search(passage.text):
            for start, end in sentences_in(passage.text, _END, LONGEST):
                text = passage.text[start:end]
                if _CUE.search(text):
                    found += [_moved(fact, passage.span.start + start) for fact in _facts(text, rules)]
    return tuple(found)


def _facts(text: str, rules: Grammar) -> list[Fact]:
    """The facts of one sentence; none if it is a question or says that something is not so."""
    found = [*_verbs(text, rules), *_portions(text, rules), *_lines(text, rules), *_alone(text, rules)]
    if not found or text.rstrip().endswith("?"):
        return []
    first = min(fact.subject.span.start if fact.subject else fact.span.start for fact in found)
    whole = Span(0, len(text))
    kept = [
        replace(fact, sentence=whole)
        for fact in found
        if not _DOUBTFUL.search(text, 0, fact.span.start) and not _LIMITED.match(text, fact.span.end)
    ]
    return [] if _DOUBTFUL.search(text, 0, first) else _without_doubles(kept)


def _without_doubles(facts: Sequence[Fact]) -> list[Fact]:
    """A relation that a sentence repeats in other words is one fact, and a rank says more than “strongly”."""
    seen: dict[object, Fact] = {}
    for fact in facts:
        key = (fact.relation, *_pair(fact), fact.named)
        if key not in seen or (seen[key].figure is None and fact.figure is not None):
            seen[key] = fact
    ranked = {_pair(fact) for fact in seen.values() if fact.relation in (Relation.MOST, Relation.NEXT)}
    vague = (Relation.STRONG, Relation.SLIGHT)
    return [fact for fact in seen.values() if fact.relation not in vague or _pair(fact) not in ranked]


def _pair(fact: Fact) -> tuple[object, object]:
    subject = None if fact.subject is None else fact.subject.key
    return subject, tuple(party.key for party in fact.objects)


def _moved(fact: Fact, by: int) -> Fact:
    """The fact at its place on the page."""
    figure = fact.figure and replace(fact.figure, span=_shifted(fact.figure.span, by))
    subject = fact.subject and replace(fact.subject, span=_shifted(fact.subject.span, by))
    objects = tuple(replace(party, span=_shifted(party.span, by)) for party in fact.objects)
    return replace(
        fact,
        subject=subject,
        objects=objects,
        figure=figure,
        span=_shifted(fact.span, by),
        sentence=_shifted(fact.sentence, by),
    )


def _shifted(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


# -- verbs ----------------------------------------------------------------------------------------


def _verbs(text: str, rules: Grammar) -> list[Fact]:
    """Subject, verb, objects; later verbs may leave their subject out."""
    facts: list[Fact] = []
    subjects: tuple[Party, ...] = ()
    end = 0  # of what was read
    for verb in rules.found("verb", text):
        relation = _relation(verb)
        before = _before(text, end, verb.start(), rules, many=not facts)
        if relation is None or verb.start() < end:
            continue
        if verb.lastgroup in ("holds", "lowest", "runner"):
            said, subjects, end = _held(text, verb, before, subjects, relation, rules)
        else:
            if before:
                subjects = before
            elif not facts or not _AGAIN.fullmatch(text, end, verb.start()):
                continue
            said, end = _said(text, verb, subjects, relation, rules)
        facts += said
    return facts


def _relation(verb: re.Match[str]) -> Relation | None:
    match verb.lastgroup:
        case "most" | "holds":
            return Relation.MOST
        case "runner" | "second":
            return Relation.NEXT
        case "least" | "lowest":
            return Relation.LEAST
        case "strong":
            return Relation.STRONG
        case "slight":
            return Relation.SLIGHT
        case "equal":
            return Relation.EQUAL
        case "more":
            return Relation.MORE
        case "plain":
            return Relation.SHARE
        case _:
            return None


def _before(text: str, start: int, end: int, rules: Grammar, *, many: bool) -> tuple[Party, ...]:
    """Who stands right before a verb: a list where the sentence begins, later only the last one."""
    pattern = rules.list_before if many else rules.party_before
    found = pattern.search(text, start, end)
    if found is None:
        return ()
    parties = rules.parties(text, found.start("list"), found.end("list"))
    joined = len(parties) > 1 and rules.joined.search(text, parties[-2].span.end, parties[-1].span.start)
    return parties if joined else parties[-1:]


def _said(
    text: str, verb: re.Match[str], subjects: tuple[Party, ...], relation: Relation, rules: Grammar
) -> tuple[list[Fact], int]:
    """The objects behind a verb, and those behind “then”, “least”, “slightly” that follow them."""
    facts: list[Fact] = []
    at, named = verb.end(), 1 if verb.lastgroup == "second" else 0
    while True:
        found = rules.list_after.match(text, at)
        if found is None:
            break
        named_here = rules.parties(text, found.start("list"), found.end("list"))
        objects = _enumerated(text, named_here, rules)
        end = found.end("list") if len(objects) == len(named_here) else objects[-1].span.end
        if rules.goes_on.match(text, end) and len(objects) > 1:  # the last is who the next verb is about
            objects, end = objects[:-1], objects[-2].span.end
        if relation is Relation.MORE:
            than = rules.than.match(text, end)
            others = rules.parties(text, than.start("list"), than.end("list")) if than else ()
            objects, end = ((*objects, *others), than.end()) if than and len(objects) == 1 else ((), end)
        figure, end = figure_at(text, end)
        last = end
        seen, end = _seen(text, end, rules)
        facts += [
            Fact(
                seen.get(relation, relation),
                who,
                objects,
                figure,
                Span(objects[0].span.start, last),
                Span(0, 0),
                named,
            )
            for who in subjects
            if objects and (relation is not Relation.SHARE or figure is not None)
        ]
        named += len(objects)
        more = rules.then.match(text, end)
        if more is None:
            return facts, end
        relation, at = _continued(more), more.end()
    return facts, at


def _enumerated(text: str, parties: tuple[Party, ...], rules: Grammar) -> tuple[Party, ...]:
    """Those up to the last “and”: commas alone may begin a new thought."""
    last = 0
    for at in range(1, len(parties)):
        if rules.joined.search(text, parties[at - 1].span.end, parties[at].span.start):
            last = at
    return parties[: last + 1]


def _continued(more: re.Match[str]) -> Relation:
    return {"least": Relation.LEAST, "weak": Relation.SLIGHT}.get(more.lastgroup or "", Relation.NEXT)


def _seen(text: str, end: int, rules: Grammar) -> tuple[dict[Relation, Relation], int]:
    """What the picture beside a sentence makes of “strongly” and “slightly”: a solid or a dashed line."""
    found = rules.drawn.match(text, end)
    if found is None:
        return {}, end
    if found["line"].lower() == "solid":
        return {Relation.STRONG: Relation.MOST}, found.end()
    return {Relation.SLIGHT: Relation.NEXT}, found.end()


def _held(
    text: str,
    verb: re.Match[str],
    objects: tuple[Party, ...],
    subjects: tuple[Party, ...],
    relation: Relation,
    rules: Grammar,
) -> tuple[list[Fact], tuple[Party, ...], int]:
    """“Input 3 has the highest weight (0.7) for output 1”: the object comes first."""
    figure, end = figure_at(text, verb.end())
    found = rules.owner.match(text, end)
    if found:
        subjects, end = rules.parties(text, found.start("list"), found.end("list")), found.end()
        if figure is None:
            figure, end = figure_at(text, end)
    if not objects:
        return [], subjects, end
    named = 1 if verb.lastgroup == "runner" else 0
    span = Span(objects[0].span.start, verb.end() if figure is None else figure.span.end)
    owners: Sequence[Party | None] = subjects or (None,)
    return [Fact(relation, who, objects, figure, span, Span(0, 0), named) for who in owners], subjects, end


def _portions(text: str, rules: Grammar) -> list[Fact]:
    """“Token 2 pays 38% of its attention to token 1 and 62% to itself”."""
    facts: list[Fact] = []
    for found in rules.found("portion", text):
        subject = _before(text, 0, found.start(), rules, many=False)
        more: re.Match[str] | None = found
        while more is not None and subject:
            objects = rules.parties(text, *more.span("list"))
            figure, _ = figure_at(text, more.start("number"), bare=True)
            span = Span(more.start("number"), more.end())
            facts.append(Fact(Relation.SHARE, subject[0], objects, figure, span, Span(0, 0)))
            more = rules.next_portion.match(text, more.end())
    return facts


# -- pictures in words, and numbers alone ---------------------------------------------------------


def _lines(text: str, rules: Grammar) -> list[Fact]:
    """“Solid line from output 1 to input 3, dashed to 2”, “1 has a solid line to 3”, `1 → 3 (solid)`."""
    facts: list[Fact] = []
    for name, goals in (("drawn_line", "goal"), ("lined", "goal"), ("arrow", "target")):
        for found in rules.found(name, text):
            subject = rules.parties(text, *found.span("who"))
            at = found.end()
            while subject:
                goal = getattr(rules, goals).match(text, at)
                if goal is None:
                    break
                objects = rules.parties(text, *goal.span("list"))
                style = (goal["line"] or found["line"]).lower()
                relation = Relation.MOST if style == "solid" else Relation.NEXT
                figure, end = figure_at(text, goal.end())
                span = Span(objects[0].span.start, end)
                named = 0 if relation is Relation.MOST else 1
                facts.append(Fact(relation, subject[0], objects, figure, span, Span(0, 0), named))
                at = end
    return facts


def _alone(text: str, rules: Grammar) -> list[Fact]:
    """“The predicted class is 2”, “the largest weight is 0.62”, “x_1 contributes more than x_2”."""
    facts: list[Fact] = []
    for found in rules.found("predicted", text):
        parties = rules.parties(text, *found.span("list"))
        figure, end = figure_at(text, found.end())
        facts.append(Fact(Relation.MOST, None, parties, figure, Span(found.start("list"), end), Span(0, 0)))
    for found in rules.found("largest", text):
        figure, end = figure_at(text, found.end(), bare=True)
        if figure is not None:
            facts.append(Fact(Relation.LARGEST, None, (), figure, figure.span, Span(0, 0)))
    for found in rules.found("compared", text):
        parties = (*rules.parties(text, *found.span("first")), *rules.parties(text, *found.span("second")))
        facts.append(Fact(Relation.MORE, None, parties, None, Span(*found.span()), Span(0, 0)))
    return facts
