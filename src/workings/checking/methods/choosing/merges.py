"""Byte pair encoding: how often two symbols stand side by side in the words of a page, merge by merge."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from workings.checking.methods.sheet import Sheet
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span

MISCOUNTED = "recipe/miscounted"
NOT_BEST = "pick/not-best"
LEAST_WORDS = 3
LEAST_ALIKE = 2  # counts of the page that are right
MOST_EVENTS = 120
MOST_MERGES = 4  # that may have been made without being seen
MOST_STATES = 12
_BPE = regex(r"byte[- ]?pair|\bBPE\b", re.I)
_OTHERWISE = regex(r"wordpiece|likelihood|unigram (?:lm|language model|tokeni)|\bgain\b|divided by", re.I)
_MARKS = regex(r"\\(?:text\w*|emph|math\w+)\s?\{|\\(?:_|,|;|item\b|q?quad\b|\\)|[$*`\"“”'‘’{}&]")
_END = r"_|</w>|·|⟨/w⟩"
_SYMBOL = rf"(?:[^\W\d_]{{1,8}}(?:</w>|_)?|{_END})"
_WORDS = regex(
    rf"(?<![\w.])((?:[^\W\d_]{{2,15}}|[^\W\d_](?: [^\W\d_])+)(?: ?(?:{_END}))?)"
    r"(?:[ \t]*+(?:[:(|=,]|[x×*](?=[ \t]*+\d))|[ \t])[ \t]*+[x×]?[ \t]*+(\d{1,4})\b(?![ \t]*[+*·]|\.\d)"
)
_JOINED = rf"[(\[]?({_SYMBOL})(?: ?, ?| ?[-+·|] ?| )({_SYMBOL})[)\]]?"
_COUNT = regex(
    rf"(?:^|[ \t]{{2}}|[,;|(•:-][ \t])[ \t]*+{_JOINED}((?:[ \t]*+(?:[:=|(]|->|→|occurs)|[ \t])[ \t]*+)"
    r"(\d{1,4}(?:[ \t]*\+[ \t]*\d{1,4})*(?:[ \t]*=[ \t]*\d{1,5})?)"
    r"(?![\w.]*\w|[ \t]*(?:\([^()\n]*\)[ \t]*)?[*·×/+-])",
    re.M,
)
_MERGE = regex(
    rf"(?:\bmerges?(?:d)?(?: (?:the )?(?:pair|symbols?))?(?:[ \t]*#?\d[ \t]*[:.)=]?)?:?|"
    rf"\b(?:best|top|most (?:frequent|common)) pair(?: is| here|:| now)*)[ \t]*{_JOINED}(?![^\W\d_])",
    re.I,
)
_MERGED = regex(r"merge|→|->|⇒|=>|\\to\b|becomes|\bafter\b", re.I)
_NUMBER = regex(r"\d+")
_MARKER = regex(_END)
SAID: tuple[re.Pattern[str], ...] = (_BPE,)

Symbols = tuple[str, ...]
Corpus = dict[Symbols, int]  # how the words are cut, and how often they are there


@record(frozen=True, slots=True)
class Event:
    """A count of a pair, or that it is merged (then without a count)."""

    pair: tuple[str, str]
    count: int | None
    span: Span
    is_beside: bool  # the count stands beside it, as it would behind a word


def claims_of_merges(sheet: Sheet) -> Iterator[Claim]:
    """The first count of a pair that is not that of the words, or the first merge of a rarer pair."""
    if not sheet.says(_BPE) or sheet.says(_OTHERWISE):
        return
    page = sheet.judge.page.text
    text = _MARKS.sub(lambda mark: " " * len(mark[0]), page)
    said = _BPE.search(sheet.text)
    corpus, end = _corpus(text, 0 if said is None else said.start())
    events = [*_events(text, end)][:MOST_EVENTS] if corpus else []
    yield from _judged(sheet, corpus, events)


def _corpus(text: str, start: int) -> tuple[Corpus, int]:
    """The words of the first list of words with counts, on one line or on several, and where it ends."""
    run: list[re.Match[str]] = []
    for line in (*text[start:].splitlines(keepends=True), ""):
        found = [*_WORDS.finditer(text, start, start + len(line))]
        if len(found) >= LEAST_WORDS:
            run = found
        elif len(found) == 1 and line.strip(" \t|-•").startswith(found[0][1].split(" ")[0]):
            run.append(found[0])
            start += len(line)
            continue
        if len(run) >= LEAST_WORDS:
            break
        if line.strip(" \t\r\n|:-"):
            run = []
        start += len(line)
    words = {tuple(_cut(found[1])): int(found[2]) for found in run}
    fitting = LEAST_WORDS <= len(run) == len(words)
    return (words, run[-1].end()) if fitting else ({}, 0)


def _cut(word: str) -> Iterator[str]:
    """The letters of a word, without the mark of its end."""
    yield from (letter for letter in _MARKER.sub("", word) if not letter.isspace())


def _events(text: str, start: int) -> Iterator[Event]:
    """The counts and merges below the words, in reading order."""
    found = [
        Event((one[1], one[2]), _counted(one[4]), Span(*one.span(4)), one[3].strip() in ("", "("))
        for one in _COUNT.finditer(text, start)
    ]
    found += [
        Event((one[1], one[2]), None, Span(one.start(1), one.end(2)), True)
        for one in _MERGE.finditer(text, start)
    ]
    yield from sorted(found, key=lambda event: event.span)


def _counted(written: str) -> int:
    """The result of a sum, or the sum itself."""
    numbers = [int(number) for number in _NUMBER.findall(written)]
    return numbers[-1] if "=" in written else sum(numbers)


def _judged(sheet: Sheet, corpus: Corpus, events: Sequence[Event]) -> Iterator[Claim]:
    """The events one after the other, on words that are cut as the merges before have it."""
    words = {"".join(word): times for word, times in corpus.items()}
    now, before = corpus, corpus
    alike, reached = 0, events[0].span.start if events else 0
    for event in events:
        counts, earlier = _counts(now), _counts(before)
        first, second = event.pair
        if not _is_known(event.pair, now, before) or first == second or _MARKER.search(first + second):
            continue
        if event.count is None:
            if event.pair not in counts:
                continue  # it was made already
            rarer = max(counts.values()) > counts[event.pair]
            between = sheet.text[sheet.text.find("\n", reached) : event.span.start]
            reached = event.span.end
            if rarer and alike >= LEAST_ALIKE and len(_MERGED.findall(between)) < 2:
                yield _not_best(sheet, event, counts)
            if rarer:
                return
            before, now = now, _merged(now, event.pair)
            continue
        known = {counts[event.pair], earlier[event.pair]}
        if event.count in known:
            alike += 1
        elif not event.is_beside or words.get(first + second) != event.count:
            right = counts[event.pair]
            sure = alike >= LEAST_ALIKE or _are_right(events, counts)
            if sure and event.count < right and not _comes_later(event, now):
                message = f"“{first} {second}” stands {right} times in the words, not {event.count}"
                yield sheet.claim(event.span, MISCOUNTED, message, str(right))
            return


def _comes_later(event: Event, corpus: Corpus) -> bool:
    """Whether a count is that of the words after some more merges, which may stand elsewhere."""
    states = [corpus]
    for _ in range(MOST_MERGES):
        counted = [(state, _counts(state)) for state in states]
        states = [
            _merged(state, pair)
            for state, counts in counted
            for pair, count in counts.items()
            if count == max(counts.values())
        ][:MOST_STATES]
        if any(_counts(state)[event.pair] == event.count for state in states):
            return True
    return False


def _are_right(events: Sequence[Event], counts: Counter[tuple[str, str]]) -> bool:
    """Whether enough other counts of the page are those of the words."""
    return len({one.pair for one in events if one.count == counts[one.pair] > 0}) >= LEAST_ALIKE


def _is_known(pair: tuple[str, str], *states: Corpus) -> bool:
    """Whether both are symbols of the words, and not letters of something else."""
    return any(all(any(one in word for word in state) for one in pair) for state in states)


def _counts(corpus: Corpus) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for word, times in corpus.items():
        for pair in pairwise(word):
            found[pair] += times
    return found


def _merged(corpus: Corpus, pair: tuple[str, str]) -> Corpus:
    """The words with every such pair made one symbol."""
    found: Corpus = {}
    for word, times in corpus.items():
        made: list[str] = []
        for symbol in word:
            if made and (made[-1], symbol) == pair:
                made[-1] += symbol
            else:
                made.append(symbol)
        found[tuple(made)] = times
    return found


def _not_best(sheet: Sheet, event: Event, counts: Counter[tuple[str, str]]) -> Claim:
    (first, second), most = counts.most_common(1)[0]
    message = f"“{first} {second}” stands {most} times in the words, this pair {counts[event.pair]} times"
    return sheet.claim(event.span, NOT_BEST, message, f"{first} {second}")
