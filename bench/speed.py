"""How long the command line takes for one page, what it imports, and how time and memory grow.

Prints the wall time for `bench/page.md` beside that of `python -c pass`, the heavy modules that were
imported, the time for the page ten times over against once, that for a claim of `claims.jsonl` where all
without context are one document against each as its own, and the peak memory for fifty files against one.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from engine import ROOT, check_bytes
from verify_claims import read_claims

PAGE = Path(__file__).with_name("page.md")
HEAVY = ("numpy", "sympy", "torch", "rich")
RUNS = 9
COPIES = 50
REPEATS = 10
LIST_MODULES = (
    "import atexit, sys\n"
    "atexit.register(lambda: print('\\n'.join(sorted(sys.modules)), file=sys.stderr))\n"
    "from workings.doors.cli import main\n"
    "sys.argv = ['workings', *sys.argv[1:]]\n"
    "main()\n"
)


def run_python(*arguments: str) -> tuple[float, int, str]:
    """Run a Python of its own: seconds, peak memory in KiB, and what it wrote to stderr."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": ""}
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, stderr=errors
        )
        _, _, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = 0  # already waited for
        errors.seek(0)
        return seconds, usage.ru_maxrss, errors.read().decode("utf-8", "replace")


def measure_start() -> dict[str, Any]:
    """Median wall seconds for one page from the command line, and for a Python that does nothing."""
    check, empty = [], []
    run_python("-m", "workings", "check", str(PAGE))  # the first run writes the byte code
    for _ in range(RUNS):
        check.append(run_python("-m", "workings", "check", str(PAGE))[0])
        empty.append(run_python("-c", "pass")[0])
    return {"page_seconds": statistics.median(check), "python_seconds": statistics.median(empty)}


def measure_imports() -> dict[str, Any]:
    """How many modules the check path imports, and which heavy ones."""
    modules = run_python("-c", LIST_MODULES, "check", str(PAGE))[2].splitlines()
    heavy = sorted({m.split(".")[0] for m in modules} & set(HEAVY))
    return {"modules": len(modules), "heavy": heavy}


def measure_scaling() -> dict[str, Any]:
    """Seconds for the page once and ten times over, warm, in this process."""
    raw = PAGE.read_bytes()
    documents = (raw, (raw + b"\n") * REPEATS)
    for document in documents:
        check_bytes(document, "page.md")
    once, many = [], []
    for _ in range(RUNS):
        once.append(check_bytes(documents[0], "page.md").seconds)
        many.append(check_bytes(documents[1], "page.md").seconds)
    return {"once": statistics.median(once), "ten_times": statistics.median(many)}


def measure_joined() -> dict[str, Any]:
    """CPU seconds for a claim as a document of its own, and among all others in one document, warm."""
    claims = [claim["claim"] for claim in read_claims() if not claim["context"]]
    documents = [[f"{claim}\n".encode() for claim in claims], ["\n\n".join(claims).encode()]]
    seconds: list[list[float]] = [[], []]
    for _ in range(RUNS):
        for apart, known in zip(documents, seconds, strict=True):  # in turns, so that load hits both alike
            start = time.process_time()
            for document in apart:
                check_bytes(document, "claims.md")
            known.append(time.process_time() - start)
    each, joined = (statistics.median(known) / len(claims) for known in seconds)
    return {"claims": len(claims), "claim_alone": each, "claim_joined": joined}


def measure_memory() -> dict[str, Any]:
    """Peak KiB of one process that checks one file, and of one that checks fifty."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"page{number}.md" for number in range(COPIES)]
        for file in files:
            file.write_bytes((PAGE.read_bytes() + b"\n") * REPEATS)
        one = run_python("-m", "workings", "check", str(files[0]))[1]
        many = run_python("-m", "workings", "check", *map(str, files))[1]
    return {"one_file_kib": one, "many_files_kib": many}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    options = parser.parse_args()
    result = measure_start() | measure_imports() | measure_scaling() | measure_joined() | measure_memory()
    if options.json:
        print(json.dumps(result, indent=1))
        return
    page, empty = result["page_seconds"], result["python_seconds"]
    print(f"one page from the command line   {page:8.3f} s  (below 0.3; `python -c pass` {empty:.3f} s,")
    print(f"                                 {page / empty:8.1f} times that)")
    print(f"modules imported                 {result['modules']:8}    heavy: {result['heavy'] or 'none'}")
    once, many = result["once"], result["ten_times"]
    print(f"the page in a warm process       {1000 * once:8.1f} ms")
    print(f"the page ten times over          {many / once:8.1f} times that (at most 11)")
    alone, joined = result["claim_alone"], result["claim_joined"]
    print(f"a claim as its own document      {1000 * alone:8.2f} ms")
    print(f"{result['claims']} claims in one document       {joined / alone:8.2f} times that a claim")
    one, fifty = result["one_file_kib"], result["many_files_kib"]
    print(f"peak memory, one file            {one / 1024:8.1f} MiB")
    print(f"peak memory, fifty such files    {fifty / 1024:8.1f} MiB, {fifty / one:.2f} times that")


if __name__ == "__main__":
    main()
