"""From sentences about results to claims: each judged by the weights above it, and worded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from workings.checking.judging import Judge
from workings.checking.sentences import Bench, Judged
from workings.checking.wording import LONGEST_TEXT, because_of
from workings.evaluating.describing import share
from workings.evaluating.ranking import ranking
from workings.finding import Claim, Verdict
from workings.parsing.hypotheses import is_option
from workings.parsing.parties import Party
from workings.parsing.sentences import Fact, Relation, read_facts
from workings.source import Page

DIFFERS = "sentence/differs"


def claims_of_sentences(judge: Judge) -> list[Claim]:
    """A claim for every sentence that picks weights of this document."""
    tables = judge.weighings.tables
    bench = Bench(tables, judge.page.text)
    words = {word for table in tables for names in bench.words(table) for word in names}
    facts = read_facts((passage for passage in judge.passages if not is_option(passage, judge.page)), words)
    beside = _beside(facts)
    starts = sorted(judge.places)
    found: list[Claim] = []
    for fact in facts:
        at = bisect_right(starts, fact.span.start) - 1
        question = judge.places[starts[at]][1] if at >= 0 else None
        verdict = bench.judge(fact, [other for other in beside[_about(fact)] if other is not fact])
        if verdict is not None:
            found.append(_claim(judge.page, verdict, bench, question))
    return found


def _beside(facts: Sequence[Fact]) -> dict[tuple[object, object], list[Fact]]:
    """What sentences say, by the sentence and by whom it is about."""
    found: dict[tuple[object, object], list[Fact]] = {}
    for fact in facts:
        found.setdefault(_about(fact), []).append(fact)
    return found


def _about(fact: Fact) -> tuple[object, object]:
    return fact.sentence, fact.subject.key if fact.subject else None


def _claim(page: Page, judged: Judged, bench: Bench, question: str | None) -> Claim:
    fact = judged.fact
    span = fact.figure.span if judged.figure_only and fact.figure else fact.span
    start = min(span.start, fact.subject.span.start if fact.subject else span.start)
    wrong = judged.verdict is Verdict.WRONG
    because = because_of(page, judged.picked.table.span)
    return Claim(
        "",
        "sentence",
        span,
        page.text[start : span.end][:LONGEST_TEXT],
        judged.verdict,
        DIFFERS if wrong else None,
        page.text[span.start : span.end][:LONGEST_TEXT],
        _weight(judged, 0) if judged.figure_only else None,
        cause=judged.picked.row.cause if judged.verdict is Verdict.CARRIED else None,
        because=(because,) if wrong else (),
        question=question,
        message=_message(page, judged, bench),
    )


def _message(page: Page, judged: Judged, bench: Bench) -> str:
    """One line that can be read without the source beside it."""
    fact, picked = judged.fact, judged.picked
    match judged.verdict:
        case Verdict.WRONG:
            return _error(page, judged, bench)
        case Verdict.CARRIED:
            return "this follows from an earlier error"
        case Verdict.ROUNDING:
            return f"the weight is {_weight(judged, 0)}"
        case _ if fact.relation is Relation.MOST and len(ranking(picked.row.given)[0]) > len(picked.places):
            return "others have the same weight"
        case _:
            return ""


def _error(page: Page, judged: Judged, bench: Bench) -> str:
    """What the weights say instead."""
    fact, picked = judged.fact, judged.picked
    whose = f" for {_called(page, fact.subject)}" if fact.subject else ""
    if fact.relation is Relation.LARGEST:
        return f"the largest weight is {share(max(picked.row.given, key=float))}, not {_figure(fact)}"
    stated = " and ".join(_called(page, party) for party in fact.objects)
    if judged.figure_only:
        return f"the weight of {stated}{whose} is {_weight(judged, 0)}, not {_figure(fact)}"
    weights = " and ".join(_weight(judged, at) for at in range(len(picked.places)))
    groups = ranking(picked.row.given)
    match fact.relation:
        case Relation.NEXT | Relation.SLIGHT if any(picked.row.said[at] == 0 for at in picked.places):
            return f"no weight{whose} is left for {stated}: it is stated as 0"
        case Relation.MOST | Relation.NEXT | Relation.LEAST:
            at = {Relation.MOST: 0, Relation.NEXT: min(1, len(groups) - 1)}.get(fact.relation, -1)
            rank = {0: "largest", -1: "smallest"}.get(at, "second largest")
            true = " and ".join(_name(fact.objects[0], place, judged, bench) for place in groups[at][:3])
            number = share(picked.row.given[groups[at][0]])
            return f"the {rank} weight{whose} is that of {true} ({number}), not of {stated} ({weights})"
        case Relation.SLIGHT if judged.rival:
            rival = _name(fact.objects[0], judged.rival[0], judged, bench)
            strong = share(picked.row.given[judged.rival[0]])
            return f"{stated} has no smaller weight{whose} ({weights}) than {rival} ({strong})"
        case _:
            return f"the weight of {stated}{whose} is {weights}"


def _figure(fact: Fact) -> str:
    return fact.figure.text if fact.figure else ""


def _weight(judged: Judged, at: int) -> str:
    """A weight in the digits in which it was stated, or in three."""
    places = judged.picked.places
    values = judged.picked.row.given
    return share(values[places[at]] if places else max(values, key=float))


def _called(page: Page, party: Party) -> str:
    """What the author calls someone, in lower case: “output 1”."""
    words = (
        " ".join(page.text[party.span.start : party.span.end].split())
        .removeprefix("the ")
        .removeprefix("The ")
    )
    return words[:1].lower() + words[1:] if party.noun else words


def _name(like: Party, place: int, judged: Judged, bench: Bench) -> str:
    """What another place is called, in the manner of one that the author named."""
    columns = bench.words(judged.picked.table)[1]
    if like.word is not None and columns:
        return columns[place]
    number = place + judged.picked.base
    if like.symbol:
        return f"{like.symbol}({number})" if like.noun else f"{like.symbol}_{number}"
    return f"{(like.noun or 'number').rstrip('s')} {number}".replace("clas ", "class ")
