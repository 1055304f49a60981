"""Which topics of `checking/methods/` find anything in documents with errors, and in how many later ones.

Every document was used once to find out what is missing. A topic that is right about nothing but the one it
was written for says nothing about others, and may as well call one of their right lines wrong: the history
of the project tells which documents came after it. What stands first in the table may go.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import engine
from workings.checking.methods import topics as listed
from workings.checking.methods.sheet import Sheet
from workings.finding import Claim

METHODS = engine.ROOT / "src" / "workings" / "checking" / "methods"
FOLDERS = ("by_hand", "marked")
Found = tuple[str, int, str | None]  # the topic, and the place and rule of a claim


def documents() -> Iterator[Path]:
    """Everything that has errors in it."""
    for folder in FOLDERS:
        for lot in sorted((engine.ROOT / "bench" / folder).iterdir()):
            yield from (path for path in sorted(lot.iterdir()) if path.is_file() and path.suffix != ".jsonl")


def watched(seen: list[Found]) -> None:
    """Let every topic note what it says."""
    chosen = listed.topics_of

    def noting(topic: listed.Topic) -> listed.Topic:
        name = f"{topic.__module__.partition('.methods.')[2]}.{topic.__name__}"

        def found(sheet: Sheet) -> Iterator[Claim]:
            for claim in topic(sheet):
                seen.append((name, claim.span.start, claim.rule))
                yield claim

        return found

    listed.topics_of = lambda sheet: [noting(topic) for topic in chosen(sheet)]


def finds() -> dict[str, set[Path]]:
    """The documents in which each topic finds something that is reported."""
    seen: list[Found] = []
    watched(seen)
    found: dict[str, set[Path]] = defaultdict(set)
    for path in documents():
        seen.clear()
        report = engine.check_file(path).report
        told = {(claim.span.start, claim.rule) for claim in report.claims if claim.rule}
        for name, *claim in seen:
            if tuple(claim) in told:
                found[name].add(path)
    return found


def born(name: str) -> int:
    """When a topic was first written."""
    function = name.rpartition(".")[2]
    return _first("-S", function, "--", "src/workings/checking")


@cache
def added(lot: Path) -> int:
    """When the documents of a folder came."""
    return _first("--full-history", "-m", "--", str(lot))


def _first(*arguments: str) -> int:
    command = ["git", "log", "--format=%ct", *arguments]
    times = subprocess.run(command, cwd=engine.ROOT, check=True, capture_output=True, text=True).stdout
    return min(map(int, times.split()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="the documents of each topic")
    options = parser.parse_args()
    found = finds()
    rows = []
    for name in listed.TOPICS:
        start = born(name)
        later = Counter(added(path.parent) > start for path in found[name])[True]
        module = METHODS / f"{name.rpartition('.')[0].replace('.', '/')}.py"
        rows.append((later, len(found[name]), len(module.read_text("utf-8").splitlines()), name))
    print(f"{'topic':52}{'lines':>8}{'documents':>12}{'later':>8}")
    for later, count, lines, name in sorted(rows):
        print(f"{name:52}{lines:>8}{count:>12}{later:>8}")
        for path in sorted(found[name]) if options.list else ():
            print(f"    {path.relative_to(engine.ROOT)}")


if __name__ == "__main__":
    main()
