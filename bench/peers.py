"""Accuracy and speed on claims.jsonl: workings, Math-Verify and latex2sympy2_extended in the same run.

Each peer is used as generously as it allows: members in LaTeX spelling, each of them read once, values
of the names defined above put in for them, the number of stated decimal places told to it, and an
exception counts as "not read" instead of "wrong". Workings gets the plain lines and no hint, and each
claim as a document of its own. Each contender runs in a process of its own and they take turns, pass by
pass. Times are CPU seconds per claim, the median over whole passes, warm.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import re
import statistics
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from engine import ROOT, check_bytes, line_of
from verify_claims import read_claims

COMPILED = ROOT / "build" / "compiled"  # where `make compiled-build` puts it
Judge = Callable[[dict[str, Any]], str]  # gives "right", "wrong", "rounding" or "not read"
SPELLINGS = [("×", r"\times "), ("·", r"\cdot "), ("−", "-"), ("≈", r"\approx "), (" * ", r" \cdot ")]
BARE_FUNCTION = re.compile(r"(?<![\\A-Za-z{])(exp|tanh|max|min)(?=\()")


def judge_with_workings(claim: dict[str, Any]) -> str:
    """The verdict on the last line of a document that has the context above it."""
    before = f"{claim['context']}\n\n" if claim["context"] else ""
    report = check_bytes(f"{before}{claim['claim']}\n".encode(), "claim.md").report
    first = before.count("\n") + 1
    verdicts = {c.verdict.value for c in report.claims if line_of(report, c) >= first}
    for verdict in ("wrong", "rounding"):
        if verdict in verdicts:
            return verdict
    return "right" if verdicts and verdicts <= {"right", "carried"} else "not read"


def members(text: str) -> list[str]:
    """The members of a chain in LaTeX spelling, without delimiters."""
    for sign, latex in SPELLINGS:
        text = text.replace(sign, latex)
    text = re.sub(r"√\(([^()]*)\)", r"\\sqrt{\1}", text.replace("$", ""))
    text = BARE_FUNCTION.sub(r"\\\1", text)
    text = re.sub(r"log2\(", r"\\log_{2}(", text)
    return [part.strip() for part in re.split(r"=(?![^{}]*\})|\\approx", text)]


def definitions(context: str) -> Iterator[tuple[str, str]]:
    """The names that the context gives a value, with that value, in LaTeX."""
    for piece in re.findall(r"\$+([^$]*)\$+", context):
        if piece.count("=") == 1:
            name, value = piece.split("=")
            yield name.strip(), value.strip()


def judge_links(
    claim: dict[str, Any], read: Callable[[str], Any], agree: Callable[[Any, Any, int | None], bool | None]
) -> str:
    """Put every link of a claim to a peer, which reads each member once; a definition is not a link."""
    parts = members(claim["claim"])
    places = [count for _, count in claim["stated"]]
    if len(parts) - 1 == len(places) and re.fullmatch(r"[A-Za-z](_\{\w+\})?", parts[0]):
        parts, places = parts[1:], places[1:]
    values = {read(name): read(value) for name, value in definitions(claim["context"])}
    sides = [read(part) for part in parts]
    answers = [
        None if first is None or second is None else agree(_insert(first, values), second, count)
        for (first, second), count in zip(pairwise(sides), places, strict=True)
    ]
    if False in answers:
        return "wrong"
    return "not read" if None in answers else "right"


def attempt(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """What a peer's function gives, or None where it raises."""
    try:
        return function(*arguments, **options)
    except Exception:  # noqa: BLE001  # latex2sympy2_extended raises bare Exception for what it cannot read
        return None


def make_math_verify() -> Judge:
    from math_verify import parse, verify

    def read(latex: str) -> Any:
        return next((p for p in parse(f"${latex}$") if not isinstance(p, str)), None)

    def agree(first: Any, second: Any, places: int | None) -> bool | None:
        digits = 6 if places is None else places
        answer: bool | None = attempt(verify, first, second, float_rounding=digits, raise_on_error=True)
        return answer

    return lambda claim: judge_links(claim, read, agree)


def make_latex2sympy() -> Judge:
    from latex2sympy2_extended import latex2sympy

    def read(latex: str) -> Any:
        return attempt(latex2sympy, latex)

    def agree(first: Any, second: Any, places: int | None) -> bool | None:
        answer: bool | None = attempt(_agrees, first, second, places)
        return answer

    return lambda claim: judge_links(claim, read, agree)


def _insert(expression: Any, values: dict[Any, Any]) -> Any:
    """The expression with the values of the names above, where SymPy can put them in."""
    known = {name: value for name, value in values.items() if name is not None and value is not None}
    if not known or not hasattr(expression, "subs"):
        return expression
    inserted = attempt(expression.subs, known)
    return expression if inserted is None else inserted


def _agrees(first: Any, second: Any, places: int | None) -> bool | None:
    """Numeric agreement of two SymPy results to half a unit of the places stated; None if not numbers."""
    ours, theirs = _numbers(first), _numbers(second)
    if ours is None or theirs is None:
        return None
    if len(ours) != len(theirs):
        return False
    slack = 1e-9 if places is None else 0.5 * 10.0**-places + 1e-12
    return all(abs(a - b) <= slack for a, b in zip(ours, theirs, strict=True))


