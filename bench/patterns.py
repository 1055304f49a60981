"""How the time of every regular expression of workings grows with texts that are made to be hard for it.

    python bench/patterns.py [--size 300] [--least 15] [--only parsing/told]

Each is run over runs of short units and over what its own parts take, pumped (`pumping.py`), behind a text
that leads there and before one at which it fails. What takes the square of a text matters only where whole
pages are searched; what takes its cube does on any line. So a pattern is steep if a text of some hundred
characters takes more milliseconds than the square of it could; each is printed with the text that shows it,
the slowest first.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine import ROOT
from pumping import texts_of

SIZE = 300  # characters of a text
LEAST = 0.015  # seconds; the square of the size is a few milliseconds
LONGEST = 0.5  # seconds after which a pattern is stopped
BUDGET = 2.0  # seconds that are spent on one pattern

assert ROOT  # the tree whose modules are imported, which `engine` puts first


@dataclass(frozen=True)
class Written:
    """A regular expression, and where it was first made."""

    source: str
    flags: int
    place: str


@dataclass(frozen=True)
class Steep:
    """A text on which a pattern is slow."""

    place: str
    seconds: float
    opening: str
    unit: str
    end: str


class TookTooLongError(Exception):
    """A pattern was stopped."""


def collected() -> list[Written]:
    """Every pattern that the modules of workings make when they are imported."""
    import workings
    from workings import regex

    found: dict[tuple[str, int], Written] = {}
    folder = Path(workings.__file__).parent
    made = regex._Waiting.__init__

    def note(waiting: Any, source: str, flags: int) -> None:
        found.setdefault((source, flags), Written(source, flags, _place(folder, regex.__file__)))
        made(waiting, source, flags)

    regex._Waiting.__init__ = note  # type: ignore[method-assign]
    try:
        for module in pkgutil.walk_packages(workings.__path__, "workings."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    finally:
        regex._Waiting.__init__ = made  # type: ignore[method-assign]
    for one in gc.get_objects():  # those of modules that were imported before
        if type(one) is regex._Waiting:
            key = one._source, one._flags
            found.setdefault(key, Written(*key, f"as {one._source[:40]}"))
    return list(found.values())


def _place(folder: Path, without: str) -> str:
    """The line of workings on which a pattern is being made."""
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_code.co_filename == without:
        frame = frame.f_back
    name = Path(frame.f_code.co_filename)
    return f"{name.relative_to(folder) if name.is_relative_to(folder) else name.name}:{frame.f_lineno}"


def steep_of(written: Written, size: int, least: float, thorough: bool) -> Steep | None:
    """The slowest text of a pattern, if it takes longer than it may, twice, because others disturb."""
    compiled = re.compile(written.source, written.flags)
    begun = time.process_time()
    worst: Steep | None = None
    for opening, unit, end, text in texts_of(written.source, written.flags, size, thorough):
        limit = least if worst is None else worst.seconds
        if _seconds(compiled, text) > limit and (seconds := _seconds(compiled, text)) > limit:
            worst = Steep(written.place, round(seconds, 4), opening, unit, end)
        if time.process_time() - begun > BUDGET or (worst is not None and worst.seconds >= LONGEST):
            break
    return worst


def steep_patterns(
    patterns: list[Written], size: int = SIZE, least: float = LEAST, thorough: bool = True
) -> Iterator[Steep]:
    """The patterns that are steep, with the text that shows it."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    try:
        for written in patterns:
            steep = steep_of(written, size, least, thorough)
            if steep is not None:
                yield steep
    finally:
        signal.signal(signal.SIGVTALRM, before)


def _stop(signum: int, frame: Any) -> None:
    raise TookTooLongError


def _seconds(compiled: re.Pattern[str], text: str) -> float:
    """The CPU time in which a pattern finds all that it finds in a text."""
    start = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        for _ in compiled.finditer(text):
            pass
    except TookTooLongError:
        return LONGEST
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=SIZE, help="characters of a text")
    parser.add_argument("--least", type=float, default=1000 * LEAST, help="milliseconds that it may take")
    parser.add_argument("--only", default="", help="patterns of modules whose path has this")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    options = parser.parse_args()
    patterns = [written for written in collected() if options.only in written.place]
    steep = sorted(steep_patterns(patterns, options.size, options.least / 1000), key=lambda one: -one.seconds)
    if options.json:
        print(json.dumps({"patterns": len(patterns), "steep": [asdict(one) for one in steep]}, indent=1))
        return
    for one in steep:
        print(f"{1000 * one.seconds:8.1f} ms  {one.place:44} {one.opening!r} + {one.unit!r} … + {one.end!r}")
    print(f"{len(steep)} of {len(patterns)} patterns are steep at {options.size} characters")


if __name__ == "__main__":
    main()
