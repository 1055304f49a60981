"""Matches of BLEU and ROUGE: a word counts as often as the reference has it, and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.parts import quotient, summands
from workings.checking.methods.pages.ngrams import Pair, gram_in, pairs_of, sentences_of
from workings.checking.methods.pages.series import value_of
from workings.checking.methods.sheet import Result, Sheet
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Expr, Name
from workings.finding import Claim
from workings.parsing.grids import Cell, Grid
from workings.record import record
from workings.regex import regex
from workings.source import Span

RULE = "recipe/not-limited"
MISCOUNTED = "recipe/miscounted"
LONGEST = 4  # runs of words that are counted
REACH = 2000  # characters below the sentences
_BLEU = regex(r"\bBLEU\b|\bROUGE\b|modified precision|clipped precision", re.I)
_PLAIN = regex(
    r"unclipped|without clipping|not clipped|before clipping|naive|plain precision"
    r"|(?<!no )(?<!without )(?<!un)smooth",
    re.I,
)
_CANDIDATE = regex(r"candidate|hypothesis|system|output", re.I)
_MATCHED = regex(r"\bmatch|\bclip|\bhits?\b|numerator|\bcounts?\b|\bmin\b", re.I)
_REFERENCE = regex(r"reference", re.I)
_LIMITED = regex(r"clip|limit|\bcap(?:ped)?\b|modified|at most|\bmin\b", re.I)
_TRIPLE = regex(
    r"^[ \t*|>-]{0,12}(?P<label>[^\s\d:|(][^\d\n:|(]{0,39}?)[ \t:|(]{1,12}"
    r"(?:(?:in )?candidate|cand\.?|hyp\w*)[:= ]+(?P<own>\d{1,2})[,;|) ]+"
    r"(?:(?:in )?reference|ref\.?)[:= ]+(?P<other>\d{1,2})\s*+\)?"
    r"[ ,;|]*+(?:->|→|=>|⇒|=|:|\\to)?\s*+(?:(?:clipped|counts?|matched)[:= ]*)?(?P<last>\d{1,2})\b",
    re.I | re.M,
)
_LONGEST = regex(
    r"(?:\bLCS|longest common subsequence)[^.\n\d]{0,60}?(?:length|=|:|has|is)"
    r"\s*(?:of )?\$?(\d{1,2})\b(?!\s*/)",
    re.I,
)
_CALLED = regex(r"[pP]_?\{?([1-4])\}?")
SAID: tuple[re.Pattern[str], ...] = (_BLEU,)


@record(frozen=True, slots=True)
class Row:
    """What is said of a run of words: its counts, and how much of it is taken."""

    label: str
    own: fmpq
    other: fmpq
    taken: fmpq
    place: Span


def claims_of_matches(sheet: Sheet) -> Iterator[Claim]:
    """The first count on the page that is above that of the reference, or not that of the sentences."""
    if not sheet.says(_BLEU):
        return
    text = sheet.judge.page.text
    pairs = pairs_of(sentences_of(text), len(text))
    found = [*_of_rows(sheet, [*_tabled(sheet), *_spelt(sheet)]), *_of_columns(sheet)]
    for pair in pairs:
        found += [*_of_sizes(sheet, pair), *_of_matches(sheet, pair), *_of_lengths(sheet, pair)]
        found += [*_of_counts(sheet, pair)] if len(pairs) == 1 else []
    limited = [claim for claim in found if not _is_plain(sheet, claim)]
    yield from sorted(limited, key=lambda claim: claim.span.start)[:1]


def _is_plain(sheet: Sheet, claim: Claim) -> bool:
    """Whether the question of a claim says that nothing is clipped, or that counts are smoothed."""
    part = sheet.part_at(claim.span.start)
    return _PLAIN.search(sheet.text, part.start, part.end) is not None


def _of_rows(sheet: Sheet, rows: Sequence[Row]) -> Iterator[Claim]:
    """The first row whose own count is taken though the reference has the words less often."""
    for row in rows:
        if row.taken == row.own > row.other:
            message = f"“{row.label}” counts {show(row.other)} times at most, as in the reference"
            yield sheet.claim(row.place, RULE, message, row.other)
            return


def _tabled(sheet: Sheet) -> Iterator[Row]:
    """The rows of tables with a column for the candidate, one for the reference and one for what is taken."""
    for grid in sheet.grids:
        titles = [title.text for title in grid.header]
        own = [at for at, title in enumerate(titles) if _CANDIDATE.search(title)]
        other = [at for at, title in enumerate(titles) if _REFERENCE.search(title)]
        rest = [at for at, title in enumerate(titles) if at not in (*own, *other) and _MATCHED.search(title)]
        if len(own) != 1 or len(other) != 1 or len(rest) != 1 or 0 in (*own, *other, *rest):
            continue
        if _LIMITED.search(titles[rest[0]]) or sheet.says(_LIMITED):
            yield from _rows(grid, own[0], other[0], rest[0])


def _rows(grid: Grid, own: int, other: int, last: int) -> Iterator[Row]:
    for row in grid.rows:
        values = [value_of(row[at].text) for at in (own, other, last)]
        known = [value for value in values if value is not None]
        if len(known) == len(values):
            yield Row(row[0].text.strip("*_` "), known[0], known[1], known[2], row[last].span)


def _spelt(sheet: Sheet) -> Iterator[Row]:
    """`the   candidate 3, reference 2  ->  2`, line by line."""
    for found in _TRIPLE.finditer(sheet.text) if sheet.says(_LIMITED) else ():
        own, other, taken = (fmpq(int(found[part])) for part in ("own", "other", "last"))
        yield Row(found["label"].strip(), own, other, taken, Span(found.start("last"), found.end("last")))


def _of_columns(sheet: Sheet) -> Iterator[Claim]:
    """A sum of the counts of the candidate, some of which are above those of the reference."""
    tabled = [one for one in sheet.listings if one.table is not None]
    for own in (one for one in tabled if one.says(_CANDIDATE) and not one.says(_REFERENCE)):
        for other in (one for one in tabled if one.says(_REFERENCE) and one.table == own.table):
            clipped = [min(pair) for pair in zip(own.values, other.values, strict=True)]
            if tuple(clipped) != own.values:
                yield from _of_sums(sheet, own.values, clipped)


def _of_sums(sheet: Sheet, counts: tuple[fmpq, ...], clipped: list[fmpq]) -> Iterator[Claim]:
    for result in sheet.results:
        values = _terms(result.formula)
        if values == counts and len(values) > 1 and _MATCHED.search(result.lead):
            yield _not_limited(sheet, result, sum(clipped, fmpq(0)))
            return


def _not_limited(sheet: Sheet, result: Result, right: fmpq) -> Claim:
    message = "the counts are not limited by those of the reference"
    return sheet.claim(result.member.span, RULE, message, right)


def _terms(expr: Expr | None) -> tuple[fmpq, ...]:
    """The terms of a sum of whole numbers, which may be divided."""
    if expr is None:
        return ()
    parts = quotient(expr)
    return tuple(one.value for one in stated_numbers(summands(parts[0] if parts is not None else expr)))


def _of_sizes(sheet: Sheet, pair: Pair) -> Iterator[Claim]:
    """The number of words behind a sentence."""
    for one in (pair.candidate, pair.reference):
        if one.size is not None and one.size != len(one.words):
            message = f"the {one.kind} has {len(one.words)} words"
            yield sheet.claim(Span(*one.place), MISCOUNTED, message, str(len(one.words)))


def _of_matches(sheet: Sheet, pair: Pair) -> Iterator[Claim]:
    """Sums of matches, and precisions that are a quotient of two counts."""
    for count in range(1, LONGEST + 1):
        both = [*pair.matched(count).values()]
        own, clipped = sorted(one for one, _ in both), sorted(min(each) for each in both)
        sums = [(result, sorted(map(int, _terms(result.formula)))) for result in _near(sheet, pair)]
        whole = [(result, [term for term in terms if term]) for result, terms in sums if len(terms) > 1]
        if own != clipped and not any(terms == clipped for _, terms in whole):
            yield from (_not_limited(sheet, one, fmpq(sum(clipped))) for one, terms in whole if terms == own)
        yield from _of_precisions(sheet, pair, count, sum(own), sum(clipped))


def _near(sheet: Sheet, pair: Pair) -> list[Result]:
    """The results below the sentences."""
    start = max(pair.candidate.place[1], pair.reference.place[1])
    return [result for result in sheet.results if start < result.start < min(start + REACH, pair.end)]


def _of_precisions(sheet: Sheet, pair: Pair, count: int, own: int, clipped: int) -> Iterator[Claim]:
    """`p_1 = 7/7`, by the number of runs that match and the number of all runs."""
    total = len(pair.candidate.words) - count + 1
    named = [result for result in _near(sheet, pair) if _is_precision(result, count)]
    for result in named if len(named) == 1 and total > 0 else ():
        parts = quotient(result.formula) if result.formula is not None else None
        above = None if parts is None else scalar(parts[0], {})
        if parts is None or not isinstance(above, fmpq) or above / parts[1] == fmpq(clipped, total):
            continue
        right = f"{clipped}/{total}"
        if above == own != clipped and parts[1] == total:
            yield _not_limited(sheet, result, fmpq(clipped, total))
        elif parts[1] == total and above.q == 1:
            message = f"{clipped} runs of {count} of the candidate are in the reference, not {show(above)}"
            yield sheet.claim(result.member.span, MISCOUNTED, message, right)
        elif above == clipped:
            message = f"the candidate has {total} runs of {count}, not {parts[1]}"
            yield sheet.claim(result.member.span, MISCOUNTED, message, right)


def _is_precision(result: Result, count: int) -> bool:
    head = result.head
    named = _CALLED.fullmatch(head.key) if isinstance(head, Name) else None
    return named is not None and int(named[1]) == count


def _of_lengths(sheet: Sheet, pair: Pair) -> Iterator[Claim]:
    for found in _LONGEST.finditer(sheet.text, pair.start, pair.end):
        right = pair.common()
        if int(found[1]) != right:
            message = f"the longest common subsequence has {right} words"
            yield sheet.claim(Span(found.start(1), found.end(1)), MISCOUNTED, message, str(right))


def _of_counts(sheet: Sheet, pair: Pair) -> Iterator[Claim]:
    """A cell of a table of counts that is not what the sentences have, where most of its rows are."""
    both = (pair.candidate, pair.reference)
    for grid in sheet.grids:
        for at, title in enumerate(grid.header):
            kinds = [_CANDIDATE.search(title.text) is not None, _REFERENCE.search(title.text) is not None]
            if sum(kinds) == 1 and at > 0:
                sentence = pair.candidate if kinds[0] else pair.reference
                cells = [
                    (row[at], sentence.grams(len(gram))[gram])
                    for row in grid.rows
                    if (gram := gram_in(row[0].text)) and any(one.grams(len(gram))[gram] for one in both)
                ]  # “total” stands in neither
                yield from _odd_cell(sheet, cells, sentence.kind)


def _odd_cell(sheet: Sheet, cells: Sequence[tuple[Cell, int]], kind: str) -> Iterator[Claim]:
    known = [(cell, value, right) for cell, right in cells if (value := value_of(cell.text)) is not None]
    off = [(cell, right) for cell, value, right in known if value != right]
    if len(off) == 1 and len(known) == len(cells) > 2:
        cell, right = off[0]
        yield sheet.claim(cell.span, MISCOUNTED, f"the {kind} has it {right} times", str(right))
