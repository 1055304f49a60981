"""What is kept of things with scores: the best of them, as a beam and top-k do, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.pages.scored import NUMBER, Group, Item, bare, groups_of, plain
from workings.checking.methods.pages.series import value_of
from workings.checking.methods.sheet import Sheet
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.parsing.grids import Grid
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "pick/not-best"
LEAST = 3  # things of which some are kept
LONGEST = 160  # characters of what is kept
_COUNT = r"(?:two|three|four|five|[2345])"
_NEAREST = regex(r"nearest|closest", re.I)
_KEPT = regex(
    rf"\b(?:keep(?:s|ing)?|kept|surviv(?:e|es|ors?|ing)|retain(?:s|ed)?|(?:best|top|highest)[ -]{_COUNT}"
    rf"|{_COUNT} (?:best|highest|largest|top|most (?:likely|probable))"
    r"|beam (?:is|now|becomes)|(?:new|next) beam"
    rf"|{_COUNT} (?:nearest|closest)|(?:nearest|closest) (?:neighbou?rs|{_COUNT})|top-k)\b",
    re.I,
)
_CHOSEN = regex(
    r"\bbeams?\b|top[- ](?:k|p|\d|two|three)\b|\bgreedy|\bnucleus|hypothes[ie]s|\bexperts?\b"
    r"|nearest neigh|\bk-?NN\b",
    re.I,
)
_OTHERWISE = regex(
    r"\bNMS\b|\bIoU\b|suppress|\bdivers|(?:per|each|every|its|their) (?:parent|beam|group|block)|\bfor each\b"
    r"|\bof each\b|\bone per\b|2:4|stochastic|without replacement|capacity|constrain",
    re.I,
)
_STOP = (
    r"\.(?=\s|$)|\n[ \t]*\n|\n[ \t]*(?:[-*•#|>]|\d[.)])|[;—→⇒?!]|\s–\s"
    r"|,?\s*\b(?:drop|discard|prun|remov|re-?normali|since\b|because|which|while|whereas|instead|greedy|divide)"
)
_ENDS = (
    regex(_STOP, re.I),
    regex(
        _STOP + r"|,?\s*\b(?:(?:as|so|but|not|then|mass|their|both|from|over|again|we|in|after|is(?! the))\b"
        r"|the rest|the others?|out of|expand)",
        re.I,
    ),
)
_DROPPED = regex(r"\s*(?:is|are|was|were|gets?)\s+(?:drop|discard|prun|remov|cut|out\b)", re.I)
_PASSIVE = regex(r"\b(?:is|are|was|were|gets?)\s*$", re.I)
_AROUND = " :=(){}[]→>\n"
_PARTS = regex(r",|&|\band\b|\+")
_SCORE = regex(
    rf"(?<![\s(:=])[\s(:=]*+(?:\b(?:with|at|log ?p|p|score|prob(?:ability)?)\b[\s(:=]*+)?"
    rf"({NUMBER})\s*+(?:\)\s*+)?$"
)
_FILLER = frozenset(
    "the a an two three four 2 3 4 best top k hypotheses hypothesis candidates candidate beams beam sequences"
    " are is partial only now step overall highest largest words word tokens token paths path prefixes"
    " experts expert ones finished these of all most likely probable scores score kept keep"
    " neighbours".split()
)
_FINISHED = regex(r"</?s>|\beos\b|\bend\b|[.⟂⊥$#]\s*$|<[^<>]*>|finished|complete", re.I)
_MARK = regex(r"\W*(?:keep|kept|in beam|selected|surviv\w*|top[- ]?\w)\W*(?:\?|in beam)?\W*", re.I)
_YES = regex(r"\W*(?:yes|y|keep|kept|x|true)\W*|[✓✔✅*]", re.I)
_NO = regex(r"\W*(?:no|n|drop(?:ped)?|pruned?|false)\W*|[✗✘❌–—-]?", re.I)
SAID: tuple[re.Pattern[str], ...] = (_CHOSEN,)
_DISTANCES = "Distances to the query: A 2.24, B 1.00, C 3.16, D 1.41. kNN with k = 2.\n\n"
RULES: dict[str, Description] = {
    "pick/not-best": Description(
        "something is kept or assigned that is not the best by the numbers of the page",
        wrong=_DISTANCES + "The two nearest are B (1.00) and A (2.24). Their sum is $1.00 + 2.24 = 3.24$.",
        right=_DISTANCES + "The two nearest are B (1.00) and D (1.41). Their sum is $1.00 + 1.41 = 2.41$.",
        why="The best continuation of each parent looks as good as the best ones of all.",
    ),
}


@record(frozen=True, slots=True)
class Kept:
    """Something that is said to be kept: its words, the score beside them, and where it stands."""

    words: str
    score: fmpq | None
    number: str  # the same as it is written
    span: Span


def claims_of_kept(sheet: Sheet) -> Iterator[Claim]:
    """What is kept though something else is better, however better is understood."""
    if not sheet.says(_CHOSEN) or sheet.says(_OTHERWISE):
        return
    yield from _of_marks(sheet)
    text = bare(sheet.judge.page.text)
    cues = [*_KEPT.finditer(text)]
    groups = groups_of(sheet, [cue.start() for cue in cues]) if cues else []
    for cue in cues:
        listed = [kept for end in _ENDS if len(kept := _kept(text, cue.end(), end)) > 1]
        above = [group for group in groups if group.end <= cue.start()]
        found = [
            (group, chosen, kept) for group in above for kept in listed for chosen in _ways(group.items, kept)
        ]
        if not found or any(_is_best(group.items, chosen) for group, chosen, _ in found):
            continue
        group, chosen, kept = found[-1]
        sign = -1 if _NEAREST.search(cue[0]) else 1
        worst = min(chosen, key=lambda item: sign * item.score)
        left = [item for item in _left(group, chosen) if item.shape == worst.shape]
        better = [item for item in left if sign * item.score > sign * worst.score]
        if better:
            best = max(better, key=lambda item: sign * item.score)
            place = kept[chosen.index(worst)].span
            says = f"“{best.label}” has {show(best.score)}, “{worst.label}” {show(worst.score)}"
            yield sheet.claim(place, RULE, says, best.label, Span(best.start, best.start))
            return


def _ways(items: Sequence[Item], kept: Sequence[Kept]) -> Iterator[list[Item]]:
    """What is kept by its label, or by its score alone."""
    labelled = [replace(one, words=one.number, score=None) if _is_filler(one) else one for one in kept]
    for read in (kept, labelled) if labelled != kept else (kept,):
        chosen = _chosen(items, read)
        if chosen:
            yield chosen


def _is_filler(kept: Kept) -> bool:
    return bool(kept.number) and all(word.lower().strip(":=") in _FILLER for word in kept.words.split())


def _kept(text: str, start: int, ends: re.Pattern[str]) -> list[Kept]:
    """What follows a word such as “keep”, up to the end of its sentence."""
    while text[start : start + 1] in (" ", ":", "=", "\n") and start < len(text):
        start += 1
    end = ends.search(text, start, start + LONGEST)
    stop = end.start() if end is not None else min(len(text), start + LONGEST)
    if _DROPPED.match(text, stop) or _PASSIVE.search(text, start, stop):  # “a and b, c is dropped”
        stop = max(text.rfind(",", start, stop), start)
    found: list[Kept] = []
    reached = start
    for part in (*_PARTS.finditer(text, start, stop), None):
        until = stop if part is None else part.start()
        written = text[reached:until]
        score = _SCORE.search(written)
        words = written if score is None else written[: score.start()]
        if written.strip():
            value = None if score is None else number_in(score[1])
            begin = reached + len(written) - len(written.lstrip())
            place = Span(begin, max(begin + 1, reached + len(words.rstrip(_AROUND))))
            found.append(Kept(words.strip(_AROUND), value, score[1] if score else "", place))
        reached = stop if part is None else part.end()
    return found


def _chosen(items: Sequence[Item], kept: Sequence[Kept]) -> list[Item]:
    """The things that are kept; nothing where one of them is not among those that have scores."""
    found: list[Item] = []
    for one in kept:
        item = _named(items, one)
        if item is None or item in found:
            return []
        found.append(item)
    return found


def _named(items: Sequence[Item], kept: Kept) -> Item | None:
    words = kept.words.split()
    while True:
        fitting = [item for item in items if plain(item.label) == plain(" ".join(words)) != ""]
        if kept.score is not None:
            fitting = [item for item in fitting if 2 * abs(item.score - kept.score) <= item.unit]
        if not words and kept.score is not None and not fitting:
            fitting = [item for item in items if item.score == kept.score]
        if len(fitting) == 1 or not words or words[0].lower().strip(":=") not in _FILLER:
            return fitting[0] if len(fitting) == 1 else None
        words = words[1:]


def _left(group: Group, chosen: Sequence[Item]) -> list[Item]:
    """What is not kept and could be: no sequence that has come to its end."""
    labels = [plain(item.label) for item in group.items]
    return [
        item
        for item in group.items
        if item not in chosen
        and labels.count(plain(item.label)) == 1
        and _FINISHED.search(item.label) is None
        and item.label.strip()
    ]


def _is_best(items: Sequence[Item], chosen: Sequence[Item]) -> bool:
    """Whether these are the largest or the smallest ones, by their size with or without the sign."""
    left = [item.score for item in items if item not in chosen and _FINISHED.search(item.label) is None]
    kept = [item.score for item in chosen if _FINISHED.search(item.label) is None]
    return are_best(kept, left) or len(items) < LEAST


def are_best(kept: Sequence[fmpq], left: Sequence[fmpq]) -> bool:
    if not kept or not left:
        return True
    sizes = [[abs(value) for value in values] for values in (kept, left)]
    return any(min(one) >= max(other) or max(one) <= min(other) for one, other in ((kept, left), sizes))


def _of_marks(sheet: Sheet) -> Iterator[Claim]:
    """A column of a table that says what is kept, beside columns of scores none of which has it so."""
    for grid in sheet.grids:
        marked = [at for at, title in enumerate(grid.header) if _MARK.fullmatch(title.text)]
        if len(marked) == 1 and len(grid.rows) >= LEAST:
            yield from _of_column(sheet, grid, marked[0])


def _of_column(sheet: Sheet, grid: Grid, marked: int) -> Iterator[Claim]:
    cells = [row[marked].text.strip("* ") for row in grid.rows]
    chosen = [at for at, cell in enumerate(cells) if _YES.fullmatch(cell)]
    left = [at for at, cell in enumerate(cells) if _NO.fullmatch(cell)]
    if len(chosen) + len(left) != len(cells) or not chosen or not left:
        return
    if any(_FINISHED.search(row[0].text) for row in grid.rows):
        return
    scores = [
        [value for row in grid.rows if (value := value_of(row[at].text)) is not None]
        for at in range(1, len(grid.header))
        if at != marked
    ]
    whole = [values for values in scores if len(values) == len(cells)]
    if not whole or any(are_best([v[at] for at in chosen], [v[at] for at in left]) for v in whole):
        return
    values = whole[-1]
    worst, best = min(chosen, key=values.__getitem__), max(left, key=values.__getitem__)
    if values[best] > values[worst]:
        labels = grid.rows[best][0].text.strip(), grid.rows[worst][0].text.strip()
        says = f"“{labels[0]}” has {show(values[best])}, “{labels[1]}” {show(values[worst])}"
        yield sheet.claim(grid.rows[worst][marked].span, RULE, says, labels[0], grid.rows[best][0].span)
