"""Examples for the transformer that sorts: `python sorting.py > sorting.jsonl`.

D A A becomes the tokens D A A START A D, asked for the next token where the answer is written: A D STOP.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

LETTERS, LONGEST = 8, 8
START, STOP = LETTERS, LETTERS + 1


def example(letters: Sequence[int]) -> dict[str, list[int]]:
    """The tokens s, the next tokens y, and in m a one for each that is scored."""
    answer = sorted({*letters})
    tokens = [*letters, START, *answer, STOP]
    return {"s": tokens[:-1], "y": tokens[1:], "m": [0] * len(letters) + [1] * (len(answer) + 1)}


def drawn(dice: random.Random) -> list[int]:
    """Any length, and any number of different and of repeated letters, is as likely as any other."""
    length = dice.randint(1, LONGEST)
    different = dice.sample(range(LETTERS), dice.randint(1, min(length, LETTERS)))
    repeated = different[: dice.randint(1, len(different))]
    letters = different + dice.choices(repeated, k=length - len(different))
    dice.shuffle(letters)
    return letters


if __name__ == "__main__":
    dice = random.Random(0)
    for _ in range(24000):
        print(json.dumps(example(drawn(dice))))
