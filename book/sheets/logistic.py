"""Labels that hang on four numbers, most on the first: `python logistic.py > logistic.csv`."""

from __future__ import annotations

import math
import random

WEIGHTS, SHIFT = (3.0, -1.5, 0.5, 0.0), 0.5

if __name__ == "__main__":
    dice = random.Random(0)
    print("x1,x2,x3,x4,y")
    for _ in range(400):
        x = [round(dice.gauss(0, 1), 3) for _ in WEIGHTS]
        score = sum(w * v for w, v in zip(WEIGHTS, x, strict=True)) + SHIFT
        print(*x, int(dice.random() < 1 / (1 + math.exp(-score))), sep=",")
