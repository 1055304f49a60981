"""Check a great many damaged documents and count what must never happen: exceptions and hangs.

    python bench/fuzz.py --count 200000 [--seed 1] [--jobs 2] [--shared]

Every input is made from the seed and its own number alone. A failing input is cut down while it still
fails in the same place and written to a temporary folder. Memory is capped, so that an input which
takes too much is an exception too.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import SHARED, check_bytes
from mutating import SUFFIXES, encode, monsters, mutate, own_snippets, snippets_of

HANG_SECONDS = 2.0
LIMIT_SECONDS = 20  # of CPU time, where an input is stopped: a busy machine is no hang
MEMORY_CAP = 4 * 1024**3
MINIMISING_TRIES = 200


@dataclass
class Tally:
    """What happened over a stretch of inputs."""

    inputs: int = 0
    claims: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_input: str = ""
    peak_kib: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    kept: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    verdicts: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.inputs += other.inputs
        self.claims += other.claims
        self.seconds += other.seconds
        if other.slowest > self.slowest:
            self.slowest, self.slowest_input = other.slowest, other.slowest_input
        self.peak_kib = max(self.peak_kib, other.peak_kib)
        self.failures += other.failures
        self.kept = {**other.kept, **self.kept}
        self.verdicts += other.verdicts


class TookTooLong(BaseException):
    """Raised by the alarm inside an input that does not come to an end."""


def _stop(signum: int, frame: Any) -> None:
    raise TookTooLong


def try_input(raw: bytes, filename: str, tally: Tally | None = None) -> str | None:
    """Where and how checking an input fails, or None."""
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_SECONDS)
    try:
        report = check_bytes(raw, filename, names_slips=True).report
    except TookTooLong:
        return f"hang: more than {LIMIT_SECONDS} s"
    except Exception as trouble:  # noqa: BLE001  # any exception is the finding that this program looks for
        frames = traceback.extract_tb(trouble.__traceback__)
        at = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
        return f"{type(trouble).__name__} at {at}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    size = len(report.page.text)
    for claim in report.claims:
        if not 0 <= claim.span.start <= claim.span.end <= size:
            return "a claim's span lies outside the page"
        if tally is not None:
            tally.verdicts[claim.verdict.value] += 1
    if tally is not None:
        tally.claims += len(report.claims)
    return None


def run_stretch(seed: int, first: int, count: int, shared: bool) -> Tally:
    """Check the inputs with numbers first … first + count - 1."""
    _set_limits()
    snippets = own_snippets()
    if shared:
        snippets += snippets_of(sorted((SHARED / "seeds").glob("*.txt")))
        snippets += snippets_of(sorted((SHARED / "corpus" / "docs").glob("*.md")))
    tally = Tally()
    for number in range(first, first + count):
        chooser = random.Random(f"{seed}:{number}")
        suffix = chooser.choice(SUFFIXES)
        raw = encode(mutate(chooser, snippets), suffix, chooser)
        _note(tally, raw, f"input{suffix}", str(number))
    return tally


def _note(tally: Tally, raw: bytes, filename: str, label: str) -> None:
    start = time.process_time()
    failure = try_input(raw, filename, tally)
    seconds = time.process_time() - start
    tally.inputs += 1
    tally.seconds += seconds
    if seconds > tally.slowest:
        tally.slowest, tally.slowest_input = seconds, f"{label} ({len(raw)} bytes)"
    if failure is None and seconds > HANG_SECONDS and len(raw) < 10_000:
        failure = f"slow: more than {HANG_SECONDS} s"
    if failure is not None:
        tally.failures[failure] += 1
        if failure not in tally.kept:
            tally.kept[failure] = (minimise(raw, filename, failure), filename)
    tally.peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def minimise(raw: bytes, filename: str, failure: str) -> bytes:
    """A shorter input that fails in the same place, found by cutting out ever smaller pieces."""
    if failure.startswith(("hang", "slow")):
        return raw
    tries = 0
    size = max(1, len(raw) // 2)
    while size >= 1 and tries < MINIMISING_TRIES:
        start = 0
        while start < len(raw) and tries < MINIMISING_TRIES:
            shorter = raw[:start] + raw[start + size :]
            tries += 1
            if try_input(shorter, filename) == failure:
                raw = shorter
            else:
                start += size
        size //= 2
    return raw


def run_monster(name: str, scale: int) -> dict[str, Any]:
    """Check one monster in this process: its seconds, its failure if any, and the peak memory in KiB."""
    _set_limits()
    raw = monsters(scale)[name]
    start = time.process_time()
    failure = try_input(raw, "monster.md")
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"name": name, "seconds": seconds, "failure": failure, "peak_kib": peak}


def run_monsters(scale: int) -> list[dict[str, Any]]:
    """Check every monster, each in a process of its own so that none can hurt the others."""
    results = []
    for name in monsters(scale):
        command = [sys.executable, __file__, "--monster", name, "--scale", str(scale)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lost = {"name": name, "seconds": 0.0, "failure": f"died with {done.returncode}", "peak_kib": 0}
        results.append(json.loads(done.stdout) if done.returncode == 0 else lost)
    return results


def _set_limits() -> None:
    signal.signal(signal.SIGVTALRM, _stop)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_CAP, MEMORY_CAP))


def fuzz(count: int, seed: int, jobs: int, shared: bool) -> Tally:
    """Check `count` damaged documents in a few processes, telling how far it has come."""
    stretch = max(1, min(2000, count // (4 * jobs)))
    firsts = range(0, count, stretch)
    total = Tally()
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(run_stretch, seed, f, min(stretch, count - f), shared) for f in firsts]
        for future in waiting:
            total.add(future.result())
            if sys.stderr.isatty():
                print(
                    f"\r{total.inputs} inputs, {sum(total.failures.values())} failures",
                    end="",
                    file=sys.stderr,
                )
    return total


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=20_000, help="how many inputs (20000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--shared", action="store_true", help="mutate the documents in ../shared too")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--monster", help="check only this monster, in this process")
    parser.add_argument("--scale", type=int, default=1, help="make the monsters so many times smaller")
    options = parser.parse_args()
    if options.monster:
        print(json.dumps(run_monster(options.monster, options.scale)))
        return
    giants = run_monsters(options.scale)
    start = time.perf_counter()
    total = fuzz(options.count, options.seed, options.jobs, options.shared and SHARED.exists())
    elapsed = time.perf_counter() - start
    kept = keep_failures(total)
    if options.json:
        record = {"inputs": total.inputs, "failures": total.failures, "slowest": total.slowest}
        print(json.dumps(record | {"monsters": giants, "peak_kib": total.peak_kib, "kept": kept}, indent=1))
        return
    print("monsters")
    for giant in giants:
        figures = f"{giant['seconds']:8.2f} s {giant['peak_kib'] / 1024:8.0f} MiB"
        print(f"  {giant['name']:28}{figures}  {giant['failure'] or 'survived'}")
    print(f"\n{total.inputs} inputs in {elapsed:.0f} s, {1000 * total.seconds / total.inputs:.2f} ms each,")
    verdicts = ", ".join(f"{count} {name}" for name, count in total.verdicts.most_common())
    print(f"{total.claims} claims: {verdicts}")
    print(
        f"slowest {total.slowest:.2f} s (input {total.slowest_input}), peak {total.peak_kib / 1024:.0f} MiB"
    )
    print(f"exceptions and hangs: {sum(total.failures.values())}")
    for failure, count in total.failures.most_common():
        print(f"  {count:6}  {failure}  {kept[failure]}")


def keep_failures(total: Tally) -> dict[str, str]:
    """Write one minimised input for each failure to a temporary folder; returns where."""
    if not total.kept:
        return {}
    folder = Path(tempfile.mkdtemp(prefix="workings-fuzz-"))
    places = {}
    for number, (failure, (raw, filename)) in enumerate(sorted(total.kept.items())):
        place = folder / f"{number}-{filename}"
        place.write_bytes(raw)
        places[failure] = str(place)
    return places


if __name__ == "__main__":
    main()
