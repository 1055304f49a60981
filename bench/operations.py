"""Right documents with one operation taken for another: a logarithm to another base, a sum for a product.

`sound.py` changes what is stated; here the working is changed and the result left as it is, so that the line
is wrong unless both come to the same (2 · 2 and 2 + 2). What is still called right is listed, to be seen:
a reading that makes every line right would be seen nowhere else.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import check_bytes
from sound import SOUND

MOST = 4  # changes of one document
SWAPS = tuple(
    (re.compile(pattern), other)
    for pattern, other in (
        (r"\\ln\b", r"\\log_2 "),
        (r"(?<![\\A-Za-z])ln(?=[ (]?[\d(])", "log2"),
        (r"\\tanh\b", r"\\sigma "),
        (r"(?<![\\A-Za-z])tanh(?=\()", "sigmoid"),
        (r"\\sigma\(", r"\\tanh("),
        (r"σ\(", "tanh("),
        (r"\\max\b", r"\\min"),
        (r"(?<![\\A-Za-z])max(?=\()", "min"),
        (r"\\exp\b", r"\\ln"),
        (r"\\sqrt\{([^{}]*)\}", r"(\1)"),
        (r"√(\d[\d.]*)", r"\1"),
        (r"(?<=[\d)])\^2(?!\d)", "^3"),
        (r"(?<=[\d)])²", "³"),
        (r"(?<=\d) ?(?:\\cdot|[·×]) ?(?=\d)", " + "),
        (r"(?<=\d) \+ (?=\d)", " - "),
        (r"(?<=\d) - (?=\d)", " + "),
        (r"(?<=\d)/(?=\d)", "*"),
    )
)


@dataclass(frozen=True)
class Swap:
    """A document with one operation changed, and what is said of it there."""

    file: str
    line: int
    old: str
    new: str
    verdict: str
    claim: str


def swaps_of(path: Path) -> Iterator[Swap]:
    """Some operations of a document, each changed in a copy of its own."""
    raw = path.read_bytes()
    report = check_bytes(raw, path.name).report
    text = report.page.written
    if path.suffix == ".ipynb" or raw != text.encode():
        return
    right = [c.span for c in report.claims if c.verdict.value == "right" and c.kind == "value"]
    places = [(found, other) for pattern, other in SWAPS for found in pattern.finditer(text)]
    random.Random(path.name).shuffle(places)
    made = 0
    for found, other in places:
        start, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
        if made == MOST:
            return
        if not any(start <= span.start < (end if end >= 0 else len(text)) for span in right):
            continue
        made += 1
        new = found.expand(other)
        changed = text[: found.start()] + new + text[found.end() :]
        after = check_bytes(changed.encode(), path.name).report
        stop = (end if end >= 0 else len(text)) + len(changed) - len(text)
        yield _judged(path.name, report.page.place(found.start()).line, found[0], new, after, start, stop)


def _judged(file: str, line: int, old: str, new: str, after: Any, start: int, stop: int) -> Swap:
    """The worst that is said of a line, and the claim that still calls what was changed right."""
    own = [claim for claim in after.claims if start <= claim.span.start < stop]
    verdicts = {claim.verdict.value for claim in own if claim.verdict.value == "wrong" or claim.rule}
    holding = [c for c in own if new.strip() in c.text and c.verdict.value == "right" and c.kind == "value"]
    verdict = "found" if verdicts else "right" if holding else "open"
    return Swap(file, line, old, new, verdict, holding[0].text if holding else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=6, help="one document of so many")
    options = parser.parse_args()
    found = [swap for path in sorted(SOUND.iterdir())[:: options.every] for swap in swaps_of(path)]
    counts = Counter(swap.verdict for swap in found)
    for swap in found:
        if swap.verdict == "right":
            print(f"  {swap.file}:{swap.line} {swap.old!r} -> {swap.new!r}: {swap.claim[:90]!r}")
    print(f"{len(found)} operations changed: " + ", ".join(f"{many} {name}" for name, many in counts.items()))


if __name__ == "__main__":
    main()
