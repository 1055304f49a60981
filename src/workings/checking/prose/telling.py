"""From sentences about results to claims: each judged by the weights above it, and worded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from workings.checking.judging import Judge
from workings.checking.prose.sentences import Bench, Judged, Picked
from workings.checking.wording import LONGEST_TEXT, because_of
from workings.evaluating.describing import MOST_TIED, share
from workings.evaluating.ranking import ranking
from workings.evaluating.rendering import show_like
from workings.finding import Claim, Verdict
from workings.parsing.hypotheses import is_option
from workings.parsing.parties import Party
from workings.parsing.sentences import Fact, Relation, read_facts
from workings.source import Page

DIFFERS = "sentence/differs"


def claims_of_sentences(judge: Judge) -> list[Claim]:
    """A claim for every sentence that picks weights of this document."""
    tables = judge.weighings.tables
    if not tables:
        return []
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
        page.written[start : span.end][:LONGEST_TEXT],
        judged.verdict,
        DIFFERS if wrong else None,
        page.written[span.start : span.end][:LONGEST_TEXT],
        _weight(judged) if judged.figure_only else None,
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
            return f"the weight is {_weight(judged)}"
        case _ if fact.relation is Relation.MOST and len(ranking(picked.row.given)[0]) > len(picked.places):
            return "others have the same weight"
        case _:
            return ""


def _error(page: Page, judged: Judged, bench: Bench) -> str:
    """What the weights say instead."""
    fact, picked = judged.fact, judged.picked
    whose = f" for {_called(page, fact.subject, fact)}" if fact.subject else ""
    if fact.relation is Relation.LARGEST:
        return f"the largest weight is {_weight(judged)}, not {_figure(fact)}"
    stated = _listed([_called(page, party, fact) for party in fact.objects])
    if judged.figure_only:
        return f"the weight of {stated}{whose} is {_weight(judged)}, not {_figure(fact)}"
    weights = _shares(picked, picked.places)
    match fact.relation:
        case Relation.NEXT | Relation.SLIGHT if any(picked.row.said[at] == 0 for at in picked.places):
            return f"no weight{whose} is left for {stated}: it is stated as 0"
        case Relation.MOST | Relation.NEXT | Relation.LEAST:
            places = _instead(judged)
            true = _listed([_name(place, judged, bench) for place in places])
            rank = {Relation.MOST: "largest", Relation.LEAST: "smallest"}.get(fact.relation, "next largest")
            verb = "weight{} is that" if len(places) == 1 else "weights{} are those"
            said = verb.format(whose)
            return f"the {rank} {said} of {true} ({_shares(picked, places)}), not of {stated} ({weights})"
        case Relation.SLIGHT if judged.rival:
            rival = _listed([_name(place, judged, bench) for place in judged.rival])
            strong = _shares(picked, judged.rival)
            return f"{stated} has no smaller weight{whose} ({weights}) than {rival} ({strong})"
        case _ if len(picked.places) > 1:
            return f"the weights of {stated}{whose} are {weights}"
        case _:
            return f"the weight of {stated}{whose} is {weights}"


def _instead(judged: Judged) -> tuple[int, ...]:
    """The places that a sentence should have named, with those that share the rank."""
    groups = ranking(judged.picked.row.given)
    if judged.fact.relation is Relation.LEAST:
        groups = groups[::-1]
    skipped = max(1, judged.fact.named) if judged.fact.relation is Relation.NEXT else 0
    places: list[int] = []
    for group in groups:
        if skipped > 0:
            skipped -= len(group)
        elif len(places) < len(judged.picked.places):
            places += group[:MOST_TIED]
    return tuple(places)


def _listed(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def _shares(picked: Picked, places: Sequence[int]) -> str:
    """The weights of some places, once where they are alike."""
    return _listed(list(dict.fromkeys(share(picked.row.given[at]) for at in places)) or ["0"])


def _figure(fact: Fact) -> str:
    return fact.figure.text if fact.figure else ""


def _weight(judged: Judged) -> str:
    """The weight that a number should have been, in its own digits."""
    places, values = judged.picked.places, judged.picked.row.given
    value = values[places[0]] if places else max(values, key=float)
    figure = judged.fact.figure
    if figure is None or figure.unit == 1:
        return share(value)
    if figure.text.endswith("%"):
        return show_like(value * 100, figure.unit * 100) + "%"
    return show_like(value, figure.unit)


def _called(page: Page, party: Party, fact: Fact) -> str:
    """What the author calls someone: “output 1”, a word, `x_1`."""
    if party.number is not None and not party.symbol:
        return f"{party.noun or _noun(fact)} {party.number}"
    words = " ".join(page.written[party.span.start : party.span.end].split())
    return words.removeprefix("the ").removeprefix("The ")


def _name(place: int, judged: Judged, bench: Bench) -> str:
    """What another place is called, in the manner of one that the author named."""
    columns = bench.words(judged.picked.table)[1]
    like = judged.fact.objects[0]
    if like.word is not None and columns:
        return columns[place]
    number = place + judged.picked.base
    if like.symbol:
        return f"{like.symbol}({number})" if like.noun else f"{like.symbol}_{number}"
    return f"{like.noun or _noun(judged.fact)} {number}"


def _noun(fact: Fact) -> str:
    """What the columns are called in a sentence that leaves it out for some."""
    named = [party.noun for party in fact.objects if party.noun]
    if not named and fact.subject is not None and fact.subject.noun in ("token", "word", "position"):
        return fact.subject.noun
    return named[0] if named else "input" if fact.subject is not None else "number"
