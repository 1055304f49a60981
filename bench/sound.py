"""Documents in which everything is right, and the same with one stated result changed.

The documents in `sound/` were written without a look at the program, and full of what trips a checker:
letters that are used again, asides, cases, two conventions side by side, languages, tables, logs. Every alarm
on them is a bug. Then one result at a time is changed as people get it wrong: in a digit, in its sign, by two
digits that are swapped, by the value of a neighbour, or by its last factor left out. Changed are numbers of
claims that are right, so that the document determines them, and results that a plain pattern over the raw
text finds where there is no claim at all.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine import check_bytes, line_of

SOUND = Path(__file__).with_name("sound")
CHANGED = {"number": 4, "list": 2, "formula": 1, "no claim": 1}  # results of each document, by what they are
KINDS = ("digit", "sign", "swap", "neighbour", "factor")
VERDICTS = (
    "wrong",
    "elsewhere",
    "finding",
    "carried",
    "rounding",
    "right",
    "undecided",
    "unread",
    "no claim",
)
FOUND = ("wrong", "elsewhere", "finding")
NEAR = 300  # characters in which a neighbour stands
FAR = 0.02  # of their size, by which two numbers have to differ
NUMBER = re.compile(r"[-−]?(?<![\w.,^_+{}])\d+(?:\.\d+)?(?![\w.,]*\d|[\w^_(\\]|\{,\})")
RESULT = re.compile(
    r"(?:=|≈|\\approx|~=)\s*\$?\**\s*([-−]?\d+(?:\.\d+)?)"
    r"(?![\d.]*\d|[\w^_{(\\]|\s*[-+*/·×−^]|\s*\\(?:cdot|times|frac|sqrt|left)|,\d|\{,\})"
)
WORKED = re.compile(
    r"\d\s*(?:[-+*/·×−^]|\\cdot|\\times)|\\frac|\\sqrt|sqrt|exp|ln|log|tanh|sigma|σ|√|softmax"
)
ORDER = re.compile(r"[<>≤≥]|\\(?:le|ge|leq|geq|lt|gt)\b")
OPENING = re.compile(r"[.;:,](?=\s|$)|=|≈|\\approx|\s(?:and|for|with|at|At|so|has|is)\s|\$")
LAST_FACTOR = re.compile(
    r"(?:×|·|\\cdot|\\times|\*)\s*\(?(\d+(?:\.\d+)?)\)?[\s$*]*(?:=|≈|\\approx|~=)[\s$*]*$"
)


@dataclass(frozen=True)
class Change:
    """One result that was changed, and what became of it."""

    file: str
    line: int
    source: str
    kind: str
    old: str
    new: str
    verdict: str
    text: str


def results_of(text: str, report: Any) -> Iterator[tuple[str, list[re.Match[str]]]]:
    """The numbers of every claim that is right, and those of results without a claim, with what they are."""
    spans = [(claim.span.start, claim.span.end) for claim in report.claims]
    for claim, (start, end) in zip(report.claims, spans, strict=True):
        own, line = text[start:end], text[text.rfind("\n", 0, start) + 1 : start]
        numbers = [found for found in NUMBER.finditer(text, start, end) if found.end() <= end]
        if claim.verdict.value != "right" or claim.kind != "value" or not numbers:
            continue
        if ORDER.search(own) or ORDER.search(line[-6:]):
            continue
        worked = WORKED.search(own) is not None
        yield "formula" if worked else "number" if len(numbers) == 1 else "list", numbers
    for found in RESULT.finditer(text):
        at = found.start(1)
        before = OPENING.split(text[text.rfind("\n", 0, found.start()) + 1 : found.start()].rstrip("$* "))[-1]
        number = NUMBER.match(text, at)
        if WORKED.search(before) and number and not any(start <= at < end for start, end in spans):
            yield "no claim", [number]


def changed(kind: str, found: re.Match[str], chance: random.Random) -> str | None:
    """The number as it would stand there after an error of a kind; None if it cannot be made here."""
    number, text, start = found[0], found.string, found.start()
    digits = [at for at, sign in enumerate(number) if sign.isdigit() and number[: at + 1].strip("-−0.")]
    places = len(number.partition(".")[2])
    if not digits:
        return None
    if kind == "digit":
        at = digits[0] if len(digits) < 3 or chance.random() < 0.5 else chance.choice(digits[:-1])
        digit = chance.choice([sign for sign in "123456789" if sign != number[at]])
        return number[:at] + digit + number[at + 1 :]
    if kind == "sign":
        return number[1:] if number[0] in "-−" else f"-{number}"
    if kind == "swap":
        pairs = [*pairwise(digits)]
        pairs = [(a, b) for a, b in pairs[: max(1, len(pairs) - 1)] if number[a] != number[b] != "0"]
        if not pairs:
            return None
        a, b = chance.choice(pairs)
        return f"{number[:a]}{number[b]}{number[a]}{number[b + 1 :]}"
    if kind == "neighbour":
        beside = [one[0] for one in NUMBER.finditer(text, max(0, start - NEAR), start + NEAR)]
        beside = [one for one in beside if len(one.partition(".")[2]) == places and are_far(one, number)]
        return chance.choice(beside) if beside else None
    factor = LAST_FACTOR.search(text[text.rfind("\n", 0, start) + 1 : start])
    if factor is None or float(factor[1]) == 0:
        return None
    without = f"{size_of(number) / float(factor[1]):.{places}f}"
    return without if are_far(without, number) else None


def size_of(number: str) -> float:
    return float(number.replace("−", "-"))


def are_far(one: str, other: str) -> bool:
    """Whether two numbers differ by more than rounding, and not in their signs alone."""
    first, second = abs(size_of(one)), abs(size_of(other))
    return abs(first - second) > FAR * max(first, second)


def verdict_at(report: Any, start: int, end: int) -> str:
    """What became of the number at a place: what is said of it, or that something else was called wrong."""
    line = report.page.place(start).line
    here = [claim for claim in report.claims if claim.span.start < end and start < claim.span.end]
    wrong = [claim for claim in report.claims if claim.verdict.value == "wrong"]
    for claim in wrong:
        if (
            line_of(report, claim)
            <= line
            <= report.page.place(max(claim.span.start, claim.span.end - 1)).line
        ):
            return "wrong"
    if wrong:
        return "elsewhere"
    if any(claim.rule for claim in here):
        return "finding"
    verdicts = {claim.verdict.value for claim in here}
    return next(
        (one for one in ("rounding", "carried", "undecided", "unread", "right") if one in verdicts),
        "no claim",
    )


def changes_of(path: Path, text: str, report: Any) -> Iterator[Change]:
    """A document with one result changed at a time."""
    chance = random.Random(path.name)
    results = [*results_of(text, report)]
    for source, count in CHANGED.items():
        every = [numbers for one, numbers in results if one == source]
        for numbers in chance.sample(every, min(count, len(every))):
            found = chance.choice(numbers)
            kinds = sorted(chance.sample(KINDS, len(KINDS)), key=lambda kind: kind != "factor")
            made = [
                (kind, new) for kind in kinds if (new := changed(kind, found, chance)) not in (None, found[0])
            ]
            if not made:
                continue  # a nought
            kind, new = made[0]
            wrong = text[: found.start()] + new + text[found.end() :]
            after = check_bytes(wrong.encode(), path.name).report
            verdict = verdict_at(after, found.start(), found.start() + len(new))
            opening = max(wrong.rfind("\n", 0, found.start()) + 1, found.start() - 100)
            shown = wrong[opening:].partition("\n")[0][:140].strip()
            line = after.page.place(found.start()).line
            yield Change(path.name, line, source, kind, found[0], new, verdict, shown)


def measure(show: bool) -> tuple[Counter[str], list[Change], int]:
    """The verdicts on the documents, the changed results, and how many documents have an alarm."""
    verdicts: Counter[str] = Counter()
    changes: list[Change] = []
    alarmed = 0
    for path in sorted(SOUND.iterdir()):
        raw = path.read_bytes()
        report = check_bytes(raw, path.name).report
        verdicts.update(claim.verdict.value for claim in report.claims)
        alarms = [claim for claim in report.claims if claim.verdict.value == "wrong"]
        alarmed += bool(alarms)
        for claim in alarms:
            print(f"  ALARM {path.name}:{line_of(report, claim)} {claim.message}")
        if path.suffix == ".ipynb" or b"\r" in raw or alarms:
            continue
        for change in changes_of(path, raw.decode(), report):
            changes.append(change)
            if show and change.verdict not in FOUND:
                place = f"{change.file}:{change.line} {change.kind} {change.source}"
                print(f"  {change.verdict}: {place} {change.old} -> {change.new}: {change.text}")
    return verdicts, changes, alarmed


def print_changes(changes: list[Change]) -> None:
    """How many were found, by the kind of change, by what was changed, and in all."""
    print(f"\n{'':10}{'all':>7}{'found':>9}" + "".join(f"{verdict:>10}" for verdict in VERDICTS))
    groups = [(kind, [one for one in changes if one.kind == kind]) for kind in KINDS]
    groups += [(source, [one for one in changes if one.source == source]) for source in CHANGED]
    for name, group in (*groups, ("all", changes)):
        counts = Counter(one.verdict for one in group)
        found = sum(counts[verdict] for verdict in FOUND) / max(1, len(group))
        print(
            f"{name:10}{len(group):>7}{found:>9.1%}"
            + "".join(f"{counts[verdict]:>10}" for verdict in VERDICTS)
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="show every changed result that is not found")
    verdicts, changes, alarmed = measure(parser.parse_args().list)
    total = sum(verdicts.values())
    print(f"{len(list(SOUND.iterdir()))} documents in which everything is right, {total} claims")
    for verdict, count in verdicts.most_common():
        print(f"  {verdict:<14} {count:5}  {100 * count / total:5.1f} %")
    print(f"{alarmed} documents with an alarm (must be 0)")
    print_changes(changes)


if __name__ == "__main__":
    main()
