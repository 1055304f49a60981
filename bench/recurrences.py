"""How long recurrences take: an LSTM on all bit strings to length 12, and closed forms settled."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter, process_time

from flint import arb, fmpq

from workings.pipeline import check, judged, read
from workings.resolving.recurrences import recurrences_of
from workings.resolving.running import run_words
from workings.resolving.steps import split_key
from workings.value import Undefined, precision

BOOK = Path(__file__).parents[1] / "book"
LONGEST = 12
WANTED = 5.0  # seconds for all strings
BITS = ({"x": fmpq(0)}, {"x": fmpq(1)})


def all_strings() -> tuple[int, int, float, float]:
    """How many strings were run and how many stayed undecided, with the time on the clock and of the CPU."""
    scope = judged(read((BOOK / "parity-lstm.md").read_text(encoding="utf-8"))).scope
    (recurrence,) = recurrences_of(scope.formulas.patterns)
    names = {key: value for key, value in scope.given.items() if (split_key(key) or ("", 0))[1] == 0}
    half = fmpq(1, 2)
    count = undecided = 0
    started, spent = perf_counter(), process_time()
    with precision(64):
        for _, row in run_words(recurrence, names, BITS, LONGEST):
            count += 1
            h = None if isinstance(row, Undefined) else row["h"]
            undecided += not isinstance(h, fmpq | arb) or not (h > half or h < half)
    return count, undecided, perf_counter() - started, process_time() - spent


def closed_forms() -> tuple[int, float]:
    """How many claims of the chapter on the alternating sum are right, and the CPU time for all of them."""
    document = read((BOOK / "alternating-sum.md").read_text(encoding="utf-8"))
    spent = process_time()
    claims = check(document).claims
    return len(claims), process_time() - spent


def main() -> int:
    count, undecided, clock, cpu = all_strings()
    claims, settled = closed_forms()
    if "--json" in sys.argv:
        print(json.dumps({"strings": count, "undecided": undecided, "clock": clock, "cpu": cpu,
                          "claims": claims, "settled": settled}))  # fmt: skip
    else:
        print(
            f"{count} strings to length {LONGEST} in {cpu:.2f} s of CPU, {clock:.2f} s on the clock "
            f"(at most {WANTED:g})"
        )
        print(f"{undecided} of them undecided at 64 bits (must be 0)")
        print(f"{claims} claims on an unrolled RNN, closed forms among them, in {settled:.2f} s of CPU")
    return int(cpu > WANTED or undecided > 0)


if __name__ == "__main__":
    sys.exit(main())
