"""The tokens of a language model in prose: its vocabulary, and sequences such as “D A A START A D STOP”.

Brackets, quotation marks and commands around a token are painted over, so that `⟨START⟩`, `<START>` and
`\\langle\\text{START}\\rangle` are one and the same, and every place on the page stays true.
"""

from __future__ import annotations

import re
from itertools import islice

from workings.record import record
from workings.regex import regex
from workings.source import Span

MOST_TOKENS = 64  # of a vocabulary that is looked for on the page
MOST_SPACED = 16  # tokens of a vocabulary without commas; more words are a sentence
MOST_LEADS = 20  # places that speak of a vocabulary and are looked at
LONGEST_LIST = 800  # characters of a vocabulary
FEWEST = 3  # tokens in a row that are taken for a sequence
_PAINT = regex(
    r"\\(?:langle|rangle|text(?:tt|bf|it|rm|sf)?|math(?:rm|tt|bf|cal|sf)|operatorname|left|right|quad|"
    r"lbrace|rbrace)\b\*?"
    r"|\\[ ,;{}]|[<>⟨⟩〈〉{}()\[\]$*`\"“”‘’'«»~&]"
)
_LEAD = regex(
    r"\bvocabulary\b(?:[ ,]+(?:\w+[ ]+){0,4}?(?:is|are|be|has|contains|consists[ ]+of|of|with)\b)?"
    r"(?:[ ]+(?:the[ ]+)?(?:\w+[ ]+)?(?:tokens?|symbols?|words?|letters?)\b)?[ \n]*"
    r"(?:[VΣ]_?\w?[ ]*)?[:=]?[ \n]*",
    re.I,
)
_TOKENS_ARE = regex(r"\b(?:tokens|symbols)[ ]+are[ \n]*:?[ \n]*", re.I)
_LIST_END = regex(r"[.;:|]|\n[ \t]*\n|[ \n](?:and|with|where|which|that|plus|as)[ ]+(?=\w+[ ]+\w+[ ]+\w+)")
_BRACE = regex(r"\\?\{")
_ITEM = regex(r"[^\s,]{1,24}")
_ARTICLE = regex(r"^(?:a|an|the|one)[ ]+(?=\w)")
_COMMA = regex(r"[ \n]*,[ \n]*(?:and[ \n]+)?|[ \n]+and[ \n]+")


@record(frozen=True, slots=True)
class Sequence:
    """Tokens that stand one after another on the page, as places in the vocabulary counted from nought."""

    tokens: tuple[int, ...]
    span: Span


@record(frozen=True, slots=True)
class Language:
    """A vocabulary, and the sequences of its tokens in reading order."""

    vocabulary: tuple[str, ...]
    sequences: tuple[Sequence, ...]

    def place(self, token: str) -> int | None:
        """Where a token stands in the vocabulary; small letters count as capitals only in whole words."""
        wanted = painted(token).strip()
        for at, known in enumerate(self.vocabulary):
            if known == wanted or (len(known) > 1 and known.casefold() == wanted.casefold()):
                return at
        return None


def painted(text: str) -> str:
    """The text with what may stand around a token turned to spaces, in the same length."""
    return _PAINT.sub(lambda found: " " * len(found[0]), text)


def read_language(text: str) -> Language | None:
    """The vocabulary of a document and its sequences; None where it gives none."""
    plain = painted(text)
    for lead in (
        *islice(_LEAD.finditer(plain), MOST_LEADS),
        *islice(_TOKENS_ARE.finditer(plain), MOST_LEADS),
    ):
        stop = _end_of_list(text, plain, lead.end())
        words, length = _items(plain[lead.end() : stop])
        stop = lead.end() + length
        if 2 <= len(words) <= MOST_TOKENS and len(set(words)) == len(words):
            return Language(words, _sequences(plain, words, Span(lead.start(), stop)))
    return None


def _end_of_list(text: str, plain: str, start: int) -> int:
    """Where a list of tokens ends: at the brace that closes it, or where the sentence goes on."""
    begin = len(plain[:start].rstrip())
    opening = _BRACE.search(text, begin, start + LONGEST_LIST)
    if opening is not None and not plain[begin : opening.start()].strip():
        depth = 0
        for at in range(opening.end() - 1, min(len(text), start + LONGEST_LIST)):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            if depth == 0:
                return at
    end = min(len(plain), start + LONGEST_LIST)
    found = _LIST_END.search(plain, start, end)
    return found.start() if found else end


def _items(listed: str) -> tuple[tuple[str, ...], int]:
    """The tokens of a list with commas, or with spaces alone, and how long it is; none if it is no list."""
    first, comma, _ = listed.partition(",")
    if comma and len(first.split()) < FEWEST:
        parts = [_ARTICLE.sub("", part.strip()) for part in _COMMA.split(listed) if part.strip()]
    else:
        parts = first.split()
        if len(parts) > MOST_SPACED or any(len(part) > 8 or part.islower() for part in parts):
            return (), 0
        listed = first
    parts = [re.sub(r"[ ]+(?:tokens?|symbols?)$", "", part) for part in parts]
    if not all(_ITEM.fullmatch(part) and not part.isdecimal() for part in parts):
        return (), 0
    return tuple(parts), len(listed)


def _sequences(plain: str, words: tuple[str, ...], home: Span) -> tuple[Sequence, ...]:
    """The runs of tokens on the page, apart from the vocabulary itself."""
    spelt = [re.escape(w) if len(w) == 1 else f"(?i:{re.escape(w)})" for w in words]
    token = "|".join(sorted(spelt, key=len, reverse=True))
    one = rf"(?<![\w/])(?:{token})(?![\w/])"
    run = re.compile(rf"{one}(?:[ \t]*+(?:,|→|->|-|·|\\to\b)?[ \t]*+\n?[ \t]*+{one}){{{FEWEST - 1},}}+")
    single = re.compile(one)
    places = {w if len(w) == 1 else w.casefold(): at for at, w in enumerate(words)}
    found: list[Sequence] = []
    for match in run.finditer(plain):
        if home.start <= match.start() < home.end:
            continue
        spelled = [token[0] for token in single.finditer(match[0])]
        tokens = tuple(places[t if t in places else t.casefold()] for t in spelled)
        found.append(Sequence(tokens, Span(match.start(), match.end())))
    return tuple(found)
