"""Sentences about who sees whom, and about what runs in parallel, against the equations of the document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workings.checking.judging import Judge
from workings.checking.positions.seeing import Sight
from workings.checking.wording import claim_about
from workings.document import Kind
from workings.finding import Because, Claim, Verdict
from workings.record import record
from workings.regex import regex
from workings.resolving.waiting import Recurrence
from workings.source import Span, sentences_in

DIFFERS = "sentence/differs"
NEAR = 32  # characters before a word in which it may be denied
LONGEST = 400  # characters of a sentence
_END = regex(r"(?<=[.!?])\s+(?=[^a-z])|(?<=;)\s+|\n\s*\n")
_DOUBTFUL = regex(
    r"\b(?:if|would|could|should|might|suppose|assume|imagine|whether|wrong|wrongly|incorrect|mistake|otherwise|"
    r"typically|usually|unless|without|claims?|thinks?|true\s+or\s+false|instead|unlike|want|wants)\b|\?",
    re.I,
)
_PARTY = r"(?:position|token|row|query|word|output|key|input|step|time\s++step)"
_CANNOT = (
    r"can\s?not|can['’]?t|may\s++not|must\s++not|does\s++not|doesn['’]t|never|is\s++not\s++allowed\s++to|"
    r"is\s++unable\s++to"
)
_SEES = regex(
    rf"\b{_PARTY}\s++(?P<who>\d{{1,2}})\s++(?:(?P<no>{_CANNOT})\s++|(?P<can>can|may|is\s++allowed\s++to|is\s++able\s++to)\s++(?:only\s++)?)?"
    r"(?P<verb>sees?|attends?(?:\s++to)?|looks?\s++at|depends?\s++on|use)\s++(?:the\s++)?"
    rf"{_PARTY}\s++(?P<whom>\d{{1,2}})(?!\.\d|\d|\s*+%)",
    re.I,
)
_NOBODY = regex(
    rf"\bno\s++(?:scored\s++)?{_PARTY}\s++(?:can\s++|ever\s++|may\s++)?(?:sees?|attends?\s++to|looks?\s++at|depends?\s++on)\s++"
    r"(?:its\s++(?:own\s++)?target|the\s++token\s++(?:that\s++)?it\s++(?:has|is)\s++to\s++predict|(?:any\s++|a\s++)?later\s++(?:one|token|position|row)s?|"
    r"(?:any\s++|a\s++)?future\s++(?:token|position)s?|the\s++future|what\s++(?:comes|stands)\s++after\s++it|the\s++next\s++(?:token|position))",
    re.I,
)
_EVERY = regex(
    rf"\b(?:each|every)\s++{_PARTY}\s++(?:can\s++)?(?:only\s++)?(?:sees?|attends?\s++to|looks?\s++at|depends?\s++on)\s++"
    rf"(?:only\s++)?(?P<what>(?:every|all\s++the|all|each)\s++(?:other\s++)?{_PARTY}s?|(?:only\s++)?itself\s++and\s++(?:the\s++|all\s++|only\s++)?"
    r"(?:(?:tokens|positions|ones|what)\s++)?(?:earlier|previous|before|came\s++before))",
    re.I,
)
_MODEL = regex(
    r"\b(?:(?P<recurrent>RNNs?|LSTMs?|GRUs?|recurren\w+|hidden\s++states?)|(?P<attention>transformers?|(?:self-)?attention|decoders?|encoders?))\b",
    re.I,
)
_PHASE = regex(
    r"\b(?:(?P<generating>generat\w+|inference|sampl\w+|decoding|writ\w+|emits?|produces?|outputs?)|(?P<training>train\w+|teacher))\b",
    re.I,
)
_PARALLEL = regex(
    r"\b(?:in\s++parallel|parallel\s++over|parallel\w*|all\s++(?:\w+\s++)?(?:positions|tokens|steps|words|rows)\s++(?:at\s++once|at\s++the\s++same\s++time)|simultaneously)\b",
    re.I,
)
_ONE_BY_ONE = regex(
    r"\b(?:one\s++after\s++(?:another|the\s++other)|(?<!non-)sequential(?:ly)?|step\s++by\s++step|one\s++(?:token|step|position|word)\s++at\s++a\s++time|"
    r"(?:takes|needs|requires)\s++\$?\s*+T\s*+\$?\s*+(?:sequential\s++)?steps)\b",
    re.I,
)
_OTHER_SIGHT = regex(r"\bencoder|\bBERT|bidirectional|\bcross|\bprefix|\bpadding|unmasked", re.I)
_PLACES = regex(
    r"\b(?:positions?|tokens?|(?:time\s++)?steps?|words?|rows|sequence|one\s++after|hidden\s++states|generation)\b",
    re.I,
)
_ELSEWHERE = regex(
    r"\b(?:data|batch|GPUs?|devices?|heads?|machines?|pipeline|tensor|model\s++parallel)", re.I
)
_NOT = regex(r"\b(?:not|cannot|never|no)\b|n['’]t\b", re.I)


@record(frozen=True, slots=True)
class Equations:
    """What the equations of a document say about positions."""

    sights: Sequence[Sight]
    attentions: Sequence[Span]  # where attention is written as a formula
    recurrences: Sequence[Recurrence]
    decodes: bool  # it speaks of a model that writes token after token


def claims_of_looking(judge: Judge, equations: Equations) -> list[Claim]:
    """The sentences that the masks, dependences and recurrences of a document settle."""
    claims: list[Claim] = []
    for passage in judge.passages:
        if passage.kind not in (Kind.PROSE, Kind.CELL):
            continue
        for start, end in sentences_in(passage.text, _END, LONGEST):
            at, text = passage.span.start + start, passage.text[start:end]
            if _DOUBTFUL.search(text) is None:
                claims += _seen(judge, equations, at, text)
                claims += _waited(judge, equations, at, text)
    return claims


# -- seeing ---------------------------------------------------------------------------------------


def _seen(judge: Judge, equations: Equations, at: int, text: str) -> Iterator[Claim]:
    above = [sight for sight in equations.sights if sight.span.end <= at]
    if _OTHER_SIGHT.search(text):
        return
    masks = [sight for sight in above if sight.is_mask]
    if not above:
        return
    claims = [list(_told(judge, sight, at, text)) for sight in ((masks or above)[-1], *above)]
    for n, claim in enumerate(claims[0]):
        others = [told[n] for told in claims[1:] if len(told) == len(claims[0])]
        if claim.verdict is Verdict.RIGHT or all(other.verdict is Verdict.WRONG for other in others):
            yield claim  # a sentence may be about another mask of the document


def _told(judge: Judge, sight: Sight, at: int, text: str) -> Iterator[Claim]:
    """What a mask or an attention says to a sentence."""
    for found in _SEES.finditer(text):
        who, whom = int(found["who"]) - 1, int(found["whom"]) - 1
        plain = not found["no"] and not found["can"] and found["verb"].lower().startswith(("attend", "look"))
        if plain or not (0 <= who < len(sight.rows) and 0 <= whom < len(sight.rows)):
            continue  # “attends to” alone is about a weight
        sees = sight.rows[who][whom]
        says = f"position {who + 1} {'sees' if sees else 'does not see'} position {whom + 1}"
        yield _claim(judge, found, at, sees is not bool(found["no"]), says, sight)
    for found in _NOBODY.finditer(text):
        ahead = sight.first_ahead()
        yield _claim(judge, found, at, ahead is None, _ahead(ahead), sight)
    for found in _EVERY.finditer(text):
        all_seen = all(all(row) for row in sight.rows)
        if "itself" in found["what"].lower():
            ahead = sight.first_ahead()
            own = all(row[i] for i, row in enumerate(sight.rows))
            yield _claim(judge, found, at, ahead is None and own, _ahead(ahead), sight)
        else:
            hidden = next(
                ((i, j) for i, row in enumerate(sight.rows) for j, s in enumerate(row) if not s), (0, 0)
            )
            says = "every position sees every other" if all_seen else _pair(hidden, "does not see")
            yield _claim(judge, found, at, all_seen, says, sight)


def _ahead(ahead: tuple[int, int] | None) -> str:
    return "no position sees a later one" if ahead is None else _pair(ahead, "sees")


def _pair(pair: tuple[int, int], verb: str) -> str:
    return f"position {pair[0] + 1} {verb} position {pair[1] + 1}"


def _claim(judge: Judge, found: re.Match[str], at: int, holds: bool, says: str, sight: Sight) -> Claim:
    span = Span(at + found.start(), at + found.end())
    return claim_at(judge, span, holds, says, sight.span)


def claim_at(judge: Judge, span: Span, holds: bool, says: str, source: Span) -> Claim:
    """A claim on a sentence, with the place of what settles it."""
    line = judge.page.place(source.start).line
    because = Because(line, " ".join(judge.page.written[source.start : source.end].split())[:120])
    verdict, rule = (Verdict.RIGHT, None) if holds else (Verdict.WRONG, DIFFERS)
    return claim_about(judge.page, span, verdict, rule, says, kind="sentence", because=(because,))


# -- waiting --------------------------------------------------------------------------------------


def _waited(judge: Judge, equations: Equations, at: int, text: str) -> Iterator[Claim]:
    """“The RNN needs T steps one after another”, “training is parallel over the positions”."""
    parallel, one_by_one = _PARALLEL.search(text), _ONE_BY_ONE.search(text)
    found = parallel or one_by_one
    models = {match.lastgroup for match in _MODEL.finditer(text)}
    phases = {match.lastgroup for match in _PHASE.finditer(text)}
    if found is None or len(models) > 1 or len(phases) > 1:
        return
    said = {_is_affirmed(text, parallel)} if parallel else set()
    said |= {not _is_affirmed(text, one_by_one)} if one_by_one else set()
    if len(said) > 1:
        return
    says_parallel = said.pop()
    kind = next(iter(models), None)
    if kind is None or _PLACES.search(text) is None or _ELSEWHERE.search(text):
        return
    truth = _truth(equations, kind, next(iter(phases), None), says_parallel)
    if truth is not None:
        holds, says, source = truth
        yield claim_at(judge, Span(at + found.start(), at + found.end()), holds, says, source)


def _is_affirmed(text: str, found: re.Match[str]) -> bool:
    return _NOT.search(text, max(0, found.start() - NEAR), found.start()) is None


def _truth(
    equations: Equations, kind: str, phase: str | None, says_parallel: bool
) -> tuple[bool, str, Span] | None:
    """Whether it holds, in words, and the equation that settles it; None where none does."""
    if kind == "recurrent":
        if not equations.recurrences:
            return None
        one = equations.recurrences[-1]
        if one.linear and says_parallel:
            return None  # sums and products alone can be worked out in another order
        letter, variable = one.letter, one.variable
        says = f"{letter} at {variable} waits for {letter} at an earlier {variable}, in training too"
        return not says_parallel, says, one.statement.span
    if not equations.attentions:
        return None
    source = equations.attentions[-1]
    if phase == "generating":
        if not equations.decodes:
            return None
        return not says_parallel, "each token that is written is read at the next step", source
    if phase != "training" and not says_parallel:
        return None  # a decoder writes one token after another, and may be meant to
    return says_parallel, "in the formula for attention no position waits for another", source
