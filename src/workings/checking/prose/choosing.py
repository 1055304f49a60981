"""Answers that were chosen, against what they come to and what their question asks for."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from workings.checking.judging import Judge
from workings.checking.wording import claim_about
from workings.finding import Claim, Verdict
from workings.parsing.exams.choice import Choice, Option, Sought
from workings.parsing.exams.choices import read_choices
from workings.record import record
from workings.regex import regex
from workings.source import Page

WRONG_ANSWER = "choice/wrong-answer"
_TURNING = regex(
    r"\b(?:not|never|no|none|neither|nor|or|if|when|unless|only|except|without|cannot|because|since|may|might|can"
    r"|could|would|should|for|as|than|approximately|about|whenever|provided|while|but|although"
    r"|nicht|kein\w*|oder|wenn|falls|weil|da|nur)\b|n['’]t\b",
    re.IGNORECASE,
)
_NEUTRAL = frozenset(
    "the a an is are equals equal to of value we have it holds that then and gives result output therefore "
    "so thus correct richtig es gilt der die das ist wert statement matrix vector".split()
)
_WORD = regex(r"[^\W\d_]{2,}")
_ALL = regex(
    r"\W*(?:all|both)\s+of\s+(?:the\s+above|these|them)\W*|\W*alle(?:s)?\s+(?:obigen|oben)\b.*", re.IGNORECASE
)
_NONE = regex(
    r"\W*(?:none|neither)\s+of\s+(?:the\s+above|these|them)\W*|\W*keine?s?\s+(?:der|davon)\b.*", re.IGNORECASE
)


@record(frozen=True, slots=True)
class Settled:
    """Whether an answer is true; None where the document does not settle it, with the reason either way."""

    truth: bool | None
    why: str


def claims_of_choices(judge: Judge) -> list[Claim]:
    """A claim for every answer of a question that somebody answered."""
    found: list[Claim] = []
    bench = Bench(judge)
    for choice in read_choices(judge.page, judge.passages):
        if choice.answered and choice.sought is not Sought.UNKNOWN:
            found += bench.claims(choice)
    return found


class Bench:
    """What the answers of a document come to."""

    def __init__(self, judge: Judge) -> None:
        self.page: Page = judge.page
        self.offered = sorted(((s.span, claims) for s, claims in judge.offered), key=lambda pair: pair[0])
        self.starts = [span.start for span, _ in self.offered]

    def claims(self, choice: Choice) -> Iterator[Claim]:
        """Each answer with its verdict; where one answer is right, the chosen one answers for all."""
        settled = self.settled(choice)
        choice = self.spread(choice)
        seeks = choice.sought is Sought.TRUE
        rival = _rival(choice, settled, seeks)
        for option, found in zip(choice.options, settled, strict=True):
            if option.ticked is None:
                continue
            sound = None if found.truth is None else (found.truth is seeks) == option.ticked
            reason = found.why
            if option.ticked and sound is None and choice.single and rival is not None:
                sound, reason = False, ""
            if not option.ticked and sound is False and choice.single:
                continue  # said at the answer that was chosen instead
            say = _marked if choice.apart else _message
            yield self.claim(option, sound, say(option, found.truth, sound, reason, rival, seeks))

    def claim(self, option: Option, sound: bool | None, message: str) -> Claim:
        verdict = Verdict.UNDECIDED if sound is None else Verdict.RIGHT if sound else Verdict.WRONG
        rule = WRONG_ANSWER if verdict is Verdict.WRONG else None
        return claim_about(self.page, option.span, verdict, rule, "" if sound else message, kind="sentence")

    def spread(self, choice: Choice) -> Choice:
        """The choice with every answer chosen where “all of the above” is."""
        options = choice.options
        if not any(o.ticked and _ALL.fullmatch(self.page.text, *o.span) for o in options):
            return choice
        return replace(choice, options=tuple(replace(o, ticked=True) for o in options), single=False)

    def settled(self, choice: Choice) -> list[Settled]:
        """What is known of every answer; “all of the above” is known by the others."""
        found = [self.settle(option) for option in choice.options]
        for at, option in enumerate(choice.options):
            text = self.page.written[option.span.start : option.span.end]
            truths = [one.truth for other, one in enumerate(found) if other != at]
            if _ALL.fullmatch(text):
                truth = False if False in truths else None if None in truths else True
                found[at] = Settled(
                    truth, "not all of the others hold" if truth is False else "all others hold"
                )
            elif _NONE.fullmatch(text):
                truth = False if True in truths else None if None in truths else True
                found[at] = Settled(
                    truth, "one of the others holds" if truth is False else "none of the others holds"
                )
        return found

    def settle(self, option: Option) -> Settled:
        """Whether what an answer states is so; words around it may turn its meaning."""
        text = list(self.page.text[option.span.start : option.span.end])
        claims: list[Claim] = []
        for span, judged in self.offered[bisect_left(self.starts, option.span.start) :]:
            if span.start >= option.span.end:
                break
            claims += judged
            text[span.start - option.span.start : span.end - option.span.start] = " " * (
                span.end - span.start
            )
        words = "".join(text)
        wrong = next((claim for claim in claims if claim.verdict is Verdict.WRONG), None)
        if not claims or _TURNING.search(words):
            return Settled(None, "nothing in this document settles this answer")
        if wrong is not None:
            return Settled(False, wrong.message)
        if any(claim.verdict is not Verdict.RIGHT for claim in claims):
            return Settled(None, next(c.message for c in claims if c.verdict is not Verdict.RIGHT))
        if not _NEUTRAL.issuperset(word.lower() for word in _WORD.findall(words)):
            return Settled(None, "the formula holds, but nothing settles the words around it")
        return Settled(True, "")


def _rival(choice: Choice, settled: list[Settled], seeks: bool) -> str | None:
    """The answer that should have been chosen, if it is known and was not."""
    for option, found in zip(choice.options, settled, strict=True):
        if not option.ticked and found.truth is seeks:
            return f"({option.label})" if option.label else "another answer"
    return None


def _message(
    option: Option, truth: bool | None, sound: bool | None, why: str, rival: str | None, seeks: bool
) -> str:
    name = f"({option.label})" if option.label else "this answer"
    if sound is None:
        return why
    instead = f"; {rival} is {'true' if seeks else 'false'}" if rival else ""
    if not option.ticked:
        return f"{name} is {'true' if truth else 'false'}, and is not chosen"
    if truth is None:
        return f"{name} is chosen as {'true' if seeks else 'false'}, but {rival} is the one that is"
    if seeks:
        return f"{name} is chosen as true, but {why}{instead}"
    return f"{name} is chosen as false, but it holds{instead}"


def _marked(
    option: Option, truth: bool | None, sound: bool | None, why: str, rival: str | None, seeks: bool
) -> str:
    if sound is None:
        return why
    return f"this is marked as true, but {why}" if option.ticked else "this is marked as false, but it holds"
