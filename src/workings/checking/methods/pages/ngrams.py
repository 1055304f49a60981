"""The sentences of a page, and how often words stand in them side by side."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from workings.record import record
from workings.regex import regex

FEWEST = 3  # words of a sentence
_MARKS = regex(r"\\(?:text\w*|emph|q?quad|math\w+)\b\s?\{?|\\item\b|\\\\|[*_`$&{}]")
_QUOTES = regex(r"``|''|[“”„«»]")
_SENTENCE = regex(
    r"\b(candidate|hypothesis|system output|generated|reference|(?:cand|hyp|ref)\b(?=\.?\s*:))\.?"
    r"(?: (?:sentence|translation|summary|text))?(?: \d)?"
    r"\s*+(?:\((?P<before>[^()\n]*)\))?\s*+"
    r"(?:[:=]?\s*+\"\s*+(?P<quoted>(?:[^\"\s]|[^\S\n]++)+?)\s*+\""
    r"|:\s*+(?P<bare>[A-Za-z](?:[\w'’-]| ++)*?)(?=[^\S\n]*+(?:[(.;,\"\n]|$)))"
    r"[ \t.]*(?:\((?P<after>[^()\n]*)\))?",
    re.I,
)
_SIZE = regex(r"(\d{1,2}) (?:words|tokens)")
_WORD = regex(r"[^\W\d_]+")

Gram = tuple[str, ...]


@record(frozen=True, slots=True)
class Sentence:
    """The words of a sentence, what it is, and how many words the page says it has."""

    kind: str
    words: Gram
    size: int | None
    place: tuple[int, int]  # of that number

    def grams(self, count: int) -> Counter[Gram]:
        """All runs of so many words."""
        last = len(self.words) - count + 1
        return Counter(self.words[at : at + count] for at in range(last))


@record(frozen=True, slots=True)
class Pair:
    """A candidate of a page and its one reference, and from where to where the page is about them."""

    candidate: Sentence
    reference: Sentence
    start: int
    end: int

    def matched(self, count: int) -> dict[Gram, tuple[int, int]]:
        """How often each run of the candidate stands in it and in the reference, if it stands in both."""
        other = self.reference.grams(count)
        return {gram: (own, other[gram]) for gram, own in self.candidate.grams(count).items() if other[gram]}

    def common(self) -> int:
        """The length of the longest common subsequence."""
        one, two = self.candidate.words, self.reference.words
        best = {(0, 0): 0}
        for i, j in product(range(len(one) + 1), range(len(two) + 1)):
            same = i > 0 and j > 0 and one[i - 1] == two[j - 1]
            beside = max(best.get((i - 1, j), 0), best.get((i, j - 1), 0))
            best[i, j] = best[i - 1, j - 1] + 1 if same else beside
        return best[len(one), len(two)]


def sentences_of(text: str) -> list[Sentence]:
    """The candidates and references of a page that are plain words."""
    clean = _MARKS.sub(lambda mark: " " * len(mark[0]), text)
    clean = _QUOTES.sub(lambda mark: '"'.ljust(len(mark[0])), clean)
    found: list[Sentence] = []
    for match in _SENTENCE.finditer(clean):
        words = tuple((match["quoted"] or match["bare"] or "").lower().split())
        if len(words) < FEWEST or not all(_WORD.fullmatch(word) for word in words):
            continue
        kind = "reference" if match[1].lower().startswith("ref") else "candidate"
        sizes = [
            (int(size[1]), (match.start(part) + size.start(1), match.start(part) + size.end(1)))
            for part in ("before", "after")
            if match[part] and (size := _SIZE.fullmatch(match[part].strip()))
        ]
        stated, place = sizes[0] if sizes else (None, (match.start(), match.end()))
        found.append(Sentence(kind, words, stated, place))
    return found


def pairs_of(sentences: list[Sentence], end: int) -> list[Pair]:
    """Each candidate with the reference, where a page has only one of these."""
    candidates, references = (
        [*{one.words: one for one in reversed(sentences) if one.kind == kind}.values()][::-1]
        for kind in ("candidate", "reference")
    )
    if len(references) != 1:
        return []
    places = [0, *(one.place[0] for one in candidates[1:]), end]
    return [Pair(one, references[0], *places[at : at + 2]) for at, one in enumerate(candidates)]


def gram_in(label: str) -> Gram:
    """The words of a label: `the cat`, `the-cat`, `"the cat"`."""
    return tuple(_WORD.findall(label.lower()))