def _numbers(result: Any) -> list[float] | None:
    from sympy import MatrixBase, Tuple

    if hasattr(result, "doit"):
        result = result.doit()
    if isinstance(result, MatrixBase | Tuple | list | tuple):
        parts = [_numbers(part) for part in result]
        return None if None in parts else [x for part in parts if part is not None for x in part]
    value = result.evalf()
    return [float(value)] if value.is_number and value.is_real else None


def make_workings() -> Judge:
    import workings.pipeline  # noqa: F401  # say so at once if it is not here

    return judge_with_workings


CONTENDERS: dict[str, Callable[[], Judge]] = {
    "workings": make_workings,
    "workings, compiled": make_workings,
    "Math-Verify": make_math_verify,
    "latex2sympy2_extended": make_latex2sympy,
}


def serve(name: str) -> None:
    """Judge all claims once for every line that comes in; answer with the seconds and what was said."""
    logging.disable(logging.CRITICAL)
    try:
        judge = CONTENDERS[name]()
    except ImportError as reason:
        print(json.dumps({"missing": str(reason)}), flush=True)
        return
    warnings.simplefilter("ignore")  # after the imports, because SymPy sets a filter of its own
    claims = read_claims()
    print(json.dumps({"missing": None}), flush=True)
    for _ in sys.stdin:
        for claim in claims:  # after the others' turns its memory is cold, and a pass should be warm
            judge(claim)
        gc.collect()
        gc.freeze()
        start = time.process_time()  # of this process alone, whatever else the machine does
        said = [judge(claim) for claim in claims]
        print(json.dumps({"seconds": time.process_time() - start, "said": said}), flush=True)


class Contender:
    """A process that judges all claims whenever it is asked to."""

    def __init__(self, name: str) -> None:
        environment = dict(os.environ)
        if name.endswith("compiled"):
            environment["WORKINGS_SOURCE"] = str(COMPILED)
        self.name = name
        self.seconds: list[float] = []
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.missing: str | None = self._answer()["missing"]

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def judge_all(self) -> float:
        """One whole pass: seconds per claim."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        answer = self._answer()
        self.said = answer["said"]
        return float(answer["seconds"]) / len(self.said)

    def end(self) -> None:
        self.process.communicate()


def measure(passes: int) -> dict[str, Any]:
    """What each contender says and how long it takes; they take turns, so that load hits all alike."""
    contenders = [Contender(name) for name in CONTENDERS if name != "workings, compiled" or COMPILED.exists()]
    for one in contenders:
        if one.missing is not None:
            print(f"{one.name} is not measured: {one.missing} (pip install -r bench/requirements.txt)")
    present = [one for one in contenders if one.missing is None]
    for _ in range(passes):
        for one in present:
            one.seconds.append(one.judge_all())
    for one in contenders:
        one.end()
    claims = read_claims()
    return {
        one.name: {
            "counts": score(claims, one.said),
            "seconds": statistics.median(one.seconds),
            "said": one.said,
        }
        for one in present
    }


def score(claims: list[dict[str, Any]], said: list[str]) -> Counter[str]:
    """Sound answers, false alarms, errors missed, and what was not read."""
    counts: Counter[str] = Counter()
    for claim, answer in zip(claims, said, strict=True):
        if answer == "not read":
            counts["not read"] += 1
        elif answer == "rounding":
            counts["only rounding"] += 1
        elif answer == claim["truth"]:
            counts["sound"] += 1
        else:
            counts["false alarms" if answer == "wrong" else "missed"] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--passes", type=int, default=5, help="whole passes to time (5)")
    parser.add_argument("--list", action="store_true", help="list what each judges unsoundly")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    results = measure(options.passes)
    if options.json:
        print(json.dumps(results, ensure_ascii=False, indent=1))
        return
    print_results(read_claims(), results, options.list)


def print_results(claims: list[dict[str, Any]], results: dict[str, Any], show: bool) -> None:
    columns = ("sound", "false alarms", "missed", "only rounding", "not read")
    print(
        f"{len(claims)} claims{'':14}"
        + "".join(f"{c:>14}" for c in columns)
        + f"{'ms/claim':>10}{'ratio':>8}"
    )
    base = results.get("workings", {}).get("seconds")
    for name, result in results.items():
        counts = "".join(f"{result['counts'][c]:>14}" for c in columns)
        ratio = f"{result['seconds'] / base:>7.1f}x" if base else f"{'':>8}"
        print(f"  {name:23}{counts}{1000 * result['seconds']:>10.3f}{ratio}")
    for name, result in results.items():
        unsound = [
            (claim, answer)
            for claim, answer in zip(claims, result["said"], strict=True)
            if answer != claim["truth"]
        ]
        if show or name.startswith("workings"):
            print(f"\n{name}: not sound")
            for claim, answer in unsound:
                print(f"  {claim['id']} is {claim['truth']}, said {answer}: {claim['claim']}")


if __name__ == "__main__":
    main()
