"""How long it takes to settle an identity with free matrices, from one to a dozen of them.

A chain of transposed products and sums is checked as a document would state it, right and with two factors
exchanged; the time is CPU time of judging alone.
"""

from __future__ import annotations

import statistics
import time

from workings.finding import Verdict
from workings.pipeline import check, read

COUNTS = (2, 4, 6, 8, 10, 12)
RUNS = 5
LIMIT = 100  # milliseconds for ten matrices
LETTERS = "ABCDEFGHJKLM"


def documents(count: int) -> tuple[str, str]:
    """An identity of so many matrices, and the same with two of them exchanged."""
    names = list(LETTERS[:count])
    turned = [rf"{name}^\top" for name in reversed(names)]
    swapped = [turned[1], turned[0], *turned[2:]]
    left = rf"({' '.join(names)})^\top"
    return f"${left} = {' '.join(turned)}$", f"${left} = {' '.join(swapped)}$"


def measure(text: str, expected: Verdict) -> float:
    """The median time to judge a document, in milliseconds; it has to come to the right verdict."""
    document = read(f"Let {', '.join(f'${n}$' for n in LETTERS)} be matrices.\n\n{text}\n")
    times = []
    for _ in range(RUNS + 1):
        start = time.process_time()
        verdicts = [claim.verdict for claim in check(document).claims]
        times.append((time.process_time() - start) * 1000)
        assert verdicts == [expected], (text, verdicts)
    return statistics.median(times[1:])


def main() -> None:
    print("matrices     right, ms     wrong, ms")
    ten = 0.0
    for count in COUNTS:
        right, wrong = documents(count)
        times = measure(right, Verdict.RIGHT), measure(wrong, Verdict.WRONG)
        print(f"{count:8} {times[0]:13.1f} {times[1]:13.1f}")
        ten = max(times) if count == 10 else ten
    print(f"\nten free matrices settled in {ten:.1f} ms (at most {LIMIT})")


if __name__ == "__main__":
    main()
