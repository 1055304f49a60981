"""Sentences of a small language, for three ways to learn from text.

`python text.py causal > causal.jsonl`, and in the same way `masked` and `denoising`. What can be known from
the rest of a sentence is the number of a noun or verb, and the colour at the end, which is the subject's. The
least loss that any model can have, in nats for a sentence, is what `python text.py least` prints.
`python text.py words` prints the words in the order of their numbers.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator

NUMERALS = ("one", "two", "three")
COLOURS = ("red", "blue", "green", "white")
NOUNS = ("cat", "dog", "bird", "owl")
VERBS = ("see", "like", "chase")
SIGNS = ("START", "STOP", "MASK")


def sentence(
    numeral: str, colour: str, noun: str, verb: str, other: str, tint: str, seen: str
) -> tuple[str, ...]:
    """One red cat sees two white dogs and is red; without a tint the object has no colour."""
    several, seen_several = numeral != "one", other != "one"
    subject = (numeral, colour, noun + "s" * several, verb + "s" * (not several))
    objects = (other, tint, seen + "s" * seen_several) if tint else (other, seen + "s" * seen_several)
    return (*subject, *objects, "and", "are" if several else "is", colour)


def language() -> dict[tuple[str, ...], float]:
    """All sentences with their shares: every choice is as likely as any other."""
    found = {}
    for tint in ("", *COLOURS):
        for choice in itertools.product(NUMERALS, COLOURS, NOUNS, VERBS, NUMERALS, NOUNS):
            found[sentence(*choice[:5], tint, choice[5])] = 1 / 2 / (len(COLOURS) if tint else 1)
    whole = sum(found.values())
    return {words: share / whole for words, share in found.items()}


WORDS = (*SIGNS, *sorted({word for words in language() for word in words}))
NUMBER = {word: at for at, word in enumerate(WORDS)}


def numbers(words: tuple[str, ...]) -> list[int]:
    return [NUMBER[word] for word in words]


def corruptions(words: tuple[str, ...], kind: str) -> Iterator[tuple[str, ...]]:
    """The ways to damage a sentence: two words masked, or two neighbours behind one mask."""
    for first, second in itertools.combinations(range(len(words)), 2):
        if kind == "masked":
            yield tuple("MASK" if at in (first, second) else word for at, word in enumerate(words))
        elif second == first + 1:
            yield (*words[:first], "MASK", *words[second + 1 :])


def example(words: tuple[str, ...], kind: str, dice: random.Random) -> dict[str, list[int]]:
    """What the model is given and what it is asked for."""
    shifted = {"s": numbers(("START", *words)), "y": numbers((*words, "STOP"))}
    if kind == "causal":
        return shifted
    damaged = dice.choice([*corruptions(words, kind)])
    if kind == "denoising":
        return {"r": numbers(damaged), **shifted}
    return {"s": numbers(damaged), "y": numbers(words), "m": [int(word == "MASK") for word in damaged]}


def least(kind: str) -> float:
    """What is left to guess: the entropy of a sentence, or of what is hidden given the rest."""
    shares = language()
    if kind == "causal":
        return -sum(share * math.log(share) for share in shares.values())
    joint: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    for words, share in shares.items():
        damaged = [*corruptions(words, kind)]
        for way in damaged:
            joint[way, words] += share / len(damaged)
    if kind == "masked":
        return sum(_one_by_one(joint).values())
    seen: Counter[tuple[str, ...]] = Counter()
    for (way, _), share in joint.items():
        seen[way] += share
    return -sum(share * math.log(share / seen[way]) for (way, _), share in joint.items())


def _one_by_one(joint: Counter[tuple[tuple[str, ...], tuple[str, ...]]]) -> dict[object, float]:
    """The surprise at each masked word by itself, for a model that gives shares for every place alone."""
    single: Counter[tuple[tuple[str, ...], int, str]] = Counter()
    seen: Counter[tuple[str, ...]] = Counter()
    for (way, words), share in joint.items():
        seen[way] += share
        for at, word in enumerate(way):
            if word == "MASK":
                single[way, at, words[at]] += share
    return {key: -share * math.log(share / seen[key[0]]) for key, share in single.items()}


if __name__ == "__main__":
    kind = sys.argv[1] if sys.argv[1:] else "least"
    shares, dice = language(), random.Random(0)
    if kind == "least":
        print(*(f"{kind}: {least(kind):.4f}" for kind in ("causal", "masked", "denoising")), sep="\n")
    elif kind == "words":
        print(*WORDS, sep="\n")
    else:
        for words in dice.choices([*shares], [*shares.values()], k=8000):
            print(json.dumps(example(words, kind, dice)))
