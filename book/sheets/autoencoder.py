"""Eight numbers that three would say, for the auto-encoder: `python autoencoder.py > autoencoder.csv`."""

from __future__ import annotations

import random

WIDTH, RANK = 8, 3

if __name__ == "__main__":
    dice = random.Random(0)
    mixing = [[dice.gauss(0, 1) for _ in range(RANK)] for _ in range(WIDTH)]
    print(*(f"x{at}" for at in range(1, WIDTH + 1)), sep=",")
    for _ in range(300):
        few = [dice.gauss(0, 1) for _ in range(RANK)]
        print(*(sum(a * b for a, b in zip(row, few, strict=True)) for row in mixing), sep=",")
