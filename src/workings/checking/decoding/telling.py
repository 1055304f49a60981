"""From sayings about decoders to claims: judged in every reading of the tree, and worded."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.comparing.digits import Stated, judge_digits
from workings.checking.decoding.trying import Truth, completions, ground, kept_after, try_saying
from workings.checking.judging import Judge
from workings.checking.wording import LONGEST_TEXT, because_of
from workings.decoding.answers import total
from workings.decoding.model import NOWHERE, Model, Prefix
from workings.decoding.scoring import MEAN, PLAIN, compare, geometric_mean
from workings.document import Kind, Passage
from workings.evaluating.rendering import show, show_like
from workings.finding import Claim, Verdict
from workings.parsing.hypotheses import is_option
from workings.parsing.trees import Tree, read_trees
from workings.parsing.trees.circumstances import widths_in
from workings.parsing.trees.naming import Figure, Finder, Found
from workings.parsing.trees.painting import painted
from workings.parsing.trees.saying import Deed, Mode, Rule, Saying
from workings.parsing.trees.sayings import read_sayings, sentences
from workings.regex import regex
from workings.source import Page, Span, line_start
from workings.value import Scalar

DIFFERS = "decoding/differs"
MOST_CLAIMS = 2000  # about decoders, in one document
_NORMALISES = regex(
    r"normali[sz]|length penalty|average log|mean log|per[- ]token|geometric mean", re.IGNORECASE
)
_LETTERED = regex(r"[ \t]*(?:[-*][ \t]+)?\(?[a-hA-H][.)][ \t]")
_CHOICE = regex(r"\?\s*$|which|following|true|tick|select|correct", re.IGNORECASE)
_COMMAND = regex(r"\\[a-z]{1,12}\{\Z")
_CHAPTER = regex(r"^# ", re.MULTILINE)
_READ = frozenset({Kind.PROSE, Kind.CELL, Kind.CODE})


def claims_of_decoders(judge: Judge) -> list[Claim]:
    """A claim for every sentence about what a decoder does with a tree of this document."""
    page, passages = judge.page, judge.passages
    trees = read_trees(page, passages)
    if not trees:
        return []
    text = painted(page.text, passages, page.filename.endswith((".tex", ".ltx")))
    bench = Bench(page, _with_rows(text, passages), trees)
    starts = sorted(judge.places)
    judged = sorted(claim.span for claim in judge.claims)
    found: list[Claim] = []
    for passage in passages:
        if passage.kind not in _READ or is_option(passage, page):
            continue
        if _is_answer(text, passage.span.start):
            continue
        start, end = _line(text, passage.span) if passage.kind is Kind.CELL else passage.span
        if passage.kind is Kind.CELL and passage.column > 0:
            continue
        for sentence in sentences(bench.text, start, end):
            at = bisect_right(starts, sentence.start) - 1
            question = judge.places[starts[at]][1] if at >= 0 else None
            found += bench.claims(sentence, question, judged)
            if len(found) > MOST_CLAIMS:
                return _once(found)
    return _once(found)


def _is_answer(text: str, start: int) -> bool:
    """Whether a line is one of several answers to choose from: a letter before it, a question above."""
    line = line_start(text, start)
    if _LETTERED.match(text, line) is None:
        return False
    above = [row for row in text[max(0, line - 600) : line].splitlines() if row.strip()]
    asked = next((row for row in reversed(above) if not _LETTERED.match(row)), "")
    return _CHOICE.search(asked) is not None


def _with_rows(text: str, passages: Sequence[Passage]) -> str:
    """The text with each row of a table as a line `greedy: A C: 0.3`."""
    parts, reached = list[str](), 0
    for passage in passages:
        if passage.kind is Kind.CELL and passage.span.start >= reached:
            start, end = _line(text, passage.span)
            row = text[start:end].strip()
            cells = text[start:end].replace("|", ":")
            first = cells.find(":") if row.startswith("|") else -1
            if first >= 0:
                cells = cells[:first] + " " + cells[first + 1 :]
            parts += (text[reached:start], cells)
            reached = end
    return "".join((*parts, text[reached:]))


def _line(text: str, span: Span) -> Span:
    """The whole line of a place."""
    end = text.find("\n", span.end)
    return Span(line_start(text, span.start), len(text) if end < 0 else end)


def _once(claims: list[Claim]) -> list[Claim]:
    return list({claim.span: claim for claim in reversed(claims)}.values())[::-1]


class Bench:
    """The trees of one document, and what is said about them."""

    def __init__(self, page: Page, text: str, trees: Sequence[Tree]) -> None:
        self.page, self.text, self.trees = page, text, trees
        self.finders = [Finder(tree.model, text) for tree in trees]
        found = _NORMALISES.search(text)
        self.normalised_from = found.start() if found else len(text)
        self.widths = widths_in(text)
        self.truths: dict[object, list[tuple[Truth, Model]]] = {}

    def claims(self, sentence: Span, question: str | None, judged: Sequence[Span]) -> list[Claim]:
        """The claims of one sentence, by the tree above it that holds what it names."""
        for at in self.nearest(sentence):
            tree, finder = self.trees[at], self.finders[at]
            found: list[Claim] = []
            for saying in read_sayings(self.text, sentence, finder):
                found += self.judge(saying, tree, question, judged)
            if found:
                return found
        return []

    def nearest(self, sentence: Span) -> list[int]:
        """The trees that a sentence may be about: the latest above it, then the next below."""
        above = [at for at, tree in enumerate(self.trees) if tree.span.start < sentence.start]
        below = [at for at, tree in enumerate(self.trees) if tree.span.start >= sentence.start]
        if above or not below:
            return above[-1:]
        between = self.text[sentence.end : self.trees[below[0]].span.start]
        return [] if _CHAPTER.search(between) else below[:1]

    def normalises(self, saying: Saying) -> bool:
        """Whether the document has spoken of normalised scores by then."""
        return self.normalised_from < saying.sentence.end

    def judge(self, saying: Saying, tree: Tree, question: str | None, judged: Sequence[Span]) -> list[Claim]:
        """What is said, and the numbers beside it."""
        known = self.tried(saying, tree)
        if not known:
            return []
        truth, model = _settled(known, saying.denied)
        if tree.trouble is not None and truth.holds is not None:
            truth = Truth(None, reason=tree.trouble)
        found = [self.claim(saying, truth, model, tree, question)]
        if truth.holds and not saying.denied:
            wrong = [self.figure(one, tree, saying, question, judged) for one in saying.objects]
            found = [claim for claim in wrong if claim is not None] or found
        if saying.deed is Deed.WEIGH and found[0].verdict is Verdict.RIGHT:
            figure = saying.objects[0].figure
            return [] if figure is None or _is_judged(figure.span, judged) else found
        return found

    def tried(self, saying: Saying, tree: Tree) -> list[tuple[Truth, Model]]:
        """Whether a saying holds in each reading of the tree; what is said again is not tried again."""
        at = bisect_right(self.widths, (saying.sentence.start, 0)) - 1
        width = self.widths[at][1] if at >= 0 else None
        normalises = self.normalises(saying)
        same = replace(saying, span=NOWHERE, sentence=NOWHERE, objects=())
        key = (id(tree), same, tuple(found.tokens for found in saying.objects), width, normalises)
        if key not in self.truths:
            tried = (
                (try_saying(saying, model, ground(saying, model, width, normalises)), model)
                for model in tree.models
            )
            self.truths[key] = [(truth, model) for truth, model in tried if truth is not None]
        return self.truths[key]

    def claim(self, saying: Saying, truth: Truth, model: Model, tree: Tree, question: str | None) -> Claim:
        span = _whole(self.page.text, saying.span)
        holds = None if truth.holds is None else truth.holds != saying.denied
        verdict = Verdict.UNDECIDED if holds is None else Verdict.RIGHT if holds else Verdict.WRONG
        wrong = verdict is Verdict.WRONG
        stated = self.page.written[span.start : span.end][:LONGEST_TEXT]
        start = saying.sentence.start
        text = self.page.written[start : span.end] if span.end - start <= LONGEST_TEXT else stated
        convention = truth.convention if holds else None
        return Claim(
            "",
            "sentence",
            span,
            " ".join(text.split()),
            verdict,
            DIFFERS if wrong else None,
            stated,
            convention=convention,
            because=(because_of(self.page, _first_line(self.page, tree.span)),) if wrong else (),
            question=question,
            message=_message(saying, truth, model, verdict),
        )

    def figure(
        self, found: Found, tree: Tree, saying: Saying, question: str | None, judged: Sequence[Span]
    ) -> Claim | None:
        """A number beside a sequence that is not its probability; None if it fits or may mean something else.

        Where the number follows from its own product, the product is of another sequence.
        """
        figure = found.figure
        if figure is None:
            return None
        values = [value for model in tree.models for value in _values(model, found.tokens, figure)]
        stated = Stated(figure.value, figure.unit, figure.unit == 1)
        verdicts = [judge_digits(value, stated, True) for value in values]
        if not values or any(verdict is not Verdict.WRONG for verdict in verdicts):
            return None
        if saying.mode is Mode.NORMALISED or "normal" in figure.label or "mean" in figure.label:
            return None
        if tree.trouble is not None or (self.normalises(saying) and "prob" not in figure.label):
            return None
        text = self.page.written[found.span.start : figure.span.end][:LONGEST_TEXT]
        computed = show(values[0], None if isinstance(values[0], fmpq) else 4)
        return Claim(
            "",
            "sentence",
            _whole(self.page.text, found.span) if _is_judged(figure.span, judged) else figure.span,
            text,
            Verdict.WRONG,
            DIFFERS,
            figure.text,
            computed,
            because=(because_of(self.page, _first_line(self.page, tree.span)),),
            question=question,
            message=f"the probability of {' '.join(found.tokens)} is {computed}, not {figure.text}",
        )


def _is_judged(span: Span, judged: Sequence[Span]) -> bool:
    """Whether one of the claims, which are in order, lies at a place."""
    at = bisect_right(judged, span)
    return any(other.start < span.end and span.start < other.end for other in judged[max(0, at - 3) : at + 1])


def _settled(known: Sequence[tuple[Truth, Model]], denied: bool) -> tuple[Truth, Model]:
    """The reading that makes a saying right, if there is one; it is wrong only in all of them."""
    wanted = not denied
    for truth, model in known:
        if truth.holds is wanted:
            return truth, model
    return next(((truth, model) for truth, model in known if truth.holds is None), known[0])


def _values(model: Model, tokens: Prefix, figure: Figure) -> list[Scalar]:
    """What a number beside a sequence may be: its probability, that of its last token, or a logarithm."""
    ways = [*completions(model, tokens), tokens]
    weights = [weight for way in dict.fromkeys(ways) if (weight := model.weight(way)) is not None]
    last = [c.weight for row in model.rows.values() for c in row if c.token == tokens[-1]]
    if model.logs:
        exponents: list[Scalar] = [arb(weight).exp() for weight in weights]
        return [*weights, *last] if figure.value < 0 else exponents
    if figure.value >= 0:
        return [*weights, *last]
    logs = [arb(weight).log() for weight in (*weights, *last) if weight > 0]
    return [*logs, *(log / arb(base).log() for base in (2, 10) for log in logs)]


def _whole(text: str, span: Span) -> Span:
    """A place with the command around its first and last word: `\\text{the} \\to \\text{dog}`."""
    command = _COMMAND.search(text, max(0, span.start - 16), span.start)
    start = command.start() if command is not None and text[span.start : span.end].count("}") else span.start
    closes = text[span.end : span.end + 1] == "}" and "{" in text[start : span.end]
    return Span(start, span.end + int(closes))


def _first_line(page: Page, span: Span) -> Span:
    end = page.text.find("\n", span.start)
    return Span(span.start, min(span.end, end if end >= 0 else span.end))


# -- words --------------------------------------------------------------------------------------------


def _shown(tokens: Prefix, model: Model) -> str:
    """A sequence with its probability: `or tea ? (0.3645)`."""
    weight = model.weight(tokens)
    words = " ".join(tokens)
    return words if weight is None else f"{words} ({show(weight)})"


def _message(saying: Saying, truth: Truth, model: Model, verdict: Verdict) -> str:
    """One line that can be read without the source beside it."""
    if verdict is Verdict.UNDECIDED:
        return truth.reason
    if verdict is Verdict.RIGHT:
        return "others are just as probable" if truth.tied else ""
    who = _who(saying, truth)
    match saying.deed:
        case Deed.RETURN:
            return f"{who} {_shown(truth.instead, model)}{_against(saying, truth, model)}"
        case Deed.KEEP | Deed.DROP:
            return _beam_words(saying, truth, model)
        case Deed.MISS:
            return f"greedy finds the most probable sequence here, {_shown(truth.instead, model)}"
        case Deed.HIT:
            return (
                f"the most probable sequence is {_shown(truth.instead, model)}, and greedy does not find it"
            )
        case Deed.BEAT:
            return f"a beam returns {_shown(truth.instead, model)}, the same as greedy"
        case Deed.AGREE:
            return f"a beam returns {_shown(truth.instead, model)}, and greedy does not"
        case Deed.WEIGH:
            return ""
        case Deed.OUTDO:
            first = _shown(saying.objects[0].tokens, model)
            return f"{first} is not more probable than {_shown(truth.instead, model)}"


def _who(saying: Saying, truth: Truth) -> str:
    scores = " with length normalisation" if saying.mode is Mode.NORMALISED else ""
    if saying.rule is Rule.GREEDY:
        return "greedy decoding gives"
    if saying.rule is Rule.BEAM:
        wide = f"a beam of {truth.width}" if truth.width is not None else "a beam of any width"
        return f"{wide}{scores} returns"
    return f"the most probable sequence{scores} is"


def _against(saying: Saying, truth: Truth, model: Model) -> str:
    """What was named, with its probability, and whether normalisation would have made it win."""
    if saying.denied:
        return ""
    tokens = next(iter(completions(model, saying.objects[0].tokens)), saying.objects[0].tokens)
    words = f", not {_shown(tokens, model)}"
    mine, theirs = model.weight(tokens), model.weight(truth.instead)
    if (
        saying.rule is Rule.GREEDY
        or saying.mode is Mode.NORMALISED
        or mine is None
        or theirs is None
        or model.logs
    ):
        return words
    one, other = total(model, tokens, mine, MEAN), total(model, truth.instead, theirs, MEAN)
    if compare(one, other, MEAN) > 0 and compare(one, other, PLAIN) < 0:
        means = [show_like(geometric_mean(part), fmpq(1, 1000)) for part in (one, other)]
        words += f"; only divided by length does it win ({means[0]} against {means[1]} for each token)"
    return words


def _beam_words(saying: Saying, truth: Truth, model: Model) -> str:
    """What the beam really holds after that step."""
    named = [found.tokens for found in saying.objects]
    step = saying.step if saying.step is not None else max(map(len, named), default=1)
    width = truth.width or len(named) or 2
    kept = kept_after(model, width, step)
    listed = ", ".join(_shown(tokens, model) for tokens in kept)
    return f"after step {step} a beam of {width} holds {listed}"
