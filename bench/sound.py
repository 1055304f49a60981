"""Documents in which everything is right, and the same with one stated result changed.

The documents in `sound/` were written without a look at the program, and full of what trips a checker:
letters that are used again, asides, cases, two conventions side by side, languages, tables, logs. Every alarm
on them is a bug. Then one result of a document is changed in a digit, at places that a plain pattern over the
raw text finds, so that what is not read counts as well.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

from engine import check_bytes, line_of

SOUND = Path(__file__).with_name("sound")
CHANGED = 4  # results of each document
RESULT = re.compile(
    r"(?:=|≈|\\approx|~=)\s*\$?\**\s*([-−]?\d+(?:\.\d+)?)"
    r"(?![\d.]*\d|[\w^_{(\\]|\s*[-+*/·×−^]|\s*\\(?:cdot|times|frac|sqrt|left)|,\d|\{,\})"
)
SIGN = re.compile(r"=|≈|\\approx")
WORKED = re.compile(
    r"\d\s*(?:[-+*/·×−^]|\\cdot|\\times)|\\frac|\\sqrt|sqrt|exp|ln|log|tanh|sigma|σ|√|softmax"
)


def results_in(text: str) -> list[re.Match[str]]:
    """The numbers behind a sign with something to work out before it."""
    found = []
    for match in RESULT.finditer(text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start(1)]
        *_, before, _ = ["", *SIGN.split(line)] if SIGN.search(line) else ["", ""]
        if WORKED.search(before):
            found.append(match)
    return found


def with_a_digit_changed(number: str, chance: random.Random) -> str:
    """Another number: the first digit that counts, or one of those before the last."""
    digits = [at for at, sign in enumerate(number) if sign.isdigit()]
    counting = [at for at in digits if number[: at + 1].strip("-−0.")] or digits[:1]
    at = counting[0] if len(counting) < 3 or chance.random() < 0.5 else chance.choice(counting[:-1])
    digit = chance.choice([sign for sign in "123456789" if sign != number[at]])
    return number[:at] + digit + number[at + 1 :]


def verdict_at(report: Any, place: int) -> str:
    """What became of the claims on the line of a place."""
    line = report.page.place(place).line
    here = [
        claim.verdict.value
        for claim in report.claims
        if line_of(report, claim) <= line <= report.page.place(max(claim.span.start, claim.span.end - 1)).line
    ]
    for verdict in ("wrong", "rounding", "carried", "undecided", "unread"):
        if verdict in here:
            return verdict
    return "right" if here else "nothing said"


def measure(show: bool) -> tuple[Counter[str], Counter[str], int]:
    """The verdicts on the documents, those at changed results, and how many documents have an alarm."""
    verdicts: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    alarmed = 0
    for path in sorted(SOUND.iterdir()):
        raw = path.read_bytes()
        report = check_bytes(raw, path.name).report
        verdicts.update(claim.verdict.value for claim in report.claims)
        alarms = [claim for claim in report.claims if claim.verdict.value == "wrong"]
        alarmed += bool(alarms)
        for claim in alarms:
            print(f"  ALARM {path.name}:{line_of(report, claim)} {claim.message}")
        if path.suffix == ".ipynb":
            continue
        text, chance = raw.decode(), random.Random(path.name)
        places = results_in(text)
        for match in chance.sample(places, min(CHANGED, len(places))):
            number = with_a_digit_changed(match[1], chance)
            wrong = text[: match.start(1)] + number + text[match.end(1) :]
            verdict = verdict_at(check_bytes(wrong.encode(), path.name).report, match.start(1))
            changed[verdict] += 1
            if show and verdict != "wrong":
                line = wrong[wrong.rfind("\n", 0, match.start()) + 1 :].partition("\n")[0].strip()
                print(f"  {verdict}: {path.name} {match[1]} -> {number}: {line[:140]}")
    return verdicts, changed, alarmed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--list", action="store_true", help="show every changed result that is not called wrong"
    )
    verdicts, changed, alarmed = measure(parser.parse_args().list)
    total, results = sum(verdicts.values()), sum(changed.values())
    print(f"{len(list(SOUND.iterdir()))} documents in which everything is right, {total} claims")
    for verdict, count in verdicts.most_common():
        print(f"  {verdict:<14} {count:5}  {100 * count / total:5.1f} %")
    print(f"{alarmed} documents with an alarm (must be 0)")
    print(f"\n{results} results with a digit changed")
    for verdict, count in changed.most_common():
        print(f"  {verdict:<14} {count:5}  {100 * count / results:5.1f} %")


if __name__ == "__main__":
    main()
