"""All strings of one to eight bits with their parity: `python parity.py > parity.jsonl`."""

from __future__ import annotations

import itertools
import json

LONGEST = 8

if __name__ == "__main__":
    for length in range(1, LONGEST + 1):
        for bits in itertools.product((0, 1), repeat=length):
            print(json.dumps({"x": bits, "y": sum(bits) % 2}))
